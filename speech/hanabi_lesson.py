"""The lesson of Hanabi: its deals and its course. Not here: what is said (locales, "lessons/hanabi")."""

from __future__ import annotations

from .lessons import LEARNER, Lesson, Stage
from .nova_lesson import BEN, FireworksRehearsal


def hanabi_lesson() -> Lesson:
    return Lesson("hanabi", (_first_turns(), _last_round()))


def _first_turns() -> Stage:
    """Hints given and received, one that points at nothing, playing, a storm, discarding."""
    at = FireworksRehearsal(
        "hanabi",
        ["Y3 R1 B4 W2 G5", "R2 G1 Y4 B1 W3"],
        # Ben, you, Ben, you and you draw in that order; later cards do not matter.
        "Y2 R3 G2 B2 W4",
    )
    at.tell("welcome")
    at.tell("cards")
    at.ask("ben's hand", "hand", "Ben")
    at.tell("tokens")
    at.do("hint", at.hint(LEARNER, BEN, 1)())
    at.watch("ben plays", at.play(BEN, 2))
    at.do("nothing", at.hint(LEARNER, BEN, "G")())
    at.watch("ben hints", at.hint(BEN, LEARNER, "R"))
    at.ask("own hand", "hand")
    at.do("play", at.play(LEARNER, 2)())
    at.watch("ben again", at.play(BEN, 4))
    at.do("storm", at.play(LEARNER, 2)())
    at.watch("thunder", at.hint(BEN, LEARNER, 5))
    at.do("discard", at.discard(LEARNER, 4)())
    at.watch("after discard", at.hint(BEN, LEARNER, 4))
    at.ask("table", "table")
    return at.stage()


def _last_round() -> Stage:
    """The end of another show: a row completed, the last card drawn, the last round, the rating."""
    at = FireworksRehearsal(
        "hanabi",
        ["B2 Y2 W1 G1 R1", "W2 G2 R2 B1 Y1"],
        "R3 Y3 G3 B3 W3 R4 Y4 G4 B4 W4 "
        "Y1 B1 G1 R1 W1 R1 R5 B1 Y2 Y1 G2 G1 B2 W1 "
        "R2 W2 R3 Y3 G3 B3 W3 R4 Y4 G4 B4 Y5 W5 W4 B5 G5",
    )
    at.oldest(at.play, 20)
    at.before(at.hint(LEARNER, BEN, 1), at.hint(BEN, LEARNER, 5))
    at.before(at.hint(LEARNER, BEN, 2), at.hint(BEN, LEARNER, "R"))
    at.oldest(at.discard, 4)
    for clue in (1, 2, 3, 4, "R", "Y", "G", "B", 1, 2, 3, 4, "B", "W", 3):
        at.before(at.hint(LEARNER, BEN, clue))
        at.oldest(at.discard, 1)
    at.before(at.hint(LEARNER, BEN, 5), at.hint(BEN, LEARNER, 4))
    at.tell("later")
    at.ask("status", "status")
    at.ask("late hand", "hand")
    at.do("complete", at.play(LEARNER, 4)())
    at.watch("last round", at.play(BEN, 3))
    at.do("last turn", at.play(LEARNER, 2)())
    at.tell("score")
    at.tell("rainbow")
    at.tell("end")
    return at.stage()
