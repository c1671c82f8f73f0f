"""How players of Hanabi, tactile edition, name cards, colours, ranks and hints. Not here: sentences.

Colours and shapes: seed 003, "Inhalt der Schachtel".
"""

from __future__ import annotations

from engine.fireworks_parts import Clue, Face

from .cards import ClueWords
from .words import Noun, Words


class HanabiCards:
    """Cards of five colours, or six, from one to five.

    With `shapes`, colours are named with the shape that is felt on the card, for learners.
    """

    def __init__(self, words: Words, *, shapes: bool) -> None:
        pgettext = words.t.pgettext
        self.suits = {
            "R": pgettext("colour", "red"),
            "Y": pgettext("colour", "yellow"),
            "G": pgettext("colour", "green"),
            "B": pgettext("colour", "blue"),
            "W": pgettext("colour", "white"),
            "M": pgettext("colour", "many-coloured"),
        }
        self.ranks = (
            pgettext("rank", "one"),
            pgettext("rank", "two"),
            pgettext("rank", "three"),
            pgettext("rank", "four"),
            pgettext("rank", "five"),
        )
        # Translators: one cell a colour, as the tactile edition marks them: red, yellow, green, blue,
        # white, many-coloured.
        self.letters = dict(zip("RYGBWM", words.letters.pgettext("braille letters", "rygbwm"), strict=True))
        self.rank_letters = "12345"
        self._nominative = {
            "R": pgettext("nominative", "the red {rank}"),
            "Y": pgettext("nominative", "the yellow {rank}"),
            "G": pgettext("nominative", "the green {rank}"),
            "B": pgettext("nominative", "the blue {rank}"),
            "W": pgettext("nominative", "the white {rank}"),
            "M": pgettext("nominative", "the many-coloured {rank}"),
        }
        self._accusative = {
            "R": pgettext("accusative", "the red {rank}"),
            "Y": pgettext("accusative", "the yellow {rank}"),
            "G": pgettext("accusative", "the green {rank}"),
            "B": pgettext("accusative", "the blue {rank}"),
            "W": pgettext("accusative", "the white {rank}"),
            "M": pgettext("accusative", "the many-coloured {rank}"),
        }
        self._bare = {
            "R": pgettext("card", "red {rank}"),
            "Y": pgettext("card", "yellow {rank}"),
            "G": pgettext("card", "green {rank}"),
            "B": pgettext("card", "blue {rank}"),
            "W": pgettext("card", "white {rank}"),
            "M": pgettext("card", "many-coloured {rank}"),
        }
        self._rows = {
            "R": pgettext("nominative", "the red row"),
            "Y": pgettext("nominative", "the yellow row"),
            "G": pgettext("nominative", "the green row"),
            "B": pgettext("nominative", "the blue row"),
            "W": pgettext("nominative", "the white row"),
            "M": pgettext("nominative", "the many-coloured row"),
        }
        self._shapes = {
            "R": pgettext("shape", "{card} with a circle"),
            "Y": pgettext("shape", "{card} with a triangle"),
            "G": pgettext("shape", "{card} with an X"),
            "B": pgettext("shape", "{card} with a shrine"),
            "W": pgettext("shape", "{card} with a square"),
            "M": pgettext("shape", "{card} with a pinwheel"),
        }
        self._one = {
            "R": pgettext("one card", "red"),
            "Y": pgettext("one card", "yellow"),
            "G": pgettext("one card", "green"),
            "B": pgettext("one card", "blue"),
            "W": pgettext("one card", "white"),
            "M": pgettext("one card", "many-coloured"),
        }
        self._with_shapes = shapes
        self._clues: dict[Clue, ClueWords] = {
            "R": ClueWords(
                self.of_suit("R"),
                self._shaped("R", pgettext("several cards", "red")),
                pgettext("passed by", "not red"),
                pgettext("hand", "no red card"),
                self.suits["R"],
            ),
            "Y": ClueWords(
                self.of_suit("Y"),
                self._shaped("Y", pgettext("several cards", "yellow")),
                pgettext("passed by", "not yellow"),
                pgettext("hand", "no yellow card"),
                self.suits["Y"],
            ),
            "G": ClueWords(
                self.of_suit("G"),
                self._shaped("G", pgettext("several cards", "green")),
                pgettext("passed by", "not green"),
                pgettext("hand", "no green card"),
                self.suits["G"],
            ),
            "B": ClueWords(
                self.of_suit("B"),
                self._shaped("B", pgettext("several cards", "blue")),
                pgettext("passed by", "not blue"),
                pgettext("hand", "no blue card"),
                self.suits["B"],
            ),
            "W": ClueWords(
                self.of_suit("W"),
                self._shaped("W", pgettext("several cards", "white")),
                pgettext("passed by", "not white"),
                pgettext("hand", "no white card"),
                self.suits["W"],
            ),
            1: ClueWords(
                pgettext("one card", "a one"),
                pgettext("several cards", "ones"),
                pgettext("passed by", "not a one"),
                pgettext("hand", "no ones"),
                pgettext("braille", "ones"),
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
        }

    def _shaped(self, suit: str, name: str) -> str:
        return self._shapes[suit].format(card=name) if self._with_shapes else name

    def card(self, face: Face) -> Noun:
        suit, rank = face.suit, self.ranks[face.rank - 1]
        return Noun(
            self._shaped(suit, self._nominative[suit].format(rank=rank)),
            self._shaped(suit, self._accusative[suit].format(rank=rank)),
            self._shaped(suit, self._bare[suit].format(rank=rank)),
            f"{self.suits[suit]} {face.rank}",
        )

    def clue(self, clue: Clue) -> ClueWords:
        return self._clues[clue]

    def suit(self, suit: str) -> str:
        return self.suits[suit]

    def of_suit(self, suit: str) -> str:
        return self._shaped(suit, self._one[suit])

    def row(self, suit: str) -> str:
        return self._rows[suit]

    def rank(self, rank: int) -> str:
        return self.ranks[rank - 1]

    def code(self, face: Face) -> str:
        return self.letters[face.suit] + self.rank_letters[face.rank - 1]
