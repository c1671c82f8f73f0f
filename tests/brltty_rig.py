"""A braille display without hardware: a simulated Handy Tech on a pseudo-terminal, and BRLTTY in front of it.

Here: reading the display's cells, pressing its keys, plugging it out and in; BRLTTY's start, stop, death,
hang and restart. Not here: tests. BRLTTY is the real one with its real driver; it listens on a port of this
machine that is found free, reads no settings of the system and touches no screen.
"""

from __future__ import annotations

import os
import pty
import select
import shutil
import signal
import socket
import subprocess
import tempfile
import termios
import time
import tty
from collections.abc import Callable, Iterable, Sequence
from ctypes.util import find_library
from itertools import count
from pathlib import Path
from threading import Condition, Thread

import pytest

MODELS = {20: 0x72, 40: 0x74, 80: 0x78}
"""By cells, the byte with which a Braillino, a Braille Star 40 and a Braille Star 80 introduce themselves."""
KEYS = {
    **{f"dot{dot}": code for dot, code in enumerate((0x0F, 0x0B, 0x07, 0x13, 0x17, 0x1B, 0x03, 0x1F), 1)},
    "left rocker up": 0x0C,
    "left rocker down": 0x14,
    "right rocker up": 0x04,
    "right rocker down": 0x08,
    "left space": 0x10,
    "right space": 0x18,
}
"""The codes of the keys; the eight of the keyboard are named by the dots they type."""
FIRST_ROUTING_KEY = 0x20
RELEASED = 0x80
RESET, CELLS, IDENTITY, DONE = 0xFF, 0x01, 0xFE, 0x7E
"""What the host says, and what the display answers."""
PORT = 4101
"""Of BrlAPI's slot 0."""
UP = 15.0
"""Seconds; longer than BRLTTY ever takes to find its display."""

_slots = count(40 + os.getpid() * 101 % 9000)
"""Far from those of a test run beside this one, whose process has the next number."""


def missing() -> list[str]:
    """What this rig needs and does not find."""
    lacking = [] if shutil.which("brltty") else ["brltty"]
    return lacking if find_library("brlapi") else [*lacking, "libbrlapi"]


def needs_brltty() -> None:
    """Skip where BRLTTY is missing, but not on CI, where it has to be there."""
    if lacking := missing():
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(f"missing: {', '.join(lacking)}")


def free_slot() -> int:
    """A slot of BrlAPI whose port nobody listens on; two servers on one slot would be mixed up."""
    for slot in _slots:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", PORT + slot)):
                return slot
    raise AssertionError("endless")


class HandyTech:
    """The display. It is plugged in at `path`, which BRLTTY opens as a serial port."""

    def __init__(self, folder: Path, columns: int = 40) -> None:
        self.path = folder / "display"
        self.columns = columns
        self.cells = bytes(columns)
        """What stands on the display now."""
        self.shown: list[tuple[float, bytes]] = []
        """All that stood on it, each with the time of its arrival."""
        self._changed = Condition()
        self._ends: tuple[int, int] | None = None
        self._thread: Thread | None = None
        self.plug()

    def plug(self, columns: int | None = None) -> None:
        """Plug it in, or another one of that many cells."""
        self.columns = columns or self.columns
        self.cells = bytes(self.columns)
        host, device = pty.openpty()
        tty.setraw(device)
        self._ends = host, device
        self._settings = termios.tcgetattr(device)
        self.path.unlink(missing_ok=True)
        self.path.symlink_to(os.ttyname(device))
        self._thread = Thread(target=self._answer, args=(host, self.columns), name="display")
        self._thread.start()

    def rest(self) -> None:
        """Go back to how it was when plugged in, as a serial port does when the last program has left it.

        A pseudo-terminal keeps its settings. Parity, which it does not have, then is the only one that a next
        BRLTTY would change, and the C library calls a change of which nothing is done an error.
        """
        self.cells = bytes(self.columns)
        if self._ends is not None:
            termios.tcsetattr(self._ends[1], termios.TCSAFLUSH, self._settings)

    def unplug(self) -> None:
        """Pull the cable: the port is gone, and writing to it fails, which is how BRLTTY's driver notices.

        It writes nothing while it waits for the answer to its last write, so that is left to come through.
        """
        if self._ends is not None:
            time.sleep(0.1)
        ends, self._ends = self._ends, None
        if ends is None:
            return
        self.path.unlink()
        assert self._thread is not None
        self._thread.join()
        for end in ends:
            os.close(end)

    def _answer(self, host: int, columns: int) -> None:
        heard = bytearray()
        while self._ends is not None:
            if select.select([host], [], [], 0.05)[0]:
                heard += os.read(host, 4096)
                self._take(host, columns, heard)

    def _take(self, host: int, columns: int, heard: bytearray) -> None:
        """Take all whole commands off what was heard."""
        while heard:
            if heard[0] == CELLS:
                if len(heard) <= columns:
                    return
                with self._changed:
                    self.cells = bytes(heard[1 : columns + 1])
                    self.shown.append((time.perf_counter(), self.cells))
                    self._changed.notify_all()
                del heard[: columns + 1]
                os.write(host, bytes([DONE]))
            elif heard.pop(0) == RESET:
                os.write(host, bytes([IDENTITY, MODELS[columns]]))

    def wait(self, cells: Iterable[int], seconds: float = 5.0) -> bool:
        """Whether these cells, and blanks after them, stand on the display in time."""
        wanted = bytes(cells).ljust(self.columns, b"\0")
        with self._changed:
            return self._changed.wait_for(lambda: self.cells == wanted, seconds)

    def press(self, *names: str, held: float = 0.02) -> None:
        """Press some of `KEYS` together, and let them go."""
        self._tap([KEYS[name] for name in names], held)

    def route(self, cell: int, held: float = 0.02) -> None:
        """Press the routing key over a cell counted from 0."""
        self._tap([FIRST_ROUTING_KEY + cell], held)

    def _tap(self, codes: Sequence[int], held: float) -> None:
        assert self._ends is not None
        os.write(self._ends[0], bytes(codes))
        time.sleep(held)
        os.write(self._ends[0], bytes(code | RELEASED for code in codes))
        time.sleep(0.005)


class Brltty:
    """BRLTTY in front of a display of `columns` cells. Where it listens: `where`, as `brlapi.make` takes it.

    `auth` is BrlAPI's: "none", or "keyfile:" and a path. Use it as a context manager, or `close` it.
    """

    def __init__(self, columns: int = 40, *, auth: str = "none", started: bool = True) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="brltty-"))
        self.display = HandyTech(self.folder, columns)
        self.slot = free_slot()
        self.host = f"127.0.0.1:{self.slot}"
        self.where = f"brlapi:{self.host}"
        self._auth = auth
        self._process: subprocess.Popen[bytes] | None = None
        if started:
            self.start()

    def __enter__(self) -> Brltty:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def command(self) -> list[str]:
        """How it is started: in the foreground, without settings, screen, speech, tunes or messages."""
        options = [
            "-n", "-q", "-f", "/dev/null", "-b", "ht", "-d", f"serial:{self.display.path}",
            "-x", "no", "-s", "no", "-t", "en-nabcc", "-M", "1", "--stop-message=",
            "-A", f"auth={self._auth},host={self.host}", "-P", str(self.folder / "pid"),
            "-U", str(self.folder), "-W", str(self.folder), "-l", "info", "-L", str(self.folder / "log"),
        ]  # fmt: skip
        # As root it would else become another user, whom the machine may not have.
        return ["brltty", *options, *(["-Z"] if os.geteuid() == 0 else [])]

    def start(self, *, wait: bool = True) -> None:
        """Start it and wait until it has found its display; `wait=False`: return at once."""
        shown = len(self.display.shown)
        self.display.rest()
        self._process = subprocess.Popen(
            self.command(), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        if wait and not _until(lambda: self.listens() and len(self.display.shown) > shown):
            self.close()
            raise RuntimeError("BRLTTY does not run: " + self.log()[-800:])

    @property
    def pid(self) -> int:
        """The number of its process."""
        assert self._process is not None
        return self._process.pid

    def listens(self) -> bool:
        """Whether somebody answers where it should."""
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", PORT + self.slot)) == 0

    def log(self) -> str:
        """What it has written into its log so far."""
        path = self.folder / "log"
        return path.read_text("utf-8", "replace") if path.exists() else ""

    def hang(self) -> None:
        """Answer nobody any more, without going away."""
        self._signal(signal.SIGSTOP)

    def go_on(self) -> None:
        """End a hang."""
        self._signal(signal.SIGCONT)

    def die(self) -> None:
        """Go away without a word."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()

    def stop(self) -> None:
        """End in an orderly way."""
        if self._process is not None:
            self._process.terminate()
            try:
                self._process.wait(5)
            except subprocess.TimeoutExpired:
                self.die()

    def close(self) -> None:
        """End it, if it runs, and throw the display away."""
        self.die()
        self.display.unplug()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _signal(self, number: int) -> None:
        assert self._process is not None
        self._process.send_signal(number)


def _until(done: Callable[[], bool]) -> bool:
    end = time.perf_counter() + UP
    while not done():
        if time.perf_counter() > end:
            return False
        time.sleep(0.02)
    return True
