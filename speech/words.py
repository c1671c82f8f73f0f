"""One language's words: its catalogue, lists, and sentences put together. Knows no game.

Message ids are the English texts, so English needs no catalogue. The translator object is handed
around, never installed, because one table may have seats of several languages.
"""

from __future__ import annotations

import errno
import gettext
from collections.abc import Iterable, Sequence
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import NamedTuple

import locales

LANGUAGES = ("en", "de")
"""Interface languages, each complete."""


class Verbosity(StrEnum):
    """How much is said; no fact that the rules turn on is lost in `short`."""

    SHORT = "short"
    NORMAL = "normal"
    LEARNING = "learning"


class Noun(NamedTuple):
    """A noun phrase in the forms that sentences need, so that translators choose the case."""

    nom: str
    """With article, as subject: "the three of clubs", "die Kreuz-Drei", "der Joker"."""
    acc: str
    """With article, as object: "den Joker"."""
    bare: str
    """Without article: "three of clubs", "Kreuz-Drei"."""
    braille: str
    """In few cells: "clubs 3"."""


class Said(NamedTuple):
    """What is said of one event or in answer: speech, braille, the sound cue's name, and the supersede group.

    `print` is for answers of several lines; None: the same as speech. `who` is whose event it is, so that
    the cue comes from that seat; None: nobody's in particular. Cues are those of `cues.CUES`.
    """

    speech: str
    braille: str
    cue: str | None = None
    group: str | None = None
    print: str | None = None
    who: int | None = None


@cache
def translator(lang: str) -> gettext.NullTranslations:
    """Return the catalogue of a language of `LANGUAGES`. Raises FileNotFoundError if it was not built."""
    if lang == "en":
        return gettext.NullTranslations()
    folder = Path(locales.__file__).parent
    return gettext.translation("senpai", str(folder), [lang])


def sentence(text: str, **parts: object) -> str:
    """Return the text with its parts filled in, its first letter a capital."""
    filled = text.format(**parts)
    return filled[:1].upper() + filled[1:]


def terse(said: Said) -> Said:
    """Return the same spoken as it is brailled: as short as speech can be, with every fact in it."""
    return said._replace(speech=sentence("{felt}.", felt=said.braille))


def paragraph(sentences: Iterable[str]) -> str:
    """Return the sentences that are not empty, one after the other."""
    return " ".join(text for text in sentences if text)


class Words:
    """A language: its catalogue `t`, and what every game says alike.

    `letters` is the catalogue that the single letters for cards and tokens in braille are taken from: of
    another language, if the person learned those.
    """

    def __init__(self, lang: str, letters: str | None = None) -> None:
        self.lang = lang
        self.t = translator(lang)
        self.letters = translator(letters or lang)

    def all_of(self, items: Sequence[str]) -> str:
        """Return "A", "A and B", or "A, B and C"."""
        # Translators: joins the last item of a list to those before it.
        return self._list(items, self.t.gettext("{many} and {last}"))

    def one_of(self, items: Sequence[str]) -> str:
        """Return "A", "A or B", or "A, B or C"."""
        # Translators: joins the last of several alternatives to those before it.
        return self._list(items, self.t.gettext("{many} or {last}"))

    def _list(self, items: Sequence[str], pair: str) -> str:
        if len(items) < 2:
            return "".join(items)
        return pair.format(many=", ".join(items[:-1]), last=items[-1])

    def game(self, name: str) -> str:
        """Return what a game of that name in records is called by people; a name that is none stays."""
        t = self.t
        names = {
            "hanabi": t.pgettext("game", "Hanabi"),
            "nova": t.pgettext("game", "Nova"),
            "push": t.pgettext("game", "Push"),
            "gnav": t.pgettext("game", "Gnav"),
        }
        return names.get(name, name)

    def level(self, name: str) -> str:
        """Return what a level of computer players is called; a name that is none stays."""
        t = self.t
        names = {
            "beginner": t.pgettext("level", "beginner"),
            "club": t.pgettext("level", "club"),
            "expert": t.pgettext("level", "expert"),
        }
        return names.get(name, name)

    def decimal(self, number: float, digits: int) -> str:
        """Return a number with at most so many decimals, at least one, as it is read aloud."""
        rounded = round(number, digits)
        written = f"{abs(rounded):.{digits}f}".rstrip("0").rstrip(".")
        # Translators: the decimal sign.
        written = written.replace(".", self.t.pgettext("number", "."))
        # A minus sign is not spoken everywhere.
        return written if rounded >= 0 else self.t.gettext("minus {n}").format(n=written)

    def system_error(self, code: int) -> str:
        """Return what the system's error number means, as the end of a sentence, without full stop."""
        t = self.t
        match code:
            case errno.ENOSPC | errno.EDQUOT:
                return t.gettext("the disk is full")
            case errno.EACCES | errno.EPERM | errno.EROFS:
                return t.gettext("the system does not allow it")
            case errno.ENOENT:
                return t.gettext("it is not there")
            case errno.EISDIR | errno.ENOTDIR:
                return t.gettext("a file and a folder are mixed up")
            case _:
                # Translators: {code} is the system's error number.
                return t.gettext("the system reports error {code}").format(code=code)
