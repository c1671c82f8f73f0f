"""Golden transcripts: what each seat hears and feels in a few games, reviewed as a diff.

Written anew by `python -m pytest tests/test_transcripts.py --rewrite`.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from access.session import Session
from access.table import Table
from engine.record import Record, read
from engine.table import Seat
from speech.outputs import Recording
from speech.senpai import Senpai
from speech.words import LANGUAGES, Verbosity

GOLDEN = Path(__file__).parent / "golden"
GAMES = sorted(path.stem for path in GOLDEN.glob("*.json"))


def transcript(record: Record, lang: str, verbosity: Verbosity) -> str:
    """Return everything that the first two seats and a bystander are given, event by event."""
    seats: list[Seat | None] = [0, 1, None]
    recordings = asyncio.run(_heard(record, seats, lang, verbosity))
    lines, number = [], -1
    for entries in zip(*(zip(r.given, r.lines, strict=True) for r in recordings), strict=True):
        first = entries[0][0]
        if first.number != number:
            number = first.number
            lines.append(f"\n== {number}")
        lines.append(f"-- {first.step.value}, {first.utterance.event}, cue {first.utterance.cue}")
        for seat, (given, line) in zip(seats, entries, strict=True):
            who = "table" if seat is None else record.players[seat]
            lines += [f"{who} hears: {given.utterance.speech}", f"{who} feels: {given.utterance.braille}"]
            if given.step.value == "announced":
                lines.append(f"{who}'s line: {line}")
    return "\n".join(lines).strip() + "\n"


async def _heard(
    record: Record, seats: list[Seat | None], lang: str, verbosity: Verbosity
) -> list[Recording]:
    table = Table(Record(record.game, record.players, record.options, record.head, [], {}))
    recordings = [Recording() for _ in seats]
    for seat, recording in zip(seats, recordings, strict=True):
        senpai = Senpai(record.game.name, record.players, seat, lang, verbosity)
        table.sitters.append(Session(table, senpai, [recording]))
    await table.begin()
    for action in record.actions:
        await table.submit(action)
    return recordings


def test_there_are_games() -> None:
    assert len(GAMES) >= 3


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("verbosity", Verbosity)
def test_golden_transcript(
    game: str, lang: str, verbosity: Verbosity, request: pytest.FixtureRequest
) -> None:
    if verbosity is not Verbosity.NORMAL and not game.endswith("example"):
        verbosity = Verbosity.NORMAL  # one game in all verbosities is enough to review
    record = read((GOLDEN / f"{game}.json").read_text("utf-8"))
    path = GOLDEN / f"{game}.{lang}.{verbosity.value}.txt"
    heard = transcript(record, lang, verbosity)
    if request.config.getoption("--rewrite"):
        path.write_text(heard, "utf-8")
    assert heard == path.read_text("utf-8"), "rewrite the golden transcripts and review the difference"
