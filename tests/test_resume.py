"""`senpai resume` with its list: saved games in words, chosen by number, deleted, and gone through again.

Not here: how saved games are written, and how one goes on (see `test_saves`).
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Sequence
from datetime import date
from pathlib import Path

import pytest

from access.arguments import BadCall
from access.resume_list import Save, SavesList, begun, gathered, wanted
from access.saves import home, load, saved, store
from engine import GAMES
from engine.record import Record, final
from speech.saves_text import SavesText
from speech.words import LANGUAGES, Words
from tests.driving import Terminal, program, ran
from tests.games import cut, random_game

QUIET = ("--voice", "none")
TODAY = date(2026, 11, 30)


def keep(record: Record, name: str, stamp: int) -> Path:
    """Save a record under a name, last changed at a time."""
    path = home() / "games" / f"{name}.json"
    store(record, path)
    os.utime(path, (stamp, stamp))
    return path


def three_games() -> list[Path]:
    """Save two games that can go on and one that is over; the first is the newest."""
    nova, push = random_game(5, players=3), random_game(5, game="push", players=3)
    return [
        keep(cut(nova, 1), "nova-2026-11-30-120000", 3_000),
        keep(cut(push, 0), "push-2025-01-02-120000", 2_000),
        keep(nova, "nova-2026-11-29-120000", 1_000),
    ]


def lines_of(saves: Sequence[Save], lang: str = "en") -> list[str]:
    return SavesList(lang, TODAY).lines(saves)


# -- in words


def told_of(record: Record, name: str = "x-2026-11-30-120000") -> str:
    keep(record, name, 1)
    for over in (False, True):
        saves = gathered(lambda path, bad: None, over=over)
        if saves:
            (line,) = lines_of(saves)
            return line
    raise AssertionError(record)


def test_a_game_that_can_go_on_is_told_in_one_sentence() -> None:
    record = cut(random_game(5, players=3), 12)
    assert final(record)["turn"] == 2
    assert told_of(record) == "1. Nova with Ben and Carla, begun today, 12 actions, Carla's turn."


@pytest.mark.parametrize(
    ("length", "end"), [(0, "no action yet, Carla's turn."), (1, "1 action, your turn."), (4, "your turn.")]
)
def test_turn_and_actions_are_worded(length: int, end: str) -> None:
    assert told_of(cut(random_game(5, players=3), length)).endswith(end)


def test_of_several_people_at_this_machine_nobody_is_you() -> None:
    record = cut(random_game(5, players=3), 1)
    record.extra["people"] = 2
    assert told_of(record) == "1. Nova with Anna, Ben and Carla, begun today, 1 action, Anna's turn."


@pytest.mark.parametrize("game", GAMES)
def test_how_a_game_ended_is_told(game: str) -> None:
    seen = set()
    for number in range(12):
        record = random_game(number, game=game, players=3)
        (line,) = lines_of([Save(Path("x-2026-11-30-120000.json"), record, final(record))])
        seen.add(re.sub(r"\d+", "N", line.partition(", over: ")[2]))
    if game in ("nova", "hanabi"):
        assert seen == {"N of N points."}
    else:
        assert seen >= {"you won.", "Ben won."}
        assert seen <= {
            "you won.",
            "Ben won.",
            "Carla won.",
            "a draw.",
            "Ben and Carla have won.",
            "you won with Ben.",
            "you won with Carla.",
        }


@pytest.mark.parametrize(
    ("day", "english"),
    [
        (date(2026, 11, 30), "today"),
        (date(2026, 11, 29), "yesterday"),
        (date(2026, 11, 28), "on 28 November"),
        (date(2026, 1, 1), "on 1 January"),
        (date(2025, 11, 30), "on 30 November 2025"),
        (date(2027, 3, 5), "on 5 March 2027"),
    ],
)
def test_days_are_words(day: date, english: str) -> None:
    assert SavesText(Words("en"), TODAY).day(day) == english


def test_the_list_is_german_in_german(tmp_path: Path) -> None:
    three_games()
    done = ran(tmp_path, "resume", "list", "--lang", "de", *QUIET)
    assert done.lines[0] == "2 Partien können weitergehen."
    assert done.lines[2].startswith("2. Nimm oder schieb mit Ben und Carla, begonnen am 2. Januar")
    assert done.lines[2].endswith(", noch keine Aktion, Carla ist dran.")
    over = ran(tmp_path, "resume", "finished", "--lang", "de", *QUIET)
    assert re.search(r", vorbei: \d+ von 24 Punkten\.$", over.lines[1])


def test_every_month_has_a_name_of_its_own_in_every_language() -> None:
    for lang in LANGUAGES:
        text = SavesText(Words(lang), TODAY)
        assert len({text.day(date(2024, month, 15)) for month in range(1, 13)}) == 12


def test_the_day_comes_from_the_record_then_the_name_then_the_file(tmp_path: Path) -> None:
    record = cut(random_game(5), 1)
    path = keep(record, "game", int(time.mktime((2024, 5, 6, 12, 0, 0, 0, 0, -1))))
    assert begun(Save(path, record, {})) == date(2024, 5, 6)
    named = path.rename(path.with_name("nova-2025-03-04-120000.json"))
    assert begun(Save(named, record, {})) == date(2025, 3, 4)
    record.extra["begun"] = "2026-07-08T09:10:11.000001"
    assert begun(Save(named, record, {})) == date(2026, 7, 8)
    record.extra["begun"] = ["nonsense"]
    assert begun(Save(named, record, {})) == date(2025, 3, 4)
    strange = named.rename(named.with_name("nova-2025-99-99.json"))
    assert begun(Save(strange, record, {})) == date(2024, 5, 6)


# -- what stands behind resume


@pytest.mark.parametrize(
    ("words", "what", "number"),
    [
        ([], None, None),
        (["2"], None, 2),
        (["list"], "list", None),
        (["Liste"], "list", None),
        (["delete", "2"], "delete", 2),
        (["LÖSCHE", "2"], "delete", 2),
        (["loesche", "10"], "delete", 10),
        (["finished"], "finished", None),
        (["beendet", "3"], "finished", 3),
    ],
)
def test_words_behind_resume(words: list[str], what: str | None, number: int | None) -> None:
    assert wanted(words)[:2] == (what, number)


@pytest.mark.parametrize("words", [["x"], ["2", "3"], ["list", "2"], ["delete"], ["delete", "x"]])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_other_words_are_refused_in_one_sentence(tmp_path: Path, words: list[str], lang: str) -> None:
    with pytest.raises(BadCall):
        wanted(words)
    three_games()
    done = ran(tmp_path, "resume", *words, "--lang", lang, *QUIET)
    assert (done.code, done.out) == (2, "")
    assert re.fullmatch(r"[^\n]+\.\n", done.err)


# -- not at a terminal


def test_the_list_tells_what_can_go_on_and_how(tmp_path: Path) -> None:
    three_games()
    done = ran(tmp_path, "resume", "list", *QUIET)
    assert (done.code, done.err) == (0, "")
    assert len(done.lines) == 4
    assert done.lines[0] == "2 games can go on."
    assert re.fullmatch(
        r"1\. Nova with Ben and Carla, begun (today|yesterday|on 30 November( 2026)?), 1 action, your turn\.",
        done.lines[1],
    )
    assert re.fullmatch(
        r"2\. Push with Ben and Carla, begun on 2 January( 2025)?, no action yet, \w+'s turn\.", done.lines[2]
    )
    assert "senpai resume delete" in done.lines[3]


def test_finished_games_have_a_list_of_their_own_and_are_gone_through_again(tmp_path: Path) -> None:
    paths = three_games()
    done = ran(tmp_path, "resume", "finished", *QUIET)
    assert done.code == 0
    assert done.lines[0] == "1 saved game is over."
    assert re.search(r"over: \d+ of 24 points\.$", done.lines[1])
    again = ran(tmp_path, "resume", "finished", "1", *QUIET)
    assert again.out == ran(tmp_path, "replay", str(paths[2])).out
    assert again.out
    for words in (("finished", "2"), ("finished", "0")):
        none = ran(tmp_path, "resume", *words, *QUIET)
        assert (none.code, none.out) == (2, "")
        assert none.err.startswith(f"There is no saved game {words[1]}.")


def test_a_number_chooses_and_without_one_a_pipe_gets_the_newest(tmp_path: Path) -> None:
    three_games()
    push = ran(tmp_path, "resume", "2", *QUIET, typed=["table"])
    assert push.code == 0
    assert "The open card" in push.out
    # It was played last, so it is the newest now.
    newest = ran(tmp_path, "resume", *QUIET, typed=["table"])
    assert "The open card" in newest.out
    nova = ran(tmp_path, "resume", "2", *QUIET, typed=["table"])
    assert "Rows:" in nova.out


@pytest.mark.parametrize("words", [("3",), ("0",), ("99999999999999999999",), ("delete", "3")])
def test_a_number_that_is_not_there_is_told_with_those_that_are(
    tmp_path: Path, words: tuple[str, ...]
) -> None:
    three_games()
    done = ran(tmp_path, "resume", *words, *QUIET, typed="yes\n")
    assert (done.code, done.out) == (2, "")
    assert done.err == (
        f"There is no saved game {words[-1]}. Say a number from 1 to 2; senpai resume list tells them all.\n"
    )
    assert len(saved()) == 3


@pytest.mark.parametrize("words", [("list",), ("2",), ("delete", "1"), ("finished",), ("finished", "1")])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_without_saved_games_each_wish_is_answered(tmp_path: Path, words: tuple[str, ...], lang: str) -> None:
    done = ran(tmp_path, "resume", *words, "--lang", lang, *QUIET)
    assert (done.code, done.out) == (2, "")
    assert "senpai play nova" in done.err
    assert len(done.err.splitlines()) == 1


@pytest.mark.parametrize("answer", ["yes", "Y", "ja", "J"])
def test_a_game_is_deleted_after_a_yes(tmp_path: Path, answer: str) -> None:
    paths = three_games()
    done = ran(tmp_path, "resume", "delete", "2", *QUIET, typed=f"{answer}\n")
    assert done.code == 0
    assert done.lines[0].startswith("Delete this game for good? Push with Ben and Carla, begun on 2 January")
    assert done.lines[0].endswith(". Say yes or no.")
    assert done.lines[1] == "The game is deleted."
    assert saved() == [paths[0], paths[2]]


@pytest.mark.parametrize("answer", ["no\n", "\n", "nein\n", "yess\n", "1\n", ""])
def test_anything_but_a_yes_keeps_the_game(tmp_path: Path, answer: str) -> None:
    paths = three_games()
    done = ran(tmp_path, "resume", "delete", "1", *QUIET, typed=answer)
    assert (done.code, done.lines[-1]) == (0, "The game is kept.")
    assert saved() == paths


def test_a_game_that_cannot_be_deleted_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    three_games()

    def refuse(self: Path) -> None:
        raise PermissionError(13, "no")

    monkeypatch.setattr(Path, "unlink", refuse)
    done = ran(tmp_path, "resume", "delete", "1", *QUIET, typed="yes\n")
    assert done.code == 2
    assert done.lines[-1] == "The game cannot be deleted: the system does not allow it."
    assert len(saved()) == 3


@pytest.mark.parametrize("words", [("list",), ("finished",), ("1",)])
def test_broken_saves_are_told_and_set_aside_by_every_list(tmp_path: Path, words: tuple[str, ...]) -> None:
    three_games()
    broken = home() / "games" / "broken.json"
    broken.write_text("broken")
    done = ran(tmp_path, "resume", *words, *QUIET)
    assert done.code == 0
    assert "set aside as broken.broken" in done.lines[0]
    assert not broken.exists()


def test_the_list_holds_nothing_that_a_seat_may_not_know(tmp_path: Path) -> None:
    """Cards and seeds stay in the records."""
    three_games()
    told = ran(tmp_path, "resume", "list", *QUIET).out + ran(tmp_path, "resume", "finished", *QUIET).out
    assert not re.search(r"hearts|spades|clubs|diamonds|deck|seed|\b[A2-6][CDHS]\b", told)


# -- at a terminal


@pytest.mark.parametrize("plain", [(), ("--plain",)])
def test_at_a_terminal_with_several_games_one_is_chosen_by_number(plain: tuple[str, ...]) -> None:
    three_games()
    terminal = Terminal("resume", *QUIET, *plain)
    try:
        terminal.match("Which one do you want to go on with")
        text = terminal.text()
        assert text.index("2 games can go on.") < text.index("1. Nova with") < text.index("2. Push with")
        since = terminal.type("seven\r")
        terminal.match("Type a number from 1 to 2.", since)
        since = terminal.type("3\r")
        terminal.match("Type a number from 1 to 2.", since)
        since = terminal.type("help\r")
        terminal.match("Which one do you want to go on with", since)
        since = terminal.type("2\r")
        terminal.match(r"The open card|It is|turn", since)
        terminal.match("^> ", since)
        terminal.type("quit\r")
        assert terminal.leave() == 0
    finally:
        terminal.close()


@pytest.mark.parametrize("keys", ["quit\r", "ende\r", "\x04"])
def test_the_choice_can_be_left(keys: str) -> None:
    three_games()
    before = [path.read_bytes() for path in saved()]
    terminal = Terminal("resume", *QUIET)
    try:
        terminal.match("Which one do you want to go on with")
        terminal.type(keys)
        assert terminal.leave() == 0
        assert terminal.rows()[-1].endswith("Goodbye.")
        assert [path.read_bytes() for path in saved()] == before
    finally:
        terminal.close()


def test_at_a_terminal_the_only_game_goes_straight_on() -> None:
    keep(cut(random_game(5, players=3), 1), "nova-2026-11-30-120000", 3_000)
    terminal = Terminal("resume", *QUIET)
    try:
        terminal.match("The game goes on after 1 action.")
        assert "Which one" not in terminal.text()
        terminal.match("^> ")
        terminal.type("quit\r")
        assert terminal.leave() == 0
    finally:
        terminal.close()


def test_at_a_terminal_a_finished_game_is_stepped_through() -> None:
    count = len(load(three_games()[-1]).actions)
    terminal = Terminal("resume", "finished", "1", *QUIET)
    try:
        terminal.match(f"Replay of Nova with Anna, Ben and Carla: {count} actions.")
        terminal.match("^> ")
        since = terminal.type("\r")
        terminal.match(r"Action 1\.", since)
        terminal.type("quit\r")
        assert terminal.leave() == 0
        assert len(load(saved()[-1]).actions) == count
    finally:
        terminal.close()


def test_with_nothing_saved_a_terminal_is_told_so() -> None:
    terminal = Terminal("resume", *QUIET)
    try:
        assert terminal.leave() == 2
        assert terminal.rows()[-1] == "No game is saved that could go on. Start one with senpai play nova."
    finally:
        terminal.close()


def test_the_list_of_two_hundred_games_is_told_in_a_moment() -> None:
    record = random_game(5, players=3)
    for number in range(200):
        keep(record if number % 2 else cut(record, number % 40), f"nova-2026-11-{number:03}", number)
    done = program("resume", "list", *QUIET)
    assert done.code == 0
    assert len(done.lines) == 102
