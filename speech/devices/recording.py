"""Devices that only remember: the reference for the contract of every voice and display."""

from __future__ import annotations

from collections.abc import Callable, Sequence


class RecordingVoice:
    """Notes what it is told to say; speech ends when `finish` is called, or at once if `instant`."""

    def __init__(self, *, instant: bool = False) -> None:
        self.instant = instant
        self.said: list[tuple[str, str]] = []
        self.stops = 0
        self._ended: Callable[[], None] | None = None

    def say(self, text: str, lang: str, ended: Callable[[], None]) -> None:
        self.said.append((text, lang))
        self._ended = ended
        if self.instant:
            self.finish()

    def finish(self) -> None:
        """End what is being spoken, as when the last sample was heard."""
        ended, self._ended = self._ended, None
        if ended is not None:
            ended()

    def stop(self) -> None:
        self.stops += 1
        self._ended = None

    def close(self) -> None:
        self._ended = None


class RecordingDisplay:
    """A braille display that remembers every content: (cells, the same in print)."""

    def __init__(self, width: int = 40, *, holds: bool = True) -> None:
        self.width, self.holds = width, holds
        self.shown: list[tuple[list[int], str]] = []

    def write(self, cells: Sequence[int], text: str) -> None:
        assert len(cells) <= self.width
        self.shown.append((list(cells), text))
