"""A voice of our own: pyttsx3, on a thread of its own.

Here: the `Voice` that needs no screen reader and no speech server. On Linux pyttsx3 drives espeak-ng into
our mixer (see `pyttsx3_driver`); on Windows SAPI 5, on macOS NSSpeechSynthesizer, by pyttsx3's own drivers.
The last wants the main thread of a process, so there all this runs in another one (see `pyttsx3_child`).
Not here: what is said when (see the speech queue), sound output (see `mixer`), screen readers.

The caller's thread only puts lines into an inbox. A worker imports and starts everything and drives
pyttsx3; a helper opens the sound card meanwhile, so the first line is rendered before the card is open.
Where sound cannot be had, lines end at once: a game without sound has no use for pauses.

What was run where: all of it on Linux, with real sound; what is for pyttsx3's own drivers with stand-ins for
them. On Windows and macOS it has not been tried.
"""

from __future__ import annotations

import atexit
import sys
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from importlib import import_module
from itertools import count
from queue import Empty, SimpleQueue
from threading import Lock, Thread, current_thread
from typing import TYPE_CHECKING, Any, NamedTuple

from speech.devices import Fault, Line, Report, Trouble, Voice, VoiceName
from speech.devices.mixer import LOOK, Device, Mixer, NoOutput, NoSound, open_device

if TYPE_CHECKING:
    from speech.devices.system_voices import Installed  # the greeting does not wait for it

DRIVERS = {"win32": "sapi5", "darwin": "nsss"}
"""pyttsx3's own drivers that are good enough; everywhere else it is ours."""
OURS = "senpai"
"""What stands for our own driver where another is named."""
TICK = 0.01
"""Seconds between looks for events while a driver of pyttsx3's own speaks."""
SETTLE = 0.05
"""Seconds after a stop in which such a driver may still tell ends of what was stopped: SAPI tells one for the
text and one for what silenced it, and a line begun between the two would count as ended at once."""
ASKING = 1.0
"""Seconds that `voices` may take."""
CHECK = 2.0
"""Seconds that `check` may take."""
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

    A line that ends in the very moment of `stop` may still call its `ended`. `driver` is one of pyttsx3's
    own, or `OURS`; "" is the system's. With `thread` false nothing is spoken until somebody calls `run`.
    `output` is the name of the sound output of `OURS`; None: the usual one.
    """

    def __init__(
        self, report: Report, driver: str = "", *, thread: bool = True, output: str | None = None
    ) -> None:
        self.mixer = Mixer()
        """For sound cues too. On Windows and macOS no device is opened for it here."""
        self._report, self._output = report, output
        self._told: set[Trouble] = set()
        self._lock = Lock()
        self._inbox: SimpleQueue[_Task | Callable[[], None] | None] = SimpleQueue()
        self._waiting: deque[_Task] = deque()
        self._names = count()
        self._engine: Any = None
        self._installed: list[Installed] | None = None
        self._settled = 0.0
        """When the driver has told all that it had to tell of what was stopped."""
        self.each_round: Callable[[], None] = lambda: None
        """Called on the worker's thread whenever it has gone round, every `TICK` while it speaks."""
        self._task: _Task | None = None
        self._device: Device | None = None
        self._driver = driver or DRIVERS.get(sys.platform, OURS)
        self._ours = self._driver == OURS
        self._broken = False
        self._closing = False
        self._left = False
        self._thread: Thread | None = None
        if thread:
            self._thread = Thread(target=self.run, name="own voice", daemon=True)
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
        """As `Voice.voices`; asked on the worker, for a second at most."""
        answers: SimpleQueue[Sequence[VoiceName]] = SimpleQueue()

        def ask() -> None:
            found: Sequence[VoiceName] = ()
            with suppress(Exception):
                found = self._list(lang)
            answers.put(found)

        if self._closing or current_thread() is self._thread:
            return ()
        self._inbox.put(ask)
        with suppress(Empty):
            return answers.get(timeout=ASKING)
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
        if self._thread is not None and current_thread() is not self._thread:
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

    def run(self) -> None:
        """The worker, until `close`: start, speak, and when that fails end every line at once."""
        if self._ours:
            self._work()
            return
        from speech.devices.guard import apartment, quiet

        with quiet(), apartment():  # pyttsx3's own drivers print
            self._work()

    def _work(self) -> None:
        try:
            self._engine = self._start()
            self._speak(self._engine)
        except ImportError as error:
            self._tell(Trouble.NO_LIBRARY, error.name or str(error))
        except Exception as error:
            self._tell(Trouble.FAILED, repr(error))
        self._broken, self._engine = True, None
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
        pyttsx3 = import_module("pyttsx3")
        if self._ours:
            self._plug()
        # Not `init`: it hands out the engine of another voice, and of another thread, while there is one.
        engine = pyttsx3.Engine(self._driver)
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
            device = open_device(self.mixer, self._output)
        except Exception as error:
            if isinstance(error, ImportError):
                # miniaudio's C part is a module of its own name with "_" before it.
                self._tell(Trouble.NO_LIBRARY, (error.name or str(error)).lstrip("_"))
            else:
                self._tell(_kind(error), str(error))
            self.mixer.fail()
            self._wake()
            return
        with self._lock:
            self._device, late = device, self._left
        if late:
            device.close()

    def _speak(self, engine: Any) -> None:
        """Until closed or broken."""
        try:
            while not self._closing and not self._broken:
                busy = self._task is not None or self._waiting
                self._next(None if not busy else LOOK if self._ours else TICK)
                self._turn(engine)
                self.each_round()
        finally:
            with suppress(Exception):
                engine.endLoop()
            if self._ours:
                import_module("speech.devices.pyttsx3_driver").unplug(self._driver)

    def _next(self, patience: float | None) -> None:
        """Wait for something to do, at most `patience` seconds; lines go to the waiting ones."""
        with suppress(Empty):
            task = self._inbox.get(timeout=patience)
            if isinstance(task, _Task):
                self._waiting.append(task)
            elif task is not None:
                task()

    def _turn(self, engine: Any) -> None:
        """One round: end what was stopped, is heard or cannot be heard; begin the next line."""
        task = self._task
        if task is not None and (self._stopped(task) or self._unheard()):
            self._task = None
            if engine is not None:
                engine.stop()
                self._settled = 0.0 if self._ours else time.monotonic() + SETTLE
            if not self._stopped(task):
                self._end(task)
        if engine is not None:
            engine.iterate()
        while self._task is None and self._waiting and time.monotonic() >= self._settled:
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
        unheard = self._unheard()
        text = "" if unheard else self._cleaned(task.line)
        if unheard or not (self._cued(task) or text):
            self._end(task)
            return
        self._task = task
        self._adjust(engine, task)
        engine.proxy.say(text, task.name)  # not engine.say, which refuses a cue without words

    def _cued(self, task: _Task) -> bool:
        """Put the line's cue directly before its speech; False: it has none, or there is no mixer for it."""
        line = task.line
        if line.cue is None or not self._ours:
            return False
        from speech.cues import samples  # only where there are cues

        data = samples(line.cue, line.manner.cues)
        if data:
            self.mixer.cue_in_turn(task.epoch, data)
        return bool(data)

    def _cleaned(self, line: Line) -> str:
        """The text as the driver is to have it: what it would obey is taken out, or put in."""
        from speech.devices.espeak import clean  # brings ctypes, so not before the first line

        if self._ours:
            return clean(line.text)
        text = clean(line.text.replace("<", " ").replace("[[", " "))  # SAPI's markup, macOS's commands
        if text and self._driver == "sapi5" and line.manner.pitch != 50:
            # pyttsx3 cannot, SAPI can: a text that begins with "<" is XML to it. -10 to 10.
            pitch = max(-10, min(10, round((line.manner.pitch - 50) / 5)))
            return f'<pitch absmiddle="{pitch}"/>{text.replace("&", "&amp;").replace(">", "&gt;")}'
        return text

    def _adjust(self, engine: Any, task: _Task) -> None:
        """Voice, rate and volume for a line; pyttsx3 keeps their order with the line itself."""
        lang, manner = task.line.lang, task.line.manner
        chosen = manner.voices.get(lang, "")
        voice = lang if self._ours else self._voice(lang, chosen)
        if voice:
            engine.setProperty("voice", voice)
        engine.setProperty("rate", manner.rate)
        engine.setProperty("volume", max(0, min(100, manner.volume)) / 100)
        if self._ours:
            engine.setProperty("chosen", chosen)
            engine.setProperty("pitch", manner.pitch)
            engine.setProperty("epoch", task.epoch)

    def _voice(self, lang: str, chosen: str) -> str:
        """The system's voice for a line: the chosen one, else the first of its language, else any."""
        installed = self._system_voices()
        names = [*(one.id for one in installed if one.speaks(lang)), *(one.id for one in installed)]
        return chosen if chosen in names else next(iter(names), "")

    def _list(self, lang: str) -> Sequence[VoiceName]:
        if self._ours:
            from speech.devices.espeak import espeak

            return espeak().voices(lang)
        return [VoiceName(one.id, one.name) for one in self._system_voices() if one.speaks(lang)]

    def _system_voices(self) -> list[Installed]:
        """All voices of the system, the person's usual one first."""
        if self._installed is None and self._engine is not None:
            from speech.devices.system_voices import installed_voices

            self._installed = installed_voices(self._engine)
        return self._installed or []

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


def _kind(error: Exception) -> Trouble:
    """Return what it means that the sound card could not be opened."""
    return Trouble.NO_OUTPUT if isinstance(error, NoOutput) else Trouble.NO_SOUND


def make(report: Report, output: str | None = None) -> Voice:
    """Return the voice, which is heard from a sound output of that name; for `speech.routes`.

    Where the system's voices are used, which choose their output themselves, no output of a name is there.
    """
    driver = DRIVERS.get(sys.platform, OURS)
    if driver != OURS and output is not None:
        report(Trouble.NO_OUTPUT, output)
    if driver == "nsss":
        from speech.devices.pyttsx3_child import ChildVoice

        return ChildVoice(report, driver)
    return OwnVoice(report, output=output)


def check(output: str | None = None) -> Fault | None:
    """Return why this way of speaking cannot be had here, None if it can; takes two seconds at most.

    Nothing is heard, and what is opened is closed again.
    """
    from speech.devices.guard import within

    if sys.platform in DRIVERS and output is not None:
        return Fault(Trouble.NO_OUTPUT, output)
    try:
        within(CHECK, _check_driver if sys.platform in DRIVERS else partial(_check_ours, output))
    except TimeoutError:
        return Fault(Trouble.HUNG)
    except ImportError as error:
        return Fault(Trouble.NO_LIBRARY, error.name or str(error))
    except NoSound as error:
        return Fault(_kind(error), str(error))
    except Exception as error:
        return Fault(Trouble.FAILED, repr(error))
    return None


def _check_ours(output: str | None) -> None:
    from speech.devices.espeak import NoEspeak, espeak

    import_module("pyttsx3")
    try:
        espeak()
    except NoEspeak as error:
        raise ImportError(str(error), name="espeak-ng") from error
    open_device(Mixer(), output).close()


def _check_driver() -> None:
    """Make an engine of the system's kind and ask for its voices; only look where it needs a main thread."""
    from importlib.util import find_spec

    from speech.devices.guard import apartment, quiet
    from speech.devices.system_voices import installed_voices

    driver = DRIVERS[sys.platform]
    pyttsx3 = import_module("pyttsx3")
    if driver == "nsss":
        for name in ("objc", "AppKit"):
            if find_spec(name) is None:
                raise ImportError(name=name)
        return
    with quiet(), apartment():
        engine = pyttsx3.Engine(driver)
        voices = installed_voices(engine)
        del engine  # on the thread that made it
    if not voices:
        raise OSError("no voices")
