"""`senpai practice`: a few deals a game that are good for one thing each, found among the seeds.

Every sentence on a deal says only what its player may know. Not here: the sentences (see
`speech.practice_text`), and the test that each deal has what it is named for (see `tests/test_practice`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from engine import GAMES
from speech.practice_text import PracticeText
from speech.words import Words

from .arguments import BadCall, Call, Slip
from .commands import spellings
from .telling import telling


@dataclass(frozen=True, slots=True)
class Deal:
    """One deal: its name in each language, the number of its seed, and how the table is laid."""

    game: str
    words: dict[str, str]
    number: int
    players: int
    options: dict[str, int] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return self.words["en"]

    @property
    def seed(self) -> str:
        return f"practice {self.name} {self.number}"


DEALS: tuple[Deal, ...] = (
    Deal("hanabi", {"en": "start", "de": "anfang"}, 1, 3),
    Deal("hanabi", {"en": "fives", "de": "fünfer"}, 8, 3),
    Deal("hanabi", {"en": "twins", "de": "zwillinge"}, 2, 3),
    Deal("hanabi", {"en": "patience", "de": "geduld"}, 92, 3),
    Deal("hanabi", {"en": "rainbow", "de": "regenbogen"}, 1, 3, {"rainbow": 1}),
    Deal("nova", {"en": "start", "de": "anfang"}, 1, 3),
    Deal("nova", {"en": "fives", "de": "fünfer"}, 2, 3),
    Deal("nova", {"en": "twins", "de": "zwillinge"}, 2, 3),
    Deal("nova", {"en": "patience", "de": "geduld"}, 16, 3),
    Deal("nova", {"en": "joker", "de": "joker"}, 1, 3, {"jokers": 2}),
    Deal("push", {"en": "dear", "de": "teuer"}, 1, 3),
    Deal("push", {"en": "cheap", "de": "billig"}, 36, 3),
    Deal("push", {"en": "run", "de": "reihe"}, 24, 3),
    Deal("push", {"en": "gap", "de": "lücke"}, 1, 3),
    Deal("gnav", {"en": "low", "de": "niedrig"}, 9, 4),
    Deal("gnav", {"en": "middle", "de": "mitte"}, 26, 4),
    Deal("gnav", {"en": "fool", "de": "narr"}, 3, 4),
    Deal("gnav", {"en": "animals", "de": "tiere"}, 10, 4),
)
"""All deals, the easiest of each game first."""

SEEDS = frozenset(deal.seed for deal in DEALS)


def deals_of(game: str) -> list[Deal]:
    return [deal for deal in DEALS if deal.game == game]


def deal_called(game: str, word: str, lang: str) -> Deal:
    """Return the deal of a game that is called so in any language. Raises BadCall."""
    typed = spellings(word)
    for deal in deals_of(game):
        if any(typed & spellings(name) for name in deal.words.values()):
            return deal
    choices = tuple(deal.words[lang] for deal in deals_of(game))
    raise BadCall(Slip.WRONG_VALUE, word=f"practice {game}", value=word, choices=choices)


def practice(call: Call, show: Callable[[str], None]) -> bool:
    """List the deals of a game, or of all; or have the call play one of them. Returns whether it does.

    Raises BadCall.
    """
    game = call.words[0].casefold() if call.words else None
    if game is not None and game not in GAMES:
        raise BadCall(Slip.UNKNOWN_GAME, value=call.words[0], choices=tuple(GAMES))
    if game is None or len(call.words) < 2:
        _list(call, show, [game] if game else list(GAMES))
        return False
    deal = deal_called(game, " ".join(call.words[1:]), call.lang)
    call.words, call.seed = [game], deal.seed
    call.players, call.options = deal.players, dict(deal.options)
    return True


def _list(call: Call, show: Callable[[str], None], games: list[str]) -> None:
    text = PracticeText(Words(call.lang))
    lines = [text.example(games[0], deals_of(games[0])[0].words[call.lang])]
    for game in games:
        lines.append(text.head(game))
        lines += [text.line(deal.game, deal.name, deal.words[call.lang]) for deal in deals_of(game)]
    with telling(call, show) as speaker:
        speaker.say(*lines)
