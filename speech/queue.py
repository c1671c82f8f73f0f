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

from .devices import Voice
from .utterance import Urgency, Utterance


class SpeechQueue:
    """Feeds one voice; safe to call from any thread.

    `on_idle` is called, from any thread, whenever nothing is spoken and nothing waits any more.
    """

    def __init__(self, voice: Voice, on_idle: Callable[[], None] = lambda: None) -> None:
        self.voice = voice
        self.on_idle = on_idle
        self._lock = RLock()
        self._waiting: list[Utterance] = []
        self._now: Utterance | None = None
        self._handing_over = False
        self._turn = 0
        """Counts what was handed over, so that a late end of something cancelled is not taken for news."""

    @property
    def idle(self) -> bool:
        return self._now is None and not self._waiting

    def put(self, utterance: Utterance) -> None:
        """Take an utterance in its place; it is spoken when its turn comes. Blank speech is dropped."""
        if not utterance.speech.strip():
            return
        with self._lock:
            self._make_way(utterance)
            self._waiting.insert(self._place(utterance), utterance)
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
            self._waiting = [u for u in self._waiting if u.urgency is Urgency.ALARM]
            if self._now is not None and self._now.urgency < Urgency.ALARM:
                self._silence()
            if self._now is None:
                self._next()

    # -- the rules, one a method

    def _make_way(self, new: Utterance) -> None:
        if new.group is not None:
            self._waiting = [u for u in self._waiting if u.group != new.group]
        if new.urgency > Urgency.ASIDE:
            self._waiting = [u for u in self._waiting if u.urgency > Urgency.ASIDE]
            if self._now is not None and self._now.urgency is Urgency.ASIDE:
                self._silence()
        if new.urgency is Urgency.ANSWER:
            self._waiting = [u for u in self._waiting if u.urgency is not Urgency.ANSWER]
            if self._now is not None and self._now.urgency < Urgency.ALARM:
                self._cut_off()

    def _place(self, new: Utterance) -> int:
        """Return where among the waiting the new one stands: alarms, answers, then the rest in order."""
        if new.urgency <= Urgency.TABLE:
            return len(self._waiting)
        return sum(1 for u in self._waiting if u.urgency >= new.urgency)

    def _cut_off(self) -> None:
        """Silence the voice; table news goes back to the front of its like, everything else is gone."""
        cut = self._now
        self._silence()
        if cut is not None and cut.urgency is Urgency.TABLE and not self._superseded(cut):
            self._waiting.insert(sum(1 for u in self._waiting if u.urgency > Urgency.TABLE), cut)

    def _superseded(self, cut: Utterance) -> bool:
        return cut.group is not None and any(u.group == cut.group for u in self._waiting)

    def _silence(self) -> None:
        self._now = None
        self._turn += 1
        self.voice.stop()

    def _next(self) -> None:
        """Hand the next one over while the voice is free; a dead voice ends each within the call."""
        if self._handing_over:
            return
        self._handing_over = True
        while self._now is None and self._waiting:
            utterance = self._waiting.pop(0)
            if utterance.valid():
                self._turn += 1
                self._now = utterance
                self.voice.say(utterance.speech, utterance.lang, partial(self._ended, self._turn))
        self._handing_over = False
        if self.idle:
            self.on_idle()

    def _ended(self, turn: int) -> None:
        with self._lock:
            if turn == self._turn and self._now is not None:
                self._now = None
                self._next()
