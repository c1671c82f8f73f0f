"""The Senpai at one seat: turns what the seat perceives and asks into utterances in its language.

Knows which words belong to which game; knows no device and no state. Not here: when an utterance is
heard (see `queue`), and who may know what (see `engine`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.registry import Registry
from engine.table import Refused, Seat

from .braille import Group
from .cues import place_of
from .game_words import GameWords, MakeWords
from .house import HouseText, NotUnderstood
from .utterance import Urgency, Utterance
from .words import Said, Verbosity, Words

WORDS: Registry[MakeWords] = Registry(
    {
        "gnav": "speech.gnav_words:GnavWords",
        "gnav norwegian": "speech.gnav_words:NorwegianGnavWords",
        "hanabi": "speech.fireworks_words:HanabiWords",
        "nova": "speech.fireworks_words:FireworksWords",
        "push": "speech.push_words:PushWords",
    }
)
"""The words of every game, by its name in records; behind it, other names for the cards."""


class Senpai:
    """Speaks to one listener at a table of one game; `seat` None is a bystander.

    `cards` chooses what cards are called where a game has several names for them ("norwegian" at Gnav),
    `letters` the language of the letters that stand for cards in braille; None: the same.
    """

    def __init__(
        self,
        game: str,
        names: tuple[str, ...],
        seat: Seat | None,
        lang: str,
        verbosity: Verbosity,
        cards: str = "own",
        letters: str | None = None,
    ) -> None:
        self.names, self.seat, self.lang = names, seat, lang
        self._made_of = (game, names, seat, lang)
        self._naming = {"cards": cards, "letters": letters}
        self.words = Words(lang, letters)
        self.house = HouseText(self.words)
        named = f"{game} {cards}"
        make = WORDS[named if named in WORDS else game]
        self.game: GameWords = make(self.words, names, seat, verbosity)

    def saying(self, verbosity: Verbosity) -> Senpai:
        """Return the same Senpai with another verbosity."""
        game, names, seat, lang = self._made_of
        return Senpai(game, names, seat, lang, verbosity, **self._naming)  # type: ignore[arg-type]  # as given

    def refusal(self, refused: Refused, view: Any) -> Utterance:
        return self.answer(self.game.refusal(refused, view), "Refused")

    def puzzle(self, problem: NotUnderstood) -> Utterance:
        return self.answer(self.house.puzzle(problem), "NotUnderstood")

    def line(self, view: Any) -> Sequence[Group]:
        """Return the braille line for the seat's view."""
        return self.game.line(view)

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
            place=place_of(said.who, self.seat, len(self.names)),
        )
