"""A table and its people: announced before carried out, failing outputs, questions, any typed line."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from access import outlet
from access.kits import commands_of
from access.session import Confirm
from engine.fireworks_parts import Announced, Arranged, Hinted, JokerShown
from engine.record import read, write
from speech.braille import Group
from speech.utterance import Given, Step
from speech.words import Verbosity
from tests.driving import Guest, Party, party, playing, record_of, run, worded

SHORT, NORMAL, LEARNING = Verbosity.SHORT, Verbosity.NORMAL, Verbosity.LEARNING
LOST = {"en": "does not answer", "de": "antwortet nicht"}
BACK = {"en": "is back", "de": "ist wieder da"}


COMMANDS = commands_of("nova")


class Output:
    """Accepts everything at once and keeps it; the ones below fail in one way each."""

    def __init__(self, name: str = "voice") -> None:
        self.name = name
        self.accepted: list[Given] = []

    async def give(self, given: Given) -> None:
        self.accepted.append(given)

    def set_line(self, line: Sequence[Group]) -> None: ...

    def settle(self) -> None: ...

    def said(self) -> list[str]:
        return [given.utterance.speech for given in self.accepted]


class Slow(Output):
    """Takes its time to accept; notes who accepted what, and what lay on the table at that moment."""

    def __init__(self, name: str, journal: list[tuple[str, Given, Any]], chance: Random) -> None:
        super().__init__(name)
        self.journal, self.chance = journal, chance
        self.look: Callable[[], Any] = lambda: None

    async def give(self, given: Given) -> None:
        for _ in range(self.chance.choice((0, 0, 1, 5, 20))):
            await asyncio.sleep(0)
        await super().give(given)
        self.journal.append((self.name, given, self.look()))


class Broken(Output):
    """Refuses while `broken`; `times` counts how often it was tried."""

    broken = True
    times = 0

    async def give(self, given: Given) -> None:
        self.times += 1
        if self.broken:
            raise RuntimeError("the cable is out")
        await super().give(given)


class Mute(Broken):
    """Never answers while `broken`."""

    async def give(self, given: Given) -> None:
        self.times += 1
        if self.broken:
            await asyncio.Event().wait()
        await Output.give(self, given)


class NoLine(Output):
    """Fails at the braille line, not at messages."""

    def set_line(self, line: Sequence[Group]) -> None:
        raise OSError("the display is gone")


class NoSettling(Output):
    """Fails when what is shown is to be brought up to date."""

    def settle(self) -> None:
        raise OSError("the display is gone")


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outlet, "PATIENCE", 0.05)
    monkeypatch.setattr(outlet, "RETRY", 1000.0)


# -- the law


@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_everything_is_announced_to_every_output_of_every_seat_before_it_is_carried_out(seed: str) -> None:
    chance = Random(seed)
    journal: list[tuple[str, Given, Any]] = []
    slow = [Slow(f"{seat}{letter}", journal, chance) for seat in "012" for letter in "ab"]
    guests = [
        Guest("de", SHORT, outputs=slow[0:2]),
        Guest("en", NORMAL, outputs=slow[2:4]),
        Guest("de", LEARNING, outputs=slow[4:6]),
    ]
    at = party(record_of(seed=seed, options={"jokers": 2}), guests)
    for output in slow:
        output.look = at.knows

    async def scene() -> None:
        await at.table.begin()
        while at.table.turn is not None:
            await turn_of(at, at.table.turn)

    async def turn_of(at: Party, seat: int) -> None:
        before, number = at.knows(), len(at.table.record.actions) + 1
        journal.clear()
        legal = at.table.game.legal(at.table._state, seat)
        action = chance.choice(legal)
        await at.typed(seat, worded(action, at.table.view(seat), at.table.names, guests[seat].lang))
        assert at.table.record.actions[-1] == action
        steps = [given.step for _, given, _ in journal]
        assert steps == sorted(steps, key=[Step.ANNOUNCED, Step.HAPPENED].index)
        announced = [entry for entry in journal if entry[1].step is Step.ANNOUNCED]
        assert sorted(name for name, _, _ in announced) == sorted(output.name for output in slow)
        for _, utterance, seen in announced:
            assert utterance.number == number
            assert seen == before
        assert at.knows() != before

    run(scene)


def test_what_computer_players_do_is_announced_before_it_is_carried_out_too() -> None:
    journal: list[tuple[str, Given, Any]] = []
    slow = [Slow(name, journal, Random(name)) for name in ("voice", "braille")]
    at = party(record_of(("Anna", "Ben", "Carla", "Dan")), [Guest(outputs=slow)])
    for output in slow:
        output.look = at.knows

    async def scene() -> None:
        async with playing(at):
            while at.table.turn is not None:
                await at.sessions[0].ready()
                if at.table.turn == 0:
                    await at.pass_by(0)

    run(scene)
    for number in range(1, len(at.table.record.actions) + 1):
        before = [seen for _, given, seen in journal if given.number == number - 1][-1]
        announced = [entry for entry in journal if entry[1][:2] == (number, Step.ANNOUNCED)]
        happened = [entry for entry in journal if entry[1][:2] == (number, Step.HAPPENED)]
        assert sorted(name for name, _, _ in announced) == ["braille", "voice"]
        assert all(seen == before for _, _, seen in announced)
        assert all(seen != before for _, _, seen in happened)
        assert journal.index(announced[-1]) < journal.index(happened[0])


def test_a_seat_hears_in_its_own_language_and_fullness() -> None:
    guests = [Guest("de", SHORT), Guest("en", NORMAL), Guest("de", LEARNING)]
    at = party(record_of(), guests)

    async def scene() -> None:
        await at.table.begin()
        await at.typed(0, "spiele 2")

    run(scene)
    announced = [at.said(seat)[1] for seat in range(3)]
    assert announced == [
        "Du spielst Karte 2.",
        "Anna plays card 2.",
        "Anna spielt Karte 2. Sie passt, wenn sie die nächste Karte ihrer Reihe ist.",
    ]


def test_nothing_of_the_next_event_is_told_before_every_output_has_the_one_before() -> None:
    journal: list[tuple[str, Given, Any]] = []
    slow = [Slow(name, journal, Random(name)) for name in ("first", "second")]
    at = party(record_of(), [Guest(outputs=slow[:1]), Guest(outputs=slow[1:])])

    async def scene() -> None:
        await at.table.begin()
        journal.clear()
        await at.typed(0, "play 1")

    run(scene)
    told = [given.utterance.event for _, given, _ in journal]
    assert len(told) % 2 == 0
    assert all(told[i] == told[i + 1] for i in range(0, len(told), 2))


# -- outputs that fail


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("kind", [Broken, Mute, NoLine, NoSettling])
@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_failing_output_is_reported_once_and_the_game_goes_on(kind: type[Output], lang: str) -> None:
    failing, other = kind("braille"), Output("print")
    at = party(record_of(), [Guest(lang, outputs=[failing, other]), Guest()])

    async def scene() -> None:
        await at.table.begin()
        for seat, line in ((0, "hand"), (0, "play 1"), (1, "play 1"), (0, "table")):
            await at.typed(seat, line)

    run(scene)
    assert len(at.table.record.actions) == 2
    for heard in (at.said(0), other.said()):
        reports = [speech for speech in heard if LOST[lang] in speech]
        assert len(reports) == 1
        assert "braille" in reports[0].casefold()
    assert not any(LOST["en"] in speech for speech in at.said(1))
    assert at.heard[0].given[-1].utterance.event == "table"


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("kind", [Broken, Mute])
def test_a_lost_output_is_tried_again_later_and_reported_back(
    kind: type[Broken], monkeypatch: pytest.MonkeyPatch
) -> None:
    failing = kind("braille")
    at = party(record_of(), [Guest(outputs=[failing]), Guest()])

    async def scene() -> None:
        await at.table.begin()
        await at.typed(0, "play 1")
        assert failing.times == 1
        monkeypatch.setattr(outlet, "RETRY", 0.0)
        await at.typed(1, "play 1")
        assert failing.times > 1
        assert sum(LOST["en"] in speech for speech in at.said()) == 1
        failing.broken = False
        assert not any(BACK["en"] in speech for speech in at.said())
        await at.typed(0, "table")
        await at.typed(0, "tokens")

    run(scene)
    assert sum(BACK["en"] in speech for speech in at.said()) == 1
    assert [given.utterance.event for given in failing.accepted] == ["table", "Alarm", "tokens"]


@pytest.mark.usefixtures("impatient")
def test_two_things_given_at_once_to_a_lost_output_report_it_once() -> None:
    failing = Mute("voice")
    failing.broken = False
    at = party(record_of(), [Guest(outputs=[failing]), Guest()])

    async def scene() -> None:
        await at.table.begin()
        failing.broken = True
        # Seat 1 acts out of turn by arranging, while seat 0 asks.
        await asyncio.gather(at.typed(1, "arrange 2 1 3 4"), at.typed(0, "table"))

    run(scene)
    assert sum(LOST["en"] in speech for speech in at.said()) == 1


@pytest.mark.usefixtures("impatient")
def test_outputs_that_fail_together_are_each_reported_once() -> None:
    class Late(Broken):
        """Fails first at an alarm."""

        async def give(self, given: Given) -> None:
            self.broken = given.utterance.event == "Alarm"
            await super().give(given)

    at = party(record_of(), [Guest(outputs=[Broken("voice"), Late("braille"), Broken("print")])])

    async def scene() -> None:
        await at.table.begin()
        await at.typed(0, "table")

    run(scene)
    reports = [speech for speech in at.said() if LOST["en"] in speech]
    assert sorted(report.split()[2] for report in reports) == ["braille", "print", "voice"]


@pytest.mark.usefixtures("impatient")
def test_with_no_output_left_the_game_still_goes_on() -> None:
    at = party(record_of(), [Guest(outputs=[Broken("voice")]), Guest()])
    at.sessions[0]._outlets.pop(0)  # the recording one

    async def scene() -> None:
        await at.table.begin()
        await at.sessions[0].typed("play 1")
        await at.typed(1, "play 1")

    run(scene)
    assert len(at.table.record.actions) == 2


def test_an_output_that_dies_in_the_middle_of_a_game_costs_no_other_output_a_word() -> None:
    failing = Broken("voice")
    failing.broken = False
    plain, burdened = party(record_of()), party(record_of(), [Guest(outputs=[failing])])

    async def scene(at: Party) -> None:
        async with playing(at):
            for number, line in enumerate(("play 1", "hand", "discard 2", "table")):
                failing.broken = number > 0
                await at.sessions[0].ready()
                await at.typed(0, line)

    run(lambda: scene(plain))
    run(lambda: scene(burdened))
    assert [speech for speech in burdened.said() if LOST["en"] not in speech] == plain.said()


# -- refusing, asking, taking back


def test_a_refused_action_is_heard_only_by_the_one_who_tried_and_changes_nothing() -> None:
    at = party(record_of(), [Guest(), Guest("de"), Guest()])

    async def scene() -> None:
        await at.table.begin()
        before, record = at.knows(), write(at.table.record)
        counts = [len(at.given(seat)) for seat in range(3)]
        for seat, line in ((0, "discard 1"), (1, "spiele 1"), (2, "hint Anna hearts"), (0, "row hearts")):
            (refusal,) = await at.typed(seat, line)
            assert refusal.utterance.event == "Refused"
            assert refusal.step is Step.ANSWERED
        assert [len(at.given(seat)) - count for seat, count in enumerate(counts)] == [2, 1, 1]
        assert at.knows() == before
        assert write(at.table.record) == record

    run(scene)


@pytest.mark.parametrize("lang", ["en", "de"])
def test_what_is_taken_back_before_it_is_carried_out_changes_nothing_and_everybody_hears_it(
    lang: str,
) -> None:
    at = party(record_of(), [Guest(lang, confirm=Confirm.ALWAYS), Guest("en"), Guest("de", LEARNING)])

    async def scene() -> None:
        await at.table.begin()
        before, record = at.knows(), write(at.table.record)
        (announced,) = await at.typed(0, "play 1")
        question = {"en": "Say yes, or no to take it back.", "de": "Sag ja, oder nein, um es zurückzunehmen."}
        assert announced.step is Step.ANNOUNCED
        assert announced.utterance.speech.endswith(question[lang])
        assert announced.utterance.braille.endswith("?")
        assert not any(question[lang] in speech for seat in (1, 2) for speech in at.said(seat))
        (news,) = await at.typed(0, {"en": "take back", "de": "zurück"}[lang])
        assert news.utterance.event == "TakenBack"
        assert at.knows() == before
        assert write(at.table.record) == record
        assert await at.answers(0, "no") == 1
        assert at.given()[-1].utterance.event == "nothing-asked"

    run(scene)
    assert at.said(1)[-1] == "Anna takes it back."
    assert at.said(2)[-1] == "Anna nimmt es zurück."


def test_a_yes_carries_out_and_only_once() -> None:
    at = party(record_of(), [Guest(confirm=Confirm.ALWAYS), Guest()])

    async def scene() -> None:
        await at.table.begin()
        await at.typed(0, "play 1")
        assert at.table.record.actions == []
        assert await at.answers(0, "yes") == 1
        assert len(at.table.record.actions) == 1
        assert await at.answers(0, "yes") == 1
        assert at.given()[-1].utterance.event == "nothing-asked"
        assert len(at.table.record.actions) == 1

    run(scene)


def test_another_action_while_the_question_is_open_is_answered_with_the_question() -> None:
    at = party(record_of(), [Guest(confirm=Confirm.ALWAYS), Guest()])

    async def scene() -> None:
        await at.table.begin()
        await at.typed(0, "play 1")
        for line in ("play 2", "arrange 4 3 2 1", ""):
            assert await at.answers(0, line) == 1
            assert at.said()[-1] == "Say yes, or no to take it back."
        await at.typed(0, "yes")

    run(scene)
    assert [type(action).__name__ for action in at.table.record.actions] == ["Play"]


def test_others_are_answered_while_a_question_is_open() -> None:
    at = party(record_of(), [Guest(confirm=Confirm.ALWAYS), Guest()])

    async def scene() -> None:
        await at.table.begin()
        await at.typed(0, "play 1")
        for line in ("table", "play 1", "hint Anna hearts", "yes", "nonsense", ""):
            assert await at.answers(1, line) == 1
        await at.typed(0, "no")

    run(scene)


@pytest.mark.parametrize(
    ("confirm", "asks"), [("none", []), ("risky", ["play"]), ("always", ["hint", "play"])]
)
def test_confirm_asks_as_it_is_set(confirm: str, asks: list[str]) -> None:
    at = party(record_of(), [Guest(confirm=Confirm(confirm)), Guest(), Guest()])

    async def scene() -> list[str]:
        await at.table.begin()
        asked = []
        for line in (f"hint Ben {at.table.view(0).hands[1][0].face.rank}", "play 1"):
            await at.typed(0, line)
            if at.given()[-1].utterance.speech.endswith("take it back."):
                asked.append(line.split()[0])
                await at.typed(0, "yes")
            while at.table.turn:
                await at.pass_by(at.table.turn)
        return asked

    assert run(scene) == asks


def test_risky_does_not_ask_about_a_play_that_cannot_fail() -> None:
    at = party(record_of(seed="2"), [Guest(confirm=Confirm.RISKY), Guest(), Guest()])

    async def scene() -> None:
        await at.table.begin()
        await at.pass_by(0)
        # Nothing is laid, so an ace fits whatever its suit; this seed gives seat 0 one at place 2.
        await at.typed(1, "hint Anna aces")
        await at.pass_by(2)
        await at.typed(0, "play 2")
        assert len(at.table.record.actions) == 4
        assert at.said()[-3] == "The ace of diamonds fits."

    run(scene)


# -- people and computers at once


def test_arranging_out_of_turn_while_a_computer_acts() -> None:
    hold: list[asyncio.Event] = []

    class Held(Output):
        async def give(self, given: Given) -> None:
            if given.step is Step.ANNOUNCED and given.utterance.speech.startswith("Ben"):
                await hold[0].wait()
            await super().give(given)

    at = party(record_of(), [Guest(outputs=[Held("print")])])

    async def scene() -> None:
        hold.append(asyncio.Event())
        async with playing(at):
            await at.typed(0, "play 1")
            while not any(isinstance(event, Announced) and event.seat for _, event in at.listener.events):
                await asyncio.sleep(0.001)
            arranging = asyncio.create_task(at.answers(0, "arrange 4 3 2 1"))
            await asyncio.sleep(0.01)
            assert not any(isinstance(event, Arranged) for _, event in at.listener.events)
            hold[0].set()
            assert await arranging == 1
            await at.sessions[0].ready()

    run(scene)
    names = [type(event).__name__ for _, event in at.listener.events]
    announced = [i for i, name in enumerate(names) if name == "Announced"]
    for here, following in itertools.pairwise(announced):
        # What was announced came about before the next thing was announced.
        assert following > here + 1
    assert names.count("Arranged") == 1
    assert [action.seat for action in read(write(at.table.record)).actions][:2] == [0, 1]


def test_a_person_who_types_while_computers_play_gets_one_answer_a_line() -> None:
    at = party(record_of(("Anna", "Ben", "Carla", "Dan", "Eva")), [Guest()])
    lines = [
        "play 1",
        "table",
        "play 1",
        "hand Ben",
        "nonsense",
        "discard 2",
        "arrange 3 2 1",
        "last",
        "hint",
    ]

    async def scene() -> list[int]:
        async with playing(at):
            counts = []
            for line in lines * 3:
                counts.append(await at.answers(0, line))
                await asyncio.sleep(0)
            return counts

    assert run(scene) == [1] * len(lines) * 3


def test_nothing_comes_behind_a_goodbye() -> None:
    at = party(record_of(("Anna", "Ben", "Carla", "Dan", "Eva")), [Guest()])

    async def scene() -> None:
        async with playing(at):
            await at.typed(0, "play 1")
            while not at.said()[-1].startswith("Ben"):
                await asyncio.sleep(0)
            await at.sessions[0].left()
            await at.table.wait_until(lambda: at.table.turn == 0)
            await at.sessions[0].left()

    run(scene)
    assert at.said()[-1].endswith("Goodbye.")
    assert sum(speech.endswith("Goodbye.") for speech in at.said()) == 1
    assert len(at.table.record.actions) == 5


def test_input_that_is_no_keyboard_waits_until_everything_is_told() -> None:
    """An answer never falls between a computer player's action and what came of it."""
    for pause in range(0, 60, 3):
        at = party(record_of(("Anna", "Ben")), [Guest(outputs=[Slow("print", [], Random(pause))])])

        async def scene(at: Party = at, pause: int = pause) -> None:
            async with playing(at):
                for line in ("play 1", "table", "play 2", "table"):
                    for _ in range(pause):
                        await asyncio.sleep(0)
                    await at.sessions[0].ready()
                    await at.typed(0, line)

        run(scene)
        told = [given.utterance.event for given in at.given()]
        for at_answer in (i for i, event in enumerate(told) if event == "table"):
            assert told[at_answer - 1] == "TurnPassed", told


# -- the history


@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_history_steps_back_and_forth_and_stops_at_both_ends(lang: str) -> None:
    words = {"previous": "vorige", "next": "nächste", "repeat": "nochmal", "last": "zuletzt"}
    say = {word: word if lang == "en" else german for word, german in words.items()}
    oldest = {"en": "That was the oldest message.", "de": "Das war die älteste Meldung."}[lang]
    newest = {"en": "That was the newest message.", "de": "Das war die neueste Meldung."}[lang]
    at = party(record_of(), [Guest(lang), Guest(), Guest()])

    async def scene() -> None:
        await at.table.begin()
        await at.typed(0, "play 1")
        told = [given.utterance for given in at.given()]

        async def asked(word: str) -> str:
            (answer,) = await at.typed(0, say[word])
            return answer.utterance.speech

        assert await asked("repeat") == told[-1].speech
        back = [await asked("previous") for _ in told]
        assert back == [utterance.speech for utterance in reversed(told)]
        assert await asked("previous") == oldest
        assert await asked("repeat") == told[0].speech
        forth = [await asked("next") for _ in told[1:]]
        assert forth == [utterance.speech for utterance in told[1:]]
        assert await asked("next") == newest
        assert await asked("last") == " ".join(utterance.speech for utterance in told[1:])
        (answer,) = await at.typed(0, "history 2" if lang == "en" else "verlauf 2")
        assert answer.utterance.speech == " ".join(utterance.speech for utterance in told[-2:])
        assert answer.utterance.print == "\n".join(utterance.print for utterance in told[-2:])

    run(scene)


def test_spelling_gives_every_letter_of_the_latest_message() -> None:
    at = party(record_of(), [Guest(), Guest(), Guest()])

    async def scene() -> str:
        await at.table.begin()
        await at.typed(0, "play 1")
        (answer,) = await at.typed(0, "spell")
        return answer.utterance.speech

    assert run(scene) == "B, e, n, apostrophe, s, blank, t, u, r, n."


def test_reading_back_ends_at_now_when_something_new_comes() -> None:
    at = party(record_of(), [Guest(), Guest(), Guest()])

    async def scene() -> None:
        await at.table.begin()
        await at.typed(0, "play 1")
        await at.typed(0, "previous")
        await at.typed(0, "previous")
        await at.typed(1, "play 1")
        (answer,) = await at.typed(0, "repeat")
        assert answer.utterance.speech == at.said()[-2]
        assert answer.utterance.speech == "Carla's turn."

    run(scene)


# -- questions in every phase

QUESTIONS = {
    "en": (
        *("", "hand", "hand Ben", "hand Anna", "hands", "table", "discards", "tokens", "turn", "status"),
        *("last", "repeat", "previous", "next", "history", "history 3", "spell", "stop", "help", "help play"),
        *("rules", "rules 2", "save", "possible 1", "nonsense", "hint", "rules 9", "help nonsense"),
        *("faster", "slower", "louder", "quieter", "higher", "lower", "voice", "voice 9", "verbosity loud"),
        *("punctuation", "spelling alphabet", "spell", "spelling", "spell Zoë!", "spelling letters"),
        *("spell ?", "pause", "pause", "resume", "messages", "messages maybe", "missed", "what did I miss?"),
        *("sounds", "sounds 3", "sounds off", "sounds nonsense"),
    ),
    "de": (
        *("", "blatt", "hand Ben", "hand Anna", "hände", "tisch", "ablage", "münzen", "dran", "stand"),
        *(
            "zuletzt",
            "nochmal",
            "vorige",
            "nächste",
            "verlauf",
            "verlauf 3",
            "buchstabiere",
            "stopp",
            "hilfe",
        ),
        *("hilfe spiele", "regeln", "regeln 2", "speichern", "möglich 1", "Unsinn", "hinweis", "regeln 9"),
        *("schneller", "langsamer", "lauter", "leiser", "höher", "tiefer", "stimme", "stimme 9"),
        *("ausführlichkeit laut", "satzzeichen", "buchstabierart tafel", "buchstabiere", "buchstabiere Zoë!"),
        *("buchstabierart buchstaben", "pause", "fortsetzen", "meldungen", "verpasst", "klänge"),
        *("klänge 3", "klänge aus", "klänge Unsinn", "was habe ich verpasst?"),
    ),
}


def phases(lang: str, verbosity: Verbosity) -> Iterator[tuple[str, Party, Callable[[Party], Any]]]:
    """Yield each phase of a game by name, with a table and the scene that leads there."""

    async def deal(at: Party) -> None:
        await at.table.begin()

    async def pass_on(at: Party) -> None:
        await deal(at)
        await at.typed(0, "play 1")

    async def find_joker(at: Party) -> None:
        await deal(at)
        await at.typed(0, "play 2")
        assert isinstance(at.listener.events[-1][1], JokerShown)

    async def play_to_the_end(at: Party) -> None:
        await deal(at)
        while at.table.turn is not None:
            await at.typed(at.table.turn, "play 1")

    guests = [Guest(lang, verbosity), Guest(), Guest()]
    asked = [Guest(lang, verbosity, Confirm.ALWAYS), Guest(), Guest()]
    yield "my turn", party(record_of(), guests), deal
    yield "another's turn", party(record_of(), guests), pass_on
    yield "a question", party(record_of(), asked), pass_on
    yield "a joker", party(record_of(seed="3", options={"jokers": 2}), guests), find_joker
    yield "the end", party(record_of(), guests), play_to_the_end


@pytest.mark.parametrize("verbosity", list(Verbosity))
@pytest.mark.parametrize("lang", ["en", "de"])
def test_every_question_is_answered_once_in_every_phase_in_every_form(
    lang: str, verbosity: Verbosity
) -> None:
    for phase, at, lead in phases(lang, verbosity):

        async def scene(at: Party = at, lead: Callable[[Party], Any] = lead, phase: str = phase) -> None:
            await lead(at)
            before = at.knows()
            for line in QUESTIONS[lang]:
                assert await at.answers(0, line) == 1, (phase, line)
                utterance = at.given()[-1].utterance
                for form in (utterance.speech, utterance.braille, utterance.print):
                    assert form.strip(), (phase, line, utterance)
                    assert "{" not in form, (phase, line, utterance)
                assert utterance.speech[-1] in ".?!", (phase, line, utterance.speech)
                assert utterance.lang == lang
                assert len(utterance.print.strip()) >= 3
            assert at.knows() == before
            at.sessions[0].close()

        run(scene)


def test_help_says_first_what_can_be_done_now() -> None:
    firsts = {}
    for phase, at, lead in phases("en", NORMAL):

        async def scene(at: Party = at, lead: Callable[[Party], Any] = lead) -> str:
            await lead(at)
            (answer,) = await at.typed(0, "help")
            at.sessions[0].close()
            return answer.utterance.print.splitlines()[0]

        firsts[phase] = run(scene)
    assert firsts == {
        "my turn": "It is your turn. All coins are there: give a hint or play.",
        "another's turn": "It is Ben's turn.",
        "a question": "Say yes, or no to take it back.",
        "a joker": "It is your turn. Choose a row for the joker.",
        "the end": f"The game is over: {firsts['the end'].split(':')[1].strip()}",
    }


# -- saving


def test_a_save_that_fails_is_told_once_to_everybody_and_told_again_when_it_fails_anew() -> None:
    full = [False]

    def keep(record: Any) -> None:
        if full[0]:
            raise OSError(28, "No space left on device")

    at = party(record_of(), [Guest(), Guest("de")], keep=keep)

    def alarms(seat: int) -> int:
        return sum(given.utterance.event == "Alarm" for given in at.given(seat))

    async def scene() -> None:
        await at.table.begin()
        full[0] = True
        await at.typed(0, "play 1")
        await at.typed(1, "play 1")
        assert [alarms(0), alarms(1)] == [1, 1]
        assert await at.typed(0, "save") != []
        assert [alarms(0), alarms(1)] == [2, 2]
        full[0] = False
        assert await at.answers(0, "save") == 1
        assert at.said()[-1].startswith("The game is saved.")
        full[0] = True
        await at.typed(0, "arrange 2 1 3 4")
        assert [alarms(0), alarms(1)] == [3, 3]
        await at.typed(0, "quit")

    run(scene)
    assert at.sessions[0].done
    assert at.said()[-1] == "The game could not be saved. Goodbye."
    assert "the disk is full" in " ".join(at.said(0))
    assert "der Datenträger ist voll" in " ".join(at.said(1))


# -- any line at all

VOCABULARY = sorted({spelling for command in COMMANDS.commands for spelling in command.spellings()})
NAMES = ("Anna", "Ben", "Be", "B", "Carla")
ODD = (
    "?",
    "!",
    "ß",
    "ẞ",
    "İ",
    "²",
    "٣",
    "½",
    "\u0301",
    "\ufeff",
    "🎴",
    "\x00",
    "-",
    "0",
    "12",
    "00000000011",
)
WORDS = st.sampled_from(
    [*VOCABULARY, *NAMES, *ODD, *"123456", "hearts", "Herz", "ace", "Zweien", "the", "einen"]
)
LINES = st.one_of(
    st.lists(WORDS, max_size=6).map(" ".join),
    st.text(max_size=60),
    st.tuples(WORDS, st.text(max_size=10)).map("".join),
)
FUZZ = settings(
    max_examples=120,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)


@FUZZ
@given(
    lines=st.lists(LINES, min_size=1, max_size=12),
    confirm=st.sampled_from(Confirm),
    lang=st.sampled_from(["en", "de"]),
    seed=st.integers(1, 5).map(str),
)
def test_any_line_gets_exactly_one_answer(lines: list[str], confirm: Confirm, lang: str, seed: str) -> None:
    at = party(record_of(seed=seed, options={"jokers": 2}), [Guest(lang, confirm=confirm)])

    async def scene() -> None:
        async with playing(at):
            for line in lines:
                await at.sessions[0].ready()
                if at.sessions[0].done:
                    break
                assert await at.answers(0, line) == 1, (line, at.given()[-3:])
                utterance = at.given()[-1].utterance
                assert utterance.speech.strip()
                assert utterance.print.strip()

    run(scene)


@FUZZ
@given(
    typed=st.lists(st.tuples(st.integers(0, 2), LINES), min_size=1, max_size=12),
    seed=st.integers(1, 5).map(str),
)
def test_any_line_of_anybody_leaves_a_record_that_replays(typed: list[tuple[int, str]], seed: str) -> None:
    at = party(record_of(seed=seed), [Guest("de"), Guest("en", SHORT), Guest("de", LEARNING)])

    async def scene() -> None:
        await at.table.begin()
        for seat, line in typed:
            if not at.sessions[seat].done:
                assert await at.answers(seat, line) == 1, (line, at.given(seat)[-3:])
        again = party(read(write(at.table.record)), [Guest()] * 3)
        await again.table.begin()
        assert again.knows() == at.knows()

    run(scene)


def test_a_very_long_line_is_answered_at_once() -> None:
    at = party(record_of(), [Guest()])

    async def scene() -> None:
        await at.table.begin()
        for line in ("x" * 1_000_000, "play " * 200_000, "hint Ben " + "hearts " * 100_000, "1" * 1_000_000):
            assert await at.answers(0, line) == 1
            assert len(at.said()[-1]) < 500

    run(scene)


def test_hints_are_heard_by_the_one_hinted_as_theirs() -> None:
    at = party(record_of(), [Guest(), Guest("de"), Guest()])

    async def scene() -> None:
        await at.table.begin()
        face = at.table.view(0).hands[1][0].face
        await at.typed(0, f"hint Ben {face.rank}")
        assert isinstance(at.listener.events[-2][1], Hinted)
        assert isinstance(at.listener.events[-3][1], Announced)

    run(scene)
    assert [given.step for given in at.given(1)[1:3]] == [Step.ANNOUNCED, Step.HAPPENED]
    assert at.said(0)[2].startswith("Ben's card")
    assert at.said(1)[2].startswith("Deine Karte")
    assert at.said(2)[2].startswith("Ben's card")


# -- table talk


@pytest.mark.parametrize(
    ("line", "mine", "yours"),
    [
        ("clueless", "You say: I know nothing about my hand.", "Anna says: I know nothing about my hand."),
        (
            "remember ben",
            "You ask Ben: Do you remember which cards you have?",
            "Anna asks you: Do you remember which cards you have?",
        ),
    ],
)
def test_table_talk_that_was_agreed_on_is_heard_by_everybody(line: str, mine: str, yours: str) -> None:
    """seed 003, "Tipps"."""
    at = party(record_of(), [Guest(), Guest(), Guest()])

    async def scene() -> None:
        await at.table.begin()
        (refused,) = await at.typed(0, line)
        assert refused.utterance.speech == "Table talk was not agreed on. Start with --talk to allow it."
        at.sessions[0].may_talk = True
        (heard,) = await at.typed(0, line)
        assert heard.utterance.speech == mine
        assert at.said(1)[-1] == yours
        (oneself,) = await at.typed(0, "remember anna")
        assert oneself.utterance.speech.startswith("You cannot ask yourself.")

    run(scene)
