"""Several people at one machine, in turn: who sits there, and how the machine is handed over.

Each person has a session of their own, with their language, voice and history; only the session of who sits
there reaches the outputs. A braille display that is one person's alone is always theirs: it tells them all,
and its keys act for them, whoever sits; so is a sound output that is one person's alone (see `own_sound`).
While nobody sits there, `Door`s tell what everybody may know, one for each language. Not here: the words (see
`speech.handover_text`), and the braille displays (see `shared_display`).
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from engine.record import Record
from engine.table import Deed, Seat
from speech.devices import Display
from speech.handover_text import HandoverText
from speech.house import NotUnderstood, joined
from speech.outputs import Output, Profile, Spoken, SpokenAlone
from speech.queue import SpeechQueue
from speech.senpai import Senpai
from speech.utterance import Given, Step, Urgency
from speech.words import Said, Verbosity

from . import rules
from .arguments import Call
from .bookkeeper import Bookkeeper, kept
from .braille_route import brailled, displays_of_their_own
from .commands import Desk, named_first, tokens
from .counsel_verbs import WHY_VERB, Why
from .frontend import SharedFrontEnd
from .house_verbs import Wish
from .outlet import Outlet
from .own_sound import NONE, OwnSound, Sounds, sounds_of_their_own
from .play import (
    computers_of,
    farewell,
    keeper,
    match_of,
    next_record,
    outputs_of,
    people_of,
    tell_standing,
    until_left,
)
from .session import REVIEW, Confirm, Session
from .settings import BY_KEY, Preferences, Settings
from .settings_file import keep, place
from .shared_display import DoorDesk, SeatDesk, SharedDisplay
from .table import Table
from .voice import VoiceRoute
from .voice_verbs import Control

SETTING = "hotseat.clear"
"""The setting that says whether a terminal also forgets what was scrolled away: "push" or "clear"."""
QUICK = 1.0
"""An empty line within so many seconds after the last line is a slip, or a key that is held down."""
READY = frozenset({"ready", "bereit", "fertig", "yes", "ja"})
"""What may be typed instead of an empty line."""
AT_THE_DOOR = {Wish.LAST, Wish.REPEAT, Wish.PREVIOUS, Wish.NEXT, Wish.HISTORY, Wish.SPELL} | {
    *(Wish.STOP, Wish.KEYS, Wish.RULES, Wish.SAVE)
}
"""What can be asked while nobody sits there; messages are then those that everybody may know."""
OWN_CONTROLS = (Control.VERBOSITY, Control.SPELLING)
"""What a person may change from a display of their own while the voice speaks to others."""
OPEN = ("table", "status", "turn")
"""The games' own commands that tell what everybody may know, and so can be asked then, too."""


class Seated(Session):
    """A person's session; what is typed, and leaving, goes by way of the hot seat."""

    hot: HotSeat

    @property
    def hands_over(self) -> bool:
        """Whether somebody else is next, and an empty line hands the machine over."""
        return self.hot.sitting == self.seat and self.hot.due is not None

    async def hand_over(self) -> None:
        await self.hot.hand_over()

    @property
    def waits_for_display(self) -> bool:
        """Whether they sit there, and it is the turn of somebody who plays from a display of their own."""
        return self.hot.sitting == self.seat and self.hot.elsewhere is not None

    async def typed(self, line: str) -> None:
        """Take a line from one of the displays; what comes from the keyboard goes to the hot seat at once."""
        if self._mine is None or self.hot.sitting == self.seat:
            await self.hot.typed(line)
        elif not self.hot.done:
            await self.answer(line)
            self.hot.after_a_line()

    async def hear(self, number: int, step: Step, event: Any, view: Any) -> None:
        await super().hear(number, step, event, view)
        if step is Step.ANNOUNCED and event.action.seat == self.seat and not self.present:
            self.hot.knows_all(event.action.seat)

    async def display_changed(self, *, lost: bool) -> None:
        self.own_lost = lost
        await self.hot.display_changed(self)

    async def _report(self, outlet: Outlet) -> None:
        if outlet is self._mine:
            await self.hot.display_changed(self)
        else:
            await super()._report(outlet)

    async def _give(self, given: Given, *, spoken: bool = True, event: Any = None) -> None:
        await super()._give(given, spoken=spoken, event=event)
        if self.listens_alone and self.preferences.settings.profile is Profile.ALL:
            self.hot.has_heard(self)

    def know_the_voice(self) -> None:
        """Have the voice know whether its person sits there."""
        if isinstance(self._voice, SpokenAlone):
            self._voice.here = lambda: self.present

    @property
    def listens_alone(self) -> bool:
        """Whether the voice speaks to them from a sound output of their own, which works."""
        return self._voice is not None and self._voice.alone

    async def call(self, said: Said) -> None:
        """Ask them to the keyboard in their own ears, if they have a sound output of their own."""
        if self._voice is not None and self._voice.alone:
            utterance = self.senpai.utter(said, "Handover")
            await self._voice.give(Given(self._number, Step.HAPPENED, utterance, asked=True))

    async def _control(self, control: Control, words: list[str]) -> None:
        if self.spoken_to or self.present or control in OWN_CONTROLS:
            await super()._control(control, words)
        else:
            await self.say(HandoverText(self.senpai.words).voice_is_with_others(), "error")

    async def _fulfil(self, wish: Wish, words: list[str]) -> None:
        if wish is Wish.STOP and not (self.present or self.spoken_to):
            await self.say(HandoverText(self.senpai.words).voice_is_with_others(), "error")
        else:
            await super()._fulfil(wish, words)

    async def answer(self, line: str) -> None:
        """Answer a line of the game."""
        await super().typed(line)

    async def left(self) -> None:
        await self.hot.left()

    async def say_goodbye(self) -> None:
        await super().left()


class Door(Session):
    """The place of whoever is there while nobody sits: it knows what a bystander knows, in one language."""

    hot: HotSeat

    async def typed(self, line: str) -> None:
        await self.hot.typed(line)

    async def left(self) -> None:
        await self.hot.left()

    async def say_goodbye(self) -> None:
        await super().left()

    async def ask(self, said: Said) -> None:
        """Tell people that one of them is to sit down."""
        utterance = self.senpai.utter(said, "Handover")
        await self._give(Given(self._number, Step.HAPPENED, utterance, asked=True))

    async def fulfil(self, line: str) -> bool:
        """Answer a line if everybody may know the answer; tell whether that was so."""
        try:
            command, words = self.commands.find(line, self.table.names)
            wish = command.effect(None, words) if command.name in set(Wish) else None
            if wish in AT_THE_DOOR:
                await self._fulfil(wish, words)
            elif command.name in OPEN and not words:
                tell = self.senpai.game.turn if command.name == "turn" else self.senpai.game.table
                await self.say(tell(self.view), command.name)
            elif command.name == WHY_VERB.name:
                return await self._told_why(command.effect(self._open_desk(), words))
            else:
                return False
        except NotUnderstood:
            return False
        return True

    def _open_desk(self) -> Desk[Any, Any]:
        nobody: Any = None  # no seat is theirs
        return Desk(self.view, self.table.names, nobody, self.senpai.game, self.senpai.lang)

    async def _told_why(self, asked: object) -> bool:
        """Answer why somebody did something, unless it is not clear who."""
        if not isinstance(asked, Why):
            return False
        await self.say(await self._why(asked.of), WHY_VERB.name)
        return True

    def _set_line(self, view: Any) -> None:
        """The display's line stays empty: it belongs to nobody."""

    async def warn(self, said: Said, *, spoken: bool = True) -> None:
        """Give an alarm of a device to whoever is there."""
        if self.present:
            await super().warn(said, spoken=spoken)
        else:
            await self.hot.current.warn(said, spoken=spoken)

    async def alarm(self, code: int) -> None:
        if self.present:
            await super().alarm(code)  # else the one who sits there is told by their own session

    def voice_idle(self) -> None:
        """Tell everybody who waits for the voice."""
        for session in self.hot.everybody:
            Session.voice_idle(session)


class HotSeat:
    """Who sits at the machine; the `Person` of the front end, and a `Sitter` that watches the table.

    `doors` by language, each of a language of the people, the first person's first. At first nobody sits.
    """

    seat: Seat | None = None

    def __init__(
        self,
        people: Mapping[Seat, Seated],
        doors: Mapping[str, Door],
        front: SharedFrontEnd,
        display: SharedDisplay,
        queue: SpeechQueue | None = None,
        *,
        clear: bool = False,
    ) -> None:
        self.people, self.doors = dict(people), dict(doors)
        self.everybody: list[Seated | Door] = [*people.values(), *doors.values()]
        self.table: Table = self.everybody[0].table
        self.sitting: Seat | None = None
        self.asked: Seat | None = None
        """Who is to sit down."""
        self.due: Seat | None = None
        """Who is next after the one who sits there, and that was told."""
        self.pending: Deed | None = None
        """What a person had announced when the game broke off; announced anew when they sit down."""
        self.nobodys: Sequence[str] = ()
        """The people whose settings name one display for several of them."""
        self._asking = asyncio.Lock()
        self._lost: set[Seat] = set()
        """Whose own display is lost, and that was told."""
        self._front, self._display, self._queue, self._clear = front, display, queue, clear
        self._marks = dict.fromkeys(people, 0)
        """How much of each history is known to its person."""
        self._heard = dict.fromkeys(people, 0)
        """How much of it was spoken to them alone, from a sound output of their own."""
        self._deaf: set[Seat] = set()
        """Whose own sound output is gone, and that was told."""
        self.sounds = NONE
        """The sound outputs of their own that people have."""
        self._sat: set[Seat] = set()
        self._last = float("-inf")
        self._scripted = False
        self._gone = False
        for person in self.everybody:
            person.hot = self
        for seated in people.values():
            seated.step_aside()

    @property
    def current(self) -> Seated | Door:
        """The session that reaches the outputs now, or the first of those that do."""
        if self.sitting is not None:
            return self.people[self.sitting]
        return self._door(self.asked)

    def _door(self, seat: Seat | None) -> Door:
        first = next(iter(self.doors.values()))
        return first if seat is None else self.doors[self.people[seat].senpai.lang]

    @property
    def _names(self) -> list[str]:
        return [self.table.names[seat] for seat in self.people]

    def knows_till(self, seat: Seat, number: int) -> None:
        """Note that a person knows what came of the game's actions up to this one, counted from 1."""
        entries = self.people[seat].history.entries
        self._marks[seat] = sum(1 for given in entries if given.number <= number)
        self._sat.add(seat)

    def knows_all(self, seat: Seat) -> None:
        """Note that a person, who has a display of their own, knows what was told them so far."""
        self._marks[seat] = len(self.people[seat].history.entries)
        self._sat.add(seat)

    def note_deaf(self, seats: Iterable[Seat]) -> None:
        """Note whose own sound output is gone, where that is told already."""
        self._deaf.update(seats)

    def has_heard(self, person: Seated) -> None:
        """Note that all in a person's history was spoken to them."""
        assert person.seat is not None
        self._heard[person.seat] = len(person.history.entries)

    # -- at the table

    async def settled(self) -> None:
        await self.look()

    async def look(self) -> None:
        """Ask for the machine if it is another's turn; who sits there is told, and says when."""
        if self.done or self.table.busy:
            return
        if self.pending is not None and self.people[self.pending.seat].by_display:
            await self._announce_anew()
            return
        following = self._following()
        if self.sitting is None:
            if following is not None and self._may_ask(following):
                await self._ask(following, None)
        elif following is None:
            if self.due is not None:
                self.due = None
                await self.people[self.sitting].settled()
        elif following != self.due:
            self.due = following
            if self._scripted:  # A script has no screen that anybody would still be reading.
                await self.hand_over()
            else:
                session = self.people[self.sitting]
                await session.settled()
                said = self._text(session).next_up(self.table.names[following])
                utterance = session.senpai.utter(said, "Handover")
                await session.notify(utterance)

    def _may_ask(self, following: Seat) -> bool:
        """Tell whether somebody may be asked: nobody is yet, or one who need not sit there."""
        return self.asked is None or (self.asked != following and self.people[self.asked].by_display)

    async def _announce_anew(self) -> None:
        assert self.pending is not None
        action, self.pending = self.pending, None
        await self.people[action.seat].act(action)

    @property
    def _on_turn(self) -> Seat | None:
        """The person whose turn it is; None: it is nobody's, or a computer player's."""
        turn = self.table.turn if self.pending is None else self.pending.seat
        return turn if turn in self.people else None

    def _following(self) -> Seat | None:
        """Return who is to have the machine: whose turn it is, unless they sit there or need not."""
        turn = self._on_turn
        return None if turn in (None, self.sitting, self.elsewhere) else turn

    @property
    def elsewhere(self) -> Seat | None:
        """Whose turn it is, if they do not sit there and have a display of their own."""
        turn = self._on_turn
        if turn is None or turn == self.sitting or not self.people[turn].by_display:
            return None
        return turn

    async def sound_changed(self, seat: Seat) -> None:
        """Tell everybody that somebody's own sound output is gone or is back."""
        session = self.people[seat]
        lost = not session.listens_alone
        if self.done or lost is (seat in self._deaf):
            return
        (self._deaf.add if lost else self._deaf.discard)(seat)
        await self._tell_of(session, HandoverText.sound_lost if lost else HandoverText.sound_back)

    async def _tell_of(self, session: Seated, tell: Callable[[HandoverText, str], Said]) -> None:
        """Tell whoever is there, and the person themselves, of a device of that person's own."""
        assert session.seat is not None
        here = self.doors.values() if self.sitting is None else [self.current]
        for one in dict.fromkeys([*here, session]):
            await one.warn(tell(self._text(one), self.table.names[session.seat]))

    async def display_changed(self, session: Seated) -> None:
        """Tell everybody that somebody's own display was lost or is back; ask for the machine if need be."""
        seat, lost = session.seat, not session.by_display
        assert seat is not None
        if self.done or lost is (seat in self._lost):
            return
        (self._lost.add if lost else self._lost.discard)(seat)
        await self._tell_of(session, HandoverText.display_lost if lost else HandoverText.display_back)
        await self.look()
        await self.table.nudge()

    async def hear(self, number: int, step: Step, event: Any, view: Any) -> None:
        """The sessions hear."""

    async def taken_back(self, number: int, who: Seat) -> None:
        """The sessions hear."""

    async def talked(self, number: int, who: Seat, to: Seat | None) -> None:
        """The sessions hear."""

    async def agrees(self, action: Deed, view: Any) -> bool:
        return True

    async def alarm(self, code: int) -> None:
        """The sessions are told."""

    def remember(self, number: int, step: Step, event: Any, view: Any) -> None:
        """The sessions remember."""

    async def caught_up(self) -> None:
        listening = [person for person in self.people.values() if person.listens_alone]
        await asyncio.gather(*(one.caught_up() for one in dict.fromkeys([self.current, *listening])))

    # -- handing over

    async def hand_over(self, to: Seat | None = None) -> None:
        """Take the machine from who sits there, and ask for the next one, or for `to`."""
        assert self.sitting is not None
        leaving, to = self.sitting, self.due if to is None else to
        assert to is not None
        self._clear_the_seat()
        await self._ask(to, leaving)

    def _clear_the_seat(self) -> None:
        """Put all that is private of who sits there out of reach."""
        assert self.sitting is not None
        session = self.people[self.sitting]
        session.step_aside()
        self._marks[self.sitting] = len(session.history.entries)
        self.sitting = self.due = None
        self._quiet()
        self._display.forget_keys()
        self._front.push_away(clear=self._clear)
        for door in self.doors.values():
            door.present = True

    def _quiet(self) -> None:
        """Have the voice forget what waits; what was said to one person is nothing to the next."""
        if self._queue is not None:
            self._queue.stop()
            self._queue.go_on()

    async def _ask(self, to: Seat, leaving: Seat | None) -> None:
        """Ask for the machine in the language of who has it, and in that of who is to get it."""
        async with self._asking:  # What was printed last must be who is asked.
            if self.sitting is not None:
                return
            self.asked, self._last = to, time.monotonic()
            await self._display.turn_to(self._door(to))
            turn = self._on_turn == to
            asking = [self._door(to)] if leaving is None else [self._door(leaving), self._door(to)]
            for door in dict.fromkeys(asking):
                await door.ask(self._text(door).hand_over(self.table.names[to], turn=turn))
            person = self.people[to]
            await person.call(self._text(person).hand_over(self.table.names[to], turn=turn))
        await self.table.nudge()

    async def _sit(self, seat: Seat) -> None:
        """Give the machine to a person who says that they sit there: tell what they missed."""
        self.asked, self.sitting = None, seat
        for door in self.doors.values():
            door.present = False
        self._quiet()
        session = self.people[seat]
        session.present = True
        await self._display.turn_to(session)
        self.due = self._following()
        given = await session.say(self._missed(seat, session), REVIEW)
        session.history.hear(given)
        self._sat.add(seat)
        self._marks[seat] = len(session.history.entries)
        await session.settled()
        if self.pending is not None and self.pending.seat == seat:
            await self._announce_anew()

    def _missed(self, seat: Seat, session: Seated) -> Said:
        """Return all that a person has not been told, or else whose turn it is.

        What was spoken to them alone meanwhile is still printed and brailled, and not said again.
        """
        text, said = self._text(session), self._told_since(seat, session, self._marks[seat])
        if said is None:
            said = session.senpai.game.turn(session.view)
        elif session.listens_alone and self._heard[seat] > self._marks[seat]:
            fresh = self._told_since(seat, session, self._heard[seat])
            aloud = fresh or session.senpai.game.turn(session.view)
            said = said._replace(speech=aloud.speech, print=said.print or said.speech)
        return said if self.due is None else joined(said, text.next_up(self.table.names[self.due]))

    def _told_since(self, seat: Seat, session: Seated, mark: int) -> Said | None:
        """Return the news of a person's history behind a mark; None: there are none."""
        entries = [
            given.utterance
            for given in session.history.entries[mark:]
            if given.step is not Step.ANSWERED and given.utterance.urgency is Urgency.TABLE
        ]
        if not entries:
            return None
        said = Said(
            " ".join(entry.speech for entry in entries),
            "; ".join(entry.braille for entry in entries),
            print="\n".join(entry.print for entry in entries),
        )
        return self._text(session).since(said) if seat in self._sat else said

    @staticmethod
    def _text(session: Session) -> HandoverText:
        return HandoverText(session.senpai.words)

    # -- a person, as the front end sees it

    @property
    def done(self) -> bool:
        return self._gone or self.another

    @property
    def another(self) -> bool:
        """Whether another game is wanted after this one."""
        return any(session.another for session in self.people.values())

    async def ready(self) -> None:
        self._scripted = True
        await self.table.wait_until(self._awaited)

    def _awaited(self) -> bool:
        if self.asked is not None or self.current.asking:
            return True
        if self.table.busy:
            return False
        return self.table.turn is None or (self._on_turn is not None and self.elsewhere is None)

    async def typed(self, line: str) -> None:
        if self.done:
            return
        quick = not self._scripted and time.monotonic() - self._last < QUICK
        self._last = time.monotonic()
        if self.sitting is None:
            await self._at_the_door(line, quick)
            return
        session = self.people[self.sitting]
        named = None if session.asking or session.choosing else self._named(line)
        if self._hands_over(line, session) or (named is not None and named == self.due):
            if quick and not line.strip():
                assert self.due is not None
                await session.say(self._text(session).next_up(self.table.names[self.due]), REVIEW)
            else:
                await self.hand_over()
        elif named == self.sitting:
            await session.say(self._text(session).sits_already(self.table.names[named]), REVIEW)
        elif named is not None:
            await self.hand_over(named)
        elif self.elsewhere is not None and not (line.strip() or session.asking or session.choosing):
            await self._offer(self.elsewhere, session)
        else:
            await session.answer(line)
        self.after_a_line()

    def after_a_line(self) -> None:
        if self.another:
            self._put_away()

    async def _offer(self, to: Seat, session: Seated) -> None:
        """Tell who sits there how to hand over to one who need not have the machine."""
        self.due = to
        await session.settled()
        await session.say(self._text(session).next_up(self.table.names[to]), REVIEW)

    def _hands_over(self, line: str, session: Seated) -> bool:
        if not session.hands_over or session.asking:
            return False
        return not line.strip() or (" ".join(tokens(line)) in READY and not session.choosing)

    def _named(self, line: str) -> Seat | None:
        """Return the person whose name a line is, if it is no command and nothing else."""
        seat, rest = named_first(self.table.names, tokens(line))
        if rest or seat not in self.people:
            return None
        try:
            self.current.commands.find(line)
        except NotUnderstood:
            return seat
        return None

    async def _at_the_door(self, line: str, quick: bool) -> None:
        """Answer a line while nobody sits there; only the word of the one who is asked makes them sit."""
        door, seat, rest = self.current, *named_first(self.table.names, tokens(line))
        assert isinstance(door, Door)
        text, who = self._text(door), None if self.asked is None else self.table.names[self.asked]
        agreed = not line.strip() or " ".join(tokens(line)) in READY
        if self.asked is not None and (agreed or (not rest and seat == self.asked)):
            if quick and not line.strip():
                await door.say(text.too_quick(self.table.names[self.asked]), "Handover")
            else:
                await self._sit(self.asked)
        elif self._named(line) is not None:
            assert seat is not None
            await self._ask(seat, None)
        elif not line.strip() and self.elsewhere is not None:
            await self._ask(self.elsewhere, None)
        elif not line.strip():
            await door.say(text.nobody_asked(self._names), "Handover")
        elif self._wish(door, line) is Wish.HELP:
            await door.say(text.help(who, self._names, door.senpai.game.turn(door.view)), "help")
        elif self._wish(door, line) is Wish.QUIT:
            await self.left()
        elif not await door.fulfil(line):
            await door.say(text.not_now(who, self._names), "NotNow")

    @staticmethod
    def _wish(door: Door, line: str) -> str | None:
        """Return the name of the command that a line begins with; that of a wish is equal to it."""
        try:
            return Wish(door.commands.find(line)[0].name)
        except (NotUnderstood, ValueError):
            return None

    async def key(self, word: str) -> None:
        await self.typed(word)

    async def tab(self, text: str) -> str:
        current = self.current
        if isinstance(current, Seated):
            return await current.tab(text)
        who = None if self.asked is None else self.table.names[self.asked]
        state = current.senpai.game.turn(current.view)
        await current.say(self._text(current).help(who, self._names, state), "completion")
        return text

    def silence(self) -> None:
        current = self.current
        current.silence()
        if isinstance(current, Seated) and current.listens_alone and self._queue is not None:
            self._queue.hush()  # The machine's own voice, too, falls silent at what is typed at it.

    async def interrupted(self, *, typing: bool) -> None:
        await self.current.interrupted(typing=typing)

    async def left(self) -> None:
        """Say one goodbye; what is private of a game that is not over does not stay on the screen."""
        if self._gone:
            return
        self._gone = True
        place = self.current
        if self.sitting is not None and self.table.turn is not None:
            place = self._door(self.sitting)
            self._put_away()
            await self._display.turn_to(place)
        apart = [one for one in self.people.values() if one.by_display or one.listens_alone]
        ends = [place, *(one for one in apart if one is not place)]
        for session in self.everybody:
            session.done = session not in ends
        for one in ends:
            await one.say_goodbye()

    def _put_away(self) -> None:
        """Leave nothing private behind; the loss of the terminal is no reason not to leave."""
        if self.sitting is not None:
            try:
                self._clear_the_seat()
            except OSError:
                return

    def close(self) -> None:
        for session in self.everybody:
            session.close()


# -- a game


def settings_of(call: Call, name: str) -> Settings:
    """Return what holds for one person: their own settings, then the call's, then everybody's."""
    return call.chosen().for_person(name)


def lay(
    call: Call,
    record: Record,
    path: Path | None,
    front: SharedFrontEnd,
    voice: VoiceRoute,
    preferences: Mapping[str, Preferences],
    display: Display | None = None,
    sounds: Sounds = NONE,
) -> tuple[HotSeat, SharedDisplay]:
    """Return the hot seat of a table where nothing is dealt yet, and its display; `display`: that one."""
    seats = people_of(record)
    table = Table(record, keep=keeper(record, path), computers=computers_of(record, seats))
    shared = SharedDisplay(call.chosen(), front.show, display)
    people: dict[Seat, Seated] = {}
    doors: dict[str, Door] = {}
    owns = [preferences[record.players[seat]].settings for seat in seats]
    alone, nobodys = displays_of_their_own(call.chosen().braille, [own.braille for own in owns])
    for seat, own in zip(seats, owns, strict=True):
        lang = own.language or call.lang
        route = brailled(own, lang, front.show) if alone[seat] else None
        braille = shared.output(own, lang, SeatDesk)
        people[seat] = Seated(
            table,
            _senpai(call, record, seat, own, own.verbosity),
            [*_outputs(front, voice, own, sounds.own.get(seat)), *braille],
            confirm=Confirm(own.confirm),
            rules=rules.sections(record.game.name, lang),
            talk=call.talk,
            preferences=preferences[record.players[seat]],
            own=None if route is None else route.outputs[0],
        )
        shared.belongs(braille, people[seat])
        people[seat].know_the_voice()
        if route is not None:
            shared.add(route, people[seat])
    for lang in dict.fromkeys(own.language or call.lang for own in owns):
        alike = [own for own in owns if (own.language or call.lang) == lang]
        doors[lang] = _door(call, record, table, front, voice, shared, alike)
    hot = HotSeat(people, doors, front, shared, voice.queue, clear=_clears(call))
    hot.nobodys = [record.players[seat] for seat in seats if nobodys[seat]]
    hot.sounds = sounds
    table.sitters += [*people.values(), *doors.values()]
    if kept(call.chosen()):
        table.sitters.append(Bookkeeper(next(iter(doors.values())), list(seats)))
    table.sitters.append(hot)  # Behind the sessions, whose lines are then up to date.
    return hot, shared


def _outputs(front: SharedFrontEnd, voice: VoiceRoute, own: Settings, sound: OwnSound | None) -> list[Output]:
    """Return screen and voice of a person; the voice may be heard from a sound output of their own."""
    outputs = outputs_of(front, voice, own)
    if sound is None or sound.queue is None or voice.queue is None:
        return outputs
    alone = SpokenAlone(
        sound.queue,
        lambda: sound.works,
        voice.queue,
        own.manner(),
        profile=own.profile,
        punctuation=own.punctuation,
        way=lambda: sound.way if sound.works else voice.way,
    )
    return [alone if isinstance(output, Spoken) else output for output in outputs]


def _door(
    call: Call,
    record: Record,
    table: Table,
    front: SharedFrontEnd,
    voice: VoiceRoute,
    shared: SharedDisplay,
    owns: Sequence[Settings],
) -> Door:
    """Return the door of one language: as full as the fullest of them wants it, in the first one's voice."""
    own, fullness = owns[0], list(Verbosity)
    fullest = max((each.verbosity for each in owns), key=fullness.index)
    profile = Profile.ALL if any(each.profile is Profile.ALL for each in owns) else own.profile
    own = own.changed({"voice.profile": profile.value, "braille.route": call.chosen().braille})
    lang = own.language or call.lang
    braille = shared.output(own, lang, DoorDesk)
    door = Door(
        table,
        _senpai(call, record, None, own, fullest),
        [*outputs_of(front, voice, own), *braille],
        rules=rules.sections(record.game.name, lang),
        preferences=Preferences(own),
    )
    shared.belongs(braille, door)
    return door


def _senpai(call: Call, record: Record, seat: Seat | None, own: Settings, verbosity: Verbosity) -> Senpai:
    letters = None if own.letters == "usual" else own.letters
    lang = own.language or call.lang
    return Senpai(record.game.name, record.players, seat, lang, verbosity, call.cards, letters=letters)


def _clears(call: Call) -> bool:
    return SETTING in BY_KEY and call.chosen().value(SETTING) == "clear"


def play_in_turns(
    call: Call, record: Record, path: Path | None, front: SharedFrontEnd, voice: VoiceRoute
) -> None:
    """Play the record's game, and others after it, until the people leave; `path` None: a new save file."""
    following: Record | None = record
    preferences = {
        name: Preferences(settings_of(call, name), partial(keep, place(), name))
        for name in (record.players[seat] for seat in people_of(record))
    }
    while following is not None:
        following = asyncio.run(_play(call, following, path, front, voice, preferences))
        path = None


async def _play(
    call: Call,
    record: Record,
    path: Path | None,
    front: SharedFrontEnd,
    voice: VoiceRoute,
    preferences: Mapping[str, Preferences],
) -> Record | None:
    """Play one game; return the next one if the people want it."""
    hot, display = lay(
        call, record, path, front, voice, preferences, sounds=_sounds(call, record, voice, preferences)
    )
    first = next(iter(hot.doors.values()))
    voice.attach(first)
    with hot.sounds.at(hot.people, hot.sound_changed):  # also while the goodbye is heard
        with display.at(first):
            await begin(hot, record)
            await until_left(hot.table, hot, front)
        if hot.another:
            return next_record(record, hot.table.scores)
        await farewell(hot)
        return None


def _sounds(call: Call, record: Record, voice: VoiceRoute, preferences: Mapping[str, Preferences]) -> Sounds:
    """Return the sound outputs that people have for themselves; only our own voice can be sent there."""
    if voice.wanted != "own":
        return NONE
    people = {seat: preferences[record.players[seat]].settings for seat in people_of(record)}
    return sounds_of_their_own(call.chosen(), people, call.lang)


async def begin(hot: HotSeat, record: Record) -> None:
    """Deal, or lay out a game that goes on, and ask for the first person."""
    resuming = bool(record.actions)
    announced = await hot.table.begin()
    if resuming:
        for seat in hot.people:
            hot.knows_till(seat, _last_of(record, seat))
        apart = [person for person in hot.people.values() if person.by_display or person.listens_alone]
        for session in (*hot.doors.values(), *apart):
            await session.welcome_back()
        for person in apart:
            await person.settled()
    for session in hot.everybody:
        await tell_standing(session, match_of(record))
    # A computer player decides the same again; a person is announced again when they sit there.
    if announced is not None and announced.seat in hot.people:
        hot.pending = announced
    if hot.nobodys:
        for door in hot.doors.values():
            await door.warn(hot._text(door).nobodys_display(hot.nobodys))
    await _tell_of_sounds(hot)
    await hot.look()


async def _tell_of_sounds(hot: HotSeat) -> None:
    """Tell everybody whose sound output is not theirs alone although their settings say so, and why."""
    sounds, names = hot.sounds, hot.table.names
    hot.note_deaf(sounds.missing)
    for door in hot.doors.values():
        text = HandoverText(door.senpai.words)
        for seat in sounds.missing:
            await door.warn(text.sound_lost(names[seat]))
        for seat in sounds.usual:
            await door.warn(text.sound_is_usual(names[seat]))
        if sounds.nobodys:
            await door.warn(text.nobodys_sound([names[seat] for seat in sounds.nobodys]))


def _last_of(record: Record, seat: Seat) -> int:
    """Return the number of the seat's last action, 0 if there was none."""
    return max((number for number, deed in enumerate(record.actions, 1) if deed.seat == seat), default=0)
