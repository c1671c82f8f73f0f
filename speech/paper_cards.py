"""Labels for tactile decks: for every card its code in few cells, as the braille line of the game has it.

Own map, one cell a character and six dots, so that what is on the card is what the display shows. A number
that stands alone has the number sign, or nobody could feel where in the cell it lies. Not here: how labels
come on a page (see `paper`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeAlias

from engine.fireworks import HANABI, NOVA
from engine.fireworks_parts import Face
from engine.gnav_parts import PACK
from engine.push_parts import VALUES
from engine.registry import Registry

from .cards import CardWords, NovaCards
from .cells import cells_of
from .gnav_cards import CardNames, GnavCards
from .hanabi_cards import HanabiCards
from .paper import Label
from .push_cards import SUIT_SIZE, PushCards
from .words import Words

MakeLabels: TypeAlias = Callable[[Words, Mapping[str, int], CardNames], Sequence[Label]]
"""One label for each card of the deck, several copies of a card side by side."""

LABELS: Registry[MakeLabels] = Registry(
    {
        "gnav": "speech.paper_cards:gnav_labels",
        "hanabi": "speech.paper_cards:hanabi_labels",
        "nova": "speech.paper_cards:nova_labels",
        "push": "speech.paper_cards:push_labels",
    }
)
"""The labels of every game, by its name in records."""

_SIX_DOTS = 0x3F
_NUMBER_SIGN = 0x3C
TEN = 10
"""Up to the ten of clubs a card of Push is worth what is written on it."""


def nova_labels(words: Words, options: Mapping[str, int], card_names: CardNames) -> Sequence[Label]:
    return _fireworks(words, NovaCards(words), NOVA.rules(options).faces())


def hanabi_labels(words: Words, options: Mapping[str, int], card_names: CardNames) -> Sequence[Label]:
    return _fireworks(words, HanabiCards(words, shapes=False), HANABI.rules(options).faces())


def push_labels(words: Words, options: Mapping[str, int], card_names: CardNames) -> Sequence[Label]:
    """Suit, rank, and the value where the card does not show it (seed 002, "Die Karten und ihre Werte")."""
    cards, letters = PushCards(words), NovaCards(words).letters
    # Translators: one cell a rank on a card's label: ace, two to nine, ten, jack, queen, king.
    ranks = words.letters.pgettext("braille letters", "a23456789xjqk")
    labels = []
    for value in VALUES:
        suit, rank = divmod(value - 1, SUIT_SIZE)
        worth = "" if value <= TEN else f" {value}"
        code = letters["CDH"[suit]] + ranks[rank] + worth
        labels.append(_label(words, code, cards.card(value).bare))
    return labels


def gnav_labels(words: Words, options: Mapping[str, int], card_names: CardNames) -> Sequence[Label]:
    cards = GnavCards(words, card_names)
    return [_label(words, cards.code(rank), cards.card(rank).bare) for rank in PACK]


def _fireworks(words: Words, cards: CardWords, faces: Iterable[Face]) -> Sequence[Label]:
    return [_label(words, cards.code(face), cards.card(face).bare) for face in faces]


def _label(words: Words, code: str, name: str) -> Label:
    cells: list[int] = []
    for part in code.split():
        cells += [0] * bool(cells) + (_number(part) if part.isdecimal() else cells_of(part, words.lang))
    return Label(code, tuple(cell & _SIX_DOTS for cell in cells), name)


def _number(digits: str) -> list[int]:
    letters = "".join("jabcdefghi"[int(digit)] for digit in digits)
    return [_NUMBER_SIGN, *cells_of(letters, "en")]
