"""One file an output. Here: what the speech queue and the braille window expect of a device.

Optional libraries are imported inside the device's own file, never here. A device never raises into
the game and never writes on the terminal unless that is its purpose.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Protocol


class Trouble(StrEnum):
    """Why a device cannot do its work; the sentence is found in `speech.words`."""

    NO_LIBRARY = "no-library"
    """A Python package or a shared library is missing; the detail names it."""
    NO_SOUND = "no-sound"
    """There is no sound card, or it cannot be opened."""
    FAILED = "failed"
    """The device worked and then stopped working; the detail is the library's own word."""


Report = Callable[[Trouble, str], None]
"""Called by a device, from any thread, at most once for a trouble: the trouble and a short detail."""


class Voice(Protocol):
    """A voice that speaks one utterance at a time; the queue keeps the rest."""

    def say(self, text: str, lang: str, ended: Callable[[], None]) -> None:
        """Start speaking and return at once (under 5 ms).

        `ended` is called once, from any thread, when the last sample is heard or the device gave up; it
        is not called after `stop`. `lang` is a two-letter code. Never raises.
        """

    def stop(self) -> None:
        """Fall silent within 20 ms. Never raises; harmless when nothing is spoken."""

    def close(self) -> None:
        """Free the device; later calls of `say` end at once."""


class Display(Protocol):
    """A row of braille cells."""

    width: int
    holds: bool
    """True: a message stays until a key is pressed. False: what was written stays readable, as on paper."""

    def write(self, cells: Sequence[int], text: str) -> None:
        """Show at most `width` cells, dots 1 to 8 as bits 0 to 7; `text` is the same in print."""
