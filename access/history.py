"""Everything that was given to a seat, and where the person reads back in it.

Not here: how a message is said again (see `session`).
"""

from __future__ import annotations

from speech.utterance import Given, Step


class History:
    """All utterances of one seat in order; reading starts at the newest and does not wrap around."""

    def __init__(self) -> None:
        self.entries: list[Given] = []
        self.heard: Given | None = None
        """What the person was told last, be it news or read back: what is repeated."""
        self.read: Given | None = None
        """The same, but for what was spelled: what is spelled."""
        self._reading = 0
        """The place last read; one past the newest means "now"."""

    def add(self, given: Given, *, heard: bool = True) -> None:
        """Take a new entry; not `heard`: it waits until the person asks for it."""
        self.entries.append(given)
        self._reading = len(self.entries)
        if heard:
            self.hear(given)

    def hear(self, given: Given, *, spelled: bool = False) -> None:
        """Note what the person is told now, also when it is no entry of its own."""
        self.heard = given
        if not spelled:
            self.read = given

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
