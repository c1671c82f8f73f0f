"""The outputs of a seat: each takes whole utterances and says when it has accepted one.

Accepted means: handed to the voice's queue, written to the display, printed. Not here: the devices.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from .braille import BrailleWindow, Group
from .queue import SpeechQueue
from .utterance import Given


class Output(Protocol):
    """One way in which utterances reach a person. Raises OSError or similar when it is lost."""

    name: str
    """A key of `house.HouseText.output_name`."""

    async def give(self, given: Given) -> None:
        """Return when the utterance is accepted."""

    def set_line(self, line: Sequence[Group]) -> None:
        """Take the persistent braille line as it now is."""

    def settle(self) -> None:
        """The table waits for somebody: bring what is shown up to date."""


class _NoLine:
    """What an output does about the braille line when it has none."""

    def set_line(self, line: Sequence[Group]) -> None:
        """No line here."""

    def settle(self) -> None:
        """No line here."""


class Spoken(_NoLine):
    """The voice, by way of its queue."""

    name = "voice"

    def __init__(self, queue: SpeechQueue) -> None:
        self.queue = queue

    async def give(self, given: Given) -> None:
        self.queue.put(given.utterance)


class Brailled:
    """The braille window."""

    name = "braille"

    def __init__(self, window: BrailleWindow) -> None:
        self.window = window

    async def give(self, given: Given) -> None:
        if given.utterance.braille:
            self.window.message(given.utterance.braille, given.utterance.urgency)

    def set_line(self, line: Sequence[Group]) -> None:
        self.window.set_line(line)

    def settle(self) -> None:
        self.window.settle()


class Printed(_NoLine):
    """The terminal; `show` prints whole lines."""

    name = "print"

    def __init__(self, show: Callable[[str], None]) -> None:
        self._show = show

    async def give(self, given: Given) -> None:
        if given.utterance.print:
            self._show(given.utterance.print)


class Recording:
    """Keeps everything given, in order: the reference output, for tests and `senpai replay --hear`."""

    name = "recording"

    def __init__(self) -> None:
        self.given: list[Given] = []
        self.lines: list[str] = []
        """For each utterance given, the braille line at that moment, unbroken."""
        self._line = ""

    async def give(self, given: Given) -> None:
        self.given.append(given)
        self.lines.append(self._line)

    def set_line(self, line: Sequence[Group]) -> None:
        self._line = line_text(line)

    def settle(self) -> None:
        """Everything is kept already."""


def line_text(line: Sequence[Group]) -> str:
    """Return the line as print, on a display without end; "!" follows a field marked by dots 7 and 8."""
    groups = [
        (" " if group.gap else "").join(f.text + "!" * f.marked for f in group.fields) for group in line
    ]
    return " ".join(groups)
