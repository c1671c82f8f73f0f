"""A game really heard: the own voice into a sound server that records, or through ALSA into a file, searched
sample by sample.

What a sentence sounded like is kept by the mixer; where it stands in the recording shows when it was heard.
Not here: the voice by itself (see `test_voice`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from access.session import Session
from access.table import Table
from engine.record import Record, read
from speech.devices import Line, Manner, Trouble, VoiceName
from speech.devices.mixer import stereo
from speech.devices.own import OwnVoice
from speech.outputs import Recording as Given
from speech.outputs import Spoken
from speech.queue import SpeechQueue
from speech.senpai import Senpai
from speech.utterance import Step
from speech.words import LANGUAGES, Verbosity
from tests.games import cut
from tests.sound_rig import Capture, Recording, Sink, needs_sink, run_script, wait_until

GAME = Path(__file__).parent / "golden" / "nova-example.json"
FAST = 450
"""Words a minute, so that a game is soon over."""
FRAME = 4
"""Bytes of a sample for both ears."""
PIECE = 1500 * FRAME
"""So much sound, 70 milliseconds of it, is told apart from all other."""


@pytest.fixture
def sink(monkeypatch: pytest.MonkeyPatch) -> Iterator[Sink]:
    needs_sink()
    sink = Sink()
    for name, value in sink.environment().items():
        monkeypatch.setenv(name, value)
    yield sink
    sink.close()


class KeptVoice:
    """The own voice, with the sound of every line that was spoken to its end."""

    def __init__(self) -> None:
        self.troubles: list[Trouble] = []
        self.sounds: list[tuple[str, bytes]] = []
        self.own = OwnVoice(lambda trouble, detail: self.troubles.append(trouble))

    def say(self, line: Line, ended: Callable[[], None]) -> None:
        self.own.mixer.kept = bytearray()

        def keep() -> None:
            self.sounds.append((line.text, bytes(self.own.mixer.kept or b"")))
            ended()

        self.own.say(line._replace(manner=Manner(rate=FAST, cues=0)), keep)

    def voices(self, lang: str) -> Sequence[VoiceName]:
        return self.own.voices(lang)

    def stop(self) -> None:
        self.own.stop()

    def close(self) -> None:
        self.own.close()


def place_in(heard: bytes, sound: bytes, start: int) -> int:
    """Return where one of several pieces of a sound stands in the recording; -1: nowhere from `start` on.

    A busy machine may tear a long line apart, but not all its pieces; the samples themselves are exact.
    """
    return next((found for found in places_in(heard, sound, start) if found >= 0), -1)


def places_in(heard: bytes, sound: bytes, start: int) -> Iterator[int]:
    """Return where each of nine pieces of a sound stands in the recording; -1: nowhere from `start` on."""
    frames = len(sound) // FRAME
    for part in range(1, 10):
        begin = frames * part // 10 * FRAME
        piece = sound[begin : begin + PIECE]
        yield heard.find(piece, start) if any(piece) else -1


async def play(record: Record, lang: str, queue: SpeechQueue, given: Given) -> None:
    """Play the record at a table where the first seat has the voice and a recording output."""
    table = Table(cut(record, 0))
    senpai = Senpai(record.game.name, record.players, 0, lang, Verbosity.SHORT)
    table.sitters.append(Session(table, senpai, [given, Spoken(queue)]))
    await table.begin()
    for action in record.actions:
        await table.submit(action)


def play_and_search(pcm: Callable[[], bytes], lang: str, actions: int) -> None:
    """Play the beginning of a game; all that was told has to stand in the recording, in order."""
    record = cut(read(GAME.read_text("utf-8")), actions)
    voice, given = KeptVoice(), Given()
    try:
        queue = SpeechQueue(voice)
        asyncio.run(play(record, lang, queue, given))
        assert wait_until(lambda: queue.idle, 60)
        assert voice.troubles == []
        told = [entry.utterance.speech for entry in given.given]
        # A turn prompt that a newer one replaced before its turn came is the only thing left out.
        spoken = [text for text, _ in voice.sounds]
        kept_back = [entry.utterance for entry in given.given if entry.utterance.speech not in spoken]
        assert all(utterance.group == "turn" for utterance in kept_back)
        assert spoken == [text for text in told if text in spoken]
        assert wait_until(lambda: place_in(pcm(), voice.sounds[-1][1], 0) >= 0)
        heard, at = pcm(), 0
        for text, sound in voice.sounds:
            at = place_in(heard, sound, at)
            assert at >= 0, text
        for entry in given.given:
            if entry.step is Step.ANNOUNCED:
                action = [other for other in given.given if other.number == entry.number]
                assert action[0] is entry
                assert len(action) > 1
    finally:
        voice.close()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_game_is_heard_in_order_each_announcement_before_its_consequence(sink: Sink, lang: str) -> None:
    recording = Recording(sink)
    try:
        play_and_search(recording.pcm, lang, 3)
    finally:
        recording.close()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_through_alsa_a_game_is_heard_in_the_same_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lang: str
) -> None:
    capture = Capture(tmp_path)
    for name, value in capture.env.items():
        monkeypatch.setenv(name, value)
    play_and_search(capture.pcm, lang, 2)


ONE_LINE = """
import time
from threading import Event
from speech.devices import Line
from speech.devices.own import OwnVoice
heard = Event()
voice = OwnVoice(print)
voice.say(Line("Anna spielt die rote Drei.", "de"), heard.set)
assert heard.wait(20)
time.sleep(0.5)
voice.close()
"""
REFERENCE = """
import ctypes, sys
from speech.devices.espeak import _load, _Callback
made = bytearray()
lib = _load()
take = _Callback(lambda samples, count, events: made.extend(ctypes.string_at(samples, 2 * count)) or 0)
lib.espeak_SetSynthCallback(take)
assert lib.espeak_SetVoiceByName(sys.argv[1].encode()) == 0
text = "Anna spielt die rote Drei.".encode()
assert lib.espeak_Synth(text, len(text) + 1, 0, 0, 0, 1, None, None) == 0
sys.stdout.buffer.write(made)
"""
"""espeak-ng asked without anything of ours in between, in a process of its own: it keeps state."""


def test_german_is_spoken_by_the_german_voice(tmp_path: Path) -> None:
    capture = Capture(tmp_path)
    done = run_script(ONE_LINE, capture.environment(), 60)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    references = {}
    for voice in ("gmw/de", "gmw/en"):
        script = REFERENCE.replace("sys.argv[1]", repr(voice))
        made = run_script(script, capture.environment())
        assert made.returncode == 0, made.stderr
        references[voice] = stereo(made.stdout)
    found = {
        voice: sum(place >= 0 for place in places_in(capture.pcm(), sound, 0))
        for voice, sound in references.items()
    }
    # One or two pieces may be alike: both voices say "Anna" with the same vowels.
    assert found["gmw/de"] >= 7, found
    assert found["gmw/en"] <= 2, found


def test_german_and_english_of_one_game_sound_different(sink: Sink) -> None:
    record = cut(read(GAME.read_text("utf-8")), 1)
    sounds = {}
    for lang in LANGUAGES:
        voice = KeptVoice()
        queue = SpeechQueue(voice)
        asyncio.run(play(record, lang, queue, Given()))
        assert wait_until(lambda queue=queue: queue.idle, 60)  # type: ignore[misc]  # bound on purpose
        sounds[lang] = {sound for _, sound in voice.sounds}
        voice.close()
    assert not sounds["de"] & sounds["en"]
