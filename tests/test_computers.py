"""Computer players at a table: their level, and that a thinking one holds nobody up.

Not here: how well they play (see the tests of each game's players).
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from access.play import computers_of, next_record
from access.saves import load, saved
from access.seeds import level_of
from access.session import Confirm
from engine import GAMES
from engine.bots.levels import Level
from engine.fireworks_parts import Arrange
from engine.record import read, write
from engine.table import Deed
from speech.words import LANGUAGES
from tests.driving import GAME, ROOT, Guest, Terminal, party, playing, ran, record_of, run

# -- levels


@pytest.mark.parametrize("game", GAMES)
def test_a_game_keeps_its_level_over_a_resumption_and_hands_it_on(game: str, tmp_path: Path) -> None:
    ran(tmp_path, "play", game, "--level", "expert", "--seed", "1", "--voice", "none", typed="")
    (path,) = saved()
    record = load(path)
    assert record.extra["level"] == "expert"
    assert level_of(next_record(record, None)) is Level.EXPERT
    players = computers_of(read(write(record)), [0])
    assert {player.level for player in players.values()} == {Level.EXPERT}  # type: ignore[attr-defined]  # all have one
    assert sorted(players) == list(range(1, len(record.players)))


@pytest.mark.parametrize("nonsense", [None, 3, "master", [], {}])
def test_a_record_without_a_level_means_the_usual_one(nonsense: object) -> None:
    record = record_of()
    assert level_of(record) is Level.CLUB
    record.extra["level"] = nonsense
    assert level_of(record) is Level.CLUB


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_wrong_level_is_refused_in_words(tmp_path: Path, lang: str) -> None:
    done = ran(tmp_path, "play", "nova", "--level", "master", "--lang", lang)
    assert done.code == 2
    assert "--level" in done.err
    assert "beginner, club" in done.err


def test_the_level_can_be_set_for_all_games_to_come(tmp_path: Path) -> None:
    assert ran(tmp_path, "settings", "players.level", "beginner").code == 0
    ran(tmp_path, *GAME, typed="")
    (path,) = saved()
    assert load(path).extra["level"] == "beginner"


# -- pace


class Slow:
    """A computer player that thinks for a while, in a loop that never gives way of itself."""

    def __init__(self, seconds: float = 0.2) -> None:
        self.seconds, self.asked = seconds, 0

    def choose(self, view: Any, legal: Sequence[Deed], chance: Random) -> Deed:
        self.asked += 1
        until, n = time.perf_counter() + self.seconds, 0
        while time.perf_counter() < until:
            n += 1
        return legal[-1]


@contextlib.asynccontextmanager
async def slowly(seconds: float) -> AsyncIterator[tuple[Any, Slow]]:
    at, slow = party(record_of(), [Guest()]), Slow(seconds)
    at.table._computers = {1: slow, 2: slow}
    async with playing(at):
        yield at, slow


def test_what_is_typed_while_a_computer_player_thinks_is_answered_at_once() -> None:
    async def scene() -> None:
        async with slowly(0.4) as (at, slow):
            await at.typed(0, "play 1")
            assert at.table.turn == 1
            waited = []
            while slow.asked < 2:
                begun = time.perf_counter()
                assert await at.answers(0, "status") == 1
                waited.append(time.perf_counter() - begun)
                await asyncio.sleep(0.02)
            assert len(waited) > 5
            assert sorted(waited)[len(waited) // 2] < 0.1

    run(scene)


def test_who_arranges_their_cards_meanwhile_has_the_decision_taken_anew() -> None:
    async def scene() -> None:
        async with slowly(0.2) as (at, slow):
            await at.typed(0, "play 1")
            while not slow.asked:
                await asyncio.sleep(0.01)
            assert await at.answers(0, "arrange 4 3 2 1") == 1
            await at.sessions[0].ready()
            assert slow.asked == 3
            assert [action.seat for action in at.table.record.actions] == [0, 0, 1, 2]
            assert isinstance(at.table.record.actions[1], Arrange)

    run(scene)


def test_a_question_that_waits_holds_the_computer_player_up_and_nothing_is_lost() -> None:
    async def scene() -> None:
        at, slow = party(record_of(), [Guest(confirm=Confirm.ALWAYS)]), Slow(0.1)
        at.table._computers = {1: slow, 2: slow}
        async with playing(at):
            await at.typed(0, "play 1")
            await at.typed(0, "yes")
            while not slow.asked:
                await asyncio.sleep(0.01)
            await at.typed(0, "arrange 4 3 2 1")
            await asyncio.sleep(0.3)
            assert len(at.table.record.actions) == 1
            await at.typed(0, "no")
            await at.sessions[0].ready()
            assert [action.seat for action in at.table.record.actions] == [0, 1, 2]

    run(scene)


SLOW = """
import time
from engine.bots.fireworks import FireworksPlayer

choose = FireworksPlayer.choose

def slow(self, *given):
    until = time.perf_counter() + {seconds}
    while time.perf_counter() < until:
        pass
    return choose(self, *given)

FireworksPlayer.choose = slow
"""
"""Python runs this before the program, so that computer players take so long for a decision."""


@pytest.mark.real_time
def test_keys_are_echoed_while_a_computer_player_thinks(tmp_path: Path) -> None:
    with slow_terminal(tmp_path, 3.0) as terminal:
        terminal.match("^> ")
        terminal.match("Anna's turn", terminal.type("play 1\r"))
        waited = []
        for letter in "table":
            begun = time.perf_counter()
            terminal.match(letter, terminal.type(letter))
            waited.append(time.perf_counter() - begun)
        assert "Anna plays" not in terminal.text()
        assert sorted(waited)[2] < 0.1
        terminal.match("Rows:", terminal.type("\r"))
        terminal.type("quit\r")
        assert terminal.leave() == 0


@pytest.mark.real_time
def test_control_c_leaves_while_a_computer_player_thinks(tmp_path: Path) -> None:
    with slow_terminal(tmp_path, 2.0) as terminal:
        terminal.match("^> ")
        terminal.match("Anna's turn", terminal.type("play 1\r"))
        terminal.match("Control C", terminal.type("\x03"))
        terminal.match("Goodbye", terminal.type("\x03"))
        assert "Anna plays" not in terminal.text()
        assert terminal.leave() == 0


@contextlib.contextmanager
def slow_terminal(folder: Path, seconds: float) -> Iterator[Terminal]:
    """Yield the program at a terminal, in a game whose computer players take so long for a decision."""
    (folder / "sitecustomize.py").write_text(SLOW.format(seconds=seconds))
    call = ["play", "nova", "--players", "2", "--seed", "1", "--voice", "none", "--lang", "en"]
    terminal = Terminal(*call, env={"PYTHONPATH": f"{folder}{os.pathsep}{ROOT}"})
    try:
        yield terminal
    finally:
        terminal.close()
