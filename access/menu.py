"""The questions of `senpai` alone: what to play, with how many, or what else. Numbered choices, one a line.

Not here: doing what was chosen (see `main`), and the words (see `call_text`).
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence

from engine import GAMES

from .arguments import Call
from .call_text import CallText
from .voice import VoiceRoute


class Leaving(Exception):
    """The person chose to leave, or the input ended; the text is what to say."""


class Menu:
    """Asks until a choice is made; every line typed gets one answer. Raises Leaving."""

    def __init__(self, call: Call, text: CallText, voice: VoiceRoute, show: Callable[[str], None]) -> None:
        self.call, self.text, self.voice, self.show = call, text, voice, show

    def fill(self, *, resumable: bool) -> None:
        """Ask for a command, its game and the number of players, and write them into the call."""
        text = self.text
        choices = [text.play(game) for game in GAMES]
        choices += [text.go_on()] if resumable else []
        number = self._choose(text.what(), [*choices, text.hear_rules(), text.leave()])
        games = list(GAMES)
        if number < len(games):
            self.call.command, self.call.words = "play", [games[number]]
            seats = GAMES[games[number]].seats
            self.call.players = self._number(text.how_many(seats[0], seats[-1]), seats)
        elif number == len(choices) + 1:
            raise Leaving(text.goodbye())
        elif number == len(choices):
            of = self._choose(text.which_rules(), [text.game_name(game) for game in games])
            self.call.command, self.call.words = "rules", [games[of]]
        else:
            self.call.command = "resume"

    def _choose(self, question: str, choices: Sequence[str]) -> int:
        """Return the choice made, counted from 0."""
        lines = [question, *(f"{number}. {choice}." for number, choice in enumerate(choices, 1))]
        return self._number("\n".join(lines), range(1, len(choices) + 1)) - 1

    def _number(self, question: str, allowed: range) -> int:
        """Return a number of those allowed, asking until one is typed."""
        while True:
            self.show(question)
            self.voice.greet(question.replace("\n", " "), self.call.lang)
            line = read_line()
            if line is None:
                raise Leaving(self.text.input_ended())
            number = int(line) if line.isdecimal() and len(line) < 3 else -1
            if number in allowed:
                return number
            question = self.text.no_such_choice(allowed[0], allowed[-1])


def read_line() -> str | None:
    """Return the next line of standard input without reading on, since a front end follows; None: the end."""
    data = b""
    try:
        descriptor = sys.stdin.fileno()
        while not data.endswith(b"\n"):
            byte = os.read(descriptor, 1)
            if not byte:
                break
            data += byte
    except (AttributeError, OSError, ValueError):
        return None
    return data.decode("utf-8", "replace").strip() if data else None
