"""The pieces of the fireworks family: cards, hints, actions, events, refusals, rules as parameters, a view.

Sources: seeds 000 (Nova, German), 001 (Nova, English), 003 (Hanabi, tactile edition), and games.md,
"Fireworks family". Not here: the state and what the rules do with it (see `fireworks`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from typing import NamedTuple, TypeAlias

from .table import Deed, Happening, Seat

ALL_HINTS = 8
ALL_LIVES = 3
RAINBOW = "M"


class Face(NamedTuple):
    """What a card shows: a suit letter and a rank from 1; the joker has neither ("" and 0)."""

    suit: str
    rank: int


JOKER = Face("", 0)

Clue: TypeAlias = str | int
"""What a hint names: a suit letter or a rank."""


class Reason(StrEnum):
    """Why a game ended (record.md, "The final state's keys")."""

    PERFECT = "perfect"
    LIVES_OUT = "lives_out"
    PILE_OUT = "pile_out"
    HOPELESS = "hopeless"


class Why(StrEnum):
    """Why the rules refuse an action; the facts that come with each stand behind it."""

    GAME_OVER = "game-over"
    NOT_YOUR_TURN = "not-your-turn"  # turn: the seat whose turn it is
    NO_HINT_LEFT = "no-hint-left"
    HINT_AT_SELF = "hint-at-self"
    NO_SUCH_SEAT = "no-such-seat"
    NO_SUCH_CLUE = "no-such-clue"  # clue
    HINT_AT_NOTHING = "hint-at-nothing"  # to, clue
    ALL_HINTS_THERE = "all-hints-there"
    NOT_IN_HAND = "not-in-hand"
    ROW_FIRST = "row-first"
    NO_JOKER = "no-joker"
    NO_SUCH_ROW = "no-such-row"
    ROW_COMPLETE = "row-complete"  # suit
    WRONG_ORDER = "wrong-order"


@dataclass(frozen=True, slots=True)
class Hint(Deed):
    seat: Seat
    to: Seat
    clue: Clue


@dataclass(frozen=True, slots=True)
class Discard(Deed):
    seat: Seat
    card: int


@dataclass(frozen=True, slots=True)
class Play(Deed):
    seat: Seat
    card: int


@dataclass(frozen=True, slots=True)
class Row(Deed):
    """The row that a joker just played goes to: a second decision of the same turn."""

    seat: Seat
    suit: str


@dataclass(frozen=True, slots=True)
class Arrange(Deed):
    """A new order of the seat's own hand, left to right; allowed at any time, no action of a turn."""

    seat: Seat
    order: tuple[int, ...]


Action: TypeAlias = Hint | Discard | Play | Row | Arrange


@dataclass(frozen=True, slots=True)
class Dealt(Happening):
    """Every hand after the deal, left to right; a face of None is hidden from this listener."""

    first: Seat
    hands: tuple[tuple[tuple[int, Face | None], ...], ...]
    pile: int


@dataclass(frozen=True, slots=True)
class Announced(Happening):
    """The Senpai names an action before it is carried out; `place` is the card's, None without a card."""

    seat: Seat
    action: Action
    place: int | None


@dataclass(frozen=True, slots=True)
class Hinted(Happening):
    seat: Seat
    to: Seat
    clue: Clue
    cards: tuple[int, ...]
    places: tuple[int, ...]
    hints: int


@dataclass(frozen=True, slots=True)
class Discarded(Happening):
    seat: Seat
    card: int
    place: int
    face: Face
    hints: int


@dataclass(frozen=True, slots=True)
class Played(Happening):
    """A card with a suit was played: it lies in its row if it `fits`, else on the discard pile."""

    seat: Seat
    card: int
    place: int
    face: Face
    fits: bool
    lives: int


@dataclass(frozen=True, slots=True)
class JokerShown(Happening):
    """A played card turned out to be a joker; its row is still to be chosen."""

    seat: Seat
    card: int
    place: int


@dataclass(frozen=True, slots=True)
class JokerPlaced(Happening):
    """The joker counts as the card `height` of the row `suit`."""

    seat: Seat
    card: int
    suit: str
    height: int


@dataclass(frozen=True, slots=True)
class RowCompleted(Happening):
    """`returned`: whether a hint token was spent, and so came back."""

    seat: Seat
    suit: str
    returned: bool
    hints: int


@dataclass(frozen=True, slots=True)
class Drew(Happening):
    """A card went to the left end of the hand; `face` None: hidden from this listener."""

    seat: Seat
    card: int
    face: Face | None
    pile: int


@dataclass(frozen=True, slots=True)
class LastRound(Happening):
    """The last card was drawn by `seat`: everybody, that seat included, has one more turn."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TurnPassed(Happening):
    """`turns_left` counts the turns of the last round from this one on, None before that round."""

    to: Seat
    turns_left: int | None


@dataclass(frozen=True, slots=True)
class PassedOver(Happening):
    """In the challenge, the seat has neither a card nor an available hint (games.md, "challenge")."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Arranged(Happening):
    """`places` are the old places of the cards in their new order."""

    seat: Seat
    order: tuple[int, ...]
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Ended(Happening):
    reason: Reason
    score: int
    most: int
    """The score of a perfect show."""


Event: TypeAlias = (
    Dealt
    | Announced
    | Hinted
    | Discarded
    | Played
    | JokerShown
    | JokerPlaced
    | RowCompleted
    | Drew
    | LastRound
    | TurnPassed
    | PassedOver
    | Arranged
    | Ended
)


class Known(NamedTuple):
    """What hints told about one card, to everybody at the table."""

    suits: str = ""
    """Suits named that this card matches; more than one only for a rainbow card."""
    rank: int | None = None
    not_suits: str = ""
    not_ranks: tuple[int, ...] = ()

    @property
    def pointed_at(self) -> bool:
        return bool(self.suits) or self.rank is not None


UNTOLD = Known()


@cache
def told(known: Known, clue: Clue, pointed: bool) -> Known:
    """Return what is known after one more hint that pointed at the card, or passed it by."""
    suits, rank, not_suits, not_ranks = known
    if isinstance(clue, str):
        if clue in (suits if pointed else not_suits):
            return known
        if pointed:
            return Known(suits + clue, rank, not_suits, not_ranks)
        return Known(suits, rank, not_suits + clue, not_ranks)
    if pointed:
        return Known(suits, clue, not_suits, not_ranks)
    if clue in not_ranks:
        return known
    return Known(suits, rank, not_suits, tuple(sorted((*not_ranks, clue))))


@dataclass(frozen=True, slots=True)
class Rules:
    """What tells the games of the family and their options apart (games.md, table)."""

    suits: str
    copies: Mapping[int, int] = field(hash=False)
    hand_sizes: Mapping[int, int] = field(hash=False)
    jokers: int = 0
    empty_hints: bool = False
    gentle: bool = False
    challenge: bool = False
    suit_first: bool = False
    """How card codes are written: `R1` if true, `AC` if false."""

    # These follow from the fields above, and are kept since every action asks for them.
    top: int = field(init=False, repr=False, compare=False)
    """The highest rank."""
    most: int = field(init=False, repr=False, compare=False)
    """The score of a perfect show."""
    named: tuple[Clue, ...] = field(init=False, repr=False, compare=False)
    """All that a hint may name, suits before ranks; rainbow itself cannot be named."""

    def __post_init__(self) -> None:
        keep = object.__setattr__  # the way past `frozen`
        keep(self, "top", max(self.copies))
        keep(self, "most", self.top * len(self.suits))
        keep(self, "named", (*(suit for suit in self.suits if suit != RAINBOW), *self.copies))

    def faces(self) -> list[Face]:
        """Return every card of the full deck, jokers last."""
        suited = [Face(s, r) for s in self.suits for r, n in self.copies.items() for _ in range(n)]
        return suited + [JOKER] * self.jokers

    def code(self, face: Face) -> str:
        """Return how records write the card (record.md, "card codes")."""
        if face == JOKER:
            return "JK"
        if self.suit_first:
            return f"{face.suit}{face.rank}"
        return f"{'A' if face.rank == 1 else face.rank}{face.suit}"

    def touches(self, clue: Clue, face: Face) -> bool:
        """Whether a hint points at the card: rainbow matches every named suit, a joker nothing."""
        if isinstance(clue, str):
            return face.suit == clue or face.suit == RAINBOW
        return face.rank == clue

    def clues(self) -> list[Clue]:
        """Return all that a hint may name; rainbow itself cannot be named."""
        return list(self.named)


@cache
def faces_by_code(rules: Rules) -> Mapping[str, Face]:
    """Return what each card code of the game stands for, in the order of `faces`."""
    return {rules.code(face): face for face in rules.faces()}


@cache
def full_deck(rules: Rules) -> tuple[str, ...]:
    """Return the codes of the full deck, in the order of `faces`."""
    return tuple(rules.code(face) for face in rules.faces())


@cache
def sorted_deck(rules: Rules) -> list[str]:
    """Return the codes of the full deck as `sorted` orders them, to compare a deck with."""
    return sorted(full_deck(rules))


# Actions never change, so one object of each serves all games; making them took most of the time of `legal`.


@cache
def plays(seat: Seat, cards: int) -> tuple[Play, ...]:
    """Return the plays of every card of a deck of that size; a card is the index of its play."""
    return tuple(Play(seat, card) for card in range(cards))


@cache
def discards(seat: Seat, cards: int) -> tuple[Discard, ...]:
    """Return the discards of every card, as `plays` does."""
    return tuple(Discard(seat, card) for card in range(cards))


@cache
def hints(seat: Seat, to: Seat, named: tuple[Clue, ...]) -> tuple[Hint, ...]:
    return tuple(Hint(seat, to, clue) for clue in named)


@cache
def hints_to_all(seat: Seat, players: int, named: tuple[Clue, ...]) -> tuple[Hint, ...]:
    """Return all hints that the seat could ever give, seat by seat."""
    return tuple(hint for to in range(players) if to != seat for hint in hints(seat, to, named))


@cache
def turn_passed(to: Seat, turns_left: int | None) -> TurnPassed:
    """Return the event that ends nearly every action; there are few of them."""
    return TurnPassed(to, turns_left)


@cache
def rules_of(name: str, options: tuple[tuple[str, int], ...]) -> Rules:
    """Return the rules of the game with these options. Sources: seeds 001 and 003, "Cards", "Variants"."""
    chosen = dict(options)
    if name == "hanabi":
        return Rules(
            suits="RYGBW" + (RAINBOW if chosen["rainbow"] else ""),
            copies={1: 3, 2: 2, 3: 2, 4: 2, 5: 1},
            hand_sizes={2: 5, 3: 5, 4: 4, 5: 4},
            empty_hints=True,
            challenge=bool(chosen["challenge"]),
            suit_first=True,
        )
    grand = bool(chosen["grand_finale"])
    return Rules(
        suits="CDHS",
        copies={1: 2, 2: 2, 3: 2, 4: 2, 5: 2, 6: 1} if grand else {1: 2, 2: 2, 3: 2, 4: 2, 5: 1},
        hand_sizes={2: 5, 3: 4, 4: 3, 5: 3},
        jokers=chosen["jokers"],
        gentle=bool(chosen["gentle"]),
    )


class Held(NamedTuple):
    """A card in a hand; `face` None: hidden from this viewer."""

    card: int
    face: Face | None
    known: Known


@dataclass(frozen=True, slots=True)
class View:
    """All that one seat may know now: a field that is not here cannot leak."""

    seat: Seat | None
    rules: Rules
    hands: tuple[tuple[Held, ...], ...]
    rows: tuple[tuple[str, int], ...]
    hints: int
    lives: int
    turn: Seat | None
    turns_left: int | None
    joker: bool
    """Whether a joker waits for its row."""
    pile: int
    laid: tuple[Face, ...]
    discards: tuple[Face, ...]
    reason: Reason | None
    score: int
