"""The questions of `senpai` alone: what to play, with how many, or what else. Numbered choices, one a line.

Not here: doing what was chosen (see `main`), and the words (see `call_text`).
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Sequence

from engine import GAMES
from engine.bots.levels import Level
from speech.utterance import Urgency, Utterance

from .arguments import Call
from .call_text import CallText
from .voice import VoiceRoute

LOOK = 0.05
"""Seconds between two looks whether the voice has come to its end."""
HELP = frozenset({"help", "hilfe", "?"})
LEAVE = frozenset({"quit", "exit", "leave", "q", "ende", "beenden", "verlassen", "aufhören", "aufhoeren"})
"""What is understood at every question before a game."""


class Leaving(Exception):
    """The person chose to leave, or the input ended; the text is what to say."""


class Speaker:
    """What stands before a game, or without one: whole lines, printed in one write and spoken one by one."""

    def __init__(self, print: Callable[[str], None], voice: VoiceRoute) -> None:
        self.print, self.voice = print, voice

    def say(self, *lines: str) -> None:
        """Print and speak lines in the voice's language."""
        self.print("\n".join(lines))
        self.speak(*lines)

    def speak(self, *lines: str, lang: str | None = None, cue: str | None = None) -> None:
        """Speak lines, the first one with a sound cue before it."""
        queue = self.voice.queue
        for line in lines if queue is not None else ():
            assert queue is not None
            said = Utterance(line, "", "", lang or self.voice.lang, Urgency.TABLE, "Question", cue)
            queue.put(said, self.voice.manner)
            cue = None

    def hush(self) -> None:
        """Fall silent and forget what waits: something was typed."""
        if self.voice.queue is not None:
            self.voice.queue.stop()

    def finish(self, seconds: float) -> None:
        """Let the voice come to its end, for some seconds at most."""
        end = time.monotonic() + seconds
        queue = self.voice.queue
        while queue is not None and not queue.idle and time.monotonic() < end:
            time.sleep(LOOK)


class Menu:
    """Asks until a choice is made; every line typed gets one answer. Raises Leaving."""

    def __init__(self, call: Call, text: CallText, voice: VoiceRoute, show: Callable[[str], None]) -> None:
        self.call, self.text, self.voice, self.show = call, text, voice, show

    def fill(self, *, resumable: bool) -> None:
        """Ask for a command, its game, how many play and how well, and write them into the call."""
        text, games = self.text, list(GAMES)
        others = {"resume": text.go_on()} if resumable else {}
        others |= {"learn": text.learn(), "rules": text.hear_rules(), "leave": text.leave()}
        number = self._choose(text.what(), [*map(text.play, games), *others.values()])
        if number < len(games):
            self.call.command, self.call.words = "play", [games[number]]
            seats = GAMES[games[number]].seats
            self.call.players = self._number(text.how_many(seats[0], seats[-1]), seats)
            if self.call.level is None:
                levels = list(Level)
                level = self._choose(text.how_well(), [text.words.level(level) for level in levels])
                self.call.level = levels[level]
            return
        command = list(others)[number - len(games)]
        if command == "leave":
            raise Leaving(text.goodbye())
        self.call.command = command
        if command != "resume":
            of = self._choose(text.which_game(), [text.words.game(game) for game in games])
            self.call.words = [games[of]]

    def _choose(self, question: str, choices: Sequence[str]) -> int:
        """Return the choice made, counted from 0."""
        lines = [question, *(f"{number}. {choice}." for number, choice in enumerate(choices, 1))]
        return self._number("\n".join(lines), range(1, len(choices) + 1)) - 1

    def _number(self, question: str, allowed: range) -> int:
        """Return a number of those allowed, asking until one is typed; help says the question again."""
        asked = question
        while True:
            self.show(question)
            self.voice.greet(question.replace("\n", " "), self.call.lang)
            line = read_line()
            if line is None:
                raise Leaving(self.text.input_ended())
            number = int(line) if line.isdecimal() and len(line) < 3 else -1
            if number in allowed:
                return number
            if line.casefold() in LEAVE:
                raise Leaving(self.text.goodbye())
            question = asked if line.casefold() in HELP else self.text.no_such_choice(allowed[0], allowed[-1])


def _wait_for(descriptor: int) -> None:
    """Return when there is something to read; meanwhile Python takes notice of Ctrl-C.

    One that comes just before a read begins would else wait for the next key with it.
    """
    if os.name == "posix":
        import select

        while not select.select([descriptor], [], [], 0.2)[0]:
            pass


def read_line() -> str | None:
    """Return the next line of standard input without reading on, since a front end follows; None: the end."""
    data = b""
    try:
        descriptor = sys.stdin.fileno()
        while not data.endswith(b"\n"):
            _wait_for(descriptor)
            byte = os.read(descriptor, 1)
            if not byte:
                break
            data += byte
    except (AttributeError, OSError, ValueError):
        return None
    return data.decode("utf-8", "replace").strip() if data else None
