"""How soon our own voice is heard and how soon it is silent, beside espeak-ng alone in the same run.

Run it: python tests/benchmarks/bench_voice.py [rounds]. Aims: heard 25 ms after the call, silent 20 ms
after a stop (bound: 50), heard 200 ms after exec. All is measured at the far end, in a recording of a
private sound server; that recording is itself some 5 ms late. Needs pulseaudio and parec.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from threading import Event

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from speech.devices import Line  # noqa: E402 - the path comes first
from speech.devices.espeak import Style, espeak  # noqa: E402
from speech.devices.own import OwnVoice  # noqa: E402
from tests.sound_rig import Recording, Sink, missing  # noqa: E402

LINES = (
    ("Anna plays the red three from the left, and it fits on the stack.", "en"),
    ("Ben gibt dir einen Hinweis: Karten eins und drei sind rot.", "de"),
)
FRESH = """
from threading import Event
from speech.devices import Line
from speech.devices.own import OwnVoice
heard = Event()
OwnVoice(print).say(Line("Welcome. Anna is ready to play.", "en"), heard.set)
heard.wait(9)
"""
PROGRAM = ["-P", "-m", "access", "play", "nova", "--lang", "en", "--voice", "own"]


def milliseconds(since: float, moment: float | None = None) -> float:
    return ((time.perf_counter() if moment is None else moment) - since) * 1000


def synthesis(number: int) -> float:
    """Return the milliseconds until espeak-ng alone has the first piece of a line."""
    text, lang = LINES[number % 2]
    begin, times = time.perf_counter(), []

    def take(piece: bytes) -> bool:
        times.append(milliseconds(begin))
        return False

    espeak().render(text, Style(lang), take)
    return times[0]


def line(voice: OwnVoice, recording: Recording, number: int) -> tuple[float, float, float]:
    """Say a line and stop it; return when `say` returned, when it was heard, and the stop to silence.

    Meanwhile this thread sleeps: looking for sound costs Python's time, which the voice would miss.
    """
    time.sleep(0.1 + 0.0037 * (number % 10))  # not in step with the device
    recording.pieces.clear()
    begin = time.perf_counter()
    voice.say(Line(*LINES[number % 2]), lambda: None)
    returned = milliseconds(begin)
    time.sleep(0.3)
    stop = time.perf_counter()
    voice.stop()
    time.sleep(0.2)
    loud = recording.loud(begin)
    return returned, milliseconds(begin, min(loud)), max(0.0, milliseconds(stop, max(loud)))


def fresh(arguments: list[str], recording: Recording, env: dict[str, str]) -> float:
    """Return the milliseconds from exec until a new process is heard, two seconds at most."""
    recording.pieces.clear()
    begin = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, *arguments],
        cwd=ROOT,
        env=env,
        stdin=subprocess.PIPE,  # the program waits there for a line
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    time.sleep(2)
    process.kill()
    process.communicate()
    time.sleep(0.2)
    return milliseconds(begin, min(recording.loud(begin), default=float("nan")))


def bare(env: dict[str, str]) -> float:
    begin = time.perf_counter()
    subprocess.run([sys.executable, "-c", "pass"], check=True, env=env)
    return milliseconds(begin)


def report(what: str, times: list[float]) -> None:
    p95 = sorted(times)[int(0.95 * (len(times) - 1))]
    median = statistics.median(times)
    sys.stdout.write(
        f"{what}: {median:.1f} ms median, {p95:.1f} p95, {max(times):.1f} most, {len(times)} runs.\n"
    )


def lines(recording: Recording, rounds: int) -> None:
    voice = OwnVoice(lambda trouble, detail: sys.exit(f"{trouble}: {detail}"))
    rows = [(synthesis(number), *line(voice, recording, number)) for number in range(-1, rounds)][1:]
    shares = [intact(voice, recording, number) for number in range(5)]
    voice.close()
    names = ("espeak-ng alone, first piece", "say returns", "call to first audible sample", "stop to silence")
    for name, column in zip(names, zip(*rows, strict=True), strict=True):
        report(name, list(column))
    sys.stdout.write(
        f"heard without gaps: {statistics.mean(shares):.1%}, {min(shares):.1%} least, {len(shares)} runs.\n"
    )


def intact(voice: OwnVoice, recording: Recording, number: int) -> float:
    """Say a line to its end; the share of it that was recorded bit by bit."""
    recording.pieces.clear()
    voice.mixer.kept, ended = bytearray(), Event()
    voice.say(Line(*LINES[number % 2]), ended.set)
    ended.wait(9)
    time.sleep(0.2)
    return recording.place(bytes(voice.mixer.kept))[1]


def starts(recording: Recording, env: dict[str, str], home: str, rounds: int) -> None:
    """The first round fills the caches (compiled modules are kept, as when installed) and is not counted."""
    env = {**env, "PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": home, "SENPAI_HOME": home}
    env["PYTHONPATH"] = str(ROOT)
    rows = [
        (bare(env), fresh(["-c", FRESH], recording, env), fresh(PROGRAM, recording, env))
        for _ in range(rounds + 1)
    ][1:]
    names = ("python3 -c pass", "exec to first audible sample, voice alone", "the same, whole program")
    for name, column in zip(names, zip(*rows, strict=True), strict=True):
        report(name, list(column))


def main(rounds: int) -> None:
    if lacking := missing():
        sys.exit(f"missing: {', '.join(lacking)}")
    sink = Sink()
    os.environ.update(sink.environment())
    recording = Recording(sink)
    try:
        lines(recording, rounds)
        with tempfile.TemporaryDirectory() as home:
            starts(recording, sink.environment(), home, max(3, rounds // 4))
    finally:
        recording.close()
        sink.close()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 40)
