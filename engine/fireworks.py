"""The laws of the fireworks family: one core for Nova and Hanabi, which differ in `Rules` and nothing else.

Sources: seeds 000 (Nova, German), 001 (Nova, English), 003 (Hanabi, tactile edition), and games.md,
"Fireworks family". Not here: the pieces (see `fireworks_parts`), what a card can still be (see
`knowledge`), and any sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
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
    Moves,
    PassedOver,
    Past,
    Play,
    Played,
    Reason,
    Row,
    RowCompleted,
    Rules,
    TurnPassed,
    View,
    Why,
    faces_by_code,
    full_deck,
    known_from,
    moves,
    rules_of,
    sorted_deck,
)
from .table import BadRecord, Fault, Head, Options, Refused, Seat


@dataclass(slots=True, repr=False)
class State:
    """Everything, hidden cards included; it never leaves the table, and its repr shows no card."""

    rules: Rules
    players: int
    deck: tuple[Face, ...]
    moves: Moves = field(compare=False)
    """Shared with every other game of so many players."""
    drawn: int = 0
    hands: list[list[int]] = field(default_factory=list)
    told: list[int] = field(default_factory=list)
    """What hints told of each card, by card, those in the stock included, as `Rules.bits`."""
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
    past: list[Past] = field(default_factory=list)
    reason: Reason | None = None

    def __repr__(self) -> str:
        return f"<fireworks state: {self.players} players, {self.pile} cards in the stock>"

    @property
    def pile(self) -> int:
        return len(self.deck) - self.drawn

    @property
    def known(self) -> list[Known]:
        """What hints told of each card, by card."""
        return [known_from(self.rules.named, bits) for bits in self.told]

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
        deck = _deck(rules, head.get("deck"))
        state = State(rules, players, deck, moves(players, len(deck), rules.named), turn=first)
        state.rows = dict.fromkeys(rules.suits, 0)
        # Dealt one at a time, clockwise from the first player; each card enters at the left end.
        dealt = rules.hand_sizes[players] * players
        hands = [range((seat - first) % players, dealt, players)[::-1] for seat in range(players)]
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
        return Announced(action.seat, action, _check(state, action))

    def act(self, state: State, action: Action) -> list[Event]:
        place = _check(state, action)
        # Here and in `_check`, isinstance takes half the time of match; the frequent ones come first.
        if isinstance(action, Hint):
            return _pass_turn(state, [_hint(state, action)])
        if isinstance(action, Discard):
            seat, card = action.seat, action.card
            assert place is not None  # a card has one
            events = [_discarded(state, Discarded(seat, card, place, state.deck[card], state.hints + 1))]
        elif isinstance(action, Play):
            assert place is not None
            events = _play(state, action, place)
            if state.joker is not None:
                return events
        elif isinstance(action, Row):
            seat, suit, joker = action.seat, action.suit, state.joker
            assert joker is not None  # checked above
            events = [_apply(state, JokerPlaced(seat, joker, suit, state.rows[suit] + 1))]
            events += _complete(state, seat, suit)
        elif isinstance(action, Arrange):
            hand = state.hands[action.seat]
            places = tuple(hand.index(card) + 1 for card in action.order)
            return [_apply(state, Arranged(action.seat, action.order, places))]
        else:
            assert_never(action)
        return _finish_turn(state, events)

    def apply(self, state: State, event: Event) -> None:
        _apply(state, event)

    def legal(self, state: State, seat: Seat) -> list[Action]:
        if state.reason is not None or seat != state.turn:
            return []
        if state.joker is not None:
            return [Row(seat, suit) for suit, height in state.rows.items() if height < state.rules.top]
        hand, kinds = state.hands[seat], state.moves.with_cards[seat]
        if state.hints == ALL_HINTS:
            kinds = kinds[:1]  # no discards
        actions: list[Action] = [cards[card] for cards in kinds for card in hand]
        if state.hints:
            actions += state.moves.hints_to_all[seat] if state.rules.empty_hints else _hints(state, seat)
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
        deck, known = state.deck, state.known
        return View(
            seat=seat,
            rules=state.rules,
            hands=tuple(
                tuple(
                    Held(card, None if seat is None or owner == seat else deck[card], known[card])
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
            past=tuple(state.past),
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


def _check(state: State, action: Action) -> int | None:
    """Return the place of the action's card, if it has one (seed 001, "Playing a turn").

    Raises Refused if the rules forbid the action now. Every action is checked twice, when it is announced
    and when it is carried out, so this is one function and not five.
    """
    seat = action.seat
    if state.reason is not None:
        raise Refused(Why.GAME_OVER)
    if seat != state.turn and not isinstance(action, Arrange):
        raise Refused(Why.NOT_YOUR_TURN, turn=state.turn)
    if state.joker is not None and not isinstance(action, (Row, Arrange)):
        raise Refused(Why.ROW_FIRST)
    if isinstance(action, Hint):
        to, clue, rules = action.to, action.clue, state.rules
        if not state.hints:
            raise Refused(Why.NO_HINT_LEFT)
        if to == seat:
            raise Refused(Why.HINT_AT_SELF)
        if not 0 <= to < state.players:
            raise Refused(Why.NO_SUCH_SEAT)
        if clue not in rules.touched:
            raise Refused(Why.NO_SUCH_CLUE, clue=clue)
        if not rules.empty_hints and not _points(state, to, clue):
            raise Refused(Why.HINT_AT_NOTHING, to=to, clue=clue)
    elif isinstance(action, Row):
        _check_row(state, action)
    elif isinstance(action, Arrange):
        if not 0 <= seat < state.players or sorted(action.order) != sorted(state.hands[seat]):
            raise Refused(Why.WRONG_ORDER)
    else:
        try:
            place = state.hands[seat].index(action.card) + 1
        except ValueError:
            raise Refused(Why.NOT_IN_HAND) from None
        if state.hints >= ALL_HINTS and isinstance(action, Discard):
            raise Refused(Why.ALL_HINTS_THERE)
        return place
    return None


def _check_row(state: State, action: Row) -> None:
    if state.joker is None:
        raise Refused(Why.NO_JOKER)
    if action.suit not in state.rows:
        raise Refused(Why.NO_SUCH_ROW)
    if state.rows[action.suit] >= state.rules.top:
        raise Refused(Why.ROW_COMPLETE, suit=action.suit)


def _points(state: State, to: Seat, clue: Clue) -> bool:
    """Whether the hint points at a card of that hand."""
    deck = state.deck
    return not state.rules.touched[clue].isdisjoint([deck[card] for card in state.hands[to]])


def _hints(state: State, seat: Seat) -> list[Hint]:
    """Return the seat's hints that point at a card, suits before ranks for each seat."""
    touched, deck = state.rules.touched, state.deck
    actions: list[Hint] = []
    for hints, hand in zip(state.moves.hints[seat], state.hands, strict=True):
        faces = [deck[card] for card in hand]
        actions += [hint for hint in hints if not touched[hint.clue].isdisjoint(faces)]
    return actions


# -- what follows from an action


def _hint(state: State, action: Hint) -> Event:
    to, clue, deck = action.to, action.clue, state.deck
    touched = state.rules.touched[clue]
    cards, places, place = [], [], 1
    for card in state.hands[to]:
        if deck[card] in touched:
            cards.append(card)
            places.append(place)
        place += 1
    return _hinted(state, Hinted(action.seat, to, clue, tuple(cards), tuple(places), state.hints - 1))


def _play(state: State, action: Play, place: int) -> list[Event]:
    """seed 001, "Play a card" and "Wild jokers"."""
    seat, card = action.seat, action.card
    face = state.deck[card]
    if face == JOKER:
        return [_apply(state, JokerShown(seat, card, place))]
    suit, rank = face
    fits = state.rows[suit] + 1 == rank
    lives = state.lives if fits else state.lives - 1
    played = _played(state, Played(seat, card, place, face, fits, lives))
    return [played, *_complete(state, seat, suit)] if fits else [played]


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
        events.append(_drew(state, Drew(state.turn, card, deck[card], pile - 1)))
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
    events.append(_turn_passed(state, state.moves.passed[left][to]))
    return events


def _decided(state: State) -> Reason | None:
    """Return why the game is over now, whatever the stock says."""
    rules = state.rules
    if not state.lives:
        return Reason.LIVES_OUT
    if len(state.laid) == rules.most:  # `height`, without the call
        return Reason.PERFECT
    if rules.challenge and _hopeless(state):
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


# -- the only changes of the state; the frequent ones have functions, which `act` calls without a search


def _apply(state: State, event: Event) -> Event:
    """Change the state as the event tells, and return the event."""
    match event:
        case TurnPassed():
            _turn_passed(state, event)
        case Hinted():
            _hinted(state, event)
        case Drew():
            _drew(state, event)
        case Played():
            _played(state, event)
        case Discarded():
            _discarded(state, event)
        case LastRound():
            state.turns_left = state.players + 1
        case JokerShown():
            state.hands[event.seat].remove(event.card)
            state.joker = event.card
        case JokerPlaced():
            state.rows[event.suit] = event.height
            state.laid.append(event.card)
            state.joker = None
            state.past.append(event)
        case RowCompleted():
            state.hints = event.hints
        case Arranged():
            state.hands[event.seat] = list(event.order)
        case Dealt():
            state.hands = [[card for card, _ in hand] for hand in event.hands]
            state.told = [0] * len(state.deck)
            state.drawn = len(state.deck) - event.pile
        case Ended():
            state.reason = event.reason
        case Announced() | PassedOver():
            pass  # heard, and nothing on the table moves
        case _:
            assert_never(event)
    return event


def _turn_passed(state: State, event: TurnPassed) -> Event:
    state.turn, state.turns_left = event.to, event.turns_left
    return event


def _hinted(state: State, event: Hinted) -> Event:
    told, cards = state.told, event.cards
    pointed, passed_by = state.rules.bits[event.clue]
    for card in state.hands[event.to]:
        told[card] |= pointed if card in cards else passed_by
    state.hints = event.hints
    state.past.append(event)
    return event


def _drew(state: State, event: Drew) -> Event:
    state.hands[event.seat].insert(0, event.card)
    state.drawn += 1
    return event


def _played(state: State, event: Played) -> Event:
    card = event.card
    state.hands[event.seat].remove(card)
    if event.fits:
        suit, rank = event.face
        state.rows[suit] = rank
        state.laid.append(card)
    else:
        state.discards.append(card)
    state.lives = event.lives
    state.past.append(event)
    return event


def _discarded(state: State, event: Discarded) -> Event:
    card = event.card
    state.hands[event.seat].remove(card)
    state.discards.append(card)
    state.hints = event.hints
    state.past.append(event)
    return event


# -- reading records


def _deck(rules: Rules, codes: object) -> tuple[Face, ...]:
    """Return the deck that the codes name. Raises BadRecord unless it is exactly the full deck."""
    if not isinstance(codes, list):
        raise BadRecord(Fault.WRONG_DECK, size=len(full_deck(rules)))
    faces, deck = faces_by_code(rules), []
    try:
        for code in codes:
            deck.append(faces[code])
    except (KeyError, TypeError):
        raise BadRecord(Fault.UNKNOWN_CARD, number=len(deck) + 1) from None
    if sorted(codes) != sorted_deck(rules):
        raise BadRecord(Fault.WRONG_DECK, size=len(full_deck(rules)))
    return tuple(deck)


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
