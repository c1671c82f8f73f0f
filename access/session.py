"""One person at one seat: typed line in, utterances out. Knows no terminal and never the state.

All that leaves here was projected to the seat by the table. Not here: how lines are read (see `line`,
`plain`), what a game's verbs mean (see `fireworks_verbs`), and words (see `speech`).
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from contextlib import suppress
from enum import StrEnum
from typing import Any, assert_never

from engine.table import Deed, Refused, Seat
from speech.display_text import DisplayText
from speech.house import NotUnderstood, Puzzle, joined
from speech.outputs import SPELLED, Brailled, Output, Spoken
from speech.senpai import Senpai
from speech.spelling import spelled
from speech.utterance import Given, Step, Urgency, Utterance
from speech.words import Said, Verbosity

from .commands import Desk, Talk
from .history import History
from .house_verbs import Wish
from .keys import KEYS
from .kits import KITS, commands_of
from .outlet import Outlet
from .settings import Preferences
from .table import Table
from .voice_desk import VoiceDesk
from .voice_verbs import Control

LONGEST_SPEECH = 60.0
"""Computer players wait at most so many seconds for the voice to have told what happened."""
REVIEW = "Review"
"""The kind of answers that repeat what the history holds, or only confirm, and so do not enter it."""
QUESTIONS = ("question", "joker")
"""The sound cues of events that ask the one who acted for a choice."""
TWICE = 2.0
"""Two Ctrl-C within so many seconds leave the game."""


class Confirm(StrEnum):
    """When an announced action waits for the player's yes."""

    NONE = "none"
    RISKY = "risky"
    ALWAYS = "always"


class Session:
    """A person's place at a table: a `Sitter` towards the table, a `Person` towards the front end.

    At most one of the outputs is a voice. `preferences` are the person's settings, which they may change.
    """

    def __init__(
        self,
        table: Table,
        senpai: Senpai,
        outputs: Sequence[Output],
        *,
        confirm: Confirm = Confirm.NONE,
        rules: Sequence[tuple[str, str]] = (),
        talk: bool = False,
        preferences: Preferences | None = None,
    ) -> None:
        self.table, self.senpai, self.house = table, senpai, senpai.house
        self.seat: Seat | None = senpai.seat
        self.confirm = confirm
        self.rules = tuple(rules)
        self.may_talk = talk
        self.commands = commands_of(table.game.name)
        self.history = History()
        self.done = False
        self.another = False
        """The person wants another game after this one."""
        self._outlets = [Outlet(output) for output in outputs]
        self._voice = next((output for output in outputs if isinstance(output, Spoken)), None)
        self.preferences = preferences or Preferences()
        self._voice_desk = VoiceDesk(
            senpai.words, table.game.name, self.preferences, self._voice, self._retell
        )
        self._owes_news = False
        """A yes was typed, and the next news is the answer to it."""
        self._question: asyncio.Future[bool] | None = None
        self._asked = asyncio.Event()
        self._spoken = asyncio.Event()
        self._deed: asyncio.Task[None] | None = None
        self._interrupted = float("-inf")

    @property
    def view(self) -> Any:
        return self.table.view(self.seat)

    @property
    def asking(self) -> bool:
        """Whether an announced action waits for the person's yes or no."""
        return self._question is not None

    # -- what the table tells

    async def hear(self, number: int, step: Step, event: Any, view: Any) -> None:
        if self.done:  # Nothing comes behind a goodbye.
            return
        said = self.senpai.game.event(event, view)
        asked = self._asks_me(step, event, said)
        if step is Step.ANNOUNCED and self._will_ask(event.action, view):
            said = joined(said, self.house.confirm())
        self._set_line(view)
        await self._give(Given(number, step, self._told(event, said), asked))

    def remember(self, number: int, step: Step, event: Any, view: Any) -> None:
        self._keep(Given(number, step, self._told(event, self.senpai.game.event(event, view))))

    def _asks_me(self, step: Step, event: Any, said: Said) -> bool:
        """Tell whether an event answers what the person typed, or asks them something."""
        if step is Step.ANNOUNCED:
            return bool(event.action.seat == self.seat)
        owed, self._owes_news = self._owes_news, False
        return owed or (said.cue in QUESTIONS and getattr(event, "seat", None) == self.seat)

    def _told(self, event: Any, said: Said) -> Utterance:
        return self.senpai.utter(said, type(event).__name__)

    async def taken_back(self, number: int, who: Seat) -> None:
        if self.done:
            return
        mine = who == self.seat
        said = self.house.taken_back(self.table.names[who], me=mine)._replace(who=who)
        await self._give(Given(number, Step.HAPPENED, self.senpai.utter(said, "TakenBack"), mine))

    async def talked(self, number: int, who: Seat, to: Seat | None) -> None:
        names = self.table.names
        asked = None if to is None else names[to]
        said = self.house.talk(names[who], asked, by_me=who == self.seat, to_me=to == self.seat)
        said = said._replace(who=who)
        for_me = self.seat in (who, to)
        await self._give(Given(number, Step.HAPPENED, self.senpai.utter(said, "Talked"), for_me))

    async def agrees(self, action: Deed, view: Any) -> bool:
        if not self._will_ask(action, view):
            return True
        self._question = asyncio.get_running_loop().create_future()
        self._asked.set()
        await self.table.nudge()
        try:
            return await self._question
        finally:
            self._question = None
            self._asked.clear()

    def _will_ask(self, action: Deed, view: Any) -> bool:
        if action.seat != self.seat or self.confirm is Confirm.NONE:
            return False
        return self.confirm is Confirm.ALWAYS or KITS[self.table.game.name].risky(action, view)

    async def settled(self) -> None:
        if self.done:
            return
        self._set_line(self.view)
        for outlet in self._outlets:
            outlet.settle()
        await self._report_outputs()

    async def alarm(self, code: int) -> None:
        await self.warn(self.house.save_failed(code))

    async def caught_up(self) -> None:
        until = time.monotonic() + LONGEST_SPEECH
        if self._voice is None:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._read(), LONGEST_SPEECH)
            return
        queue = self._voice.queue
        while (queue.paused or not queue.idle) and time.monotonic() < until:
            self._spoken.clear()
            try:
                await asyncio.wait_for(self._spoken.wait(), 0.5)
            except TimeoutError:
                continue

    async def _read(self) -> None:
        """Return when all that was given has been read in braille, which alone tells it without a voice."""
        for outlet in self._outlets:
            if isinstance(outlet.output, Brailled):
                await outlet.output.caught_up()

    def voice_idle(self) -> None:
        """Take the news, in the event loop's thread, that the voice has nothing left to say."""
        self._spoken.set()

    # -- giving to outputs

    async def say(self, said: Said, kind: str) -> Given:
        """Give an answer: the reply to something that the person typed. Returns what was given."""
        given = Given(self._number, Step.ANSWERED, self.senpai.answer(said, kind), asked=True)
        await self._give(given)
        return given

    async def warn(self, said: Said, *, spoken: bool = True) -> None:
        """Give an alarm; not `spoken`: to all outputs but the voice, which has said it already."""
        given = Given(self._number, Step.HAPPENED, self.senpai.utter(said, "Alarm", Urgency.ALARM))
        await self._give(given, spoken=spoken)

    @property
    def _number(self) -> int:
        return len(self.table.record.actions)

    async def _give(self, given: Given, *, spoken: bool = True) -> None:
        self._keep(given)
        for outlet in self._outlets:
            if spoken or outlet.output is not self._voice:
                await outlet.give(given)
        await self._report_outputs()

    def _keep(self, given: Given) -> None:
        """Put something into the history; what was asked for by reviewing is not news."""
        if given.utterance.event not in (REVIEW, SPELLED):
            self.history.add(given, heard=self._voice is None or self._voice.wants(given))

    async def _report_outputs(self) -> None:
        """Tell through the other outputs, once each, which ones were lost or came back."""
        while changed := [outlet for outlet in self._outlets if outlet.lost is not outlet.told_lost]:
            # Noted before anything is awaited: what is given meanwhile must not report it, too.
            outlet = changed[0]
            outlet.told_lost = outlet.lost
            tell = self.house.output_lost if outlet.lost else self.house.output_back
            said = tell(outlet.output.name)
            given = Given(self._number, Step.HAPPENED, self.senpai.utter(said, "Alarm", Urgency.ALARM))
            self._keep(given)
            for other in self._outlets:
                if not other.lost:
                    await other.give(given)

    def _set_line(self, view: Any) -> None:
        line = self.senpai.line(view)
        for outlet in self._outlets:
            outlet.set_line(line)

    # -- what the person types

    async def ready(self) -> None:
        await self.table.wait_until(
            lambda: (
                self._question is not None or (not self.table.busy and self.table.turn in (None, self.seat))
            )
        )

    async def typed(self, line: str) -> None:
        if not line.strip():
            await self._repeat_question()
            return
        try:
            verb, words = self.commands.find(line, self.table.names)
            reply = verb.effect(self._desk(), words)
            if isinstance(reply, Wish):
                await self._fulfil(reply, words)
            elif isinstance(reply, Control):
                await self._control(reply, words)
            elif isinstance(reply, Said):
                await self.say(reply, verb.name)
            elif isinstance(reply, Talk):
                await self._talk(reply)
            else:
                await self.act(reply)
        except NotUnderstood as problem:
            await self._give(Given(self._number, Step.ANSWERED, self.senpai.puzzle(problem)))

    async def key(self, word: str) -> None:
        await self.typed(word)

    def _desk(self) -> Desk[Any, Any]:
        assert self.seat is not None
        return Desk(self.view, self.table.names, self.seat, self.senpai.game)

    async def _repeat_question(self) -> None:
        """Answer an empty line: the open question, or whose turn it is."""
        said = self.house.confirm() if self._question else self.senpai.game.turn(self.view)
        await self.say(said, "turn")

    async def _talk(self, talk: Talk) -> None:
        """Say something at the table, if that was agreed on."""
        if not self.may_talk:
            await self.say(self.house.no_talk(), "talk")
        elif talk.to == self.seat:
            await self.say(self.house.talk_to_oneself(), "talk")
        else:
            assert self.seat is not None
            await self.table.talk(self.seat, talk.to)

    async def act(self, action: Deed) -> None:
        """Try an action; return when it is told, or when the person is asked to confirm it."""
        if self._question is not None:
            await self.say(self.house.confirm(), "question")
            return
        self._deed = asyncio.create_task(self._submit(action))
        asked = asyncio.create_task(self._asked.wait())
        await asyncio.wait({self._deed, asked}, return_when=asyncio.FIRST_COMPLETED)
        asked.cancel()
        if self._deed.done():
            await self._deed

    async def _submit(self, action: Deed) -> None:
        try:
            await self.table.submit(action)
        except Refused as refused:
            utterance = self.senpai.refusal(refused, self.view)
            await self._give(Given(self._number, Step.ANSWERED, utterance))

    async def _answer_question(self, *, agreed: bool) -> None:
        """Take the person's yes or no to the announced action."""
        if self._question is None or self._question.done():
            await self.say(self.house.nothing_asked(agreed=agreed), "nothing-asked")
            return
        self._owes_news = agreed
        self._question.set_result(agreed)
        if self._deed is not None:
            await self._deed
        self._owes_news = False

    async def tab(self, text: str) -> str:
        completed, fitting = self.commands.complete(text)
        if len(fitting) != 1:
            await self.say(self.house.fitting(fitting), "completion")
        return completed

    # -- stopping and leaving

    def silence(self) -> None:
        if self._voice is not None:
            self._voice.queue.hush()

    def stop_voice(self) -> None:
        """Stop the voice and forget what waits; the history keeps it."""
        if self._voice is not None:
            self._voice.queue.stop()
        self._spoken.set()

    async def interrupted(self, *, typing: bool) -> None:
        now = time.monotonic()
        if typing:
            await self.say(self.house.cancelled(), "cancelled")
        elif now - self._interrupted < TWICE:
            await self.left()
        else:
            self._interrupted = now
            await self.say(self.house.how_to_leave(), "leave")

    async def left(self) -> None:
        if self.done:
            return
        self.done = True
        over = self.table.turn is None
        await self.say(self.house.farewell(over=over, saved=self.table.saved), "farewell")

    async def welcome_back(self) -> None:
        """Tell where a resumed game stands; what came before is in the history."""
        said = joined(self.house.resumed(self._number), self.senpai.game.table(self.view))
        await self.tell(said, "Resumed")

    async def tell(self, said: Said, kind: str) -> None:
        """Give news that comes neither from the game nor from something typed."""
        await self._give(Given(self._number, Step.HAPPENED, self.senpai.utter(said, kind)))

    async def _another(self) -> None:
        """End this session for another game, if this one is over."""
        if self.table.turn is not None:
            await self.say(self.house.not_over(), "another")
            return
        await self.say(self.house.another(), "another")
        self.another = self.done = True

    def close(self) -> None:
        """Give up an action that still waits for the person's word; it stays in the record as announced."""
        if self._deed is not None:
            self._deed.cancel()

    # -- wishes

    async def _fulfil(self, wish: Wish, words: list[str]) -> None:
        match wish:
            case Wish.YES | Wish.NO:
                await self._answer_question(agreed=wish is Wish.YES)
            case Wish.LAST:
                await self._review(self.history.last_action(), self.house.nothing_yet())
            case Wish.REPEAT:
                await self._repeat()
            case Wish.PREVIOUS:
                await self._review(_some(self.history.previous()), self.house.history_end(oldest=True))
            case Wish.NEXT:
                await self._review(_some(self.history.next()), self.house.history_end(oldest=False))
            case Wish.HISTORY:
                await self._review(self.history.recent(_count(words)), self.house.nothing_yet())
            case Wish.SPELL:
                await self._spell(" ".join(words))
            case Wish.STOP:
                self.stop_voice()
                await self.say(self.house.quiet(), REVIEW)
            case Wish.HELP:
                await self.say(self._help(words), "help")
            case Wish.KEYS:
                await self.say(self._keys(), "keys")
            case Wish.RULES:
                await self.say(self._rules(words), "rules")
            case Wish.SAVE:
                await self._save()
            case Wish.QUIT:
                await self.left()
            case Wish.ANOTHER:
                await self._another()
            case _:
                assert_never(wish)

    async def _review(self, entries: Sequence[Given], otherwise: Said) -> None:
        """Say entries of the history again in one answer, or `otherwise` when there are none."""
        if self._voice is not None:
            self._voice.attended()
        told = [given.utterance for given in entries]
        if not told:
            await self.say(otherwise, REVIEW)
            return
        said = Said(
            " ".join(utterance.speech for utterance in told),
            "; ".join(utterance.braille for utterance in told),
            print="\n".join(utterance.print for utterance in told),
        )
        self.history.hear(await self.say(said, REVIEW))

    async def _repeat(self) -> None:
        """Say again what was heard last, in the same way: what was spelled is spelled again."""
        heard = self.history.heard
        if heard is None or heard.utterance.event != SPELLED:
            await self._review(_some(heard), self.house.nothing_yet())
        else:
            said = Said(heard.utterance.speech, heard.utterance.braille)
            self.history.hear(await self.say(said, SPELLED), spelled=True)

    async def _spell(self, typed: str) -> None:
        """Spell what was typed, else what was heard last."""
        read = self.history.read
        text = typed or (read.utterance.speech.rstrip(".") if read else "")
        if not text:
            await self.say(self.house.nothing_yet(), REVIEW)
            return
        said = spelled(text, self.preferences.settings.spelling, self.senpai.words)
        self.history.hear(await self.say(said, SPELLED), spelled=True)

    async def _control(self, control: Control, words: list[str]) -> None:
        """Change how the person is spoken to; what only confirms that does not hide the message before."""
        answer = await self._voice_desk.fulfil(control, words)
        if answer.told:
            await self._review(answer.told, answer.said)
        else:
            await self.say(answer.said, control.value if answer.lasting else REVIEW)
        if answer.then is not None:
            answer.then()

    def _retell(self, verbosity: Verbosity) -> None:
        """Say more or less from now on."""
        self.senpai = self.senpai.saying(verbosity)
        self._set_line(self.view)

    def _help(self, words: list[str]) -> Said:
        if words:
            verb, _ = self.commands.find(" ".join(words))
            said = verb.help(self.senpai.words)
            return Said(said[:1].upper() + said[1:], said)
        now = self.house.confirm() if self._question else self.senpai.game.turn(self.view)
        return self.house.help(now, [verb.help(self.senpai.words) for verb in self.commands.commands])

    def _keys(self) -> Said:
        """Return what the keys of the keyboard do, and those of a display where there is one."""
        words, lang = self.senpai.words, self.senpai.lang
        shown = {command.name: command.words[lang][0] for command in self.commands.commands}
        lines = [self.house.key(keys, shown[name]) for keys, name in KEYS]
        if any(isinstance(outlet.output, Brailled) and outlet.output.keyed for outlet in self._outlets):
            lines += DisplayText(words).keys().values()
        return self.house.listed(lines)

    def _rules(self, words: list[str]) -> Said:
        """Return the sections of the rules, or one of them. Raises NotUnderstood."""
        if not words:
            return self.house.sections([title for title, _ in self.rules])
        number = _number(words[0])
        if number is None or not 1 <= number <= len(self.rules):
            raise NotUnderstood(Puzzle.NO_SECTION, word=words[0], most=len(self.rules))
        title, text = self.rules[number - 1]
        return Said(
            f"{title}. {text}".replace("\n", " "),
            f"{title}. {text}".replace("\n", " "),
            print=f"{title}.\n{text}",
        )

    async def _save(self) -> None:
        await self.table.save()
        if self.table.saved:
            await self.say(self.house.saved(), "saved")


def _some(given: Given | None) -> list[Given]:
    return [] if given is None else [given]


def _number(word: str) -> int | None:
    return int(word) if word.isdecimal() and len(word) < 6 else None


def _count(words: Sequence[str]) -> int:
    """Return how many messages `history` is to tell. Raises NotUnderstood."""
    if not words:
        return 10
    count = _number(words[0])
    if not count:
        raise NotUnderstood(Puzzle.UNKNOWN_NUMBER, word=words[0])
    return count
