"""Everything that was given to a seat, of which kind it was, and where the person reads back in it.

Not here: how a message is said again (see `session`), and the verbs that ask for it (see `review_verbs`).
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from engine.table import Seat
from speech.utterance import Given, Step, Urgency

TAKEN_BACK = "TakenBack"
"""The event of an announcement that is not carried out."""
IN_BETWEEN = frozenset({"TurnPassed", "Drew"})
"""The events that are left out where it is told in short what happened."""


class Kind(StrEnum):
    """The kinds of messages that can be read back apart from all others."""

    TABLE = "table"
    """What the others do, and what comes of it."""
    MINE = "mine"
    """What the person does, and what comes of it for them."""
    HINTS = "hints"
    """What hints to the person point at."""
    ANSWERS = "answers"
    TALK = "talk"
    ALARMS = "alarms"


def kind_of(me: Seat | None, given: Given, event: Any = None) -> Kind:
    """Return what kind of message it is for that seat; `event` is what it tells of, None if of none."""
    if given.utterance.urgency is Urgency.ALARM:
        return Kind.ALARMS
    if given.step is Step.ANSWERED:
        return Kind.ANSWERS
    if given.utterance.event == "Talked":
        return Kind.TALK
    if event is None:
        return Kind.MINE if given.utterance.event == TAKEN_BACK and given.asked else Kind.TABLE
    if me is not None and _whose(given.step, event) == me:
        return Kind.MINE
    if me is not None and hasattr(event, "clue") and getattr(event, "to", None) == me:
        return Kind.HINTS
    return Kind.TABLE


def is_turn(me: Seat | None, given: Given, event: Any = None) -> bool:
    """Whether that seat announces an action of its turn; to arrange one's hand is none."""
    announced = given.step is Step.ANNOUNCED and event is not None and me is not None
    return announced and _whose(given.step, event) == me and not hasattr(event.action, "order")


def _whose(step: Step, event: Any) -> Seat | None:
    seat: Seat | None = getattr(event.action if step is Step.ANNOUNCED else event, "seat", None)
    return seat


class History:
    """All utterances of one seat in order; reading starts at the newest and does not wrap around."""

    def __init__(self) -> None:
        self.entries: list[Given] = []
        self.heard: Given | None = None
        """What the person was told last, be it news or read back: what is repeated."""
        self.read: Given | None = None
        """The same, but for what was spelled: what is spelled."""
        self._kinds: list[Kind] = []
        """The kind of each entry."""
        self._reading = 0
        """The place last read; one past the newest means "now"."""
        self._announced: int | None = None
        """Where the person announced an action of their turn that is not carried out yet."""
        self._turn: int | None = None
        """Where they announced the last one that was carried out."""

    def add(self, given: Given, *, heard: bool = True, kind: Kind = Kind.TABLE, turn: bool = False) -> None:
        """Take a new entry; not `heard`: it waits until the person asks for it.

        `turn`: it announces an action of the person's own turn.
        """
        self.entries.append(given)
        self._kinds.append(kind)
        self._reading = len(self.entries)
        if heard:
            self.hear(given)
        self._follow(given, turn=turn)

    def _follow(self, given: Given, *, turn: bool) -> None:
        """Notice when an own action is announced, and when it is carried out."""
        if turn:
            self._announced = len(self.entries) - 1
        elif self._announced is not None and given.step is Step.HAPPENED:
            if given.utterance.event == TAKEN_BACK:
                self._announced = None
            elif given.number == self.entries[self._announced].number:
                self._turn, self._announced = self._announced, None

    def hear(self, given: Given, *, spelled: bool = False) -> None:
        """Note what the person is told now, also when it is no entry of its own."""
        self.heard = given
        if not spelled:
            self.read = given

    # -- reading back one by one

    def previous(self, kind: Kind | None = None) -> Given | None:
        """Step back and return the entry there, of that kind if one is named; None if there is none.

        From "now" the first step goes to the newest, which may have been missed.
        """
        return self._step_to(range(self._reading - 1, -1, -1), kind)

    def next(self, kind: Kind | None = None) -> Given | None:
        """Step forward and return the entry there, of that kind if one is named; None at the newest."""
        found = self._step_to(range(self._reading + 1, len(self.entries)), kind)
        if found is None and kind is None:
            self._reading = len(self.entries)
        return found

    def oldest(self, kind: Kind | None = None) -> Given | None:
        """Go to the first entry, or to the first of a kind."""
        return self._step_to(range(len(self.entries)), kind)

    def newest(self, kind: Kind | None = None) -> Given | None:
        """Go to the last entry, or to the last of a kind."""
        return self._step_to(range(len(self.entries) - 1, -1, -1), kind)

    def _step_to(self, places: range, kind: Kind | None) -> Given | None:
        place = next((place for place in places if kind in (None, self._kinds[place])), None)
        if place is None:
            return None
        self._reading = place
        return self.entries[place]

    # -- several at once

    def recent(self, count: int, kind: Kind | None = None) -> list[Given]:
        """Return the newest entries, of that kind if one is named, at most `count`, oldest first."""
        of_kind = [given for given, its in zip(self.entries, self._kinds, strict=True) if kind in (None, its)]
        return of_kind[-count:]

    def last_action(self) -> list[Given]:
        """Return the newest announcement and what followed from it, answers left out."""
        told = [given for given in self.entries if given.step is not Step.ANSWERED]
        start = max((i for i, given in enumerate(told) if given.step is Step.ANNOUNCED), default=0)
        return told[start:]

    def since_turn(self) -> list[Given]:
        """Return all since what came of the person's own last action, answers left out.

        Without such an action: all from the beginning.
        """
        start = 0 if self._turn is None else self._turn + 1
        own = None if self._turn is None else self.entries[self._turn].number
        later = zip(self.entries[start:], self._kinds[start:], strict=True)
        return [
            given
            for given, kind in later
            if given.step is not Step.ANSWERED and (given.number != own or kind in (Kind.TALK, Kind.ALARMS))
        ]

    def happened(self) -> list[Given]:
        """Return the same without what only passes the turn on."""
        return [given for given in self.since_turn() if given.utterance.event not in IN_BETWEEN]
