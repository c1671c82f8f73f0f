"""How Senpai speaks to one person, changed while playing: each `Control` fulfilled and answered.

Every change holds at once, is kept in the settings, and is answered in the new manner. Not here: the verbs
(see `voice_verbs`), their words (see `speech.voice_text`), and what a setting takes (see `settings`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from enum import StrEnum
from threading import Thread
from typing import NamedTuple

from speech.cue_words import CueText, UnknownCue, cue_called
from speech.cues import cues_of
from speech.devices import VoiceName
from speech.outputs import Profile, Spoken
from speech.spelling import Punctuation, Spelling
from speech.utterance import Given, Urgency, Utterance
from speech.voice_text import End, VoiceText
from speech.words import LANGUAGES, Said, Verbosity, Words

from .commands import spellings, tokens
from .settings import BY_KEY, Preferences, Span, Value
from .voice_verbs import Control

PATIENCE = 3.0
"""So many seconds a voice may take to list its voices."""


class Answer(NamedTuple):
    """What the desk answers."""

    said: Said
    lasting: bool = False
    """Whether it is news that the person may want to hear again, and not only the sign that it is done."""
    told: Sequence[Given] = ()
    """Instead of `said`: messages to be told again."""
    then: Callable[[], None] | None = None
    """What to do when the answer is given."""


STEPS: Mapping[Control, tuple[str, int]] = {
    Control.FASTER: ("voice.rate", 1),
    Control.SLOWER: ("voice.rate", -1),
    Control.LOUDER: ("voice.volume", 1),
    Control.QUIETER: ("voice.volume", -1),
    Control.HIGHER: ("voice.pitch", 1),
    Control.LOWER: ("voice.pitch", -1),
}
"""The setting that each of these changes, and in which direction."""

CHOICES: Mapping[str, Mapping[StrEnum, Mapping[str, tuple[str, ...]]]] = {
    "verbosity": {
        Verbosity.SHORT: {"en": ("short", "brief"), "de": ("kurz", "knapp")},
        Verbosity.NORMAL: {"en": ("normal",), "de": ("normal",)},
        Verbosity.LEARNING: {"en": ("learning", "long"), "de": ("lernen", "lernend", "lang")},
    },
    "voice.punctuation": {
        Punctuation.NONE: {"en": ("none", "no", "off"), "de": ("keine", "aus")},
        Punctuation.SOME: {"en": ("some",), "de": ("einige", "manche")},
        Punctuation.ALL: {"en": ("all",), "de": ("alle",)},
    },
    "voice.spelling": {
        Spelling.LETTERS: {"en": ("letters", "letter"), "de": ("buchstaben",)},
        Spelling.ALPHABET: {"en": ("alphabet", "words"), "de": ("alphabet", "wörter", "tafel")},
    },
    "voice.profile": {
        Profile.ALL: {"en": ("all", "everything"), "de": ("alle", "alles")},
        Profile.ON_REQUEST: {
            "en": ("on request", "request", "asked"),
            "de": ("auf wunsch", "wunsch", "auf anfrage", "anfrage"),
        },
    },
}
"""How each choice of these settings is said, in both languages; the first word is the one shown."""

SWITCHES: Mapping[bool, frozenset[str]] = {
    True: frozenset({"on", "an", "ein"}),
    False: frozenset({"off", "aus", "0"}),
}
_EVERY = frozenset({"all", "alle"})
_VOLUME = frozenset({"volume", "lautstaerke"})
_PER_CENT = frozenset({"percent", "per", "cent", "prozent"})

_LANGUAGES: Mapping[str, str] = {
    **{lang: lang for lang in LANGUAGES},
    **{"english": "en", "englisch": "en", "german": "de", "deutsch": "de"},
}


class VoiceDesk:
    """Changes how one person is spoken to; `spoken` None: nothing is spoken to them here.

    `game` is the game's name in records, for its sounds; `retell` is called when the fullness of what is
    said has changed.
    """

    def __init__(
        self,
        words: Words,
        game: str,
        preferences: Preferences,
        spoken: Spoken | None,
        retell: Callable[[Verbosity], None],
    ) -> None:
        self.words, self.text, self.cues = words, VoiceText(words), CueText(words)
        self.game = game
        self.preferences, self.spoken = preferences, spoken
        self._retell = retell

    async def fulfil(self, control: Control, words: list[str]) -> Answer:
        """Do what is asked, and return the one answer. Raises NotUnderstood."""
        if control in STEPS:
            return self._step(*STEPS[control])
        match control:
            case Control.VOICE:
                return await self._voice(words)
            case Control.VERBOSITY:
                return self._choose("verbosity", words)
            case Control.PUNCTUATION:
                return self._choose("voice.punctuation", words)
            case Control.SPELLING:
                return self._choose("voice.spelling", words)
            case Control.MESSAGES:
                return self._choose("voice.profile", words)
            case Control.PAUSE:
                return self._pause()
            case Control.RESUME:
                return self._resume()
            case Control.MISSED:
                return self._missed()
            case Control.SOUNDS:
                return self._sounds(words)
        raise AssertionError(control)

    # -- changing a value

    def _change(self, key: str, value: Value, answer: Callable[[], Said]) -> Answer:
        """Change a setting, and return the answer, lasting if there is trouble in it."""
        code = self.preferences.change(key, value)
        settings = self.preferences.settings
        if self.spoken is not None:
            self.spoken.manner = settings.manner()
            self.spoken.punctuation, self.spoken.profile = settings.punctuation, settings.profile
        if key == "verbosity":
            self._retell(settings.verbosity)
        said = answer()
        if code is None:
            return Answer(said)
        return Answer(self.text.not_kept(said, code), lasting=True)

    @property
    def _ours(self) -> bool:
        return self.spoken is not None and self.spoken.ours

    def _step(self, key: str, direction: int) -> Answer:
        if not self._ours:
            return Answer(self.text.not_ours())
        span = BY_KEY[key].kind
        old = self.preferences.settings.value(key)
        assert isinstance(span, Span)
        assert isinstance(old, int)
        new = max(span.least, min(span.most, old + direction * span.step))
        end = {span.least: End.LEAST, span.most: End.MOST}.get(new)
        text = self.text
        tell = {"voice.rate": text.rate, "voice.volume": text.volume, "voice.pitch": text.pitch}[key]
        if new == old:
            return Answer(tell(new, end, moved=False))
        return self._change(key, new, lambda: tell(new, end, moved=True))

    # -- choosing among words

    def _choose(self, key: str, words: list[str]) -> Answer:
        """Tell how a setting stands, or take another choice for it."""
        if self.spoken is None and key in ("voice.punctuation", "voice.profile"):
            return Answer(self.text.not_ours())
        typed = " ".join(tokens(" ".join(words)))
        if not words:
            return Answer(self._chosen(key), lasting=True)
        for choice, ways in CHOICES[key].items():
            if any(typed == " ".join(tokens(way)) for said in ways.values() for way in said):
                return self._change(key, choice.value, lambda: self._chosen(key))
        shown = [ways[self.words.lang][0] for ways in CHOICES[key].values()]
        return Answer(self.text.no_such_choice(" ".join(words), shown), lasting=True)

    def _chosen(self, key: str) -> Said:
        settings, text = self.preferences.settings, self.text
        match key:
            case "verbosity":
                return text.verbosity(settings.verbosity)
            case "voice.punctuation":
                return text.punctuation(settings.punctuation)
            case "voice.spelling":
                return text.spelling(settings.spelling)
            case _:
                said = text.profile(settings.profile)
                kept = 0 if self.spoken is None else self.spoken.kept
                return said._replace(speech=f"{said.speech} {text.waiting(kept)}") if kept else said

    # -- voices

    async def _voice(self, words: list[str]) -> Answer:
        """List the voices of a language, or choose one by its number or the beginning of its name."""
        spoken = self.spoken
        if spoken is None or not spoken.ours:
            return Answer(self.text.not_ours())
        lang, wanted = self.words.lang, words
        if wanted and (named := _LANGUAGES.get(" ".join(tokens(wanted[0])))):
            lang, wanted = named, wanted[1:]
        voices = await _in_time(lambda: spoken.queue.voice.voices(lang))
        if not voices:
            return Answer(self.text.no_voices(lang), lasting=True)
        if not wanted:
            return Answer(self._listed(lang, voices), lasting=True)
        return self._take(lang, voices, " ".join(wanted))

    def _listed(self, lang: str, voices: Sequence[VoiceName]) -> Said:
        chosen = self.preferences.settings.voices.get(lang)
        number = next((n for n, voice in enumerate(voices, 1) if voice.id == chosen), None)
        return self.text.voices(lang, [voice.name for voice in voices], number)

    def _take(self, lang: str, voices: Sequence[VoiceName], wanted: str) -> Answer:
        fits = _fitting(voices, wanted)
        if not fits:
            return Answer(self.text.no_such_voice(wanted, lang, len(voices)), lasting=True)
        if len(fits) > 1:
            names = [self.text.numbered(number, voices[number - 1].name) for number in fits]
            return Answer(self.text.which_voice(wanted, names), lasting=True)
        voice = voices[fits[0] - 1]
        return self._change(
            f"voice.voices.{lang}", voice.id, lambda: self.text.voice_chosen(voice.name, lang)
        )

    # -- pause

    def _pause(self) -> Answer:
        """Pause the voice; when it is paused, go on: one key does both."""
        if self.spoken is None:
            return Answer(self.text.not_ours())
        if self.spoken.queue.paused:
            return self._resume()
        self.spoken.queue.pause()
        return Answer(self.text.paused())

    def _resume(self) -> Answer:
        if self.spoken is None:
            return Answer(self.text.not_ours())
        if not self.spoken.queue.paused:
            return Answer(self.text.not_paused())
        self.spoken.queue.go_on()
        return Answer(self.text.resumed())

    # -- sounds

    def _sounds(self, words: list[str]) -> Answer:
        """List the sounds, play one or all of them, or turn them on, off or to a volume."""
        typed = tokens(" ".join(words))
        if not typed:
            return Answer(self.cues.listed(self.game), lasting=True)
        if self.spoken is None:
            return Answer(self.text.no_sounds())
        for on, ways in SWITCHES.items():
            if typed[0] in ways and not typed[1:]:
                return self._change("sounds.on", on, self._sounds_now)
        if typed[0] in _EVERY and not typed[1:]:
            return self._play_all(self.spoken)
        volume = self._volume(words, typed)
        if volume is not None:
            return self._set_volume(volume)
        return self._play(" ".join(words))

    def _sounds_now(self) -> Said:
        settings = self.preferences.settings
        return self.cues.turned(on=settings.sounds, volume=settings.cues)

    def _volume(self, words: list[str], typed: list[str]) -> int | None:
        """Return the volume meant by "volume 10", "10 per cent", "10%", or a number that no sound has."""
        numbers = [word for word in typed if word.isdecimal() and len(word) < 6]
        others = [word for word in typed if word not in numbers]
        if len(numbers) != 1 or set(others) - _VOLUME - _PER_CENT:
            return None
        named = bool(others) or words[-1].endswith("%")
        number = int(numbers[0])
        return number if named or number > len(cues_of(self.game)) else None

    def _set_volume(self, volume: int) -> Answer:
        span = BY_KEY["sounds.volume"].kind
        assert isinstance(span, Span)
        if not span.takes(volume):
            return Answer(self.text.sounds_range(span.least, span.most), lasting=True)
        first = self.preferences.change("sounds.on", True)
        answer = self._change("sounds.volume", volume, lambda: self.cues.volume(volume))
        if first is None or answer.lasting:
            return answer
        return Answer(self.text.not_kept(answer.said, first), lasting=True)

    def _play(self, typed: str) -> Answer:
        try:
            said = self.cues.played(cue_called(typed, self.game))
        except UnknownCue as problem:
            return Answer(self.cues.unknown(problem), lasting=True)
        if self.preferences.settings.sounds:
            return Answer(said, lasting=True)
        off = self._sounds_now().speech
        return Answer(said._replace(speech=f"{said.speech} {off}"), lasting=True)

    def _play_all(self, spoken: Spoken) -> Answer:
        """Answer with how many there are, and let the voice name and play each behind that."""
        if not self.preferences.settings.sounds:
            return Answer(self._sounds_now())
        names = cues_of(self.game)
        examples = [
            Utterance(f"{number}: {self.cues.name(cue)}.", "", "", self.words.lang, Urgency.ASIDE, cue=cue)
            for number, cue in enumerate(names, 1)
        ]
        return Answer(self.text.all_sounds(len(names)), then=lambda: spoken.chatter(examples))

    # -- messages

    def _missed(self) -> Answer:
        told = [] if self.spoken is None else self.spoken.missed()
        return Answer(self.text.nothing_missed(), told=told)


def _fitting(voices: Sequence[VoiceName], wanted: str) -> list[int]:
    """Return the numbers, from 1, of the voices that are meant: one by its number, or all that begin so."""
    if wanted.isdecimal() and len(wanted) < 6:
        return [int(wanted)] if 1 <= int(wanted) <= len(voices) else []
    typed = " ".join(tokens(wanted))
    ways = {number: spellings(voice.name) for number, voice in enumerate(voices, 1) if typed}
    exact = [number for number, names in ways.items() if typed in names]
    begun = [number for number, names in ways.items() if any(name.startswith(typed) for name in names)]
    return exact[:1] or begun


async def _in_time(call: Callable[[], Sequence[VoiceName] | None]) -> Sequence[VoiceName] | None:
    """Return what a call returns that may take its time; None if it takes too long.

    On a thread that nothing waits for when the program ends: a library that hangs must not keep it.
    """
    loop = asyncio.get_running_loop()
    result: asyncio.Future[Sequence[VoiceName] | None] = loop.create_future()

    def deliver(found: Sequence[VoiceName] | None) -> None:
        if not result.done():
            result.set_result(found)

    def work() -> None:
        found = call()
        with suppress(RuntimeError):  # The game has ended meanwhile.
            loop.call_soon_threadsafe(deliver, found)

    Thread(target=work, daemon=True, name="voices").start()
    try:
        return await asyncio.wait_for(result, PATIENCE)
    except TimeoutError:
        return None
