"""The braille display behind BRLTTY: the real one, with a simulated display, and all that happens to both."""

from __future__ import annotations

import ctypes
import os
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from speech.braille import BrailleWindow, Field, Group
from speech.cells import cells_of
from speech.devices import Fault, Trouble, brlapi, brlapi_library
from speech.devices.brlapi import BrlapiDisplay, State, check, decode, fault_of, host_of, key_file, make
from speech.devices.brlapi_library import Connection, Lost, NoLibrary, load
from speech.display_keys import CELL_COMMANDS, COMMANDS, TYPED, DisplayKey, Key
from speech.utterance import Urgency
from tests.brltty_rig import Brltty, free_slot, needs_brltty
from tests.sound_rig import run_script, wait_until

LAST = bytes(range(1, 31))
"""A content that no other test leaves behind, shorter than every display but the smallest."""


@pytest.fixture(autouse=True)
def _no_window(monkeypatch: pytest.MonkeyPatch) -> None:
    """BRLTTY has no screen here, so the whole display is taken, wherever the tests are run."""
    for name in ("WINDOWID", "WINDOWPATH", "CONTROLVT", "DISPLAY", "BRLAPI_HOST", "BRLAPI_AUTH"):
        monkeypatch.delenv(name, raising=False)


class Used:
    """A display in use, and all that it told."""

    def __init__(self, host: str) -> None:
        self.keys: list[Key] = []
        self.states: list[State] = []
        self.reports: list[Fault] = []
        self.display = BrlapiDisplay(
            lambda trouble, detail: self.reports.append(Fault(trouble, detail)),
            host,
            on_key=self.keys.append,
            on_change=self.states.append,
            path=(),
        )

    def becomes(self, state: State, seconds: float = 8.0) -> bool:
        return wait_until(lambda: self.display.state is state, seconds)

    def pressed(self, count: int) -> list[Key]:
        """The keys told since the last call; waits for that many, and a moment for more."""
        wait_until(lambda: len(self.keys) >= count)
        time.sleep(0.02)
        keys, self.keys[:] = self.keys[:], []
        return keys


@pytest.fixture(scope="module", params=[20, 40, 80], ids="{} cells".format)
def sized(request: pytest.FixtureRequest) -> Iterator[Brltty]:
    """A BRLTTY for tests that leave it as it was."""
    needs_brltty()
    with Brltty(request.param) as brltty:
        yield brltty


@pytest.fixture
def brltty() -> Iterator[Brltty]:
    """A BRLTTY of 40 cells for one test."""
    needs_brltty()
    with Brltty() as found:
        yield found


@pytest.fixture
def use() -> Iterator[Callable[[Brltty], Used]]:
    """Use a display until the end of the test."""
    all_used: list[Used] = []

    def start(brltty: Brltty) -> Used:
        used = Used(brltty.host)
        all_used.append(used)
        return used

    yield start
    for used in all_used:
        used.display.close()
    names = {thread.name for thread in threading.enumerate()}
    assert not [name for name in names if name.startswith("braille display")]


Use = Callable[[Brltty], Used]


def ready(brltty: Brltty, use: Use) -> Used:
    used = use(brltty)
    assert used.becomes(State.READY), brltty.log()
    return used


# Cells and keys, at three sizes


def test_every_pattern_of_dots_comes_out_byte_for_byte_and_nothing_is_ever_torn(
    sized: Brltty, use: Use
) -> None:
    used = ready(sized, use)
    width = sized.display.columns
    assert (used.display.width, used.display.rows) == (width, 1)
    wanted = [bytes(range(first, min(first + width, 256))) for first in range(0, 256, width)]
    before = len(sized.display.shown)
    for cells in wanted:
        used.display.write(list(cells), "x" * len(cells))
        assert sized.display.wait(cells), cells
    padded = {cells.ljust(width, b"\0") for cells in wanted}
    assert {shown for _, shown in sized.display.shown[before:]} <= {*padded, bytes(width)}


def test_the_latest_of_many_contents_wins_and_all_that_is_shown_is_whole(sized: Brltty, use: Use) -> None:
    used = ready(sized, use)
    width = sized.display.columns
    used.display.write([], "")
    assert sized.display.wait([])
    before = len(sized.display.shown)
    longest = 0.0
    for number in range(1, 251):
        begin = time.perf_counter()
        used.display.write([number] * width, "")
        longest = max(longest, time.perf_counter() - begin)
        if not number % 50:
            time.sleep(0.03)
    assert sized.display.wait([250] * width)
    shown = [cells for _, cells in sized.display.shown[before:]]
    assert all(len(set(cells)) == 1 for cells in shown)
    assert [cells[0] for cells in shown] == sorted(cells[0] for cells in shown)
    assert longest < 0.1


def test_every_routing_key_tells_its_cell(sized: Brltty, use: Use) -> None:
    used = ready(sized, use)
    for cell in range(sized.display.columns):
        sized.display.route(cell, held=0.004)
    wanted = [Key(DisplayKey.ROUTING, cell=cell) for cell in range(sized.display.columns)]
    assert used.pressed(len(wanted)) == wanted


def test_more_cells_than_the_display_has_are_cut(sized: Brltty, use: Use) -> None:
    used = ready(sized, use)
    used.display.write([3] * 200, "x" * 200)
    assert sized.display.wait([3] * sized.display.columns)
    used.display.write([4], "x")
    assert sized.display.wait([4])


@pytest.fixture(scope="module")
def forty() -> Iterator[Brltty]:
    """A BRLTTY of 40 cells for tests that leave it as it was."""
    needs_brltty()
    with Brltty() as found:
        yield found


PRESSED = {
    ("left space",): DisplayKey.PAN_LEFT,
    ("right space",): DisplayKey.PAN_RIGHT,
    ("right rocker up",): DisplayKey.PREVIOUS,
    ("right rocker down",): DisplayKey.NEXT,
    ("dot8", "dot1"): DisplayKey.PREVIOUS_GROUP,
    ("dot7", "dot5"): None,  # cursor tracking belongs to BRLTTY
    ("dot7",): DisplayKey.HOME,
    ("dot2",): DisplayKey.BACK,
    ("dot3", "left space"): DisplayKey.FIRST,
    ("dot3", "right space"): DisplayKey.LAST,
    ("dot7", "left space"): DisplayKey.LINE_START,
    ("dot7", "right space"): DisplayKey.LINE_END,
    ("dot5", "left space"): DisplayKey.CHARACTER_LEFT,
    ("dot5", "right space"): DisplayKey.CHARACTER_RIGHT,
    ("dot2", "left space"): DisplayKey.HALF_LEFT,
    ("dot2", "right space"): DisplayKey.HALF_RIGHT,
    ("dot3", "dot4"): DisplayKey.NEXT_MESSAGE,
    ("dot3", "dot2", "left space"): DisplayKey.SILENCE,
    ("left rocker up",): DisplayKey.UP,
    ("left rocker down",): DisplayKey.DOWN,
    ("dot6",): None,  # six or eight dots: a setting of BRLTTY
}
"""What the key tables of BRLTTY make of the keys of a Braille Star 40."""


def test_keys_are_told_by_what_they_mean_and_others_stay_with_brltty(forty: Brltty, use: Use) -> None:
    used = ready(forty, use)
    for names, kind in PRESSED.items():
        forty.display.press(*names, held=0.01)
        assert used.pressed(1 if kind else 0) == ([Key(kind)] if kind else []), names


def test_what_is_typed_in_braille_comes_as_text(forty: Brltty, use: Use) -> None:
    used = ready(forty, use)
    forty.display.press("dot7", "dot8", "right space")  # BRLTTY's own: type from now on
    assert used.pressed(0) == []
    try:
        for letter in cells_of("hint 4!", "en"):
            dots = [f"dot{dot}" for dot in range(1, 9) if letter >> (dot - 1) & 1]
            forty.display.press(*(dots or ["left space"]))
        forty.display.press("dot1", "dot3", "dot7")
        forty.display.press("left space", "dot7")
        forty.display.press("left space", "dot1")  # with Control: goes to the terminal, not to us
        forty.display.press("right space")
        typed = used.pressed(10)
    finally:
        forty.display.press("dot7", "dot8", "left space")
    assert "".join(key.char for key in typed) == "hint 4!K"
    assert [key.kind for key in typed[-2:]] == [DisplayKey.ERASE, DisplayKey.ENTER]
    assert len(typed) == 10


def test_commands_can_be_asked_for_by_number(forty: Brltty) -> None:
    keys: list[Key] = []
    display = BrlapiDisplay(lambda *_: None, forty.host, on_key=keys.append, path=(), commands=[34])
    try:
        assert wait_until(lambda: display.state is State.READY)
        forty.display.press("dot6")
        assert wait_until(lambda: keys == [Key(DisplayKey.COMMAND, number=34)])
    finally:
        display.close()


def test_a_braille_window_is_read_and_panned_by_the_display(forty: Brltty, use: Use) -> None:
    used = ready(forty, use)
    window = BrailleWindow(used.display, "en")
    window.set_line([Group((Field("r1", "card 1"), Field("-2", "card 2")))])
    assert forty.display.wait([*cells_of("r1 ", "en"), 0x24, *cells_of("2", "en")])
    window.message("Ben hints", Urgency.TABLE)
    assert forty.display.wait(cells_of("Ben hints", "en"))
    used.display.on_key = lambda key: window.forward() if key.kind is DisplayKey.PAN_RIGHT else None
    forty.display.press("right space")
    assert forty.display.wait([*cells_of("r1 ", "en"), 0x24, *cells_of("2", "en")])


def test_a_callback_that_raises_does_no_harm(forty: Brltty, use: Use) -> None:
    used = ready(forty, use)

    def broken(key: Key) -> None:
        raise ValueError("broken")

    used.display.on_key = broken
    forty.display.press("dot7")
    assert wait_until(lambda: used.reports == [Fault(Trouble.FAILED, "ValueError('broken')")])
    used.display.write(LAST, "")
    assert forty.display.wait(LAST)


# Another program


def test_another_program_takes_the_display_and_when_it_leaves_ours_is_back(forty: Brltty, use: Use) -> None:
    used = ready(forty, use)
    used.display.write([5] * 9, "")
    assert forty.display.wait([5] * 9)
    other = Connection(load(), forty.host)
    try:
        other.open()
        other.take(())
        other.write(b"\x08" * 40)
        assert forty.display.wait([8] * 40)
        before = len(forty.display.shown)
        used.display.write([6] * 9, "")
        time.sleep(1.3)  # longer than the device waits before it writes again
        assert len(forty.display.shown) == before
        assert used.display.state is State.READY
    finally:
        other.close()
    assert forty.display.wait([6] * 9)
    forty.display.route(7)
    assert used.pressed(1) == [Key(DisplayKey.ROUTING, cell=7)]


def test_what_brltty_refuses_costs_the_connection_and_not_the_process(
    forty: Brltty, capfd: pytest.CaptureFixture[str]
) -> None:
    connection = Connection(load(), forty.host)
    connection.open()
    connection.take(())
    connection.write(bytes(41))
    with pytest.raises(Lost):
        connection.ping()
    connection.close()
    assert capfd.readouterr() == ("", "")


# Coming and going


def test_after_a_kill_and_a_restart_the_line_is_back_within_three_seconds(brltty: Brltty, use: Use) -> None:
    used = ready(brltty, use)
    used.display.write([9] * 40, "")
    assert brltty.display.wait([9] * 40)
    brltty.die()
    assert used.becomes(State.LOST)
    assert used.display.fault == Fault(Trouble.NO_SERVER, "BRLTTY")
    used.display.write(LAST, "")  # what is written meanwhile is not lost
    time.sleep(1.6)  # so long that the tries have become rare
    brltty.start(wait=False)
    assert brltty.display.wait(LAST, 3.0)
    assert used.becomes(State.READY)
    assert used.display.fault is None
    brltty.stop()
    assert used.becomes(State.LOST)
    assert used.display.width == 40
    brltty.display.unplug()
    brltty.display.plug(80)
    brltty.start(wait=False)
    assert brltty.display.wait(LAST, 3.0)
    assert used.becomes(State.READY)
    assert used.display.width == 80
    assert used.reports == [Fault(Trouble.NO_SERVER, "BRLTTY")]  # once, not each time
    # In between BRLTTY may say that the display is off, or it may not come to that.
    told = [state for state in used.states if state is not State.OFFLINE]
    assert told == [State.READY, State.LOST, State.READY, State.LOST, State.READY]


def test_a_display_unplugged_and_one_plugged_in_later_shows_the_last_content(
    brltty: Brltty, use: Use
) -> None:
    used = ready(brltty, use)
    used.display.write([9] * 40, "")
    assert brltty.display.wait([9] * 40)
    brltty.display.unplug()
    used.display.write(LAST, "")  # BRLTTY notices when it writes
    assert used.becomes(State.OFFLINE)
    used.display.write(LAST[::-1], "")
    assert used.display.width == 40
    brltty.display.plug(20)
    assert brltty.display.wait(LAST[::-1][:20], 10)  # BRLTTY looks every five seconds
    assert used.becomes(State.READY)
    assert used.display.width == 20
    assert used.reports == []
    brltty.display.route(19)
    assert used.pressed(1) == [Key(DisplayKey.ROUTING, cell=19)]
    assert used.states == [State.READY, State.OFFLINE, State.READY]


def test_another_display_in_its_place_has_another_width(brltty: Brltty, use: Use) -> None:
    used, columns = ready(brltty, use), 80
    brltty.display.unplug()
    brltty.display.plug(columns)
    used.display.write(LAST, "")
    assert brltty.display.wait(LAST[:columns], 10)
    assert wait_until(lambda: used.display.size == (columns, 1))
    assert used.becomes(State.READY)
    used.display.write([7] * columns, "")
    assert brltty.display.wait([7] * columns)
    brltty.display.route(columns - 1)
    assert used.pressed(1) == [Key(DisplayKey.ROUTING, cell=columns - 1)]
    assert used.states[-1] is State.READY


def test_brltty_may_come_later_and_the_display_later_still(use: Use) -> None:
    needs_brltty()
    with Brltty(started=False) as brltty:
        brltty.display.unplug()
        assert check(brltty.where) == Fault(Trouble.NO_SERVER, "BRLTTY")
        used = use(brltty)
        used.display.write(LAST, "")
        assert used.becomes(State.LOST)
        brltty.start(wait=False)
        assert used.becomes(State.OFFLINE)
        assert used.display.fault is None
        assert check(brltty.where) == Fault(Trouble.FAILED, "display")
        brltty.die()
        brltty.display.plug(20)
        brltty.start(wait=False)
        assert brltty.display.wait(LAST[:20], 3.0)
        assert used.becomes(State.READY)
        assert check(brltty.where) is None
        assert used.reports == [Fault(Trouble.NO_SERVER, "BRLTTY")]


# Hanging


def test_a_hanging_brltty_holds_nobody_up_and_goes_on_where_it_stopped(
    brltty: Brltty, use: Use, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(brlapi, "CHECKING", 0.5)
    used = ready(brltty, use)
    brltty.hang()
    longest = 0.0
    for number in range(200):
        begin = time.perf_counter()
        used.display.write([number] * 40, "")
        longest = max(longest, time.perf_counter() - begin)
    assert longest < 0.1
    assert used.becomes(State.HUNG)
    assert used.reports == [Fault(Trouble.HUNG, "BRLTTY")]
    assert check(brltty.where) == Fault(Trouble.HUNG, "BRLTTY")
    used.display.write(LAST, "")
    brltty.go_on()
    assert brltty.display.wait(LAST, 3.0)
    assert used.becomes(State.READY)
    brltty.die()
    assert used.becomes(State.LOST)


@pytest.mark.parametrize("found_out", [False, True])
def test_closing_while_brltty_hangs_takes_no_time_and_leaves_nothing(
    brltty: Brltty, found_out: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(brlapi, "HUNG", 0.6)
    before = len(os.listdir("/proc/self/fd"))
    used = Used(brltty.host)
    assert used.becomes(State.READY)
    brltty.hang()
    if found_out:  # which takes no write; then the device is in the middle of a new try to connect
        assert used.becomes(State.HUNG)
        time.sleep(0.3)
    else:  # in the middle of a question
        used.display.write(LAST, "")
        time.sleep(0.05)
    begin = time.perf_counter()
    used.display.close()
    assert time.perf_counter() - begin < 0.5
    assert wait_until(lambda: len(os.listdir("/proc/self/fd")) == before)
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("braille display")]


def test_many_displays_one_after_the_other_leave_nothing_behind(forty: Brltty) -> None:
    def once() -> None:
        used = Used(forty.host)
        assert used.becomes(State.READY)
        used.display.write(LAST, "")
        begin = time.perf_counter()
        used.display.close()
        used.display.close()
        assert time.perf_counter() - begin < 0.5
        used.display.write(LAST, "")  # harmless

    once()
    before = len(os.listdir("/proc/self/fd"))
    for _ in range(10):
        once()
    assert len(os.listdir("/proc/self/fd")) == before
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("braille display")]


def test_a_process_ends_by_itself_and_writes_nothing_on_the_terminal(brltty: Brltty) -> None:
    script = f"""
import os, time
from speech.devices.brlapi import BrlapiDisplay, State
display = BrlapiDisplay(lambda *_: None, {brltty.host!r}, path=())
while display.state is not State.READY:
    time.sleep(0.01)
display.write([1] * 40, "x")
os.kill({brltty.pid}, 9)
while display.state is not State.LOST:
    time.sleep(0.01)
display.write([2] * 40, "x")
"""
    done = run_script(script, dict(os.environ))
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


# What is missing


def test_a_missing_library_is_told_once_and_the_game_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(brlapi_library, "NAMES", {})
    monkeypatch.setattr(brlapi_library, "USUAL", ("libbrlapi.so.none",))
    monkeypatch.setattr(brlapi_library, "find_library", lambda _: None)
    wanted = Fault(Trouble.NO_LIBRARY, "libbrlapi")
    assert check() == wanted
    reports: list[Fault] = []
    display = make(lambda trouble, detail: reports.append(Fault(trouble, detail)))
    try:
        assert wait_until(lambda: reports == [wanted])
        display.write([1], "a")
        assert (display.state, display.fault, display.width) == (State.LOST, wanted, 40)
    finally:
        display.close()
    display.write([1], "a")


def test_a_library_that_is_no_brlapi_counts_as_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(brlapi_library, "NAMES", {})
    monkeypatch.setattr(brlapi_library, "USUAL", ("libc.so.6",))
    with pytest.raises(NoLibrary):
        load()


def test_a_key_that_does_not_fit_is_told_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    needs_brltty()
    right, wrong = tmp_path / "right", tmp_path / "wrong"
    right.write_text("0123456789abcdef")
    wrong.write_text("fedcba9876543210")
    with Brltty(auth=f"keyfile:{right}") as brltty:
        monkeypatch.setenv("BRLAPI_AUTH", f"keyfile:{right}")
        assert check(brltty.where) is None
        for other in (wrong, tmp_path / "none"):
            monkeypatch.setenv("BRLAPI_AUTH", f"keyfile:{other}")
            assert check(brltty.where) == Fault(Trouble.FAILED, "brlapi.key")
        assert key_file() == (str(tmp_path / "none"), None)
        monkeypatch.setenv("BRLAPI_AUTH", f"keyfile:{right}+polkit")
        path, group = key_file()
        assert path == str(right)
        assert group
        used = Used(brltty.host)
        try:
            assert used.becomes(State.READY)
        finally:
            used.display.close()
    monkeypatch.delenv("BRLAPI_AUTH")
    assert key_file()[0] == "/etc/brlapi.key"


# Without BRLTTY


def test_where_is_written_as_in_brlapi() -> None:
    assert [host_of(where) for where in ("brlapi", "brlapi:", "brlapi:ada:1", "brlapi::2")] == [
        None, None, "ada:1", ":2",
    ]  # fmt: skip


def test_nobody_listens_where_nobody_was_started() -> None:
    needs_brltty()
    assert check(f"brlapi:127.0.0.1:{free_slot()}") == Fault(Trouble.NO_SERVER, "BRLTTY")


@pytest.mark.parametrize(
    ("code", "key"),
    [
        (0x2000_0000, None),  # a key is held down
        (0x2000_0018, Key(DisplayKey.PAN_RIGHT)),
        (0x0000_1400_2000_0001, Key(DisplayKey.PREVIOUS)),  # with flags
        (0x2001_0000, Key(DisplayKey.ROUTING, cell=0)),
        (0x2001_0167, Key(DisplayKey.ROUTING, cell=359)),  # on the last row of nine
        (0x2009_0004, Key(DisplayKey.DESCRIBE, cell=4)),
        (0x2000_0034, Key(DisplayKey.COMMAND, number=52)),
        (0x2002_0003, None),  # the clipboard
        (0x2022_0003, Key(DisplayKey.TEXT, char="⠃")),
        (0x2022_0000, Key(DisplayKey.TEXT, char="⠀")),
        (0x0000_0004_2022_0003, None),  # with Control
        (0x61, Key(DisplayKey.TEXT, char="a")),
        (0x20, Key(DisplayKey.TEXT, char=" ")),
        (0x0000_0002_0000_0061, Key(DisplayKey.TEXT, char="A")),
        (0x0000_0004_0000_0061, None),
        (0xFC, Key(DisplayKey.TEXT, char="ü")),
        (0x0100_2665, Key(DisplayKey.TEXT, char="♥")),
        (0x01FF_FFFF, None),
        (0x01, None),
        (0xFF0D, Key(DisplayKey.ENTER)),
        (0xFFBE, None),  # a function key
        (0x4000_0018, None),  # no type that there is
    ],
)
def test_key_codes_are_told_by_what_they_mean(code: int, key: Key | None) -> None:
    assert decode(code) == key


def test_each_command_means_one_thing_and_each_thing_has_a_command() -> None:
    numbers = [command.number for commands in COMMANDS.values() for command in commands]
    names = [
        command.name for commands in (*COMMANDS.values(), CELL_COMMANDS.values()) for command in commands
    ]
    assert len(set(numbers)) == len(numbers)
    assert len(set(names)) == len(names)
    reached = {*COMMANDS, *CELL_COMMANDS, *TYPED, DisplayKey.TEXT, DisplayKey.COMMAND}
    assert reached == set(DisplayKey)


class Described(ctypes.Structure):
    """brlapi_describedKeyCode_t of brlapi.h."""

    _fields_ = (
        ("type", ctypes.c_char_p),
        ("command", ctypes.c_char_p),
        ("argument", ctypes.c_uint),
        ("flags", ctypes.c_uint),
        ("flag", ctypes.c_char_p * 32),
        ("values", ctypes.c_uint * 4),
    )


def test_every_command_is_one_that_this_brltty_knows_under_its_number() -> None:
    needs_brltty()
    lib = load()
    for command, code in [
        *((command, command.number) for commands in COMMANDS.values() for command in commands),
        *((command, command.number << 16) for command in CELL_COMMANDS.values()),
    ]:
        assert not lib.brlapi_describeKeyCode(
            ctypes.c_uint64(0x2000_0000 | code), ctypes.byref(described := Described())
        )
        assert described.command == command.name.encode()


def test_reasons_are_told_apart() -> None:
    assert fault_of(Lost(brlapi_library.REFUSED, "refused")) == Fault(Trouble.NO_SERVER, brlapi.SERVER)
    assert fault_of(Lost(13, "bad protocol version")) == Fault(Trouble.FAILED, "bad protocol version")
