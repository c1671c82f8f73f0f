"""Words: every event, refusal and misunderstanding has them, in both languages, whole and well formed."""

from __future__ import annotations

import inspect
import itertools
import re
import typing
from collections.abc import Iterator
from typing import Any

import pytest

import speech.words
from access.arguments import BadCall, Slip
from access.call_text import CallText
from access.kits import commands_of
from engine import GAMES, fireworks_parts
from engine.fireworks_parts import (
    JOKER,
    Announced,
    Arrange,
    Arranged,
    Dealt,
    Discard,
    Discarded,
    Drew,
    Ended,
    Face,
    Hint,
    Hinted,
    JokerPlaced,
    JokerShown,
    LastRound,
    PassedOver,
    Play,
    Played,
    Reason,
    Row,
    RowCompleted,
    TurnPassed,
    Why,
)
from engine.record import replay
from engine.table import BadRecord, Fault, Refused
from speech.command_text import CommandText
from speech.devices import Fault as DeviceFault
from speech.devices import Trouble
from speech.faults import FaultText
from speech.house import HouseText, NotUnderstood, Puzzle
from speech.route import Changed
from speech.route_text import RouteText
from speech.routes import WAYS
from speech.senpai import Senpai
from speech.words import LANGUAGES, Said, Verbosity, Words, translator
from tests.games import fireworks_words, random_game
from tests.marking import Marking, unmarked

COMMANDS = commands_of("nova")

NAMES = ("Anna", "Ben", "Carla")
H3, AS = Face("H", 3), Face("S", 1)
HANDS = tuple(tuple((3 * seat + n, H3) for n in range(4)) for seat in range(3))
EVENTS: tuple[Any, ...] = (
    Dealt(0, HANDS, 24),
    Announced(0, Hint(0, 1, "H"), None),
    Announced(0, Hint(0, 1, 1), None),
    Announced(0, Play(0, 3), 2),
    Announced(0, Discard(0, 3), 4),
    Announced(0, Row(0, "S"), None),
    Announced(0, Arrange(0, (3, 2, 1, 0)), None),
    *(
        Hinted(0, 1, clue, (4, 6), (1, 3), hints)
        for clue in ("C", "D", "H", "S", 1, 2, 3, 4, 5, 6)
        for hints in (7, 0)
    ),
    Hinted(0, 1, 1, (4,), (1,), 1),
    Hinted(0, 1, "D", (4,), (1,), 1),
    *(Discarded(0, 3, 2, Face(suit, rank), 8) for suit in "CDHS" for rank in range(1, 7)),
    Discarded(0, 3, 2, JOKER, 1),
    Played(0, 3, 2, AS, True, 3),
    Played(0, 3, 2, H3, False, 1),
    Played(0, 3, 2, H3, False, 0),
    JokerShown(0, 3, 2),
    JokerPlaced(0, 3, "D", 4),
    RowCompleted(0, "C", True, 5),
    RowCompleted(0, "C", False, 8),
    Drew(0, 20, H3, 12),
    Drew(0, 20, None, 1),
    Drew(0, 20, JOKER, 0),
    LastRound(0),
    TurnPassed(0, None),
    TurnPassed(0, 2),
    PassedOver(0),
    Arranged(0, (3, 2, 1, 0), (4, 3, 2, 1)),
    *(Ended(reason, 14, 20) for reason in Reason),
)
STYLES = list(itertools.product(LANGUAGES, Verbosity))
LISTENERS = (0, 1, 2, None)
FORBIDDEN = re.compile(r"[{}<>*_|♥♦♠♣\[\]⟦⟧]|  |\.\.|\s[.,]|None")


def views() -> list[Any]:
    """Return views of every seat and of a bystander, in games of all options, at several moments."""
    nova, found = GAMES["nova"], []
    for number in range(6):
        record = random_game(number, players=3)
        steps = list(itertools.islice(replay(record), 0, None, 9))
        state = steps[-1].state
        found += [nova.view(state, seat) for seat in (0, 1, 2, None)]
    return found


VIEWS = views()


def view_for(seat: int | None) -> Any:
    return next(view for view in VIEWS if view.seat == seat)


def well_formed(said: Said, *, braille: int = 40) -> None:
    """Check a text's form: a sentence that can be spoken, few cells, lines that a screen reader speaks."""
    assert re.search(r"[.?!:]$", said.speech), said
    assert said.speech[0].upper() == said.speech[0], said
    assert not FORBIDDEN.search(said.speech), said
    assert said.braille, said
    assert len(said.braille) <= braille, said
    for line in (said.print or said.speech).split("\n"):
        assert len(line) >= 3, said
        assert line[-1] in ".?!:", said


def test_every_event_of_the_game_is_in_the_list() -> None:
    classes = {type(event) for event in EVENTS}
    assert classes == set(typing.get_args(fireworks_parts.Event))
    announced = {type(event.action) for event in EVENTS if isinstance(event, Announced)}
    assert announced == set(typing.get_args(fireworks_parts.Action))


@pytest.mark.parametrize(("lang", "verbosity"), STYLES)
@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
def test_every_event_has_words_for_every_listener(lang: str, verbosity: Verbosity, event: Any) -> None:
    for seat in LISTENERS:
        said = Senpai("nova", NAMES, seat, lang, verbosity).game.event(event, view_for(seat))
        well_formed(said)


@pytest.mark.parametrize(("lang", "verbosity"), STYLES)
@pytest.mark.parametrize("why", Why)
def test_every_refusal_has_words(lang: str, verbosity: Verbosity, why: Why) -> None:
    facts = {"turn": 1, "to": 1, "clue": "H", "suit": "C"}
    for clue in ("H", 3):
        utterance = Senpai("nova", NAMES, 0, lang, verbosity).refusal(
            Refused(why, **{**facts, "clue": clue}), view_for(0)
        )
        well_formed(Said(utterance.speech, utterance.braille, print=utterance.print))


PUZZLE_FACTS = {
    "word": "7",
    "guess": None,
    "names": ("Ben", "Carla"),
    "most": 4,
    "known": "",
    "example": "hint Ben hearts",
}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("puzzle", Puzzle)
def test_every_misunderstanding_has_words_that_say_what_would_do(lang: str, puzzle: Puzzle) -> None:
    said = HouseText(Words(lang)).puzzle(NotUnderstood(puzzle, **PUZZLE_FACTS))
    well_formed(said)
    assert len(said.speech.split()) > 5


def test_a_hostile_word_is_echoed_short_and_printable() -> None:
    said = HouseText(Words("en")).puzzle(NotUnderstood(Puzzle.TOO_MUCH, word="\x1b[2J" + "x" * 10_000))
    assert "\x1b" not in said.speech + said.braille
    assert len(said.speech) < 150


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("fault", Fault)
def test_every_fault_of_a_record_is_one_sentence(lang: str, fault: Fault) -> None:
    facts = {"code": 2, "limit": 10, "line": 1, "column": 2, "version": 1, "least": 2, "most": 5}
    facts |= {"number": 3, "size": 36}
    bad = BadRecord(fault, option="jokers", **facts)
    text = FaultText(Words(lang)).record("game.json", bad, "Das geht nicht.")
    assert text.startswith("game.json: ")
    assert text.endswith(".")
    assert "\n" not in text
    assert "{" not in text


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("slip", Slip)
def test_every_wrong_call_has_words(lang: str, slip: Slip) -> None:
    bad = BadCall(slip, word="--foo", value="bar", choices=("a", "b"), least=2, most=5)
    text = CallText(Words(lang)).slip(bad)
    assert text.endswith(".")
    assert "{" not in text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_word_around_the_game_is_well_formed(lang: str) -> None:
    house, commands = HouseText(Words(lang)), CommandText(Words(lang))
    for said in (
        house.greeting(),
        house.confirm(),
        house.taken_back("Anna", me=True),
        house.taken_back("Anna", me=False),
        house.nothing_asked(agreed=True),
        house.nothing_asked(agreed=False),
        house.history_end(oldest=True),
        house.history_end(oldest=False),
        house.nothing_yet(),
        house.quiet(),
        commands.fitting([], first=True),
        commands.fitting([], first=False),
        commands.fitting(["play", "previous"], first=True),
        commands.question_left(),
        house.saved(),
        *(house.save_failed(code) for code in (28, 13, 2, 21, 99)),
        *(house.farewell(over=over, saved=saved) for over in (True, False) for saved in (True, False)),
        house.how_to_leave(),
        house.cancelled(),
        house.resumed(1),
        house.resumed(12),
        *(house.output_lost(name) for name in ("voice", "braille", "print")),
        *(house.output_back(name) for name in ("voice", "braille", "print")),
        *every_change(lang),
    ):
        well_formed(said, braille=60)
    text = CallText(Words(lang))
    for sentence in (*text.usage().split("\n"), text.nothing_saved(), text.input_ended(), text.stopped()):
        assert sentence.endswith(".")


def every_change(lang: str) -> Iterator[Said]:
    """Yield what is said when one way to be heard takes another's place, for all reasons and ways."""
    text = RouteText(Words(lang))
    for old in WAYS:
        for new in (None, *WAYS):
            for trouble in (None, *Trouble):
                fault = None if trouble is None else DeviceFault(trouble, "espeak-ng")
                yield text.changed(Changed(fault, old, new, heard=True))


@pytest.mark.parametrize(("lang", "verbosity"), STYLES)
def test_every_answer_is_well_formed_in_every_phase(lang: str, verbosity: Verbosity) -> None:
    for view in VIEWS:
        answers = fireworks_words(NAMES, view.seat, lang, verbosity).answers
        told = [answers.own_hand(view), answers.all_hands(view), answers.table(view), answers.tokens(view)]
        told += [answers.discards(view), answers.turn(view), answers.status(view), answers.hand_of(view, 1)]
        if view.seat is not None:
            told += [answers.possible(view, place + 1) for place in range(len(view.hands[view.seat]))]
        for said in told:
            well_formed(said, braille=200)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_two_events_that_differ_for_the_rules_sound_alike(lang: str) -> None:
    """Short verbosity loses no fact: different events never have the same words."""
    for channel in ("speech", "braille"):
        heard: dict[str, Any] = {}
        for event in EVENTS:
            said = Senpai("nova", NAMES, 2, lang, Verbosity.SHORT).game.event(event, view_for(2))
            text = getattr(said, channel)
            if isinstance(event, (Drew, RowCompleted)):
                continue  # a drawn joker and a returned coin are told apart by more than this list varies
            assert heard.setdefault(text, event) == event, (text, heard[text], event)


def test_nothing_is_said_that_did_not_go_through_the_catalogue(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(speech.words, "translator", lambda lang: Marking())
    for verbosity, seat in itertools.product(Verbosity, LISTENERS):
        senpai = Senpai("nova", NAMES, seat, "en", verbosity)
        for event in EVENTS:
            said = senpai.game.event(event, view_for(seat))
            assert not re.search(r"[a-z]", unmarked(said.speech)), said
        for view in (view for view in VIEWS if view.seat == seat):
            answers = fireworks_words(NAMES, seat, "en", verbosity).answers
            for said in (answers.own_hand(view), answers.all_hands(view), answers.table(view)):
                assert not re.search(r"[a-z]", unmarked(said.speech)), said
            for said in (answers.discards(view), answers.turn(view), answers.status(view)):
                assert not re.search(r"[a-z]", unmarked(said.speech)), said
    for command in COMMANDS.commands:
        assert not re.search(r"[a-z]", unmarked(command.help(senpai.words)))


def test_german_cards_have_their_articles() -> None:
    cards = fireworks_words(NAMES, 0, "de", Verbosity.NORMAL).answers.cards
    assert cards.card(Face("H", 1)).nom == "das Herz-Ass"
    assert cards.card(Face("C", 3)).acc == "die Kreuz-Drei"
    assert cards.card(JOKER).acc == "den Joker"
    assert cards.clue(5).one == "eine Fünf"
    assert cards.clue("S").none == "kein Pik"


def test_a_refusal_says_what_would_do() -> None:
    senpai = Senpai("nova", NAMES, 0, "de", Verbosity.NORMAL)
    utterance = senpai.refusal(Refused(Why.HINT_AT_NOTHING, to=1, clue="H"), view_for(0))
    assert (
        utterance.speech == "Ben hat kein Herz. Ein Hinweis muss auf eine Karte zeigen: Nenne, was Ben hat."
    )


def test_lists_are_joined_as_people_say_them() -> None:
    english, german = Words("en"), Words("de")
    assert english.all_of(["1", "3", "4"]) == "1, 3 and 4"
    assert german.one_of(["Ben", "Carla"]) == "Ben oder Carla"
    assert german.all_of(["1"]) == "1"
    assert german.all_of([]) == ""


def test_the_catalogue_is_really_used() -> None:
    assert translator("de").gettext("You begin.") == "Du beginnst."
    assert "Marking" not in inspect.getsource(speech.words)
