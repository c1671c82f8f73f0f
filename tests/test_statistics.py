"""Statistics: each game counts once when it is over, and whatever goes wrong loses that game at most."""

from __future__ import annotations

import asyncio
import errno
import json
import os
import signal
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from access.bookkeeper import Bookkeeper, Entry, add, begin, entry_of, place
from access.practice import DEALS
from access.saves import home, load, saved
from access.session import Session
from access.statistics import read, summed_up
from access.table import Table
from engine import GAMES
from engine.record import Record
from speech.outputs import Recording
from speech.senpai import Senpai
from speech.statistics_text import StatisticsText, Summary
from speech.words import LANGUAGES, Verbosity, Words
from tests.driving import GAME, HANG, Terminal, environment, ran
from tests.games import cut, random_game

QUIET = ("--voice", "none")
TO_THE_END = ["play 1"] * 40


def entry(**more: Any) -> Entry:
    usual = Entry("nova", {}, 3, 17, 20, False, "2026-11-30", "")
    return usual._replace(**more)


# -- one game


def test_a_game_played_to_its_end_is_counted_at_once(tmp_path: Path) -> None:
    ran(tmp_path, *GAME, typed=TO_THE_END)
    (line,) = place().read_text("utf-8").splitlines()
    written = json.loads(line)
    assert set(written) == {"game", "options", "players", "score", "most", "won", "day", "begun"}
    assert (written["game"], written["players"], written["most"], written["won"]) == ("nova", 2, 20, False)
    assert stat.S_IMODE(place().stat().st_mode) == 0o600


def test_a_game_that_was_left_counts_once_when_it_goes_on_to_its_end(
    tmp_path: Path,
) -> None:
    ran(tmp_path, *GAME, typed=["play 1"])
    assert not place().exists()
    ran(tmp_path, "resume", *QUIET, typed=["table"])
    assert not place().exists()
    ran(tmp_path, "resume", *QUIET, typed=TO_THE_END)
    assert len(read(place()).entries) == 1
    assert ran(tmp_path, "resume", *QUIET).code == 2
    assert len(read(place()).entries) == 1


def test_each_game_of_an_evening_counts(tmp_path: Path) -> None:
    ran(tmp_path, *GAME, typed=[*TO_THE_END[:12], "new", *TO_THE_END])
    assert len(read(place()).entries) == 2


def test_nobodys_name_and_no_card_is_kept(tmp_path: Path) -> None:
    names = "Zebedäus,Quirin"
    ran(tmp_path, "play", "nova", "--names", names, "--seed", "Geheimnis", *QUIET, typed=TO_THE_END)
    text = place().read_text("utf-8")
    for secret in ("Zeb", "Quirin", "Geheimnis", "deck", '"AH"'):
        assert secret not in text


def test_a_practice_deal_is_not_counted(tmp_path: Path) -> None:
    ran(tmp_path, "practice", "nova", "fives", *QUIET, typed=TO_THE_END)
    assert len(saved()) == 1
    assert not place().exists()
    assert {deal.game for deal in DEALS} == set(GAMES)


def test_the_same_game_ended_twice_counts_once(tmp_path: Path) -> None:
    """A full disk may lose the end of a game, which is then played once more."""
    ran(tmp_path, *GAME, typed=["play 1"])
    (path,) = saved()
    half = path.read_bytes()
    for _ in range(2):
        ran(tmp_path, "resume", *QUIET, typed=TO_THE_END)
        path.write_bytes(half)
    assert len(place().read_text().splitlines()) == 2
    assert len(read(place()).entries) == 1


@pytest.mark.parametrize("game", GAMES)
def test_what_is_kept_is_what_the_rules_say(game: str) -> None:
    won, scores = set(), set()
    for number in range(8):
        record = random_game(number, game=game, players=3)
        kept = entry_of(record, [0])
        assert kept is not None
        result = record.game.result(state_after(record))
        if game in ("nova", "hanabi"):
            assert (kept.score, kept.most) == (result["score"], result["max_score"])
        elif game == "push":
            every = result["scores"]
            assert isinstance(every, list)
            assert (kept.score, kept.most) == (every[0], None)
            assert kept.won is (0 in result["winners"])  # type: ignore[operator]  # a list
        else:
            assert (kept.score, kept.most, kept.won) == (None, None, result["winner"] == 0)
        won.add(kept.won)
        scores.add(kept.score)
        assert entry_of(cut(record, len(record.actions) - 1), [0]) is None
    assert len(won) == 2 or game in ("nova", "hanabi")
    assert len(scores) > 1 or game == "gnav"


def state_after(record: Record) -> Any:
    state, _ = record.game.start(len(record.players), record.options, record.head)
    for action in record.actions:
        record.game.act(state, action)
    return state


def test_of_several_people_at_one_machine_the_best_counts() -> None:
    for number in range(6):
        record = random_game(number, game="push", players=3)
        alone = [entry_of(record, [seat]) for seat in range(3)]
        together = entry_of(record, range(3))
        assert together is not None
        assert together.won
        assert together.score == min(one.score for one in alone if one is not None and one.score is not None)


# -- what goes wrong


def test_a_torn_line_loses_itself_and_nothing_else() -> None:
    for number in range(3):
        add(entry(score=number), place())
    whole = place().read_bytes()
    lines = whole.splitlines(keepends=True)
    for length in range(1, len(lines[2])):
        place().write_bytes(whole[: len(whole) - length])
        add(entry(score=9), place())
        counted = read(place())
        torn = length > 1
        assert [one.score for one in counted.entries] == ([0, 1, 9] if torn else [0, 1, 2, 9])
        assert counted.skipped == torn


NONSENSE = [
    b"nonsense\n",
    b"{}\n",
    b"[1, 2]\n",
    b'"text"\n',
    b"\xff\xfe\x00\n",
    b"[" * 9_000 + b"\n",
    b"x" * 50_000 + b"\n",
    json.dumps(entry()._asdict() | {"score": "many"}).encode() + b"\n",
    json.dumps(entry()._asdict() | {"options": {"jokers": "two"}}).encode() + b"\n",
    json.dumps(entry()._asdict() | {"won": 1}).encode() + b"\n",
    json.dumps(entry()._asdict() | {"game": ["nova"]}).encode() + b"\n",
    json.dumps(entry()._asdict() | {"day": None}).encode() + b"\n",
]


@pytest.mark.parametrize("line", NONSENSE, ids=lambda line: line[:20].decode("ascii", "replace"))
def test_a_line_that_makes_no_sense_is_skipped_and_told(line: bytes, tmp_path: Path) -> None:
    add(entry(), place())
    with place().open("ab") as file:
        file.write(line)
    add(entry(score=12), place())
    assert [one.score for one in read(place()).entries] == [17, 12]
    done = ran(tmp_path, "statistics", *QUIET)
    assert done.code == 0
    assert re_skipped(done.lines[-1]) == read(place()).skipped > 0


def re_skipped(line: str) -> int:
    assert "of the statistics cannot be read and" in line
    return int(line.split()[0])


def test_a_full_disk_is_told_once_and_the_game_is_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = os.write

    def full(handle: int, data: bytes) -> int:
        if b'"won"' in data:
            raise OSError(errno.ENOSPC, "full")
        return real(handle, data)

    monkeypatch.setattr(os, "write", full)
    done = ran(tmp_path, *GAME, typed=[*TO_THE_END[:5], "table", "save"])
    told = "This game cannot be counted in the statistics: the disk is full."
    assert done.lines.count(told) == 1
    assert (done.code, done.err) == (0, "")
    assert done.lines[-1] == "Goodbye."
    (path,) = saved()
    assert len(load(path).actions) > 2


def test_a_disk_that_takes_half_a_line_is_told_and_the_rest_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    add(entry(), place())
    real = os.write
    with monkeypatch.context() as patch:
        patch.setattr(os, "write", lambda handle, data: real(handle, data[: len(data) // 2]))
        with pytest.raises(OSError, match="space"):
            add(entry(score=1), place())
    add(entry(score=2), place())
    counted = read(place())
    assert ([one.score for one in counted.entries], counted.skipped) == ([17, 2], 1)


def test_a_folder_in_its_place_is_told(tmp_path: Path) -> None:
    place().mkdir(parents=True)
    done = ran(tmp_path, *GAME, typed=TO_THE_END)
    told = "This game cannot be counted in the statistics: a file and a folder are mixed up."
    assert done.lines.count(told) == 1
    asked = ran(tmp_path, "statistics", *QUIET)
    assert (asked.code, asked.out) == (2, "")
    assert asked.err == "The statistics cannot be read: a file and a folder are mixed up.\n"


KILLED = """
import os, signal, sys
import access.bookkeeper
real = os.write
def half(handle, data):
    if b'"won"' in data:
        real(handle, data[:20])
        os.kill(os.getpid(), signal.SIGKILL)
    return real(handle, data)
os.write = half
from access.main import main
main(sys.argv[1:])
"""


def test_a_kill_in_the_middle_of_writing_loses_that_game_at_most(tmp_path: Path) -> None:
    add(entry(), place())
    process = subprocess.run(
        [sys.executable, "-c", KILLED, *GAME],
        input=b"play 1\n" * 40,
        capture_output=True,
        timeout=HANG,
        env=environment(),
        check=False,
    )
    assert process.returncode == -signal.SIGKILL
    (path,) = saved()
    assert load(path).actions  # the game itself was saved before
    counted = read(place())
    assert ([one.score for one in counted.entries], counted.skipped) == ([17], 1)
    add(entry(score=3), place())
    assert [one.score for one in read(place()).entries] == [17, 3]


def test_two_programs_that_end_games_at_once_lose_none() -> None:
    code = """from access.bookkeeper import Entry, add, place
for score in range(50):
    add(Entry("nova", {}, 2, score, 20, False, "", ""), place())
"""
    running = [subprocess.Popen([sys.executable, "-c", code], env=environment()) for _ in range(3)]
    assert [process.wait(HANG) for process in running] == [0, 0, 0]
    counted = read(place())
    assert (len(counted.entries), counted.skipped) == (150, 0)


# -- the bookkeeper at the table


def test_the_bookkeeper_writes_when_the_last_action_was_told_and_not_before(tmp_path: Path) -> None:
    record = random_game(5, players=3)
    path = tmp_path / "statistics"

    async def scene() -> None:
        table = Table(cut(record, 0))
        recording = Recording()
        session = Session(table, Senpai("nova", record.players, 0, "en", Verbosity.NORMAL), [recording])
        keeper = Bookkeeper(session, [0], path)
        table.sitters += [session, keeper]
        await table.begin()
        for action in record.actions:
            assert not path.exists()
            await table.submit(action)
        assert len(read(path).entries) == 1
        await keeper.settled()
        assert len(read(path).entries) == 1

    asyncio.run(scene())


def test_when_a_game_began_is_noted_once() -> None:
    record = random_game(1)
    begin(record)
    first = record.extra["begun"]
    begin(record)
    assert record.extra["begun"] == first


# -- summing up


def test_games_are_summed_up_by_game_and_variant() -> None:
    entries = [
        entry(score=10),
        entry(score=15),
        entry(options={"jokers": 2}, score=3),
        entry(game="push", score=-4, most=None, won=True),
        entry(game="push", score=31, most=None),
        entry(game="gnav", score=None, most=None, won=True),
        entry(game="chess", score=None, most=None),
    ]
    kinds = summed_up(entries)
    assert [(kind.game, dict(kind.options)) for kind in kinds] == sorted(
        [(kind.game, dict(kind.options)) for kind in kinds],
        key=lambda kind: (list(GAMES).index(kind[0]) if kind[0] in GAMES else 99, len(kind[1])),
    )
    found = {(kind.game, len(kind.options)): kind for kind in kinds}
    assert found["nova", 0] == Summary("nova", {}, 2, 0, 15, 20, 12.5)
    assert found["nova", 1] == Summary("nova", {"jokers": 2}, 1, 0, 3, 20, 3.0)
    assert found["push", 0] == Summary("push", {}, 2, 1, 31, None, 13.5)
    assert found["gnav", 0] == Summary("gnav", {}, 1, 1, None, None, None)


@pytest.mark.parametrize(
    ("summary", "english"),
    [
        (Summary("nova", {}, 1, 0, 17, 20, 17.0), "Nova: 1 game, 17 of 20 points."),
        (
            Summary("nova", {"gentle": 1, "jokers": 2}, 3, 0, 17, 20, 12 + 1 / 3),
            "Nova with the variant gentle show and 2 jokers: 3 games, the best with 17 of 20 points, "
            "on average 12.3.",
        ),
        (Summary("push", {}, 2, 1, 40, None, -0.25), "Push: 2 games, 1 won, on average minus 0.2 points."),
        (
            Summary("push", {"open_chips": 1}, 1, 0, 4, None, 4.0),
            "Push with the variant open chips: 1 game, 0 won, 4 points.",
        ),
        (Summary("gnav", {}, 5, 2, None, None, None), "Gnav: 5 games, 2 won."),
        (
            Summary("chess", {"blind_fold": 1}, 1, 1, None, None, None),
            "chess with the variant blind fold: 1 game, 1 won.",
        ),
    ],
)
def test_a_summary_is_one_sentence(summary: Summary, english: str) -> None:
    assert StatisticsText(Words("en")).kind(summary) == english


def test_a_summary_is_german_in_german() -> None:
    told = StatisticsText(Words("de")).kind(Summary("nova", {"jokers": 2}, 3, 0, 17, 20, 12.3))
    assert told == (
        "Nova mit der Variante 2 Joker: 3 Partien, die beste mit 17 von 20 Punkten, im Schnitt 12,3."
    )


def test_every_option_of_every_game_has_a_name() -> None:
    for lang in LANGUAGES:
        text = StatisticsText(Words(lang))
        for game in GAMES.values():
            for option, most in game.limits.items():
                named = text.kind(Summary(game.name, {option: most}, 1, 0, 1, 20, 1.0))
                assert "_" not in named
                assert named.endswith(".")


# -- the command


def test_the_command_tells_games_in_words(tmp_path: Path) -> None:
    done = ran(tmp_path, "statistics", *QUIET)
    assert (done.code, done.lines) == (0, ["No game was counted yet. A game is counted when it is over."])
    add(entry(), place())
    add(entry(game="push", most=None), place())
    assert ran(tmp_path, "statistics", "nova", *QUIET).lines == ["Nova: 1 game, 17 of 20 points."]
    assert len(ran(tmp_path, "statistics", *QUIET).lines) == 2
    assert ran(tmp_path, "statistics", "gnav", *QUIET).lines[0].startswith("No game")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_other_words_are_refused(tmp_path: Path, lang: str) -> None:
    for words in (("chess",), ("nova", "push"), ("delete", "nova")):
        done = ran(tmp_path, "statistics", *words, "--lang", lang, *QUIET)
        assert (done.code, done.out) == (2, "")
        assert done.err.endswith(".\n")


@pytest.mark.parametrize(("answer", "gone"), [("yes", True), ("ja", True), ("no", False), ("", False)])
def test_they_are_deleted_after_a_yes_and_only_then(tmp_path: Path, answer: str, gone: bool) -> None:
    add(entry(), place())
    done = ran(tmp_path, "statistics", "delete", *QUIET, typed=f"{answer}\n")
    assert done.code == 0
    assert done.lines[0] == "Delete the statistics for good, 1 game? Say yes or no."
    assert done.lines[1] == ("The statistics are deleted." if gone else "The statistics stay as they are.")
    assert place().exists() is not gone
    assert len(done.lines) == 2


def test_with_nothing_counted_there_is_nothing_to_delete(tmp_path: Path) -> None:
    done = ran(tmp_path, "statistics", "delete", *QUIET, typed="yes\n")
    assert done.lines == ["No game was counted yet. A game is counted when it is over."]


def test_at_a_terminal_the_question_waits_for_an_answer() -> None:
    add(entry(), place())
    terminal = Terminal("statistics", "delete", *QUIET)
    try:
        terminal.match("Delete the statistics for good, 1 game")
        assert place().exists()
        terminal.type("ja\r")
        assert terminal.leave() == 0
        assert not place().exists()
    finally:
        terminal.close()


@pytest.mark.parametrize(("off", "on"), [("off", "on"), ("aus", "an")])
def test_they_can_be_turned_off_and_on(tmp_path: Path, off: str, on: str) -> None:
    done = ran(tmp_path, "statistics", off, *QUIET)
    assert done.code == 0
    assert done.lines[0].startswith("From now on games are not counted.")
    ran(tmp_path, *GAME, typed=TO_THE_END)
    assert not place().exists()
    assert ran(tmp_path, "statistics", *QUIET).lines[-1].startswith("Games are not counted at present.")
    assert ran(tmp_path, "statistics", on, *QUIET).lines == [
        "From now on games are counted when they are over."
    ]
    ran(tmp_path, *GAME, typed=TO_THE_END)
    assert len(read(place()).entries) == 1


def test_settings_that_cannot_be_written_are_told(tmp_path: Path) -> None:
    (home() / "settings.toml").mkdir(parents=True)
    done = ran(tmp_path, "statistics", "off", *QUIET)
    assert done.code == 2
    assert "Nothing has changed." in done.err
