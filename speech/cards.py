"""How players name cards, suits, ranks and hints, as noun phrases. Not here: sentences about them."""

from __future__ import annotations

from typing import NamedTuple

from engine.fireworks_parts import JOKER, Clue, Face

from .words import Noun, Words


class ClueWords(NamedTuple):
    """A hint's name: for one card ("an ace", "a heart"), for several or none ("aces", "hearts")."""

    one: str
    many: str
    braille: str


class NovaCards:
    """Playing cards of four suits from ace to six, and the joker."""

    def __init__(self, words: Words) -> None:
        t = words.t
        p = t.pgettext
        self.suits = {
            "C": p("suit", "clubs"),
            "D": p("suit", "diamonds"),
            "H": p("suit", "hearts"),
            "S": p("suit", "spades"),
        }
        self.ranks = (
            p("rank", "ace"),
            p("rank", "two"),
            p("rank", "three"),
            p("rank", "four"),
            p("rank", "five"),
            p("rank", "six"),
        )
        # Translators: rank in braille messages, as short as possible.
        self.short_ranks = (p("braille rank", "ace"), "2", "3", "4", "5", "6")
        # Translators: one cell a suit in the braille card line: clubs, diamonds, hearts, spades.
        self.letters = dict(zip("CDHS", p("braille letters", "cdhs"), strict=True))
        # Translators: one cell for the ace, then two to six, in the braille card line.
        self.rank_letters = p("braille letters", "a23456")
        # Translators: two cells for a joker in the braille card line.
        self.joker_letters = p("braille letters", "jo")
        self._nominative = (
            p("nominative", "the ace of {suit}"),
            p("nominative", "the two of {suit}"),
            p("nominative", "the three of {suit}"),
            p("nominative", "the four of {suit}"),
            p("nominative", "the five of {suit}"),
            p("nominative", "the six of {suit}"),
        )
        self._accusative = (
            p("accusative", "the ace of {suit}"),
            p("accusative", "the two of {suit}"),
            p("accusative", "the three of {suit}"),
            p("accusative", "the four of {suit}"),
            p("accusative", "the five of {suit}"),
            p("accusative", "the six of {suit}"),
        )
        # Translators: a card's name without article.
        self._bare = p("card", "{rank} of {suit}")
        # Translators: a card's name in braille messages.
        self._braille = p("braille", "{suit} {rank}")
        self._joker = Noun(
            p("nominative", "the joker"),
            p("accusative", "the joker"),
            p("card", "joker"),
            p("braille", "joker"),
        )
        self._clues: dict[Clue, ClueWords] = {
            1: ClueWords(p("one card", "an ace"), p("several cards", "aces"), p("braille", "aces")),
            2: ClueWords(p("one card", "a two"), p("several cards", "twos"), p("braille", "twos")),
            3: ClueWords(p("one card", "a three"), p("several cards", "threes"), p("braille", "threes")),
            4: ClueWords(p("one card", "a four"), p("several cards", "fours"), p("braille", "fours")),
            5: ClueWords(p("one card", "a five"), p("several cards", "fives"), p("braille", "fives")),
            6: ClueWords(p("one card", "a six"), p("several cards", "sixes"), p("braille", "sixes")),
            "C": ClueWords(p("one card", "a club"), p("several cards", "clubs"), self.suits["C"]),
            "D": ClueWords(p("one card", "a diamond"), p("several cards", "diamonds"), self.suits["D"]),
            "H": ClueWords(p("one card", "a heart"), p("several cards", "hearts"), self.suits["H"]),
            "S": ClueWords(p("one card", "a spade"), p("several cards", "spades"), self.suits["S"]),
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

    def rank(self, rank: int) -> str:
        return self.ranks[rank - 1]

    def code(self, face: Face) -> str:
        """Return the card as it stands in the braille card line: two cells."""
        if face == JOKER:
            return self.joker_letters
        return self.letters[face.suit] + self.rank_letters[face.rank - 1]
