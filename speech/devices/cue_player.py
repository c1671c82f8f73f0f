"""Sound cues for voices that have no mixer of their own, and for people who only want the cues.

Here: a `Voice` around another one that plays the cue of a line and then lets the other one speak, and one
that plays cues and leaves the words to the person's screen reader. Not here: the cues (see `speech.cues`),
and our own voice, whose mixer puts a cue and its words together to the sample (see `own`).

A worker does everything in order; a helper opens the sound card at the first cue. Where there is no sound,
lines are spoken without cues, and that is told once.
"""

from __future__ import annotations

import atexit
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from queue import SimpleQueue
from threading import Condition, Thread, current_thread

from speech.cues import samples
from speech.devices import Line, Report, Trouble, Voice, VoiceName
from speech.devices.mixer import FRAME, LOOK, RATE, Device, Mixer, Sound, open_device

GRACE = 1.0
"""Seconds that the sound card may be late with opening or with a cue before the words go on without it."""
RETRY = 30.0
"""After so many seconds a sound card that failed may be tried again, when a cue is to be heard."""
CLOSING = 0.5
"""Seconds that `close` waits for the device; a hung sound server is then left alone."""


class _Task:
    """A line on its way: `epoch` is how often `stop` had been called when it was said."""

    __slots__ = ("ended", "epoch", "line", "over")

    def __init__(self, line: Line, ended: Callable[[], None], epoch: int) -> None:
        self.line, self.ended, self.epoch = line, ended, epoch
        self.over = False


class WithCues:
    """A `Voice` (see `speech.devices`): the cue of each line, and then its words by the voice inside.

    `report` is told why cues cannot be heard; that does not hold up the words. All methods may be called
    from any thread and return at once. Nothing is held while the voice inside or `ended` is called.
    """

    def __init__(self, voice: Voice, report: Report) -> None:
        self.mixer: Mixer | None = None
        """None until the sound card is open."""
        self._voice, self._report = voice, report
        self._told: set[Trouble] = set()
        self._state = Condition()
        self._inbox: SimpleQueue[_Task | None] = SimpleQueue()
        self._epoch = 0
        self._device: Device | None = None
        self._opening = False
        self._tried_at: float | None = None
        self._closing = False
        self._thread = Thread(target=self._work, name="cues", daemon=True)
        self._thread.start()
        atexit.register(self.close)

    def say(self, line: Line, ended: Callable[[], None]) -> None:
        """As `Voice.say`."""
        with self._state:
            closed = self._closing
            if not closed:
                self._inbox.put(_Task(line, ended, self._epoch))
        if closed:
            ended()

    def stop(self) -> None:
        """As `Voice.stop`: cue and words at once."""
        with self._state:
            self._epoch += 1
            if self.mixer is not None:
                self.mixer.silence()
            self._state.notify_all()
        self._hush()

    def voices(self, lang: str) -> Sequence[VoiceName]:
        """As `Voice.voices`: those of the voice inside."""
        return self._voice.voices(lang)

    def close(self) -> None:
        """As `Voice.close`, with the voice inside. Waits for half a second at most."""
        with self._state:
            if self._closing:
                return
            self._closing = True
            self._epoch += 1
            if self.mixer is not None:
                self.mixer.fail()
            self._state.notify_all()
        atexit.unregister(self.close)
        self._inbox.put(None)
        with suppress(Exception):
            self._voice.close()
        if current_thread() is not self._thread:
            self._thread.join(CLOSING)

    # -- the worker

    def _work(self) -> None:
        while (task := self._inbox.get()) is not None:
            if not self._stopped(task):
                self._play(task)
            if not self._stopped(task):
                self._speak(task)
        with self._state:
            device, self._device = self._device, None
        if device is not None:
            device.close()

    def _stopped(self, task: _Task) -> bool:
        return task.epoch != self._epoch

    def _speak(self, task: _Task) -> None:
        """Give the words to the voice inside, and wait until it has spoken them."""
        if not task.line.text.strip():
            self._end(task)
            return
        try:
            self._voice.say(task.line._replace(cue=None), partial(self._end, task))
        except Exception:  # against its contract; the game goes on
            self._end(task)
        if self._stopped(task):  # in the moment in which it began: `stop` may have come too early for it
            self._hush()
        with self._state:
            self._state.wait_for(lambda: task.over or self._stopped(task))

    def _end(self, task: _Task) -> None:
        with self._state:
            if task.over or self._stopped(task):
                return
            task.over = True
            self._state.notify_all()
        with suppress(Exception):
            task.ended()

    def _hush(self) -> None:
        with suppress(Exception):
            self._voice.stop()

    def _tell(self, trouble: Trouble, detail: str) -> None:
        with self._state:
            if trouble in self._told or self._closing:
                return
            self._told.add(trouble)
        with suppress(Exception):
            self._report(trouble, detail)

    # -- cues

    def _play(self, task: _Task) -> None:
        """Play the line's cue, if it has one; returns when it has been heard, was stopped or is given up."""
        cue, volume = task.line.cue, task.line.manner.cues
        data = b"" if cue is None else samples(cue, volume)
        mixer = self._ready(task) if data else None
        if mixer is None:
            return
        with self._state:
            if self._stopped(task):
                return
            sound = mixer.cue_in_turn(mixer.epoch, data, self._wake)
        if not self._heard(task, sound, GRACE + len(data) / (FRAME * RATE)):
            self._give_up(mixer)

    def _wake(self) -> None:
        with self._state:
            self._state.notify_all()

    def _heard(self, task: _Task, sound: Sound, patience: float) -> bool:
        """Wait for the end of a cue. False: the device did not play it in time.

        Of the time between two looks only little counts, so that a process that was itself held up (Ctrl+Z)
        does not blame the device.
        """
        looked = time.monotonic()
        with self._state:
            while not (sound.over or sound.gone or self._stopped(task)):
                if patience <= 0:
                    return False
                self._state.wait(min(LOOK, patience))
                now = time.monotonic()
                patience -= min(now - looked, LOOK)
                looked = now
        return True

    def _ready(self, task: _Task) -> Mixer | None:
        """Return the mixer of an open sound card, None if there is none now. Waits only the first time."""
        with self._state:
            if self.mixer is None and not self._opening:
                first, now = self._tried_at is None, time.monotonic()
                if self._tried_at is None or now - self._tried_at > RETRY:
                    self._opening, self._tried_at = True, now
                    Thread(target=self._open, name="cues: device", daemon=True).start()
                if first:
                    self._state.wait_for(lambda: not self._opening or self._stopped(task), GRACE)
            return self.mixer

    def _open(self) -> None:
        """The helper: open the sound card."""
        mixer, device = Mixer(), None
        try:
            device = open_device(mixer)
        except ImportError as error:
            self._tell(Trouble.NO_LIBRARY, error.name or str(error))
        except Exception as error:
            self._tell(Trouble.NO_SOUND, str(error))
        with self._state:
            self._opening = False
            late = self._closing
            if device is not None and not late:
                self.mixer, self._device = mixer, device
            self._state.notify_all()
        if device is not None and late:
            device.close()

    def _give_up(self, mixer: Mixer) -> None:
        """The device has stopped: its cue must not be heard later. It is closed aside, as that may hang."""
        mixer.fail()
        with self._state:
            device, self._device, self.mixer = self._device, None, None
            self._tried_at = time.monotonic()
        if device is not None:
            Thread(target=device.close, name="cues: closing", daemon=True).start()
        self._tell(Trouble.FAILED, "the sound device has stopped")


class CuesAlone(WithCues):
    """A `Voice` for people whose screen reader reads the terminal: it plays cues and says nothing."""

    def __init__(self, report: Report) -> None:
        super().__init__(_Mute(), report)


class _Mute:
    """A `Voice` that says nothing: each line ends at once."""

    def say(self, line: Line, ended: Callable[[], None]) -> None:
        ended()

    def stop(self) -> None:
        """Nothing is spoken."""

    def voices(self, lang: str) -> Sequence[VoiceName]:
        return ()

    def close(self) -> None:
        """Nothing to free."""
