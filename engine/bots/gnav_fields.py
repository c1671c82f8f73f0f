"""Plain policies for Gnav to measure computer players against: fixed limits, and chance.

They know nothing of seats, fools or what was seen. `senpai arena gnav --seat NAME` finds them by name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from random import Random

from engine.gnav_parts import Action, Event, Keep, Rank, Swap, View

from .gnav_reasons import Place, Reason
from .levels import Player, Thought


class Limited:
    """Keeps every card from one rank up, and asks with every lower one."""

    def __init__(self, limit: Rank) -> None:
        self.limit = limit

    def choose(self, view: View, legal: Sequence[Action], chance: Random) -> Action:
        """Return one of the legal actions; nothing is left to `chance`."""
        own, seat = view.card, legal[0].seat
        assert own is not None
        return Keep(seat) if own >= self.limit else Swap(seat)

    def think(self, view: View, legal: Sequence[Action], chance: Random) -> Thought:
        """Return what it does, with the limit as the reason."""
        action, order = self.choose(view, legal, chance), view.order
        here = order.index(action.seat)
        after = len(order) - 1 - here
        facts = {
            "card": view.card,
            "limit": self.limit,
            "place": Place.FIRST if not here else Place.BETWEEN if after else Place.DEALER,
            "participants": len(order),
            "after": after,
            "lives": view.lives[action.seat],
        }
        return Thought(action, Reason.HIGH_ENOUGH if isinstance(action, Keep) else Reason.TOO_LOW, facts)

    def explain(self, view: View, action: Action, events: Sequence[Event]) -> Thought | None:
        """Return nothing: there is no convention."""
        return None


class Anyhow:
    """Keeps every other time, whatever the card."""

    def choose(self, view: View, legal: Sequence[Action], chance: Random) -> Action:
        """Return one of the legal actions by chance."""
        return chance.choice(legal)

    def think(self, view: View, legal: Sequence[Action], chance: Random) -> Thought:
        """Return what it does, and that it does so every other time."""
        facts = {"card": view.card, "limit": view.card, "often": 50}
        return Thought(self.choose(view, legal, chance), Reason.AT_LIMIT, facts)

    def explain(self, view: View, action: Action, events: Sequence[Event]) -> Thought | None:
        """Return nothing: there is no convention."""
        return None


FIELDS: Mapping[str, Callable[[], Player]] = {
    **{f"keep-from-{rank.code}": partial(Limited, rank) for rank in Rank if Rank.ZERO <= rank <= Rank.TWELVE},
    "random": Anyhow,
}
"""By the names they have in the arena: `keep-from-0` to `keep-from-12`, and `random`."""
