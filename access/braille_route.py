"""Where braille goes: to a display by way of BRLTTY, through the screen reader, or to the terminal.

Not here: the display (see `speech.devices.brlapi`), and what its keys do (see `display_desk`).
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from speech.braille import BrailleWindow, Look
from speech.devices.terminal_braille import TerminalBraille
from speech.display_text import DisplayText
from speech.outputs import Brailled, Flashed, Output
from speech.words import Words

from .display_desk import DisplayDesk
from .settings import Settings

if TYPE_CHECKING:
    from speech.devices.brlapi import BrlapiDisplay, State
    from speech.devices.windows_reader import WindowsReader
    from speech.display_keys import Key

    from .session import Session


DISPLAY = "brlapi"
"""Begins every route to a display by way of BRLTTY."""
HERE = frozenset({"", "localhost", "127.0.0.1", "::1", "[::1]"})
"""What BrlAPI may be told for this machine."""


def server_of(route: str) -> tuple[str, str]:
    """Return the host and slot of a route to a display; ways to write the same one are equal."""
    host = route.partition(":")[2] or os.environ.get("BRLAPI_HOST") or ":0"
    name, _, slot = host.rpartition(":") if ":" in host else (host, "", "")
    return "" if name.casefold() in HERE else name.casefold(), slot or "0"


def displays_of_their_own(machine: str, routes: Sequence[str]) -> tuple[list[bool], list[bool]]:
    """Return for each person's route whether it leads to a display that is theirs alone.

    `machine`: the machine's route. The second list tells who names a display that another one names, too, so
    that it belongs to nobody.
    """
    servers = [server_of(route) if route.startswith(DISPLAY) else None for route in routes]
    taken = server_of(machine) if machine.startswith(DISPLAY) else None
    named = [server is not None and server != taken for server in servers]
    alone = [wanted and servers.count(server) == 1 for wanted, server in zip(named, servers, strict=True)]
    return alone, [wanted and not own for wanted, own in zip(named, alone, strict=True)]


class BrailleRoute:
    """The braille outputs of one session, and the way of a display's keys and troubles into it."""

    def __init__(self, outputs: Sequence[Output] = ()) -> None:
        self.outputs = tuple(outputs)

    @contextmanager
    def at(self, session: Session) -> Iterator[None]:
        """Serve the session as long as the game lasts. Called in the event loop."""
        yield


class DisplayRoute(BrailleRoute):
    """A display that is reached by BrlAPI."""

    def __init__(self, display: BrlapiDisplay, desk: DisplayDesk) -> None:
        super().__init__([desk])
        self._display, self._desk = display, desk
        self._lost = False

    @contextmanager
    def at(self, session: Session) -> Iterator[None]:

        loop = asyncio.get_running_loop()

        def changed(state: State) -> None:
            if not loop.is_closed():
                asyncio.run_coroutine_threadsafe(self._changed(session, state), loop)

        def pressed(key: Key) -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(self._desk.pressed, key)

        self._desk.attach(session)
        self._display.on_change = changed
        self._display.on_key = pressed
        keys = asyncio.create_task(self._desk.run())
        changed(self._display.state)  # what came before anybody listened
        try:
            yield
        finally:
            keys.cancel()
            self._display.on_change = self._display.on_key = None
            self._display.close()

    async def _changed(self, session: Session, state: State) -> None:
        """Tell that the display was lost or is back, once each; lay the line out for its size."""
        from speech.devices.brlapi import State

        if state is State.READY:
            self._desk.window.resized()
            if self._lost:
                self._lost = False
                await session.display_changed(lost=False)
        elif state is not State.STARTING and not self._lost:
            self._lost = True
            await session.display_changed(lost=True)


class ReaderRoute(BrailleRoute):
    """The display of the person's screen reader, for messages alone."""

    def __init__(self, reader: WindowsReader, output: Output) -> None:
        super().__init__([output])
        self._reader = reader

    @contextmanager
    def at(self, session: Session) -> Iterator[None]:
        try:
            yield
        finally:
            self._reader.close()


def brailled(chosen: Settings, lang: str, show: Callable[[str], None]) -> BrailleRoute:
    """Return the way that the settings want; `show` prints on the terminal."""
    look = Look("" if chosen.digits == "usual" else chosen.digits, chosen.six, chosen.prose)
    if chosen.braille == "terminal":
        return BrailleRoute([Brailled(BrailleWindow(TerminalBraille(show), lang, look))])
    if chosen.braille == "none":
        return BrailleRoute()
    if chosen.braille == "reader":
        from speech.devices.windows_reader import ReaderBraille, WindowsReader

        # What it reports is not told: the doctor knows more, and print goes on.
        reader = WindowsReader(lambda trouble, detail: None)
        return ReaderRoute(reader, Flashed(ReaderBraille(reader).flash))
    from speech.devices.brlapi import make

    display = make(lambda trouble, detail: None, chosen.braille)
    window = BrailleWindow(display, lang, look)
    return DisplayRoute(display, DisplayDesk(window, DisplayText(Words(lang)), chosen.seconds))
