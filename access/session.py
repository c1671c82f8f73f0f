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
from functools import partial
from typing import Any, assert_never

from engine.table import Deed, Refused, Seat
from speech.command_text import Asks, CommandText
from speech.display_text import DisplayText
from speech.house import NotUnderstood, Puzzle, echo, joined
from speech.outputs import SPELLED, Brailled, Output, Spoken
from speech.reasons_text import ReasonsText
from speech.senpai import Senpai
from speech.spelling import spelled
from speech.utterance import Given, Step, Urgency, Utterance
from speech.words import Said, Verbosity

from .commands import FILLERS, Desk, Instead, Option, Question, Talk, no_more, tokens
from .counsel import advice, why
from .counsel_verbs import Advise, Why
from .guidance import help_all, help_now, help_with
from .history import History, Kind, is_turn, kind_of
from .house_verbs import EVERYTHING, Wish
from .keys import KEYS
from .kits import KITS, commands_of
from .outlet import Outlet
from .review_desk import Notes, ReviewDesk
from .review_verbs import NotedDesk, Noting, Review
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
    `own`, at a shared machine, is a display that is theirs alone: it gets all, also while another sits there.
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
        own: Output | None = None,
    ) -> None:
        self.table, self.senpai, self.house = table, senpai, senpai.house
        self.seat: Seat | None = senpai.seat
        self.confirm = confirm
        self.rules = tuple(rules)
        self.may_talk = talk
        self.commands = commands_of(table.game.name)
        self.history = History()
        self.done = False
        self.present = True
        """Whether the outputs are this person's now, as they are of who sits at a shared machine."""
        self.another = False
        """The person wants another game after this one."""
        self._outlets = [Outlet(output) for output in outputs]
        self._mine = None if own is None else Outlet(own)
        if self._mine is not None:
            self._outlets.append(self._mine)
        self.own_lost = False
        """Whether the display of their own is known not to work."""
        self._voice = next((output for output in outputs if isinstance(output, Spoken)), None)
        self.preferences = preferences or Preferences()
        self._voice_desk = VoiceDesk(
            senpai.words, table.game.name, self.preferences, self._voice, self._retell
        )
        self._owes_news = False
        """A yes was typed, and the next news is the answer to it."""
        self._question: asyncio.Future[bool] | None = None
        self._asked = asyncio.Event()
        self._choice: Question | None = None
        """What the person was asked back about a line; any other game command closes it."""
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

    @property
    def by_display(self) -> bool:
        """Whether the person has a display of their own, and it works."""
        return self._mine is not None and not (self.own_lost or self._mine.lost)

    @property
    def spoken_to(self) -> bool:
        """Whether the voice speaks to this person now: they are there, or it is heard by them alone."""
        return self._voice is not None and (self.present or self._voice.alone)

    def _reaches(self, outlet: Outlet) -> bool:
        """Tell whether an output is this person's now."""
        if outlet.output is self._voice:
            return self.spoken_to
        return self.present or outlet is self._mine

    # -- what the table tells

    async def hear(self, number: int, step: Step, event: Any, view: Any) -> None:
        if self.done:  # Nothing comes behind a goodbye.
            return
        said = self.senpai.game.event(event, view)
        asked = self._asks_me(step, event, said)
        if step is Step.ANNOUNCED and self._will_ask(event.action, view):
            said = joined(said, self.house.confirm())
        self._set_line(view)
        await self._give(Given(number, step, self._told(event, said), asked), event=event)

    def remember(self, number: int, step: Step, event: Any, view: Any) -> None:
        self._keep(Given(number, step, self._told(event, self.senpai.game.event(event, view))), event)

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
        if self.done or not (self.present or self._mine):
            return
        self._set_line(self.view)
        self._notes.tidy(self.view)
        for outlet in self._outlets:
            if self._reaches(outlet):
                outlet.settle()
        await self._report_outputs()

    async def alarm(self, code: int) -> None:
        await self.warn(self.house.save_failed(code))

    async def caught_up(self) -> None:
        if not (self.present or self.by_display or self.spoken_to):
            return
        until = time.monotonic() + LONGEST_SPEECH
        if self._voice is None:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._read(), LONGEST_SPEECH)
            return
        if not self.spoken_to:  # The voice tells those who sit there; they are waited for.
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
            # Who has a display of their own reads there, also when the machine has one, too.
            if isinstance(outlet.output, Brailled) and (outlet is self._mine) is self.by_display:
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

    async def _give(self, given: Given, *, spoken: bool = True, event: Any = None) -> None:
        self._keep(given, event)
        for outlet in self._outlets:
            if self._reaches(outlet) and (spoken or outlet.output is not self._voice):
                await outlet.give(given, partial(self._reaches, outlet))
        await self._report_outputs()

    def _keep(self, given: Given, event: Any = None) -> None:
        """Put something into the history; what was asked for by reviewing is not news."""
        if given.utterance.event not in (REVIEW, SPELLED):
            voice = self._voice if self.spoken_to else None
            heard = self.present or self.by_display if voice is None else voice.wants(given)
            kind, turn = kind_of(self.seat, given, event), is_turn(self.seat, given, event)
            self.history.add(given, heard=heard, kind=kind, turn=turn)

    async def _report_outputs(self) -> None:
        """Tell through the other outputs, once each, which ones were lost or came back."""
        while changed := [o for o in self._outlets if self._reaches(o) and o.lost is not o.told_lost]:
            # Noted before anything is awaited: what is given meanwhile must not report it, too.
            outlet = changed[0]
            outlet.told_lost = outlet.lost
            await self._report(outlet)

    async def _report(self, outlet: Outlet) -> None:
        tell = self.house.output_lost if outlet.lost else self.house.output_back
        said = tell(outlet.output.name)
        given = Given(self._number, Step.HAPPENED, self.senpai.utter(said, "Alarm", Urgency.ALARM))
        self._keep(given)
        for other in self._outlets:
            if self._reaches(other) and not other.lost:
                await other.give(given, partial(self._reaches, other))

    async def display_changed(self, *, lost: bool) -> None:
        """Tell that the display was lost or is back."""
        await self.warn(self.house.output_lost("braille") if lost else self.house.output_back("braille"))

    def _set_line(self, view: Any) -> None:
        if not (self.present or self._mine):
            return
        line = self.senpai.line(view)
        for outlet in self._outlets:
            if self._reaches(outlet):
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
            picked = None if self._choice is None or self.asking else self._choice.pick(line)
            if picked is None:
                await self._understand(line)
            else:
                await self._chosen(picked)
        except NotUnderstood as problem:
            self._remember_guess(problem)
            await self._give(Given(self._number, Step.ANSWERED, self.senpai.puzzle(problem)))

    async def _understand(self, line: str) -> None:
        """Do what a line says. Raises NotUnderstood."""
        try:
            verb, words = self.commands.find(line, self.table.names)
        except NotUnderstood:
            told = [word for word in tokens(line) if word not in FILLERS]
            meant = KITS[self.table.game.name].bare(self._desk(), told) if told else None
            if meant is None:
                raise
            await self._reply(meant, "card", [])
            return
        await self._reply(verb.effect(self._desk(), words), verb.name, words)

    async def _chosen(self, option: Option) -> None:
        self._choice = None
        await self._reply(option.reply(self._desk()), "choice", [])

    async def _reply(self, reply: Any, kind: str, words: list[str]) -> None:
        """Give the one answer to what a line means. Raises NotUnderstood."""
        if isinstance(reply, Wish):
            await self._fulfil(reply, words)
        elif isinstance(reply, Control):
            await self._control(reply, words)
        elif isinstance(reply, Review):
            await self._read_back(reply, words)
        elif isinstance(reply, Noting):
            await self._note(reply)
        elif isinstance(reply, Why):
            await self.say(await self._why(reply.of), "why")
        elif isinstance(reply, Advise):
            await self.say(await self._advice(), "advice")
        elif isinstance(reply, Instead):
            await self.typed(reply.line)
        else:
            if self.asking and isinstance(reply, Question):
                reply = self.house.confirm()  # one question at a time: what was announced waits
            self._choice = reply if isinstance(reply, Question) else None
            if isinstance(reply, Question):
                await self.say(self._question_text(reply), "choice")
            elif isinstance(reply, Said):
                await self.say(reply, kind)
            elif isinstance(reply, Talk):
                await self._talk(reply)
            else:
                await self.act(reply)

    def _question_text(self, question: Question) -> Said:
        labels = [option.label for option in question.options]
        felt = [option.braille for option in question.options]
        return CommandText(self.senpai.words).question(question.asks, labels, felt, question.word)

    def _remember_guess(self, problem: NotUnderstood) -> None:
        """Note the line that is asked about, so that yes runs it; a guess not taken up is forgotten."""
        if self.asking:  # Yes is for what was announced.
            problem.facts |= {"guess": None, "line": None}
        line = problem.facts.get("line")
        if isinstance(line, str):
            option = Option(line, lambda desk: Instead(line))
            self._choice = Question(Asks.GUESS, (option,), echo(line))
        elif self._choice is not None and self._choice.asks is Asks.GUESS:
            self._choice = None

    async def key(self, word: str) -> None:
        await self.typed(word)

    def _desk(self) -> Desk[Any, Any]:
        assert self.seat is not None
        notes = self._notes.read()
        return NotedDesk(self.view, self.table.names, self.seat, self.senpai.game, self.senpai.lang, notes)

    async def _repeat_question(self) -> None:
        """Answer an empty line: the open question, or whose turn it is."""
        await self.say(self._open_question() or self.senpai.game.turn(self.view), "turn")

    def _open_question(self) -> Said | None:
        """Return the question that waits for an answer: about what was announced, or about a line."""
        if self._question is not None:
            return self.house.confirm()
        return None if self._choice is None else self._question_text(self._choice)

    async def _talk(self, talk: Talk) -> None:
        """Say something at the table, if that was agreed on."""
        if not self.may_talk:
            await self.say(self.house.no_talk(), "talk")
        elif talk.to == self.seat:
            await self.say(self.house.talk_to_oneself(), "talk")
        else:
            assert self.seat is not None
            await self.table.talk(self.seat, talk.to)

    async def _why(self, of: Seat | None) -> Said:
        """Return why a player, or the last of the computer players, did what they did last."""
        past = self.table.last_turn(of)
        if past is None:
            text = ReasonsText(self.senpai.words, self.senpai.names, self.seat)
            return text.nothing_done(of, computers=self.table.has_computers)
        person = not self.table.is_computer(past.action.seat)
        return await why(past, self.table.record, self.senpai, person=person)

    async def _advice(self) -> Said:
        """Return what an expert would do in this person's place, or why there is no advice now."""
        text = ReasonsText(self.senpai.words, self.senpai.names, self.seat)
        turn = self.table.turn
        if not self.preferences.settings.advice:
            return text.no_advice()
        if turn is None:
            return text.all_over()
        if turn != self.seat:
            return text.not_your_turn(turn)
        return await advice(self.view, self.table.legal(turn), self.table.record, self.senpai)

    async def act(self, action: Deed) -> None:
        """Try an action; return when it is told, or when the person is asked to confirm it."""
        self._choice = None
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
        """Take the person's yes or no to the announced action, or to a question about a line."""
        if self._question is None and self._choice is not None:
            await self._answer_choice(self._choice, agreed=agreed)
            return
        if self._question is None or self._question.done():
            await self.say(self.house.nothing_asked(agreed=agreed), "nothing-asked")
            return
        self._owes_news = agreed
        self._question.set_result(agreed)
        if self._deed is not None:
            await self._deed
        self._owes_news = False

    async def _answer_choice(self, choice: Question, *, agreed: bool) -> None:
        if not agreed:
            self._choice = None
            await self.say(CommandText(self.senpai.words).question_left(), "choice")
        elif choice.asks is Asks.GUESS:
            await self._chosen(choice.options[0])
        else:
            raise NotUnderstood(Puzzle.NO_OPTION, most=len(choice.options))

    async def tab(self, text: str) -> str:
        question = None if text.strip() else self._open_question()
        if question is not None:
            await self.say(question, "completion")
            return text
        completed, fitting = self.commands.complete(text, self._desk(), self.senpai.lang)
        if len(fitting) != 1:
            first = " " not in text.strip() and not text.endswith(" ")
            said = CommandText(self.senpai.words).fitting(fitting, first=first)
            await self.say(said, "completion")
        return completed

    # -- stopping and leaving

    def silence(self) -> None:
        if self._voice is not None and self.spoken_to:
            self._voice.queue.hush()

    def stop_voice(self) -> None:
        """Stop the voice and forget what waits; the history keeps it."""
        if self._voice is not None and self.spoken_to:
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

    def step_aside(self) -> None:
        """Leave the machine to somebody else: from now on all goes into the history only."""
        self.present, self._choice = False, None

    @property
    def choosing(self) -> bool:
        """Whether the person was asked back about a line."""
        return self._choice is not None

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

    async def notify(self, utterance: Utterance) -> None:
        """Give news that the person waits for, and so is told whatever they want to be told of themselves."""
        await self._give(Given(self._number, Step.HAPPENED, utterance, asked=True))

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
            case Wish.PREVIOUS | Wish.NEXT | Wish.HISTORY:
                await self._read_back(wish, words)
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

    async def _read_back(self, asked: Review | Wish, words: Sequence[str]) -> None:
        """Say again what the history holds, as far as it is asked for. Raises NotUnderstood."""
        hints = any(command.name == Review.HINTS for command in self.commands.commands)
        kinds = [kind for kind in Kind if hints or kind is not Kind.HINTS]
        found = ReviewDesk(self.senpai.words, self.history, kinds).fulfil(asked, words)
        await self._review(found.told, found.said)

    def described(self, owner: str) -> Said:
        """Return what the field of the line with this owner is, with the person's own note on a card."""
        return self.senpai.game.object(owner, self.view, self._notes.read())

    @property
    def _notes(self) -> Notes:
        """The person's own notes, in the record of the table where they sit now."""
        return Notes(self.table.record, self.seat)

    async def _note(self, noting: Noting) -> None:
        """Write a note, and save it with the game."""
        self._notes.write(noting.card, noting.text)
        await self.say(noting.said, "note")
        await self.table.save()

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
        """Return what can be done now, every command, or what one does. Raises NotUnderstood."""
        question = self._open_question()
        if len(words) == 1 and words[0] in EVERYTHING:
            state = question or self.senpai.game.turn(self.view)
            return help_all(self.commands, state, self.senpai.words)
        if words:
            return help_with(self.commands, words, self.senpai.words)
        if question is not None:
            choice = None if self.asking else self._choice
            numbered = choice is not None and choice.asks is not Asks.GUESS
            return CommandText(self.senpai.words).asked(question, numbered=numbered)
        state, over = self.senpai.game.turn(self.view), self.table.turn is None
        return help_now(self.commands, self._desk(), state, self.senpai.words, over=over)

    def _keys(self) -> Said:
        """Return what the keys of the keyboard do, and those of a display where there is one."""
        words, lang = self.senpai.words, self.senpai.lang
        # A key stands for what is typed; not every game calls its command for that by the same name.
        shown = [(keys, self.commands.find(word)[0].words[lang][0]) for keys, word in KEYS]
        lines = [self.house.key(keys, word) for keys, word in shown]
        if any(isinstance(outlet.output, Brailled) and outlet.output.keyed for outlet in self._outlets):
            lines += DisplayText(words).keys().values()
        return self.house.listed(lines)

    def _rules(self, words: list[str]) -> Said:
        """Return the sections of the rules, or one of them. Raises NotUnderstood."""
        if not words:
            return self.house.sections([title for title, _ in self.rules])
        no_more(words[1:])
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
