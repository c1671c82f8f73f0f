"""`senpai statistics`: how the games ended that were played here, by game and variant; deleted, or off.

Not here: the noting of a game (see `bookkeeper`), and the sentences (see `speech.statistics_text`).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from engine import GAMES
from speech.statistics_text import StatisticsText, Summary
from speech.words import Words

from .arguments import BadCall, Call, Slip
from .bookkeeper import SETTING, Entry, kept, place
from .menu import read_line
from .resume_list import YES
from .telling import telling

LONGEST_LINE = 10_000
"""A longer line is none of ours."""
DELETE = frozenset({"delete", "lösche", "löschen", "loesche", "loeschen"})
SWITCH = {**dict.fromkeys(("on", "an", "ein"), True), **dict.fromkeys(("off", "aus"), False)}
"""What may stand behind `statistics` besides the name of a game, in both languages."""


class Counted(NamedTuple):
    """All games that can be read, each once, and how many lines make no sense."""

    entries: list[Entry]
    skipped: int


def read(path: Path) -> Counted:
    """Return what the file holds; no file holds nothing. Raises OSError."""
    found: dict[object, Entry] = {}
    skipped = 0
    try:
        file = path.open("rb")
    except FileNotFoundError:
        return Counted([], 0)
    with file:
        while line := file.readline(LONGEST_LINE):
            entry = _entry(line) if line.endswith(b"\n") or len(line) < LONGEST_LINE else None
            if entry is not None:
                found[(entry.game, entry.begun) if entry.begun else len(found)] = entry
            elif line.strip():
                skipped += 1
    return Counted(list(found.values()), skipped)


def _entry(line: bytes) -> Entry | None:
    """Return the game on a line, None if that makes none."""
    try:
        written = json.loads(line.decode())
        entry = Entry(**{name: written[name] for name in Entry._fields})
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    right = (
        isinstance(entry.game, str)
        and isinstance(entry.options, dict)
        and all(type(value) is int for value in entry.options.values())
        and type(entry.players) is int
        and (entry.score is None or type(entry.score) is int)
        and (entry.most is None or type(entry.most) is int)
        and isinstance(entry.won, bool)
        and isinstance(entry.day, str)
        and isinstance(entry.begun, str)
    )
    return entry if right else None


def summed_up(entries: Iterable[Entry]) -> list[Summary]:
    """Return one summary for each game and variant that was played, the games in their usual order."""
    alike: dict[tuple[str, tuple[tuple[str, int], ...]], list[Entry]] = {}
    for entry in entries:
        alike.setdefault((entry.game, tuple(sorted(entry.options.items()))), []).append(entry)
    order = list(GAMES)

    def place_of(key: tuple[str, tuple[tuple[str, int], ...]]) -> tuple[int, int, Any]:
        game, options = key
        return (order.index(game) if game in order else len(order), len(options), key)

    return [_summary(key[0], dict(key[1]), alike[key]) for key in sorted(alike, key=place_of)]


def _summary(game: str, options: Mapping[str, int], games: Sequence[Entry]) -> Summary:
    scores = [entry.score for entry in games if entry.score is not None]
    most = max((entry.most for entry in games if entry.most is not None), default=None)
    won = sum(entry.won for entry in games)
    average = sum(scores) / len(scores) if scores else None
    return Summary(game, options, len(games), won, max(scores, default=None), most, average)


# -- the command


def statistics(call: Call, show: Callable[[str], None], complain: Callable[[str], None]) -> int:
    """Do what `senpai statistics` asks for, and return the exit status. Raises BadCall."""
    word = call.words[0].casefold() if call.words else ""
    known = not word or word in GAMES or word in DELETE or word in SWITCH
    if not known or len(call.words) > 1:
        raise BadCall(
            Slip.WRONG_VALUE,
            word="statistics",
            value=call.words[-1],
            choices=(*GAMES, "delete", "on", "off"),
        )
    text = StatisticsText(Words(call.lang))
    if word in SWITCH:
        return _switched(call, text, show, complain, on=SWITCH[word])
    try:
        counted = read(place())
    except OSError as error:
        complain(text.unreadable(error.errno or 0))
        return 2
    if word in DELETE:
        return _deleted(call, text, show, counted)
    entries = [entry for entry in counted.entries if word in ("", entry.game)]
    with telling(call, show) as speaker:
        speaker.say(*text.told(summed_up(entries), counted.skipped, kept=kept(call.settings)))
    return 0


def _switched(
    call: Call,
    text: StatisticsText,
    show: Callable[[str], None],
    complain: Callable[[str], None],
    *,
    on: bool,
) -> int:
    from .settings_file import keep
    from .settings_file import place as settings_place

    try:
        keep(settings_place(), None, SETTING, on)
    except OSError as error:
        complain(text.not_switched(error.errno or 0))
        return 2
    with telling(call, show) as speaker:
        speaker.say(text.switched(on=on))
    return 0


def _deleted(call: Call, text: StatisticsText, show: Callable[[str], None], counted: Counted) -> int:
    """Delete everything after a yes; anything else that is typed keeps it."""
    with telling(call, show) as speaker:
        if not counted.entries and not counted.skipped:
            speaker.say(*text.told([], 0, kept=kept(call.settings)))
            return 0
        speaker.say(text.really(len(counted.entries)))
        line = read_line()
        speaker.hush()
        if line is None or line.casefold() not in YES:
            speaker.say(text.left())
            return 0
        try:
            with suppress(FileNotFoundError):
                place().unlink()
        except OSError as error:
            speaker.say(text.not_deleted(error.errno or 0))
            return 2
        speaker.say(text.deleted())
    return 0
