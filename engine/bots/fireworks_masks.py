"""Faces as bits, so that what a card can be is one number: bit suit * ranks + rank - 1, the joker's above.

Sets of faces ("masks") are then cut, joined and counted at once. Not here: what anybody said or thinks.
"""

from __future__ import annotations

from functools import cache

from engine.fireworks_parts import JOKER, Clue, Face, Rules


class Masks:
    """The faces of one game's deck as bits."""

    def __init__(self, rules: Rules) -> None:
        self.top = rules.top
        self.rows = len(rules.suits)
        self.row = {suit: row for row, suit in enumerate(rules.suits)}
        self.faces = [Face(suit, rank) for suit in rules.suits for rank in range(1, rules.top + 1)]
        if rules.jokers:
            self.faces.append(JOKER)
        self.number = {face: bit for bit, face in enumerate(self.faces)}
        self.copies = [rules.jokers if face == JOKER else rules.copies[face.rank] for face in self.faces]
        """By bit: how many cards of the deck have that face."""
        self.cards = sum(self.copies)
        self.every = (1 << len(self.faces)) - 1
        self.jokers = rules.jokers
        self.joker = 1 << self.number[JOKER] if rules.jokers else 0
        self.clues: list[Clue] = rules.clues()
        self.touched: dict[Clue, int] = {
            clue: sum(1 << bit for bit, face in enumerate(self.faces) if rules.touches(clue, face))
            for clue in self.clues
        }
        """By clue: the faces that such a hint points at."""
        self.highest = sum(1 << bit for bit, face in enumerate(self.faces) if face.rank == self.top)


@cache
def masks_of(rules: Rules) -> Masks:
    """Return the masks of a game; they never change."""
    return Masks(rules)
