"""Unicode braille printed on the terminal, for a sighted helper or to see what a display would show."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from speech.cells import unicode_braille


class TerminalBraille:
    """A display whose every content is printed as one line; what was printed can be read again."""

    holds = False
    rows = 1

    def __init__(self, show: Callable[[str], None], width: int = 40) -> None:
        self.width = width
        self._show = show

    def write(self, cells: Sequence[int], text: str) -> None:
        self._show(unicode_braille(cells))
