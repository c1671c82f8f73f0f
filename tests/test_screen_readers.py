"""Is a screen reader found, and who speaks then: real processes on Linux, stand-ins for Windows and macOS."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from access.screen_readers import (
    UNNAMED,
    Decision,
    Facts,
    Why,
    decide,
    look,
    on_linux,
    on_macos,
    on_windows,
    process_entry,
)
from tests.sound_rig import wait_until

CONSOLE = {"TERM": "linux"}
DESKTOP = {"TERM": "xterm", "DISPLAY": ":0"}
WAYLAND = {"TERM": "xterm", "WAYLAND_DISPLAY": "wayland-0"}
SSH = {"TERM": "xterm", "SSH_CONNECTION": "1 2 3 4"}
linux_only = pytest.mark.skipif(sys.platform != "linux", reason="reads Linux's tables of processes")

# -- the decision


@pytest.mark.parametrize(
    ("wanted", "facts", "route", "why"),
    [
        ("none", Facts(True, False, "Orca"), "none", Why.WANTED),
        ("own", Facts(False, True, "Orca"), "own", Why.WANTED),
        (None, Facts(False, False, None), "terminal", Why.NO_TERMINAL),
        (None, Facts(False, False, "NVDA"), "terminal", Why.NO_TERMINAL),
        (None, Facts(True, False, "NVDA"), "terminal", Why.READER),
        (None, Facts(True, True, "TDSR"), "terminal", Why.READER),
        (None, Facts(True, True, None), "terminal", Why.REMOTE),
        (None, Facts(True, False, None), "own", Why.NO_READER),
    ],
)
def test_exactly_one_speaks(wanted: str | None, facts: Facts, route: str, why: Why) -> None:
    assert decide(wanted, facts) == Decision(route, why)


def test_the_facts_are_looked_up_here_and_now(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("access.screen_readers.running", lambda: "Orca")
    monkeypatch.setattr("access.screen_readers.at_terminal", lambda: True)
    assert look({}) == Facts(True, False, "Orca")
    monkeypatch.setattr("access.screen_readers.at_terminal", lambda: False)
    assert look(SSH) == Facts(False, True, "Orca")


def test_a_look_that_fails_finds_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> str:
        raise RuntimeError("the system has changed")

    for name in ("on_linux", "on_windows", "on_macos"):
        monkeypatch.setattr(f"access.screen_readers.{name}", lambda *_: broken())
    assert look({}).reader is None


# -- Linux, with a table of processes of our own


class Table:
    """A folder like /proc."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "proc"
        self.folder.mkdir()
        (self.folder / "meminfo").write_text("not a process")

    def add(self, number: int, name: str, *words: str, parent: int = 1) -> None:
        process = self.folder / str(number)
        process.mkdir()
        (process / "comm").write_text(name + "\n")
        (process / "cmdline").write_bytes(b"".join(word.encode() + b"\0" for word in words or (name,)))
        (process / "stat").write_text(f"{number} ({name}) S {parent} 1 1 0")

    def reader(self, environment: dict[str, str], sys_folder: str = "nowhere") -> str | None:
        return on_linux(str(self.folder), sys_folder, environment)


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path)


@linux_only
@pytest.mark.parametrize("desktop", [DESKTOP, WAYLAND])
def test_a_desktop_reader_is_found_on_the_desktop_only(table: Table, desktop: dict[str, str]) -> None:
    table.add(7, "systemd")
    assert table.reader(desktop) is None
    table.add(8, "orca", "/usr/bin/python3", "/usr/bin/orca")
    assert table.reader(desktop) == "Orca"
    assert table.reader({**desktop, "TERM": "linux"}) is None  # a text console, whatever was exported there
    assert table.reader(CONSOLE) is None
    assert table.reader({**SSH, **desktop}) is None


@linux_only
def test_a_script_is_known_by_its_own_name(table: Table) -> None:
    table.add(8, "python3.12", "/usr/bin/python3", "-Es", "/opt/bin/cthulhu", "--replace")
    assert table.reader(DESKTOP) == "Cthulhu"


@linux_only
def test_who_only_speaks_of_a_reader_is_none(table: Table) -> None:
    table.add(8, "vim", "vim", "orca")
    table.add(9, "python3", "python3", "notes.py", "orca")
    table.add(10, "orca-slicer")
    table.add(11, "python3")
    assert table.reader(DESKTOP) is None


@linux_only
def test_a_reader_of_somebody_else_reads_another_desktop(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.add(8, "orca")
    mine = os.getuid()
    monkeypatch.setattr(os, "getuid", lambda: mine + 1)
    assert table.reader(DESKTOP) is None
    assert table.reader({**DESKTOP, "SUDO_UID": str(mine)}) == "Orca"


@linux_only
@pytest.mark.parametrize(
    ("name", "words", "reader"),
    [
        ("fenrir", (), "Fenrir"),
        ("python3", ("python3", "/usr/bin/fenrir"), "Fenrir"),
        ("espeakup", (), "Speakup"),
        ("brltty", (), None),
        ("brltty", ("brltty", "-s", "no"), None),
        ("brltty", ("brltty", "-sno", "-b", "ht"), None),
        ("brltty", ("brltty", "-s", "es"), "BRLTTY"),
        ("brltty", ("brltty", "--speech-driver=sd"), "BRLTTY"),
        ("brltty", ("brltty", "--speech-driver", "sd"), "BRLTTY"),
    ],
)
def test_readers_of_text_consoles(
    table: Table, name: str, words: tuple[str, ...], reader: str | None
) -> None:
    table.add(8, name, *words)
    assert table.reader(CONSOLE) == reader
    assert table.reader({"TERM": "screen"}) == reader  # inside tmux, without a desktop
    assert table.reader(DESKTOP) is None
    assert table.reader(SSH) is None


@linux_only
@pytest.mark.parametrize(
    ("synth", "reader"), [("bns\n", "Speakup"), ("none\n", None), ("soft\n", None), ("", None)]
)
def test_speakup_in_the_kernel_speaks_if_it_has_a_synthesiser(
    table: Table, tmp_path: Path, synth: str, reader: str | None
) -> None:
    folder = tmp_path / "sys/accessibility/speakup"
    folder.mkdir(parents=True)
    (folder / "synth").write_text(synth)
    assert table.reader(CONSOLE, str(tmp_path / "sys")) == reader
    assert table.reader(DESKTOP, str(tmp_path / "sys")) is None


@linux_only
def test_a_reader_that_we_are_started_in_is_found_anywhere(table: Table) -> None:
    table.add(20, "python3", "python3", "/usr/local/bin/tdsr")
    table.add(21, "bash (ba sh)", "-bash", parent=20)
    table.add(os.getpid(), "python3", "python3", "-m", "access", parent=21)
    for environment in (DESKTOP, CONSOLE, SSH):
        assert table.reader(environment) == "TDSR"


@linux_only
def test_processes_that_go_away_and_rows_that_cannot_be_read_do_no_harm(table: Table) -> None:
    (table.folder / "9").mkdir()
    (table.folder / "10").mkdir()
    (table.folder / "10" / "comm").mkdir()
    table.add(11, "orca")
    assert table.reader(DESKTOP) == "Orca"


# -- Linux, with real processes


@pytest.fixture
def started(tmp_path: Path) -> Iterator[Callable[[str], subprocess.Popen[bytes]]]:
    """Start a program that does nothing, under a name."""
    running: list[subprocess.Popen[bytes]] = []

    def start(name: str) -> subprocess.Popen[bytes]:
        program = tmp_path / name
        shutil.copy(shutil.which("sleep") or "sleep", program)
        running.append(subprocess.Popen([str(program), "60"]))
        return running[-1]

    yield start
    for process in running:
        process.kill()
        process.wait()


@linux_only
def test_a_real_process_is_found_while_it_runs(
    started: Callable[[str], subprocess.Popen[bytes]],
) -> None:
    if on_linux(environment=DESKTOP) is not None:
        pytest.skip("a screen reader runs on this machine")
    orca = started("orca")
    assert wait_until(lambda: on_linux(environment=DESKTOP) == "Orca")
    orca.kill()
    orca.wait()
    assert on_linux(environment=DESKTOP) is None


@linux_only
def test_a_real_parent_is_found(tmp_path: Path) -> None:
    shell = tmp_path / "yasr"
    shutil.copy(shutil.which("bash") or shutil.which("sh") or "sh", shell)
    code = "from access.screen_readers import running; print(running())"
    script = f'"{sys.executable}" -c "{code}"; true'  # the last command would take the shell's place
    done = subprocess.run(
        [shell, "-c", script],
        env={**os.environ, **SSH, "PYTHONPATH": str(Path(__file__).parent.parent)},
        capture_output=True,
        timeout=30,
        check=True,
    )
    assert done.stdout == b"YASR\n"


@linux_only
def test_looking_takes_no_time_worth_speaking_of(table: Table) -> None:
    for number in range(2, 502):
        table.add(number, "worker")
    best = min(_timed(lambda: table.reader(DESKTOP)) for _ in range(5))
    assert best < 0.1  # 10 ms are aimed at; measured 4 ms for 400 real processes


def _timed(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


# -- Windows


class Windows(SimpleNamespace):
    """As much of ctypes on Windows as is used: real structures, and the two libraries played by us."""

    def __init__(self, *programs: str, flag: int = 0, broken: bool = False) -> None:
        super().__init__(**{name: getattr(ctypes, name) for name in dir(ctypes) if name[0] != "_"})
        self.programs, self.flag, self.broken = list(programs), flag, broken
        self.open = 0
        self.user32 = SimpleNamespace(SystemParametersInfoW=self._parameters)
        self.kernel32 = SimpleNamespace(
            CreateToolhelp32Snapshot=_Function(self._snapshot),
            Process32FirstW=self._next,
            Process32NextW=self._next,
            CloseHandle=self._close,
        )
        self.WinDLL = lambda name: getattr(self, name)

    def _parameters(self, action: int, _size: int, value: Any, _notify: int) -> int:
        assert action == 0x0046
        value._obj.value = self.flag
        return 1

    def _snapshot(self, kind: int, process: int) -> int:
        assert (kind, process) == (2, 0)
        self.open += 1
        return -1 if self.broken else 0x7FFF_1234_5678

    def _next(self, handle: Any, entry: Any) -> int:
        assert handle.value == 0x7FFF_1234_5678  # whole, not cut to 32 bits
        assert entry._obj.dwSize == ctypes.sizeof(entry._obj)
        if not self.programs:
            return 0
        entry._obj.szExeFile = self.programs.pop(0)
        return 1

    def _close(self, handle: Any) -> int:
        assert handle.value == 0x7FFF_1234_5678
        self.open -= 1
        return 1


class _Function:
    """A function of a library: ctypes returns an int unless it is told better."""

    def __init__(self, work: Callable[..., int]) -> None:
        self.work, self.restype = work, ctypes.c_int

    def __call__(self, *arguments: Any) -> Any:
        return self.restype(self.work(*arguments)).value


@pytest.mark.parametrize(
    ("programs", "flag", "reader"),
    [
        ((), 0, None),
        (("System", "explorer.exe"), 0, None),
        (("System", "nvda.exe", "explorer.exe"), 1, "NVDA"),
        (("jfw.exe",), 0, "JAWS"),
        (("Narrator.exe",), 0, "Narrator"),
        (("explorer.exe",), 1, UNNAMED),
    ],
)
def test_readers_on_windows(programs: tuple[str, ...], flag: int, reader: str | None) -> None:
    windows = Windows(*programs, flag=flag)
    assert on_windows(windows) == reader
    assert windows.open == 0


def test_without_a_list_of_processes_windows_own_word_counts() -> None:
    assert on_windows(Windows("nvda.exe", flag=1, broken=True)) == UNNAMED
    assert on_windows(Windows("nvda.exe", flag=0, broken=True)) is None


@pytest.mark.skipif(sys.maxsize < 2**32, reason="the offsets are those of 64 bits")
def test_the_process_entry_is_laid_out_as_in_tlhelp32_h() -> None:
    entry = process_entry(ctypes)
    fields = ("th32ProcessID", "th32DefaultHeapID", "th32ModuleID", "th32ParentProcessID", "szExeFile")
    assert [getattr(entry, name).offset for name in fields] == [8, 16, 24, 32, 44]


# -- macOS


@pytest.mark.skipif(sys.platform == "win32", reason="the stand-in for pgrep is a shell script")
@pytest.mark.parametrize(("code", "reader"), [(0, "VoiceOver"), (1, None), (2, None)])
def test_voiceover_is_found_by_the_answer_of_pgrep(tmp_path: Path, code: int, reader: str | None) -> None:
    finder = tmp_path / "pgrep"
    finder.write_text(f'#!/bin/sh\n[ "$*" = "-x VoiceOver" ] || exit 3\necho 123\nexit {code}\n')
    finder.chmod(0o755)
    assert on_macos(str(finder), 20) == reader


@pytest.mark.skipif(sys.platform == "win32", reason="the stand-in for pgrep is a shell script")
def test_a_pgrep_that_hangs_or_is_missing_holds_nothing_up(tmp_path: Path) -> None:
    finder = tmp_path / "pgrep"
    finder.write_text("#!/bin/sh\nexec sleep 60\n")
    finder.chmod(0o755)
    with pytest.raises(subprocess.TimeoutExpired):
        on_macos(str(finder), 0.2)
    with pytest.raises(FileNotFoundError):
        on_macos(str(tmp_path / "nothing"), 0.2)
