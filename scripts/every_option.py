"""Plays every game with all its variants among computer players, to see that they keep to the rules.

`python scripts/every_option.py --games 2000`: so many games of each combination of variants, for each level
and for levels mixed, among changing numbers of players. `python scripts/every_option.py nova --level expert`:
a part of it. An action that the rules refuse ends it with the game it was in.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import product
from random import Random

from access.arena import Plan, cores, play_one, worker_pool
from engine import GAMES
from engine.bots.levels import Level
from engine.table import Options

LEVELS = tuple(level.value for level in Level)
MIXED = "mixed"


def variants(game: str) -> Iterator[Options]:
    """Yield every combination of a game's options."""
    limits = GAMES[game].limits
    for values in product(*(range(most + 1) for most in limits.values())):
        yield dict(zip(limits, values, strict=True))


def planned(game: str, options: Options, level: str, number: int) -> Plan:
    """Return the game of this number: how many play, and in a mixed one who, is left to chance."""
    chance = Random(f"{game} {options} {level} {number}")
    players = chance.choice(GAMES[game].seats)
    seats = tuple(chance.choice(LEVELS) if level == MIXED else level for _ in range(players))
    return Plan(game, options, seats, 1, f"every option {number}")


def refused(game: str, options: Options, level: str, number: int) -> str:
    """Play a game to its end; return what went wrong in it, or nothing."""
    plan = planned(game, options, level, number)
    try:
        play_one(plan, number)
    except Exception as error:  # whatever it is, the game it was in has to be told
        return f"{plan}, game {number}: {error!r}"
    return ""


def play(games: Sequence[str], levels: Sequence[str], number: int) -> str:
    """Play, and tell so; return what went wrong in the first game that came to no end, or nothing."""
    with worker_pool(cores()) as pool:
        for game in games:
            for level, options in product(levels, variants(game)):
                begun = time.monotonic()
                one, numbers = partial(refused, game, options, level), range(number)
                ends = map(one, numbers) if pool is None else pool.imap_unordered(one, numbers, 20)
                if wrong := next(filter(None, ends), ""):
                    return wrong
                named = ", ".join(f"{name} {value}" for name, value in options.items() if value)
                seconds = f"{time.monotonic() - begun:.0f} s"
                print(f"{game}, {named or 'plain'}, {level}: {number} games, {seconds}", flush=True)
    return ""


def main() -> int:
    """Play, and return 1 at a game that came to no end, 130 after Ctrl-C."""
    parser = argparse.ArgumentParser(description="Plays every variant among computer players of every level.")
    parser.add_argument("games", nargs="*", metavar="GAME", help="all, if none is named")
    parser.add_argument("--games", type=int, default=2000, dest="number", help="of each variant and level")
    parser.add_argument("--level", choices=[*LEVELS, MIXED], action="append", help="all, if none is named")
    asked = parser.parse_args()
    if unknown := set(asked.games) - set(GAMES):
        parser.error(f"there is no game {', '.join(sorted(unknown))}; there are {', '.join(sorted(GAMES))}")
    try:
        wrong = play(asked.games or sorted(GAMES), asked.level or [*LEVELS, MIXED], asked.number)
    except KeyboardInterrupt:
        print("Stopped.")
        return 130
    if wrong:
        print(wrong)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
