"""liblouis: the C library that writes prose in braille, with tables for many languages.

Reached by ctypes, or by its own Python module `louis` where only that knows the way. One call at a time, and
nothing of it on the terminal. Not here: which table is for what, and what to do without (see `speech.louis`).
"""

from __future__ import annotations

import ctypes
import importlib
import sys
import threading
from collections.abc import Callable, Mapping
from types import MappingProxyType

LIBRARIES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "linux": ("liblouis.so.20", "liblouis.so.21", "liblouis.so.19", "liblouis.so"),
        "darwin": ("liblouis.dylib", "/opt/homebrew/lib/liblouis.dylib", "/usr/local/lib/liblouis.dylib"),
        "win32": ("liblouis.dll",),
    }
)
"""What the library is called, by platform."""
UNICODE = "unicode.dis"
"""liblouis' table that has cells come as Unicode braille."""


class Refused(Exception):
    """liblouis would not translate; the text is its own word for why."""


class Library:
    """liblouis: one call at a time, its complaints caught. Raises Refused."""

    def __init__(self, library: ctypes.CDLL) -> None:
        self._library = library
        self._lock = threading.Lock()
        self._complaints: list[str] = []
        size = library.lou_charSize()
        self._wide = 2 if size == 2 else 4
        order = "le" if sys.byteorder == "little" else "be"
        self._encoding = f"utf-{8 * self._wide}-{order}"
        numbers = ctypes.POINTER(ctypes.c_int)
        buffer = ctypes.c_char_p
        for function in (library.lou_translate, library.lou_backTranslate):
            function.argtypes = [buffer, buffer, numbers, buffer, numbers, buffer, buffer]
            function.argtypes += [numbers, numbers, numbers, ctypes.c_int]
            function.restype = ctypes.c_int
        # liblouis writes on standard error unless somebody listens; kept here, or it would be freed.
        listener = ctypes.CFUNCTYPE(None, ctypes.c_int, ctypes.c_char_p)
        self._listener = listener(self._hear)
        library.lou_registerLogCallback(self._listener)

    def _hear(self, level: int, message: bytes | None) -> None:
        self._complaints.append((message or b"").decode("utf-8", "replace"))

    def translate(self, text: str, file: str, mode: int = 0) -> tuple[str, list[int], list[int]]:
        """Return Unicode braille, its characters' places in the text, and the text's places in it."""
        with self._lock:
            return self._run(self._library.lou_translate, text, file, mode)

    def back(self, cells: str, file: str) -> str:
        with self._lock:
            return self._run(self._library.lou_backTranslate, cells, file, 0)[0]

    def _run(
        self, work: Callable[..., int], text: str, file: str, mode: int
    ) -> tuple[str, list[int], list[int]]:
        for room in (4, 16, 64):
            size = len(text) * room + 32
            given = text.encode(self._encoding) + bytes(self._wide)
            made = ctypes.create_string_buffer(size * self._wide)
            taken, filled = ctypes.c_int(len(text)), ctypes.c_int(size)
            to_cells, to_text = (ctypes.c_int * (len(text) + 1))(), (ctypes.c_int * size)()
            self._complaints.clear()
            tables = f"{UNICODE},{file}".encode()
            done = work(tables, given, taken, made, filled, None, None, to_cells, to_text, None, mode)
            if not done:
                raise Refused(self._complaints[0] if self._complaints else file)
            if taken.value == len(text):
                result = made.raw[: filled.value * self._wide].decode(self._encoding, "replace")
                return result, list(to_text[: filled.value]), list(to_cells[: len(text)])
        raise Refused(file)


def load() -> ctypes.CDLL | None:
    """Return the library where the system has it, or as its own Python module found it; None: not there."""
    opener = ctypes.CDLL
    if sys.platform == "win32":
        opener = ctypes.WinDLL
    for name in LIBRARIES.get(sys.platform, LIBRARIES["linux"]):
        try:
            return _usable(opener(name))
        except (OSError, AttributeError):
            continue
    try:
        return _usable(importlib.import_module("louis").liblouis)
    except Exception:  # whatever another package of that name may do when it is imported
        return None


def _usable(library: ctypes.CDLL) -> ctypes.CDLL:
    """Return the library if it has all that is needed. Raises AttributeError."""
    for name in ("lou_charSize", "lou_translate", "lou_backTranslate", "lou_registerLogCallback"):
        getattr(library, name)
    return library
