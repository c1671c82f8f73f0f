"""How soon speech is heard and how soon it is silent: our voices beside others, in one run; and our own work.

Run it: python tests/benchmarks/bench_speech.py [rounds]. Needs pulseaudio, parec and Speech Dispatcher. Aims:
our own voice heard within 5 ms of espeak-ng called directly, silent within 20 ms of a stop, both at the
median; from event to voice under 1 ms; heard 200 ms after exec.

Each way to speak runs in a process of its own, all take turns in every round, and all is measured at the far
end, in a recording of a private sound server that plays to nobody (it is itself some 5 ms late, for all). A
time begins right before the way's call for speaking, after more than half a second of silence; what a line
directly behind another costs our own voice is measured apart, because its device then runs on with silence.
"""

from __future__ import annotations

import asyncio
import ctypes
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from random import Random
from threading import Event
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from access.kits import KITS  # noqa: E402 - the path comes first
from access.session import Session  # noqa: E402 - as above
from access.table import Table  # noqa: E402 - as above
from speech.devices import Line, Voice  # noqa: E402 - as above
from speech.devices.recording import RecordingVoice  # noqa: E402 - as above
from speech.outputs import Spoken  # noqa: E402 - as above
from speech.queue import SpeechQueue  # noqa: E402 - as above
from speech.senpai import Senpai  # noqa: E402 - as above
from speech.words import LANGUAGES, Verbosity  # noqa: E402 - as above
from tests.games import cut, random_game  # noqa: E402 - as above
from tests.sound_rig import Recording, Sink  # noqa: E402 - as above
from tests.speechd_rig import Daemon, missing  # noqa: E402 - as above

LINES = (
    ("en", "Anna plays the red three from the left, and it fits on the stack."),
    ("de", "Ben gibt dir einen Hinweis: Karten eins und drei sind rot."),
)
"""Some three seconds each; Speech Dispatcher stops shorter lines three times as fast."""
LISTEN = 0.35
"""Seconds from the call to the stop, and somewhat more, not to hit the same sound of the line each time."""
REST = 0.3
"""Seconds of silence before the next call, and somewhat more, not to be in step with the sound server."""
CHANCE = Random(1)
CLIENT = "speechd-unofficial==0.12.1"
"""Speech Dispatcher's own Python client, as it is on PyPI."""
DEBIAN = "/usr/lib/python3/dist-packages"
"""The same, where Debian puts it."""
FRESH = """
from queue import SimpleQueue
from threading import Event
from speech.devices import Line
from speech.devices.own import OwnVoice
heard = Event()
OwnVoice(print).say(Line("Welcome. Anna is ready to play.", "en"), heard.set)
heard.wait(9)
"""
PROGRAM = ["-P", "-m", "access", "play", "nova", "--lang", "en", "--voice", "own"]


# -- the ways to speak, each in a process of its own


class Way(NamedTuple):
    """`say` is called with a language and a text; where nothing is played it returns the time of the first
    samples. `stop` None: it cannot be stopped."""

    say: Callable[[str, str], float | None]
    stop: Callable[[], object] | None = None


def synthesis() -> Way:
    """espeak-ng without any sound: how long it takes to the first samples."""
    from speech.devices.espeak import Style, espeak

    def say(lang: str, text: str) -> float:
        times: list[float] = []

        def take(piece: bytes) -> bool:
            times.append(time.perf_counter())
            return False

        espeak().render(text, Style(lang), take)
        return times[0]

    return Way(say)


def playback() -> Way:
    """espeak-ng's own playback, called directly: what a program does that uses the library as it is."""
    lib = ctypes.CDLL("libespeak-ng.so.1")
    if lib.espeak_Initialize(0, 60, None, 0) < 0:
        raise OSError("espeak_Initialize")

    def say(lang: str, text: str) -> None:
        lib.espeak_SetVoiceByName(lang.encode())
        data = text.encode()
        lib.espeak_Synth(data, len(data) + 1, 0, 0, 0, 1, None, None)

    return Way(say, lib.espeak_Cancel)


def simple_stream() -> Way:
    """espeak-ng's samples written into an open PulseAudio stream as they are made, with 10 ms in store."""
    from speech.devices.espeak import Style, espeak

    pulse = ctypes.CDLL("libpulse-simple.so.0")
    pulse.pa_simple_new.restype = ctypes.c_void_p
    spec = (ctypes.c_uint32 * 3)(3, 22050, 1)  # 16 bit, little endian; the last is one byte, the rest padding
    store = 22050 * 2 * 10 // 1000
    buffering = (ctypes.c_uint32 * 5)(0xFFFFFFFF, store, 0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF)
    stream = pulse.pa_simple_new(None, b"bench", 1, None, b"bench", spec, None, buffering, None)
    if not stream:
        raise OSError("pa_simple_new")
    handle = ctypes.c_void_p(stream)

    def take(piece: bytes) -> bool:
        return bool(pulse.pa_simple_write(handle, piece, ctypes.c_size_t(len(piece)), None) == 0)

    def say(lang: str, text: str) -> None:
        espeak().render(text, Style(lang), take)

    return Way(say)


def ours(make: Callable[[Callable[[object, str], None]], Voice]) -> Way:
    voice = make(lambda trouble, detail: sys.exit(f"{trouble}: {detail}"))
    return Way(lambda lang, text: voice.say(Line(text, lang), lambda: None), voice.stop)


def own() -> Way:
    from speech.devices.own import OwnVoice

    return ours(OwnVoice)


def our_client() -> Way:
    from speech.devices.speech_dispatcher import make

    return ours(make)


def their_client() -> Way:
    from importlib import import_module

    client = import_module("speechd.client").SSIPClient("bench")
    client.set_priority("message")

    def say(lang: str, text: str) -> None:
        client.set_language(lang)
        client.speak(text)

    return Way(say, client.cancel)


def stock() -> Way:
    """pyttsx3 with its own driver for Linux; nothing stops that one."""
    from importlib import import_module

    engine = import_module("pyttsx3").init("espeak")

    def say(lang: str, text: str) -> None:
        engine.setProperty("voice", lang)
        engine.say(text)
        engine.runAndWait()

    return Way(say)


WAYS: dict[str, tuple[str, Callable[[], Way]]] = {
    "synthesis": ("espeak-ng, first samples made, nothing played", synthesis),
    "playback": ("espeak-ng directly, its own playback", playback),
    "simple": ("espeak-ng into an open PulseAudio stream", simple_stream),
    "own": ("Senpai's own voice", own),
    "ssip": ("Speech Dispatcher, our client", our_client),
    "speechd": ("Speech Dispatcher, its Python client", their_client),
    "pyttsx3": ("pyttsx3, its own driver", stock),
}
DIRECT = "playback"
"""What the others are compared with."""


def child(name: str) -> None:
    """Speak and stop as the lines on standard input say; answer each with the time of the call."""
    out = os.dup(1)  # some libraries write on the terminal
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    way = WAYS[name][1]()
    os.write(out, b"ready\n")
    for line in sys.stdin:
        word, _, rest = line.rstrip("\n").partition(" ")
        lang, _, text = rest.partition(" ")
        moment = time.perf_counter()
        made = None
        if word == "say":
            made = way.say(lang, text)
        elif way.stop is not None:
            way.stop()
        moments = f"{moment!r} {'' if made is None else repr(made)}"
        os.write(out, f"{moments} {'stoppable' if way.stop else ''}\n".encode())


class Speaker:
    """A way in its process. :raises OSError: it cannot be had here."""

    def __init__(self, name: str, env: dict[str, str]) -> None:
        self.process = subprocess.Popen(
            [sys.executable, __file__, "child", name],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=env,
            text=True,
            bufsize=1,
        )
        if self._answer() != "ready":
            self.close()
            raise OSError(name)

    def _answer(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().strip()

    def ask(self, line: str) -> list[str]:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{line}\n")
        return self._answer().split()

    def close(self) -> None:
        self.process.kill()
        self.process.communicate()


# -- measuring


class Times:
    """What was measured of one way, in milliseconds."""

    def __init__(self) -> None:
        self.heard: dict[int, float] = {}
        """By round: the lines differ in how loudly they begin."""
        self.silent: list[float] = []
        self.missed = 0


def speak(speaker: Speaker, recording: Recording, times: Times, number: int) -> None:
    """Let a way say a line and stop it. Meanwhile this process sleeps."""
    time.sleep(REST + CHANCE.uniform(0, 0.05))
    recording.pieces.clear()
    lang, text = LINES[number % 2]
    begin, *more = speaker.ask(f"say {lang} {text}")
    if more and more[0] != "stoppable":
        times.heard[number] = (float(more[0]) - float(begin)) * 1000
        return
    time.sleep(LISTEN + CHANCE.uniform(0, 0.2))
    stop, *more = speaker.ask("stop")
    time.sleep(REST)
    loud = recording.loud(float(begin))
    if not loud:
        times.missed += 1
        return
    times.heard[number] = (loud[0] - float(begin)) * 1000
    if more and max(loud) > float(stop) - 0.05:
        times.silent.append(max(0.0, max(loud) - float(stop)) * 1000)


def latencies(recording: Recording, env: dict[str, str], rounds: int) -> None:
    speakers, times = {}, {name: Times() for name in WAYS}
    for name in WAYS:
        with suppress(OSError):
            speakers[name] = Speaker(name, env)
    for number in range(-2, rounds):  # the first of each language warm up and are not counted
        order = list(speakers)
        for name in order[number % len(order) :] + order[: number % len(order)]:
            speak(speakers[name], recording, times[name] if number >= 0 else Times(), number)
    for speaker in speakers.values():
        speaker.close()
    print("Call to first audible sample:")
    for name, (called, _) in WAYS.items():
        report(called, list(times[name].heard.values()), beside(times[name].heard, times[DIRECT].heard))
        if times[name].missed:
            print(f"  not heard at all: {times[name].missed}.")
    print("Stop to silence:")
    for name, (called, _) in WAYS.items():
        if times[name].silent:
            report(called, times[name].silent)


def beside(heard: dict[int, float], direct: dict[int, float]) -> str:
    """Return how much later than the direct call a way was heard, round by round, and the ratio of means."""
    both = [(heard[number], direct[number]) for number in heard.keys() & direct.keys()]
    if not both:
        return ""
    later = statistics.median(one - other for one, other in both)
    times = statistics.mean(one for one, _ in both) / statistics.mean(other for _, other in both)
    return f"; {later:+.1f} ms beside the direct call at the median, {times:.2f} times its mean"


def report(what: str, row: Sequence[float], more: str = "") -> None:
    if not row:
        print(f"  {what}: cannot be had here.")
        return
    median, p95 = statistics.median(row), sorted(row)[int(0.95 * (len(row) - 1))]
    print(f"  {what}: {median:.2f} ms median, {p95:.2f} p95, {max(row):.2f} most, {len(row)} runs{more}.")


# -- our own voice: without gaps, and soon after exec


def gaps(recording: Recording, rounds: int) -> None:
    """The share of a line that is recorded bit by bit, with nothing of the machine's own in between."""
    from speech.devices.own import OwnVoice

    voice = OwnVoice(lambda trouble, detail: sys.exit(f"{trouble}: {detail}"))
    shares = []
    for number in range(rounds):
        recording.pieces.clear()
        voice.mixer.kept, ended = bytearray(), Event()
        lang, text = LINES[number % 2]
        voice.say(Line(text, lang), ended.set)
        ended.wait(9)
        time.sleep(0.2)
        shares.append(recording.place(bytes(voice.mixer.kept))[1])
    voice.close()
    least = min(shares)
    print(
        f"Heard without gaps, our own voice: {statistics.mean(shares):.1%}, {least:.1%} least, {rounds} runs."
    )


def put_moment(moments: SimpleQueue[float]) -> None:
    moments.put(time.perf_counter())


def in_a_row(recording: Recording, rounds: int) -> None:
    """From the end of one line, where the next is said, to the next one's first audible sample."""
    from speech.devices.own import OwnVoice

    voice = OwnVoice(lambda trouble, detail: sys.exit(f"{trouble}: {detail}"))
    times: list[float] = []
    for number in range(rounds):
        recording.pieces.clear()
        moments: SimpleQueue[float] = SimpleQueue()
        lang, text = LINES[number % 2]
        voice.say(Line("Anna.", "en"), partial(put_moment, moments))
        begin = moments.get(timeout=9)
        ended = Event()
        voice.say(Line(text, lang), ended.set)
        ended.wait(9)
        time.sleep(REST + CHANCE.uniform(0, 0.05))
        # The recording is late, but the last samples of the first line are silent.
        times.append((recording.loud(begin)[0] - begin) * 1000)
    voice.close()
    report("Directly behind another line, our own voice", times)


def exec_to_sound(arguments: list[str], recording: Recording, env: dict[str, str]) -> float:
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
    return (min(recording.loud(begin), default=float("nan")) - begin) * 1000


def starts(recording: Recording, env: dict[str, str], home: str, rounds: int) -> None:
    """The first round fills the caches (compiled modules are kept, as when installed) and is not counted."""
    env = {**env, "PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": home, "SENPAI_HOME": home}
    rows: dict[str, list[float]] = {"python3 -c pass": [], "voice alone": [], "whole program": []}
    for number in range(rounds + 1):
        begin = time.perf_counter()
        subprocess.run([sys.executable, "-c", "pass"], check=True, env=env)
        row = [(time.perf_counter() - begin) * 1000]
        row += [exec_to_sound(arguments, recording, env) for arguments in (["-c", FRESH], PROGRAM)]
        if number:
            for times, value in zip(rows.values(), row, strict=True):
                times.append(value)
    print("Exec to first audible sample, our own voice:")
    for name, times in rows.items():
        report(name, times)


# -- Senpai's own work


class Stopwatch(RecordingVoice):
    """Ends every line at once, and notes when the first one after `begin` was handed over."""

    def __init__(self) -> None:
        super().__init__(instant=True)
        self.begin = 0.0
        self.times: list[float] = []

    def say(self, line: Line, ended: Callable[[], None]) -> None:
        if self.begin:
            self.times.append((time.perf_counter() - self.begin) * 1000)
            self.begin = 0.0
        super().say(line, ended)


async def listen(game: str, lang: str, watch: Stopwatch) -> None:
    """Play whole games before a listener; each event is timed from the session's ear to the voice."""
    for number in range(3):
        record = random_game(number, game=game)
        table = Table(cut(record, 0))
        senpai = Senpai(game, record.players, 0, lang, Verbosity.NORMAL)
        session = Session(table, senpai, [Spoken(SpeechQueue(watch))])
        table.sitters.append(Timed(session, watch))
        await table.begin()
        for action in record.actions:
            await table.submit(action)


class Timed:
    """A session, timed."""

    def __init__(self, session: Session, watch: Stopwatch) -> None:
        self._session, self._watch = session, watch

    def __getattr__(self, name: str) -> Any:
        return getattr(self._session, name)

    async def hear(self, *told: Any) -> None:
        self._watch.begin = time.perf_counter()
        await self._session.hear(*told)
        self._watch.begin = 0.0


def own_work() -> None:
    print("Event to utterance handed over to the voice:")
    for game in sorted(KITS):
        for lang in LANGUAGES:
            watch = Stopwatch()
            asyncio.run(listen(game, lang, watch))
            report(f"{game}, {lang}", watch.times)


# -- all of it


@contextmanager
def python_client() -> Iterator[str]:
    """Yield a folder with Speech Dispatcher's Python client; without one there is nothing to be measured."""
    if Path(DEBIAN, "speechd").exists():
        with tempfile.TemporaryDirectory() as folder:
            for name in ("speechd", "xdg"):
                with suppress(OSError):
                    Path(folder, name).symlink_to(Path(DEBIAN, name))
            yield folder
            return
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--target", folder, CLIENT]
        subprocess.run(command, check=False, capture_output=True)
        yield folder


def main(rounds: int) -> None:
    own_work()
    if lacking := missing():
        sys.exit(f"missing: {', '.join(lacking)}")
    sink = Sink()
    daemon = Daemon(sink, "espeak-ng")
    recording = Recording(sink)
    try:
        with python_client() as client, tempfile.TemporaryDirectory() as home:
            alsa = Path(home, "asound.conf")
            alsa.write_text("</usr/share/alsa/alsa.conf>\npcm.!default { type pulse }\n")
            paths = os.pathsep.join([str(ROOT), client])
            more = {"PYTHONPATH": paths, "ALSA_CONFIG_PATH": str(alsa)}
            os.environ.update(daemon.environment() | more)
            env = dict(os.environ)
            latencies(recording, env, rounds)
            in_a_row(recording, 6)
            gaps(recording, 5)
            starts(recording, env, home, max(3, rounds // 4))
    finally:
        recording.close()
        daemon.close()
        sink.close()


if __name__ == "__main__":
    if sys.argv[1:2] == ["child"]:
        child(sys.argv[2])
    else:
        main(int(sys.argv[1]) if len(sys.argv) > 1 else 16)
