"""The words that may follow the verbs about the voice, for Tab. Not here: what they do (see `voice_desk`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from speech.cue_words import CueText
from speech.cues import cues_of
from speech.words import Words

from .voice_desk import CHOICES
from .voice_verbs import Control

_SETTINGS = {
    Control.VERBOSITY: "verbosity",
    Control.PUNCTUATION: "voice.punctuation",
    Control.SPELLING: "voice.spelling",
    Control.MESSAGES: "voice.profile",
}
_SOUNDS = {"en": ("on", "off", "all", "volume"), "de": ("an", "aus", "alle", "lautstärke")}


def offered(verb: str, game: str) -> Callable[[Any, Sequence[str]], Sequence[str]]:
    """Return what gives the words that may follow the verb in a game, in the desk's language."""

    def after(desk: Any, words: Sequence[str]) -> Sequence[str]:
        if words:
            return ()
        if verb in _SETTINGS:
            return [ways[desk.lang][0] for ways in CHOICES[_SETTINGS[Control(verb)]].values()]
        if verb == Control.SOUNDS:
            text = CueText(Words(desk.lang))
            return [*_SOUNDS[desk.lang], *(text.name(cue) for cue in cues_of(game))]
        return ()

    return after
