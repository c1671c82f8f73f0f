"""What a player of the fireworks games can find out by counting: what cards can be, what others know, pace.

Every answer is made from one seat's `View`, and from that person's own notes. Not here: what is asked more
often (see `fireworks_answers`), and the counting itself (see `engine.knowledge`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from engine.fireworks_parts import ALL_HINTS, JOKER, Face, Held, View
from engine.knowledge import (
    attainable,
    critical,
    fits,
    last_copies,
    pace,
    possible,
    possible_to,
    spare,
    unseen,
    unseen_by,
    useless,
)
from engine.table import Seat

from .fireworks_answers import FireworksAnswers
from .words import Said, paragraph, sentence

FEW = 3
"""So many kinds that a card can be are named when it is told what somebody knows."""


class FireworksTools:
    """Answers for the seat that `answers` speaks to; `notes` hold its notes, by card."""

    def __init__(self, answers: FireworksAnswers, notes: Mapping[int, str] | None = None) -> None:
        self.answers, self.notes = answers, notes or {}
        self.text, self.words, self.t = answers.text, answers.words, answers.t
        self.cards = answers.cards

    # -- own cards

    def own_hand(self, view: View) -> Said:
        """Return what the viewer knows of each own card, with the notes on it."""
        said = self.answers.own_hand(view)
        if view.seat is None or not any(held.card in self.notes for held in view.hands[view.seat]):
            return said
        told, felt = [], []
        for place, held in enumerate(view.hands[view.seat], 1):
            item = self.answers.told(held.known, view.rules) or self.t.gettext("nothing known")
            cells = f"{place} {self.answers.felt(held.known, view.rules)}"
            note = self.notes.get(held.card)
            told.append(paragraph([f"{place}: {item}.", self.note(held)]))
            felt.append(cells if note is None else f"{cells}: {note}")
        lines = [self.t.gettext("Your cards, from the left."), *told]
        return Said(" ".join(lines), "; ".join(felt), print="\n".join(lines))

    def note(self, held: Held) -> str:
        """Return the sentence with one's note on a card; "" without one."""
        note = self.notes.get(held.card)
        return "" if note is None else self.answers.noted(note)

    def possible(self, view: View, place: int) -> Said:
        """Return what the viewer's card at a place (1 is leftmost) can still be, and what that means."""
        assert view.seat is not None
        held, left = view.hands[view.seat][place - 1], unseen(view)
        faces = possible(view, held, left)
        counts = Counter({face: left[face] for face in faces})
        # Translators: {those} lists all that the card can be: "clubs ace twice or three; hearts four".
        said = self.t.gettext("Card {place} can be: {those}.")
        told = said.format(place=place, those="; ".join(self._suits(counts, view, self.words.one_of)))
        more = [told, self._in_all(counts), self._good_for(view, faces), self.note(held)]
        felt = f"{place}: {self._cells(counts, view)}"
        note = self.notes.get(held.card)
        return Said(paragraph(more), felt if note is None else f"{felt}: {note}")

    def _in_all(self, counts: Counter[Face]) -> str:
        if len(counts) == 1:
            return ""
        n = counts.total()
        # Translators: so many cards that the player does not see may be the one asked about.
        return self.t.ngettext("{n} unseen card fits that.", "{n} unseen cards fit that.", n).format(n=n)

    def _good_for(self, view: View, faces: Sequence[Face]) -> str:
        """Return what is sure about a card that has one of these faces."""
        t = self.t
        if view.reason is not None:
            return ""
        if all(fits(view, face) for face in faces):
            return t.gettext("It can be played now.")
        if all(useless(view, face) for face in faces):
            return t.gettext("It is of no use any more.")
        if all(critical(view, face) for face in faces):
            return t.gettext("It is the last of its kind, and still needed.")
        return ""

    def safe(self, view: View) -> Said:
        """Return which own cards can be discarded without losing points, as far as that is sure."""
        t = self.t
        if view.seat is None or not view.hands[view.seat]:
            return self.answers.own_hand(view)
        left = unseen(view)
        hand = list(enumerate(view.hands[view.seat], 1))
        faces = {place: possible(view, held, left) for place, held in hand}
        dead = [place for place, _ in hand if all(useless(view, face) for face in faces[place])]
        extra = [place for place, held in hand if place not in dead and spare(view, held, left)]
        told, felt = [], []
        if dead:
            # Translators: {places} is "2" or "2 and 4"; {n} counts them.
            said = t.ngettext(
                "Card {places} is of no use any more: you can discard it safely.",
                "Cards {places} are of no use any more: you can discard them safely.",
                len(dead),
            )
            told.append(said.format(n=len(dead), places=self._places(dead)))
            felt.append(t.pgettext("braille", "no use: {places}").format(places=_spaced(dead)))
        if extra:
            said = t.ngettext(
                "Card {places} may still be needed, but is not the last of its kind.",
                "Cards {places} may still be needed, but none is the last of its kind.",
                len(extra),
            )
            told.append(said.format(n=len(extra), places=self._places(extra)))
            felt.append(t.pgettext("braille", "not the last: {places}").format(places=_spaced(extra)))
        if not told:
            told.append(t.gettext("As far as you know, no card of yours can be discarded without a risk."))
            felt.append(t.pgettext("braille", "No safe discard"))
        if view.hints == ALL_HINTS:
            said, cells = self.text.terms.all_hints()
            told.append(said)
            felt.append(cells)
        return Said(" ".join(told), "; ".join(felt), print="\n".join(told))

    def _places(self, places: Sequence[int]) -> str:
        return self.text.places(tuple(places))

    # -- what others know

    def knows(self, view: View, seat: Seat) -> Said:
        """Return what a player knows of the own hand, as far as the viewer can tell."""
        if seat == view.seat:
            return self.own_hand(view)
        t, who, hand = self.t, self.text.names[seat], view.hands[seat]
        if not hand:
            return self.answers.hand_of(view, seat)
        left = unseen_by(view, seat)
        # Translators: heads the list of what a player knows about each own card.
        lines = [t.gettext("What {who} knows of their own cards, from the left.").format(who=who)]
        felt = []
        for place, held in enumerate(hand, 1):
            faces = possible_to(view, seat, held, left)
            lines.append(f"{place}: {self._known(view, held, faces)}.")
            sure = self.cards.code(faces[0]) if len(faces) == 1 else None
            felt.append(f"{place} {sure or self.answers.felt(held.known, view.rules)}")
        # Translators: {cards} is what a player knows of each own card, "1 h3; 2 h-; 3 --".
        cells = t.pgettext("braille", "{who} knows {cards}").format(who=who, cards="; ".join(felt))
        return Said(" ".join(lines), cells, print="\n".join(lines))

    def all_know(self, view: View) -> Said:
        """Return the same for every other player."""
        parts = [self.knows(view, seat) for seat in range(len(view.hands)) if seat != view.seat]
        return Said(
            " ".join(part.speech for part in parts),
            "; ".join(part.braille for part in parts),
            print="\n".join(part.print or part.speech for part in parts),
        )

    def _known(self, view: View, held: Held, faces: Sequence[Face]) -> str:
        t = self.t
        parts = [self.answers.told(held.known, view.rules) or t.gettext("nothing known")]
        names = [self.cards.card(face).bare for face in faces]
        if len(faces) <= FEW and names != parts:
            # Translators: {cards} is all that a card can be for its owner: "three or four of hearts".
            parts.append(t.gettext("can only be {cards}").format(cards=self.words.one_of(names)))
        if view.reason is None and all(fits(view, face) for face in faces):
            # Translators: stands behind what is known of a card.
            parts.append(t.gettext("can be played now"))
        elif all(useless(view, face) for face in faces):
            # Translators: stands behind what is known of a card.
            parts.append(t.gettext("of no use any more"))
        return ", ".join(parts)

    # -- the whole game

    def critical(self, view: View) -> Said:
        """Return which cards are the last of their kind and still needed, and where such a one is seen."""
        t, faces = self.t, last_copies(view)
        if not faces:
            return Said(t.gettext("No card is critical now."), t.pgettext("braille", "Nothing critical"))
        once = Counter(faces)
        lines = [t.gettext("Critical, for each is the last of its kind and still needed.")]
        lines += [sentence("{row}.", row=row) for row in self._suits(once, view, self.words.all_of)]
        felt = [self._cells(once, view)]
        seen = [
            (seat, place, held.face)
            for seat, hand in enumerate(view.hands)
            for place, held in enumerate(hand, 1)
            if held.face in faces and held.face is not None
        ]
        if seen:
            names = self.text.names
            held_by = [
                # Translators: one card in another player's hand, in a list.
                t.gettext("{who}, card {place}: {card}").format(
                    who=names[seat], place=place, card=self.cards.card(face).bare
                )
                for seat, place, face in seen
            ]
            lines.append(t.gettext("You see: {those}.").format(those="; ".join(held_by)))
            felt += [f"{names[seat]} {place} {self.cards.code(face)}" for seat, place, face in seen]
        return Said(" ".join(lines), "; ".join(felt), print="\n".join(lines))

    def unseen(self, view: View) -> Said:
        """Return the cards that the viewer sees nowhere, by suit and rank."""
        t, left = self.t, +unseen(view)
        n, stock = left.total(), view.pile
        if not n:
            return Said(t.gettext("No card is out of sight."), t.pgettext("braille", "All cards seen"))
        if view.seat is None:
            # Translators: for a bystander, who sees no hand.
            said = t.gettext("Out of sight in the stock and in the hands, {n} in all.")
        else:
            # Translators: {n} cards are not seen, {stock} of them in the stock and {own} in the own hand.
            said = t.gettext("Still to come: {stock} from the stock, and {own} in your hand.")
        own = 0 if view.seat is None else len(view.hands[view.seat])
        lines = [said.format(n=n, stock=stock, own=own)]
        lines += [sentence("{row}.", row=row) for row in self._suits(left, view, ", ".join)]
        return Said(" ".join(lines), self._cells(left, view), print="\n".join(lines))

    def pace(self, view: View) -> Said:
        """Return how many discards the team can still afford, and for how many points."""
        t, n, points = self.t, pace(view), attainable(view)
        if n is None:
            return self.answers.turn(view)
        if n < 0:
            said = t.gettext("Too few turns are left for {points} points: {best} can still be reached.")
            felt = t.pgettext("braille", "Pace {n}: {best} points at most")
        elif n == 0:
            said = t.gettext("Pace 0: for {points} points there is no room for a discard or a misplay.")
            felt = t.pgettext("braille", "Pace 0 for {points} points")
        else:
            said = t.ngettext(
                "Pace {n}: with up to {n} discard or misplay more, {points} points can still be reached.",
                "Pace {n}: with up to {n} discards or misplays more, {points} points can still be reached.",
                n,
            )
            felt = t.pgettext("braille", "Pace {n} for {points} points")
        parts = {"n": n, "points": points, "best": points + min(n, 0)}
        told = [said.format(**parts)]
        if points < view.rules.most:
            most = t.gettext("The perfect score of {most} is lost.").format(most=view.rules.most)
            told.append(most)
        if self.text.learning and view.rules.challenge:
            told.append(t.gettext("The pace counts the cards that are left over beside those still needed."))
        elif self.text.learning:
            told.append(
                t.gettext(
                    "The pace is the points so far and the turns that will still take a card from a hand, "
                    "less the points to be reached."
                )
            )
        # A minus sign is not felt everywhere.
        return Said(" ".join(told), felt.format(**{**parts, "n": self._minus(n)}))

    def _minus(self, n: int) -> str:
        return str(n) if n >= 0 else self.t.gettext("minus {n}").format(n=-n)

    # -- lists of cards

    def _suits(self, counts: Counter[Face], view: View, join: Callable[[list[str]], str]) -> list[str]:
        """Return the cards of each suit, "clubs ace twice, three", jokers last; their ranks put together."""
        told = []
        for suit in view.rules.suits:
            ranks = [self._times(face, n) for face, n in _of_suit(counts, suit)]
            if ranks:
                # Translators: the cards of one suit: "clubs ace twice, three".
                told.append(
                    self.t.gettext("{suit} {ranks}").format(suit=self.cards.suit(suit), ranks=join(ranks))
                )
        if counts[JOKER]:
            told.append(self._times_of(self.cards.card(JOKER).bare, counts[JOKER]))
        return told

    def _times(self, face: Face, n: int) -> str:
        return self._times_of(self.cards.rank(face.rank), n)

    def _times_of(self, name: str, n: int) -> str:
        t = self.t
        if n == 1:
            return name
        if n == 2:
            # Translators: there are two such cards: "three twice".
            return t.gettext("{card} twice").format(card=name)
        # Translators: there are so many such cards, at least three: "one 3 times".
        return t.gettext("{card} {n} times").format(card=name, n=n)

    def _cells(self, counts: Counter[Face], view: View) -> str:
        """Return the same for braille: "c112 h3", a digit for each card, jokers last."""
        felt = []
        for suit in view.rules.suits:
            ranks = "".join(self.cards.rank_letters[face.rank - 1] * n for face, n in _of_suit(counts, suit))
            if ranks:
                felt.append(self.cards.letters[suit] + ranks)
        jokers = [self.cards.code(JOKER)] * counts[JOKER] if counts[JOKER] else []
        return " ".join([*felt, *jokers])


def _of_suit(counts: Counter[Face], suit: str) -> list[tuple[Face, int]]:
    """Return the faces of a suit and how many there are of each, ranks rising."""
    return sorted((face, n) for face, n in counts.items() if face.suit == suit and n > 0)


def _spaced(places: Sequence[int]) -> str:
    return " ".join(str(place) for place in places)
