"""Sound cues: the sounds themselves, their names in the texts, where they come from, and that they are heard.

Not here: what is heard when (see `test_queue`), and the mixer (see `test_voice`).
"""

from __future__ import annotations

import ast
import asyncio
import cmath
import dataclasses
import gc
import itertools
import math
import os
import threading
import time
from array import array
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from access.session import Confirm, Session
from access.table import Table
from engine import GAMES
from engine.record import Record
from engine.table import Seat
from speech import cues
from speech.cue_words import CueText, UnknownCue, cue_called
from speech.cues import CUES, cues_of, place_of, samples
from speech.devices import Cue, Line, Manner, Trouble, Voice
from speech.devices import cue_player as cue_player_module
from speech.devices.cue_player import CuesAlone, WithCues
from speech.devices.mixer import RATE, Mixer, NoSound
from speech.devices.own import OwnVoice
from speech.devices.recording import RecordingVoice
from speech.house import HouseText
from speech.outputs import Recording as Given
from speech.senpai import Senpai
from speech.utterance import Utterance
from speech.words import LANGUAGES, Verbosity, Words
from tests import test_gnav, test_push, test_text
from tests.games import NAMES, cut, fireworks_words, random_game
from tests.sound_rig import ROOT, Recording, Sink, needs_sink, run_script, wait_until, without_sound
from tests.test_text import well_formed

LOUDEST = 0.8 * 32767

# -- the sounds


def wave(name: str) -> list[float]:
    return [float(sample) for sample in array("h", cues.mono(name))]


def spectrum(wave: list[complex]) -> list[complex]:
    """Return the Fourier transform; the length is a power of two."""
    if len(wave) == 1:
        return wave
    even, odd = spectrum(wave[::2]), spectrum(wave[1::2])
    turned = [cmath.exp(-2j * math.pi * at / len(wave)) * value for at, value in enumerate(odd)]
    return [a + b for a, b in zip(even, turned, strict=True)] + [
        a - b for a, b in zip(even, turned, strict=True)
    ]


@pytest.mark.parametrize("name", CUES)
def test_a_cue_is_short_neither_clicks_nor_is_too_loud_and_stays_in_the_middle_of_hearing(name: str) -> None:
    sound = wave(name)
    assert 60 <= len(sound) * 1000 / RATE <= 400
    peak = max(map(abs, sound))
    assert 3000 < peak <= LOUDEST
    # A click is a jump: at either end, the first half millisecond is nearly still.
    for end in (sound[:11], sound[-11:]):
        assert max(map(abs, end)) < peak / 20
    padded: list[complex] = [*sound, *[0.0] * (16384 - len(sound))]
    energy = [abs(value) ** 2 for value in spectrum(padded)[:8192]]
    hertz = RATE / 16384
    middle = sum(part for at, part in enumerate(energy) if 250 <= at * hertz <= 2500)
    assert middle > 0.85 * sum(energy)


PIECE = 512
"""23 milliseconds."""
BANDS = (5, 7, 9, 11, 13, 16, 19, 23, 28, 34, 41, 50, 60)
"""Edges of bands of three or four semitones, in multiples of 43 Hz."""


def melody(name: str) -> list[float]:
    """Return how loud each band is in each piece of a cue, as a vector of length 1."""
    sound, loud = wave(name), []
    window = [math.sin(math.pi * at / PIECE) ** 2 for at in range(PIECE)]
    for start in range(0, 18 * PIECE, PIECE):
        piece = sound[start : start + PIECE]
        piece += [0.0] * (PIECE - len(piece))
        tones = spectrum([complex(value * share) for value, share in zip(piece, window, strict=True)])
        loud += [math.hypot(*map(abs, tones[low:high])) for low, high in itertools.pairwise(BANDS)]
    return [value / math.hypot(*loud) for value in loud]


def test_no_two_cues_sound_alike() -> None:
    melodies = {name: melody(name) for name in CUES}
    for one, other in itertools.combinations(CUES, 2):
        alike = sum(a * b for a, b in zip(melodies[one], melodies[other], strict=True))
        assert alike < 0.8, (one, other)


def sides(stereo: bytes) -> tuple[float, float]:
    """Return the energy at the left and the right ear."""
    both = array("h", stereo)
    return sum(float(s) ** 2 for s in both[::2]), sum(float(s) ** 2 for s in both[1::2])


def test_volume_and_place_are_heard_and_a_cue_is_made_once() -> None:
    left, right = sides(samples(Cue("fits", -0.8), 60))
    assert left > 10 * right > 0
    left, right = sides(samples(Cue("fits", 0.8), 60))
    assert right > 10 * left > 0
    middle, loud = sides(samples(Cue("fits"), 50)), sides(samples(Cue("fits"), 100))
    assert middle[0] == middle[1]
    assert 3.8 < loud[0] / middle[0] < 4.2
    assert samples(Cue("fits", 0.8), 60) is samples(Cue("fits", 0.79), 60)
    assert samples(Cue("fits", -5), 500) == samples(Cue("fits", -1), 100)
    assert samples(Cue("fits"), 0) == samples(Cue("nonsense"), 60) == b""


# -- where cues come from


def test_others_sit_from_left_to_right_as_their_turns_follow() -> None:
    assert [place_of(seat, 0, 4) for seat in range(4)] == pytest.approx([0, -0.8, 0, 0.8])
    assert [place_of(seat, 2, 5) for seat in (3, 4, 0, 1)] == pytest.approx([-0.8, -0.8 / 3, 0.8 / 3, 0.8])
    assert place_of(1, 0, 2) == -0.8
    assert place_of(None, 0, 4) == place_of(None, None, 4) == 0


def test_to_a_bystander_all_seats_are_spread_out() -> None:
    assert [place_of(seat, None, 3) for seat in range(3)] == pytest.approx([-0.8, 0, 0.8])


# -- the texts


def told(record: Record, seat: Seat | None, lang: str = "en", lines: tuple[str, ...] = ()) -> list[Utterance]:
    """Return all that a seat is told in a game, the answers to some typed lines included."""

    async def scene() -> list[Utterance]:
        table, given = Table(cut(record, 0)), Given()
        senpai = Senpai(record.game.name, record.players, seat, lang, Verbosity.NORMAL)
        session = Session(table, senpai, [given], confirm=Confirm.NONE, talk=True)
        table.sitters.append(session)
        await table.begin()
        for number, action in enumerate(record.actions):
            await table.submit(action)
            line = lines[number % len(lines)] if seat is not None and lines else ""
            if line and not (line in DEEDS and table.turn == seat):
                await session.typed(line)
        return [entry.utterance for entry in given.given]

    return asyncio.run(scene())


DEEDS = ("play 1", "swap", "take")
LINES = ("nonsense", "no", "another", "talk", *DEEDS, "history", "help")


def games(game: str, count: int = 4) -> list[Record]:
    return [random_game(number, game=game) for number in range(count)]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_cue_is_never_alone_and_is_one_of_the_games(game: str, lang: str) -> None:
    heard = set()
    for record in games(game, 3):
        for seat in (0, 1, None):
            for utterance in told(record, seat, lang, LINES):
                assert -0.8 <= utterance.place <= 0.8
                if utterance.cue is not None:
                    heard.add(utterance.cue)
                    for words in (utterance.speech, utterance.braille, utterance.print):
                        assert len(words.split()) > 1 or len(words) > 3, utterance
    assert heard <= set(cues_of(game))
    assert len(heard) > 8


@pytest.mark.parametrize("game", GAMES)
def test_a_cue_comes_from_the_seat_whose_event_it_is(game: str) -> None:
    record = random_game(2, game=game, players=4)
    people = {seat: place_of(seat, 0, 4) for seat in range(4)}
    for utterance in told(record, 0):
        if utterance.event == "Announced" and utterance.speech.split()[0] in NAMES:
            seat = NAMES.index(utterance.speech.split()[0])
            assert utterance.place == people[seat], utterance
        elif utterance.event in ("Dealt", "Began", "Ended") or utterance.cue in ("your-turn", "hint-to-you"):
            assert utterance.place == 0, utterance
    assert {utterance.place for utterance in told(record, None)} >= {place_of(s, None, 4) for s in range(4)}


def written() -> set[str]:
    """Return the names of cues that stand in the code as such: in a `Said`, or given to a variable `cue`."""
    found: list[ast.expr] = []
    for path in [*(ROOT / "speech").glob("*.py"), *(ROOT / "access").glob("*.py")]:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Said":
                found += [*node.args[2:3], *(word.value for word in node.keywords if word.arg == "cue")]
            elif isinstance(node, ast.Assign) and any(
                isinstance(target, ast.Name) and target.id == "cue" for target in node.targets
            ):
                found.append(node.value)
    literals = [part for node in found for part in ast.walk(node) if isinstance(part, ast.Constant)]
    return {part.value for part in literals if isinstance(part.value, str)}


def of_every_event() -> Iterator[str | None]:
    """Yield the cue of every event that the games' own tests know, for every listener."""
    for seat in (0, 1, 2, None):
        nova = fireworks_words(test_text.NAMES, seat, "en", Verbosity.NORMAL)
        yield from (nova.event(event, test_text.view_for(seat)).cue for event in test_text.EVENTS)
        push = test_push.words_for(seat)
        view = test_push.views(seat)[0]
        yield from (push.event(event, view).cue for event in test_push.EVENTS)
        gnav = test_gnav.words_for(seat)
        start = test_gnav.at_the_start(seat)
        yield from (gnav.event(event, start).cue for event in test_gnav.EVENTS)


def test_texts_name_only_cues_of_the_table() -> None:
    assert written() <= CUES.keys()
    assert {cue for cue in of_every_event() if cue} <= CUES.keys()
    assert len(written()) > 20


def test_every_cue_of_the_table_is_used() -> None:
    """But for one that the session gives, when a braille display has more to show."""
    used = written() | {cue for cue in of_every_event() if cue}
    assert CUES.keys() - used == {"message-waits"} - used


def test_the_greeting_has_its_cue() -> None:
    assert HouseText(Words("en")).greeting().cue == "greeting"


def test_utterances_that_differ_in_cue_or_place_are_not_equal() -> None:
    """So `test_noninterference`, which compares all that is given, holds for cues and their places, too."""
    said = Utterance("Your turn.", "Your turn", "Your turn.", "en", cue="fits", place=0.8)
    assert said != dataclasses.replace(said, cue="misfire")
    assert said != dataclasses.replace(said, place=-0.8)
    assert said == dataclasses.replace(said)


# -- what cues are called


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_cue_has_a_name_and_a_meaning(lang: str) -> None:
    text = CueText(Words(lang))
    assert len({text.name(cue) for cue in CUES}) == len(CUES)
    assert len({text.meaning(cue) for cue in CUES}) == len(CUES)
    for cue in CUES:
        said = text.played(cue)
        well_formed(said)
        assert said.cue == cue
    with pytest.raises(KeyError):
        text.name("nonsense")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", [*GAMES, None])
def test_the_list_is_numbered_and_each_number_and_name_is_understood(lang: str, game: str | None) -> None:
    text, listed = CueText(Words(lang)), cues_of(game)
    said = text.listed(game)
    well_formed(said, braille=2000)
    for number, cue in enumerate(listed, 1):
        assert f" {number}: {text.name(cue)}." in said.speech
        assert cue_called(str(number), game) == cue
        for typed in (cue, text.name(cue), text.name(cue).upper(), f"  {text.name(cue)} "):
            assert cue_called(typed, game) == cue
        plain = text.name(cue).replace("ß", "ss").replace("'", " ")
        assert cue_called(plain.replace("ü", "ue"), game) == cue_called(plain.replace("ü", "u"), game) == cue


@pytest.mark.parametrize(
    ("typed", "cue"),
    [("your", "your-turn"), ("dragoo", "dragoon"), ("hint to", "hint-to-you"), ("fools knock", "knock")],
)
def test_the_beginning_of_a_name_will_do(typed: str, cue: str) -> None:
    assert cue_called(typed) == cue


def test_what_is_no_name_is_refused_with_what_would_do() -> None:
    text = CueText(Words("en"))
    for typed in ("nonsense", "0", "99", "", "  "):
        with pytest.raises(UnknownCue) as caught:
            cue_called(typed)
        assert caught.value.choices == ()
        assert "Type sounds" in text.unknown(caught.value).speech
    assert cue_called("card tu", "push") == "turn-up"
    with pytest.raises(UnknownCue) as caught:
        cue_called("card", "push")
    assert caught.value.choices == ("deal", "turn-up", "take")
    said = text.unknown(caught.value)
    assert (
        said.speech
        == "Which sound do you mean: cards dealt, card turned up or card taken? Write the name out."
    )


def test_answers_about_sounds_are_well_formed() -> None:
    for lang in LANGUAGES:
        text = CueText(Words(lang))
        answers = [text.turned(on=True, volume=60), text.turned(on=False, volume=0), text.volume(30)]
        for said in [
            *answers,
            text.unknown(UnknownCue("x" * 90)),
            text.unknown(UnknownCue("card", ["take"])),
        ]:
            well_formed(said)
        for trouble in Trouble:
            well_formed(text.trouble(trouble, "miniaudio"))
        assert answers[2].cue is not None
        assert text.volume(0) == answers[1]
        assert answers[1].cue is None


# -- a voice with cues around another one


class Listener:
    """A voice and what became of its lines."""

    def __init__(self, make: Callable[[Callable[[Trouble, str], None]], Voice]) -> None:
        self.troubles: list[Trouble] = []
        self.ended: list[str] = []
        self.voice = make(lambda trouble, detail: self.troubles.append(trouble))

    def say(self, text: str, cue: str | None = None, place: float = 0, volume: int = 60) -> None:
        line = Line(text, "en", Manner(cues=volume), None if cue is None else Cue(cue, place))
        self.voice.say(line, lambda: self.ended.append(text))

    def hear(self, text: str, cue: str | None = None, place: float = 0) -> None:
        before = len(self.ended)
        self.say(text, cue, place)
        assert wait_until(lambda: len(self.ended) > before, 10)


class Hand:
    """A sound card that is moved by hand: `turn` plays some milliseconds."""

    def __init__(self) -> None:
        self.mixers: list[Mixer] = []
        self.closed = 0

    def open(self, mixer: Mixer) -> Hand:
        self.mixers.append(mixer)
        return self

    def close(self) -> None:
        self.closed += 1

    def turn(self, milliseconds: int = 500) -> bytes:
        """Play so much; what it plays in one go ends when it is asked for the next."""
        return b"".join(bytes(self.mixers[-1].render(RATE // 50)) for _ in range(milliseconds // 20))


@pytest.fixture
def hand(monkeypatch: pytest.MonkeyPatch) -> Hand:
    hand = Hand()
    monkeypatch.setattr(cue_player_module, "open_device", hand.open)
    return hand


@pytest.fixture
def inside() -> RecordingVoice:
    return RecordingVoice()


@pytest.fixture
def listener(inside: RecordingVoice) -> Iterator[Listener]:
    listener = Listener(lambda report: WithCues(inside, report))
    yield listener
    listener.voice.close()
    assert threading.active_count() == 1


def loud(sound: bytes) -> bool:
    return any(sound)


def mixer_of(listener: Listener) -> Mixer | None:
    assert isinstance(listener.voice, WithCues)
    return listener.voice.mixer


def playing(listener: Listener) -> bool:
    """Whether a cue is on its way to the ear."""
    mixer = mixer_of(listener)
    return mixer is not None and bool(mixer._speech)


def test_the_words_come_when_the_cue_has_been_heard(
    hand: Hand, inside: RecordingVoice, listener: Listener
) -> None:
    listener.say("Your turn.", "your-turn")
    assert wait_until(lambda: playing(listener))
    heard = hand.turn(340)
    assert inside.lines == []
    assert samples(Cue("your-turn"), 60) in heard + hand.turn()
    assert wait_until(lambda: inside.said == [("Your turn.", "en")])
    assert listener.troubles == []
    assert inside.lines[0].cue is None
    assert listener.ended == []
    inside.finish()
    assert wait_until(lambda: listener.ended == ["Your turn."])
    inside.finish()
    listener.say("", "fits")
    assert wait_until(lambda: playing(listener))
    hand.turn()
    assert wait_until(lambda: listener.ended == ["Your turn.", ""])
    assert len(inside.lines) == 1
    assert listener.troubles == []


def test_lines_without_a_cue_need_no_sound_card(
    hand: Hand, inside: RecordingVoice, listener: Listener
) -> None:
    inside.instant = True
    listener.hear("One.")
    listener.say("Two.", "fits", volume=0)
    listener.say("Three.", "no such cue")
    assert wait_until(lambda: listener.ended == ["One.", "Two.", "Three."])
    assert hand.mixers == []
    assert list(listener.voice.voices("de")) == list(inside.voices("de"))


def test_stop_silences_cue_and_words_and_late_ends_are_ignored(
    hand: Hand, inside: RecordingVoice, listener: Listener
) -> None:
    listener.say("First.", "your-turn")
    assert wait_until(lambda: playing(listener))
    assert loud(hand.turn(50))
    listener.voice.stop()
    assert not loud(hand.turn(500))
    listener.say("Second.")
    assert wait_until(lambda: bool(inside.lines))
    late, stops = inside._ended, inside.stops
    listener.voice.stop()
    assert inside.stops == stops + 1
    assert late is not None
    late()
    inside.instant = True
    listener.hear("Third.")
    assert inside.said == [("Second.", "en"), ("Third.", "en")]
    assert listener.ended == ["Third."]


def test_a_voice_that_begins_in_the_moment_of_stop_is_stopped_after_all(
    hand: Hand, listener: Listener, inside: RecordingVoice, monkeypatch: pytest.MonkeyPatch
) -> None:
    entered, go_on, say = Event(), Event(), inside.say

    def slow(line: Line, ended: Callable[[], None]) -> None:
        entered.set()
        go_on.wait(5)
        say(line, ended)

    monkeypatch.setattr(inside, "say", slow)
    listener.say("Too late.")
    assert entered.wait(5)
    listener.voice.stop()
    stops = inside.stops
    go_on.set()
    assert wait_until(lambda: inside.stops > stops)
    assert listener.ended == []


def test_without_a_sound_card_the_words_come_and_it_is_told_once(
    inside: RecordingVoice, listener: Listener, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried = []

    def none(mixer: Mixer) -> None:
        tried.append(mixer)
        raise NoSound("none")

    monkeypatch.setattr(cue_player_module, "open_device", none)
    inside.instant = True
    for number in range(20):
        listener.say(f"{number}.", "fits")
    assert wait_until(lambda: len(listener.ended) == 20)
    assert listener.troubles == [Trouble.NO_SOUND]
    assert len(tried) == 1
    monkeypatch.setattr(cue_player_module, "RETRY", 0.0)
    listener.hear("Again.", "fits")
    assert wait_until(lambda: len(tried) == 2)
    assert listener.troubles == [Trouble.NO_SOUND]


def test_a_sound_card_that_hangs_holds_nothing_up(
    inside: RecordingVoice, listener: Listener, monkeypatch: pytest.MonkeyPatch
) -> None:
    free, card = Event(), Hand()

    def hang(mixer: Mixer) -> Hand:
        free.wait(20)
        return card.open(mixer)

    monkeypatch.setattr(cue_player_module, "open_device", hang)
    monkeypatch.setattr(cue_player_module, "GRACE", 0.1)
    inside.instant = True
    begin = time.perf_counter()
    listener.say("First.", "fits")
    assert time.perf_counter() - begin < 0.1
    assert wait_until(lambda: listener.ended == ["First."])
    listener.hear("Second.", "fits")
    free.set()
    assert wait_until(lambda: mixer_of(listener) is not None)
    # Now it is open, but asks for nothing: it is given up, closed, and told.
    listener.hear("Third.", "fits")
    assert wait_until(lambda: card.closed == 1)
    assert listener.troubles == [Trouble.FAILED]
    assert mixer_of(listener) is None
    assert not loud(card.turn())


def test_a_closed_voice_ends_lines_at_once(hand: Hand, inside: RecordingVoice) -> None:
    listener = Listener(lambda report: WithCues(inside, report))
    listener.say("First.", "fits")
    assert wait_until(lambda: playing(listener))
    listener.voice.close()
    listener.voice.close()
    listener.voice.stop()
    listener.say("Too late.", "fits")
    assert listener.ended == ["Too late."]
    assert hand.closed == 1
    assert threading.active_count() == 1


def test_cues_alone_say_nothing_and_end_with_the_cue(hand: Hand) -> None:
    listener = Listener(CuesAlone)
    listener.hear("Words are read by the screen reader.")
    listener.say("Your turn.", "your-turn", -0.8)
    assert wait_until(lambda: playing(listener))
    assert listener.ended[1:] == []
    assert samples(Cue("your-turn", -0.8), 60) in hand.turn()
    assert wait_until(lambda: listener.ended[1:] == ["Your turn."])
    assert listener.troubles == []
    assert list(listener.voice.voices("en")) == []
    listener.voice.close()


SCRIPT = """
import threading
from speech.devices import Cue, Line
from speech.devices.cue_player import CuesAlone
told, ended = [], []
voice = CuesAlone(lambda trouble, detail: told.append(str(trouble)))
for _ in range(3):
    done = threading.Event()
    voice.say(Line("", "en", cue=Cue("fits")), done.set)
    ended.append(done.wait(5))
voice.close()
print(told, ended)
"""


def test_without_a_sound_card_nothing_is_written() -> None:
    done = run_script(SCRIPT, without_sound())
    assert done.stderr == b""
    assert done.stdout.decode().strip() == "['no-sound'] [True, True, True]"


# -- really heard


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


def test_our_own_voice_plays_the_cue_from_its_seat_directly_before_the_words(recording: Recording) -> None:
    listener = Listener(OwnVoice)
    assert isinstance(listener.voice, OwnVoice)
    listener.hear("Ready.")
    at = 0
    for text, cue, place in (("Ben plays card two.", "announce", -0.8), ("Clubs three fits.", "fits", 0.8)):
        listener.voice.mixer.kept = bytearray()
        listener.hear(text, cue, place)
        words, sound = bytes(listener.voice.mixer.kept), samples(Cue(cue, place), 60)
        assert recording.holds(words)
        end, share = recording.place(sound, at)
        assert share >= 0.6
        left, right = sides(recording.pcm()[end - len(sound) : end])
        assert left > 10 * right if place < 0 else right > 10 * left
        begin, share = recording.place(words, end)
        assert share >= 0.6
        if end + len(words) == begin:  # no gap by a busy server: to the sample
            assert recording.pcm()[end:begin] == words
        at = begin
    assert listener.troubles == []
    listener.voice.close()


def test_our_own_voice_is_silenced_in_a_cue_and_a_cue_alone_comes_to_its_end(recording: Recording) -> None:
    listener = Listener(OwnVoice)
    listener.hear("Ready.")
    listener.hear("", "row-complete")
    assert recording.holds(samples(Cue("row-complete"), 60))
    begin = time.perf_counter()
    listener.say("Never heard.", "life-lost")
    assert wait_until(lambda: len(recording.loud(begin)) > 2)
    listener.voice.stop()
    stopped = time.perf_counter()
    time.sleep(0.5)
    assert recording.loud(stopped + 0.15) == []
    listener.say("", "fits", volume=0)
    assert wait_until(lambda: len(listener.ended) == 3)
    assert listener.ended == ["Ready.", "", ""]
    assert recording.place(samples(Cue("fits"), 60))[1] < 0.5
    listener.voice.close()


class Timed(RecordingVoice):
    """Notes when it was told to speak."""

    def __init__(self) -> None:
        super().__init__(instant=True)
        self.times: list[float] = []

    def say(self, line: Line, ended: Callable[[], None]) -> None:
        self.times.append(time.perf_counter())
        super().say(line, ended)


def test_around_another_voice_the_cue_is_heard_from_its_seat_and_then_the_words(recording: Recording) -> None:
    inside = Timed()
    listener = Listener(lambda report: WithCues(inside, report))
    at = 0
    for cue, place in (("your-turn", 0.0), ("discard", -0.8), ("chip", 0.8)):
        begin = time.perf_counter()
        listener.hear("Words.", cue, place)
        sound = samples(Cue(cue, place), 60)
        assert recording.holds(sound)
        at, share = recording.place(sound, at)
        assert share >= 0.6
        left, right = sides(recording.pcm()[at - len(sound) : at])
        assert (left > 10 * right, right > 10 * left) == (place < 0, place > 0)
        # The recording arrives late, so what is loud before the words began was heard before them.
        assert begin < recording.loud(begin)[0] < inside.times[-1]
    assert len(inside.said) == 3
    assert listener.troubles == []
    listener.voice.close()


# -- nothing is left behind


def left() -> tuple[int, int]:
    """Return the numbers of threads and of open files."""
    return len(os.listdir("/proc/self/task")), len(os.listdir("/proc/self/fd"))


def memory() -> int:
    """Return the bytes of memory in use."""
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="needs Linux's /proc")
def test_five_thousand_cues_leave_memory_and_handles_flat() -> None:
    mixer, heard, names = Mixer(), [0], list(CUES)

    def note() -> None:
        heard[0] += 1

    def play(numbers: range) -> None:
        for number in numbers:
            cue = Cue(names[number % len(names)], number // 400 % 5 / 2 - 1)
            sound = mixer.cue_in_turn(mixer.epoch, samples(cue, 60), note)
            while not sound.over:
                mixer.render(RATE // 20)

    play(range(1500))
    before, size = left(), memory()
    play(range(1500, 6500))
    assert heard == [6500]
    assert left() == before
    assert memory() - size < 3_000_000
    assert cues._placed.cache_info().currsize <= cues.KEPT


@pytest.mark.parametrize("make", [OwnVoice, CuesAlone], ids=["own", "alone"])
def test_hundreds_of_cues_on_a_real_device_leave_memory_and_handles_flat(
    sink: Sink, make: Callable[[Any], Voice]
) -> None:
    listener, names = Listener(make), list(CUES)

    def play(count: int) -> None:
        for number in range(count):
            if number % 8 == 0:
                listener.hear("", "announce", number % 3 - 1)
            else:
                listener.say("", names[number % len(names)])
                time.sleep(0.002 * (number % 4))
                listener.voice.stop()

    listener.hear("Ready.", "fits")
    play(len(names))
    before, size = left(), memory()
    play(300)
    assert len(listener.ended) == 1 + 6 + 38
    assert wait_until(lambda: all(now <= then for now, then in zip(left(), before, strict=True))), left()
    assert memory() - size < 3_000_000
    assert listener.troubles == []
    listener.voice.close()
