"""The table: the only holder of a game's state, and the one exit through which events leave it.

Every event is projected to each seat here and nowhere else. An action is announced, accepted by every
output of every seat, then carried out, then told (design, "The one idea"). Not here: words, terminals,
and who sits at a seat (see `session`, `computer`).
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol

from engine.record import Record, replay
from engine.table import Deed, Happening, Refused, Seat
from speech.utterance import Step

from .seeds import chance_of

SWITCH = 0.0005
"""Seconds that a thinking computer player may keep what is typed waiting for the interpreter."""


class Sitter(Protocol):
    """Somebody who hears: a person at a seat, or a bystander (`seat` None)."""

    seat: Seat | None

    async def hear(self, number: int, step: Step, event: Any, view: Any) -> None:
        """Take an event as this seat perceives it; return when every output has accepted it."""

    async def taken_back(self, number: int, who: Seat) -> None:
        """Take the news that the announced action will not be carried out."""

    async def talked(self, number: int, who: Seat, to: Seat | None) -> None:
        """Take table talk: `who` knows nothing about the own hand, or asks whether `to` remembers."""

    async def agrees(self, action: Deed, view: Any) -> bool:
        """Return whether the player, having heard the announcement, still wants the action."""

    async def settled(self) -> None:
        """Everything that an action brought is told."""

    async def caught_up(self) -> None:
        """Return when this person has heard what was told so far, or asked for quiet."""

    async def alarm(self, code: int) -> None:
        """The game cannot be saved: `code` is the system's error number."""

    def remember(self, number: int, step: Step, event: Any, view: Any) -> None:
        """Put an event of before a resumption into the history, without giving it to an output."""


class Player(Protocol):
    """A computer player: it gets a view, the legal actions and chance, and nothing else."""

    def choose(self, view: Any, legal: Sequence[Any], chance: Random) -> Any:
        """Return one of the legal actions."""


@dataclass(frozen=True, slots=True)
class Past:
    """A turn that was taken, and how things stood just before it."""

    number: int
    """How many actions came before it."""
    action: Deed
    legal: Sequence[Deed]
    open_view: Any
    """What a bystander knew, and so everybody."""
    open_events: Sequence[Happening]
    """What came of it, as a bystander perceived it."""
    own_view: Any
    """What its player knew; None unless the game is over."""


def last_turn(record: Record, seats: Collection[Seat], *, over: bool) -> Past | None:
    """Return the last turn in a record that one of the seats took; None: there was none.

    `over`: the game of the record was played to its end, so that anybody may know what a player knew.
    Arranging one's hand is no turn. The record must have been replayed before, so that nothing is illegal.
    """
    game, found = record.game, 0
    state, _ = game.start(len(record.players), record.options, record.head)
    for number, action in enumerate(record.actions, 1):
        if action.seat in seats and action in game.legal(state, action.seat):
            found = number
        game.act(state, action)
    if not found:
        return None
    state, _ = game.start(len(record.players), record.options, record.head)
    for action in record.actions[: found - 1]:
        game.act(state, action)
    action = record.actions[found - 1]
    legal, open_view = game.legal(state, action.seat), game.view(state, None)
    own = game.view(state, action.seat) if over else None
    events = [game.for_seat(event, None) for event in game.act(state, action)]
    return Past(found - 1, action, legal, open_view, events, own)


class Table:
    """One game with its record. `keep` saves the record and may raise OSError."""

    def __init__(
        self,
        record: Record,
        *,
        keep: Callable[[Record], None] = lambda record: None,
        computers: Mapping[Seat, Player] | None = None,
    ) -> None:
        self.record, self.game = record, record.game
        self.names = record.players
        self.sitters: list[Sitter] = []
        self.saved = True
        self._keep = keep
        self._computers = dict(computers or {})
        self._state: Any = None
        self._lock = asyncio.Lock()
        self._moved = asyncio.Condition()

    @property
    def turn(self) -> Seat | None:
        return self.game.turn(self._state)

    @property
    def busy(self) -> bool:
        """Whether an action is being announced, asked about, carried out or told."""
        return self._lock.locked()

    def view(self, seat: Seat | None) -> Any:
        return self.game.view(self._state, seat)

    def is_computer(self, seat: Seat) -> bool:
        """Whether a computer player sits there."""
        return seat in self._computers

    @property
    def has_computers(self) -> bool:
        return bool(self._computers)

    def legal(self, seat: Seat) -> Sequence[Deed]:
        """Return what the seat may do now; nothing when it is not its turn."""
        return self.game.legal(self._state, seat)

    def last_turn(self, seat: Seat | None) -> Past | None:
        """Return the last turn of a seat, or of the computer players, or of all where only people play."""
        everybody = range(len(self.names))
        seats = self._computers or everybody if seat is None else [seat]
        return last_turn(self.record, seats, over=self.turn is None)

    @property
    def scores(self) -> list[int] | None:
        """Each seat's score when the game is over, in games that add scores up; else None."""
        scores = None if self.turn is not None else self.game.result(self._state).get("scores")
        return scores if isinstance(scores, list) else None

    # -- beginning

    async def begin(self) -> Deed | None:
        """Deal, and carry out what the record holds already; what is past goes into the histories only.

        Returns the action that had been announced when the game broke off, for its player to announce
        again. Raises BadRecord.
        """
        pending = self.record.extra.pop("announced", None)
        for step in replay(self.record):
            self._state = step.state
            if not self.record.actions:
                await self._tell_all(step.events)
                await self._keep_record()
                await self._settle()
            else:
                self._remember(step.number, step.announced, step.events)
        return self.game.parse(pending) if isinstance(pending, dict) else None

    def _remember(self, number: int, announced: Happening | None, events: Sequence[Any]) -> None:
        for sitter in self.sitters:
            if announced is not None:
                sitter.remember(number, Step.ANNOUNCED, *self._perceived(announced, sitter))
            for event in events:
                sitter.remember(number, Step.HAPPENED, *self._perceived(event, sitter))

    # -- actions

    async def submit(self, action: Deed) -> None:
        """Announce an action, carry it out and tell what happened. Raises Refused, changing nothing."""
        # Refused at once, even while somebody else is asked about an action.
        self.game.announce(self._state, action)
        try:
            await self._submit(action)
        except Refused:  # Something else came first. Whoever waited for the end of this goes on.
            await self.nudge()
            raise
        await self._settle()

    async def _submit(self, action: Deed) -> None:
        async with self._lock:
            announced = self.game.announce(self._state, action)
            self.record.extra["announced"] = self.game.write(action)
            await self._keep_record()
            await self._tell(Step.ANNOUNCED, announced, self._number + 1)
            agreed = await self._agreed(action)
            del self.record.extra["announced"]
            if agreed:
                await self._carry_out(action)
            else:
                await self._keep_record()
                await self._take_back(action.seat)

    async def _carry_out(self, action: Deed) -> None:
        events = self.game.act(self._state, action)
        self.record.actions.append(action)
        # Saved before it is told, so that a kill at any moment loses nothing that was heard.
        await self._keep_record()
        await self._tell_all(events)

    @property
    def _number(self) -> int:
        return len(self.record.actions)

    async def _agreed(self, action: Deed) -> bool:
        for sitter in self.sitters:
            if sitter.seat == action.seat and not await sitter.agrees(action, self.view(action.seat)):
                return False
        return True

    async def _take_back(self, who: Seat) -> None:
        await asyncio.gather(*(sitter.taken_back(self._number, who) for sitter in self.sitters))

    async def talk(self, who: Seat, to: Seat | None) -> None:
        """Let everybody hear table talk; whether it is allowed is the players' agreement."""
        await asyncio.gather(*(sitter.talked(self._number, who, to) for sitter in self.sitters))

    # -- telling

    def _perceived(self, event: Any, sitter: Sitter) -> tuple[Any, Any]:
        return self.game.for_seat(event, sitter.seat), self.view(sitter.seat)

    async def _tell(self, step: Step, event: Any, number: int) -> None:
        """Give an event to every seat, and wait until every output of every seat has accepted it."""
        await asyncio.gather(
            *(sitter.hear(number, step, *self._perceived(event, sitter)) for sitter in self.sitters)
        )

    async def _tell_all(self, events: Sequence[Any]) -> None:
        for event in events:
            await self._tell(Step.HAPPENED, event, self._number)

    async def _settle(self) -> None:
        await asyncio.gather(*(sitter.settled() for sitter in self.sitters))
        async with self._moved:
            self._moved.notify_all()

    # -- saving

    async def save(self) -> None:
        """Save the record once more; `saved` tells whether it worked, an alarm is given if not."""
        self.saved = True
        await self._keep_record()

    async def _keep_record(self) -> None:
        try:
            self._keep(self.record)
        except OSError as error:
            if self.saved:
                await self._alarm(error.errno or 0)
            self.saved = False
        else:
            self.saved = True

    async def _alarm(self, code: int) -> None:
        await asyncio.gather(*(sitter.alarm(code) for sitter in self.sitters))

    # -- waiting

    async def wait_until(self, ready: Callable[[], bool]) -> None:
        """Return when `ready()` is true; it is asked again after every action told."""
        async with self._moved:
            await self._moved.wait_for(ready)

    async def nudge(self) -> None:
        """Let everybody who waits ask again, because a question was put to a person."""
        async with self._moved:
            self._moved.notify_all()

    async def play_computers(self) -> None:
        """Let the computer players act, each when it is called, until the game is over.

        They think in a thread of their own, so that what is typed meanwhile is answered at once. Whoever
        arranges their cards meanwhile has the decision taken anew: it must follow from the record alone.
        """
        sys.setswitchinterval(min(SWITCH, sys.getswitchinterval()))
        while True:
            await self.wait_until(
                lambda: self.turn is None or (self.turn in self._computers and not self.busy)
            )
            seat = self.turn
            if seat is None:
                return
            await asyncio.gather(*(sitter.caught_up() for sitter in self.sitters))
            number = self._number
            choose, legal = self._computers[seat].choose, self.legal(seat)
            chance = chance_of(self.record, number)
            action = await asyncio.to_thread(choose, self.view(seat), legal, chance)
            if number == self._number and not self.busy:
                await self.submit(action)
