"""Random games for tests: decks, options and actions that follow from a number."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from access.kits import KITS
from engine import GAMES
from engine.bots.levels import Level
from engine.record import Record, shuffled
from engine.table import Seat
from speech.fireworks_words import FireworksWords
from speech.words import Verbosity, Words

NAMES = ("Anna", "Ben", "Carla", "Dan", "Eva", "Finn", "Greta", "Hugo", "Ida", "Jan")
Chooser = Callable[[Any, list[Any], random.Random], Any]


def mixed(game: str) -> Chooser:
    """Play sensibly most of the time, so that games last, and wildly now and then."""
    player = KITS[game].player(Level.CLUB)

    def choose(view: Any, legal: list[Any], chance: random.Random) -> Any:
        return chance.choice(legal) if chance.random() < 0.25 else player.choose(view, legal, chance)

    return choose


def random_game(number: int, *, game: str = "nova", players: int | None = None) -> Record:
    """Return the record of a whole game with random options, seats and first player."""
    chance, choose = random.Random(number), mixed(game)
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
