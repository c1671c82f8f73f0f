"""Settings and their values by words: what a person types, in either language, and what is said of them.

A setting goes by its number in the table, its key, its key's last part, or its title in any language; a value
by its word in the file, or what it is called in any language. Not here: sentences (see `settings_text`).
"""

from __future__ import annotations

import gettext
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple, assert_never

from speech.words import LANGUAGES, translator

from .commands import FILLERS, spellings, tokens
from .settings import BY_KEY, TABLE, Choice, Place, Setting, Settings, Span, Switch, Text, Value

_Translator = gettext.NullTranslations
_YES = frozenset({"on", "yes", "true", "y", "an", "ein", "ja", "j", "wahr"})
_NO = frozenset({"off", "no", "false", "n", "aus", "nein", "falsch"})


class Unnamed(ValueError):
    """No setting is called like that, or several are."""

    def __init__(self, word: str, several: Sequence[Setting] = ()) -> None:
        super().__init__(word)
        self.word, self.several = word, tuple(several)


class Misfit(ValueError):
    """A setting does not take a value."""

    def __init__(self, setting: Setting, word: str) -> None:
        super().__init__(word)
        self.setting, self.word = setting, word


class Named(NamedTuple):
    """A setting, and the words behind its name."""

    setting: Setting
    rest: list[str]


# -- names


def number_of(setting: Setting) -> int:
    """Return a setting's number, counted from 1."""
    return TABLE.index(setting) + 1


def named(words: Sequence[str]) -> Named:
    """Return the setting that the first of the words name, as many as there can be. Raises Unnamed."""
    unsure: Unnamed | None = None
    for count in range(len(words), 0, -1):
        if count > 1 and FILLERS.issuperset(tokens(words[count - 1])):
            continue  # "messages on request": no name ends with such a word, a value may begin with it
        found = _called(" ".join(words[:count]))
        if len(found) == 1:
            return Named(found[0], list(words[count:]))
        if found and unsure is None:
            unsure = Unnamed(" ".join(words[:count]), found)
    raise unsure or Unnamed(" ".join(words))


def _called(name: str) -> list[Setting]:
    if name.isdecimal():
        number = int(name) if len(name) < 4 else 0
        return [TABLE[number - 1]] if 0 < number <= len(TABLE) else []
    typed = _bare(name)
    if not typed:
        return []
    exact = [setting for setting in TABLE if typed in {_bare(own) for own in _names(setting)}]
    return exact or [setting for setting in TABLE if typed == _bare(setting.key.rpartition(".")[2])]


def _names(setting: Setting) -> Iterator[str]:
    yield setting.key
    for lang in LANGUAGES:
        yield from spellings(setting.title(translator(lang)))


def _bare(name: str) -> str:
    """Return a name as it is compared: no capitals, no signs, no words that say nothing."""
    words = tokens(name)
    return " ".join([word for word in words if word not in FILLERS] or words)


# -- values

_VALUES: Mapping[str, Callable[[_Translator], Mapping[str, str]]] = {
    "language": lambda t: {
        "en": t.pgettext("language", "English"),
        "de": t.pgettext("language", "German"),
    },
    "verbosity": lambda t: {
        "short": t.pgettext("fullness", "short"),
        "normal": t.pgettext("fullness", "normal"),
        "learning": t.pgettext("fullness", "learning"),
    },
    "confirm": lambda t: {
        "none": t.pgettext("confirmation", "none"),
        "risky": t.pgettext("confirmation", "risky"),
        "always": t.pgettext("confirmation", "always"),
    },
    "events": lambda t: {
        "now": t.pgettext("news while you type", "now"),
        "hold": t.pgettext("news while you type", "hold"),
    },
    "print.colours": lambda t: {
        "none": t.pgettext("colours of print", "none"),
        "dark": t.pgettext("colours of print", "dark"),
        "light": t.pgettext("colours of print", "light"),
    },
    "voice.route": lambda t: {
        "own": t.pgettext("who speaks", "own"),
        "reader": t.pgettext("who speaks", "reader"),
        "terminal": t.pgettext("who speaks", "terminal"),
        "none": t.pgettext("who speaks", "none"),
    },
    "voice.punctuation": lambda t: {
        "none": t.pgettext("punctuation", "none"),
        "some": t.pgettext("punctuation", "some"),
        "all": t.pgettext("punctuation", "all"),
    },
    "voice.spelling": lambda t: {
        "letters": t.pgettext("spelling", "letters"),
        "alphabet": t.pgettext("spelling", "alphabet"),
    },
    "voice.profile": lambda t: {
        "all": t.pgettext("messages", "all"),
        "on request": t.pgettext("messages", "on request"),
    },
    "braille.route": lambda t: {
        "none": t.pgettext("where braille is shown", "none"),
        "terminal": t.pgettext("where braille is shown", "terminal"),
    },
    "players.level": lambda t: {
        "beginner": t.pgettext("level", "beginner"),
        "club": t.pgettext("level", "club"),
        "expert": t.pgettext("level", "expert"),
    },
    "braille.digits": lambda t: {
        "usual": t.pgettext("braille digits", "usual"),
        "lower": t.pgettext("braille digits", "lower"),
        "letters": t.pgettext("braille digits", "letters"),
        "dot-6": t.pgettext("braille digits", "dot-6"),
        "dot-8": t.pgettext("braille digits", "dot-8"),
    },
    "braille.letters": lambda t: {
        "usual": t.pgettext("braille letters", "usual"),
        "en": t.pgettext("language", "English"),
        "de": t.pgettext("language", "German"),
    },
    "braille.prose": lambda t: {"letters": t.pgettext("braille of messages", "letters")},
}
"""What the words of the file are called in a language, by key; a word that is not here is called as it is."""


def called(setting: Setting, word: str, t: _Translator) -> str:
    """Return what a word that a setting takes is called."""
    make = _VALUES.get(setting.key)
    return word if make is None else make(t).get(word, word)


def shown(setting: Setting, value: Value | None, t: _Translator) -> str:
    """Return a value as it is said; None: it is not set."""
    match value:
        case None:
            return t.gettext("not set")
        case bool():
            return t.gettext("on") if value else t.gettext("off")
        case int():
            return str(value)
        case _:
            return called(setting, str(value), t)


def choices(setting: Setting, t: _Translator) -> list[str]:
    """Return the words that a setting takes, as they are called; empty if it takes no words."""
    match setting.kind:
        case Choice(words) | Place(words, _):
            return [called(setting, word, t) for word in words]
        case Switch():
            return [shown(setting, on, t) for on in (True, False)]
        case Span() | Text():
            return []
        case _:
            assert_never(setting.kind)


def value_of(setting: Setting, words: Sequence[str]) -> Value:
    """Return the value that some words mean. Raises Misfit."""
    typed = " ".join(words).strip()
    value = _value(setting, typed)
    if not setting.kind.takes(value):
        raise Misfit(setting, typed)
    return value


def _value(setting: Setting, typed: str) -> Value:
    bare = " ".join(tokens(typed))
    match setting.kind:
        case Choice(words) | Place(words, _):
            return next((word for word in words if bare in _ways(setting, word)), typed)
        case Switch():
            return True if bare in _YES else False if bare in _NO else typed
        case Span():
            number = typed.removesuffix("%").strip()
            return int(number) if number.isdecimal() and len(number) < 10 else typed
        case Text():
            return typed
        case _:
            assert_never(setting.kind)


def _ways(setting: Setting, word: str) -> set[str]:
    ways = spellings(word)
    for lang in LANGUAGES:
        ways |= spellings(called(setting, word, translator(lang)))
    return ways


def set_by(settings: Settings, person: str | None, setting: Setting) -> bool:
    """Whether a person has a setting of their own; False for everybody's."""
    mine = (person or "").casefold()
    owners = settings.people.items()
    return person is not None and any(who.casefold() == mine and setting.key in own for who, own in owners)


def of_person() -> list[Setting]:
    """Return the settings that each person at a shared machine may have of their own."""
    return [BY_KEY[key] for key in BY_KEY if BY_KEY[key].personal]
