"""Several people at one machine: nothing of one person is given while another sits there, or nobody.

The canary of every game: two games are played that differ only in cards that the one who sits there, or a
bystander, cannot know. All that the machine gives between two handovers must be the same: print, voice,
braille, answers from the history, and the list of saved games.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pyte
import pytest

from access import hot_seat
from access.arguments import Call, understand
from access.frontend import Person
from access.hot_seat import Door, HotSeat, Seated, begin, lay, play_in_turns, settings_of
from access.play import people_of
from access.resume_list import Save, SavesList
from access.saves import load, saved
from access.session import Session
from access.settings import Preferences, Settings
from access.shared_display import SharedDisplay
from access.voice import VoiceRoute
from engine import GAMES
from engine.record import Record, final
from engine.table import Seat
from speech.braille import BrailleWindow
from speech.devices import Line
from speech.devices.recording import RecordingDisplay, RecordingVoice
from speech.display_keys import DisplayKey, Key
from speech.handover_text import HandoverText
from speech.outputs import Brailled
from speech.queue import SpeechQueue
from speech.words import LANGUAGES, Words
from tests.driving import Terminal, ran, run
from tests.games import cut, random_game
from tests.test_gnav import LINES as GNAV_LINES
from tests.test_gnav import disguised as disguised_gnav
from tests.test_noninterference import PUSH_QUESTIONS, QUESTIONS, disguised, other_pile

LANGS = ("en", "de", "en", "de")
"""The languages of the people, by seat."""
REVIEWING = ["history 50", "last", "repeat", "previous", "next", "spell", "help", "verlauf 50", "wiederhole"]
ASKED = {
    "gnav": [line for line in GNAV_LINES if not line.startswith(("swap", "ask", "keep", "tausche"))]
    + REVIEWING,
    "hanabi": QUESTIONS,
    "nova": QUESTIONS,
    "push": PUSH_QUESTIONS,
}
"""All that can be asked, and lines that are refused without any change."""

KEYS = (
    *(DisplayKey.PAN_LEFT, DisplayKey.PREVIOUS_MESSAGE, *[DisplayKey.PAN_RIGHT] * 4),
    *(DisplayKey.LAST, DisplayKey.FIRST, DisplayKey.DESCRIBE),
)
"""What is pressed on the display."""
PRIVATE = {"gnav": "card", "hanabi": "hands", "nova": "hands", "push": "chips"}
"""A question whose answer is nobody else's business."""


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let an empty line count however quickly it comes; tests at a terminal start programs of their own."""
    monkeypatch.setattr(hot_seat, "QUICK", 0.0)


# -- a machine that notes all that it gives, and who sat there


class Machine:
    """Print, voice and braille in one log of (who sat there, which output, what)."""

    def __init__(self, *, instant: bool = True) -> None:
        self.log: list[tuple[Seat | None, str, object]] = []
        self.hot: HotSeat | None = None
        self.voice = _Voice(self, instant)
        self.display = _Display(self)

    def note(self, output: str, what: object) -> None:
        self.log.append((None if self.hot is None else self.hot.sitting, output, what))

    def given_to(self, *seats: Seat | None) -> list[tuple[Seat | None, str, object]]:
        return [entry for entry in self.log if entry[0] in seats]

    # as a front end

    def show(self, text: str) -> None:
        self.note("print", text)

    def push_away(self, *, clear: bool) -> None:
        self.note("away", clear)

    async def run(self, person: Person) -> None:
        """Nobody types by themselves here."""

    @property
    def printed(self) -> list[str]:
        return [str(what) for _, output, what in self.log if output == "print"]


class _Voice(RecordingVoice):
    def __init__(self, machine: Machine, instant: bool) -> None:
        super().__init__(instant=instant)
        self._machine = machine

    def say(self, line: Line, ended: Callable[[], None]) -> None:
        self._machine.note("voice", line)
        super().say(line, ended)

    def finish(self) -> None:
        """Note also who was there when the end of a line was heard."""
        if self._ended is not None:
            self._machine.note("heard", self.lines[-1])
        super().finish()


class OwnVoice(VoiceRoute):
    """The way to a voice that speaks as Senpai says."""

    way = "own"


class _Display(RecordingDisplay):
    def __init__(self, machine: Machine) -> None:
        super().__init__(20)
        self._machine = machine

    def write(self, cells: Sequence[int], text: str) -> None:
        super().write(cells, text)
        self._machine.note("braille", (list(cells), text))


def call_of(people: int, names: Sequence[str], own: dict[str, dict[str, Any]] | None = None) -> Call:
    """Return a call of so many people, every second one German, with settings of their own."""
    values = {name: {"language": LANGS[seat]} for seat, name in enumerate(names[:people])}
    for name, more in (own or {}).items():
        values.setdefault(name, {}).update(more)
    return Call(people=people, names=tuple(names), settings=Settings(people=values))


def table_of(machine: Machine, record: Record, people: int, **own: dict[str, Any]) -> HotSeat:
    """Lay a table with its first `people` at the machine; nothing is dealt yet."""
    call = call_of(people, record.players, own)
    record.extra["people"] = people
    voice = OwnVoice("none", "en")
    voice.queue = SpeechQueue(machine.voice)
    preferences = {name: Preferences(settings_of(call, name)) for name in record.players[:people]}
    hot, shared = lay(call, record, None, machine, voice, preferences, machine.display)
    machine.hot = hot
    assert hot._display is shared
    return hot


async def seated(machine: Machine, hot: HotSeat, seat: Seat) -> None:
    """Hand the machine over until this person sits there, by empty lines alone; it must be their turn."""
    for _ in range(3):
        if hot.sitting != seat:
            await hot.typed("")
            for _ in range(5):
                machine.voice.finish()
    assert hot.sitting == seat, (hot.sitting, hot.asked, seat)


def fresh(record: Record) -> Record:
    """Return the same game before its first action."""
    return cut(record, 0)


# -- the canary


def segments(record: Record, people: int, *, instant: bool, every: int) -> Machine:
    """Play a record's actions at one machine, with questions from everybody and at every handover."""
    machine = Machine(instant=instant)

    async def scene() -> None:
        hot = table_of(
            machine, fresh(record), people, Anna={"confirm": "risky"}, Ben={"verbosity": "learning"}
        )
        await begin(hot, hot.table.record)
        keys = asyncio.create_task(hot._display.run())
        at_the_door = 0
        for number, action in enumerate(record.actions):
            if action.seat not in hot.people:
                await hot.table.submit(action)
                machine.voice.finish()
            else:
                if number % every == 0:
                    if hot.sitting not in (None, action.seat):
                        await hot.typed("")
                    assert hot.sitting in (None, action.seat)
                    at_the_door += hot.sitting is None
                    await ask(hot, record.game.name, number)
                await seated(machine, hot, action.seat)
                await ask(
                    hot, record.game.name, number if number % every else 0, all_of_them=number % every == 0
                )
                await hot.people[action.seat].act(action)
                if hot.people[action.seat].asking:
                    await hot.typed("yes")
                await hot.typed(PRIVATE[record.game.name])  # and no time to hear it
        await hot.typed("history 50")
        keys.cancel()
        assert at_the_door or len(record.actions) < every

    async def ask(hot: HotSeat, game: str, number: int, *, all_of_them: bool = False) -> None:
        lines = ASKED[game] if all_of_them else [*ASKED[game], "hand", "hands", "card"][number % 7 :: 7]
        for line in lines:
            await hot.typed(line)
            machine.voice.finish()
        for key in KEYS:
            hot._display.pressed(Key(key, cell=3 if key is DisplayKey.DESCRIBE else None))
            await asyncio.sleep(0)
            await asyncio.sleep(0)

    run(scene)
    return machine


def first_difference(ours: Sequence[object], theirs: Sequence[object]) -> object:
    """Return the first two entries that differ."""
    return next((pair for pair in zip(ours, theirs, strict=False) if pair[0] != pair[1]), "one is longer")


def twin(record: Record, seat: Seat | None, chance: random.Random) -> Record:
    """Return the same game with other cards where the seat cannot know them."""
    match record.game.name:
        case "push":
            return other_pile(record, chance)
        case "gnav":
            return disguised_gnav(record, seat, chance)
        case _:
            return disguised(record, seat, chance)


CASES = [
    (game, players, people)
    for game, counts in (("nova", (2, 4)), ("hanabi", (2, 4)), ("gnav", (2, 4)), ("push", (3, 4)))
    for players, people in ((counts[0], 2), (counts[1], 3))
]


@pytest.mark.parametrize(("game", "players", "people"), CASES)
def test_between_two_handovers_nothing_is_given_that_who_sits_there_may_not_know(
    game: str, players: int, people: int
) -> None:
    whole = random_game(5, players=players, game=game)
    chance, differing, compared = random.Random(5), 0, 0
    lengths = range(1, min(len(whole.actions), 50), max(1, min(len(whole.actions), 50) // 4))
    for turn, length in enumerate(lengths):
        record = cut(whole, length)
        seat: Seat | None = [*range(people), None][turn % (people + 1)]
        other = twin(record, seat, chance)
        differing += other.head != record.head
        here, there = (segments(each, people, instant=bool(turn % 2), every=5) for each in (record, other))
        ours, theirs = here.given_to(seat, None), there.given_to(seat, None)
        assert ours == theirs, (length, seat, first_difference(ours, theirs))
        compared += len(ours)
        lists = [SavesList("en").line(Save(Path("2026-11-30.json"), r, final(r))) for r in (record, other)]
        assert lists[0] == lists[1]
    assert differing >= 2, "the games must differ, or nothing was shown"
    assert compared > 50


@pytest.mark.parametrize("leak", ["present", "queue", "braille", "history"])
def test_a_leak_at_the_handover_is_caught(monkeypatch: pytest.MonkeyPatch, leak: str) -> None:
    """The canary must die when the seat before is not silenced, its voice, its display or its history not."""
    if leak == "present":
        monkeypatch.setattr("access.session.Session.step_aside", lambda self: None)
    elif leak == "queue":
        monkeypatch.setattr(HotSeat, "_quiet", lambda self: None)
    elif leak == "braille":
        turn_to = SharedDisplay.turn_to

        async def only_to_people(self: SharedDisplay, session: Session) -> None:
            if isinstance(session, Seated):
                await turn_to(self, session)

        monkeypatch.setattr(SharedDisplay, "turn_to", only_to_people)
    else:
        of_ben = property(lambda self: self.hot.people[1].history, lambda self, history: None)
        monkeypatch.setattr(Door, "history", of_ben, raising=False)
        monkeypatch.setattr(Door, "_keep", lambda self, *_: None)
    whole, alike = random_game(8, players=2), True
    for length in (13,):
        record = cut(whole, length)
        for seat in (0, 1, None):
            other = disguised(record, seat, random.Random(1))
            here, there = (segments(each, 2, instant=False, every=3) for each in (record, other))
            alike = alike and here.given_to(seat, None) == there.given_to(seat, None)
    assert not alike


# -- handing over


def nova(seed: int = 3, players: int = 2) -> Record:
    record = random_game(seed, players=players)
    head = {**record.head, "first": 0}
    return Record(record.game, record.players, record.options, head, [], {})


def said_by(lang: str) -> HandoverText:
    return HandoverText(Words(lang))


def test_nothing_is_told_before_the_one_who_is_asked_says_that_they_sit_there() -> None:
    machine = Machine()

    async def scene() -> None:
        hot = table_of(machine, nova(), 2)
        await begin(hot, hot.table.record)
        assert (hot.sitting, hot.asked) == (None, 0)
        assert machine.printed[-1] == said_by("en").hand_over("Anna", turn=True).speech
        for line in ("hands", "hand", "nonsense", "play 1", "faster", "yes please", "note 1 five"):
            before = len(machine.printed)
            await hot.typed(line)
            assert machine.printed[before:] == [said_by("en").not_now("Anna", ["Anna", "Ben"]).speech], line
        for line in ("status", "table", "help", "rules", "rules 1", "history 30", "repeat", "keys", "tisch"):
            before = len(machine.printed)
            await hot.typed(line)
            assert len(machine.printed) == before + 1, line
            assert not re.search(r"Ben holds|Ben hat", machine.printed[-1])
            assert hot.sitting is None
        await hot.tab("ha")
        assert hot.sitting is None
        await hot.typed("anna")
        assert hot.sitting == 0
        assert "Ben holds" in machine.printed[-1]

    run(scene)


@pytest.mark.parametrize("word", ["", "ready", "bereit", "Ben", "BEN"])
def test_the_machine_is_handed_over_in_both_languages_and_the_screen_is_pushed_away_first(word: str) -> None:
    machine = Machine()

    async def scene() -> None:
        hot = table_of(machine, nova(), 2)
        await begin(hot, hot.table.record)
        await hot.typed("")
        await hot.typed("play 1")
        assert machine.printed[-1] == said_by("en").next_up("Ben").speech
        before = len(machine.log)
        await hot.typed("hand")
        assert hot.sitting == 0, "who has not done yet may go on asking"
        await hot.typed("play 2")
        assert "Ben's turn" in machine.printed[-1]
        await hot.typed(word)
        after = [(output, what) for _, output, what in machine.log[before:]]
        asks = [("print", said_by(lang).hand_over("Ben", turn=True).speech) for lang in LANGUAGES]
        assert [entry for entry in after if entry[0] in ("away", "print")][-3:] == [("away", False), *asks]
        assert ("braille", ([], "")) in after, "the line is blanked"
        assert machine.display.shown[-1][1].startswith("Ben:")
        before = len(machine.printed)
        await hot.typed(word)
        assert hot.sitting == 1
        assert len(machine.printed) == before + 1
        assert "Anna hat" in machine.printed[-1]

    run(scene)


def test_what_somebody_missed_is_told_from_their_own_view_when_they_sit_down() -> None:
    machine = Machine()

    async def scene() -> None:
        hot = table_of(machine, nova(players=3), 2)
        await begin(hot, hot.table.record)
        await hot.typed("")
        await hot.typed("play 1")
        await hot.typed("")
        await hot.typed("")
        await hot.typed("spiele 1")
        carla = hot.table.game.legal(hot.table._state, 2)
        await hot.table.submit(carla[-1])
        assert machine.printed[-1] == said_by("de").next_up("Anna").speech
        await hot.typed("")
        await hot.typed("")
        told = machine.printed[-1].splitlines()
        assert told[0] == said_by("en").t.gettext("Since your last turn:")
        assert told[1].startswith("Ben plays")
        assert any(line.startswith("Ben draws the") for line in told)
        assert told[-1].startswith("Your turn") or told[-1].startswith("It is your turn")
        await hot.typed("history 2")
        assert "Since" not in machine.printed[-1]

    run(scene)


def test_an_enter_that_comes_right_behind_another_line_shows_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hot_seat, "QUICK", 1000.0)
    machine = Machine()

    async def scene() -> None:
        hot = table_of(machine, nova(), 2)
        await begin(hot, hot.table.record)
        for _ in range(5):
            before = len(machine.printed)
            await hot.typed("")
            assert machine.printed[before:] == [said_by("en").too_quick("Anna").speech]
        await hot.typed("ready")
        assert hot.sitting == 0
        await hot.typed("play 1")
        await hot.typed("")
        assert hot.sitting == 0

    run(scene)


def test_each_has_language_fullness_and_voice_of_their_own() -> None:
    machine = Machine()

    async def scene() -> None:
        record = nova()
        hot = table_of(
            machine, record, 2, Anna={"voice.rate": 300}, Ben={"voice.rate": 120, "verbosity": "short"}
        )
        await begin(hot, record)
        for line in ("", "play 1", "", "", "spiele 1", "", ""):
            await hot.typed(line)
        spoken: dict[Seat | None, set[tuple[str, int]]] = {seat: set() for seat in (0, 1, None)}
        for seat, _, what in machine.log:
            if isinstance(what, Line):
                spoken[seat].add((what.lang, what.manner.rate))
        assert spoken == {0: {("en", 300)}, 1: {("de", 120)}, None: {("en", 300), ("de", 120)}}
        await hot.typed("faster")
        assert hot.people[0].preferences.settings.rate == 325
        assert hot.people[1].preferences.settings.rate == 120

    run(scene)


def test_the_machine_can_be_handed_over_from_the_keys_of_a_display_alone() -> None:
    machine = Machine()

    async def scene() -> None:
        hot = table_of(machine, nova(), 2)
        await begin(hot, hot.table.record)
        keys = asyncio.create_task(hot._display.run())

        async def press(kind: DisplayKey, cell: int | None = None) -> None:
            hot._display.pressed(Key(kind, cell))
            for _ in range(20):
                await asyncio.sleep(0)

        await press(DisplayKey.ROUTING, 0)  # has done with the message
        await press(DisplayKey.ROUTING, 0)
        while hot.sitting is None:
            await press(DisplayKey.ROUTING, 0)
        assert hot.sitting == 0
        await hot.people[0].act(hot.table.game.legal(hot.table._state, 0)[0])
        await press(DisplayKey.HOME)
        window = window_of(hot, 0)
        while (cell := window.text.find(said_by("en").field())) < 0:
            await press(DisplayKey.PAN_RIGHT)
        await press(DisplayKey.ROUTING, cell)
        assert [hot.sitting, hot.asked] == [None, 1]
        assert not window_of(hot, 0).reading
        assert window_of(hot, 0).text == ""
        shown = len(machine.display.shown)
        await hot.people[0].say(hot.people[0].house.greeting(), "late")
        assert len(machine.display.shown) == shown, "a late word for Anna does not reach the display"
        await press(DisplayKey.ENTER)
        assert hot.sitting == 1
        keys.cancel()

    def window_of(hot: HotSeat, seat: Seat) -> BrailleWindow:
        _, output = hot._display._outputs[hot.people[seat]]
        assert isinstance(output, Brailled)
        return output.window

    run(scene)


def test_what_one_person_waits_to_hear_is_not_said_to_the_next() -> None:
    machine = Machine(instant=False)

    async def scene() -> None:
        hot = table_of(machine, nova(), 2)
        await begin(hot, hot.table.record)
        for line in ("", "pause", "play 1", "hands", ""):
            await hot.typed(line)
        assert hot._queue is not None
        assert not hot._queue.paused
        since = len(machine.log)
        for _ in range(50):
            machine.voice.finish()
        said = [line.text for _, output, line in machine.log[since:] if output == "voice"]  # type: ignore[attr-defined]  # a Line
        assert all(text == said_by("de").hand_over("Ben", turn=True).speech for text in said)

    run(scene)


# -- leaving and going on


def test_leaving_says_one_goodbye_and_leaves_nothing_of_the_game_on_the_screen() -> None:
    for lines in (["quit"], ["", "quit"], ["", "play 1", "ende"], ["", "play 1", "", "quit"]):
        machine = Machine()

        async def scene(lines: list[str] = lines, machine: Machine = machine) -> None:
            hot = table_of(machine, nova(), 2)
            await begin(hot, hot.table.record)
            for line in lines:
                await hot.typed(line)
            assert hot.done
            await hot.left()
            await hot.typed("hands")

        run(scene)
        goodbyes = [text for text in machine.printed if "Goodbye" in text or "Auf Wiedersehen" in text]
        assert len(goodbyes) == 1
        outputs = [entry for entry in machine.log if entry[1] in ("print", "away")]
        assert outputs[-1][2] == goodbyes[0]
        if lines != ["quit"]:
            assert "away" in [output for _, output, _ in outputs]


def test_a_saved_game_knows_who_is_a_person_and_asks_who_sits_there_first(tmp_path: Path) -> None:
    call = ["play", "nova", "--names", "Anna,Ben,Carla", "--people", "2", "--seed", "1", "--voice", "none"]
    first = ran(tmp_path, *call, typed=["", "play 1"])
    assert first.code == 0
    [path] = saved()
    assert re.fullmatch(r"nova-[0-9-]+\.json", path.name)
    assert json.loads(path.read_text())["people"] == 2
    assert people_of(load(path)) == range(2)
    again = ran(tmp_path, "resume", "--voice", "none", typed=["hands", "", "hands"])
    said = again.lines
    ask = said.index(said_by("en").hand_over("Ben", turn=True).speech)
    assert not any("holds" in line for line in said[: ask + 2])
    assert said[ask + 1] == said_by("en").not_now("Ben", ["Anna", "Ben"]).speech
    assert any(
        line.startswith("Anna holds") or "Anna: " in line or "Anna" in line for line in said[ask + 2 :]
    )
    assert sum("Goodbye" in line for line in said) == 1


def test_an_action_that_was_announced_when_the_game_broke_off_waits_until_its_player_sits_there() -> None:
    machine = Machine()

    async def scene() -> None:
        record = nova()
        hot = table_of(machine, record, 2, Anna={"confirm": "always"})
        await begin(hot, record)
        await hot.typed("")
        await hot.typed("play 1")
        assert hot.people[0].asking
        await hot.left()
        hot.close()
        later = Machine()
        again = table_of(later, record, 2, Anna={"confirm": "always"})
        assert "announced" in record.extra
        await begin(again, record)
        assert again.asked == 0
        assert not any("play card" in text for text in later.printed)
        await again.typed("")
        assert again.people[0].asking
        await again.typed("no")
        assert again.sitting == 0

    run(scene)


@pytest.mark.parametrize("nonsense", [0, -1, 9, True, "2", None, 2.0, [0, 1]])
def test_a_record_that_holds_nonsense_about_people_has_one(nonsense: object) -> None:
    record = nova()
    record.extra["people"] = nonsense
    assert people_of(record) == range(1)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--people", "0"], "--people does not take 0"),
        (["--people", "x"], "--people does not take x"),
        (["--people", "2"], "what the 2 people are called"),
        (["--people", "3", "--names", "Anna,Ben"], "3 people need as many names"),
        (["--people"], "a value is missing"),
    ],
)
def test_a_wrong_number_of_people_is_refused_with_what_would_do(
    tmp_path: Path, arguments: list[str], reason: str
) -> None:
    done = ran(tmp_path, "play", "nova", "--voice", "none", *arguments)
    assert done.code == 2
    assert reason in done.err
    assert not saved()


def test_one_person_is_never_asked_for_the_machine(tmp_path: Path) -> None:
    plain = ("play", "nova", "--names", "Anna,Ben", "--seed", "1", "--voice", "none")
    lines = ["play 1", "hands", "quit"]
    with_one = ran(tmp_path, *plain, "--people", "1", typed=lines)
    assert with_one.lines == ran(tmp_path, *plain, typed=lines).lines
    assert "people" not in json.loads(saved()[0].read_text())


# -- whole games


OFFERED = r"(?:type, for example|zum Beispiel (?:tippen|eingeben)): (.*)\."
"""What help offers to be typed, in either language."""


class Players:
    """People who know what is shown and nothing else: they ask for help, and do what it says."""

    def __init__(self, number: int) -> None:
        self.chance = random.Random(number)
        self.shown: list[str] = []
        self.lines = 0
        self.seats: list[str] = []

    def show(self, text: str) -> None:
        self.shown.append(text)

    def push_away(self, *, clear: bool) -> None:
        """A script has no screen."""

    async def run(self, person: Person) -> None:
        asks = {
            said_by(lang).hand_over(name, turn=True).speech: (name, lang)
            for lang in LANGUAGES
            for name in ("Anna", "Ben", "Carla")
        }
        lang = "en"
        while not person.done:
            await person.ready()
            self.lines += 1
            assert self.lines < 3000
            if self.shown[-1] in asks:
                name, lang = asks[self.shown[-1]]
                self.seats.append(name)
                await person.typed("")
                continue
            await person.typed("help" if lang == "en" else "hilfe")
            offered = re.search(OFFERED, self.shown[-1])
            if offered is None:
                await person.typed("quit" if lang == "en" else "ende")
            else:
                await person.typed(self.chance.choice(offered[1].split("; ")))


@pytest.mark.parametrize(("game", "players", "people"), CASES)
def test_a_whole_game_is_played_to_its_end_by_people_who_only_know_what_they_are_told(
    game: str, players: int, people: int
) -> None:
    call = understand(
        ["play", game], "en", call_of(people, ("Anna", "Ben", "Carla", "Dan")[:players]).settings
    )
    call.names, call.people = ("Anna", "Ben", "Carla", "Dan")[:players], people
    record = Record(GAMES[game], call.names, {}, {}, [], {})
    from access.play import new_record

    call.seed = "7"
    record = new_record(call, GAMES[game])
    front = Players(7)
    play_in_turns(call, record, None, front, VoiceRoute("none", "en"))
    assert final(record)["over"]
    assert set(front.seats) == set(call.names[:people])
    assert sum("Goodbye" in text or "Auf Wiedersehen" in text for text in front.shown) == 1


# -- at a terminal


def until_quiet(terminal: Terminal) -> None:
    end = time.monotonic() + 1.3
    while time.monotonic() < end:
        terminal.read()


def screen_of(terminal: Terminal, since: int = 0) -> list[str]:
    """Return the rows of the window as they stand now."""
    screen = pyte.Screen(400, 40)
    pyte.ByteStream(screen).feed(terminal.received)
    return [row.rstrip() for row in screen.display if row.strip()]


@pytest.mark.parametrize("plain", [False, True])
def test_at_a_terminal_nothing_of_the_seat_before_is_on_the_screen_or_under_a_key(plain: bool) -> None:
    more = ["--plain"] if plain else []
    terminal = Terminal(
        *("play", "nova", "--names", "Anna,Ben", "--people", "2", "--seed", "1", "--voice", "none"), *more
    )
    terminal.match("Anna, press Enter when you sit here")
    until_quiet(terminal)
    terminal.type("\r")
    terminal.match("You play Nova with Ben.*You begin")
    since = terminal.type("hands\r")
    terminal.match("Ben", since)
    since = terminal.type("play 1\r")
    terminal.match("When you have done, press Enter", since)
    if not plain:
        terminal.type("hidden\x15")  # cut out with Control U
    until_quiet(terminal)
    since = terminal.type("\r\r\r")  # an Enter too many shows nothing
    terminal.match("Ben, press Enter when you sit here", since)
    until_quiet(terminal)
    rows = screen_of(terminal)
    assert not [row for row in rows if "You" in row or "hands" in row or "holds" in row], rows
    assert "Anna holds" not in terminal.text(since)
    if not plain:
        since = terminal.type(
            "\x1b[A\x1b[A\x19\x1b."
        )  # earlier lines, what was cut out, a word of the line before
        until_quiet(terminal)
        assert not re.search("hands|hidden|play 1", terminal.text(since))
        since = terminal.type("\x15")
        until_quiet(terminal)
    terminal.type("\r")
    terminal.match("You play Nova with Anna.*Anna begins", since)
    terminal.type("quit\r")
    assert terminal.leave() == 0
    rows = screen_of(terminal)
    assert not [row for row in rows if "Anna holds" in row], rows
    assert "Goodbye" in rows[-1] or "Goodbye" in rows[-2]


def test_lines_are_pushed_away_in_one_write_and_a_terminal_is_told_to_forget_them_if_that_is_set() -> None:
    from access.line import ERASE_SCROLLED, LineFrontEnd

    written: list[str] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("access.line.write", written.append)
        for clear in (False, True):
            LineFrontEnd().push_away(clear=clear)
    assert written == ["\n" * 24, "\n" * 24 + ERASE_SCROLLED]
