"""The pieces of Gnav: cards, actions, events, refusals, what lies on the table, and what a seat may see.

Sources: seed 004 and games.md, "Gnav". Not here: what the rules do with them (see `gnav`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from typing import TypeAlias

from .table import BadRecord, Deed, Fault, Happening, Seat

ALL_LIVES = 3
COPIES = 2
"""Every rank is there so often (seed 004, "Aufbau")."""


class Rank(IntEnum):
    """What a card shows, in the order of the game: a higher member is a higher card."""

    FOOL = 0
    OWL = 1
    POT = 2
    ZERO = 3
    ONE = 4
    TWO = 5
    THREE = 6
    FOUR = 7
    FIVE = 8
    SIX = 9
    SEVEN = 10
    EIGHT = 11
    NINE = 12
    TEN = 13
    ELEVEN = 14
    TWELVE = 15
    HOUSE = 16
    HORSE = 17
    CAT = 18
    DRAGOON = 19
    CUCKOO = 20

    @property
    def code(self) -> str:
        """How records write the card (record.md, "card codes")."""
        return str(self - Rank.ZERO) if Rank.ZERO <= self <= Rank.TWELVE else self.name.lower()

    @property
    def matador(self) -> bool:
        """Whether the card does not change hands when it is asked for or drawn."""
        return self >= Rank.HOUSE


PASSED_BY = (Rank.HOUSE, Rank.HORSE)
"""They refuse, and the request goes on (seed 004, "Eine Runde spielen")."""
STRIKING = (Rank.CAT, Rank.DRAGOON)
"""They refuse and cost the asker a life (seed 004, "Eine Runde spielen")."""
PACK = tuple(rank for rank in Rank for _ in range(COPIES))
RANKS = {rank.code: rank for rank in Rank}


class Why(StrEnum):
    """Why the rules refuse an action; the facts that come with each stand behind it."""

    GAME_OVER = "game-over"
    NO_DECK = "no-deck"
    OUT = "out"
    RESTING = "resting"
    NOT_YOUR_TURN = "not-your-turn"  # turn: the seat whose turn it is


@dataclass(frozen=True, slots=True)
class Keep(Deed):
    seat: Seat


@dataclass(frozen=True, slots=True)
class Swap(Deed):
    """Ask for an exchange with the next participant to the left; the dealer asks the stock."""

    seat: Seat


Action: TypeAlias = Keep | Swap


@dataclass(frozen=True, slots=True)
class Dealt(Happening):
    """A deal begins, its number counted from 1, skipped ones included.

    `order` are the participants from the first to the one who acts as dealer, `cards` what each was
    dealt; None: hidden from this listener. `resting` are the survivors who take no part.
    """

    deal: int
    button: Seat
    order: tuple[Seat, ...]
    cards: tuple[Rank | None, ...]
    resting: tuple[Seat, ...]
    stock: int


@dataclass(frozen=True, slots=True)
class Knocked(Happening):
    """The seat was dealt a fool, and everybody is told."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Announced(Happening):
    """The Senpai names an action before it is carried out; `asked` None: no player, so the stock."""

    seat: Seat
    action: Action
    asked: Seat | None


@dataclass(frozen=True, slots=True)
class Exchanged(Happening):
    """`seat` gave the one card to `to` and got the other; None: hidden from this listener."""

    seat: Seat
    to: Seat
    given: Rank | None
    got: Rank | None


@dataclass(frozen=True, slots=True)
class PassedBy(Happening):
    """A house or horse was shown, and the request goes on; an owner or `then` of None is the stock."""

    seat: Seat
    owner: Seat | None
    card: Rank
    then: Seat | None


@dataclass(frozen=True, slots=True)
class Struck(Happening):
    """A cat or dragoon was shown, and the asker lost a life; an owner of None is the stock."""

    seat: Seat
    owner: Seat | None
    card: Rank
    lives: int


@dataclass(frozen=True, slots=True)
class Undone(Happening):
    """Every exchange of the deal was undone; `exchanges` in the order in which that happened.

    So everybody holds what they were dealt. `cards` names those whom it concerns, participants who have
    left included, with what each holds now; None: hidden from this listener.
    """

    exchanges: tuple[tuple[Seat, Seat], ...]
    cards: tuple[tuple[Seat, Rank | None], ...]


@dataclass(frozen=True, slots=True)
class CuckooShown(Happening):
    """The deal ends at once; an owner of None is the stock."""

    seat: Seat
    owner: Seat | None


@dataclass(frozen=True, slots=True)
class Drew(Happening):
    """An ordinary card from the stock replaced the seat's card; None: hidden from this listener."""

    seat: Seat
    given: Rank | None
    got: Rank | None
    stock: int


@dataclass(frozen=True, slots=True)
class TurnPassed(Happening):
    to: Seat


@dataclass(frozen=True, slots=True)
class Revealed(Happening):
    """All cards of the deal are shown, in the order of play; those of players who have left, too."""

    cards: tuple[tuple[Seat, Rank], ...]


@dataclass(frozen=True, slots=True)
class Settled(Happening):
    """The deal is settled: each loser with the lives that are left.

    `fools` are those who lose because of a fool, `low` the lowest card apart from it that lost; None:
    only fools lost, or nobody did.
    """

    losers: tuple[tuple[Seat, int], ...]
    fools: tuple[Seat, ...]
    low: Rank | None


@dataclass(frozen=True, slots=True)
class Left(Happening):
    """The seat has no life left and is out of the match."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Rests(Happening):
    """The seat held a fool and takes no part in the next deal."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Skipped(Happening):
    """Fewer than two could have taken part in this deal; `resting` are those who come back."""

    deal: int
    button: Seat
    resting: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Ended(Happening):
    """The match is over; without a winner it is a draw."""

    winner: Seat | None


Event: TypeAlias = (
    Dealt
    | Knocked
    | Announced
    | Exchanged
    | PassedBy
    | Struck
    | Undone
    | CuckooShown
    | Drew
    | TurnPassed
    | Revealed
    | Settled
    | Left
    | Rests
    | Skipped
    | Ended
)


def deck_of(codes: object) -> tuple[Rank, ...]:
    """Return the deck that the codes name. Raises BadRecord unless it is exactly the full pack."""
    if not isinstance(codes, list):
        raise BadRecord(Fault.WRONG_DECK, size=len(PACK))
    for number, code in enumerate(codes, 1):
        if not isinstance(code, str) or code not in RANKS:
            raise BadRecord(Fault.UNKNOWN_CARD, number=number)
    deck = tuple(RANKS[code] for code in codes)
    if Counter(deck) != Counter(PACK):
        raise BadRecord(Fault.WRONG_DECK, size=len(PACK))
    return deck


def left_of(order: Sequence[Seat], seat: Seat) -> Seat | None:
    """Return the next participant to the left, None for the last one, who asks the stock."""
    place = order.index(seat) + 1
    return order[place] if place < len(order) else None


@dataclass(slots=True, repr=False)
class State:
    """Everything, hidden cards included; it never leaves the table, and its repr shows no card."""

    decks: tuple[tuple[Rank, ...], ...]
    button: Seat
    lives: list[int]
    deal: int = 0
    used: int = 0
    """How many decks were dealt from; the last of them is the deck of the deal under way."""
    order: tuple[Seat, ...] = ()
    held: dict[Seat, int] = field(default_factory=dict)
    """The card before each participant, as its index in the deck; also of those who have left."""
    seen: dict[int, set[Seat | None]] = field(default_factory=dict)
    """Who has seen the face of each card; None stands for everybody at the table."""
    taken: int = 0
    """How many cards of the deck are dealt or drawn."""
    aside: list[int] = field(default_factory=list)
    exchanges: list[tuple[Seat, Seat]] = field(default_factory=list)
    asked: list[tuple[Seat, Seat]] = field(default_factory=list)
    """Who asked, and who answered, in this deal, whatever came of it, the earliest first."""
    resting: tuple[Seat, ...] = ()
    turn: Seat | None = None
    over: bool = False

    def __repr__(self) -> str:
        return f"<gnav state: {len(self.lives)} players, deal {self.deal}>"

    @property
    def survivors(self) -> list[Seat]:
        return [seat for seat, lives in enumerate(self.lives) if lives]

    @property
    def winner(self) -> Seat | None:
        return self.survivors[0] if self.over and self.survivors else None

    @property
    def stock(self) -> int:
        return len(PACK) - self.taken

    def rank(self, card: int) -> Rank:
        return self.decks[self.used - 1][card]

    def rank_at(self, seat: Seat | None) -> Rank:
        """Return what lies before a seat now; None: on top of the stock."""
        return self.rank(self.taken if seat is None else self.held[seat])

    def show(self, card: int, *seats: Seat | None) -> None:
        self.seen.setdefault(card, set()).update(seats)


@dataclass(frozen=True, slots=True)
class View:
    """All that one seat may know now: a field that is not here cannot leak."""

    seat: Seat | None
    turn: Seat | None
    deal: int
    button: Seat
    order: tuple[Seat, ...]
    """The participants of the deal, the one who acts as dealer last; some may have left meanwhile."""
    resting: tuple[Seat, ...]
    lives: tuple[int, ...]
    cards: tuple[Rank | None, ...]
    """By seat, the card that lies there now, as far as this seat has seen it; None also without a card."""
    exchanges: tuple[tuple[Seat, Seat], ...]
    """Who asked whom, in the exchanges of this deal that stand, the earliest first."""
    asked: tuple[tuple[Seat, Seat], ...]
    """Who asked, and who answered, in this deal, the earliest first: also those exchanges that were undone,
    and whoever was struck by a cat or dragoon. Houses and horses in between were passed by."""
    aside: tuple[Rank, ...]
    """Matadors drawn from the stock in this deal."""
    stock: int
    over: bool
    winner: Seat | None

    @property
    def card(self) -> Rank | None:
        """What the viewer holds now."""
        return None if self.seat is None else self.cards[self.seat]
