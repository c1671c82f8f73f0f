"""A sensible computer player for Push.

It weighs what the open card would add to its own points, runs included, against the chips on it; the fewer
chips it has and the more cards are to come, the more a chip is worth to it; and a card that it wants and
nobody else does it sends round once more, to be paid for. It sees a view and the legal actions, never a
state; of chips that are hidden from it, it knows only how many there are in all.

The numbers were found by letting thousands of variants play against each other and against players with
fixed limits, with 3 to 7 at the table, and then rounded.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from engine.bots.levels import Level, Thought
from engine.bots.push_reasons import PushReason
from engine.push_parts import IN_PLAY, VALUES, Action, Event, Pass, Take, View, added, chips_each, run_of
from engine.table import Seat

PATIENCE = 1 / 3
"""A card may cost this share of its value, the chips on it taken off, before one would rather pass."""
SCARCITY = 50.0
"""It may cost more, the fewer chips are left: at the beginning so much, shared out by the chips."""
PER_PLAYER = 1.0
"""It may cost so much less for each player more than three, since others may have to take it."""
NEIGHBOUR = 1.0
"""What each neighbour of a card is worth that may still come, since it would cost little then."""
OTHERS = (6.0, 0.4)
"""Others are thought to take a card that costs them no more than the first and the share of its value."""
RESERVE = 3.0
"""So many chips are kept at the beginning rather than paid for sending a good card round."""


class PushPlayer:
    """Decides for one seat; it keeps nothing between turns, since all that counts lies open.

    It plays alike at every level.
    """

    def __init__(self, level: Level = Level.CLUB) -> None:
        self.level = level

    def choose(self, view: View, legal: Sequence[Action], chance: Random) -> Action:
        """Return one of the legal actions; `chance` decides when both seem equally good."""
        take = next(action for action in legal if isinstance(action, Take))
        passing = next((action for action in legal if isinstance(action, Pass)), None)
        if passing is None:
            return take
        decision = _Decision(view)
        margin = decision.margin()
        wanted = margin > 0 or (margin == 0 and chance.random() < 0.5)
        return take if wanted and not decision.worth_a_round() else passing

    def think(self, view: View, legal: Sequence[Action], chance: Random) -> Thought:
        """Return what `choose` would with the same chance, and why."""
        action = self.choose(view, legal, chance)
        if len(legal) == 1:
            return Thought(action, PushReason.NO_CHIPS, _facts(view, action.seat))
        thought = _plain(view, action)
        other = next(each for each in legal if each != action)
        return Thought(action, thought.reason, thought.facts, (_plain(view, other),))

    def explain(self, view: View, action: Action, events: Sequence[Event]) -> Thought | None:
        """Return what everybody may take from an action."""
        return _plain(view, action)


def _facts(view: View, seat: Seat) -> dict[str, object]:
    assert view.card is not None
    cost = added(view.cards[seat], view.card) - view.pot
    return {"card": view.card, "pot": view.pot, "cost": cost}


def _plain(view: View, action: Action) -> Thought:
    """Return an action with the plainest reason for it, which everybody may know."""
    assert view.card is not None
    facts = _facts(view, action.seat)
    more = added(view.cards[action.seat], view.card)
    neighbours = [card for card in (view.card - 1, view.card + 1) if card in VALUES]
    if isinstance(action, Pass) and more > 0:
        return Thought(action, PushReason.TOO_DEAR, facts | {"neighbours": neighbours})
    if isinstance(action, Pass):
        facts |= {"back": view.pot + len(view.cards), "wanted_by": []}
        return Thought(action, PushReason.ROUND, facts)
    if more <= 0:
        run = run_of([*view.cards[action.seat], view.card], view.card)
        return Thought(action, PushReason.JOINS, facts | {"run": run, "saves": -more, "wanted_by": []})
    if view.pot >= more:
        return Thought(action, PushReason.PAID, facts)
    return Thought(action, PushReason.CHEAP, facts | {"neighbours": neighbours})


class _Decision:
    """One decision, with what is counted once for it."""

    def __init__(self, view: View) -> None:
        assert view.seat is not None
        assert view.card is not None
        assert view.own_chips is not None
        self.view, self.me, self.chips = view, view.seat, view.own_chips
        self.card, self.own = view.card, view.cards[view.seat]
        self.to_come = view.pile / (IN_PLAY - 1)
        """The share of the cards that are still to be turned up."""

    def margin(self) -> float:
        """Return by how many points taking the card is better than the most that would be accepted."""
        cost = added(self.own, self.card) - self.view.pot - self._hope()
        limit = self.card * PATIENCE - PER_PLAYER * (len(self.view.cards) - 3)
        return limit + SCARCITY * self.to_come / (self.chips + 0.5) - cost

    def _hope(self) -> float:
        """Return what the neighbours of the card are worth that nobody has and the box may not hide."""
        taken = {card for cards in self.view.cards for card in cards}
        free = [card for card in (self.card - 1, self.card + 1) if card in VALUES and card not in taken]
        return NEIGHBOUR * self.to_come * len(free)

    def worth_a_round(self) -> bool:
        """Whether the card would most likely come back, with a chip from everybody else on it."""
        if self.chips <= max(1.0, 1 + RESERVE * self.to_come):
            return False
        count = len(self.view.cards)
        others = [(self.me + step) % count for step in range(1, count)]
        return all(self._would_pass(seat, step) for step, seat in enumerate(others, 1))

    def _would_pass(self, seat: Seat, step: int) -> bool:
        """Whether a seat, `step` places further, most likely has a chip and does not want the card."""
        cost = added(self.view.cards[seat], self.card) - (self.view.pot + step)
        return self._chips_of(seat) >= 1 and cost > OTHERS[0] + OTHERS[1] * self.card

    def _chips_of(self, seat: Seat) -> float:
        """Return a seat's chips if they lie open, else what each of the others has on average."""
        known = self.view.chips[seat]
        if known is not None:
            return known
        count = len(self.view.cards)
        hidden = chips_each(count) * count - self.chips - self.view.pot
        return hidden / (count - 1)
