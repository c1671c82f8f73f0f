"""`senpai replay`: a record read aloud, its final state, or everything that one seat is given.

The same table and session as in play, with nobody at the keyboard (record.md, "Replaying").
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from pathlib import Path

from engine.record import Record, final
from engine.table import BadRecord, Fault, Seat
from speech.faults import FaultText, refusal_in
from speech.outputs import Output, Printed, Recording
from speech.senpai import Senpai
from speech.words import Verbosity, Words

from .arguments import BadCall, Slip
from .printable import printable_line
from .saves import load
from .session import Session
from .table import Table


class Refusal(Exception):
    """A record was refused; the text is one sentence in the person's language."""


def checked(paths: Sequence[Path], lang: str) -> list[tuple[Record, dict[str, object]]]:
    """Return each file's record and final state. Raises Refusal at the first that makes no game."""
    games = []
    for path in paths:
        record: Record | None = None
        try:
            record = load(path)
            games.append((record, final(record)))
        except BadRecord as bad:
            raise Refusal(fault_of(path.name or str(path), bad, record, lang)) from None
    return games


def fault_of(name: str, bad: BadRecord, record: Record | None, lang: str) -> str:
    """Return one sentence on what is wrong with a record; a refusal is worded as at the table."""
    why, refused = "", refusal_in(bad)
    if refused is not None and record is not None:
        why = _worded(record, bad, lang)
    return printable_line(FaultText(Words(lang)).record(name, bad, why))


def _worded(record: Record, bad: BadRecord, lang: str) -> str:
    """Return why the rules refuse the action, said to the player who tried."""
    number, seat, refused = bad.facts["number"], bad.facts["seat"], refusal_in(bad)
    assert isinstance(number, int)
    assert isinstance(seat, int)
    assert refused is not None
    game = record.game
    state, _ = game.start(len(record.players), record.options, record.head)
    for action in record.actions[: number - 1]:
        game.act(state, action)
    at = seat if 0 <= seat < len(record.players) else None
    senpai = Senpai(game.name, record.players, at, lang, Verbosity.NORMAL)
    return senpai.refusal(refused, game.view(state, at)).print


def print_states(paths: Sequence[Path], lang: str, show: Callable[[str], None]) -> None:
    """Print each file's final state as one line of JSON; nothing at all if one of them is refused."""
    for _, state in checked(paths, lang):
        show(json.dumps(state, ensure_ascii=False))


def read_aloud(paths: Sequence[Path], lang: str, verbosity: Verbosity, show: Callable[[str], None]) -> None:
    """Print each record as a transcript for the table: what everybody may know."""
    for record, _ in checked(paths, lang):
        asyncio.run(heard(record, None, lang, verbosity, Printed(show)))


def hear(
    paths: Sequence[Path], who: str, lang: str, verbosity: Verbosity, show: Callable[[str], None]
) -> None:
    """Print everything that a seat is given, one JSON object a line. Raises Refusal, BadCall.

    Every file is checked before anything of one is printed.
    """
    for record, _ in checked(paths, lang):
        _hear(record, who, lang, verbosity, show)


def _hear(record: Record, who: str, lang: str, verbosity: Verbosity, show: Callable[[str], None]) -> None:
    recording = Recording()
    asyncio.run(heard(record, seat_called(who, record.players), lang, verbosity, recording))
    for given, line in zip(recording.given, recording.lines, strict=True):
        utterance = given.utterance
        written = {
            "action": given.number,
            "step": given.step.value,
            "event": utterance.event,
            "speech": utterance.speech,
            "braille": utterance.braille,
            "print": utterance.print,
            "cue": utterance.cue,
            "line": line,
        }
        show(json.dumps(written, ensure_ascii=False))


def seat_called(who: str, names: Sequence[str]) -> Seat | None:
    """Return the seat that a number (from 0), a name or "table" (None) means. Raises BadCall."""
    if who == "table":
        return None
    # A number first: whoever asks for seat 0 must not be given the cards of a player called "0".
    if who.isdecimal() and len(who) < 3 and int(who) < len(names):
        return int(who)
    if who in names:
        return names.index(who)
    raise BadCall(Slip.WRONG_SEAT, value=who, choices=(*(str(seat) for seat in range(len(names))), "table"))


async def heard(
    record: Record, seat: Seat | None, lang: str, verbosity: Verbosity, output: Output, cards: str = "own"
) -> None:
    """Play the record's actions at a table where only this seat has an output; `cards`: the names at Gnav."""
    head = Record(record.game, record.players, record.options, record.head, [], {})
    table = Table(head)
    table.sitters.append(
        Session(table, Senpai(record.game.name, record.players, seat, lang, verbosity, cards), [output])
    )
    await table.begin()
    for action in record.actions:
        await table.submit(action)


def unreadable(bad: BadRecord) -> bool:
    """Whether a record could not even be opened, so that it is no use to set it aside."""
    return bad.fault is Fault.UNREADABLE
