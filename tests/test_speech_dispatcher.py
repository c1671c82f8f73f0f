"""Speech Dispatcher: the protocol against a server of our own that misbehaves, the voice against a real one.

Not here: what every voice promises (see `test_every_voice`), how long things take (see
`benchmarks/bench_speech.py`).
"""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from threading import Event, Thread
from threading import enumerate as all_threads
from typing import Any

import pytest

from access.kits import KITS
from access.session import Session
from access.table import Table
from engine.bots.levels import Level
from speech.devices import Line, Manner, Trouble, ssip
from speech.devices import speech_dispatcher as module
from speech.devices.speech_dispatcher import DispatcherVoice, check, level_of, rate_of
from speech.devices.ssip import Address, Broken, Kind, Refused, Ssip, address
from speech.outputs import Spoken
from speech.queue import SpeechQueue
from speech.senpai import Senpai
from speech.utterance import Step
from speech.words import Verbosity
from tests.games import cut, random_game
from tests.sound_rig import Recording, Sink, needs_sink, run_script, wait_until
from tests.speechd_rig import Daemon, Logged, needs_speech_dispatcher

LONG = "The quick brown fox jumps over the lazy dog. " * 10
USUAL = Manner()
AT_ONCE = 0.25
"""Seconds: what returns at once takes microseconds, or more on a machine with too much to do."""


@pytest.fixture(autouse=True)
def quiet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> Iterator[None]:
    """Nobody else's server; at the end nothing was written on the terminal, no thread or handle is left."""
    for name in ("HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.delenv("SPEECHD_ADDRESS", raising=False)
    threads, handles = len(all_threads()), len(os.listdir("/proc/self/fd"))
    yield
    assert wait_until(lambda: len(all_threads()) <= threads), all_threads()
    assert wait_until(lambda: len(os.listdir("/proc/self/fd")) <= handles)
    assert capfd.readouterr() == ("", "")


# -- where the server is


@pytest.mark.parametrize(
    ("said", "place"),
    [
        ("unix_socket:/a/b:c.sock", Address(path="/a/b:c.sock")),
        ("unix_socket", Address(path="/run/me/speech-dispatcher/speechd.sock")),
        (None, Address(path="/run/me/speech-dispatcher/speechd.sock")),
        ("inet_socket", Address(host="127.0.0.1", port=6560)),
        ("inet_socket:far.example", Address(host="far.example", port=6560)),
        ("inet_socket:far.example:7000", Address(host="far.example", port=7000)),
        ("inet_socket:::1:7000", Address(host="::1", port=7000)),
    ],
)
def test_the_persons_address_is_honoured(said: str | None, place: Address) -> None:
    env = {"XDG_RUNTIME_DIR": "/run/me"}
    assert address(env if said is None else {**env, "SPEECHD_ADDRESS": said}) == place


@pytest.mark.parametrize("said", ["smoke_signals:north", "inet_socket:far.example:many"])
def test_an_address_that_is_none_is_refused(said: str) -> None:
    with pytest.raises(ValueError):
        address({"SPEECHD_ADDRESS": said})


def test_without_a_runtime_folder_the_socket_is_in_the_cache() -> None:
    assert address({"XDG_CACHE_HOME": "/c"}).path == "/c/speech-dispatcher/speechd.sock"


# -- a server that does as the test says


class Server:
    """Talks to one client after the other; `answer` gives the bytes for a command, None the usual ones.

    `heard` is every line that came, `sent` what `push` can still add to by itself.
    """

    def __init__(self, folder: Path, answer: Callable[[str], bytes | None] = lambda command: None) -> None:
        self.path = str(folder / "s")
        self.answer = answer
        self.heard: list[str] = []
        self.texts: list[str] = []
        self.clients = 0
        self.step = 1 << 16
        self._client: socket.socket | None = None
        self._message = 0
        self._listening = socket.socket(socket.AF_UNIX)
        self._listening.bind(self.path)
        self._listening.listen()
        self._thread = Thread(target=self._serve, daemon=True)
        self._thread.start()

    def _serve(self) -> None:
        while True:
            with suppress(OSError):
                client, _ = self._listening.accept()
                self._client = client
                self.clients += 1
                with suppress(OSError), client, client.makefile("rb") as lines:
                    for line in lines:
                        self._take(line.decode().rstrip("\r\n"), lines)
                continue
            return

    def _take(self, command: str, lines: Any) -> None:
        self.heard.append(command)
        answer = self.answer(command)
        self.push(self._usual(command) if answer is None else answer)
        if command == "SPEAK" and answer is None:
            text = []
            while (line := lines.readline().decode().removesuffix("\r\n")) != ".":
                text.append(line)
            self.texts.append("\n".join(text))
            self._message += 1
            queued = self.answer("TEXT")
            self.push(queued if queued is not None else self.queued())

    def queued(self) -> bytes:
        return b"225-%d\r\n225 OK MESSAGE QUEUED\r\n" % self._message

    def _usual(self, command: str) -> bytes:
        answers = {
            "SPEAK": b"230 OK RECEIVING DATA\r\n",
            "LIST OUTPUT_MODULES": b"250-one\r\n250 OK MODULE LIST SENT\r\n",
            "GET OUTPUT_MODULE": b"251-one\r\n251 OK GET RETURNED\r\n",
            "GET VOICE_TYPE": b"251-FEMALE2\r\n251 OK GET RETURNED\r\n",
            "LIST SYNTHESIS_VOICES": b"249-Ann\ten\tnone\r\n249 OK VOICE LIST SENT\r\n",
        }
        return answers.get(command, b"200 OK\r\n")

    def push(self, data: bytes) -> None:
        """Send something, in pieces of `step` bytes."""
        assert self._client is not None
        for at in range(0, len(data), self.step):
            self._client.sendall(data[at : at + self.step])
            if self.step < len(data):
                time.sleep(0.0005)

    def tell(self, code: int, message: int, *more: str) -> None:
        """Send an event."""
        lines = [str(message), "1", *more]
        self.push("".join(f"{code}-{line}\r\n" for line in lines).encode() + b"%d EVENT\r\n" % code)

    def drop(self, how: int = socket.SHUT_RDWR) -> None:
        """End the connection that is, or one direction of it."""
        assert self._client is not None
        self._client.shutdown(how)

    def close(self) -> None:
        with suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)
        with suppress(OSError):
            self.drop()
        self._thread.join(5)
        self._listening.close()


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.chdir(tmp_path)  # the path to the folder may be longer than a socket's may
    server = Server(Path())
    monkeypatch.setenv("SPEECHD_ADDRESS", f"unix_socket:{server.path}")
    yield server
    server.close()


class Ear:
    """Notes what a client tells."""

    def __init__(self, server: Server, patience: float = 1.0) -> None:
        self.events: list[ssip.Event] = []
        self.lost: list[str] = []
        self.client = Ssip(Address(path=server.path), self.events.append, self.lost.append, patience)

    def __enter__(self) -> Ear:
        return self

    def __exit__(self, *error: object) -> None:
        self.client.close()


def test_a_command_returns_what_the_server_says(server: Server) -> None:
    server.answer = lambda command: "249-Zoë\r\n249-Öl\r\n249 OK\r\n".encode()
    with Ear(server) as ear:
        assert ear.client.command("LIST VOICES") == ["Zoë", "Öl"]
    assert server.heard == ["LIST VOICES"]
    assert ear.lost == []


def test_a_refusal_is_no_break(server: Server) -> None:
    server.answer = lambda command: b"409 ERR RATE TOO HIGH\r\n" if "999" in command else None
    with Ear(server) as ear:
        with pytest.raises(Refused, match="409 ERR RATE TOO HIGH"):
            ear.client.command("SET SELF RATE 999")
        ear.client.command("SET SELF RATE 9")


def test_a_command_is_one_line(server: Server) -> None:
    with Ear(server) as ear:
        with pytest.raises(Refused):
            ear.client.command("SET SELF LANGUAGE en\r\nCANCEL ALL")
        ear.client.command("HELP")
    assert server.heard == ["HELP"]


def test_a_text_arrives_as_it_is_with_its_dots_and_lines(server: Server) -> None:
    with Ear(server) as ear:
        assert ear.client.speak(".\nBlå\r\n..\n. QUIT") == 1
        assert ear.client.speak("") == 2
    assert server.texts == ["..\nBlå\n...\n.. QUIT", ""]  # the server takes one dot away again


@pytest.mark.parametrize("step", [1, 7, 1 << 16])
def test_no_event_is_lost_be_it_before_the_reply_or_torn_to_pieces(server: Server, step: int) -> None:
    server.step = step

    def answer(command: str) -> bytes | None:
        if command != "TEXT":
            return None
        begin = b"701-1\r\n701-9\r\n701 BEGIN\r\n"
        mark = "700-1\r\n700-9\r\n700-møre\r\n700 INDEX MARK\r\n".encode()
        end = b"702-1\n702-9\n702 END\n"  # without returns: nobody promised more
        return begin + server.queued() + mark + b"799-1\r\n799 NEW\r\n702 NOTHING\r\n" + end

    server.answer = answer
    with Ear(server) as ear:
        assert ear.client.speak("One.") == 1
        assert wait_until(lambda: len(ear.events) == 3)
        assert ear.events == [(Kind.BEGIN, 1, ""), (Kind.MARK, 1, "møre"), (Kind.END, 1, "")]


@pytest.mark.parametrize(
    "nonsense",
    [b"HTTP/1.1 400 Bad Request\r\n", b"\x00\xff\xfe\r\n", b"\r\n", b"2", b"200 OK\r\n200 AGAIN\r\n"],
)
def test_nonsense_breaks_the_connection_and_nothing_else(server: Server, nonsense: bytes) -> None:
    server.answer = lambda command: nonsense
    with Ear(server, patience=0.2) as ear:
        with suppress(Broken, Refused):
            ear.client.command("HELP")
        assert wait_until(lambda: len(ear.lost) == 1)
        with pytest.raises(Broken):
            ear.client.command("HELP")
    assert len(ear.lost) == 1


def test_a_line_without_end_breaks_the_connection(server: Server) -> None:
    server.answer = lambda command: b"249-" + b"x" * 200_000
    with Ear(server) as ear, pytest.raises(Broken, match="without end"):
        ear.client.command("LIST VOICES")


def test_a_long_answer_may_take_its_time(server: Server) -> None:
    def answer(command: str) -> bytes:
        for _ in range(5):
            server.push(b"249-voice\r\n")
            time.sleep(0.15)
        return b"249 OK\r\n"

    server.answer = answer
    with Ear(server, patience=0.3) as ear:
        assert len(ear.client.command("LIST VOICES")) == 5


def test_a_server_that_does_not_answer_is_given_up(server: Server) -> None:
    server.answer = lambda command: b""
    with Ear(server, patience=0.2) as ear, pytest.raises(Broken, match="no answer"):
        ear.client.command("HELP")
    assert ear.lost == ["no answer"]


@pytest.mark.parametrize("how", [socket.SHUT_RDWR, socket.SHUT_WR, socket.SHUT_RD])
def test_a_connection_that_is_half_closed_is_closed(server: Server, how: int) -> None:
    with Ear(server, patience=0.3) as ear:
        ear.client.command("HELP")
        server.drop(how)
        with suppress(Broken):  # the first may be answered yet
            ear.client.command("HELP")
        with pytest.raises(Broken):
            ear.client.command("HELP")
        assert len(ear.lost) == 1


def test_closing_wakes_who_waits_for_an_answer(server: Server) -> None:
    server.answer = lambda command: b""
    ear, broken = Ear(server, patience=60), Event()

    def wait() -> None:
        with suppress(Broken):
            ear.client.command("HELP")
        broken.set()

    Thread(target=wait).start()
    assert wait_until(lambda: server.heard == ["HELP"])
    ear.client.close()
    assert broken.wait(5)
    assert ear.lost == []


# -- the voice, and that server


class Listener:
    """A voice, what it reported and what ended."""

    def __init__(self) -> None:
        self.notes: list[object] = []
        self.voice = DispatcherVoice(lambda trouble, detail: self.notes.append(trouble))

    def say(self, text: str, lang: str = "en", manner: Manner = USUAL) -> None:
        begin = time.monotonic()
        self.voice.say(Line(text, lang, manner), lambda: self.notes.append(text))
        assert time.monotonic() - begin < AT_ONCE

    def hear(self, text: str, lang: str = "en", manner: Manner = USUAL) -> None:
        self.say(text, lang, manner)
        assert wait_until(lambda: text in self.notes, 10), self.notes

    def stop(self) -> None:
        begin = time.monotonic()
        self.voice.stop()
        assert time.monotonic() - begin < AT_ONCE

    def noted(self, *notes: object, seconds: float = 5.0) -> bool:
        """Whether this is all that was told, in this order, now or soon."""
        return wait_until(lambda: self.notes == list(notes), seconds)


@pytest.fixture
def listener() -> Iterator[Callable[[], Listener]]:
    made: list[Listener] = []

    def make() -> Listener:
        made.append(Listener())
        return made[-1]

    yield make
    for one in made:
        one.voice.close()


Make = Callable[[], Listener]


def test_an_end_before_the_number_of_the_message_ends_the_line(server: Server, listener: Make) -> None:
    end = b"702-1\r\n702-1\r\n702 END\r\n"
    server.answer = lambda command: end + server.queued() if command == "TEXT" else None
    listener().hear("One.")


def test_the_end_of_a_stopped_line_is_not_taken_for_the_next_ones(server: Server, listener: Make) -> None:
    one = listener()
    one.say("One.")
    assert wait_until(lambda: server.texts == ["One."])
    one.stop()
    assert wait_until(lambda: server.heard[-1] == "CANCEL SELF")
    one.say("Two.")
    assert wait_until(lambda: len(server.texts) == 2)
    server.tell(702, 1)
    server.tell(703, 1)
    time.sleep(0.1)
    assert one.notes == []
    server.tell(702, 2)
    assert one.noted("Two.")
    server.tell(702, 2)
    time.sleep(0.1)
    assert one.notes == ["Two."]


def test_a_line_that_others_cancel_is_said_again_but_not_for_ever(server: Server, listener: Make) -> None:
    one = listener()
    one.say("One.")
    for number in (1, 2):
        assert wait_until(lambda: len(server.texts) == number)  # noqa: B023 - called at once
        server.tell(703, number)
    assert wait_until(lambda: server.texts == ["One."] * 3)
    assert one.notes == []
    server.tell(703, 3)
    assert one.noted("One.")


def test_a_line_that_waits_for_the_server_can_be_stopped(server: Server, listener: Make) -> None:
    gate = Event()
    server.answer = lambda command: None if gate.wait(5) else b""
    one = listener()
    one.say("Never.")
    one.stop()
    gate.set()
    one.say("Two.")
    assert wait_until(lambda: server.texts == ["Two."])


def test_a_server_that_hangs_is_reported_before_the_line_is_ended(server: Server, listener: Make) -> None:
    server.answer = lambda command: b""
    one = listener()
    one.say("One.")
    assert one.noted(Trouble.FAILED, "One.")
    one.say("Two.")
    assert one.notes == [Trouble.FAILED, "One.", "Two."]
    one.voice.voices("en")


def test_a_server_that_dies_of_a_line_each_time_is_given_up(server: Server, listener: Make) -> None:
    def answer(command: str) -> bytes | None:
        if command == "TEXT":
            server.drop()
            return b""
        return None

    server.answer = answer
    one = listener()
    one.say("One.")
    assert one.noted(Trouble.FAILED, "One.")
    assert server.texts == ["One."] * module.TRIES


def test_what_is_being_said_is_said_again_after_a_break(server: Server, listener: Make) -> None:
    one = listener()
    one.say("One.")
    assert wait_until(lambda: server.texts == ["One."])
    server.drop()
    assert wait_until(lambda: server.texts == ["One.", "One."])
    server.tell(702, 2)
    assert one.noted("One.")
    assert server.clients == 2


def test_a_break_while_nothing_is_said_is_mended_quietly(server: Server, listener: Make) -> None:
    one = listener()
    assert wait_until(lambda: server.heard[-1:] == ["GET VOICE_TYPE"])
    server.drop()
    assert wait_until(lambda: server.clients == 2)
    assert one.notes == []


def test_settings_are_told_when_they_change_and_refusals_do_no_harm(server: Server, listener: Make) -> None:
    server.answer = lambda command: b"405 ERR\r\n" if "SYNTHESIS_VOICE N" in command else None
    one, manner = listener(), Manner(rate=450, pitch=0, volume=50, voices={"en": "Nobody"})
    for number, text in enumerate(("One.", "Two."), start=1):
        one.say(text, "en", manner)
        assert wait_until(lambda: len(server.texts) == number)  # noqa: B023 - called at once
        server.tell(702, number)
        assert wait_until(lambda: text in one.notes)  # noqa: B023 - called at once
    told = [command for command in server.heard if command.startswith("SET SELF RATE")]
    assert told == ["SET SELF RATE 100"]
    one.say("Three.", "en", Manner())
    assert wait_until(lambda: len(server.texts) == 3)
    assert "SET SELF VOICE_TYPE FEMALE2" in server.heard  # as the person has set up the server
    assert one.notes == ["One.", "Two."]


def test_rates_and_levels() -> None:
    words = {10: -100, 80: -100, 125: -50, 170: 0, 175: 2, 310: 50, 449: 100, 900: 100}
    assert {rate: rate_of(rate) for rate in words} == words
    assert [level_of(percent) for percent in (-5, 0, 25, 50, 100, 120)] == [-100, -100, -50, 0, 100, 100]


# -- the voice, and the real Speech Dispatcher


@pytest.fixture(scope="module")
def sink() -> Iterator[Sink]:
    needs_sink()
    needs_speech_dispatcher()
    sink = Sink()
    yield sink
    sink.close()


StartDaemon = Callable[..., Daemon]


@pytest.fixture
def start(sink: Sink, monkeypatch: pytest.MonkeyPatch) -> Iterator[StartDaemon]:
    """Starts a daemon and makes it the one that is found."""
    made: list[Daemon] = []

    def start(*modules: str, **more: Any) -> Daemon:
        made.append(Daemon(sink, *modules, **more))
        for name, value in made[-1].environment().items():
            monkeypatch.setenv(name, value)
        return made[-1]

    yield start
    for daemon in made:
        daemon.close()


def test_text_language_and_manner_arrive_whole(start: StartDaemon, listener: Make) -> None:
    daemon, one = start(), listener()
    manner = Manner(rate=310, pitch=25, volume=75, voices={"de": "de-female"})
    one.hear("Größe: ÄÖÜ äöü ß & <b> 'x' \"y\".", "de", manner)
    one.hear(".Blå rød\næble.\n.", "da")
    one.hear("På øya.", "no")
    one.hear("Fünf.", "de", manner)
    one.hear("Was it?", "xx")
    assert daemon.spoken() == [
        Logged("de", 50, -50, 50, "de-female", "Größe: ÄÖÜ äöü ß & <b> 'x' \"y\"."),
        Logged("da", 2, 0, 100, "da-male", ".Blå rød æble. ."),
        Logged("nb", 2, 0, 100, "nb-male", "På øya."),
        Logged("de", 50, -50, 50, "de-female", "Fünf."),
        Logged("en", 2, 0, 100, "en-male", "Was it?"),
    ]
    assert [voice.id for voice in one.voice.voices("no")] == ["nb-male", "nb-female"]
    assert check() is None


def test_the_default_place_of_the_socket_is_found(
    start: StartDaemon, listener: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    daemon = start()
    monkeypatch.delenv("SPEECHD_ADDRESS")
    listener().hear("One.")
    assert daemon.texts() == ["One."]


def test_an_important_message_of_others_delays_ours_and_loses_nothing(
    start: StartDaemon, listener: Make
) -> None:
    daemon, one = start(pace=0.03), listener()
    one.say("It takes a second to say this.")
    assert wait_until(lambda: len(daemon.texts()) == 1)
    with Ssip(address()) as other:
        other.command("SET SELF PRIORITY important")
        other.speak("Fire!")
        assert one.noted("It takes a second to say this.")
    assert daemon.texts() == ["It takes a second to say this.", "Fire!", "It takes a second to say this."]


def test_the_screen_readers_own_messages_wait_for_ours(start: StartDaemon, listener: Make) -> None:
    daemon, one = start(pace=0.02), listener()
    with Ssip(address()) as other:
        one.say("A line of the game.")
        assert wait_until(lambda: len(daemon.texts()) == 1)
        other.command("SET SELF PRIORITY message")
        other.speak("Mail.")
        assert one.noted("A line of the game.")
        one.hear("Another.")
    assert daemon.texts() == ["A line of the game.", "Mail.", "Another."]


def test_stop_brings_silence(start: StartDaemon, sink: Sink, listener: Make) -> None:
    start("espeak-ng")
    ear, one = Recording(sink), listener()
    try:
        begin = time.perf_counter()
        one.say(LONG)
        assert wait_until(lambda: len(ear.loud(begin)) > 5)
        one.stop()
        stopped = time.perf_counter()
        time.sleep(0.6)
        assert ear.loud(stopped + 0.3) == []
        assert one.notes == []
        begin = time.perf_counter()
        one.hear("Next & last.")
        assert ear.loud(begin)
    finally:
        ear.close()


def test_a_line_ends_when_it_is_heard_and_the_next_follows_closely(
    start: StartDaemon, sink: Sink, listener: Make
) -> None:
    """Without the third of a second that the end of SSML's `<speak>` costs (see `_unwrapped`)."""
    start("espeak-ng")
    ear, one = Recording(sink), listener()
    try:
        one.hear("Ready.")
        late = []
        for _ in range(5):
            begin = time.perf_counter()
            one.notes.clear()
            one.hear("Anna plays the red three.")
            end = time.perf_counter()
            time.sleep(0.2)
            late.append(end - max(ear.loud(begin)))
        # Our own looking costs up to 20 ms. A busy machine may be late, but not each time.
        assert min(late) < 0.15
        assert min(late) > -0.05
    finally:
        ear.close()


def test_espeaks_voices_are_listed_and_can_be_chosen(start: StartDaemon, listener: Make) -> None:
    start("espeak-ng")
    one = listener()
    assert wait_until(lambda: bool(one.voice.voices("de")))  # a busy server may not answer in time
    german, english = one.voice.voices("de"), one.voice.voices("en")
    assert german[0] == ("German", "German")
    assert ("German+Max", "German, Max") in german
    assert [voice.id for voice in english[:2]] == ["English (Great Britain)", "English (America)"]
    assert {voice.id.split("+")[0] for voice in german} == {"German"}
    one.hear("Gut.", "de", Manner(voices={"de": "German+Max"}))
    assert check() is None


def test_a_daemon_that_comes_back_says_the_line_again(start: StartDaemon, listener: Make) -> None:
    daemon, one = start(pace=0.02), listener()
    one.hear("Before.")
    one.say("This line is torn apart.", "de", Manner(rate=310))
    assert wait_until(lambda: len(daemon.texts()) == 2)
    daemon.die()
    killed = time.monotonic()
    time.sleep(0.5)
    daemon.start()
    assert wait_until(lambda: len(daemon.texts()) == 3)
    assert time.monotonic() - killed < 3
    assert one.noted("Before.", "This line is torn apart.")
    assert daemon.spoken()[1] == daemon.spoken()[2]
    assert daemon.spoken()[2][:2] == ("de", 50)
    one.hear("After.")


def test_a_daemon_that_stays_away_is_reported_once_and_costs_nothing_afterwards(
    start: StartDaemon, listener: Make
) -> None:
    daemon, one = start(pace=0.02), listener()
    one.hear("Before.")
    one.say("This line is torn apart.")
    assert wait_until(lambda: len(daemon.texts()) == 2)
    daemon.die()
    killed = time.monotonic()
    assert one.noted("Before.", Trouble.NO_SERVER, "This line is torn apart.")
    assert time.monotonic() - killed < 3
    took = []
    for number in range(100):
        begin = time.perf_counter()
        one.say(f"{number}")
        one.stop()
        took.append(time.perf_counter() - begin)
    assert sorted(took)[50] < 0.005
    assert one.notes[3:] == [str(number) for number in range(100)]
    assert one.voice.voices("en") == ()


def test_a_hung_daemon_blocks_nobody_and_is_reported(start: StartDaemon, listener: Make) -> None:
    daemon, one = start(), listener()
    one.hear("Before.")
    daemon.hang()
    began = time.monotonic()
    for _ in range(20):
        one.say("Into the void.")
        one.stop()
    one.say("Last.")
    assert one.noted("Before.", Trouble.FAILED, "Last.")
    assert time.monotonic() - began < 3


def test_a_hung_daemon_does_not_hold_up_the_end_of_the_game(start: StartDaemon, listener: Make) -> None:
    daemon, one = start(), listener()
    one.hear("Before.")
    daemon.hang()
    one.say("Into the void.")
    time.sleep(0.05)
    begin = time.monotonic()
    one.voice.close()
    assert time.monotonic() - begin < 1
    assert one.notes == ["Before."]


def test_without_a_server_and_without_leave_to_start_it_that_is_said_at_once(
    start: StartDaemon, listener: Make
) -> None:
    start(start=False)
    one = listener()
    one.say("One.")
    assert one.noted(Trouble.NO_SERVER, "One.")
    assert check() == (Trouble.NO_SERVER, "Speech Dispatcher")


def test_without_the_program_nobody_speaks(monkeypatch: pytest.MonkeyPatch, listener: Make) -> None:
    monkeypatch.setenv("PATH", "")
    assert listener().noted(Trouble.NO_SERVER)
    assert check() == (Trouble.NO_SERVER, "Speech Dispatcher")


def test_an_address_that_makes_no_sense_is_said_to(monkeypatch: pytest.MonkeyPatch, listener: Make) -> None:
    monkeypatch.setenv("SPEECHD_ADDRESS", "smoke_signals:north")
    assert listener().noted(Trouble.FAILED)
    assert check() == (Trouble.FAILED, "SPEECHD_ADDRESS smoke_signals")


def test_a_server_that_may_be_started_is_started(start: StartDaemon, listener: Make) -> None:
    daemon = start(start=False, spawn=True)
    one = listener()
    one.hear("One.")
    assert daemon.texts() == ["One."]
    assert one.notes == ["One."]


def test_a_server_without_a_voice_is_none(start: StartDaemon, listener: Make) -> None:
    start("dummy")
    one = listener()
    one.say("One.")
    assert one.noted(Trouble.FAILED, "One.")
    assert check() == (Trouble.FAILED, "no output module")


def test_a_server_whose_module_has_crashed_is_told_from_one_that_speaks(
    start: StartDaemon, listener: Make
) -> None:
    daemon, one = start(), listener()
    one.hear("One.")
    modules = [int(pid) for pid in os.listdir("/proc") if pid.isdigit() and is_module(int(pid), daemon)]
    for pid in modules:
        os.kill(pid, signal.SIGKILL)
    assert modules
    one.say("Nobody hears this, and nobody is told.")
    assert wait_until(lambda: check() is not None)
    fault = check()
    assert fault is not None
    assert fault.trouble is Trouble.FAILED


def is_module(pid: int, daemon: Daemon) -> bool:
    with suppress(OSError):
        return os.getpgid(pid) == daemon.pid != pid
    return False


SCRIPT = """
import os, signal, sys, time
from threading import Event
from speech.devices import Line
from speech.devices.speech_dispatcher import check, make
told, ended = [], Event()
voice = make(lambda trouble, detail: told.append(str(trouble)))
check()
voice.say(Line("One.", "en"), ended.set)
time.sleep(0.1)
if pid := int(sys.argv[1]):
    os.killpg(pid, signal.SIGKILL)
assert ended.wait(9)
assert told == ["no-server"], told
"""


@pytest.mark.parametrize("end", ["", "voice.close()", "voice.voices('en')", "raise SystemExit(0)"])
def test_a_lost_server_writes_nothing_on_the_terminal(start: StartDaemon, sink: Sink, end: str) -> None:
    daemon = start(pace=1.0, start="close" in end)
    script = SCRIPT.replace("int(sys.argv[1])", str(daemon.pid)) + end
    done = run_script(script, {**os.environ, **daemon.environment()})
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    if daemon.pid:
        daemon.die()


# -- a game


async def play(game: str, lang: str, voice: DispatcherVoice, disaster: Callable[[int], None]) -> Session:
    """Let computer players play a whole game before a listener who has only this voice.

    `disaster` is called with the number of every action before it is carried out.
    """
    record = cut(random_game(3, game=game, players=3), 0)
    table = Table(record, computers={seat: KITS[game].player(Level.CLUB) for seat in range(3)})
    senpai = Senpai(game, table.names, 0, lang, Verbosity.SHORT)
    loop = asyncio.get_running_loop()

    def idle() -> None:
        loop.call_soon_threadsafe(session.voice_idle)

    queue = SpeechQueue(voice, idle)
    session = Session(table, senpai, [Spoken(queue, Manner(rate=450))])
    hear = session.hear

    async def watch(number: int, step: Step, event: Any, view: Any) -> None:
        if step is Step.ANNOUNCED:
            disaster(number)
        await hear(number, step, event, view)

    session.hear = watch  # type: ignore[method-assign]  # to know when
    table.sitters.append(session)
    await table.begin()
    await table.play_computers()
    await session.caught_up()
    return session


@pytest.mark.parametrize(("game", "lang"), [("nova", "en"), ("gnav", "de")])
def test_a_daemon_killed_and_restarted_in_the_middle_of_a_game_loses_nothing(
    start: StartDaemon, listener: Make, game: str, lang: str
) -> None:
    daemon, one = start(pace=0.0005), listener()
    silent: list[float] = []

    def disaster(number: int) -> None:
        if number in (4, 9):
            Thread(target=kill_and_start).start()

    def kill_and_start() -> None:
        """In the middle of a line, or of what the next action brings."""
        time.sleep(0.02)
        before = len(daemon.texts())
        daemon.die()
        killed = time.monotonic()
        time.sleep(0.3)
        daemon.start()
        wait_until(lambda: len(daemon.texts()) > before, 10)
        silent.append(time.monotonic() - killed)

    session = asyncio.run(asyncio.wait_for(play(game, lang, one.voice, disaster), 60))
    assert len(silent) == 2
    assert max(silent) < 3
    assert one.notes == []
    told = [given.utterance.speech for given in session.history.entries]
    heard = daemon.texts()
    assert {logged.lang for logged in daemon.spoken()} == {lang}
    assert len(told) > 20
    assert in_order(told, heard, session), (told, heard)


def in_order(told: list[str], heard: list[str], session: Session) -> bool:
    """Whether all that was told was heard, in order; a line that was torn apart twice or more.

    A prompt that a newer one replaced before its turn came was never said.
    """
    replaced = {given.utterance.speech for given in session.history.entries if given.utterance.group}
    at, last = 0, ""
    for text in told:
        while heard[at : at + 1] == [last] != [text]:
            at += 1
        if heard[at : at + 1] == [text]:
            at, last = at + 1, text
        elif text not in replaced:
            return False
    return all(text == last for text in heard[at:])
