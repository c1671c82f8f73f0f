"""Our own voice: the mixer by hand, real sound through a private sound server, and all that can be missing.

Not here: how long things take (see `benchmarks/bench_speech.py`), the speech queue.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from array import array
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from speech.devices import Fault, Line, Manner, Trouble
from speech.devices import espeak as espeak_module
from speech.devices import mixer as mixer_module
from speech.devices import own as own_module
from speech.devices.espeak import NoEspeak, Style, espeak, language, speakable
from speech.devices.mixer import FRAME, Mixer, NoSound, Sound, open_device, pan, stereo
from speech.devices.own import OwnVoice
from speech.devices.pyttsx3_driver import plug, unplug
from tests.sound_rig import Recording, Sink, needs_sink, run_script, wait_until, without_sound

LINE = "Anna plays the red three, and it fits."
LONG = "The quick brown fox jumps over the lazy dog. " * 20

# --- the mixer by hand


def samples(*values: int) -> bytes:
    return array("h", values).tobytes()


def frames(block: bytes | bytearray) -> list[tuple[int, int]]:
    both = array("h", bytes(block))
    return list(zip(both[::2], both[1::2], strict=True))


class Ends(list[str]):
    """Notes what was told."""

    def note(self, what: str) -> Callable[[], None]:
        return lambda: self.append(what)


def spoken(mixer: Mixer, ends: Ends, name: str, *values: int) -> Sound:
    sound = mixer.speech(mixer.epoch, ends.note(name))
    assert sound.feed(samples(*values))
    sound.finish()
    return sound


def test_speech_comes_in_order_for_both_ears_and_silence_follows() -> None:
    mixer, ends = Mixer(), Ends()
    spoken(mixer, ends, "first", 1, 2, 3)
    spoken(mixer, ends, "second", 4)
    assert frames(mixer.render(2)) == [(1, 1), (2, 2)]
    assert frames(mixer.render(4)) == [(3, 3), (4, 4), (0, 0), (0, 0)]
    assert mixer.render(1) == bytes(FRAME)


def test_the_end_is_told_when_the_device_has_played_all_it_holds() -> None:
    mixer, ends = Mixer(lag=4), Ends()
    sound = spoken(mixer, ends, "end", 1, 2, 3)
    mixer.render(2)
    mixer.render(2)  # handed over, not heard
    mixer.render(2)
    mixer.render(2)
    assert (ends, sound.over) == ([], False)
    mixer.render(2)
    assert (ends, sound.over) == (["end"], True)


def test_a_sound_without_samples_ends_too() -> None:
    mixer, ends = Mixer(lag=0), Ends()
    mixer.speech(0, ends.note("end")).finish()
    mixer.render(1)
    mixer.render(1)
    assert ends == ["end"]


def test_a_slow_maker_is_waited_for() -> None:
    mixer, ends = Mixer(lag=0), Ends()
    sound = mixer.speech(0, ends.note("end"))
    sound.feed(samples(1))
    assert frames(mixer.render(2)) == [(1, 1), (0, 0)]
    mixer.render(2)
    assert ends == []
    sound.feed(samples(2))
    sound.finish()
    assert frames(mixer.render(2)) == [(2, 2), (0, 0)]


def test_silence_is_immediate_and_final() -> None:
    mixer, ends = Mixer(lag=0), Ends()
    leaving = spoken(mixer, ends, "leaving", 9)
    mixer.render(1)
    old = mixer.epoch
    sound = spoken(mixer, ends, "spoken", *range(100))
    mixer.cue(stereo(samples(5, 5)), ends.note("cue"))
    mixer.render(2)
    mixer.silence()
    assert mixer.render(50) == bytes(50 * FRAME)
    assert sound.gone
    assert leaving.over
    assert not sound.feed(samples(1))
    assert mixer.speech(old, ends.note("late")).gone
    mixer.render(50)
    assert ends == ["leaving"]


def test_a_cue_is_panned_and_added_to_speech() -> None:
    mixer, ends = Mixer(lag=0), Ends()
    spoken(mixer, ends, "speech", 100, 100, 100)
    mixer.cue(pan(samples(1000, 1000), -1), ends.note("cue"))
    assert frames(mixer.render(3)) == [(1100, 100), (1100, 100), (100, 100)]
    mixer.render(1)
    assert ends == ["speech", "cue"]


def test_a_cue_in_turn_comes_between_lines_to_the_sample_and_is_silenced_like_them() -> None:
    mixer, ends = Mixer(lag=0), Ends()
    mixer.kept = bytearray()
    spoken(mixer, ends, "first", 1, 2)
    mixer.cue_in_turn(mixer.epoch, pan(samples(1000, 1000), -1), ends.note("cue"))
    spoken(mixer, ends, "second", 3)
    assert frames(mixer.render(6)) == [(1, 1), (2, 2), (1000, 0), (1000, 0), (3, 3), (0, 0)]
    mixer.render(1)
    assert ends == ["first", "cue", "second"]
    assert bytes(mixer.kept) == stereo(samples(1, 2, 3))
    old = mixer.epoch
    mixer.cue_in_turn(old, stereo(samples(7)), ends.note("silenced"))
    mixer.silence()
    assert mixer.cue_in_turn(old, stereo(samples(8)), ends.note("too late")).gone
    assert frames(mixer.render(2)) == [(0, 0), (0, 0)]
    mixer.fail()
    assert mixer.cue_in_turn(mixer.epoch, stereo(samples(9))).gone
    assert ends == ["first", "cue", "second"]


def test_panning_keeps_the_loudness_and_clamps() -> None:
    assert frames(pan(samples(1000), 0)) == [(707, 707)]
    assert frames(pan(samples(1000), 7)) == [(0, 1000)]
    assert frames(pan(samples(1000), -0.5)) == [(924, 383)]


def test_too_loud_together_is_cut_off_and_does_not_wrap() -> None:
    mixer = Mixer()
    mixer.cue(stereo(samples(30000, -30000)))
    mixer.cue(stereo(samples(30000, -30000)))
    assert frames(mixer.render(2)) == [(32767, 32767), (-32768, -32768)]


def test_a_device_that_asks_no_more_is_noticed_but_not_a_process_that_was_held_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = 0.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    mixer = Mixer()
    mixer.render(1)
    mixer.cue(stereo(samples(*range(100))))
    assert not mixer.stalled()
    now = 1000.0
    assert not mixer.stalled()
    for _ in range(10):
        now += 0.25
        mixer.stalled()
    assert mixer.stalled()
    mixer.clear()
    assert mixer.stalled()
    mixer.render(1)
    assert not mixer.stalled()


def test_a_device_that_rests_is_not_taken_for_dead(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    mixer = Mixer()
    mixer.speech(mixer.epoch, lambda: None)  # announced, but no samples yet
    for _ in range(100):
        now += 0.25
        assert not mixer.stalled()


def test_the_device_rests_when_all_has_been_heard_and_what_comes_then_is_kept_for_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(mixer_module, "REST", 0.1)
    mixer, ends, rests = Mixer(lag=4), Ends(), []
    spoken(mixer, ends, "first", 1, 2)
    thread = threading.Thread(target=lambda: rests.append(mixer.wait_for_rest()))
    thread.start()
    rest = int(0.1 * mixer_module.RATE)
    mixer.render(2)
    mixer.render(4 + rest - 1)
    time.sleep(0.05)
    assert rests == []  # one frame is left of the rest
    mixer.render(1)
    thread.join(5)
    assert (rests, ends) == ([True], ["first"])
    # The device is being stopped: what it is still given it would not play.
    spoken(mixer, ends, "second", 3, 4)
    assert mixer.render(1) == bytes(FRAME)
    assert mixer.wait_for_sound()
    assert frames(mixer.render(2)) == [(3, 3), (4, 4)]


def test_a_device_that_rests_is_woken_by_samples_by_a_cue_and_by_a_line_without_any() -> None:
    def words(mixer: Mixer) -> None:
        mixer.speech(mixer.epoch, lambda: None).feed(samples(1))

    def nothing(mixer: Mixer) -> None:
        mixer.speech(mixer.epoch, lambda: None).finish()

    def cue(mixer: Mixer) -> None:
        mixer.cue(stereo(samples(1)))

    def cue_in_turn(mixer: Mixer) -> None:
        mixer.cue_in_turn(mixer.epoch, stereo(samples(1)))

    for wake in (words, nothing, cue, cue_in_turn, Mixer.fail):
        mixer, woken = Mixer(), []
        thread = threading.Thread(target=lambda: woken.append(mixer.wait_for_sound()))  # noqa: B023 - joined
        thread.start()
        time.sleep(0.02)
        assert woken == []
        wake(mixer)
        thread.join(5)
        assert woken == [wake is not Mixer.fail]


def test_without_a_device_every_sound_is_gone() -> None:
    mixer, ends = Mixer(), Ends()
    sound = spoken(mixer, ends, "end", 1)
    mixer.fail()
    assert sound.gone
    assert mixer.speech(mixer.epoch, ends.note("end")).gone
    mixer.cue(stereo(samples(1)))
    assert mixer.render(1) == bytes(FRAME)


# --- text and languages


@pytest.mark.parametrize(
    ("tag", "lang"),
    [
        ("de", "de"),
        ("de-AT", "de"),
        ("en-GB", "en"),
        ("no", "nb"),
        ("nn_NO", "nb"),
        ("da", "da"),
        ("?", "en"),
    ],
)
def test_languages(tag: str, lang: str) -> None:
    assert language(tag) == lang


@pytest.mark.parametrize(
    ("text", "safe"),
    [
        (LINE, LINE),
        ("Öl, 1.5 für Zoë’s E-Mail; 100% – mehr!", "Öl, 1.5 für Zoë's E-Mail; 100%, mehr!"),
        ("!-A", "A"),
        ("Иван", "i ve a en"),
        ("<b>\x00\x01\ud800", "b"),
        ("Karten\u00adspiel", "Kartenspiel"),
        ("\U0001f920\u06d0 ♥", "e"),
    ],
)
def test_text_is_made_safe_for_espeak(text: str, safe: str) -> None:
    assert speakable(text) == safe


ANY = st.text(st.characters(exclude_categories=())) | st.text(
    st.sampled_from("aA1é-–!?.,'\"()<>&\x00\x01\n я\U0001f920")
)


@given(text=ANY, lang=st.sampled_from(["en", "de", "da", "nb", ""]), rate=st.floats(), volume=st.floats())
@example(text="", lang="en", rate=175, volume=1)
@example(text="!-A", lang="da", rate=175, volume=1)
@example(text="\U0001f920 Привет", lang="de", rate=175, volume=1)
@example(text="a" * 10_000, lang="de", rate=450, volume=1)
@example(text="<speak><break time='9s'/>&#0;" * 300, lang="en", rate=450, volume=1)
@settings(max_examples=80, deadline=None)
def test_no_text_harms_espeak(text: str, lang: str, rate: float, volume: float) -> None:
    pieces = 0

    def take(piece: bytes) -> bool:
        nonlocal pieces
        assert len(piece) % 2 == 0
        pieces += 1
        return pieces < 500

    assert espeak().render(text, Style(lang, "", rate, 50, volume), take) == (pieces < 500)


def rendered(text: str, style: Style) -> bytes:
    sound = bytearray()

    def take(piece: bytes) -> bool:
        sound.extend(piece)
        return True

    assert espeak().render(text, style, take)
    return bytes(sound)


def test_german_is_spoken_by_the_german_voice_and_rate_counts() -> None:
    text = "Ihr habt noch fünf Zeichen für Hinweise und zweiundzwanzig Karten im Stapel."
    english, german = (len(rendered(text, Style(lang))) for lang in ("en", "de"))
    assert abs(english - german) > 4000
    assert abs(len(rendered(text, Style("de"))) - german) < 1500
    assert len(rendered(text, Style("de", rate=350))) < 0.7 * german
    assert not any(rendered(text, Style(volume=0)))


def test_a_failure_inside_the_callback_comes_out_and_the_next_text_works() -> None:
    def take(piece: bytes) -> bool:
        raise ValueError(len(piece))

    with pytest.raises(ValueError):
        espeak().render(LINE, Style(), take)
    assert rendered(LINE, Style())


# --- pyttsx3's contract


@pytest.fixture
def mixer() -> Iterator[Mixer]:
    """A mixer whose sound is taken at once, faster than anybody could listen."""
    mixer, over = Mixer(lag=0), threading.Event()

    def take() -> None:
        while not over.wait(0.001):
            mixer.render(2000)

    thread = threading.Thread(target=take)
    thread.start()
    yield mixer
    over.set()
    thread.join()


@pytest.fixture
def engine(mixer: Mixer) -> Iterator[Any]:
    import pyttsx3

    name = plug(espeak(), mixer, lambda: None)
    engine = pyttsx3.init(name)
    engine.log = []
    engine.connect("started-utterance", lambda name: engine.log.append((name, "started")))
    engine.connect("finished-utterance", lambda name, completed: engine.log.append((name, completed)))
    yield engine
    unplug(name)


def test_pyttsx3_keeps_order_and_names(engine: Any) -> None:
    engine.say("One.", "a")
    engine.say("Two.", "b")
    engine.runAndWait()
    assert engine.log == [("a", "started"), ("a", True), ("b", "started"), ("b", True)]


def test_pyttsx3_stops_in_an_outer_loop(engine: Any) -> None:
    engine.startLoop(False)
    engine.iterate()
    for name in "abc":
        engine.say(LONG, name)
    engine.stop()
    engine.say("New.", "d")
    assert wait_until(lambda: engine.iterate() or ("d", True) in engine.log)
    engine.endLoop()
    assert engine.log == [("a", "started"), ("a", False), ("d", "started"), ("d", True)]


def test_pyttsx3_properties(engine: Any) -> None:
    engine.startLoop(False)
    engine.iterate()
    engine.setProperty("voice", "de-AT")
    engine.setProperty("rate", 300)
    assert (engine.getProperty("voice"), engine.getProperty("rate")) == ("de", 300)
    assert [voice.id for voice in engine.getProperty("voices")] == ["en", "de", "da", "nb"]
    with pytest.raises(KeyError):
        engine.getProperty("colour")
    engine.endLoop()


def test_every_mixer_has_a_driver_of_its_own() -> None:
    names = [plug(espeak(), Mixer(), lambda: None) for _ in range(3)]
    for name in names:
        unplug(name)
    assert len(set(names)) == 3


# --- real sound


@pytest.fixture
def sink(monkeypatch: pytest.MonkeyPatch) -> Iterator[Sink]:
    needs_sink()
    sink = Sink()
    for name, value in sink.environment().items():
        monkeypatch.setenv(name, value)
    yield sink
    sink.close()


@pytest.fixture
def recording(sink: Sink) -> Iterator[Recording]:
    recording = Recording(sink)
    yield recording
    recording.close()


class Listener:
    """A voice and what became of its lines."""

    def __init__(self) -> None:
        self.troubles: list[Trouble] = []
        self.ended: list[str] = []
        self.voice = OwnVoice(lambda trouble, detail: self.troubles.append(trouble))

    def say(self, text: str, lang: str = "en", manner: Manner | None = None) -> None:
        self.voice.say(Line(text, lang, manner or Manner()), lambda: self.ended.append(text))

    def hear(self, text: str, lang: str = "en", manner: Manner | None = None) -> bytes:
        """Say it to the end; the sound that was made."""
        self.voice.mixer.kept = bytearray()
        self.say(text, lang, manner)
        assert wait_until(lambda: text in self.ended, 10)
        return bytes(self.voice.mixer.kept)


@pytest.fixture
def listener() -> Iterator[Listener]:
    listener = Listener()
    yield listener
    listener.voice.close()


def test_what_is_said_is_heard_in_order(recording: Recording, listener: Listener) -> None:
    lines = [("Your turn.", "en"), ("Du bist dran.", "de"), ("Ben is next.", "en"), ("Blå fem.", "da")]
    sounds = [listener.hear(text, lang) for text, lang in lines]
    assert recording.holds(sounds[-1])
    end = 0
    for sound in sounds:
        end, share = recording.place(sound, end)
        assert share >= 0.6  # a busy machine tears some of it
    assert recording.place(sounds[0], end)[1] < 0.5
    assert listener.troubles == []


def test_stop_is_heard_and_the_next_line_comes_whole(recording: Recording, listener: Listener) -> None:
    begin = time.perf_counter()
    listener.say(LONG)
    assert wait_until(lambda: len(recording.loud(begin)) > 10)
    stopped = time.perf_counter()
    listener.voice.stop()
    assert time.perf_counter() - stopped < 0.05
    time.sleep(0.5)
    assert recording.loud(stopped + 0.15) == []
    assert recording.holds(listener.hear("Next."))
    assert listener.ended == ["Next."]


def test_the_public_miniaudio_is_as_good(recording: Recording, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mixer_module._BareDevice, "_open", surprise)
    listener = Listener()
    assert recording.holds(listener.hear("Your turn."))
    listener.voice.close()
    assert listener.troubles == []


def surprise(*_: object) -> None:
    raise AttributeError("ma_device_init_ex")


BARE, PUBLIC = "bare", "public"


@pytest.fixture(params=[BARE, PUBLIC])
def module(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Which of miniaudio's modules is used; the device rests 20 milliseconds after a sound."""
    monkeypatch.setattr(mixer_module, "REST", 0.02)
    if request.param == PUBLIC:
        monkeypatch.setattr(mixer_module._BareDevice, "_open", surprise)
    return str(request.param)


def rests(mixer: Mixer) -> bool:
    """Whether the device comes to rest in time, and asks for nothing any more."""

    def still() -> bool:
        taken = mixer._taken
        time.sleep(0.1)
        return mixer._resting and mixer._taken == taken

    return wait_until(still)


def audible(sound: bytes) -> list[int]:
    """The frames of a sound without the silent ones: a busy server puts silence in between."""
    return [frame for frame in array("I", sound[: len(sound) // FRAME * FRAME]) if frame]


def test_the_device_rests_between_lines_and_no_sample_of_them_is_lost(
    recording: Recording, module: str, listener: Listener
) -> None:
    said: list[int] = []
    for number in range(4):
        said += audible(listener.hear(f"Line {number}."))
        assert rests(listener.voice.mixer)
    listener.voice.stop()
    assert rests(listener.voice.mixer)
    wait_until(lambda: len(audible(recording.pcm())) >= len(said))
    assert audible(recording.pcm()) == said
    assert listener.troubles == []


def test_no_sample_is_lost_or_heard_twice_when_sounds_come_while_the_device_comes_to_rest(
    recording: Recording, module: str, listener: Listener
) -> None:
    """In all moments of it, one after the other."""
    mixer, said = listener.voice.mixer, audible(listener.hear("Ready."))
    for number in range(60):
        beep = stereo(samples(*(1000 + 37 * number + 11 * step for step in range(600))))
        heard = threading.Event()
        mixer.cue_in_turn(mixer.epoch, beep, heard.set)
        assert heard.wait(5)
        time.sleep(0.015 + 0.001 * (number % 40))
        said += audible(beep)
    wait_until(lambda: len(audible(recording.pcm())) >= len(said))
    assert audible(recording.pcm()) == said
    assert listener.troubles == []


def test_a_hundred_stopped_lines_leave_nothing_behind(sink: Sink, listener: Listener) -> None:
    def left() -> tuple[int, int]:
        return len(os.listdir("/proc/self/task")), len(os.listdir("/proc/self/fd"))

    listener.hear("Ready.")
    before = left()
    for number in range(100):
        listener.say(f"{number}. {LONG}", "de" if number % 2 else "en")
        time.sleep(0.001 * (number % 4))
        listener.voice.stop()
    listener.hear("Done.")
    assert listener.ended == ["Ready.", "Done."]
    assert left() == before


def test_a_closed_voice_ends_lines_at_once_and_gives_all_back(sink: Sink) -> None:
    threads = threading.active_count()
    listener = Listener()
    listener.say(LONG)
    time.sleep(0.2)
    listener.voice.close()
    listener.voice.close()
    listener.voice.stop()
    listener.say("Too late.")
    assert listener.ended == ["Too late."]
    assert threading.active_count() == threads


def test_two_voices_do_not_share_a_mouth(recording: Recording, listener: Listener) -> None:
    other = Listener()
    sounds = [listener.hear("First voice."), other.hear("Second voice.")]
    other.voice.stop()
    assert all(recording.holds(sound) for sound in sounds)
    other.voice.close()


def tone(sound: bytes) -> float:
    """The pitch of a voice in hertz, the median: by the lag at which a loud piece looks like itself."""
    left = [sample for sample, _ in frames(sound)]
    found = []
    for start in range(0, len(left) - 1200, 2205):
        piece = left[start : start + 1200 : 2]
        if max(map(abs, piece)) < 4000:
            continue
        likeness = {
            lag: sum(a * b for a, b in zip(piece, piece[lag : 350 + lag], strict=False))
            for lag in range(25, 180)
        }
        found.append(11025 / max(likeness, key=lambda lag: likeness[lag]))
    return sorted(found)[len(found) // 2]


def test_the_chosen_voice_and_pitch_are_heard(recording: Recording, listener: Listener) -> None:
    text = "Sieben blaue Leben im Lager."
    sounds = {
        name: listener.hear(f"{text}{' ' * number}", "de", replace(manner, rate=300))
        for number, (name, manner) in enumerate(
            {
                "usual": Manner(),
                "chosen": Manner(voices={"de": "gmw/de+f2"}),
                "of another language": Manner(voices={"en": "gmw/en+f2"}),
                "unknown": Manner(voices={"de": "no such voice"}),
                "high": Manner(pitch=90),
                "low": Manner(pitch=10),
            }.items()
        )
    }
    tones = {name: tone(sound) for name, sound in sounds.items()}
    assert tones["chosen"] > 1.3 * tones["usual"]
    assert abs(tones["of another language"] - tones["usual"]) < 0.1 * tones["usual"]
    assert abs(tones["unknown"] - tones["usual"]) < 0.1 * tones["usual"]
    assert tones["low"] < 0.9 * tones["usual"]
    assert tones["high"] > 1.2 * tones["usual"]
    assert recording.holds(sounds["low"])
    assert listener.troubles == []


def test_a_dialect_can_be_chosen() -> None:
    text = "Your turn, and there are more cards in the park."
    british, american = (len(rendered(text, Style("en", voice))) for voice in ("", "gmw/en-US"))
    assert abs(british - american) > 2000


def test_voices_of_a_language_its_own_first_then_dialects_then_throats(
    sink: Sink, listener: Listener
) -> None:
    german = listener.voice.voices("de-AT")
    assert german[:2] == [("gmw/de", "German"), ("gmw/de+f1", "German, female 1")]
    assert len(german) == 9
    english = [voice.id for voice in listener.voice.voices("en")]
    assert english[:2] == ["gmw/en", "gmw/en-US"]
    assert "gmw/en-GB-scotland" in english
    assert listener.voice.voices("no")[0] == ("gmq/nb", "Norwegian Bokmål")
    assert listener.voice.voices("tlh-x") == []


def test_voices_are_not_waited_for_for_ever(
    sink: Sink, listener: Listener, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(own_module, "ASKING", 0.2)
    stuck = threading.Event()
    monkeypatch.setattr(listener.voice, "_list", lambda lang: stuck.wait(20))
    assert listener.voice.voices("de") == ()
    stuck.set()
    listener.hear("One.")


# --- what can be missing

SCRIPT = """
import threading, time
from speech.devices import Line
from speech.devices.own import OwnVoice
told, ended = [], []
voice = OwnVoice(lambda trouble, detail: told.append(str(trouble)))
def say(text):
    done = threading.Event()
    voice.say(Line(text, "en"), done.set)
    ended.append(done.wait(5))
"""


def test_without_a_sound_card_the_game_goes_on_and_nothing_is_written() -> None:
    script = (
        SCRIPT
        + "say('One.'); say('Two.')\nassert (told, ended) == (['no-sound'], [True, True]), (told, ended)"
    )
    done = run_script(script, without_sound())
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_a_sound_server_of_somebody_else_is_no_reason_to_write_either(tmp_path: Path) -> None:
    if os.geteuid() != 0:
        pytest.skip("needs a folder that belongs to somebody else")
    os.chown(tmp_path, 12345, 12345)  # libpulse complains about this on stderr
    tmp_path.chmod(0o700)
    env = {**without_sound(), "XDG_RUNTIME_DIR": str(tmp_path)}
    del env["PULSE_SERVER"]
    done = run_script(SCRIPT + "say('One.')\nassert told == ['no-sound'], told", env)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_a_dummy_output_is_no_sound_card(monkeypatch: pytest.MonkeyPatch) -> None:
    needs_sink()
    sink = Sink("module-always-sink")
    for name, value in sink.environment().items():
        monkeypatch.setenv(name, value)
    with pytest.raises(NoSound, match="no card"):
        open_device(Mixer())
    sink.close()


@pytest.mark.parametrize("names", [("pyttsx3",), ("_miniaudio", "miniaudio")])
def test_a_missing_package_is_told_once(names: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PULSE_SERVER", "none")
    for name in names:
        monkeypatch.setitem(sys.modules, name, None)
    listener = Listener()
    listener.hear("One.")
    listener.hear("Two.")
    assert [trouble for trouble in listener.troubles if trouble is not Trouble.NO_SOUND] == [
        Trouble.NO_LIBRARY
    ]
    listener.voice.close()


def test_a_missing_espeak_is_told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PULSE_SERVER", "none")
    monkeypatch.setattr(espeak_module, "_shared", [])
    monkeypatch.setattr(espeak_module, "_places", lambda: iter([("libnone.so.1", "/usr/share")]))
    with pytest.raises(NoEspeak, match="libnone"):
        espeak()
    listener = Listener()
    listener.hear("One.")
    assert Trouble.NO_LIBRARY in listener.troubles
    listener.voice.close()


def test_a_deep_folder_does_not_hide_espeaks_data(tmp_path: Path) -> None:
    deep = tmp_path / ("d" * 120) / ("e" * 120)
    deep.parent.mkdir()
    deep.symlink_to(next(espeak_module._places())[1])
    script = (
        "from speech.devices import espeak as e\n"
        f"e._places = lambda p=e._places: [(next(iter(p()))[0], {str(deep)!r})]\n"
        "assert e.espeak().render('One.', e.Style(), lambda piece: True)"
    )
    done = run_script(script, dict(os.environ))
    assert (done.returncode, done.stderr) == (0, b"")


def test_the_systems_espeak_will_do() -> None:
    script = (
        "from speech.devices import espeak as e\n"
        "e._loader_folders = lambda: []\n"
        "try: e.espeak()\n"
        "except e.NoEspeak: raise SystemExit(9)\n"
        "assert all(e.espeak().render('Blå rød 3.', e.Style(lang), lambda piece: True) for lang in e.VOICES)"
    )
    done = run_script(script, dict(os.environ))
    if done.returncode == 9:
        pytest.skip("libespeak-ng1 is not installed")
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_device_that_vanishes_ends_the_line_and_is_told_once(sink: Sink) -> None:
    threads = threading.active_count()
    listener = Listener()
    listener.hear("Ready.")
    listener.say(LONG)
    time.sleep(0.2)
    sink.die()
    assert wait_until(lambda: LONG in listener.ended, 5)
    begin = time.perf_counter()
    listener.hear("Nobody hears this.")
    assert time.perf_counter() - begin < 0.1
    assert listener.troubles == [Trouble.FAILED]
    listener.voice.close()
    assert threading.active_count() == threads


def test_a_device_that_vanishes_or_hangs_at_rest_is_told_with_the_next_line(module: str) -> None:
    needs_sink()
    for end, longest in ((Sink.die, 1.0), (Sink.hang, 4.0)):
        with pytest.MonkeyPatch.context() as patch:
            sink = Sink()
            for name, value in sink.environment().items():
                patch.setenv(name, value)
            listener = Listener()
            listener.hear("Ready.")
            assert rests(listener.voice.mixer)
            end(sink)
            time.sleep(0.1)
            assert listener.troubles == []
            begin = time.perf_counter()
            listener.hear("Nobody hears this.")
            listener.hear("Nor this.")
            assert time.perf_counter() - begin < longest
            assert listener.troubles == [Trouble.FAILED]
            begin = time.perf_counter()
            listener.voice.close()
            assert time.perf_counter() - begin < 2
            sink.close()
    assert wait_until(lambda: threading.active_count() == 1)


@pytest.mark.parametrize("wait", [0, 0.02, 0.05, 0.3])
def test_leaving_in_mid_speech_is_quick_and_quiet(sink: Sink, wait: float) -> None:
    script = SCRIPT + f"voice.say(Line({LONG!r}, 'en'), ended.append)\ntime.sleep({wait})"
    begin = time.perf_counter()
    done = run_script(script, sink.environment())
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    assert time.perf_counter() - begin < 3


def test_leaving_a_hung_sound_server_is_quick_and_quiet(sink: Sink) -> None:
    script = SCRIPT + (
        f"voice.say(Line({LONG!r}, 'en'), print); time.sleep(0.3)\n"
        f"import os, signal; os.kill({sink.process.pid}, signal.SIGSTOP); time.sleep(0.1)"
    )
    begin = time.perf_counter()
    done = run_script(script, sink.environment())
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    assert time.perf_counter() - begin < 3


# --- the drivers of other systems, played by a stand-in


class StandIn:
    """A driver like pyttsx3's own: it tells the end of a line on a later step, and knows two voices."""

    def __init__(self, proxy: Any) -> None:
        self.proxy = proxy
        self.spoken: list[tuple[str, Any]] = []
        self.set: dict[str, Any] = {}
        self.rest = 0

    def say(self, text: str) -> None:
        if "!" in text:
            raise OSError("no voice")
        self.proxy.setBusy(True)
        self.spoken.append((text, self.set.get("voice")))
        self.rest = 3

    def stop(self) -> None:
        if self.rest:
            self.rest = 0
            self.proxy.notify("finished-utterance", completed=False)
            self.proxy.setBusy(False)

    def iterate(self) -> Iterator[None]:
        self.proxy.setBusy(False)
        while True:
            self.rest -= 1
            if self.rest == 0:
                self.proxy.notify("finished-utterance", completed=True)
                self.proxy.setBusy(False)
            yield

    def getProperty(self, name: str) -> list[Any]:
        from pyttsx3.voice import Voice

        assert name == "voices"
        return [Voice("hazel", languages=["en-GB"]), Voice("hedda", languages=["de_DE"])]

    def setProperty(self, name: str, value: Any) -> None:
        self.set[name] = value


@pytest.fixture
def stand_in(monkeypatch: pytest.MonkeyPatch) -> list[StandIn]:
    made: list[StandIn] = []
    module: Any = ModuleType("pyttsx3.drivers.standin")

    def build(proxy: Any) -> StandIn:
        made.append(StandIn(proxy))
        return made[-1]

    module.buildDriver = build
    monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setitem(own_module.DRIVERS, sys.platform, "standin")
    return made


def test_another_driver_speaks_with_the_systems_voices(stand_in: list[StandIn], listener: Listener) -> None:
    listener.hear("One.")
    listener.hear("<Zwei>.", "de")
    listener.hear("  ")
    assert stand_in[0].spoken == [("One.", "hazel"), ("Zwei>.", "hedda")]
    assert (listener.ended, listener.troubles) == (["One.", "<Zwei>.", "  "], [])


def test_another_driver_is_stopped(stand_in: list[StandIn], listener: Listener) -> None:
    listener.hear("One.")
    listener.say("Two.")
    listener.voice.stop()
    listener.hear("Three.")
    assert listener.ended == ["One.", "Three."]


def test_another_driver_that_fails_is_told_once(stand_in: list[StandIn], listener: Listener) -> None:
    listener.hear("One!")
    listener.hear("Two.")
    assert listener.troubles == [Trouble.FAILED]


def test_a_callers_mistake_does_not_end_the_voice(stand_in: list[StandIn], listener: Listener) -> None:
    listener.voice.say(Line("One.", "en"), lambda: 1 // 0)  # type: ignore[arg-type]  # a caller's mistake
    listener.hear("Two.")
    assert listener.troubles == [Trouble.FAILED]


def test_ends_that_come_late_after_a_stop_do_not_end_the_next_line(
    stand_in: list[StandIn], listener: Listener, monkeypatch: pytest.MonkeyPatch
) -> None:
    listener.hear("One.")
    [driver] = stand_in

    def late() -> None:
        told.append(driver.proxy.notify("finished-utterance", completed=True))

    def twice() -> None:  # as SAPI does: an end for what was spoken, and one for what silenced it
        if driver.rest > 0:
            driver.rest = 0
            driver.proxy.setBusy(False)
            threading.Timer(0.02, late).start()

    told: list[object] = []
    monkeypatch.setattr(driver, "stop", twice)
    listener.say("Two.")
    assert wait_until(lambda: len(driver.spoken) == 2)
    listener.voice.stop()
    rests: list[int] = []
    listener.voice.say(Line("Three.", "en"), lambda: rests.append(driver.rest))
    assert wait_until(lambda: bool(rests))
    assert len(told) == 1
    assert rests == [0]


def test_two_voices_do_not_share_an_engine(stand_in: list[StandIn], listener: Listener) -> None:
    other = Listener()
    listener.hear("One.")
    other.hear("Two.")
    other.voice.close()
    listener.hear("Three.")
    assert [[text for text, _ in driver.spoken] for driver in stand_in] in (
        [["One.", "Three."], ["Two."]],
        [["Two."], ["One.", "Three."]],
    )


def test_what_another_driver_prints_is_lost(
    capsys: pytest.CaptureFixture[str], stand_in: list[StandIn], monkeypatch: pytest.MonkeyPatch
) -> None:
    def noisy(self: StandIn, text: str) -> None:
        print("Pitch adjustment not supported")  # noqa: T201 - as the library does
        usual(self, text)

    usual = StandIn.say
    monkeypatch.setattr(StandIn, "say", noisy)
    listener = Listener()
    listener.hear("One.")
    listener.voice.close()
    assert capsys.readouterr().out == ""
    print("Not lost.")  # noqa: T201 - the game's own
    assert capsys.readouterr().out == "Not lost.\n"


class Token:
    """A voice as SAPI has it."""

    def __init__(self, name: str, language: str) -> None:
        self.Id, self._name, self._language = f"HKEY\\{name}", name, language

    def GetDescription(self) -> str:
        return f"{self._name} Desktop - Some"

    def GetAttribute(self, name: str) -> str:
        assert name == "Language"
        return self._language


class Sapi(StandIn):
    """A driver like pyttsx3's for SAPI, which fails when a voice has several languages."""

    def __init__(self, proxy: Any) -> None:
        super().__init__(proxy)
        self._tts = self

    def GetVoices(self) -> list[Token]:
        return [Token("Zira", "409;9"), Token("Odd", "no number"), Token("Hedda", "407")]

    def getProperty(self, name: str) -> Any:
        if name == "voice":
            return "HKEY\\Zira"
        return [int(token.GetAttribute("Language"), 16) for token in self.GetVoices()]


@pytest.fixture
def sapi(monkeypatch: pytest.MonkeyPatch) -> list[Sapi]:
    made: list[Sapi] = []
    module: Any = ModuleType("pyttsx3.drivers.sapi5")

    def build(proxy: Any) -> Sapi:
        made.append(Sapi(proxy))
        return made[-1]

    module.buildDriver = build
    monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setitem(own_module.DRIVERS, sys.platform, "sapi5")
    return made


def test_sapis_voices_are_found_although_pyttsx3_fails_at_one(sapi: list[Sapi], listener: Listener) -> None:
    listener.hear("One.")
    listener.hear("Zwei.", "de")
    listener.hear("Blå.", "da")
    listener.hear("Drei.", "de", Manner(voices={"de": "HKEY\\Nobody"}))
    assert [voice for _, voice in sapi[0].spoken] == [
        f"HKEY\\{name}" for name in ("Zira", "Hedda", "Zira", "Hedda")
    ]
    assert listener.voice.voices("de") == [("HKEY\\Hedda", "Hedda Desktop, Some")]
    assert own_module.check() is None


def test_sapi_gets_its_pitch_by_markup_and_obeys_no_other(sapi: list[Sapi], listener: Listener) -> None:
    listener.hear("<b>Q & A</b>")
    listener.hear("Q & A > B", "en", Manner(pitch=80, volume=300))
    listener.hear("Low.", "en", Manner(pitch=0))
    assert [text for text, _ in sapi[0].spoken] == [
        "b>Q & A /b>",
        '<pitch absmiddle="6"/>Q &amp; A &gt; B',
        '<pitch absmiddle="-10"/>Low.',
    ]
    assert sapi[0].set["volume"] == 1.0


# --- looking whether it can be had


def test_check_opens_the_card_and_closes_it_again(sink: Sink) -> None:
    threads = threading.active_count()
    own_module.check()
    handles = len(os.listdir("/proc/self/fd"))
    assert [own_module.check() for _ in range(3)] == [None] * 3
    assert wait_until(lambda: len(os.listdir("/proc/self/fd")) == handles)
    assert threading.active_count() == threads


CHECK = (
    "import time\n"
    "from speech.devices import own, espeak\n"
    "begin = time.monotonic()\n"
    "fault = own.check()\n"
    "assert fault is not None and str(fault.trouble) == {0!r} and {1!r} in fault.detail, fault\n"
    "assert time.monotonic() - begin < 4"
)


def test_check_names_what_is_missing() -> None:
    for script, env in (
        (CHECK.format("no-sound", "sound card"), without_sound()),
        (
            "import sys; sys.modules['pyttsx3'] = None\n" + CHECK.format("no-library", "pyttsx3"),
            without_sound(),
        ),
        (
            "import speech.devices.espeak as e; e._places = lambda: []\n"
            + CHECK.format("no-library", "espeak-ng"),
            without_sound(),
        ),
    ):
        done = run_script(script, env)
        assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_check_does_not_wait_for_a_hung_sound_server(sink: Sink) -> None:
    sink.hang()
    done = run_script(CHECK.format("hung", ""), sink.environment())
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_check_names_a_system_without_voices(sapi: list[Sapi], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Sapi, "GetVoices", lambda self: [])
    monkeypatch.setattr(Sapi, "getProperty", lambda self, name: [])
    assert own_module.check() == Fault(Trouble.FAILED, "OSError('no voices')")
