"""pyttsx3 in a process of its own, for drivers that want the main thread, or hang: macOS's, above all.

Here: both sides. The child (`python -m speech.devices.pyttsx3_child DRIVER`) is an `OwnVoice` whose worker is
the process's main thread; `ChildVoice` is the `Voice` that starts it, and starts it anew when it dies or
hangs. They exchange lines of JSON on the child's standard input and output. Not here: how pyttsx3 is driven
(see `own`).

To the child: `{"say": N, "text", "lang", "manner", "cue"}`, `{"stop": N}`, `{"voices": N, "lang"}`. From it:
`{"ready": true}` when it can speak or never will, `{"ended": N}`, `{"stopped": N}`, `{"voices": N, "found"}`,
`{"trouble": T, "detail"}`, and `{"alive": true}` four times a second while it speaks. End of input ends it.

What was run where: all of it on Linux, with our own driver (real sound) and with drivers that hang, crash
and print. `nsss` itself has not been tried.
"""

from __future__ import annotations

import atexit
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from importlib import import_module
from queue import Empty, SimpleQueue
from threading import Lock, Thread, current_thread
from typing import Any, BinaryIO, NamedTuple

from speech.devices import Cue, Line, Manner, Report, Trouble, VoiceName

BEAT = 0.25
"""Seconds between two signs of life."""
HUNG = 2.0
"""Seconds without one, while there is something to do, after which the child counts as hung."""
STARTING = 10.0
"""Seconds that it may take until it can speak."""
RESTARTS = 1
"""So often the child is started anew before its failing is told; a line that ends clears the account."""
ASKING = 1.0
"""Seconds that `voices` may take."""
CLOSING = 0.5
"""Seconds that `close` waits; then the child is killed."""

Message = Mapping[str, Any]


# -- the parent's side


class _Child:
    """The process; its messages are given to `heard`, and None when it is gone, on a thread of its own."""

    def __init__(self, driver: str, heard: Callable[[_Child, Message | None], None]) -> None:
        self.ready = False
        self._heard = heard
        # -P: a folder named "speech" where the person happens to be is not ours. A session of its own: Ctrl+C
        # is for the game.
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", __name__, driver],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        Thread(target=self._read, name="own voice: from the child", daemon=True).start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as lines, suppress(OSError, ValueError):
            for line in lines:
                with suppress(json.JSONDecodeError):
                    self._heard(self, json.loads(line))
        self._heard(self, None)

    def send(self, **message: Any) -> None:
        """Send a message; a child that is gone is noticed by `_read`."""
        assert self._process.stdin is not None
        with suppress(OSError, ValueError):
            self._process.stdin.write(json.dumps(message).encode() + b"\n")
            self._process.stdin.flush()

    def kill(self) -> None:
        self._process.kill()

    def leave(self, seconds: float) -> None:
        """Let the child end by itself, for some seconds, and see to it that it has ended."""
        with suppress(OSError, ValueError):
            if self._process.stdin is not None:
                self._process.stdin.close()
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


class _Task(NamedTuple):
    number: int
    line: Line
    ended: Callable[[], None]
    turn: int
    """The voice's count of stops when it was said."""


class ChildVoice:
    """A `Voice` (see `speech.devices`) that speaks in another process.

    A line during which the child dies or hangs is said again, from its beginning, by a new one. If that one
    fails as well, this is told, and lines end at once from then on.
    """

    def __init__(self, report: Report, driver: str) -> None:
        self._report, self._driver = report, driver
        self._told: set[Trouble] = set()
        self._lock = Lock()
        self._inbox: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._tasks: dict[int, _Task] = {}
        """What was said and has not ended, in order."""
        self._answers: dict[int, SimpleQueue[Sequence[VoiceName]]] = {}
        self._number = 0
        self._turn = 0
        self._stopping: int | None = None
        """The stop that the child has not confirmed."""
        self._child: _Child | None = None
        self._failures = 0
        self._looked, self._still = time.monotonic(), 0.0
        """For how many seconds the child has given no sign of life; see `_is_hung`."""
        self._broken = False
        self._closing = False
        self._thread = Thread(target=self._work, name="own voice: to the child", daemon=True)
        self._thread.start()
        atexit.register(self.close)

    def say(self, line: Line, ended: Callable[[], None]) -> None:
        """As `Voice.say`."""
        with self._lock:
            closed = self._closing
            self._number += 1
            task = _Task(self._number, line, ended, self._turn)
            if not closed:
                self._inbox.put(partial(self._say, task))
        if closed:
            self._end(task)

    def stop(self) -> None:
        """As `Voice.stop`."""
        with self._lock:
            self._turn += 1
            self._number += 1
            self._inbox.put(partial(self._stop, self._number))

    def voices(self, lang: str) -> Sequence[VoiceName]:
        """As `Voice.voices`."""
        if self._closing or current_thread() is self._thread:
            return ()
        answers: SimpleQueue[Sequence[VoiceName]] = SimpleQueue()
        with self._lock:
            self._number += 1
            number = self._number
            self._answers[number] = answers
            self._inbox.put(partial(self._ask, number, lang))
        try:
            return answers.get(timeout=ASKING)
        except Empty:
            return ()
        finally:
            self._answers.pop(number, None)

    def close(self) -> None:
        """As `Voice.close`; waits half a second, then the child is killed."""
        with self._lock:
            if self._closing:
                return
            self._closing = True
            self._turn += 1
        atexit.unregister(self.close)
        self._inbox.put(lambda: None)
        if current_thread() is not self._thread:
            self._thread.join(2 * CLOSING)
            if self._thread.is_alive() and (child := self._child) is not None:
                child.kill()  # the worker waits for it

    # -- all that follows runs on the worker

    def _work(self) -> None:
        self._start()
        while not self._closing:
            patience = BEAT if self._tasks or self._stopping is not None else None
            with suppress(Empty):
                self._inbox.get(timeout=patience)()
            if self._child is not None and self._is_hung():
                self._lost(self._child, Trouble.HUNG)
        if self._child is not None:
            self._child.leave(CLOSING)

    def _start(self) -> None:
        """Start a child and give it what was not ended."""
        self._still, self._stopping = 0.0, None
        try:
            self._child = _Child(self._driver, lambda *what: self._inbox.put(partial(self._heard, *what)))
        except OSError as error:
            self._break(Trouble.FAILED, str(error))
            return
        for task in self._tasks.values():
            self._send(task)

    def _say(self, task: _Task) -> None:
        if self._stopped(task):
            return
        if self._broken:
            self._end(task)
            return
        self._tasks[task.number] = task
        if self._child is None:
            self._start()
        else:
            self._send(task)

    def _send(self, task: _Task) -> None:
        line = task.line
        manner = {
            **{name: getattr(line.manner, name) for name in _MANNER},
            "voices": dict(line.manner.voices),
        }
        assert self._child is not None
        self._child.send(say=task.number, text=line.text, lang=line.lang, manner=manner, cue=line.cue)

    def _stop(self, number: int) -> None:
        self._tasks = {number: task for number, task in self._tasks.items() if not self._stopped(task)}
        if self._child is not None:
            self._stopping = number
            self._child.send(stop=number)

    def _ask(self, number: int, lang: str) -> None:
        if self._child is not None:
            self._child.send(voices=number, lang=lang)

    def _stopped(self, task: _Task) -> bool:
        return self._closing or task.turn != self._turn

    def _heard(self, child: _Child, message: Message | None) -> None:
        """A message of a child, or None at its end; those of one that was given up are not news."""
        if child is not self._child:
            return
        self._still = 0.0
        match message:
            case None:
                self._lost(child, Trouble.FAILED)
            case {"ready": True}:
                child.ready = True
            case {"ended": int(number)} if number in self._tasks:
                self._failures = 0
                self._end(self._tasks.pop(number))
            case {"stopped": int(number)} if number == self._stopping:
                self._stopping = None
            case {"voices": int(number), "found": found} if number in self._answers:
                self._answers[number].put([VoiceName(*one) for one in found])
            case {"trouble": str(trouble), "detail": str(detail)}:
                self._tell(Trouble(trouble), detail)

    def _is_hung(self) -> bool:
        """Whether the child has been silent for too long; only time between looks counts, and little of it
        at once, so that a process that was itself held up (Ctrl+Z) does not blame the child."""
        assert self._child is not None
        now = time.monotonic()
        self._still += min(now - self._looked, BEAT)
        self._looked = now
        if not self._tasks and self._stopping is None:
            self._still = 0.0
        return self._still > (HUNG if self._child.ready else STARTING)

    def _lost(self, child: _Child, trouble: Trouble) -> None:
        """The child died or hangs. What it was to say a new one says, unless this one was new itself."""
        self._child = None
        child.kill()
        child.leave(CLOSING)
        self._failures += 1
        self._stopping = None
        if self._failures > RESTARTS:
            self._break(trouble, self._driver)
        elif self._tasks:
            self._start()

    def _break(self, trouble: Trouble, detail: str) -> None:
        self._broken = True
        self._tell(trouble, detail)
        tasks, self._tasks = self._tasks, {}
        for task in tasks.values():
            self._end(task)

    def _tell(self, trouble: Trouble, detail: str) -> None:
        if trouble not in self._told and not self._closing:
            self._told.add(trouble)
            with suppress(Exception):
                self._report(trouble, detail)

    def _end(self, task: _Task) -> None:
        if task.turn == self._turn:
            try:
                task.ended()
            except Exception as error:
                self._tell(Trouble.FAILED, repr(error))


_MANNER = ("rate", "pitch", "volume", "cues")


# -- the child's side


def main(driver: str) -> None:
    """Speak what comes in on standard input, until it ends."""
    from speech.devices.own import OwnVoice

    source, sink = _take_streams()
    lock = Lock()

    def tell(**message: Any) -> None:
        with lock, suppress(OSError):  # the parent may be gone
            sink.write(json.dumps(message).encode() + b"\n")

    voice = OwnVoice(lambda trouble, detail: tell(trouble=trouble, detail=detail), driver, thread=False)
    voice.each_round = _each_round(partial(tell, alive=True))
    # An empty line ends as soon as the main thread goes round: it can speak now, or never will.
    voice.say(Line("", ""), partial(tell, ready=True))
    Thread(target=_obey, args=(voice, source, tell), daemon=True).start()
    voice.run()


def _take_streams() -> tuple[BinaryIO, BinaryIO]:
    """Standard input and output for the messages alone: whoever prints here prints into nothing."""
    source, sink = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb", buffering=0)
    nothing = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(nothing, descriptor)
    os.close(nothing)
    return source, sink


def _obey(voice: Any, source: BinaryIO, tell: Callable[..., None]) -> None:
    """The child's second thread: hand on what the parent wants."""
    for sent in source:
        with suppress(Exception):
            _do(voice, json.loads(sent), tell)
    voice.close()
    time.sleep(CLOSING / 2)
    os._exit(0)  # the main thread may hang


def _do(voice: Any, message: Message, tell: Callable[..., None]) -> None:
    match message:
        case {"say": number, "text": text, "lang": lang, "manner": manner, "cue": cue}:
            line = Line(text, lang, Manner(**manner), cue and Cue(*cue))
            voice.say(line, partial(tell, ended=number))
        case {"stop": number}:
            voice.stop()
            voice.say(Line("", ""), partial(tell, stopped=number))  # after the stop has been seen to
        case {"voices": number, "lang": lang}:
            tell(voices=number, found=voice.voices(lang))


def _each_round(alive: Callable[[], None]) -> Callable[[], None]:
    """What the main thread does each time it goes round."""
    pump = _pump() if sys.platform == "darwin" else None
    last = time.monotonic()

    def each() -> None:
        nonlocal last
        if pump is not None:
            pump()
        if time.monotonic() - last >= BEAT:
            last = time.monotonic()
            alive()

    return each


def _pump() -> Callable[[], None]:
    """macOS tells the end of a line only to a thread that runs its run loop. Read, not tried."""
    foundation = import_module("Foundation")
    loop = foundation.NSRunLoop.currentRunLoop()
    return lambda: loop.runUntilDate_(foundation.NSDate.dateWithTimeIntervalSinceNow_(0))


if __name__ == "__main__":
    main(sys.argv[1])
