"""Hanabi, tactile edition: real games, ratings, rainbow, hints that point at nothing, the challenge.

The laws that hold for every game are in `test_every_game`, the rules common with Nova in `test_fireworks`.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from engine import GAMES
from engine.fireworks_parts import Drew, Ended, Face, Held, Hint, Hinted, Known, PassedOver, Reason
from engine.record import Record, final, read, replay
from engine.table import BadRecord, Fault
from speech.fireworks_words import HanabiWords
from speech.words import LANGUAGES, Verbosity, Words
from tests.games import random_game

RECORDS = Path(__file__).resolve().parents[2] / "shared" / "records" / "hanabi-human-ai.jsonl"
HANABI = GAMES["hanabi"]
NAMES = ("Anna", "Ben", "Carla")
needs_records = pytest.mark.skipif(not RECORDS.exists(), reason="the real games lie beside the project")


def real_games() -> list[dict[str, Any]]:
    return [json.loads(line) for line in RECORDS.read_text("utf-8").splitlines()]


def words(lang: str = "en", verbosity: Verbosity = Verbosity.NORMAL, seat: int | None = 0) -> HanabiWords:
    return HanabiWords(Words(lang), NAMES, seat, verbosity)


def view_of(**options: int) -> Any:
    record = hanabi_game(1, **options)
    state, _ = HANABI.start(len(record.players), record.options, record.head)
    return HANABI.view(state, 0)


def hanabi_game(number: int, **options: int) -> Record:
    """Return a random game of Hanabi for three with these options."""
    chance = random.Random(number)
    chosen = {**HANABI.defaults, **options}
    head = HANABI.head(3, chosen, 0, chance.shuffle)
    record = Record(HANABI, NAMES, chosen, head, [], {})
    state, _ = HANABI.start(3, chosen, head)
    while (turn := HANABI.turn(state)) is not None:
        action = chance.choice(HANABI.legal(state, turn))
        HANABI.act(state, action)
        record.actions.append(action)
    return record


@needs_records
def test_two_hundred_real_games_end_with_their_score_and_reason() -> None:
    games = real_games()
    assert len(games) == 200
    for game in games:
        state = final(read(json.dumps(game["record"])))
        assert (state["score"], state["reason"]) == (game["score"], game["reason"])


@needs_records
def test_a_real_game_deals_whole_hands_player_by_player() -> None:
    export = real_games()[0]["record"]
    record = read(json.dumps(export))
    state, _ = HANABI.start(2, record.options, record.head)
    codes = ["RYGBW"[card["suitIndex"]] + str(card["rank"]) for card in export["deck"]]
    hands = HANABI.result(state)["hands"]
    assert hands == [codes[4::-1], codes[9:4:-1]]


def test_an_export_of_another_variant_is_refused_by_name() -> None:
    export = {"players": ["A", "B"], "deck": [{"suitIndex": 0, "rank": 1}], "actions": []}
    with pytest.raises(BadRecord) as caught:
        read(json.dumps({**export, "options": {"variant": "Black (5 Suits)"}}))
    assert caught.value.fault is Fault.UNKNOWN_VARIANT
    assert caught.value.facts["variant"] == "Black (5 Suits)"


@pytest.mark.parametrize(
    "broken",
    [
        {"players": "AB"},
        {"players": ["A"]},
        {"deck": [{"suitIndex": 9, "rank": 1}]},
        {"deck": [{"suitIndex": 0, "rank": "1"}]},
        {"deck": [{"suitIndex": 0, "rank": 1}] * 50},
        {"actions": None},
        {"actions": [{"type": 7, "target": 0}]},
        {"actions": [{"type": 2, "target": 1, "value": 9}]},
        {"actions": [{"type": 0, "target": 10**30}]},
        {"actions": [5]},
        {"options": 3},
    ],
)
def test_a_broken_export_is_refused(broken: dict[str, Any]) -> None:
    deck = [{"suitIndex": suit, "rank": rank} for suit in range(5) for rank in (1, 1, 1, 2, 2, 3, 3, 4, 4, 5)]
    export = {"players": ["A", "B"], "deck": deck, "actions": [], "options": {}}
    assert not final(read(json.dumps(export)))["over"]
    with pytest.raises(BadRecord):
        final(read(json.dumps({**export, **broken})))


def test_the_export_ends_where_it_says_so() -> None:
    deck = [{"suitIndex": suit, "rank": rank} for suit in range(5) for rank in (1, 1, 1, 2, 2, 3, 3, 4, 4, 5)]
    export = {"players": ["A", "B"], "deck": deck, "actions": [{"type": 4, "target": 0, "value": 1}]}
    assert read(json.dumps(export)).actions == []


@pytest.mark.parametrize(
    ("score", "german"),
    [
        (0, "Oje!"),
        (5, "Oje!"),
        (6, "Naja!"),
        (10, "Naja!"),
        (11, "Nicht schlecht!"),
        (15, "Nicht schlecht!"),
        (16, "Super!"),
        (20, "Super!"),
        (21, "Exzellent!"),
        (24, "Exzellent!"),
    ],
)
def test_the_senpai_reads_out_the_rating(score: int, german: str) -> None:
    """seed 003, "Wertung"."""
    said = words("de").event(Ended(Reason.PILE_OUT, score, 25), view_of())
    assert f" {german} " in said.speech
    perfect = words("de").event(Ended(Reason.PERFECT, 25, 25), view_of())
    assert "Atemberaubend!" in perfect.speech
    with_rainbow = words("de").event(Ended(Reason.PILE_OUT, 25, 30), view_of(rainbow=1))
    assert "Exzellent!" in with_rainbow.speech
    cancelled = words("de").event(Ended(Reason.LIVES_OUT, 0, 25), view_of())
    assert "Oje" not in cancelled.speech


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_hint_may_point_at_nothing(lang: str) -> None:
    """seed 003, "Hinweise geben"."""
    to_me = words(lang).event(Hinted(1, 0, "B", (), (), 4), view_of())
    to_ben = words(lang).event(Hinted(0, 1, 3, (), (), 4), view_of())
    if lang == "en":
        assert to_me.speech == "You have no blue card. 4 hint tokens left."
        assert to_ben.speech == "Ben has no threes. 4 hint tokens left."
    else:
        assert to_me.speech == "Du hast keine blaue Karte. Noch 4 Hinweis-Plättchen."
        assert to_ben.speech == "Ben hat keine Dreien. Noch 4 Hinweis-Plättchen."
    state, _ = HANABI.start(2, HANABI.defaults, hanabi_game(1).head)
    missing = next(
        rank for rank in range(1, 6) if all(state.deck[card].rank != rank for card in state.hands[1])
    )
    (hinted, _) = HANABI.act(state, Hint(0, 1, missing))
    assert hinted.cards == ()
    assert all(missing in state.known[card].not_ranks for card in state.hands[1])


def test_a_card_told_two_colours_is_many_coloured() -> None:
    view = view_of(rainbow=1)
    answers = words().answers
    assert answers.told(Known(suits="R"), view.rules) == "red or many-coloured"
    assert answers.told(Known(suits="RB"), view.rules) == "many-coloured"
    assert answers.told(Known(suits="RB", rank=3), view.rules) == "many-coloured three"
    assert answers.told(Known(suits="R", not_suits="B"), view.rules) == "red"
    assert answers.code(Known(suits="RB"), view.rules) == "m-"
    assert answers.told(Known(suits="R"), view_of().rules) == "red"


def test_learners_hear_the_shapes_that_are_felt_on_the_cards() -> None:
    """seed 003, "Inhalt der Schachtel"."""
    german, english = words("de", Verbosity.LEARNING).text.cards, words("en", Verbosity.LEARNING).text.cards
    shapes = ["Kreis", "Dreieck", "X", "Schrein", "Quadrat", "Windrad"]
    assert [german.card(Face(suit, 3)).nom.rsplit(" ", 1)[1] for suit in "RYGBWM"] == shapes
    assert english.card(Face("R", 3)).nom == "the red three with a circle"
    assert german.card(Face("B", 1)).acc == "die blaue Eins mit Schrein"
    assert words("de").text.cards.card(Face("B", 1)).acc == "die blaue Eins"


def test_storm_and_hint_tokens_differ_from_colours_in_the_braille_line() -> None:
    for lang in LANGUAGES:
        game = words(lang)
        view = view_of(rainbow=1)
        fields = [field.text for group in game.line(view) for field in group.fields]
        tokens = [text for text in fields if text[0].isupper() and text[1:].isdigit() and len(text) < 4]
        assert len(tokens) == 3
        assert not {text[0].lower() for text in tokens[:2]} & set(game.text.cards.letters.values())


def test_hanabi_is_played_in_its_own_words_without_jokers_and_coins() -> None:
    record = hanabi_game(5)
    for lang, forbidden in (
        ("en", ("coin", "joker", "ace", "heart")),
        ("de", ("Münze", "Joker", "Ass", "Herz")),
    ):
        for verbosity in Verbosity:
            game = HanabiWords(Words(lang), NAMES, 1, verbosity)
            for step in replay(record):
                view = HANABI.view(step.state, 1)
                for event in step.events:
                    said = game.event(HANABI.for_seat(event, 1), view)
                    assert not any(word in said.speech + said.braille for word in forbidden), said
                    assert len(said.braille) <= 40, said


def test_the_challenge_has_no_last_round_and_is_lost_when_a_needed_card_is_gone() -> None:
    reasons = set()
    for number in range(60):
        record = hanabi_game(number, challenge=1)
        events = [event for step in replay(record) for event in step.events]
        ended = events[-1]
        assert isinstance(ended, Ended)
        reasons.add(ended.reason)
        assert ended.reason is not Reason.PILE_OUT
    assert reasons == {Reason.HOPELESS, Reason.LIVES_OUT}


def test_a_player_with_neither_card_nor_token_is_passed_over() -> None:
    """games.md, "challenge"."""
    record = hanabi_game(3, challenge=1)
    state, _ = HANABI.start(3, record.options, record.head)
    # Ben has played all his cards, and the last hint token has just been spent.
    state.hands[1] = []
    state.hints = 1
    state.drawn = len(state.deck)
    legal = [action for action in HANABI.legal(state, 0) if isinstance(action, Hint) and action.to == 2]
    events = HANABI.act(state, legal[0])
    assert PassedOver(1) in events
    assert state.turn == 2
    assert not any(isinstance(event, Drew) for event in events)
    said = words("de", seat=1).event(PassedOver(1), HANABI.view(state, 1))
    assert said.speech.startswith("Du hast keine Karte")


def test_random_games_of_the_registry_are_hanabi_too() -> None:
    record = random_game(3, game="hanabi")
    assert record.game is HANABI
    view = HANABI.view(list(replay(record))[-1].state, None)
    assert all(isinstance(held, Held) and held.face is None for hand in view.hands for held in hand)
