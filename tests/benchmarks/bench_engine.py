"""Whether random games of every kind end, and how fast the engine is beside OpenSpiel in the same run.

Run it: python tests/benchmarks/bench_engine.py [seconds], the time for the second part, 36 unless told.
Aim: as many actions a second as OpenSpiel does by the odds; at the very least 0.71 times as many with two
players, which is 100,000 where OpenSpiel does 140,000.

Both sides play Hanabi at random. Of each action of ours are timed: the legal actions, the choice, the
announcement, and the act with its events built and applied; of OpenSpiel, which has neither announcements
nor events: the legal actions, the choice, and applying it. Drawing a card counts as part of the action
before it. OpenSpiel leaves each draw to its user, and is measured twice: drawing by the odds it tells, as its
documentation shows, and told the next card of a shuffled deck, which is the quickest. Shuffling is timed for
neither. OpenSpiel comes from PyPI into a virtual environment of its own, in the user's cache folder.
"""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
import time
import venv
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from engine import GAMES  # noqa: E402 - the path comes first
from engine.record import shuffled  # noqa: E402

GAMES_TO_END = 10_000
ROUNDS = 12
COUNTS = (2, 3, 4, 5)
NAMES = tuple("ABCDEFGHIJ")
LONGEST = 5_000
"""Actions after which a random game counts as one that does not end."""


class Pace(NamedTuple):
    """How much was played in a stretch of one process's time."""

    actions: int
    seconds: float
    """Without dealing the first hands."""
    dealing: float

    @property
    def playing(self) -> float:
        return self.actions / self.seconds

    @property
    def overall(self) -> float:
        return self.actions / (self.seconds + self.dealing)


# -- every game ends


def ended(name: str, chance: Random) -> str:
    """Play a random game with random options, seats and number of players, and return how it ended."""
    game = GAMES[name]
    players = chance.choice(list(game.seats))
    options = {option: chance.randint(0, most) for option, most in game.limits.items()}
    record = shuffled(game, NAMES[:players], options, chance.randrange(players), chance.shuffle)
    state, _ = game.start(players, options, record.head)
    for _ in range(LONGEST):
        turn = game.turn(state)
        if turn is None:
            result = game.result(state)
            assert result["over"] is True
            return str(result.get("reason", "no more to play for"))
        action = chance.choice(game.legal(state, turn))
        game.announce(state, action)
        game.act(state, action)
    raise AssertionError(f"{name} does not end: {record.head}")


def all_end() -> None:
    chance, names, ends = Random(1), list(GAMES), Counter[tuple[str, str]]()
    for number in range(GAMES_TO_END):
        name = names[number % len(names)]
        ends[name, ended(name, chance)] += 1
    print(f"All of {sum(ends.values()):,} random games of {len(names)} kinds came to an end.")
    for name in names:
        reasons = [f"{count:,} {reason}" for (of, reason), count in sorted(ends.items()) if of == name]
        print(f"{name}: {', '.join(reasons)}.")


# -- how fast


def senpai(players: int, seconds: float, chance: Random) -> Pace:
    """Play Hanabi through the public methods of the engine for so long."""
    game = GAMES["hanabi"]
    legal, announce, act, turn_of, choice = game.legal, game.announce, game.act, game.turn, chance.choice
    actions, playing, dealing, clock = 0, 0.0, 0.0, time.process_time
    while playing + dealing < seconds:
        head = game.head(players, game.defaults, chance.randrange(players), chance.shuffle)
        began = clock()
        state, _ = game.start(players, game.defaults, head)
        dealt = clock()
        while (turn := turn_of(state)) is not None:
            action = choice(legal(state, turn))
            announce(state, action)
            act(state, action)
            actions += 1
        dealing += dealt - began
        playing += clock() - dealt
    return Pace(actions, playing, dealing)


Drawing = Callable[[Any, list[int], Random], None]
"""A way to decide a chance node of OpenSpiel."""


def by_odds(state: Any, stock: list[int], chance: Random) -> None:
    cards, odds = zip(*state.chance_outcomes(), strict=True)
    state.apply_action(chance.choices(cards, odds)[0])


def from_stock(state: Any, stock: list[int], chance: Random) -> None:
    state.apply_action(stock.pop())


def open_spiel(module: Any, draw: Drawing, players: int, seconds: float, chance: Random) -> Pace:
    """Do the same with OpenSpiel."""
    game = module.load_game("hanabi", {"players": players})
    deck = [suit * 5 + rank for suit in range(5) for rank in (0, 0, 0, 1, 1, 2, 2, 3, 3, 4)]
    actions, playing, dealing, clock, choice = 0, 0.0, 0.0, time.process_time, chance.choice
    while playing + dealing < seconds:
        stock = chance.sample(deck, len(deck))
        began = clock()
        state = game.new_initial_state()
        while state.is_chance_node():
            draw(state, stock, chance)
        dealt = clock()
        while not state.is_terminal():
            if state.is_chance_node():
                draw(state, stock, chance)
            else:
                state.apply_action(choice(state.legal_actions()))
                actions += 1
        dealing += dealt - began
        playing += clock() - dealt
    return Pace(actions, playing, dealing)


def fetched() -> Any:
    """Return OpenSpiel's module, from a virtual environment of its own, or None when it cannot be had."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    home = cache / f"senpai-bench-{sys.version_info.major}.{sys.version_info.minor}"
    python = home / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--only-binary", ":all:"]
    try:
        if not python.exists():
            venv.create(home, with_pip=True)
        where = [str(python), "-c", "import sysconfig; print(sysconfig.get_path('platlib'))"]
        packages = subprocess.run(where, check=True, capture_output=True, text=True).stdout.strip()
        if not any(Path(packages).glob("pyspiel*")):
            subprocess.run([str(python), *pip, "open_spiel"], check=True, capture_output=True)
        sys.path.append(packages)
        return importlib.import_module("pyspiel")
    except (OSError, subprocess.CalledProcessError, ImportError):
        return None


def best(paces: list[Pace]) -> tuple[float, float]:
    return max(pace.playing for pace in paces), max(pace.overall for pace in paces)


def measure(seconds: float, peer: Any) -> None:
    """Print the best of short rounds, in which the sides take turns, so that all meet the same noise."""
    sides: dict[str, Callable[[int, float, Random], Pace]] = {"Senpai": senpai}
    if peer is not None:
        sides["OpenSpiel by odds"] = partial(open_spiel, peer, by_odds)
        sides["OpenSpiel from a deck"] = partial(open_spiel, peer, from_stock)
    short = seconds / (ROUNDS * len(COUNTS) * len(sides))
    rounds: dict[tuple[int, str], list[Pace]] = {}
    for number in range(ROUNDS):
        for players in COUNTS:
            for side, play in sides.items():
                pace = play(players, short, Random(f"{number} {players}"))
                rounds.setdefault((players, side), []).append(pace)
    for players in COUNTS:
        playing, overall = best(rounds[players, "Senpai"])
        print(f"{players} players, Senpai: {playing:,.0f} actions a second, {overall:,.0f} with the deal.")
        for side in list(sides)[1:]:
            theirs, theirs_overall = best(rounds[players, side])
            print(
                f"{players} players, {side}: {theirs:,.0f}, {theirs_overall:,.0f} with the deal; "
                f"Senpai does {playing / theirs:.2f}, {overall / theirs_overall:.2f} times as many."
            )


def main() -> None:
    all_end()
    peer = fetched()
    if peer is None:
        print("OpenSpiel could not be had from PyPI, so the engine is measured alone.")
    measure(float(sys.argv[1]) if len(sys.argv) > 1 else 36.0, peer)


if __name__ == "__main__":
    main()
