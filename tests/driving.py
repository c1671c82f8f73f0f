"""Ways to drive a game in tests: in process at a table, in process through `main`, and as a program.

Not here: any check of its own but that nothing hangs.
"""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import io
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest import mock

import pyte

from access.arguments import Call
from access.main import main
from access.play import new_record
from access.session import Confirm, Session
from access.table import Table
from engine import GAMES
from engine.bots.fireworks import FireworksPlayer
from engine.fireworks_parts import (
    Action,
    Announced,
    Arrange,
    Arranged,
    Discard,
    Discarded,
    Hint,
    Hinted,
    JokerPlaced,
    JokerShown,
    Play,
    Played,
    Row,
    View,
)
from engine.record import Record
from speech.outputs import Output, Recording
from speech.senpai import Senpai
from speech.utterance import Given, Step
from speech.words import Verbosity

ROOT = Path(__file__).resolve().parent.parent
HANG = 60.0
"""Seconds after which a test is given up; nothing is measured by it."""
PROGRAM = (sys.executable, "-P", "-m", "access")

SUITS = {"C": ("clubs", "Kreuz"), "D": ("diamonds", "Karo"), "H": ("hearts", "Herz"), "S": ("spades", "Pik")}


# -- in process, at a table


def record_of(
    names: Sequence[str] = ("Anna", "Ben", "Carla"), seed: str = "1", options: Mapping[str, int] | None = None
) -> Record:
    """Return the record of a new game of Nova; the first player begins."""
    call = Call(names=tuple(names), seed=seed, options=dict(options or {}))
    return new_record(call, GAMES["nova"])


@dataclass(slots=True)
class Party:
    """A table and the people at it, each with a recording output; `listener` heard the events themselves."""

    table: Table
    sessions: list[Session]
    heard: list[Recording]
    listener: Listener

    def given(self, seat: int = 0) -> list[Given]:
        return self.heard[seat].given

    def said(self, seat: int = 0) -> list[str]:
        return [given.utterance.speech for given in self.heard[seat].given]

    def knows(self) -> list[View]:
        """Return every seat's view, which together hold the whole state but the stock."""
        return [self.table.view(seat) for seat in range(len(self.table.names))]

    async def typed(self, seat: int, line: str) -> list[Given]:
        """Type a line and return what that seat was given until it was answered."""
        before = len(self.heard[seat].given)
        await asyncio.wait_for(self.sessions[seat].typed(line), HANG)
        return self.heard[seat].given[before:]

    async def answers(self, seat: int, line: str) -> int:
        """Type a line and return how many answers it got.

        An answer is an utterance given in reply, the announcement of the person's own action, the news that
        it is taken back, or, after a yes, the news that it is carried out.
        """
        known = len(self.listener.events)
        replied = sum(given.step is Step.ANSWERED for given in await self.typed(seat, line))
        events = [event for _, event in self.listener.events[known:]]
        own = [event for event in events if getattr(event, "seat", None) == seat]
        announced = sum(isinstance(event, Announced) for event in own)
        taken_back = events.count(f"{seat} takes it back")
        carried_out = not announced and any(isinstance(event, DONE) for event in own)
        return replied + announced + taken_back + carried_out

    async def pass_by(self, seat: int) -> None:
        """Take a turn that costs no life: a hint if there is a coin, else a discard."""
        view = self.table.view(seat)
        actions = self.table.game.legal(self.table._state, seat)
        harmless = [action for action in actions if isinstance(action, (Hint, Discard))]
        harmless.sort(key=lambda action: isinstance(action, Discard))
        await self.typed(seat, worded(harmless[0], view, self.table.names, self.sessions[seat].senpai.lang))


DONE = (Hinted, Played, Discarded, JokerShown, JokerPlaced, Arranged)
"""The first event of each action that is carried out."""


class Listener:
    """A bystander without words: keeps each event as (step, event)."""

    seat: int | None = None

    def __init__(self) -> None:
        self.events: list[tuple[Step, Any]] = []

    async def hear(self, number: int, step: Step, event: Any, view: Any) -> None:
        self.events.append((step, event))

    async def taken_back(self, number: int, who: int) -> None:
        self.events.append((Step.HAPPENED, f"{who} takes it back"))

    async def talked(self, number: int, who: int, to: int | None) -> None:
        """Table talk is heard and not noted."""

    async def agrees(self, action: Any, view: Any) -> bool:
        return True

    async def settled(self) -> None: ...

    async def caught_up(self) -> None: ...

    async def alarm(self, code: int) -> None: ...

    def remember(self, number: int, step: Step, event: Any, view: Any) -> None: ...


@dataclass(frozen=True, slots=True)
class Guest:
    """How a person sits at the table; `outputs` come behind the recording one."""

    lang: str = "en"
    verbosity: Verbosity = Verbosity.NORMAL
    confirm: Confirm = Confirm.NONE
    outputs: Sequence[Output] = ()


def party(
    record: Record, guests: Sequence[Guest] = (Guest(),), *, keep: Callable[[Record], None] | None = None
) -> Party:
    """Seat the guests from seat 0 on, computer players behind them. Nothing is dealt yet."""
    people = range(len(guests))
    computers = {seat: FireworksPlayer() for seat in range(len(record.players)) if seat not in people}
    table = Table(record, keep=keep or (lambda _: None), computers=computers)
    sessions, heard = [], []
    rules = (("Cards", "There are cards."), ("Turns", "There are turns."))
    for seat, guest in enumerate(guests):
        recording = Recording()
        senpai = Senpai("nova", record.players, seat, guest.lang, guest.verbosity)
        outputs = [recording, *guest.outputs]
        sessions.append(Session(table, senpai, outputs, confirm=guest.confirm, rules=rules))
        heard.append(recording)
    listener = Listener()
    table.sitters += [*sessions, listener]
    return Party(table, sessions, heard, listener)


@contextlib.asynccontextmanager
async def playing(at: Party) -> AsyncIterator[Party]:
    """Deal, and let the computer players act meanwhile; an error of theirs comes out here."""
    await at.table.begin()
    computers = asyncio.create_task(at.table.play_computers())
    try:
        yield at
        if computers.done():
            computers.result()
    finally:
        for session in at.sessions:
            session.close()
        computers.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await computers


def run(scene: Callable[[], Any]) -> Any:
    """Run an asynchronous scene to its end, or fail when it hangs."""
    return asyncio.run(asyncio.wait_for(scene(), HANG))


def worded(action: Action, view: View, names: Sequence[str], lang: str = "en") -> str:
    """Return the line that a person types for an action."""
    german = lang == "de"
    match action:
        case Hint(_, to, clue):
            named = SUITS[clue][german] if isinstance(clue, str) else str(clue)
            return f"{'hinweis' if german else 'hint'} {names[to]} {named}"
        case Play(seat, card) | Discard(seat, card):
            place = [held.card for held in view.hands[seat]].index(card) + 1
            verb = ("play", "spiele") if isinstance(action, Play) else ("discard", "wirf")
            return f"{verb[german]} {place}"
        case Row(_, suit):
            return f"{'reihe' if german else 'row'} {SUITS[suit][german]}"
        case Arrange(seat, order):
            cards = [held.card for held in view.hands[seat]]
            places = " ".join(str(cards.index(card) + 1) for card in order)
            return f"{'ordne' if german else 'arrange'} {places}"
    raise AssertionError(action)


# -- in process, through main


@dataclass(slots=True)
class Ran:
    """How a run of the program ended."""

    code: int
    out: str
    err: str
    lines: list[str] = field(init=False)

    def __post_init__(self) -> None:
        self.lines = self.out.splitlines()


def ran(folder: Path, *arguments: str, typed: str | bytes | Iterable[str] = "") -> Ran:
    """Run `main` in this process, with a file of typed lines as its standard input."""
    if not isinstance(typed, (str, bytes)):
        typed = "".join(f"{line}\n" for line in typed)
    script = folder / "typed"
    script.write_bytes(typed.encode() if isinstance(typed, str) else typed)
    out = io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True)
    err = io.StringIO()
    with (
        script.open(encoding="utf-8") as stdin,
        mock.patch.object(sys, "stdin", stdin),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        code = main(arguments)
    data = out.buffer
    assert isinstance(data, io.BytesIO)
    return Ran(code, data.getvalue().decode(), err.getvalue())


GAME = ("play", "nova", "--players", "2", "--seed", "1", "--plain", "--voice", "none")


# -- as a program


def environment(**more: str) -> dict[str, str]:
    """Return the environment of a program under test: the test's home, and nothing that a person set."""
    kept = {name: os.environ[name] for name in ("PATH", "SENPAI_HOME", "SPEECHD_ADDRESS")}
    return {
        **kept,
        "PYTHONPATH": str(ROOT),
        "PYTHONDONTWRITEBYTECODE": "1",
        "LC_ALL": "C.UTF-8",
        "TERM": "xterm",
        **more,
    }


def program(*arguments: str, typed: bytes = b"", env: Mapping[str, str] | None = None, **more: Any) -> Ran:
    """Run the program to its end."""
    done = subprocess.run(
        [*PROGRAM, *arguments],
        input=typed,
        capture_output=True,
        timeout=HANG,
        env=environment(**(env or {})),
        check=False,
        **more,
    )
    return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())


def started(*arguments: str, env: Mapping[str, str] | None = None, **more: Any) -> subprocess.Popen[bytes]:
    """Start the program with pipes, in a session of its own."""
    pipe = subprocess.PIPE
    streams: dict[str, Any] = {"stdin": pipe, "stdout": pipe, "stderr": pipe, **more}
    return subprocess.Popen(
        [*PROGRAM, *arguments], env=environment(**(env or {})), start_new_session=True, bufsize=0, **streams
    )


def line_from(process: subprocess.Popen[bytes]) -> str:
    """Return the next line that the program prints, without its end; "" when there are no more."""
    assert process.stdout is not None
    data = b""
    end = time.monotonic() + HANG
    while not data.endswith(b"\n"):
        assert time.monotonic() < end, f"waited in vain for a line; so far {data!r}"
        if select.select([process.stdout], [], [], 0.5)[0]:
            byte = os.read(process.stdout.fileno(), 1)
            if not byte:
                break
            data += byte
    return data.decode().rstrip("\n")


def lines_until(process: subprocess.Popen[bytes], wanted: str) -> list[str]:
    """Read lines up to one that contains `wanted`."""
    lines: list[str] = []
    while not lines or wanted not in lines[-1]:
        line = line_from(process)
        assert line, f"{wanted!r} was never said; {lines}"
        lines.append(line)
    return lines


_ESCAPES = re.compile(rb"\x1b\[[0-9;?]*[A-Za-z]")
_WIDTH = 400  # so that no sentence is wrapped


class Terminal:
    """The program on a pseudo terminal. A place in `received` is where to look for what comes after it."""

    def __init__(
        self, *arguments: str, env: Mapping[str, str] | None = None, python: Sequence[str] = (), **more: Any
    ) -> None:
        self.master, slave = pty.openpty()
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", 40, _WIDTH, 0, 0))
        # The first terminal that the leader of a session opens sends it the signals of its keys.
        opening = 'exec <>"$0" >&0' + ("; " if "stderr" in more else " 2>&0; ") + 'exec "$@"'
        command = [sys.executable, *python, "-P", "-m", "access", *arguments]
        self.process = subprocess.Popen(
            ["sh", "-c", opening, os.ttyname(slave), *command],
            env=environment(**(env or {})),
            start_new_session=True,
            **more,
        )
        self.received = b""
        self.ended = False
        # Kept open until the program has opened it too, or the reading side would see an end.
        self.match("\n")
        os.close(slave)

    def text(self, since: int = 0) -> str:
        """Return what was printed, without the movements of the cursor."""
        return _ESCAPES.sub(b"", self.received[since:]).replace(b"\r", b"").decode("utf-8", "replace")

    def rows(self) -> list[str]:
        """Return the lines as they stand on the screen, from the first one on."""
        screen = pyte.Screen(_WIDTH, self.received.count(b"\n") + 10)
        pyte.ByteStream(screen).feed(self.received)
        return [row.rstrip() for row in screen.display if row.strip()]

    def type(self, keys: str) -> int:
        """Press keys; return the place in `received` behind which their effect stands."""
        since = len(self.received)
        os.write(self.master, keys.encode())
        return since

    def match(self, pattern: str, since: int = 0) -> re.Match[str]:
        """Read until the pattern is found in the text behind `since`."""
        self.wait(lambda: re.search(pattern, self.text(since), re.MULTILINE) is not None, pattern)
        found = re.search(pattern, self.text(since), re.MULTILINE)
        assert found
        return found

    def wait(self, true: Callable[[], bool], what: str) -> None:
        """Read until something is true."""
        end = time.monotonic() + HANG
        while not true():
            assert not self.ended, f"it ended before {what}: {self.text()}"
            assert time.monotonic() < end, f"waited in vain for {what}: {self.text()}"
            self.read()

    def read(self) -> None:
        """Take what is printed within a moment."""
        if select.select([self.master], [], [], 0.2)[0]:
            try:
                data = os.read(self.master, 65536)
            except OSError:  # Linux says so when the other side is closed.
                data = b""
            self.received += data
            self.ended = not data

    def leave(self) -> int:
        """Read to the end; return the exit status."""
        end = time.monotonic() + HANG
        while not self.ended:
            assert time.monotonic() < end, f"it does not end: {self.text()}"
            self.read()
        return self.process.wait(HANG)

    def hang_up(self) -> None:
        """Close the terminal, as when its window is closed."""
        os.close(self.master)
        self.master = -1

    def close(self) -> None:
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        if self.master >= 0:
            self.hang_up()


def stop(process: subprocess.Popen[bytes]) -> tuple[str, str]:
    """Kill a program if it still runs; return what else it printed, and its complaints."""
    if process.poll() is None:
        process.kill()
    out, err = process.communicate(timeout=HANG)
    return (out or b"").decode(), (err or b"").decode()
