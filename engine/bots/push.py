"""Computer players for Push, at three levels, and why somebody takes or passes.

A beginner takes what joins its cards and what is cheap, needs chips when few are left, and does not always
stick to that. A club player weighs what the open card would add to its points, runs included, against the
chips on it; the fewer chips it has and the more cards are to come, the more a chip is worth to it; and a card
that it wants and nobody else does it sends round once more, to be paid for (see `push_habits`). An expert
plays games on in thought (see `push_search`).

All of them see a view and the legal actions, never a state. Beginners and club players know of hidden chips
only how many there are in all; experts count them, since everybody saw them go.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from engine.push_parts import IN_PLAY, Action, Event, Pass, Take, View, added, chips_each, run_of
from engine.table import Seat

from .levels import Level, Thought
from .push_habits import CLUB, Weighing, neighbours, wanted_by
from .push_reasons import PushReason
from .push_search import Outlook, outlook

CHEAP = 8
"""Beginners take what costs no more, the chips on it taken off."""
FEW = 2
"""With so few chips left they take anything that costs no more than half its value."""
UNSURE = 3
"""So near to what they would just take, or just not, beginners may do either."""
WHIM = 0.25
"""How often they do then what they would not."""
HOPE = 2
"""In points: how much a neighbour that may still come can make good, as far as anybody can say."""
FINER = frozenset({PushReason.HOPE, PushReason.DENIES})
"""Of which beginners do not think."""
MAYBE_SHORT = 3
"""Whoever has no more chips than that may be called short of them."""


class PushPlayer:
    """Decides for one seat; it keeps nothing between turns, since all that counts lies open."""

    def __init__(self, level: Level = Level.CLUB) -> None:
        self.level = level

    def choose(self, view: View, legal: Sequence[Action], chance: Random) -> Action:
        """Return one of the legal actions; `chance` is used where both may do, and to mix unseen cards."""
        return self._decide(view, legal, chance)[0]

    def think(self, view: View, legal: Sequence[Action], chance: Random) -> Thought:
        """Return what `choose` would with the same chance, with its reason; the other action with its own."""
        action, whim, tried = self._decide(view, legal, chance)
        others = (self._own_thought(view, other) for other in legal if other != action)
        other = tuple(thought for thought in others if thought is not None)
        if whim:
            return Thought(action, PushReason.WHIM, _price(view, action.seat), other)
        found = self._own_thought(view, action) or self._last_resort(view, action, tried)
        return Thought(action, found.reason, found.facts, other)

    def explain(self, view: View, action: Action, events: Sequence[Event]) -> Thought | None:
        """Return what everybody may say about why somebody took the open card, or passed.

        `view` is a bystander's, of just before the action. Only what lies open counts: the cards, the chips
        on the open card and how many there are in all; a seat's chips only if they lie open. None: nothing of
        that speaks for it, or the game is over.
        """
        return None if view.card is None else _thought(view, action)

    def _decide(
        self, view: View, legal: Sequence[Action], chance: Random
    ) -> tuple[Action, bool, Outlook | None]:
        """Return the action, whether it is a whim, and what looking ahead came to."""
        take = next(action for action in legal if isinstance(action, Take))
        passing = next((action for action in legal if isinstance(action, Pass)), None)
        if passing is None:
            return take, False, None
        match self.level:
            case Level.BEGINNER:
                margin = _beginners_margin(view)
                whim = abs(margin) <= UNSURE and chance.random() < WHIM
                return take if (margin >= 0) != whim else passing, whim, None
            case Level.CLUB:
                weighing = Weighing(view, CLUB)
                margin = weighing.margin
                wanted = margin > 0 or (margin == 0 and chance.random() < 0.5)
                return take if wanted and not weighing.worth_a_round else passing, False, None
            case Level.EXPERT:
                tried = outlook(view, chance)
                return take if tried.ahead >= 0 else passing, False, tried

    def _own_thought(self, view: View, action: Action) -> Thought | None:
        """Return what is commonly said for an action, if it is what this level goes by."""
        if self.level is not Level.BEGINNER:
            return _thought(view, action, Weighing(view, CLUB).margin > 0)
        found = _thought(view, action, _beginners_margin(view) >= 0)
        return None if found is not None and found.reason in FINER else found

    def _last_resort(self, view: View, action: Action, tried: Outlook | None) -> Thought:
        """Return the reason for taking when nothing that is commonly said of a card speaks for it."""
        facts = _price(view, action.seat)
        if tried is not None:
            ahead = round(100 * abs(tried.ahead))
            return Thought(action, PushReason.TRIED, {**facts, "games": tried.games, "ahead": ahead})
        if view.own_chips is not None and view.own_chips <= FEW:
            return Thought(action, PushReason.SHORT, {**facts, "chips": view.own_chips})
        return Thought(action, PushReason.CHEAP, {**facts, "neighbours": neighbours(view)})


def _beginners_margin(view: View) -> float:
    """Return by how many points taking is better than the most that a beginner would pay."""
    assert view.seat is not None
    assert view.card is not None
    assert view.own_chips is not None
    limit = view.card / 2 if view.own_chips <= FEW else CHEAP
    cost = added(view.cards[view.seat], view.card) - view.pot
    # What joins one's cards is seen as free, and free is cheap whatever the limit.
    return max(limit - cost, UNSURE + 1.0) if cost <= 0 else limit - cost


# -- reasons


def _price(view: View, seat: Seat) -> dict[str, object]:
    """Return the facts that come with every reason."""
    assert view.card is not None
    cost = added(view.cards[seat], view.card) - view.pot
    return {"card": view.card, "pot": view.pot, "cost": cost}


def _thought(view: View, action: Action, welcome: bool | None = None) -> Thought | None:
    """Return why the seat may have done it, by all that the view tells, or None.

    `welcome` tells whether the card would be taken if it did not come back; None: by what one commonly pays.
    """
    match action:
        case Take(seat):
            found = _why_take(view, seat)
        case Pass(seat):
            found = _why_pass(view, seat, welcome)
    if found is None:
        return None
    reason, facts = found
    return Thought(action, reason, {**_price(view, seat), **facts})


_Why = tuple[PushReason, Mapping[str, object]]


def _why_take(view: View, seat: Seat) -> _Why | None:
    assert view.card is not None
    card, own, chips, near = view.card, view.cards[seat], view.chips[seat], neighbours(view)
    cost, fair = added(own, card) - view.pot, _fair(view)
    if chips == 0:
        return PushReason.NO_CHIPS, {}
    if added(own, card) <= 0:
        saves, run = -added(own, card), run_of([*own, card], card)
        return PushReason.JOINS, {"run": run, "saves": saves, "wanted_by": wanted_by(view, seat)}
    if cost <= 0:
        return PushReason.PAID, {}
    if cost <= fair:
        return PushReason.CHEAP, {"neighbours": near}
    if view.seat == seat and chips is not None and cost <= _fair(view, chips):
        return PushReason.SHORT, {"chips": chips}
    if near and cost <= fair + HOPE * len(near):
        return PushReason.HOPE, {"neighbours": near}
    for other in wanted_by(view, seat):
        saves = -added(view.cards[other], card)
        if saves + view.pot > cost:
            return PushReason.DENIES, {"who": other, "saves": saves}
        break
    if view.seat != seat and (chips is None or chips <= MAYBE_SHORT):
        return PushReason.MAYBE_SHORT, {}
    return None


def _why_pass(view: View, seat: Seat, welcome: bool | None) -> _Why:
    assert view.card is not None
    cost, wanted = added(view.cards[seat], view.card) - view.pot, wanted_by(view, seat)
    if cost <= 0 or (cost <= _fair(view) if welcome is None else welcome):
        back = view.pot + len(view.cards)
        return PushReason.ROUND, {"back": back, "wanted_by": wanted}
    if wanted:
        return PushReason.OTHERS_WANT, {"who": wanted}
    return PushReason.TOO_DEAR, {"neighbours": neighbours(view)}


def _fair(view: View, chips: int | None = None) -> float:
    """Return what one would commonly pay for the open card: by the club's habit, hope apart.

    Without `chips`, for somebody who has as many as everybody has on average, which everybody knows.
    """
    assert view.card is not None
    count = len(view.cards)
    average = (chips_each(count) * count - view.pot) // count
    to_come = view.pile / (IN_PLAY - 1)
    return CLUB.limit(view.card, average if chips is None else chips, to_come, 0, count)
