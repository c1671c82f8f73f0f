"""The lesson of Nova: its deals and its course. Not here: what is said (locales, "lessons/nova")."""

from __future__ import annotations

from collections.abc import Callable

from engine import GAMES
from engine.fireworks import Fireworks
from engine.fireworks_parts import Clue, Discard, Hint, Play, View, full_deck
from engine.table import Deed, Seat

from .lessons import LEARNER, Lesson, Rehearsal, Stage, beginning

BEN: Seat = 1
CARLA: Seat = 2


class FireworksRehearsal(Rehearsal):
    """A stage of Nova or Hanabi, the learner beginning.

    `hands` are card codes, each hand from left to right; `draws` is what is drawn first.
    """

    def __init__(self, game: str, hands: list[str], draws: str) -> None:
        rules = GAMES[game]
        assert isinstance(rules, Fireworks)
        # Dealt one at a time, clockwise, each card coming in at the left end.
        rows = zip(*(reversed(hand.split()) for hand in hands), strict=True)
        first = [code for row in rows for code in row] + draws.split()
        deck = beginning(full_deck(rules.rules(rules.defaults)), first)
        super().__init__(rules, len(hands) - 1, {"first": LEARNER, "deck": deck})

    def play(self, seat: Seat, place: int) -> Callable[[], Deed]:
        """Return what makes the action, when its turn comes; places count from 1, leftmost."""
        return lambda: Play(seat, self._card(seat, place))

    def discard(self, seat: Seat, place: int) -> Callable[[], Deed]:
        return lambda: Discard(seat, self._card(seat, place))

    def hint(self, seat: Seat, to: Seat, clue: Clue) -> Callable[[], Deed]:
        return lambda: Hint(seat, to, clue)

    def _card(self, seat: Seat, place: int) -> int:
        view: View = self.view(seat)
        return view.hands[seat][place - 1].card

    def before(self, *makes: Callable[[], Deed]) -> None:
        """Add actions that come before the lesson."""
        for make in makes:
            self.past(make())

    def oldest(self, do: Callable[[Seat, int], Callable[[], Deed]], count: int) -> None:
        """Let everybody in turn play or discard their oldest card before the lesson, `count` times in all."""
        for _ in range(count):
            seat = self.turn
            self.past(do(seat, len(self.view(seat).hands[seat]))())


def nova_lesson() -> Lesson:
    return Lesson("nova", (_first_turns(), _last_round()))


def _first_turns() -> Stage:
    """Hints given and received, playing, a misfire, discarding."""
    at = FireworksRehearsal(
        "nova",
        ["4S AH 4D 5D", "AC 4D AS 3H", "2S 4H 3C 2D"],
        # Ben, you, Ben, you and Carla draw in that order; later cards do not matter.
        "2H 3D 4C AD 3S",
    )
    at.tell("welcome")
    at.tell("team")
    at.ask("ben's hand", "hand", "Ben")
    at.refused("no discard", at.discard(LEARNER, 4)())
    at.do("hint", at.hint(LEARNER, BEN, 1)())
    at.watch("ben plays", at.play(BEN, 1), at.hint(CARLA, LEARNER, 1))
    at.ask("own hand", "hand")
    at.tell("negative")
    at.do("play", at.play(LEARNER, 2)())
    at.watch("another ace", at.play(BEN, 3), at.hint(CARLA, LEARNER, 5))
    at.tell("five")
    at.do("misfire", at.play(LEARNER, 2)())
    at.watch("ben hints", at.hint(BEN, CARLA, "S"), at.play(CARLA, 1))
    at.do("discard", at.discard(LEARNER, 3)())
    at.ask("table", "table")
    return at.stage()


def _last_round() -> Stage:
    """The end of another game: a row completed, the last card drawn, the last round, the score."""
    at = FireworksRehearsal(
        "nova",
        ["3D 2H AS AC", "3H 2S 2C AD", "3S 3C 2D AH"],
        "4C 4D 4H AC AD AH AS 2C 2D 5H 2H 5D 3S 3C 2S 3D 4S 4C 5C 3H 4D 4H 4S 5S",
    )
    at.oldest(at.play, 15)
    at.before(at.hint(LEARNER, CARLA, 5), at.hint(BEN, LEARNER, 5), at.hint(CARLA, LEARNER, "H"))
    at.before(at.hint(LEARNER, BEN, 2), at.hint(BEN, CARLA, 2), at.hint(CARLA, BEN, "C"))
    at.oldest(at.discard, 6)
    at.before(at.hint(LEARNER, BEN, "S"))
    at.oldest(at.discard, 1)
    at.before(at.hint(CARLA, BEN, 4), at.hint(LEARNER, CARLA, "D"))
    at.oldest(at.discard, 1)
    at.before(at.hint(CARLA, BEN, "H"))
    at.tell("later")
    at.ask("status", "status")
    at.ask("late hand", "hand")
    at.do("complete", at.play(LEARNER, 4)())
    at.watch("last round", at.play(BEN, 4), at.play(CARLA, 4))
    at.do("last turn", at.play(LEARNER, 2)())
    at.tell("score")
    at.tell("end")
    return at.stage()
