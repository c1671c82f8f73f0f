"""`senpai arena GAME`: many games among computer players, to see how well they play.

Each game follows from the seed and its number alone, so the same seed gives the same result whatever the
number of processes. Not here: the players (see `engine.bots`), and the sentences (see `speech.arena_text`).
"""

from __future__ import annotations

import json
import multiprocessing
import os
import random
import signal
import threading
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, nullcontext
from dataclasses import asdict
from functools import cache, partial
from importlib import import_module
from importlib.util import find_spec
from statistics import fmean, median, stdev
from time import thread_time
from typing import Any, NamedTuple

from engine import GAMES
from engine.bots.levels import Level, Player
from engine.table import AnyGame, Options
from speech.arena_text import ArenaText, Field, Result, Share, Team
from speech.words import Words

from .arguments import BadCall, Call, Slip
from .kits import KITS
from .play import game_called, options_of
from .seeds import chance_of, dealt
from .telling import telling

GAMES_USUALLY = 100
STEPS = 10
"""So often it is told how far it has come."""
ALONE = 5
"""So few games are not worth starting further processes for, which takes a second."""
BUST = "lives_out"
"""The reason in a final state (record.md) for which a third mistake ended the game."""


class Plan(NamedTuple):
    """What is to be played; `seats` names the player of each seat, by level or as a reference player."""

    game: str
    options: Options
    seats: tuple[str, ...]
    games: int
    seed: str

    @property
    def rotates(self) -> bool:
        """Whether the players move on by a place each game, so that none is better off for its place."""
        return len(set(self.seats)) > 1 and self.game not in TOGETHER


TOGETHER = frozenset({"hanabi", "nova"})
"""The games that all win or lose together."""


class Played(NamedTuple):
    """How one game ended; what is said of seats is in the order of `Plan.seats`."""

    number: int
    wins: tuple[float, ...]
    """Each seat's share of the win; all 0 in a draw, and in games that are won together."""
    scores: tuple[int, ...]
    """Each seat's score; the team's alone in games that are won together; () in games without points."""
    perfect: bool
    bust: bool
    """Whether a third mistake ended it."""
    seconds: tuple[float, ...]
    """How long each decision was computed; waiting for a busy machine does not count."""


# -- playing


def play_one(plan: Plan, number: int) -> Played:
    """Play the game of this number, from 0."""
    game, count = GAMES[plan.game], len(plan.seats)
    shift = number % count if plan.rotates else 0
    sitting = [(place + shift) % count for place in range(count)]
    players = [player_called(plan.game, plan.seats[seat]) for seat in sitting]
    names = tuple(f"P{place + 1}" for place in range(count))
    record = dealt(game, names, plan.options, 0, f"{plan.seed}/{number}")
    state, _ = game.start(count, plan.options, record.head)
    seconds, done = [], 0
    while (turn := game.turn(state)) is not None:
        view, legal, chance = game.view(state, turn), game.legal(state, turn), chance_of(record, done)
        begun = thread_time()
        action = players[turn].choose(view, legal, chance)
        seconds.append(thread_time() - begun)
        game.act(state, action)
        done += 1
    return _played(number, game.result(state), sitting, tuple(seconds))


def player_called(game: str, name: str) -> Player:
    """Return a player of a level, or a reference player of that game. Raises ValueError if there is none."""
    fields = fields_of(game)
    return fields[name]() if name in fields else KITS[game].player(Level(name))


@cache
def fields_of(game: str) -> Mapping[str, Callable[[], Player]]:
    """Return a game's reference players by name: `FIELDS` in engine/bots/GAME_fields.py, where that is."""
    name = f"engine.bots.{game}_fields"
    fields: Mapping[str, Callable[[], Player]] = {}
    if find_spec(name) is not None:
        fields = import_module(name).FIELDS
    return fields


def _played(
    number: int, result: Mapping[str, Any], sitting: Sequence[int], seconds: tuple[float, ...]
) -> Played:
    """Read a final state (record.md, "The final state's keys"); `sitting` gives the seat at each place."""
    if "score" in result:
        perfect = result["score"] == result["max_score"]
        return Played(number, (), (result["score"],), perfect, result["reason"] == BUST, seconds)
    winners = result["winners"] if "winners" in result else [result["winner"]]
    places = range(len(sitting))
    wins = [1 / len(winners) if place in winners else 0.0 for place in places]
    order = sorted(places, key=lambda place: sitting[place])
    scores = result.get("scores", ())
    return Played(
        number,
        tuple(wins[place] for place in order),
        tuple(scores[place] for place in order) if scores else (),
        perfect=False,
        bust=False,
        seconds=seconds,
    )


def played(plan: Plan, processes: int) -> Generator[Played, None, None]:
    """Yield every game as it is over, in any order."""
    numbers, play = range(plan.games), partial(play_one, plan)
    if processes < 2 or plan.games <= ALONE:
        yield from map(play, numbers)
        return
    with worker_pool(min(processes, plan.games)) as pool:
        yield from map(play, numbers) if pool is None else pool.imap_unordered(play, numbers)


@contextmanager
def worker_pool(processes: int) -> Iterator[Any]:
    """Yield a pool of processes to whom Ctrl-C means nothing: this one is asked, and ends them.

    None: the system gives us none.
    """
    with _at_interrupts(signal.SIG_IGN):
        try:
            # Fresh processes: a copy of this one would have half of a voice in it.
            deaf = partial(signal.signal, signal.SIGINT, signal.SIG_IGN)
            pool = multiprocessing.get_context("spawn").Pool(processes, deaf)
        except (OSError, ImportError):  # no shared memory, or no more processes
            pool = None
        with nullcontext() if pool is None else pool, _at_interrupts(signal.default_int_handler):
            yield pool


@contextmanager
def _at_interrupts(do: Any) -> Iterator[None]:
    """Have Ctrl-C do something else here, and in processes started meanwhile; only the main thread can."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, do)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def cores() -> int:
    """Return how many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


# -- counting


def counted(plan: Plan, games: Sequence[Played]) -> Result:
    """Return what came of the games, which may be fewer than planned but not none."""
    games = sorted(games)  # so that sums do not depend on which came first
    times = [each for game in games for each in game.seconds]
    team, fields, levels = None, [], []
    if plan.game in TOGETHER:
        most = _most(GAMES[plan.game], len(plan.seats), plan.options)
        team = Team(
            share([game.scores[0] for game in games]),
            most,
            share([float(game.perfect) for game in games]),
            share([float(game.bust) for game in games]),
        )
    else:
        fields = [_field(name, [seat], games) for seat, name in enumerate(plan.seats)]
        for name in dict.fromkeys(plan.seats):
            seats = [seat for seat, other in enumerate(plan.seats) if other == name]
            levels.append(_field(name, seats, games))
    return Result(
        plan.game,
        dict(plan.options),
        plan.seats,
        plan.seed,
        plan.games,
        len(games),
        team,
        tuple(fields),
        tuple(levels),
        None if team else share([float(not any(game.wins)) for game in games]),
        median(times),
        max(times),
    )


def _field(name: str, seats: Sequence[int], games: Sequence[Played]) -> Field:
    wins = [fmean(game.wins[seat] for seat in seats) for game in games]
    scores = [fmean(game.scores[seat] for seat in seats) for game in games if game.scores]
    return Field(name, tuple(seat + 1 for seat in seats), share(wins), share(scores) if scores else None)


def share(values: Sequence[float]) -> Share:
    """Return the mean of some values, at least one, and its standard error; None for a single value."""
    error = stdev(values) / len(values) ** 0.5 if len(values) > 1 else None
    return Share(fmean(values), error)


def _most(game: AnyGame, players: int, options: Options) -> int:
    """Return the score of a perfect game."""
    record = dealt(game, tuple(f"P{n}" for n in range(players)), options, 0, "")
    state, _ = game.start(players, options, record.head)
    most = game.result(state)["max_score"]
    assert isinstance(most, int)
    return most


# -- the command


def plan_of(call: Call) -> Plan:
    """Return what the call wants played. Raises BadCall."""
    game = game_called(call.words[0] if call.words else "nova")
    players = KITS[game.name].players if call.players is None else call.players
    if players not in game.seats:
        raise BadCall(Slip.WRONG_NUMBER, least=game.seats[0], most=game.seats[-1])
    known = (*(level.value for level in Level), *fields_of(game.name))
    for name in call.seats:
        if name not in known:
            raise BadCall(Slip.WRONG_VALUE, word="--seat", value=name, choices=known)
    if len(call.seats) > players:
        raise BadCall(Slip.SEATS, value=len(call.seats), most=players)
    named = call.seats or [Level.EXPERT.value]
    seats = tuple([*named, *[named[-1]] * players][:players])
    seed = call.seed if call.seed is not None else str(random.SystemRandom().getrandbits(32))
    return Plan(game.name, options_of(call, game), seats, call.games or GAMES_USUALLY, seed)


def arena(
    call: Call, show: Callable[[str], None], complain: Callable[[str], None], processes: int | None = None
) -> int:
    """Do what `senpai arena` asks for, and return the exit status. Raises BadCall.

    Ctrl-C ends it with what was counted so far.
    """
    plan, text = plan_of(call), ArenaText(Words(call.lang))
    processes = cores() if processes is None else processes
    if call.json:
        games, whole = _collected(plan, processes, lambda done: None)
        if not games:
            complain(text.nothing_counted())
            return 130
        show(json.dumps(asdict(counted(plan, games)), ensure_ascii=False))
        return 0 if whole else 130
    with telling(call, show) as speaker:
        speaker.say(text.begins(plan.game, plan.options, plan.seats, plan.games, plan.seed))

        def progress(done: int) -> None:
            speaker.hush()  # A voice that is behind tells only the latest.
            speaker.say(text.progress(done, plan.games))

        games, whole = _collected(plan, processes, progress)
        speaker.hush()
        if not games:
            speaker.say(text.nothing_counted())
            return 130
        stopped = [] if whole else [text.stopped(len(games), plan.games)]
        speaker.say(*stopped, *text.told(counted(plan, games)))
    return 0 if whole else 130


def _collected(plan: Plan, processes: int, progress: Callable[[int], None]) -> tuple[list[Played], bool]:
    """Return the games that were played, and whether these are all; Ctrl-C ends it before."""
    games: list[Played] = []
    told = 0
    try:
        with closing(played(plan, processes)) as over:
            for game in over:
                games.append(game)
                step = len(games) * STEPS // plan.games
                if told < step < STEPS:
                    told = step
                    progress(len(games))
    except KeyboardInterrupt:
        return games, False
    return games, True
