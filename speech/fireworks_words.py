"""All words of the fireworks games for one seat: what is told, what is answered, and the braille line.

Not here: the sentences themselves (see `fireworks_text`, `fireworks_refusals`,
`fireworks_answers`, `fireworks_line`, `fireworks_choices`).
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.fireworks_parts import Event, View
from engine.table import Refused, Seat

from .braille import Group
from .cards import CardWords, NovaCards
from .choices import Choice, on_line
from .fireworks_answers import FireworksAnswers
from .fireworks_choices import FireworksObjects, HanabiObjects, menus
from .fireworks_line import card_line
from .fireworks_reasons import FireworksReasons
from .fireworks_refusals import FireworksRefusals
from .fireworks_terms import HanabiTerms, NovaTerms, Terms
from .fireworks_text import FireworksText
from .game_words import NO_NOTES
from .hanabi_cards import HanabiCards
from .words import Said, Verbosity, Words


class FireworksWords:
    """The words of Nova for one seat, as `game_words.GameWords` promises them."""

    def __init__(self, words: Words, names: tuple[str, ...], seat: Seat | None, verbosity: Verbosity) -> None:
        cards, terms = self.named(words, verbosity)
        self.text = FireworksText(words, names, seat, verbosity, cards, terms)
        self.answers = FireworksAnswers(self.text)
        self.objects = self.described(self.text)
        self.refusals = FireworksRefusals(self.text)
        self.reasons = FireworksReasons(self.text)

    def named(self, words: Words, verbosity: Verbosity) -> tuple[CardWords, Terms]:
        """Return how cards and tokens are named."""
        return NovaCards(words), NovaTerms(words)

    def described(self, text: FireworksText) -> FireworksObjects:
        """Return the words for what lies under a finger."""
        return FireworksObjects(text)

    def event(self, event: Event, view: View) -> Said:
        return self.text.event(event, view)

    def refusal(self, refused: Refused, view: View) -> Said:
        return self.refusals.refusal(refused, view)

    def turn(self, view: View) -> Said:
        return self.answers.turn(view)

    def table(self, view: View) -> Said:
        return self.answers.table(view)

    def line(self, view: View) -> list[Group]:
        return card_line(self.answers, view)

    def choices(self, view: View) -> tuple[Choice, ...]:
        return menus(self.answers, view)

    def object(self, owner: str, view: View, notes: Mapping[int, str] = NO_NOTES) -> Said:
        return self.objects.of(on_line(owner, self.line(view)), view, notes)


class HanabiWords(FireworksWords):
    """The words of Hanabi, tactile edition; learners hear the shapes that are felt on the cards."""

    def named(self, words: Words, verbosity: Verbosity) -> tuple[CardWords, Terms]:
        return HanabiCards(words, shapes=verbosity is Verbosity.LEARNING), HanabiTerms(words)

    def described(self, text: FireworksText) -> FireworksObjects:
        return HanabiObjects(text)
