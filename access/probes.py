"""What `senpai doctor` finds out about this machine, piece by piece, with a time limit on each.

Here: running checks side by side, and the facts that no device tells by itself: the terminal, the folder of
saved games, BRLTTY, liblouis, packages, and the commands that would install what is missing. Not here: the
words (see `speech.doctor_text`).
"""

from __future__ import annotations

import errno
import os
import re
import select
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from threading import Event, Thread
from time import monotonic
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TextIO, TypeVar

from speech.devices import Fault, Trouble
from speech.doctor_text import Plain

from .printable import at_terminal, output
from .screen_readers import processes

if TYPE_CHECKING:
    from speech.devices.brlapi_library import Connection

    from .settings_file import Complaint

T = TypeVar("T")

LIMIT = 2.0
"""Seconds a check may take."""


# Running checks


class Check(Generic[T]):
    """One piece of work and what came of it: `answer` if it is `done` and there is no `error`."""

    def __init__(self, work: Callable[[], T]) -> None:
        self._work = work
        self._event = Event()
        self._answer: list[T] = []
        self.error: BaseException | None = None
        self.late = False

    def run(self) -> None:
        try:
            self._answer.append(self._work())
        except BaseException as error:  # A library may even try to end the program.
            self.error = error
        self._event.set()

    def wait(self, seconds: float) -> None:
        """Give it so many more seconds; then it is late, whatever it may still find out."""
        self.late = not self._event.wait(seconds)

    @property
    def answer(self) -> T | None:
        """What the work returned; None if it raised or was late."""
        return self._answer[0] if self._answer and not self.late else None


def run_lanes(lanes: Sequence[Sequence[Check[Any]]], limit: float = LIMIT) -> None:
    """Run checks side by side, those of one lane one after the other; each for `limit` seconds at most."""
    for lane in lanes:
        Thread(target=_follow, args=(lane,), name="doctor", daemon=True).start()
    start = monotonic()
    for lane in lanes:
        for number, check in enumerate(lane, 1):
            check.wait(max(0.0, start + number * limit - monotonic()))


def _follow(lane: Sequence[Check[Any]]) -> None:
    for check in lane:
        check.run()


def fault_of(check: Check[Fault | None]) -> Fault | None:
    """Return why a device cannot be used: its own word, or what became of the check itself."""
    if check.late:
        return Fault(Trouble.HUNG)
    match check.error:
        case None:
            return check.answer
        case ImportError() as error:
            return Fault(Trouble.NO_LIBRARY, error.name or str(error))
        case error:
            return Fault(Trouble.FAILED, f"{type(error).__name__}: {error}")


# The terminal and the files


class Terminal(NamedTuple):
    """Where print goes and lines come from."""

    output: bool
    """Standard output is a terminal."""
    keyboard: bool
    columns: int
    """0: not told."""
    rows: int
    term: str
    encoding: str
    utf8: bool
    plain: Plain | None


def terminal(*, asked_plain: bool) -> Terminal:
    """Return the facts about standard input and output."""
    stream, columns, rows = output(), 0, 0
    shown = is_terminal(stream)
    if stream is not None and shown:
        with suppress(OSError, ValueError):
            columns, rows = os.get_terminal_size(stream.fileno())
    encoding = getattr(stream, "encoding", None) or "utf-8"
    utf8 = encoding.lower().replace("-", "").replace("_", "") == "utf8"
    term = os.environ.get("TERM", "")
    plain = _why_plain(asked_plain)
    return Terminal(shown, is_terminal(sys.stdin), columns, rows, term, encoding, utf8, plain)


def is_terminal(stream: TextIO | None) -> bool:
    """Tell whether a standard stream is a terminal; one that is closed or missing is none."""
    try:
        return stream is not None and stream.isatty()
    except (ValueError, OSError):
        return False


def _why_plain(asked: bool) -> Plain | None:
    """Return why lines are plain, by the rules of `plain.wanted`; the line editor itself is not tried."""
    if asked:
        return Plain.ASKED
    if os.environ.get("ACCESSIBLE", "") not in ("", "0"):
        return Plain.ACCESSIBLE
    if os.name == "posix" and os.environ.get("TERM", "") in ("", "dumb", "unknown"):
        return Plain.DUMB
    return None if at_terminal() else Plain.NO_TERMINAL


def editor() -> None:
    """Raise what would be raised when the line editor is started."""
    import_module("access.line")


class Saves(NamedTuple):
    """The folder of saved games."""

    path: str
    code: int
    """The system's error number if nothing can be saved there, else 0."""
    megabytes: int
    """Free."""


def saves() -> Saves:
    """Try whether games can be saved; makes no folder. ImportError: platformdirs is missing."""
    from .saves import home

    folder = home() / "games"
    there = folder
    while not os.path.lexists(there) and there != there.parent:
        there = there.parent
    try:
        if not there.is_dir():
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR))
        if there != folder and not os.access(there, os.W_OK | os.X_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        if there == folder:
            # Only a try is proof: access rights say nothing of a full disk or quota.
            with tempfile.TemporaryFile(dir=folder, prefix=".saving-") as file:
                file.write(b"Senpai")
                file.flush()
        return Saves(str(folder), 0, shutil.disk_usage(there).free // 1_000_000)
    except OSError as error:
        return Saves(str(folder), error.errno or errno.EIO, 0)


class SettingsFile(NamedTuple):
    """The settings file as a game would find it."""

    path: str
    there: bool
    complaint: Complaint | None
    """What is wrong with it."""
    route: str | None
    """Who is to speak, if that is set."""


def settings() -> SettingsFile:
    """Read the settings. Of a copy, because a broken file is put aside when a game reads it."""
    from .settings_file import Complaint, Flaw, load, place

    path = place()
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return SettingsFile(str(path), False, None, None)
    except OSError as error:
        return SettingsFile(str(path), True, Complaint(Flaw.UNREADABLE, code=error.errno or 0), None)
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder, path.name)
        copy.write_bytes(data)
        loaded = load(copy)
    return SettingsFile(str(path), True, loaded.complaint, loaded.settings.route)


def versions(name: str = "senpai-games") -> dict[str, str | None]:
    """Return the installed version of Senpai and of each package it needs here; None: it is missing.

    Only Senpai, as missing, when it was not installed, so that nobody knows what it needs.
    """
    from importlib.metadata import requires, version

    found: dict[str, str | None] = {name: None}
    needed = [name]
    with suppress(Exception):  # Broken metadata raises many things.
        needed += needed_here(requires(name) or ())
    for package in needed:
        found[package] = None
        with suppress(Exception):
            found[package] = version(package)
    return found


def needed_here(requirements: Iterable[str], platform: str = sys.platform) -> Iterator[str]:
    """Yield the names of the packages that are needed on a system, of requirements as in pyproject.toml."""
    for requirement in requirements:
        name = re.match(r"[\w.-]+", requirement)
        marker = requirement.partition(";")[2]
        platforms = re.findall(r"sys_platform == ['\"](\w+)['\"]", marker)
        if name is not None and "extra" not in marker and (not platforms or platform in platforms):
            yield name[0]


def locale_name() -> str | None:
    """Return the system's locale for messages as the environment names it."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(name):
            return value
    return None


# liblouis and BRLTTY


class Louis(NamedTuple):
    """liblouis, which contracts braille."""

    version: str
    tables: bool
    """Its tables are installed, too."""


def louis() -> Louis | None:
    """Return which liblouis there is; None: none. Raises anything if it is broken."""
    import ctypes

    from speech.devices.liblouis import load
    from speech.louis import fault

    lib = load()
    if lib is None:
        return None
    lib.lou_version.restype = ctypes.c_char_p
    return Louis(lib.lou_version().decode("ascii", "replace"), fault("de-basic") is None)


KEY = "/etc/brlapi.key"
"""Where BRLTTY keeps the key that opens it to programs, unless it was told another place."""
_NOTHING = 0x20000000
"""The command NOOP: a key has been pressed down and may become part of a combination."""


class Key(NamedTuple):
    """BRLTTY's key file, and what would let this user read it or do without it."""

    path: str
    there: bool
    readable: bool
    group: str
    """A group whose members are let in."""
    group_there: bool
    """The group exists."""
    user: str


def brltty_key(environment: Mapping[str, str] = os.environ) -> Key:
    """Return what there is to know about the key file."""
    import grp
    import pwd

    path = KEY
    for part in environment.get("BRLAPI_AUTH", "").split("+"):
        if part.startswith("keyfile:"):
            path = part.partition(":")[2]
    group = "brlapi"  # BRLTTY's own rules for polkit let its members in
    with suppress(OSError, KeyError):
        owner = grp.getgrgid(os.stat(path).st_gid).gr_name
        group = group if owner == "root" else owner
    there_group = True
    try:
        grp.getgrnam(group)
    except KeyError:
        there_group = False
    try:
        user = pwd.getpwuid(os.getuid()).pw_name
    except KeyError:
        user = str(os.getuid())
    readable = False
    with suppress(OSError), open(path, "rb"):
        readable = True
    return Key(path, os.path.exists(path), readable, group, there_group, user)


def brltty_version() -> str:
    """Return the version of BRLTTY's library. Raises `brlapi_library.NoLibrary`."""
    import ctypes

    from speech.devices.brlapi_library import load

    parts = [ctypes.c_int(0) for _ in range(3)]
    load().brlapi_getLibraryVersion(*(ctypes.byref(part) for part in parts))
    return ".".join(str(part.value) for part in parts)


@contextmanager
def brltty() -> Iterator[Connection]:
    """A connection to BRLTTY, as a game makes it. Raises `brlapi_library.NoLibrary` and `Lost`."""
    from speech.devices.brlapi_library import Connection, load

    connection = Connection(load(), None)
    try:
        connection.open()
        yield connection
    finally:
        connection.close()


def brltty_display() -> tuple[int, int]:
    """Return how many columns and rows BRLTTY's display has, zeros if there is none. Raises as `brltty`."""
    with brltty() as connection:
        size = connection.measure()
        return size.columns, size.rows


def brltty_show(cells: Sequence[int], seconds: float) -> bool:
    """Show cells until a key of the display is pressed, for some seconds at most; tell whether one was.

    Raises as `brltty`, and LookupError if there is no display.
    """
    with brltty() as connection:
        size = connection.measure()
        if not size.columns:
            raise LookupError
        connection.take(None)
        connection.write(bytes(cells[: size.columns]).ljust(size.columns * size.rows, b"\0"))
        end = monotonic() + seconds
        while (left := end - monotonic()) > 0:
            if connection.read() not in (None, _NOTHING):
                return True
            select.select([connection.fileno()], [], [], min(left, 0.1))
        return False


def brltty_runs(proc: str = "/proc") -> bool:
    """Tell whether BRLTTY runs on this machine."""
    with suppress(OSError):
        return any(processes(proc, {"brltty": "BRLTTY"}))
    return False


# What would install what is missing

_INSTALL = {
    "apt": "sudo apt install {}",
    "dnf": "sudo dnf install {}",
    "pacman": "sudo pacman -S {}",
    "zypper": "sudo zypper install {}",
}
_FAMILIES = {
    "debian": "apt", "ubuntu": "apt", "fedora": "dnf", "rhel": "dnf", "centos": "dnf",
    "arch": "pacman", "suse": "zypper", "opensuse": "zypper",
}  # fmt: skip
_PACKAGES = {
    "Speech Dispatcher": {"apt": "speech-dispatcher", "dnf": "speech-dispatcher",
                          "pacman": "speech-dispatcher", "zypper": "speech-dispatcher"},
    "espeak-ng": {"apt": "espeak-ng", "dnf": "espeak-ng", "pacman": "espeak-ng", "zypper": "espeak-ng"},
    "Orca": {"apt": "orca", "dnf": "orca", "pacman": "orca", "zypper": "orca"},
    "BRLTTY": {"apt": "brltty", "dnf": "brltty", "pacman": "brltty", "zypper": "brltty"},
    "liblouis": {"apt": "liblouis-bin liblouis-data", "dnf": "liblouis liblouis-tables",
                 "pacman": "liblouis", "zypper": "liblouis-tools liblouis-data"},
}  # fmt: skip
"""System packages by what they bring. Only Debian's were tried."""
_PROVIDED = {
    "miniaudio": "miniaudio",
    "_miniaudio": "miniaudio",
    "pyttsx3": "pyttsx3",
    "accessible_output2": "accessible-output2",
    "accessible-output2": "accessible-output2",
    "platformdirs": "platformdirs",
    "prompt_toolkit": "prompt_toolkit",
    "comtypes": "comtypes",
    "pythoncom": "pywin32",
    "win32com": "pywin32",
    "objc": "pyobjc",
    "Foundation": "pyobjc",
}
"""Python packages by the modules that a failed import names."""


def family(path: str = "/etc/os-release") -> str | None:
    """Return the program that installs packages on this Linux: a key of `_INSTALL`, None if it is another."""
    told: dict[str, str] = {}
    with suppress(OSError):
        for line in Path(path).read_text("utf-8", "replace").splitlines():
            name, _, value = line.partition("=")
            told[name.strip()] = value.strip().strip("\"'")
    for word in [told.get("ID", ""), *told.get("ID_LIKE", "").split()]:
        if (found := _FAMILIES.get(word.partition("-")[0])) is not None:
            return found
    return None


def system_package(what: str, installer: str | None) -> str | None:
    """Return the command that installs a thing of `_PACKAGES`, None where it is not known."""
    name = _PACKAGES.get(what, {}).get(installer or "")
    return None if name is None else _INSTALL[installer or ""].format(name)


def start_command(service: str, systemd: str = "/run/systemd/system") -> str:
    """Return the command that starts a service, now and whenever the machine starts."""
    return f"sudo systemctl enable --now {service}" if os.path.isdir(systemd) else f"sudo {service}"


def key_command(path: str) -> str:
    """Return the command that makes a key file for BRLTTY."""
    return "sudo dpkg-reconfigure brltty" if family() == "apt" else f"sudo sh -c 'mcookie > {path}'"


def python_package(module: str) -> str | None:
    """Return the Python package that brings a module, None if it is none of those that Senpai uses."""
    return _PROVIDED.get(module.partition(".")[0])


def python_install(package: str, prefix: str = sys.prefix) -> str:
    """Return the command that installs a Python package where this Senpai runs."""
    parts = Path(prefix).parts
    if "pipx" in parts:
        return "pipx reinstall senpai-games"
    if "uv" in parts and "tools" in parts:
        return "uv tool install --reinstall senpai-games"
    return f"{sys.executable} -m pip install {package}"
