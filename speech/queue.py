"""What is heard now, next, later or not at all, and the history of it. Knows no game and no device's ways.

The rules are the design's ("Speech"): an *alarm* comes next and is never interrupted; an *answer*
interrupts, the newest wins, and table news that it cut off is said again from its beginning; *table*
news is said in order, each once; an *aside* is dropped when anything else comes. The device holds at
most one utterance, the queue keeps the rest.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from threading import RLock
from typing import NamedTuple

from .devices import Cue, Line, Manner, Voice
from .utterance import Urgency, Utterance


class _Entry(NamedTuple):
    """An utterance and how its listener wants to hear it."""

    utterance: Utterance
    manner: Manner

    @property
    def urgency(self) -> Urgency:
        return self.utterance.urgency

    @property
    def group(self) -> str | None:
        return self.utterance.group


class SpeechQueue:
    """Feeds one voice; safe to call from any thread.

    `on_idle` is called, from any thread, whenever nothing is spoken and nothing waits any more; what
    waits for the end of a pause does not count.
    """

    def __init__(self, voice: Voice, on_idle: Callable[[], None] = lambda: None) -> None:
        self.voice = voice
        self.on_idle = on_idle
        self.paused = False
        """True: table news and asides wait until `go_on`; answers and alarms are spoken."""
        self._lock = RLock()
        self._waiting: list[_Entry] = []
        self._now: _Entry | None = None
        self._handing_over = False
        self._turn = 0
        """Counts what was handed over, so that a late end of something cancelled is not taken for news."""

    @property
    def idle(self) -> bool:
        return self._now is None and not any(self._may_go(entry) for entry in self._waiting)

    def put(self, utterance: Utterance, manner: Manner | None = None) -> None:
        """Take an utterance in its place; it is spoken when its turn comes.

        What has neither words nor a cue that would be heard is dropped.
        """
        entry = _Entry(utterance, manner or Manner())
        if not utterance.speech.strip() and _cue(entry) is None:
            return
        with self._lock:
            self._make_way(utterance)
            self._waiting.insert(self._place(utterance), entry)
            if self._now is None:
                self._next()

    def hush(self) -> None:
        """Fall silent at once because a line was typed; what is cut off is said again after the answer."""
        with self._lock:
            if self._now is not None and self._now.urgency < Urgency.ALARM:
                self._cut_off()

    def stop(self) -> None:
        """Fall silent at once and forget what waits, but for alarms: the person wants quiet."""
        with self._lock:
            self._waiting = [entry for entry in self._waiting if entry.urgency is Urgency.ALARM]
            if self._now is None or self._now.urgency < Urgency.ALARM:
                # Also when nothing is being said: a screen reader may still read what it was handed.
                self._silence()
            if self._now is None:
                self._next()

    def pause(self) -> None:
        """Fall silent at once; table news waits until `go_on`, from the beginning of what was cut off."""
        with self._lock:
            self.paused = True
            if self._now is not None and not self._may_go(self._now):
                self._cut_off()
                self._next()

    def go_on(self) -> None:
        """End a pause."""
        with self._lock:
            self.paused = False
            if self._now is None:
                self._next()

    def start_over(self, alarm: Utterance | None, manner: Manner | None = None) -> None:
        """The voice has been replaced: say the alarm, then again what the old one said last."""
        with self._lock:
            cut, self._now = self._now, None
            self._turn += 1
            if cut is not None and not self._superseded(cut):
                self._waiting.insert(sum(1 for e in self._waiting if e.urgency > cut.urgency), cut)
            if alarm is not None:
                self.put(alarm, manner)
            if self._now is None:
                self._next()

    # -- the rules, one a method

    def _may_go(self, entry: _Entry) -> bool:
        return not self.paused or entry.urgency > Urgency.TABLE

    def _make_way(self, new: Utterance) -> None:
        if new.group is not None:
            self._waiting = [entry for entry in self._waiting if entry.group != new.group]
        if new.urgency > Urgency.ASIDE:
            self._waiting = [entry for entry in self._waiting if entry.urgency > Urgency.ASIDE]
            if self._now is not None and self._now.urgency is Urgency.ASIDE:
                self._silence()
        if new.urgency is Urgency.ANSWER:
            self._waiting = [entry for entry in self._waiting if entry.urgency is not Urgency.ANSWER]
            if self._now is not None and self._now.urgency < Urgency.ALARM:
                self._cut_off()

    def _place(self, new: Utterance) -> int:
        """Return where among the waiting the new one stands: alarms, answers, then the rest in order."""
        if new.urgency <= Urgency.TABLE:
            return len(self._waiting)
        return sum(1 for entry in self._waiting if entry.urgency >= new.urgency)

    def _cut_off(self) -> None:
        """Silence the voice; table news goes back to the front of its like, everything else is gone."""
        cut = self._now
        self._silence()
        if cut is not None and cut.urgency is Urgency.TABLE and not self._superseded(cut):
            self._waiting.insert(sum(1 for entry in self._waiting if entry.urgency > Urgency.TABLE), cut)

    def _superseded(self, cut: _Entry) -> bool:
        return cut.group is not None and any(entry.group == cut.group for entry in self._waiting)

    def _silence(self) -> None:
        self._now = None
        self._turn += 1
        self.voice.stop()

    def _next(self) -> None:
        """Hand the next one over while the voice is free; a dead voice ends each within the call."""
        if self._handing_over:
            return
        self._handing_over = True
        while self._now is None and self._waiting and self._may_go(self._waiting[0]):
            entry = self._waiting.pop(0)
            if entry.utterance.valid():
                self._turn += 1
                self._now = entry
                line = Line(entry.utterance.speech, entry.utterance.lang, entry.manner, _cue(entry))
                self.voice.say(line, partial(self._ended, self._turn))
        self._handing_over = False
        if self.idle:
            self.on_idle()

    def _ended(self, turn: int) -> None:
        with self._lock:
            if turn == self._turn and self._now is not None:
                self._now = None
                self._next()


def _cue(entry: _Entry) -> Cue | None:
    """Return the sound cue of an utterance, None if it has none or its listener wants none."""
    if entry.utterance.cue is None or not entry.manner.cues:
        return None
    return Cue(entry.utterance.cue, entry.utterance.place)
