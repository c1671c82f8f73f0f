"""Guards around other people's libraries: a time limit, no word on the terminal, and what COM asks for.

Not here: what goes on in other processes, or what C code writes by itself (see `mixer` and `espeak`).
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from queue import Empty, SimpleQueue
from threading import Lock, Thread, get_ident
from typing import Any, TypeVar

T = TypeVar("T")


def within(seconds: float, job: Callable[[], T]) -> T:
    """Return what `job` returns, run on a thread of its own; if it hangs, that thread is left alone.

    :raises TimeoutError: it took longer. What `job` raises is passed on.
    """
    answers: SimpleQueue[tuple[T, None] | tuple[None, BaseException]] = SimpleQueue()

    def run() -> None:
        try:
            answers.put((job(), None))
        except BaseException as error:
            answers.put((None, error))

    Thread(target=run, name="with a time limit", daemon=True).start()
    try:
        result, error = answers.get(timeout=seconds)
    except Empty:
        raise TimeoutError(f"no answer in {seconds} seconds") from None
    if error is not None:
        raise error
    return result  # type: ignore[return-value]  # None only beside an error


class _Stream:
    """Standard output or error, deaf to the threads that are to be quiet."""

    def __init__(self, stream: Any) -> None:
        self.stream = stream

    def write(self, text: str) -> int:
        return len(text) if get_ident() in _quiet else int(self.stream.write(text))

    def writelines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)


_quiet: list[int] = []
"""Threads that are inside `quiet`, one entry for each time."""
_lock = Lock()
_NAMES = ("stdout", "stderr")


@contextmanager
def quiet() -> Iterator[None]:
    """Lose what this thread prints; other threads, the prompt's above all, print as ever."""
    with _lock:
        _quiet.append(get_ident())
        for name in _NAMES:
            stream = getattr(sys, name)
            if stream is not None and not isinstance(stream, _Stream):
                setattr(sys, name, _Stream(stream))
    try:
        yield
    finally:
        with _lock:
            _quiet.remove(get_ident())
            for name in _NAMES if not _quiet else ():
                stream = getattr(sys, name)
                if isinstance(stream, _Stream):
                    setattr(sys, name, stream.stream)


@contextmanager
def apartment() -> Iterator[None]:
    """Let this thread make COM objects, which belong to it from then on; only quiet where there is no COM."""
    com: Any = None
    with suppress(Exception):
        com = import_module("pythoncom")
        com.CoInitialize()
    try:
        yield
    finally:
        if com is not None:
            with suppress(Exception):
                com.CoUninitialize()
