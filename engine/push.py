"""The laws of Push ("Nimm oder schieb"): take the open card, or pay a chip and pass it on.

Sources: seed 002 and games.md, "Push". Not here: the pieces and the counting (see `push_parts`), several
games in a row, and any sentence.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import assert_never

from .push_parts import (
    IN_PLAY,
    VALUES,
    Action,
    Announced,
    Began,
    Counted,
    Ended,
    Event,
    Pass,
    Past,
    Pushed,
    Take,
    Took,
    TurnedUp,
    TurnPassed,
    View,
    Why,
    chips_each,
    points,
    run_of,
    winners,
)
from .table import BadRecord, Fault, Head, Options, Refused, Seat

CODES = {str(value): value for value in VALUES}
"""The cards as records write them (record.md, "card codes")."""


@dataclass(slots=True, repr=False)
class State:
    """Everything, hidden cards and chips included; it never leaves the table, and its repr shows neither."""

    players: int
    open_chips: bool
    deck: tuple[int, ...]
    """The cards in play, in the order they are turned up."""
    turn: Seat
    chips: list[int]
    cards: list[list[int]]
    """Of each seat, rising."""
    turned: int = 0
    """How many cards have been turned up."""
    card: int | None = None
    """The open card."""
    pot: int = 0
    over: bool = False
    past: list[Past] = field(default_factory=list)
    """What the turns so far came to."""

    def __repr__(self) -> str:
        return f"<push state: {self.players} players, {self.pile} cards in the stock>"

    @property
    def pile(self) -> int:
        return len(self.deck) - self.turned

    @property
    def scores(self) -> list[int]:
        """What the cards count now, less the chips: seed 002, "Spielende und Wertung"."""
        return [points(cards) - chips for cards, chips in zip(self.cards, self.chips, strict=True)]


class Push:
    """The rules of Push; see `table.Game` for what each method promises.

    Card codes are the values, "3" to "35"; a head may also have them as numbers.
    """

    def __init__(self) -> None:
        self.name = "push"
        self.seats = range(3, 8)
        self.defaults: Options = {"open_chips": 0}
        self.limits: Mapping[str, int] = {"open_chips": 1}
        self.head_keys: tuple[str, ...] = ("first", "deck")

    # -- beginning

    def head(self, players: int, options: Options, first: Seat, shuffle: Callable[[list[str]], None]) -> Head:
        """Return a head for a new game; `first` sits to the left of the dealer."""
        codes = list(CODES)
        shuffle(codes)
        return {"first": first, "deck": codes[:IN_PLAY]}

    def start(self, players: int, options: Options, head: Head) -> tuple[State, list[Event]]:
        first = head.get("first", 0)
        if type(first) is not int or not 0 <= first < players:
            raise BadRecord(Fault.WRONG_FIRST)
        open_chips = bool(options["open_chips"])
        deck, nobody = _deck(head.get("deck")), [0] * players
        state = State(players, open_chips, deck, first, nobody, [[] for _ in range(players)])
        began = Began(first, chips_each(players), len(deck), open_chips)
        return state, _tell(state, [began, TurnedUp(first, deck[0], len(deck) - 1)])

    # -- actions in writing

    def parse(self, written: Mapping[str, object]) -> Action:
        seat = written.get("seat")
        if type(seat) is not int:
            raise BadRecord(Fault.WRONG_ACTION)
        match written.get("do"):
            case "take":
                return Take(seat)
            case "pass":
                return Pass(seat)
            case _:
                raise BadRecord(Fault.WRONG_ACTION)

    def write(self, action: Action) -> dict[str, object]:
        match action:
            case Take(seat):
                return {"seat": seat, "do": "take"}
            case Pass(seat):
                return {"seat": seat, "do": "pass"}
            case _:
                assert_never(action)

    # -- play

    def announce(self, state: State, action: Action) -> Event:
        card = _check(state, action)
        return Announced(action.seat, action, card, state.pot)

    def act(self, state: State, action: Action) -> list[Event]:
        card = _check(state, action)
        match action:
            case Pass(seat):
                to = (seat + 1) % state.players
                return _tell(state, [Pushed(seat, card, state.pot + 1), TurnPassed(to)])
            case Take(seat):
                joined = run_of([*state.cards[seat], card], card)
                events = _tell(state, [Took(seat, card, state.pot, joined)])
                if state.pile:
                    # The same player turns up the next card and decides again (seed 002, "Ein Zug").
                    turned_up = TurnedUp(seat, state.deck[state.turned], state.pile - 1)
                    return events + _tell(state, [turned_up])
                return events + _count(state)
            case _:
                assert_never(action)

    def apply(self, state: State, event: Event) -> None:
        _apply(state, event)

    def legal(self, state: State, seat: Seat) -> list[Action]:
        if state.over or seat != state.turn:
            return []
        return [Take(seat), Pass(seat)] if state.chips[seat] else [Take(seat)]

    # -- what leaves the table

    def for_seat(self, event: Event, seat: Seat | None) -> Event:
        # What happens lies open on the table or is said aloud, and no event tells of what is hidden.
        return event

    def view(self, state: State, seat: Seat | None) -> View:
        # Chips are shown when they are counted (seed 002, "Vorbereitung", "Spielende und Wertung").
        shown = state.open_chips or state.over
        return View(
            seat=seat,
            turn=self.turn(state),
            open_chips=state.open_chips,
            chips=tuple(n if shown or owner == seat else None for owner, n in enumerate(state.chips)),
            cards=tuple(map(tuple, state.cards)),
            card=state.card,
            pot=state.pot,
            pile=state.pile,
            winners=winners(state.scores, state.chips) if state.over else None,
            past=tuple(state.past),
        )

    def turn(self, state: State) -> Seat | None:
        return None if state.over else state.turn

    def result(self, state: State) -> dict[str, object]:
        return {
            "game": self.name,
            "over": state.over,
            "scores": state.scores,
            "chips": list(state.chips),
            "cards": [list(cards) for cards in state.cards],
            "winners": list(winners(state.scores, state.chips)) if state.over else None,
            "pot": state.pot,
            "card": state.card,
            "pile": state.pile,
            "turn": self.turn(state),
        }


PUSH = Push()


# -- legality, written once


def _check(state: State, action: Action) -> int:
    """Return the open card. Raises Refused if the rules forbid the action now (seed 002, "Ein Zug")."""
    if state.card is None:
        raise Refused(Why.GAME_OVER)
    if action.seat != state.turn:
        raise Refused(Why.NOT_YOUR_TURN, turn=state.turn)
    if isinstance(action, Pass) and not state.chips[action.seat]:
        raise Refused(Why.NO_CHIPS)
    return state.card


# -- what follows from an action


def _tell(state: State, events: list[Event]) -> list[Event]:
    for event in events:
        _apply(state, event)
    return events


def _count(state: State) -> list[Event]:
    """The last card was taken: everybody counts, and the lowest score wins (seed 002, "Spielende …")."""
    scores = state.scores
    counted: list[Event] = [
        Counted(seat, score + chips, chips, score)
        for seat, (score, chips) in enumerate(zip(scores, state.chips, strict=True))
    ]
    return _tell(state, [*counted, Ended(winners(scores, state.chips), tuple(scores))])


def _apply(state: State, event: Event) -> None:
    match event:
        case Began():
            state.chips = [event.chips] * state.players
        case TurnedUp():
            state.card, state.turned = event.card, state.turned + 1
        case Pushed():
            state.chips[event.seat] -= 1
            state.pot = event.pot
            state.past.append(event)
        case TurnPassed():
            state.turn = event.to
        case Took():
            insort(state.cards[event.seat], event.card)
            state.chips[event.seat] += event.pot
            state.card, state.pot = None, 0
            state.past.append(event)
        case Ended():
            state.over = True
        case Announced() | Counted():
            pass  # heard, and nothing on the table moves
        case _:
            assert_never(event)


# -- reading records


def _deck(codes: object) -> tuple[int, ...]:
    """Return the cards in play. Raises BadRecord unless they are 24 different values from 3 to 35."""
    if not isinstance(codes, list):
        raise BadRecord(Fault.WRONG_DECK, size=IN_PLAY)
    deck = tuple(_value(code, number) for number, code in enumerate(codes, 1))
    if len(deck) != IN_PLAY or len(set(deck)) != IN_PLAY:
        raise BadRecord(Fault.WRONG_DECK, size=IN_PLAY)
    return deck


def _value(code: object, number: int) -> int:
    """Return the card's value, written as text or as a number (record.md, "card codes")."""
    value = CODES.get(code) if isinstance(code, str) else code
    if type(value) is not int or value not in VALUES:
        raise BadRecord(Fault.UNKNOWN_CARD, number=number)
    return value
