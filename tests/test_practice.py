"""Practice deals: each has what it is named for, by the rules themselves, and is listed and played."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from access.arguments import Call
from access.play import new_record
from access.practice import DEALS, SEEDS, Deal, deal_called, deals_of
from access.saves import load, saved
from engine import GAMES
from engine.fireworks_parts import JOKER, Face
from engine.gnav_parts import Rank
from speech.practice_text import PracticeText
from speech.words import LANGUAGES, Words
from tests.driving import ran

QUIET = ("--voice", "none")


def dealt(deal: Deal) -> Any:
    """Return the state after the deal, as the command deals it."""
    call = Call(seed=deal.seed, players=deal.players, options=dict(deal.options))
    record = new_record(call, GAMES[deal.game])
    state, _ = record.game.start(len(record.players), record.options, record.head)
    return state


def partners_hands(state: Any) -> list[list[Face]]:
    return [[state.deck[card] for card in hand] for hand in state.hands[1:]]


def _start(state: Any) -> bool:
    """One hint of ones points at several, all of different suits."""
    for hand in partners_hands(state):
        ones = [face.suit for face in hand if face.rank == 1]
        if len(ones) > 1 and len(set(ones)) == len(ones):
            return True
    return False


def _fives(state: Any) -> bool:
    held = [face for hand in partners_hands(state) for face in hand if face.rank == 5]
    return len(held) >= 2


def _twins(state: Any) -> bool:
    one, other = partners_hands(state)
    return bool(set(one) & set(other))


def _patience(state: Any) -> bool:
    return not any(face.rank == 1 for hand in partners_hands(state) for face in hand)


def _joker(state: Any) -> bool:
    return any(JOKER in hand for hand in partners_hands(state))


def _rainbow(state: Any) -> bool:
    return sum(face.suit == "M" for hand in partners_hands(state) for face in hand) > 1


def _run(state: Any) -> bool:
    early = set(state.deck[:6])
    return any({value, value + 1, value + 2} <= early for value in early)


def _gap(state: Any) -> bool:
    early = set(state.deck[:4])
    return any(value + 2 in early and value + 1 not in early for value in early)


def _first_card(state: Any) -> Rank:
    """The person's card at Gnav, who acts first."""
    assert state.order[0] == 0
    return Rank(state.rank_at(0))


def _animals(state: Any) -> bool:
    players = len(state.lives)
    return all(sum(card.matador for card in deck[:players]) >= 2 for deck in state.decks[:2])


HAS = {
    "start": _start,
    "fives": _fives,
    "twins": _twins,
    "patience": _patience,
    "joker": _joker,
    "rainbow": _rainbow,
    "dear": lambda state: state.card >= 33,
    "cheap": lambda state: max(state.deck[:2]) <= 8,
    "run": _run,
    "gap": _gap,
    "low": lambda state: Rank.OWL <= _first_card(state) <= Rank.ONE,
    "middle": lambda state: Rank.FIVE <= _first_card(state) <= Rank.SEVEN,
    "fool": lambda state: _first_card(state) is Rank.FOOL,
    "animals": _animals,
}


@pytest.mark.parametrize("deal", DEALS, ids=lambda deal: f"{deal.game} {deal.name}")
def test_a_deal_has_what_it_is_named_for(deal: Deal) -> None:
    assert HAS[deal.name](dealt(deal))


def test_most_deals_do_not_have_it() -> None:
    """Else the names would mean nothing."""
    for deal in DEALS:
        others = (replace(deal, number=number) for number in range(100, 140))
        assert sum(HAS[deal.name](dealt(other)) for other in others) < 36, deal.name


def test_every_game_has_deals_with_names_of_their_own_and_words_for_them() -> None:
    assert len(SEEDS) <= len(DEALS)
    for game in GAMES:
        assert len(deals_of(game)) >= 4
        for lang in LANGUAGES:
            names = [deal.words[lang] for deal in deals_of(game)]
            assert len(set(names)) == len(names)
            text = PracticeText(Words(lang))
            for deal in deals_of(game):
                line = text.line(game, deal.name, deal.words[lang])
                assert line.endswith((".", "?"))
                assert deal_called(game, deal.words[lang].upper(), lang) is deal


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_deals_are_listed(tmp_path: Path, lang: str) -> None:
    every = ran(tmp_path, "practice", "--lang", lang, *QUIET)
    assert (every.code, every.err) == (0, "")
    assert len(every.lines) == 1 + len(GAMES) + len(DEALS)
    nova = ran(tmp_path, "practice", "nova", "--lang", lang, *QUIET)
    start = every.lines.index(nova.lines[1])
    assert every.lines[start : start + len(nova.lines) - 1] == nova.lines[1:]
    assert len(nova.lines) == 2 + len(deals_of("nova"))
    assert not saved()


@pytest.mark.parametrize("name", ["fives", "Fünfer", "fuenfer"])
def test_a_deal_is_played_under_its_names(tmp_path: Path, name: str) -> None:
    done = ran(tmp_path, "practice", "nova", name, *QUIET, typed=["play 1"])
    assert (done.code, done.err) == (0, "")
    assert "You play Nova with" in done.out
    (path,) = saved()
    record = load(path)
    assert record.extra["seed"] == "practice fives 2"
    assert list(record.head["deck"]) == list(dealt_deck())  # type: ignore[call-overload]  # a list of codes


def dealt_deck() -> list[str]:
    call = Call(seed="practice fives 2", players=3)
    deck = new_record(call, GAMES["nova"]).head["deck"]
    assert isinstance(deck, list)
    return deck


def test_a_deal_with_a_variant_is_played_with_it(tmp_path: Path) -> None:
    done = ran(tmp_path, "practice", "hanabi", "rainbow", *QUIET, typed=["table"])
    assert "Rainbow: many-coloured cards" in done.out


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_not_there_is_told_with_what_is(tmp_path: Path, lang: str) -> None:
    done = ran(tmp_path, "practice", "nova", "sixes", "--lang", lang, *QUIET)
    assert (done.code, done.out) == (2, "")
    assert deals_of("nova")[0].words[lang] in done.err
    done = ran(tmp_path, "practice", "chess", "--lang", lang, *QUIET)
    assert (done.code, done.out) == (2, "")
    assert "gnav" in done.err
