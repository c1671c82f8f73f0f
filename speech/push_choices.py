"""What the fields of the line offer in Push: the actions that are possible now, and what a field is.

All of it from one seat's `View`. Not here: which fields there are, and the answers to typed questions (see
`push_answers`).
"""

from __future__ import annotations

from engine.push_parts import Pass, Take, View, runs
from engine.table import Seat

from .choices import Choice, no_such
from .push_answers import PushAnswers
from .words import Said, Verbosity, Words, paragraph, sentence, terse


def menus(answers: PushAnswers, view: View) -> tuple[Choice, ...]:
    """Return what the viewer may do now; () out of turn, when the game is over, and for a bystander."""
    t, seat = answers.t, view.seat
    if seat is None or view.turn != seat:
        return ()
    # Translators: in a menu, at most 12 cells, letters and blanks only: take the open card.
    menu = [Choice(t.pgettext("braille", "take"), Take(seat), owners=("take",))]
    if view.own_chips:
        # Translators: in a menu, at most 12 cells, letters and blanks only: a chip instead of the card.
        menu.append(Choice(t.pgettext("braille", "no thanks"), Pass(seat), owners=("pass", "chips")))
    return tuple(menu)


class PushObjects(PushAnswers):
    """What each field of the line is, for one seat, in its language and verbosity."""

    def __init__(self, words: Words, names: tuple[str, ...], verbosity: Verbosity) -> None:
        super().__init__(words, names)
        self.short = verbosity is Verbosity.SHORT
        self.learning = verbosity is Verbosity.LEARNING

    def of(self, owner: str, view: View) -> Said:
        """Return what the field with this owner is; raises ValueError if there is none."""
        said = self._of(owner, view)
        # A score below nothing is spoken in words.
        return terse(said) if self.short and "-" not in said.braille else said

    def _of(self, owner: str, view: View) -> Said:
        match owner.split():
            case ["take"]:
                return self._open(view)
            case ["pass"]:
                return self._pot(view)
            case ["hand", number] if view.seat is not None:
                return self._run(view, view.seat, int(number))
            case ["player", seat, number]:
                return self._run(view, int(seat), int(number))
            case ["player", seat]:
                return self._player(view, int(seat))
            case ["chips"] if view.seat is not None:
                return self.chips_of(view, view.seat)
            case ["chips", seat]:
                return self.chips_of(view, int(seat))
            case ["stock"]:
                felt = self.t.pgettext("braille", "stock {n}").format(n=view.pile)
                return Said(self.cards.stock(view.pile), felt)
            case _:
                raise no_such(owner)

    def _open(self, view: View) -> Said:
        assert view.card is not None  # else it is not on the line
        more = self.worth(view).speech if self.learning and view.seat is not None else ""
        # Translators: the open card, "diamonds jack 24", and "3 chips" on it.
        felt = self.t.pgettext("braille", "{card.braille} with {chips}")
        parts = {"card": self.cards.card(view.card), "chips": self.cards.chips(view.pot)}
        return Said(paragraph([*self._open_card(view), more]), felt.format(**parts))

    def _pot(self, view: View) -> Said:
        t, n, value = self.t, view.pot, view.card
        if n:
            # Translators: {value} is the open card's value.
            said = t.ngettext("{n} chip is on the {value}.", "{n} chips are on the {value}.", n)
        else:
            said = t.gettext("No chip is on the {value}.")
        more = t.gettext("Whoever takes the card gets the chips, too.") if self.learning and n else ""
        felt = t.pgettext("braille", "{chips} on {card}").format(chips=self.cards.chips(n), card=value)
        return Said(paragraph([said.format(n=n, value=value), more]), felt)

    def _run(self, view: View, seat: Seat, number: int) -> Said:
        t, (low, high) = self.t, runs(view.cards[seat])[number - 1]
        parts = {
            "who": self.names[seat],
            "run": self.cards.run(low, high),
            "points": self.cards.points(low),
            "low": low,
            "high": high,
            "card": self.cards.card(low).braille,
        }
        mine = seat == view.seat
        # Translators: a card or run on the table, "8 to 10 of clubs", and what it counts.
        said = t.gettext("You: {run}, {points}.") if mine else t.gettext("{who}: {run}, {points}.")
        # Translators: a run by the values of its ends, and what it counts.
        felt = t.pgettext("braille", "{low} to {high}: {points}") if high > low else "{card}"
        felt = felt.format(**parts)
        if not mine:
            # Translators: a player and cards.
            felt = t.pgettext("braille", "{who}: {cards}").format(who=self.names[seat], cards=felt)
        return Said(sentence(said, **parts), felt)

    def _player(self, view: View, seat: Seat) -> Said:
        said, felt = self._score_of(view, seat)
        if view.turn == seat:
            whose, whose_felt = self._whose(view)
            return Said(paragraph([whose, said]), f"{whose_felt}. {felt}")
        return Said(said, felt)
