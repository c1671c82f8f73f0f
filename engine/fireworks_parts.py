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

from .table import Deed, Happening, Seat, happening

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


@happening
class Dealt(Happening):
    """Every hand after the deal, left to right; a face of None is hidden from this listener."""

    first: Seat
    hands: tuple[tuple[tuple[int, Face | None], ...], ...]
    pile: int


@happening
class Announced(Happening):
    """The Senpai names an action before it is carried out; `place` is the card's, None without a card."""

    seat: Seat
    action: Action
    place: int | None


@happening
class Hinted(Happening):
    seat: Seat
    to: Seat
    clue: Clue
    cards: tuple[int, ...]
    places: tuple[int, ...]
    hints: int


@happening
class Discarded(Happening):
    seat: Seat
    card: int
    place: int
    face: Face
    hints: int


@happening
class Played(Happening):
    """A card with a suit was played: it lies in its row if it `fits`, else on the discard pile."""

    seat: Seat
    card: int
    place: int
    face: Face
    fits: bool
    lives: int


@happening
class JokerShown(Happening):
    """A played card turned out to be a joker; its row is still to be chosen."""

    seat: Seat
    card: int
    place: int


@happening
class JokerPlaced(Happening):
    """The joker counts as the card `height` of the row `suit`."""

    seat: Seat
    card: int
    suit: str
    height: int


@happening
class RowCompleted(Happening):
    """`returned`: whether a hint token was spent, and so came back."""

    seat: Seat
    suit: str
    returned: bool
    hints: int


@happening
class Drew(Happening):
    """A card went to the left end of the hand; `face` None: hidden from this listener."""

    seat: Seat
    card: int
    face: Face | None
    pile: int


@happening
class LastRound(Happening):
    """The last card was drawn by `seat`: everybody, that seat included, has one more turn."""

    seat: Seat


@happening
class TurnPassed(Happening):
    """`turns_left` counts the turns of the last round from this one on, None before that round."""

    to: Seat
    turns_left: int | None


@happening
class PassedOver(Happening):
    """In the challenge, the seat has neither a card nor an available hint (games.md, "challenge")."""

    seat: Seat


@happening
class Arranged(Happening):
    """`places` are the old places of the cards in their new order."""

    seat: Seat
    order: tuple[int, ...]
    places: tuple[int, ...]


@happening
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


Past: TypeAlias = Hinted | Discarded | Played | JokerPlaced
"""What a turn came to, or the second decision of one."""


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


@cache
def known_from(named: tuple[Clue, ...], bits: int) -> Known:
    """Return what a card's bits say (see `Rules.bits`), suits and ranks in the order of `named`."""
    pointed = [clue for number, clue in enumerate(named) if bits >> 2 * number & 1]
    passed_by = [clue for number, clue in enumerate(named) if bits >> 2 * number & 2]
    return Known(
        suits="".join(clue for clue in pointed if isinstance(clue, str)),
        rank=next((clue for clue in pointed if isinstance(clue, int)), None),
        not_suits="".join(clue for clue in passed_by if isinstance(clue, str)),
        not_ranks=tuple(clue for clue in passed_by if isinstance(clue, int)),
    )


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
    touched: Mapping[Clue, frozenset[Face]] = field(init=False, repr=False, compare=False)
    """What each hint points at."""
    bits: Mapping[Clue, tuple[int, int]] = field(init=False, repr=False, compare=False)
    """The bit that a hint sets for a card it points at, and for one it passes by; see `known_from`."""

    def __post_init__(self) -> None:
        keep = object.__setattr__  # the way past `frozen`
        keep(self, "top", max(self.copies))
        keep(self, "most", self.top * len(self.suits))
        keep(self, "named", (*(suit for suit in self.suits if suit != RAINBOW), *self.copies))
        faces = set(self.faces())
        touched = {clue: frozenset(face for face in faces if self.touches(clue, face)) for clue in self.named}
        keep(self, "touched", touched)
        keep(self, "bits", {clue: (1 << 2 * n, 2 << 2 * n) for n, clue in enumerate(self.named)})

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


class Moves:
    """The actions of a turn, but for the row of a joker, and the events that pass the turn on.

    None of them ever changes, so one object of each serves all games with the same players and cards; making
    them anew took most of the time of `legal`.
    """

    def __init__(self, players: int, cards: int, named: tuple[Clue, ...]) -> None:
        seats, deck = range(players), range(cards)
        self.with_cards: list[tuple[list[Play] | list[Discard], ...]] = [
            ([Play(seat, card) for card in deck], [Discard(seat, card) for card in deck]) for seat in seats
        ]
        """By seat: its plays and its discards, each by card."""
        self.hints = [
            [[Hint(seat, to, clue) for clue in named if to != seat] for to in seats] for seat in seats
        ]
        """By seat, then by the seat hinted at: all that can be named; at oneself nothing."""
        self.hints_to_all = [[hint for at_one in at_all for hint in at_one] for at_all in self.hints]
        """By seat: the hints of `hints` in one list."""
        lefts = (None, *range(1, players + 2))
        self.passed = {left: [TurnPassed(to, left) for to in seats] for left in lefts}
        """By the turns that are left, then by the seat it passes to."""

    def __deepcopy__(self, memo: object) -> Moves:
        return self  # a copy of a state shares it, as all states do


@cache
def moves(players: int, cards: int, named: tuple[Clue, ...]) -> Moves:
    """Return what games of so many players, with a deck of so many cards and these clues, share."""
    return Moves(players, cards, named)


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
    past: tuple[Past, ...] = ()
    """What the turns so far came to, in order: hints, discards, plays and placed jokers, open to everybody.

    With the hands of now, and cards being drawn in the order of their numbers, every earlier hand follows.
    """
