"""Characters to braille cells, one cell each, so that positions never move. Not here: contracted prose.

A cell is an integer: dots 1 to 8 are bits 0 to 7. The tables are eight-dot computer braille: German
(as in DIN 32982's common form) and American (NABCC with dot 7 for capitals).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from functools import cache

DOTS_7_8 = 0xC0
UNKNOWN = 0x24
"""Dots 3 and 6: the half of a card that is not known."""
MARK = 0x38
"""Dots 4, 5 and 6: before a field, where there are no dots 7 and 8 to mark it."""
FULL = 0x3F
"""All six dots: more waits, where there are no dots 7 and 8."""
UNICODE_BRAILLE = 0x2800

_CHARACTERS = (
    "!\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\"
    "]^_`abcdefghijklmnopqrstuvwxyz{|}~äöüßÄÖÜøæåØÆÅéè"
)
_TABLES = {
    "de": (
        "⠐⠈⠼⠨⠿⠯⠠⠦⠴⠔⠖⠂⠤⠄⠲⠬⠡⠣⠩⠹⠱⠫⠻⠳⠪⠒⠆⠰⠶⠘⠢⡜⡁⡃⡉⡙⡑⡋⡛⡓⡊⡚⡅⡇⡍⡝⡕⡏⡟⡗⡎⡞⡥⡧⡺⡭⡽⡵⡷⡌"
        "⡾⡮⡸⠜⠁⠃⠉⠙⠑⠋⠛⠓⠊⠚⠅⠇⠍⠝⠕⠏⠟⠗⠎⠞⠥⠧⠺⠭⠽⠵⠷⠌⠾⠮⢜⢪⢳⢼⡰⢔⢦⣪⣈⣼⡪⡈⡼⢿⢮"
    ),
    "en": (
        "⠮⠐⠼⠫⠩⠯⠄⠷⠾⠡⠬⠠⠤⠨⠌⠴⠂⠆⠒⠲⠢⠖⠶⠦⠔⠱⠰⠣⠿⠜⠹⡈⡁⡃⡉⡙⡑⡋⡛⡓⡊⡚⡅⡇⡍⡝⡕⡏⡟⡗⡎⡞⡥⡧⡺⡭⡽⡵⡪⡳"
        "⡻⡘⠸⠈⠁⠃⠉⠙⠑⠋⠛⠓⠊⠚⠅⠇⠍⠝⠕⠏⠟⠗⠎⠞⠥⠧⠺⠭⠽⠵⠪⠳⠻⠘⢜⢪⢳⢼⡰⢔⢦⣪⣜⣼⡪⡜⡼⢣⢮"
    ),
}


DIGITS = {
    "lower": "⠴⠂⠆⠒⠲⠢⠖⠶⠦⠔",
    "letters": "⠚⠁⠃⠉⠙⠑⠋⠛⠓⠊",
    "dot-6": "⠬⠡⠣⠩⠹⠱⠫⠻⠳⠪",
    "dot-8": "⢚⢁⢃⢉⢙⢑⢋⢛⢓⢊",
}
"""The digits 0 to 9 as English, on card decks, in German and in Norwegian computer braille."""


def digit_cells(name: str) -> Mapping[str, int]:
    """Return the cells of the digits in one of the ways of `DIGITS`; none for ""."""
    return _digits(name) if name else {}


@cache
def _digits(name: str) -> Mapping[str, int]:
    return {str(digit): ord(cell) - UNICODE_BRAILLE for digit, cell in enumerate(DIGITS[name])}


def six_dots(cells: Sequence[int]) -> list[int]:
    """Return the cells without dots 7 and 8."""
    return [cell & 0x3F for cell in cells]


def text_of(cells: Sequence[int], lang: str) -> str:
    """Return the characters that somebody typed as cells, in the language's computer braille.

    A cell that is no character gives "?".
    """
    characters = {cell: char for char, cell in reversed(list(_cells(lang).items()))}
    return "".join(characters.get(cell, "?") for cell in cells)


@cache
def _cells(lang: str) -> Mapping[str, int]:
    table = {char: ord(cell) - UNICODE_BRAILLE for char, cell in zip(_CHARACTERS, _TABLES[lang], strict=True)}
    return {" ": 0, **table}


def cells_of(text: str, lang: str) -> list[int]:
    """Return one cell a character; accents that the table lacks are left out, the rest shows as "?"."""
    table = _cells(lang)
    return [table.get(char) or table.get(_plain(char), table["?"]) if char != " " else 0 for char in text]


def _plain(char: str) -> str:
    return unicodedata.normalize("NFKD", char)[:1]


def unicode_braille(cells: Sequence[int]) -> str:
    """Return the cells as characters of Unicode's braille block."""
    return "".join(chr(UNICODE_BRAILLE + cell) for cell in cells)
