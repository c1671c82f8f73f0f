"""What a learner can say besides all that can be said in the game: going on, back, skipping.

Not here: what the lesson makes of it (see `learn`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from enum import StrEnum
from functools import cache
from typing import Any

from .commands import Command, Commands, Group, no_more
from .kits import commands_of


class Pacing(StrEnum):
    """What a learner can ask of the lesson."""

    READY = "ready"
    BACK = "back"
    SKIP = "skip"
    STEP = "step"


def _alone(pacing: Pacing) -> Callable[[Any, list[str]], Pacing]:
    def effect(desk: Any, words: list[str]) -> Pacing:
        no_more(words)
        return pacing

    return effect


LESSON_VERBS: tuple[Command[Any, Pacing], ...] = (
    Command(
        "ready",
        {"en": ("ready",), "de": ("bereit",)},
        lambda w: w.t.gettext("ready, or Enter alone: goes on with the lesson."),
        _alone(Pacing.READY),
        group=Group.PLAY,
    ),
    Command(
        "back",
        {"en": ("back",), "de": ("zurück",)},
        lambda w: w.t.gettext("back: the step before, once more."),
        _alone(Pacing.BACK),
        group=Group.PLAY,
    ),
    Command(
        "skip",
        {"en": ("skip",), "de": ("überspringe", "überspringen")},
        lambda w: w.t.gettext("skip: I do for you what is asked for, and the lesson goes on."),
        _alone(Pacing.SKIP),
        group=Group.PLAY,
    ),
    Command(
        "step",
        {"en": ("step",), "de": ("schritt",)},
        lambda w: w.t.gettext("step: where you are in the lesson, and what to do now."),
        _alone(Pacing.STEP),
        group=Group.PLAY,
    ),
)
HELPFUL = ("ready", "back", "skip", "step", "repeat", "rules", "quit")
"""The commands that help names at every step."""


@cache
def commands_in_lesson(game: str) -> Commands[Any, Any]:
    """Return all that a learner can say: as in the game, but that "back" is about the lesson."""
    ours = {word for verb in LESSON_VERBS for word in verb.spellings()}

    def others(words: Sequence[str]) -> tuple[str, ...]:
        return tuple(word for word in words if word not in ours)

    theirs = [
        replace(verb, words={lang: others(words) for lang, words in verb.words.items()})
        for verb in commands_of(game).commands
    ]
    return Commands((*LESSON_VERBS, *theirs))
