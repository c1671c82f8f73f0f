"""What every game shares: seats, refusals, and the contract that each game fulfils.

Rules only: no input or output, no clock, no chance, no sentences. Not here: any single game (see
`fireworks`), and how games are written down (see `record`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol, TypeAlias, TypeVar, dataclass_transform

Seat: TypeAlias = int
"""A place at the table, counted from 0 clockwise; "left" of a seat is the next number."""

Options: TypeAlias = Mapping[str, int]
"""The options of a game with their values; a switch is 0 or 1, every option of the game is present."""

Head: TypeAlias = Mapping[str, object]
"""The keys of a record that fix chance and beginning, such as `first` and `deck`."""


class Refused(ValueError):
    """An action that the rules forbid now; the state is as it was before.

    `why` is a member of the game's own enum, `facts` are plain values (seats, places, suits, numbers)
    that the asker may know. The sentence is found in `speech`.
    """

    def __init__(self, why: StrEnum, **facts: object) -> None:
        super().__init__(why.value)
        self.why = why
        self.facts: Mapping[str, object] = facts


class Fault(StrEnum):
    """What is wrong with a record; the facts that come with each stand behind it."""

    UNREADABLE = "unreadable"  # code: the system's error number
    TOO_BIG = "too-big"  # limit: megabytes
    NOT_JSON = "not-json"  # line, column: where reading stopped, 1-based, 0 when unknown
    NOT_A_RECORD = "not-a-record"
    WRONG_VERSION = "wrong-version"  # version: the one that can be read
    UNKNOWN_GAME = "unknown-game"
    UNKNOWN_VARIANT = "unknown-variant"  # variant: its name at hanab.live
    WRONG_PLAYERS = "wrong-players"  # least, most
    WRONG_NAME = "wrong-name"  # number: of the player, 1-based
    WRONG_OPTION = "wrong-option"  # option, most: its highest value
    WRONG_FIRST = "wrong-first"
    UNKNOWN_CARD = "unknown-card"  # number: place in the deck, 1-based
    WRONG_DECK = "wrong-deck"  # size: how many cards the deck must have
    WRONG_ACTION = "wrong-action"  # number: of the action, 1-based
    ILLEGAL_ACTION = "illegal-action"  # number, seat, refused: the Refused


class BadRecord(ValueError):
    """A record, or a part of one, that makes no game; nothing of it was played."""

    def __init__(self, fault: Fault, **facts: object) -> None:
        super().__init__(fault.value)
        self.fault = fault
        self.facts: Mapping[str, object] = facts


class Happening:
    """Base of all events: frozen, in the past tense, carrying results, so that hearing needs no secret."""

    __slots__ = ()


C = TypeVar("C")


@dataclass_transform(frozen_default=True)
def happening(kind: type[C]) -> type[C]:
    """Make a class of events of it: a dataclass with slots, which mypy lets nobody change.

    `dataclass(frozen=True)` would refuse changes while running, too, and make each event cost four times
    as much; events are the greater part of what an action costs.
    """
    return dataclass(slots=True, unsafe_hash=True)(kind)


class Deed:
    """Base of all actions; each has the acting `seat`."""

    __slots__ = ()
    seat: Seat


S = TypeVar("S")
A = TypeVar("A", bound=Deed)
E = TypeVar("E", bound=Happening)
V = TypeVar("V", covariant=True)


class Game(Protocol[S, A, E, V]):
    """One set of rules, `S` its state, `A` its actions, `E` its events, `V` what a seat may know.

    Only `act` and `apply` change the state they are given; all else is pure. A card is its index in the
    deck (0 is the first card dealt), so it stays the same card wherever it moves. A *place* (1 is
    leftmost) exists only in events made for hearing and in typed words. A seat of None is a bystander,
    who perceives what everybody at the table may know.
    """

    name: str
    seats: range
    defaults: Options
    limits: Mapping[str, int]
    """The highest value of each option; the lowest is 0."""
    head_keys: tuple[str, ...]
    """The record's keys that make up the head."""

    def head(self, players: int, options: Options, first: Seat, shuffle: Callable[[list[str]], None]) -> Head:
        """Return a head for a new game; `shuffle` reorders a list of card codes in place."""

    def start(self, players: int, options: Options, head: Head) -> tuple[S, list[E]]:
        """Return the state after the deal and what happened till then. Raises BadRecord."""

    def parse(self, written: Mapping[str, object]) -> A:
        """Return the action that a record writes as `written`. Raises BadRecord if it has not that form."""

    def write(self, action: A) -> dict[str, object]:
        """Return the action as a record writes it; the inverse of `parse`."""

    def announce(self, state: S, action: A) -> E:
        """Check the action and return what the Senpai announces. Raises Refused. Changes nothing."""

    def act(self, state: S, action: A) -> list[E]:
        """Carry the action out and return what happened. Raises Refused, having changed nothing."""

    def apply(self, state: S, event: E) -> None:
        """Change the state as the event tells; the only place where a state changes."""

    def legal(self, state: S, seat: Seat) -> list[A]:
        """Return the seat's actions of a turn that `announce` would accept now; empty out of turn."""

    def for_seat(self, event: E, seat: Seat | None) -> E:
        """Return the event as the seat perceives it."""

    def view(self, state: S, seat: Seat | None) -> V:
        """Return all that the seat may know now, by allow-list."""

    def turn(self, state: S) -> Seat | None:
        """Return who is to act, None when the game is over."""

    def result(self, state: S) -> dict[str, object]:
        """Return the state as `senpai replay --json` prints it (record.md, "The final state's keys")."""


# The registry mixes games of different types; each game's own code stays fully typed.
AnyGame: TypeAlias = Game[Any, Any, Any, Any]
