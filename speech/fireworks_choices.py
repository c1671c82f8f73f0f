"""What the fields of the line offer in the fireworks games: the actions possible now, and what a field is.

All of it from one seat's `View`. Not here: which fields there are (see `fireworks_line`), and the answers to
typed questions (see `fireworks_answers`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.fireworks_parts import (
    ALL_HINTS,
    ALL_LIVES,
    JOKER,
    Arrange,
    Discard,
    Face,
    Held,
    Hint,
    Known,
    Play,
    Row,
    Rules,
    View,
)
from engine.table import Seat

from .choices import LABEL, Choice, no_such, short_names, told_briefly
from .fireworks_answers import FireworksAnswers
from .fireworks_text import FireworksText
from .game_words import NO_NOTES
from .hanabi_cards import HanabiCards
from .words import Said, paragraph, sentence, terse

# -- what can be done


def menus(answers: FireworksAnswers, view: View) -> tuple[Choice, ...]:
    """Return what the viewer may do now; () when the game is over, and for a bystander.

    Hands may be arranged out of turn, too; while a joker waits for its row, nothing else is offered.
    """
    seat, t = view.seat, answers.t
    if seat is None or view.turn is None:
        return ()
    hand = view.hands[seat]
    menu = []
    if view.turn == seat:
        if view.joker:
            return _rows(answers, view, seat)
        # Translators: in a menu, at most 12 cells, letters and blanks only: give a hint.
        menu.append(Choice(t.pgettext("braille", "hint"), None, _players(answers, view, seat)))
        # Translators: in a menu, at most 12 cells, letters and blanks only: play a card.
        play = t.pgettext("braille", "play")
        plays = ((held, Play(seat, held.card)) for held in hand)
        menu.append(Choice(play, None, _cards(answers, view, play, plays)))
        if view.hints < ALL_HINTS:
            # Translators: in a menu, at most 12 cells, letters and blanks only: discard a card.
            discard = t.pgettext("braille", "discard")
            discards = ((held, Discard(seat, held.card)) for held in hand)
            menu.append(Choice(discard, None, _cards(answers, view, discard, discards)))
    # Translators: in a menu, at most 12 cells, letters and blanks only: put one's cards in a new order.
    menu.append(Choice(t.pgettext("braille", "arrange"), None, _orders(answers, view, seat)))
    return tuple(choice for choice in menu if choice.more)


def _rows(answers: FireworksAnswers, view: View, seat: Seat) -> tuple[Choice, ...]:
    joker = answers.cards.card(JOKER).braille
    return tuple(
        Choice(answers.cards.suit(suit), Row(seat, suit), owners=(f"row {suit}",), alone=joker)
        for suit, height in view.rows
        if height < view.rules.top
    )


def _players(answers: FireworksAnswers, view: View, seat: Seat) -> tuple[Choice, ...]:
    names = short_names(answers.text.names, answers.words.lang, LABEL)
    asked = [to for to in range(len(view.hands)) if to != seat]
    menu = [
        Choice(names[to], None, tuple(_clues(answers, view, seat, to)), (f"player {to}",)) for to in asked
    ]
    return tuple(choice for choice in menu if choice.more)


def _clues(answers: FireworksAnswers, view: View, seat: Seat, to: Seat) -> Iterable[Choice]:
    """Yield the hints that may be given to a player, suits before ranks."""
    if not view.hints:
        return
    for clue in view.rules.named:
        pointed = [
            f"player {to} {place}"
            for place, held in enumerate(view.hands[to], 1)
            if held.face is not None and view.rules.touches(clue, held.face)
        ]
        if pointed or view.rules.empty_hints:
            label = answers.cards.clue(clue).braille
            yield Choice(label, Hint(seat, to, clue), owners=(f"player {to}", *pointed))


def _cards(
    answers: FireworksAnswers, view: View, alone: str, actions: Iterable[tuple[Held, Play | Discard]]
) -> tuple[Choice, ...]:
    return tuple(
        Choice(f"{place} {answers.code(held.known, view.rules)}", action, (), (f"hand {place}",), alone)
        for place, (held, action) in enumerate(actions, 1)
    )


def _orders(answers: FireworksAnswers, view: View, seat: Seat) -> tuple[Choice, ...]:
    """Return for each own card where it can be moved; () for a hand that has only one order."""
    hand = view.hands[seat]
    if len(hand) < 2:
        return ()
    return tuple(
        Choice(
            f"{place} {answers.code(held.known, view.rules)}",
            None,
            _moves(answers, view, seat, place),
            (f"hand {place}",),
        )
        for place, held in enumerate(hand, 1)
    )


def _moves(answers: FireworksAnswers, view: View, seat: Seat, place: int) -> tuple[Choice, ...]:
    t, last = answers.t, len(view.hands[seat])
    cards = [held.card for held in view.hands[seat]]
    moves = {}
    if place > 1:
        # Translators: in a menu, at most 12 cells, letters and blanks only: one place to the left.
        moves[t.pgettext("braille", "left")] = place - 1
    if place < last:
        # Translators: in a menu, at most 12 cells, letters and blanks only: one place to the right.
        moves[t.pgettext("braille", "right")] = place + 1
    if place > 2:
        # Translators: in a menu, at most 12 cells, letters and blanks only: to the left end of the hand.
        moves[t.pgettext("braille", "first")] = 1
    if place < last - 1:
        # Translators: in a menu, at most 12 cells, letters and blanks only: to the right end of the hand.
        moves[t.pgettext("braille", "last")] = last
    menu = []
    for label, to in moves.items():
        order = cards[: place - 1] + cards[place:]
        order.insert(to - 1, cards[place - 1])
        menu.append(Choice(label, Arrange(seat, tuple(order)), owners=(f"hand {place}",)))
    return tuple(menu)


# -- what a field is


class FireworksObjects(FireworksAnswers):
    """What each field of the line is, for the seat that `text` speaks to; the words of Nova."""

    def of(self, owner: str, view: View, notes: Mapping[int, str] = NO_NOTES) -> Said:
        """Return what the field with this owner is; raises ValueError if there is none.

        `notes` are the viewer's own, by card.
        """
        text = self.text
        match owner.split():
            case ["hand", place] if view.seat is not None:
                note = notes.get(view.hands[view.seat][int(place) - 1].card)
                return self._noted(self._own_card(view, view.seat, int(place)), note)
            case ["player", seat, place]:
                return self._card_of(view, int(seat), int(place))
            case ["player", seat]:
                said = self._player(view, int(seat))
            case ["row", suit]:
                said = self._row_alone(view, suit)
            case ["coins"]:
                more = text.terms.hint_costs() if text.learning else ""
                left = text.terms.hints_left(view.hints)
                said = Said(paragraph([left, more]), text.terms.hints_felt(view.hints))
            case ["lives"]:
                said = Said(self._lives(view.lives), text.terms.lives_felt(view.lives))
            case ["stock"]:
                said = self._stock(view)
            case _:
                raise no_such(owner)
        return terse(said) if text.short else said

    def _own_card(self, view: View, seat: Seat, place: int) -> Said:
        t, known = self.t, view.hands[seat][place - 1].known
        nothing = t.gettext("nothing known")
        parts = {"place": place, "known": self.told(known, view.rules) or nothing}
        more = self.possible(view, place).speech if self.text.learning else ""
        # Translators: an own card: {known} is "a three" or "a heart, not an ace".
        felt = t.pgettext("braille", "Card {place}: {known}")
        return told_briefly(
            paragraph([self._half_known(known, view.rules).format(**parts), more]),
            felt.format(place=place, known=self.plainly(known, view.rules) or nothing),
            felt.format(place=place, known=self.felt(known, view.rules)),
            short=self.text.short,
        )

    def _noted(self, said: Said, note: str | None) -> Said:
        """Return what is known of an own card, and behind it the viewer's note on it."""
        if note is None:
            return said
        return Said(paragraph([said.speech, self.noted(note)]), f"{said.braille}; {note}")

    def plainly(self, known: Known, rules: Rules) -> str:
        """Return what hints told of a card in few words, for braille; "" for nothing."""
        return self.told(known, rules)

    def _half_known(self, known: Known, rules: Rules) -> str:
        """Return the sentence for an own card, with {known}; what no hint told anything of is named."""
        t = self.t
        if known.suits and known.rank is None and not known.not_ranks:
            # Translators: an own card: {known} is "a heart"; its rank is not known.
            return t.gettext("Card {place}: {known}, rank unknown.")
        if known.rank is not None and not known.suits and not known.not_suits:
            return self._suit_unknown()
        # Translators: an own card: {known} is "three of hearts" or "a heart, not an ace".
        return t.gettext("Card {place}: {known}.")

    def _suit_unknown(self) -> str:
        # Translators: an own card: {known} is "a three"; its suit is not known.
        return self.t.gettext("Card {place}: {known}, suit unknown.")

    def _card_of(self, view: View, seat: Seat, place: int) -> Said:
        t, held = self.t, view.hands[seat][place - 1]
        assert held.face is not None  # the line shows hands only to a seat, which sees them
        known, codes = self.plainly(held.known, view.rules), self.felt(held.known, view.rules)
        face, code = self.cards.card(held.face).braille, self.cards.code(held.face)
        parts = {"who": self.text.names[seat], "place": place}
        # Translators: another player's card; {card} is "four of clubs" or "four of clubs, known: a four".
        said = t.gettext("{who}'s card {place}: {card}.")
        # Translators: another player's card, of which the player knows nothing.
        bare = felt = t.pgettext("braille", "{who} {place}: {card}")
        if known:
            # Translators: another player's card, and what the player knows of it.
            felt = t.pgettext("braille", "{who} {place}: {card}, knows {known}")
        return told_briefly(
            said.format(**parts, card=self._seen(held, view.rules)[0]),
            felt.format(**parts, card=face, known=known),
            felt.format(**parts, card=face, known=codes),
            felt.format(**parts, card=code, known=codes),
            bare.format(**parts, card=f"{code} {codes}"),
            short=self.text.short,
        )

    def _player(self, view: View, seat: Seat) -> Said:
        t = self.t
        parts = {"who": self.text.names[seat], "cards": self.text.held(len(view.hands[seat]))}
        said = t.gettext("{who} holds {cards}.")
        # Translators: a player and "4 cards".
        felt = t.pgettext("braille", "{who}: {cards}")
        if view.turn == seat:
            said = paragraph([t.gettext("It is {who}'s turn."), said])
            # Translators: it is this player's turn, who holds {cards}, "4 cards".
            felt = t.pgettext("braille", "{who}'s turn, {cards}")
        return Said(said.format(**parts), felt.format(**parts))

    def _row_alone(self, view: View, suit: str) -> Said:
        t, height, top = self.t, dict(view.rows)[suit], view.rules.top
        parts = {"row": self.cards.row(suit), "suit": self.cards.suit(suit)}
        if height == top:
            said = t.gettext("{row} is complete.")
            return Said(sentence(said, **parts), t.pgettext("braille", "{suit} complete").format(**parts))
        if height:
            # Translators: a row and the rank of its top card, "The hearts row: three."
            said = t.gettext("{row}: {rank}.")
            parts["rank"] = self.cards.rank(height)
            felt = self.cards.card(Face(suit, height)).braille
        else:
            # Translators: a row without cards; {row} is "the hearts row".
            said = t.gettext("{row} is empty.")
            # Translators: a row without cards; {suit} is "hearts".
            felt = t.pgettext("braille", "{suit} empty").format(**parts)
        more = ""
        if self.text.learning:
            coming = self.cards.card(Face(suit, height + 1))
            more = t.gettext("Next in this row comes {next.nom}.").format(next=coming)
        return Said(paragraph([sentence(said, **parts), more]), felt)

    def _lives(self, lives: int) -> str:
        return self.text.terms.lives_left(lives)

    def _stock(self, view: View) -> Said:
        said = paragraph([self.text.pile_left(view.pile), self._turns_left(view)])
        n = view.turns_left
        if n is None:
            return Said(said, self.t.pgettext("braille", "stock {n}").format(n=view.pile))
        # Translators: the last round: so many turns are left.
        felt = self.t.npgettext("braille", "Stock empty, {n} turn left", "Stock empty, {n} turns left", n)
        return Said(said, felt.format(n=n))


class HanabiObjects(FireworksObjects):
    """The same in the words of Hanabi; no shapes in braille, which would need the cells for them."""

    def __init__(self, text: FireworksText) -> None:
        super().__init__(text)
        cards = HanabiCards(text.words, shapes=False)
        plain = FireworksText(text.words, text.names, text.me, text.verbosity, cards, text.terms)
        self._plain = FireworksAnswers(plain)

    def plainly(self, known: Known, rules: Rules) -> str:
        return self._plain.told(known, rules)

    def _suit_unknown(self) -> str:
        # Translators: an own card: {known} is "a three"; its colour is not known.
        return self.t.gettext("Card {place}: {known}, colour unknown.")

    def _lives(self, lives: int) -> str:
        turned = ALL_LIVES - lives
        if not turned:
            return self.t.gettext("No storm token is turned.")
        # Translators: how many of all storm tokens are turned.
        said = self.t.ngettext(
            "{n} storm token of {all} is turned.", "{n} storm tokens of {all} are turned.", turned
        )
        return said.format(n=turned, all=ALL_LIVES)
