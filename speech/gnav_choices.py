"""What the fields of the line offer in Gnav: the actions that are possible now, and what a field is.

All of it from one seat's `View`. Not here: which fields there are (see `gnav_words`), and the answers to
typed questions (see `gnav_answers`).
"""

from __future__ import annotations

from engine.gnav_parts import PASSED_BY, Keep, Rank, Swap, View, left_of
from engine.table import Seat

from .choices import LABEL, Choice, no_such, short_names
from .gnav_answers import GnavAnswers
from .words import Said, paragraph, terse


def menus(answers: GnavAnswers, view: View) -> tuple[Choice, ...]:
    """Return what the viewer may do now; () out of turn, when the match is over, and for a bystander."""
    t, seat = answers.t, view.seat
    if seat is None or view.turn != seat:
        return ()
    # Translators: in a menu, at most 12 cells, letters and blanks only: keep one's card.
    keep = Choice(t.pgettext("braille", "keep"), Keep(seat), owners=("hand",))
    asked = left_of(view.order, seat)
    if asked is None:
        # Translators: in a menu, at most 12 cells, letters and blanks only: swap with the stock.
        return keep, Choice(t.pgettext("braille", "swap stock"), Swap(seat), owners=("hand", "stock"))
    # Translators: in a menu, few cells, letters and blanks only: swap with {who}.
    swap = t.pgettext("braille", "swap {who}")
    names = short_names(answers.text.names, answers.words.lang, LABEL - len(swap.format(who="")))
    there = [f"card {asked}"] if view.cards[asked] is not None else []
    owners = ("hand", f"player {asked}", *there)
    return keep, Choice(swap.format(who=names[asked]), Swap(seat), owners=owners)


class GnavObjects(GnavAnswers):
    """What each field of the line is, for the seat that `text` speaks to."""

    def of(self, owner: str, view: View) -> Said:
        """Return what the field with this owner is; raises ValueError if there is none."""
        match owner.split():
            case ["hand"] if view.seat is not None:
                return self._own_card(view, view.seat)
            case ["card", seat]:
                said = self._card_of(view, int(seat))
            case ["player", seat]:
                said = self._player(view, int(seat))
            case ["lives"] if view.seat is not None:
                said = self._lives_of(view, view.seat)
            case ["stock"]:
                felt = self.t.pgettext("braille", "stock {n}").format(n=view.stock)
                said = Said(self.text.stock_left(view.stock), felt)
            case _:
                raise no_such(owner)
        return terse(said) if self.text.short else said

    def _own_card(self, view: View, seat: Seat) -> Said:
        """Return the own card and what it does; in short verbosity only the card is spoken."""
        card, own = view.card, self.own_card(view)
        if card is None or not view.lives[seat]:
            return terse(own) if self.text.short else own
        effect = self.effect(card)
        if self.text.short:
            return terse(own)._replace(braille=effect.braille)
        more = effect.speech if self.text.learning else self._does(card)
        return Said(paragraph([own.speech, more]), effect.braille)

    def _does(self, rank: Rank) -> str:
        """Return what a card does in a few words (seed 004, "Eine Runde spielen", "Wertung und Ende")."""
        t = self.t
        if rank is Rank.FOOL:
            return t.gettext("It costs a life at the end of the deal.")
        if rank in PASSED_BY:
            # Translators: what a house or horse does.
            return t.gettext("It refuses, and the request goes on.")
        if rank is Rank.CAT:
            return t.gettext("It refuses, costs the asker a life and undoes all exchanges.")
        if rank is Rank.DRAGOON:
            return t.gettext("It refuses and costs the asker a life.")
        if rank is Rank.CUCKOO:
            return t.gettext("It is the highest card and ends the deal when it is asked for.")
        low, high = int(rank), Rank.CUCKOO - rank
        lines = (
            t.ngettext("{low} kind of card is lower.", "{low} kinds of cards are lower.", low),
            t.ngettext("{high} kind of card is higher.", "{high} kinds of cards are higher.", high),
        )
        return paragraph(lines).format(low=low, high=high)

    def _card_of(self, view: View, seat: Seat) -> Said:
        card = view.cards[seat]
        assert card is not None  # else it is not on the line
        parts = {"who": self.text.names[seat], "card": self.cards.card(card)}
        more = self.effect(card).speech if self.text.learning else ""
        said = self.t.gettext("{who} has {card.acc}.").format(**parts)
        # Translators: a card that the listener has seen at another player's place.
        felt = self.t.pgettext("braille", "{who} has {card.braille}").format(**parts)
        return Said(paragraph([said, more]), felt)

    def _player(self, view: View, seat: Seat) -> Said:
        """Return a player's lives, and whether it is their turn or they rest."""
        t, life = self.t, self._lives_of(view, seat)
        if seat in view.resting:
            mine = seat == self.text.me
            # Translators: in braille messages: the listener rests in this deal.
            felt = t.pgettext("braille", "You rest") if mine else t.pgettext("braille", "{who} rests")
            cells = f"{felt.format(who=self.text.names[seat])}. {life.braille}"
            return Said(paragraph([self._rests(seat), life.speech]), cells)
        if view.turn != seat:
            return life
        turn = self.turn(view)
        said = t.gettext("It is your turn.") if seat == self.text.me else turn.speech
        return Said(paragraph([said, life.speech]), f"{turn.braille}. {life.braille}")

    def _lives_of(self, view: View, seat: Seat) -> Said:
        t, left = self.t, view.lives[seat]
        parts = {"who": self.text.names[seat], "lives": self.text.lives(left)}
        if seat == self.text.me:
            felt = t.pgettext("braille", "You: {lives}") if left else t.pgettext("braille", "You are out")
        else:
            felt = t.pgettext("braille", "{who}: {lives}") if left else t.pgettext("braille", "{who} is out")
        return Said(self._life(view, seat), felt.format(**parts))
