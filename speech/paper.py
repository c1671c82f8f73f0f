"""Pages of braille or print: text broken into lines and pages of an exact size, and files for embossers.

Knows no game and no sentence. Not here: what is on the pages (see `paper_cards` and `access.printing`), how
text becomes cells (see `louis`), and large print (see `large_print`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum, auto
from types import MappingProxyType
from typing import NamedTuple, Protocol
from xml.sax.saxutils import escape

from .cells import UNICODE_BRAILLE


class Size(NamedTuple):
    """A page: cells or characters in a line, and lines, the page's number included."""

    cells: int
    lines: int


SIZES: Mapping[str, Size] = MappingProxyType(
    {
        "us": Size(40, 25),
        "uk": Size(28, 27),
        "uk-wide": Size(38, 27),
        "canute": Size(40, 9),
        "de-a4": Size(30, 28),
    }
)
"""Usual pages, by name."""
SMALLEST, LARGEST = Size(12, 4), Size(120, 120)


class Style(Enum):
    """What a block of text is."""

    TITLE = auto()
    HEADING = auto()
    PARAGRAPH = auto()
    ITEM = auto()
    """One line of a list, or one thing that was said."""
    LABELS = auto()


class Label(NamedTuple):
    """What is stuck on a card: its code in print, the same in six-dot cells, and the card's name."""

    code: str
    cells: tuple[int, ...]
    name: str


class Block(NamedTuple):
    """A piece of a document. An item may begin with a label, and labels are cut from a block of them."""

    style: Style
    text: str = ""
    labels: tuple[Label, ...] = ()


class Script(Protocol):
    """How text is set: in cells or in letters. A blank is " " in both."""

    hyphen: str
    """Ends a line within a word that is longer than the line."""

    def text(self, text: str) -> str:
        """Return one paragraph as it is set."""

    def label(self, label: Label) -> str:
        """Return a label as it is set."""


class Print:
    """Letters, one place each."""

    hyphen = "-"

    def text(self, text: str) -> str:
        return " ".join(text.split())

    def label(self, label: Label) -> str:
        return label.code


class Cells:
    """Unicode braille; `translate` gives a paragraph's cells as numbers."""

    hyphen = "⠤"

    def __init__(self, translate: Callable[[str], Sequence[int]]) -> None:
        self._translate = translate

    def text(self, text: str) -> str:
        return _characters(self._translate(" ".join(text.split())))

    def label(self, label: Label) -> str:
        return _characters(label.cells)


def _characters(cells: Sequence[int]) -> str:
    return "".join(chr(UNICODE_BRAILLE + cell) if cell else " " for cell in cells)


def size_called(name: str) -> Size | None:
    """Return the page of that name, or of "40x25": cells in a line and lines. None: there is no such page."""
    if name in SIZES:
        return SIZES[name]
    numbers = name.lower().split("x")
    if len(numbers) != 2 or not all(n.isascii() and n.isdecimal() and len(n) < 4 for n in numbers):
        return None
    size = Size(int(numbers[0]), int(numbers[1]))
    fits = all(least <= given <= most for least, given, most in zip(SMALLEST, size, LARGEST, strict=True))
    return size if fits else None


# -- lines


def wrap(text: str, width: int, first: int = 0, rest: int = 0, hyphen: str = "-") -> list[str]:
    """Return lines of at most `width` places, the first one and the others indented by so many blanks.

    Words are parted by any white space. None is broken unless it is longer than a line; then each part but
    the last ends with `hyphen`.
    """
    lines: list[str] = []
    line, empty = " " * first, True
    for word in text.split():
        if not empty and len(line) + 1 + len(word) > width:
            lines.append(line)
            line, empty = " " * rest, True
        left = word
        while empty and len(line) + len(left) > width:
            room = width - len(line) - 1
            lines.append(line + left[:room] + hyphen)
            left, line = left[room:], " " * rest
        line += left if empty else " " + left
        empty = False
    return lines if empty else [*lines, line]


class _Row(NamedTuple):
    """A line, and whether it may not be the last one of its page."""

    text: str = ""
    glued: bool = False


def pages(blocks: Sequence[Block], size: Size, script: Script) -> list[list[str]]:
    """Return pages of exactly `size.lines` lines of at most `size.cells` places, a blank as " ".

    The last line holds the page's number at its right end. No page begins with an empty line, and no title
    or heading is the last thing on one. Lines have no blanks at their end.
    """
    made = [row for block in blocks for row in _rows(block, size.cells, script)]
    # Two blocks that both want an empty line between them share one.
    rows = [row for row, before in zip(made, [_Row(), *made], strict=False) if row.text or before.text]
    sheets = list(_sheets(rows, size.lines - 1))
    return [
        [*sheet, *[""] * (size.lines - 1 - len(sheet)), script.text(str(number)).rjust(size.cells)]
        for number, sheet in enumerate(sheets or [[]], 1)
    ]


def _rows(block: Block, width: int, script: Script) -> Iterator[_Row]:
    match block.style:
        case Style.TITLE:  # in the middle, with three blanks on both sides, and an empty line below
            lines = wrap(script.text(block.text), width - 6, hyphen=script.hyphen)
            yield from (_Row(" " * ((width - len(line)) // 2) + line, glued=True) for line in lines)
            yield _Row(glued=True)
        case Style.HEADING:  # from the fifth cell, with an empty line above
            yield _Row(glued=True)
            for line in wrap(script.text(block.text), width, 4, 4, script.hyphen):
                yield _Row(line, glued=True)
        case Style.PARAGRAPH:  # from the third cell, then from the first
            yield from map(_Row, wrap(script.text(block.text), width, 2, 0, script.hyphen))
        case Style.ITEM:  # from the first cell, then from the third
            said = " ".join([*map(script.label, block.labels), script.text(block.text)])
            yield from map(_Row, wrap(said, width, 0, 2, script.hyphen))
        case Style.LABELS:
            yield from _grid([script.label(label) for label in block.labels], width)


def _grid(labels: Sequence[str], width: int) -> Iterator[_Row]:
    """Yield rows of labels far enough from each other to be cut out; the two of a card stay side by side."""
    room = max(map(len, labels), default=0) + 2
    many = max((width + 2) // room // 2 * 2, 1)
    for start in range(0, len(labels), many):
        yield _Row("".join(label.ljust(room) for label in labels[start : start + many]).rstrip())
        yield _Row()


def _sheets(rows: Sequence[_Row], height: int) -> Iterator[list[str]]:
    """Yield the lines of every page, at most `height`."""
    start = 0
    while True:
        while start < len(rows) and not rows[start].text:
            start += 1
        if start == len(rows):
            return
        end = min(start + height, len(rows))
        last = end
        while end < len(rows) and last > start and rows[last - 1].glued:
            last -= 1
        # A heading longer than a page has nothing to be kept together with.
        end = last if last > start else end
        yield [row.text for row in rows[start:end]]
        start = end


# -- files

ASCII_BRAILLE = " A1B'K2L@CIF/MSP\"E3H9O6R^DJG>NTQ,*5<-U8V.%[$+X!&;:4\\0Z7(_?W]#Y)="
"""The characters of North American Braille ASCII: the one at place n has the dots whose bits make up n."""


def brf(sheets: Sequence[Sequence[str]]) -> bytes:
    """Return Unicode braille pages as a BRF file: lines end with CR LF, pages with a form feed behind that.

    Raises ValueError for a cell with dot 7 or 8, which BRF does not have.
    """
    made = []
    for sheet in sheets:
        lines = ["".join(_ascii(char) for char in line) for line in sheet]
        made.append("\r\n".join(lines) + "\r\n\f")
    return "".join(made).encode("ascii")


def _ascii(char: str) -> str:
    cell = 0 if char == " " else ord(char) - UNICODE_BRAILLE
    if not 0 <= cell < len(ASCII_BRAILLE):
        raise ValueError(f"no cell of six dots: {char!r}")
    return ASCII_BRAILLE[cell]


def pef(sheets: Sequence[Sequence[str]], size: Size, title: str, lang: str, name: str) -> bytes:
    """Return Unicode braille pages as a PEF file (version 2008-1); `name` tells this document from others.

    Every row is written, so that each page has its number at the same height. Rows of eight dots need a gap.
    """
    eight = any(ord(char) - UNICODE_BRAILLE > 0x3F for sheet in sheets for line in sheet for char in line)
    made = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<pef version="2008-1" xmlns="http://www.daisy.org/ns/2008/pef">',
        '<head><meta xmlns:dc="http://purl.org/dc/elements/1.1/">',
        "<dc:format>application/x-pef+xml</dc:format>",
        f"<dc:identifier>{escape(name)}</dc:identifier>",
        f"<dc:title>{escape(title)}</dc:title>",
        f"<dc:language>{escape(lang)}</dc:language>",
        "</meta></head>",
        f'<body><volume cols="{size.cells}" rows="{size.lines}" rowgap="{int(eight)}" duplex="false">',
        "<section>",
    ]
    for sheet in sheets:
        rows = "".join(f"<row>{line.replace(' ', '⠀')}</row>" for line in sheet)
        made.append(f"<page>{rows}</page>")
    made += ["</section></volume></body></pef>", ""]
    return "\n".join(made).encode()


def plain(sheets: Sequence[Sequence[str]]) -> bytes:
    """Return pages of letters as a text file in UTF-8, with a form feed behind every page."""
    return "".join("\n".join(sheet) + "\n\f" for sheet in sheets).encode()
