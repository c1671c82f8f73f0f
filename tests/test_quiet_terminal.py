"""No library of speech or sound ever writes on the terminal, however it fails: the program on a real one.

The same game is played without a voice; a run with a failing voice may print one sentence more, the alarm.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

from speech.devices import Fault, Trouble
from speech.route import Changed
from speech.route_text import RouteText
from speech.routes import WAYS
from speech.words import LANGUAGES, Words

from .driving import ROOT, Terminal
from .sound_rig import Sink, needs_sink, without_sound
from .speechd_rig import Daemon, needs_speech_dispatcher

CALL = ("play", "nova", "--players", "2", "--seed", "7", "--lang", "en", "--plain")
NOISE = (
    "import os, sys\n"
    "print('NOISE by print')\n"
    "print('NOISE by print', file=sys.stderr)\n"
    "os.write(1, b'NOISE below Python')\n"
    "os.write(2, b'NOISE below Python')\n"
)
"""What libraries do when they are imported, asked, or abandoned by their server."""
BREAKAGES = {
    "raises": NOISE + "raise RuntimeError('This means you probably do not have eSpeak installed!')\n",
    "cannot load": NOISE + "raise OSError('libespeak.so.1: cannot open shared object file')\n",
    "is missing": NOISE + "raise ModuleNotFoundError(\"No module named 'comtypes'\", name='comtypes')\n",
    "lacks all": NOISE,
    "prints later": NOISE + (
        "import threading, time\n"
        "def later():\n"
        "    for _ in range(50):\n"
        "        time.sleep(0.05)\n"
        "        print('NOISE later'); os.write(2, b'NOISE later')\n"
        "threading.Thread(target=later, daemon=True).start()\n"
        "def init(name=None): raise KeyError(name)\n"
    ),
}  # fmt: skip
LIBRARIES = {"own": ("pyttsx3", "miniaudio", "_miniaudio", "espeakng_loader"), "orca": ("jeepney",)}


def alarms() -> set[str]:
    """Return every sentence with which a change of the voice can be told."""
    said = set()
    for lang in LANGUAGES:
        text = RouteText(Words(lang))
        for old in WAYS:
            for new in (None, *WAYS):
                for trouble in (None, *Trouble):
                    for detail in (
                        "",
                        "pyttsx3",
                        "espeak-ng",
                        "jeepney",
                        "comtypes",
                        "Orca",
                        "Speech Dispatcher",
                    ):
                        fault = None if trouble is None else Fault(trouble, detail)
                        said.add(text.changed(Changed(fault, old, new, heard=True)).speech)
    return said


ALARMS = alarms()


@pytest.fixture
def terminals() -> Iterator[list[Terminal]]:
    opened: list[Terminal] = []
    yield opened
    for terminal in opened:
        terminal.close()


def played(
    terminals: list[Terminal],
    voice: str,
    env: Mapping[str, str],
    hit: Callable[[], None] | None = None,
    victim: str = "Senpai's own voice",
) -> list[str]:
    """Play the beginning of a game at a terminal; return the lines on the screen but for alarms and prompts.

    They are sorted: an alarm may come between a typed line and its answer.
    `hit` does something to the voice as soon as the game has begun; then an alarm about the `victim` has to
    be printed.
    """
    settings = Path(os.environ["SENPAI_HOME"], "settings.toml")
    settings.parent.mkdir(exist_ok=True)
    settings.write_text("[voice]\nrate = 450\n")  # so that it is soon over
    terminal = Terminal(*CALL, "--voice", voice, env=env)
    terminals.append(terminal)
    since = terminal.match("You begin").end()
    if hit is not None:
        hit()
        terminal.match(victim, since)
    for line in ("hand", "table", "status", "rules 1", "last", "nonsense", "hint anna 4"):
        since = terminal.type(line + "\n")
        terminal.match(r"\.\n> \Z", since)
    terminal.match("Your turn", since)
    terminal.type("quit\n")
    assert terminal.leave() == 0
    rows = [row.removeprefix("> ").removeprefix(">").strip() for row in terminal.rows()]
    return sorted(row for row in rows if row and row not in ALARMS)


@pytest.fixture
def silent(terminals: list[Terminal]) -> list[str]:
    return played(terminals, "none", {})


def broken(folder: Path, libraries: tuple[str, ...], code: str) -> dict[str, str]:
    """Return an environment in which these libraries are broken in one way."""
    for library in libraries:
        (folder / f"{library}.py").write_text(code)
    return {"PYTHONPATH": f"{folder}{os.pathsep}{ROOT}"}


@pytest.mark.parametrize("way", BREAKAGES)
@pytest.mark.parametrize("voice", LIBRARIES)
def test_a_broken_library_is_not_seen(
    terminals: list[Terminal], silent: list[str], tmp_path: Path, voice: str, way: str
) -> None:
    env = broken(tmp_path, LIBRARIES[voice], BREAKAGES[way])
    assert played(terminals, voice, {**env, **nothing_there(tmp_path)}) == silent


def nothing_there(folder: Path) -> dict[str, str]:
    """Return an environment without sound, speech server and session bus."""
    return {
        **{name: without_sound()[name] for name in ("PULSE_SERVER", "ALSA_CONFIG_PATH")},
        "SPEECHD_ADDRESS": f"unix_socket:{folder / 'nobody.sock'}",
        "DBUS_SESSION_BUS_ADDRESS": f"unix:path={folder / 'nobody.bus'}",
    }


@pytest.mark.parametrize("voice", ["own", "reader", "orca", "speech-dispatcher"])
def test_a_machine_without_sound_and_servers_is_not_seen(
    terminals: list[Terminal], silent: list[str], voice: str, tmp_path: Path
) -> None:
    assert played(terminals, voice, nothing_there(tmp_path)) == silent


@pytest.mark.parametrize("blow", [signal.SIGKILL, signal.SIGSTOP])
def test_a_sound_server_that_goes_away_in_the_middle_is_not_seen(
    terminals: list[Terminal], silent: list[str], blow: signal.Signals
) -> None:
    needs_sink()
    sink = Sink()
    try:
        env = {**nothing_there(sink.folder), **sink.env, "XDG_RUNTIME_DIR": str(sink.folder)}
        assert played(terminals, "own", env, lambda: os.kill(sink.process.pid, blow)) == silent
    finally:
        sink.close()


@pytest.mark.parametrize("hang", [False, True])
def test_a_speech_server_that_goes_away_in_the_middle_is_not_seen(
    terminals: list[Terminal], silent: list[str], hang: bool
) -> None:
    needs_sink()
    needs_speech_dispatcher()
    sink = Sink()
    daemon = Daemon(sink)
    try:
        env = {**nothing_there(sink.folder), **daemon.environment()}
        hit = daemon.hang if hang else daemon.die
        assert played(terminals, "speech-dispatcher", env, hit, "Speech Dispatcher") == silent
    finally:
        daemon.close()
        sink.close()
