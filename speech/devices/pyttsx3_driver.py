"""Our driver for pyttsx3: espeak-ng into our own mixer, instead of a file, a shell and `aplay`.

Here: what pyttsx3 asks of a driver, and how this one is plugged in. Not here: rendering (see `espeak`),
output (see `mixer`), word events (they could not be in time), and writing to files.

pyttsx3 imports `pyttsx3.drivers.<name>` for `init(name)`, so a module that is already in `sys.modules` by
that name is used as it is. Its own queue then works as documented: lines keep their order and names.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from itertools import count
from threading import Event
from types import ModuleType
from typing import Any

from speech.devices.espeak import VOICES, Espeak, Style, language
from speech.devices.mixer import Mixer, Sound

EPOCH = "epoch"
"""A property of this driver alone: the mixer's epoch that the next line belongs to."""
CHOSEN = "chosen"
"""Another: the name of the espeak-ng voice that is wanted, "" for the language's own."""
_FIELDS = {"voice": "lang", CHOSEN: "voice"}
"""pyttsx3's property names, where a `Style` calls it otherwise."""
_PREFIX = "pyttsx3.drivers."
_numbers = count(1)


def plug(espeak: Espeak, mixer: Mixer, wake: Callable[[], None]) -> str:
    """Make this driver known to pyttsx3; the name for `pyttsx3.init`.

    `wake` is called, on the sound device's thread, when `iterate` has something to do. The name is "senpai"
    and a number, never the same again: `init` hands out an engine of the same name as long as anybody
    holds it, and that one would speak into another mixer. Undo with `unplug`.
    """
    name = f"senpai{next(_numbers)}"
    module = ModuleType(f"{_PREFIX}{name}")
    module.buildDriver = lambda proxy: SenpaiDriver(proxy, espeak, mixer, wake)  # type: ignore[attr-defined]
    sys.modules[module.__name__] = module
    return name


def unplug(name: str) -> None:
    """Make pyttsx3 forget a driver; engines that use it go on."""
    sys.modules.pop(f"{_PREFIX}{name}", None)


class SenpaiDriver:
    """A driver as pyttsx3 wants it; all methods are called on one thread, that of the engine's loop.

    Rendering happens inside `say` and runs far ahead of the ear, so `say` returns early; lines longer than
    the mixer's store hold it up until they are nearly heard.
    """

    def __init__(self, proxy: Any, espeak: Espeak, mixer: Mixer, wake: Callable[[], None]) -> None:
        self._proxy = proxy
        self._espeak, self._mixer, self._wake = espeak, mixer, wake
        self._style = Style()
        self._epoch: int | None = None
        self._sound: Sound | None = None
        self._news = Event()  # only a hint to look; what has been heard is told by the sound itself
        self._looping = False

    def destroy(self) -> None:
        """Called when the engine goes: its line must not go on."""
        if self._sound is not None and not self._sound.gone:
            self._mixer.clear()

    def say(self, text: str) -> None:
        """Render one line into the mixer. A failure is told as "error", then the line ends uncompleted."""
        self._proxy.setBusy(True)
        self._proxy.notify("started-utterance")
        epoch = self._mixer.epoch if self._epoch is None else self._epoch
        self._sound = sound = self._mixer.speech(epoch, self._heard)
        if not sound.gone:
            self._render(text, sound)
        if sound.gone:
            self._end(completed=False)

    def _render(self, text: str, sound: Sound) -> None:
        try:
            self._espeak.render(text, self._style, sound.feed)
        except Exception as error:
            self._proxy.notify("error", exception=error)
            self._mixer.clear()
        sound.finish()

    def stop(self) -> None:
        """Silence the line being spoken; it ends as not completed."""
        if self._sound is not None:
            if not self._sound.gone:  # else somebody was quicker, and newer sounds may be in the mixer
                self._mixer.clear()
            self._end(completed=False)

    def _heard(self) -> None:
        self._news.set()
        self._wake()

    def _tick(self) -> None:
        self._news.clear()
        if self._sound is not None and (self._sound.over or self._sound.gone):
            self._end(completed=self._sound.over)

    def _end(self, *, completed: bool) -> None:
        self._sound = None
        self._proxy.notify("finished-utterance", completed=completed)
        self._proxy.setBusy(False)

    def iterate(self) -> Iterator[None]:
        """For `startLoop(False)`: each step reports a line that has been heard."""
        self._proxy.setBusy(False)
        while True:
            self._tick()
            yield

    def startLoop(self) -> None:
        """For `startLoop()` and `runAndWait()`: report lines until `endLoop`."""
        self._looping = True
        self._proxy.setBusy(False)
        while self._looping:
            self._news.wait(0.05)
            self._tick()

    def endLoop(self) -> None:
        self._looping = False

    def getProperty(self, name: str) -> object:
        """`voice` (a language), `voices`, `rate`, `pitch` (0 to 100), `volume`, `chosen` or `epoch`."""
        if name == "voices":
            from pyttsx3.voice import Voice

            return [Voice(lang, voice, [lang]) for lang, voice in VOICES.items()]
        if name == EPOCH:
            return self._epoch
        return self._style._asdict()[_FIELDS.get(name, name)]

    def setProperty(self, name: str, value: Any) -> None:
        """As `getProperty`; out of range is moved to the nearest end when the next line is spoken."""
        if name == EPOCH:
            self._epoch = value
        elif name == "voice":
            self._style = self._style._replace(lang=language(str(value)))
        elif name in ("rate", "pitch", "volume", CHOSEN):
            self._style = self._style._replace(**{_FIELDS.get(name, name): value})
        else:
            raise KeyError(name)
