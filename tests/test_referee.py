"""The engine against an independent referee, on thousands of random games, foul actions included.

Not here: rules by name and example (see `test_fireworks`).
"""

from __future__ import annotations

import json
from collections import Counter
from random import Random
from typing import Any, NamedTuple

import pytest

import engine.record
from engine import GAMES
from engine.fireworks import Fireworks
from engine.fireworks_parts import JOKER
from engine.record import final, read
from engine.table import BadRecord, Refused
from tests.referee import IllegalAction, referee

HANABI = Fireworks("hanabi", {"rainbow": 0, "challenge": 0}, {"rainbow": 1, "challenge": 1})
NAMES = ["Anna", "Ben", "Carla", "Dan", "Eva"]
Written = dict[str, Any]


class Verdict(NamedTuple):
    """The final state, or the number of the action that was refused."""

    state: Written | None
    refused: int | None


@pytest.fixture(autouse=True)
def both_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let records name Hanabi, whether or not it can be chosen yet."""
    monkeypatch.setattr(engine.record, "GAMES", {"nova": GAMES["nova"], "hanabi": HANABI})


def by_engine(record: Written) -> Verdict:
    try:
        return Verdict(final(read(json.dumps(record))), None)
    except BadRecord as bad:
        number = bad.facts["number"]
        assert isinstance(number, int)
        return Verdict(None, number)


def by_referee(record: Written) -> Verdict:
    try:
        return Verdict(referee(record), None)
    except IllegalAction as illegal:
        return Verdict(None, illegal.number)


def random_record(game: Fireworks, chance: Random) -> Written:
    """Return a game of random skill, length and options, perhaps ending with a foul and what followed it."""
    players = chance.randint(2, 5)
    options = {name: chance.randint(0, most) for name, most in game.limits.items()}
    head = game.head(players, options, chance.randrange(players), chance.shuffle)
    state, _ = game.start(players, options, head)
    actions: list[Written] = []
    skill, blindness = 1 - chance.random() ** 3, chance.choice((0, 0.03, 0.2))
    length = chance.choice((1000, 1000, chance.randrange(80)))
    while len(actions) < length:
        if chance.random() < blindness:
            written, follow = blind_action(state, chance), chance.random() < 0.3
        elif state.reason is not None:
            break
        else:
            written, follow = seeing_action(game, state, skill, chance), True
        try:
            game.act(state, game.parse(written))
        except (Refused, BadRecord):
            if chance.random() < 0.7:
                continue  # too many games would be over too early
            if not follow:
                length = 0
        actions.append(written)
    chosen = {name: bool(value) if game.limits[name] == 1 else value for name, value in options.items()}
    written_down = {"format": "senpai-record", "version": 1, "game": game.name, "players": NAMES[:players]}
    return {**written_down, "options": chosen, **head, "actions": actions}


def seeing_action(game: Fireworks, state: Any, skill: float, chance: Random) -> Written:
    """Return an action of somebody who sees every card, and uses that now and then."""
    if chance.random() < 0.05:
        seat = chance.randrange(state.players)
        hand = state.hands[seat]
        return {"seat": seat, "do": "arrange", "order": chance.sample(hand, len(hand))}
    legal = [game.write(action) for action in game.legal(state, state.turn)]
    kinds: dict[str, list[Written]] = {}
    for action in legal:
        kinds.setdefault(action["do"], []).append(action)
    if chance.random() < skill:
        deck, rows = state.deck, state.rows
        good = [a for a in kinds.get("play", []) if fits(deck[a["card"]], rows)]
        done = [a for a in kinds.get("discard", []) if deck[a["card"]].rank <= rows.get(deck[a["card"]].suit, 0)]
        for some in (good, kinds.get("hint", []), done):
            if some:
                return chance.choice(some)
    return chance.choice(kinds[chance.choice(list(kinds))])


def fits(face: Any, rows: dict[str, int]) -> bool:
    return face == JOKER or rows[face.suit] + 1 == face.rank


def blind_action(state: Any, chance: Random) -> Written:
    """Return something that looks like an action, most often against the rules."""
    seat: Any = state.turn if chance.random() < 0.8 else chance.randint(-1, state.players)
    hand = state.hands[state.turn]
    card: Any = chance.choice(hand) if hand and chance.random() < 0.6 else chance.randint(-1, len(state.deck))
    match chance.choice(("play", "discard", "hint", "hint", "row", "arrange", "odd")):
        case "play" | "discard" as do:
            return {"seat": seat, "do": do, "card": card}
        case "hint":
            to = chance.randint(-1, state.players)
            suit, rank = {"suit": chance.choice("CDHSRYGBWMX")}, {"rank": chance.randint(0, 7)}
            return {"seat": seat, "do": "hint", "to": to, **chance.choice((suit, suit, rank, rank, {}, suit | rank))}
        case "row":
            return {"seat": seat, "do": "row", "suit": chance.choice("CDHSM")}
        case "arrange":
            order = chance.sample(hand, len(hand))
            return {"seat": seat, "do": "arrange", "order": chance.choice((order, order[1:], [*order, card]))}
        case _:
            odd: Any = chance.choice((None, True, False, 1.0, "0", [], {}))
            good = {"seat": state.turn, "do": "play", "card": card, "to": 0}
            return {**good, chance.choice(list(good)): odd}


@pytest.mark.parametrize("batch", range(10))
@pytest.mark.parametrize("game", [GAMES["nova"], HANABI], ids=["nova", "hanabi"])
def test_engine_and_referee_agree_on_every_state_and_every_foul(game: Fireworks, batch: int) -> None:
    chance = Random(f"{game.name} {batch}")
    endings: Counter[str | None] = Counter()
    for _ in range(200 if game.name == "nova" else 100):
        record = random_record(game, chance)
        verdict = by_referee(record)
        assert by_engine(record) == verdict, json.dumps(record)
        endings["refused" if verdict.state is None else verdict.state["reason"]] += 1
    expected = {"refused", None, "perfect", "lives_out", "pile_out"}
    assert endings.keys() >= expected, "some ending was never reached, so nothing was compared"
