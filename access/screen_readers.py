"""Is a screen reader running that reads this terminal? And from that: who speaks when nobody has said.

Runs before the greeting, so nothing heavy is imported and a look takes a few milliseconds. It can only
find programs on this machine: over ssh the person's screen reader runs somewhere else. Not here: speaking.

What was run where: Linux is tested with real processes; Windows and macOS were read, and their code is
tested against stand-ins for the system's functions.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from enum import StrEnum
from importlib import import_module
from typing import Any, NamedTuple

from .printable import at_terminal

UNNAMED = "screen reader"
"""What `running` returns when Windows says that there is one and it is none of those known by name."""

_DESKTOP = {"orca": "Orca", "cthulhu": "Cthulhu"}
"""Read the windows of the one desktop they were started in."""
_CONSOLE = {"fenrir": "Fenrir", "espeakup": "Speakup", "speechd-up": "Speakup", "brltty": "BRLTTY"}
"""Read all text consoles, and nothing else."""
_AROUND = {"fenrir": "Fenrir", "tdsr": "TDSR", "yasr": "YASR"}
"""Read what is started inside of them, wherever that is."""
_WINDOWS = {"nvda.exe": "NVDA", "jfw.exe": "JAWS", "narrator.exe": "Narrator"}

_SYSTEM_USERS = 1000
"""User numbers below belong to the system, which starts the readers of text consoles."""
_DEEP = 64
"""So many parents of this process are looked at."""


class Why(StrEnum):
    """Why a route was taken."""

    WANTED = "wanted"
    """The person said so, now or in the settings."""
    NO_TERMINAL = "no-terminal"
    """Input or output is a file or a pipe."""
    READER = "reader"
    """A screen reader reads the print; our voice would talk over it."""
    REMOTE = "remote"
    """Over ssh: our voice would sound where nobody sits, and what runs there is not known."""
    NO_READER = "no-reader"
    """Nothing else would speak."""


class Facts(NamedTuple):
    """What the decision is made of."""

    at_terminal: bool
    """Input and output are a terminal."""
    remote: bool
    """The terminal is on another machine."""
    reader: str | None
    """What `running` returned."""


class Decision(NamedTuple):
    """A route, "terminal", "own" or what was wanted, and why."""

    route: str
    why: Why


def decide(wanted: str | None, facts: Facts) -> Decision:
    """Return who speaks: what is wanted if anything is, else so that there is exactly one voice."""
    if wanted is not None:
        return Decision(wanted, Why.WANTED)
    if not facts.at_terminal:
        return Decision("terminal", Why.NO_TERMINAL)
    if facts.reader is not None:
        return Decision("terminal", Why.READER)
    if facts.remote:
        return Decision("terminal", Why.REMOTE)
    return Decision("own", Why.NO_READER)


def look(environment: Mapping[str, str] = os.environ) -> Facts:
    """Return the facts as they are now; takes a few milliseconds. Never raises."""
    return Facts(at_terminal(), _remote(environment), running())


def running() -> str | None:
    """Return the name of a screen reader that runs now and reads this terminal; None: none is known."""
    with suppress(Exception):  # Whatever the system answers, the game starts.
        if sys.platform == "win32":
            return on_windows(import_module("ctypes"))
        if sys.platform == "darwin":
            return on_macos()
        return on_linux()
    return None


def _remote(environment: Mapping[str, str]) -> bool:
    return any(environment.get(name) for name in ("SSH_CONNECTION", "SSH_TTY", "SSH_CLIENT"))


# Linux


class Process(NamedTuple):
    """A running program: its number, its name, and the words it was started with."""

    number: str
    name: str
    """Of a script the script's own name, not that of its interpreter."""
    words: tuple[str, ...]


def on_linux(
    proc: str = "/proc", sys_folder: str = "/sys", environment: Mapping[str, str] = os.environ
) -> str | None:
    """Return the screen reader that reads this terminal, by the system's own tables of processes."""
    around = next((_AROUND[name] for name in _parents(proc) if name in _AROUND), None)
    if around or _remote(environment):
        return around
    if environment.get("TERM") != "linux" and (
        environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY")
    ):
        return _first(proc, _DESKTOP, _own_users(environment).__contains__)
    own = _own_users(environment)
    console = _first(proc, _CONSOLE, lambda user: user in own or user < _SYSTEM_USERS)
    return console or _speakup(sys_folder)


def _own_users(environment: Mapping[str, str]) -> set[int]:
    """Return this user's number, and of whom the desktop is when sudo was used."""
    sudo = environment.get("SUDO_UID", "")
    return {os.getuid(), int(sudo)} if sudo.isdecimal() else {os.getuid()}


def _first(proc: str, names: Mapping[str, str], whose: Callable[[int], bool]) -> str | None:
    for process in processes(proc, names):
        with suppress(OSError):  # It has ended meanwhile.
            if whose(os.stat(f"{proc}/{process.number}").st_uid) and _speaks(process):
                return names[process.name]
    return None


def processes(proc: str, names: Mapping[str, str]) -> Iterator[Process]:
    """Yield the running programs that have one of the names."""
    for number in os.listdir(proc):
        if number.isdecimal() and (process := _process(proc, number, names)) is not None:
            yield process


def _process(proc: str, number: str, names: Mapping[str, str]) -> Process | None:
    name = _read(f"{proc}/{number}/comm").strip()
    script = name.startswith("python")
    if not script and name not in names:  # Most of them: only one small file is read of each.
        return None
    words = tuple(_read(f"{proc}/{number}/cmdline").split("\0")[:-1])
    if script:
        name = next((os.path.basename(word) for word in words[1:] if not word.startswith("-")), name)
    return Process(number, name, words) if name in names else None


def _speaks(process: Process) -> bool:
    """Tell whether it is heard. BRLTTY brailles, and speaks only if it was started so."""
    if process.name != "brltty":
        return True
    driver = ""
    for word, following in zip(process.words, [*process.words[1:], ""], strict=False):
        if word in ("-s", "--speech-driver"):
            driver = following
        elif word.startswith("--speech-driver="):
            driver = word.partition("=")[2]
        elif word.startswith("-s"):
            driver = word[2:]
    return driver not in ("", "no")


def _parents(proc: str) -> Iterator[str]:
    """Yield the names of the programs that this one was started in, the nearest first."""
    number = str(os.getpid())
    for _ in range(_DEEP):
        # "12 (a name) S 11 ...": the name may hold anything, even brackets.
        fields = _read(f"{proc}/{number}/stat").rpartition(")")[2].split()
        number = fields[1] if len(fields) > 1 else "0"
        if number == "0":
            return
        process = _process(proc, number, _AROUND)
        if process is not None:
            yield process.name


def _speakup(sys_folder: str) -> str | None:
    """Return Speakup if the kernel has it with a synthesiser of its own; a "soft" one needs a program too."""
    synth = _read(f"{sys_folder}/accessibility/speakup/synth").strip()
    return None if synth in ("", "none", "soft", "softu") else "Speakup"


def _read(path: str) -> str:
    try:
        with open(path, "rb", buffering=0) as file:
            return file.read(4096).decode("utf-8", "replace")
    except OSError:
        return ""


# Windows

_GET_SCREEN_READER = 0x46  # SPI_GETSCREENREADER
_ALL_PROCESSES = 2  # TH32CS_SNAPPROCESS


def on_windows(ctypes: Any) -> str | None:
    """Return the screen reader that runs: by the names of processes, else by what Windows itself says."""
    return _by_process(ctypes) or _by_flag(ctypes)


def _by_flag(ctypes: Any) -> str | None:
    flag = ctypes.c_int(0)
    user = ctypes.WinDLL("user32")
    done = user.SystemParametersInfoW(_GET_SCREEN_READER, 0, ctypes.byref(flag), 0)
    return UNNAMED if done and flag.value else None


def _by_process(ctypes: Any) -> str | None:
    kernel = ctypes.WinDLL("kernel32")
    # A handle is as wide as a pointer, which ctypes would cut off.
    kernel.CreateToolhelp32Snapshot.restype = ctypes.c_void_p
    snapshot = ctypes.c_void_p(kernel.CreateToolhelp32Snapshot(_ALL_PROCESSES, 0))
    if snapshot.value in (None, ctypes.c_void_p(-1).value):
        return None
    entry = process_entry(ctypes)()
    entry.dwSize = ctypes.sizeof(entry)
    try:
        more = kernel.Process32FirstW(snapshot, ctypes.byref(entry))
        while more:
            if (name := entry.szExeFile.lower()) in _WINDOWS:
                return _WINDOWS[name]
            more = kernel.Process32NextW(snapshot, ctypes.byref(entry))
    finally:
        kernel.CloseHandle(snapshot)
    return None


def process_entry(ctypes: Any) -> Any:
    """Return the structure PROCESSENTRY32W of tlhelp32.h."""
    number = ctypes.c_uint32
    fields = [
        ("dwSize", number),
        ("cntUsage", number),
        ("th32ProcessID", number),
        ("th32DefaultHeapID", ctypes.c_void_p),  # as wide as a pointer
        ("th32ModuleID", number),
        ("cntThreads", number),
        ("th32ParentProcessID", number),
        ("pcPriClassBase", ctypes.c_int32),
        ("dwFlags", number),
        ("szExeFile", ctypes.c_wchar * 260),
    ]
    return type("PROCESSENTRY32W", (ctypes.Structure,), {"_fields_": fields})


# macOS


def on_macos(finder: str = "/usr/bin/pgrep", patience: float = 1.0) -> str | None:
    """Return VoiceOver if it runs; `patience` in seconds."""
    import subprocess  # 10 ms, and only here

    done = subprocess.run(
        [finder, "-x", "VoiceOver"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        timeout=patience,
        check=False,
    )
    return "VoiceOver" if done.returncode == 0 else None
