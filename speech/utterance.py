"""What the Senpai says once, in every form side by side. Not here: when it is heard (see `queue`)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import NamedTuple


class Urgency(IntEnum):
    """How an utterance behaves towards others (design, "Speech")."""

    ASIDE = 1
    """Help, chatter: dropped when anything else comes."""
    TABLE = 2
    """What happens in the game: in order, each once, never lost."""
    ANSWER = 3
    """Reply to something typed: interrupts, the newest wins, table news it cut off is said again."""
    ALARM = 4
    """Rare: output lost, save failed; never interrupted."""


def always() -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Utterance:
    """One announcement, event or answer, for one listener, in one language.

    `speech` has no symbols and ends with a full stop; `braille` is composed for 20 to 40 cells, news
    first; `print` is what the terminal shows, lines parted by newlines. `event` names the event's or
    answer's kind, `cue` the sound cue (None: none) and `place` where it comes from, -1 left to 1 right.
    A newer utterance of the same `group` replaces a waiting older one. `valid` is asked just before
    speaking; a stale utterance is dropped.
    """

    speech: str
    braille: str
    print: str
    lang: str
    urgency: Urgency = Urgency.TABLE
    event: str = ""
    cue: str | None = None
    group: str | None = None
    valid: Callable[[], bool] = always
    place: float = 0.0


class Step(StrEnum):
    """When something is given: before an action is carried out, after it, or in reply to a person."""

    ANNOUNCED = "announced"
    HAPPENED = "happened"
    ANSWERED = "answered"


class Given(NamedTuple):
    """An utterance given to a seat; `number` counts the game's actions from 1, 0 before the first."""

    number: int
    step: Step
    utterance: Utterance
    asked: bool = False
    """Whether the person waits for it: the answer to what they typed, or a question put to them."""
