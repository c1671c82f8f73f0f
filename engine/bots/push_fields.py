"""Opponents for measuring computer players of Push: one name, one kind of player.

Some play by habits that experts reckon with (`push_search.MIX`), some on purpose by others. Not here: the
levels that people play against (see `push`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from random import Random

from engine.push_parts import Action, Event, View
from engine.table import Seat

from .levels import Player, Thought
from .push_habits import ANYHOW, CAREFUL, CLUB, ECON, FIXED, NEEDY, RUNS, Habit, by_habit
from .push_reasons import PushReason

MIXED: tuple[Habit, ...] = (*RUNS.values(), ECON, CLUB, CAREFUL, NEEDY)
"""Habits that count runs and mostly chips, all of which experts reckon with."""
HOARDER = Habit(share=0.2, hope=8, reserve=3)
MILKER = Habit(base=2, share=0.45, scarcity=20, reserve=0)
WOBBLY = Habit(base=2, share=0.3, scarcity=30, whim=0.25)
STEEP = Habit(base=12, share=0.1, runs=False)
DEAR = Habit(base=13)
STRANGE: tuple[Habit, ...] = (HOARDER, MILKER, WOBBLY, STEEP, DEAR)
"""Habits that experts do not reckon with: hoping for runs, milking to the last chip, whims, high limits."""


class HabitPlayer:
    """Plays by one of some habits; each seat keeps to one for a whole game, which the first card decides."""

    def __init__(self, *habits: Habit) -> None:
        self._habits = habits

    def choose(self, view: View, legal: Sequence[Action], chance: Random) -> Action:
        """Return one of the legal actions."""
        return by_habit(self._habit(view), view, legal, chance)

    def think(self, view: View, legal: Sequence[Action], chance: Random) -> Thought:
        """Return what `choose` would, without a reason to speak of: nobody listens to these players."""
        return Thought(self.choose(view, legal, chance), PushReason.WHIM)

    def explain(self, view: View, action: Action, events: Sequence[Event]) -> Thought | None:
        """Return None."""
        return None

    def _habit(self, view: View) -> Habit:
        first = view.past[0].card if view.past else view.card
        return self._habits[_place(first, view.seat, len(self._habits))]


@cache
def _place(card: int | None, seat: Seat | None, among: int) -> int:
    """Return a number below `among`; neighbouring seats and cards have nothing to do with each other."""
    return Random(f"{card}/{seat}").randrange(among)


FIELDS: Mapping[str, Callable[[], Player]] = {
    "mixed": partial(HabitPlayer, *MIXED),
    **{f"runs-{limit}": partial(HabitPlayer, habit) for limit, habit in RUNS.items()},
    "econ": partial(HabitPlayer, ECON),
    "careful": partial(HabitPlayer, CAREFUL),
    "needy": partial(HabitPlayer, NEEDY),
    **{f"fixed-{limit}": partial(HabitPlayer, habit) for limit, habit in FIXED.items()},
    "random": partial(HabitPlayer, ANYHOW),
    "strange": partial(HabitPlayer, *STRANGE),
    "hoarder": partial(HabitPlayer, HOARDER),
    "milker": partial(HabitPlayer, MILKER),
    "wobbly": partial(HabitPlayer, WOBBLY),
    "steep": partial(HabitPlayer, STEEP),
    "dear": partial(HabitPlayer, DEAR),
}
"""By name, as `senpai arena push` has them."""
