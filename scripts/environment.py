"""The private environment in .venv: made once, mended when broken, renewed when what it is made of changed.

Standard library only, and little of it before it is known that something must be done: `play` goes
through here at every start. Not here: what is then started (see `play` and `check`).
"""

from __future__ import annotations

import os
import sys
from zlib import crc32

TYPE_CHECKING = False  # typing's own would cost more than all other imports here
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
VENV = os.path.join(ROOT, ".venv")
BIN = os.path.join(VENV, "Scripts" if os.name == "nt" else "bin")
SUFFIX = ".exe" if os.name == "nt" else ""
PYTHON = os.path.join(BIN, "python" + SUFFIX)
SENPAI = os.path.join(BIN, "senpai" + SUFFIX)
STAMP = os.path.join(VENV, "senpai-stamp")
LOG = os.path.join(VENV, "senpai-install.log")

HALF = ["half-made"]
"""The stamp while something is being made; whoever finds it knows that the work was broken off."""

STILL_THERE_SECONDS = 20
"""A person who only listens must not take a long installation for a dead program."""

OFFLINE_SIGNS = (
    "NewConnectionError",
    "NameResolutionError",
    "ConnectTimeout",
    "ProxyError",
    "Max retries exceeded",
    "Temporary failure in name resolution",
    "Network is unreachable",
    "getaddrinfo failed",
    "dns error",
    "tcp connect error",
)

STROKES = " \t│╰─>×▶|+-"
"""Installers draw boxes around their errors; nobody wants to hear or feel those."""


class Trouble(Exception):
    """The environment cannot be had; the text is a sentence for the person, in the person's language."""


def german() -> bool:
    """Tell whether the person's language is German, by LC_ALL, LC_MESSAGES, LANG, else by Windows itself."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if os.environ.get(name):
            return os.environ[name].lower().startswith("de")
    if sys.platform == "win32":
        import ctypes

        primary_language, lang_german = 0x3FF, 0x07
        return bool(ctypes.windll.kernel32.GetUserDefaultUILanguage() & primary_language == lang_german)
    return False


def pick(in_english: str, in_german: str) -> str:
    """Return the text in the person's language."""
    return in_german if german() else in_english


def say(in_english: str, in_german: str) -> None:
    """Print whole sentences in the person's language."""
    _tell(pick(in_english, in_german))


def _tell(text: str) -> None:
    """Print on stderr, since stdout belongs to what is started; an umlaut must not end in a traceback."""
    encoding = sys.stderr.encoding or "ascii"
    print(text.encode(encoding, "replace").decode(encoding), file=sys.stderr, flush=True)


def guarded(work: Callable[[], int]) -> int:
    """Do the work and return its exit code; trouble, Ctrl-C and system errors become a sentence."""
    try:
        return work()
    except Trouble as trouble:
        _tell(str(trouble))
        return 1
    except OSError as error:
        say(f"The system does not allow it: {error}.", f"Das System lässt es nicht zu: {error}.")
        return 1
    except KeyboardInterrupt:
        say("Stopped. You can start again at any time.", "Abgebrochen. Du kannst jederzeit neu anfangen.")
        return 130


def hand_over(program: str, arguments: Sequence[str]) -> int:
    """Become `program`; where the system cannot do that, run it and return its exit code."""
    if sys.platform != "win32":
        os.execv(program, [program, *arguments])
    import subprocess

    child = subprocess.Popen([program, *arguments])
    while True:
        try:
            return child.wait()
        except KeyboardInterrupt:
            continue  # Ctrl-C is the program's to answer, not ours


def again_inside(script: str, arguments: Sequence[str]) -> int:
    """Start a script once more, with the developers' environment's Python."""

    def work() -> int:
        prepare(dev=True)
        return hand_over(PYTHON, [script, *arguments])

    return guarded(work)


def prepare(*, dev: bool) -> None:
    """See to it that .venv holds Senpai as this folder has it, with the developers' tools if `dev`.

    Takes about a millisecond when nothing has changed. Raises Trouble, and OSError if the folder cannot be
    written.
    """
    known, wanted, alive = _read_stamp(), fingerprint(), _alive()
    complete = alive and _has_senpai() and (known[3:] == ["dev"] or not dev)
    if complete and known[:3] == wanted:
        return
    _require_python()
    if complete and known[:2] == wanted[:2] and _compiled():
        write_stamp([*wanted, *known[3:]])
        return
    if not alive or known == HALF or (known and known[0] != wanted[0]):
        _make()
    _install(dev=dev)


def _require_python() -> None:
    if sys.version_info < (3, 11):  # noqa: UP036 - whoever starts this with an older one is told so
        version = f"{sys.version_info[0]}.{sys.version_info[1]}"
        raise Trouble(
            pick(
                f"Senpai needs Python 3.11 or newer, and this is Python {version}.",
                f"Senpai braucht Python 3.11 oder neuer, und dies ist Python {version}.",
            )
        )


# The stamp. An environment that somebody made by hand has none; it is filled, not thrown away.


def _read_stamp() -> list[str]:
    try:
        with open(STAMP, encoding="utf-8") as stamp:
            return stamp.read().splitlines()
    except (OSError, UnicodeDecodeError):
        return []


def write_stamp(lines: list[str]) -> None:
    """Note what the environment holds: the `fingerprint` and "dev" or "plain", or that it is `HALF` made."""
    with open(STAMP, "w", encoding="utf-8") as stamp:
        stamp.write("\n".join(lines))


def fingerprint() -> list[str]:
    """Return what the environment depends on: its place and its base Python, the project, the catalogues."""
    folder = os.path.join(ROOT, "locales")
    languages = sorted(os.listdir(folder)) if os.path.isdir(folder) else []
    return [
        f"{ROOT} {os.path.realpath(PYTHON)}",
        _checksum([os.path.join(ROOT, "pyproject.toml"), os.path.join(ROOT, "scripts", "hatch_build.py")]),
        _checksum([os.path.join(folder, language, "LC_MESSAGES", "senpai.po") for language in languages]),
    ]


def _checksum(paths: list[str]) -> str:
    """Return a checksum over those of the files that exist; against change, not against malice."""
    total = 0
    for path in paths:
        try:
            with open(path, "rb") as source:
                total = crc32(source.read(), crc32(os.fsencode(path), total))
        except OSError:
            continue
    return f"{total:08x}"


# Making and filling it.


def _alive() -> bool:
    """Tell whether .venv has a Python with its folder of packages, and that one's base is still installed."""
    try:
        with open(os.path.join(VENV, "pyvenv.cfg"), encoding="utf-8") as config:
            homes = [line.partition("=")[2].strip() for line in config if line.startswith("home")]
    except (OSError, UnicodeDecodeError):
        return False
    return bool(homes) and os.path.isdir(homes[0]) and os.access(PYTHON, os.X_OK) and bool(_packages())


def _packages() -> str:
    """Return the folder of packages in .venv, empty if there is none."""
    lib = os.path.join(VENV, "lib")  # Windows calls it Lib, and does not mind
    versions = os.listdir(lib) if os.path.isdir(lib) else []
    folders = [os.path.join(lib, *inner, "site-packages") for inner in ([], *([name] for name in versions))]
    return next((folder for folder in folders if os.path.isdir(folder)), "")


def _has_senpai() -> bool:
    found = any(name.startswith("senpai_games-") for name in os.listdir(_packages()))
    return found and os.access(SENPAI, os.X_OK)


def _make() -> None:
    """Make a new environment without Senpai in it, in place of whatever is there."""
    if os.path.lexists(VENV):
        say(
            "The private environment in .venv is unfinished or does not fit any more. It is made again.",
            "Die eigene Umgebung in .venv ist unfertig oder passt nicht mehr. Sie wird neu angelegt.",
        )
        _remove()
    else:
        say(
            "Making a private environment in .venv. This happens once.",
            "In .venv wird eine eigene Umgebung angelegt. Das geschieht nur einmal.",
        )
    os.mkdir(VENV)
    write_stamp(HALF)
    if not _lacks_pip():
        if not _venv():
            raise Trouble(_why_not())
    elif not (_fetch_venv() and _venv()) and not (_venv("--without-pip") and _installer()):
        _remove()
        raise Trouble(_how_to_get_venv())


def _remove() -> None:
    import shutil

    if os.path.isdir(VENV) and not os.path.islink(VENV):
        shutil.rmtree(VENV)
    else:
        os.remove(VENV)


def _venv(*options: str) -> bool:
    """Make the environment; the base Python does it, since the running one may live in .venv itself."""
    base = getattr(sys, "_base_executable", None) or sys.executable
    return _quietly([base, "-m", "venv", *options, VENV])


def _lacks_pip() -> bool:
    """Tell whether this Python cannot put pip into an environment: Debian keeps that part by itself."""
    import importlib.util

    return importlib.util.find_spec("ensurepip") is None


def _fetch_venv() -> bool:
    """Install the part that Debian keeps by itself, if we may; tell whether that went well."""
    import shutil

    if sys.platform == "win32" or os.geteuid() != 0 or sys.base_prefix != "/usr":
        return False
    if not shutil.which("apt-get"):
        return False
    package = f"python{sys.version_info[0]}.{sys.version_info[1]}-venv"
    say(
        f"This Python lacks a part that environments need. Installing the system package {package}.",
        f"Diesem Python fehlt ein Teil, den Umgebungen brauchen. Das Systempaket {package} wird installiert.",
    )
    apt = ["apt-get", "-qq", "-o", "DPkg::Lock::Timeout=300"]
    install = [*apt, "install", "--yes", "--no-install-recommends", package]
    return _quietly(install) or (_quietly([*apt, "update"]) and _quietly(install))


def _how_to_get_venv() -> str:
    package = f"python{sys.version_info[0]}.{sys.version_info[1]}-venv"
    return pick(
        "This Python can make no environment, since it comes without pip. On Debian and its relatives, "
        f"type sudo apt install {package}, then start again.",
        "Dieses Python kann keine Umgebung anlegen, weil es ohne pip kommt. Tippe unter Debian und seinen "
        f"Verwandten sudo apt install {package} ein und starte dann neu.",
    )


def _installer() -> list[str]:
    """Return the command that installs into the environment: its own pip, another pip, uv; empty if none."""
    import shutil

    options = ["install", "--quiet", "--no-input", "--disable-pip-version-check", "--retries", "2"]
    outside = [
        [sys.executable, "-m", "pip"],
        *([found] for found in map(shutil.which, ("pip3", "pip")) if found),
    ]
    for pip in ([PYTHON, "-m", "pip"], *([*pip, "--python", PYTHON] for pip in outside)):
        if _works([*pip, "--version"]):
            return [*pip, *options]
    uv = shutil.which("uv")
    return [uv, "pip", "install", "--quiet", "--python", PYTHON] if uv else []


def _install(*, dev: bool) -> None:
    """Install this folder into the environment, so that what is edited here is what runs."""
    before = _read_stamp()
    if before in ([], HALF):
        say(
            "Installing Senpai and what it needs from the network. This takes a minute or two.",
            "Senpai und was es braucht wird aus dem Netz installiert. Das dauert ein bis zwei Minuten.",
        )
    else:
        say(
            "Something has changed. Bringing the private environment up to date.",
            "Etwas hat sich geändert. Die eigene Umgebung wird auf den neuen Stand gebracht.",
        )
    installer = _installer()
    if not installer:
        raise Trouble(_how_to_get_venv())
    write_stamp(HALF)
    if not _quietly([*installer, "--editable", ".[dev]" if dev else "."]):
        # An installer that says no leaves what was there before; only one that was killed does not.
        write_stamp(before)
        raise Trouble(_why_not())
    write_stamp([*fingerprint(), "dev" if dev else "plain"])
    say("The environment is ready.", "Die Umgebung ist fertig.")


def _compiled() -> bool:
    """Compile changed catalogues without the network, which only the developers' environment can."""
    return _works([PYTHON, os.path.join(ROOT, "scripts", "hatch_build.py")])


def _works(command: list[str]) -> bool:
    import subprocess

    try:
        subprocess.run(command, check=True, cwd=ROOT, capture_output=True, stdin=subprocess.DEVNULL)
        return True
    except (OSError, subprocess.CalledProcessError):
        return False


def _quietly(command: list[str]) -> bool:
    """Run a command that may take long, its output into a new log; tell whether it went well."""
    import subprocess

    settings = {**os.environ, "PIP_USER": "0", "DEBIAN_FRONTEND": "noninteractive"}
    with open(LOG, "wb") as log:
        child = subprocess.Popen(
            command, cwd=ROOT, env=settings, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT
        )
        try:
            while True:
                try:
                    return child.wait(STILL_THERE_SECONDS) == 0
                except subprocess.TimeoutExpired:
                    say("Still at work.", "Es läuft noch.")
        finally:
            child.kill()  # does nothing to a child that has ended
            child.wait()


def _why_not() -> str:
    """Return why the installation failed, with the installer's last error line."""
    with open(LOG, encoding="utf-8", errors="replace") as log:
        text = log.read()
    lines = [line.strip(STROKES) for line in text.splitlines() if line.strip(STROKES)]
    errors = [line for line in lines if line.startswith("ERROR")] or lines or ["?"]
    if any(sign in text for sign in OFFLINE_SIGNS):
        return pick(
            "The network could not be reached, and the installation needs it. "
            f"The last error was: {errors[-1]}",
            "Das Netz ist nicht erreichbar, und die Installation braucht es. "
            f"Der letzte Fehler war: {errors[-1]}",
        )
    return pick(
        f"The installation failed. What it said is in {LOG}. The last error was: {errors[-1]}",
        f"Die Installation ist gescheitert. Ihr Protokoll ist {LOG}. Der letzte Fehler war: {errors[-1]}",
    )
