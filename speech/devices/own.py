"""A voice of our own: pyttsx3, on a thread of its own.

Here: the `Voice` that needs no screen reader and no speech server. On Linux pyttsx3 drives espeak-ng into
our mixer (see `pyttsx3_driver`); on Windows SAPI 5, on macOS NSSpeechSynthesizer, by pyttsx3's own drivers.
Not here: what is said when (see the speech queue), sound output (see `mixer`), screen readers.

The caller's thread only puts lines into an inbox. A worker imports and starts everything and drives
pyttsx3; a helper opens the sound card meanwhile, so the first line is rendered before the card is open.
Where sound cannot be had, lines end at once: a game without sound has no use for pauses.
"""

from __future__ import annotations

import atexit
import sys
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import import_module
from itertools import count
from queue import Empty, SimpleQueue
from threading import Lock, Thread, current_thread
from typing import Any, NamedTuple

from speech.devices import Fault, Line, Report, Trouble, VoiceName
from speech.devices.mixer import LOOK, Device, Mixer, NoSound, open_device

DRIVERS = {"win32": "sapi5", "darwin": "nsss"}
"""pyttsx3's own drivers that are good enough; everywhere else it is ours."""
TICK = 0.01
"""Seconds between looks for events while a driver of pyttsx3's own speaks."""
CLOSING = 0.5
"""Seconds that `close` waits for the device; a hung sound server is then left alone."""


class _Task(NamedTuple):
    line: Line
    ended: Callable[[], None]
    epoch: int
    """The mixer's epoch when it was said: older than the mixer's means stopped."""
    name: str
    """What pyttsx3 calls it in its events."""


class OwnVoice:
    """A `Voice` (see `speech.devices`); all methods may be called from any thread and return at once.

    A line that ends in the very moment of `stop` may still call its `ended`.
    """

    def __init__(self, report: Report) -> None:
        self.mixer = Mixer()
        """For sound cues too. On Windows and macOS no device is opened for it here."""
        self._report = report
        self._told: set[Trouble] = set()
        self._lock = Lock()
        self._inbox: SimpleQueue[_Task | None] = SimpleQueue()
        self._waiting: deque[_Task] = deque()
        self._names = count()
        self._voices: dict[str, str | None] = {}
        self._task: _Task | None = None
        self._device: Device | None = None
        self._driver = DRIVERS.get(sys.platform, "senpai")
        self._ours = sys.platform not in DRIVERS
        self._broken = False
        self._closing = False
        self._left = False
        self._thread = Thread(target=self._work, name="own voice", daemon=True)
        self._thread.start()
        atexit.register(self.close)

    def say(self, line: Line, ended: Callable[[], None]) -> None:
        """As `Voice.say`: put the line into the worker's inbox; it is kept until all is started."""
        task = _Task(line, ended, self.mixer.epoch, str(next(self._names)))
        with self._lock:
            closed = self._closing
            if not closed:
                self._inbox.put(task)
        if closed:
            self._end(task)

    def stop(self) -> None:
        """As `Voice.stop`: straight to the mixer, without waiting for the worker."""
        self.mixer.silence()
        self._wake()

    def voices(self, lang: str) -> Sequence[VoiceName]:
        """As `Voice.voices`."""
        return ()

    def close(self) -> None:
        """As `Voice.close`; also called when the interpreter ends. Waits for half a second at most."""
        with self._lock:
            if self._closing:
                return
            self._closing = True
        atexit.unregister(self.close)
        self.mixer.silence()
        self.mixer.fail()
        self._wake()
        if current_thread() is not self._thread:
            self._thread.join(CLOSING)

    def _wake(self) -> None:
        self._inbox.put(None)

    def _tell(self, trouble: Trouble, detail: str) -> None:
        with self._lock:
            if trouble in self._told or self._closing:
                return
            self._told.add(trouble)
        with suppress(Exception):
            self._report(trouble, detail)

    def _end(self, task: _Task) -> None:
        try:
            task.ended()
        except Exception as error:
            self._tell(Trouble.FAILED, repr(error))

    def _work(self) -> None:
        """The worker: start, speak, and when that fails end every line at once."""
        try:
            self._speak(self._start())
        except ImportError as error:
            self._tell(Trouble.NO_LIBRARY, error.name or str(error))
        except Exception as error:
            self._tell(Trouble.FAILED, repr(error))
        self._broken = True
        while not self._closing:
            self._turn(None)
            self._next(None)
        with self._lock:
            self._left, device = True, self._device
        if device is not None:
            device.close()

    def _start(self) -> Any:
        if self._ours:
            Thread(target=self._open, name="own voice: device", daemon=True).start()
        elif sys.platform == "win32":
            import_module("pythoncom").CoInitialize()  # COM objects belong to the thread that made them
        pyttsx3 = import_module("pyttsx3")
        if self._ours:
            self._plug()
        engine = pyttsx3.init(self._driver)
        engine.connect("finished-utterance", self._finished)
        engine.connect("error", self._failed)
        engine.startLoop(False)
        engine.iterate()
        return engine

    def _plug(self) -> None:
        from speech.devices.espeak import NoEspeak, espeak
        from speech.devices.pyttsx3_driver import plug

        try:
            self._driver = plug(espeak(), self.mixer, self._wake)
        except NoEspeak as error:
            raise ImportError(str(error), name="espeak-ng") from error

    def _open(self) -> None:
        """The helper: open the sound card for the mixer."""
        try:
            device = open_device(self.mixer)
        except Exception as error:
            missing = isinstance(error, ImportError)
            self._tell(Trouble.NO_LIBRARY if missing else Trouble.NO_SOUND, str(error))
            self.mixer.fail()
            self._wake()
            return
        with self._lock:
            self._device, late = device, self._left
        if late:
            device.close()

    def _speak(self, engine: Any) -> None:
        """Until closed or broken."""
        pump = _pump() if sys.platform == "darwin" else None
        try:
            while not self._closing and not self._broken:
                self._next(None if self._task is None else LOOK if self._ours else TICK)
                self._turn(engine)
                if pump is not None:
                    pump()
        finally:
            with suppress(Exception):
                engine.endLoop()
            if self._ours:
                import_module("speech.devices.pyttsx3_driver").unplug(self._driver)

    def _next(self, patience: float | None) -> None:
        """Wait for something to do, at most `patience` seconds; lines go to the waiting ones."""
        with suppress(Empty):
            task = self._inbox.get(timeout=patience)
            if task is not None:
                self._waiting.append(task)

    def _turn(self, engine: Any) -> None:
        """One round: end what was stopped, is heard or cannot be heard; begin the next line."""
        task = self._task
        if task is not None and (self._stopped(task) or self._unheard()):
            self._task = None
            if engine is not None:
                engine.stop()
            if not self._stopped(task):
                self._end(task)
        if engine is not None:
            engine.iterate()
        while self._task is None and self._waiting:
            self._begin(engine, self._waiting.popleft())

    def _stopped(self, task: _Task) -> bool:
        return task.epoch != self.mixer.epoch

    def _unheard(self) -> bool:
        """Whether speaking is of no use: no library, no card, or a card that asks for nothing."""
        if not self._ours or self._broken:
            return self._broken
        stalled = self.mixer.stalled()
        if stalled and not self.mixer.dead:
            self._tell(Trouble.FAILED, "the sound device has stopped")
        return stalled

    def _begin(self, engine: Any, task: _Task) -> None:
        if self._stopped(task):
            return
        text = "" if self._unheard() else self._cleaned(task.line.text)
        if not text:
            self._end(task)
            return
        self._task = task
        self._adjust(engine, task)
        engine.say(text, task.name)

    def _cleaned(self, text: str) -> str:
        from speech.devices.espeak import clean  # brings ctypes, so not before the first line

        return clean(text if self._ours else text.replace("<", " "))  # SAPI would obey markup

    def _adjust(self, engine: Any, task: _Task) -> None:
        """Voice, rate and volume for a line; pyttsx3 keeps their order with the line itself."""
        lang, manner = task.line.lang, task.line.manner
        chosen = manner.voices.get(lang)
        voice = lang if self._ours else chosen or self._voice(engine, lang)
        if voice is not None:
            engine.setProperty("voice", voice)
        engine.setProperty("rate", manner.rate)
        engine.setProperty("volume", manner.volume / 100)
        if self._ours:
            engine.setProperty("chosen", chosen or "")
            engine.setProperty("pitch", manner.pitch)
            engine.setProperty("epoch", task.epoch)

    def _voice(self, engine: Any, lang: str) -> str | None:
        """The first voice of the system that speaks a language; None leaves the one that is set."""
        if lang not in self._voices:
            self._voices[lang] = None
            with suppress(Exception):
                found = (
                    voice.id
                    for voice in engine.getProperty("voices")
                    if any(str(tag).lower().startswith(lang.lower()) for tag in voice.languages)
                )
                self._voices[lang] = next(found, None)
        return self._voices[lang]

    def _finished(self, name: str | None, completed: bool) -> None:
        """pyttsx3's event. Late ones, of stopped lines, carry other names or find another epoch."""
        task = self._task
        if task is not None and task.name == name:
            self._task = None
            if not self._stopped(task):
                self._end(task)

    def _failed(self, name: str | None, exception: Exception) -> None:
        """pyttsx3's event: a line (or, without a name, a property) was refused."""
        if name is not None:
            self._tell(Trouble.FAILED, repr(exception))
            self._finished(name, completed=False)
            self._broken = not self._ours  # the others stay busy for ever


def _pump() -> Callable[[], None]:
    """macOS tells the end of a line only to a thread that runs its run loop. Read, not tried."""
    foundation = import_module("Foundation")
    loop = foundation.NSRunLoop.currentRunLoop()
    return lambda: loop.runUntilDate_(foundation.NSDate.dateWithTimeIntervalSinceNow_(0))


def make(report: Report) -> OwnVoice:
    """Return the voice; for `speech.routes`."""
    return OwnVoice(report)


def check() -> Fault | None:
    """Return why this way of speaking cannot be had here, None if it can."""
    try:
        import_module("pyttsx3")
        if sys.platform in DRIVERS:
            return None
        from speech.devices.espeak import espeak

        espeak()
        open_device(Mixer()).close()
    except ImportError as error:
        return Fault(Trouble.NO_LIBRARY, error.name or str(error))
    except Exception as error:
        if isinstance(error, NoSound):
            return Fault(Trouble.NO_SOUND, str(error))
        return Fault(Trouble.NO_LIBRARY, "espeak-ng")
    return None
