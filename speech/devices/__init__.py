"""One file an output. Here: what the speech queue and the braille window expect of a device.

Optional libraries are imported inside the device's own file, never here. A device never raises into
the game and never writes on the terminal unless that is its purpose.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import NamedTuple, Protocol


class Trouble(StrEnum):
    """Why a device cannot do its work; the sentence is found in `speech.words`."""

    NO_LIBRARY = "no-library"
    """A Python package or a shared library is missing; the detail names it."""
    NO_SOUND = "no-sound"
    """There is no sound card, or it cannot be opened."""
    NO_OUTPUT = "no-output"
    """The sound output that was chosen is not there; the detail is its name."""
    NO_SERVER = "no-server"
    """The program that would speak (a speech server, a screen reader) does not run; the detail names it."""
    FAILED = "failed"
    """The device worked and then stopped working; the detail is the library's own word."""
    HUNG = "hung"
    """The device took a line and never came to its end."""


class Fault(NamedTuple):
    """What is the matter with a device: the trouble, and a short detail."""

    trouble: Trouble
    detail: str = ""


Report = Callable[[Trouble, str], None]
"""Called by a device, from any thread, at most once for a trouble: the trouble and a short detail."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How one listener wants to be spoken to; a device takes of it what it can."""

    rate: int = 175
    """Words a minute, 80 to 450."""
    pitch: int = 50
    """0 to 100."""
    volume: int = 100
    """Of speech, in per cent."""
    voices: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """By language, the id of the voice chosen (see `Voice.voices`); the device's own choice where none is."""
    cues: int = 60
    """Loudness of sound cues in per cent; 0 is off."""


class Cue(NamedTuple):
    """A sound cue: its name (see `speech.cues`) and where it comes from, -1 left to 1 right."""

    name: str
    place: float = 0.0


class Line(NamedTuple):
    """One thing to be heard: the cue, if there is one, and then the text. Either may be missing."""

    text: str
    lang: str
    """A two-letter code."""
    manner: Manner = Manner()
    cue: Cue | None = None


class VoiceName(NamedTuple):
    """A voice that can be chosen: its id for `Manner.voices`, and what it is called."""

    id: str
    name: str


class Voice(Protocol):
    """A voice that speaks one line at a time; the queue keeps the rest."""

    def say(self, line: Line, ended: Callable[[], None]) -> None:
        """Start speaking and return at once (under 5 ms).

        `ended` is called once, from any thread, when the last sample is heard or the device gave up; it
        is not called after `stop`. A device that is not told when its speech ends (a screen reader) calls
        it when a quick listener would have heard the line. Never raises.
        """

    def stop(self) -> None:
        """Fall silent within 20 ms. Never raises; harmless when nothing is spoken."""

    def voices(self, lang: str) -> Sequence[VoiceName]:
        """Return the voices that speak a language, best first; may take a second. Never raises.

        None where the device leaves the choice to another program.
        """

    def close(self) -> None:
        """Free the device; later calls of `say` end at once."""


class Display(Protocol):
    """Braille cells, in one row or more."""

    @property
    def width(self) -> int:
        """Cells of a row; may change when another display is connected."""

    @property
    def rows(self) -> int:
        """Rows of cells, of all the same width."""

    holds: bool
    """True: a message stays until a key is pressed. False: what was written stays readable, as on paper."""

    def write(self, cells: Sequence[int], text: str) -> None:
        """Show at most `width` times `rows` cells, dots 1 to 8 as bits 0 to 7.

        Every row but the last is full. `text` is the same in print, rows parted by newlines.
        """
