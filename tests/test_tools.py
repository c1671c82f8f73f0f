"""What can be found out by counting, as it is said: possible, knows, critical, unseen, pace, safe.

Not here: the counting itself (see `test_knowledge`), notes and the history (see `test_review`).
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

import speech.words
from access.commands import Desk, Question
from access.fireworks_tools_verbs import tools_of
from access.kits import commands_of
from engine import GAMES
from engine.fireworks_parts import JOKER, Face, Held, Known, Rules, View, rules_of
from engine.knowledge import attainable, last_copies, pace, possible, unseen
from engine.record import replay
from speech.fireworks_tools import FireworksTools
from speech.house import NotUnderstood, Puzzle
from speech.senpai import Senpai
from speech.words import LANGUAGES, Said, Verbosity
from tests.games import random_game
from tests.marking import Marking, unmarked
from tests.test_text import well_formed

NAMES = ("Anna", "Ben", "Carla")
STYLES = list(itertools.product(LANGUAGES, Verbosity))
FAMILY = ("nova", "hanabi")
HIDDEN = Held(0, None, Known())
NO_OPTIONS = {"nova": {"gentle": 0, "grand_finale": 0, "jokers": 0}, "hanabi": {"rainbow": 0, "challenge": 0}}


def rules(game: str = "nova", **options: int) -> Rules:
    return rules_of(game, tuple(sorted({**NO_OPTIONS[game], **options}.items())))


def view(
    own: tuple[Known, ...] = (Known(), Known()),
    ben: tuple[tuple[Face, Known], ...] = (),
    carla: tuple[tuple[Face, Known], ...] = (),
    *,
    rule: Rules | None = None,
    rows: str = "0000",
    discards: tuple[Face, ...] = (),
    **more: Any,
) -> View:
    """Return what Anna sees; the rows hold the cards that their heights name."""
    rule = rule or rules()
    heights = dict(zip(rule.suits, map(int, rows), strict=False))
    laid = tuple(Face(suit, rank) for suit, top in heights.items() for rank in range(1, top + 1))
    card = itertools.count()
    hands = (
        tuple(Held(next(card), None, known) for known in own),
        *(tuple(Held(next(card), face, known) for face, known in hand) for hand in (ben, carla)),
    )
    seen = View(
        seat=0,
        rules=rule,
        hands=hands,
        rows=tuple((suit, heights.get(suit, 0)) for suit in rule.suits),
        hints=5,
        lives=3,
        turn=0,
        turns_left=None,
        joker=False,
        pile=10,
        laid=laid,
        discards=discards,
        reason=None,
        score=len(laid),
    )
    return replace(seen, **more)


def tools(
    lang: str = "en", verbosity: Verbosity = Verbosity.NORMAL, game: str = "nova", seat: int | None = 0
) -> FireworksTools:
    senpai: Any = Senpai(game, NAMES, seat, lang, verbosity)
    return FireworksTools(senpai.game.answers)


def asked(line: str, seen: View, lang: str = "en", game: str = "nova") -> Said | Question:
    """Return what a typed line is answered. Raises NotUnderstood."""
    senpai = Senpai(game, NAMES, 0, lang, Verbosity.NORMAL)
    command, words = commands_of(game).find(line, NAMES)
    reply = command.effect(Desk(seen, NAMES, 0, senpai.game, lang), words)
    assert isinstance(reply, (Said, Question))
    return reply


def spoken(line: str, seen: View) -> str:
    said = asked(line, seen)
    assert isinstance(said, Said)
    return said.speech


C1, C2, C3, C5 = Face("C", 1), Face("C", 2), Face("C", 3), Face("C", 5)
H3, H4, H5, D1 = Face("H", 3), Face("H", 4), Face("H", 5), Face("D", 1)


# What a card can be


def test_possible_counts_the_cards_that_are_not_seen() -> None:
    seen = view((Known(suits="C"), Known()), discards=(C1, C3))
    said = tools().possible(seen, 1)
    assert said.speech == (
        "Card 1 can be: clubs ace, two twice, three, four twice or five. 7 unseen cards fit that."
    )
    assert said.braille == "1: ca223445"


def test_possible_says_what_is_sure_about_a_card() -> None:
    assert tools().possible(view((Known(suits="C", rank=1),)), 1).speech == (
        "Card 1 can be: clubs ace twice. It can be played now."
    )
    dead = view((Known(suits="C", rank=1),), rows="1000")
    assert tools().possible(dead, 1).speech == "Card 1 can be: clubs ace. It is of no use any more."
    last = view((Known(suits="H", rank=3),), discards=(H3,))
    assert tools().possible(last, 1).speech == (
        "Card 1 can be: hearts three. It is the last of its kind, and still needed."
    )
    several = view((Known(rank=1),))
    assert tools().possible(several, 1).speech.endswith("8 unseen cards fit that. It can be played now.")
    three = view((Known(suits="R", rank=1),), rule=rules("hanabi"))
    assert tools(game="hanabi").possible(three, 1).speech == (
        "Card 1 can be: red one 3 times. It can be played now."
    )


def test_possible_names_jokers_last() -> None:
    seen = view((Known(not_suits="CDH"),), rule=rules(jokers=2))
    said = tools().possible(seen, 1)
    assert "; joker twice. 11 unseen cards fit that." in said.speech
    assert said.braille.endswith(" jo jo")


# What others know


def test_what_another_player_knows_is_told_card_by_card_with_what_follows_from_it() -> None:
    ben = ((C1, Known(suits="C", rank=1)), (H3, Known(suits="H", not_ranks=(1, 2, 5))), (D1, Known()))
    said = tools().knows(view(ben=ben), 1)
    assert (said.print or "").split("\n") == [
        "What Ben knows of their own cards, from the left.",
        "1: ace of clubs, can be played now.",
        "2: a heart, not an ace, not a two, not a five, can only be three of hearts or four of hearts.",
        "3: nothing known.",
    ]
    assert said.braille == "Ben knows 1 ca; 2 h- not a 2 5; 3 --"


def test_what_another_player_sees_is_counted() -> None:
    known = Known(suits="C", not_ranks=(1, 2, 3))
    four = Face("C", 4)
    seen = view(ben=((C5, known),), carla=((four, Known()),), discards=(four,))
    said = tools().knows(seen, 1)
    assert "can only be five of clubs" in said.speech
    assert said.braille == "Ben knows 1 c5"
    assert "four of clubs" in tools().knows(replace(seen, discards=()), 1).speech


@pytest.mark.parametrize("line", ["what does Ben know", "knows ben", "was weiß Ben?", "What does be know"])
def test_what_another_player_knows_can_be_asked_in_both_languages(line: str) -> None:
    seen = view(ben=((C1, Known(rank=1)),))
    assert asked(line, seen) == tools().knows(seen, 1)


@pytest.mark.parametrize("line", ["knows", "what does everybody know", "was kennt jeder"])
def test_what_all_others_know_can_be_asked(line: str) -> None:
    seen = view(ben=((C1, Known(rank=1)),), carla=((H3, Known()),))
    both = tools().all_know(seen)
    assert asked(line, seen) == both
    assert "What Ben knows" in both.speech
    assert "What Carla knows" in both.speech


def test_what_i_know_is_my_hand_and_nobody_else_is_known() -> None:
    seen = view()
    for line in ("what does anna know", "was weiß ich", "knows me"):
        assert asked(line, seen) == tools().own_hand(seen)
    with pytest.raises(NotUnderstood) as caught:
        asked("what does Zoe know", seen)
    assert caught.value.puzzle is Puzzle.UNKNOWN_NAME


def test_a_player_without_cards_knows_none() -> None:
    assert tools().knows(view(), 1).speech == "Ben has no cards left."


# The whole game


def test_critical_cards_are_named_by_suit_and_where_they_are_seen() -> None:
    seen = view(ben=((H3, Known()), (C1, Known())), carla=((H5, Known()),), discards=(H3, Face("S", 5)))
    said = tools().critical(seen)
    assert (said.print or "").split("\n") == [
        "Critical, for each is the last of its kind and still needed.",
        "Clubs five.",
        "Diamonds five.",
        "Hearts three and five.",
        "You see: Ben, card 1: three of hearts; Carla, card 1: five of hearts.",
    ]
    assert said.braille == "c5 d5 h35; Ben 1 h3; Carla 1 h5"


def test_nothing_may_be_critical() -> None:
    for line in ("critical", "kritisch"):
        assert asked(line, view(rows="5555")).speech == "No card is critical now."  # type: ignore[union-attr]  # Said


ASKED = {
    "unseen": "what is still to come, still to come, what's still to come, what is to come, what comes next, "
    "which cards are still to come, what cards are still to come, which cards are left, was kommt noch, "
    "was fehlt noch, was fehlt, fehlt noch, welche Karten kommen noch, welche Karten fehlen noch, "
    "was ist noch übrig, welche Karten sind noch übrig, was steht noch aus",
    "critical": "which cards are critical, what cards are critical, what is critical, what's critical, "
    "critical cards, which are critical now, welche Karten sind kritisch, "
    "welche sind kritisch, was ist kritisch, kritische Karten",
    "pace": "how many discards can we afford, how many discards can we still afford, "
    "how many can we discard, how many discards are left, how many discards do we have left, "
    "how many cards can we still discard, "
    "wie viele dürfen wir noch abwerfen, wie viele Karten dürfen wir noch abwerfen, wie viel Spielraum, "
    "wie viele können wir abwerfen, wie oft dürfen wir noch abwerfen, wie viele Abwürfe haben wir noch",
    "possible 2": "what can card 2 be, what can my card 2 be, what could card 2 still be, can card 2 be, "
    "what is card 2, what is my card 2, was kann Karte 2 sein, was kann meine Karte 2 noch sein, "
    "was könnte Karte 2 sein, was ist Karte 2, was kann die zweite Karte sein, kann Karte 2 sein",
    "knows Ben": "what does ben know, what does ben know about his hand, what does Ben know of the cards, "
    "was weiß ben, was weiß Ben über sein Blatt, weiß Ben, was kennt ben, was weiss ben",
    "knows": "what do the others know, what does everybody know, was wissen die anderen, was wissen alle",
    "hand": "what do i know, what do i have, was weiß ich, was habe ich, what are my cards, "
    "welche Karten habe ich",
    "hand Ben": "what does Ben have, what does ben hold, was hat Ben, welche Karten hat Ben",
    "safe": "what can i safely discard, what can i discard, which cards can i discard, what is safe, "
    "was kann ich abwerfen, was darf ich abwerfen, welche Karte kann ich abwerfen",
    "notes": "what are my notes, what did i note, was habe ich notiert, meine Notizen",
}
"""Each answer, by the shortest way to it, and how else people may ask for it."""


@pytest.mark.parametrize("game", FAMILY)
@pytest.mark.parametrize("line", ASKED)
def test_what_people_ask_in_whole_sentences_is_understood(line: str, game: str) -> None:
    rule = rules(game)
    seen = view(ben=((Face(rule.suits[0], 1), Known()),), rule=rule, pile=5)
    for way in ASKED[line].split(", "):
        assert asked(way, seen, game=game) == asked(line, seen, game=game), way


def test_still_alone_silences_and_a_name_that_says_nothing_is_kept() -> None:
    commands = commands_of("nova")
    assert [commands.find(line)[0].name for line in ("still", "still to come")] == ["stop", "unseen"]
    assert commands.find("what does an know", ("Anna", "An")) == (commands.find("knows")[0], ["an", "know"])
    with pytest.raises(NotUnderstood):
        commands.find("what")


def test_what_is_still_to_come_is_told_by_suit_and_rank() -> None:
    rest = tuple(Face(suit, rank) for suit in "DHS" for rank in (1, 2, 3, 4, 5) for _ in range(2 - rank // 5))
    seen = view(ben=((C1, Known()),), rule=rules(jokers=1), rows="2000", discards=rest[1:], pile=5)
    for line in ("unseen", "coming", "was kommt noch", "kommt noch", "what comes next"):
        assert asked(line, seen) == tools().unseen(seen)
    said = tools().unseen(seen)
    assert (said.print or "").split("\n") == [
        "Still to come: 5 from the stock, and 2 in your hand.",
        "Clubs two, three twice, four twice, five.",
        "Diamonds ace.",
        "Joker.",
    ]
    assert said.braille == "c233445 da jo"


@pytest.mark.parametrize(
    ("rows", "changes", "said", "felt"),
    [
        (
            "2222",
            {"pile": 12},
            "Pace 3: with up to 3 discards or misplays more, 20 points can still be reached.",
            "Pace 3 for 20 points",
        ),
        (
            "2222",
            {"pile": 10},
            "Pace 1: with up to 1 discard or misplay more, 20 points can still be reached.",
            "Pace 1 for 20 points",
        ),
        (
            "2222",
            {"pile": 9},
            "Pace 0: for 20 points there is no room for a discard or a misplay.",
            "Pace 0 for 20 points",
        ),
        (
            "2222",
            {"pile": 0, "turns_left": 2},
            "Too few turns are left for 20 points: 10 can still be reached.",
            "Pace minus 10: 10 points at most",
        ),
        (
            "2222",
            {"pile": 9, "discards": (C5,)},
            "Pace 1: with up to 1 discard or misplay more, 19 points can still be reached. "
            "The perfect score of 20 is lost.",
            "Pace 1 for 19 points",
        ),
    ],
)
def test_the_pace_is_told_with_what_it_is_for(
    rows: str, changes: dict[str, Any], said: str, felt: str
) -> None:
    told = tools().pace(view(rows=rows, **changes))
    assert (told.speech, told.braille) == (said, felt)


def test_learners_hear_what_the_pace_is() -> None:
    learning = tools(verbosity=Verbosity.LEARNING)
    assert "turns that will still take a card from a hand" in learning.pace(view()).speech
    seen = view(rule=rules("hanabi", challenge=1), rows="00000")
    assert "cards that are left over" in tools("en", Verbosity.LEARNING, "hanabi").pace(seen).speech
    assert "The pace" not in tools().pace(view()).speech


def test_cards_that_can_be_discarded_safely_are_told_apart_from_those_that_are_only_not_the_last() -> None:
    sure, spare = Known(suits="C", rank=1), Known(suits="H", rank=3)
    seen = view((sure, spare, Known(), sure), rows="1000")
    for line in ("safe", "can I discard safely?", "was kann ich abwerfen", "entbehrlich"):
        assert asked(line, seen) == tools().safe(seen)
    said = tools().safe(seen)
    assert said.speech == (
        "Cards 1 and 4 are of no use any more: you can discard them safely. "
        "Card 2 may still be needed, but is not the last of its kind."
    )
    assert said.braille == "no use: 1 4; not the last: 2"


def test_without_a_safe_card_that_is_said_and_with_all_coins_that_none_can_be_discarded() -> None:
    nothing = "As far as you know, no card of yours can be discarded without a risk."
    assert spoken("safe", view()) == nothing
    full = spoken("safe", view(hints=8))
    assert full.startswith(nothing)
    assert "you cannot discard" in full
    assert spoken("safe", view(())) == "You have no cards left."


# In every phase, language and verbosity


def views() -> Iterator[tuple[str, View]]:
    """Yield a game's name and what a seat or a bystander sees, at many moments with all options."""
    for number in range(10):
        game = FAMILY[number % 2]
        record = random_game(number, game=game, players=3)
        steps = list(itertools.islice(replay(record), 0, None, 1))
        for step in steps[:: max(1, len(steps) // 4)]:
            yield from ((game, GAMES[game].view(step.state, seat)) for seat in (0, 2, None))
        yield from ((game, GAMES[game].view(steps[-1].state, seat)) for seat in (0, 2, None))


VIEWS = list(views())


def answers(told: FireworksTools, seen: View) -> list[Said]:
    said = [told.critical(seen), told.unseen(seen), told.pace(seen), told.safe(seen), told.all_know(seen)]
    said += [told.knows(seen, seat) for seat in range(3)]
    said.append(told.own_hand(seen))
    if seen.seat is not None:
        said += [told.possible(seen, place) for place in range(1, len(seen.hands[seen.seat]) + 1)]
    return said


@pytest.mark.parametrize(("lang", "verbosity"), STYLES)
def test_every_answer_is_well_formed_in_every_phase(lang: str, verbosity: Verbosity) -> None:
    for game, seen in VIEWS:
        told = tools(lang, verbosity, game, seen.seat)
        for said in answers(told, seen):
            well_formed(said, braille=250)
        for said in (told.pace(seen), told.safe(seen)):
            assert len(said.braille) <= 80


@pytest.mark.parametrize("verbosity", Verbosity)
def test_the_pace_fits_on_a_line_of_forty_cells(verbosity: Verbosity) -> None:
    for lang in LANGUAGES:
        for game, seen in VIEWS:
            assert len(tools(lang, verbosity, game, seen.seat).pace(seen).braille) <= 40


def test_nothing_is_said_that_did_not_go_through_the_catalogue(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(speech.words, "translator", lambda lang: Marking())
    names = re.compile(r"[a-z]")
    for verbosity in Verbosity:
        for game, seen in VIEWS:
            for said in answers(tools("en", verbosity, game, seen.seat), seen):
                assert not names.search(unmarked(said.speech)), said


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_told_holds_as_many_cards_as_there_are(lang: str) -> None:
    """In braille every unseen card is one digit, so they can be counted."""
    for game, seen in VIEWS:
        told, rule = tools(lang, Verbosity.NORMAL, game, seen.seat), seen.rules
        letters = "".join(told.cards.rank_letters)
        cells = told.unseen(seen).braille
        left = +unseen(seen)
        if left:
            joker = told.cards.code(JOKER) if rule.jokers else "?"
            suited = [word[1:] for word in cells.split() if word != joker]
            assert sum(len(word) for word in suited) == left.total() - left[JOKER]
            assert set("".join(suited)) <= set(letters)
        n = pace(seen)
        if n is not None:
            assert str(attainable(seen) + min(n, 0)) in told.pace(seen).speech
        critical = told.critical(seen).braille.split(";")[0]
        if last_copies(seen):
            assert len(critical.replace(" ", "")) - len(critical.split()) == len(last_copies(seen))


def test_a_bystander_is_told_no_card_of_any_hand() -> None:
    for game, seen in VIEWS:
        if seen.seat is None:
            told = tools("en", Verbosity.NORMAL, game, None)
            assert "You see" not in told.critical(seen).speech
            for hand in seen.hands:
                assert all(held.face is None for held in hand)
                assert all(len(possible(seen, held)) >= 1 for held in hand)


def test_the_answers_are_in_the_persons_language() -> None:
    senpai: Any = Senpai("nova", NAMES, 0, "de", Verbosity.NORMAL)
    at = Desk(view(), NAMES, 0, senpai.game, "de")
    said = tools_of(at).pace(view(rows="2222"))
    assert said.speech.startswith("Spielraum 1: Mit höchstens 1 weiterem Abwurf")
    assert said.braille == "Spielraum 1 für 20 Punkte"
