"""Lessons: what a tutorial is made of, its text in one language, and the words around it.

A lesson is played on prepared deals by the real rules; its steps say what is told and what the learner is
asked to do. Not here: the lesson of any game (see `nova_lesson` and its like), and how one is run (see
`access.learn`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import locales
from engine.record import Record
from engine.registry import Registry
from engine.table import AnyGame, Deed, Head, Refused, Seat

from .words import Said, Words

LEARNER: Seat = 0
NAMES = ("Ben", "Carla", "Dan")
"""The computer players of all lessons, from the learner's left; the texts call them so."""

# -- what a lesson is made of


@dataclass(frozen=True, slots=True)
class Tell:
    """The Senpai explains; the learner goes on. `name` is the section of the lesson's text."""

    name: str


@dataclass(frozen=True, slots=True)
class Do:
    """The learner is asked for the next action of the stage."""

    name: str


@dataclass(frozen=True, slots=True)
class Ask:
    """The learner is asked to put a question: the command `verb` with these words."""

    name: str
    verb: str
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Try:
    """The learner is asked for an action that the rules refuse, to hear the refusal."""

    name: str
    action: Deed


@dataclass(frozen=True, slots=True)
class Watch:
    """The others do the next `count` actions of the stage."""

    name: str
    count: int


Step: TypeAlias = Tell | Do | Ask | Try | Watch


@dataclass(frozen=True, slots=True)
class Stage:
    """A prepared position and what is done from there, in order: `steps` use up all of `actions`."""

    record: Record
    """The deal, and the actions that led to the position."""
    actions: tuple[Deed, ...]
    steps: tuple[Step, ...]


class Place(NamedTuple):
    """Where a lesson stands: a step, its stage, and how many actions of the stage are done before it."""

    step: Step
    stage: Stage
    done: int

    @property
    def wanted(self) -> Deed | None:
        """The action that is to come at this step, None where none is."""
        return self.stage.actions[self.done] if isinstance(self.step, (Do, Watch)) else None


@dataclass(frozen=True, slots=True)
class Lesson:
    """The lesson of one game; all its stages have the same players."""

    game: str
    stages: tuple[Stage, ...]

    @property
    def others(self) -> tuple[str, ...]:
        """The names of those who play with the learner."""
        return self.stages[0].record.players[1:]

    def places(self) -> list[Place]:
        """Return every step in order. Raises ValueError if the steps do not use up the actions."""
        found = []
        for stage in self.stages:
            done = 0
            for step in stage.steps:
                found.append(Place(step, stage, done))
                done += step.count if isinstance(step, Watch) else isinstance(step, Do)
            if done != len(stage.actions):
                raise ValueError(f"{done} of {len(stage.actions)} actions are in steps")
        return found


class Rehearsal:
    """A stage being made: actions are played by the rules as they are added, so that none can be wrong."""

    def __init__(self, game: AnyGame, others: int, head: Head) -> None:
        names = ("Learner", *NAMES[:others])
        self._record = Record(game, names, dict(game.defaults), head, [], {})
        self._game = game
        self._state, _ = game.start(len(names), self._record.options, head)
        self._actions: list[Deed] = []
        self._steps: list[Step] = []

    @property
    def turn(self) -> Seat:
        """Whose turn it is. Raises ValueError when the game is over."""
        turn = self._game.turn(self._state)
        if turn is None:
            raise ValueError("the game is over")
        return turn

    def view(self, seat: Seat) -> Any:
        """Return what the seat may know; of the game's own type."""
        return self._game.view(self._state, seat)

    def past(self, action: Deed) -> None:
        """Add an action that comes before the lesson."""
        self._play(action)
        self._record.actions.append(action)

    def tell(self, name: str) -> None:
        self._steps.append(Tell(name))

    def ask(self, name: str, verb: str, *words: str) -> None:
        self._steps.append(Ask(name, verb, words))

    def refused(self, name: str, action: Deed) -> None:
        """Add a step in which the learner tries something forbidden. Raises ValueError if it is not."""
        try:
            self._game.announce(self._state, action)
        except Refused:
            self._steps.append(Try(name, action))
        else:
            raise ValueError(f"{action} is not refused")

    def do(self, name: str, action: Deed) -> None:
        """Add the learner's action."""
        self._mine(action.seat == LEARNER, action)
        self._steps.append(Do(name))

    def watch(self, name: str, *actions: Callable[[], Deed]) -> None:
        """Add actions of the others; each is made when its turn comes, since places change meanwhile."""
        for make in actions:
            action = make()
            self._mine(action.seat != LEARNER, action)
        self._steps.append(Watch(name, len(actions)))

    def stage(self) -> Stage:
        return Stage(self._record, tuple(self._actions), tuple(self._steps))

    def _mine(self, right: bool, action: Deed) -> None:
        if not right:
            raise ValueError(f"{action} is somebody else's")
        self._play(action)
        self._actions.append(action)

    def _play(self, action: Deed) -> None:
        self._game.act(self._state, action)


def beginning(pack: Iterable[str], first: Sequence[str]) -> list[str]:
    """Return a pack ordered so that it begins with `first`. Raises ValueError for a card too many."""
    rest = list(pack)
    for card in first:
        rest.remove(card)
    return [*first, *rest]


LESSONS: Registry[Callable[[], Lesson]] = Registry(
    {
        "gnav": "speech.gnav_lesson:gnav_lesson",
        "hanabi": "speech.hanabi_lesson:hanabi_lesson",
        "nova": "speech.nova_lesson:nova_lesson",
        "push": "speech.push_lesson:push_lesson",
    }
)
"""What makes the lesson of each game, by its name in records."""


# -- its text


@dataclass(frozen=True, slots=True)
class LessonScript:
    """A lesson's text in one language, by section: the messages of each step, each one thing said and felt.

    `answers` are for what the learner does instead, by step and kind of action; a step of "" stands for all.
    """

    steps: Mapping[str, Sequence[Said]] = field(default_factory=dict)
    answers: Mapping[tuple[str, str], Said] = field(default_factory=dict)

    def instead(self, step: str, action: Deed) -> Said:
        """Return why an action that the rules allow is not what the step wants. Raises KeyError."""
        kind = type(action).__name__.casefold()
        return self.answers.get((step, kind)) or self.answers["", kind]


@cache
def script(game: str, lang: str) -> LessonScript:
    """Return the text of a game's lesson. Raises ValueError if it is not written as one.

    A line "# name" begins a step, and "# name ? play" the answer to playing in that step ("# ? play": in
    all). Every other line is something said, and the line behind it, which begins with "= ", the same for
    braille.
    """
    path = Path(locales.__file__).parent / lang / "lessons" / f"{game}.txt"
    steps: dict[str, list[Said]] = {}
    answers: dict[tuple[str, str], Said] = {}
    for part in re.split(r"^# ", path.read_text("utf-8"), flags=re.MULTILINE)[1:]:
        title, *lines = filter(None, part.splitlines())
        name, mark, kind = (piece.strip() for piece in title.partition("?"))
        messages = _messages(path.name, lines)
        if mark:
            [answers[name, kind]] = messages
        else:
            steps[name] = messages
    return LessonScript(steps, answers)


def _messages(file: str, lines: Sequence[str]) -> list[Said]:
    """Return what pairs of lines say. Raises ValueError if they are no pairs."""
    spoken, felt = lines[::2], lines[1::2]
    if len(spoken) != len(felt) or not all(line.startswith("= ") for line in felt):
        raise ValueError(f"{file}: not in pairs: {lines}")
    return [Said(said, cells[2:]) for said, cells in zip(spoken, felt, strict=True)]


# -- the words around it


class LessonText:
    """One language's words around the lesson of a game; `step` counts from 1."""

    def __init__(self, words: Words, game: str, most: int) -> None:
        self.words, self.t = words, words.t
        self.game, self.most = game, most

    def _call(self, step: int | None = None) -> str:
        """Return the command that plays the game, or that begins its lesson at a step."""
        return f"senpai play {self.game}" if step is None else f"senpai learn {self.game} {step}"

    def go_on(self) -> Said:
        t = self.t
        # Translators: behind each explanation of a lesson; Enter is the key.
        return Said(t.gettext("Press Enter to go on."), t.pgettext("braille", "Enter goes on"))

    def go_on_label(self) -> str:
        # Translators: an entry in a menu on a braille display, at most 12 cells: goes on with the lesson.
        return self.t.pgettext("braille", "go on")

    def early(self) -> Said:
        t = self.t
        said = t.gettext("Your move comes a little later. Nothing has changed.")
        return Said(said, t.pgettext("braille", "Later. Nothing has changed"), "error")

    def at(self, step: int) -> Said:
        t, parts = self.t, {"n": step, "most": self.most}
        return Said(
            t.gettext("Step {n} of {most}.").format(**parts),
            t.pgettext("braille", "Step {n} of {most}").format(**parts),
        )

    def first(self) -> Said:
        t = self.t
        said = t.gettext("This is the first step.")
        return Said(said, t.pgettext("braille", "First step"), "error")

    def others_act(self) -> Said:
        t = self.t
        said = t.gettext("The others are at it. The lesson goes on by itself.")
        return Said(said, t.pgettext("braille", "The others act. Wait"))

    def not_saved(self, step: int) -> Said:
        t = self.t
        said = t.gettext("A lesson needs no saving. To come back to this step, start {call}.")
        felt = t.pgettext("braille", "Back here: {call}")
        call = self._call(step)
        return Said(said.format(call=call), felt.format(call=call))

    def no_game(self) -> Said:
        t = self.t
        said = t.gettext("This is a lesson. To play a game, type quit and then start {call}.")
        felt = t.pgettext("braille", "quit, then {call}")
        return Said(said.format(call=self._call()), felt.format(call=self._call()), "error")

    def how_to_leave(self) -> Said:
        t = self.t
        said = t.gettext("To leave the lesson, type quit, or press Control C once more.")
        return Said(said, t.pgettext("braille", "quit leaves"))

    def farewell(self, step: int) -> Said:
        t = self.t
        said = t.gettext("To go on with the lesson here, start {call}. Goodbye.")
        felt = t.pgettext("braille", "Back: {call}. Goodbye")
        call = self._call(step)
        return Said(said.format(call=call), felt.format(call=call))

    def finished(self) -> Said:
        t = self.t
        said = t.gettext("That was the lesson. To play, start {call}. Goodbye.")
        felt = t.pgettext("braille", "To play: {call}. Goodbye")
        return Said(said.format(call=self._call()), felt.format(call=self._call()))
