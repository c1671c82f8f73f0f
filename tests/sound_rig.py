"""Real sound without a sound card: a private PulseAudio whose only sink plays to nobody, and its recorder;
and an ALSA device that writes into a file.

Here: starting and ending both, what was recorded, and when. Not here: tests. The sink runs at the mixer's
own rate and format, so nothing is resampled and what a voice made is found byte for byte.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from array import array
from collections.abc import Callable
from pathlib import Path
from threading import Thread

import pytest

ROOT = Path(__file__).resolve().parent.parent
RATE = 22050
SECOND = RATE * 4
"""Bytes a second."""
LOUD = 300
"""Samples above this are heard; espeak-ng's noise floor is zero."""
NULL_SINK = f"module-null-sink rate={RATE} format=s16le channels=2 norewinds=1"
"""A sink that plays to nobody, at the mixer's own rate; it still needs a name."""
NEEDED = ("pulseaudio", "parec", "pactl")


def missing() -> list[str]:
    """The programs this rig needs and does not find."""
    return [name for name in NEEDED if shutil.which(name) is None]


def needs_sink() -> None:
    """Skip where the programs are missing, but not on CI, where they have to be there."""
    if lacking := missing():
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(f"missing: {', '.join(lacking)}")


def wait_until(done: Callable[[], bool], seconds: float = 5.0) -> bool:
    """Whether `done` becomes true in time."""
    end = time.perf_counter() + seconds
    while not done():
        if time.perf_counter() > end:
            return False
        time.sleep(0.02)
    return True


def run_script(script: str, env: dict[str, str], seconds: float = 15) -> subprocess.CompletedProcess[bytes]:
    """Run Python code in a process of its own, warnings as errors; all that it writes is captured."""
    command = [sys.executable, "-W", "error", "-c", script]
    return subprocess.run(
        command,
        cwd=ROOT,
        env={**env, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        timeout=seconds,
        check=False,
    )


def without_sound() -> dict[str, str]:
    """An environment in which no sound server is found; there is no sound card where tests run."""
    return {**os.environ, "PULSE_SERVER": "none", "ALSA_CONFIG_PATH": "/usr/share/alsa/alsa.conf"}


class Sink:
    """A PulseAudio server of our own; `env` is what a client's environment needs to find it.

    `modules` are loaded instead of the sink that plays to nobody.
    """

    def __init__(self, *modules: str) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="sound-"))  # short: a socket's path has 107 bytes
        socket = self.folder / "ear.sock"
        self.env = {"PULSE_SERVER": f"unix:{socket}", "HOME": str(self.folder)}
        sink = f"{NULL_SINK} sink_name=ear"
        options = [
            "-n", "--daemonize=no", "--use-pid-file=no", "--exit-idle-time=-1", "--disallow-exit",
            "--realtime=no", "--high-priority=no", "--log-level=error",
        ]  # fmt: skip
        for module in (
            *(modules or (sink,)),
            f"module-native-protocol-unix socket={socket} auth-anonymous=1",
        ):
            options += ["-L", module]
        self.process = subprocess.Popen(
            ["pulseaudio", *options],
            env=self.environment(),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        if not wait_until(socket.exists):
            self.close()
            raise RuntimeError("pulseaudio did not start")

    def environment(self) -> dict[str, str]:
        """The whole environment of a client."""
        return {**os.environ, **self.env, "XDG_RUNTIME_DIR": str(self.folder)}

    def hang(self) -> None:
        """Answer nobody any more, without going away."""
        self.process.send_signal(signal.SIGSTOP)

    def die(self) -> None:
        """Go away without a word."""
        self.process.kill()
        self.process.wait()

    def close(self) -> None:
        self.die()
        shutil.rmtree(self.folder, ignore_errors=True)


PACE = """
import sys, time
begin, done = time.monotonic(), 0
with open(sys.argv[1], "ab", buffering=0) as capture:
    while piece := sys.stdin.buffer.read1(4096):
        capture.write(piece)
        done += len(piece)
        time.sleep(max(0.0, begin + done / float(sys.argv[2]) - time.monotonic()))
        begin = max(begin, time.monotonic() - done / float(sys.argv[2]) - 0.1)
"""
"""Takes sound as slowly as a card would: a device that plays to nobody takes it as fast as it can."""


class Capture:
    """An ALSA device whose sound goes into a file, and no sound server; `env` is what a client needs.

    ALSA's `file` device writes into a pipe, whose other end reads no faster than a card plays.
    """

    def __init__(self, folder: Path) -> None:
        self.file = folder / "capture.raw"
        self.file.touch()
        pace = folder / "pace.py"
        pace.write_text(PACE)
        config = folder / "asound.conf"
        config.write_text(
            "</usr/share/alsa/alsa.conf>\n"
            "pcm.capture { type file slave.pcm { type null } format raw\n"
            f'  file "|{sys.executable} {pace} {self.file} {SECOND}" }}\n'
            f"pcm.!default {{ type plug slave {{ pcm capture rate {RATE} channels 2 format S16_LE }} }}\n"
        )
        self.env = {"ALSA_CONFIG_PATH": str(config), "PULSE_SERVER": "none"}

    def environment(self) -> dict[str, str]:
        """The whole environment of a client."""
        return {**os.environ, **self.env}

    def pcm(self) -> bytes:
        """All that was captured so far."""
        return self.file.read_bytes()


class Recording:
    """What the sink plays, from now on; each piece with the time of its arrival (10 to 20 ms late)."""

    def __init__(self, sink: Sink, latency: int = 10, source: str = "ear") -> None:
        self.pieces: list[tuple[float, bytes]] = []
        command = ["parec", "-d", f"{source}.monitor", f"--latency-msec={latency}", "--format=s16le"]
        self.process = subprocess.Popen(
            [*command, f"--rate={RATE}", "--channels=2", "--raw"],
            env=sink.environment(), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        self.thread = Thread(target=self._read, daemon=True)
        self.thread.start()
        if not wait_until(lambda: len(self.pieces) > 3):
            self.close()
            raise RuntimeError("parec records nothing")

    def _read(self) -> None:
        assert self.process.stdout is not None
        while piece := os.read(self.process.stdout.fileno(), 65536):
            self.pieces.append((time.perf_counter(), piece))

    def pcm(self) -> bytes:
        """All that was recorded so far."""
        return b"".join(piece for _, piece in self.pieces)

    def place(self, sound: bytes, since: int = 0) -> tuple[int, float]:
        """Where a sound ends in `pcm` and which share of it (0 to 1) is there after `since`, bit by bit.

        It is looked for in twentieths of a second: on a machine with too much to do, the server puts gaps
        into what it plays, and each spoils one of them.
        """
        pcm, at, there = self.pcm(), since, 0
        parts = [sound[start : start + SECOND // 20] for start in range(0, len(sound), SECOND // 20)]
        for part in parts:
            found = pcm.find(part, at)
            if found >= 0:
                at, there = found + len(part), there + 1
        return at, there / max(1, len(parts))

    def holds(self, sound: bytes, seconds: float = 5.0) -> bool:
        """Whether two thirds of `sound` have been recorded, or are within some seconds."""
        return wait_until(lambda: self.place(sound)[1] >= 0.66, seconds)

    def loud(self, since: float) -> list[float]:
        """When loud samples arrived after a moment, each piece's first and last."""
        times: list[float] = []
        for arrived, piece in list(self.pieces):
            samples = array("h", piece[: len(piece) // 2 * 2])
            at = (
                [place for place, sample in enumerate(samples) if abs(sample) > LOUD]
                if arrived > since
                else []
            )
            times += [arrived - (len(samples) - place) / (2 * RATE) for place in at[:1] + at[-1:]]
        return [moment for moment in times if moment > since]

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        self.thread.join(2)
        assert self.process.stdout is not None
        self.process.stdout.close()
