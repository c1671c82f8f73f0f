"""The laws of the fireworks family: one core for Nova and Hanabi, which differ in `Rules` and nothing else.

Sources: seeds 000 (Nova, German), 001 (Nova, English), 003 (Hanabi, tactile edition), and games.md,
"Fireworks family". Not here: the pieces (see `fireworks_parts`), what a card can still be (see
`knowledge`), and any sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import assert_never

from .fireworks_parts import (
    ALL_HINTS,
    ALL_LIVES,
    JOKER,
    UNTOLD,
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
    discards,
    faces_by_code,
    full_deck,
    hints,
    hints_to_all,
    plays,
    rules_of,
    sorted_deck,
    told,
    turn_passed,
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
        """The sum of the rows' heights: each card laid makes one row higher by one."""
        return len(self.laid)


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
        deck = list(full_deck(self.rules(options)))
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
        deck = state.deck
        faces = tuple([tuple([(card, deck[card]) for card in hand]) for hand in hands])
        return state, [_apply(state, Dealt(first, faces, len(deck) - dealt))]

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
        match action:
            case Hint():
                return _pass_turn(state, [_hint(state, action)])
            case Play():
                events = _play(state, action)
                if state.joker is not None:
                    return events
            case Discard(seat, card):
                place, face = _place(state, seat, card), state.deck[card]
                events = [_apply(state, Discarded(seat, card, place, face, state.hints + 1))]
            case Row(seat, suit):
                joker = state.joker
                assert joker is not None  # checked above
                events = [_apply(state, JokerPlaced(seat, joker, suit, state.rows[suit] + 1))]
                events += _complete(state, seat, suit)
            case Arrange(seat, order):
                places = tuple(_place(state, seat, card) for card in order)
                return [_apply(state, Arranged(seat, order, places))]
            case _:
                assert_never(action)
        return _finish_turn(state, events)

    def apply(self, state: State, event: Event) -> None:
        _apply(state, event)

    def legal(self, state: State, seat: Seat) -> list[Action]:
        if state.reason is not None or seat != state.turn:
            return []
        if state.joker is not None:
            return [Row(seat, suit) for suit, height in state.rows.items() if height < state.rules.top]
        hand, cards = state.hands[seat], len(state.deck)
        actions: list[Action] = list(map(plays(seat, cards).__getitem__, hand))
        if state.hints < ALL_HINTS:
            actions += map(discards(seat, cards).__getitem__, hand)
        if state.hints:
            actions += _hints(state, seat)
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
    if action.seat != state.turn and not isinstance(action, Arrange):
        raise Refused(Why.NOT_YOUR_TURN, turn=state.turn)
    if state.joker is not None and not isinstance(action, (Row, Arrange)):
        raise Refused(Why.ROW_FIRST)
    match action:
        case Hint():
            _check_hint(state, action)
        case Play() | Discard():
            if action.card not in state.hands[action.seat]:
                raise Refused(Why.NOT_IN_HAND)
            if state.hints >= ALL_HINTS and isinstance(action, Discard):
                raise Refused(Why.ALL_HINTS_THERE)
        case Row():
            _check_row(state, action)
        case Arrange(seat, order):
            if not 0 <= seat < state.players or sorted(order) != sorted(state.hands[seat]):
                raise Refused(Why.WRONG_ORDER)
        case _:
            assert_never(action)


def _check_hint(state: State, action: Hint) -> None:
    to, rules = action.to, state.rules
    if not state.hints:
        raise Refused(Why.NO_HINT_LEFT)
    if to == action.seat:
        raise Refused(Why.HINT_AT_SELF)
    if not 0 <= to < state.players:
        raise Refused(Why.NO_SUCH_SEAT)
    if action.clue not in rules.named:
        raise Refused(Why.NO_SUCH_CLUE, clue=action.clue)
    if not rules.empty_hints and not _pointed(state, to, action.clue):
        raise Refused(Why.HINT_AT_NOTHING, to=to, clue=action.clue)


def _check_row(state: State, action: Row) -> None:
    if state.joker is None:
        raise Refused(Why.NO_JOKER)
    if action.suit not in state.rows:
        raise Refused(Why.NO_SUCH_ROW)
    if state.rows[action.suit] >= state.rules.top:
        raise Refused(Why.ROW_COMPLETE, suit=action.suit)


def _hints(state: State, seat: Seat) -> Iterable[Hint]:
    """Return the seat's legal hints, suits before ranks for each seat."""
    rules, deck = state.rules, state.deck
    if rules.empty_hints:
        return hints_to_all(seat, state.players, rules.named)
    actions: list[Hint] = []
    for to, hand in enumerate(state.hands):
        if to != seat:
            there: set[Clue] = set()
            for card in hand:
                there.update(deck[card])  # its suit and its rank
            actions += [hint for hint in hints(seat, to, rules.named) if hint.clue in there]
    return actions


# -- what follows from an action


def _pointed(state: State, to: Seat, clue: Clue) -> list[int]:
    """Return the cards that the hint points at, left to right."""
    deck, touches = state.deck, state.rules.touches
    return [card for card in state.hands[to] if touches(clue, deck[card])]


def _place(state: State, seat: Seat, card: int) -> int:
    return state.hands[seat].index(card) + 1


def _hint(state: State, action: Hint) -> Event:
    to, clue = action.to, action.clue
    cards = _pointed(state, to, clue)
    places = [state.hands[to].index(card) + 1 for card in cards]
    return _apply(state, Hinted(action.seat, to, clue, tuple(cards), tuple(places), state.hints - 1))


def _play(state: State, action: Play) -> list[Event]:
    """seed 001, "Play a card" and "Wild jokers"."""
    seat, card = action.seat, action.card
    place, face = _place(state, seat, card), state.deck[card]
    if face == JOKER:
        return [_apply(state, JokerShown(seat, card, place))]
    fits = state.rows[face.suit] + 1 == face.rank
    played = _apply(state, Played(seat, card, place, face, fits, state.lives - (not fits)))
    return [played, *_complete(state, seat, face.suit)] if fits else [played]


def _complete(state: State, seat: Seat, suit: str) -> list[Event]:
    """Return what follows when a card was added to a row: maybe it is complete, and a token comes back."""
    if state.rows[suit] < state.rules.top:
        return []
    returned = state.hints < ALL_HINTS
    return [_apply(state, RowCompleted(seat, suit, returned, state.hints + returned))]


def _finish_turn(state: State, events: list[Event]) -> list[Event]:
    """End the game, or draw and pass the turn on (seed 001, "End of the game"; games.md, "End").

    Only a turn that took a card from the hand comes here: a hint neither decides the game nor draws.
    """
    reason = _decided(state)
    if reason is not None:
        events.append(_apply(state, _ended(state, reason)))
        return events
    card, deck = state.drawn, state.deck
    pile = len(deck) - card
    if pile:
        events.append(_apply(state, Drew(state.turn, card, deck[card], pile - 1)))
        if pile == 1 and not state.rules.challenge:
            events.append(_apply(state, LastRound(state.turn)))
    return _pass_turn(state, events)


def _pass_turn(state: State, events: list[Event]) -> list[Event]:
    left = state.turns_left
    if left is not None:
        left -= 1
        if left == 0:
            events.append(_apply(state, _ended(state, Reason.PILE_OUT)))
            return events
    to = (state.turn + 1) % state.players
    # Only the challenge goes on long enough for a hand to run out.
    while not state.hints and not state.hands[to]:
        events.append(_apply(state, PassedOver(to)))
        to = (to + 1) % state.players
    events.append(_apply(state, turn_passed(to, left)))
    return events


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
    """Whether a card that a row still needs has lost its last copy (games.md, "challenge").

    The card discarded last decides: while any other had been such a copy, the game was over then.
    """
    if not state.discards:
        return False
    deck, discarded = state.deck, state.discards
    face = deck[discarded[-1]]
    if face.rank <= state.rows[face.suit]:
        return False
    return [deck[card] for card in discarded].count(face) == state.rules.copies[face.rank]


def _ended(state: State, reason: Reason) -> Ended:
    return Ended(reason, _score(state, reason), state.rules.most)


def _score(state: State, reason: Reason | None) -> int:
    """Sum of the rows' heights; nothing when the show was cancelled (seed 001, "Scoring", "Gentle show")."""
    return 0 if reason is Reason.LIVES_OUT and not state.rules.gentle else state.height


def _apply(state: State, event: Event) -> Event:
    """Change the state as the event tells, and return the event."""
    # Each case costs time, so the frequent ones come first.
    match event:
        case TurnPassed():
            state.turn, state.turns_left = event.to, event.turns_left
        case Drew():
            state.hands[event.seat].insert(0, event.card)
            state.known[event.card] = UNTOLD
            state.drawn += 1
        case Hinted():
            known, clue, pointed = state.known, event.clue, event.cards
            for card in state.hands[event.to]:
                known[card] = told(known[card], clue, card in pointed)
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
            state.known = {card: UNTOLD for hand in state.hands for card in hand}
            state.drawn = len(state.known)
        case Ended():
            state.reason = event.reason
        case Announced() | PassedOver():
            pass  # heard, and nothing on the table moves
        case _:
            assert_never(event)
    return event


# -- reading records


def _deck(rules: Rules, codes: object) -> tuple[Face, ...]:
    """Return the deck that the codes name. Raises BadRecord unless it is exactly the full deck."""
    if not isinstance(codes, list):
        raise BadRecord(Fault.WRONG_DECK, size=len(full_deck(rules)))
    faces = faces_by_code(rules)
    for number, code in enumerate(codes, 1):
        if not isinstance(code, str) or code not in faces:
            raise BadRecord(Fault.UNKNOWN_CARD, number=number)
    if sorted(codes) != sorted_deck(rules):
        raise BadRecord(Fault.WRONG_DECK, size=len(full_deck(rules)))
    return tuple([faces[code] for code in codes])


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
