"""The plain front end: pipes, files, a terminal in its own line mode, and when it is chosen."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from access.plain import PlainFrontEnd, wanted
from access.printable import printable, printable_line

ROOT = Path(__file__).resolve().parent.parent
HANG = 30.0  # Seconds after which a test is given up; nothing is measured by it.

DRIVER = """
import asyncio, json, os, sys, threading
sys.path.insert(0, ROOT)
from access.plain import PlainFrontEnd

LOG = os.open(sys.argv[1], os.O_WRONLY | os.O_CREAT | os.O_APPEND)

def log(*what):
    os.write(LOG, (json.dumps(what) + "\\n").encode())

class Scripted:
    done = False
    def silence(self): log("silence")
    async def ready(self):
        await asyncio.sleep(0.001)
        log("ready")
    async def typed(self, line):
        log("typed", line if len(line) < 100 else len(line))
        if line == "event":
            asyncio.get_running_loop().call_later(0.2, front.show, "Anna plays.")
        if line == "fail":
            raise ZeroDivisionError
        if line == "wait":
            await asyncio.sleep(1000)
        front.show(f"You said {line[:20]}.")
        self.done = line == "quit"
    async def key(self, word): pass
    async def tab(self, text): return text
    async def interrupted(self, *, typing):
        log("interrupted", typing)
        front.show("Cancelled.")
    async def left(self):
        log("left")
        front.show("Goodbye.")
        self.done = "stay" not in sys.argv

if "closed" in sys.argv:
    sys.stdin.close()
front = PlainFrontEnd()
front.show("Welcome.")
asyncio.run(front.run(Scripted()))
front.show("The end.")
log("prompt_toolkit", "prompt_toolkit" in sys.modules)
"""


class Played:
    """A driver process, and what it says has happened."""

    def __init__(self, folder: Path, *args: str, **streams: Any) -> None:
        driver = folder / "driver.py"
        driver.write_text(f"ROOT = {str(ROOT)!r}\n{DRIVER}")
        self._log = folder / "log"
        self.process = subprocess.Popen(
            [sys.executable, str(driver), str(self._log), *args],
            env={**os.environ, "PYTHONUTF8": "1", "PYTHONUNBUFFERED": "", "TERM": "dumb"},
            **{"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **streams},
        )

    def calls(self) -> list[list[Any]]:
        text = self._log.read_text() if self._log.exists() else ""
        return [json.loads(line) for line in text.splitlines()]

    def typed(self) -> list[Any]:
        return [call[1] for call in self.calls() if call[0] == "typed"]

    def until(self, call: list[Any]) -> None:
        end = time.monotonic() + HANG
        while call not in self.calls():
            assert time.monotonic() < end, f"waited in vain for {call}: {self.calls()}"
            time.sleep(0.01)

    def finish(self, data: bytes = b"") -> str:
        """Type `data`, end the input; return what was printed. Nothing may have gone wrong."""
        printed, errors = self.process.communicate(data, timeout=HANG)
        assert errors == b""
        assert self.process.returncode == 0
        return printed.decode() if printed else ""


@pytest.fixture
def play(tmp_path: Path) -> Iterator[Callable[..., Played]]:
    started: list[Played] = []

    def start(*args: str, **streams: Any) -> Played:
        started.append(Played(tmp_path, *args, **streams))
        return started[-1]

    yield start
    for each in started:
        each.process.kill()
        each.process.communicate()


def test_a_pipe_is_read_in_step_without_prompt_or_echo(play: Callable[..., Played]) -> None:
    played = play()
    printed = played.finish(b"draw\nhand\n")
    assert printed.splitlines() == ["Welcome.", "You said draw.", "You said hand.", "Goodbye.", "The end."]
    assert played.calls() == [
        ["ready"],
        ["typed", "draw"],
        ["ready"],
        ["typed", "hand"],
        ["ready"],
        ["left"],
        ["prompt_toolkit", False],
    ]


def test_lines_after_the_last_are_not_read(play: Callable[..., Played]) -> None:
    played = play()
    played.finish(b"quit\nmore\n")
    assert played.typed() == ["quit"]
    assert ["left"] not in played.calls()


@pytest.mark.parametrize(
    ("data", "lines"),
    [
        (b"", []),
        (b"no line end", ["no line end"]),
        (b"one\r\ntwo\r\n\r\nthree\r", ["one", "two", "", "three"]),
        (b"a\x00b\n\x1b[2J\n\xc2\x9b", ["a\ufffdb", "\ufffd[2J", "\ufffd"]),
        (b"caf\xe9 \xff\xfe\nzw\xc3\xb6lf \xe2\xa0\x93\n", ["caf\ufffd \ufffd\ufffd", "zwölf ⠓"]),
        (b"\xef\xbb\xbfmark\n", ["mark"]),
        (b"x" * 1_000_000 + b"\nnext\n", [1_000_000, "next"]),
        (b"many\n" * 500, ["many"] * 500),
    ],
    ids=["nothing", "unended", "crlf", "controls", "not-utf8", "byte-order-mark", "long", "many"],
)
def test_any_bytes_are_lines(play: Callable[..., Played], data: bytes, lines: list[str | int]) -> None:
    played = play()
    printed = played.finish(data)
    assert played.typed() == lines
    assert printed.endswith("Goodbye.\nThe end.\n")
    assert "\x1b" not in printed


def test_a_file_and_no_input_at_all(play: Callable[..., Played], tmp_path: Path) -> None:
    script = tmp_path / "script"
    script.write_bytes(b"draw\nquit")
    with script.open("rb") as lines:
        played = play(stdin=lines)
        played.finish()
    assert played.typed() == ["draw", "quit"]
    played = play(stdin=subprocess.DEVNULL)
    played.finish()
    assert played.calls()[-2:] == [["left"], ["prompt_toolkit", False]]


@pytest.mark.skipif(os.name != "posix", reason="needs a shell")
@pytest.mark.parametrize("how", ["none", "closed"])
def test_a_closed_input_is_the_end(play: Callable[..., Played], tmp_path: Path, how: str) -> None:
    if how == "closed":
        played = play("closed")
        played.finish()
    else:
        driver = tmp_path / "driver.py"
        driver.write_text(f"ROOT = {str(ROOT)!r}\n{DRIVER}")
        command = f'exec "{sys.executable}" "{driver}" "{tmp_path}/log" <&-'
        done = subprocess.run(["sh", "-c", command], capture_output=True, check=True, timeout=HANG)
        assert done.stderr == b""
    calls = [json.loads(line) for line in (tmp_path / "log").read_text().splitlines()]
    assert calls == [["ready"], ["left"], ["prompt_toolkit", False]]


@pytest.mark.skipif(os.name != "posix", reason="Windows pipes do not work like this")
def test_a_non_blocking_input_is_waited_for(play: Callable[..., Played]) -> None:
    reading, writing = os.pipe()
    os.set_blocking(reading, False)
    played = play(stdin=reading)
    os.close(reading)
    time.sleep(0.2)  # So that it finds nothing at first.
    os.write(writing, b"draw\n")
    played.until(["typed", "draw"])
    os.close(writing)
    played.finish()
    assert played.calls()[-2:] == [["left"], ["prompt_toolkit", False]]


def test_an_output_nobody_reads_ends_it_quietly(play: Callable[..., Played]) -> None:
    played = play()
    assert played.process.stdin is not None
    assert played.process.stdout is not None
    assert played.process.stdout.readline().strip() == b"Welcome."
    played.process.stdout.close()
    played.process.stdout = None
    played.process.stdin.write(b"draw\n")
    played.process.stdin.flush()
    played.until(["left"])
    played.finish()
    assert played.typed() == ["draw"]


def test_an_exception_comes_out_of_run(play: Callable[..., Played]) -> None:
    played = play()
    _, errors = played.process.communicate(b"fail\n", timeout=HANG)
    assert b"ZeroDivisionError" in errors
    assert played.process.returncode == 1


@pytest.mark.skipif(os.name != "posix", reason="no such signals")
def test_signals_are_answered_also_while_a_line_is(play: Callable[..., Played]) -> None:
    played = play()
    assert played.process.stdin is not None
    played.process.stdin.write(b"wait\n")
    played.process.stdin.flush()
    played.until(["typed", "wait"])
    played.process.send_signal(signal.SIGINT)
    played.until(["interrupted", False])
    played.process.send_signal(signal.SIGTERM)
    played.until(["left"])
    played.finish()


class Terminal:
    """A pseudo terminal in its own line mode."""

    def __init__(self) -> None:
        self.master, self.slave = os.openpty()
        self.shown = ""

    def type(self, keys: str) -> None:
        os.write(self.master, keys.encode())

    def until(self, end: str) -> None:
        """Read until what is shown ends with `end`."""
        while not self.shown.endswith(end):
            self.shown += os.read(self.master, 4096).decode().replace("\r\n", "\n")


@pytest.fixture
def terminal() -> Iterator[Terminal]:
    if os.name != "posix":
        pytest.skip("needs a pseudo terminal")
    terminal = Terminal()
    yield terminal
    os.close(terminal.master)
    os.close(terminal.slave)


def test_a_terminal_has_a_prompt_and_keeps_what_is_half_typed(
    play: Callable[..., Played], terminal: Terminal
) -> None:
    played = play("stay", stdin=terminal.slave, stdout=terminal.slave)
    terminal.until("Welcome.\n> ")
    terminal.type("event\n")
    terminal.until("> event\nYou said event.\n> ")
    terminal.type("pla")
    terminal.until("> pla\nAnna plays.\n> ")
    terminal.type("y\n")
    terminal.until("y\nYou said play.\n> ")
    terminal.type("\x04")
    terminal.until("> \nGoodbye.\n> ")
    played.process.send_signal(signal.SIGINT)
    terminal.until("> \nCancelled.\n> ")
    terminal.type("quit\n")
    terminal.until("You said quit.\nThe end.\n")
    played.finish()
    assert [call for call in played.calls() if call[0] != "silence"] == [
        ["typed", "event"],
        ["typed", "play"],
        ["left"],
        ["interrupted", False],
        ["typed", "quit"],
        ["prompt_toolkit", False],
    ]
    assert played.calls().count(["silence"]) == 3


def test_two_ends_in_a_row_are_meant(play: Callable[..., Played], terminal: Terminal) -> None:
    played = play("stay", stdin=terminal.slave, stdout=terminal.slave)
    terminal.until("> ")
    terminal.type("\x04")
    terminal.until("Goodbye.\n> ")
    terminal.type("\x04")
    terminal.until("The end.\n")
    played.finish()
    assert [call[0] for call in played.calls()] == ["left", "left", "prompt_toolkit"]


def test_only_a_terminal_at_both_ends_has_a_prompt(play: Callable[..., Played], terminal: Terminal) -> None:
    played = play(stdin=terminal.slave)
    terminal.type("quit\n")
    assert played.finish() == "Welcome.\nYou said quit.\nThe end.\n"
    assert ["ready"] not in played.calls()
    played = play(stdout=terminal.slave)
    played.finish(b"draw\n")
    terminal.until("quit\nWelcome.\nYou said draw.\nGoodbye.\nThe end.\n")


class Stream(io.StringIO):
    """A stream that is, or is not, a terminal."""

    def __init__(self, terminal: bool) -> None:
        super().__init__()
        self.terminal = terminal

    def isatty(self) -> bool:
        return self.terminal


@pytest.mark.parametrize(
    ("plain", "variables", "streams", "expected"),
    [
        (False, {}, (True, True), False),
        (True, {}, (True, True), True),
        (False, {"ACCESSIBLE": "1"}, (True, True), True),
        (False, {"ACCESSIBLE": "yes"}, (True, True), True),
        (False, {"ACCESSIBLE": "0"}, (True, True), False),
        (False, {"ACCESSIBLE": ""}, (True, True), False),
        (False, {"TERM": "dumb"}, (True, True), os.name == "posix"),
        (False, {"TERM": "unknown"}, (True, True), os.name == "posix"),
        (False, {"TERM": ""}, (True, True), os.name == "posix"),
        (False, {"TERM": None}, (True, True), os.name == "posix"),
        (False, {"TERM": "linux"}, (True, True), False),
        (False, {}, (False, True), True),
        (False, {}, (True, False), True),
        (False, {}, (None, True), True),
        (False, {}, (True, None), True),
        (False, {}, ("closed", True), True),
    ],
)
def test_when_plain_is_wanted(
    monkeypatch: pytest.MonkeyPatch,
    plain: bool,
    variables: dict[str, str | None],
    streams: tuple[bool | str | None, bool | None],
    expected: bool,
) -> None:
    monkeypatch.delenv("ACCESSIBLE", raising=False)
    for name, value in {"TERM": "xterm", **variables}.items():
        if value is None:
            monkeypatch.delenv(name)
        else:
            monkeypatch.setenv(name, value)
    for name, kind in zip(("stdin", "stdout"), streams, strict=True):
        stream = None if kind is None else Stream(bool(kind))
        if stream is not None and kind == "closed":
            stream.close()
            stream.isatty = io.StringIO.isatty.__get__(stream)  # type: ignore[method-assign]  # this stream only
        monkeypatch.setattr(sys, name, stream)
    assert wanted(plain) is expected


def test_without_an_output_nothing_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    PlainFrontEnd().show("Nobody hears this.")


def test_a_closed_output_is_an_os_error(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.StringIO()
    stream.close()
    monkeypatch.setattr(sys, "stdout", stream)
    with pytest.raises(OSError, match="closed"):
        PlainFrontEnd().show("Nobody hears this.")


def test_what_the_encoding_lacks_is_a_question_mark(monkeypatch: pytest.MonkeyPatch) -> None:
    written = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(written, "latin-1", newline="\n"))
    PlainFrontEnd().show("für ⠓\udc80")
    assert written.getvalue() == b"f\xfcr ??\n"


def test_printable_leaves_text_and_no_commands() -> None:
    assert printable("Grün – ⠛⠗ 한 🂡\r\nzwei\tdrei\n") == "Grün – ⠛⠗ 한 🂡\nzwei drei\n"
    controls = "".join(
        map(chr, [*range(9), *range(11, 32), *range(127, 160), 0x2028, 0x2029, 0xD800, 0xDFFF])
    )
    assert set(printable(controls)) == {"\ufffd"}
    assert printable_line("a\nb\r\tc") == "a b\ufffd c"
