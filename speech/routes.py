"""The ways to be heard, by name, and which are tried one after the other. Not here: their devices.

Each way is one module of `speech.devices` with two functions: `make(report)` returns the `Voice` at once,
and `check()` returns why it cannot be had here (None: it can), in two seconds at most. Modules are imported
only when their way is wanted.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from typing import NamedTuple

from .devices import Fault, Report, Voice

WAYS = {
    "own": "speech.devices.own",
    "orca": "speech.devices.orca",
    "speech-dispatcher": "speech.devices.speech_dispatcher",
    "windows-reader": "speech.devices.windows_reader",
    "voiceover": "speech.devices.voiceover",
}
"""The module of each way to be heard."""
_READERS = {"win32": ("windows-reader",), "darwin": ("voiceover",), "linux": ("orca", "speech-dispatcher")}
_SPARE = {"linux": ("speech-dispatcher",)}


class Way(NamedTuple):
    """One way to be heard."""

    name: str
    make: Callable[[Report], Voice]
    check: Callable[[], Fault | None]


def way(name: str) -> Way:
    """Return a way of `WAYS`; its module is imported when it is first used, and errors come then."""
    return Way(name, lambda report: _make(name, report), lambda: import_module(WAYS[name]).check())


def own_way(output: str) -> Way:
    """Return the way of our own voice by the sound output of that name, and by no other."""

    def make(report: Report) -> Voice:
        voice: Voice = import_module(WAYS["own"]).make(report, output)
        return voice

    return Way("own", make, lambda: import_module(WAYS["own"]).check(output))


def _make(name: str, report: Report) -> Voice:
    """Return the voice of a way. Sound cues come from our own mixer where the voice has none."""
    voice: Voice = import_module(WAYS[name]).make(report)
    if name == "own" and sys.platform == "linux":
        return voice
    from .devices.cue_player import WithCues

    # That cues cannot be heard is no reason to change the voice, and no news: all is said in words.
    return WithCues(voice, lambda trouble, detail: None)


def known(platform: str = sys.platform) -> tuple[str, ...]:
    """Return the names of the ways that there are on a system, the screen reader's first."""
    return (*readers(platform), "own")


def readers(platform: str = sys.platform) -> tuple[str, ...]:
    """Return the ways that speak through the person's screen reader or speech server."""
    return _READERS.get(platform, ())


def chain(wanted: str, platform: str = sys.platform) -> tuple[str, ...]:
    """Return the ways to try for what the person wants: "own", "reader", or the name of a way.

    After the wanted way comes what would do instead; VoiceOver is only spoken to when asked for.
    """
    if wanted == "own":
        return ("own", *_SPARE.get(platform, ()))
    if wanted == "reader":
        return (*readers(platform), "own")
    return (wanted, *(name for name in ("own", *_SPARE.get(platform, ())) if name != wanted))
