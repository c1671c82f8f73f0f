"""What all screen readers' own interfaces have in common: text goes in, and nothing ever comes back.

Here: a `Voice` over one or more kinds of screen reader, on a thread of its own, and finding the one that
runs. Not here: how a kind is spoken to (see `windows_reader`, `voiceover`, `orca`).

No reader tells when its speech ends, so a line counts as ended when a quick listener would have heard it;
then at most a little waits in the reader's own queue. Rate, pitch and voice are the reader's.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from functools import partial
from importlib import import_module
from queue import Empty, SimpleQueue
from threading import Lock, Thread, current_thread
from typing import Any, NamedTuple, Protocol

from speech.devices import Fault, Line, Report, Trouble, VoiceName
from speech.devices.guard import quiet, within

POLL = 1.0
"""Seconds: no reader is asked more often whether it runs, unless it has just failed."""
PACE = 25
"""Characters a second that a quick listener hears; slow ones hear a third of that."""
GAP = 0.1
"""Seconds a reader needs around a line."""
CHECK = 2.0
"""Seconds that `check` may take."""
CLOSING = 0.5
"""Seconds that `close` waits for a call that hangs."""


class Reader(Protocol):
    """One screen reader; made and used on one thread. Every method may raise anything, and may hang.

    A `TimeoutError` of `speak` means that the text may still be spoken later.
    """

    def is_active(self) -> bool:
        """Return whether it runs."""

    def speak(self, text: str) -> None:
        """Speak after what is being spoken; returns before it is heard."""

    def braille(self, text: str) -> None:
        """Show a message for a moment; nothing where the reader offers no such thing."""

    def silence(self) -> None:
        """Fall silent at once."""

    def close(self) -> None:
        """Give back what is held."""


class Readers:
    """Kinds of screen reader in the order of preference, and which of them runs; for one thread."""

    def __init__(self, kinds: Mapping[str, Callable[[], Reader]], names: str) -> None:
        self.names = names
        """What the readers are called in a `Fault`, the usual ones."""
        self._kinds = kinds
        self._built: dict[str, Reader] = {}
        self._active: tuple[str, Reader] | None = None
        self._polled = -POLL
        self._missing: str | None = None

    def active(self) -> tuple[str, Reader] | None:
        """Return name and reader of the first that runs, as of a second ago at most; None: none runs."""
        if time.monotonic() - self._polled >= POLL:
            self._polled = time.monotonic()
            self._active = self._look()
        return self._active

    def forget(self) -> None:
        """Something failed: look afresh, and build everything anew, since a reader may have restarted."""
        for reader in self._built.values():
            with suppress(Exception):
                reader.close()
        self._built.clear()
        self._active, self._polled = None, -POLL

    def fault(self) -> Fault:
        """Return why none was found when last looked for."""
        if self._missing is not None:
            return Fault(Trouble.NO_LIBRARY, self._missing)
        return Fault(Trouble.NO_SERVER, self.names)

    def _look(self) -> tuple[str, Reader] | None:
        missing = []
        for name in self._kinds:
            try:
                reader = self._built.get(name) or self._kinds[name]()
                self._built[name] = reader
                if reader.is_active():
                    self._missing = None
                    return name, reader
                del self._built[name]  # one that comes back may need a new connection
                reader.close()
            except ImportError as error:
                missing.append(error.name or str(error))
            except Exception:
                self._built.pop(name, None)
        self._missing = missing[0] if len(missing) == len(self._kinds) else None
        return None


class _Task(NamedTuple):
    text: str
    ended: Callable[[], None]
    turn: int
    """The voice's count of stops when it was said."""


class ReaderVoice:
    """A `Voice` (see `speech.devices`) through whichever screen reader runs; braille too.

    Callers only put jobs into an inbox, so a reader that hangs holds nobody up. `pace` is the number of
    characters a second by which lines end; `around` is what the thread is inside of all the time.
    """

    def __init__(
        self,
        report: Report,
        readers: Readers,
        pace: float,
        around: Callable[[], AbstractContextManager[object]] = nullcontext,
    ) -> None:
        self._report, self._readers, self._around, self._pace = report, readers, around, pace
        self._told: set[Trouble] = set()
        self._lock = Lock()
        self._inbox: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._waiting: deque[_Task] = deque()
        self._task: _Task | None = None
        self._ends = 0.0
        """When the task ends, on the monotonic clock."""
        self._silent = 0.0
        """When the slowest listener will have heard everything."""
        self._turn = 0
        self._closing = False
        self._thread = Thread(target=self._work, name="screen reader", daemon=True)
        self._thread.start()

    def say(self, line: Line, ended: Callable[[], None]) -> None:
        """As `Voice.say`. A cue is not for screen readers."""
        with self._lock:
            closed = self._closing
            if not closed:
                self._inbox.put(partial(self._waiting.append, _Task(line.text, ended, self._turn)))
        if closed:
            self._end(ended)

    def braille(self, text: str) -> None:
        """Have the reader show a message on its display for a moment. Returns at once, never raises."""
        self._inbox.put(partial(self._flash, text))

    def stop(self) -> None:
        """As `Voice.stop`."""
        with self._lock:
            self._turn += 1
        self._inbox.put(self._silence)

    def voices(self, lang: str) -> Sequence[VoiceName]:
        """As `Voice.voices`: none, the person has chosen one in the screen reader."""
        return ()

    def close(self) -> None:
        """As `Voice.close`; what the reader was given it says to the end. Waits half a second at most."""
        with self._lock:
            self._closing = True
            self._turn += 1
        self._inbox.put(lambda: None)
        if current_thread() is not self._thread:
            self._thread.join(CLOSING)

    # -- all that follows runs on the thread

    def _work(self) -> None:
        try:
            with self._around():
                while not self._closing:
                    self._round()
                self._readers.forget()
        except Exception as error:
            self._tell(Fault(Trouble.FAILED, repr(error)))
        self._give_up()

    def _give_up(self) -> None:
        """The thread ends before its time: end every line at once."""
        while not self._closing:
            with suppress(Exception):
                self._inbox.get()()
            for task in (*([self._task] if self._task else []), *self._waiting):
                self._finish(task)
            self._task = None
            self._waiting.clear()

    def _round(self) -> None:
        with suppress(Empty):
            patience = max(0.0, self._ends - time.monotonic()) if self._task else None
            self._inbox.get(timeout=patience)()
        if self._task is not None and time.monotonic() >= self._ends:
            task, self._task = self._task, None
            if not self._stopped(task) and self._readers.active() is None:  # it may have heard nothing
                self._tell(self._readers.fault())
            self._finish(task)
        while self._task is None and self._waiting:
            self._begin(self._waiting.popleft())

    def _stopped(self, task: _Task) -> bool:
        return self._closing or task.turn != self._turn

    def _begin(self, task: _Task) -> None:
        text = "" if self._stopped(task) else _clean(task.text)
        if not text or not self._speak(text):
            self._finish(task)
            return
        self._task = task
        now = time.monotonic()
        self._ends = now + GAP + len(text) / self._pace
        self._silent = max(now, self._silent) + 1 + 3 * len(text) / self._pace

    def _speak(self, text: str) -> bool:
        """Hand a text over; after a failure once more, to whichever reader runs then."""
        fault = Fault(Trouble.FAILED)
        for _ in range(2):
            found = self._readers.active()
            if found is None:
                fault = self._readers.fault()
                break
            name, reader = found
            try:
                reader.speak(text)
            except TimeoutError:  # it may yet speak it: not twice
                self._readers.forget()
                fault = Fault(Trouble.HUNG, name)
                break
            except Exception as error:
                self._readers.forget()
                fault = Fault(Trouble.FAILED, f"{name}: {error!r}")
            else:
                return True
        self._tell(fault)
        return False

    def _silence(self) -> None:
        if self._task is not None and self._stopped(self._task):
            self._task = None
        found = self._readers.active() if time.monotonic() < self._silent else None
        self._silent = 0.0
        if found is not None:
            try:
                found[1].silence()
            except Exception:
                self._readers.forget()

    def _flash(self, text: str) -> None:
        found = self._readers.active()
        if found is not None and (text := _clean(text)):
            try:
                found[1].braille(text)
            except Exception:
                self._readers.forget()

    def _tell(self, fault: Fault) -> None:
        if fault.trouble not in self._told and not self._closing:
            self._told.add(fault.trouble)
            with suppress(Exception):
                self._report(*fault)

    def _finish(self, task: _Task) -> None:
        if not self._stopped(task):
            self._end(task.ended)

    def _end(self, ended: Callable[[], None]) -> None:
        try:
            ended()
        except Exception as error:
            self._tell(Fault(Trouble.FAILED, repr(error)))


def _clean(text: str) -> str:
    from speech.devices.espeak import clean  # brings ctypes, so not before the first line

    return clean(text)


def check_readers(
    readers: Readers, around: Callable[[], AbstractContextManager[object]] = nullcontext
) -> Fault | None:
    """Return why no screen reader can be had, None if one can; takes two seconds at most."""

    def look() -> bool:
        with around():
            found = readers.active() is not None
            readers.forget()  # on the thread that built them
            return found

    try:
        return None if within(CHECK, look) else readers.fault()
    except TimeoutError:
        return Fault(Trouble.HUNG, readers.names)
    except Exception as error:
        return Fault(Trouble.FAILED, repr(error))


class AccessibleOutput:
    """A `Reader` by one of accessible-output2's classes, whose bugs end here.

    Named by its module, since `Auto` fails as a whole when one class does, asks every reader at every call,
    and never brailles.
    """

    def __init__(self, module: str) -> None:
        with quiet():
            self._output = _output_class(module)()

    def is_active(self) -> bool:
        with quiet():
            return bool(self._output.is_active())

    def speak(self, text: str) -> None:
        with quiet():
            self._output.speak(text, interrupt=False)

    def braille(self, text: str) -> None:
        with quiet():
            self._output.braille(text)

    def silence(self) -> None:
        with quiet():
            if hasattr(self._output, "silence"):
                self._output.silence()
            else:  # JAWS: a new text interrupts, and this one has no sound
                self._output.speak("", interrupt=True)

    def close(self) -> None:
        """Nothing is held but the object itself."""


def _output_class(module: str) -> Any:
    """Import one output class. A sibling that cannot be imported takes the package along, but not those
    that were imported before it: they are found the second time."""
    name = f"accessible_output2.outputs.{module}"
    try:
        found = import_module(name)
    except Exception:
        found = import_module(name)
    return found.output_class
