"""The questions of `senpai` alone: what to play, who plays, or what else. Numbered choices, one a line.

Not here: doing what was chosen (see `main`), and the words (see `call_text`).
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import TypeVar

from engine import GAMES
from speech.utterance import Urgency, Utterance

from .arguments import Call
from .call_text import CallText
from .voice import VoiceRoute

T = TypeVar("T")
LOOK = 0.05
"""Seconds between two looks whether the voice has come to its end."""
HELP = frozenset({"help", "hilfe", "?"})
LEAVE = frozenset(
    {"quit", "exit", "leave", "end", "q", "ende", "beenden", "verlassen", "aufhören", "aufhoeren"}
)
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


class _Unclear(Exception):
    """A line is no answer to the question; the text says what would do."""


class Menu:
    """Asks until a choice is made; every line typed gets one answer. Raises Leaving.

    Answers are numbers or words, in any language; an empty line repeats the question.
    """

    def __init__(self, call: Call, text: CallText, voice: VoiceRoute, show: Callable[[str], None]) -> None:
        self.call, self.text, self.voice, self.show = call, text, voice, show

    def fill(self, *, resumable: bool) -> None:
        """Ask for a command, its game and who plays, and write them into the call."""
        games = list(GAMES)
        others: dict[str, Callable[[CallText], str]] = {"resume": CallText.go_on} if resumable else {}
        others |= {"learn": CallText.learn, "rules": CallText.hear_rules, "leave": CallText.leave}
        plays = [partial(CallText.play, game=game) for game in games]
        number = self._choose(self.text.what(), [*plays, *others.values()], [*games, *others])
        if number < len(games):
            self.call.command, self.call.words = "play", [games[number]]
            if self.call.names is None and self.call.players is None:
                self._seat(GAMES[games[number]].seats)
            return
        command = list(others)[number - len(games)]
        if command == "leave":
            raise Leaving(self.text.goodbye())
        self.call.command = command
        if command != "resume":
            names = [partial(_game_name, game=game) for game in games]
            self.call.words = [games[self._choose(self.text.which_game(), names, games)]]

    # -- who plays

    def _seat(self, seats: Sequence[int]) -> None:
        """Ask how many play, or who shares the machine and how many play in all."""
        text, least, most = self.text, seats[0], seats[-1]
        answer = self._ask(
            text.how_many(least, most), partial(self._party, seats), text.how_many_help(least, most)
        )
        while not isinstance(answer, int):
            names, least = answer, max(seats[0], len(answer))
            if least == most:
                self._shared(names, most)
                return
            # Who mistyped a name may type them all again.
            answer = self._ask(
                text.how_many_in_all(names, least, most),
                partial(self._party, range(least, most + 1)),
                text.in_all_help(names, least, most),
            )
            if isinstance(answer, int):
                self._shared(names, answer)
                return
        self.call.players = answer

    def _party(self, seats: Sequence[int], line: str) -> int | tuple[str, ...]:
        """Return the number, or the names of several people, that a line says. Raises _Unclear."""
        number = _number(line)
        if number is not None and number in seats:
            return number
        names = _names(line)
        if number is not None or len(names) < 2:
            raise _Unclear(self.text.no_party(seats[0], seats[-1]))
        from .arguments import BadCall
        from .play import check_names  # brings all that a game needs, which takes its time

        try:
            check_names(names, GAMES[self.call.words[0]])
        except BadCall as bad:
            raise _Unclear(self.text.slip(bad)) from None
        return names

    def _shared(self, names: tuple[str, ...], players: int) -> None:
        """Note that these people share the machine, and have computer players take the other seats."""
        from .play import partners

        self.call.people = len(names)
        self.call.names = (*names, *partners(self.text, names)[: players - len(names)])

    # -- asking

    def _choose(
        self, question: str, choices: Sequence[Callable[[CallText], str]], ways: Sequence[str]
    ) -> int:
        """Return the choice made, counted from 0; `ways`: one more word for each."""
        labels = [choice(self.text) for choice in choices]
        lines = [question, *(f"{number}. {label}." for number, label in enumerate(labels, 1))]

        def understood(line: str) -> int:
            number = _number(line)
            if number is None:
                number = _called(line, choices, ways)
            if number is None or not 1 <= number <= len(choices):
                raise _Unclear(self.text.no_such_choice(1, len(choices)))
            return number - 1

        return self._ask("\n".join(lines), understood)

    def _ask(self, question: str, understood: Callable[[str], T], help: str | None = None) -> T:
        """Return what a line means to `understood`, asking until it can be answered."""
        said = question
        while True:
            self.show(said)
            self.voice.greet(said.replace("\n", " "), self.call.lang)
            line = read_line()
            if line is None:
                raise Leaving(self.text.input_ended())
            if line.casefold() in LEAVE:
                raise Leaving(self.text.goodbye())
            if not line or line.casefold() in HELP:
                said = help if line and help is not None else question
                continue
            try:
                return understood(line)
            except _Unclear as unclear:
                said = str(unclear)


def _game_name(text: CallText, game: str) -> str:
    return text.words.game(game)


def _number(line: str) -> int | None:
    """Return the number that a line is, in digits or a word; None: it is none."""
    from .commands import number_of, tokens

    word = line.rstrip(".!")
    return number_of(tokens(word)[0]) if word.isdecimal() or word.isalpha() else None


def _called(line: str, choices: Sequence[Callable[[CallText], str]], ways: Sequence[str]) -> int | None:
    """Return the only choice, from 1, that has all words of a line in its name or begins with them."""
    from speech.words import LANGUAGES, Words

    from .commands import FILLERS, spellings, tokens

    typed = [word for word in tokens(line) if word not in FILLERS]
    texts = [CallText(Words(lang)) for lang in LANGUAGES]
    fitting = [
        number
        for number, (choice, way) in enumerate(zip(choices, ways, strict=True), 1)
        for named in [[way, *(name for text in texts for name in spellings(choice(text)))]]
        if any(all(_begins(word, name.split()) for word in typed) for name in named)
    ]
    return fitting[0] if typed and len(fitting) == 1 else None


def _begins(word: str, name: Sequence[str]) -> bool:
    return len(word) > 1 and any(part.startswith(word) for part in name)


def _names(line: str) -> tuple[str, ...]:
    """Return the names in "Anna, Ben und Carla"."""
    for joint in (" and ", " und ", "&", "+", ";"):
        line = line.replace(joint, ",")
    return tuple(" ".join(name.split()) for name in line.split(",") if name.strip())


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
            with suppress(BlockingIOError):  # somebody else read it, at a terminal made not to wait
                byte = os.read(descriptor, 1)
                if not byte:
                    break
                data += byte
    except (AttributeError, OSError, ValueError):
        return None
    return data.decode("utf-8", "replace").strip() if data else None
