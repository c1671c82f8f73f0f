"""Devices that only remember: the reference for the contract of every voice and display."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from . import Line, VoiceName


class RecordingVoice:
    """Notes what it is told to say; speech ends when `finish` is called, or at once if `instant`."""

    def __init__(self, *, instant: bool = False) -> None:
        self.instant = instant
        self.lines: list[Line] = []
        self.stops = 0
        self._ended: Callable[[], None] | None = None

    @property
    def said(self) -> list[tuple[str, str]]:
        """Text and language of every line, in order."""
        return [(line.text, line.lang) for line in self.lines]

    def say(self, line: Line, ended: Callable[[], None]) -> None:
        self.lines.append(line)
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

    def voices(self, lang: str) -> Sequence[VoiceName]:
        return [VoiceName(f"{lang}-{number}", f"Recording {number}") for number in (1, 2)]

    def close(self) -> None:
        self.stop()
        self.instant = True


class RecordingDisplay:
    """A braille display that remembers every content: (cells, the same in print)."""

    def __init__(self, width: int = 40, *, holds: bool = True, rows: int = 1) -> None:
        self.width, self.rows, self.holds = width, rows, holds
        self.shown: list[tuple[list[int], str]] = []

    def write(self, cells: Sequence[int], text: str) -> None:
        assert len(cells) <= self.width * self.rows
        self.shown.append((list(cells), text))
