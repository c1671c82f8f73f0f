"""Habits of Push players: rules of thumb in numbers, by which a seat weighs the open card.

A habit says how much a card may cost, the chips on it taken off: more for high cards, more the fewer chips
one has, less among many players, and more if a neighbour may still come. With it a seat decides from its view
(`Weighing`); experts guess by which habits the others play (see `push_search`).

Not here: levels and reasons (see `push`), fields of opponents (see `push_fields`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from engine.push_parts import IN_PLAY, VALUES, Action, Pass, Take, View, added, chips_each
from engine.table import Seat


@dataclass(frozen=True, slots=True)
class Habit:
    """How somebody decides; all in points, as chips count one each."""

    base: float = 0.0
    """A card may cost this much, the chips on it taken off."""
    share: float = 0.0
    """And this share of its value."""
    scarcity: float = 0.0
    """And this much shared out by own chips, at the beginning; as the stock shrinks, less."""
    hope: float = 0.0
    """And this much for each neighbour that may still come, at the beginning; as the stock shrinks, less."""
    crowd: float = 0.0
    """And so much less for each player more than three, since others may have to take it."""
    runs: bool = True
    """Whether runs are counted; if not, a card costs its value."""
    reserve: float | None = None
    """A card that nobody else wants is sent round once more, to be paid for, while there are more chips
    left than one, and at the beginning than one and so many. None: it is taken at once.
    """
    whim: float = 0.0
    """The share of decisions, from 0 to 1, that are left to a coin."""

    def limit(self, card: int, chips: int, to_come: float, free: int, players: int) -> float:
        """Return how much a card may cost, the chips on it taken off; below 0 if it must bring something.

        `chips` are one's own, `to_come` is the share of the stock that is left, from 0 to 1, and `free`
        how many neighbours of the card may still come, from 0 to 2.
        """
        fixed = self.base + self.share * card - self.crowd * (players - 3)
        return fixed + to_come * (self.scarcity / (chips + 0.5) + self.hope * free)


CLUB = Habit(share=1 / 3, scarcity=50, hope=1, crowd=1, reserve=3)
"""Found by letting thousands of variants play against each other and against players with fixed limits, with
3 to 7 at the table, and then rounded.
"""
ECON = Habit(base=2, scarcity=50, reserve=3)
RUNS = {limit: Habit(base=limit) for limit in (4, 7, 10)}
"""Players with a fixed limit that count runs."""
FIXED = {limit: Habit(base=limit, runs=False) for limit in (8, 12)}
"""Players with a fixed limit that do not."""
CAREFUL = Habit(base=2, share=1 / 4, scarcity=25, hope=1 / 2, crowd=1)
NEEDY = Habit(share=0.4, scarcity=80, hope=1, crowd=1)
ANYHOW = Habit(whim=1)

OTHERS = (6.0, 0.4)
"""Others are thought to take a card that costs them no more than the first and the share of its value."""


def neighbours(view: View) -> tuple[int, ...]:
    """Return the values next to the open card that nobody has yet, rising: the box may hide them."""
    assert view.card is not None
    taken = {card for cards in view.cards for card in cards}
    return tuple(card for card in (view.card - 1, view.card + 1) if card in VALUES and card not in taken)


def wanted_by(view: View, seat: Seat) -> tuple[Seat, ...]:
    """Return the other seats whose cards the open card would join, the next to decide after `seat` first."""
    assert view.card is not None
    others = [(seat + step) % len(view.cards) for step in range(1, len(view.cards))]
    return tuple(other for other in others if added(view.cards[other], view.card) <= 0)


class Weighing:
    """One decision of the seat whose view it is, with what is counted once for it."""

    def __init__(self, view: View, habit: Habit) -> None:
        assert view.seat is not None
        assert view.card is not None
        assert view.own_chips is not None
        self.view, self.habit, self.me, self.chips = view, habit, view.seat, view.own_chips
        self.card, self.own = view.card, view.cards[view.seat]
        self.to_come = view.pile / (IN_PLAY - 1)
        """The share of the cards that are still to be turned up."""

    @property
    def margin(self) -> float:
        """By how many points taking the card is better than the most that would be accepted."""
        free = len(neighbours(self.view))
        limit = self.habit.limit(self.card, self.chips, self.to_come, free, len(self.view.cards))
        return limit + self.view.pot - (added(self.own, self.card) if self.habit.runs else self.card)

    @property
    def worth_a_round(self) -> bool:
        """Whether the card would most likely come back, with a chip from everybody else on it."""
        reserve = self.habit.reserve
        if reserve is None or self.chips <= max(1.0, 1 + reserve * self.to_come):
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


def by_habit(habit: Habit, view: View, legal: Sequence[Action], chance: Random) -> Action:
    """Return one of the legal actions, as a habit has it; `chance` decides when both seem equally good."""
    take = next(action for action in legal if isinstance(action, Take))
    passing = next((action for action in legal if isinstance(action, Pass)), None)
    if passing is None:
        return take
    if habit.whim and chance.random() < habit.whim:
        return chance.choice((take, passing))
    weighing = Weighing(view, habit)
    margin = weighing.margin
    wanted = margin > 0 or (margin == 0 and chance.random() < 0.5)
    return take if wanted and not weighing.worth_a_round else passing
