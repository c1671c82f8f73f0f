"""Tutorials by doing, `senpai learn GAME`: a person at a prepared table, led from step to step.

Every deal, action and refusal is that of the real rules, at a real table; what the rules allow and the lesson
does not want is answered, and changes nothing. Not here: what the lessons are and say (see `speech.lessons`).
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, assert_never, cast

from engine.record import Record
from engine.table import Deed, Refused, Seat
from speech.choices import Choice
from speech.command_text import CommandText
from speech.game_words import GameWords
from speech.house import joined
from speech.lessons import LEARNER, LESSONS, Ask, Do, Lesson, LessonText, Place, Tell, Try, Watch, script
from speech.outputs import Output
from speech.senpai import Senpai
from speech.utterance import Given, Step
from speech.words import Said, Verbosity, Words

from . import rules
from .arguments import BadCall, Call, Slip
from .call_text import CallText
from .commands import tokens
from .frontend import FrontEnd
from .house_verbs import Wish
from .lesson_verbs import HELPFUL, Pacing, commands_in_lesson
from .session import TWICE, Session
from .settings import Preferences
from .settings_file import keep, place
from .table import Table
from .voice import VoiceRoute

EXPLAINED = "Lesson"
"""The kind of utterances that belong to the lesson and not to the game."""


@dataclass(frozen=True, slots=True)
class Pace(Deed):
    """Go on with the lesson, as an entry in the menu of a braille display; no action of any game."""

    seat: Seat


class Unwanted(Exception):
    """An action that the rules allow, but not the lesson; nothing has changed."""

    def __init__(self, action: Deed) -> None:
        super().__init__(action)
        self.action = action


class LessonTable(Table):
    """A table that is nowhere saved, where the learner does only what the lesson wants."""

    def __init__(self, record: Record, wants: Callable[[Deed], bool]) -> None:
        super().__init__(record)
        self._wants = wants
        self.refused: Deed | None = None
        """The action that the rules refused last."""

    async def submit(self, action: Deed) -> None:
        """As `Table.submit`; raises Unwanted for what the rules would allow, and the lesson does not."""
        try:
            self.game.announce(self._state, action)
        except Refused:
            self.refused = action
            raise
        if action.seat == LEARNER and not self._wants(action):
            raise Unwanted(action)
        await super().submit(action)


class _Offering:
    """The words of a game, with one entry more in the menu of a braille display: to go on."""

    def __init__(self, words: GameWords, offered: Callable[[], tuple[Choice, ...]]) -> None:
        self._words, self._offered = words, offered

    def __getattr__(self, name: str) -> Any:
        # Each game's verbs ask its own words for answers of their own.
        return getattr(self._words, name)

    def choices(self, view: Any) -> tuple[Choice, ...]:
        return (*self._offered(), *self._words.choices(view))


class LessonSession(Session):
    """A learner at a table of the lesson; the same person, outputs and history through all of its stages.

    `step` counts from 1. Whatever is typed gets exactly one answer, as in a game; what the lesson tells after
    it comes unasked.
    """

    def __init__(
        self,
        lesson: Lesson,
        senpai: Senpai,
        outputs: Sequence[Output],
        *,
        step: int = 1,
        preferences: Preferences | None = None,
    ) -> None:
        self._places = lesson.places()
        self._names = senpai.names
        self._at = step - 1
        self._read_at = self._at
        """The step told last: one before `_at` when the learner goes back."""
        self._telling = 0
        self._script = script(lesson.game, senpai.lang)
        self._lessons = LessonText(senpai.words, lesson.game, len(self._places))
        self._others: asyncio.Task[None] | None = None
        self._free = asyncio.Event()
        self._asked_to_leave = float("-inf")
        super().__init__(
            self._table_at(self._at),
            senpai,
            outputs,
            rules=rules.sections(lesson.game, senpai.lang),
            preferences=preferences,
        )
        self.commands = commands_in_lesson(lesson.game)
        self._offer()

    # -- the table

    @property
    def _here(self) -> Place:
        return self._places[self._at]

    def _table_at(self, number: int) -> Table:
        """Return a table for a step's stage, with all that is done in it before."""
        _, stage, done = self._places[number]
        record = replace(stage.record, actions=[*stage.record.actions, *stage.actions[:done]], extra={})
        record.players = self._names
        return LessonTable(record, self._wants)

    async def _sit_down(self, table: Table) -> None:
        """Deal, which the text tells of, so that the table need not, and move to that table."""
        await table.begin()
        self.table = table
        table.sitters.append(self)

    def _wants(self, action: Deed) -> bool:
        return action == self._here.wanted

    async def begin(self) -> None:
        """Deal, and tell the first step; before one in the middle, how the table stands."""
        await self._sit_down(self.table)
        if self._at:
            await self.tell(
                joined(self._lessons.at(self._at + 1), self.senpai.game.table(self.view)), "Resumed"
            )
        await self._tell(self._at, asked=False)
        await self.settled()
        self._set_off()

    # -- telling

    def _messages(self, number: int) -> list[Said]:
        """Return what a step says; where Enter goes on from it, that is said last."""
        messages = list(self._script.steps[self._places[number].step.name])
        if number < self._at or isinstance(self._places[number].step, Tell):
            messages[-1] = joined(messages[-1], self._lessons.go_on())
        return messages

    def _task(self) -> Said:
        """Return what the learner is to do now."""
        if isinstance(self._here.step, Watch):
            return self._lessons.others_act()
        return self._messages(self._at)[-1]

    async def _tell(self, number: int, *, asked: bool) -> None:
        """Tell a step, its first message as the answer to what was typed if that `asked` for it.

        What is still unspoken when another step is told is dropped; braille and print keep it.
        """
        self._read_at = number
        self._telling += 1
        telling = self._telling
        for said in self._messages(number):
            if telling != self._telling:
                return
            utterance = replace(self.senpai.utter(said, EXPLAINED), valid=lambda: telling == self._telling)
            step = Step.ANSWERED if asked else Step.HAPPENED
            await self._give(Given(self._number, step, utterance, asked=True))
            asked = False

    # -- going on

    async def _advance(self, *, asked: bool) -> None:
        """Go to the next step and tell it, or end behind the last one."""
        if self._at + 1 == len(self._places):
            self.done = True
            self._free.set()
            await self.say(self._lessons.finished(), "farewell")
            return
        here = self._at + 1
        if self._places[here].stage is not self._here.stage:
            await self._sit_down(self._table_at(here))
        self._at = here
        await self._tell(here, asked=asked)
        if here == self._at:  # Who is quick may be further by now.
            await self.settled()
            self._set_off()

    def _set_off(self) -> None:
        """Let the others act if this step is for watching them."""
        if isinstance(self._here.step, Watch):
            self._free.clear()
            self._others = asyncio.create_task(self._watch(self._here.step.count))
        else:
            self._free.set()

    async def _watch(self, count: int) -> None:
        table, stage, done = self.table, self._here.stage, self._here.done
        try:
            for action in stage.actions[done : done + count]:
                await self.caught_up()
                await table.submit(action)
            await self.caught_up()
            await self._advance(asked=False)
        except Exception:
            self.done = True  # so that the front end returns, and `close` raises it
            self._free.set()
            raise

    async def _go_on(self) -> None:
        """Answer Enter: the next step, or what to do in this one."""
        if self._read_at < self._at:
            await self._tell(self._read_at + 1, asked=True)
        elif isinstance(self._here.step, Tell):
            await self._advance(asked=True)
        else:
            await self.say(self._task(), EXPLAINED)

    async def _go_back(self) -> None:
        if self._read_at:
            await self._tell(self._read_at - 1, asked=True)
        else:
            await self.say(self._lessons.first(), EXPLAINED)

    async def _skip(self) -> None:
        """Do for the learner what the step asks for, and answer with what comes of that."""
        step = self._here.step
        match step:
            case Tell():
                await self._advance(asked=True)
            case Do():
                wanted = self._here.wanted
                assert wanted is not None
                await self.act(wanted)
            case Try():
                await self.act(step.action)
            case Ask():
                await self.say(self._asked_for(step), step.verb)
                await self._advance(asked=False)
            case Watch():
                await self.say(self._task(), EXPLAINED)

    # -- what the learner types

    async def ready(self) -> None:
        await self._free.wait()

    async def _repeat_question(self) -> None:
        """Answer an empty line: the question that is open, else it goes on."""
        if self._open_question() is None:
            await self._go_on()
        else:
            await super()._repeat_question()

    async def _reply(self, reply: Any, kind: str, words: list[str]) -> None:
        """As in a game; go on if the answer is the one that the step asks for."""
        if isinstance(reply, Pacing):
            self._choice = None
            await self._pace(reply)
        elif reply is Wish.SAVE:
            await self.say(self._lessons.not_saved(self._at + 1), EXPLAINED)
        elif reply is Wish.ANOTHER:
            await self.say(self._lessons.no_game(), EXPLAINED)
        else:
            step = self._here.step
            right = isinstance(step, Ask) and isinstance(reply, Said) and reply == self._asked_for(step)
            await super()._reply(reply, kind, words)
            if right and step is self._here.step:
                await self._advance(asked=False)

    async def _pace(self, pacing: Pacing) -> None:
        match pacing:
            case Pacing.READY:
                await self._go_on()
            case Pacing.BACK:
                await self._go_back()
            case Pacing.SKIP:
                await self._skip()
            case Pacing.STEP:
                await self.say(joined(self._lessons.at(self._at + 1), self._task()), EXPLAINED)
            case _:
                assert_never(pacing)

    async def _advice(self) -> Said:
        """Return what the lesson wants now, which is the best advice here."""
        return self._task()

    def _help(self, words: list[str]) -> Said:
        if words or self._open_question() is not None:
            return super()._help(words)
        shown = [self.commands.word(name, self.senpai.lang) for name in HELPFUL]
        return CommandText(self.senpai.words).meanwhile(self._task(), shown)

    def _asked_for(self, step: Ask) -> Said:
        """Return the answer to the question that the step asks for."""
        verb = next(verb for verb in self.commands.commands if verb.name == step.verb)
        said = verb.effect(self._desk(), [word for part in step.words for word in tokens(part)])
        assert isinstance(said, Said)
        return said

    async def act(self, action: Deed) -> None:
        """Try an action; go on if it is the one that the step asks for, else tell why not."""
        if isinstance(action, Pace):
            await self._go_on()
            return
        table, place = self.table, self._here
        assert isinstance(table, LessonTable)
        table.refused = None
        before = self._number
        if self._fulfils(place, action):
            self._telling += 1  # Whoever does it already need not hear more of why.
        try:
            await super().act(action)
        except Unwanted:
            await self.say(self._why_not(action), "unwanted")
            return
        if self._fulfils(place, action) and (self._number > before or table.refused is action):
            await self._advance(asked=False)

    def _fulfils(self, place: Place, action: Deed) -> bool:
        """Tell whether an action is what the step asks for."""
        if isinstance(place.step, Try):
            # Any action of that kind will do, since the same rule refuses it.
            return isinstance(action, type(place.step.action))
        return isinstance(place.step, Do) and action == place.wanted

    def _why_not(self, action: Deed) -> Said:
        """Return why an allowed action is not what the lesson wants, and what would do."""
        if isinstance(self._here.step, (Do, Try)):
            return joined(self._script.instead(self._here.step.name, action), self._task())
        return joined(self._lessons.early(), self._task())

    # -- a braille display's menu

    def _offer(self) -> None:
        """Have the display's menu offer to go on."""
        self.senpai.game = cast(GameWords, _Offering(self.senpai.game, self._offered))

    def _offered(self) -> tuple[Choice, ...]:
        if isinstance(self._here.step, Tell) or self._read_at < self._at:
            return (Choice(self._lessons.go_on_label(), Pace(LEARNER)),)
        return ()

    def _retell(self, verbosity: Verbosity) -> None:
        super()._retell(verbosity)
        self._offer()

    # -- leaving

    async def interrupted(self, *, typing: bool) -> None:
        now = time.monotonic()
        if typing:
            await super().interrupted(typing=typing)
        elif now - self._asked_to_leave < TWICE:
            await self.left()
        else:
            self._asked_to_leave = now
            await self.say(self._lessons.how_to_leave(), "leave")

    async def left(self) -> None:
        if self.done:
            return
        self.done = True
        self._free.set()
        await self.say(self._lessons.farewell(self._at + 1), "farewell")

    def close(self) -> None:
        """As `Session.close`; raises what went wrong while the others acted."""
        super().close()
        others = self._others
        if others is not None and others.done() and not others.cancelled():
            others.result()
        elif others is not None:
            others.cancel()


# -- running one


def lesson_called(words: Sequence[str]) -> tuple[Lesson, int]:
    """Return the lesson and the step (from 1) that "nova" or "nova 5" names. Raises BadCall."""
    name = words[0].casefold() if words else "nova"
    if name not in LESSONS:
        raise BadCall(Slip.UNKNOWN_GAME, value=name, choices=tuple(LESSONS))
    lesson = LESSONS[name]()
    steps = tuple(str(number) for number in range(1, len(lesson.places()) + 1))
    step = words[1] if len(words) > 1 else "1"
    if step not in steps:
        raise BadCall(Slip.WRONG_VALUE, word=f"learn {name}", value=step, choices=steps)
    return lesson, int(step)


async def teach(session: LessonSession, front: FrontEnd) -> None:
    """Lead the person through the lesson until they leave or it is over."""
    try:
        await session.begin()
        await front.run(session)
    finally:
        session.close()


def learn(call: Call, front: FrontEnd, voice: VoiceRoute) -> None:
    """Teach the game that the call names, from the step that it names. Raises BadCall."""
    lesson, step = lesson_called(call.words)
    asyncio.run(_learn(call, lesson, step, front, voice))


async def _learn(call: Call, lesson: Lesson, step: int, front: FrontEnd, voice: VoiceRoute) -> None:
    from .braille_route import brailled
    from .play import farewell, outputs_of

    preferences = Preferences(call.chosen(), partial(keep, place(), None))
    chosen = preferences.settings
    names = (CallText(Words(call.lang)).own_name(), *lesson.others)
    letters = None if chosen.letters == "usual" else chosen.letters
    senpai = Senpai(lesson.game, names, LEARNER, call.lang, chosen.verbosity, letters=letters)
    braille = brailled(chosen, call.lang, front.show)
    outputs = [*outputs_of(front, voice, chosen), *braille.outputs]
    session = LessonSession(lesson, senpai, outputs, step=step, preferences=preferences)
    voice.attach(session)
    with braille.at(session):
        await teach(session, front)
        await farewell(session)
