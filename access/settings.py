"""What a person can set, as one table, and the values that hold.

Here: every setting with its key, what it takes, its usual value, its words and an example; and `Settings`,
the values of this machine and of each person at it. Read before the greeting, so nothing heavy is imported.
Not here: the file (see `settings_file`), and words for what is wrong in it (see `settings_text`).
"""

from __future__ import annotations

import gettext
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

from engine.bots.levels import Level
from speech.cells import DIGITS
from speech.devices import Manner
from speech.outputs import Profile
from speech.routes import WAYS
from speech.spelling import Punctuation, Spelling
from speech.words import LANGUAGES, Verbosity

Value: TypeAlias = str | int | bool
Titled: TypeAlias = Callable[[gettext.NullTranslations], str]
_EMPTY: Mapping[str, str] = MappingProxyType({})
_NOBODY: Mapping[str, Mapping[str, Value]] = MappingProxyType({})
LONGEST = 200
"""No text in the settings is longer."""


# -- what a setting takes


class Choice(NamedTuple):
    """One of some words."""

    words: tuple[str, ...]

    def takes(self, value: object) -> bool:
        return isinstance(value, str) and value in self.words


class Span(NamedTuple):
    """A whole number from `least` to `most`, in steps when it is changed by a word or key."""

    least: int
    most: int
    step: int

    def takes(self, value: object) -> bool:
        return type(value) is int and self.least <= value <= self.most


class Switch(NamedTuple):
    """On or off."""

    def takes(self, value: object) -> bool:
        return isinstance(value, bool)


class Text(NamedTuple):
    """Any printable text that is not empty."""

    def takes(self, value: object) -> bool:
        return isinstance(value, str) and 0 < len(value) <= LONGEST and value.isprintable()


class Place(NamedTuple):
    """One of some words; `host` may have a host and a slot behind it, as BrlAPI writes them."""

    words: tuple[str, ...]
    host: str

    def takes(self, value: object) -> bool:
        if not isinstance(value, str) or not value.isprintable() or len(value) > LONGEST:
            return False
        return value in self.words or value.startswith(f"{self.host}:")


Kind: TypeAlias = Choice | Span | Switch | Text | Place


# -- the table


@dataclass(frozen=True, slots=True)
class Setting:
    """One line of the table. `title` is a noun phrase without article; `about` a sentence or two."""

    key: str
    """Its place in the file: "voice.rate" is `rate` in the section `voice`."""
    kind: Kind
    title: Titled
    about: Titled
    example: Value
    field: str
    """Its field in `Settings`; of a voice the field is `voices`."""
    personal: bool = True
    """Whether each person at a shared machine may have their own."""

    @property
    def default(self) -> Value | None:
        """What holds when nothing is set; None: it is found out at the start."""
        return USUAL.value(self.key)


def _voice_of(lang: str) -> Setting:
    titles: dict[str, Titled] = {
        "en": lambda t: t.pgettext("setting", "English voice"),
        "de": lambda t: t.pgettext("setting", "German voice"),
    }
    return Setting(
        f"voice.voices.{lang}",
        Text(),
        titles[lang],
        lambda t: t.gettext("The voice for this language, by its id. The command voice lists them."),
        f"{lang}-1",
        "voices",
    )


VOICE_ROUTES = ("own", "reader", "terminal", "none", *(name for name in WAYS if name != "own"))
PROSE = (
    *("letters", "de-basic", "de-full", "de-contracted", "de-comp8"),
    *("en-basic", "en-contracted", "en-comp8", "da-basic", "da-contracted", "da-comp8"),
    *("nb-basic", "nb-contracted", "nb-comp8"),
)
"""Letters, or a table of `speech.louis`, which is not imported for its names."""
BRAILLE = Place(("none", "terminal", "brlapi", *(("reader",) if sys.platform == "win32" else ())), "brlapi")

TABLE: tuple[Setting, ...] = (
    Setting(
        "language",
        Choice(LANGUAGES),
        lambda t: t.pgettext("setting", "language"),
        lambda t: t.gettext("The language of all that is said. Left out, it is that of the system."),
        "de",
        "language",
    ),
    Setting(
        "verbosity",
        Choice(tuple(Verbosity)),
        lambda t: t.pgettext("setting", "fullness"),
        lambda t: t.gettext("How much is said: short, normal, or learning, which adds why."),
        "short",
        "verbosity",
    ),
    Setting(
        "confirm",
        Choice(("none", "risky", "always")),
        lambda t: t.pgettext("setting", "confirmation"),
        lambda t: t.gettext("Which of your actions wait for your yes: none, risky ones, or always."),
        "risky",
        "confirm",
    ),
    Setting(
        "events",
        Choice(("now", "hold")),
        lambda t: t.pgettext("setting", "news while you type"),
        lambda t: t.gettext("When news is printed while you type: now, or hold, which waits for you."),
        "hold",
        "events",
        personal=False,
    ),
    Setting(
        "print.colours",
        Choice(("none", "dark", "light")),
        lambda t: t.pgettext("setting", "colours of print"),
        lambda t: t.gettext(
            "Whether lines are coloured, and for which background of your terminal: none, dark or light. "
            "What a colour says is always in the words, too."
        ),
        "dark",
        "colours",
    ),
    Setting(
        "voice.route",
        Choice(VOICE_ROUTES),
        lambda t: t.pgettext("setting", "who speaks"),
        lambda t: t.gettext(
            "Who speaks: own is Senpai's voice, reader your screen reader directly, terminal leaves it to "
            "your screen reader to read the terminal. Left out, it is found out at the start."
        ),
        "own",
        "route",
        personal=False,
    ),
    Setting(
        "voice.rate",
        Span(80, 450, 25),
        lambda t: t.pgettext("setting", "speed of the voice"),
        lambda t: t.gettext("How fast the voice speaks, in words a minute."),
        250,
        "rate",
    ),
    Setting(
        "voice.pitch",
        Span(0, 100, 10),
        lambda t: t.pgettext("setting", "pitch of the voice"),
        lambda t: t.gettext("How high the voice is, from 0 to 100."),
        60,
        "pitch",
    ),
    Setting(
        "voice.volume",
        Span(10, 100, 10),  # silence is the route "none", and said to be so
        lambda t: t.pgettext("setting", "volume of the voice"),
        lambda t: t.gettext("How loud the voice is, in per cent."),
        80,
        "volume",
    ),
    *(_voice_of(lang) for lang in LANGUAGES),
    Setting(
        "voice.punctuation",
        Choice(tuple(Punctuation)),
        lambda t: t.pgettext("setting", "punctuation"),
        lambda t: t.gettext("Which signs the voice names: none, some, or all, which also names full stops."),
        "all",
        "punctuation",
    ),
    Setting(
        "voice.spelling",
        Choice(tuple(Spelling)),
        lambda t: t.pgettext("setting", "spelling"),
        lambda t: t.gettext("How spell says a letter: letters, or alphabet, which says a word for each."),
        "alphabet",
        "spelling",
    ),
    Setting(
        "voice.profile",
        Choice(tuple(Profile)),
        lambda t: t.pgettext("setting", "messages"),
        lambda t: t.gettext("What is spoken: all messages, or those on request, and the rest is kept."),
        "on request",
        "profile",
    ),
    Setting(
        "voice.device",
        Text(),
        lambda t: t.pgettext("setting", "sound output"),
        lambda t: t.gettext(
            "The sound output from which Senpai's own voice is heard, by its name; senpai doctor lists them. "
            "Left out, it is the usual one. At a shared machine one that is set for a person is theirs alone."
        ),
        "USB Headphones",
        "output",
    ),
    Setting(
        "sounds.on",
        Switch(),
        lambda t: t.pgettext("setting", "sounds"),
        lambda t: t.gettext("Whether sounds are heard beside the words."),
        False,
        "sounds",
    ),
    Setting(
        "sounds.volume",
        Span(10, 100, 10),
        lambda t: t.pgettext("setting", "volume of sounds"),
        lambda t: t.gettext("How loud sounds are, in per cent."),
        60,
        "cues",
    ),
    Setting(
        "braille.route",
        BRAILLE,
        lambda t: t.pgettext("setting", "braille"),
        lambda t: t.gettext(
            "Where braille is shown: none, terminal, which prints it, or brlapi, a display by way of BRLTTY."
        ),
        "brlapi",
        "braille",
    ),
    Setting(
        "braille.digits",
        Choice(("usual", *DIGITS)),
        lambda t: t.pgettext("setting", "braille digits"),
        lambda t: t.gettext(
            "How digits look on the card line: usual, as in your language; lower, letters, dot-6 or dot-8."
        ),
        "letters",
        "digits",
    ),
    Setting(
        "braille.letters",
        Choice(("usual", *LANGUAGES)),
        lambda t: t.pgettext("setting", "braille letters"),
        lambda t: t.gettext(
            "The letters for suits and cards in braille: usual, or those of another language."
        ),
        "en",
        "letters",
    ),
    Setting(
        "braille.six",
        Switch(),
        lambda t: t.pgettext("setting", "six dots"),
        lambda t: t.gettext("Whether the display has only six dots a cell; marks then stand before a card."),
        True,
        "six",
    ),
    Setting(
        "braille.prose",
        Choice(PROSE),
        lambda t: t.pgettext("setting", "braille of messages"),
        lambda t: t.gettext(
            "How messages are written: letters, a cell each, or a table of liblouis such as de-contracted."
        ),
        "de-contracted",
        "prose",
    ),
    Setting(
        "braille.seconds",
        Span(0, 60, 5),
        lambda t: t.pgettext("setting", "time of a message"),
        lambda t: t.gettext(
            "After how many seconds a message makes room by itself; 0: when a key is pressed."
        ),
        10,
        "seconds",
    ),
    Setting(
        "players.level",
        Choice(tuple(Level)),
        lambda t: t.pgettext("setting", "level of computer players"),
        lambda t: t.gettext(
            "How well computer players play, from the next game on: beginner, club or expert. "
            "A saved game keeps its level."
        ),
        "expert",
        "level",
        personal=False,
    ),
    Setting(
        "players.advice",
        Switch(),
        lambda t: t.pgettext("setting", "advice"),
        lambda t: t.gettext("Whether the command advice tells what an expert would do."),
        False,
        "advice",
        personal=False,
    ),
    Setting(
        "statistics",
        Switch(),
        lambda t: t.pgettext("setting", "statistics"),
        lambda t: t.gettext(
            "Whether games that are over are counted, here at this machine and for nobody else."
        ),
        False,
        "statistics",
        personal=False,
    ),
    Setting(
        "hotseat.clear",
        Choice(("push", "clear")),
        lambda t: t.pgettext("setting", "screen at a handover"),
        lambda t: t.gettext(
            "What becomes of the screen when the machine is handed over: push scrolls it away, clear also "
            "has the terminal forget it."
        ),
        "clear",
        "clear",
        personal=False,
    ),
)
"""Every setting, in the order in which they are listed to people."""

BY_KEY: Mapping[str, Setting] = MappingProxyType({setting.key: setting for setting in TABLE})


# -- the values


@dataclass(frozen=True, slots=True)
class Settings:
    """The values that hold; `people` keeps what single persons have of their own, by name and key."""

    language: str | None = None
    verbosity: Verbosity = Verbosity.NORMAL
    confirm: str = "none"
    events: str = "now"
    colours: str = "none"
    route: str | None = None
    output: str | None = None
    rate: int = Manner().rate
    pitch: int = Manner().pitch
    volume: int = Manner().volume
    voices: Mapping[str, str] = field(default_factory=lambda: _EMPTY)
    punctuation: Punctuation = Punctuation.SOME
    spelling: Spelling = Spelling.LETTERS
    profile: Profile = Profile.ALL
    sounds: bool = True
    cues: int = Manner().cues
    braille: str = "none"
    digits: str = "usual"
    letters: str = "usual"
    six: bool = False
    prose: str = "letters"
    seconds: int = 0
    level: Level = Level.CLUB
    advice: bool = True
    statistics: bool = True
    clear: str = "push"
    people: Mapping[str, Mapping[str, Value]] = field(default_factory=lambda: _NOBODY)

    def value(self, key: str) -> Value | None:
        """Return the value of a key of the table; None: not set."""
        setting = BY_KEY[key]
        if setting.field == "voices":
            return self.voices.get(key.rpartition(".")[2])
        value: Value | None = getattr(self, setting.field)
        return value

    def changed(self, values: Mapping[str, Value]) -> Settings:
        """Return the settings with other values for some keys. Raises ValueError if one does not fit."""
        made = self
        for key, value in values.items():
            setting = BY_KEY[key]
            if not setting.kind.takes(value):
                raise ValueError(f"{key} does not take {value!r}")
            made = made._with(setting, value)
        return made

    def _with(self, setting: Setting, value: Value) -> Settings:
        found: Any = value
        if setting.field == "voices":
            found = MappingProxyType({**self.voices, setting.key.rpartition(".")[2]: value})
        elif setting.field in _ENUMS:
            found = _ENUMS[setting.field](value)
        return replace(self, **{setting.field: found})

    def for_person(self, name: str) -> Settings:
        """Return what holds for one person at a shared machine; upper and lower case are the same."""
        own = next((values for who, values in self.people.items() if who.casefold() == name.casefold()), {})
        return self.changed(own)

    def manner(self) -> Manner:
        """Return how to speak, for the speech queue."""
        cues = self.cues if self.sounds else 0
        return Manner(self.rate, self.pitch, self.volume, self.voices, cues)


_ENUMS: Mapping[str, Callable[[Any], StrEnum]] = {
    "verbosity": Verbosity,
    "punctuation": Punctuation,
    "spelling": Spelling,
    "profile": Profile,
    "level": Level,
}

USUAL = Settings()
"""What holds when nothing is set."""


class Preferences:
    """The settings of one person in use, and what keeps a change of them.

    `keep` gets a key of the table and its new value, and raises OSError when it cannot be kept.
    """

    def __init__(
        self, settings: Settings = USUAL, keep: Callable[[str, Value], None] = lambda key, value: None
    ) -> None:
        self.settings = settings
        self._keep = keep

    def change(self, key: str, value: Value) -> int | None:
        """Set a value from now on and keep it; return the system's error number if it could not be kept."""
        self.settings = self.settings.changed({key: value})
        try:
            self._keep(key, value)
        except OSError as error:
            return error.errno or 0
        return None
