"""The braille window: fields never cut, every cell owned, messages over the line, none lost."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import GAMES
from engine.record import replay
from speech.braille import BrailleWindow, Field, Group, Look, layout, wrap
from speech.cells import DIGITS, DOTS_7_8, MARK, UNKNOWN, cells_of, text_of, unicode_braille
from speech.devices.recording import RecordingDisplay
from speech.devices.terminal_braille import TerminalBraille
from speech.louis import translate
from speech.senpai import Senpai
from speech.utterance import Urgency
from speech.words import LANGUAGES, Verbosity
from tests.games import fireworks_words, random_game

WIDTHS = (14, 18, 20, 32, 40, 64, 80)


def nova_line(number: int, lang: str = "en") -> list[Group]:
    """Return the line of a seat in the middle of a random game."""
    record = random_game(number)
    seat = number % len(record.players)
    steps = list(replay(record))
    del steps[len(steps) // 2 :]
    state, _ = record.game.start(len(record.players), record.options, record.head)
    for action in record.actions[: len(steps)]:
        record.game.act(state, action)
    senpai = Senpai("nova", record.players, seat, lang, Verbosity.NORMAL)
    return list(senpai.line(record.game.view(state, seat)))


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("number", range(12))
def test_no_field_is_cut_and_every_object_is_reachable(width: int, number: int) -> None:
    line = nova_line(number)
    fields = [field for group in line for field in group.fields]
    parts = layout(line, width, "en")
    for part in parts:
        assert len(part.cells) == len(part.owners) == len(part.text) <= width
    for field in fields:
        windows = [part for part in parts if field.owner in part.owners]
        assert len(windows) == 1, field
        start = windows[0].owners.index(field.owner)
        assert windows[0].text[start : start + len(field.text)] == field.text
        assert windows[0].owners[start : start + len(field.text)] == [field.owner] * len(field.text)


def test_the_nova_line_of_the_first_turn() -> None:
    """Own hand, rows, tokens and stock, then the other hand; whole groups move to the next window."""
    english, german = _first_turn("en"), _first_turn("de")
    assert _windows(english, 40) == ["-- -- -- -- -- c- d- h- s- C8L3D26", "B da c4 c3 c2 ca"]
    assert _windows(english, 80) == ["-- -- -- -- -- c- d- h- s- C8L3D26 B da c4 c3 c2 ca"]
    assert _windows(german, 40) == ["-- -- -- -- -- x- k- h- p- M8L3S26", "B ka x4 x3 x2 xa"]
    assert _windows(german, 20) == ["-- -- -- -- --", "x- k- h- p- M8L3S26", "B ka x4 x3 x2 xa"]
    assert _windows(german, 14) == ["-- -- -- -- --", "x- k- h- p-", "M8L3S26", "Bkax4x3x2xa"]


def _first_turn(lang: str) -> list[Group]:
    nova = GAMES["nova"]
    state, _ = nova.start(2, nova.defaults, {"first": 0, "deck": _plain_deck()})
    return list(Senpai("nova", ("Anna", "Ben"), 0, lang, Verbosity.NORMAL).line(nova.view(state, 0)))


def _plain_deck() -> list[str]:
    return [f"{rank}{suit}" for suit in "CDHS" for rank in "AA2233445"]


def _windows(line: object, width: int) -> list[str]:
    return [part.text for part in layout(line, width, "en")]  # type: ignore[arg-type]  # groups


def test_an_unknown_half_is_dots_3_6_and_ones_turn_dots_7_8() -> None:
    (part,) = layout([Group((Field("h-", "hand 1", True), Field("-3", "hand 2")))], 40, "de")
    h, three = cells_of("h3", "de")
    assert part.cells == [h | DOTS_7_8, UNKNOWN | DOTS_7_8, 0, UNKNOWN, three]
    assert part.owners == ["hand 1", "hand 1", "hand 1", "hand 2", "hand 2"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_card_letters_are_different_cells(lang: str) -> None:
    letters = fireworks_words(("A", "B"), 0, lang, Verbosity.NORMAL).answers.cards
    cells = [tuple(cells_of(letter, lang)) for letter in [*letters.letters.values(), *letters.rank_letters]]
    assert len(set(cells)) == len(cells)


@given(st.text(max_size=200), st.integers(5, 80))
def test_a_message_of_any_text_wraps_into_windows_of_one_cell_a_character(text: str, width: int) -> None:
    for lang in LANGUAGES:
        parts = wrap(text, width, lang)
        assert parts
        for part in parts:
            assert len(part.cells) == len(part.text) <= width
            assert all(0 <= cell < 256 for cell in part.cells)
        assert "".join(part.text for part in parts).replace(" ", "") == "".join(text.split())


def window(width: int = 20) -> tuple[BrailleWindow, RecordingDisplay]:
    display = RecordingDisplay(width)
    return BrailleWindow(display, "en"), display


def shown(display: RecordingDisplay) -> str:
    return display.shown[-1][1]


LINE = [Group((Field("h3", "hand 1"), Field("c-", "hand 2"))), Group((Field("C8", "coins"),))]


def test_the_line_shows_when_no_message_lies_over_it() -> None:
    braille, display = window()
    braille.set_line(LINE)
    assert shown(display) == "h3 c- C8"
    braille.message("Anna plays card 3", Urgency.TABLE)
    assert shown(display) == "Anna plays card 3"
    braille.set_line([*LINE, Group((Field("B", "player 1"),))])
    assert shown(display) == "Anna plays card 3"
    braille.forward()
    assert shown(display) == "h3 c- C8 B"


def test_messages_wait_behind_the_one_that_is_read_and_a_mark_says_so() -> None:
    braille, display = window()
    braille.set_line(LINE)
    braille.message("first", Urgency.TABLE)
    assert shown(display) == "first"
    braille.message("second", Urgency.TABLE)
    cells, text = display.shown[-1]
    assert text == "first" + " " * 14 + "+"
    assert cells[-1] == DOTS_7_8
    assert len(cells) == 20
    braille.message("third", Urgency.TABLE)
    braille.forward()
    assert shown(display).startswith("second")
    braille.forward()
    assert shown(display) == "third"
    braille.forward()
    assert shown(display) == "h3 c- C8"


def test_an_answer_comes_at_once_and_what_it_covers_is_read_again() -> None:
    braille, display = window()
    braille.message("news", Urgency.TABLE)
    braille.message("more", Urgency.TABLE)
    braille.message("8 coins", Urgency.ANSWER)
    assert shown(display).startswith("8 coins")
    braille.message("7 coins", Urgency.ANSWER)
    assert shown(display).startswith("7 coins")
    read = []
    while braille.reading:
        braille.forward()
        read.append(shown(display).split("  ")[0])
    assert read[:2] == ["news", "more"]


def test_a_long_message_is_panned_in_parts_and_back() -> None:
    braille, display = window(14)
    braille.message("Anna plays the three of clubs", Urgency.TABLE)
    assert shown(display) == "Anna plays   +"
    braille.forward()
    assert shown(display) == "the three of +"
    braille.back()
    assert shown(display) == "Anna plays   +"
    braille.forward()
    braille.forward()
    assert shown(display) == "clubs"
    assert braille.owner(0) is None
    braille.forward()
    assert not braille.reading


def test_the_line_is_panned_by_windows_and_stays_where_it_was_after_a_message() -> None:
    braille, display = window(14)
    hand = Group(tuple(Field(f"h{n}", f"hand {n}") for n in range(1, 6)))
    braille.set_line([hand, Group((Field("C8", "coins"), Field("L3", "lives")), gap=False)])
    assert shown(display) == "h1 h2 h3 h4 h5"
    assert braille.owner(3) == "hand 2"
    assert braille.owner(5) == "hand 2"
    braille.forward()
    assert shown(display) == "C8L3"
    assert braille.owner(2) == "lives"
    assert braille.owner(9) is None
    braille.message("news", Urgency.TABLE)
    braille.forward()
    assert shown(display) == "C8L3"
    braille.home()
    assert shown(display) == "h1 h2 h3 h4 h5"


def test_a_group_too_wide_for_a_window_is_split_between_fields() -> None:
    wide = Group(tuple(Field(f"c{n % 10}", f"card {n}") for n in range(12)))
    parts = layout([Group((Field("h3", "hand 1"),)), wide], 14, "en")
    assert [part.text for part in parts] == ["h3", "c0 c1 c2 c3 c4", "c5 c6 c7 c8 c9", "c0 c1"]


def test_no_message_is_lost_and_none_replaces_one_being_read() -> None:
    chance = random.Random(5)
    braille, display = window(20)
    braille.set_line(LINE)
    sent, read = [], []
    for number in range(200):
        if chance.random() < 0.6:
            sent.append(f"news {number}")
            braille.message(sent[-1], Urgency.TABLE)
        elif braille.reading:
            read.append(shown(display).split("  ")[0])
            braille.forward()
    while braille.reading:
        read.append(shown(display).split("  ")[0])
        braille.forward()
    assert read == sent


def test_a_paper_like_display_gets_every_message_at_once_and_the_line_when_it_settles() -> None:
    display = RecordingDisplay(20, holds=False)
    braille = BrailleWindow(display, "en")
    braille.set_line(LINE)
    braille.message("first", Urgency.TABLE)
    braille.message("second", Urgency.TABLE)
    braille.set_line(LINE)
    braille.settle()
    braille.settle()
    assert [text for _, text in display.shown] == ["first", "second", "h3 c- C8"]


def test_terminal_braille_prints_unicode_braille() -> None:
    lines: list[str] = []
    display = TerminalBraille(lines.append, 40)
    display.write(cells_of("a1 Ä", "de"), "a1 Ä")
    assert lines == [unicode_braille(cells_of("a1 Ä", "de"))]
    assert all(0x2800 <= ord(char) < 0x2900 for char in lines[0])


@pytest.mark.parametrize("game", ["gnav", "hanabi", "nova", "push"])
def test_the_letters_may_be_those_of_another_language(game: str) -> None:
    record = random_game(4, game=game)
    state, _ = record.game.start(len(record.players), record.options, record.head)
    view = record.game.view(state, 0)

    def line(lang: str, letters: str | None = None) -> list[str]:
        senpai = Senpai(game, record.players, 0, lang, Verbosity.NORMAL, letters=letters)
        again = senpai.saying(Verbosity.SHORT)  # what was chosen stays
        return [field.text for group in again.line(view) for field in group.fields]

    assert line("de", "en") == line("en")
    assert line("en", "de") == line("de")
    assert line("de") == line("de", "de") != line("en")


@pytest.mark.parametrize("digits", DIGITS)
def test_digits_of_card_lines_come_as_the_person_learned_them(digits: str) -> None:
    fields = (Field("h3", "hand 1"), Field("-0", "hand 2"))
    (part,) = layout([Group(fields)], 40, "de", Look(digits))
    three, zero = (ord(DIGITS[digits][digit]) - 0x2800 for digit in (3, 0))
    assert part.cells == [*cells_of("h", "de"), three, 0, UNKNOWN, zero]
    assert wrap("3", 40, "de", Look(digits))[0].cells == cells_of("3", "de")  # messages are prose


def test_on_six_dots_a_mark_stands_before_the_field_whose_turn_it_is() -> None:
    line = [Group((Field("A", "player 1", True), Field("C8", "coins")))]
    (part,) = layout(line, 40, "en", Look(six=True))
    assert part.cells == [MARK, cells_of("a", "en")[0], 0, cells_of("c", "en")[0], cells_of("8", "en")[0]]
    assert part.owners == ["player 1"] * 3 + ["coins"] * 2


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("number", range(4))
def test_on_six_dots_nothing_is_cut_either(width: int, number: int) -> None:
    line = nova_line(number)
    parts = layout(line, width, "en", Look(six=True))
    assert all(len(part.cells) <= width and max(part.cells, default=0) < 0x40 for part in parts)
    owners = {owner for part in parts for owner in part.owners}
    assert owners >= {field.owner for group in line for field in group.fields}


def test_several_rows_are_windows_below_each_other_and_panned_together() -> None:
    display = RecordingDisplay(14, rows=2)
    window = BrailleWindow(display, "en")
    line = _first_turn("en")
    windows = _windows(line, 14)
    window.set_line(line)
    assert display.shown[-1][1] == "\n".join(windows[:2])
    assert display.shown[-1][0][14:] == cells_of(windows[1], "en")[:2] + display.shown[-1][0][16:]
    assert window.owner(14) == "row C"
    assert window.owner(13) == "hand 5"
    window.forward()
    assert display.shown[-1][1] == "\n".join(windows[2:])
    window.message("one two three four five six seven eight nine ten", Urgency.TABLE)
    assert display.shown[-1][1].split("\n")[0] == "one two three"
    assert display.shown[-1][0][-1] == DOTS_7_8


def test_a_display_of_another_size_gets_everything_anew() -> None:
    display = RecordingDisplay(40)
    window = BrailleWindow(display, "en")
    window.set_line(_first_turn("en"))
    display.width = 14
    window.resized()
    assert display.shown[-1][1] == _windows(_first_turn("en"), 14)[0]
    window.message("Anna plays card number three", Urgency.TABLE)
    display.width = 20
    window.resized()
    assert display.shown[-1][1].rstrip("+ ") == "Anna plays card"


@given(
    st.text(alphabet=st.characters(max_codepoint=0x24F), max_size=120),
    st.sampled_from(["en-contracted", "de-full"]),
)
def test_contracted_messages_are_broken_between_words_and_lose_no_cell(text: str, prose: str) -> None:
    parts = wrap(text, 19, prose[:2], Look(prose=prose))
    assert all(len(part.cells) <= 19 for part in parts)
    told = [cell for part in parts for cell in part.cells if cell]
    assert told == [cell for cell in translate(text, prose).cells if cell]


@given(st.text(alphabet="abcxyz ABC.,;?-'äöüß0123456789", max_size=60), st.sampled_from(LANGUAGES))
def test_what_is_typed_as_cells_is_read_as_letters(text: str, lang: str) -> None:
    assert text_of(cells_of(text, lang), lang) == text
