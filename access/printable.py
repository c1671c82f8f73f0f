"""Text made safe for a terminal, and its way to standard output. Not here: prompts, and what is typed."""

from __future__ import annotations

import errno
import os
import sys
from contextlib import suppress

# Control characters could move the cursor, clear the screen or make the terminal type an answer;
# the two separators end a line for some readers only; a lone surrogate cannot be encoded.
_UNSAFE = (*range(0x20), *range(0x7F, 0xA0), 0x2028, 0x2029, *range(0xD800, 0xE000))
_LINE: dict[int, str] = {**dict.fromkeys(_UNSAFE, "\N{REPLACEMENT CHARACTER}"), ord("\t"): " "}
_LINES = {code: safe for code, safe in _LINE.items() if code != ord("\n")}


def printable(text: str) -> str:
    """Return `text`, one or more lines, with nothing in it that a terminal would obey but the line ends."""
    return text.replace("\r\n", "\n").translate(_LINES)


def printable_line(text: str) -> str:
    """Return `text` as one line with nothing in it that a terminal would obey."""
    return text.replace("\n", " ").translate(_LINE)


def write(text: str) -> None:
    """Write `text` to standard output in one piece; what its encoding lacks becomes a question mark.

    Raises OSError when nobody can read it any more. Without a standard output nothing happens.
    """
    stream = sys.stdout
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
        output = sys.stdout.fileno()
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, output)
        os.close(nowhere)
