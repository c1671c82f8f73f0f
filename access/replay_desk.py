"""`senpai replay FILE` at a terminal: a record that is stepped through, heard as one seat heard it.

A session like any other towards terminal, voice and display, but at a table where everything has happened.
What it tells is made by the session of the seat that is sat at, as in play, so it knows no more than that
seat. Not here: records printed whole (see `replay`), and words (see `speech.replay_text`).
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple, assert_never

from engine.record import Record
from engine.table import Deed, Seat
from speech.cue_words import UnknownCue, cue_called
from speech.house import NotUnderstood
from speech.outputs import Output, Recording
from speech.reasons_text import ReasonsText
from speech.replay_text import ReplayText
from speech.senpai import Senpai
from speech.utterance import Given, Step, Urgency, Utterance
from speech.words import Said, Verbosity

from . import rules
from .arguments import Call
from .braille_route import brailled
from .commands import FILLERS, Desk, named_first, seats_called, spellings, tokens
from .counsel import why
from .frontend import FrontEnd
from .guidance import help_all
from .history import History
from .house_verbs import EVERYTHING
from .keys import KEYS
from .kits import commands_of
from .play import farewell, outputs_of, people_of
from .replay_verbs import SEATED, Move, commands_in_replay
from .session import TWICE, Session
from .settings import Preferences
from .settings_file import keep, place
from .table import Table, last_turn
from .voice import VoiceRoute

ME = 0
"""The seat of whoever's game it is."""
PAUSE = 3.0
"""So many seconds lie between two actions that are read on without a voice to wait for."""
BREATH = 0.3
"""The same behind a voice that has finished."""
OPEN_KNOWLEDGE = frozenset({"nova", "hanabi"})
"""The games in which everybody hears what a player is told about the own hand."""
OWN_KNOWLEDGE = {"gnav": "known"}
"""The verb by which a player asks for all that they know, where it is not `status`."""
TOLD_ALREADY = frozenset({None, "announce", "your-turn", "draw", "turn-up"})
"""The sounds that do not tell actions apart."""
TABLE = frozenset(spelling for word in ("table", "tisch", "all", "alle") for spelling in spellings(word))
KNOWING = frozenset("know knew known then at that moment time wusste wissen da damals then".split())
"""What may stand behind the name in "what did Ben know then"."""


class Moment(NamedTuple):
    """One action as a seat heard it: all that it was told, and what it and a bystander knew then."""

    told: tuple[Utterance, ...]
    view: Any
    open_view: Any


class Tale:
    """What one seat hears of a record, action by action, made only as far as it is asked for.

    The record was replayed before, so nothing in it is illegal.
    """

    def __init__(self, record: Record, senpai: Senpai) -> None:
        self.record, self.seat = record, senpai.seat
        head = Record(record.game, record.players, record.options, record.head, [], {})
        self.table = Table(head)
        self._recording = Recording()
        self.table.sitters.append(Session(self.table, senpai, [self._recording]))
        self._moments: list[Moment] = []
        self._making = asyncio.Lock()

    async def moment(self, number: int) -> Moment:
        """Return what the action of this number brought, from 1; 0 is the deal."""
        # Whoever stops waiting must not leave the table in the middle of an action.
        return await asyncio.shield(self._moment(number))

    async def _moment(self, number: int) -> Moment:
        async with self._making:
            await self._make(number)
        return self._moments[number]

    async def _make(self, number: int) -> None:
        while len(self._moments) <= number:
            before = len(self._recording.given)
            if self._moments:
                await self.table.submit(self.record.actions[len(self._moments) - 1])
            else:
                await self.table.begin()
            told = tuple(given.utterance for given in self._recording.given[before:])
            self._moments.append(Moment(told, self.table.view(self.seat), self.table.view(None)))


class ReplayDesk(Session):
    """One person who goes through a record, at first as a bystander. `over`: it was played to its end.

    `senpai` makes the Senpai of a seat, with a verbosity. The session itself stays without a seat, so that
    no output offers anything to be played.
    """

    def __init__(
        self,
        record: Record,
        senpai: Callable[[Seat | None, Verbosity], Senpai],
        outputs: Sequence[Output],
        *,
        over: bool,
        preferences: Preferences | None = None,
        pause: float = PAUSE,
    ) -> None:
        preferences = preferences or Preferences()
        self._whole, self._over, self._pause = record, over, pause
        self._make_senpai, self._fullness = senpai, preferences.settings.verbosity
        self._bystander = self._ears = senpai(None, self._fullness)
        self._tale = Tale(record, self._ears)
        self._at = 0
        self._now: Moment | None = None
        self._sought: list[str] = []
        # Of several people at this machine nobody may hear the others' cards before the end.
        self._own = ME if len(people_of(record)) == 1 else None
        self._reading: asyncio.Task[None] | None = None
        self._telling = asyncio.Lock()
        about = rules.sections(record.game.name, self._ears.lang)
        super().__init__(self._tale.table, self._ears, outputs, rules=about, preferences=preferences)
        self.commands = commands_in_replay(record.game.name)
        self.text = ReplayText(self._ears.words)

    @property
    def view(self) -> Any:
        assert self._now is not None  # `begin` comes first
        return self._now.view

    @property
    def _number(self) -> int:
        return self._at

    @property
    def _actions(self) -> int:
        return len(self._whole.actions)

    @property
    def _names(self) -> tuple[str, ...]:
        return self._whole.players

    async def begin(self) -> None:
        """Tell what is replayed, and the deal."""
        game = self.senpai.words.game(self._whole.game.name)
        self._now = await self._tale.moment(0)
        self._set_line(self.view)
        await self._recount(self.text.welcome(game, self._names, self._actions), "Replay")
        await self._recount(self._step(), "Replayed")
        await self._shown()

    # -- what a front end asks

    async def ready(self) -> None:
        """Nothing is ever waited for."""

    async def typed(self, line: str) -> None:
        was_reading = await self._stop_reading()
        if line.strip() or self._choice is not None:
            await super().typed(line)
        elif was_reading:
            await self.say(self.text.stopped(self._at), "auto")
        else:
            await self._go(self._at + 1)
        await self._shown()

    async def act(self, action: Deed) -> None:
        await self.say(self.text.nothing_played(), "nothing-played")

    async def interrupted(self, *, typing: bool) -> None:
        now = time.monotonic()
        if await self._stop_reading():
            await self.say(self.text.stopped(self._at), "auto")
        elif typing:
            await self.say(self.house.cancelled(), "cancelled")
        elif now - self._interrupted < TWICE:
            await self.left()
        else:
            self._interrupted = now
            await self.say(self.text.how_to_leave(), "leave")

    async def left(self) -> None:
        if not self.done:
            await self._stop_reading()
            self.done = True
            await self.say(self.text.goodbye(), "farewell")

    def close(self) -> None:
        if self._reading is not None:
            self._reading.cancel()
        super().close()

    # -- what is typed

    async def _understand(self, line: str) -> None:
        try:
            verb, _ = self.commands.find(line, self._names)
        except NotUnderstood:
            if not self._of_the_game(line):
                raise
            await self.say(self.text.nothing_played(), "nothing-played")
            return
        if verb.name in SEATED and self._ears.seat is None:
            await self.say(self.text.only_at_a_seat(), verb.name)
        else:
            await super()._understand(line)

    def _of_the_game(self, line: str) -> bool:
        """Whether the line would be understood while playing."""
        try:
            commands_of(self._whole.game.name).find(line, self._names)
        except NotUnderstood:
            return False
        return True

    async def _reply(self, reply: Any, kind: str, words: list[str]) -> None:
        if isinstance(reply, Move):
            await self._moved(reply, words)
        else:
            await super()._reply(reply, kind, words)

    def _desk(self) -> Desk[Any, Any]:
        # A bystander's desk has nobody's seat; the verbs that need one are refused before (see SEATED).
        me: Any = self._ears.seat
        return Desk(self.view, self._names, me, self._ears.game, self._ears.lang)

    async def _moved(self, move: Move, words: list[str]) -> None:
        match move:
            case Move.NEXT:
                await self._go(self._at + 1)
            case Move.BACK:
                await self._go(self._at - 1)
            case Move.FIRST:
                await self._go(0)
            case Move.LAST:
                await self._go(self._actions)
            case Move.JUMP:
                await self._jump(words)
            case Move.WHERE:
                await self.say(self._where(), "where")
            case Move.SEAT:
                await self._sit(words)
            case Move.KNEW:
                await self.say(await self._knowledge(words), "knew")
            case Move.AUTO:
                await self._read_on()
            case Move.FIND:
                await self._find(words)
            case _:
                assert_never(move)

    async def _why(self, of: Seat | None) -> Said:
        """Return why the latest turn was taken, or a player's latest, up to the action that one is at."""
        told = replace(self._whole, actions=self._whole.actions[: self._at])
        past = last_turn(told, range(len(self._names)) if of is None else [of], over=self._over)
        if past is None:
            text = ReasonsText(self._ears.words, self._names, self._ears.seat)
            return text.nothing_done(of, computers=False)
        person = past.action.seat in people_of(self._whole)
        return await why(past, self._whole, self._ears, person=person)

    # -- stepping

    async def _go(self, number: int) -> None:
        """Go to an action and tell it; beyond an end, tell that it is one."""
        if number < 0:
            await self.say(self.text.beginning(), "end")
        elif number > self._actions:
            await self.say(self.text.end(self._actions), "end")
        else:
            await self._put(number)
            await self.say(self._step(), "Replayed")

    async def _put(self, number: int) -> None:
        """Have everything asked from now on be about the moment after an action."""
        self._now = await self._tale.moment(number)
        self._at = number
        self._set_line(self.view)

    def _step(self) -> Said:
        assert self._now is not None
        told = self._now.told
        cue = next((utterance.cue for utterance in told if utterance.cue not in TOLD_ALREADY), None)
        more = self.text.breaks_off() if self._at == self._actions and not self._over else ""
        return self.text.step(self._at, told, cue, more=more)

    async def _jump(self, words: list[str]) -> None:
        number = int(words[0]) if len(words) == 1 and words[0].isdecimal() and len(words[0]) < 6 else -1
        if 0 <= number <= self._actions:
            await self._go(number)
        else:
            await self.say(self.text.which_action(self._actions), "jump")

    def _where(self) -> Said:
        seat, turn = self._ears.seat, self.view.turn
        who = None if turn is None else self._names[turn]
        return self.text.where(self._at, self._actions, who, None if seat is None else self._names[seat])

    def _help(self, words: list[str]) -> Said:
        if words and words[0] not in EVERYTHING:
            return super()._help(words)
        return help_all(self.commands, self._open_question() or self._where(), self.senpai.words)

    def _keys(self) -> Said:
        """Return those keys whose word means something here."""
        lines = []
        for keys, word in KEYS:
            with suppress(NotUnderstood):
                verb, _ = self.commands.find(word)
                lines.append(self.house.key(keys, verb.words[self.senpai.lang][0]))
        return self.house.listed(lines)

    async def _shown(self) -> None:
        """Let displays that show one thing after the other show how the table stands."""
        self._set_line(self.view)
        for outlet in self._outlets:
            outlet.settle()

    # -- whose ears

    async def _sit(self, words: list[str]) -> None:
        """Sit down where the words say; in a game that is not over, only where nothing is given away."""
        seat = self._called(words)
        at_table = seat is None and " ".join(words) in TABLE
        if seat is None and not at_table:
            await self.say(self.text.which_seat(self._names), "seat")
        elif seat is not None and not self._over and seat != self._own:
            own = None if self._own is None else self._names[self._own]
            await self.say(self.text.not_yet(own), "seat")
        else:
            await self._sit_down(seat)
            await self.say(self.text.seated(None if seat is None else self._names[seat]), "seat")

    async def _sit_down(self, seat: Seat | None) -> None:
        self._listen_at(seat)
        # What was told at another seat is out of reach at this one.
        self.history = History()
        await self._put(self._at)

    def _listen_at(self, seat: Seat | None) -> None:
        self.senpai = self._ears = self._make_senpai(seat, self._fullness)
        self._tale = Tale(self._whole, self._ears)

    def _called(self, words: list[str]) -> Seat | None:
        """Return whose name the words begin with, written out or not; None: nobody's or several people's."""
        seat, _ = named_first(self._names, words)
        if seat is not None:
            return seat
        first = next((word for word in words if word not in FILLERS and word not in KNOWING), None)
        seats = [] if first is None else seats_called(self._names, first)
        return seats[0] if len(seats) == 1 else None

    def _retell(self, verbosity: Verbosity) -> None:
        """Say more or less from now on; the record is told anew, since its words change."""
        self._fullness = verbosity
        self._bystander = self._make_senpai(None, verbosity)
        self._listen_at(self._ears.seat)

    # -- what somebody knew

    async def _knowledge(self, words: list[str]) -> Said:
        """Return what a player, or everybody, knew; only what may be known where one sits."""
        game, said = self._whole.game.name, [word for word in words if word not in KNOWING]
        seat = self._called(words)
        if game in OPEN_KNOWLEDGE:
            if seat is None and said:
                return self.text.whose_knowledge(self._names)
            return self.text.knew(self._at, self._hints_told(seat))
        if seat is None:
            seat = None if said else self._ears.seat
        if seat is None:
            return self.text.whose_knowledge(self._names)
        if seat != self._ears.seat:
            return self.text.only_there(self._names[seat])
        verb, _ = commands_of(game).find(OWN_KNOWLEDGE.get(game, "status"))
        told = verb.effect(self._desk(), [])
        assert isinstance(told, Said)
        return self.text.knew(self._at, told)

    def _hints_told(self, seat: Seat | None) -> Said:
        """Return what all have heard of a hand, or of all: a bystander's answer."""
        assert self._now is not None
        answers: Any = self._bystander.game
        view = self._now.open_view
        told: Said = answers.answers.all_hands(view) if seat is None else answers.answers.hand_of(view, seat)
        return told

    # -- looking for something

    async def _find(self, typed: list[str]) -> None:
        self._sought = typed or self._sought
        what = " ".join(self._sought)
        if not tokens(what):
            await self.say(self.text.what_to_find(), "find")
            return
        for number in range(self._at + 1, self._actions + 1):
            if self._matches(await self._tale.moment(number), what):
                await self._go(number)
                return
        await self.say(self.text.not_found(what, self._at), "find")

    def _matches(self, moment: Moment, what: str) -> bool:
        """Whether an action was heard with these words, or with the sound of that name."""
        words = tokens(what)
        if not any(word.isdecimal() for word in words):
            with suppress(UnknownCue):
                cue = cue_called(what, self._whole.game.name)
                if any(utterance.cue == cue for utterance in moment.told):
                    return True
        wanted = [word for word in words if word not in FILLERS] or words
        heard = tokens(" ".join(utterance.speech for utterance in moment.told))
        return all(any(word.startswith(each) for word in heard) for each in wanted)

    # -- reading on by itself

    async def _read_on(self) -> None:
        if self._at == self._actions:
            await self.say(self.text.end(self._actions), "end")
            return
        await self.say(self.text.reading_on(), "auto")
        self._reading = asyncio.create_task(self._read_all())

    async def _read_all(self) -> None:
        """Tell action after action, each when the one before was heard or read."""
        while self._at < self._actions:
            await self.caught_up()
            await asyncio.sleep(self._pause if self._voice is None else BREATH)
            # What was begun is told by every output, whatever is typed meanwhile.
            await asyncio.shield(self._tell_next())
        self._reading = None

    async def _tell_next(self) -> None:
        async with self._telling:
            if self._reading is None:
                return
            await self._put(self._at + 1)
            # As an answer it is not said again when something typed cuts it off.
            await self._recount(self._step(), "Replayed", Urgency.ANSWER)
            await self._shown()

    async def _recount(self, said: Said, kind: str, urgency: Urgency = Urgency.TABLE) -> None:
        """Give what answers no line, and yet was asked for: a voice that speaks on request speaks it."""
        utterance = self.senpai.utter(said, kind, urgency)
        await self._give(Given(self._number, Step.HAPPENED, utterance, asked=True))

    async def _stop_reading(self) -> bool:
        """Stop reading on, behind what is being told; return whether that was going on."""
        task, self._reading = self._reading, None
        if task is not None:
            task.cancel()
        async with self._telling:
            return task is not None


def go_through(call: Call, record: Record, *, over: bool, front: FrontEnd, voice: VoiceRoute) -> None:
    """Have a person go through a record at this terminal, until they leave. `over`: it has an end."""
    asyncio.run(_go_through(call, record, over, front, voice))


async def _go_through(call: Call, record: Record, over: bool, front: FrontEnd, voice: VoiceRoute) -> None:
    preferences = Preferences(call.chosen(), partial(keep, place(), None))
    chosen = preferences.settings
    letters = None if chosen.letters == "usual" else chosen.letters

    def senpai(seat: Seat | None, verbosity: Verbosity) -> Senpai:
        name, players = record.game.name, record.players
        return Senpai(name, players, seat, call.lang, verbosity, call.cards, letters=letters)

    braille = brailled(chosen, call.lang, front.show)
    outputs = [*outputs_of(front, voice, chosen), *braille.outputs]
    desk = ReplayDesk(record, senpai, outputs, over=over, preferences=preferences)
    voice.attach(desk)
    with braille.at(desk):
        await desk.begin()
        try:
            await front.run(desk)
        finally:
            desk.close()
        await farewell(desk)
