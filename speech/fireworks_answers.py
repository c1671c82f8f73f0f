"""What the Senpai answers in the fireworks games: hands, table, discards, tokens, turn, possibilities.

Every answer is made from one seat's `View`. Not here: what happens unasked (see `fireworks_text`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.fireworks_parts import JOKER, Face, Held, Known, Rules, View
from engine.knowledge import agrees, possible
from engine.table import Seat

from .fireworks_text import FireworksText
from .words import Said, paragraph, sentence


class FireworksAnswers:
    """Answers for the seat that `text` speaks to."""

    def __init__(self, text: FireworksText) -> None:
        self.text = text
        self.words, self.t, self.cards = text.words, text.t, text.cards

    # -- hands

    def own_hand(self, view: View) -> Said:
        """Return what the viewer knows of each own card, hints and negative hints."""
        t = self.t
        if view.seat is None:
            return Said(t.gettext("You hold no cards."), t.pgettext("braille", "No cards"))
        hand = view.hands[view.seat]
        if not hand:
            return Said(t.gettext("You have no cards left."), t.pgettext("braille", "No cards left"))
        told = [self.told(held.known, view.rules) or t.gettext("nothing known") for held in hand]
        felt = [f"{place} {self.felt(held.known, view.rules)}" for place, held in enumerate(hand, 1)]
        return self._numbered(t.gettext("Your cards, from the left."), told, "; ".join(felt))

    def told(self, known: Known, rules: Rules) -> str:
        """Return what hints told of a card: "three of hearts", "a heart, not an ace"; "" for nothing."""
        clue, suits = self.cards.clue, _suits_told(known, rules)
        parts = []
        if len(suits) == 1 and known.rank is not None:
            parts.append(self.cards.card(Face(suits, known.rank)).bare)
        elif suits:
            parts.append(self.words.one_of([self.cards.of_suit(suit) for suit in suits]))
        if known.rank is not None and len(suits) != 1:
            parts.append(clue(known.rank).one)
        if not suits:
            parts += [clue(suit).not_one for suit in known.not_suits]
        if known.rank is None:
            parts += [clue(rank).not_one for rank in known.not_ranks]
        return ", ".join(parts)

    def felt(self, known: Known, rules: Rules) -> str:
        """Return the same for braille: "h3", "h- not 1 2", "-- not c"."""
        code = self.code(known, rules)
        away = [self.cards.letters[suit] for suit in known.not_suits] if not known.suits else []
        if known.rank is None:
            away += [self.cards.rank_letters[rank - 1] for rank in known.not_ranks]
        if not away:
            return code
        return self.t.pgettext("braille", "{card} not {those}").format(card=code, those=" ".join(away))

    def code(self, known: Known, rules: Rules) -> str:
        """Return what is known of a card in two cells, "-" for an unknown half."""
        suits = _suits_told(known, rules)
        suit = self.cards.letters[suits[0]] if suits else "-"
        rank = "-" if known.rank is None else self.cards.rank_letters[known.rank - 1]
        return suit + rank

    def noted(self, note: str) -> str:
        """Return the sentence with a note on an own card."""
        # Translators: {note} is what the player has written about a card.
        return self.t.gettext("Note: {note}.").format(note=note.rstrip(".!? ") or note)

    def hand_of(self, view: View, seat: Seat) -> Said:
        """Return another player's cards and what they know of them."""
        if seat == view.seat:
            return self.own_hand(view)
        t, who, hand = self.t, self.text.names[seat], view.hands[seat]
        if not hand:
            return Said(
                t.gettext("{who} has no cards left.").format(who=who),
                t.pgettext("braille", "{who}: no cards").format(who=who),
            )
        told, felt = [], []
        for held in hand:
            card, cells = self._seen(held, view.rules)
            told.append(card)
            felt.append(cells)
        # Translators: heads a list of another player's cards.
        return self._numbered(
            t.gettext("{who}'s cards, from the left.").format(who=who), told, f"{who} {' '.join(felt)}"
        )

    def _seen(self, held: Held, rules: Rules) -> tuple[str, str]:
        known = self.told(held.known, rules)
        if held.face is None:
            return known or self.t.gettext("hidden"), self.code(held.known, rules)
        card = self.cards.card(held.face).bare
        if known:
            # Translators: {card} is held by somebody who knows of it: {known}, for example "a three".
            card = self.t.gettext("{card}, known: {known}").format(card=card, known=known)
        return card, self.cards.code(held.face)

    def all_hands(self, view: View) -> Said:
        """Return every player's cards, one's own last."""
        seats = [seat for seat in range(len(view.hands)) if seat != view.seat]
        if view.seat is not None:
            seats.append(view.seat)
        parts = [self.hand_of(view, seat) for seat in seats]
        return Said(
            " ".join(part.speech for part in parts),
            "; ".join(part.braille for part in parts),
            print="\n".join(part.print or part.speech for part in parts),
        )

    def _numbered(self, head: str, items: Iterable[str], felt: str) -> Said:
        lines = [head, *(f"{number}: {item}." for number, item in enumerate(items, 1))]
        return Said(" ".join(lines), felt, print="\n".join(lines))

    # -- the table

    def table(self, view: View) -> Said:
        """Return rows, tokens, stock and turn."""
        t = self.t
        rows = [self._row(suit, height, view.rules.top) for suit, height in view.rows]
        felt = " ".join(self.row_code(suit, height) for suit, height in view.rows)
        # Translators: {rows} is "clubs two, diamonds empty, ...".
        lines = [
            t.gettext("Rows: {rows}.").format(rows=", ".join(rows)),
            self.tokens(view).speech,
            self.text.pile_left(view.pile),
            self.turn(view).speech,
        ]
        return Said(" ".join(lines), f"{felt} {self.text.terms.in_cells(view)}", print="\n".join(lines))

    def _row(self, suit: str, height: int, top: int) -> str:
        t, name = self.t, self.cards.suit(suit)
        if height == 0:
            # Translators: a row without cards.
            return t.gettext("{suit} empty").format(suit=name)
        if height == top:
            return t.gettext("{suit} complete").format(suit=name)
        # Translators: a row and its top card, "hearts three".
        return t.gettext("{suit} {rank}").format(suit=name, rank=self.cards.rank(height))

    def row_code(self, suit: str, height: int) -> str:
        return self.cards.letters[suit] + (self.cards.rank_letters[height - 1] if height else "-")

    def tokens(self, view: View) -> Said:
        terms = self.text.terms
        felt = f"{terms.hints_felt(view.hints)}, {terms.lives_felt(view.lives)}"
        return Said(terms.stakes(view.hints, view.lives), felt)

    def discards(self, view: View) -> Said:
        """Return the discard pile by suit, ranks rising."""
        t = self.t
        if not view.discards:
            return Said(t.gettext("Nothing has been discarded."), t.pgettext("braille", "No discards"))
        told, felt = [], []
        for suit in view.rules.suits:
            ranks = sorted(face.rank for face in view.discards if face.suit == suit)
            if ranks:
                names = ", ".join(self.cards.rank(rank) for rank in ranks)
                told.append(sentence("{suit}: {ranks}.", suit=self.cards.suit(suit), ranks=names))
                felt.append(self.cards.letters[suit] + "".join(self.cards.rank_letters[r - 1] for r in ranks))
        jokers = view.discards.count(JOKER)
        if jokers:
            told.append(t.ngettext("{n} joker.", "{n} jokers.", jokers).format(n=jokers))
            felt.append(" ".join([self.cards.code(JOKER)] * jokers))
        # Translators: heads the list of discarded cards.
        lines = [t.gettext("Discarded."), *told]
        return Said(" ".join(lines), " ".join(felt), print="\n".join(lines))

    def turn(self, view: View) -> Said:
        """Return whose turn it is and what may be done; or the score when the game is over."""
        t = self.t
        if view.turn is None:
            said = t.gettext("The game is over: {score} of {most} points.")
            felt = t.pgettext("braille", "Over: {score} of {most} points")
            parts = {"score": view.score, "most": view.rules.most}
            return Said(said.format(**parts), felt.format(**parts))
        last = self._turns_left(view)
        if view.turn == view.seat:
            said = paragraph([t.gettext("It is your turn."), self.text.choices(view), last])
            return Said(said, t.pgettext("braille", "Your turn"))
        who = self.text.names[view.turn]
        said = paragraph([t.gettext("It is {who}'s turn.").format(who=who), last])
        return Said(said, t.pgettext("braille", "{who}'s turn").format(who=who))

    def status(self, view: View) -> Said:
        """Return turn, score, tokens and stock in short."""
        t = self.t
        score = t.gettext("Score {score} of {most}.").format(score=view.score, most=view.rules.most)
        lines = [score, self.tokens(view).speech, self.text.pile_left(view.pile)]
        if view.turn is not None:
            lines.insert(0, self.turn(view).speech)
        felt = t.pgettext("braille", "Score {score} of {most}").format(score=view.score, most=view.rules.most)
        cells = f"{felt}, {self.text.terms.in_cells(view)}"
        return Said(" ".join(lines), cells, print="\n".join(lines))

    def _turns_left(self, view: View) -> str:
        n = view.turns_left
        if n is None:
            return ""
        return self.t.ngettext("{n} turn is left.", "{n} turns are left.", n).format(n=n)

    # -- what a card can be

    def possible(self, view: View, place: int) -> Said:
        """Return what the viewer's card at a place (1 is leftmost) can still be."""
        assert view.seat is not None
        faces = possible(view, view.hands[view.seat][place - 1])
        told, felt = self._by_suit(faces, view.rules.suits)
        # Translators: {those} lists all that the card can be.
        said = self.t.gettext("Card {place} can be: {those}.").format(place=place, those=told)
        return Said(said, f"{place}: {felt}")

    def _by_suit(self, faces: Sequence[Face], suits: str) -> tuple[str, str]:
        told, felt = [], []
        for suit in suits:
            ranks = [face.rank for face in faces if face.suit == suit]
            if ranks:
                names = self.words.one_of([self.cards.rank(rank) for rank in ranks])
                told.append(f"{self.cards.suit(suit)} {names}")
                felt.append(self.cards.letters[suit] + "".join(self.cards.rank_letters[r - 1] for r in ranks))
        if JOKER in faces:
            told.append(self.cards.card(JOKER).bare)
            felt.append(self.cards.code(JOKER))
        return "; ".join(told), " ".join(felt)


def _suits_told(known: Known, rules: Rules) -> str:
    """Return the suits that the card can have after a hint of its suit; "" without one.

    Told red, a card is red or, with the rainbow, many-coloured; told red and blue, it is many-coloured.
    """
    if not known.suits:
        return ""
    agreeing = (
        suit for suit in rules.suits if agrees(rules, known._replace(rank=None, not_ranks=()), Face(suit, 1))
    )
    return "".join(agreeing)
