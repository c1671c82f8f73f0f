"""Computer players for Gnav: keep or ask, by seat, by what others did, by what was seen, and by lives.

They see a view and the legal actions, never a state, and keep nothing between turns.

- A beginner keeps a good card and asks with a poor one, wherever it sits.
- A club player has a limit for each place and number of participants, and does not look any further.
- An expert has a limit for each situation (see `gnav_situation`): who is still to act, who kept, who swapped,
  who was struck, whether its card was handed to it, who holds a fool, and how many lives are left. At some
  limits it keeps only so and so often. The table was found by playing (`scripts/gnav_tables.py`).

All of them know that a fool loses, and do not ask for one that was knocked. Not here: the sentences.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import NamedTuple

from engine.gnav_parts import (
    COPIES,
    PACK,
    PASSED_BY,
    STRIKING,
    Action,
    Event,
    Keep,
    Rank,
    Swap,
    View,
    left_of,
)
from engine.table import Seat

from .gnav_reasons import Place, Reason
from .gnav_situation import Key, Situation, row_of, situation, stage
from .levels import Level, Thought

BEGINNERS_LIMIT = Rank.NINE
"""Clearly higher than half of the pack, which seems safe to somebody new; but only the lowest card loses."""


class Thresholds(NamedTuple):
    """The lowest card that a club player keeps, by the place in the deal."""

    first: Rank
    between: Rank
    dealer: Rank


KEEP_FROM = {
    2: Thresholds(Rank.FIVE, Rank.FIVE, Rank.SIX),
    3: Thresholds(Rank.FOUR, Rank.FIVE, Rank.FIVE),
    4: Thresholds(Rank.FOUR, Rank.FOUR, Rank.FIVE),
    5: Thresholds(Rank.THREE, Rank.FOUR, Rank.FOUR),
    6: Thresholds(Rank.TWO, Rank.THREE, Rank.FOUR),
    7: Thresholds(Rank.TWO, Rank.THREE, Rank.THREE),
    8: Thresholds(Rank.ONE, Rank.TWO, Rank.THREE),
    9: Thresholds(Rank.ONE, Rank.TWO, Rank.TWO),
    10: Thresholds(Rank.ONE, Rank.TWO, Rank.TWO),
}
"""By the number of participants: best answers to each other among those who know no more than their place.

A rank more or less costs about a hundredth of a life a deal.
"""


class Habit(NamedTuple):
    """What a level does in a situation: how often it keeps a card from the lowest that it ever keeps."""

    lowest: int
    percents: tuple[int, ...]
    """Of `lowest` and those that follow; higher ones are always kept."""

    def often(self, card: Rank) -> int:
        """Return how often the card is kept, in percent."""
        step = card - self.lowest
        return 0 if step < 0 else self.percents[step] if step < len(self.percents) else 100

    @property
    def limit(self) -> Rank:
        """The lowest card that is kept at least every other time."""
        sure = next((n for n, often in enumerate(self.percents) if often >= 50), len(self.percents))
        return Rank(self.lowest + sure)


class GnavPlayer:
    """Decides for one seat."""

    def __init__(self, level: Level = Level.CLUB) -> None:
        self.level = level

    def choose(self, view: View, legal: Sequence[Action], chance: Random) -> Action:
        """Return one of the legal actions."""
        action = self.think(view, legal, chance).action
        assert isinstance(action, (Keep, Swap))
        return action

    def think(self, view: View, legal: Sequence[Action], chance: Random) -> Thought:
        """Return what it does and why; see `levels.Player`."""
        seat = legal[0].seat
        own = view.cards[seat]
        assert own is not None
        now = self._situation(view, seat)
        certain = self._certain(view, seat, own, now)
        if certain:
            return certain
        habit = self._habit(view, seat, now)
        often = habit.often(own)
        keep = Thought(Keep(seat), *_why_keep(view, seat, own, now, habit))
        ask = Thought(Swap(seat), *_why_ask(view, seat, own, now, habit))
        if often == 0:
            return ask
        if often == 100:
            risk = Thought(Swap(seat), Reason.STRIKES, {"percent": strikes(view, seat)})
            return Thought(keep.action, keep.reason, keep.facts, (risk,))
        facts = {"card": own, "limit": habit.limit}
        keep = Thought(keep.action, Reason.AT_LIMIT, {**facts, "often": often})
        ask = Thought(ask.action, Reason.AT_LIMIT, {**facts, "often": 100 - often})
        best, other = (keep, ask) if chance.randrange(100) < often else (ask, keep)
        return Thought(best.action, best.reason, best.facts, (other,))

    def explain(self, view: View, action: Action, events: Sequence[Event]) -> Thought | None:
        """Return what everybody may say about why somebody keeps or asks; see `levels.Player`."""
        seat = action.seat
        now = self._situation(view, seat)
        if isinstance(action, Swap):
            return self._explain_ask(view, action, now)
        if (known := _all_know(view, seat, now)) is not None:
            return Thought(action, *known)
        if view.cards[seat] is Rank.FOOL:
            return None
        limit = self._habit(view, seat, now).limit
        if now.struck:
            return Thought(action, Reason.STRUCK_KEEP, {"seats": now.struck, "limit": limit})
        if now.giver is not None:
            return Thought(action, Reason.HANDED_KEEP, {"giver": now.giver, "limit": limit})
        return Thought(action, Reason.USUAL_KEEP, {**_where(view, seat), "limit": limit})

    def _explain_ask(self, view: View, action: Swap, now: Situation) -> Thought | None:
        seat = action.seat
        if _all_know(view, seat, now) is not None:
            return None  # nobody asks there for a reason that all could see
        if view.cards[seat] is Rank.FOOL:
            return Thought(action, Reason.FOOL_AWAY, {"asked": left_of(view.order, seat)})
        limit = self._habit(view, seat, now).limit
        if limit <= Rank.OWL:
            return None
        if now.giver is not None:
            return Thought(action, Reason.HANDED_ASK, {"giver": now.giver, "limit": limit})
        return Thought(action, Reason.USUAL_ASK, {**_where(view, seat), "limit": limit})

    def _certain(self, view: View, seat: Seat, own: Rank, now: Situation) -> Thought | None:
        """Return what needs no limit."""
        if own.matador:
            return Thought(Keep(seat), Reason.MATADOR, {"card": own})
        if (known := _all_know(view, seat, now)) is not None:
            return Thought(Keep(seat), *known)
        if own is Rank.FOOL:
            return Thought(Swap(seat), Reason.FOOL_AWAY, {"asked": left_of(view.order, seat)})
        lower = None if now.giver is None else view.cards[now.giver]
        if lower is not None and lower < own:
            # Unless a cat undoes what was seen, that seat loses first.
            return Thought(Keep(seat), Reason.SEEN_LOWER, {"card": own, "seat": now.giver, "lower": lower})
        return None

    def _situation(self, view: View, seat: Seat) -> Situation:
        """Return what it takes notice of: what all others did only as an expert, fools always."""
        now = situation(view, seat)
        return now if self.level is Level.EXPERT else now._replace(giver=None, struck=())

    def _habit(self, view: View, seat: Seat, now: Situation) -> Habit:
        if self.level is Level.BEGINNER:
            return Habit(BEGINNERS_LIMIT, ())
        if self.level is Level.CLUB:
            row = KEEP_FROM[len(view.order)]
            level = {Place.FIRST: row.first, Place.DEALER: row.dealer}.get(_place(view, seat), row.between)
            return Habit(level, ())
        return _expert(view.lives, seat, now)


def _expert(lives: Sequence[int], seat: Seat, now: Situation) -> Habit:
    row = row_of(
        stage(lives, seat),
        now.after,
        now.kept,
        now.swapped,
        len(now.struck),
        handed=now.giver is not None,
        fool=bool(now.fools),
    )
    lowest, *percents = _rows()[row]
    return Habit(lowest, tuple(percents))


@cache
def _rows() -> dict[Key, tuple[int, ...]]:
    """Read the table when the first expert sits down: most games have none."""
    from .gnav_tables import ROWS

    return ROWS


# -- reasons


def _all_know(view: View, seat: Seat, now: Situation) -> tuple[Reason, dict[str, object]] | None:
    """Return why anybody would keep, whatever the card, from what everybody knows of fools."""
    asked = left_of(view.order, seat)
    if asked is not None and view.cards[asked] is Rank.FOOL:
        # Only a fool that was dealt can be known of somebody still to act: whoever answered is done.
        return Reason.FOOL_NEXT, {"seat": asked}
    if len(now.fools) == 2:
        # seed 004, "Wertung und Ende": two fools lose alone.
        return Reason.TWO_FOOLS, {"seats": now.fools}
    return None


def _why_keep(
    view: View, seat: Seat, own: Rank, now: Situation, habit: Habit
) -> tuple[Reason, dict[str, object]]:
    facts: dict[str, object] = {"card": own, "limit": habit.limit}
    if now.struck:
        return Reason.STRUCK_LOWER, {**facts, "seats": now.struck}
    if now.giver is not None:
        return Reason.HANDED_ENOUGH, {**facts, **_handed(view, now.giver)}
    return Reason.HIGH_ENOUGH, {**facts, **_where(view, seat), **_ahead(view, seat)}


def _why_ask(
    view: View, seat: Seat, own: Rank, now: Situation, habit: Habit
) -> tuple[Reason, dict[str, object]]:
    facts: dict[str, object] = {"card": own, "limit": habit.limit}
    if now.giver is not None:
        return Reason.HANDED_TOO_LOW, {**facts, **_handed(view, now.giver)}
    return Reason.TOO_LOW, {**facts, **_where(view, seat), **_ahead(view, seat)}


def _handed(view: View, giver: Seat) -> dict[str, object]:
    return {"giver": giver, "given": view.cards[giver]}


def _where(view: View, seat: Seat) -> dict[str, object]:
    return {"place": _place(view, seat), "participants": len(view.order)}


def _ahead(view: View, seat: Seat) -> dict[str, object]:
    return {"after": len(view.order) - 1 - view.order.index(seat), "lives": view.lives[seat]}


def _place(view: View, seat: Seat) -> Place:
    first, *_, dealer = view.order
    return Place.FIRST if seat == first else Place.DEALER if seat == dealer else Place.BETWEEN


def strikes(view: View, seat: Seat) -> int:
    """Return how likely a cat or dragoon would answer, from 0 to 100, as far as the seat knows the cards.

    Houses and horses make no difference: the next unknown card answers for them.
    """
    known = [card for card in (*view.cards, *view.aside) if card is not None and card not in PASSED_BY]
    striking = COPIES * len(STRIKING) - sum(card in STRIKING for card in known)
    return round(100 * striking / (len(PACK) - COPIES * len(PASSED_BY) - len(known)))
