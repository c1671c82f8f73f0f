"""The braille window: one persistent line of fields, and messages over it. Knows no game and no device.

A field is never cut at the window's edge, every cell belongs to an object or to nothing, and panning
moves by windows (design, "Braille"). Not here: what the fields are (see `fireworks_line`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from .cells import DOTS_7_8, UNKNOWN, cells_of
from .devices import Display
from .utterance import Urgency


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


def card_cells(text: str, lang: str) -> list[int]:
    """Return the cells of a field: "-" is the unknown half of a card."""
    return [UNKNOWN if char == "-" else cell for char, cell in zip(text, cells_of(text, lang), strict=True)]


def layout(groups: Sequence[Group], width: int, lang: str) -> list[Part]:
    """Return the windows that the groups fill, at most `width` cells each, at least one window.

    A group goes whole into a window where it fits, packed without blanks if it must be; one that is
    wider than a window is split between fields.
    """
    parts = [Part()]
    for group in groups:
        tight = group._replace(gap=False)
        # In the window begun, else in one of its own: first with blanks, then packed.
        fitting = [shape for shape in (group, tight) if _length(shape) <= _room(parts[-1], width)]
        own = [shape for shape in (group, tight) if _length(shape) <= width]
        if fitting:
            _put(parts[-1], fitting[0], lang)
        elif own:
            parts.append(Part())
            _put(parts[-1], own[0], lang)
        else:
            _split(parts, group, width, lang)
    return parts


def _length(group: Group) -> int:
    return sum(len(f.text) for f in group.fields) + (len(group.fields) - 1 if group.gap else 0)


def _room(part: Part, width: int) -> int:
    """Return how many cells are free, a blank before the next group set aside."""
    return width - len(part.cells) - 1 if part.cells else width


def _put(part: Part, group: Group, lang: str) -> None:
    if part.cells:
        part.add(" ", [0], None)
    for number, item in enumerate(group.fields):
        if number and group.gap:
            # The blank after a card belongs to that card.
            part.add(" ", [0], group.fields[number - 1].owner)
        mark = DOTS_7_8 if item.marked else 0
        part.add(item.text, [cell | mark for cell in card_cells(item.text, lang)], item.owner)


def _split(parts: list[Part], group: Group, width: int, lang: str) -> None:
    if parts[-1].cells:
        parts.append(Part())
    for item in group.fields:
        if _room(parts[-1], width) < len(item.text):
            parts.append(Part())
        _put(parts[-1], Group((item,)), lang)


def wrap(text: str, width: int, lang: str) -> list[Part]:
    """Return a message as windows of at most `width` cells, broken between words where that is possible."""
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
    return [Part(cells_of(line, lang), line, [None] * len(line)) for line in lines]


class Message(NamedTuple):
    text: str
    urgency: Urgency


class BrailleWindow:
    """What one display shows: the line, or the message over it that is being read."""

    def __init__(self, display: Display, lang: str) -> None:
        self.display, self.lang = display, lang
        self._line: list[Part] = [Part()]
        self._at = 0
        self._line_shown = False
        self._reading: Message | None = None
        self._parts: list[Part] = []
        self._part = 0
        self._waiting: list[Message] = []

    @property
    def reading(self) -> bool:
        """Whether a message lies over the line."""
        return self._reading is not None

    @property
    def waiting(self) -> int:
        """How many messages wait behind the one that is read."""
        return len(self._waiting)

    def set_line(self, groups: Sequence[Group]) -> None:
        """Lay the line out anew; the window stays where it is. It shows when no message lies over it."""
        line = layout(groups, self.display.width, self.lang)
        changed = line != self._line
        self._line, self._at = line, min(self._at, len(line) - 1)
        self._line_shown = self._line_shown and not changed
        if self.display.holds and not self.reading and not self._line_shown:
            self._show()

    def message(self, text: str, urgency: Urgency) -> None:
        """Show a message over the line, or let it wait; none is lost, none replaces one being read.

        An answer comes at once, since who typed has done reading; what it covers is read again after it.
        """
        if not self.display.holds:
            self._write(wrap(text, self.display.width, self.lang))
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

    def forward(self) -> None:
        """Pan right: the next part of the message, the next message, or the next window of the line."""
        if self._reading is not None:
            if self._part + 1 < len(self._parts):
                self._part += 1
            else:
                self._dismiss()
        elif self._at + 1 < len(self._line):
            self._at += 1
        self._show()

    def back(self) -> None:
        """Pan left: the part or window before, as far as there is one."""
        if self._reading is not None:
            self._part = max(0, self._part - 1)
        else:
            self._at = max(0, self._at - 1)
        self._show()

    def home(self) -> None:
        """Leave all messages read and go back to the beginning of the line."""
        self._reading, self._waiting, self._at = None, [], 0
        self._show()

    def owner(self, cell: int) -> str | None:
        """Return the object under a cell counted from 0; None for a blank or while a message is read."""
        if self._reading is not None or not 0 <= cell < len(self._line[self._at].owners):
            return None
        return self._line[self._at].owners[cell]

    def _dismiss(self) -> None:
        if self._waiting:
            self._read(self._waiting.pop(0))
        else:
            self._reading = None

    def _read(self, message: Message) -> None:
        self._reading, self._part = message, 0
        # The last cell is kept for the mark that more waits.
        self._parts = wrap(message.text, self.display.width - 1, self.lang)
        self._show()

    def _show(self) -> None:
        if self._reading is None:
            part = self._line[self._at]
            self.display.write(part.cells, part.text)
            self._line_shown = True
            return
        self._line_shown = False
        part = self._parts[self._part]
        cells, text = part.cells, part.text
        if self._waiting or self._part + 1 < len(self._parts):
            gap = self.display.width - 1 - len(cells)
            cells, text = [*cells, *[0] * gap, DOTS_7_8], text + " " * gap + "+"
        self.display.write(cells, text)

    def _write(self, parts: Sequence[Part]) -> None:
        for part in parts:
            self.display.write(part.cells, part.text)
