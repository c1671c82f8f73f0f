"""What follows from a game's seed: its deck, and the chance of every decision of a computer player.

So the same seed deals the same game, a game that is taken up again goes on as it would have, and what a
player thought can be thought once more. Not here: which players there are (see `kits`).
"""

from __future__ import annotations

from random import Random

from engine.bots.levels import Level
from engine.record import Record, shuffled
from engine.table import AnyGame, Options, Seat

LEVEL = "level"
"""The key of a record under which the computer players' level is kept."""


def dealt(game: AnyGame, players: tuple[str, ...], options: Options, first: Seat, seed: str) -> Record:
    """Return the record of a game about to begin, with its seed kept in it."""
    record = shuffled(game, players, options, first, Random(f"deal {seed}").shuffle)
    record.extra["seed"] = seed
    return record


def chance_of(record: Record, number: int) -> Random:
    """Return the chance of the decision that comes after so many actions."""
    return Random(f"{record.extra.get('seed')}/{number}")


def level_of(record: Record) -> Level:
    """Return how well a game's computer players play; the usual level if the record says nothing of use."""
    try:
        return Level(record.extra.get(LEVEL, Level.CLUB))  # type: ignore[arg-type]  # anything may stand there
    except ValueError:
        return Level.CLUB
