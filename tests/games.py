"""Random games for tests: decks, options and actions that follow from a number."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from engine import GAMES
from engine.bots.fireworks import FireworksPlayer
from engine.record import Record, shuffled
from engine.table import Seat
from speech.fireworks_words import FireworksWords
from speech.words import Verbosity, Words

NAMES = ("Anna", "Ben", "Carla", "Dan", "Eva")
Chooser = Callable[[Any, list[Any], random.Random], Any]


def at_random(view: Any, legal: list[Any], chance: random.Random) -> Any:
    """Choose any legal action."""
    return chance.choice(legal)


def mixed(view: Any, legal: list[Any], chance: random.Random) -> Any:
    """Play sensibly most of the time, so that rows grow and games last, and wildly now and then."""
    if chance.random() < 0.25:
        return chance.choice(legal)
    return FireworksPlayer().choose(view, legal, chance)


def random_game(
    number: int, *, choose: Chooser = mixed, game: str = "nova", players: int | None = None
) -> Record:
    """Return the record of a whole game with random options, seats and first player."""
    chance = random.Random(number)
    rules = GAMES[game]
    count = players or chance.choice(list(rules.seats))
    options = {name: chance.randint(0, most) for name, most in rules.limits.items()}
    record = shuffled(rules, NAMES[:count], options, chance.randrange(count), chance.shuffle)
    state, _ = rules.start(count, options, record.head)
    turn: Seat | None
    while (turn := rules.turn(state)) is not None:
        action = choose(rules.view(state, turn), rules.legal(state, turn), chance)
        rules.act(state, action)
        record.actions.append(action)
    return record


def cut(record: Record, length: int) -> Record:
    """Return the same game broken off after so many actions."""
    return Record(record.game, record.players, record.options, record.head, record.actions[:length], {})


def fireworks_words(
    names: tuple[str, ...], seat: Seat | None, lang: str, verbosity: Verbosity
) -> FireworksWords:
    """Return the words of Nova for a seat."""
    return FireworksWords(Words(lang), names, seat, verbosity)
