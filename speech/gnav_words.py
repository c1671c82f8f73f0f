"""All that is said and felt in Gnav, for one seat, put together: events, refusals, answers, the braille line.

Not here: the sentences of the events (see `gnav_text`), of the answers (see `gnav_answers`), and how the
line is laid out on a display (see `braille`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import assert_never

from engine.gnav_parts import Event, View, Why
from engine.table import Refused, Seat

from .braille import Field, Group
from .choices import Choice, on_line
from .game_words import NO_NOTES
from .gnav_answers import GnavAnswers
from .gnav_cards import CardNames, GnavCards
from .gnav_choices import GnavObjects, menus
from .gnav_reasons import GnavReasons
from .gnav_text import GnavText
from .words import Said, Verbosity, Words


class GnavWords(GnavAnswers):
    """The words of Gnav for one seat (see `game_words.GameWords`), None for a bystander.

    `card_names` chooses what the cards with a picture are called.
    """

    def __init__(
        self,
        words: Words,
        names: tuple[str, ...],
        seat: Seat | None,
        verbosity: Verbosity,
        card_names: CardNames = "own",
    ) -> None:
        super().__init__(GnavText(words, names, seat, verbosity, GnavCards(words, card_names)))
        self.objects = GnavObjects(self.text)
        self.reasons = GnavReasons(self.text)

    def event(self, event: Event, view: View) -> Said:
        return self.text.event(event, view)

    # -- refusals

    def refusal(self, refused: Refused, view: View) -> Said:
        """Return why an action is refused and what would do, to the one who tried."""
        assert isinstance(refused.why, Why)
        said, felt = self._refusal(refused.why, refused)
        return Said(said, felt, "error")

    def _refusal(self, why: Why, refused: Refused) -> tuple[str, str]:
        t = self.t
        match why:
            case Why.GAME_OVER:
                return (
                    t.gettext("The match is over. New plays another one; table and history still answer."),
                    t.pgettext("braille", "The match is over"),
                )
            case Why.NO_DECK:
                return (
                    t.gettext(
                        "The record of this match has no further deal and breaks off here. Say quit to leave."
                    ),
                    t.pgettext("braille", "No further deal"),
                )
            case Why.OUT:
                return (
                    t.gettext("You have no life left and are out. Listen how the match ends, or say quit."),
                    t.pgettext("braille", "No: you are out"),
                )
            case Why.RESTING:
                return (
                    t.gettext("You rest in this deal. Wait for the next one; table answers meanwhile."),
                    t.pgettext("braille", "No: you rest"),
                )
            case Why.NOT_YOUR_TURN:
                turn = refused.facts["turn"]
                assert isinstance(turn, int)
                who = self.text.names[turn]
                return (
                    t.gettext(
                        "It is {who}'s turn. Wait until you are called; card and table answer meanwhile."
                    ).format(who=who),
                    t.pgettext("braille", "No: {who}'s turn").format(who=who),
                )
            case _:
                assert_never(why)

    # -- the braille line

    def line(self, view: View) -> Sequence[Group]:
        """Return own card and lives, all lives with the turn marked, stock, and what is known of others."""
        # Translators: one capital letter each, before a number: own lives, cards in the stock.
        lives, stock = list(self.words.letters.pgettext("braille letters", "LD"))
        groups = [self._lives_group(view), Group((Field(f"{stock}{view.stock}", "stock"),))]
        if view.seat is not None:
            mine = Field(f"{lives}{view.lives[view.seat]}", "lives")
            groups.insert(0, Group((self._own_field(view), mine)))
        known = [
            # The card before the name, and so not to be taken for a number of lives: "hsb", "7d".
            Field(self.cards.code(card) + self.text.initials[seat].lower(), f"card {seat}")
            for seat, card in self.seen(view)
            if seat != view.seat
        ]
        return [*groups, Group(tuple(known))] if known else groups

    def choices(self, view: View) -> tuple[Choice, ...]:
        """Return all that the viewer may do now, as menus for a display."""
        return menus(self, view)

    def object(self, owner: str, view: View, notes: Mapping[int, str] = NO_NOTES) -> Said:
        """Return what the field of the line with this owner is. Raises ValueError if there is none.

        There are no notes in this game.
        """
        return self.objects.of(on_line(owner, self.line(view)), view)

    def _own_field(self, view: View) -> Field:
        assert view.seat is not None
        # The unknown half of a card, twice, stands for no card.
        text = "--" if view.card is None or not view.lives[view.seat] else self.cards.code(view.card)
        return Field(text, "hand", view.turn == view.seat)

    def _lives_group(self, view: View) -> Group:
        return Group(
            tuple(
                Field(self.life_code(view, seat), f"player {seat}", view.turn == seat)
                for seat in range(len(view.lives))
            )
        )


class NorwegianGnavWords(GnavWords):
    """The same, with the cards called as in Norway: Narr, Ugle, Potte, Hus, Hest, Katt, Dragon, Gjøk."""

    def __init__(self, words: Words, names: tuple[str, ...], seat: Seat | None, verbosity: Verbosity) -> None:
        super().__init__(words, names, seat, verbosity, card_names="norwegian")
