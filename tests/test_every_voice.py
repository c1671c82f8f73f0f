"""What every voice promises (see `speech.devices.Voice`), whichever way it speaks.

A new way to be heard is one function here that sets its world up, and one line in `WAYS`. Not here: what is
special to one way, and how long things take; the limits below only catch what hangs.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from importlib import import_module
from pathlib import Path

import pytest

from speech.devices import Cue, Line, Manner, Report, Trouble, Voice, VoiceName
from speech.devices.own import OwnVoice
from speech.devices.pyttsx3_child import ChildVoice
from speech.devices.recording import RecordingVoice
from tests.orca_rig import Bus, StandIn, needs_bus
from tests.reader_fakes import Desk
from tests.sound_rig import Recording, Sink, needs_sink, wait_until
from tests.speechd_rig import Daemon, needs_speech_dispatcher

LONG = "Anna spielt die rote Drei, und sie passt. " * 20
"""Nearly a minute of speech."""
ODD = [
    "<speak><break time='9s'/>&amp; & ]]> \"quoted\" 'single' \\n",
    "\x00\x1b[2J\x07\r\n\t",
    "Ж 漢字 \U0001f920 \ud800 ♥♦♠♣",
    ".\n.\r\n. QUIT",
    "[[slnc 9000]] $HOME `id` %s {text}",
]
AT_ONCE = 0.25
"""Seconds: what returns at once takes microseconds, but a machine may have too much to do."""
QUICK = Manner(rate=450)
HURRIED = 100
"""Characters a second after which a screen reader's line counts as heard; the real ones are slower."""


class World:
    """A voice in its surroundings. `texts` is what it was heard to say, None where it is sound."""

    def __init__(self, make: Callable[[Report], Voice], texts: Callable[[], Sequence[str]] | None) -> None:
        self.troubles: list[tuple[Trouble, str]] = []
        self.ended: list[str] = []
        self.voice = make(lambda trouble, detail: self.troubles.append((trouble, detail)))
        self.texts = texts
        self.go_on: Callable[[], None] = lambda: None
        """Makes what was said end, where nothing but a test does that."""
        self.asks_others = True
        """Whether the choice of a voice is left to another program."""

    def say(self, text: str, lang: str = "en", manner: Manner = QUICK, cue: Cue | None = None) -> None:
        self.voice.say(Line(text, lang, manner, cue), lambda: self.ended.append(text))

    def has_ended(self, text: str, seconds: float = 15.0) -> bool:
        def ended() -> bool:
            self.go_on()
            return text in self.ended

        return wait_until(ended, seconds)

    def hear(self, text: str, lang: str = "en", manner: Manner = QUICK) -> None:
        self.say(text, lang, manner)
        assert self.has_ended(text)

    def heard(self, *texts: str) -> bool:
        """Whether exactly these are heard, now or soon; cannot be told of sound."""
        asked = self.texts
        return asked is None or wait_until(lambda: tuple(asked()) == texts)


Patch = pytest.MonkeyPatch
Worlds = Callable[[Patch, Sink | None], AbstractContextManager[World]]


def patched(monkeypatch: Patch, sink: Sink | None) -> None:
    assert sink is not None
    for name, value in sink.environment().items():
        monkeypatch.setenv(name, value)


@contextmanager
def own(monkeypatch: Patch, sink: Sink | None) -> Iterator[World]:
    patched(monkeypatch, sink)
    world = World(OwnVoice, None)
    world.asks_others = False
    yield world


@contextmanager
def child(monkeypatch: Patch, sink: Sink | None) -> Iterator[World]:
    patched(monkeypatch, sink)
    world = World(lambda report: ChildVoice(report, "senpai"), None)
    world.asks_others = False
    yield world


def reader(module: str, running: str) -> Worlds:
    @contextmanager
    def world(monkeypatch: Patch, sink: Sink | None) -> Iterator[World]:
        desk = Desk(running)
        desk.install(monkeypatch)
        monkeypatch.setattr(f"speech.devices.{module}.PACE", HURRIED)
        yield World(import_module(f"speech.devices.{module}").make, lambda: desk.texts)

    return world


@contextmanager
def orca(monkeypatch: Patch, sink: Sink | None) -> Iterator[World]:
    needs_bus()
    bus = Bus()
    monkeypatch.setattr("speech.devices.orca.PACE", HURRIED)
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", bus.address)
    stand_in = StandIn(bus)
    try:
        yield World(import_module("speech.devices.orca").make, lambda: stand_in.messages)
    finally:
        stand_in.leave()
        bus.close()


@contextmanager
def dispatcher(monkeypatch: Patch, sink: Sink | None) -> Iterator[World]:
    needs_speech_dispatcher()
    assert sink is not None
    daemon = Daemon(sink)
    monkeypatch.setenv("SPEECHD_ADDRESS", daemon.address)
    try:
        world = World(import_module("speech.devices.speech_dispatcher").make, daemon.texts)
        world.asks_others = False
        yield world
    finally:
        daemon.close()


@contextmanager
def recording(monkeypatch: Patch, sink: Sink | None) -> Iterator[World]:
    voice = RecordingVoice()
    world = World(lambda report: voice, lambda: [text for text, _ in voice.said])
    world.go_on = voice.finish
    world.asks_others = False
    yield world


WAYS: dict[str, Worlds] = {
    "own": own,
    "own in a child": child,
    "NVDA": reader("windows_reader", "nvda"),
    "JAWS": reader("windows_reader", "jaws"),
    "VoiceOver": reader("voiceover", "voiceover"),
    "Orca": orca,
    "Speech Dispatcher": dispatcher,
    "recording": recording,
}
SOUND = ("own", "own in a child", "Speech Dispatcher")
"""Ways that want a sound card."""


@pytest.fixture(scope="module")
def sink() -> Iterator[Sink]:
    needs_sink()
    sink = Sink()
    yield sink
    sink.close()


@pytest.fixture(params=WAYS)
def way(request: pytest.FixtureRequest) -> str:
    assert isinstance(request.param, str)
    return request.param


@pytest.fixture
def world(
    way: str, request: pytest.FixtureRequest, monkeypatch: Patch, capfd: pytest.CaptureFixture[str]
) -> Iterator[World]:
    """A way's world; at the end nothing was written on the terminal and nothing is left."""
    sink = request.getfixturevalue("sink") if way in SOUND else None
    threads = threading.active_count()
    with WAYS[way](monkeypatch, sink) as world:
        try:
            yield world
        finally:
            world.voice.close()
    assert wait_until(lambda: threading.active_count() <= threads)
    assert capfd.readouterr() == ("", "")


def test_a_line_ends_once_and_the_next_can_be_said_from_there(world: World) -> None:
    def then() -> None:
        world.ended.append("One.")
        world.say("Two.")

    world.voice.say(Line("One.", "en"), then)
    assert world.has_ended("Two.")
    time.sleep(0.2)
    world.go_on()
    assert world.ended == ["One.", "Two."]
    assert world.heard("One.", "Two.")
    assert world.troubles == []


def test_letters_of_all_our_languages_arrive(world: World) -> None:
    lines = [("Größere Füße.", "de"), ("Rød æble.", "da"), ("På øya.", "nb"), ("Yes.", "en")]
    for text, lang in lines:
        world.hear(text, lang)
    assert world.heard(*(text for text, _ in lines))


def test_saying_and_stopping_return_at_once(world: World) -> None:
    for number in range(20):
        begin = time.monotonic()
        world.say(f"{number}. {LONG}", "de")
        world.voice.stop()
        assert time.monotonic() - begin < AT_ONCE


def test_a_stopped_line_does_not_end_and_the_next_one_does(world: World) -> None:
    world.voice.stop()
    world.say(LONG, "de")
    time.sleep(0.15)
    world.voice.stop()
    world.voice.stop()
    world.hear("Next.")
    world.say("Never.")
    world.voice.stop()
    world.hear("Last.")
    time.sleep(0.2)
    assert world.ended == ["Next.", "Last."]
    assert world.troubles == []


def test_no_text_does_harm(world: World) -> None:
    for text in ("", "  \n", *ODD):
        world.say(text)
        if not world.has_ended(text, 0.3):  # the longest are stopped, as a person would
            world.voice.stop()
    world.say("a" * 3000)
    time.sleep(0.2)
    world.voice.stop()
    world.hear("Still there.")
    assert world.troubles == []


def test_any_manner_is_taken(world: World) -> None:
    for manner in (
        Manner(rate=450, pitch=0, volume=0, cues=0),
        Manner(rate=350, pitch=100, volume=100, voices={"en": "no such voice", "de": "../../x"}),
    ):
        world.hear("One.", "en", manner)
        world.ended.clear()
    assert world.troubles == []


def test_a_cue_does_not_keep_a_line_from_ending(world: World) -> None:
    world.say("One.", cue=Cue("your-turn", -1.0))
    assert world.has_ended("One.")
    world.say("", cue=Cue("no such cue", 5.0))
    assert world.has_ended("")


def test_voices_have_names_that_can_be_said_and_ids_that_can_be_chosen(world: World) -> None:
    for lang in ("en", "de", "no", "xx", ""):
        voices = world.voice.voices(lang)
        assert all(isinstance(voice, VoiceName) and voice.id for voice in voices)
        assert len({voice.id for voice in voices}) == len(voices)
        for voice in voices:
            assert not set(voice.name) & set("()[]{}<>_/+*#|\\"), voice
            assert any(char.isalpha() for char in voice.name), voice
    german = world.voice.voices("de")
    assert bool(german) is not world.asks_others
    if german:
        world.hear("Gut.", "de", Manner(voices={"de": german[-1].id}))
        assert world.troubles == []


def test_a_closed_voice_ends_lines_at_once(world: World) -> None:
    world.say(LONG, "de")
    time.sleep(0.1)
    for _ in range(2):
        world.voice.close()
        world.voice.stop()
    assert world.ended == []
    world.say("Too late.")
    assert world.ended == ["Too late."]
    assert world.texts is None or "Too late." not in world.texts() or isinstance(world.voice, RecordingVoice)
    assert list(world.voice.voices("de")) == [] or isinstance(world.voice, RecordingVoice)


def test_a_callers_mistake_does_not_end_the_voice(world: World) -> None:
    def mistake() -> None:
        world.ended.append("One.")
        raise ZeroDivisionError

    world.voice.say(Line("One.", "en"), mistake)
    with suppress(ZeroDivisionError):  # the recording voice is ended by the test itself
        assert world.has_ended("One.")
    world.hear("Two.")


def test_a_hundred_lines_leave_no_handles(world: World, way: str) -> None:
    def handles() -> int:
        return len(os.listdir("/proc/self/fd"))

    if not Path("/proc/self/fd").exists():
        pytest.skip("counts handles as Linux shows them")
    world.hear("Ready.")
    before = handles()
    for number in range(100):
        world.say(f"{number}")
        if number % 3:
            time.sleep(0.001)
        world.voice.stop()
    world.hear("Done.")
    assert world.ended == ["Ready.", "Done."]
    assert handles() <= before


@pytest.mark.parametrize("way", ["own", "own in a child"])
def test_sound_arrives_from_both_own_voices(way: str, monkeypatch: Patch, sink: Sink) -> None:
    """What cannot be read is heard: there is loud sound while a line is said, and none once it is stopped."""
    ear = Recording(sink)
    with WAYS[way](monkeypatch, sink) as world:
        begin = time.perf_counter()
        world.hear("Your turn.")
        assert ear.loud(begin)
        world.say(LONG, "de")
        begin = time.perf_counter()
        assert wait_until(lambda: len(ear.loud(begin)) > 5)
        world.voice.stop()
        stopped = time.perf_counter()
        time.sleep(0.6)
        assert ear.loud(stopped + 0.2) == []
        world.voice.close()
    ear.close()
