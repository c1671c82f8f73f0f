"""The lesson of Push: its cards and its course. Not here: what is said (locales, "lessons/push")."""

from __future__ import annotations

from collections.abc import Callable

from engine import GAMES
from engine.push_parts import IN_PLAY, VALUES, Pass, Take
from engine.table import Deed, Seat

from .lessons import LEARNER, Lesson, Rehearsal, Stage, beginning

BEN: Seat = 1
CARLA: Seat = 2


class _PushRehearsal(Rehearsal):
    """A stage of Push for three; `first` are the cards that are turned up first, by value."""

    def __init__(self, first: list[int]) -> None:
        deck = beginning(map(str, VALUES), list(map(str, first)))[:IN_PLAY]
        super().__init__(GAMES["push"], 2, {"first": LEARNER, "deck": list(map(int, deck))})

    def passed(self, seat: Seat) -> Callable[[], Deed]:
        return lambda: Pass(seat)

    def took(self, seat: Seat) -> Callable[[], Deed]:
        return lambda: Take(seat)


def push_lesson() -> Lesson:
    return Lesson("push", (_first_cards(), _last_cards()))


def _first_cards() -> Stage:
    """Passing, taking, a run that the others pay for."""
    at = _PushRehearsal([31, 10, 11, 25])
    at.tell("welcome")
    at.tell("ladder")
    at.ask("table", "table")
    at.do("pass", Pass(LEARNER))
    at.watch("they pass", at.passed(BEN), at.passed(CARLA))
    at.ask("worth", "worth")
    at.do("pass again", Pass(LEARNER))
    at.watch("carla takes", at.passed(BEN), at.took(CARLA), at.passed(CARLA))
    at.do("take", Take(LEARNER))
    at.tell("run")
    at.do("let them pay", Pass(LEARNER))
    at.watch("they pay", at.passed(BEN), at.passed(CARLA))
    at.do("take run", Take(LEARNER))
    at.ask("score", "score")
    return at.stage()


def _last_cards() -> Stage:
    """The end of another game: the last chip, no chip, the last card, the scores."""
    at = _PushRehearsal(
        [8, 9, 20, 5, 13, 26, 14, 30, 22, 35, 16, 27, 4, 23, 18, 29, 12, 24, 34, 7, 25, 33, 17, 10]
    )
    at.past(Take(LEARNER))
    at.past(Take(LEARNER))
    at.past(Pass(LEARNER))
    at.past(Take(BEN))
    for _ in range(9):
        for action in (Pass(BEN), Take(CARLA), Pass(CARLA), Pass(LEARNER), Take(BEN)):
            at.past(action)
    at.past(Pass(BEN))
    at.past(Pass(CARLA))
    at.tell("later")
    at.ask("status", "status")
    at.do("last chip", Pass(LEARNER))
    at.watch("ben takes", at.took(BEN), at.passed(BEN), at.passed(CARLA))
    at.refused("no chip", Pass(LEARNER))
    at.do("must take", Take(LEARNER))
    at.do("last card", Take(LEARNER))
    at.tell("end")
    at.tell("next")
    return at.stage()
