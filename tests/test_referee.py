"""The engine against an independent referee, on thousands of random games, foul actions included.

Not here: rules by name and example (see `test_fireworks`).
"""

from __future__ import annotations

import json
from collections import Counter
from random import Random
from typing import Any, NamedTuple, get_args

import pytest

import engine.record
from engine.fireworks import NOVA, Fireworks
from engine.fireworks_parts import (
    JOKER,
    RAINBOW,
    Announced,
    Event,
    Face,
    JokerPlaced,
    JokerShown,
    PassedOver,
    Reason,
    Why,
)
from engine.record import read, replay
from engine.table import BadRecord, Refused
from tests.referee import IllegalAction, referee

HANABI = Fireworks("hanabi", {"rainbow": 0, "challenge": 0}, {"rainbow": 1, "challenge": 1})
GAMES_HERE = {"nova": NOVA, "hanabi": HANABI}
NEVER: dict[str, set[object]] = {
    "nova": {Announced, PassedOver, Reason.HOPELESS},
    "hanabi": {Announced, JokerShown, JokerPlaced, Why.HINT_AT_NOTHING, Why.ROW_FIRST, Why.ROW_COMPLETE}
    | {Why.NO_SUCH_ROW},
}
"""What cannot come up in a game's records."""
NAMES = ["Anna", "Ben", "Carla", "Dan", "Eva"]
Written = dict[str, Any]


class Verdict(NamedTuple):
    """The final state, or the number of the action that was refused."""

    state: Written | None
    refused: int | None


@pytest.fixture(autouse=True)
def both_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let records name Hanabi, whether or not it can be chosen yet."""
    monkeypatch.setattr(engine.record, "GAMES", GAMES_HERE)


def by_engine(record: Written, seen: Counter[object]) -> Verdict:
    """Return the engine's verdict; `seen` counts what happened, how games ended, and why it refused."""
    state: Any = None
    try:
        for step in replay(read(json.dumps(record))):
            state = step.state
            seen.update(type(event) for event in step.events)
    except BadRecord as bad:
        number, refused = bad.facts["number"], bad.facts.get("refused")
        assert isinstance(number, int)
        seen[refused.why if isinstance(refused, Refused) else bad.fault] += 1
        return Verdict(None, number)
    seen[state.reason] += 1
    return Verdict(GAMES_HERE[record["game"]].result(state), None)


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
    skill, blindness = chance.choice((chance.random(), 0.98, 1)), chance.choice((0, 0.03, 0.2))
    length = chance.choice((1000, 1000, chance.randrange(80)))
    while len(actions) < length:
        if chance.random() < (blindness if state.joker is None else 0.3):
            written, follow = blind_action(state, chance), chance.random() < 0.3
        elif state.reason is not None:
            break
        else:
            written, follow = seeing_action(state, skill, chance), True
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


def seeing_action(state: Any, skill: float, chance: Random) -> Written:
    """Return an action of somebody who sees every card, and uses that now and then."""
    seat, deck, rows = state.turn, state.deck, state.rows
    if chance.random() < 0.05:
        owner = chance.randrange(state.players)
        hand = state.hands[owner]
        return {"seat": owner, "do": "arrange", "order": chance.sample(hand, len(hand))}
    if state.joker is not None:
        open_rows = [suit for suit, height in rows.items() if height < state.rules.top]
        return {"seat": seat, "do": "row", "suit": chance.choice(open_rows)}
    hand, hinting = state.hands[seat], clue(state, chance)
    good = [card for card in hand if deck[card] == JOKER or rows[deck[card].suit] + 1 == deck[card].rank]
    done = [card for card in hand if deck[card] != JOKER and rows[deck[card].suit] >= deck[card].rank]
    clever = chance.random() < skill
    dawdles = state.rules.challenge and not state.pile and bool(state.hints or done)  # until hands run out
    if good and (clever or not state.hints) and not dawdles:
        return {"seat": seat, "do": "play", "card": chance.choice(good)}
    if hinting and (clever or not hand or chance.random() < 0.5):
        return {"seat": seat, "do": "hint", **hinting}
    if state.hints < 8 and (clever or chance.random() < 0.6):
        return {"seat": seat, "do": "discard", "card": chance.choice(done if clever and done else hand)}
    return {"seat": seat, "do": "play", "card": chance.choice(hand)}


def clue(state: Any, chance: Random) -> Written | None:
    """Return whom to hint what, None without a token or with nobody to point at."""
    to = chance.choice([seat for seat in range(state.players) if seat != state.turn])
    faces = [state.deck[card] for card in state.hands[to] if state.deck[card] != JOKER]
    if not state.hints or not (faces or state.rules.empty_hints):
        return None
    face = chance.choice(faces) if faces else Face("R", 1)
    by_suit = face.suit != RAINBOW and chance.random() < 0.5
    return {"to": to, "suit": face.suit} if by_suit else {"to": to, "rank": face.rank}


def blind_action(state: Any, chance: Random) -> Written:
    """Return something that looks like an action, most often against the rules."""
    seat: Any = state.turn if chance.random() < 0.9 else chance.randint(-1, state.players)
    hand = state.hands[state.turn]
    card: Any = chance.choice(hand) if hand and chance.random() < 0.6 else chance.randint(-1, len(state.deck))
    kinds = ("play", "discard", "hint", "hint", "hint", "row", "arrange", "odd")
    match "row" if state.joker is not None and chance.random() < 0.7 else chance.choice(kinds):
        case "play" | "discard" as do:
            return {"seat": seat, "do": do, "card": card}
        case "hint":
            suit, rank = {"suit": chance.choice("CDHSRYGBWMX")}, {"rank": chance.randint(0, 7)}
            named = chance.choice((suit, suit, rank, rank, {}, {**suit, **rank}))
            to = (
                (state.turn + 1) % state.players
                if chance.random() < 0.6
                else chance.randint(-1, state.players)
            )
            return {"seat": seat, "do": "hint", "to": to, **named}
        case "row":
            return {"seat": seat, "do": "row", "suit": chance.choice("CDHSM")}
        case "arrange":
            order = chance.sample(hand, len(hand))
            return {"seat": seat, "do": "arrange", "order": chance.choice((order, order[1:], [*order, card]))}
        case _:
            odd: Any = chance.choice((None, True, False, 1.0, "0", [], {}))
            good = {"seat": state.turn, "do": "play", "card": card}
            return {**good, chance.choice(list(good)): odd}


@pytest.mark.parametrize(("name", "records"), [("nova", 1200), ("hanabi", 600)])
def test_engine_and_referee_agree_on_every_state_and_every_foul(name: str, records: int) -> None:
    chance, seen = Random(name), Counter[object]()
    for _ in range(records):
        record = random_record(GAMES_HERE[name], chance)
        assert by_engine(record, seen) == by_referee(record), json.dumps(record)
    missing = {*get_args(Event), *Reason, *Why, None} - seen.keys() - NEVER[name]
    assert not missing, "these never came up, so nothing was compared"
