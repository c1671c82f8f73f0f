"""A sensible computer player for Gnav: keep or swap by seat, by who is still to act, and by what was seen.

It sees a view and the legal actions, never a state, and keeps nothing between turns. The thresholds
start from the measurements in findings/players.md, section 4: best answers to each other were "keep from
III or IV" for the first of four, "from IV or V" for those between and for whoever was handed a worse card,
"from VI" for the dealer; lower among more players, where somebody else is likelier to be lowest. The same
calculation with the rules as they are here, where matadors from the stock strike and a dealt fool is known,
gave the table; it makes the dealer keep a little sooner. The surface is flat: a rank more or less costs
about a hundredth of a life a deal.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from engine.bots.gnav_reasons import Place, Reason
from engine.bots.levels import Level, Thought
from engine.gnav_parts import STRIKING, Action, Event, Keep, Rank, Swap, View, left_of


class Thresholds(NamedTuple):
    """The lowest card to keep, by the place in the deal."""

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
"""By the number of participants."""
CALMER = 2
"""So many ranks less will do when an asker was struck, who sits on a card that they wanted to be rid of.

In 6,000 matches among three, four and six players, values from 0 to 4 made no difference that showed.
"""


class GnavPlayer:
    """Decides for one seat. It plays alike at every level."""

    def __init__(self, level: Level = Level.CLUB) -> None:
        self.level = level

    def choose(self, view: View, legal: Sequence[Action], chance: Random) -> Action:
        """Return one of the legal actions; nothing is left to `chance`."""
        seat = legal[0].seat
        return Keep(seat) if _keeps(view, seat) else Swap(seat)

    def think(self, view: View, legal: Sequence[Action], chance: Random) -> Thought:
        """Return what `choose` would with the same chance, and why."""
        action = self.choose(view, legal, chance)
        seat, card = action.seat, view.cards[action.seat]
        assert card is not None
        if isinstance(action, Keep) and card.matador:
            return Thought(action, Reason.MATADOR, {"card": card})
        facts = {"card": card, **_usual(view, seat), "after": _after(view, seat), "lives": view.lives[seat]}
        kept = isinstance(action, Keep)
        return Thought(action, Reason.HIGH_ENOUGH if kept else Reason.TOO_LOW, facts)

    def explain(self, view: View, action: Action, events: Sequence[Event]) -> Thought | None:
        """Return what everybody may take from an action: what is usual at that place."""
        kept = isinstance(action, Keep)
        return Thought(action, Reason.USUAL_KEEP if kept else Reason.USUAL_ASK, _usual(view, action.seat))


def _usual(view: View, seat: int) -> dict[str, object]:
    first, *_, dealer = view.order
    place = {first: Place.FIRST, dealer: Place.DEALER}.get(seat, Place.BETWEEN)
    return {"place": place, "participants": len(view.order), "limit": Rank(_threshold(view, seat))}


def _after(view: View, seat: int) -> int:
    return len(view.order) - view.order.index(seat) - 1


def _keeps(view: View, seat: int) -> bool:
    own, asked = view.cards[seat], left_of(view.order, seat)
    assert own is not None
    # Only a fool that was dealt can be known of somebody still to act: whoever answered is done.
    if asked is not None and view.cards[asked] is Rank.FOOL:
        return True
    if own is Rank.FOOL:
        return False
    return own.matador or _safe(view, seat, own) or own >= _threshold(view, seat)


def _safe(view: View, seat: int, own: Rank) -> bool:
    """Whether others are known to lose before this seat does, unless a cat undoes what was seen."""
    others = [
        card
        for owner in view.order
        if owner != seat and view.lives[owner] and (card := view.cards[owner]) is not None
    ]
    # seed 004, "Wertung und Ende": two fools lose alone; apart from a fool, only the lowest lose.
    return others.count(Rank.FOOL) == 2 or any(Rank.FOOL < card < own for card in others)


def _threshold(view: View, seat: int) -> int:
    row, (first, *_, dealer) = KEEP_FROM[len(view.order)], view.order
    level = {first: row.first, dealer: row.dealer}.get(seat, row.between)
    done = view.order[: view.order.index(seat)]
    struck = any(view.cards[owner] in STRIKING for owner in done)
    return level - CALMER if struck else level
