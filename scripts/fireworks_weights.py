"""Looks for better weights of the players of Nova and Hanabi.

`python scripts/fireworks_weights.py 3 --minutes 20`: for three players. Each weight in turn is moved up and
down; a change is kept when the same deals, of both games, come to more points with it. The games are played
in thought, with all cards known to the table and none to their owners, as an expert plays on at the end of a
game (`engine/bots/fireworks_search.py`). What was found is printed as it would stand in
`engine/bots/fireworks_weights.py`; nothing is written.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from random import Random

from engine.bots.fireworks_search import play_on
from engine.bots.fireworks_talk import Talk, listen
from engine.bots.fireworks_weights import Weights, weights_for
from engine.bots.levels import Level
from engine.fireworks import HANABI, NOVA

BLOCK = 125
"""Deals of each game after which a change that looks bad is given up."""
BLOCKS = 8
STEP = 0.4
"""A weight is moved by this share of itself, more or less, at least by a quarter of the smallest step."""
SURE = 0.8
"""A change is kept when it is better by so many standard errors."""

Scores = list[float]


def tables(players: int, seed: str) -> list[Talk]:
    """Return a game of Nova and one of Hanabi just dealt, with all cards known."""
    dealt = []
    for game in (NOVA, HANABI):
        head = game.head(players, game.defaults, 0, Random(f"{seed} {game.name}").shuffle)
        state, _ = game.start(players, game.defaults, head)
        talk = listen(game.view(state, None), Level.EXPERT)
        dealt.append(talk.world([talk.masks.number[face] for face in state.deck]))
    return dealt


def points(players: int, weights: Weights, block: str) -> Scores:
    """Return the points of a block of games."""
    return [
        play_on(table, weights) for number in range(BLOCK) for table in tables(players, f"{block} {number}")
    ]


def better(players: int, weights: Weights, before: Sequence[Scores], sweep: int) -> list[Scores] | None:
    """Return the points with other weights in the same games if they are better, else None."""
    found, gains = [], list[float]()
    for number, old in enumerate(before):
        found.append(points(players, weights, f"{sweep} {number}"))
        gains += [new - known for new, known in zip(found[-1], old, strict=True)]
        gain, error = mean_and_error(gains)
        if gain <= 0 and gain < -error / 3:
            return None
    return found if error and gain > SURE * error else None


def mean_and_error(values: Sequence[float]) -> tuple[float, float]:
    """Return the mean of at least two values, and its standard error."""
    mean = sum(values) / len(values)
    spread = math.sqrt(sum((value - mean) ** 2 for value in values) / (len(values) - 1))
    return mean, spread / math.sqrt(len(values))


def search(players: int, minutes: float, chance: Random, tell: Callable[[str], None]) -> Weights:
    """Return the best weights that were found in the time."""
    weights, until, sweep = (
        weights_for(NOVA.rules(NOVA.defaults), players),
        time.monotonic() + 60 * minutes,
        0,
    )
    while time.monotonic() < until:
        sweep += 1
        before = [points(players, weights, f"{sweep} {number}") for number in range(BLOCKS)]
        tell(f"Sweep {sweep}: {sum(map(sum, before)) / (2 * BLOCK * BLOCKS):.3f} points on average.")
        names = list(asdict(weights))
        for name in chance.sample(names, len(names)):
            step = max(abs(getattr(weights, name)), 0.25) * STEP * chance.uniform(0.5, 1.4)
            for moved in chance.sample([step, -step], 2):
                if time.monotonic() > until:
                    return weights
                tried = replace(weights, **{name: round(getattr(weights, name) + moved, 2)})
                after = better(players, tried, before, sweep)
                if after is not None:
                    weights, before = tried, after
                    tell(f"  {name} is now {getattr(weights, name)}.")
                    break
    return weights


def main() -> int:
    """Search, and print what was found."""
    parser = argparse.ArgumentParser(
        description="Looks for better weights of the players of Nova and Hanabi."
    )
    parser.add_argument("players", type=int, choices=range(2, 6))
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument("--seed", default="weights")
    asked = parser.parse_args()
    found = search(asked.players, asked.minutes, Random(asked.seed), lambda line: print(line, flush=True))
    plain = Weights()
    print(f"    {asked.players}: {{")
    for name, value in asdict(found).items():
        if value != getattr(plain, name):
            print(f'        "{name}": {value},')
    print("    },")
    return 0


if __name__ == "__main__":
    sys.exit(main())
