"""What a terminal front end asks of its person, and when it ends. Not here: reading and printing."""

from __future__ import annotations

import asyncio
import signal
import sys
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial

from .frontend import Person

Call = Callable[[], Awaitable[None]]

# The contract has no signal for "done", and a table may end while nobody types.
_LOOK_AGAIN = 0.1


class Calls:
    """Calls to one person, in turn or at once, until one of them fails or the person is done."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.over: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.cut = False
        """The input ended without the person's doing: the terminal is gone, or a signal came."""
        self._error: Exception | None = None
        self._turn = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()
        self.at_once(self._watch)

    def at_once(self, call: Call) -> None:
        """Start `call` now, whatever else is still being answered."""
        task = asyncio.create_task(self._guard(call))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def in_turn(self, call: Call) -> None:
        """Start `call` when all calls given here before are answered."""
        self.at_once(partial(self._when_free, call))

    def silence(self) -> None:
        """Stop the voice now."""
        try:
            self.person.silence()
        except Exception as error:
            self._fail(error)

    def end(self) -> None:
        """Have `over` come true."""
        if not self.over.done():
            self.over.set_result(None)

    def leave(self) -> None:
        """End without the person having asked for it; `close` will tell."""
        self.cut = True
        self.end()

    def cancel(self) -> None:
        """End, and break off what is still being answered."""
        self.end()
        for task in self._tasks:
            task.cancel()

    async def close(self) -> None:
        """Break off what is still being answered, tell the person if it was cut, raise what a call raised."""
        self.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self.cut and not self.person.done:
            await self.person.left()
        if self._error is not None:
            raise self._error

    async def _when_free(self, call: Call) -> None:
        async with self._turn:  # A lock lets its waiters in first come, first served.
            await call()

    async def _guard(self, call: Call) -> None:
        try:
            await call()
        except Exception as error:
            self._fail(error)
        if self.person.done:
            self.end()

    def _fail(self, error: Exception) -> None:
        # That the terminal is gone is why it was cut; it is no failure of the call that noticed.
        if not (self.cut and isinstance(error, OSError)):
            self._error = self._error or error
        self.end()

    async def _watch(self) -> None:
        while not self.person.done:
            await asyncio.sleep(_LOOK_AGAIN)


def drop_typed() -> None:
    """Have the system forget what was typed and not yet read, where standard input is a terminal."""
    if sys.platform == "win32":
        import msvcrt

        while msvcrt.kbhit():
            msvcrt.getwch()
        return
    import termios

    with suppress(termios.error, AttributeError, OSError, ValueError):
        termios.tcflush(sys.stdin.fileno(), termios.TCIFLUSH)


@contextmanager
def on_signals(call: Callable[[], None], *names: str) -> Iterator[None]:
    """Have `call` run in the event loop at these signals; one that is ignored (nohup) stays ignored."""
    loop = asyncio.get_running_loop()
    before = {}
    for number in _catchable(names):
        before[number] = signal.getsignal(number)
        try:
            loop.add_signal_handler(number, call)
        except NotImplementedError:  # Windows
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(call))
    try:
        yield
    finally:
        for number, handler in before.items():
            with suppress(NotImplementedError):
                loop.remove_signal_handler(number)
            signal.signal(number, signal.SIG_DFL if handler is None else handler)


def _catchable(names: tuple[str, ...]) -> list[signal.Signals]:
    if threading.current_thread() is not threading.main_thread():
        return []  # Python lets no other thread catch signals.
    known = [signal.Signals[name] for name in names if name in signal.Signals.__members__]
    return [number for number in known if signal.getsignal(number) is not signal.SIG_IGN]
