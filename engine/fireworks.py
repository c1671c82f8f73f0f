"""The laws of the fireworks family: one core for Nova and Hanabi, which differ in `Rules` and nothing else.

Sources: seeds 000 (Nova, German), 001 (Nova, English), 003 (Hanabi, tactile edition), and games.md,
"Fireworks family". Not here: the pieces (see `fireworks_parts`), what a card can still be (see
`knowledge`), and any sentence.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import assert_never

from .fireworks_parts import (
    ALL_HINTS,
    ALL_LIVES,
    JOKER,
    Action,
    Announced,
    Arrange,
    Arranged,
    Clue,
    Dealt,
    Discard,
    Discarded,
    Drew,
    Ended,
    Event,
    Face,
    Held,
    Hint,
    Hinted,
    JokerPlaced,
    JokerShown,
    Known,
    LastRound,
    PassedOver,
    Play,
    Played,
    Reason,
    Row,
    RowCompleted,
    Rules,
    TurnPassed,
    View,
    Why,
    rules_of,
    told,
)
from .table import BadRecord, Fault, Head, Options, Refused, Seat


@dataclass(slots=True, repr=False)
class State:
    """Everything, hidden cards included; it never leaves the table, and its repr shows no card."""

    rules: Rules
    players: int
    deck: tuple[Face, ...]
    drawn: int = 0
    hands: list[list[int]] = field(default_factory=list)
    known: dict[int, Known] = field(default_factory=dict)
    rows: dict[str, int] = field(default_factory=dict)
    hints: int = ALL_HINTS
    lives: int = ALL_LIVES
    turn: Seat = 0
    turns_left: int | None = None
    joker: int | None = None
    """The joker that waits for its row."""
    laid: list[int] = field(default_factory=list)
    """Cards lying in the rows, in the order played."""
    discards: list[int] = field(default_factory=list)
    reason: Reason | None = None

    def __repr__(self) -> str:
        return f"<fireworks state: {self.players} players, {self.pile} cards in the stock>"

    @property
    def pile(self) -> int:
        return len(self.deck) - self.drawn

    @property
    def height(self) -> int:
        return sum(self.rows.values())


class Fireworks:
    """The rules of one game of the family; see `table.Game` for what each method promises."""

    def __init__(self, name: str, defaults: Options, limits: Mapping[str, int]) -> None:
        self.name = name
        self.seats = range(2, 6)
        self.defaults = defaults
        self.limits = limits
        self.head_keys: tuple[str, ...] = ("first", "deck")

    def rules(self, options: Options) -> Rules:
        return rules_of(self.name, tuple(sorted(options.items())))

    # -- beginning

    def head(self, players: int, options: Options, first: Seat, shuffle: Callable[[list[str]], None]) -> Head:
        rules = self.rules(options)
        deck = [rules.code(face) for face in rules.faces()]
        shuffle(deck)
        return {"first": first, "deck": deck}

    def start(self, players: int, options: Options, head: Head) -> tuple[State, list[Event]]:
        rules = self.rules(options)
        first = head.get("first", 0)
        if type(first) is not int or not 0 <= first < players:
            raise BadRecord(Fault.WRONG_FIRST)
        state = State(rules, players, _deck(rules, head.get("deck")), turn=first)
        state.rows = dict.fromkeys(rules.suits, 0)
        # Dealt one at a time, clockwise from the first player; each card enters at the left end.
        dealt = rules.hand_sizes[players] * players
        hands = [range((seat - first) % players, dealt, players)[::-1] for seat in range(players)]
        faces = tuple(tuple((card, state.deck[card]) for card in hand) for hand in hands)
        return state, _tell(state, [Dealt(first, faces, len(state.deck) - dealt)])

    # -- actions in writing

    def parse(self, written: Mapping[str, object]) -> Action:
        seat = _number(written, "seat")
        match written.get("do"):
            case "hint":
                suit, rank = written.get("suit"), written.get("rank")
                if (suit is None) == (rank is None):
                    raise BadRecord(Fault.WRONG_ACTION)
                clue: Clue = _number(written, "rank") if suit is None else _word(written, "suit")
                return Hint(seat, _number(written, "to"), clue)
            case "play":
                return Play(seat, _number(written, "card"))
            case "discard":
                return Discard(seat, _number(written, "card"))
            case "row":
                return Row(seat, _word(written, "suit"))
            case "arrange":
                order = written.get("order")
                if not isinstance(order, list) or not all(type(card) is int for card in order):
                    raise BadRecord(Fault.WRONG_ACTION)
                return Arrange(seat, tuple(order))
            case _:
                raise BadRecord(Fault.WRONG_ACTION)

    def write(self, action: Action) -> dict[str, object]:
        match action:
            case Hint(seat, to, str() as suit):
                return {"seat": seat, "do": "hint", "to": to, "suit": suit}
            case Hint(seat, to, rank):
                return {"seat": seat, "do": "hint", "to": to, "rank": rank}
            case Play(seat, card):
                return {"seat": seat, "do": "play", "card": card}
            case Discard(seat, card):
                return {"seat": seat, "do": "discard", "card": card}
            case Row(seat, suit):
                return {"seat": seat, "do": "row", "suit": suit}
            case Arrange(seat, order):
                return {"seat": seat, "do": "arrange", "order": list(order)}
            case _:
                assert_never(action)

    # -- play

    def announce(self, state: State, action: Action) -> Event:
        _check(state, action)
        card = action.card if isinstance(action, (Play, Discard)) else None
        return Announced(action.seat, action, None if card is None else _place(state, action.seat, card))

    def act(self, state: State, action: Action) -> list[Event]:
        _check(state, action)
        events: list[Event]
        match action:
            case Hint(seat, to, clue):
                hand, touches, deck = state.hands[to], state.rules.touches, state.deck
                places = tuple(i for i, card in enumerate(hand, 1) if touches(clue, deck[card]))
                cards = tuple(hand[i - 1] for i in places)
                events = _tell(state, [Hinted(seat, to, clue, cards, places, state.hints - 1)])
            case Discard(seat, card):
                place, face = _place(state, seat, card), state.deck[card]
                events = _tell(state, [Discarded(seat, card, place, face, state.hints + 1)])
            case Play(seat, card):
                events = _play(state, seat, card)
                if state.joker is not None:
                    return events
            case Row(seat, suit):
                joker = state.joker
                assert joker is not None  # checked above
                events = _tell(state, [JokerPlaced(seat, joker, suit, state.rows[suit] + 1)])
                events += _complete(state, seat, suit)
            case Arrange(seat, order):
                places = tuple(_place(state, seat, card) for card in order)
                return _tell(state, [Arranged(seat, order, places)])
            case _:
                assert_never(action)
        return events + _finish_turn(state, draws=not isinstance(action, Hint))

    def apply(self, state: State, event: Event) -> None:
        _apply(state, event)

    def legal(self, state: State, seat: Seat) -> list[Action]:
        if state.reason is not None or seat != state.turn:
            return []
        if state.joker is not None:
            return [Row(seat, suit) for suit, height in state.rows.items() if height < state.rules.top]
        actions: list[Action] = [Play(seat, card) for card in state.hands[seat]]
        if state.hints < ALL_HINTS:
            actions += [Discard(seat, card) for card in state.hands[seat]]
        if state.hints:
            for to in range(state.players):
                if to != seat:
                    actions += [_hint(seat, to, clue) for clue in _clues_for(state, to)]
        return actions

    # -- what leaves the table

    def for_seat(self, event: Event, seat: Seat | None) -> Event:
        match event:
            case Dealt():
                hands = tuple(
                    tuple((card, None if seat is None or owner == seat else face) for card, face in hand)
                    for owner, hand in enumerate(event.hands)
                )
                return replace(event, hands=hands)
            case Drew():
                return replace(event, face=None) if seat is None or seat == event.seat else event
            case _:
                # All else lies open on the table or is said aloud (seed 001, "Playing a turn").
                return event

    def view(self, state: State, seat: Seat | None) -> View:
        deck = state.deck
        return View(
            seat=seat,
            rules=state.rules,
            hands=tuple(
                tuple(
                    Held(card, None if seat is None or owner == seat else deck[card], state.known[card])
                    for card in hand
                )
                for owner, hand in enumerate(state.hands)
            ),
            rows=tuple(state.rows.items()),
            hints=state.hints,
            lives=state.lives,
            turn=self.turn(state),
            turns_left=state.turns_left,
            joker=state.joker is not None,
            pile=state.pile,
            laid=tuple(deck[card] for card in state.laid),
            discards=tuple(deck[card] for card in state.discards),
            reason=state.reason,
            score=_score(state, state.reason),
        )

    def turn(self, state: State) -> Seat | None:
        return None if state.reason is not None else state.turn

    def result(self, state: State) -> dict[str, object]:
        code = state.rules.code
        return {
            "game": self.name,
            "over": state.reason is not None,
            "reason": None if state.reason is None else state.reason.value,
            "won": state.reason is Reason.PERFECT,
            "score": _score(state, state.reason),
            "max_score": state.rules.most,
            "rows": dict(state.rows),
            "hints": state.hints,
            "lives": state.lives,
            "turn": self.turn(state),
            "pile": state.pile,
            "discards": sorted(code(state.deck[card]) for card in state.discards),
            "hands": [[code(state.deck[card]) for card in hand] for hand in state.hands],
        }


HANABI = Fireworks("hanabi", {"rainbow": 0, "challenge": 0}, {"rainbow": 1, "challenge": 1})
NOVA = Fireworks(
    "nova", {"gentle": 0, "grand_finale": 0, "jokers": 0}, {"gentle": 1, "grand_finale": 1, "jokers": 2}
)


# -- legality, written once


def _check(state: State, action: Action) -> None:
    """Raise Refused if the rules forbid the action now (seed 001, "Playing a turn")."""
    if state.reason is not None:
        raise Refused(Why.GAME_OVER)
    if isinstance(action, Arrange):
        if not 0 <= action.seat < state.players or sorted(action.order) != sorted(state.hands[action.seat]):
            raise Refused(Why.WRONG_ORDER)
        return
    if action.seat != state.turn:
        raise Refused(Why.NOT_YOUR_TURN, turn=state.turn)
    if isinstance(action, Row):
        _check_row(state, action)
    elif state.joker is not None:
        raise Refused(Why.ROW_FIRST)
    elif isinstance(action, Hint):
        _check_hint(state, action)
    elif action.card not in state.hands[action.seat]:
        raise Refused(Why.NOT_IN_HAND)
    elif isinstance(action, Discard) and state.hints >= ALL_HINTS:
        raise Refused(Why.ALL_HINTS_THERE)


def _check_hint(state: State, action: Hint) -> None:
    if not state.hints:
        raise Refused(Why.NO_HINT_LEFT)
    if action.to == action.seat:
        raise Refused(Why.HINT_AT_SELF)
    if not 0 <= action.to < state.players:
        raise Refused(Why.NO_SUCH_SEAT)
    if action.clue not in state.rules.clues():
        raise Refused(Why.NO_SUCH_CLUE, clue=action.clue)
    if not state.rules.empty_hints:
        touches, deck = state.rules.touches, state.deck
        if not any(touches(action.clue, deck[card]) for card in state.hands[action.to]):
            raise Refused(Why.HINT_AT_NOTHING, to=action.to, clue=action.clue)


def _check_row(state: State, action: Row) -> None:
    if state.joker is None:
        raise Refused(Why.NO_JOKER)
    if action.suit not in state.rows:
        raise Refused(Why.NO_SUCH_ROW)
    if state.rows[action.suit] >= state.rules.top:
        raise Refused(Why.ROW_COMPLETE, suit=action.suit)


@cache
def _hint(seat: Seat, to: Seat, clue: Clue) -> Hint:
    return Hint(seat, to, clue)


def _clues_for(state: State, to: Seat) -> list[Clue]:
    """Return what a hint to this seat may name, suits before ranks."""
    clues = state.rules.clues()
    if state.rules.empty_hints:
        return clues
    faces = [state.deck[card] for card in state.hands[to]]
    there = {face.suit for face in faces} | {face.rank for face in faces}
    return [clue for clue in clues if clue in there]


# -- what follows from an action


def _tell(state: State, events: list[Event]) -> list[Event]:
    for event in events:
        _apply(state, event)
    return events


def _place(state: State, seat: Seat, card: int) -> int:
    return state.hands[seat].index(card) + 1


def _play(state: State, seat: Seat, card: int) -> list[Event]:
    """seed 001, "Play a card" and "Wild jokers"."""
    place, face = _place(state, seat, card), state.deck[card]
    if face == JOKER:
        return _tell(state, [JokerShown(seat, card, place)])
    fits = state.rows[face.suit] + 1 == face.rank
    events = _tell(state, [Played(seat, card, place, face, fits, state.lives - (not fits))])
    return events + _complete(state, seat, face.suit) if fits else events


def _complete(state: State, seat: Seat, suit: str) -> list[Event]:
    """Return what follows when a card was added to a row: maybe it is complete, and a token comes back."""
    if state.rows[suit] < state.rules.top:
        return []
    returned = state.hints < ALL_HINTS
    return _tell(state, [RowCompleted(seat, suit, returned, state.hints + returned)])


def _finish_turn(state: State, *, draws: bool) -> list[Event]:
    """Draw, end the game or pass the turn on (seed 001, "End of the game"; games.md, "End")."""
    seat, rules = state.turn, state.rules
    reason = _decided(state)
    if reason is not None:
        return _tell(state, [_ended(state, reason)])
    events: list[Event] = []
    if draws and state.pile:
        card = state.drawn
        events += _tell(state, [Drew(seat, card, state.deck[card], state.pile - 1)])
        if not state.pile and not rules.challenge:
            events += _tell(state, [LastRound(seat)])
    left = None if state.turns_left is None else state.turns_left - 1
    if left == 0:
        return events + _tell(state, [_ended(state, Reason.PILE_OUT)])
    to = (seat + 1) % state.players
    # Only the challenge goes on long enough for a hand to run out.
    while not state.hands[to] and not state.hints:
        events += _tell(state, [PassedOver(to)])
        to = (to + 1) % state.players
    return events + _tell(state, [TurnPassed(to, left)])


def _decided(state: State) -> Reason | None:
    """Return why the game is over now, whatever the stock says."""
    if state.lives == 0:
        return Reason.LIVES_OUT
    if state.height == state.rules.most:
        return Reason.PERFECT
    if state.rules.challenge and _hopeless(state):
        return Reason.HOPELESS
    return None


def _hopeless(state: State) -> bool:
    """Whether a card that a row still needs has lost its last copy (games.md, "challenge")."""
    gone = Counter(state.deck[card] for card in state.discards)
    copies = state.rules.copies
    return any(n == copies[face.rank] and face.rank > state.rows[face.suit] for face, n in gone.items())


def _ended(state: State, reason: Reason) -> Ended:
    return Ended(reason, _score(state, reason), state.rules.most)


def _score(state: State, reason: Reason | None) -> int:
    """Sum of the rows' heights; nothing when the show was cancelled (seed 001, "Scoring", "Gentle show")."""
    return 0 if reason is Reason.LIVES_OUT and not state.rules.gentle else state.height


def _apply(state: State, event: Event) -> None:
    match event:
        case Hinted():
            known, pointed = state.known, event.cards
            for card in state.hands[event.to]:
                known[card] = told(known[card], event.clue, card in pointed)
            state.hints = event.hints
        case Played():
            state.hands[event.seat].remove(event.card)
            if event.fits:
                state.rows[event.face.suit] = event.face.rank
                state.laid.append(event.card)
            else:
                state.discards.append(event.card)
            state.lives = event.lives
        case Discarded():
            state.hands[event.seat].remove(event.card)
            state.discards.append(event.card)
            state.hints = event.hints
        case Drew():
            state.hands[event.seat].insert(0, event.card)
            state.known[event.card] = Known()
            state.drawn += 1
        case TurnPassed():
            state.turn, state.turns_left = event.to, event.turns_left
        case LastRound():
            state.turns_left = state.players + 1
        case JokerShown():
            state.hands[event.seat].remove(event.card)
            state.joker = event.card
        case JokerPlaced():
            state.rows[event.suit] = event.height
            state.laid.append(event.card)
            state.joker = None
        case RowCompleted():
            state.hints = event.hints
        case Arranged():
            state.hands[event.seat] = list(event.order)
        case Dealt():
            state.hands = [[card for card, _ in hand] for hand in event.hands]
            state.known = {card: Known() for hand in state.hands for card in hand}
            state.drawn = len(state.known)
        case Ended():
            state.reason = event.reason
        case Announced() | PassedOver():
            pass  # heard, and nothing on the table moves
        case _:
            assert_never(event)


# -- reading records


def _deck(rules: Rules, codes: object) -> tuple[Face, ...]:
    """Return the deck that the codes name. Raises BadRecord unless it is exactly the full deck."""
    if not isinstance(codes, list):
        raise BadRecord(Fault.WRONG_DECK, size=len(rules.faces()))
    faces = {rules.code(face): face for face in rules.faces()}
    for number, code in enumerate(codes, 1):
        if not isinstance(code, str) or code not in faces:
            raise BadRecord(Fault.UNKNOWN_CARD, number=number)
    deck = tuple(faces[code] for code in codes)
    if Counter(deck) != Counter(rules.faces()):
        raise BadRecord(Fault.WRONG_DECK, size=len(rules.faces()))
    return deck


def _number(written: Mapping[str, object], key: str) -> int:
    value = written.get(key)
    if type(value) is not int:
        raise BadRecord(Fault.WRONG_ACTION)
    return value


def _word(written: Mapping[str, object], key: str) -> str:
    value = written.get(key)
    if not isinstance(value, str):
        raise BadRecord(Fault.WRONG_ACTION)
    return value
