"""Questions on a braille display before any game: shown there, and answered by its keys or the keyboard.

The keys of a braille keyboard come here while the display is ours, so a line typed there counts like one of
the keyboard. Not here: the display (see `speech.devices.brlapi`), and the questions (see `first_start`).
"""

from __future__ import annotations

import os
import select
import sys
from contextlib import suppress
from threading import Lock

from speech.braille import BrailleWindow, Field, Group
from speech.cells import UNICODE_BRAILLE, text_of
from speech.devices.brlapi import State, make
from speech.display_keys import DisplayKey, Key
from speech.utterance import Urgency

from .menu import read_line

_FORWARD = frozenset({DisplayKey.PAN_RIGHT, DisplayKey.NEXT, DisplayKey.HALF_RIGHT, DisplayKey.RIGHT})
_BACK = frozenset({DisplayKey.PAN_LEFT, DisplayKey.PREVIOUS, DisplayKey.HALF_LEFT, DisplayKey.LEFT})
"""Keys that read on and back; which of them the rockers of a display are depends on the display."""


class BrailleQuestion:
    """A display for messages and short answers, until `close`."""

    def __init__(self, lang: str) -> None:
        self._display = make(lambda trouble, detail: None)
        self._window = BrailleWindow(self._display, lang)
        self._lock = Lock()
        self._typed = ""
        self._answers, self._answered = os.pipe()
        self._display.on_change, self._display.on_key = self._changed, self._pressed

    def ask(self, text: str, answers: int) -> None:
        """Show a message; behind it are the numbers of the answers, each chosen by its routing key."""
        with self._lock:
            self._typed = ""
            self._window.close_menu()
            self._window.home()
            numbers = [str(number) for number in range(1, answers + 1)]
            self._window.set_line([Group((Field(number, number),)) for number in numbers])
            self._window.message(text, Urgency.ANSWER)

    def read_line(self) -> str | None:
        """Return the next line of the keyboard or of the display's keys; None: the keyboard's input ended."""
        ready, _, _ = select.select([sys.stdin, self._answers], [], [])
        if self._answers not in ready:
            return read_line()
        line = b""
        while not line.endswith(b"\n"):
            line += os.read(self._answers, 1)
        return line.decode().strip()

    def close(self) -> None:
        """Give the display back."""
        self._display.on_change = self._display.on_key = None
        self._display.close()
        with self._lock:
            ends, self._answered = (self._answers, self._answered), -1
        for end in ends:
            os.close(end)

    # -- called by the display's threads

    def _changed(self, state: State) -> None:
        if state is State.READY:
            with self._lock:
                self._window.resized()

    def _pressed(self, key: Key) -> None:
        with self._lock:
            if self._answered >= 0:
                self._take(key)

    def _take(self, key: Key) -> None:
        window = self._window
        match key.kind:
            case kind if kind in _FORWARD:
                window.forward()
            case kind if kind in _BACK:
                window.back()
            case DisplayKey.ROUTING if key.cell is not None and not window.reading and not self._typed:
                if (number := window.owner(key.cell)) is not None:
                    self._submit(number)
            case DisplayKey.ROUTING:
                window.dismiss()
            case DisplayKey.ENTER:
                self._submit(self._typed)
            case DisplayKey.TEXT:
                self._type(self._typed + _character(key.char, window.lang))
            case DisplayKey.ERASE | DisplayKey.DELETE:
                self._type(self._typed[:-1])
            case DisplayKey.HOME | DisplayKey.FIRST | DisplayKey.LINE_START:
                window.home()
            case _:
                pass  # The question stays as it is.

    def _type(self, text: str) -> None:
        self._typed = text
        self._window.dismiss()
        if text:
            self._window.open_menu([Group((Field(text[1 - self._display.width :], "typed"),))])
        else:
            self._window.close_menu()

    def _submit(self, line: str) -> None:
        self._type("")
        with suppress(OSError):
            os.write(self._answered, f"{line}\n".encode())


def _character(char: str, lang: str) -> str:
    """Return what was typed; dots that no table was asked about are read as computer braille."""
    dots = ord(char) - UNICODE_BRAILLE if len(char) == 1 else -1
    return text_of([dots], lang) if 0 <= dots < 256 else char
