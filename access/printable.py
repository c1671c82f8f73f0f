"""Text made safe for a terminal, and its way to standard output, which is ours alone.

Not here: prompts, and what is typed.
"""

from __future__ import annotations

import errno
import io
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import TextIO

# Control characters could move the cursor, clear the screen or make the terminal type an answer;
# the two separators end a line for some readers only; a lone surrogate cannot be encoded.
_UNSAFE = (*range(0x20), *range(0x7F, 0xA0), 0x2028, 0x2029, *range(0xD800, 0xE000))
_LINE: dict[int, str] = {**dict.fromkeys(_UNSAFE, "\N{REPLACEMENT CHARACTER}"), ord("\t"): " "}
_kept: dict[str, TextIO] = {}
"""Our own ways to standard output and standard error, once libraries were shut out (`keep_to_ourselves`)."""
_LINES = {code: safe for code, safe in _LINE.items() if code != ord("\n")}


class Painted(str):
    """Text whose lines are coloured by `paint` once nothing is left in them that a terminal would obey."""

    paint: Callable[[str], str]
    __slots__ = ("paint",)

    def __new__(cls, text: str, paint: Callable[[str], str]) -> Painted:
        painted = super().__new__(cls, text)
        painted.paint = paint
        return painted


def printable(text: str) -> str:
    """Return `text`, one or more lines, with nothing in it that a terminal would obey but the line ends.

    What is `Painted` comes with its colours at the beginnings and ends of its lines.
    """
    clean = text.replace("\r\n", "\n").translate(_LINES)
    return "\n".join(map(text.paint, clean.split("\n"))) if isinstance(text, Painted) else clean


def printable_line(text: str) -> str:
    """Return `text` as one line with nothing in it that a terminal would obey."""
    return text.replace("\n", " ").translate(_LINE)


def output() -> TextIO | None:
    """Return the stream to the person; None: there is no standard output."""
    return _kept.get("stdout", sys.stdout)


def complaints() -> TextIO | None:
    """Return the stream for what ends the program; None: there is no standard error."""
    return _kept.get("stderr", sys.stderr)


def at_terminal() -> bool:
    """Whether a person types to us and reads from us at a terminal."""
    return is_terminal(sys.stdin) and is_terminal(output())


def is_terminal(stream: TextIO | None) -> bool:
    """Whether a standard stream is a terminal; one that is closed or missing is none."""
    try:
        return stream is not None and stream.isatty()
    except ValueError:  # it is closed
        return False


def keep_to_ourselves() -> None:
    """Let only `output` and `complaints` write from now on; what a library prints goes nowhere.

    Libraries for speech and sound print to Python's streams and to the descriptors below them, at once or
    when a server dies hours later; a screen reader would read that aloud in the middle of a line.
    """
    if _kept or os.environ.get("SENPAI_DEBUG"):
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        with suppress(OSError, ValueError, AttributeError, io.UnsupportedOperation):
            stream.flush()
            below = stream.fileno()
            own = os.dup(below)
            _kept[name] = open(  # noqa: SIM115 - it stays open as long as the program runs
                own, "w", encoding=stream.encoding, errors=stream.errors, closefd=True
            )
            os.dup2(nowhere, below)
            setattr(sys, name, open(below, "w", encoding="utf-8", errors="replace", closefd=False))  # noqa: SIM115 - as above
    os.close(nowhere)


def write(text: str) -> None:
    """Write `text` to standard output in one piece; what its encoding lacks becomes a question mark.

    Raises OSError when nobody can read it any more. Without a standard output nothing happens.
    """
    stream = output()
    if stream is None:
        return
    with suppress(OSError, ValueError, AttributeError):
        os.set_blocking(stream.fileno(), True)  # Another program on the same terminal may not have wanted it.
    try:
        encoding = stream.encoding or "utf-8"
        stream.write(text.encode(encoding, "replace").decode(encoding))
        stream.flush()
    except ValueError as error:
        raise OSError(errno.EIO, "standard output is closed") from error


def abandon() -> None:
    """Turn a standard output nobody reads any more to nowhere, or Python's end would complain about it."""
    with suppress(OSError, ValueError, AttributeError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        for stream in (output(), sys.stdout):
            if stream is not None:
                os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
