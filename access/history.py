"""Everything that was given to a seat, and where the person reads back in it.

Not here: how a message is said again (see `session`).
"""

from __future__ import annotations

from speech.utterance import Given, Step


class History:
    """All utterances of one seat in order; reading starts at the newest and does not wrap around."""

    def __init__(self) -> None:
        self.entries: list[Given] = []
        self._reading = 0
        """The place last read; one past the newest means "now"."""

    def add(self, given: Given) -> None:
        self.entries.append(given)
        self._reading = len(self.entries)

    def latest(self) -> Given | None:
        """Return the newest entry, or the one being read back."""
        at = min(self._reading, len(self.entries) - 1)
        return self.entries[at] if self.entries else None

    def previous(self) -> Given | None:
        """Step back and return the entry there; None at the oldest.

        From "now" the first step goes to the newest, which may have been missed.
        """
        if self._reading == 0:
            return None
        self._reading -= 1
        return self.entries[self._reading]

    def next(self) -> Given | None:
        """Step forward and return the entry there; None at the newest."""
        if self._reading + 1 >= len(self.entries):
            self._reading = len(self.entries)
            return None
        self._reading += 1
        return self.entries[self._reading]

    def recent(self, count: int) -> list[Given]:
        """Return the newest entries, at most `count`, oldest first."""
        return self.entries[-count:]

    def last_action(self) -> list[Given]:
        """Return the newest announcement and what followed from it, answers left out."""
        told = [given for given in self.entries if given.step is not Step.ANSWERED]
        start = max((i for i, given in enumerate(told) if given.step is Step.ANNOUNCED), default=0)
        return told[start:]
