"""A sound output of one's own: the program itself, with a sound server that has three outputs, each recorded.

Not here: the voice by itself (see `test_voice`), and a machine that is handed over (see `test_hot_seat`).
"""

from __future__ import annotations

import asyncio
import subprocess
import time
from collections.abc import Callable, Iterator
from functools import partial
from random import Random

import pytest

from access.hot_seat import lay
from access.own_sound import NONE, OwnSound, Sounds, sounds_of_their_own
from access.settings import Settings
from access.settings_file import place
from engine.record import Record
from engine.table import Seat
from speech.devices import Fault, Line, Manner, Trouble, own
from speech.devices.mixer import Mixer, NoOutput, SoundOutput, open_device, output_called, sound_outputs
from speech.devices.recording import RecordingVoice
from speech.outputs import SpokenAlone
from speech.queue import SpeechQueue
from speech.utterance import Given, Step, Utterance
from speech.words import LANGUAGES
from tests.driving import Terminal, program
from tests.games import cut, random_game
from tests.sound_rig import NULL_SINK, Recording, Sink, needs_sink, wait_until, without_sound
from tests.test_hot_seat import segments, twin

OUTPUTS = ("all", "anna", "ben")
"""The sinks, the first of which is the usual one."""
QUIET = 0.6
"""Seconds without a sound after which what was said is over."""
TABLE = ("play", "nova", "--names", "Anna,Ben", "--people", "2", "--seed", "1", "--voice", "own")


def module(sink: str) -> str:
    return f"{NULL_SINK} sink_name={sink} sink_properties=device.description=Out-{sink}"


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Sink]:
    needs_sink()
    sink = Sink(*(module(name) for name in OUTPUTS))
    for name, value in sink.environment().items():
        monkeypatch.setenv(name, value)
    yield sink
    sink.close()


@pytest.fixture
def heard(server: Sink) -> Iterator[dict[str, Recording]]:
    """Record each output."""
    recordings = {name: Recording(server, source=name) for name in OUTPUTS}
    yield recordings
    for recording in recordings.values():
        recording.close()


class Room:
    """Who hears something, from one moment on until all is quiet."""

    def __init__(self, recordings: dict[str, Recording], terminal: Terminal) -> None:
        self.recordings, self.terminal = recordings, terminal
        self.since = time.perf_counter()

    def heard_by(self, *outputs: str) -> set[str]:
        """Wait until all of these were heard from since the last call and all is quiet; return all that were.

        A busy machine may pause between two lines, so quiet alone is not the end.
        """

        def over() -> bool:
            if not self.terminal.ended:
                self.terminal.read()
            last = {
                name: max(recording.loud(self.since), default=0.0)
                for name, recording in self.recordings.items()
            }
            expected = all(last[name] for name in outputs)
            return expected and time.perf_counter() - max(last.values()) > QUIET

        assert wait_until(over, 40), f"{outputs} do not all tell something: {self.terminal.text()}"
        found = {name for name, recording in self.recordings.items() if recording.loud(self.since)}
        self.since = time.perf_counter()
        return found

    def only(self, *outputs: str) -> bool:
        """Whether all of these were heard from since the last call, when all is quiet, and no other."""
        return self.heard_by(*outputs) == set(outputs)

    def typed(self, keys: str) -> int:
        """Press keys; return the place in what is printed behind which their effect stands."""
        self.since = time.perf_counter()
        return self.terminal.type(keys)


def write_settings(text: str) -> None:
    place().parent.mkdir(parents=True, exist_ok=True)
    place().write_text(text, "utf-8")


def devices(**of: str) -> str:
    """Return settings by which people have outputs of their own."""
    return "".join(f'[people.{name}.voice]\nrate = 450\ndevice = "{device}"\n' for name, device in of.items())


@pytest.fixture
def start(server: Sink) -> Iterator[Callable[..., Terminal]]:
    """Start the program at a terminal."""
    started: list[Terminal] = []

    def begin(*arguments: str) -> Terminal:
        started.append(Terminal(*arguments, env=server.env))
        return started[-1]

    yield begin
    for terminal in started:
        terminal.close()


def test_what_is_private_is_heard_by_one_person_and_what_happens_by_all(
    server: Sink, heard: dict[str, Recording], start: Callable[..., Terminal]
) -> None:
    write_settings("[voice]\nrate = 450\n[sounds]\non = false\n" + devices(Anna="Out-anna", Ben="ben"))
    terminal = start(*TABLE)
    room = Room(heard, terminal)
    assert room.only("all", "anna", "ben"), "the deal"
    terminal.match("Anna, press Enter when you sit here")
    room.typed("ready\r")
    assert room.only("anna")
    room.typed("hands\r")
    assert room.only("anna"), "Ben's cards"
    room.typed("play 1\r")
    assert room.only("anna", "ben")
    terminal.match("Ben is next")
    room.typed("faster\r")
    assert room.only("anna")
    room.typed("\r")
    assert room.only("all", "ben"), "Ben is called"
    since = room.typed("ready\r")
    assert room.only("ben")
    terminal.match("Anna plays card 1", since)
    room.typed("hands\r")
    assert room.only("ben"), "Anna's cards"

    # His headphones are pulled out: he hears the voice of the machine, and Anna hears no more than before.
    heard.pop("ben").close()  # else it would be handed on to another output
    unload(server, "ben")
    room.typed("table\r")
    terminal.match("Ben's own sound output is not there")
    assert room.only("all"), "the alarm, and nothing for Anna"
    room.typed("hands\r")
    assert room.only("all")
    # And plugged in again.
    load(server, "ben")
    terminal.match("Ben's own sound output is there again")
    heard["ben"] = Recording(server, source="ben")
    room.typed("hands\r")
    assert room.only("ben")
    room.typed("quit\r")
    assert room.only("all", "anna", "ben"), "the goodbye is for everybody"
    assert terminal.leave() == 0


class Kept(OwnSound):
    """A sound output that remembers what was said there; `works` may be changed."""

    way = "own"

    def __init__(self) -> None:
        self.works, self.voice = True, RecordingVoice(instant=True)
        self.queue = SpeechQueue(self.voice)


def ears(
    monkeypatch: pytest.MonkeyPatch, record: Record, *, works: bool = True
) -> dict[Seat | None, list[Line]]:
    """Play a record with everybody asking at the keyboard; return what each heard, and what all heard."""
    own = {seat: Kept() for seat in (0, 1)}
    for sound in own.values():
        sound.works = works
    monkeypatch.setattr("access.hot_seat.QUICK", 0.0)
    monkeypatch.setattr("tests.test_hot_seat.lay", partial(lay, sounds=Sounds(own, (), (), ())))
    machine = segments(record, 2, instant=True, every=3)
    return {None: machine.voice.lines, **{seat: sound.voice.lines for seat, sound in own.items()}}


@pytest.mark.parametrize("game", ["nova", "hanabi", "push", "gnav"])
def test_nobody_hears_in_their_own_ears_or_from_the_loudspeaker_what_they_may_not_know(
    monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    record = cut(random_game(5, players=3 if game == "push" else 2, game=game), 20)
    differing = 0
    for seat in (0, 1, None):
        other = twin(record, seat, Random(3))
        here, there = ears(monkeypatch, record), ears(monkeypatch, other)
        differing += other.head != record.head
        assert here[seat] == there[seat]
        assert len(here[seat]) > 10
    assert differing, "the games must differ, or nothing was shown"


def test_an_output_that_goes_leaves_nothing_private_with_who_sits_there() -> None:
    own, all_ = RecordingVoice(instant=True), RecordingVoice(instant=True)
    spoken = SpokenAlone(SpeechQueue(own), lambda: False, SpeechQueue(all_), Manner())
    said = Given(1, Step.HAPPENED, Utterance("Ben draws the red one.", "", "", "en"))
    asyncio.run(spoken.give(said))
    assert [line.text for line in own.lines] == [said.utterance.speech], "Anna does not sit there"
    assert all_.lines == []
    spoken.here = lambda: True
    asyncio.run(spoken.give(said))
    assert [line.text for line in all_.lines] == [said.utterance.speech]


def test_without_their_outputs_people_hear_what_they_would_hear_without_any(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    record = cut(random_game(5, players=2), 20)
    heard = ears(monkeypatch, record, works=False)
    assert heard[0] == heard[1] == []
    monkeypatch.setattr("tests.test_hot_seat.lay", lay)
    assert heard[None] == segments(record, 2, instant=True, every=3).voice.lines


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_output_that_is_not_there_is_told_and_the_usual_one_is_used(
    heard: dict[str, Recording], start: Callable[..., Terminal], lang: str
) -> None:
    write_settings('[voice]\nrate = 450\ndevice = "Kopfhörer"\n')
    terminal = start("play", "nova", "--players", "2", "--voice", "own", "--lang", lang)
    room = Room(heard, terminal)
    assert room.only("all"), "the greeting"
    said = {"en": "The sound output Kopfhörer is not there.", "de": "Der Tonausgang Kopfhörer ist nicht da."}
    terminal.match(said[lang])
    terminal.type("quit\r")
    assert terminal.leave() == 0


def test_one_person_alone_is_heard_from_the_chosen_output_from_the_greeting_on(
    heard: dict[str, Recording], start: Callable[..., Terminal]
) -> None:
    assert program("settings", "voice.device", "Out-anna").out == "Sound output: Out-anna.\n"
    for_ben = program("settings", "für", "Ben", "voice.device", "USB", "Headphones")
    assert for_ben.out == "Sound output of Ben: USB Headphones.\n"
    terminal = start("play", "nova", "--players", "2", "--voice", "own")
    room = Room(heard, terminal)
    assert room.only("anna"), "the greeting"
    room.typed("hand\r")
    assert room.only("anna")
    terminal.type("quit\r")
    assert terminal.leave() == 0


def test_what_is_nobodys_alone_is_told_and_not_used(
    start: Callable[..., Terminal], heard: dict[str, Recording]
) -> None:
    write_settings(devices(Anna="Out-ben", Ben="ben"))
    terminal = start(*TABLE)
    terminal.match("The settings of Anna and Ben name the same sound output")
    assert Room(heard, terminal).only("all"), "the deal"
    terminal.close()
    write_settings(devices(Anna="Out-all", Ben="nowhere"))
    terminal = start(*TABLE)
    terminal.match("The sound output in the settings of Anna is the one that everybody hears")
    terminal.match("Ben's own sound output is not there. Until it is, Ben hears")
    assert Room(heard, terminal).only("all"), "the deal"


def test_outputs_are_listed_and_found_by_name_id_or_beginning(server: Sink) -> None:
    there = sound_outputs()
    assert there == [SoundOutput(f"Out-{name}", name, usual=name == "all") for name in OUTPUTS]
    anna, ben = there[1:]
    assert [output_called(name, there) for name in ("Out-anna", "ANNA", " out-an")] == [anna] * 3
    assert output_called("out-b", there) == ben
    assert [output_called(name, there) for name in ("out", "", "  ", "nowhere")] == [None] * 4
    with pytest.raises(NoOutput, match="nowhere"):
        open_device(Mixer(), "nowhere")
    assert own.check("nowhere") == Fault(Trouble.NO_OUTPUT, "nowhere")
    assert (own.check("ben"), own.check()) == (None, None)
    told = program("doctor", "--voice", "none", env=server.env)
    assert "There are 3 sound outputs: Out-all, the usual one; Out-anna; Out-ben." in told.lines
    assert any(line.endswith("senpai settings voice.device Out-anna.") for line in told.lines)


def test_miniaudios_public_part_finds_outputs_where_its_inner_one_fails(
    server: Sink, monkeypatch: pytest.MonkeyPatch
) -> None:
    def surprise(self: object, *_: object) -> None:
        raise RuntimeError("not as it was")

    monkeypatch.setattr("speech.devices.mixer._Context.__init__", surprise)
    assert [output.name for output in sound_outputs()] == [f"Out-{name}" for name in OUTPUTS]
    open_device(Mixer(), "Out-ben").close()
    with pytest.raises(NoOutput, match="nowhere"):
        open_device(Mixer(), "nowhere")


def test_without_a_sound_server_nothing_is_listed_and_nobody_has_an_output(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name, value in without_sound().items():
        monkeypatch.setenv(name, value)
    people = {0: Settings(output="anna"), 1: Settings()}
    sounds = sounds_of_their_own(Settings(), people, "en")
    try:
        assert (list(sounds.own), sounds.missing, sounds.own[0].works) == ([0], [0], False)
    finally:
        sounds.own[0].close()
    assert sounds_of_their_own(Settings(output="anna"), {0: Settings(output="anna")}, "en") is NONE


def unload(server: Sink, sink: str) -> None:
    """Take an output away."""
    modules = pactl(server, "list", "short", "modules").splitlines()
    pactl(
        server, "unload-module", next(line.split("\t")[0] for line in modules if f"sink_name={sink} " in line)
    )


def load(server: Sink, sink: str) -> None:
    """Bring an output back."""
    pactl(server, "load-module", *module(sink).split(" "))


def pactl(server: Sink, *words: str) -> str:
    call = ["pactl", *words]
    return subprocess.run(call, env=server.environment(), check=True, capture_output=True, text=True).stdout
