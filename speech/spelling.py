"""Letters and signs said one by one: spelling, spelling alphabets, and how much punctuation is named.

Names and cards are hard to catch in one word; here they are taken apart. Not here: which message is spelled
(see `access.session`), and when it is heard.
"""

from __future__ import annotations

import unicodedata
from enum import StrEnum

from .words import Said, Words

LONGEST = 100
"""So many signs of a typed word are spelled, or of a message."""


class Spelling(StrEnum):
    """How a letter is said when something is spelled."""

    LETTERS = "letters"
    ALPHABET = "alphabet"
    """As a word that begins with it: Alfa, Bravo; Aachen, Berlin."""


class Punctuation(StrEnum):
    """How many signs the voice names when it reads."""

    NONE = "none"
    """None; those of a sentence are still heard as pauses."""
    SOME = "some"
    """Those that are no part of a sentence: slash, plus, number sign."""
    ALL = "all"


_PAUSES = frozenset(",.:;?!")
"""Signs that a voice makes a pause at, and so keeps when they are named."""


def _of_a_sentence(words: Words) -> dict[str, str]:
    """Return the names of the signs that sentences are made with; a voice would skip them."""
    t = words.t
    hyphen, dash = t.pgettext("sign", "hyphen"), t.pgettext("sign", "dash")
    quote, apostrophe = t.pgettext("sign", "quotation mark"), t.pgettext("sign", "apostrophe")
    opening, closing = t.pgettext("sign", "opening bracket"), t.pgettext("sign", "closing bracket")
    return {
        ",": t.pgettext("sign", "comma"),
        ".": t.pgettext("sign", "full stop"),
        ":": t.pgettext("sign", "colon"),
        ";": t.pgettext("sign", "semicolon"),
        "?": t.pgettext("sign", "question mark"),
        "!": t.pgettext("sign", "exclamation mark"),
        **dict.fromkeys("-‐‑", hyphen),
        **dict.fromkeys("–—", dash),
        **dict.fromkeys("'’", apostrophe),
        **dict.fromkeys('"„“”«»‚‘', quote),
        **dict.fromkeys("([", opening),
        **dict.fromkeys(")]", closing),
        "…": t.pgettext("sign", "dots"),
    }


def _others(words: Words) -> dict[str, str]:
    """Return the names of the signs that stand for something by themselves."""
    t = words.t
    return {
        "/": t.pgettext("sign", "slash"),
        "\\": t.pgettext("sign", "backslash"),
        "+": t.pgettext("sign", "plus"),
        "=": t.pgettext("sign", "equals"),
        "%": t.pgettext("sign", "per cent"),
        "&": t.pgettext("sign", "ampersand"),
        "@": t.pgettext("sign", "at"),
        "#": t.pgettext("sign", "number sign"),
        "*": t.pgettext("sign", "asterisk"),
        "_": t.pgettext("sign", "underscore"),
        "<": t.pgettext("sign", "less than"),
        ">": t.pgettext("sign", "greater than"),
    }


def punctuated(text: str, punctuation: Punctuation, words: Words) -> str:
    """Return the text as a voice should get it, its signs named as far as the listener wants."""
    others = _others(words)
    if punctuation is Punctuation.ALL:
        named = _of_a_sentence(words) | others
    elif not others.keys() & set(text):
        return text
    elif punctuation is Punctuation.SOME:
        named = others
    else:
        named = dict.fromkeys(others, "")
    said = []
    for at, sign in enumerate(text):
        if sign not in named:
            said.append(sign)
        elif sign in _PAUSES and (at + 1 == len(text) or text[at + 1].isspace()):
            said.append(f" {named[sign]}{sign}")
        else:
            said.append(f" {named[sign]} ")
    return " ".join("".join(said).split())


def spelled(text: str, spelling: Spelling, words: Words) -> Said:
    """Return a text sign by sign, its words parted; of a long one the beginning, and that there is more."""
    t = words.t
    whole = " ".join(unicodedata.normalize("NFC", text).split())
    signs = _of_a_sentence(words) | _others(words)
    letters = _alphabet(words) if spelling is Spelling.ALPHABET else {}
    # Translators: between two words of a spelled message.
    gap = ", " + t.gettext("blank") + ", "
    said = gap.join(
        ", ".join(_letter(char, signs, letters, words) for char in word) for word in whole[:LONGEST].split()
    )
    if len(whole) > LONGEST:
        # Translators: behind the beginning of a long message that was spelled.
        said += ", " + t.gettext("and so on")
    return Said(f"{said}.", whole)


def _letter(char: str, signs: dict[str, str], letters: dict[str, str], words: Words) -> str:
    small = char.lower()
    if small in letters:
        return letters[small]
    if char in signs:
        return signs[char]
    if not char.isalnum():
        # Translators: a sign that has no name here.
        return words.t.pgettext("sign", "other sign")
    parted = unicodedata.normalize("NFD", small)
    if len(parted) > 1 and parted[0] in letters:
        said = words.t.gettext("{letter} with {accent}")
        return said.format(letter=letters[parted[0]], accent=_accent(parted[1], words))
    return char


def _alphabet(words: Words) -> dict[str, str]:
    """Return the spelling alphabet of a language: each letter's word."""
    entries = words.t.gettext(
        # Translators: the spelling alphabet of your language, for German that of DIN 5009:2022. Each letter,
        # a blank, and its word; letters that English lacks behind their like.
        "a Alfa, b Bravo, c Charlie, d Delta, e Echo, f Foxtrot, g Golf, h Hotel, i India, j Juliett, "
        "k Kilo, l Lima, m Mike, n November, o Oscar, p Papa, q Quebec, r Romeo, s Sierra, t Tango, "
        "u Uniform, v Victor, w Whiskey, x X-ray, y Yankee, z Zulu"
    )
    return {letter: word for letter, _, word in (entry.partition(" ") for entry in entries.split(", "))}


def _accent(mark: str, words: Words) -> str:
    t = words.t
    accents = {
        "\u0300": t.pgettext("accent", "grave"),
        "\u0301": t.pgettext("accent", "acute"),
        "\u0302": t.pgettext("accent", "circumflex"),
        "\u0303": t.pgettext("accent", "tilde"),
        "\u0308": t.pgettext("accent", "two dots"),
        "\u030a": t.pgettext("accent", "ring"),
        "\u030c": t.pgettext("accent", "caron"),
        "\u0327": t.pgettext("accent", "cedilla"),
    }
    return accents.get(mark) or t.pgettext("accent", "an accent")
