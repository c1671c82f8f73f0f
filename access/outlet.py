"""An output of a seat that may be lost and come back, so that no device holds the game up.

Not here: what is told about a lost output (see `session`), and the outputs (see `speech.outputs`).
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence

from speech.braille import Group
from speech.outputs import Output
from speech.utterance import Given

PATIENCE = 2.0
"""So many seconds an output has to accept an utterance before the game goes on without it."""
RETRY = 5.0
"""After so many seconds a lost output is tried again."""


class Outlet:
    """An output with its state: whether it is lost, since when, and whether that was told. Never raises."""

    def __init__(self, output: Output) -> None:
        self.output = output
        self.told_lost = False
        self._lost_at: float | None = None
        self._line: Sequence[Group] = ()

    @property
    def lost(self) -> bool:
        return self._lost_at is not None

    async def give(self, given: Given, still: Callable[[], bool] = lambda: True) -> None:
        """Give it the utterance; one that is lost gets none until it is time to try it again.

        `still` is asked in the moment of giving: whether the output is this person's now.
        """
        if self._lost_at is not None and time.monotonic() - self._lost_at < RETRY:
            return
        try:
            if self.lost:
                self.output.set_line(self._line)
            await asyncio.wait_for(self._give(given, still), PATIENCE)
        except Exception:  # whatever a device's library raises, the game goes on
            self._lost_at = time.monotonic()
        else:
            self._lost_at = None

    async def _give(self, given: Given, still: Callable[[], bool]) -> None:
        if still():
            await self.output.give(given)

    def set_line(self, line: Sequence[Group]) -> None:
        self._line = line
        self._try(lambda: self.output.set_line(line))

    def settle(self) -> None:
        self._try(self.output.settle)

    def _try(self, call: Callable[[], None]) -> None:
        if not self.lost:
            try:
                call()
            except Exception:  # as above
                self._lost_at = time.monotonic()
