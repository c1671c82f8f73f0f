"""The line editor: prompt_toolkit reduced to one byte a key typed and one write an event.

A screen reader speaks what is printed, so nothing is printed twice: no menus, toolbars, suggestions, colours
or cursor reports, and one application for the whole session, which never repaints a line that was submitted.
Not here: words (the session owns them), pipes and dumb terminals (see `plain`).
"""

from __future__ import annotations

import codecs
import os
import select
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from functools import partial
from typing import TextIO, cast

from prompt_toolkit.application import Application
from prompt_toolkit.application.current import get_app_session, set_app
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.clipboard import InMemoryClipboard
from prompt_toolkit.cursor_shapes import CursorShape
from prompt_toolkit.data_structures import Size
from prompt_toolkit.document import Document
from prompt_toolkit.filters import Condition
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.input import Input
from prompt_toolkit.input.posix_utils import PosixStdinReader
from prompt_toolkit.key_binding import KeyBindings, KeyPress
from prompt_toolkit.key_binding.emacs_state import EmacsState
from prompt_toolkit.key_binding.key_processor import KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import BufferControl, Layout, Window
from prompt_toolkit.layout.mouse_handlers import MouseHandlers
from prompt_toolkit.layout.screen import Screen, WritePosition
from prompt_toolkit.lexers import SimpleLexer
from prompt_toolkit.output import ColorDepth, Output
from prompt_toolkit.output.vt100 import Vt100_Output
from prompt_toolkit.styles import Attrs

from .calls import Call, Calls, drop_typed, on_signals
from .frontend import Person
from .keys import KEYS, SILENCING
from .printable import abandon, output, printable, printable_line, write

__all__ = ["KEYS", "LineFrontEnd", "LineOutput", "usable"]

ERASE_SCROLLED = "\x1b[3J"
"""Has a terminal forget the lines that were scrolled out of its window (xterm's "Erase Saved Lines")."""
# Never sent, but it makes a typed space differ from an empty cell: one byte instead of a movement.
_STYLE = "underline"

# True in what a key or Tab asked for: its answer is printed at once even when events are held.
_asked: ContextVar[bool] = ContextVar("asked", default=False)


def usable() -> bool:
    """Tell whether this terminal understands escape sequences; where not (old Windows), be plain."""
    if sys.platform == "win32":
        from prompt_toolkit.output.windows10 import is_win_vt100_enabled

        return is_win_vt100_enabled()
    return True


class LineFrontEnd:
    """A person at a terminal who edits lines; `hold` keeps messages back while a line is half typed."""

    def __init__(self, *, hold: bool = False, prompt: str = "> ") -> None:
        self._hold = hold
        self._prompt = printable_line(prompt)
        self._history = InMemoryHistory()
        self._editor: _Editor | None = None
        self._leaving = False

    def show(self, text: str) -> None:
        """Print one or more whole lines in one write above what is typed. OSError: the terminal is gone."""
        if self._editor is not None:
            self._editor.show(printable(text))
        else:
            self._write(printable(text) + "\n")

    def push_away(self, *, clear: bool) -> None:
        """Scroll the screen empty in one write, and forget all that was typed. OSError: as `show`."""
        self._history = InMemoryHistory()
        drop_typed()
        if self._editor is not None:
            self._editor.push_away(self._history, clear=clear)
            return
        stdout = output()
        if stdout is not None:
            self._write("\n" * _size(stdout).rows + ERASE_SCROLLED * clear)

    async def run(self, person: Person) -> None:
        """Hand over lines and keys until `person.done`; the terminal is as before when this returns."""
        calls = Calls(person)
        editor = self._editor = _Editor(calls, self._history, hold=self._hold, prompt=self._prompt)
        try:
            with on_signals(calls.leave, "SIGTERM", "SIGHUP"), on_signals(editor.interrupt, "SIGINT"):
                await editor.run()
        except BaseException:
            calls.cancel()
            raise
        finally:
            self._editor = None
        self._leaving = calls.cut
        if editor.output.lost:
            abandon()
        for text in editor.kept:
            self._write(text + "\n")
        await calls.close()

    def _write(self, text: str) -> None:
        try:
            write(text)
        except OSError:
            if not self._leaving:
                raise
            abandon()  # That the terminal is gone must not keep the person from leaving in good order.


class LineOutput(Vt100_Output):
    """A terminal that is sent text and the few cursor movements a line needs."""

    def __init__(self, stdout: TextIO, on_loss: Callable[[], None]) -> None:
        super().__init__(stdout, partial(_size, stdout), enable_bell=False, enable_cpr=False)
        self.muted = True
        """What is painted goes nowhere: no prompt is to be seen."""
        self.held = False
        """What is written waits, to leave in one write."""
        self.lost = False
        """Nothing can be written any more."""
        self._on_loss = on_loss

    def say(self, lines: str) -> None:
        """Write whole lines, also while painting is muted."""
        super().write_raw(lines.replace("\n", "\r\n") + "\r\n")

    def push_away(self, *, clear: bool) -> None:
        """Scroll the window empty, also while painting is muted; `clear`: and what was scrolled away."""
        super().write_raw("\r\n" * self.get_size().rows + ERASE_SCROLLED * clear)

    def write_raw(self, data: str) -> None:
        """Paint something, unless muted."""
        if not self.muted:
            super().write_raw(data)

    def write(self, data: str) -> None:
        """Paint text, unless muted."""
        if not self.muted:
            super().write(data)

    def flush(self) -> None:
        """Send what was written, unless held; a terminal that is gone is told to `on_loss`."""
        if self.held or self.lost:
            return
        try:
            super().flush()
        except (OSError, ValueError):
            self.lost = True
            self._on_loss()

    def _nothing(self, *_: object) -> None:
        """Send nothing: no text would come of it, only traffic and a cursor that blinks off."""

    hide_cursor = show_cursor = reset_cursor_shape = reset_cursor_key_mode = reset_attributes = _nothing
    enable_autowrap = disable_autowrap = enable_bracketed_paste = disable_bracketed_paste = _nothing

    def set_attributes(self, attrs: Attrs, color_depth: ColorDepth) -> None:
        """Send nothing: the meaning is in the words."""

    def set_cursor_shape(self, cursor_shape: CursorShape) -> None:
        """Send nothing: the cursor is the terminal's."""


class _Editor:
    """One run of the line editor. Keys wait while a line is being answered, and are then typed anew."""

    def __init__(self, calls: Calls, history: InMemoryHistory, *, hold: bool, prompt: str) -> None:
        self.kept: list[str] = []
        stdout = output()
        assert stdout is not None  # nobody edits lines without a terminal (see `usable`)
        self.output = LineOutput(stdout, calls.leave)
        self._calls = calls
        self._person = calls.person
        self._hold = hold
        self._waiting = 0
        self._typed_ahead: list[KeyPress] = []
        self._buffer = Buffer(history=history, multiline=False, accept_handler=self._accept)
        self._buffer.on_text_changed += self._emptied
        self._app = _application(self._buffer, prompt, self._bindings(), self.output)

    async def run(self) -> None:
        """Edit lines until the calls are over."""
        self._calls.over.add_done_callback(lambda _: self._exit())
        if self._calls.over.done() or self._person.done:
            return
        try:
            # Its own handler of exceptions would wait for Enter; that of signals costs an import of ctypes.
            await self._app.run_async(self._start, set_exception_handler=False, handle_sigint=False)
        except EOFError:
            self._calls.leave()
        finally:
            self.output.muted = True

    def show(self, text: str) -> None:
        """Print `text`, or keep it while somebody types. Raises OSError."""
        if self._hold and self._buffer.text and not _asked.get():
            self.kept.append(text)
        else:
            self._print(text)

    def interrupt(self) -> None:
        """Throw away what is typed, also ahead, and have Ctrl-C answered at once."""
        typing = bool(self._buffer.text or self._typed_ahead)
        self._typed_ahead.clear()
        self._submit()
        self._buffer.reset()
        self._answer(partial(self._person.interrupted, typing=typing), self._calls.at_once)

    def push_away(self, history: InMemoryHistory, *, clear: bool) -> None:
        """Scroll the window empty and forget all that was typed, cut out or recorded. Raises OSError."""
        self.kept.clear()
        self._typed_ahead.clear()
        self._buffer.history = history
        self._buffer.reset()
        self._app.clipboard = InMemoryClipboard()
        self._app.emacs_state = EmacsState()
        self._write_anew(partial(self.output.push_away, clear=clear))

    def _print(self, text: str) -> None:
        self._write_anew(partial(self.output.say, text))

    def _write_anew(self, write: Callable[[], None]) -> None:
        """Have something written above what is typed. Raises OSError."""
        with self._one_write():
            if self.output.muted:
                write()
            else:
                self._app.renderer.erase()
                write()
                self._paint()
        if self.output.lost:
            raise OSError("the terminal is gone")

    def _paint(self) -> None:
        if self._app.is_done:
            return
        with set_app(self._app):
            self._app.renderer.render(self._app, self._app.layout)

    @contextmanager
    def _one_write(self) -> Iterator[None]:
        self.output.held = True
        try:
            yield
        finally:
            self.output.held = False
            self._app.output.flush()

    def _start(self) -> None:
        self.output.muted = False

    def _exit(self) -> None:
        if self._app.is_running and not self._app.is_done:
            self._app.exit()

    def _submit(self) -> None:
        """Leave the line as it stands and go to the next; what was kept comes first there."""
        if self.output.muted:
            return
        self._buffer.cursor_position = len(self._buffer.text)
        with self._one_write():
            self._paint()
            self.output.say("\n".join(["", *self.kept]))
        self.kept.clear()
        self._app.renderer.reset()
        self.output.muted = True

    def _answer(self, call: Call, start: Callable[[Call], None]) -> None:
        self._waiting += 1
        start(partial(self._answered, call))

    async def _answered(self, call: Call) -> None:
        await call()
        self._waiting -= 1
        if not (self._waiting or self._person.done or self._calls.over.done()):
            self._resume()

    def _resume(self) -> None:
        """Show the prompt again and type the keys that waited, up to the next line's end."""
        keys, self._typed_ahead = self._typed_ahead, []
        if self.output.muted:
            self._app.renderer.reset()
            self.output.muted = False
        with set_app(self._app):
            self._app.key_processor.feed_multiple(keys)
            self._app.key_processor.process_keys()
        self._paint()

    def _accept(self, buffer: Buffer) -> bool:
        self._calls.silence()
        line = printable_line(buffer.text)
        self._submit()
        self._answer(partial(self._person.typed, line), self._calls.in_turn)
        return False  # Do not keep the text.

    def _emptied(self, _: object) -> None:
        if self.kept and not self._buffer.text:
            text = "\n".join(self.kept)
            self.kept.clear()
            with suppress(OSError):  # The loss is known by now, and a key has nobody to tell.
                self._print(text)

    def _bindings(self) -> KeyBindings:
        waiting = Condition(lambda: self._waiting > 0)
        empty = Condition(lambda: not self._buffer.text)
        bindings = KeyBindings()
        bindings.add(Keys.Any, filter=waiting, eager=True)(self._wait)
        for names, word in KEYS:
            for name in names:
                # Eager: to silence the voice is possible also while a line is being answered.
                eager = waiting if word in SILENCING else False
                bindings.add(*_sequence(name), eager=eager)(partial(self._press, word))
        bindings.add("tab")(self._complete)
        bindings.add("c-c", eager=waiting)(lambda _: self.interrupt())
        bindings.add("c-d", filter=empty)(self._leave)
        bindings.add("c-z")(self._suspend)
        return bindings

    def _wait(self, event: KeyPressEvent) -> None:
        self._typed_ahead += event.key_sequence

    def _press(self, word: str, _: KeyPressEvent) -> None:
        if word in SILENCING:
            self._calls.silence()
        self._calls.in_turn(partial(self._ask, partial(self._person.key, word)))

    async def _ask(self, call: Call) -> None:
        _asked.set(True)  # For this call only: it is a task of its own.
        await call()

    def _complete(self, _: KeyPressEvent) -> None:
        self._answer(partial(self._ask, partial(self._fill_in, self._buffer.text)), self._calls.in_turn)

    async def _fill_in(self, text: str) -> None:
        completed = printable_line(await self._person.tab(text))
        if self._buffer.text == text != completed:  # Ctrl-C may have come between.
            self._buffer.document = Document(completed)

    def _leave(self, _: KeyPressEvent) -> None:
        self._submit()
        self._answer(self._person.left, self._calls.in_turn)

    def _suspend(self, _: KeyPressEvent) -> None:
        self._app.suspend_to_background()  # Does nothing where there is no such thing.


class _Row(Window):
    """The line typed. Its rows all look alike; a mark on the last one would have the others painted anew."""

    def write_to_screen(
        self,
        screen: Screen,
        mouse_handlers: MouseHandlers,
        write_position: WritePosition,
        parent_style: str,
        erase_bg: bool,
        z_index: int | None,
    ) -> None:
        super().write_to_screen(screen, mouse_handlers, write_position, parent_style, erase_bg, z_index)
        above = WritePosition(write_position.xpos, 0, write_position.width, max(0, screen.height - 1))
        screen.fill_area(above, "class:last-line", after=True)


def _application(buffer: Buffer, prompt: str, bindings: KeyBindings, output: LineOutput) -> Application[None]:
    control = BufferControl(buffer, lexer=SimpleLexer(_STYLE), include_default_input_processors=False)
    window = _Row(
        control,
        wrap_lines=True,
        dont_extend_height=True,
        get_line_prefix=lambda line, wrapped: [] if line or wrapped else [(_STYLE, prompt)],
    )
    return Application(
        layout=Layout(window),
        key_bindings=bindings,
        color_depth=ColorDepth.DEPTH_1_BIT,
        erase_when_done=True,
        terminal_size_polling_interval=None if hasattr(signal, "SIGWINCH") else 0.5,
        input=_input(),
        output=_terminal(output),
    )


def _terminal(output: LineOutput) -> Output:
    """Return the way to the terminal. On Windows every flush must switch escape sequences on and back."""
    if sys.platform == "win32":
        from prompt_toolkit.output.windows10 import Windows10_Output

        windows = Windows10_Output(output())
        windows.vt100_output = output
        return cast(Output, windows)
    return output


def _input() -> Input:
    """Return the keyboard."""
    keyboard = get_app_session().input
    if sys.platform != "win32":
        from prompt_toolkit.input.vt100 import Vt100Input

        if isinstance(keyboard, Vt100Input):
            encoding = getattr(sys.stdin, "encoding", None)
            keyboard.stdin_reader = _Reader(keyboard.fileno(), encoding or "utf-8")
    return keyboard


class _Reader(PosixStdinReader):
    """A keyboard whose failure is its end; the original would try again at once, for ever.

    Only an end that is still there at a second look is one: that a key was to be had and then was not, as
    when another reader of the same terminal was quicker, must not end a game.
    """

    def __init__(self, descriptor: int, encoding: str) -> None:
        super().__init__(descriptor, encoding=encoding)
        self._decoder = codecs.getincrementaldecoder(encoding)("replace")

    def read(self, count: int = 1024) -> str:
        data = self._look(count)
        if data == b"":
            data = self._look(count)
            self.closed = data == b""
        return self._decoder.decode(data or b"")

    def _look(self, count: int) -> bytes | None:
        """Return what was typed, None if nothing was, b"" if the terminal says that it is at its end."""
        try:
            if self.closed or not select.select([self.stdin_fd], [], [], 0)[0]:
                return None
            return os.read(self.stdin_fd, count)
        except BlockingIOError:
            return None
        except OSError:
            return b""


def _sequence(name: str) -> tuple[str, ...]:
    """Return what a key of `KEYS` sends: "Alt+R" is Escape and r."""
    modifier, _, key = name.lower().rpartition("+")
    return {"": (key,), "alt": ("escape", key), "ctrl": (f"c-{key}",)}[modifier]


def _size(stdout: TextIO) -> Size:
    try:
        columns, rows = os.get_terminal_size(stdout.fileno())
    except (OSError, ValueError):
        columns, rows = 0, 0
    return Size(rows=rows or 24, columns=columns or 80)
