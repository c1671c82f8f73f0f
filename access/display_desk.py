"""A braille display with keys, as one person's output and input: a whole game can be played from it alone.

Here: what each key does. Not here: which keys a display has (see `speech.display_keys`), what is on the line
and what can be done (the game's words say so), and the cells (see `speech.braille`).
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from enum import StrEnum
from typing import TYPE_CHECKING

from speech.braille import BrailleWindow, Field, Group
from speech.cells import UNICODE_BRAILLE, text_of
from speech.choices import Choice, about
from speech.display_keys import ALIKE, DisplayKey, Key
from speech.display_text import DisplayText
from speech.outputs import Brailled
from speech.utterance import Given

if TYPE_CHECKING:
    from .session import Session


class Spot(StrEnum):
    """Owners of fields that are no objects of the game."""

    ACT = "act"
    UP = "up"
    YES = "yes"
    NO = "no"
    TEXT = "text"


STARTLE = 0.3
"""Seconds that a reader needs to notice that something else is under the fingers."""
CHOICE = "choice "
"""Begins the owner of a field on a menu; the number of the choice stands behind it."""
SPOKEN_KEYS: Mapping[DisplayKey, str] = {
    DisplayKey.PREVIOUS_MESSAGE: "previous",
    DisplayKey.NEXT_MESSAGE: "next",
}
"""Keys that stand for a word."""


class DisplayDesk(Brailled):
    """An output of a session that also takes the keys of its display.

    `seconds`: messages that have been shown so long make room by themselves; 0: they stay until a key. A key
    that was pressed less than `startle` seconds after a message came over the line was meant for the line,
    and would put the message away unread; so it does nothing.
    """

    keyed = True

    def __init__(
        self, window: BrailleWindow, text: DisplayText, seconds: float = 0.0, startle: float = STARTLE
    ) -> None:
        super().__init__(window)
        self._text, self._seconds, self._startle = text, seconds, startle
        self._came = float("-inf")
        """When a message last came over the line without having been asked for."""
        self._keys: asyncio.Queue[tuple[Key, float]] = asyncio.Queue()
        self._session: Session | None = None
        self._menus: list[tuple[Choice, ...]] = []
        self._typed = ""
        self._touched: tuple[int, str] | None = None
        """The cell and the object that was named last; a second press there chooses it."""
        self._read = asyncio.Event()
        self._timer: asyncio.TimerHandle | None = None

    # -- an output

    async def give(self, given: Given) -> None:
        was_reading = self.window.reading
        await super().give(given)
        if self.window.reading and not was_reading and not given.asked:
            self._came = time.monotonic()
        self._arm()

    def set_line(self, line: Sequence[Group]) -> None:
        """As `Output.set_line`; who can act finds a field for that at the end of the line."""
        act = [Group((Field(self._text.act(), Spot.ACT),))] if self._choices() else []
        super().set_line([*line, *act])
        if self._session is not None and self._session.asking:
            return
        if self._menus or self._typed:  # what they offered may no longer be possible
            self._menus = [self._choices()] if self._menus and self._choices() else []
            self._show_menu()

    async def caught_up(self) -> None:
        """Return when everything that was given has been read."""
        while self.window.reading:
            self._read.clear()
            await self._read.wait()

    # -- keys

    def attach(self, session: Session) -> None:
        """Take the person at whose place the display stands."""
        self._session = session

    def pressed(self, key: Key) -> None:
        """Take a key; called in the event loop's thread. It is done in its turn by `run`."""
        self._keys.put_nowait((key, time.monotonic()))

    async def run(self) -> None:
        """Do what the keys say, one after the other, until cancelled."""
        while True:
            key, when = await self._keys.get()
            if not self.window.reading or when - self._came >= self._startle:
                await self.press(key)

    async def press(self, key: Key) -> None:
        """Do what one key says."""
        session = self._session
        assert session is not None
        touched, self._touched = self._touched, None
        match ALIKE.get(key.kind, key.kind):
            case DisplayKey.ROUTING if key.cell is not None:
                await self._route(session, key.cell, touched)
            case DisplayKey.DESCRIBE if key.cell is not None:
                await self._name(session, key.cell)
            case DisplayKey.PAN_RIGHT:
                self.window.forward()
            case DisplayKey.PAN_LEFT:
                self.window.back()
            case DisplayKey.NEXT:
                self.window.group(1)
            case DisplayKey.PREVIOUS:
                self.window.group(-1)
            case DisplayKey.FIRST:
                self.window.home()
            case DisplayKey.LAST:
                self.window.end()
            case DisplayKey.HOME:
                self._leave_menus()
                self.window.home()
            case DisplayKey.BACK:
                await self._back(session)
            case DisplayKey.ENTER:
                await self._enter(session)
            case DisplayKey.TEXT:
                self._type(key.char)
            case DisplayKey.ERASE:
                self._typed = self._typed[:-1]
                self._show_menu()
            case DisplayKey.TAB:
                self._typed = await session.tab(self._typed)
                self._show_menu()
            case DisplayKey.SILENCE:
                session.stop_voice()
            case kind if kind in SPOKEN_KEYS:
                await session.typed(SPOKEN_KEYS[kind])
            case _:
                await session.say(self._text.key_without_use(), "key")
        self._after(session)

    def _after(self, session: Session) -> None:
        """After a key: ask what is open when all is read, and tell who waits for that."""
        if not self.window.reading:
            self._read.set()
            if session.asking and not self._menus and not self._typed:
                self._show_menu()
        self._arm()

    # -- routing keys

    async def _route(self, session: Session, cell: int, touched: tuple[int, str] | None) -> None:
        if self.window.reading:
            self.window.dismiss()
            if touched is None or touched[0] != cell:
                return  # who presses during a message wants it gone
            owner: str | None = touched[1]
        else:
            owner = self.window.owner(cell)
        match owner:
            case None:
                await session.say(self._text.nothing_here(), "routing")
            case Spot.ACT:
                await self._open(session, self._choices())
            case Spot.UP:
                await self._back(session)
            case Spot.YES | Spot.NO:
                self._leave_menus()
                await session.typed(owner)
            case Spot.TEXT:
                await self._enter(session)
            case _ if owner.startswith(CHOICE):
                await self._choose(session, self._menus[-1][int(owner.removeprefix(CHOICE))])
            case _ if touched == (cell, owner):
                choices = about(self._choices(), owner)
                if choices:
                    await self._open(session, choices)
                else:
                    await session.say(self._text.nothing_to_do(), "routing")
            case _:
                await self._tell(session, cell, owner)

    async def _name(self, session: Session, cell: int) -> None:
        """Name what is under a cell and do no more."""
        owner = self.window.owner(cell)
        if owner is None:
            await session.say(self._text.nothing_here(), "routing")
        else:
            await self._tell(session, cell, owner)

    async def _tell(self, session: Session, cell: int, owner: str) -> None:
        if owner in set(Spot) or owner.startswith(CHOICE):
            await session.say(self._text.key_without_use(), "key")
            return
        self._touched = (cell, owner)
        await session.say(session.described(owner), "object")

    async def _choose(self, session: Session, choice: Choice) -> None:
        if choice.action is None:
            await self._open(session, choice.more)
            return
        self._leave_menus()
        await session.act(choice.action)

    # -- menus

    def _choices(self) -> tuple[Choice, ...]:
        session = self._session
        if session is None or session.seat is None or session.done:
            return ()
        return session.senpai.game.choices(session.view)

    async def _open(self, session: Session, choices: tuple[Choice, ...]) -> None:
        if not choices:
            await session.say(self._text.no_choice(), "choices")
            return
        self._menus.append(choices)
        self._show_menu()

    def _leave_menus(self) -> None:
        self._menus, self._typed = [], ""
        self.window.close_menu()

    def _show_menu(self) -> None:
        """Show what is typed, the open question, the innermost menu, or else the line."""
        session = self._session
        if self._typed:
            shown = self._typed[-(self.window.display.width - 1) :]
            self.window.open_menu(
                [Group((Field(shown, Spot.TEXT), Field(" ", Spot.TEXT, marked=True)), gap=False)]
            )
        elif session is not None and session.asking:
            fields = [Field(self._text.yes(), Spot.YES), Field(self._text.take_back(), Spot.NO)]
            self.window.open_menu(_apart(fields))
        elif self._menus:
            offered = [
                Field(choice.label, f"{CHOICE}{number}") for number, choice in enumerate(self._menus[-1])
            ]
            self.window.open_menu(_apart([*offered, Field(self._text.up(), Spot.UP)]))
        else:
            self.window.close_menu()

    async def _back(self, session: Session) -> None:
        """Leave the innermost thing: what is typed, a message, the question, a menu."""
        if self._typed:
            self._typed = ""
            self._show_menu()
        elif self.window.reading:
            self.window.dismiss()
        elif session.asking:
            self._leave_menus()
            await session.typed("no")
        elif self._menus:
            self._menus.pop()
            self._show_menu()
        else:
            self.window.home()

    async def _enter(self, session: Session) -> None:
        """Submit what is typed, say yes to the open question, or open the menu of all that can be done."""
        line, self._typed = self._typed, ""
        if line:
            self._show_menu()
            session.silence()
            await session.typed(line)
        elif session.asking:
            self._leave_menus()
            await session.typed("yes")
        elif not self._menus:
            await self._open(session, self._choices())

    def _type(self, char: str) -> None:
        dots = [ord(each) - UNICODE_BRAILLE for each in char if 0 <= ord(each) - UNICODE_BRAILLE < 256]
        self._typed += text_of(dots, self.window.lang) if dots else char
        self._show_menu()

    # -- messages that make room by themselves

    def _arm(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._seconds and self.window.reading:
            with suppress(RuntimeError):  # no event loop: nothing is played
                self._timer = asyncio.get_running_loop().call_later(self._seconds, self._time_is_up)

    def _time_is_up(self) -> None:
        self.window.forward()
        if self._session is not None:
            self._after(self._session)


def _apart(fields: Sequence[Field]) -> list[Group]:
    """Return the fields of a menu two blanks apart, since some of them have a blank in them."""
    return [Group((field, Field(" ", field.owner)), gap=False) for field in fields]
