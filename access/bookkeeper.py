"""How each game ended that was played to its end here: one line a game, kept beside the saved games.

Kept are the game, its options, how many played, the person's score, whether they won, and the day: nothing
about anybody else, no cards, no names. Not here: what comes of it (see `statistics`).
"""

from __future__ import annotations

import errno
import json
import os
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from engine.record import Record, final
from engine.table import Deed, Seat
from speech.utterance import Step

from .saves import home
from .session import Session
from .settings import BY_KEY, Settings

SETTING = "statistics"
"""The setting that turns it off."""


class Entry(NamedTuple):
    """One game that is over."""

    game: str
    options: Mapping[str, int]
    """Those that are not as usual."""
    players: int
    score: int | None
    """The person's; in a game that all win or lose together, that of all. None: the game counts no points."""
    most: int | None
    """The score of a perfect game, where there is one."""
    won: bool
    day: str
    """When it ended, as "2026-11-30"."""
    begun: str
    """When it began, to the microsecond: the same game, ended twice after a full disk, counts once."""


def place() -> Path:
    """Return the file with one line a game."""
    return home() / "statistics.jsonl"


def kept(settings: Settings) -> bool:
    """Whether the person wants games to be counted."""
    return SETTING not in BY_KEY or settings.value(SETTING) is not False


# -- one game


def begin(record: Record) -> None:
    """Note in the record when the game began, unless that is noted already."""
    now = time.time_ns()
    stamp = time.strftime("%Y-%m-%dT%H:%M:%S", time.localtime(now // 10**9))
    record.extra.setdefault("begun", f"{stamp}.{now // 1000 % 10**6:06d}")


def entry_of(record: Record, people: Sequence[Seat]) -> Entry | None:
    """Return what is kept of a game, None if it is not over; `people` sit at this machine.

    If there are several people, the best of them counts: the lowest score, and a win of anybody's.
    """
    state, game = final(record), record.game
    if not state["over"]:
        return None
    options = {name: value for name, value in record.options.items() if value != game.defaults[name]}
    score, most, won = _result(state, people)
    begun = str(record.extra.get("begun", ""))
    return Entry(game.name, options, len(record.players), score, most, won, time.strftime("%Y-%m-%d"), begun)


def _result(state: Mapping[str, Any], people: Sequence[Seat]) -> tuple[int | None, int | None, bool]:
    """Return score, highest score and win, by the keys of a final state (record.md)."""
    if "score" in state:
        return state["score"], state["max_score"], bool(state["won"])
    winners = state["winners"] if "winners" in state else [state["winner"]]
    won = any(seat in winners for seat in people)
    scores = state.get("scores")
    return None if scores is None else min(scores[seat] for seat in people), None, won


# -- the file


def add(entry: Entry, path: Path) -> None:
    """Write a game behind the others in one piece. Raises OSError; then at most this game is lost."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    line = json.dumps(entry._asdict(), ensure_ascii=False).encode() + b"\n"
    flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0)
    handle = os.open(path, flags, 0o600)
    try:
        end = os.lseek(handle, 0, os.SEEK_END)
        if end:
            os.lseek(handle, end - 1, os.SEEK_SET)
            if os.read(handle, 1) != b"\n":  # A power cut came in the middle of a line.
                line = b"\n" + line
        if os.write(handle, line) != len(line):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        os.fsync(handle)
    finally:
        os.close(handle)


# -- while playing


class Bookkeeper:
    """Somebody at the table who hears what everybody may know, and notes the game's end, once.

    A game from the list of practice deals is not counted: the cards are known, and it can be had again.
    """

    seat: Seat | None = None

    def __init__(self, session: Session, people: Sequence[Seat], path: Path | None = None) -> None:
        self._session, self._people = session, tuple(people)
        self._path = place() if path is None else path
        self._done = False
        begin(session.table.record)

    async def settled(self) -> None:
        table = self._session.table
        if self._done or table.turn is not None:
            return
        self._done = True
        entry = entry_of(table.record, self._people)
        if entry is None or _practised(table.record):
            return
        try:
            add(entry, self._path)
        except OSError as error:
            from speech.statistics_text import StatisticsText  # only when something is wrong

            text = StatisticsText(self._session.senpai.words)
            await self._session.warn(text.not_counted(error.errno or 0))

    async def hear(self, number: int, step: Step, event: Any, view: Any) -> None:
        """Nothing of that is noted."""

    async def taken_back(self, number: int, who: Seat) -> None:
        """Nothing of that is noted."""

    async def talked(self, number: int, who: Seat, to: Seat | None) -> None:
        """Nothing of that is noted."""

    async def agrees(self, action: Deed, view: Any) -> bool:
        return True

    async def caught_up(self) -> None:
        """Nothing is to be waited for."""

    async def alarm(self, code: int) -> None:
        """The people are told."""

    def remember(self, number: int, step: Step, event: Any, view: Any) -> None:
        """Nothing of that is noted."""


def _practised(record: Record) -> bool:
    from .practice import SEEDS  # not before the first prompt

    return record.extra.get("seed") in SEEDS
