"""What the Senpai answers in Gnav: own card, lives, table, what was seen, turn and status.

Every answer is made from one seat's `View`, prints one fact a line, and tells a bystander what everybody
may know. Not here: what happens unasked (see `gnav_text`), what a card does (see `gnav_cards`).
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.gnav_parts import Rank, View, left_of
from engine.table import Seat

from .gnav_text import GnavText
from .words import Said, paragraph


class GnavAnswers:
    """Answers for the seat that `text` speaks to."""

    def __init__(self, text: GnavText) -> None:
        self.text = text
        self.words, self.t, self.cards = text.words, text.t, text.cards

    # -- cards

    def own_card(self, view: View) -> Said:
        """Return what the viewer holds, or why they hold nothing."""
        t = self.t
        if view.seat is None:
            return Said(t.gettext("You hold no cards."), t.pgettext("braille", "No cards"))
        if not view.lives[view.seat]:
            return Said(t.gettext("You are out and have no card."), t.pgettext("braille", "Out, no card"))
        if view.card is None:
            return Said(t.gettext("You rest and have no card."), t.pgettext("braille", "Resting, no card"))
        card = self.cards.card(view.card)
        return Said(self.text.own(view), t.pgettext("braille", "You have {card.braille}").format(card=card))

    def known(self, view: View) -> Said:
        """Return all cards that the viewer has seen and where they are, and the exchanges of this deal."""
        t = self.t
        lines, felt = [self.own_card(view).speech], [self.own_card(view).braille]
        others = [(seat, card) for seat, card in self.seen(view) if seat != view.seat]
        for seat, card in others:
            # Translators: a card that the listener has seen at another player's place.
            said = t.gettext("{who} has {card.acc}.")
            lines.append(said.format(who=self.text.names[seat], card=self.cards.card(card)))
        if others:
            felt.append(" ".join(self.text.initials[seat] + self.cards.code(card) for seat, card in others))
        else:
            lines.append(t.gettext("You know no other card."))
        if view.aside:
            aside = self.words.all_of([self.cards.card(card).bare for card in view.aside])
            # Translators: matadors drawn from the stock.
            lines.append(t.gettext("Drawn and laid aside: {cards}.").format(cards=aside))
            codes = " ".join(self.cards.card(card).braille for card in view.aside)
            felt.append(t.pgettext("braille", "aside {cards}").format(cards=codes))
        if view.exchanges:
            lines += [self._swapped(view, one, other) for one, other in view.exchanges]
            pairs = " ".join(self.text.initials[a] + self.text.initials[b] for a, b in view.exchanges)
            # Translators: {pairs} are initials of players, "AB CD".
            felt.append(t.pgettext("braille", "swapped {pairs}").format(pairs=pairs))
        return _lines(lines, "; ".join(felt))

    def seen(self, view: View) -> list[tuple[Seat, Rank]]:
        """Return the cards that the viewer knows, own one included, each with the seat where it lies."""
        return [(seat, card) for seat, card in enumerate(view.cards) if card is not None]

    def _swapped(self, view: View, one: Seat, other: Seat) -> str:
        t, names = self.t, self.text.names
        if view.seat in (one, other):
            # Translators: an exchange of this deal.
            said = t.gettext("You and {who} have swapped.")
            return said.format(who=names[other if view.seat == one else one])
        # Translators: an exchange of this deal.
        return t.gettext("{who} and {to} have swapped.").format(who=names[one], to=names[other])

    # -- the table

    def lives(self, view: View) -> Said:
        """Return everybody's lives."""
        lines = [self._life(view, seat) for seat in range(len(view.lives))]
        return _lines(lines, " ".join(self.life_code(view, seat) for seat in range(len(view.lives))))

    def _life(self, view: View, seat: Seat) -> str:
        t, parts = self.t, {"who": self.text.names[seat], "lives": self.text.lives(view.lives[seat])}
        out = not view.lives[seat]
        if seat == self.text.me:
            # Translators: {lives} is "2 lives".
            said = t.gettext("You are out.") if out else t.gettext("You have {lives}.")
        elif out:
            said = t.gettext("{who} is out.")
        else:
            # Translators: {lives} is "2 lives".
            said = t.gettext("{who} has {lives}.")
        return said.format(**parts)

    def life_code(self, view: View, seat: Seat) -> str:
        """Return the beginning of a name, the lives, and a letter for who rests: "b2", "c1r"."""
        # Translators: one letter: the player rests.
        rests = self.words.letters.pgettext("braille letters", "r") if seat in view.resting else ""
        return f"{self.text.initials[seat].lower()}{view.lives[seat]}{rests}"

    def table(self, view: View) -> Said:
        """Return the deal, its participants, who rests or is out, lives, stock, button and turn."""
        t = self.t
        # Translators: the number of the deal.
        lines = [t.gettext("Deal {n}.").format(n=view.deal)]
        order = self._names(view.order)
        # Translators: {names} are the participants of the deal, the dealer last.
        lines.append(t.gettext("The turn goes round like this: {names}.").format(names=order))
        lines.append(self._dealer(view))
        lines += [self._rests(seat) for seat in view.resting]
        lines += [self._life(view, seat) for seat in range(len(view.lives))]
        lines += [self.text.stock_left(view.stock), self.turn(view).speech]
        felt = t.pgettext("braille", "Deal {n}, dealer {who}, {lives}, stock {stock}")
        parts = {"n": view.deal, "who": self.text.names[view.order[-1]], "stock": view.stock}
        return _lines(lines, felt.format(**parts, lives=self.lives(view).braille))

    def _names(self, seats: Sequence[Seat]) -> str:
        return self.words.all_of([self.text.who(seat) for seat in seats])

    def _dealer(self, view: View) -> str:
        """Return where the button lies, and who deals for it if its owner rests."""
        t, dealer = self.t, view.order[-1]
        parts = {"who": self.text.names[dealer], "button": self.text.names[view.button]}
        if view.button == self.text.me:
            # Translators: the button moves from seat to seat and marks the dealer.
            button = t.gettext("The dealer's button lies before you.")
        else:
            button = t.gettext("The dealer's button lies before {button}.")
        if dealer == view.button:
            instead = ""
        elif dealer == self.text.me:
            instead = t.gettext("You deal instead.")
        else:
            instead = t.gettext("{who} deals instead.")
        return paragraph([button, instead]).format(**parts)

    def _rests(self, seat: Seat) -> str:
        t = self.t
        if seat == self.text.me:
            return t.gettext("You rest.")
        # Translators: a player takes no part in this deal.
        return t.gettext("{who} rests.").format(who=self.text.names[seat])

    # -- what a card does

    def effect(self, rank: Rank) -> Said:
        return self.cards.effect(rank)

    # -- turn and status

    def turn(self, view: View) -> Said:
        """Return whose turn it is and what may be done; or how the match ended."""
        t = self.t
        if view.turn is None:
            return self._outcome(view)
        if view.turn == view.seat:
            said = paragraph([t.gettext("It is your turn."), self.text.choices(view)])
            return Said(said, t.pgettext("braille", "Your turn"))
        who = self.text.names[view.turn]
        said = t.gettext("It is {who}'s turn.").format(who=who)
        return Said(said, t.pgettext("braille", "{who}'s turn").format(who=who))

    def _outcome(self, view: View) -> Said:
        t = self.t
        if not view.over:
            said = t.gettext("The record of this match has no further deal, so it breaks off here.")
            return Said(said, t.pgettext("braille", "No further deal"))
        if view.winner is None:
            said = t.gettext("The match is over. It is a draw.")
            return Said(said, t.pgettext("braille", "Over, a draw"))
        if view.winner == view.seat:
            return Said(t.gettext("The match is over. You have won."), t.pgettext("braille", "Over, you won"))
        who = self.text.names[view.winner]
        said = t.gettext("The match is over. {who} has won.").format(who=who)
        return Said(said, t.pgettext("braille", "Over, {who} won").format(who=who))

    def whom(self, view: View) -> Said:
        """Return whom the viewer can ask now, to one who named somebody else."""
        t = self.t
        asked = left_of(view.order, view.seat) if view.seat in view.order else None
        if asked is None:
            said = t.gettext("You deal, so you can only swap with the stock. Say swap, or keep.")
            return Said(said, t.pgettext("braille", "Only the stock"), "error")
        # Translators: the neighbour to the left.
        said = t.gettext("You can only ask {to}, the next player to your left. Say swap, or keep.")
        felt = t.pgettext("braille", "You can only ask {to}")
        return Said(said.format(to=self.text.names[asked]), felt.format(to=self.text.names[asked]), "error")

    def status(self, view: View) -> Said:
        """Return turn, own card and lives in short."""
        parts = [self.turn(view), self.own_card(view), self.lives(view)]
        lines = [(part.print or part.speech) for part in parts]
        return _lines("\n".join(lines).split("\n"), ". ".join(part.braille for part in parts))


def _lines(lines: Sequence[str], felt: str) -> Said:
    return Said(" ".join(lines), felt, print="\n".join(lines))
