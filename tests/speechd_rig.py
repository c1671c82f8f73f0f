"""A real Speech Dispatcher without a sound card, with folders, a configuration and a log of its own.

Here: a daemon that can be killed, hung and started again, with two modules: `espeak-ng`, which is heard in
the sink (see `sound_rig`), and `logger`, which is silent but writes down what it is told to say. Not here:
tests.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.sound_rig import Sink, wait_until

SYSTEM = Path("/etc/speech-dispatcher")
MODULES = Path("/usr/lib/speech-dispatcher-modules")
NEEDED = ("speech-dispatcher", "pulseaudio", "parec")
LANGUAGES = ("en", "de", "da", "nb")

CONFIG = """
LogLevel 3
LogDir "{log}"
AudioOutputMethod "pulse"
DefaultVolume 100
SymbolsPreproc "none"
DefaultLanguage "en"
{spawn}
{modules}
DefaultModule {default}
"""
ADD = {
    "espeak-ng": 'AddModule "espeak-ng" "sd_espeak-ng" "espeak-ng.conf"',
    "logger": 'AddModule "logger" "sd_generic" "logger.conf"',
    "dummy": 'AddModule "dummy" "sd_dummy" ""',
}
# The module fills in what begins with a dollar; a quote needs a backslash there, which gets lost.
LOGGER = """
Debug 0
GenericExecuteSynth "sh {script} $LANGUAGE:$RATE:$PITCH:$VOLUME:$VOICE \\'$DATA\\'"
GenericRateForceInteger 1
GenericPitchForceInteger 1
GenericVolumeForceInteger 1
GenericMaxChunkLength 5000
GenericDelimiters "~"
{languages}
{voices}
DefaultVoice "en-male"
"""
SCRIPT = """
printf '%s: %s\\n' "$1" "$2" >> {spoken}
took=$((${{#2}} * {pace}))
sleep $((took / 1000000)).$(printf %06d $((took % 1000000)))
"""
"""Notes the text, then takes its time, as speech would: some millionths of a second a byte."""
_ROW = re.compile(r"(\w+):(-?\d+):(-?\d+):(-?\d+):([^:]+): (.*)")


def missing() -> list[str]:
    """What this rig needs and does not find."""
    modules = [name for name in ("sd_espeak-ng", "sd_generic") if not (MODULES / name).exists()]
    return [name for name in NEEDED if shutil.which(name) is None] + modules


def needs_speech_dispatcher() -> None:
    """Skip where the programs are missing, but not on CI, where they have to be there."""
    if lacking := missing():
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(f"missing: {', '.join(lacking)}")


class Logged(NamedTuple):
    """What the logger was told to say, and how; the numbers are Speech Dispatcher's, -100 to 100."""

    lang: str
    rate: int
    pitch: int
    volume: int
    voice: str
    text: str


class Daemon:
    """A Speech Dispatcher of our own, the first module its usual one.

    `pace` is how many seconds the logger takes for a letter. Not `start`: it has to be started, or, with
    `spawn`, a client may do it.
    """

    def __init__(
        self, sink: Sink, *modules: str, pace: float = 0.004, start: bool = True, spawn: bool = False
    ) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="sd-"))  # short: a socket's path has 107 bytes
        self.log = self.folder / "spoken.log"
        self.pid = 0
        self._env = sink.env
        self._configure(modules or ("logger",), pace, spawn=spawn)
        if start:
            self.start()

    @property
    def socket(self) -> Path:
        return self.folder / "speech-dispatcher" / "speechd.sock"

    @property
    def address(self) -> str:
        """What SPEECHD_ADDRESS has to be."""
        return f"unix_socket:{self.socket}"

    def environment(self) -> dict[str, str]:
        """What is special about a client's environment: where all is, and nobody else's server."""
        folders = {"HOME": "", "XDG_CONFIG_HOME": "config", "XDG_CACHE_HOME": "cache", "XDG_RUNTIME_DIR": ""}
        places = {name: str(self.folder / place) for name, place in folders.items()}
        return {**self._env, **places, "SPEECHD_ADDRESS": self.address}

    def _configure(self, modules: tuple[str, ...], pace: float, *, spawn: bool) -> None:
        config = self.folder / "config" / "speech-dispatcher"
        for place in (config / "modules", config / "clients", self.folder / "log", self.socket.parent):
            place.mkdir(parents=True)
        (config / "speechd.conf").write_text(
            CONFIG.format(
                log=self.folder / "log",
                spawn="" if spawn else "DisableAutoSpawn",
                modules="\n".join(ADD[name] for name in modules),
                default=modules[0],
            )
        )
        script = self.folder / "speak"
        script.write_text(SCRIPT.format(spoken=self.log, pace=round(pace * 1_000_000)))
        voices = [(lang, kind) for lang in LANGUAGES for kind in ("male", "female")]
        (config / "modules" / "logger.conf").write_text(
            LOGGER.format(
                script=script,
                languages="\n".join(f'GenericLanguage "{lang}" "{lang}" "utf-8"' for lang in LANGUAGES),
                voices="\n".join(
                    f'AddVoice "{lang}" "{kind.upper()}1" "{lang}-{kind}"' for lang, kind in voices
                ),
            )
        )
        shutil.copy(SYSTEM / "modules" / "espeak-ng.conf", config / "modules")

    def start(self) -> None:
        """Run, and return when it takes connections."""
        self.socket.unlink(missing_ok=True)
        process = subprocess.Popen(
            ["speech-dispatcher", "-s", "-t", "0"],
            env={**os.environ, **self.environment(), "LC_ALL": "C.UTF-8"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        self.pid, self._process = process.pid, process
        if not wait_until(self.socket.exists, 10):
            self.close()
            raise RuntimeError("speech-dispatcher did not start")

    def die(self) -> None:
        """Go away without a word, with the modules."""
        if self.pid:
            os.killpg(self.pid, signal.SIGKILL)
            self._process.wait()
            self.pid = 0

    def hang(self) -> None:
        """Answer nobody any more, without going away."""
        os.kill(self.pid, signal.SIGSTOP)

    def spoken(self) -> list[Logged]:
        """What the logger was told so far, in order."""
        text = self.log.read_text("utf-8") if self.log.exists() else ""
        rows = (found.groups() for found in map(_ROW.fullmatch, text.splitlines()) if found)
        return [
            Logged(lang, int(rate), int(pitch), int(volume), voice, text.strip())
            for lang, rate, pitch, volume, voice, text in rows
        ]

    def texts(self) -> list[str]:
        return [logged.text for logged in self.spoken()]

    def close(self) -> None:
        """Go away, as does what a client has spawned."""
        self.die()
        for found in (self.folder / "speech-dispatcher").glob("pid/*.pid"):
            with suppress(OSError, ValueError):
                os.kill(int(found.read_text()), signal.SIGTERM)
        shutil.rmtree(self.folder, ignore_errors=True)
