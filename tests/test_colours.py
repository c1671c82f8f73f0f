"""Colours of print: strong enough for everybody, never a carrier of anything, never in anybody's way."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path

import pyte
import pytest

from access import colours
from access.colours import (
    ALARM,
    ANNOUNCEMENT,
    ANSWER,
    GROUNDS,
    INKS,
    Coloured,
    Palette,
    kind_of,
    many_colours,
)
from access.printable import Painted, printable
from access.settings_file import keep
from engine.fireworks_parts import Face
from speech.cards import NovaCards
from speech.hanabi_cards import HanabiCards
from speech.utterance import Given, Step, Urgency, Utterance
from speech.words import LANGUAGES, Words
from tests.driving import Terminal, ran

SEQUENCE = re.compile(r"\x1b\[[^m]*m")
TABLES = [(ground, lang, count) for ground in GROUNDS for lang in LANGUAGES for count in (256, 1 << 24)]
LEAST = 7.0
"""WCAG 2.2, 1.4.6 "Contrast (Enhanced)": at least 7 to 1."""


def luminance(red: int, green: int, blue: int) -> float:
    """Return the relative luminance of a colour, 0 to 1 (WCAG 2.2, "relative luminance")."""
    parts = []
    for value in (red, green, blue):
        share = value / 255
        parts.append(share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4)
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(one: tuple[int, int, int], other: tuple[int, int, int]) -> float:
    """Return the contrast of two colours, 1 to 21 (WCAG 2.2, "contrast ratio")."""
    darker, lighter = sorted((luminance(*one), luminance(*other)))
    return (lighter + 0.05) / (darker + 0.05)


def in_table(number: int) -> tuple[int, int, int]:
    """Return a colour of the table of 256, from 16 on: xterm's cube of colours and its greys."""
    assert 16 <= number <= 255, "those before are the terminal's own"
    if number >= 232:
        return (8 + 10 * (number - 232),) * 3
    steps = (0, 95, 135, 175, 215, 255)
    number -= 16
    return steps[number // 36], steps[number // 6 % 6], steps[number % 6]


def sent(sequence: str) -> tuple[int, int, int]:
    """Return the colour that an escape sequence sets in the foreground."""
    match [int(part) for part in sequence.removeprefix("\x1b[").removesuffix("m").split(";")]:
        case [38, 5, number]:
            return in_table(number)
        case [38, 2, red, green, blue]:
            return red, green, blue
    raise AssertionError(sequence)


def rgb(text: str) -> tuple[int, int, int]:
    red, green, blue = bytes.fromhex(text)
    return red, green, blue


def test_the_formula_is_right() -> None:
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert contrast((255, 255, 255), (0x59, 0x59, 0x59)) == pytest.approx(7.0, abs=0.01)
    assert contrast((255, 0, 0), (255, 255, 255)) == pytest.approx(4.0, abs=0.01)


def lines(lang: str) -> list[tuple[str | None, str]]:
    """Return a line of every kind and of every suit, in a language."""
    nova, hanabi = NovaCards(Words(lang)), HanabiCards(Words(lang), shapes=True)
    cards = [nova.card(Face(suit, 3)).nom for suit in "CDHS"] + [
        hanabi.card(Face(c, 3)).nom for c in "RYGBWM"
    ]
    kinds: list[tuple[str | None, str]] = [(kind, "Eins.") for kind in (ANNOUNCEMENT, ANSWER, ALARM)]
    return [*kinds, *((None, f"1: {card}.") for card in cards)]


@pytest.mark.parametrize(("ground", "lang", "count"), TABLES)
def test_every_colour_that_is_sent_has_a_contrast_of_seven_to_one(ground: str, lang: str, count: int) -> None:
    palette, seen = Palette(ground, lang, count), set()
    for kind, line in lines(lang):
        painted = palette.paint(kind, line)
        start, end = SEQUENCE.findall(painted)
        assert painted == f"{start}{line}{end}", "nothing stands inside of a line"
        assert end == "\x1b[39m", "the background was never changed, so only the foreground is given back"
        seen.add(start)
        for background in GROUNDS[ground]:
            assert contrast(sent(start), rgb(background)) >= LEAST, (line, background)
    assert len(seen) >= 9


def test_the_colours_are_all_used_and_all_strong() -> None:
    for ground, inks in INKS.items():
        assert set(inks) == {ANNOUNCEMENT, ANSWER, ALARM, *"CDHS", *"RYGBWM"}
        for ink in inks.values():
            for colour in (in_table(ink.number), rgb(ink.rgb)):
                assert min(contrast(colour, rgb(background)) for background in GROUNDS[ground]) >= LEAST
        for kinds in ("CDHS", "RYGBWM", (ANNOUNCEMENT, ANSWER, ALARM)):
            assert len({inks[kind].rgb for kind in kinds}) == len(kinds)


@pytest.mark.parametrize(
    ("lang", "line", "key"),
    [
        ("en", "Anna points at your 2 hearts: 2, 4.", "H"),
        ("en", "You play the three of clubs.", "C"),
        ("en", "Clubs 3, hearts 2.", None),
        ("en", "The red row is complete.", "R"),
        ("en", "I am ready.", None),
        ("de", "Anna zeigt auf deine rote Drei.", "R"),
        ("de", "Die Kreuzreihe ist voll.", "C"),
        ("de", "Du spielst die Pik-Drei.", "S"),
        ("de", "Ich bin herzlich da.", None),
    ],
)
def test_a_line_that_names_just_one_suit_has_its_colour(lang: str, line: str, key: str | None) -> None:
    painted = Palette("dark", lang, 256).paint(None, line)
    assert painted == (line if key is None else f"\x1b[38;5;{INKS['dark'][key].number}m{line}\x1b[39m")


def test_an_alarm_looks_like_one_whatever_it_names() -> None:
    number = INKS["dark"][ALARM].number
    assert Palette("dark", "en", 256).paint(ALARM, "Hearts.").startswith(f"\x1b[38;5;{number}m")


def test_kinds() -> None:
    said = Utterance("x", "x", "x", "en")
    assert kind_of(Given(1, Step.ANNOUNCED, said)) == ANNOUNCEMENT
    assert kind_of(Given(1, Step.ANSWERED, said)) == ANSWER
    assert kind_of(Given(1, Step.HAPPENED, said)) is None
    alarm = Utterance("x", "x", "x", "en", Urgency.ALARM)
    assert kind_of(Given(1, Step.HAPPENED, alarm)) == ALARM


HOSTILE = "\x1b[2Jevil\x07\r\nnext\x9b31m\u2028hearts\n\nend"


def test_hostile_text_is_cleaned_before_it_is_coloured() -> None:
    shown: list[str] = []
    coloured = Coloured(shown.append, Palette("dark", "en", 256))
    asyncio.run(coloured.give(Given(1, Step.ANSWERED, Utterance("", "", HOSTILE, "en"))))
    [text] = shown
    assert text == HOSTILE, "what is not printed, such as a history, has no colours in it"
    clean = printable(text)
    assert SEQUENCE.sub("", clean) == printable(HOSTILE)
    for line in clean.split("\n"):
        assert len(SEQUENCE.findall(line)) == (2 if SEQUENCE.sub("", line) else 0)


def test_painting_is_done_to_every_line_once() -> None:
    painted = Painted("a\r\nb\n", lambda line: f"<{line}>" if line else "")
    assert printable(painted) == "<a>\n<b>\n"
    assert printable(str(painted) + "c") == "a\nb\nc"


# -- when


@pytest.mark.parametrize(
    ("names", "count"),
    [
        ({"TERM": "xterm-256color"}, 256),
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, 1 << 24),
        ({"TERM": "xterm", "COLORTERM": "24bit"}, 1 << 24),
        ({"WT_SESSION": "1"}, 1 << 24),
        ({"TERM": "xterm"}, 0),
        ({"TERM": "linux"}, 0),
        ({"TERM": "dumb", "COLORTERM": "truecolor"}, 0),
        ({"TERM": "xterm-256color", "NO_COLOR": "1"}, 0),
        ({"TERM": "xterm-256color", "NO_COLOR": ""}, 256),
        ({}, 0),
    ],
)
def test_only_a_terminal_that_is_known_to_show_them_gets_colours(
    names: dict[str, str], count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(colours, "is_terminal", lambda stream: True)
    assert many_colours(names) == count
    monkeypatch.setattr(colours, "is_terminal", lambda stream: False)
    assert many_colours(names) == 0


def test_a_pipe_has_no_colours(tmp_path: Path, own_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    keep(own_home / "settings.toml", None, "print.colours", "dark")
    assert "\x1b" not in ran(tmp_path, "play", "nova", "--voice", "none", "--seed", "1", typed="hand\n").out


@pytest.fixture
def terminals() -> Iterator[list[Terminal]]:
    opened: list[Terminal] = []
    yield opened
    for terminal in opened:
        terminal.close()


def played(terminals: list[Terminal], *arguments: str, **env: str) -> Terminal:
    """Play a little and leave; the same each time, for the person waits until they are asked."""
    terminal = Terminal(
        "play",
        "nova",
        "--players",
        "2",
        "--seed",
        "1",
        "--voice",
        "none",
        "--lang",
        "en",
        *arguments,
        env=env,
    )
    terminals.append(terminal)
    terminal.match("^> ")
    for line, answer in (
        ("hand Anna", r"^5: "),
        ("hint Anna hearts", r"Your turn\."),
        ("rubbish", "I do not know"),
    ):
        terminal.match(answer, terminal.type(f"{line}\r"))
        terminal.wait(lambda: terminal.text().endswith("> "), "the prompt")
    terminal.type("quit\r")
    assert terminal.leave() == 0
    return terminal


@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize("plain", [(), ("--plain",)])
def test_at_a_terminal_the_same_stands_there_with_colours_and_without(
    ground: str, plain: tuple[str, ...], terminals: list[Terminal], own_home: Path
) -> None:
    before = played(terminals, *plain, TERM="xterm-256color")
    assert not re.search(rb"\x1b\[[0-9;]*m", before.received)
    keep(own_home / "settings.toml", None, "print.colours", ground)
    after = played(terminals, *plain, TERM="xterm-256color")
    assert after.rows() == before.rows()
    used = set(re.findall(r"\x1b\[38;5;(\d+)m", after.received.decode()))
    inks = INKS[ground]
    assert {str(inks[key].number) for key in ("announcement", "answer", "H")} <= used
    # Only where a line begins and ends, however it is printed.
    for line in after.received.decode().replace("\r", "").split("\n"):
        bare = re.sub(r"\x1b\[[0-9;]*[A-KSTJ]", "", line).removeprefix("> ")
        assert re.fullmatch(r"(\x1b\[38;5;\d+m)?[^\x1b]*(\x1b\[39m)?", bare), line
        assert bare.startswith("\x1b[38") is bare.endswith("\x1b[39m"), line
    assert not played(terminals, *plain, TERM="xterm-256color", NO_COLOR="1").received.count(b"\x1b[38")
    assert not played(terminals, *plain, TERM="dumb").received.count(b"\x1b[38")


def test_a_coloured_screen_keeps_its_words_and_backgrounds(terminals: list[Terminal], own_home: Path) -> None:
    keep(own_home / "settings.toml", None, "print.colours", "dark")
    terminal = played(terminals, TERM="xterm-256color")
    screen = pyte.Screen(400, 100)
    pyte.ByteStream(screen).feed(terminal.received)
    cells = [screen.buffer[row][column] for row in range(100) for column in range(400)]
    assert {cell.bg for cell in cells} == {"default"}
    assert not any(cell.reverse or cell.underscore or cell.blink for cell in cells)
    assert {"87d7ff", "afffff"} & {cell.fg for cell in cells}
