"""A game at this machine: one person and computer players, put together and run.

Not here: how the program was called (see `arguments`), and the greeting (see `main`).
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from engine import GAMES
from engine.record import Record, good_name, shuffled
from engine.table import AnyGame, Options
from speech.braille import BrailleWindow
from speech.devices.terminal_braille import TerminalBraille
from speech.outputs import Brailled, Output, Printed, Spoken
from speech.senpai import Senpai
from speech.words import Words

from . import rules
from .arguments import BadCall, Call, Slip
from .call_text import CallText
from .calls import on_signals
from .commands import spellings
from .frontend import FrontEnd
from .kits import KITS
from .saves import new_path, store
from .session import Confirm, Session
from .table import Table
from .voice import VoiceRoute

ME = 0
"""The person's seat in a game of one person."""
FAREWELL = 10.0
"""So many seconds the voice has to finish before the program ends."""


def new_record(call: Call, game: AnyGame) -> Record:
    """Return the record of a new game as the call wants it. Raises BadCall."""
    names = _names(call, game)
    options = _options(call, game)
    seed = call.seed if call.seed is not None else str(random.SystemRandom().getrandbits(48))
    record = shuffled(game, names, options, ME, random.Random(f"deal {seed}").shuffle)
    record.extra["seed"] = seed
    return record


def game_called(word: str) -> AnyGame:
    """Return the game of that name. Raises BadCall."""
    game = GAMES.get(word.casefold())
    if game is None:
        raise BadCall(Slip.UNKNOWN_GAME, value=word, choices=tuple(GAMES))
    return game


def _names(call: Call, game: AnyGame) -> tuple[str, ...]:
    names = call.names
    if names is None:
        text = CallText(Words(call.lang))
        partners = (KITS[game.name].players if call.players is None else call.players) - 1
        if partners + 1 not in game.seats:
            raise BadCall(Slip.WRONG_NUMBER, least=game.seats[0], most=game.seats[-1])
        names = (text.own_name(), *text.partners()[:partners])
    if len(names) not in game.seats or call.players not in (None, len(names)):
        raise BadCall(Slip.WRONG_NUMBER, least=game.seats[0], most=game.seats[-1])
    heard: set[str] = set()
    for name in names:
        # A name without letters and digits could never be typed.
        if not good_name(name) or not all(spellings(name)):
            raise BadCall(Slip.WRONG_NAME, value=name)
        if heard & spellings(name):
            raise BadCall(Slip.SAME_NAME, value=name)
        heard |= spellings(name)
    return names


def _options(call: Call, game: AnyGame) -> Options:
    options = dict(game.defaults)
    for name, value in call.options.items():
        if name not in options or value > game.limits[name]:
            choices = tuple(f"{option}={most}" for option, most in game.limits.items())
            raise BadCall(Slip.WRONG_VALUE, word="--option", value=f"{name}={value}", choices=choices)
        options[name] = value
    return options


def play(call: Call, record: Record, path: Path | None, front: FrontEnd, voice: VoiceRoute) -> None:
    """Play the record's game, and others after it, until the person leaves; `path` None: a new save file."""
    following: Record | None = record
    while following is not None:
        following = asyncio.run(_play(call, following, path, front, voice))
        path = None


def next_record(record: Record, scores: Sequence[int] | None) -> Record:
    """Return the game after this one: the same players and options, the beginning moved on to the left.

    `scores` of the game before are kept in the record, where games have any that add up to a match.
    """
    seed = f"{record.extra.get('seed')}+"
    first = (int(str(record.head.get("first", record.head.get("dealer", ME)))) + 1) % len(record.players)
    shuffle = random.Random(f"deal {seed}").shuffle
    following = shuffled(record.game, record.players, record.options, first, shuffle)
    following.extra["seed"] = seed
    if scores is not None:
        following.extra["match"] = [*match_of(record), list(scores)]
    return following


def match_of(record: Record) -> list[list[int]]:
    """Return the scores of the games of this match before this one; none if the record holds nonsense."""
    rows = record.extra.get("match", [])
    right = isinstance(rows, list) and all(
        isinstance(row, list) and len(row) == len(record.players) and all(type(n) is int for n in row)
        for row in rows
    )
    return rows if right and isinstance(rows, list) else []


async def _play(
    call: Call, record: Record, path: Path | None, front: FrontEnd, voice: VoiceRoute
) -> Record | None:
    """Play one game; return the next one if the person wants it."""
    players = {seat: KITS[record.game.name].player() for seat in range(len(record.players)) if seat != ME}
    table = Table(record, keep=_keeper(record, path), computers=players)
    senpai = Senpai(record.game.name, record.players, ME, call.lang, call.verbosity, call.cards)
    session = Session(
        table,
        senpai,
        _outputs(call, front, voice),
        confirm=Confirm(call.confirm),
        rules=rules.sections(record.game.name, call.lang),
        talk=call.talk,
    )
    table.sitters.append(session)
    voice.attach(session)
    resuming = bool(record.actions)
    announced = await table.begin()
    if resuming:
        await session.welcome_back()
    # A computer player decides the same again; a person is announced again, and may be asked again.
    if announced is not None and announced.seat == ME:
        await session.act(announced)
    await _tell_standing(session, match_of(record))
    await _until_left(table, session, front)
    if session.another:
        return next_record(record, table.scores)
    await _farewell(session)
    return None


async def _tell_standing(session: Session, rows: Sequence[Sequence[int]]) -> None:
    """Tell how a match stands, before its next game (games.md, "Push": the lowest sum wins)."""
    if rows:
        from engine.push_match import Match

        names = session.table.names
        match = Match(len(names), ME, tuple(tuple(row) for row in rows))
        await session.tell(session.house.standing(names, match.totals, len(rows), ME), "Standing")


async def _farewell(session: Session) -> None:
    """Let the voice finish; another Ctrl-C, maybe of a key held down, only cuts that short."""
    heard = asyncio.create_task(session.caught_up())

    def cut_short() -> None:
        heard.cancel()

    with suppress(TimeoutError, asyncio.CancelledError), on_signals(cut_short, "SIGINT"):
        await asyncio.wait_for(heard, FAREWELL)


def _keeper(record: Record, path: Path | None) -> Callable[[Record], None]:
    """Return what saves the record; the file of a new game is named when it is first written."""
    place = path

    def keep(record: Record) -> None:
        nonlocal place
        if place is None:
            place = new_path(record.game.name)
        store(record, place)

    return keep


def _outputs(call: Call, front: FrontEnd, voice: VoiceRoute) -> list[Output]:
    outputs: list[Output] = [Printed(front.show)]
    if call.braille == "terminal":
        outputs.append(Brailled(BrailleWindow(TerminalBraille(front.show), call.lang)))
    if voice.queue is not None:
        outputs.append(Spoken(voice.queue))
    return outputs


async def _until_left(table: Table, session: Session, front: FrontEnd) -> None:
    """Run terminal and computer players side by side until the person leaves."""
    computers = asyncio.create_task(table.play_computers())
    person = asyncio.create_task(front.run(session))
    try:
        await asyncio.wait({computers, person}, return_when=asyncio.FIRST_COMPLETED)
        if computers.done():
            computers.result()  # an error in there comes out here
        await person
    finally:
        session.close()
        computers.cancel()
        with suppress(asyncio.CancelledError):
            await computers
