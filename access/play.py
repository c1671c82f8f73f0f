"""A game at this machine: one person and computer players, put together and run.

Not here: how the program was called (see `arguments`), and the greeting (see `main`).
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from engine import GAMES
from engine.bots.levels import Player
from engine.record import Record, good_name
from engine.table import AnyGame, Options, Seat
from speech.outputs import Output, Spoken
from speech.senpai import Senpai
from speech.words import Words

from . import rules
from .arguments import BadCall, Call, Slip
from .bookkeeper import Bookkeeper, kept
from .braille_route import brailled
from .call_text import CallText
from .calls import on_signals
from .colours import printed
from .commands import spellings
from .frontend import FrontEnd, SharedFrontEnd
from .kits import KITS
from .saves import new_path, store
from .seeds import LEVEL, dealt, level_of
from .session import Confirm, Session
from .settings import Preferences, Settings
from .settings_file import keep, place
from .table import Table
from .voice import VoiceRoute

if TYPE_CHECKING:
    from .hot_seat import HotSeat

ME = 0
"""The person's seat in a game of one person."""
FAREWELL = 10.0
"""So many seconds the voice has to finish before the program ends."""


def new_record(call: Call, game: AnyGame) -> Record:
    """Return the record of a new game as the call wants it. Raises BadCall."""
    names = _names(call, game)
    options = options_of(call, game)
    seed = call.seed if call.seed is not None else str(random.SystemRandom().getrandbits(48))
    record = dealt(game, names, options, ME, seed)
    record.extra[LEVEL] = call.chosen().level.value
    if call.people > 1:
        record.extra["people"] = call.people
    return record


def people_of(record: Record) -> range:
    """Return the seats of the people at this machine; the first one's if the record holds nonsense."""
    count = record.extra.get("people", 1)
    right = type(count) is int and 1 <= count <= len(record.players)
    return range(count) if right and isinstance(count, int) else range(1)


def game_called(word: str) -> AnyGame:
    """Return the game of that name. Raises BadCall."""
    game = GAMES.get(word.casefold())
    if game is None:
        raise BadCall(Slip.UNKNOWN_GAME, value=word, choices=tuple(GAMES))
    return game


def _names(call: Call, game: AnyGame) -> tuple[str, ...]:
    names = call.names
    if names is None and call.people > 1:
        raise BadCall(Slip.UNNAMED, value=call.people)
    if names is not None and len(names) < call.people:
        raise BadCall(Slip.PEOPLE, value=call.people)
    if names is None:
        text = CallText(Words(call.lang))
        partners = (KITS[game.name].players if call.players is None else call.players) - 1
        if partners + 1 not in game.seats:
            raise BadCall(Slip.WRONG_NUMBER, least=game.seats[0], most=game.seats[-1])
        names = (text.own_name(), *text.partners()[:partners])
    if len(names) not in game.seats or call.players not in (None, len(names)):
        raise BadCall(Slip.WRONG_NUMBER, least=game.seats[0], most=game.seats[-1])
    check_names(names, game)
    return names


def check_names(names: Sequence[str], game: AnyGame) -> None:
    """Raise BadCall where names are too many for the game, cannot be used, or are alike."""
    if len(names) > game.seats[-1]:
        raise BadCall(Slip.WRONG_NUMBER, least=game.seats[0], most=game.seats[-1])
    heard: set[str] = set()
    for name in names:
        # A name without letters and digits could never be typed.
        if not good_name(name) or not all(spellings(name)):
            raise BadCall(Slip.WRONG_NAME, value=name)
        if heard & spellings(name):
            raise BadCall(Slip.SAME_NAME, value=name)
        heard |= spellings(name)


def partners(text: CallText, people: Sequence[str]) -> list[str]:
    """Return names for computer players, none of them like that of a person."""
    taken = {spelling for name in people for spelling in spellings(name)}
    return [name for name in text.partners() if not spellings(name) & taken]


def options_of(call: Call, game: AnyGame) -> Options:
    """Return the game's options as the call wants them. Raises BadCall."""
    options = dict(game.defaults)
    for name, value in call.options.items():
        if name not in options or value > game.limits[name]:
            choices = tuple(f"{option}={most}" for option, most in game.limits.items())
            raise BadCall(Slip.WRONG_VALUE, word="--option", value=f"{name}={value}", choices=choices)
        options[name] = value
    return options


def play(call: Call, record: Record, path: Path | None, front: SharedFrontEnd, voice: VoiceRoute) -> None:
    """Play the record's game, and others after it, until the person leaves; `path` None: a new save file."""
    if len(people_of(record)) > 1:
        from .hot_seat import play_in_turns  # only for those who share a machine

        play_in_turns(call, record, path, front, voice)
        return
    following: Record | None = record
    preferences = Preferences(call.chosen(), partial(keep, place(), None))
    while following is not None:
        following = asyncio.run(_play(call, following, path, front, voice, preferences))
        path = None


def next_record(record: Record, scores: Sequence[int] | None) -> Record:
    """Return the game after this one: the same players and options, the beginning moved on to the left.

    `scores` of the game before are kept in the record, where games have any that add up to a match.
    """
    seed = f"{record.extra.get('seed')}+"
    first = (int(str(record.head.get("first", record.head.get("dealer", ME)))) + 1) % len(record.players)
    following = dealt(record.game, record.players, record.options, first, seed)
    following.extra[LEVEL] = level_of(record).value
    if len(people_of(record)) > 1:
        following.extra["people"] = len(people_of(record))
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


def computers_of(record: Record, people: Collection[Seat]) -> dict[Seat, Player]:
    """Return a computer player for every seat where none of the people sits, of the record's level."""
    make, level = KITS[record.game.name].player, level_of(record)
    return {seat: make(level) for seat in range(len(record.players)) if seat not in people}


async def _play(
    call: Call,
    record: Record,
    path: Path | None,
    front: FrontEnd,
    voice: VoiceRoute,
    preferences: Preferences,
) -> Record | None:
    """Play one game; return the next one if the person wants it."""
    table = Table(record, keep=keeper(record, path), computers=computers_of(record, [ME]))
    chosen = preferences.settings
    letters = None if chosen.letters == "usual" else chosen.letters
    senpai = Senpai(
        record.game.name, record.players, ME, call.lang, chosen.verbosity, call.cards, letters=letters
    )
    braille = brailled(chosen, call.lang, front.show)
    session = Session(
        table,
        senpai,
        [*outputs_of(front, voice, chosen), *braille.outputs],
        confirm=Confirm(chosen.confirm),
        rules=rules.sections(record.game.name, call.lang),
        talk=call.talk,
        preferences=preferences,
    )
    table.sitters.append(session)
    if kept(chosen):
        table.sitters.append(Bookkeeper(session, [ME]))
    voice.attach(session)
    with braille.at(session):
        return await _play_to_the_end(table, session, record, front)


async def _play_to_the_end(table: Table, session: Session, record: Record, front: FrontEnd) -> Record | None:
    """Play a game at a table that is laid; return the next one if the person wants it."""
    resuming = bool(record.actions)
    announced = await table.begin()
    if resuming:
        await session.welcome_back()
    # A computer player decides the same again; a person is announced again, and may be asked again.
    if announced is not None and announced.seat == ME:
        await session.act(announced)
    await tell_standing(session, match_of(record))
    await until_left(table, session, front)
    if session.another:
        return next_record(record, table.scores)
    await farewell(session)
    return None


async def tell_standing(session: Session, rows: Sequence[Sequence[int]]) -> None:
    """Tell how a match stands, before its next game (games.md, "Push": the lowest sum wins)."""
    if rows:
        totals = [sum(points) for points in zip(*rows, strict=True)]
        said = session.house.standing(session.table.names, totals, len(rows), session.seat)
        await session.tell(said, "Standing")


async def farewell(session: Session | HotSeat) -> None:
    """Let the voice finish; another Ctrl-C, maybe of a key held down, only cuts that short."""
    heard = asyncio.create_task(session.caught_up())

    def cut_short() -> None:
        heard.cancel()

    with suppress(TimeoutError, asyncio.CancelledError), on_signals(cut_short, "SIGINT"):
        await asyncio.wait_for(heard, FAREWELL)


def keeper(record: Record, path: Path | None) -> Callable[[Record], None]:
    """Return what saves the record; the file of a new game is named when it is first written."""
    place = path

    def keep(record: Record) -> None:
        nonlocal place
        if place is None:
            place = new_path(record.game.name)
        store(record, place)

    return keep


def outputs_of(front: FrontEnd, voice: VoiceRoute, chosen: Settings) -> list[Output]:
    outputs: list[Output] = [printed(front.show, chosen)]
    if voice.queue is not None:
        spoken = Spoken(
            voice.queue,
            chosen.manner(),
            profile=chosen.profile,
            punctuation=chosen.punctuation,
            way=lambda: voice.way,
        )
        outputs.append(spoken)
    return outputs


async def until_left(table: Table, session: Session | HotSeat, front: FrontEnd) -> None:
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
