"""One of several people at a machine has a braille display of their own: it is theirs, whoever sits there.

The display is given in the place where a game gets those of BRLTTY; one test has two real BRLTTYs. The
canary: games that differ only in what the one at the keyboard cannot know must give the same at screen, voice
and the machine's display, whatever is read and pressed at the own display. Not here: the machine being handed
over between people without one (see `test_hot_seat`).
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from functools import partial

import pytest

from access import hot_seat
from access.braille_route import displays_of_their_own, server_of
from access.display_desk import DisplayDesk
from access.frontend import Person
from access.hot_seat import HotSeat, Seated, begin, lay, play_in_turns, settings_of
from access.play import new_record
from access.session import Session
from access.settings import Preferences
from access.voice import VoiceRoute
from engine import GAMES
from engine.record import Record, final
from engine.table import Seat
from speech.devices.brlapi import State
from speech.devices.recording import RecordingDisplay
from speech.display_keys import DisplayKey, Key
from speech.outputs import Brailled
from tests.brltty_rig import Brltty, needs_brltty
from tests.driving import run
from tests.finger import Finger, letters
from tests.games import cut, random_game
from tests.sound_rig import wait_until
from tests.test_hot_seat import (
    ASKED,
    Machine,
    Players,
    call_of,
    first_difference,
    fresh,
    nova,
    said_by,
    table_of,
    twin,
)

WHERE = "brlapi:anna.example:3"
ANNA, BEN = 0, 1


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty line counts however quickly it comes, and this finger notices at once what comes."""
    monkeypatch.setattr(hot_seat, "QUICK", 0.0)
    monkeypatch.setattr("access.braille_route.DisplayDesk", partial(DisplayDesk, startle=0.0))


class Own(RecordingDisplay):
    """A display as BrlAPI gives it, that remembers what it shows."""

    def __init__(self, where: str) -> None:
        super().__init__(40)
        self.where, self.state = where, State.READY
        self.on_key: Callable[[Key], None] | None = None
        self.on_change: Callable[[State], None] | None = None

    def become(self, state: State) -> None:
        self.state = state
        assert self.on_change is not None
        self.on_change(state)

    async def press(self, key: Key) -> None:
        assert self.on_key is not None
        self.on_key(key)
        await done()

    async def type(self, line: str) -> None:
        """Type a line at the display's own keyboard."""
        for char in line:
            await self.press(Key(DisplayKey.TEXT, None, char))
        await self.press(Key(DisplayKey.ENTER))

    def close(self) -> None:
        """Nothing to give back."""

    @property
    def text(self) -> str:
        return self.shown[-1][1]


async def done() -> None:
    """Let everything happen that can."""
    for _ in range(40):
        await asyncio.sleep(0)


@pytest.fixture
def displays(monkeypatch: pytest.MonkeyPatch) -> dict[str, Own]:
    """Return the displays that were asked for, by their route."""
    made: dict[str, Own] = {}

    def make(report: object, where: str = "brlapi") -> Own:
        made[where] = Own(where)
        return made[where]

    monkeypatch.setattr("speech.devices.brlapi.make", make)
    return made


@asynccontextmanager
async def at(hot: HotSeat) -> AsyncIterator[None]:
    """Serve the displays, and begin."""
    with hot._display.at(next(iter(hot.doors.values()))):
        await begin(hot, hot.table.record)
        await done()
        yield
        hot.close()


def anna_has_one(machine: Machine, record: Record, people: int = 2, **more: object) -> HotSeat:
    return table_of(machine, record, people, Anna={"braille.route": WHERE, **more})


async def any_action(hot: HotSeat, seat: Seat) -> None:
    await hot.people[seat].act(hot.table.game.legal(hot.table._state, seat)[-1])
    await done()


def asks_for(who: str) -> list[str]:
    """Return what is printed when the machine is to be given to somebody."""
    return [
        said.speech
        for lang in ("en", "de")
        for said in (said_by(lang).hand_over(who, turn=turn) for turn in (True, False))
    ]


# -- the canary


KEYS = (
    DisplayKey.PAN_RIGHT,
    DisplayKey.PAN_LEFT,
    DisplayKey.SILENCE,
    DisplayKey.PREVIOUS_MESSAGE,
    DisplayKey.HOME,
)


def machine_beside(record: Record, own: dict[str, Own], *, instant: bool) -> tuple[Machine, list[str]]:
    """Play a record, Anna at her display and Ben at the machine; return what it and she were given."""
    machine = Machine(instant=instant)

    async def scene() -> None:
        hot = anna_has_one(machine, fresh(record), confirm="risky", verbosity="learning")
        game = record.game.name
        async with at(hot):
            for number, action in enumerate(record.actions):
                await hers(hot, game, number)
                if number % 4 == 0 and hot.sitting is not None:
                    await hot.typed("anna")  # who does not come: nobody sits there
                for line in ("table", "history 9", "hands", "last"):
                    await hot.typed(line)
                if action.seat == ANNA:
                    await hot.people[ANNA].act(action)
                    if hot.people[ANNA].asking:
                        await hot.people[ANNA].typed("yes")
                elif action.seat == BEN:
                    await bens(hot, number)
                    await hot.people[BEN].act(action)
                else:
                    await hot.table.submit(action)
                await done()
                machine.voice.finish()
            assert hot.sitting != ANNA

    async def hers(hot: HotSeat, game: str, number: int) -> None:
        for line in ASKED[game][number % 5 :: 5]:
            await hot.people[ANNA].typed(line)
        for line in ("pause", "faster", "stop", "sounds all", "missed", "verbosity"):
            await hot.people[ANNA].typed(line)
        for kind in KEYS:
            await own[WHERE].press(Key(kind))
        await own[WHERE].press(Key(DisplayKey.ROUTING, number % 40))
        machine.voice.finish()

    async def bens(hot: HotSeat, number: int) -> None:
        if hot.sitting is None:
            await hot.typed("ben")
            await hot.typed("")
        for line in ("hand", "hands", "history 9", "repeat", "card", "chips")[number % 2 :: 2]:
            await hot.typed(line)
            machine.voice.finish()

    run(scene)
    return machine, [text for _, text in own[WHERE].shown]


@pytest.mark.parametrize(("game", "players"), [("nova", 3), ("hanabi", 2), ("gnav", 3), ("push", 3)])
def test_what_is_read_and_pressed_at_an_own_display_changes_nothing_at_the_machine(
    displays: dict[str, Own], game: str, players: int
) -> None:
    whole, chance = random_game(5, players=players, game=game), random.Random(5)
    most = min(len(whole.actions), 18)
    differing = compared = 0
    for turn, length in enumerate((most // 3, most // 2, most)):
        record = cut(whole, length)
        seat = (BEN, None, BEN)[turn]
        other = twin(record, seat, chance)
        (here, hers), (there, theirs) = (
            machine_beside(each, displays, instant=bool(turn % 2)) for each in (record, other)
        )
        sat = (None,) if seat is None else (None, BEN)
        ours, others = here.given_to(*sat), there.given_to(*sat)
        assert ours == others, (length, seat, first_difference(ours, others))
        assert {output for _, output, _ in here.log} >= {"print", "voice", "braille"}
        differing += hers != theirs
        compared += len(ours)
    assert compared > 100
    # In Push no player knows anything that another one does not.
    assert differing or game == "push", (
        "her display must tell what the machine does not, or nothing was shown"
    )


@pytest.mark.parametrize("leak", ["reach", "keys"])
def test_a_leak_from_the_display_to_the_machine_is_caught(
    displays: dict[str, Own], monkeypatch: pytest.MonkeyPatch, leak: str
) -> None:
    """The canary must die when what is Anna's goes to every output, or her keys act for who sits there."""
    if leak == "reach":
        monkeypatch.setattr(Session, "_reaches", lambda self, outlet: True)
    else:
        of_anna = Seated.say

        async def to_all(self: Seated, said: object, kind: str) -> object:
            self.present = True
            try:
                return await of_anna(self, said, kind)  # type: ignore[arg-type]  # passed on as it came
            finally:
                self.present = self.hot.sitting == self.seat

        monkeypatch.setattr(Seated, "say", to_all)
    record = cut(random_game(5, players=3, game="nova"), 12)
    here = machine_beside(record, displays, instant=True)[0].log
    others = (twin(record, BEN, random.Random(number)) for number in range(8))
    assert any(machine_beside(other, displays, instant=True)[0].log != here for other in others)


def test_what_was_on_its_way_to_the_screen_at_the_handover_does_not_arrive(displays: dict[str, Own]) -> None:
    machine = Machine()

    async def scene() -> None:
        hot = anna_has_one(machine, nova())
        async with at(hot):
            await hot.typed("anna")
            await hot.typed("")
            assert hot.sitting == ANNA
            late = asyncio.create_task(hot.people[ANNA].typed("hands"))  # a key of her display
            leaving = asyncio.create_task(hot.typed("ben"))  # a line at the keyboard, in the same moment
            await asyncio.gather(late, leaving)
            away = max(n for n, (_, output, _) in enumerate(machine.log) if output == "away")
            after = [str(what) for _, output, what in machine.log[away:] if output in ("print", "voice")]
            assert after
            assert not any("Ben's cards" in text for text in after)
            assert any("Ben's cards" in entry.utterance.speech for entry in hot.people[ANNA].history.entries)

    run(scene)


# -- whose turn it is, and who sits there


class Readers(Players):
    """People who know only what they are told: one at her own display, the others at the screen."""

    def __init__(self, number: int, own: dict[str, Own]) -> None:
        super().__init__(number)
        self._own = own
        self.finger: Finger | None = None

    async def run(self, person: Person) -> None:
        display = self._own[WHERE]
        self.finger = Finger(lambda: display.shown[-1][0], display.press, "en")
        reading = asyncio.create_task(self._read(person, self.finger))
        await super().run(person)
        await reading

    async def _read(self, person: Person, finger: Finger) -> None:
        while not person.done:
            if not await finger.step():
                await asyncio.sleep(0.001)


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_whole_game_is_played_by_one_at_her_display_and_one_at_the_keyboard(
    displays: dict[str, Own], game: str
) -> None:
    names = ("Anna", "Ben", "Carla")
    call = call_of(2, names, {"Anna": {"braille.route": WHERE}})
    call.names, call.people, call.seed = names, 2, "7"
    record = new_record(call, GAMES[game])
    front = Readers(7, displays)
    play_in_turns(call, record, None, front, VoiceRoute("none", "en"))
    assert final(record)["over"]
    assert set(front.seats) == {"Ben"}, "nobody gives the machine to one who has a display"
    assert front.finger is not None
    assert front.finger.choices
    assert {action.seat for action in record.actions} == {0, 1, 2}
    assert sum("Goodbye" in text or "Auf Wiedersehen" in text for text in front.shown) == 1
    assert "Goodbye" in " ".join(text for _, text in displays[WHERE].shown), "she is told, too"


def test_who_has_a_display_plays_without_being_asked_over(displays: dict[str, Own]) -> None:
    machine = Machine()

    async def scene() -> None:
        hot = anna_has_one(machine, nova())
        async with at(hot):
            assert (hot.sitting, hot.asked) == (None, None)
            assert not set(machine.printed) & set(asks_for("Anna"))
            await any_action(hot, ANNA)
            assert hot.asked == BEN
            await hot.typed("")
            await any_action(hot, BEN)
            assert (hot.sitting, hot.due) == (BEN, None)
            assert not set(machine.printed) & {said_by(lang).next_up("Anna").speech for lang in ("en", "de")}
            before = len(machine.printed)
            await any_action(hot, ANNA)
            assert hot.sitting == BEN
            assert machine.printed[before].startswith("Anna")
            assert (hot.sitting, hot.due) == (BEN, None)

    run(scene)


def test_answers_to_her_keys_go_to_her_display_only(displays: dict[str, Own]) -> None:
    machine = Machine()

    async def scene() -> None:
        hot = anna_has_one(machine, nova())
        async with at(hot):
            await hot.typed("ben")
            await hot.typed("")
            await any_action(hot, ANNA)
            await done()
            own, given = displays[WHERE], len(machine.log)
            for line in (
                "hands",
                "play 1",
                "nonsense",
                "pause",
                "stop",
                "anna",
                "ready",
                "faster",
                "history 5",
            ):
                shown = len(own.shown)
                await own.press(Key(DisplayKey.HOME))
                await own.type(line)
                assert len(own.shown) > shown + 1, line
                assert hot.people[ANNA].history.entries, line
                assert machine.log[given:] == [], line
            await own.press(Key(DisplayKey.HOME))
            await own.type("play 1")
            refusal = hot.people[ANNA].history.entries[-1].utterance
            assert "Ben" in refusal.speech
            assert "turn" in refusal.speech
            assert hot._queue is not None
            assert not hot._queue.paused
            assert hot.people[ANNA].preferences.settings.rate == hot.people[BEN].preferences.settings.rate

    run(scene)


def test_enter_opens_the_handover_that_is_not_asked_for(displays: dict[str, Own]) -> None:
    machine = Machine()

    async def scene() -> None:
        hot = anna_has_one(machine, nova(), verbosity="normal")
        async with at(hot):
            before = len(machine.printed)
            await hot.typed("")  # nobody sits there, and it is her turn
            assert hot.asked == ANNA
            assert machine.printed[before:] == [said_by("en").hand_over("Anna", turn=True).speech]
            await any_action(hot, ANNA)  # but she plays from her display
            assert hot.asked == BEN, "the one who needs the machine is asked instead"
            assert machine.printed[-1] == said_by("de").hand_over("Ben", turn=True).speech
            await hot.typed("")
            await any_action(hot, BEN)
            before = len(machine.printed)
            await hot.typed("")
            assert machine.printed[before:] == [said_by("de").next_up("Anna").speech]
            assert hot.sitting == BEN
            await any_action(hot, ANNA)
            assert hot.sitting == BEN
            assert hot.due is None, "the offer is gone with her turn"
            await any_action(hot, BEN)
            await hot.typed("")
            await hot.typed("")
            assert hot.asked == ANNA
            await hot.typed("")
            assert hot.sitting == ANNA
            assert machine.printed[-1].startswith(said_by("en").t.gettext("Since your last turn:"))
            assert "Ben" in displays[WHERE].text
            await any_action(hot, ANNA)
            assert hot.due == BEN

    run(scene)


def test_the_machines_display_offers_the_handover_by_enter_too(displays: dict[str, Own]) -> None:
    machine = Machine()

    async def scene() -> None:
        hot = anna_has_one(machine, nova())
        async with at(hot):
            await hot.typed("ben")
            await hot.typed("")
            _, output = hot._display._outputs[hot.people[BEN]]
            assert isinstance(output, Brailled)
            for kind in (DisplayKey.HOME, DisplayKey.ENTER, DisplayKey.HOME, DisplayKey.LAST):
                hot._display.pressed(Key(kind))
                await done()
            assert hot.due == ANNA
            assert said_by("de").field() in output.window.text
            await any_action(hot, ANNA)
            hot._display.pressed(Key(DisplayKey.LAST))
            await done()
            assert said_by("de").field() not in output.window.text

    run(scene)


def test_a_risky_action_is_confirmed_at_the_display_alone(displays: dict[str, Own]) -> None:
    machine = Machine()

    async def scene() -> None:
        hot = anna_has_one(machine, nova(), confirm="always")
        async with at(hot):
            await hot.typed("ben")
            await hot.typed("")
            own = displays[WHERE]
            await own.press(Key(DisplayKey.HOME))
            await own.type("play 1")
            assert hot.people[ANNA].asking
            before = len(machine.printed)
            await hot.typed("yes")
            await hot.typed("")
            assert hot.people[ANNA].asking, "nobody else says yes for her"
            assert len(machine.printed) == before + 2
            await own.press(Key(DisplayKey.HOME))
            await own.press(Key(DisplayKey.ENTER))
            assert not hot.people[ANNA].asking
            assert len(hot.table.record.actions) == 1

    run(scene)


def test_an_action_that_was_announced_when_the_game_broke_off_is_asked_about_at_the_display(
    displays: dict[str, Own],
) -> None:
    record = nova()

    async def before() -> None:
        hot = anna_has_one(Machine(), record, confirm="always")
        async with at(hot):
            await hot.people[ANNA].typed("play 1")
            assert hot.people[ANNA].asking
            await hot.left()

    machine = Machine()

    async def scene() -> None:
        hot = anna_has_one(machine, record, confirm="always")
        async with at(hot):
            assert hot.people[ANNA].asking
            assert hot.asked is None
            await hot.people[ANNA].typed("yes")
            assert hot.asked == BEN

    run(before)
    assert "announced" in record.extra
    run(scene)


def test_quitting_at_the_display_ends_the_game_for_all_and_leaves_nothing_on_the_screen(
    displays: dict[str, Own],
) -> None:
    machine = Machine()

    async def scene() -> None:
        hot = anna_has_one(machine, nova())
        async with at(hot):
            await hot.typed("ben")
            await hot.typed("")
            await displays[WHERE].press(Key(DisplayKey.HOME))
            await displays[WHERE].type("quit")
            assert hot.done
            assert [output for _, output, _ in machine.log if output in ("away", "print")][-2:] == [
                "away",
                "print",
            ]
            assert "Auf Wiedersehen" in machine.printed[-1]
            assert "Goodbye" in " ".join(text for _, text in displays[WHERE].shown)

    run(scene)


# -- a display that is lost


@pytest.mark.parametrize("way", ["state", "write"])
def test_who_has_lost_her_display_is_asked_over_and_everybody_is_told(
    displays: dict[str, Own], monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    monkeypatch.setattr("access.outlet.RETRY", 0.0)
    machine = Machine()

    async def scene() -> None:
        hot = anna_has_one(machine, nova())
        async with at(hot):
            own = displays[WHERE]
            lose(own)
            if way == "write":
                await hot.people[ANNA].say(hot.people[ANNA].house.greeting(), "any")
            await done()
            for lang in ("en", "de"):
                assert said_by(lang).display_lost("Anna").speech in machine.printed
            assert hot.asked == ANNA
            come_back(own)
            if way == "write":
                await hot.people[ANNA].say(hot.people[ANNA].house.greeting(), "any")
            await done()
            assert said_by("en").display_back("Anna").speech in machine.printed
            await any_action(hot, ANNA)
            assert hot.asked == BEN
            await hot.typed("")
            await any_action(hot, BEN)
            assert hot.due is None
            before = len(machine.printed)
            lose(own)
            if way == "write":
                await hot.people[ANNA].say(hot.people[ANNA].house.greeting(), "any")
            await done()
            assert machine.printed[before:] == [
                said_by("de").display_lost("Anna").speech,
                said_by("de").next_up("Anna").speech,
            ]
            await hot.typed("")
            await hot.typed("")
            assert hot.sitting == ANNA
            await any_action(hot, ANNA)
            assert hot.due == BEN

    def lose(own: Own) -> None:
        if way == "state":
            own.become(State.LOST)
        else:
            own.width = 1000  # what is written then is too long, and raises
            own.write = broken  # type: ignore[method-assign]  # a device that fails

    def come_back(own: Own) -> None:
        if way == "state":
            own.become(State.READY)
        else:
            own.width = 40
            del own.write  # it works again

    def broken(cells: Sequence[int], text: str) -> None:
        raise OSError("the cable is out")

    run(scene)


def test_computer_players_wait_for_what_she_reads_but_not_for_a_lost_display(
    displays: dict[str, Own],
) -> None:
    machine = Machine()

    async def scene() -> None:
        hot = anna_has_one(machine, nova())
        async with at(hot):
            anna = hot.people[ANNA]
            anna._voice = None  # as at a machine without one
            waiting = asyncio.create_task(anna.caught_up())
            await done()
            assert not waiting.done(), "she has not read yet"
            await displays[WHERE].press(Key(DisplayKey.HOME))
            await asyncio.wait_for(waiting, 1)
            await hot.typed("anna")
            await hot.typed("")
            await displays[WHERE].press(Key(DisplayKey.HOME))
            _, shared = hot._display._outputs[anna]
            assert isinstance(shared, Brailled)
            assert shared.window.reading
            await asyncio.wait_for(anna.caught_up(), 1)  # she has read it on her own
            displays[WHERE].become(State.LOST)
            await hot.typed("table")
            waiting = asyncio.create_task(anna.caught_up())
            await done()
            assert not waiting.done(), "now she reads on the machine's"
            hot._display.pressed(Key(DisplayKey.HOME))
            await asyncio.wait_for(waiting, 1)

    run(scene)


# -- whose display it is


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("brlapi", "brlapi::0", True),
        ("brlapi", "brlapi:localhost:0", True),
        ("brlapi::2", "brlapi:127.0.0.1:2", True),
        ("brlapi:LAPTOP:1", "brlapi:laptop:1", True),
        ("brlapi:laptop", "brlapi:laptop:0", True),
        ("brlapi::1", "brlapi::2", False),
        ("brlapi:laptop:0", "brlapi", False),
    ],
)
def test_two_ways_to_write_one_display_are_the_same(
    monkeypatch: pytest.MonkeyPatch, one: str, other: str, same: bool
) -> None:
    monkeypatch.delenv("BRLAPI_HOST", raising=False)
    assert (server_of(one) == server_of(other)) is same
    assert displays_of_their_own(one, [other, "none"]) == ([not same, False], [False, False])


def test_a_display_that_two_people_name_is_nobodys_and_that_is_told(displays: dict[str, Own]) -> None:
    machine = Machine()

    async def scene() -> None:
        hot = table_of(machine, nova(), 2, Anna={"braille.route": WHERE}, Ben={"braille.route": WHERE})
        async with at(hot):
            assert displays == {}
            told = [text for text in machine.printed if "Anna and Ben" in text or "Anna und Ben" in text]
            assert len(told) == 2 + 2, "the deal is told, and this, in both languages"
            assert hot.asked == ANNA

    run(scene)


@pytest.mark.parametrize(("own", "braille"), [("none", 0), ("terminal", 1)])
def test_a_person_may_want_no_braille_or_have_it_printed(
    displays: dict[str, Own], own: str, braille: int
) -> None:
    machine = Machine()

    async def scene() -> None:
        call = call_of(2, ("Anna", "Ben"), {"Anna": {"braille.route": own}})
        call.braille = "brlapi"
        record = nova()
        record.extra["people"] = 2
        preferences = {name: Preferences(settings_of(call, name)) for name in record.players}
        hot, _ = lay(call, record, None, machine, VoiceRoute("none", "en"), preferences)
        machine.hot = hot
        async with at(hot):
            assert list(displays) == ["brlapi"]
            await hot.typed("")
            assert hot.sitting == ANNA
            cells, text = displays["brlapi"].shown[-1]
            assert (sum(cells), text.strip()) == (0, ""), "the machine's display is not hers"
            printed = [
                entry for entry in machine.printed if any(0x2800 < ord(char) < 0x2900 for char in entry)
            ]
            assert bool(printed) == bool(braille)
            await any_action(hot, ANNA)
            await hot.typed("")
            await hot.typed("")
            assert sum(displays["brlapi"].shown[-1][0]), "but it is Ben's"

    run(scene)


# -- two real displays


def test_two_brlttys_one_of_the_machine_and_one_of_anna(monkeypatch: pytest.MonkeyPatch) -> None:
    needs_brltty()
    for name in ("WINDOWID", "WINDOWPATH", "CONTROLVT", "DISPLAY", "BRLAPI_HOST", "BRLAPI_AUTH"):
        monkeypatch.delenv(name, raising=False)
    machine = Machine()

    async def scene(shared: Brltty, own: Brltty) -> None:
        call = call_of(2, ("Anna", "Ben"), {"Anna": {"braille.route": own.where}})
        call.braille = shared.where
        record = nova()
        record.extra["people"] = 2
        preferences = {name: Preferences(settings_of(call, name)) for name in record.players}
        hot, _ = lay(call, record, None, machine, VoiceRoute("none", "en"), preferences)
        machine.hot = hot
        async with at(hot):
            await until(lambda: any(own.display.cells))
            await hot.typed("ben")
            await hot.typed("")
            finger = Finger(lambda: own.display.cells, partial(press, own), "en")
            while hot.table.turn == ANNA or hot.table.busy:
                await asyncio.wait_for(finger.step(), 20)
            assert finger.choices
            assert hot.sitting == BEN
            await until(lambda: any(shared.display.cells))
            await any_action(hot, BEN)
            await finger.read_on()
            anna = hot.people[ANNA].senpai.game.line(hot.people[ANNA].view)
            ben = hot.people[BEN].senpai.game.line(hot.people[BEN].view)
            assert anna != ben
            private = {letters(cells, "en") for _, cells in shared.display.shown}
            assert not private & {text for text in finger.read if len(text) > 20}
            own.die()
            lost = said_by("de").display_lost("Anna").speech
            await until(lambda: lost in machine.printed)
            await until(lambda: hot.due == ANNA)
            await asyncio.to_thread(own.start)
            await until(lambda: said_by("de").display_back("Anna").speech in machine.printed)
            await until(lambda: hot.due is None)
            assert hot.sitting == BEN
            while hot.table.turn == ANNA or hot.table.busy:
                await asyncio.wait_for(finger.step(), 20)
            assert record.actions[-1].seat == ANNA

    async def press(brltty: Brltty, key: Key) -> None:
        await asyncio.sleep(0.02)
        if key.cell is None:
            name = {DisplayKey.PAN_RIGHT: "right space", DisplayKey.PAN_LEFT: "left space"}[key.kind]
            await asyncio.to_thread(brltty.display.press, name, held=0.01)
        else:
            await asyncio.to_thread(brltty.display.route, key.cell, 0.01)
        await asyncio.sleep(0.08)

    async def until(true: Callable[[], bool]) -> None:
        assert await asyncio.to_thread(wait_until, true, 10)

    with Brltty(40) as shared, Brltty(40) as own:
        started = time.monotonic()
        asyncio.run(asyncio.wait_for(scene(shared, own), 60))
        assert time.monotonic() - started < 60
