"""The Senpai at one seat: turns what the seat perceives and asks into utterances in its language.

Knows which texts belong to which game; knows no device and no state. Not here: when an utterance is
heard (see `queue`), and who may know what (see `engine`).
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.fireworks_parts import Event, View
from engine.table import Refused, Seat

from .braille import Group
from .fireworks_answers import FireworksAnswers
from .fireworks_line import card_line
from .fireworks_text import FireworksText
from .house import HouseText, NotUnderstood
from .utterance import Urgency, Utterance
from .words import Said, Verbosity, Words


class Senpai:
    """Speaks to one listener; `seat` None is a bystander."""

    def __init__(self, names: tuple[str, ...], seat: Seat | None, lang: str, verbosity: Verbosity) -> None:
        self.names, self.seat, self.lang = names, seat, lang
        self.words = Words(lang)
        self.house = HouseText(self.words)
        self.text = FireworksText(self.words, names, seat, verbosity)
        self.answers = FireworksAnswers(self.text)

    def event(self, event: Event, view: View) -> Said:
        """Return what is said of an event as this seat perceives it; `view` is after it."""
        return self.text.event(event, view)

    def refusal(self, refused: Refused, view: View) -> Utterance:
        return self.answer(self.text.refusal(refused, view), "Refused")

    def puzzle(self, problem: NotUnderstood) -> Utterance:
        return self.answer(self.house.puzzle(problem), "NotUnderstood")

    def line(self, view: View) -> Sequence[Group]:
        """Return the braille line for the seat's view."""
        return card_line(self.answers, view)

    def answer(self, said: Said, kind: str) -> Utterance:
        return self.utter(said, kind, Urgency.ANSWER)

    def utter(self, said: Said, kind: str, urgency: Urgency = Urgency.TABLE) -> Utterance:
        """Return the utterance for something said; `kind` names the event or answer."""
        return Utterance(
            said.speech,
            said.braille,
            said.speech if said.print is None else said.print,
            self.lang,
            urgency,
            kind,
            said.cue,
            said.group,
        )
