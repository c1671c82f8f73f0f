"""The pieces of Push: actions, events, refusals, the view, and how cards and chips are counted.

Sources: seed 002 ("Nimm oder schieb") and games.md, "Push". A card is its value, since every value is there
once. Not here: the state and what the rules do with it (see `push`), several games in a row.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from .table import Deed, Happening, Seat

VALUES = range(3, 36)
"""Clubs 3 to king, diamonds ace to king (14 to 26), hearts ace to 9 (27 to 35): seed 002, "Die Karten"."""
IN_PLAY = 24
"""So many of the 33 cards are played; nine are put aside unseen (seed 002, "Vorbereitung")."""


class Why(StrEnum):
    """Why the rules refuse an action; the facts that come with each stand behind it."""

    GAME_OVER = "game-over"
    NOT_YOUR_TURN = "not-your-turn"  # turn: the seat whose turn it is
    NO_CHIPS = "no-chips"


@dataclass(frozen=True, slots=True)
class Take(Deed):
    """The open card, and all chips on it."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Pass(Deed):
    """ "No thanks": one chip on the card, and the next seat decides."""

    seat: Seat


Action: TypeAlias = Take | Pass


@dataclass(frozen=True, slots=True)
class Began(Happening):
    """Chips are given out, `chips` to everybody; `first` turns up the first of `pile` cards."""

    first: Seat
    chips: int
    pile: int
    open_chips: bool


@dataclass(frozen=True, slots=True)
class Announced(Happening):
    """The Senpai names an action before it is carried out; `pot` chips lie on the open `card` till then."""

    seat: Seat
    action: Action
    card: int
    pot: int


@dataclass(frozen=True, slots=True)
class TurnedUp(Happening):
    """A card lies open, and `seat` decides about it; `pile` cards are still to be turned up."""

    seat: Seat
    card: int
    pile: int


@dataclass(frozen=True, slots=True)
class Pushed(Happening):
    """A chip was put on the card, where `pot` chips lie now."""

    seat: Seat
    card: int
    pot: int


@dataclass(frozen=True, slots=True)
class Took(Happening):
    """The card was taken, and `pot` chips with it; `joined`: the run that it is part of now, its ends."""

    seat: Seat
    card: int
    pot: int
    joined: tuple[int, int]


@dataclass(frozen=True, slots=True)
class TurnPassed(Happening):
    """The next seat decides about the same card."""

    to: Seat


@dataclass(frozen=True, slots=True)
class Counted(Happening):
    """At the end chips are shown: what a seat's cards count, its chips, and the score of the two."""

    seat: Seat
    points: int
    chips: int
    score: int


@dataclass(frozen=True, slots=True)
class Ended(Happening):
    """All that won, one seat unless the win is shared; `scores` of all seats."""

    winners: tuple[Seat, ...]
    scores: tuple[int, ...]


Event: TypeAlias = Began | Announced | TurnedUp | Pushed | Took | TurnPassed | Counted | Ended
"""Each of them is perceived by everybody: no event tells how many chips a player has left."""

Past: TypeAlias = Pushed | Took
"""What a turn came to."""


@dataclass(frozen=True, slots=True)
class View:
    """All that one seat may know now: a field that is not here cannot leak."""

    seat: Seat | None
    turn: Seat | None
    open_chips: bool
    chips: tuple[int | None, ...]
    """Of each seat; None: hidden from this viewer."""
    cards: tuple[tuple[int, ...], ...]
    """Of each seat, rising."""
    card: int | None
    """The open card, None when the game is over."""
    pot: int
    """Chips on the open card."""
    pile: int
    """Cards still to be turned up."""
    winners: tuple[Seat, ...] | None
    """None until the game is over."""
    past: tuple[Past, ...] = ()
    """What the turns so far came to, in order; it lay open to everybody.

    Players may remember all of it, and so count chips; the program never counts another's for anybody.
    """

    @property
    def own_chips(self) -> int | None:
        """The viewer's chips, None for a bystander."""
        return None if self.seat is None else self.chips[self.seat]


def chips_each(players: int) -> int:
    """Return with how many chips everybody begins (seed 002, "Vorbereitung")."""
    return {6: 9, 7: 7}.get(players, 11)


def runs(cards: Iterable[int]) -> list[tuple[int, int]]:
    """Return the cards as runs of consecutive values, lowest and highest of each, rising.

    A single card is a run from itself to itself. Suits make no difference: king of clubs (13) and ace of
    diamonds (14) follow each other (seed 002, "Spielende und Wertung").
    """
    found: list[tuple[int, int]] = []
    for card in sorted(cards):
        if found and found[-1][1] == card - 1:
            found[-1] = (found[-1][0], card)
        else:
            found.append((card, card))
    return found


def run_of(cards: Iterable[int], card: int) -> tuple[int, int]:
    """Return the run that the card is part of; it must be one of the cards."""
    return next((low, high) for low, high in runs(cards) if low <= card <= high)


def points(cards: Collection[int]) -> int:
    """Return what the cards count: of each run its lowest (seed 002, "Spielende und Wertung")."""
    return sum(card for card in cards if card - 1 not in cards)


def added(cards: Collection[int], card: int) -> int:
    """Return by how much the card, not yet among the cards, changes what they count; often negative."""
    alone = 0 if card - 1 in cards else card
    return alone - card - 1 if card + 1 in cards else alone


def winners(scores: Sequence[int], chips: Sequence[int]) -> tuple[Seat, ...]:
    """Return who wins: the lowest score, then most chips; still tied, all of them (seed 002, as above)."""
    ranked = [(score, -own) for score, own in zip(scores, chips, strict=True)]
    return tuple(seat for seat, rank in enumerate(ranked) if rank == min(ranked))
