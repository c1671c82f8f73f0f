"""The braille displays of several people who share a machine: each has a window of their own on its display.

Only the window of who sits there reaches the display, and only its desk gets the keys; before the next one
shows, the one before has forgotten its messages, its menus and its line. A display that is one person's alone
is none of that: it is served beside it. Not here: who sits when (see `hot_seat`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

from speech.braille import BrailleWindow, Field, Group, Look
from speech.devices import Display
from speech.devices.terminal_braille import TerminalBraille
from speech.display_keys import DisplayKey, Key
from speech.display_text import DisplayText
from speech.handover_text import HandoverText
from speech.outputs import Brailled, Flashed, Output
from speech.words import Words

from .braille_route import DISPLAY, BrailleRoute
from .display_desk import DisplayDesk
from .settings import Settings

if TYPE_CHECKING:
    from speech.devices.brlapi import BrlapiDisplay, State
    from speech.devices.windows_reader import WindowsReader

    from .hot_seat import Door, Seated
    from .session import Session

HAND_OVER = "hand over"
"""The owner of the field that hands the machine over."""


class Pane:
    """The display as one person's window has it: what is written while it is closed goes nowhere."""

    def __init__(self, display: Display) -> None:
        self._display = display
        self.holds = display.holds
        self.open = False

    @property
    def width(self) -> int:
        return self._display.width

    @property
    def rows(self) -> int:
        return self._display.rows

    def write(self, cells: Sequence[int], text: str) -> None:
        if self.open:
            self._display.write(cells, text)


class SeatDesk(DisplayDesk):
    """The desk of one who sits there: Enter, or the field at the line's end, hands the machine over."""

    seated: Seated

    def set_line(self, line: Sequence[Group]) -> None:
        if self.seated.hands_over:
            field = Field(HandoverText(self.seated.senpai.words).field(), HAND_OVER)
            line = [*line, Group((field,))]
        super().set_line(line)

    async def _route(self, session: Session, cell: int, touched: tuple[int, str] | None) -> None:
        if not self.window.reading and self.window.owner(cell) == HAND_OVER:
            await self.seated.hand_over()
        else:
            await super()._route(session, cell, touched)

    async def _tell(self, session: Session, cell: int, owner: str) -> None:
        if owner == HAND_OVER:
            await session.say(self._text.key_without_use(), "key")
        else:
            await super()._tell(session, cell, owner)

    async def _enter(self, session: Session) -> None:
        free = not (self._typed or self._menus or session.asking)
        if self.seated.hands_over and free:
            await self.seated.hand_over()
        elif self.seated.waits_for_display and free:
            await session.typed("")
        else:
            await super()._enter(session)


class DoorDesk(DisplayDesk):
    """The desk while nobody sits there: Enter or a routing key is the word of who sits down."""

    async def _route(self, session: Session, cell: int, touched: tuple[int, str] | None) -> None:
        if self.window.reading:
            self.window.dismiss()
        else:
            await session.typed("")

    async def _enter(self, session: Session) -> None:
        if self._typed:
            await super()._enter(session)
        else:
            await session.typed("")


async def _forget(output: Brailled) -> None:
    """Have a window that is not shown leave its menus and messages, and what is typed and on the line."""
    if isinstance(output, DisplayDesk):
        await output.press(Key(DisplayKey.HOME))
    else:
        output.window.home()
    output.window.set_line([])


class SharedDisplay:
    """The display of a machine, and the windows of all who use it; none where the settings want none."""

    def __init__(self, chosen: Settings, show: Callable[[str], None], display: Display | None = None) -> None:
        self._route, self._show = chosen.braille, show
        self._reader: WindowsReader | None = None
        self._brlapi: BrlapiDisplay | None = None
        self._display = display or self._opened(chosen.braille)
        self._keyed = display is not None or self._brlapi is not None
        self._outputs: dict[Session, tuple[Pane, Brailled]] = {}
        self._current: Session | None = None
        self._keys: asyncio.Queue[Key] = asyncio.Queue()
        self._lost = False
        self._own: list[tuple[BrailleRoute, Seated]] = []

    def _opened(self, route: str) -> Display | None:
        if route == "terminal":
            return TerminalBraille(self._show)
        if route == "reader":
            self._open_reader()
        elif route != "none":
            from speech.devices.brlapi import make

            self._brlapi = make(lambda trouble, detail: None, route)
        return self._brlapi

    def _open_reader(self) -> WindowsReader:
        if self._reader is None:
            from speech.devices.windows_reader import WindowsReader

            # As in `braille_route`: the doctor knows more, and print goes on.
            self._reader = WindowsReader(lambda trouble, detail: None)
        return self._reader

    # -- windows

    def output(self, own: Settings, lang: str, desk: type[DisplayDesk]) -> list[Output]:
        """Return the braille output of one person, or of those who stand at the door.

        It is the machine's, unless a person wants another way there; a display of their own comes beside it.
        """
        theirs = own.braille not in (self._route, DISPLAY) and not own.braille.startswith(f"{DISPLAY}:")
        route = own.braille if theirs else self._route
        if route == "reader":
            from speech.devices.windows_reader import ReaderBraille

            return [Flashed(ReaderBraille(self._open_reader()).flash)]
        display = self._display
        if theirs:
            display = TerminalBraille(self._show) if route == "terminal" else None
        if display is None:
            return []
        look = Look("" if own.digits == "usual" else own.digits, own.six, own.prose)
        window = BrailleWindow(Pane(display), lang, look)
        if self._keyed and not theirs:
            return [desk(window, DisplayText(Words(lang)), own.seconds)]
        return [Brailled(window)]

    def add(self, route: BrailleRoute, session: Seated) -> None:
        """Take a display that is this person's alone, to serve it beside the others."""
        self._own.append((route, session))

    def belongs(self, outputs: Sequence[Output], session: Seated | Door) -> None:
        """Take whose outputs these are."""
        for output in outputs:
            if not isinstance(output, Brailled):
                continue
            pane = output.window.display
            assert isinstance(pane, Pane)
            self._outputs[session] = (pane, output)
            if isinstance(output, DisplayDesk):
                output.attach(session)
            if isinstance(output, SeatDesk):
                from .hot_seat import Seated

                assert isinstance(session, Seated)
                output.seated = session

    async def turn_to(self, session: Session) -> None:
        """Show another one's window, empty as yet; the one before has forgotten everything."""
        before, self._current = self._current, session
        for one in (before, session):
            if one is not None and one in self._outputs:
                pane, output = self._outputs[one]
                pane.open = False
                await _forget(output)
        if self._display is not None and self._display.holds:
            self._display.write([], "")  # also where somebody else's way is another one
        if session in self._outputs:
            pane, output = self._outputs[session]
            pane.open = True
            if pane.holds:
                output.window.resized()

    # -- keys and troubles

    def pressed(self, key: Key) -> None:
        """Take a key; called in the event loop's thread. It is done in its turn, by who sits there then."""
        self._keys.put_nowait(key)

    async def run(self) -> None:
        """Do what the keys say, one after the other, until cancelled."""
        while True:
            key = await self._keys.get()
            found = None if self._current is None else self._outputs.get(self._current)
            if found is not None and isinstance(found[1], DisplayDesk):
                await found[1].press(key)

    def forget_keys(self) -> None:
        """Drop the keys that were pressed ahead."""
        while not self._keys.empty():
            self._keys.get_nowait()

    @contextmanager
    def at(self, door: Session) -> Iterator[None]:
        """Serve the table as long as the game lasts; `door` gives alarms to whoever is there."""
        loop = asyncio.get_running_loop()
        keys = asyncio.create_task(self.run())
        brlapi = self._brlapi

        def changed(state: State) -> None:
            if not loop.is_closed():
                asyncio.run_coroutine_threadsafe(self._changed(door, state), loop)

        def pressed(key: Key) -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(self.pressed, key)

        if brlapi is not None:
            brlapi.on_change, brlapi.on_key = changed, pressed
            changed(brlapi.state)  # what came before anybody listened
        try:
            with ExitStack() as stack:
                for route, session in self._own:
                    stack.enter_context(route.at(session))
                yield
        finally:
            keys.cancel()
            if brlapi is not None:
                brlapi.on_change = brlapi.on_key = None
                brlapi.close()
            if self._reader is not None:
                self._reader.close()

    async def _changed(self, door: Session, state: State) -> None:
        """Tell that the display was lost or is back, once each; lay the line out for its size."""
        from speech.devices.brlapi import State

        if state is State.READY:
            if self._current is not None and self._current in self._outputs:
                self._outputs[self._current][1].window.resized()
            if self._lost:
                self._lost = False
                await door.warn(door.house.output_back("braille"))
        elif state is not State.STARTING and not self._lost:
            self._lost = True
            await door.warn(door.house.output_lost("braille"))
