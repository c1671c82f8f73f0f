"""A voice by way of Speech Dispatcher, the speech server of Linux desktops.

Here: one line at a time, spoken the listener's way; starting the server, and connecting again when it goes
away. Not here: the protocol (see `ssip`), what is said when (see the speech queue), sound cues.

A worker asks the server and hears its events; callers only put lines into its inbox. What the server does
to messages was measured with version 0.11.4: whoever sends an "important" message cancels ours, so a line
that was cancelled by others is said again; a module that crashes tells nobody, so whoever waits for a line
needs a watchdog.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import chain, repeat
from queue import Empty, SimpleQueue
from threading import Event as Flag
from threading import Lock, Thread, current_thread
from typing import NamedTuple

from . import Fault, Line, Report, Trouble, VoiceName
from .ssip import PATIENCE, Address, Broken, Event, Kind, Refused, Ssip, address

NAME = "Speech Dispatcher"
"""What a fault calls it."""
PROGRAM = "speech-dispatcher"
DELAYS = (0.0, 0.1, 0.2, 0.4, 0.8, 0.4)
"""Seconds before each attempt to connect."""
GRACE = 2.0
"""Seconds after which a server that does not come back is given up."""
SPAWNING = 3.0
"""Seconds that the server may take to start; 2 were measured."""
TRIES = 3
"""So often a line is begun. If the server dies of it each time it is not the server for this line."""
CLOSING = 0.5
"""Seconds that `close` waits for the worker."""
SLOWEST, USUAL, FASTEST = 80, 170, 449
"""Words a minute at the rates -100, 0 and 100, as the espeak-ng module has them (espeak-ng.conf)."""
_FAR = 9
_ALIKE = {
    "en": ("en", "en-gb", "en-us"),
    "nb": ("nb", "no", "nn"),
    "no": ("nb", "no"),
    "nn": ("nn", "nb", "no"),
}
"""Languages, and tags that servers may have for them, best first."""


def rate_of(words: int) -> int:
    """Return the rate, -100 to 100, for so many words a minute."""
    span = USUAL - SLOWEST if words < USUAL else FASTEST - USUAL
    return _within(round((words - USUAL) * 100 / span))


def level_of(percent: int) -> int:
    """Return the pitch or volume, -100 to 100, for 0 to 100 per cent."""
    return _within(2 * percent - 100)


def _within(value: int) -> int:
    return max(-100, min(100, value))


@dataclass(slots=True, eq=False)
class _Task:
    """A line on its way."""

    line: Line
    ended: Callable[[], None]
    epoch: int
    """When it was said, counted in stops: older than the voice's means stopped."""
    message: int | None = None
    """Its number on the connection that is; None: it has to be said."""
    broken: int = 0
    """How often the connection broke under it."""
    cut: int = 0
    """How often others cancelled it."""


class _News(NamedTuple):
    """What the reading thread of a connection tells the worker: an event, or (None) that it broke."""

    link: _Link
    event: Event | None


class _Dialect(NamedTuple):
    """How a language is spoken here: the tag that the server is given, and whether espeak does it."""

    tag: str
    espeak: bool


class _Link:
    """A connection, and what the server has been told on it. Used by one thread.

    :raises OSError: nobody listens.
    :raises Broken: nobody answers.
    :raises Refused: this is not a server that can speak.
    """

    def __init__(self, where: Address, news: Callable[[_News], None], patience: float = PATIENCE) -> None:
        self.ssip = Ssip(
            where,
            lambda event: news(_News(self, event)),
            lambda why: news(_News(self, None)),
            patience,
        )
        self._set: dict[str, str | int] = {}
        self._dialects: dict[str, _Dialect] = {}
        try:
            self._greet()
        except BaseException:
            self.ssip.close()
            raise
        self.ssip.patience = PATIENCE

    def _greet(self) -> None:
        user = "".join(char for char in os.environ.get("USER", "") if char.isalnum()) or "player"
        self.ssip.command(f"SET SELF CLIENT_NAME {user}:senpai:voice")
        self.ssip.command("SET SELF NOTIFICATION END on")
        self.ssip.command("SET SELF NOTIFICATION CANCEL on")
        self.ssip.command("SET SELF PRIORITY message")
        if not self.ssip.command("LIST OUTPUT_MODULES"):
            raise Refused("no output module")
        self._module = self._get("OUTPUT_MODULE")
        self._usual = self._get("VOICE_TYPE")

    def _get(self, name: str) -> str:
        """Return a setting, "" where the server does not tell it."""
        try:
            return self.ssip.command(f"GET {name}")[0]
        except (Refused, IndexError):
            return ""

    def say(self, line: Line, text: str) -> int:
        """Queue the text in the line's manner; return the number of its message."""
        espeak = self._adjust(line)
        return self.ssip.speak(_unwrapped(text) if espeak else text)

    def hush(self) -> None:
        self.ssip.command("CANCEL SELF")

    def _adjust(self, line: Line) -> bool:
        """Tell what has changed since the last line; return whether espeak speaks this one."""
        manner = line.manner
        dialect = self._speak_in(line.lang)
        self._choose(manner.voices.get(line.lang, ""))
        self._tell("RATE", rate_of(manner.rate))
        self._tell("PITCH", level_of(manner.pitch))
        self._tell("VOLUME", level_of(manner.volume))
        self._tell("SSML_MODE", "on" if dialect.espeak else "off")
        return dialect.espeak

    def _tell(self, name: str, value: str | int) -> None:
        """Set what is not yet so. What the server refuses stays as it was."""
        if self._set.get(name) != value:
            with suppress(Refused):
                self.ssip.command(f"SET SELF {name} {value}")
            self._set[name] = value

    def _choose(self, voice: str) -> None:
        """Take a voice by name, or the language's usual one, as the person has set up the server."""
        if voice:
            self._tell("SYNTHESIS_VOICE", voice)
        elif self._set.pop("SYNTHESIS_VOICE", None) and self._usual:
            with suppress(Refused):
                self.ssip.command(f"SET SELF VOICE_TYPE {self._usual}")

    def _speak_in(self, lang: str) -> _Dialect:
        """Turn to a language.

        A person may have given it a module of its own, which would then go on to speak the others.
        """
        if self._set.get("LANGUAGE") != lang:
            with suppress(Refused):
                self.ssip.command(f"SET SELF OUTPUT_MODULE {self._module}")
            self._set.pop("SYNTHESIS_VOICE", None)
            if lang not in self._dialects:
                self._dialects[lang] = self._learn(lang)
            with suppress(Refused):
                self.ssip.command(f"SET SELF LANGUAGE {self._dialects[lang].tag}")
            self._set["LANGUAGE"] = lang
        return self._dialects[lang]

    def _learn(self, lang: str) -> _Dialect:
        """Return how a language is spoken. One that nobody knows is spoken as English: the server would take
        the voice it used last, without an error.

        espeak-ng knows all of ours, and its list of voices is 13,000 lines long.
        """
        from .espeak import language

        self._turn_to(lang)
        if self._get("OUTPUT_MODULE").startswith("espeak"):
            return _Dialect(language(lang), espeak=True)
        known = [tag for _, tag, _ in self._voices()]
        for wanted in (lang, "en"):
            best = min(known, key=partial(_distance, lang=wanted), default="")
            if _distance(best, wanted) < _FAR:
                return _Dialect(best, espeak=False)
        return _Dialect(lang, espeak=False)

    def _turn_to(self, lang: str) -> None:
        with suppress(Refused):
            self.ssip.command(f"SET SELF LANGUAGE {lang}")

    def _voices(self) -> list[tuple[str, str, str]]:
        """Return name, language and variant of each voice of the module that is chosen."""
        try:
            rows = [row.split("\t") for row in self.ssip.command("LIST SYNTHESIS_VOICES")]
        except Refused:
            return []
        return [(row[0], row[1], row[2]) for row in rows if len(row) == 3]

    def speaking(self, lang: str) -> list[VoiceName]:
        """Return the voices of a language: its own, its dialects', and the variants of the first one.

        espeak-ng has 100 variants of every voice.
        """
        self._turn_to(lang)
        voices = [row for row in self._voices() if _distance(row[1], lang) < _FAR]
        voices.sort(key=lambda row: _distance(row[1], lang))
        plain = [name for name, _, variant in voices if variant.casefold() == "none"]
        if plain:
            plain += [name for name, _, _ in voices if name.startswith(f"{plain[0]}+")]
        return [VoiceName(name, _in_words(name)) for name in plain or [row[0] for row in voices]]

    def close(self) -> None:
        self.ssip.close()


def _distance(tag: str, lang: str) -> int:
    """Return how far a voice's language is from the one that is wanted, _FAR if it is another."""
    tag, likes = tag.casefold(), _ALIKE.get(lang, (lang,))
    if tag in likes:
        return likes.index(tag)
    return len(likes) if tag.split("-")[0] in likes else _FAR


def _in_words(name: str) -> str:
    """Return a voice's name as it can be said: "English (America)+Andy" gives "English, America, Andy"."""
    parts = re.split(r"[()\[\]{}<>+*#|/\\]+", name.replace("_", " "))
    return ", ".join(part.strip() for part in parts if part.strip()) or name


def _unwrapped(text: str) -> str:
    """Return a text as SSML without its `<speak>` around it.

    For espeak alone, which then ends a line 11 ms after its last sound. The end of `<speak>`, which the
    server puts there itself around plain text, costs the pause behind a sentence, 330 ms at 170 words a
    minute. Others may want it.
    """
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


class _Lost(Exception):
    """The server is given up: the trouble and a detail."""

    def __init__(self, trouble: Trouble, detail: str) -> None:
        super().__init__(detail)
        self.trouble, self.detail = trouble, detail


def _reach(news: Callable[[_News], None], since: float, closing: Flag) -> _Link | None:
    """Connect, again and again until GRACE after `since`, starting the server if need be.

    Returns None if it is closed meanwhile. At least one attempt is made.
    :raises _Lost: there is no server.
    """
    spawned, left = False, PATIENCE
    for delay in chain(DELAYS, repeat(DELAYS[-1])):
        if closing.wait(delay):
            return None
        try:
            where = address()
            return _Link(where, news, min(PATIENCE, left))
        except (FileNotFoundError, ConnectionError):
            lost = _Lost(Trouble.NO_SERVER, NAME)
            if not spawned and _spawned(where):
                since = time.monotonic()
            spawned = True
        except (Broken, OSError) as error:
            lost = _Lost(Trouble.FAILED, str(error))
        except (Refused, ValueError) as error:  # it will say the same again
            raise _Lost(Trouble.FAILED, str(error)) from error
        left = since + GRACE - time.monotonic()
        if left <= 0:
            raise lost
    return None


def _spawned(where: Address) -> bool:
    """Start the server, in silence; return whether it runs. A person may have forbidden that, or set it up
    for another address."""
    program = shutil.which(PROGRAM)
    if program is None or not where.local:
        return False
    place = ["unix_socket", "-S", where.path] if where.path else ["inet_socket", "-p", str(where.port)]
    try:
        done = subprocess.run(
            [program, "--spawn", "-c", *place],
            cwd="/",
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=SPAWNING,
            start_new_session=True,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


class DispatcherVoice:
    """A `Voice` (see `speech.devices`); all methods may be called from any thread and return at once.

    A line that ends in the very moment of `stop` may still call its `ended`. When the server is lost for
    good, that is reported, then the line that waits is ended, and from then on lines end within the call.
    """

    def __init__(self, report: Report) -> None:
        self._report = report
        self._told: set[Trouble] = set()
        self._lock = Lock()
        self._inbox: SimpleQueue[_Task | _News | None] = SimpleQueue()
        self._waiting: deque[_Task] = deque()
        self._task: _Task | None = None
        self._link: _Link | None = None
        self._epoch = 0
        self._closing = Flag()
        self._dead = False
        self._thread = Thread(target=self._work, name="speech dispatcher", daemon=True)
        self._thread.start()

    # -- for callers

    def say(self, line: Line, ended: Callable[[], None]) -> None:
        """As `Voice.say`; the line is kept while the server starts."""
        task = _Task(line, ended, self._epoch)
        with self._lock:
            kept = not self._dead and bool(line.text.strip())
            if kept:
                self._inbox.put(task)
        if not kept:
            self._end(task)

    def stop(self) -> None:
        """As `Voice.stop`, but the server needs 10 ms for it, or 30 to 60 in the midst of a long line."""
        with self._lock:
            self._epoch += 1
            if not self._dead:
                self._inbox.put(None)

    def voices(self, lang: str) -> Sequence[VoiceName]:
        """As `Voice.voices`, on a connection of its own, so that speech does not wait for it."""
        if self._dead:
            return ()
        try:
            link = _Link(address(), lambda news: None)
            try:
                return link.speaking(lang)
            finally:
                link.close()
        except (OSError, Broken, Refused, ValueError):
            return ()

    def close(self) -> None:
        """As `Voice.close`; waits for half a second at most."""
        self._closing.set()
        self.stop()
        if current_thread() is self._thread:
            return
        self._thread.join(CLOSING / 2)
        link = self._link
        if self._thread.is_alive() and link is not None:
            link.close()  # the server does not answer: whoever waits for that is told
            self._thread.join(CLOSING / 2)

    # -- the worker

    def _work(self) -> None:
        """Speak until closed or lost; then end every line."""
        try:
            self._link = _reach(self._inbox.put, time.monotonic() - GRACE, self._closing)
            while not self._closing.is_set():
                self._note(self._inbox.get())
                self._turn()
        except _Lost as lost:
            self._tell(lost.trouble, lost.detail)
        except Exception as error:
            self._tell(Trouble.FAILED, repr(error))
        with suppress(Exception):
            self._leave()
        self._die()

    def _note(self, item: _Task | _News | None) -> None:
        """Take what came in; news of an old connection is no news."""
        match item:
            case _Task():
                self._waiting.append(item)
            case _News(link, None) if link is self._link:
                self._again(time.monotonic())
            case _News(link, Event() as event) if link is self._link:
                self._hear(event)

    def _hear(self, event: Event) -> None:
        """An event; those of stopped lines carry other numbers."""
        task = self._task
        if task is None or event.message != task.message:
            return
        if event.kind is Kind.CANCELED and not self._stopped(task):
            task.message, task.cut = None, task.cut + 1
        if event.kind is Kind.END or task.cut == TRIES:
            self._task = None
            self._end(task)

    def _turn(self) -> None:
        """Cancel what was stopped; begin what has to be said."""
        while not self._closing.is_set():
            task = self._task
            if task is not None and self._stopped(task):
                self._task = None
                self._cancel(task)
            elif task is not None and task.message is None:
                self._begin(task)
            elif task is None and self._waiting:
                self._task = self._waiting.popleft()
            else:
                return

    def _cancel(self, task: _Task) -> None:
        if task.message is not None and self._link is not None:
            asked = time.monotonic()
            try:
                self._link.hush()
            except Broken:
                self._again(asked)

    def _begin(self, task: _Task) -> None:
        from .espeak import clean  # brings ctypes, so not before the first line

        text = clean(task.line.text)
        if not text:
            self._task = None
            self._end(task)
            return
        asked = time.monotonic()
        try:
            if self._link is not None:
                task.message = self._link.say(task.line, text)
        except Broken:
            self._again(asked)
        except Refused as error:
            raise _Lost(Trouble.FAILED, str(error)) from error

    def _again(self, since: float) -> None:
        """The connection has broken: connect again; the line will be said from its beginning."""
        self._unlink()
        if self._task is not None:
            self._task.message, self._task.broken = None, self._task.broken + 1
            if self._task.broken == TRIES:
                raise _Lost(Trouble.FAILED, f"lost {TRIES} times over one line")
        self._link = _reach(self._inbox.put, since, self._closing)

    def _unlink(self) -> None:
        link, self._link = self._link, None
        if link is not None:
            link.close()

    def _leave(self) -> None:
        """Fall silent and go."""
        if self._link is not None and self._task is not None and self._task.message is not None:
            with suppress(Broken, Refused):
                self._link.hush()
        self._unlink()

    def _die(self) -> None:
        """End the lines that wait; later ones never come here."""
        with self._lock:
            self._dead = True
        left = [] if self._task is None else [self._task]
        left += self._waiting
        with suppress(Empty):
            while True:
                item = self._inbox.get_nowait()
                left += [item] if isinstance(item, _Task) else []
        self._task = None
        self._waiting.clear()
        for task in left:
            if not self._stopped(task):
                self._end(task)

    def _stopped(self, task: _Task) -> bool:
        return task.epoch != self._epoch

    def _end(self, task: _Task) -> None:
        try:
            task.ended()
        except Exception as error:  # a caller's mistake
            self._tell(Trouble.FAILED, repr(error))

    def _tell(self, trouble: Trouble, detail: str) -> None:
        with self._lock:
            if trouble in self._told or self._closing.is_set():
                return
            self._told.add(trouble)
        with suppress(Exception):
            self._report(trouble, detail)


def make(report: Report) -> DispatcherVoice:
    """Return the voice; for `speech.routes`."""
    return DispatcherVoice(report)


def check() -> Fault | None:
    """Return why this way of speaking cannot be had here, None if it can."""
    try:
        link = _reach(lambda news: None, time.monotonic() - GRACE, Flag())
        if link is not None:
            try:
                link.ssip.command("LIST SYNTHESIS_VOICES")  # a module that has crashed cannot tell them
            finally:
                link.close()
    except _Lost as lost:
        return Fault(lost.trouble, lost.detail)
    except (Broken, Refused) as error:
        return Fault(Trouble.FAILED, str(error))
    return None
