"""A reader's finger: plays a game from a braille display, knowing nothing but its cells and keys.

Here: what a person does who reads with one hand and presses keys with the other. Not here: the display, which
may be a recording one or a real BRLTTY's (see `brltty_rig`).
"""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable, Sequence

from speech.cells import DOTS_7_8, text_of
from speech.display_keys import DisplayKey, Key
from speech.display_text import DisplayText
from speech.words import Words

Press = Callable[[Key], Awaitable[None]]
PATIENCE = 400
"""So many keys in a row that show something new each time are a finger that is lost."""


def letters(cells: Sequence[int], lang: str) -> str:
    """Return what is on a display as letters, without marks of dots 7 and 8."""
    plain = [cell & 0x3F if cell & DOTS_7_8 == DOTS_7_8 else cell for cell in cells]
    return text_of(plain, lang).rstrip()


class Finger:
    """Reads `cells()`, presses keys with `press`, and keeps all that it has read as text."""

    def __init__(self, cells: Callable[[], Sequence[int]], press: Press, lang: str, seed: int = 1) -> None:
        self._cells, self._press, self._lang = cells, press, lang
        self._chance, self._asked = random.Random(seed), 0
        text = DisplayText(Words(lang))
        self._act, self._up, self._yes, self._no = text.act(), text.up(), text.yes(), text.take_back()
        self.read: list[str] = []
        self.choices: list[str] = []

    @property
    def text(self) -> str:
        """Return what the display shows, as letters; the mark that more waits is left out."""
        return letters(self._cells(), self._lang)

    async def key(self, kind: DisplayKey, cell: int | None = None) -> None:
        await self._press(Key(kind, cell))
        self.read.append(self.text)

    async def read_on(self) -> None:
        """Pan right until nothing new comes: all messages are read, and the end of line or menu is there."""
        self.read.append(self.text)
        for _ in range(PATIENCE):
            before = self.text
            await self.key(DisplayKey.PAN_RIGHT)
            if self.text == before:
                return
        raise AssertionError(f"this never ends: {self.read[-5:]}")

    def _ends_with(self, label: str) -> bool:
        return f"  {self.text}".endswith(f" {label}")

    async def step(self) -> bool:
        """Read all there is, and do the next thing: open the menu, choose from it, say yes or take back.

        Returns False when there was nothing to do.
        """
        await self.read_on()
        if self._ends_with(self._no):
            self._asked += 1
            label = self._no if self._asked % 3 == 2 else self._yes
            await self.key(DisplayKey.ROUTING, self.text.index(label))
        elif self._ends_with(self._up):
            await self._choose()
        elif self._ends_with(self._act):
            await self.key(DisplayKey.ROUTING, len(self.text) - 1)
        else:
            return False
        return True

    async def _choose(self) -> None:
        """Choose one of the fields of a menu by chance; the finger is at the menu's end."""
        for _ in range(self._chance.randrange(4)):
            await self.key(DisplayKey.PAN_LEFT)
        cells = self._fields()
        if not cells:
            await self.key(DisplayKey.PAN_LEFT)
            cells = self._fields()
        if not cells:
            return  # a message has come over the menu
        cell = self._chance.choice(cells)
        self.choices.append(self.text[cell:].split("  ")[0])
        await self.key(DisplayKey.ROUTING, cell)

    def _fields(self) -> list[int]:
        """Return a cell of every field but the one that leaves; fields of menus are two blanks apart."""
        found, at = [], 0
        for part in self.text.split("  "):
            if part.strip() and part.strip() != self._up:
                found.append(at + len(part) - len(part.lstrip()))
            at += len(part) + 2
        return found
