"""The line editor: its logic on a pipe, its bytes on a pseudo terminal, and what a screen reader speaks."""

from __future__ import annotations

import asyncio
import errno
import fcntl
import io
import json
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
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import pyte
import pytest
from diff_match_patch import diff_match_patch
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.input.base import PipeInput
from prompt_toolkit.input.vt100 import Vt100Input

from access.line import KEYS, LineFrontEnd, _Reader

ROOT = Path(__file__).resolve().parent.parent
HANG = 30.0  # Seconds after which a test is given up; nothing is measured by it.
EVENT = "Anna plays the red seven. Your turn."
FORBIDDEN = ["\x1b[?25l", "\x1b[?1049h", "\x1b[6n", "\x1b[?2004h", "\x1b[?7l", "\x1b[0m"]

DRIVER = '''
import asyncio, fcntl, io, json, os, sys, termios
sys.path.insert(0, ROOT)
CONTROL, LOG = int(sys.argv[1]), int(sys.argv[2])

if "uncontrolled" not in sys.argv:  # Without a controlling terminal no signal tells that it is gone.
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)

def log(*what):
    os.write(LOG, (json.dumps(what) + "\\n").encode())

class Counted(io.FileIO):
    """Standard output that tells of every write the system is asked for."""
    def write(self, data):
        log("write", bytes(data).decode())
        return super().write(data)

sys.stdout = io.TextIOWrapper(io.BufferedWriter(Counted(1, "w", closefd=False)), "utf-8", line_buffering=True)

from access.line import LineFrontEnd

class Scripted:
    done = False
    async def ready(self): pass
    def silence(self): log("silence")
    async def typed(self, line):
        log("typed", line)
        if line == "wait":
            await asyncio.sleep(1000)
        front.show(f"You said {line}.")
        self.done = line == "quit"
    async def key(self, word):
        log("key", word)
        front.show(f"The key says {word}.")
    async def tab(self, text): return text
    async def interrupted(self, *, typing):
        log("interrupted", typing)
        front.show("Cancelled.")
    async def left(self):
        log("left")
        front.show("Goodbye.")
        self.done = True

front = LineFrontEnd(hold="hold" in sys.argv)

def obey(loop):
    for order in os.read(CONTROL, 1):
        if order == ord("e"):
            try:
                front.show(EVENT)
            except OSError:
                log("refused")
        loop.call_later(0.05, log, "obeyed")

async def main():
    loop = asyncio.get_running_loop()
    loop.add_reader(CONTROL, obey, loop)
    await front.run(Scripted())

front.show("Welcome.")
asyncio.run(main())
front.show("The end.")
log("end")
'''


class Console:
    """A driver process on a pseudo terminal, and what a person there would see."""

    def __init__(self, folder: Path, *args: str) -> None:
        driver = folder / "driver.py"
        driver.write_text(f"ROOT, EVENT = {str(ROOT)!r}, {EVENT!r}\n{DRIVER}")
        self.master, self.slave = pty.openpty()
        self.resize(24, 80)
        self.modes = termios.tcgetattr(self.slave)
        control, self._control = os.pipe()
        self._log, log = os.pipe()
        self._errors = (folder / "errors").open("w+")
        self.process = subprocess.Popen(
            [sys.executable, str(driver), str(control), str(log), *args],
            stdin=self.slave,
            stdout=self.slave,
            stderr=self._errors,
            pass_fds=[control, log],
            start_new_session=True,
            env={"PATH": os.environ["PATH"], "TERM": "xterm", "LANG": "C.UTF-8", "PYTHONUTF8": "1"},
        )
        os.close(control)
        os.close(log)
        self.received = b""
        self.writes: list[str] = []
        self.calls: list[list[object]] = []
        self.spoken: list[str] = []
        self.word = ""
        self.screen = pyte.Screen(80, 24)
        self.screen.set_mode(pyte.modes.LNM)
        self._stream = pyte.Stream(self.screen)
        self._partial = b""

    def resize(self, rows: int, columns: int) -> None:
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def type(self, keys: str) -> None:
        os.write(self.master, keys.encode())

    def obey(self, order: str = "") -> None:
        """Have the driver do something, here show an event, and wait until it is quiet again."""
        before = self.calls.count(["obeyed"])
        os.write(self._control, (order or ".").encode())
        self.until(lambda: self.calls.count(["obeyed"]) > before)

    def writes_of(self, keys: str, order: str = "") -> list[str]:
        """Return what is written because of `keys` typed, and then of an order obeyed."""
        before = len(self.writes)
        if keys:
            self.type(keys)
            time.sleep(0.01)
        self.obey()
        if order:
            self.obey(order)
        return self.writes[before:]

    def until(self, true: Callable[[], bool]) -> None:
        end = time.monotonic() + HANG
        while not true():
            assert time.monotonic() < end, f"waited in vain; {self.calls} {self.writes}"
            self._pump(0.2)

    def started(self) -> Console:
        self.until(lambda: "".join(self.writes).endswith("> \x1b[2D\x1b[2C"))
        return self

    def ended(self) -> int:
        """Wait for the end; return the exit status."""
        self.until(lambda: self.process.poll() is not None)
        while self._pump(0.1):
            pass
        return self.process.returncode

    def rows(self) -> list[str]:
        return [row.rstrip() for row in self.screen.display if row.strip()]

    def caret(self) -> tuple[int, int]:
        return self.screen.cursor.y, self.screen.cursor.x

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self._errors.close()
        for descriptor in (self.master, self.slave, self._control, self._log):
            if descriptor >= 0:
                os.close(descriptor)

    def hang_up(self) -> None:
        os.close(self.master)
        os.close(self.slave)
        self.master = self.slave = -1

    def _pump(self, seconds: float) -> bool:
        known = [descriptor for descriptor in (self.master, self._log) if descriptor >= 0]
        ready = select.select(known, [], [], seconds)[0]
        progress = False
        for descriptor in ready:
            data = os.read(descriptor, 65536)
            progress = progress or bool(data)
            if descriptor == self.master:
                self.received += data
            else:
                *lines, self._partial = (self._partial + data).split(b"\n")
                for line in lines:
                    self._note(json.loads(line))
        if not progress and ready:
            time.sleep(0.01)
        return progress

    def _note(self, what: list[Any]) -> None:
        if what[0] != "write":
            self.calls.append(what)
            return
        before = "\n".join(self.rows())
        self.writes.append(what[1])
        self._stream.feed(what[1])
        self.spoken += spoken(before, "\n".join(self.rows()), self.word)


def spoken(old: str, new: str, word: str, tab: bool = False) -> list[str]:
    """Return the lines NVDA would speak of a console that changed, by its documented rules."""
    lines = [
        line
        for kind, text in diff_match_patch().diff_main(old, new)
        if kind == diff_match_patch.DIFF_INSERT
        for line in text.split("\n")
        if line.strip()
    ]
    if len(lines) == 1:
        length = len(lines[0].strip())
        if length == 1 or (not tab and length < max(len(word) + 1, 3)):
            return []
    return lines


@pytest.fixture
def console(tmp_path: Path) -> Iterator[Callable[..., Console]]:
    consoles: list[Console] = []

    def start(*args: str) -> Console:
        consoles.append(Console(tmp_path, *args))
        return consoles[-1].started()

    yield start
    for each in consoles:
        each.close()
        assert (tmp_path / "errors").read_text() == ""
        assert not [code for code in FORBIDDEN if code in "".join(each.writes)]


def test_typing_costs_a_byte_a_key_and_an_event_one_write(console: Callable[..., Console]) -> None:
    terminal = console()
    assert terminal.writes == ["Welcome.\n", "\x1b[J> \x1b[2D\x1b[2C"]
    assert [terminal.writes_of(key) for key in "pla"] == [["p"], ["l"], ["a"]]
    written = terminal.writes_of("", "e")
    assert written == [f"\x1b[5D\x1b[J{EVENT}\r\n\x1b[J> pla\x1b[5D\x1b[5C"]
    assert terminal.rows() == ["Welcome.", EVENT, "> pla"]
    assert terminal.caret() == (2, 5)
    assert [terminal.writes_of(key) for key in " r"] == [[" "], ["r"]]
    written = terminal.writes_of("\r")
    assert written == ["\r\n", "You said pla r.\r\n", "\x1b[J> \x1b[2D\x1b[2C"]
    terminal.type("quit\r")
    assert terminal.ended() == 0
    assert "".join(terminal.writes).endswith("quit\r\nYou said quit.\r\nThe end.\n")
    assert terminal.received.replace(b"\r", b"") == "".join(terminal.writes).replace("\r", "").encode()
    assert termios.tcgetattr(terminal.slave) == terminal.modes


def test_the_caret_stays_where_it_is_in_the_line(console: Callable[..., Console]) -> None:
    terminal = console()
    terminal.writes_of("play red\x1b[D\x1b[D\x1b[D")
    terminal.obey("e")
    assert terminal.rows() == ["Welcome.", EVENT, "> play red"]
    assert terminal.caret() == (2, 7)
    terminal.writes_of("X\r")
    assert ["typed", "play Xred"] in terminal.calls
    assert terminal.rows()[-3:] == ["> play Xred", "You said play Xred.", ">"]


def test_keys_answer_above_the_half_typed_line(console: Callable[..., Console]) -> None:
    terminal = console()
    terminal.writes_of("pla")
    keys = {
        "\x1bOQ": "repeat",
        "\x1b[15~": "status",
        "\x1b[24~": "help",
        "\x1bs": "status",
        "\x1bp": "previous",
    }
    for sent, word in keys.items():
        (written,) = terminal.writes_of(sent)
        assert f"The key says {word}.\r\n" in written
        assert terminal.rows()[-1] == "> pla"
        assert terminal.caret()[1] == 5
    assert ["silence"] not in terminal.calls
    terminal.writes_of("\x07")
    assert terminal.calls[-3:] == [["silence"], ["key", "stop"], ["obeyed"]]


def test_hold_writes_nothing_while_somebody_types(console: Callable[..., Console]) -> None:
    terminal = console("hold")
    terminal.writes_of("pla")
    assert terminal.writes_of("", "e") == []
    assert terminal.writes_of("y", "e") == ["y"]
    assert "The key says status." in terminal.writes_of("\x1b[15~")[0]
    written = terminal.writes_of("\r")
    assert written[:2] == [f"\r\n{EVENT}\r\n{EVENT}\r\n", "You said play.\r\n"]
    assert terminal.writes_of("x", "e") == ["x"]
    (written_at_empty,) = terminal.writes_of("\x7f")
    assert EVENT in written_at_empty
    assert terminal.rows()[-2:] == [EVENT, ">"]
    terminal.writes_of("bye", "e")
    os.kill(terminal.process.pid, signal.SIGTERM)
    assert terminal.ended() == 0
    assert terminal.writes[-3:] == [f"{EVENT}\n", "Goodbye.\n", "The end.\n"]


def test_control_c_and_control_d(console: Callable[..., Console]) -> None:
    terminal = console()
    terminal.writes_of("pla")
    assert terminal.writes_of("\x03") == ["\r\n", "Cancelled.\r\n", "\x1b[J> \x1b[2D\x1b[2C"]
    assert terminal.writes_of("\x03")[:2] == ["\r\n", "Cancelled.\r\n"]
    assert [call for call in terminal.calls if call != ["obeyed"]] == [
        ["interrupted", True],
        ["interrupted", False],
    ]
    os.kill(terminal.process.pid, signal.SIGINT)
    terminal.until(lambda: terminal.calls.count(["interrupted", False]) == 2)
    terminal.writes_of("x\x04")
    assert ["left"] not in terminal.calls
    terminal.writes_of("\x7f")
    terminal.type("\x04")
    assert terminal.ended() == 0
    assert terminal.writes[-3:] == ["\r\n", "Goodbye.\r\n", "The end.\n"]


def test_umlauts_braille_and_a_long_line_that_wraps(console: Callable[..., Console]) -> None:
    terminal = console()
    assert terminal.writes_of("üß⠁") in (["üß⠁"], ["ü", "ß⠁"], ["üß", "⠁"], ["ü", "ß", "⠁"])
    terminal.writes_of("\r")
    assert ["typed", "üß⠁"] in terminal.calls
    assert "You said üß⠁." in terminal.rows()
    letters = "abcdefghij" * 10
    for letter in letters:
        terminal.type(letter)
    terminal.until(lambda: terminal.rows()[-1].endswith(letters[78:]))
    assert "".join(terminal.writes).count("> abc") == 0  # It is not painted again when it wraps.
    assert len(terminal.writes_of("", "e")) == 1
    assert terminal.rows()[-3:] == [EVENT, "> " + letters[:78], letters[78:]]
    assert terminal.caret()[1] == 22
    terminal.writes_of("\r")
    assert ["typed", letters] in terminal.calls


def test_a_window_resized_does_no_harm(console: Callable[..., Console]) -> None:
    terminal = console()
    terminal.writes_of("play")
    for rows, columns in ((10, 40), (1, 1), (50, 200)):
        before = len(terminal.writes)
        terminal.resize(rows, columns)
        terminal.until(lambda: len(terminal.writes) > before)  # noqa: B023 - called at once
    terminal.writes_of(" on\r", "e")
    assert ["typed", "play on"] in terminal.calls


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_restores_the_terminal(console: Callable[..., Console], number: signal.Signals) -> None:
    terminal = console()
    terminal.writes_of("pla")
    assert termios.tcgetattr(terminal.slave) != terminal.modes
    os.kill(terminal.process.pid, number)
    assert terminal.ended() == 0
    assert [call for call in terminal.calls if call != ["obeyed"]] == [["left"], ["end"]]
    assert termios.tcgetattr(terminal.slave) == terminal.modes
    assert terminal.rows()[-2:] == ["Goodbye.", "The end."]


@pytest.mark.parametrize("keys", ["pla", "wait\r"], ids=["typing", "waiting"])
@pytest.mark.parametrize("how", ["controlled", "uncontrolled"])
def test_a_terminal_that_is_gone_ends_it(console: Callable[..., Console], how: str, keys: str) -> None:
    terminal = console(how)
    terminal.writes_of(keys)
    terminal.hang_up()
    assert terminal.ended() == 0
    assert terminal.calls[-2:] == [["left"], ["end"]]


def test_a_reader_speaks_each_message_once_and_nothing_else(console: Callable[..., Console]) -> None:
    terminal = console()
    said = ["Welcome."]
    for keys, word, messages in [
        ("p", "p", [EVENT]),
        ("lay r", "play r", [EVENT]),
        ("\x1b[D\x1b[D", "play r", [EVENT]),
        ("\x1b[15~", "play r", ["The key says status.", EVENT]),
        ("\x05ed\x7f", "play re", [EVENT]),
        ("\r", "", ["You said play re.", EVENT]),
        ("dr\x03", "", ["Cancelled.", EVENT]),
    ]:
        terminal.word = word
        for key in [keys] if keys.startswith("\x1b") else keys:
            terminal.writes_of(key)
        terminal.obey("e")
        said += messages
    assert terminal.spoken == said


class Recorder:
    """A person in this process; `answers` are what it does at a line typed."""

    def __init__(self, front: LineFrontEnd) -> None:
        self.done = False
        self.front = front
        self.calls: list[tuple[object, ...]] = []
        self.answers: dict[str, Callable[[], Coroutine[Any, Any, None]]] = {}

    async def ready(self) -> None:
        self.calls.append(("ready",))

    def silence(self) -> None:
        self.calls.append(("silence",))

    async def typed(self, line: str) -> None:
        if line in self.answers:
            await self.answers[line]()
        self.calls.append(("typed", line))
        self.done = line == "quit"

    async def key(self, word: str) -> None:
        self.calls.append(("key", word))

    async def tab(self, text: str) -> str:
        self.calls.append(("tab", text))
        await asyncio.sleep(0.02)
        self.front.show("Two choices.")
        return {"pl": "play "}.get(text, text)

    async def interrupted(self, *, typing: bool) -> None:
        self.calls.append(("interrupted", typing))

    async def left(self) -> None:
        self.calls.append(("left",))
        self.done = self.calls.count(("left",)) == 2

    def without_silence(self) -> list[tuple[object, ...]]:
        return [call for call in self.calls if call != ("silence",)]


class Breakable(io.StringIO):
    """A standard output that can be gone."""

    broken = False

    def write(self, text: str) -> int:
        if self.broken:
            raise OSError(errno.EIO, "gone")
        return super().write(text)


Played = Callable[..., tuple[Recorder, str]]


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch) -> Played:
    """Return what types keys at a front end in this process and returns the person and what was written."""

    async def at_keyboard(
        pipe: PipeInput, keys: str, prepare: Callable[[Recorder], None], hold: bool
    ) -> Recorder:
        front = LineFrontEnd(hold=hold)
        person = Recorder(front)
        prepare(person)
        pipe.send_text(keys)
        await asyncio.wait_for(front.run(person), HANG)
        return person

    def run(
        keys: str, prepare: Callable[[Recorder], None] = lambda _: None, *, hold: bool = False
    ) -> tuple[Recorder, str]:
        output = Breakable()
        monkeypatch.setattr(sys, "stdout", output)
        with create_pipe_input() as pipe, create_app_session(input=pipe):
            person = asyncio.run(at_keyboard(pipe, keys, prepare, hold))
        return person, output.getvalue()

    return run


SENT = {
    **{f"F{number}": f"\x1bO{letter}" for number, letter in zip(range(2, 5), "QRS", strict=True)},
    **{
        "F5": "\x1b[15~",
        "F6": "\x1b[17~",
        "F7": "\x1b[18~",
        "F8": "\x1b[19~",
        "F9": "\x1b[20~",
        "F10": "\x1b[21~",
        "F12": "\x1b[24~",
        "Alt+Up": "\x1b[1;3A",
        "Alt+Down": "\x1b[1;3B",
    },
}


def test_every_key_of_the_table_says_its_word(play: Played) -> None:
    names = [(name, word) for names, word in KEYS for name in names]
    sent = [
        SENT.get(name) or name.lower().replace("alt+", "\x1b").replace("ctrl+g", "\x07") for name, _ in names
    ]
    person, _ = play("pla" + "".join(sent) + "\rquit\r")
    words = [call[1] for call in person.calls if call[0] == "key"]
    assert words == [word for _, word in names]
    assert ("typed", "pla") in person.calls
    assert person.calls.count(("silence",)) == words.count("stop") + words.count("pause") + 2


def test_lines_typed_ahead_are_kept_and_answered_in_order(play: Played) -> None:
    def prepare(person: Recorder) -> None:
        async def slowly() -> None:
            await asyncio.sleep(0.05)
            person.front.show("Slowly.")

        person.answers = dict.fromkeys("ab", slowly)

    person, output = play("a\rb\r\x1b[15~c\x1b[D\x1bOPd\rquit\r", prepare)
    assert person.without_silence() == [
        ("typed", "a"),
        ("typed", "b"),
        ("key", "status"),
        ("typed", "dc"),
        ("typed", "quit"),
    ]
    shown = re.sub(r"\x1b\[(\d)D\x1b\[\1C|\x1b\[J", "", output)
    assert shown.startswith("> a\r\nSlowly.\r\n> b\r\nSlowly.\r\n> ")


@pytest.mark.parametrize(("key", "word"), [("F8", "stop"), ("F10", "pause")])
def test_the_voice_stops_at_once_while_a_line_is_being_answered(play: Played, key: str, word: str) -> None:
    def prepare(person: Recorder) -> None:
        async def until_silent() -> None:
            while person.calls != [("silence",)] * 2:
                await asyncio.sleep(0.001)

        person.answers = {"talk": until_silent}

    person, _ = play(f"talk\r{SENT[key]}quit\r", prepare)
    assert person.without_silence() == [("typed", "talk"), ("key", word), ("typed", "quit")]


def test_control_c_gets_through_while_a_line_is_being_answered(play: Played) -> None:
    def prepare(person: Recorder) -> None:
        async def until_interrupted() -> None:
            while ("interrupted", True) not in person.calls:
                await asyncio.sleep(0.001)

        person.answers = {"wait": until_interrupted}

    person, _ = play("wait\rahead\r\x03quit\r", prepare)
    assert person.without_silence() == [("interrupted", True), ("typed", "wait"), ("typed", "quit")]


def test_tab_completes_and_what_is_typed_meanwhile_follows(play: Played) -> None:
    person, output = play("pl\tred\rxy\t\rquit\r", hold=True)
    assert person.without_silence() == [
        ("tab", "pl"),
        ("typed", "play red"),
        ("tab", "xy"),
        ("typed", "xy"),
        ("typed", "quit"),
    ]
    assert output.count("Two choices.\r\n") == 2  # Asked for, and so not held.


def test_history_is_kept_over_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    front = LineFrontEnd()

    async def run(pipe: PipeInput, *keys: str) -> Recorder:
        person = Recorder(front)
        task = asyncio.create_task(front.run(person))
        for some in keys:
            await asyncio.sleep(0.05)
            pipe.send_text(some)
        await asyncio.wait_for(task, HANG)
        return person

    with create_pipe_input() as pipe, create_app_session(input=pipe):
        asyncio.run(run(pipe, "draw\r", "hand\r", "quit\r"))
        person = asyncio.run(run(pipe, "\x1b[A\x1b[A\x1b[A\x1b[B\r", "\x1b[A\x1b[A\r"))
    assert person.without_silence() == [("typed", "hand"), ("typed", "quit")]


def test_control_d_that_is_not_the_end_goes_on(play: Played) -> None:
    person, _ = play("\x04a\r\x04")
    assert person.without_silence() == [("left",), ("typed", "a"), ("left",)]


@pytest.mark.parametrize(
    ("name", "keys"),
    [
        ("typed", "a\r"),
        ("key", "\x1b[15~"),
        ("tab", "\t"),
        ("interrupted", "\x03"),
        ("left", "\x04"),
        ("silence", "\x07"),
    ],
)
def test_an_exception_comes_out_of_run(play: Played, name: str, keys: str) -> None:
    async def fail_later(*_: object, **__: object) -> None:
        raise ZeroDivisionError(name)

    def fail() -> None:
        raise ZeroDivisionError(name)

    with pytest.raises(ZeroDivisionError, match=name):
        play(keys, lambda person: setattr(person, name, fail if name == "silence" else fail_later))


def test_what_cannot_be_shown_is_an_os_error_and_ends_it(play: Played) -> None:
    def prepare(person: Recorder) -> None:
        async def lose() -> None:
            assert isinstance(sys.stdout, Breakable)
            sys.stdout.broken = True
            person.front.show("Lost.")

        async def leave() -> None:
            person.front.show("Lost as well.")
            person.calls.append(("left",))

        person.answers = {"a": lose}
        person.left = leave  # type: ignore[method-assign]  # this person only

    person, output = play("a\rb\r", prepare)
    assert person.calls == [("silence",), ("left",)]
    assert "ost" not in output


def test_a_keyboard_that_cannot_be_read_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    front = LineFrontEnd()
    person = Recorder(front)
    master, slave = pty.openpty()

    async def run() -> None:
        task = asyncio.create_task(front.run(person))
        await asyncio.sleep(0.05)
        os.close(slave)  # Now reading the other end is an error, not an end.
        await asyncio.wait_for(task, HANG)

    with os.fdopen(master) as keyboard, create_app_session(input=Vt100Input(keyboard)):
        asyncio.run(run())
    assert person.calls == [("left",)]


def test_nothing_shown_can_command_the_terminal(play: Played) -> None:
    def prepare(person: Recorder) -> None:
        async def hostile() -> None:
            person.front.show("A\x1b[2Jn\x9b5n\x07n\x00a\x7f\r\u2028,\ttab.\nSecond – ⠓ ü.")

        person.front.show("\x1b]0;title\x07")
        person.answers = {"a": hostile}

    _, output = play("a\x11\x1b\rquit\r", prepare)  # Ctrl-Q types the escape character itself.
    _, output_again = play("a\rquit\r", prepare)
    assert output.startswith("\ufffd]0;title\ufffd\n")
    assert "\x1b\r" not in output
    assert "A\ufffd[2Jn\ufffd5n\ufffdn\ufffda\ufffd\ufffd\ufffd, tab.\r\nSecond – ⠓ ü.\r\n" in output_again


def test_what_is_typed_is_handed_over_as_one_printable_line(play: Played) -> None:
    person, _ = play("a\x11\x1bb\x1b[200~c\nd\x1b[201~\rquit\r")
    assert ("typed", "a\ufffdbc d") in person.calls


def test_a_person_who_leaves_unasked_ends_it(play: Played) -> None:
    def prepare(person: Recorder) -> None:
        asyncio.get_running_loop().call_later(1.0, setattr, person, "done", True)

    person, output = play("half", prepare)
    assert person.calls == []
    assert output.endswith("\x1b[6D\x1b[J")


def test_the_end_of_the_keyboard_is_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    front = LineFrontEnd()
    person = Recorder(front)

    async def run(pipe: PipeInput) -> None:
        task = asyncio.create_task(front.run(person))
        await asyncio.sleep(0.05)
        pipe.close()
        await asyncio.wait_for(task, HANG)

    with create_pipe_input() as pipe, create_app_session(input=pipe):
        asyncio.run(run(pipe))
    assert person.calls == [("left",)]


@pytest.mark.parametrize("once", [BlockingIOError(errno.EAGAIN, "again"), OSError(errno.EIO, "io"), b""])
def test_only_an_end_that_lasts_is_an_end(monkeypatch: pytest.MonkeyPatch, once: OSError | bytes) -> None:
    """A key that was to be had and then was not, because something else read it, ends nothing."""
    master, slave = pty.openpty()
    really, looks = os.read, [once]

    def read(descriptor: int, count: int) -> bytes:
        if descriptor == slave and looks:
            found = looks.pop()
            if isinstance(found, OSError):
                raise found
            return found
        return really(descriptor, count)

    monkeypatch.setattr("access.line.os.read", read)
    reader = _Reader(slave, "utf-8")
    os.write(master, b"a\n")
    assert select.select([slave], [], [], HANG)[0]
    assert reader.read() + reader.read() == "a\n"
    assert (reader.closed, looks) == (False, [])
    assert reader.read() == ""
    assert not reader.closed
    os.close(master)
    assert (reader.read(), reader.closed) == ("", True)
    os.close(slave)
