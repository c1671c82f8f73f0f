"""The program as a person starts it: whole games by pipe and at a terminal, signals, bad calls, options.

Not here: the front ends by themselves (see `test_plain`, `test_line`), and saved games (see `test_saves`).
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random

import pytest

from access.commands import tokens
from access.kits import commands_of
from access.play import match_of, next_record
from access.saves import load, saved
from engine import GAMES
from engine.record import Record, shuffled
from speech.house import NotUnderstood
from speech.words import LANGUAGES
from tests.driving import (
    GAME,
    HANG,
    PROGRAM,
    Terminal,
    environment,
    line_from,
    lines_until,
    program,
    ran,
    started,
    stop,
)

COMMANDS = commands_of("nova")

SCRIPT = (
    "hint Anna hearts",
    "table",
    "hint Anna twos",
    "nonsense",
    "discard 5",
    "hand",
    "play 1",
    "discard 1",
)
OVER = {"en": re.compile(r"(\d+) (?:of \d+ )?points"), "de": re.compile(r"(\d+) (?:von \d+ )?Punkte")}
LEAVE = "To leave, type quit, or press Control C once more."
SAVED = "The game is saved. To go on with it, start senpai resume. Goodbye."


@pytest.fixture
def at_terminal() -> Iterator[Callable[..., Terminal]]:
    opened: list[Terminal] = []

    def start(*arguments: str, **more: object) -> Terminal:
        opened.append(Terminal(*arguments, **more))  # type: ignore[arg-type]  # handed on
        return opened[-1]

    yield start
    for terminal in opened:
        terminal.close()


@pytest.fixture
def begun() -> Iterator[Callable[..., subprocess.Popen[bytes]]]:
    """Start the program on pipes; whatever still runs at the end is killed."""
    processes: list[subprocess.Popen[bytes]] = []

    def start(*arguments: str, **more: object) -> subprocess.Popen[bytes]:
        processes.append(started(*arguments, **more))  # type: ignore[arg-type]  # handed on
        return processes[-1]

    yield start
    for process in processes:
        stop(process)


# -- whole games by pipe


@pytest.mark.parametrize(("lang", "line"), [("en", "play 1"), ("de", "spiele 1")])
def test_a_piped_game_plays_to_the_end_and_says_the_score(lang: str, line: str) -> None:
    done = subprocess.run(
        ["sh", "-c", f'yes "{line}" | head -200 | "$0" "$@"', *PROGRAM, *GAME, "--lang", lang],
        capture_output=True,
        timeout=HANG,
        env=environment(),
        check=False,
    )
    assert done.returncode == 0
    assert done.stderr == b""
    lines = done.stdout.decode().splitlines()
    over = [i for i, said in enumerate(lines) if OVER[lang].search(said)]
    assert len(over) == 1
    assert lines[-1] == {"en": "Goodbye.", "de": "Auf Wiedersehen."}[lang]
    own = {"en": "You play card 1.", "de": "Du spielst Karte 1."}[lang]
    # Each typed line has one answer: the announcement, or after the end that it is over.
    assert lines.count(own) + len(lines[over[0] + 1 : -1]) == 200
    assert len(set(lines[over[0] + 1 : -1])) == 1


@pytest.mark.parametrize("players", ["2", "3", "4", "5"])
def test_games_of_every_size_end(tmp_path: Path, players: str) -> None:
    done = ran(
        tmp_path, "play", "--players", players, "--seed", "7", "--voice", "none", typed=["play 1"] * 60
    )
    assert (done.code, done.err) == (0, "")
    assert OVER["en"].search(done.out)


def test_the_same_seed_says_the_same_and_another_one_does_not(tmp_path: Path) -> None:
    typed = "".join(f"{line}\n" for line in SCRIPT * 3).encode()
    first, second = (program(*GAME, typed=typed, env={"PYTHONHASHSEED": seed}) for seed in ("1", "2"))
    other = ran(tmp_path, *GAME, "--seed", "2", typed=typed)
    assert first.out.encode() == second.out.encode() == ran(tmp_path, *GAME, typed=typed).out.encode()
    assert first.out != other.out
    assert {first.code, second.code, other.code} == {0}


def test_lines_that_come_one_by_one_are_answered_like_lines_that_wait(
    tmp_path: Path, begun: Callable[..., subprocess.Popen[bytes]]
) -> None:
    arguments = ("play", "--players", "4", "--seed", "3", "--voice", "none")
    at_once = ran(tmp_path, *arguments, typed=SCRIPT)
    process = begun(*arguments)
    assert process.stdin is not None
    chance = Random(3)
    for line in SCRIPT:
        time.sleep(chance.random() * 0.05)
        process.stdin.write(f"{line}\n".encode())
    out, err = process.communicate(timeout=HANG)
    assert out.decode() == at_once.out
    assert err == b""


def test_without_a_seed_every_game_is_another(tmp_path: Path) -> None:
    dealt = {ran(tmp_path, "play", "--voice", "none").lines[1] for _ in range(3)}
    assert len(dealt) == 3


# -- any input


COMMAND = re.compile(rb"[A-Za-z]")
"""What a line has that is more than blank."""


def nonsense() -> list[bytes]:
    """Return lines that mean nothing, as bytes without line ends."""
    chance = Random(11)
    lines = [bytes(chance.randrange(256) for _ in range(chance.randrange(60))) for _ in range(500)]
    lines += [
        b"",
        b"   ",
        b"\t",
        b"\x1b[2J\x1b]0;title\x07",
        b"\x00\x01\x02",
        "🎴🃏 ♥♦".encode(),
        b"x" * 100_000,
    ]
    lines += [
        "ｅｉｎｓｔ".encode(),
        "\u202edrow".encode(),
        b"\xff\xfe",
        "zurückundvor".encode(),
        b"%s %n {0}",
        b"$(reboot)",
    ]
    lines = [piece.rstrip(b"\r") for line in lines for piece in line.split(b"\n")]

    def means_nothing(line: bytes) -> bool:
        """A single letter or digit in front may be a verb, a card or a place."""
        text = line.decode("utf-8", "replace")
        if any(len(word) == 1 for word in tokens(text)[:1]):
            return False
        try:
            COMMANDS.find(text)
        except NotUnderstood:
            return True
        return False

    return [line for line in lines if not line.strip() or means_nothing(line)]


@pytest.mark.parametrize("lang", ["en", "de"])
def test_nonsense_is_answered_line_by_line(lang: str, tmp_path: Path) -> None:
    lines = nonsense()
    assert len(lines) > 150
    typed = b"\n".join(lines) + b"\n"
    done = program(*GAME, typed=typed) if lang == "en" else ran(tmp_path, *GAME, "--lang", lang, typed=typed)
    assert (done.code, done.err) == (0, "")
    greeting, dealt, *answers, farewell = done.out.split("\n")[:-1]
    assert len(answers) == len(lines)
    unknown = {"en": "I do not know the word", "de": "kenne ich nicht"}[lang]
    question = {"en": "It is your turn.", "de": "Du bist dran."}[lang]
    for line, answer in zip(lines, answers, strict=True):
        assert unknown in answer or (question in answer and not COMMAND.search(line)), (line, answer)
        assert answer.isprintable()
        assert len(answer) < 250
    assert all((greeting, dealt, farewell))


def test_the_end_of_input_after_any_line_saves_and_says_goodbye(tmp_path: Path) -> None:
    whole = ran(tmp_path, *GAME, typed=SCRIPT)
    for count in range(len(SCRIPT) + 1):
        done = ran(tmp_path, *GAME, typed=SCRIPT[:count])
        assert (done.code, done.err) == (0, "")
        assert done.lines[-1] == SAVED
        assert done.lines[:-1] == whole.lines[: len(done.lines) - 1]
        # What came of the last line is told as if more lines came.
        assert done.out == ran(tmp_path, *GAME, typed=[*SCRIPT[:count], "quit"]).out


def test_a_last_line_without_its_end_counts(tmp_path: Path) -> None:
    done = ran(tmp_path, *GAME, typed="table")
    assert done.code == 0
    assert any(line.startswith("Rows:") for line in done.lines)


def test_standard_input_that_is_closed_is_the_end_of_input() -> None:
    done = subprocess.run(
        ["sh", "-c", '"$0" "$@" <&-', *PROGRAM, *GAME],
        capture_output=True,
        timeout=HANG,
        env=environment(),
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode().splitlines()[-1] == SAVED


@pytest.mark.parametrize(("more", "lines"), [((), 1), (("--braille", "terminal"), 3)])
def test_output_that_nobody_reads_any_more_ends_the_program_quietly(
    more: tuple[str, ...], lines: int
) -> None:
    script = f'yes "play 1" | ("$0" "$@"; echo "status $?" >&2) | head -{lines}'
    done = subprocess.run(
        ["sh", "-c", script, *PROGRAM, *GAME, *more],
        capture_output=True,
        timeout=HANG,
        env=environment(),
        check=False,
    )
    assert len(done.stdout.splitlines()) == lines
    assert done.stderr == b"status 0\n"


# -- signals, on pipes


def test_control_c_tells_how_to_leave_and_twice_leaves(begun: Callable[..., subprocess.Popen[bytes]]) -> None:
    process = begun(*GAME)
    reading(process)
    process.send_signal(signal.SIGINT)
    told = line_from(process)
    # The second one must come within two seconds, which a busy machine may miss.
    while told.startswith(LEAVE):
        process.send_signal(signal.SIGINT)
        told = line_from(process)
    assert told == SAVED
    out, err = process.communicate(timeout=HANG)
    assert (process.returncode, out, err) == (0, b"", b"")


def reading(process: subprocess.Popen[bytes]) -> None:
    """Wait until the program reads what is typed."""
    assert process.stdin is not None
    process.stdin.write(b"turn\n")
    lines_until(process, "It is your turn.")


def test_a_key_that_is_held_down_ends_the_program_without_a_traceback(
    begun: Callable[..., subprocess.Popen[bytes]],
) -> None:
    process = begun(*GAME)
    reading(process)
    end = time.monotonic() + HANG
    while process.poll() is None and time.monotonic() < end:
        process.send_signal(signal.SIGINT)
        time.sleep(0.05)
    out, err = process.communicate(timeout=HANG)
    assert process.returncode in (0, 130)
    assert err in (b"", b"Stopped.\n")
    assert SAVED in out.decode()


def test_the_game_goes_on_after_one_control_c(begun: Callable[..., subprocess.Popen[bytes]]) -> None:
    process = begun(*GAME)
    reading(process)
    process.send_signal(signal.SIGINT)
    assert line_from(process).startswith(LEAVE)
    out, err = process.communicate(b"play 1\nquit\n", timeout=HANG)
    assert process.returncode == 0
    assert out.decode().splitlines()[0] == "You play card 1."
    assert err == b""


@pytest.mark.parametrize("signal_name", ["SIGTERM", "SIGHUP"])
def test_a_signal_to_end_saves_and_says_goodbye(
    begun: Callable[..., subprocess.Popen[bytes]], signal_name: str, tmp_path: Path
) -> None:
    process = begun(*GAME)
    assert process.stdin is not None
    reading(process)
    process.stdin.write(b"play 1\n")
    line_from(process)
    process.send_signal(signal.Signals[signal_name])
    assert lines_until(process, "Goodbye.")[-1] == SAVED
    assert process.wait(HANG) == 0
    again = ran(tmp_path, "resume", "--voice", "none", typed="history 99\n")
    assert again.lines.count("You play card 1.") == 1


def test_control_c_in_the_menu_stops_the_program(begun: Callable[..., subprocess.Popen[bytes]]) -> None:
    process = begun("--voice", "none")
    lines_until(process, "Leave.")
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=HANG)
    assert (process.returncode, out, err) == (130, b"", b"Stopped.\n")


# -- at a terminal


class Player:
    """Plays by reading only what is printed; it knows how to say things, and no rule of the game."""

    MY_TURN = (
        r"Your (?:last )?turn\.|It is a joker\. Choose a row\.|row is complete\. Choose"
        r"|\d+ (?:of \d+ )?points\."
    )

    def __init__(self, terminal: Terminal) -> None:
        self.terminal = terminal
        self.chance = Random(5)
        self.typed: list[str] = []

    def ask(self, line: str, wanted: str) -> re.Match[str]:
        """Type a line and return what was wanted in what is printed from there on."""
        self.typed.append(line)
        return self.terminal.match(wanted, self.terminal.type(f"{line}\r"))

    def play(self) -> str:
        """Play to the end; return the words that tell the score."""
        for _ in range(100):
            tokens = self.ask("tokens", r"(\d+) coins? of 8, (\d+) (?:lives|life) of 3\.")
            told = self.ask(self.choose(int(tokens[1]), int(tokens[2])), self.MY_TURN)
            while "Choose" in told[0]:
                row = self.chance.choice(("clubs", "diamonds", "hearts", "spades"))
                told = self.ask(f"row {row}", self.MY_TURN)
            if "points" in told[0]:
                return told[0]
        raise AssertionError("the game never ended")

    def choose(self, coins: int, lives: int) -> str:
        if coins and (coins == 8 or self.chance.random() < 0.5):
            card = self.ask("hand Anna", r"^\d: .*?of (clubs|diamonds|hearts|spades)")
            return f"hint Anna {card[1]}"
        return "play 1" if lives > 1 and self.chance.random() < 0.5 else "discard 2"


def test_a_whole_game_at_a_terminal_by_one_who_reads_what_is_printed(
    at_terminal: Callable[..., Terminal],
) -> None:
    terminal = at_terminal(
        *(
            "play",
            "nova",
            "--players",
            "2",
            "--seed",
            "4",
            "--voice",
            "none",
            "--lang",
            "en",
            "--option",
            "jokers=1",
        )
    )
    terminal.match(r"You begin\.")
    player = Player(terminal)
    assert "points" in player.play()
    player.ask("table", "The game is over")
    player.ask("quit", "^Goodbye.$")
    assert terminal.leave() == 0
    rows = terminal.rows()
    for refusal in (
        "No coin is left for",
        "so you cannot discard",
        "A hint must point",
        "I do not",
        "Traceback",
    ):
        assert not [row for row in rows if refusal in row]
    # What was typed stands there, whole, once and in order; nothing else stands behind a prompt.
    assert [row.removeprefix("> ") for row in rows if row.startswith(">")] == player.typed
    assert len(player.typed) > 30


def test_an_event_over_half_typed_text_leaves_the_text_intact(at_terminal: Callable[..., Terminal]) -> None:
    terminal = at_terminal("play", "nova", "--players", "5", "--seed", "1", "--voice", "none", "--lang", "en")
    terminal.match("^> ")
    # What is typed behind Enter is typed anew once the line is answered; the others play over it.
    terminal.match(r"Your turn\.", terminal.type("play 1\rhan"))
    terminal.wait(lambda: terminal.rows()[-1] == "> han", "what was typed")
    terminal.match(r"Your cards, from the left\.", terminal.type("d\r"))
    terminal.type("quit\r")
    assert terminal.leave() == 0
    rows = terminal.rows()
    assert [row for row in rows if row.startswith(">")] == ["> play 1", "> hand", "> quit"]
    turns = [row for row in rows if row.endswith("turn.") and not row.startswith("Your")]
    assert turns == ["Anna's turn.", "Ben's turn.", "Carla's turn.", "Dan's turn."]
    assert (
        rows.index("> play 1") < rows.index("Anna's turn.") < rows.index("Dan's turn.") < rows.index("> hand")
    )


AT_TERMINAL = ("play", "nova", "--players", "2", "--seed", "1", "--voice", "none", "--lang", "en")


@pytest.mark.parametrize("env", [{"TERM": "dumb"}, {"ACCESSIBLE": "1"}, {}])
def test_what_is_plain_does_not_import_the_line_editor(
    at_terminal: Callable[..., Terminal], tmp_path: Path, env: dict[str, str]
) -> None:
    with (tmp_path / "imports").open("w+b") as imports:
        # What Python itself writes on standard error is let through only for those who look for faults.
        watched = {**env, "SENPAI_DEBUG": "1"}
        terminal = at_terminal(*AT_TERMINAL, env=watched, python=("-X", "importtime"), stderr=imports)
        terminal.match("^> ")
        terminal.match(r"Your turn\.", terminal.type("play 1\r"))
        terminal.type("quit\r")
        assert terminal.leave() == 0
        imports.seek(0)
        imported = imports.read()
    assert SAVED in terminal.text()
    assert b"access.plain" in imported
    # Without a reason to be plain a terminal gets the editor; so this looks in the right place.
    assert (b"prompt_toolkit" in imported) is (env == {})


@pytest.mark.parametrize("env", [{"TERM": "dumb"}, {}])
def test_control_c_at_a_terminal_once_and_twice(
    at_terminal: Callable[..., Terminal], env: dict[str, str]
) -> None:
    terminal = at_terminal(*AT_TERMINAL, env=env)
    terminal.match("^> ")
    terminal.match(LEAVE, terminal.type("\x03"))
    terminal.match(r"It is your turn\.", terminal.type("turn\r"))
    # The second one must come within two seconds, which a busy machine may miss.
    while terminal.match(f"{LEAVE}|Goodbye", terminal.type("\x03"))[0] != "Goodbye":
        pass
    assert terminal.leave() == 0
    assert terminal.text().count(SAVED) == 1
    assert "Traceback" not in terminal.text()


def test_control_c_over_half_typed_text_throws_the_line_away(at_terminal: Callable[..., Terminal]) -> None:
    terminal = at_terminal(*AT_TERMINAL)
    terminal.match("^> ")
    terminal.type("play")
    terminal.wait(lambda: terminal.rows()[-1] == "> play", "what was typed")
    terminal.match(r"The line is cancelled\.", terminal.type("\x03"))
    terminal.match(r"It is your turn\.", terminal.type("turn\r"))
    terminal.type("\x04")
    assert terminal.leave() == 0
    assert SAVED in terminal.text()


def test_a_terminal_that_is_closed_ends_the_program_and_keeps_the_game(
    at_terminal: Callable[..., Terminal], tmp_path: Path
) -> None:
    terminal = at_terminal(*AT_TERMINAL)
    terminal.match("^> ")
    terminal.match(r"Your turn\.", terminal.type("play 1\r"))
    terminal.hang_up()
    assert terminal.process.wait(HANG) == 0
    again = ran(tmp_path, "resume", "--voice", "none", typed="last\n")
    assert again.code == 0
    assert "The game goes on after 2 actions." in again.out


# -- the menu


def menu_number(lines: Sequence[str], choice: str) -> str:
    """Return the number in front of a choice of the menu."""
    return next(line.split(".")[0] for line in lines if line.endswith(f". {choice}."))


def test_the_menu_starts_games_reads_rules_and_leaves(tmp_path: Path) -> None:
    menu = ran(tmp_path, "--voice", "none", typed="").lines
    for game in GAMES:
        name = game.capitalize()
        most = GAMES[game].seats[-1]
        full = ran(tmp_path, "--voice", "none", typed=f"{menu_number(menu, f'Play {name}')}\n{most}\n")
        assert f"from {GAMES[game].seats[0]} to {most}." in full.out
        assert f"{name}" in full.out.split(f"to {most}.")[-1]
        assert load(saved()[-1]).extra["level"] == "club"
        assert (full.code, full.err) == (0, "")
        assert full.lines[-1] == SAVED
    nova = menu_number(menu, "Play Nova")
    two = ran(tmp_path, "--voice", "none", "--seed", "1", typed=f"{nova}\n2\nplay 1\n")
    assert "You play Nova with Anna." in two.out
    assert "You play card 1." in two.lines
    menu = ran(tmp_path, "--voice", "none", typed="").lines
    resumed = ran(
        tmp_path, "--voice", "none", typed=f"{menu_number(menu, 'Go on with the saved game')}\nlast\n"
    )
    assert any(line.startswith("The game goes on after") for line in resumed.lines)
    for number in range(1, len(GAMES) + 1):
        rules = ran(
            tmp_path, "--voice", "none", typed=f"{menu_number(menu, 'Hear the rules of a game')}\n{number}\n"
        )
        assert len(rules.out) > 2000
        assert rules.code == 0
    left = ran(tmp_path, "--voice", "none", typed=f"{menu_number(menu, 'Leave')}\nplay 1\n")
    assert left.lines[-1] == "Goodbye."
    assert {two.code, resumed.code, left.code} == {0}


@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_menu_answers_every_line_once_and_ends_with_the_input(tmp_path: Path, lang: str) -> None:
    typed = ["x", "0", "88", "99999999999", "-1", "1.0", "²", "\x1b[A", "play", "🎴", "1 2", "nova push", "n"]
    done = ran(tmp_path, "--voice", "none", "--lang", lang, typed=typed)
    assert (done.code, done.err) == (0, "")
    most = len(GAMES) + 3
    ask = {"en": f"Type a number from 1 to {most}.", "de": f"Tippe eine Zahl von 1 bis {most}."}[lang]
    assert done.lines.count(ask) == len(typed)
    assert done.lines[-len(typed) - 1 : -1] == [ask] * len(typed)
    assert done.lines[-1] in ("The input has ended. Goodbye.", "Die Eingabe ist zu Ende. Auf Wiedersehen.")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_menu_understands_numbers_and_words_in_both_languages(tmp_path: Path, lang: str) -> None:
    ways = {
        "You play Nova with Anna.|Du spielst Nova mit Anna.": (
            *("{nova} 2", "nova 2", "Play Nova two", "nova spielen zwei", "Nova! 2.", "play nova zwo"),
        ),
        "You play Gnav with |Du spielst Gnav mit ": ("gnav 5", "GNAV spielen fünf", "gnav fuenf"),
        "Goodbye.|Auf Wiedersehen.": ("leave", "quit", "ende", "{leave}", "nova quit", "nova aufhören"),
    }
    menu = ran(tmp_path, "--voice", "none", "--lang", lang, typed="").lines
    numbers = {
        "nova": menu_number(menu, {"en": "Play Nova", "de": "Nova spielen"}[lang]),
        "leave": menu_number(menu, {"en": "Leave", "de": "Aufhören"}[lang]),
    }
    for answer, lines in ways.items():
        for line in lines:
            first, _, second = line.format(**numbers).rpartition(" ")
            done = ran(
                tmp_path, "--voice", "none", "--lang", lang, "--seed", "1", typed=[first or second, second]
            )
            assert answer.split("|")[lang == "de"] in done.out, line
    for line in ("rules", "die regeln", "hear the rules"):
        done = ran(tmp_path, "--voice", "none", "--lang", lang, typed=[line, "gnav"])
        assert len(done.out) > 2000, line


WHO = {"en": "How many players, you included?", "de": "Zu wievielt, dich mitgezählt?"}
IN_ALL = {"en": "How many players in all?", "de": "Zu wievielt wird insgesamt gespielt?"}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_several_people_are_asked_for_where_one_person_types_a_number(tmp_path: Path, lang: str) -> None:
    """The way to the first card is as short as ever for one person: a game and a number."""
    alone = ran(tmp_path, "--voice", "none", "--lang", lang, typed=["nova", "3"])
    assert alone.out.count(WHO[lang]) == 1
    assert IN_ALL[lang] not in alone.out
    for names in ("Anna, Ben", "Anna und Ben", "Anna and Ben", " Anna,Ben, ", "Anna & Ben"):
        done = ran(tmp_path, "--voice", "none", "--lang", lang, "--seed", "1", typed=["nova", names, "4"])
        assert IN_ALL[lang] in done.out, names
        # The computer players are called otherwise.
        among = {"en": "Anna, Ben, Carla and Dan", "de": "Anna, Ben, Carla und Dan"}[lang]
        assert among in done.out, names
        assert {"en": "Anna, press Enter when you sit here", "de": "Anna, drücke Enter"}[lang] in done.out
    saved = [load(path) for path in (tmp_path / "senpai-home").rglob("*.json")]
    shared = [record.players for record in saved if record.extra.get("people") == 2]
    assert shared == [("Anna", "Ben", "Carla", "Dan")] * 5


def test_where_the_people_named_fill_all_seats_nothing_more_is_asked(tmp_path: Path) -> None:
    done = ran(tmp_path, "--voice", "none", typed=["hanabi", "Ann, Bo, Cy, Di, Ed"])
    assert IN_ALL["en"] not in done.out
    assert "Ann, press Enter when you sit here" in done.out


@pytest.mark.parametrize("lang", LANGUAGES)
def test_who_plays_is_asked_until_it_is_understood_and_every_line_is_answered_once(
    tmp_path: Path, lang: str
) -> None:
    german = lang == "de"
    least = ("Type a number from 2 to 5, or several names", "Tippe eine Zahl von 2 bis 5, oder mehrere Namen")
    typed = {
        "help": ("take turns at it", "abwechselnd"),
        "": (WHO["en"], WHO["de"]),
        "Anna": least,
        "six": least,
        "6": least,
        "Anna Ben": least,
        "Anna, anna": ("Two players are called", "heißen"),
        "Anna, \x07": ("cannot be used", "geht nicht"),
        "a, b, c, d, e, f": ("The game is for 2 to 5 players.", "2 bis 5"),
        "Ann, Ben": (IN_ALL["en"], IN_ALL["de"]),
        "hilfe": ("If a name is wrong", "Ist ein Name falsch"),
        "1": least,
        "nonsense": least,
        "Anna und Ben und Zoë": ("Anna, Ben and Zoë share", "Anna, Ben und Zoë teilen"),
        "2": ("Type a number from 3 to 5", "Tippe eine Zahl von 3 bis 5"),
    }
    done = ran(tmp_path, "--voice", "none", "--lang", lang, typed=["nova", *typed, "quit"])
    begin = next(at for at, line in enumerate(done.lines) if WHO[lang] in line)
    assert (done.code, done.err) == (0, "")
    assert len(done.lines) == begin + 1 + len(typed) + 1
    for line, (way, said) in zip(done.lines[begin + 1 :], typed.items(), strict=False):
        assert said[german] in line, way
    assert done.lines[-1] in ("Goodbye.", "Auf Wiedersehen.")


def test_the_menu_leads_several_people_into_a_game_in_turn(at_terminal: Callable[..., Terminal]) -> None:
    terminal = at_terminal("--voice", "none")
    terminal.match(r"Leave\.")
    terminal.match("How many players", terminal.type("nova\n"))
    terminal.match("in all", terminal.type("Zoë and Bo\n"))
    since = terminal.type("2\n")
    terminal.match("Zoë, press Enter when you sit here", since)
    terminal.match("^> ", since)
    terminal.match("You play Nova with Bo", terminal.type("ready\r"))
    terminal.match("Bo's cards", terminal.type("hands\r"))
    terminal.match("Bo is next", terminal.type("play 1\r"))
    terminal.match("Goodbye|saved", terminal.type("quit\r"))
    assert terminal.leave() == 0


def test_the_menu_at_a_terminal(at_terminal: Callable[..., Terminal]) -> None:
    terminal = at_terminal("--voice", "none", "--lang", "de")
    terminal.match(r"Aufhören\.")
    terminal.match("Tippe eine Zahl von 1 bis", terminal.type("was?\n"))
    nova = list(GAMES).index("nova") + 1
    terminal.match("Tippe eine Zahl von 2 bis 5", terminal.type(f"{nova}\n"))
    terminal.match("Du beginnst", terminal.type("2\n"))
    terminal.match("^> ")
    terminal.match(r"Du bist dran\.", terminal.type("spiele 1\r"))
    terminal.match("Auf Wiedersehen", terminal.type("ende\r"))
    assert terminal.leave() == 0


def test_the_rules_at_a_terminal_come_a_section_at_a_time(at_terminal: Callable[..., Terminal]) -> None:
    terminal = at_terminal("rules", "nova", "--lang", "de")
    terminal.match("Mit der Eingabetaste folgt")
    terminal.match("Mit der Eingabetaste folgt", terminal.type("\n"))
    assert "Varianten." not in terminal.text()
    terminal.type("genug\n")
    assert terminal.leave() == 0


# -- several games in a row


@pytest.mark.parametrize(("lang", "new"), [("en", "new game"), ("de", "neue Partie")])
def test_another_game_of_push_moves_the_beginning_on_and_adds_the_scores_up(
    tmp_path: Path, lang: str, new: str
) -> None:
    """games.md, "Push", "A match"."""
    call = ("play", "push", "--players", "3", "--seed", "4", "--voice", "none", "--lang", lang)
    done = ran(tmp_path, *call, typed=[new, *["take"] * 24, new, "status", *["take"] * 24, new])
    assert (done.code, done.err) == (0, "")
    begins = {"en": ("You begin.", "Anna begins."), "de": ("Du beginnst.", "Anna beginnt.")}[lang]
    places = [done.out.index(text) for text in begins]
    assert places == sorted(places)
    after = {"en": "After {n} game", "de": "Nach {n} Partie"}[lang]
    assert after.format(n=1) in done.out
    assert after.format(n=2) in done.out
    assert {"en": "not over yet", "de": "noch nicht zu Ende"}[lang] in done.lines[3]


@pytest.mark.parametrize(("cards", "cat"), [("own", "Katze"), ("norwegian", "Katt")])
def test_gnav_begins_with_four_and_calls_its_cards_as_wanted(tmp_path: Path, cards: str, cat: str) -> None:
    call = ("play", "gnav", "--voice", "none", "--lang", "de", "--cards", cards)
    done = ran(tmp_path, *call, typed=["was katze"])
    assert (done.code, done.err) == (0, "")
    assert "Du spielst Gnav mit Anna, Ben und Carla" in done.out
    assert f"Die {cat} lehnt ab" in done.out


def test_the_match_is_kept_in_the_record_and_nonsense_there_is_ignored() -> None:
    record = record_of("push")
    one = next_record(record, [10, 20, 30])
    two = next_record(one, [1, -2, 3])
    assert match_of(two) == [[10, 20, 30], [1, -2, 3]]
    assert two.head["first"] == 2
    for nonsense in (5, [[1, 2]], [["a", "b", "c"]], [[1, 2, True]], "x"):
        two.extra["match"] = nonsense
        assert match_of(two) == []
    assert "match" not in next_record(record_of("nova"), None).extra


def record_of(game: str) -> Record:
    """Return the record of a game for three that begins with the first seat."""
    return shuffled(GAMES[game], ("Anna", "Ben", "Carla"), GAMES[game].defaults, 0, lambda deck: None)


# -- calls that are refused

BAD_CALLS: Sequence[tuple[tuple[str, ...], str]] = (
    (("foo",), "foo"),
    (("Play",), "Play"),
    (("",), "play"),
    (("play", "chess"), "chess"),
    (("rules", "chess"), "chess"),
    (("play", "--players", "1"), "2"),
    (("play", "--players", "0"), "2"),
    (("play", "--players", "6"), "5"),
    (("play", "--players", "99"), "5"),
    (("play", "--players", "-1"), "-1"),
    (("play", "--players", "two"), "two"),
    (("play", "--players", ""), "--players"),
    (("play", "--players"), "--players"),
    (("play", "--players=0", "--names", "A,B"), "2"),
    (("play", "--players", "3", "--names", "A,B"), "2"),
    (("play", "--names", "A"), "2"),
    (("play", "--names", "A,B,C,D,E,F"), "5"),
    (("play", "--names", "Anna,Ben,anna"), "anna"),
    (("play", "--names", "Jürgen,Juergen"), "Juergen"),
    (("play", "--names", "A,,B"), "senpai|name|Name"),
    (("play", "--names", "A, ,B"), "senpai|name|Name"),
    (("play", "--names", "A,B\x1b[2J"), "B"),
    (("play", "--names", "A,\u202eB"), "B"),
    (("play", "--names", f"A,{'B' * 61}"), "B"),
    (("play", "--names", "A,!!!"), "!!!"),
    (("play", "--seed"), "--seed"),
    (("play", "--lang", "fr"), "fr"),
    (("--lang",), "--lang"),
    (("play", "--option", "jokers=3"), "jokers=3"),
    (("play", "--option", "jokers=x"), "jokers=x"),
    (("play", "--option", "jokers=-1"), "jokers=-1"),
    (("play", "--option", "rainbow"), "rainbow"),
    (("play", "--option", "gentle=2"), "gentle=2"),
    (("play", "--option", "=1"), "=1"),
    (("play", "--option", ""), "--option"),
    (("play", "--verbosity", "loud"), "loud"),
    (("play", "--confirm", "maybe"), "maybe"),
    (("play", "--events", "never"), "never"),
    (("play", "--voice", "loud"), "loud"),
    (("play", "--braille", "dots"), "dots"),
    (("play", "--nonsense"), "--nonsense"),
    (("play", "-x"), "-x"),
    (("play", "--plain=1"), "--plain"),
    (("replay",), "senpai replay"),
    (("resume",), "senpai play nova"),
)


@pytest.mark.parametrize(("arguments", "named"), BAD_CALLS, ids=lambda value: "_".join(value) or "nothing")
def test_a_wrong_call_is_refused_with_one_line_in_either_language(
    tmp_path: Path, arguments: tuple[str, ...], named: str
) -> None:
    told = []
    for lang in ("en", "de"):
        done = ran(tmp_path, "--lang", lang, *arguments)
        assert done.code == 2
        # The greeting comes before anything is looked up.
        assert done.out in ("", "Welcome to Senpai.\n", "Willkommen bei Senpai.\n")
        line = done.err.removesuffix("\n")
        assert line.endswith(".")
        assert line.isprintable()
        assert re.search(named if "|" in named else re.escape(named), line), line
        assert len(line) < 250
        told.append(line)
    assert told[0] != told[1]
    assert not (tmp_path / "senpai-home" / "games").exists()


def test_the_language_is_the_systems_unless_it_is_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for system, given, german in (
        *(("de_DE.UTF-8", (), True), ("de", (), True), ("C.UTF-8", (), False), ("fr_FR", (), False)),
        *(("de_DE.UTF-8", ("--lang", "en"), False), ("C", ("--lang=de",), True)),
    ):
        monkeypatch.setenv("LC_ALL", system)
        assert ("gibt es nicht" in ran(tmp_path, *given, "foo").err) is german


def test_a_refused_call_of_the_program_itself() -> None:
    done = program("play", "chess", env={"LC_ALL": "de_DE.UTF-8"})
    assert (done.code, done.out) == (2, "Willkommen bei Senpai.\n")
    assert re.fullmatch(r"Ein Spiel namens chess gibt es nicht\. Sag .*nova.*\.\n", done.err)


def test_arguments_that_are_no_text_are_refused_or_used_without_a_traceback(tmp_path: Path) -> None:
    odd = os.fsdecode(b"\xff\xfe")
    for arguments, code in (
        *(((odd,), 2), (("play", odd), 2), (("play", f"--{odd}"), 2), (("play", "--names", f"A,{odd}"), 2)),
        *((("play", "--seed", odd, "--voice", "none"), 0), (("replay", odd), 2)),
    ):
        done = ran(tmp_path, *arguments)
        assert done.code == code, arguments
        assert "Something" not in done.err
        assert len(done.err.splitlines()) == (code == 2)


def test_an_error_inside_is_a_sentence_and_no_traceback(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("secret\x1b[2J")

    monkeypatch.setattr("access.play.play", fail)
    done = ran(tmp_path, *GAME)
    assert done.code == 70
    assert done.err.count("\n") == 1
    assert "ZeroDivisionError" in done.err
    assert "\x1b" not in done.err
    monkeypatch.setenv("SENPAI_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        ran(tmp_path, *GAME)


@pytest.mark.parametrize("lang", ["en", "de"])
def test_help_version_and_rules(tmp_path: Path, lang: str) -> None:
    usage = ran(tmp_path, "help", "--lang", lang)
    assert usage.out == ran(tmp_path, "--help", "--lang", lang).out == ran(tmp_path, "-h", "--lang", lang).out
    assert all(len(line) > 3 and line.endswith(".") for line in usage.lines)
    assert "senpai resume" in usage.out
    version = ran(tmp_path, "--version", "--lang", lang)
    assert re.fullmatch(r"Senpai( \d+\.\d+\.\d+)?\.\n", version.out)
    rules = ran(tmp_path, "rules", "nova", "--lang", lang)
    assert rules.out == ran(tmp_path, "rules", "--lang", lang).out
    assert {usage.code, version.code, rules.code} == {0}


# -- options


def test_options_change_the_game_and_are_told(tmp_path: Path) -> None:
    more = ("--option", "jokers=2", "--option", "gentle", "--option", "grand_finale")
    done = ran(tmp_path, *GAME, *more, typed=["play 1", "row hearts"] * 60)
    assert (done.code, done.err) == (0, "")
    for told in ("the rows go up to six", "without lives you keep your points", "2 jokers are in the deck"):
        assert told in done.lines[1]
    assert re.search(r"\d+ of 24 points", done.out)
    plain = ran(tmp_path, *GAME, "--option", "gentle=0", "--option", "jokers=0", typed=["play 1"] * 60)
    assert "joker" not in plain.out
    assert "Gentle" not in plain.out


def test_a_joker_asks_for_its_row_and_takes_nothing_else(tmp_path: Path) -> None:
    done = ran(
        tmp_path,
        *("play", "--players", "3", "--seed", "3", "--option", "jokers=2", "--voice", "none"),
        typed=["play 2", "play 1", "hint Ben hearts", "row stars", "row", "arrange 3 1 2", "row hearts"],
    )
    at = done.lines.index("It is a joker. Choose a row.")
    first = "First choose a row for the joker: clubs, diamonds, hearts or spades."
    assert done.lines[at + 1 : at + 3] == [first, first]
    assert done.lines[at + 3].startswith("There is no row called stars.")
    assert done.lines[at + 4].startswith("Say which row.")
    assert done.lines[at + 5] == "You put your cards in a new order."
    assert done.lines[at + 7] == "You put the joker on hearts."
    assert done.lines[at + 8].startswith("The joker counts as the ")


def test_names_are_used_and_the_first_is_the_persons(tmp_path: Path) -> None:
    done = ran(
        tmp_path,
        *("play", "--names", " Zoë , O'Brien,Anna Maria ,A,2 ", "--seed", "1", "--voice", "none"),
        typed=["hand o'brien", "hand anna", "hand Anna Maria", "hand A", "hand 2", "hand Zoe", "hand zo"],
    )
    assert (done.code, done.err) == (0, "")
    assert "You play Nova with O'Brien, Anna Maria, A and 2." in done.lines[1]
    heads = [line for line in done.lines if line.endswith("from the left.")]
    own = ["Your cards, from the left."] * 2
    assert heads == [
        *(f"{who}'s cards, from the left." for who in ("O'Brien", *["Anna Maria"] * 2, "A", "2")),
        *own,
    ]


QUESTION = "Say yes, or no to take it back."


def test_confirm_always_asks_and_takes_back(tmp_path: Path) -> None:
    done = ran(
        tmp_path,
        *(*GAME, "--confirm", "always"),
        typed=["play 1", "no", "play 2", "take back", "play 3", "table", "", "nonsense", "yes", "yes"],
    )
    assert (done.code, done.err) == (0, "")
    back = "You take it back."
    assert done.lines[2:10] == [
        *("You play card 1.", QUESTION, back, "You play card 2.", QUESTION, back),
        *("You play card 3.", QUESTION),
    ]
    assert done.lines[10].startswith("Rows: clubs empty")
    asked_again = done.lines.index(QUESTION, 10)
    assert done.lines[asked_again + 1].startswith("I do not know the word nonsense.")
    assert re.search(" fits| fit", done.lines[asked_again + 2])
    assert done.lines[-2].startswith("Nothing waits for your yes")


def test_confirm_risky_asks_only_where_something_may_be_lost(tmp_path: Path) -> None:
    done = ran(tmp_path, *GAME, "--confirm", "risky", typed=["hint Anna spades", "play 1", "play 2", "no"])
    # Anna's hint makes sure that card 1 is an ace, which fits; nothing is known of card 2.
    assert "Your cards 1 and 4 are aces. 6 coins left." in done.lines
    assert "You play card 1." in done.lines
    assert done.lines.count(QUESTION) == 1
    assert done.lines.index(QUESTION) == done.lines.index("You play card 2.") + 1
    assert done.lines[-2] == "You take it back."


def test_the_end_of_input_at_a_question_leaves_the_action_to_be_announced_again(tmp_path: Path) -> None:
    done = ran(tmp_path, *GAME, "--confirm", "always", typed=["play 1"])
    assert done.lines[-1] == SAVED
    again = ran(tmp_path, "resume", "--voice", "none", "--confirm", "always", typed=["no", "table"])
    assert "You play card 1." in again.out
    assert "You take it back." in again.lines
    agreed = ran(tmp_path, "resume", "--voice", "none", typed=["table"])
    assert "You play card 1." not in agreed.out


@pytest.mark.parametrize("lang", ["en", "de"])
def test_verbosity_says_more_or_less_but_never_less_than_happened(tmp_path: Path, lang: str) -> None:
    outs = {
        verbosity: ran(tmp_path, *GAME, "--lang", lang, "--verbosity", verbosity, typed=["play 1"] * 8)
        for verbosity in ("short", "normal", "learning")
    }
    lengths = [len(done.out) for done in outs.values()]
    assert lengths == sorted(lengths)
    assert len(set(lengths)) == 3
    facts = [re.findall(r"fits|passt|\d+ (?:lives|Leben)|\bace\b|-Ass\b", done.out) for done in outs.values()]
    assert all(facts)
    assert {done.code for done in outs.values()} == {0}


def test_braille_on_the_terminal_comes_with_everything_that_is_said(tmp_path: Path) -> None:
    plain = ran(tmp_path, *GAME, typed=SCRIPT)
    brailled = ran(tmp_path, *GAME, "--braille", "terminal", typed=SCRIPT)
    assert (brailled.code, brailled.err) == (0, "")
    cells = [line for line in brailled.lines if line and all("\u2800" <= char <= "\u28ff" for char in line)]
    assert [line for line in brailled.lines if line not in cells] == plain.lines
    assert all(len(line) <= 40 for line in cells)
    assert len(cells) > len(plain.lines) / 2
