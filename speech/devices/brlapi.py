"""A braille display behind BRLTTY, on threads of its own.

Here: the `Display` that BrlAPI gives, its keys as `DisplayKey`, and what happens when BRLTTY or the display
goes away and comes back. Not here: libbrlapi's functions (see `brlapi_library`), what a key does in a game.

The caller only leaves the latest content. A worker connects, writes it, and writes it again once a second:
BRLTTY does not tell when the display is ours again after another program had it, and a content that is there
already costs the display nothing. After each write BRLTTY has to answer; a second thread watches that it
does.
"""

from __future__ import annotations

import atexit
import os
import select
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from ctypes import CDLL
from enum import StrEnum
from threading import Event, Lock, Thread, current_thread
from typing import TypeVar

from speech.devices import Fault, Report, Trouble
from speech.devices.brlapi_library import (
    AUTHENTICATION,
    EMPTY_KEY,
    END,
    GETADDRINFO,
    LIBC,
    REFUSED,
    Connection,
    Lost,
    NoLibrary,
    Size,
    load,
)
from speech.devices.guard import within
from speech.display_keys import CELL_COMMANDS, COMMANDS, TYPED, DisplayKey, Key

T = TypeVar("T")

FIRST_WAIT, LONGEST_WAIT = 0.1, 1.6
"""Seconds between tries to connect; doubled from one to the next."""
AGAIN = 1.0
"""Seconds after which the content is written again, and a missing display looked for."""
HUNG = 2.0
"""Seconds in which BRLTTY has to answer."""
CLOSING = 0.4
"""Seconds that `close` waits for the worker."""
CHECKING = 1.8
"""Seconds that `check` waits."""
USUAL = Size(40, 1)
"""Taken for the display's size until it is known."""

SERVER, LIBRARY, KEY_FILE, NO_DISPLAY = "BRLTTY", "libbrlapi", "brlapi.key", "display"
"""The details of a `Fault`: what does not run, is missing, may not be read, or is not plugged in."""

_OFFLINE = 76
_PASSDOTS = 34
_TYPE, _COMMAND_TYPE, _CODE, _ARGUMENT, _BLOCK = 0xE000_0000, 0x2000_0000, 0x1FFF_FFFF, 0xFFFF, 16
_UNICODE = 0x0100_0000
_CONTROL_AND_META = 0xC << 32
_UPPER = 3 << 32
_BY_NUMBER = {command.number: key for key, commands in COMMANDS.items() for command in commands}
_BY_BLOCK = {command.number: key for key, command in CELL_COMMANDS.items()}
_BY_SYMBOL = {command.number: key for key, command in TYPED.items()}


class State(StrEnum):
    """How it stands with the display."""

    STARTING = "starting"
    READY = "ready"
    """What is written is shown. Told again when the display's size has changed."""
    OFFLINE = "offline"
    """BRLTTY runs; the display is switched off or plugged out."""
    HUNG = "hung"
    """BRLTTY does not answer."""
    LOST = "lost"
    """There is no connection with BRLTTY; `BrlapiDisplay.fault` says why."""


class BrlapiDisplay:
    """A `Display` (see `speech.devices`); all methods may be called from any thread and return at once.

    `on_key` and `on_change` are called from threads of this device, one call at a time each; they must not
    wait for the thread that calls `close`.
    """

    holds = True

    def __init__(
        self,
        report: Report,
        host: str | None = None,
        *,
        on_key: Callable[[Key], None] | None = None,
        on_change: Callable[[State], None] | None = None,
        path: Iterable[int] | None = None,
        commands: Iterable[int] = (),
    ) -> None:
        """`host` and `path`: as in `Connection`. `commands`: numbers of BRLTTY's that come as `COMMAND`."""
        self.on_key, self.on_change = on_key, on_change
        self.size = USUAL
        """Columns and rows; the last known while there is no display."""
        self.state = State.STARTING
        self.fault: Fault | None = None
        """Why the state is LOST; None in every other state."""
        self._report = report
        self._told: set[Trouble] = set()
        self._host, self._path = host, None if path is None else tuple(path)
        self._commands = tuple(commands)
        self._lock, self._telling = Lock(), Lock()
        self._cells: bytes | None = None
        self._fresh = False
        self._connection: Connection | None = None
        self._busy: float | None = None
        """Since when a call lasts that may hang."""
        self._served = False
        """Whether this connection has come so far that something was shown."""
        self._closing = Event()
        self._wake_end, self._wake = os.pipe()
        os.set_blocking(self._wake, False)
        os.set_blocking(self._wake_end, False)
        self._worker = Thread(target=self._work, name="braille display", daemon=True)
        self._watch = Thread(target=self._look_after, name="braille display: watch", daemon=True)
        self._worker.start()
        self._watch.start()
        atexit.register(self.close)

    @property
    def width(self) -> int:
        """As `Display.width`; 40 until a display was there, then the last one's while there is none."""
        return self.size.columns

    @property
    def rows(self) -> int:
        """As `Display.rows`."""
        return self.size.rows

    def write(self, cells: Sequence[int], text: str) -> None:
        """As `Display.write`; the latest content wins, and stays through all that happens to the display."""
        with self._lock:
            self._cells, self._fresh = bytes(cells), True
            self._wake_up()

    def close(self) -> None:
        """Give the display back; waits for half a second at most. Harmless when closed."""
        if self._closing.is_set():
            return
        self._closing.set()
        atexit.unregister(self.close)
        with self._lock:
            self._wake_up()
        if current_thread() is not self._worker:
            self._worker.join(CLOSING / 4)
        # What still hangs is broken off.
        with self._lock:
            if self._connection is not None:
                self._connection.abort()
        for thread in (self._worker, self._watch):
            if thread is not current_thread():
                thread.join(CLOSING / 2)

    def _wake_up(self) -> None:
        """Let the worker look at once; the lock is held."""
        if self._wake >= 0:
            with suppress(BlockingIOError):  # it has been woken often enough
                os.write(self._wake, b"\0")

    # What is told

    def _become(self, state: State, fault: Fault | None = None, size: Size | None = None) -> None:
        with self._telling:
            size = size or self.size
            same = (state, fault, size) == (self.state, self.fault, self.size)
            if same or self._closing.is_set():
                return
            self.state, self.fault, self.size = state, fault, size
            if fault is not None:
                self._tell(fault)
            if self.on_change is not None:
                self._callback(self.on_change, state)

    def _tell(self, fault: Fault) -> None:
        if fault.trouble not in self._told:
            self._told.add(fault.trouble)
            with suppress(Exception):
                self._report(*fault)

    def _callback(self, function: Callable[[T], None], value: T) -> None:
        try:
            function(value)
        except Exception as error:
            self._tell(Fault(Trouble.FAILED, repr(error)))

    # The watch

    def _look_after(self) -> None:
        while self._worker.is_alive() and not self._closing.wait(HUNG / 4):
            busy = self._busy
            if busy is None or time.monotonic() - busy < HUNG:
                continue
            if self.state is not State.HUNG:
                self._become(State.HUNG)
                self._tell(Fault(Trouble.HUNG, SERVER))
            with self._lock:
                # A try to connect goes on: it ends when BRLTTY does, and many would fill its queue.
                if self._connection is not None and self._connection.connected:
                    self._connection.abort()

    def _call(self, function: Callable[..., T], *arguments: object) -> T:
        """Call what may hang."""
        self._busy = time.monotonic()
        try:
            return function(*arguments)
        finally:
            self._busy = None

    # The worker

    def _work(self) -> None:
        try:
            self._connect_for_ever(load())
        except NoLibrary as error:
            self._become(State.LOST, Fault(Trouble.NO_LIBRARY, str(error)))
        except Exception as error:
            self._become(State.LOST, Fault(Trouble.FAILED, repr(error)))
        finally:
            with self._lock:
                ends, self._wake = (self._wake, self._wake_end), -1
            for end in ends:
                os.close(end)

    def _connect_for_ever(self, lib: CDLL) -> None:
        wait = 0.0
        while not self._closing.wait(wait):
            connection = Connection(lib, self._host)
            since, self._served = time.monotonic(), False
            with self._lock:
                self._connection = connection
            try:
                self._serve(connection)
            except Lost as lost:
                # One that was good is tried again, and only told of if that fails.
                if not self._served:
                    self._become(State.LOST, fault_of(lost))
            finally:
                with self._lock:
                    self._connection = None
                connection.close()
            if self._served:
                wait = 0.0 if time.monotonic() - since > AGAIN else FIRST_WAIT
            else:
                wait = min(max(FIRST_WAIT, 2 * wait), LONGEST_WAIT)

    def _serve(self, connection: Connection) -> None:
        """Connect and show; returns when it should be done anew, since another display is there.

        :raises Lost: BRLTTY is not there, or no more.
        """
        self._call(connection.open)
        while not (size := self._call(connection.measure)).columns:
            self._become(State.OFFLINE)
            if self._closing.wait(AGAIN):
                return
        self._call(connection.take, self._path)
        numbers = (*_BY_NUMBER, _OFFLINE, *self._commands)
        self._call(connection.accept, numbers, (*_BY_BLOCK, _PASSDOTS))
        self._call(connection.watch)
        self._put(connection, size)
        self._become(State.READY, size=size)
        self._served = True
        self._attend(connection, size)

    def _attend(self, connection: Connection, size: Size) -> None:
        """Write and read until the size changes."""
        poll = select.poll()
        poll.register(connection.fileno(), select.POLLIN)
        poll.register(self._wake_end, select.POLLIN)
        again = time.monotonic() + AGAIN
        while not self._closing.is_set():
            # Writing comes first: looking for keys takes the library a millisecond.
            if self._fresh or time.monotonic() >= again:
                self._refresh(connection, size)
                again = time.monotonic() + AGAIN
            self._read(connection)
            if connection.size not in (None, size):
                return
            if self._fresh:
                continue
            poll.poll(max(0.0, again - time.monotonic()) * 1000)
            with suppress(BlockingIOError):
                os.read(self._wake_end, 4096)

    def _refresh(self, connection: Connection, size: Size) -> None:
        """Write, if the display is there; look whether it is, if it was not."""
        if self.state is State.OFFLINE and not self._call(connection.is_online):
            self._fresh = False
            return
        self._put(connection, size)
        self._become(State.READY)

    def _put(self, connection: Connection, size: Size) -> None:
        with self._lock:
            cells, self._fresh = self._cells, False
        if cells is not None:
            length = size.columns * size.rows
            self._call(connection.write, cells[:length].ljust(length, b"\0"))
        self._call(connection.ping)

    def _read(self, connection: Connection) -> None:
        while (code := self._call(connection.read)) is not None:
            if code & ~(0xFFFF_FFFF << 32) == _COMMAND_TYPE | _OFFLINE:
                self._become(State.OFFLINE)
            elif (key := decode(code)) is not None and self.on_key is not None:
                self._callback(self.on_key, key)
        if connection.online is not None:
            online, connection.online = connection.online, None
            if not online:
                self._become(State.OFFLINE)
            elif self.state is State.OFFLINE:
                self._fresh = True


def decode(code: int) -> Key | None:
    """Return what a key code of BrlAPI means; None: nothing, such as that a key is held down.

    Flags of commands, such as that the cursor should follow, make no difference.
    """
    value = code & _CODE
    if code & _TYPE == _COMMAND_TYPE:
        block, argument = value >> _BLOCK, value & _ARGUMENT
        if block in _BY_BLOCK:
            return Key(_BY_BLOCK[block], cell=argument)
        if block == _PASSDOTS and not code & _CONTROL_AND_META:
            return Key(DisplayKey.TEXT, char=chr(0x2800 + (argument & 0xFF)))
        if block or not argument:
            return None
        kind = _BY_NUMBER.get(argument)
        return Key(kind) if kind else Key(DisplayKey.COMMAND, number=argument)
    if code & _TYPE or code & _CONTROL_AND_META:
        return None
    if value in _BY_SYMBOL:
        return Key(_BY_SYMBOL[value])
    # X's symbols for the characters of Latin 1 are these characters; all others have a bit of their own.
    number = value & ~_UNICODE if value & _UNICODE else value if value <= 0xFF else 0
    if number > sys.maxunicode or not (char := chr(number)).isprintable():
        return None
    return Key(DisplayKey.TEXT, char=char.upper() if code & _UPPER else char)


def fault_of(lost: Lost) -> Fault:
    """Return why there is no connection."""
    if lost.code in (AUTHENTICATION, EMPTY_KEY):
        return Fault(Trouble.FAILED, KEY_FILE)
    if lost.code in (REFUSED, GETADDRINFO, LIBC, END):
        return Fault(Trouble.NO_SERVER, SERVER)
    return Fault(Trouble.FAILED, str(lost))


def host_of(where: str) -> str | None:
    """Return BrlAPI's host of what follows `--braille`: "brlapi", "brlapi:HOST:SLOT" or "brlapi::SLOT"."""
    return where.partition(":")[2] or None


def make(report: Report, where: str = "brlapi") -> BrlapiDisplay:
    """Return the display at once; it connects by itself, whenever BRLTTY comes."""
    return BrlapiDisplay(report, host_of(where))


def check(where: str = "brlapi") -> Fault | None:
    """Return why the display cannot be had here (None: it can), in two seconds at most.

    What is missing is the detail: `LIBRARY`, `SERVER`, `KEY_FILE` (see `key_file`) or `NO_DISPLAY`.
    """
    try:
        connection = Connection(load(), host_of(where))
    except NoLibrary as error:
        return Fault(Trouble.NO_LIBRARY, str(error))

    def look() -> Fault | None:
        try:
            connection.open()
            return None if connection.measure().columns else Fault(Trouble.FAILED, NO_DISPLAY)
        finally:
            connection.close()

    try:
        return within(CHECKING, look)
    except Lost as lost:
        return fault_of(lost)
    except TimeoutError:
        connection.abort()
        return Fault(Trouble.HUNG, SERVER)


def key_file() -> tuple[str, str | None]:
    """Return the file whose key BRLTTY wants to see, and the group that may read it; None: there is none."""
    parts = os.environ.get("BRLAPI_AUTH", "").split("+")
    named = [part.removeprefix("keyfile:") for part in parts if part.startswith(("keyfile:", "/"))]
    path = named[0] if named else "/etc/brlapi.key"
    try:
        import grp

        return path, grp.getgrgid(os.stat(path).st_gid).gr_name
    except (ImportError, OSError, KeyError):
        return path, None
