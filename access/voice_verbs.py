"""The verbs about how Senpai speaks. Each becomes a `Control`, which the voice desk fulfils.

Not here: what they do (see `voice_desk`), and stop, repeat and spell, which are about messages (see
`house_verbs`).
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Any

from .commands import Command, no_more


class Control(StrEnum):
    """What a person can ask of the voice."""

    FASTER = "faster"
    SLOWER = "slower"
    LOUDER = "louder"
    QUIETER = "quieter"
    HIGHER = "higher"
    LOWER = "lower"
    VOICE = "voice"
    VERBOSITY = "verbosity"
    PUNCTUATION = "punctuation"
    SPELLING = "spelling"
    PAUSE = "pause"
    RESUME = "resume"
    MESSAGES = "messages"
    MISSED = "missed"
    SOUNDS = "sounds"


def _alone(control: Control) -> Callable[[Any, list[str]], Control]:
    """Return the effect of a verb that stands alone."""

    def effect(desk: Any, words: list[str]) -> Control:
        no_more(words)
        return control

    return effect


def _with_words(control: Control) -> Callable[[Any, list[str]], Control]:
    return lambda desk, words: control


VOICE_VERBS: tuple[Command[Any, Control], ...] = (
    Command(
        "faster",
        {"en": ("faster",), "de": ("schneller",)},
        lambda w: w.t.gettext("faster: the voice speaks faster."),
        _alone(Control.FASTER),
    ),
    Command(
        "slower",
        {"en": ("slower",), "de": ("langsamer",)},
        lambda w: w.t.gettext("slower: the voice speaks more slowly."),
        _alone(Control.SLOWER),
    ),
    Command(
        "louder",
        {"en": ("louder",), "de": ("lauter",)},
        lambda w: w.t.gettext("louder: the voice speaks louder."),
        _alone(Control.LOUDER),
    ),
    Command(
        "quieter",
        {"en": ("quieter", "softer"), "de": ("leiser",)},
        lambda w: w.t.gettext("quieter: the voice speaks more quietly."),
        _alone(Control.QUIETER),
    ),
    Command(
        "higher",
        {"en": ("higher",), "de": ("höher",)},
        lambda w: w.t.gettext("higher: the voice gets higher."),
        _alone(Control.HIGHER),
    ),
    Command(
        "lower",
        {"en": ("lower", "deeper"), "de": ("tiefer",)},
        lambda w: w.t.gettext("lower: the voice gets lower."),
        _alone(Control.LOWER),
    ),
    Command(
        "voice",
        {"en": ("voice", "voices"), "de": ("stimme", "stimmen")},
        lambda w: w.t.gettext("voice: lists the voices; with a number or name, chooses one."),
        _with_words(Control.VOICE),
        raw=True,
    ),
    Command(
        "verbosity",
        {"en": ("verbosity",), "de": ("ausführlichkeit",)},
        lambda w: w.t.gettext("verbosity: how much is said; with short, normal or learning, changes it."),
        _with_words(Control.VERBOSITY),
        raw=True,
    ),
    Command(
        "punctuation",
        {"en": ("punctuation",), "de": ("satzzeichen",)},
        lambda w: w.t.gettext("punctuation: which signs are spoken; with none, some or all, changes it."),
        _with_words(Control.PUNCTUATION),
        raw=True,
    ),
    Command(
        "spelling",
        {"en": ("spelling",), "de": ("buchstabierart",)},
        lambda w: w.t.gettext("spelling: how spell names letters; with letters or alphabet, changes it."),
        _with_words(Control.SPELLING),
        raw=True,
    ),
    Command(
        "pause",
        {"en": ("pause",), "de": ("pause", "pausiere", "pausieren")},
        lambda w: w.t.gettext("pause: the voice keeps news back; once more, or resume, and it goes on."),
        _alone(Control.PAUSE),
    ),
    Command(
        "resume",
        {"en": ("resume", "continue"), "de": ("fortsetzen", "fortfahren", "sprich weiter")},
        lambda w: w.t.gettext("resume: ends the pause."),
        _alone(Control.RESUME),
    ),
    Command(
        "messages",
        {"en": ("messages", "profile"), "de": ("meldungen", "profil")},
        lambda w: w.t.gettext("messages: what is spoken; with all or on request, changes it."),
        _with_words(Control.MESSAGES),
        raw=True,
    ),
    Command(
        "missed",
        {
            "en": ("missed", "what did i miss"),
            "de": ("verpasst", "was habe ich verpasst", "was hab ich verpasst"),
        },
        lambda w: w.t.gettext("missed: what waited since the voice speaks on request only."),
        _alone(Control.MISSED),
    ),
    Command(
        "sounds",
        {"en": ("sounds", "sound"), "de": ("töne", "ton", "klänge", "geräusche")},
        lambda w: w.t.gettext(
            "sounds: lists the sounds; with all, a number or a name, plays; with on, off or volume 50, sets."
        ),
        _with_words(Control.SOUNDS),
        raw=True,
    ),
)
