"""libbrlapi through ctypes: one connection to BRLTTY, version 0.8 of the library and later.

Here: finding the library, connecting, taking the display, writing cells, reading key codes, and a way to
break off a call that hangs. Not here: when any of it is done (see `brlapi`).

Calls that end BRLTTY 6.5 with a memory error, and are never made here: writing more cells than there are, by
a region of open length; writing by a connection that took the terminal before there was a display; watching
what is shown before the terminal is taken. So a terminal is taken only when the display's size is known, and
anew when it changes.
"""

from __future__ import annotations

import ctypes
import errno
import os
import socket
import sys
from collections.abc import Iterable
from contextlib import suppress
from ctypes.util import find_library
from typing import Any, NamedTuple

NAMES = {"darwin": ("libbrlapi.dylib", "/opt/homebrew/lib/libbrlapi.dylib", "/usr/local/lib/libbrlapi.dylib")}
"""By system, under which names the library is looked for first."""
USUAL = ("libbrlapi.so.0.8",)
"""The same for every other system."""
OLDEST = 0, 8

# Numbers of brlapi.h, brlapi_param.h and brlapi_keycodes.h.
UNKNOWN_TTY, LIBC, AUTHENTICATION, EMPTY_KEY, GETADDRINFO, REFUSED, END = 12, 11, 17, 15, 10, 8, 14
_DISPLAY_SIZE, _ONLINE, _RETAIN_DOTS = 6, 9, 10
_GLOBAL = 1
_ALL, _COMMAND, _KEY = 0, 2, 3
_COMMANDS = 0x2000_0000
_SHIFT_AND_UPPER = 3 << 32
_LAST_SYMBOL = 0x1FFF_FFFF


class NoLibrary(Exception):
    """libbrlapi is missing or too old."""


class Lost(Exception):
    """There is no connection, or there is one no more; `code` is BrlAPI's."""

    def __init__(self, code: int, text: str) -> None:
        super().__init__(text)
        self.code = code


class Size(NamedTuple):
    """Of a display, in cells; nothing is (0, 0)."""

    columns: int
    rows: int


class _Settings(ctypes.Structure):
    _fields_ = (("auth", ctypes.c_char_p), ("host", ctypes.c_char_p))


class _Error(ctypes.Structure):
    _fields_ = (
        ("code", ctypes.c_int),
        ("libc", ctypes.c_int),
        ("getaddrinfo", ctypes.c_int),
        ("function", ctypes.c_char_p),
    )


class _Write(ctypes.Structure):
    _fields_ = (
        ("display", ctypes.c_int),
        ("begin", ctypes.c_uint),
        ("size", ctypes.c_int),
        ("text", ctypes.c_char_p),
        ("text_size", ctypes.c_int),
        ("and_mask", ctypes.c_char_p),
        ("or_mask", ctypes.c_char_p),
        ("cursor", ctypes.c_int),
        ("charset", ctypes.c_char_p),
    )


_Range = ctypes.c_uint64 * 2
_Handler = ctypes.CFUNCTYPE(
    None, ctypes.c_void_p, ctypes.c_int, ctypes.c_uint32, ctypes.c_void_p, ctypes.c_size_t
)
_Watcher = ctypes.CFUNCTYPE(
    None,
    ctypes.c_uint,
    ctypes.c_uint64,
    ctypes.c_uint32,
    ctypes.c_void_p,
    ctypes.POINTER(ctypes.c_ubyte),
    ctypes.c_size_t,
)


def _ignore(*_: object) -> None:
    """Instead of the library's own handler, which writes on the terminal and ends the process."""


_handler = _Handler(_ignore)  # kept: the library holds only its address


def load() -> ctypes.CDLL:
    """Return the library with the types of its functions.

    :raises NoLibrary: it cannot be had here.
    """
    if sys.platform == "win32":
        raise NoLibrary("libbrlapi")
    for name in NAMES.get(sys.platform, USUAL):
        with suppress(OSError):
            return _typed(ctypes.CDLL(name))
    found = find_library("brlapi")
    if found is None:
        raise NoLibrary("libbrlapi")
    try:
        return _typed(ctypes.CDLL(found))
    except OSError:
        raise NoLibrary("libbrlapi") from None


def _typed(lib: ctypes.CDLL) -> ctypes.CDLL:
    pointer, integer, code = ctypes.c_void_p, ctypes.c_int, ctypes.POINTER(ctypes.c_uint64)
    size = ctypes.POINTER(ctypes.c_uint)
    parameter = [pointer, ctypes.c_uint, ctypes.c_uint64, ctypes.c_uint32]
    block = [pointer, ctypes.c_size_t]
    arguments: dict[str, list[Any]] = {
        "brlapi__openConnection": [pointer, pointer, pointer],
        "brlapi__closeConnection": [pointer],
        "brlapi__getFileDescriptor": [pointer],
        "brlapi__setExceptionHandler": [pointer, _Handler],
        "brlapi__getDisplaySize": [pointer, size, size],
        "brlapi__getDriverName": [pointer, ctypes.c_char_p, ctypes.c_size_t],
        "brlapi__enterTtyMode": [pointer, integer, ctypes.c_char_p],
        "brlapi__enterTtyModeWithPath": [pointer, ctypes.POINTER(integer), integer, ctypes.c_char_p],
        "brlapi__write": [pointer, pointer],
        "brlapi__ignoreKeys": [pointer, integer, code, ctypes.c_uint],
        "brlapi__acceptKeys": [pointer, integer, code, ctypes.c_uint],
        "brlapi__acceptKeyRanges": [pointer, pointer, ctypes.c_uint],
        "brlapi__readKeyWithTimeout": [pointer, integer, code],
        "brlapi__getParameter": [*parameter, *block],
        "brlapi__setParameter": [*parameter, *block],
        "brlapi__watchParameter": [*parameter, _Watcher, pointer, *block],
    }
    try:
        for name, types in arguments.items():
            getattr(lib, name).argtypes = types
        lib.brlapi_getHandleSize.restype = ctypes.c_size_t
        lib.brlapi__setExceptionHandler.restype = pointer
        lib.brlapi__watchParameter.restype = pointer
        lib.brlapi__getParameter.restype = ctypes.c_ssize_t
        lib.brlapi_error_location.restype = ctypes.POINTER(_Error)
        lib.brlapi_strerror.restype = ctypes.c_char_p
        version = [integer() for _ in range(3)]
        lib.brlapi_getLibraryVersion(*map(ctypes.byref, version))
    except AttributeError:
        raise NoLibrary("libbrlapi") from None
    if (version[0].value, version[1].value) < OLDEST:
        raise NoLibrary("libbrlapi")
    return lib


class Connection:
    """One connection. Used by one thread, except for `abort`. Every method may hang as long as BRLTTY does.

    :raises Lost: in every method but `abort` and `close`.
    """

    def __init__(self, lib: ctypes.CDLL, host: str | None) -> None:
        """`host` as in BrlAPI: "HOST:SLOT", ":SLOT"; None: what BRLAPI_HOST says, or this machine."""
        self._lib = lib
        self._settings = _Settings(None, host.encode() if host else None)
        # Not zeros, or its descriptor would be the standard input until the library has filled it in.
        length = lib.brlapi_getHandleSize()
        self._handle = ctypes.create_string_buffer(b"\xff" * length, length)
        self._watcher = _Watcher(self._noted)
        self._socket: socket.socket | None = None
        self.online: bool | None = None
        """What BRLTTY has said last about the display being there; None: nothing new."""
        self.size: Size | None = None
        """What BRLTTY has said last about its size; None: nothing yet."""

    def open(self) -> None:
        """Connect and authenticate; the key file is BRLAPI_AUTH's or the system's."""
        fd = self._lib.brlapi__openConnection(self._handle, ctypes.byref(self._settings), None)
        if fd < 0:
            raise self._error()
        self._lib.brlapi__setExceptionHandler(self._handle, _handler)
        # Our own descriptor: the library closes its own at any time, and the number is then somebody else's.
        self._socket = socket.socket(fileno=os.dup(fd))

    @property
    def connected(self) -> bool:
        """Whether `open` has come to its end."""
        return self._socket is not None

    def fileno(self) -> int:
        """What to poll for keys."""
        assert self._socket is not None
        return self._socket.fileno()

    def measure(self) -> Size:
        """Ask for the display's size; (0, 0): there is none now."""
        value = (ctypes.c_ubyte * 8)()
        if self._ask(_DISPLAY_SIZE, value):
            return _size(bytes(value)) if self.is_online() else Size(0, 0)
        # A server without this parameter. Others give here the last display's size while there is none.
        columns, rows = ctypes.c_uint(), ctypes.c_uint()
        size = ctypes.byref(columns), ctypes.byref(rows)
        self._done(self._lib.brlapi__getDisplaySize(self._handle, *size))
        return Size(columns.value, rows.value)

    def take(self, path: Iterable[int] | None) -> None:
        """Take the terminal: by its path in BrlAPI's tree, else the one we are on, else, if not known, all.

        It is known on a console and in a window that has a number (WINDOWID); not through ssh, and in tmux on
        a console neither.
        """
        lib, handle = self._lib, self._handle
        if path is None:
            if lib.brlapi__enterTtyMode(handle, -1, None) >= 0:
                return
            if (error := self._error()).code != UNKNOWN_TTY:
                raise error
        ttys = list(path or ())
        numbers = (ctypes.c_int * len(ttys))(*ttys)
        self._done(lib.brlapi__enterTtyModeWithPath(handle, numbers, len(ttys), None))

    def accept(self, commands: Iterable[int], cell_commands: Iterable[int]) -> None:
        """Ask for these commands, and for what is typed; all other keys stay with BRLTTY.

        So do characters typed with Control or Meta, which reach the terminal as from a keyboard.
        """
        keys = [_COMMANDS | number for number in commands]
        blocks = [_COMMANDS | number << 16 for number in cell_commands]
        symbols = (_Range * 1)(_Range(0, _LAST_SYMBOL | _SHIFT_AND_UPPER))
        lib, handle = self._lib, self._handle
        self._done(lib.brlapi__ignoreKeys(handle, _ALL, None, 0))
        self._done(lib.brlapi__acceptKeys(handle, _KEY, _codes(keys), len(keys)))
        self._done(lib.brlapi__acceptKeys(handle, _COMMAND, _codes(blocks), len(blocks)))
        self._done(lib.brlapi__acceptKeyRanges(handle, symbols, 1))
        # Dots that are typed come as characters, by the table that the person has chosen in BRLTTY.
        no = ctypes.c_ubyte(0)
        lib.brlapi__setParameter(handle, _RETAIN_DOTS, 0, 0, ctypes.byref(no), 1)

    def watch(self) -> None:
        """Have `online` and `size` brought up to date while keys are read, if the server can."""
        for parameter in (_DISPLAY_SIZE, _ONLINE):
            self._lib.brlapi__watchParameter(
                self._handle, parameter, 0, _GLOBAL, self._watcher, None, None, 0
            )

    def is_online(self) -> bool:
        """Ask whether the display is there; True where the server does not know."""
        value = (ctypes.c_ubyte * 1)(1)
        self._ask(_ONLINE, value)
        return bool(value[0])

    def _ask(self, parameter: int, value: Any) -> bool:
        """Ask for a parameter's value; returns whether the server knows it."""
        length = ctypes.sizeof(value)
        done = self._lib.brlapi__getParameter(
            self._handle, parameter, 0, _GLOBAL, ctypes.byref(value), length
        )
        if done < 0 and (error := self._error()).code in (END, LIBC):
            raise error
        return bool(done == length)

    def write(self, cells: bytes) -> None:
        """Show cells from the first on; one for every cell of the display."""
        text = "".join(chr(0x2800 + cell) for cell in cells).encode()
        arguments = _Write(-1, 1, len(cells), text, len(text), bytes(len(cells)), cells, 0, b"UTF-8")
        self._done(self._lib.brlapi__write(self._handle, ctypes.byref(arguments)))

    def ping(self) -> None:
        """Ask something and wait for the answer; that of a write that was refused is found out here."""
        name = ctypes.create_string_buffer(64)
        self._done(self._lib.brlapi__getDriverName(self._handle, name, len(name)))

    def read(self) -> int | None:
        """Return the next key's code, without waiting; None: no key was pressed."""
        code = ctypes.c_uint64()
        while (count := self._lib.brlapi__readKeyWithTimeout(self._handle, 0, ctypes.byref(code))) < 0:
            error = self._lib.brlapi_error_location()[0]
            if error.code != LIBC or error.libc != errno.EINTR:  # EINTR: the watcher was called
                raise self._error()
        return code.value if count else None

    def abort(self) -> None:
        """Break off what another thread does here, but not the search for a distant host."""
        with suppress(OSError):
            if self._socket is not None:
                self._socket.shutdown(socket.SHUT_RDWR)
            elif (fd := self._lib.brlapi__getFileDescriptor(self._handle)) >= 0:
                with socket.socket(fileno=os.dup(fd)) as ours:
                    ours.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Give the display back."""
        if self._socket is not None:
            self._lib.brlapi__closeConnection(self._handle)
            self._socket.close()
            self._socket = None

    def _noted(self, parameter: int, _sub: int, _flags: int, _ours: object, data: Any, length: int) -> None:
        value = bytes(data[:length])
        if parameter == _ONLINE and value:
            self.online = bool(value[0])
        elif parameter == _DISPLAY_SIZE and len(value) == 8:
            self.size = _size(value)

    def _done(self, result: int) -> None:
        if result < 0:
            raise self._error()

    def _error(self) -> Lost:
        error = self._lib.brlapi_error_location()
        text = self._lib.brlapi_strerror(error) or b""
        return Lost(error[0].code, text.decode("utf-8", "replace"))


def _codes(codes: list[int]) -> Any:
    return (ctypes.c_uint64 * len(codes))(*codes)


def _size(value: bytes) -> Size:
    """Two numbers in either order of bytes: the library turns some of its answers round twice."""
    halves = value[:4], value[4:]
    return Size(*(min(int.from_bytes(half, "little"), int.from_bytes(half, "big")) for half in halves))
