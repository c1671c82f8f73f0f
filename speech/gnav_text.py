"""The sentences of Gnav: one branch an event, speech and braille side by side.

Not here: answers to what a player asks (see `gnav_answers`), refusals (see `gnav_words`), and the names of
cards (see `gnav_cards`).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from engine.gnav_parts import (
    ALL_LIVES,
    Announced,
    CuckooShown,
    Dealt,
    Drew,
    Ended,
    Event,
    Exchanged,
    Keep,
    Knocked,
    Left,
    PassedBy,
    Rank,
    Rests,
    Revealed,
    Settled,
    Skipped,
    Struck,
    Swap,
    TurnPassed,
    Undone,
    View,
    left_of,
)
from engine.table import Seat

from .braille import initials
from .gnav_cards import GnavCards
from .words import Said, Verbosity, Words, paragraph, sentence, terse

TERSE = (Exchanged, PassedBy, Struck, Drew, Settled)
"""In short verbosity these are spoken as they are brailled."""


class GnavText:
    """The words for one seat, in its language and verbosity; `me` is None for a bystander."""

    def __init__(
        self, words: Words, names: tuple[str, ...], me: Seat | None, verbosity: Verbosity, cards: GnavCards
    ) -> None:
        self.words, self.t = words, words.t
        self.names, self.me = names, me
        self.verbosity, self.cards = verbosity, cards
        self.initials = initials(names)

    # -- small words

    @property
    def short(self) -> bool:
        return self.verbosity is Verbosity.SHORT

    @property
    def learning(self) -> bool:
        return self.verbosity is Verbosity.LEARNING

    def who(self, seat: Seat) -> str:
        """Return the seat's name, or "you", as an item of a list."""
        # Translators: the listener, as an item of a list between names.
        return self.t.pgettext("item", "you") if seat == self.me else self.names[seat]

    def lives(self, n: int) -> str:
        return self.t.ngettext("{n} life", "{n} lives", n).format(n=n)

    def stock_left(self, n: int) -> str:
        return self.t.ngettext("{n} card left in the stock.", "{n} cards left in the stock.", n).format(n=n)

    def loses(self, seat: Seat, lives: int) -> str:
        """Return that the seat has lost a life, and how many it has left."""
        t, parts = self.t, {"who": self.names[seat], "lives": self.lives(lives)}
        if seat == self.me:
            # Translators: {lives} is "2 lives".
            said = (
                t.gettext("You lose a life and have {lives}.")
                if lives
                else t.gettext("You lose your last life.")
            )
        elif lives:
            # Translators: {lives} is "2 lives".
            said = t.gettext("{who} loses a life and has {lives}.")
        else:
            said = t.gettext("{who} loses the last life.")
        return said.format(**parts)

    def shows(self, seat: Seat, owner: Seat | None, card: Rank) -> tuple[str, str]:
        """Return that a card was shown by its owner, or drawn by `seat` (owner None): speech and braille."""
        t, noun = self.t, self.cards.card(card)
        if owner is None and seat == self.me:
            # Translators: a matador from the stock.
            said, felt = t.gettext("You draw {card.acc}."), t.pgettext("braille", "You draw {card.braille}")
        elif owner is None:
            # Translators: a matador from the stock.
            said = t.gettext("{who} draws {card.acc}.")
            felt = t.pgettext("braille", "{who} draws {card.braille}")
        elif owner == self.me:
            # Translators: somebody asked you to swap, and your card refuses.
            said, felt = t.gettext("You show {card.acc}."), t.pgettext("braille", "You show {card.braille}")
        else:
            # Translators: somebody was asked to swap, and their card refuses.
            said = t.gettext("{who} shows {card.acc}.")
            felt = t.pgettext("braille", "{who} shows {card.braille}")
        parts = {"who": self.names[seat if owner is None else owner], "card": noun}
        return said.format(**parts), felt.format(**parts)

    # -- events

    def event(self, event: Event, view: View) -> Said:
        """Return what this seat hears and feels of an event that it perceives; `view` is after it."""
        said = self._said(event, view)._replace(who=_whose(event))
        return terse(said) if self.short and isinstance(event, TERSE) else said

    def _said(self, event: Event, view: View) -> Said:
        match event:
            case Dealt():
                return self._dealt(event)
            case Knocked():
                return self._knocked(event)
            case Announced():
                return self._announced(event, view)
            case Exchanged():
                return self._exchanged(event)
            case PassedBy():
                return self._passed_by(event)
            case Struck():
                return self._struck(event)
            case Undone():
                return self._undone(event)
            case CuckooShown():
                return self._cuckoo(event)
            case Drew():
                return self._drew(event)
            case TurnPassed():
                return self._turn_passed(event, view)
            case Revealed():
                return self._revealed(event)
            case Settled():
                return self._settled(event)
            case Left():
                return self._left(event)
            case Rests():
                return self._rests(event)
            case Skipped():
                return self._skipped(event)
            case Ended():
                return self._ended(event)
            case _:
                assert_never(event)

    # -- dealing

    def _dealt(self, event: Dealt) -> Said:
        t, own = self.t, self._own_of(zip(event.order, event.cards, strict=True))
        lines = [self._opening(event), self._dealer(event)]
        if self.learning:
            order = self.words.all_of([self.who(seat) for seat in event.order])
            # Translators: {names} are the players in the order of their turns.
            lines.append(t.gettext("The turn goes round like this: {names}.").format(names=order))
            lines.append(self.stock_left(event.stock))
        if own is not None:
            # Translators: the card that the listener is dealt.
            lines.append(t.gettext("You get {card.acc}.").format(card=self.cards.card(own)))
        elif self.me in event.resting:
            lines.append(t.gettext("You rest and get no card."))
        return Said(paragraph(lines), self._dealt_cells(event, own), "deal")

    def _dealt_cells(self, event: Dealt, own: Rank | None) -> str:
        t, dealer = self.t, event.order[-1]
        if own is None:
            felt = t.pgettext("braille", "Deal {n}, {who} deals")
            return felt.format(n=event.deal, who=self.names[dealer])
        if dealer == self.me:
            # Translators: the own card, the number of the deal, and who deals.
            felt = t.pgettext("braille", "You have {card.braille}; deal {n}, you deal")
        else:
            # Translators: the own card, the number of the deal, and who deals.
            felt = t.pgettext("braille", "You have {card.braille}; deal {n}, {who} deals")
        return felt.format(card=self.cards.card(own), n=event.deal, who=self.names[dealer])

    def _own_of(self, cards: Iterable[tuple[Seat, Rank | None]]) -> Rank | None:
        return next((card for seat, card in cards if seat == self.me), None)

    def _opening(self, event: Dealt) -> str:
        t = self.t
        if event.deal > 1:
            return t.gettext("Deal {n}.").format(n=event.deal)
        names = self.words.all_of([name for seat, name in enumerate(self.names) if seat != self.me])
        if self.me is None:
            # Translators: the game begins; {names} are all players.
            said = t.gettext("{names} play Gnav, and everybody has {lives}.")
        else:
            # Translators: the game begins; {names} are the other players.
            said = t.gettext("You play Gnav with {names}, and everybody has {lives}.")
        return said.format(names=names, lives=self.lives(ALL_LIVES))

    def _dealer(self, event: Dealt) -> str:
        """Return who deals, also when the button's owner rests (games.md, "A deal")."""
        t, dealer = self.t, event.order[-1]
        parts = {"who": self.names[dealer], "button": self.names[event.button]}
        if event.button == dealer:
            said = t.gettext("You deal.") if dealer == self.me else t.gettext("{who} deals.")
        elif dealer == self.me:
            # Translators: {button} should deal, but rests.
            said = t.gettext("You deal in place of {button}.")
        elif event.button == self.me:
            # Translators: you should deal, but rest.
            said = t.gettext("{who} deals in your place.")
        else:
            # Translators: {button} should deal, but rests.
            said = t.gettext("{who} deals in place of {button}.")
        return said.format(**parts)

    def _knocked(self, event: Knocked) -> Said:
        t, parts = self.t, {"who": self.names[event.seat], "card": self.cards.card(Rank.FOOL)}
        if event.seat == self.me:
            # Translators: whoever is dealt a fool knocks on the table.
            said = t.gettext("You knock, for you have {card.acc}.")
            felt = t.pgettext("braille", "You knock: {card.braille}")
        else:
            said = t.gettext("{who} knocks and has {card.acc}.")
            felt = t.pgettext("braille", "{who} knocks: {card.braille}")
        more = t.gettext("It costs a life at the end of the deal.") if self.learning else ""
        return Said(paragraph([said.format(**parts), more]), felt.format(**parts), "knock")

    def _skipped(self, event: Skipped) -> Said:
        t = self.t
        said = t.gettext("Deal {n} is skipped, for fewer than two could play. All who rested come back.")
        felt = t.pgettext("braille", "Deal {n} skipped. All come back")
        more = t.gettext("Nobody loses a life.") if self.learning else ""
        return Said(paragraph([said.format(n=event.deal), more]), felt.format(n=event.deal), "skipped")

    # -- actions

    def _announced(self, event: Announced, view: View) -> Said:
        match event.action:
            case Keep():
                return self._keep_announced(event.seat, view)
            case Swap():
                return self._swap_announced(event)
            case _:
                assert_never(event.action)

    def _keep_announced(self, seat: Seat, view: View) -> Said:
        t, who = self.t, self.names[seat]
        if seat == self.me:
            said, felt = t.gettext("You keep your card."), t.pgettext("braille", "You keep")
        else:
            said, felt = t.gettext("{who} keeps the card."), t.pgettext("braille", "{who} keeps")
        more = ""
        if self.learning and seat == view.order[-1]:
            more = t.gettext("That was the dealer, so all cards are shown.")
        elif self.learning:
            more = t.gettext("The turn goes on to the left.")
        return Said(paragraph([said.format(who=who), more]), felt.format(who=who), "announce")

    def _swap_announced(self, event: Announced) -> Said:
        t = self.t
        mine, stock = event.seat == self.me, event.asked is None
        parts = {"who": self.names[event.seat], "to": "" if event.asked is None else self.names[event.asked]}
        if stock and mine:
            said, felt = t.gettext("You swap with the stock."), t.pgettext("braille", "You swap with stock")
        elif stock:
            said = t.gettext("{who} swaps with the stock.")
            felt = t.pgettext("braille", "{who} swaps with stock")
        elif mine:
            # Translators: announced before it is done, to the one who asks.
            said, felt = t.gettext("You ask {to} to swap."), t.pgettext("braille", "You ask {to}")
        elif event.asked == self.me:
            # Translators: announced to the one who is asked.
            said, felt = t.gettext("{who} asks you to swap."), t.pgettext("braille", "{who} asks you")
        else:
            # Translators: announced to everybody else.
            said, felt = t.gettext("{who} asks {to} to swap."), t.pgettext("braille", "{who} asks {to}")
        more = ""
        if self.learning and stock:
            more = t.gettext("A matador from the stock acts on whoever draws it.")
        elif self.learning:
            more = t.gettext("Every card up to the twelve must be swapped, the higher ones refuse.")
        return Said(paragraph([said.format(**parts), more]), felt.format(**parts), "announce")

    # -- what comes of a request

    def _exchanged(self, event: Exchanged) -> Said:
        t, names = self.t, {"who": self.names[event.seat], "to": self.names[event.to]}
        given, got = event.given, event.got
        if event.to == self.me:
            given, got = got, given
        if given is None or got is None:
            # Translators: two other players; what they swap stays hidden.
            said, felt = t.gettext("{who} and {to} swap."), t.pgettext("braille", "{who} and {to} swap")
            more = t.gettext("Only these two know the cards.") if self.learning else ""
            return Said(paragraph([said.format(**names), more]), felt.format(**names), "swap")
        parts = {**names, "given": self.cards.card(given), "got": self.cards.card(got)}
        # Translators: what the listener gives and gets in an exchange.
        felt = t.pgettext("braille", "You give {given.braille}, get {got.braille}")
        if event.to == self.me:
            # Translators: {who} asked you, and you must swap.
            said = t.gettext("You give {who} {given.acc} and get {got.acc}.")
        else:
            # Translators: you asked {to}, who must swap.
            said = t.gettext("You give {to} {given.acc} and get {got.acc}.")
        more = self._compared(given, got) if self.learning else ""
        return Said(paragraph([said.format(**parts), more]), felt.format(**parts), "swap")

    def _compared(self, given: Rank, got: Rank) -> str:
        t = self.t
        if got > given:
            return t.gettext("That is a higher card than before.")
        if got < given:
            return t.gettext("That is a lower card than before.")
        return t.gettext("That is the same kind of card as before.")

    def _passed_by(self, event: PassedBy) -> Said:
        t = self.t
        said, felt = self.shows(event.seat, event.owner, event.card)
        if event.then is None and event.owner is None:
            on = t.gettext("The next card is drawn.")
            on_felt = t.pgettext("braille", "Next card")
        elif event.then is None:
            on, on_felt = t.gettext("The stock is next."), t.pgettext("braille", "Stock is next")
        elif event.then == self.me:
            on, on_felt = t.gettext("You are asked next."), t.pgettext("braille", "You are next")
        else:
            # Translators: the request to swap goes on to {to}.
            on = t.gettext("{to} is asked next.").format(to=self.names[event.then])
            on_felt = t.pgettext("braille", "{to} is next").format(to=self.names[event.then])
        card = self.cards.card(event.card)
        more = t.gettext("{card.nom} refuses, and the request goes on.") if self.learning else ""
        return Said(paragraph([said, sentence(more, card=card), on]), f"{felt}. {on_felt}", event.card.code)

    def _struck(self, event: Struck) -> Said:
        t, card = self.t, self.cards.card(event.card)
        said, felt = self.shows(event.seat, event.owner, event.card)
        more = ""
        if self.learning:
            more = sentence(t.gettext("{card.nom} costs a life whoever asks for it or draws it."), card=card)
        if event.seat == self.me:
            # Translators: in braille messages, the lives that the listener has left.
            left = t.pgettext("braille", "You: {lives}")
        else:
            # Translators: in braille messages, a player and the lives that are left.
            left = t.pgettext("braille", "{who}: {lives}")
        parts = {"who": self.names[event.seat], "lives": self.lives(event.lives)}
        lost = self.loses(event.seat, event.lives)
        return Said(paragraph([said, more, lost]), f"{felt}. {left.format(**parts)}", event.card.code)

    def _undone(self, event: Undone) -> Said:
        t, own = self.t, self._own_of(event.cards)
        lines = [t.gettext("All exchanges of this deal are undone.")]
        felt = t.pgettext("braille", "All swaps undone")
        if own is not None:
            card = self.cards.card(own)
            # Translators: the card that the listener had been dealt.
            lines.append(t.gettext("You have {card.acc} again.").format(card=card))
            felt = t.pgettext("braille", "Swaps undone. You have {card.braille}").format(card=card)
        if self.learning:
            lines.append(t.gettext("Everybody has the card they were dealt."))
        return Said(paragraph(lines), felt, "undone")

    def _cuckoo(self, event: CuckooShown) -> Said:
        t = self.t
        said, felt = self.shows(event.seat, event.owner, Rank.CUCKOO)
        ends, ends_felt = t.gettext("The deal ends at once."), t.pgettext("braille", "Deal ends")
        more = t.gettext("Nobody else gets a turn.") if self.learning else ""
        return Said(paragraph([said, ends, more]), f"{felt}. {ends_felt}", "cuckoo")

    def _drew(self, event: Drew) -> Said:
        t, who = self.t, self.names[event.seat]
        if event.given is None or event.got is None:
            # Translators: another player; the card stays hidden.
            said = t.gettext("{who} gets an ordinary card from the stock.").format(who=who)
            return Said(said, t.pgettext("braille", "{who} gets a card from stock").format(who=who), "draw")
        parts = {"given": self.cards.card(event.given), "got": self.cards.card(event.got)}
        said = t.gettext("You lay {given.acc} aside and get {got.acc}.").format(**parts)
        felt = t.pgettext("braille", "You get {got.braille} for {given.braille}").format(**parts)
        more = self._compared(event.given, event.got) if self.learning else ""
        return Said(paragraph([said, more]), felt, "draw")

    # -- turns

    def _turn_passed(self, event: TurnPassed, view: View) -> Said:
        t = self.t
        if event.to == self.me:
            # Translators: the listener's turn begins.
            said, felt = t.gettext("Your turn."), t.pgettext("braille", "Your turn")
            more = paragraph([self.own(view), self.choices(view)]) if self.learning else ""
            return Said(paragraph([said, more]), felt, "your-turn", "turn")
        who = self.names[event.to]
        # Translators: another player's turn begins.
        said, felt = t.gettext("{who}'s turn."), t.pgettext("braille", "{who}'s turn")
        return Said(said.format(who=who), felt.format(who=who), None, "turn")

    def own(self, view: View) -> str:
        """Return what the viewer holds; nothing without a card."""
        if view.card is None:
            return ""
        return self.t.gettext("You have {card.acc}.").format(card=self.cards.card(view.card))

    def choices(self, view: View) -> str:
        """Return what may be done now, in one sentence, to the one whose turn it is."""
        t = self.t
        asked = left_of(view.order, view.turn) if view.turn in view.order else None
        if asked is None:
            return t.gettext("Keep your card, or swap with the stock.")
        return t.gettext("Keep your card, or ask {to} to swap.").format(to=self.names[asked])

    # -- the settlement

    def _revealed(self, event: Revealed) -> Said:
        t = self.t
        # Translators: an item of a list: a player, or "you", and their card.
        item = t.gettext("{who} {card}")
        told = [
            item.format(who=self.who(seat), card=self.cards.card(card).bare) for seat, card in event.cards
        ]
        felt = " ".join(self.initials[seat] + self.cards.code(card) for seat, card in event.cards)
        # Translators: all cards are shown at the end of a deal; {cards} is "Anna three, Ben fool".
        said = t.gettext("The cards: {cards}.").format(cards=", ".join(told))
        return Said(said, felt, "cards")

    def _settled(self, event: Settled) -> Said:
        t = self.t
        if not event.losers:
            more = t.gettext("There was nobody to compare with.") if self.learning else ""
            said = paragraph([t.gettext("Nobody loses a life."), more])
            return Said(said, t.pgettext("braille", "Nobody loses a life"), "settled")
        lines = [self._reason(event), *(self.loses(seat, lives) for seat, lives in event.losers)]
        # Translators: in braille messages: the losers with the lives that they have left.
        felt = t.pgettext("braille", "Life lost: {losers}")
        losers = ", ".join(f"{self.who(seat)} {lives}" for seat, lives in event.losers)
        return Said(paragraph(lines), felt.format(losers=losers), "life-lost")

    def _reason(self, event: Settled) -> str:
        """Return why these lose (seed 004, "Wertung und Ende")."""
        t, fool = self.t, self.cards.card(Rank.FOOL)
        if event.low is None:
            return t.gettext("There are two fools, so only they lose.")
        low = self.cards.card(event.low)
        if event.fools:
            said = t.gettext("{fool.nom} loses, and {card.nom} as the next lowest card.")
            return sentence(said, fool=fool, card=low)
        return sentence(t.gettext("{card.nom} is the lowest card."), card=low)

    def _left(self, event: Left) -> Said:
        t, who = self.t, self.names[event.seat]
        if event.seat == self.me:
            said, felt = t.gettext("You are out."), t.pgettext("braille", "You are out")
        else:
            # Translators: a player without lives leaves the match.
            said, felt = t.gettext("{who} is out."), t.pgettext("braille", "{who} is out")
        more = t.gettext("Whoever has no life left takes no further part.") if self.learning else ""
        return Said(paragraph([said.format(who=who), more]), felt.format(who=who), "out")

    def _rests(self, event: Rests) -> Said:
        t, who = self.t, self.names[event.seat]
        if event.seat == self.me:
            said, felt = t.gettext("You rest for the next deal."), t.pgettext("braille", "You rest next deal")
        else:
            said = t.gettext("{who} rests for the next deal.")
            felt = t.pgettext("braille", "{who} rests next deal")
        more = t.gettext("That is so after a fool: no card, no turn, no loss.") if self.learning else ""
        return Said(paragraph([said.format(who=who), more]), felt.format(who=who), "resting")

    def _ended(self, event: Ended) -> Said:
        t = self.t
        if event.winner is None:
            said = t.gettext("Nobody has a life left: the match is a draw.")
            return Said(said, t.pgettext("braille", "The match is a draw"), "end")
        if event.winner == self.me:
            return Said(
                t.gettext("You win the match!"), t.pgettext("braille", "You win the match"), "end-won"
            )
        who = self.names[event.winner]
        said, felt = t.gettext("{who} wins the match."), t.pgettext("braille", "{who} wins the match")
        cue = "end" if self.me is None else "end-lost"
        return Said(said.format(who=who), felt.format(who=who), cue)


def _whose(event: Event) -> Seat | None:
    """Return at whose seat an event happens, None: at none. A card is shown by its owner."""
    match event:
        case TurnPassed():
            return event.to
        case PassedBy() | Struck() | CuckooShown():
            return event.seat if event.owner is None else event.owner
        case Settled():
            return event.losers[0][0] if len(event.losers) == 1 else None
        case Dealt() | Undone() | Revealed() | Skipped() | Ended():
            return None
        case _:
            return event.seat
