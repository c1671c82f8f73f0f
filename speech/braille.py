"""The braille window: one persistent line of fields, and messages over it. Knows no game and no device.

A field is never cut at the window's edge, every cell belongs to an object or to nothing, and panning
moves by windows (design, "Braille"). Not here: what the fields are (see `fireworks_line`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from .cells import DOTS_7_8, FULL, MARK, UNKNOWN, cells_of, digit_cells, six_dots
from .devices import Display
from .utterance import Urgency


class Look(NamedTuple):
    """How cells are written: the digits of card lines, and whether the display has only six dots.

    `digits` is a key of `cells.DIGITS`; "" takes those of the language's computer braille. Without dots 7
    and 8 a mark stands before a field, where there would be dots below it. `prose` is how messages are
    written: "letters", one cell each, or a name of `louis.TABLES`.
    """

    digits: str = ""
    six: bool = False
    prose: str = "letters"


USUAL = Look()


class Field(NamedTuple):
    """One object on the line, such as a card; `owner` is what a routing key over it selects.

    `marked`: dots 7 and 8 over all its cells, for whose turn it is.
    """

    text: str
    owner: str
    marked: bool = False


class Group(NamedTuple):
    """Fields that belong together; `gap`: whether a blank parts them where the window has room."""

    fields: tuple[Field, ...]
    gap: bool = True


def initials(names: tuple[str, ...]) -> list[str]:
    """Return the beginning of each name, as short as tells them apart, capital first."""
    short = []
    for name in names:
        others = [other.casefold() for other in names if other != name]
        length = 1
        while length < 3 and any(other.startswith(name[:length].casefold()) for other in others):
            length += 1
        short.append(name[:length].capitalize())
    return short


@dataclass(slots=True)
class Part:
    """What one window shows: cells, the same in print, and each cell's owner."""

    cells: list[int] = field(default_factory=list)
    text: str = ""
    owners: list[str | None] = field(default_factory=list)

    def add(self, text: str, cells: Sequence[int], owner: str | None) -> None:
        self.text += text
        self.cells += cells
        self.owners += [owner] * len(cells)


def card_cells(text: str, lang: str, look: Look = USUAL) -> list[int]:
    """Return the cells of a field: "-" is the unknown half of a card."""
    digits = digit_cells(look.digits)
    cells = [
        UNKNOWN if char == "-" else digits.get(char, cell)
        for char, cell in zip(text, cells_of(text, lang), strict=True)
    ]
    return six_dots(cells) if look.six else cells


def layout(groups: Sequence[Group], width: int, lang: str, look: Look = USUAL) -> list[Part]:
    """Return the windows that the groups fill, at most `width` cells each, at least one window.

    A group goes whole into a window where it fits, packed without blanks if it must be; one that is
    wider than a window is split between fields.
    """
    parts = [Part()]
    for group in _with_marks(groups) if look.six else groups:
        tight = group._replace(gap=False)
        # In the window begun, else in one of its own: first with blanks, then packed.
        fitting = [shape for shape in (group, tight) if _length(shape) <= _room(parts[-1], width)]
        own = [shape for shape in (group, tight) if _length(shape) <= width]
        if fitting:
            _put(parts[-1], fitting[0], lang, look)
        elif own:
            parts.append(Part())
            _put(parts[-1], own[0], lang, look)
        else:
            _split(parts, group, width, lang, look)
    return parts


def _with_marks(groups: Iterable[Group]) -> list[Group]:
    """Return the groups with room for a mark before each marked field."""
    return [
        group._replace(fields=tuple(f._replace(text=f"|{f.text}") if f.marked else f for f in group.fields))
        for group in groups
    ]


def _length(group: Group) -> int:
    return sum(len(f.text) for f in group.fields) + (len(group.fields) - 1 if group.gap else 0)


def _room(part: Part, width: int) -> int:
    """Return how many cells are free, a blank before the next group set aside."""
    return width - len(part.cells) - 1 if part.cells else width


def _put(part: Part, group: Group, lang: str, look: Look) -> None:
    if part.cells:
        part.add(" ", [0], None)
    for number, item in enumerate(group.fields):
        if number and group.gap:
            # The blank after a card belongs to that card.
            part.add(" ", [0], group.fields[number - 1].owner)
        cells = card_cells(item.text, lang, look)
        if item.marked:
            cells = [MARK, *cells[1:]] if look.six else [cell | DOTS_7_8 for cell in cells]
        part.add(item.text, cells, item.owner)


def _split(parts: list[Part], group: Group, width: int, lang: str, look: Look) -> None:
    if parts[-1].cells:
        parts.append(Part())
    for item in group.fields:
        if _room(parts[-1], width) < len(item.text):
            parts.append(Part())
        _put(parts[-1], Group((item,)), lang, look)


def wrap(text: str, width: int, lang: str, look: Look = USUAL) -> list[Part]:
    """Return a message as windows of at most `width` cells, broken between words where that is possible."""
    if look.prose != "letters":
        return _wrapped_prose(text, width, look)
    lines: list[str] = [""]
    for word in text.split():
        joined = f"{lines[-1]} {word}".strip()
        if len(joined) <= width:
            lines[-1] = joined
            continue
        pieces = [word[i : i + width] for i in range(0, len(word), width)]
        lines += pieces if lines[-1] else []
        if not lines[0]:
            lines = pieces
    cells = [cells_of(line, lang) for line in lines]
    return [
        Part(six_dots(row) if look.six else row, line, [None] * len(line))
        for row, line in zip(cells, lines, strict=True)
    ]


def _wrapped_prose(text: str, width: int, look: Look) -> list[Part]:
    """As `wrap`, in a braille code whose cells are no letters."""
    from .louis import translate  # ctypes and the library, only for those who want it

    braille = translate(text, look.prose)
    cells = six_dots(braille.cells) if look.six else list(braille.cells)
    rows: list[tuple[int, int]] = []
    for start, end in _words_in(cells, width):
        if rows and end - rows[-1][0] <= width:
            rows[-1] = (rows[-1][0], end)
        else:
            rows.append((start, end))
    print_at = [*braille.to_text, len(text)]
    return [
        Part(cells[start:end], text[print_at[start] : print_at[end]].strip(), [None] * (end - start))
        for start, end in rows or [(0, 0)]
    ]


def _words_in(cells: Sequence[int], width: int) -> Iterator[tuple[int, int]]:
    """Yield where words begin and end; one that is wider than a window comes in pieces."""
    start = 0
    while start < len(cells):
        if not cells[start]:
            start += 1
            continue
        end = next((at for at in range(start, len(cells)) if not cells[at]), len(cells))
        for begin in range(start, end, width):
            yield begin, min(end, begin + width)
        start = end


class Message(NamedTuple):
    text: str
    urgency: Urgency


class BrailleWindow:
    """What one display shows: the line, a menu in its place, or the message over them that is being read.

    On a display of several rows, so many parts stand below each other, and panning moves by all of them.
    """

    def __init__(self, display: Display, lang: str, look: Look = USUAL) -> None:
        self.display, self.lang, self.look = display, lang, look
        self._groups: Sequence[Group] = ()
        self._line: list[Part] = [Part()]
        self._menu: Sequence[Group] | None = None
        self._at = 0
        self._line_shown = False
        self._reading: Message | None = None
        self._parts: list[Part] = []
        self._part = 0
        self._waiting: list[Message] = []
        self._size = (display.width, display.rows)

    @property
    def reading(self) -> bool:
        """Whether a message lies over the line."""
        return self._reading is not None

    @property
    def waiting(self) -> int:
        """How many messages wait behind the one that is read."""
        return len(self._waiting)

    @property
    def text(self) -> str:
        """Return what is shown now, in print; rows are parted by newlines."""
        return "\n".join(part.text for part in self._shown())

    # -- what is to be shown

    def set_line(self, groups: Sequence[Group]) -> None:
        """Lay the line out anew; the window stays where it is. It shows when no message lies over it."""
        self._groups = groups
        if self._menu is None:
            self._lay_out(groups)

    def open_menu(self, groups: Sequence[Group]) -> None:
        """Show a menu in the line's place, from its beginning."""
        self._menu, self._at = groups, 0
        self._lay_out(groups)

    def close_menu(self) -> None:
        """Put the line back into its place, at its beginning."""
        if self._menu is not None:
            self._menu, self._at = None, 0
            self._lay_out(self._groups)

    def resized(self) -> None:
        """The display has another size now, or shows nothing of what it was given: show all of it anew."""
        self._size = (self.display.width, self.display.rows)
        self._at = 0
        self._line_shown = False
        self._line = self._laid(self._groups if self._menu is None else self._menu)
        if self._reading is not None:
            self._parts, self._part = self._wrapped(self._reading.text), 0
        self._show()

    def _lay_out(self, groups: Sequence[Group]) -> None:
        line = self._laid(groups)
        changed = line != self._line
        self._line, self._at = line, min(self._at, self._last(len(line)))
        self._line_shown = self._line_shown and not changed
        if self.display.holds and not self.reading and not self._line_shown:
            self._show()

    def _laid(self, groups: Sequence[Group]) -> list[Part]:
        return layout(groups, self._size[0], self.lang, self.look)

    def _last(self, count: int) -> int:
        """Return the first of the last parts that are shown together."""
        rows = self._size[1]
        return (max(1, count) - 1) // rows * rows

    def message(self, text: str, urgency: Urgency) -> None:
        """Show a message over the line, or let it wait; none is lost, none replaces one being read.

        An answer comes at once, since who typed has done reading; what it covers is read again after it.
        """
        if not self.display.holds:
            self._write(wrap(text, self._size[0], self.lang, self.look))
            return
        new = Message(text, urgency)
        if self._reading is None:
            self._read(new)
        elif urgency is Urgency.ANSWER:
            if self._reading.urgency is not Urgency.ANSWER:
                self._waiting.insert(0, self._reading)
            self._read(new)
        else:
            self._waiting.append(new)
            self._show()

    def settle(self) -> None:
        """On a display that holds nothing, write the line if it has changed since it was last written."""
        if not self.display.holds and not self._line_shown:
            self._write(self._line)
            self._line_shown = True

    # -- moving

    def forward(self) -> None:
        """Pan right: the next part of the message, the next message, or the next window of the line."""
        rows = self._size[1]
        if self._reading is not None:
            if self._part + rows < len(self._parts):
                self._part += rows
            else:
                self._dismiss()
        elif self._at + rows < len(self._line):
            self._at += rows
        self._show()

    def back(self) -> None:
        """Pan left: the part or window before, as far as there is one."""
        rows = self._size[1]
        if self._reading is not None:
            self._part = max(0, self._part - rows)
        else:
            self._at = max(0, self._at - rows)
        self._show()

    def dismiss(self) -> None:
        """Have done with the message that is read, whatever more of it there is; the next one shows."""
        if self._reading is not None:
            self._dismiss()
            self._show()

    def home(self) -> None:
        """Leave all messages read and go back to the beginning of the line."""
        self._reading, self._waiting, self._at = None, [], 0
        self._show()

    def end(self) -> None:
        """Leave all messages read and go to the end of the line."""
        self._reading, self._waiting, self._at = None, [], self._last(len(self._line))
        self._show()

    def group(self, step: int) -> None:
        """Go to the window where the next (1) or previous (-1) group begins; messages stay over the line."""
        if self._reading is None:
            starts = self._starts()
            if step > 0:
                self._at = min((at for at in starts if at > self._at), default=self._at)
            else:
                self._at = max((at for at in starts if at < self._at), default=0)
            self._show()

    def _starts(self) -> set[int]:
        """Return the windows, as places in `_line`, at which a group begins."""
        rows, starts = self._size[1], set()
        for group in self._groups if self._menu is None else self._menu:
            first = group.fields[0].owner if group.fields else None
            place = next((at for at, part in enumerate(self._line) if first in part.owners), 0)
            starts.add(place // rows * rows)
        return starts

    def owner(self, cell: int) -> str | None:
        """Return the object under a cell, counted from 0 over all rows; None for a blank or a message."""
        if self._reading is not None or cell < 0:
            return None
        row, column = divmod(cell, self._size[0])
        shown = self._shown()
        if row >= len(shown) or column >= len(shown[row].owners):
            return None
        return shown[row].owners[column]

    def _dismiss(self) -> None:
        if self._waiting:
            self._read(self._waiting.pop(0))
        else:
            self._reading = None

    def _read(self, message: Message) -> None:
        self._reading, self._part = message, 0
        self._parts = self._wrapped(message.text)
        self._show()

    def _wrapped(self, text: str) -> list[Part]:
        # The last cell is kept for the mark that more waits.
        return wrap(text, self._size[0] - 1, self.lang, self.look)

    # -- showing

    def _shown(self) -> list[Part]:
        rows = self._size[1]
        if self._reading is None:
            return self._line[self._at : self._at + rows]
        return self._parts[self._part : self._part + rows]

    def _show(self) -> None:
        parts = self._shown()
        self._line_shown = self._reading is None
        more = self._reading is not None and (
            bool(self._waiting) or self._part + self._size[1] < len(self._parts)
        )
        cells: list[int] = []
        lines: list[str] = []
        for number, part in enumerate(parts, 1):
            cells += part.cells
            lines.append(part.text)
            if number < len(parts):
                cells += [0] * (self._size[0] - len(part.cells))
        if more:
            gap = self._size[0] - 1 - len(parts[-1].cells)
            cells += [*[0] * gap, FULL if self.look.six else DOTS_7_8]
            lines[-1] += " " * gap + "+"
        self.display.write(cells, "\n".join(lines))

    def _write(self, parts: Sequence[Part]) -> None:
        for part in parts:
            self.display.write(part.cells, part.text)
