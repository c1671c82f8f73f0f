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
