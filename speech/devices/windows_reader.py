"""Windows screen readers, NVDA and JAWS above all, through their own interfaces: speech and braille.

By accessible-output2's output classes, one by one. SAPI 5, its last resort, is not among them: that is our
own voice (see `own`). Not here: queueing, and how long a line takes (see `readers_shared`).

What was run where: tests run this against stand-ins for the library's classes, and against the library
itself where it finds no reader (Linux). With NVDA or JAWS it has not been tried.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from speech.devices import Fault, Report
from speech.devices.guard import apartment
from speech.devices.readers_shared import PACE, AccessibleOutput, Readers, ReaderVoice, check_readers

NAMES = "NVDA, JAWS"
"""What to look for, in a `Fault`."""
# Not System Access: 0.17 asks for an attribute that it never sets, so it is never found active.
KINDS = {
    "NVDA": "nvda",
    "JAWS": "jaws",
    "ZDSR": "zdsr",
    "PC Talker": "pc_talker",
    "Dolphin": "dolphin",
    "Window-Eyes": "window_eyes",
}
"""Screen readers in the order in which they are asked, and accessible-output2's module for each."""
FLASH = 40
"""Characters a flash message holds: a display of 40 cells, since nobody may be able to pan in time."""


class WindowsReader(ReaderVoice):
    """A `Voice` through the screen reader that runs; `braille` flashes a message on its display."""

    def __init__(self, report: Report) -> None:
        super().__init__(report, _readers(), PACE, apartment)


class ReaderBraille:
    """The display of the person's screen reader, as a `Display` for messages alone.

    NVDA and JAWS take a text, translate it by the person's own table, and show it for some seconds over
    what they show otherwise.
    """

    holds = False

    def __init__(self, voice: ReaderVoice, width: int = FLASH) -> None:
        self.width = width
        self._voice = voice

    def write(self, cells: Sequence[int], text: str) -> None:
        """As `Display.write`; the cells are the screen reader's affair."""
        self.flash(text)

    def flash(self, text: str) -> None:
        """Show the beginning of a message, which has its news first."""
        self._voice.braille(flashed(text, self.width))


def flashed(text: str, width: int = FLASH) -> str:
    """Return as many whole words of a text as a flash message holds, at least its first characters."""
    text = " ".join(text.replace("\\", "/").split())  # a backslash would be obeyed by JAWS's script language
    if len(text) <= width:
        return text
    head, gap, _ = text[: width + 1].rpartition(" ")
    return head if gap else text[:width]


def _readers() -> Readers:
    return Readers({name: partial(AccessibleOutput, module) for name, module in KINDS.items()}, NAMES)


def make(report: Report) -> WindowsReader:
    """Return the voice; for `speech.routes`."""
    return WindowsReader(report)


def check() -> Fault | None:
    """Return why no Windows screen reader can be spoken to, None if one can; two seconds at most."""
    return check_readers(_readers(), apartment)
