"""How players name cards, suits, ranks and hints, as noun phrases. Not here: sentences about them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, Protocol

from engine.fireworks_parts import JOKER, Clue, Face

from .words import Noun, Words


class ClueWords(NamedTuple):
    """A hint's name as it is said of cards."""

    one: str
    """Of one card: "an ace", "a heart"."""
    many: str
    """Of several: "aces", "hearts"."""
    not_one: str
    """Of a card that it passed by: "not an ace"."""
    none: str
    """Of a hand without any: "no aces"."""
    braille: str


class CardWords(Protocol):
    """How the cards of one deck are named."""

    @property
    def letters(self) -> Mapping[str, str]:
        """A suit's letter in the braille card line, by suit."""

    @property
    def rank_letters(self) -> str:
        """The ranks' characters in the braille card line, from rank 1."""

    def card(self, face: Face) -> Noun:
        """Return a card's name."""

    def clue(self, clue: Clue) -> ClueWords:
        """Return a hint's name."""

    def suit(self, suit: str) -> str:
        """Return a suit's name: "hearts"."""

    def of_suit(self, suit: str) -> str:
        """Return what a card of that suit is: "a heart", "red"."""

    def row(self, suit: str) -> str:
        """Return a row's name with article, as subject: "the hearts row"."""

    def rank(self, rank: int) -> str:
        """Return a rank's name: "three"."""

    def code(self, face: Face) -> str:
        """Return the card as it stands in the braille card line: two cells."""


class NovaCards:
    """Playing cards of four suits from ace to six, and the joker."""

    def __init__(self, words: Words) -> None:
        pgettext = words.t.pgettext
        self.suits = {
            "C": pgettext("suit", "clubs"),
            "D": pgettext("suit", "diamonds"),
            "H": pgettext("suit", "hearts"),
            "S": pgettext("suit", "spades"),
        }
        self.ranks = (
            pgettext("rank", "ace"),
            pgettext("rank", "two"),
            pgettext("rank", "three"),
            pgettext("rank", "four"),
            pgettext("rank", "five"),
            pgettext("rank", "six"),
        )
        # Translators: rank in braille messages, as short as possible.
        self.short_ranks = (pgettext("braille rank", "ace"), "2", "3", "4", "5", "6")
        # Translators: one cell a suit in the braille card line: clubs, diamonds, hearts, spades.
        self.letters = dict(zip("CDHS", words.letters.pgettext("braille letters", "cdhs"), strict=True))
        # Translators: one cell for the ace, then two to six, in the braille card line.
        self.rank_letters = words.letters.pgettext("braille letters", "a23456")
        # Translators: two cells for a joker in the braille card line.
        self.joker_letters = words.letters.pgettext("braille letters", "jo")
        self._nominative = (
            pgettext("nominative", "the ace of {suit}"),
            pgettext("nominative", "the two of {suit}"),
            pgettext("nominative", "the three of {suit}"),
            pgettext("nominative", "the four of {suit}"),
            pgettext("nominative", "the five of {suit}"),
            pgettext("nominative", "the six of {suit}"),
        )
        self._accusative = (
            pgettext("accusative", "the ace of {suit}"),
            pgettext("accusative", "the two of {suit}"),
            pgettext("accusative", "the three of {suit}"),
            pgettext("accusative", "the four of {suit}"),
            pgettext("accusative", "the five of {suit}"),
            pgettext("accusative", "the six of {suit}"),
        )
        # Translators: a card's name without article.
        self._bare = pgettext("card", "{rank} of {suit}")
        # Translators: a card's name in braille messages.
        self._braille = pgettext("braille", "{suit} {rank}")
        self._row = pgettext("nominative", "the {suit} row")
        self._joker = Noun(
            pgettext("nominative", "the joker"),
            pgettext("accusative", "the joker"),
            pgettext("card", "joker"),
            pgettext("braille", "joker"),
        )
        self._clues: dict[Clue, ClueWords] = {
            1: ClueWords(
                pgettext("one card", "an ace"),
                pgettext("several cards", "aces"),
                pgettext("passed by", "not an ace"),
                pgettext("hand", "no aces"),
                pgettext("braille", "aces"),
            ),
            2: ClueWords(
                pgettext("one card", "a two"),
                pgettext("several cards", "twos"),
                pgettext("passed by", "not a two"),
                pgettext("hand", "no twos"),
                pgettext("braille", "twos"),
            ),
            3: ClueWords(
                pgettext("one card", "a three"),
                pgettext("several cards", "threes"),
                pgettext("passed by", "not a three"),
                pgettext("hand", "no threes"),
                pgettext("braille", "threes"),
            ),
            4: ClueWords(
                pgettext("one card", "a four"),
                pgettext("several cards", "fours"),
                pgettext("passed by", "not a four"),
                pgettext("hand", "no fours"),
                pgettext("braille", "fours"),
            ),
            5: ClueWords(
                pgettext("one card", "a five"),
                pgettext("several cards", "fives"),
                pgettext("passed by", "not a five"),
                pgettext("hand", "no fives"),
                pgettext("braille", "fives"),
            ),
            6: ClueWords(
                pgettext("one card", "a six"),
                pgettext("several cards", "sixes"),
                pgettext("passed by", "not a six"),
                pgettext("hand", "no sixes"),
                pgettext("braille", "sixes"),
            ),
            "C": ClueWords(
                pgettext("one card", "a club"),
                pgettext("several cards", "clubs"),
                pgettext("passed by", "not a club"),
                pgettext("hand", "no clubs"),
                self.suits["C"],
            ),
            "D": ClueWords(
                pgettext("one card", "a diamond"),
                pgettext("several cards", "diamonds"),
                pgettext("passed by", "not a diamond"),
                pgettext("hand", "no diamonds"),
                self.suits["D"],
            ),
            "H": ClueWords(
                pgettext("one card", "a heart"),
                pgettext("several cards", "hearts"),
                pgettext("passed by", "not a heart"),
                pgettext("hand", "no hearts"),
                self.suits["H"],
            ),
            "S": ClueWords(
                pgettext("one card", "a spade"),
                pgettext("several cards", "spades"),
                pgettext("passed by", "not a spade"),
                pgettext("hand", "no spades"),
                self.suits["S"],
            ),
        }

    def card(self, face: Face) -> Noun:
        if face == JOKER:
            return self._joker
        suit, n = self.suits[face.suit], face.rank - 1
        return Noun(
            self._nominative[n].format(suit=suit),
            self._accusative[n].format(suit=suit),
            self._bare.format(rank=self.ranks[n], suit=suit),
            self._braille.format(rank=self.short_ranks[n], suit=suit),
        )

    def clue(self, clue: Clue) -> ClueWords:
        return self._clues[clue]

    def suit(self, suit: str) -> str:
        return self.suits[suit]

    def of_suit(self, suit: str) -> str:
        return self._clues[suit].one

    def row(self, suit: str) -> str:
        return self._row.format(suit=self.suits[suit])

    def rank(self, rank: int) -> str:
        return self.ranks[rank - 1]

    def code(self, face: Face) -> str:
        """Return the card as it stands in the braille card line: two cells."""
        if face == JOKER:
            return self.joker_letters
        return self.letters[face.suit] + self.rank_letters[face.rank - 1]
