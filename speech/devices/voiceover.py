"""VoiceOver on macOS by AppleScript, for those who ask for it.

VoiceOver reads what the terminal prints anyway, so this is not taken by itself. The person has to allow it
("Allow VoiceOver to be controlled with AppleScript" in VoiceOver Utility). By accessible-output2's class.
VoiceOver has no braille of ours to show: what it speaks it brailles.

What was run where: tests run this against a stand-in for the library's class. On macOS it has not been tried.
"""

from __future__ import annotations

from functools import partial

from speech.devices import Fault, Report
from speech.devices.readers_shared import AccessibleOutput, Readers, ReaderVoice, check_readers

NAMES = "VoiceOver"
PACE = 14
"""Characters a second: a usual listener's, not a quick one's, since each output cuts off the one before."""


def _readers() -> Readers:
    return Readers({NAMES: partial(AccessibleOutput, "voiceover")}, NAMES)


def make(report: Report) -> ReaderVoice:
    """Return the voice; for `speech.routes`."""
    return ReaderVoice(report, _readers(), PACE)


def check() -> Fault | None:
    """Return why VoiceOver cannot be spoken to, None if it can; two seconds at most."""
    return check_readers(_readers())
