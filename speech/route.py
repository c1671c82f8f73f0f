"""One voice over several ways to be heard: a watchdog, what comes instead, and the way back.

A `Route` is itself a `Voice`. When its device reports trouble, raises or hangs, the next way of the chain
that can be had takes its place; ways before it are tried again from time to time. Whoever owns the route is
told of each change and lets the speech queue start over (see `SpeechQueue.start_over`). Not here: which
ways there are (see `routes`), and the words for a change.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from threading import Condition, Event, Thread
from typing import NamedTuple

from .devices import Fault, Line, Trouble, Voice, VoiceName
from .routes import Way

GRACE = 3.0
"""Seconds that a device may be late with the end of a line (as NVDA and Orca users report servers to be)."""
SLOWEST = 0.25
"""Seconds a character at 175 words a minute, four times what speech takes: digits and names are slow."""
LOOK = 0.25
"""Seconds between two looks of the watchdog; a process that was stopped meanwhile is not held against it."""
CHECKING = 3.0
"""Seconds that looking whether a way can be had may take."""
FIRST_RETRY, LAST_RETRY = 2.0, 60.0
"""Seconds until ways that failed are tried again; doubled from the first to the last."""
QUIET = 60.0
"""After so many seconds without trouble the retries begin quickly again."""
CLOSING = 0.5
"""Seconds that `close` waits for a device."""


class Changed(NamedTuple):
    """One way has taken the place of another."""

    fault: Fault | None
    """Why the old one left; None: a better one is there again."""
    old: str
    """The way that spoke before, or should have."""
    new: str | None
    """The way that speaks now; None: none can be had."""
    heard: bool
    """Whether the old one had ended at least one line."""


class Route:
    """A `Voice` (see `speech.devices`) by the first of some ways that works.

    `changed` is called from any thread, never inside of `say` or `stop`, after each change. What was being
    said then is not ended: the queue has to start over. Where no way is left, lines end at once.
    """

    def __init__(self, ways: Sequence[Way], changed: Callable[[Changed], None]) -> None:
        self._ways = tuple(ways)
        self._changed = changed
        self._lock = Condition()
        self._at = 0
        self._device: Voice | None = None
        self._replacing = False
        self._closed = False
        self._generation = 0
        """Counts devices, so that a report of one that was given up is not taken for news."""
        self._turn = 0
        """Counts lines and stops, so that a late end is not taken for news."""
        self._ended: Callable[[], None] | None = None
        self._rest = 0.0
        """Seconds that the line has left until its device counts as hung."""
        self._heard = False
        self._hung_at = float("-inf")
        self._troubled = time.monotonic()
        self._wait = FIRST_RETRY
        self._retry = FIRST_RETRY
        self._watching: Thread | None = None
        fault = self._build(0)
        if fault is not None:
            self._replace_later(self._generation, fault)

    @property
    def name(self) -> str | None:
        """The way that speaks now; None: none can be had."""
        return self._ways[self._at].name if self._device is not None or self._replacing else None

    # -- a voice

    def say(self, line: Line, ended: Callable[[], None]) -> None:
        """As `Voice.say`."""
        with self._lock:
            self._turn += 1
            turn, device = self._turn, self._device
            waits = device is not None or self._replacing
            self._ended = ended if waits else None
            self._rest = _patience(line)
            self._watch()
        if device is not None:
            try:
                device.say(line, partial(self._end, turn))
            except Exception as error:  # against its contract, but libraries are what they are
                self._replace_later(self._generation, Fault(Trouble.FAILED, repr(error)))
        elif not waits:
            ended()

    def stop(self) -> None:
        """As `Voice.stop`."""
        with self._lock:
            self._turn += 1
            self._ended = None
            device = self._device
        if device is not None:
            try:
                device.stop()
            except Exception as error:  # as in `say`
                self._replace_later(self._generation, Fault(Trouble.FAILED, repr(error)))

    def voices(self, lang: str) -> Sequence[VoiceName]:
        """As `Voice.voices`."""
        device = self._device
        with suppress(Exception):
            if device is not None:
                return device.voices(lang)
        return ()

    def close(self) -> None:
        """As `Voice.close`; waits half a second at most."""
        with self._lock:
            self._closed = True
            self._generation += 1
            self._turn += 1
            self._ended = None
            device, self._device = self._device, None
            self._lock.notify_all()
        if device is not None:
            _aside(device.close).wait(CLOSING)

    # -- what devices tell

    def _end(self, turn: int) -> None:
        with self._lock:
            if turn != self._turn or self._ended is None:
                return
            ended, self._ended = self._ended, None
            self._heard = True
        ended()

    def _build(self, at: int) -> Fault | None:
        """Make the device of a way; returns why it cannot be made. Called without the lock."""
        with self._lock:
            self._generation += 1
            generation = self._generation
        try:
            device = self._ways[at].make(lambda trouble, detail: self._report(generation, trouble, detail))
        except ImportError as error:
            return Fault(Trouble.NO_LIBRARY, error.name or str(error))
        except Exception as error:
            return Fault(Trouble.FAILED, repr(error))
        with self._lock:
            wanted = generation == self._generation and not self._closed
            if wanted:
                self._at, self._device, self._replacing = at, device, False
        if not wanted:  # it reported trouble while it was made, or the route was closed meanwhile
            _aside(device.close)
        return None

    def _report(self, generation: int, trouble: Trouble, detail: str) -> None:
        self._replace_later(generation, Fault(trouble, detail))

    # -- replacing

    def _replace_later(self, generation: int, fault: Fault) -> None:
        """Give the device up and look for another on a spare thread, unless that happened already."""
        with self._lock:
            if generation != self._generation or self._closed:
                return
            self._generation += 1
            self._turn += 1
            self._ended = None
            self._replacing = True
            self._troubled = time.monotonic()
            device, self._device = self._device, None
            heard, self._heard = self._heard, False
        if device is not None:
            _aside(device.close)
        _aside(lambda: self._replace(fault, self._at, heard=heard))

    def _replace(self, fault: Fault, old: int, *, heard: bool) -> None:
        new = next((at for at in self._following(fault, old) if self._works(at)), None)
        with self._lock:
            if new is None:
                self._replacing = False
            self._put_off()
            self._watch()
            if self._closed:
                return
        self._tell(Changed(fault, self._ways[old].name, None if new is None else self._ways[new].name, heard))

    def _following(self, fault: Fault, old: int) -> Iterator[int]:
        """Return the ways to try: one that hung once is built anew, then those behind it."""
        if fault.trouble is Trouble.HUNG:
            again = time.monotonic() - self._hung_at > QUIET
            self._hung_at = time.monotonic()
            if again:
                yield old
        yield from range(old + 1, len(self._ways))

    def _works(self, at: int) -> bool:
        """Whether a way can be had; if so, it speaks from now on."""
        return self._free(at) and self._build(at) is None

    def _free(self, at: int) -> bool:
        faults: list[Fault | None] = []
        _aside(lambda: faults.append(self._ways[at].check())).wait(CHECKING)
        return faults == [None]

    def _tell(self, changed: Changed) -> None:
        with suppress(Exception):
            self._changed(changed)

    # -- the watchdog, which also looks whether a better way is back

    def _watch(self) -> None:
        """Begin to watch, if there is anything to watch over. Called with the lock."""
        if self._watching is None and not self._closed:
            self._watching = Thread(target=self._look_after, name="voice route", daemon=True)
            self._watching.start()

    def _look_after(self) -> None:
        while True:
            with self._lock:
                self._lock.wait(LOOK)
                if self._closed:
                    return
                if time.monotonic() - self._troubled > QUIET:
                    self._wait = FIRST_RETRY
                hung = self._is_hung()
                generation = self._generation
                better = not hung and not self._replacing and self._time_to_retry()
            if hung:
                self._replace_later(generation, Fault(Trouble.HUNG))
            elif better:
                self._go_back()

    def _is_hung(self) -> bool:
        if self._ended is None or self._device is None:
            return False
        self._rest -= LOOK
        return self._rest < 0

    def _time_to_retry(self) -> bool:
        """Whether it is time, and nothing is being said, to look for a way before the present one."""
        if self._device is not None and (self._at == 0 or self._ended is not None):
            return False
        self._retry -= LOOK
        return self._retry < 0

    def _put_off(self) -> None:
        """Look again after a while, and after twice that the next time. Called with the lock."""
        self._retry, self._wait = self._wait, min(2 * self._wait, LAST_RETRY)

    def _go_back(self) -> None:
        """Change to the first way before the present one that can be had again."""
        present = self._at if self._device is not None else len(self._ways)
        better = next((at for at in range(present) if self._free(at)), None)
        with self._lock:
            if self._ended is not None:  # somebody speaks again; soon they will not
                self._retry = 0.0
                return
            self._put_off()
            if better is None or self._closed:
                return
            self._generation += 1
            old, device, self._device = self._at, self._device, None
            self._replacing = True
        if device is not None:
            _aside(device.close)
        fault = self._build(better)
        if fault is not None:
            self._replace(fault, better, heard=False)
            return
        self._tell(Changed(None, self._ways[old].name, self._ways[better].name, heard=True))


def _patience(line: Line) -> float:
    """Return the seconds after which a device that has not ended the line counts as hung."""
    return GRACE + len(line.text) * SLOWEST * 175 / max(80, line.manner.rate)


def _aside(task: Callable[[], object]) -> Event:
    """Do something that may hang on a thread of its own; the event is set when it is done."""
    done = Event()

    def run() -> None:
        with suppress(Exception):
            task()
        done.set()

    Thread(target=run, name="voice route: aside", daemon=True).start()
    return done
