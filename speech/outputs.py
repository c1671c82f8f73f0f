"""The outputs of a seat: each takes whole utterances and says when it has accepted one.

Accepted means: handed to the voice's queue, written to the display, printed. Not here: the devices.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from enum import StrEnum
from itertools import count
from typing import Protocol

from .braille import BrailleWindow, Group
from .devices import Manner
from .queue import SpeechQueue
from .spelling import Punctuation, punctuated
from .utterance import Given, Step, Urgency, Utterance
from .words import Words


class Output(Protocol):
    """One way in which utterances reach a person. Raises OSError or similar when it is lost."""

    name: str
    """A key of `house.HouseText.output_name`."""

    async def give(self, given: Given) -> None:
        """Return when the utterance is accepted."""

    def set_line(self, line: Sequence[Group]) -> None:
        """Take the persistent braille line as it now is."""

    def settle(self) -> None:
        """The table waits for somebody: bring what is shown up to date."""


class _NoLine:
    """What an output does about the braille line when it has none."""

    def set_line(self, line: Sequence[Group]) -> None:
        """No line here."""

    def settle(self) -> None:
        """No line here."""


class Profile(StrEnum):
    """What is spoken without having been asked for."""

    ALL = "all"
    ON_REQUEST = "on request"
    """Answers, questions and alarms; the rest waits until the person asks what they missed."""


_LISTENERS = count(1)
WAITS = "message-waits"
"""The sound cue that tells, once, that something waits."""
OURS = (None, "own", "speech-dispatcher")
"""The ways to be heard that speak as Senpai says; None: none can be had now. The others, screen readers and
print, have a manner of their own."""
SPELLED = "Spelled"
"""The kind of answers in which signs are named already."""


class Spoken(_NoLine):
    """The voice of one person, by way of a queue that several may share.

    `manner`, `profile` and `punctuation` may be changed at any time; `way` tells by which way of `routes`
    it is heard at the moment.
    """

    name = "voice"
    alone = False
    """Whether it is heard by this person alone now, from a sound output of their own."""

    def __init__(
        self,
        queue: SpeechQueue,
        manner: Manner | None = None,
        *,
        profile: Profile = Profile.ALL,
        punctuation: Punctuation = Punctuation.SOME,
        way: Callable[[], str | None] = lambda: "own",
    ) -> None:
        self._queue = queue
        self.manner = manner or Manner()
        self.profile = profile
        self.punctuation = punctuation
        self._way = way
        self._listener = next(_LISTENERS)
        self._kept: list[Given] = []
        self._beckoned = False

    @property
    def queue(self) -> SpeechQueue:
        """The queue by which it speaks now."""
        return self._queue

    @property
    def ours(self) -> bool:
        """Whether it speaks in our manner, and not as another program is set."""
        return self._way() in OURS

    @property
    def kept(self) -> int:
        """How many messages wait to be asked for."""
        return len(self._kept)

    async def give(self, given: Given) -> None:
        if self.wants(given):
            self.queue.put(self._read(given.utterance), self.manner)
        else:
            self._keep(given)

    def chatter(self, asides: Sequence[Utterance]) -> None:
        """Speak asides, which anything else drops; no other output gets them."""
        for aside in asides:
            self.queue.put(aside, self.manner)

    def missed(self) -> list[Given]:
        """Return what was kept, oldest first, and keep it no longer."""
        kept, self._kept = self._kept, []
        self.attended()
        return kept

    def attended(self) -> None:
        """Note that the person has looked at messages; the next one that is kept is told of again."""
        self._beckoned = False

    def wants(self, given: Given) -> bool:
        """Tell whether it is spoken now, and not kept until the person asks."""
        asked = given.asked or given.step is Step.ANSWERED or given.utterance.urgency is Urgency.ALARM
        return asked or self.profile is Profile.ALL

    def _keep(self, given: Given) -> None:
        self._kept.append(given)
        if not self._beckoned:
            self._beckoned = True
            self.queue.put(Utterance("", "", "", given.utterance.lang, event="Waits", cue=WAITS), self.manner)

    def _read(self, utterance: Utterance) -> Utterance:
        """Return what the queue gets: its signs named, and a group that replaces nobody else's news."""
        read, group = utterance.speech, utterance.group
        if utterance.event != SPELLED:
            read = punctuated(read, self.punctuation, Words(utterance.lang))
        if group is not None:
            group = f"{group} {self._listener}"
        if (read, group) == (utterance.speech, None):
            return utterance
        return replace(utterance, speech=read, group=group)


class SpokenAlone(Spoken):
    """The voice of one person from a sound output of their own (`own`) as long as that `works`.

    Else it is the one that several share, `queue`, but only while the person is `here`: an output that goes
    in the very moment in which something is said must not have it said to others.
    """

    def __init__(
        self,
        own: SpeechQueue,
        works: Callable[[], bool],
        queue: SpeechQueue,
        manner: Manner,
        *,
        profile: Profile = Profile.ALL,
        punctuation: Punctuation = Punctuation.SOME,
        way: Callable[[], str | None] = lambda: "own",
    ) -> None:
        super().__init__(queue, manner, profile=profile, punctuation=punctuation, way=way)
        self._own, self._works = own, works
        self.here: Callable[[], bool] = lambda: False

    @property
    def alone(self) -> bool:  # type: ignore[override]  # there it is the same for all
        return self._works()

    @property
    def queue(self) -> SpeechQueue:
        return self._own if self._works() or not self.here() else self._queue


class Brailled:
    """The braille window."""

    name = "braille"
    keyed = False
    """Whether its display has keys to play from."""

    def __init__(self, window: BrailleWindow) -> None:
        self.window = window

    async def give(self, given: Given) -> None:
        if given.utterance.braille:
            self.window.message(given.utterance.braille, given.utterance.urgency)

    def set_line(self, line: Sequence[Group]) -> None:
        self.window.set_line(line)

    def settle(self) -> None:
        self.window.settle()

    async def caught_up(self) -> None:
        """Return when what was given has been read, as far as that can be known: here it cannot."""


class Flashed(_NoLine):
    """Braille by way of a screen reader, which shows a message for some seconds over its own line."""

    name = "braille"

    def __init__(self, flash: Callable[[str], None]) -> None:
        self._flash = flash

    async def give(self, given: Given) -> None:
        if given.utterance.braille:
            self._flash(given.utterance.braille)


class Printed(_NoLine):
    """The terminal; `show` prints whole lines."""

    name = "print"

    def __init__(self, show: Callable[[str], None]) -> None:
        self._show = show

    async def give(self, given: Given) -> None:
        if given.utterance.print:
            self._show(given.utterance.print)


class Recording:
    """Keeps everything given, in order: the reference output, for tests and `senpai replay --hear`."""

    name = "recording"

    def __init__(self) -> None:
        self.given: list[Given] = []
        self.lines: list[str] = []
        """For each utterance given, the braille line at that moment, unbroken."""
        self._line = ""

    async def give(self, given: Given) -> None:
        self.given.append(given)
        self.lines.append(self._line)

    def set_line(self, line: Sequence[Group]) -> None:
        self._line = line_text(line)

    def settle(self) -> None:
        """Everything is kept already."""


def line_text(line: Sequence[Group]) -> str:
    """Return the line as print, on a display without end; "!" follows a field marked by dots 7 and 8."""
    groups = [
        (" " if group.gap else "").join(f.text + "!" * f.marked for f in group.fields) for group in line
    ]
    return " ".join(groups)
