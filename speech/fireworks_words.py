"""All words of the fireworks games for one seat: what is told, what is answered, and the braille line.

Not here: the sentences themselves (see `fireworks_text`, `fireworks_answers`, `fireworks_line`).
"""

from __future__ import annotations

from engine.fireworks_parts import Event, View
from engine.table import Refused, Seat

from .braille import Group
from .fireworks_answers import FireworksAnswers
from .fireworks_line import card_line
from .fireworks_text import FireworksText
from .words import Said, Verbosity, Words


class FireworksWords:
    """The words of Nova for one seat, as `game_words.GameWords` promises them."""

    def __init__(self, words: Words, names: tuple[str, ...], seat: Seat | None, verbosity: Verbosity) -> None:
        self.text = FireworksText(words, names, seat, verbosity)
        self.answers = FireworksAnswers(self.text)

    def event(self, event: Event, view: View) -> Said:
        return self.text.event(event, view)

    def refusal(self, refused: Refused, view: View) -> Said:
        return self.text.refusal(refused, view)

    def turn(self, view: View) -> Said:
        return self.answers.turn(view)

    def table(self, view: View) -> Said:
        return self.answers.table(view)

    def line(self, view: View) -> list[Group]:
        return card_line(self.answers, view)
