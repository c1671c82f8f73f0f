"""The plain front end: lines in, lines out, for pipes, dumb terminals and whoever prefers it.

Here is also the choice between it and the line editor. Not here: the line editor itself (see `line`), which
this front end never imports.
"""

from __future__ import annotations

import asyncio
import os
import select
import sys
import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from functools import partial

from .calls import Calls, drop_typed, on_signals
from .frontend import Person
from .printable import abandon, at_terminal, is_terminal, output, printable, printable_line, write

_AHEAD = 64  # Lines read before they are wanted: a script of any size is not kept in memory.
_PIECE = 65536


def wanted(arguments_plain: bool) -> bool:
    """Tell whether to be plain: asked for (`--plain`, ACCESSIBLE), or the terminal can do no more."""
    accessible = os.environ.get("ACCESSIBLE", "") not in ("", "0")
    dumb = os.name == "posix" and os.environ.get("TERM", "") in ("", "dumb", "unknown")
    return arguments_plain or accessible or dumb or not at_terminal()


class PlainFrontEnd:
    """Lines of standard input, answered on standard output; a pipe is read in step with the table."""

    def __init__(self, *, prompt: str = "> ") -> None:
        self._keyboard = is_terminal(sys.stdin)
        self._prompt = printable_line(prompt) if self._keyboard and is_terminal(output()) else ""
        self._prompted = False
        self._lines = _Lines(self._keyboard)
        self._calls: Calls | None = None
        self._lost = False
        self._leaving = False

    def show(self, text: str) -> None:
        """Print one or more whole lines in one write; OSError when nobody reads them any more."""
        lines = printable(text) + "\n"
        # The terminal keeps what is half typed; it cannot be told whether there is anything.
        self._write(f"\n{lines}{self._prompt}" if self._prompted else lines)

    def push_away(self, *, clear: bool) -> None:
        """Scroll the screen empty in one write, and forget what was typed ahead; a pipe has no screen.

        Nothing but line ends is sent, whatever is to be cleared: the terminal may be a dumb one.
        """
        stdout = output()
        if not self._keyboard or stdout is None or not is_terminal(stdout):
            return
        self._lines.forget()
        rows = 24
        with suppress(OSError, ValueError):
            rows = os.get_terminal_size(stdout.fileno()).lines or rows
        self._write("\n" * rows + (self._prompt if self._prompted else ""))

    async def run(self, person: Person) -> None:
        """Hand over lines until `person.done` or the end of input."""
        calls = self._calls = Calls(person)
        self._lines.start()
        if self._lost:
            calls.leave()
        calls.at_once(partial(self._read, calls))
        interrupt = partial(calls.at_once, partial(person.interrupted, typing=False))
        try:
            with on_signals(calls.leave, "SIGTERM", "SIGHUP"), on_signals(interrupt, "SIGINT"):
                await calls.over
        except BaseException:
            calls.cancel()
            raise
        finally:
            self._calls = None
        self._leaving = calls.cut
        if self._lost:
            abandon()
        with suppress(OSError):
            self._end_prompt()
        await calls.close()

    async def _read(self, calls: Calls) -> None:
        while not calls.person.done:
            self._ask()
            line = await self._lines.next()
            if line is None:
                self._end_prompt()
                if not self._keyboard:  # A script hears what came of its last line.
                    await calls.person.ready()
                await calls.person.left()
                if self._lines.ended:
                    break
            else:
                self._prompted = False  # The terminal itself has written the line and its end.
                await self._answer(calls.person, line)
        calls.end()

    async def _answer(self, person: Person, line: str) -> None:
        if self._keyboard:
            person.silence()
        else:
            await person.ready()
        if not person.done:
            await person.typed(line)

    def _ask(self) -> None:
        if self._prompt and not self._prompted:
            self._write(self._prompt)
            self._prompted = True

    def _end_prompt(self) -> None:
        if self._prompted:
            self._prompted = False
            self._write("\n")

    def _write(self, text: str) -> None:
        try:
            write(text)
        except OSError:
            if self._leaving:  # Nothing must keep the person from leaving in good order.
                abandon()
                return
            self._lost = True
            if self._calls is not None:
                self._calls.leave()
            raise


class _Lines:
    """The lines of standard input, read by a daemon thread. `next` is called in the event loop's thread."""

    def __init__(self, keyboard: bool) -> None:
        self.ended = False
        """Nothing more will come after the lines read so far."""
        # Ctrl-D ends a terminal's input for the moment only; twice in a row it is meant (or it is gone).
        self._ends = 2 if keyboard else 1
        self._found: deque[str | None] = deque()
        self._room = threading.Semaphore(_AHEAD)
        self._thread: threading.Thread | None = None
        self._wake: Callable[[], object]
        self._came: asyncio.Event

    def start(self) -> None:
        """Read on, for the running event loop."""
        self._came = asyncio.Event()
        self._wake = partial(asyncio.get_running_loop().call_soon_threadsafe, self._came.set)
        if self._thread is None:
            self._thread = threading.Thread(target=self._follow, name="stdin", daemon=True)
            self._thread.start()

    async def next(self) -> str | None:
        """Return the next line, or None at the end of input."""
        while not self._found:
            self._came.clear()
            await self._came.wait()
        self._room.release()
        return self._found.popleft()

    def forget(self) -> None:
        """Drop the lines that nobody has asked for yet, and what the terminal has not handed over."""
        ends = 0
        while self._found:
            if self._found.popleft() is None:
                ends += 1
            else:
                self._room.release()
        self._found.extend([None] * ends)
        drop_typed()

    def _follow(self) -> None:
        """Read until the end of input. Runs in the thread."""
        piece, rest, ends = _source(), b"", 0
        while ends < self._ends:
            data = piece()
            *lines, rest = (rest + data).split(b"\n")
            for line in lines:
                self._put(_decoded(line))
            if data:
                ends = 0
                continue
            if rest:
                self._put(_decoded(rest))
                rest = b""
            ends += 1
            self.ended = ends == self._ends
            self._put(None)

    def _put(self, line: str | None) -> None:
        self._room.acquire()
        self._found.append(line)
        with suppress(RuntimeError):  # The event loop has ended; the next one finds the line.
            self._wake()


def _source() -> Callable[[], bytes]:
    """Return what reads standard input piece by piece; nothing read means the end."""
    stdin = sys.stdin
    # Not through the buffer: a thread that waits inside its lock makes Python's end fail.
    raw = getattr(getattr(stdin, "buffer", None), "raw", None)

    def piece() -> bytes:
        with suppress(OSError, ValueError):
            if raw is None:
                return b"" if stdin is None else stdin.readline().encode("utf-8", "replace")
            while (data := raw.read(_PIECE)) is None:  # Somebody made it non-blocking.
                select.select([raw], [], [])
            return bytes(data)
        return b""

    return piece


def _decoded(data: bytes) -> str:
    data = data.removesuffix(b"\r")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        text = data.decode(getattr(sys.stdin, "encoding", None) or "utf-8", "replace")
    return printable_line(text.removeprefix("\ufeff"))
