"""The laws of Gnav: one card each, keep it or ask the left neighbour to swap, the lowest loses a life.

Sources: seed 004 (a rough machine translation) and games.md, "Gnav". Not here: the pieces (see
`gnav_parts`), and any sentence.

What the sources leave open is decided like this:

- *Whom a refusal skips.* After a cat or dragoon, as after an exchange that passed houses and horses by,
  everybody up to the one who answered has had their chance: play goes on left of that player, and
  neither the owner of the matador nor a house or horse in between gets a turn. If the dealer answered,
  or the stock did, nobody is left to act and the deal is settled.
- *A seat that is done.* Requests and turns only move to the left, so nobody acts twice in a deal; a
  seat whose exchange was undone does not get its turn again.
- *Undoing.* An exchange with the stock is always the last thing in a deal, so a cat never has one to
  undo; after an undoing everybody holds the card they were dealt. Who leaves the match because of a cat
  leaves first; if that decides the match, it ends there, with nothing undone and no card shown.
- *Resting.* Whoever holds a fool at the settlement and survives rests, also when there were fewer than
  two to compare and so nobody lost anything. Nobody rests when the match is over.
- *A fool whose holder has left* is out of the comparison and does not count as a fool there.
- *Number of deals.* `deals` counts those that were begun, the one under way and skipped ones included.
- *Decks that run out.* A record may hold fewer decks than the match needs. The last one can still be
  played and settled; then it is nobody's turn, and whoever acts is refused with `Why.NO_DECK`.
- *What is shown.* A matador becomes known when it refuses or is drawn, a fool when it is dealt; a card
  that somebody has seen stays known to them wherever everybody sees it go. The card that the dealer
  lays aside for one from the stock is not shown.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import assert_never

from .gnav_parts import (
    ALL_LIVES,
    PACK,
    PASSED_BY,
    STRIKING,
    Action,
    Announced,
    CuckooShown,
    Dealt,
    Drew,
    Ended,
    Event,
    Exchanged,
    Keep,
    Knocked,
    Left,
    PassedBy,
    Rank,
    Rests,
    Revealed,
    Settled,
    Skipped,
    State,
    Struck,
    Swap,
    TurnPassed,
    Undone,
    View,
    Why,
    deck_of,
    left_of,
)
from .table import BadRecord, Fault, Head, Options, Refused, Seat


class Gnav:
    """The rules of Gnav; see `table.Game` for what each method promises."""

    def __init__(self) -> None:
        self.name = "gnav"
        self.seats = range(2, 11)
        self.defaults: Options = {}
        self.limits: Mapping[str, int] = {}
        self.head_keys: tuple[str, ...] = ("dealer", "deals")

    # -- beginning

    def head(self, players: int, options: Options, first: Seat, shuffle: Callable[[list[str]], None]) -> Head:
        """Return a head with as many decks as the longest match needs; `first` sits left of the dealer.

        A deal that is not skipped costs at least one life: the lowest card loses one, and where fewer
        than two are left to compare, somebody just lost their last one. Before its last deal, a match
        still has two players and so at least two lives. That makes at most (3 × players − 2) + 1 deals.
        """
        decks = []
        for _ in range(ALL_LIVES * players - 1):
            deck = [rank.code for rank in PACK]
            shuffle(deck)
            decks.append(deck)
        return {"dealer": (first - 1) % players, "deals": decks}

    def start(self, players: int, options: Options, head: Head) -> tuple[State, list[Event]]:
        dealer, written = head.get("dealer", 0), head.get("deals")
        if type(dealer) is not int or not 0 <= dealer < players:
            raise BadRecord(Fault.WRONG_FIRST)
        if not isinstance(written, list) or not written:
            raise BadRecord(Fault.WRONG_DECK, size=len(PACK))
        state = State(tuple(map(deck_of, written)), dealer, [ALL_LIVES] * players)
        return state, _next_deal(state)

    # -- actions in writing

    def parse(self, written: Mapping[str, object]) -> Action:
        seat = written.get("seat")
        if type(seat) is not int:
            raise BadRecord(Fault.WRONG_ACTION)
        match written.get("do"):
            case "keep":
                return Keep(seat)
            case "swap":
                return Swap(seat)
            case _:
                raise BadRecord(Fault.WRONG_ACTION)

    def write(self, action: Action) -> dict[str, object]:
        match action:
            case Keep(seat):
                return {"seat": seat, "do": "keep"}
            case Swap(seat):
                return {"seat": seat, "do": "swap"}
            case _:
                assert_never(action)

    # -- play

    def announce(self, state: State, action: Action) -> Event:
        _check(state, action)
        asked = left_of(state.order, action.seat) if isinstance(action, Swap) else None
        return Announced(action.seat, action, asked)

    def act(self, state: State, action: Action) -> list[Event]:
        _check(state, action)
        match action:
            case Keep(seat):
                return _go_on(state, seat)
            case Swap(seat):
                return _swap(state, seat)
            case _:
                assert_never(action)

    def apply(self, state: State, event: Event) -> None:
        _apply(state, event)

    def legal(self, state: State, seat: Seat) -> list[Action]:
        return [Keep(seat), Swap(seat)] if seat == self.turn(state) else []

    # -- what leaves the table

    def for_seat(self, event: Event, seat: Seat | None) -> Event:
        match event:
            case Dealt():
                dealt = zip(event.order, event.cards, strict=True)
                return replace(event, cards=tuple(card if owner == seat else None for owner, card in dealt))
            case Exchanged() if seat not in (event.seat, event.to):
                # seed 004, "Eine Runde spielen": "Andere versteckte Karten bleiben verborgen."
                return replace(event, given=None, got=None)
            case Drew() if seat != event.seat:
                return replace(event, given=None, got=None)
            case Undone():
                held = ((owner, card if owner == seat else None) for owner, card in event.cards)
                return replace(event, cards=tuple(held))
            case _:
                # All else is shown on the table or said aloud.
                return event

    def view(self, state: State, seat: Seat | None) -> View:
        def known(owner: Seat) -> Rank | None:
            card = state.held.get(owner)
            seen = card is not None and not state.seen[card].isdisjoint((seat, None))
            return state.rank(card) if card is not None and seen else None

        return View(
            seat=seat,
            turn=self.turn(state),
            deal=state.deal,
            button=state.button,
            order=state.order,
            resting=state.resting,
            lives=tuple(state.lives),
            cards=tuple(known(owner) for owner in range(len(state.lives))),
            exchanges=tuple(state.exchanges),
            asked=tuple(state.asked),
            aside=tuple(state.rank(card) for card in state.aside),
            stock=state.stock,
            over=state.over,
            winner=state.winner,
        )

    def turn(self, state: State) -> Seat | None:
        return state.turn

    def result(self, state: State) -> dict[str, object]:
        return {
            "game": self.name,
            "over": state.over,
            "lives": list(state.lives),
            "winner": state.winner,
            "draw": state.over and state.winner is None,
            "deals": state.deal,
            "turn": state.turn,
        }


GNAV = Gnav()


# -- legality, written once


def _check(state: State, action: Action) -> None:
    """Raise Refused if it is not the seat's turn: both actions are open to whoever has it."""
    if state.over:
        raise Refused(Why.GAME_OVER)
    if state.turn is None:
        raise Refused(Why.NO_DECK)
    seat = action.seat
    if seat == state.turn:
        return
    if 0 <= seat < len(state.lives) and not state.lives[seat]:
        raise Refused(Why.OUT)
    if seat in state.resting:
        raise Refused(Why.RESTING)
    raise Refused(Why.NOT_YOUR_TURN, turn=state.turn)


# -- what follows from an action


def _tell(state: State, *events: Event) -> list[Event]:
    for event in events:
        _apply(state, event)
    return list(events)


def _go_on(state: State, seat: Seat | None) -> list[Event]:
    """Pass the turn on to the left of a seat; left of the dealer, or of the stock, the deal is settled."""
    to = None if seat is None else left_of(state.order, seat)
    return _settle(state) if to is None else _tell(state, TurnPassed(to))


def _swap(state: State, seat: Seat) -> list[Event]:
    """Ask one after the other to the left, at last the stock (seed 004, "Eine Runde spielen")."""
    events: list[Event] = []
    asked = left_of(state.order, seat)
    while (card := state.rank_at(asked)) in PASSED_BY:
        then = None if asked is None else left_of(state.order, asked)
        events += _tell(state, PassedBy(seat, asked, card, then))
        asked = then
    if card is Rank.CUCKOO:
        return events + _tell(state, CuckooShown(seat, asked)) + _settle(state)
    if card in STRIKING:
        return events + _strike(state, seat, asked, card)
    own = state.rank_at(seat)
    if asked is None:
        return events + _tell(state, Drew(seat, own, card, state.stock - 1)) + _settle(state)
    return events + _tell(state, Exchanged(seat, asked, own, card), TurnPassed(asked))


def _strike(state: State, seat: Seat, owner: Seat | None, card: Rank) -> list[Event]:
    """Let a cat or dragoon cost a life, and a cat undo (seed 004, "Eine Runde spielen")."""
    events = _tell(state, Struck(seat, owner, card, state.lives[seat] - 1))
    if not state.lives[seat]:
        events += _tell(state, Left(seat))
        if len(state.survivors) == 1:
            return events + _tell(state, Ended(state.survivors[0]))
    if card is Rank.CAT and state.exchanges:
        undone = tuple(reversed(state.exchanges))
        concerned = [owner for owner in state.order if any(owner in pair for pair in undone)]
        dealt = tuple((owner, state.rank(state.order.index(owner))) for owner in concerned)
        events += _tell(state, Undone(undone, dealt))
    return events + _go_on(state, owner)


def _settle(state: State) -> list[Event]:
    """Show all cards, take lives, and go on to the next deal (seed 004, "Wertung und Ende")."""
    cards = tuple((seat, state.rank_at(seat)) for seat in state.order)
    compared = {seat: card for seat, card in cards if state.lives[seat]}
    events = _tell(state, Revealed(cards), _settlement(state, compared))
    events += _tell(state, *(Left(seat) for seat in compared if not state.lives[seat]))
    if len(state.survivors) < 2:
        return events + _tell(state, Ended(state.survivors[0] if state.survivors else None))
    fools = [seat for seat, card in compared.items() if card is Rank.FOOL and state.lives[seat]]
    return events + _tell(state, *map(Rests, fools)) + _next_deal(state)


def _settlement(state: State, compared: Mapping[Seat, Rank]) -> Settled:
    """Return who of those compared loses a life (seed 004, "Wertung und Ende", first two points)."""
    if len(compared) < 2:
        return Settled((), (), None)
    fools = tuple(seat for seat, card in compared.items() if card is Rank.FOOL)
    low = None if len(fools) == 2 else min(card for card in compared.values() if card is not Rank.FOOL)
    losers = [seat for seat, card in compared.items() if card in (Rank.FOOL, low)]
    return Settled(tuple((seat, state.lives[seat] - 1) for seat in losers), fools, low)


# -- from deal to deal


def _next_deal(state: State) -> list[Event]:
    """Deal to all who do not rest, skipping a deal that fewer than two could take part in.

    Without a deck left, nothing more happens. Source: games.md, "A deal" and "Fewer than two participants".
    """
    events: list[Event] = []
    button, order = _seating(state)
    if len(order) < 2:
        events += _tell(state, Skipped(state.deal + 1, button, state.resting))
        button, order = _seating(state)
    if state.used == len(state.decks):
        return events
    cards = state.decks[state.used][: len(order)]
    dealt = Dealt(state.deal + 1, button, order, cards, state.resting, len(PACK) - len(order))
    knocks = [Knocked(seat) for seat, card in zip(order, cards, strict=True) if card is Rank.FOOL]
    return events + _tell(state, dealt, *knocks, TurnPassed(order[0]))


def _seating(state: State) -> tuple[Seat, tuple[Seat, ...]]:
    """Return the button's seat in the next deal, and its participants in order of play."""
    players, button = len(state.lives), state.button
    if state.deal:
        button = next(seat for seat in _round(button, players) if state.lives[seat])
    playing = (seat for seat in _round(button, players) if state.lives[seat] and seat not in state.resting)
    return button, tuple(playing)


def _round(seat: Seat, players: int) -> list[Seat]:
    """Return all seats from the left of this one, and itself last."""
    return [(seat + step) % players for step in range(1, players + 1)]


def _apply(state: State, event: Event) -> None:
    match event:
        case Dealt():
            _lay_out(state, event)
        case Knocked():
            state.show(state.held[event.seat], None)
        case TurnPassed():
            state.turn = event.to
        case Exchanged():
            _change_places(state, event.seat, event.to)
            for seat in (event.seat, event.to):
                state.show(state.held[seat], event.seat, event.to)
            state.exchanges.append((event.seat, event.to))
            state.asked.append((event.seat, event.to))
        case PassedBy() | CuckooShown():
            _show_matador(state, event.owner)
        case Struck():
            _show_matador(state, event.owner)
            state.lives[event.seat] = event.lives
            if event.owner is not None:
                state.asked.append((event.seat, event.owner))
        case Undone():
            for one, other in event.exchanges:
                _change_places(state, one, other)
            state.exchanges = []
        case Drew():
            state.held[event.seat] = state.taken
            state.show(state.taken, event.seat)
            state.taken += 1
        case Revealed():
            for card in state.held.values():
                state.show(card, None)
            state.turn = None
        case Settled():
            for seat, lives in event.losers:
                state.lives[seat] = lives
            state.resting = ()
        case Rests():
            state.resting += (event.seat,)
        case Skipped():
            state.deal, state.button, state.resting = event.deal, event.button, ()
        case Ended():
            state.over, state.turn = True, None
        case Announced() | Left():
            pass  # heard, and nothing on the table moves
        case _:
            assert_never(event)


def _lay_out(state: State, event: Dealt) -> None:
    state.deal, state.button = event.deal, event.button
    state.order, state.resting = event.order, event.resting
    state.used += 1
    state.taken = len(event.order)
    state.held = {seat: card for card, seat in enumerate(event.order)}
    state.seen = {card: {seat} for card, seat in enumerate(event.order)}
    state.aside, state.exchanges, state.asked = [], [], []


def _change_places(state: State, one: Seat, other: Seat) -> None:
    held = state.held
    held[one], held[other] = held[other], held[one]


def _show_matador(state: State, owner: Seat | None) -> None:
    """Show a card to all that refused, or that was drawn and is laid aside."""
    if owner is not None:
        state.show(state.held[owner], None)
        return
    state.aside.append(state.taken)
    state.taken += 1
