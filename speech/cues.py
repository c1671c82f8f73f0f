"""The sound cues: one short sound for each kind of event, made here and never stored in files.

Here: the table of cues, where a seat's cue comes from, and the making of the samples. Not here: what a cue
is called in words (see `cue_words`), which event has which (see the games' texts), and playing (see
`devices.mixer` and the voices).

A cue is never the only carrier of a fact. Each differs from all others in melody, rhythm and timbre, lasts
60 to 400 ms, and has nearly all its energy between 250 and 2,500 Hz, where most people who hear badly still
hear. Every sound swells and fades, so nothing clicks.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable
from functools import cache, lru_cache
from operator import add
from typing import NamedTuple

from .devices import Cue
from .devices.mixer import RATE, pan

FULL = 32767
"""Full scale of 16 bits."""
LOUDNESS = 0.2
"""Root mean square, as a share of full scale, of the loudest 50 ms of a cue at full volume."""
PEAK = 0.8
"""No sample is louder than this share of full scale."""
EDGE = 0.8
"""The seats at the ends of the row are placed so far to the side; the other ear still hears a little, for
people who hear with one ear alone."""
PLACES = 8
"""So many places to each side are told apart; finer ones nobody hears, and each is kept when it is made."""
KEPT = 128
"""So many cues are kept ready, by name, place and volume: at most 4 MB."""


class Timbre(NamedTuple):
    """What a note is made of: partials as (multiple of its pitch, level, phase), and how it swells and fades.

    Times in milliseconds; a `decay` of 0 holds the note at its level.
    """

    partials: tuple[tuple[float, float, float], ...]
    attack: float
    release: float
    decay: float = 0


class Note(NamedTuple):
    """A part of a cue: beginning and length in milliseconds, pitch in Hz, and the pitch it slides to."""

    at: int
    length: int
    pitch: float
    to: float | None = None
    timbre: Timbre | None = None
    """None: that of the cue."""


class Kind(NamedTuple):
    """One cue of the table."""

    timbre: Timbre
    notes: tuple[Note, ...]
    games: tuple[str, ...]
    """The games, by their names in records, in which it can be heard."""
    level: float = 1.0
    """Frequent cues are softer."""


def _harmonics(*levels: float) -> tuple[tuple[float, float, float], ...]:
    return tuple((number, level, 0.0) for number, level in enumerate(levels, 1))


def _rustling() -> tuple[tuple[float, float, float], ...]:
    """A narrow band of noise as a bundle of tones, so that it stays within its band."""
    return tuple((0.6 + 0.09 * step, 1.0, 2.4 * step * step) for step in range(14))


FLUTE = Timbre(_harmonics(1, 0.12), 15, 40)
"""Soft and even."""
BELL = Timbre(((1, 1, 0), (2, 0.35, 0), (2.76, 0.12, 0)), 5, 30, 110)
"""Struck, ringing on."""
WOOD = Timbre(((1, 1, 0), (2.42, 0.3, 0)), 4, 15, 22)
"""Struck, and at once still."""
REED = Timbre(_harmonics(1, 0.6, 0.45, 0.25), 10, 25)
"""Bright, like a clarinet or a small trumpet."""
BUZZ = Timbre(_harmonics(0.7, 0.2, 1, 0.2, 0.5), 8, 25)
"""Rough and low."""
VOICE = Timbre(_harmonics(0.6, 1, 0.35), 20, 40)
"""Like a vowel."""
RUSTLE = Timbre(_rustling(), 8, 30)
"""Cards that are moved."""

FIREWORKS = ("nova", "hanabi")
ALL = (*FIREWORKS, "push", "gnav")


def _in_turn(length: int, *pitches: float, gap: int = 0, last: int | None = None) -> tuple[Note, ...]:
    """Notes one after the other; the last one may be longer."""
    ends = len(pitches) - 1
    return tuple(
        Note(number * (length + gap), last if last and number == ends else length, pitch)
        for number, pitch in enumerate(pitches)
    )


def _at_once(length: int, *pitches: float) -> tuple[Note, ...]:
    return tuple(Note(0, length, pitch) for pitch in pitches)


CUES = {
    # In every game.
    "your-turn": Kind(BELL, _in_turn(110, 523, 784, last=230), ALL),
    "announce": Kind(WOOD, (Note(0, 70, 620),), ALL, 0.5),
    "error": Kind(BUZZ, _in_turn(90, 262, 262, gap=40), ALL),
    "deal": Kind(RUSTLE, _in_turn(45, 800, 900, 1000, 1100, gap=35), ALL, 0.6),
    "end-won": Kind(REED, _in_turn(70, 523, 523, 659, 784, last=180), ALL),
    "end-lost": Kind(REED, _in_turn(110, 523, 466, 392, last=170), ALL),
    "end": Kind(BELL, (*_in_turn(150, 784, 523, last=240), Note(150, 240, 392)), ALL),
    "question": Kind(VOICE, (Note(0, 90, 420), Note(90, 170, 420, 760)), ALL),
    "taken-back": Kind(FLUTE, (Note(0, 130, 440, 700), Note(130, 150, 700, 380)), ALL),
    "alarm": Kind(REED, _in_turn(80, 880, 587, 880, 587), ALL),
    "message-waits": Kind(FLUTE, _in_turn(60, 1319, 1319, gap=60), ALL, 0.7),
    "greeting": Kind(
        BELL, (Note(0, 190, 440), Note(40, 190, 554), Note(80, 180, 659), Note(120, 160, 880)), ALL
    ),
    # In some of them.
    "draw": Kind(RUSTLE, (Note(0, 130, 500, 1300),), (*FIREWORKS, "gnav"), 0.6),
    "hint": Kind(FLUTE, _in_turn(80, 659, 784), FIREWORKS, 0.8),
    "hint-to-you": Kind(FLUTE, _in_turn(80, 659, 831, 1047, last=170), FIREWORKS),
    "fits": Kind(REED, _in_turn(70, 554, 831, last=150), FIREWORKS, 0.8),
    "misfire": Kind(BUZZ, (Note(0, 280, 560, 270),), FIREWORKS),
    "row-complete": Kind(BELL, _in_turn(60, 523, 659, 784, 1047, last=200), FIREWORKS),
    "discard": Kind(RUSTLE, (Note(0, 170, 1200, 450),), FIREWORKS, 0.8),
    "joker": Kind(REED, _in_turn(40, 659, 831, 659, 831, 659, 831), ("nova",), 0.8),
    "last-round": Kind(BELL, (Note(0, 390, 330), Note(0, 390, 660), Note(130, 260, 660)), FIREWORKS),
    "passed-over": Kind(FLUTE, _in_turn(70, 392, 587, gap=110), ("hanabi",)),
    "arrange": Kind(RUSTLE, _in_turn(60, 700, 1100, 600, gap=20), FIREWORKS, 0.7),
    "talk": Kind(VOICE, _in_turn(70, 330, 392, 311), FIREWORKS),
    "turn-up": Kind(RUSTLE, (Note(0, 70, 900, 1100), Note(80, 90, 1047, timbre=WOOD)), ("push",), 0.7),
    "chip": Kind(BELL, (Note(0, 90, 1480), Note(15, 120, 1175)), ("push",), 0.8),
    "take": Kind(VOICE, (Note(0, 190, 330, 880),), ("push",)),
    "count": Kind(WOOD, _in_turn(60, 523, 523, 523, gap=15), ("push",), 0.7),
    "swap": Kind(FLUTE, (Note(0, 240, 350, 900), Note(0, 240, 900, 350)), ("gnav",)),
    "knock": Kind(WOOD, _in_turn(80, 440, 440, 440, gap=40), ("gnav",)),
    "house": Kind(REED, _at_once(330, 277, 349, 415), ("gnav",)),
    "horse": Kind(WOOD, (*_in_turn(70, 880, 740), Note(200, 70, 880), Note(270, 70, 740)), ("gnav",)),
    "cat": Kind(VOICE, (Note(0, 150, 480, 860), Note(130, 230, 860, 420)), ("gnav",)),
    "dragoon": Kind(REED, (Note(0, 120, 392), Note(120, 50, 392), Note(170, 210, 587)), ("gnav",)),
    "cuckoo": Kind(FLUTE, _in_turn(140, 740, 587, gap=30, last=220), ("gnav",)),
    "undone": Kind(FLUTE, _in_turn(50, 988, 880, 784, 659, 587, 494), ("gnav",)),
    "cards": Kind(WOOD, _in_turn(50, 392, 494, 587, 740, 880), ("gnav",), 0.8),
    "settled": Kind(FLUTE, _at_once(300, 440, 554, 659), ("gnav",), 0.8),
    "life-lost": Kind(VOICE, (Note(0, 150, 415), Note(160, 240, 311)), ("gnav",)),
    "out": Kind(REED, (Note(0, 380, 900, 280),), ("gnav",)),
    "resting": Kind(FLUTE, (Note(0, 390, 560, 300),), ("gnav",)),
    "skipped": Kind(WOOD, _in_turn(70, 392, 1175, gap=60), ("gnav",)),
}
"""All cues, in the order in which they are listed to people."""


def cues_of(game: str | None = None) -> tuple[str, ...]:
    """Return the cues that can be heard in a game, by its name in records; None: all."""
    return tuple(name for name, kind in CUES.items() if game is None or game in kind.games)


def place_of(who: int | None, me: int | None, players: int) -> float:
    """Return where a seat's cue comes from, −1 left to 1 right; a `who` of None is nobody's: the middle.

    The listener sits in the middle; the others from left to right as their turns follow, for whoever plays
    next sits at one's left. To a bystander (`me` None) all seats are spread out.
    """
    if who is None or who == me:
        return 0.0
    at, others = (who, players) if me is None else ((who - me) % players - 1, players - 1)
    return EDGE * (2 * at / max(1, others - 1) - 1)


def samples(cue: Cue, volume: int) -> bytes:
    """Return a cue as stereo samples for the mixer; none if it is off or not in the table.

    `volume` in per cent. A cue costs a few milliseconds when it is first heard.
    """
    if cue.name not in CUES or volume <= 0:
        return b""
    place = round(max(-1.0, min(1.0, cue.place)) * PLACES)
    return _placed(cue.name, place, min(volume, 100))


@lru_cache(KEPT)
def _placed(name: str, place: int, volume: int) -> bytes:
    quiet = array("h", [round(sample * volume / 100) for sample in array("h", mono(name))])
    return pan(quiet.tobytes(), place / PLACES)


@cache
def mono(name: str) -> bytes:
    """Return a cue of the table at full volume, as 16 bit samples for one ear."""
    kind = CUES[name]
    wave = _together((note.at, _note(note, note.timbre or kind.timbre)) for note in kind.notes)
    gain = min(LOUDNESS * kind.level / _loudest(wave), PEAK / max(map(abs, wave))) * FULL
    return array("h", [round(gain * value) for value in wave]).tobytes()


def _together(notes: Iterable[tuple[int, list[float]]]) -> list[float]:
    wave: list[float] = []
    for at, note in notes:
        start, end = _frames(at), _frames(at) + len(note)
        wave += [0.0] * (end - len(wave))
        wave[start:end] = map(add, wave[start:end], note)
    return wave


def _note(note: Note, timbre: Timbre) -> list[float]:
    """The samples of one note. Its phase is the integral of a pitch that changes evenly."""
    count, pitch = _frames(note.length), 2 * math.pi * note.pitch / RATE
    bend = 0.0 if note.to is None else (2 * math.pi * note.to / RATE - pitch) / (2 * count)
    phases = [(pitch + bend * at) * at for at in range(count)]
    wave = [0.0] * count
    for multiple, level, shift in timbre.partials:
        wave = [
            value + level * math.sin(multiple * at + shift) for value, at in zip(wave, phases, strict=True)
        ]
    return [value * loud for value, loud in zip(wave, _envelope(count, timbre), strict=True)]


def _envelope(count: int, timbre: Timbre) -> list[float]:
    fade = 1000 / (RATE * timbre.decay) if timbre.decay else 0
    loud = [math.exp(-at * fade) for at in range(count)]
    for length, step in ((_frames(timbre.attack), 1), (_frames(timbre.release), -1)):
        for at in range(min(length, count)):
            loud[at if step > 0 else -1 - at] *= (1 - math.cos(math.pi * at / length)) / 2
    return loud


def _loudest(wave: list[float]) -> float:
    """The root mean square of the loudest 50 ms."""
    size = _frames(50)
    parts = [wave[at : at + size] for at in range(0, max(1, len(wave) - size + 1), size // 2)]
    return max(math.sqrt(sum(value * value for value in part) / size) for part in parts)


def _frames(milliseconds: float) -> int:
    return round(milliseconds * RATE / 1000)
