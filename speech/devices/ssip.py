"""The protocol of Speech Dispatcher (SSIP 0.6 and later): one connection, commands and replies, events.

Here: finding the server, asking one thing at a time, and every event in its order. Not here: what is said,
starting the server, connecting again (see `speech_dispatcher`). Source: "SSIP: Speech Synthesis Interface
Protocol", part of Speech Dispatcher's documentation.
"""

from __future__ import annotations

import os
import re
import select
import socket
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from enum import IntEnum
from threading import Condition, Lock, Thread, current_thread
from typing import NamedTuple

PORT = 6560
"""Where a server listens that is reached by inet and was told no port."""
PATIENCE = 1.0
"""Seconds without a byte from the server after which an unanswered command counts as lost."""
LONGEST_LINE = 1 << 16
"""Bytes. A server that sends more without an end of line is not Speech Dispatcher."""
_LINE = re.compile(r"\d{3}[ -]")


class Broken(Exception):
    """The connection is of no use any more: closed, silent for too long, or full of nonsense."""


class Refused(Exception):
    """The server understood a command and says no; the text is its last line, "409 ERR RATE TOO HIGH"."""


class Kind(IntEnum):
    """What an event tells of a message, by its code."""

    MARK = 700
    BEGIN = 701
    END = 702
    CANCELED = 703
    PAUSED = 704
    RESUMED = 705


class Event(NamedTuple):
    """What became of a message; `mark` is the name of the index mark that was reached."""

    kind: Kind
    message: int
    mark: str = ""


class Address(NamedTuple):
    """Where a server listens: at `path`, or, if that is empty, at `host` and `port`."""

    path: str = ""
    host: str = ""
    port: int = PORT

    @property
    def local(self) -> bool:
        """Whether the server would run on this machine."""
        return bool(self.path) or self.host in ("localhost", "127.0.0.1", "::1")


def address(env: Mapping[str, str] = os.environ) -> Address:
    """Return where the person's server listens.

    SPEECHD_ADDRESS is "unix_socket:PATH" or "inet_socket:HOST:PORT"; what is left out has its usual value.
    :raises ValueError: it is neither.
    """
    method, _, rest = env.get("SPEECHD_ADDRESS", "unix_socket").partition(":")
    if method == "unix_socket":
        cache = env.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
        folder = env.get("XDG_RUNTIME_DIR") or cache
        return Address(path=rest or os.path.join(folder, "speech-dispatcher", "speechd.sock"))
    if method == "inet_socket":
        host, _, port = rest.rpartition(":") if ":" in rest else (rest, "", "")
        return Address(host=host or "127.0.0.1", port=int(port or PORT))
    raise ValueError(f"SPEECHD_ADDRESS {method}")


class Ssip:
    """One connection. Any thread may ask; one asks at a time, and a thread of its own reads.

    `told` is called for every event, in order, on the reading thread; events may come before `speak` has
    returned the number of their message. `lost` is called once, with the reason, on the thread that noticed
    it, when the connection breaks; not after `close`. Both must be short and must not raise.

    :raises OSError: nobody listens there.
    """

    def __init__(
        self,
        where: Address,
        told: Callable[[Event], None] = lambda event: None,
        lost: Callable[[str], None] = lambda why: None,
        patience: float = PATIENCE,
    ) -> None:
        self.patience = patience
        self._told, self._lost = told, lost
        self._asking = Lock()
        self._news = Condition()
        self._replies: deque[list[str]] = deque()
        self._expected = 0
        self._received = 0
        self._broken = ""
        self._closed = False
        self._socket = _connected(where, patience)
        self._reader = Thread(target=self._read, name="ssip", daemon=True)
        self._reader.start()

    def command(self, text: str) -> list[str]:
        """Send one line and return the server's answer, each line without its code, the last one left out.

        :raises Refused: the server says no.
        :raises Broken: there is no answer.
        """
        with self._asking:
            return self._ask(text)[0]

    def speak(self, text: str) -> int:
        """Queue a text of any number of lines; return the number of its message.

        :raises Refused: the server says no.
        :raises Broken: there is no answer.
        """
        lines = re.split(r"\r\n|\r|\n", text)
        stuffed = "\r\n".join("." + line if line.startswith(".") else line for line in lines)
        with self._asking:
            self._ask("SPEAK")
            values, last = self._ask(f"{stuffed}\r\n.", lines=True)
        try:
            return int(values[0])
        except (IndexError, ValueError):
            raise Refused(last) from None

    def close(self) -> None:
        """End the connection; whoever waits for an answer is told that it is broken."""
        self._closed = True
        self._break("closed")
        if current_thread() is not self._reader:
            self._reader.join()
            self._socket.close()

    def __enter__(self) -> Ssip:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    # -- asking

    def _ask(self, text: str, *, lines: bool = False) -> tuple[list[str], str]:
        """Return the lines of an answer and its last one."""
        if not lines and not text.isprintable():
            raise Refused("a command is one line")
        with self._news:
            if self._broken:
                raise Broken(self._broken)
            self._expected += 1
        try:
            self._socket.sendall(f"{text}\r\n".encode("utf-8", "replace"))
        except OSError as error:
            self._break(_reason(error))
            raise Broken(_reason(error)) from error
        *values, last = self._answer()
        if last[0] != "2":
            raise Refused(last)
        return [value[4:] for value in values], last

    def _answer(self) -> list[str]:
        with self._news:
            while not self._replies and not self._broken:
                received = self._received
                if not self._news.wait(self.patience) and received == self._received:
                    break
            if self._replies:
                return self._replies.popleft()
        self._break("no answer")
        raise Broken(self._broken)

    def _break(self, why: str) -> None:
        with self._news:
            first, self._broken = not self._broken, self._broken or why
            self._news.notify_all()
        if first:
            with suppress(OSError):  # the server was quicker
                self._socket.shutdown(socket.SHUT_RDWR)  # wakes the reader
            if not self._closed:
                self._lost(why)

    # -- reading, on a thread of its own

    def _read(self) -> None:
        rest, block = b"", list[str]()
        try:
            while not self._broken:
                *lines, rest = (rest + self._piece()).split(b"\n")
                if len(rest) > LONGEST_LINE:
                    raise Broken("a line without end")
                for line in lines:
                    block.append(_checked(line))
                    if block[-1][3] == " ":
                        self._take(block)
                        block = []
        except Broken as why:
            self._break(str(why))
        except OSError as error:
            self._break(_reason(error))

    def _piece(self) -> bytes:
        """Wait as long as it takes: only what sends may time out."""
        if hasattr(select, "poll"):
            poll = select.poll()
            poll.register(self._socket, select.POLLIN)
            poll.poll()
        else:
            select.select([self._socket], [], [])
        piece = self._socket.recv(1 << 16)
        if not piece:
            raise Broken("the server has closed the connection")
        self._received += 1
        return piece

    def _take(self, block: list[str]) -> None:
        if block[-1][0] == "7":
            if (event := _event(block)) is not None:
                self._told(event)
            return
        with self._news:
            if not self._expected:
                raise Broken("an answer that nobody asked for")
            self._expected -= 1
            self._replies.append(block)
            self._news.notify_all()


def _connected(where: Address, patience: float) -> socket.socket:
    if not where.path:
        return socket.create_connection((where.host, where.port), patience)
    made = socket.socket(socket.AF_UNIX)
    try:
        made.settimeout(patience)
        made.connect(where.path)
    except BaseException:
        made.close()
        raise
    return made


def _checked(line: bytes) -> str:
    text = line.rstrip(b"\r").decode("utf-8", "replace")
    if not _LINE.match(text):
        raise Broken(f"not SSIP: {text[:40]!r}")
    return text


def _event(block: list[str]) -> Event | None:
    """Return what a block like 700-MESSAGE, 700-CLIENT, 700-MARK, 700 INDEX MARK tells; None if nothing."""
    try:
        mark = block[2][4:] if len(block) > 3 else ""
        return Event(Kind(int(block[-1][:3])), int(block[0][4:]), mark)
    except ValueError:
        return None


def _reason(error: OSError) -> str:
    return error.strerror or str(error) or type(error).__name__
