"""Prose to braille and back by liblouis, with the place of every character in the cells; letters without it.

Nothing here raises for liblouis' sake: a library or a table that is missing is a `Fault`, and the text comes
in letters. Not here: the library itself (see `devices.liblouis`), the card line (see `cells`), and pages (see
`paper`).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import NamedTuple

from .cells import UNICODE_BRAILLE, cells_of
from .devices import Fault, Trouble, liblouis
from .devices.liblouis import Library, Refused


class Braille(NamedTuple):
    """A text in cells, and which of its characters stand where."""

    cells: tuple[int, ...]
    """Dots 1 to 8 as bits 0 to 7."""
    to_text: tuple[int, ...]
    """For every cell, the first of the characters it stands for, counted from 0."""
    to_cells: tuple[int, ...]
    """For every character of the text, the first of its cells, counted from 0."""


class Table(NamedTuple):
    """A braille code: its language, the dots it uses (6 or 8), and its file in liblouis; "": letters."""

    lang: str
    dots: int
    file: str = ""
    contracted: bool = False


TABLES: Mapping[str, Table] = MappingProxyType(
    {
        "de-basic": Table("de", 6, "de-g0.utb"),  # Basisschrift, as in print letter by letter
        "de-full": Table("de", 6, "de-g1.ctb", contracted=True),  # Vollschrift
        "de-contracted": Table("de", 6, "de-g2.ctb", contracted=True),  # Kurzschrift
        "de-comp8": Table("de", 8, "de-de-comp8.ctb"),
        "de-letters": Table("de", 6),
        "en-basic": Table("en", 6, "en-ueb-g1.ctb"),  # Unified English Braille, grade 1
        "en-contracted": Table("en", 6, "en-ueb-g2.ctb", contracted=True),  # grade 2
        "en-comp8": Table("en", 8, "en-us-comp8-ext.utb"),
        "en-letters": Table("en", 6),
        "da-basic": Table("da", 6, "da-dk-g16.ctb"),
        "da-contracted": Table("da", 6, "da-dk-g26.ctb", contracted=True),
        "da-comp8": Table("da", 8, "da-dk-g08.ctb"),
        "nb-basic": Table("nb", 6, "no-no-g0.utb"),
        "nb-contracted": Table("nb", 6, "no-no-g3.ctb", contracted=True),
        "nb-comp8": Table("nb", 8, "no-no-8dot.utb"),
    }
)
"""The braille codes by the names that settings use."""

_PIECE = 1000
"""So many characters at most are translated at once, up to the blank before."""
_LEAVE_OUT_UNKNOWN = 128
"""liblouis' mode bit that leaves out a character which the table lacks, instead of writing its number."""

_INSTEAD: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        # In German print, “ closes what „ opened; tables take it for the English opening mark.
        "de": {"♥": "h", "♦": "k", "♠": "p", "♣": "x", "“": "”"},
        "en": {"♥": "h", "♦": "d", "♠": "s", "♣": "c"},
        "da": {"♥": "h", "♦": "r", "♠": "s", "♣": "k"},
        "nb": {"♥": "h", "♦": "r", "♠": "s", "♣": "k"},
    }
)
"""What is written for signs that the tables lose or take for others, by language.

Put right before liblouis sees them and not by rules of its own, so that it adds the sign that parts a letter
from a digit before it: with a rule for the suit, three of hearts would read as 38.
"""
_ALIKE: Mapping[str, str] = MappingProxyType(
    {"„": "“", "‚": "‘", "•": "-", "−": "-", "‑": "-", "–": "-", "—": "-", "×": "x", "·": ".", "…": "."}
)
"""For a character that a table lacks, one that says nearly the same."""


@cache
def _library() -> Library | None:
    found = liblouis.load()
    return None if found is None else Library(found)


def forget() -> None:
    """Look for the library and its tables anew, as after something was installed."""
    _library.cache_clear()
    fault.cache_clear()
    _written.cache_clear()


@cache
def fault(name: str) -> Fault | None:
    """Return why texts come in letters with a table of `TABLES`; None: they do not, or letters are wanted."""
    table = TABLES[name]
    if not table.file:
        return None
    library = _library()
    if library is None:
        return Fault(Trouble.NO_LIBRARY, "liblouis")
    try:
        library.translate("a", table.file)
    except Refused as refused:
        missing = "resolve" in str(refused) or "not found" in str(refused)
        # liblouis names the file that it misses, which may be one that the table is made of.
        named = re.search(r"'([^']+)'", str(refused))
        if missing:
            return Fault(Trouble.NO_LIBRARY, f"liblouis: {named[1] if named else table.file}")
        return Fault(Trouble.FAILED, f"liblouis: {table.file}")
    return None


def check() -> Fault | None:
    """Return the first thing that is the matter with liblouis or its tables; it may take 0.2 s."""
    return next((found for found in map(fault, TABLES) if found is not None), None)


def translate(text: str, name: str) -> Braille:
    """Return a text in the braille code of that name in `TABLES`. A line end becomes a blank. Never raises.

    Comes in letters where `fault(name)` says why.
    """
    table, library = TABLES[name], _library()
    if fault(name) is None and table.file and library is not None:
        try:
            return _translated(library, text, table)
        except Refused:
            pass
    return letters(text, table.lang, table.dots)


def back(cells: Sequence[int], name: str) -> str:
    """Return the print that the cells stand for. Never raises.

    German contracted braille can be read back only in part: its table is made for writing.
    """
    table, library = TABLES[name], _library()
    if fault(name) is None and table.file and library is not None:
        try:
            return library.back("".join(chr(UNICODE_BRAILLE + cell) for cell in cells), table.file)
        except Refused:
            pass
    return letters_back(cells, table.lang, table.dots)


def _translated(library: Library, text: str, table: Table) -> Braille:
    cells: list[int] = []
    to_text: list[int] = []
    to_cells: list[int] = []
    for start, piece in _pieces(_clean(text, table.lang)):
        written = "".join(_written(char, table) for char in piece)
        made, back_to, on_to = library.translate(written, table.file)
        dots = [ord(char) - UNICODE_BRAILLE for char in made]
        if not _fit(dots, table):
            raise Refused(table.file)
        to_cells += [len(cells) + place for place in on_to]
        to_text += [start + place for place in back_to]
        cells += dots
    return Braille(tuple(cells), tuple(to_text), tuple(to_cells))


def _clean(text: str, lang: str) -> str:
    """Return the text, as long as it was, with signs of the language put right and no control characters."""
    instead = _INSTEAD[lang]
    return "".join(instead.get(char, char if _ordinary(char) else " ") for char in text)


def _ordinary(char: str) -> bool:
    return unicodedata.category(char)[0] not in "CZ" or char == " "


def _pieces(text: str) -> Iterator[tuple[int, str]]:
    """Yield the text in pieces that end with a blank or are the last, and where each begins."""
    start = 0
    while start < len(text):
        end = start + _PIECE
        if end < len(text):
            end = text.rfind(" ", start, end) + 1 or end
        yield start, text[start:end]
        start = end


@cache
def _written(char: str, table: Table) -> str:
    """Return the character, or one like it, or "?", so that liblouis has a cell for it."""
    return next(
        (way for way in (char, _ALIKE.get(char, ""), _plain(char)) if way and _known(way, table)), "?"
    )


def _plain(char: str) -> str:
    return unicodedata.normalize("NFKD", char)[:1]


def _known(char: str, table: Table) -> bool:
    library = _library()
    if char in " ?" or library is None:
        return True
    # 16 bits hold no more.
    if ord(char) > 0xFFFF:
        return False
    made = library.translate(char, table.file)[0]
    if made != library.translate(char, table.file, _LEAVE_OUT_UNKNOWN)[0]:
        return False
    return bool(made) and _fit([ord(cell) - UNICODE_BRAILLE for cell in made], table)


def _fit(cells: Sequence[int], table: Table) -> bool:
    """Whether the cells have only dots of the table; some six-dot tables have rare signs with eight."""
    return all(0 <= cell < 1 << table.dots for cell in cells)


# -- letters: uncontracted braille without any library

_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_LETTER_CELLS = "⠁⠃⠉⠙⠑⠋⠛⠓⠊⠚⠅⠇⠍⠝⠕⠏⠟⠗⠎⠞⠥⠧⠺⠭⠽⠵"
_NUMBER = "⠼"
_SIGNS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "de": dict(
            zip(
                "äöüß.,;:?!-–()\"„“”'+=*/&%",
                "⠜ ⠪ ⠳ ⠮ ⠄ ⠂ ⠆ ⠒ ⠢ ⠖ ⠤ ⠠⠤ ⠶ ⠶ ⠦ ⠦ ⠴ ⠴ ⠠ ⠈⠖ ⠈⠶ ⠠⠔ ⠐⠂ ⠐⠥ ⠼⠚⠴".split(),
                strict=True,
            )
        ),
        "en": dict(
            zip(
                ".,;:?!-–()\"“”'+=*/&%",
                "⠲ ⠂ ⠆ ⠒ ⠦ ⠖ ⠤ ⠠⠤ ⠐⠣ ⠐⠜ ⠦ ⠦ ⠴ ⠄ ⠐⠖ ⠐⠶ ⠐⠔ ⠸⠌ ⠈⠯ ⠨⠴".split(),
                strict=True,
            )
        ),
    }
)
_NO_DIGIT = {"de": "⠠", "en": "⠰"}
"""Says that a letter from a to j behind a digit is no digit."""
_CAPITAL = {"de": "", "en": "⠠"}
"""Stands before a capital; German braille does without."""


def letters(text: str, lang: str, dots: int) -> Braille:
    """Return a text letter by letter: uncontracted with six dots, one cell a character with eight."""
    lang = lang if lang in _SIGNS else "en"
    clean = _clean(text, lang)
    if dots == 8:
        places = tuple(range(len(clean)))
        return Braille(tuple(cells_of(clean, lang)), places, places)
    cells: list[int] = []
    to_text: list[int] = []
    to_cells: list[int] = []
    for place, char in enumerate(clean):
        before = clean[place - 1] if place else " "
        to_cells.append(len(cells))
        written = _six(char, before, clean[place + 1 : place + 2], lang)
        cells += [ord(cell) - UNICODE_BRAILLE for cell in written]
        to_text += [place] * len(written)
    return Braille(tuple(cells), tuple(to_text), tuple(to_cells))


def _six(char: str, before: str, after: str, lang: str) -> str:
    """Return the cells of a character between two others."""
    if char == " ":
        return "⠀"
    if char in "0123456789":
        digit = _LETTER_CELLS["1234567890".index(char)]
        return digit if before.isdecimal() else _NUMBER + digit
    small = char.lower()
    signs = _SIGNS[lang]
    if small not in signs and small not in _LETTERS:
        char = _plain(_ALIKE.get(char, char))
        small = char.lower()
    if small in _LETTERS:
        parted = _NO_DIGIT[lang] if before.isdecimal() and small in "abcdefghij" and char == small else ""
        return parted + _capital(char, before, after, lang) + _LETTER_CELLS[_LETTERS.index(small)]
    return _capital(char, before, after, lang) + signs.get(small, signs["?"])


def _capital(char: str, before: str, after: str, lang: str) -> str:
    """Return what stands before a capital: once before a single one, twice before a word of them."""
    sign = _CAPITAL[lang]
    if not char.isupper() or before.isupper():
        return ""
    return sign * 2 if after.isupper() else sign


def letters_back(cells: Sequence[int], lang: str, dots: int) -> str:
    """Return the print of `letters`, in small letters for six dots; what is no letter or sign is "?"."""
    lang = lang if lang in _SIGNS else "en"
    if dots == 8:
        return "".join(_eight_back(lang).get(cell, "?") for cell in cells)
    signs = {cell: sign for sign, cell in reversed([*_SIGNS[lang].items()]) if len(cell) == 1}
    text, number, marks = "", False, _NUMBER + _NO_DIGIT[lang] + _CAPITAL[lang]
    for cell in (chr(UNICODE_BRAILLE + cell) for cell in cells):
        if cell in marks:
            number = cell == _NUMBER
        elif cell in _LETTER_CELLS:
            place = _LETTER_CELLS.index(cell)
            text += "1234567890"[place] if number and place < 10 else _LETTERS[place]
            number = number and place < 10
        else:
            text += " " if cell == "⠀" else signs.get(cell, "?")
            number = False
    return text


@cache
def _eight_back(lang: str) -> Mapping[int, str]:
    """Return the characters of a language's computer braille by their cells."""
    chars = [chr(code) for code in (*range(0xFF, 0xA0, -1), *range(0x7E, 0x1F, -1))]
    return {cells_of(char, lang)[0]: char for char in chars}
