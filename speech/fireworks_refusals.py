"""Why the fireworks games refuse an action, and what would do: a sentence and a braille text each.

Only the one who tried hears it. Not here: what is told to everybody (see `fireworks_text`).
"""

from __future__ import annotations

from typing import assert_never

from engine.fireworks_parts import View, Why
from engine.table import Refused, Seat

from .fireworks_text import FireworksText
from .words import Said, sentence


class FireworksRefusals:
    """Refusals to the seat that `text` speaks to."""

    def __init__(self, text: FireworksText) -> None:
        self.words, self.t, self.names = text.words, text.t, text.names
        self.cards, self.terms = text.cards, text.terms

    def refusal(self, refused: Refused, view: View) -> Said:
        """Return why an action is refused and what would do, to the one who tried."""
        assert isinstance(refused.why, Why)
        said, felt = self._refusal(refused.why, refused, view)
        return Said(said, felt, "error")

    def _refusal(self, why: Why, refused: Refused, view: View) -> tuple[str, str]:
        t, facts = self.t, refused.facts
        match why:
            case Why.GAME_OVER:
                return (
                    t.gettext(
                        "The game is over. New plays another one; table, discards and history still answer."
                    ),
                    t.pgettext("braille", "The game is over"),
                )
            case Why.NOT_YOUR_TURN:
                who = self.names[_seat(facts["turn"])]
                return (
                    t.gettext(
                        "It is {who}'s turn. Wait until you are called; hand and table answer meanwhile."
                    ).format(who=who),
                    t.pgettext("braille", "No: {who}'s turn").format(who=who),
                )
            case Why.NO_HINT_LEFT:
                return self.terms.no_hint()
            case Why.HINT_AT_SELF:
                return (
                    t.gettext("You cannot give yourself a hint: name another player."),
                    t.pgettext("braille", "No hint to yourself"),
                )
            case Why.NO_SUCH_SEAT:
                return (
                    t.gettext("Nobody sits there: name another player."),
                    t.pgettext("braille", "Nobody sits there"),
                )
            case Why.NO_SUCH_CLUE:
                clues = self.words.one_of([self.cards.clue(clue).many for clue in view.rules.clues()])
                return (
                    t.gettext("There is no such hint here. Name {clues}.").format(clues=clues),
                    t.pgettext("braille", "Name a suit or a rank"),
                )
            case Why.HINT_AT_NOTHING:
                clue = facts["clue"]
                assert isinstance(clue, (str, int))
                to, named = self.names[_seat(facts["to"])], self.cards.clue(clue)
                return (
                    t.gettext("{to} has {none}. A hint must point at a card: name what {to} holds.").format(
                        to=to, none=named.none
                    ),
                    t.pgettext("braille", "{to} has {none}").format(to=to, none=named.none),
                )
            case Why.ALL_HINTS_THERE:
                return self.terms.all_hints()
            case Why.NOT_IN_HAND:
                return (
                    t.gettext("You do not hold that card: choose one of your own."),
                    t.pgettext("braille", "Not your card"),
                )
            case Why.ROW_FIRST:
                return (
                    t.gettext("First choose a row for the joker: {suits}.").format(
                        suits=self.open_rows(view)
                    ),
                    t.pgettext("braille", "First choose a row"),
                )
            case Why.NO_JOKER:
                return (
                    t.gettext("No joker waits for a row: give a hint, play or discard."),
                    t.pgettext("braille", "No joker waits"),
                )
            case Why.NO_SUCH_ROW:
                return (
                    t.gettext("There is no such row. Choose {suits}.").format(suits=self.open_rows(view)),
                    t.pgettext("braille", "No such row"),
                )
            case Why.ROW_COMPLETE:
                suit = self.cards.suit(str(facts["suit"]))
                return (
                    sentence(
                        t.gettext("The {suit} row is complete. Choose {suits}."),
                        suit=suit,
                        suits=self.open_rows(view),
                    ),
                    t.pgettext("braille", "{suit} is complete").format(suit=suit),
                )
            case Why.WRONG_ORDER:
                return (
                    t.gettext("The new order must name each of your cards once: say arrange and all places."),
                    t.pgettext("braille", "Name each card once"),
                )
            case _:
                assert_never(why)

    def open_rows(self, view: View) -> str:
        """Return the rows that a joker may still go to, as alternatives."""
        return self.words.one_of([self.cards.suit(s) for s, height in view.rows if height < view.rules.top])


def _seat(fact: object) -> Seat:
    assert isinstance(fact, int)
    return fact
