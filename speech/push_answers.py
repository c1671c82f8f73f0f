"""What the Senpai answers in Push: cards, table, chips, scores, turn; and the fields of the braille line.

Every answer is made from one seat's `View`. Not here: what happens unasked (see `push_words`).
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.push_parts import View, added, points, runs
from engine.table import Seat

from .braille import Field, Group, initials
from .push_cards import PushCards
from .words import Said, Words, sentence


class PushAnswers:
    """Answers for one seat, in its language."""

    def __init__(self, words: Words, names: tuple[str, ...]) -> None:
        self.words, self.t = words, words.t
        self.names = names
        self.cards = PushCards(words)

    # -- cards

    def hand(self, view: View, seat: Seat | None) -> Said:
        """Return a seat's cards, run by run, with what each counts; None: a bystander's own."""
        t, mine = self.t, seat == view.seat
        who = "" if seat is None else self.names[seat]
        cards = () if seat is None else view.cards[seat]
        if not cards and mine:
            return Said(t.gettext("You have no cards."), t.pgettext("braille", "No cards"))
        if not cards:
            said, felt = t.gettext("{who} has no cards."), t.pgettext("braille", "{who}: no cards")
            return Said(said.format(who=who), felt.format(who=who))
        # Translators: heads a list of cards.
        lines = [t.gettext("Your cards.") if mine else t.gettext("{who}'s cards.").format(who=who)]
        for low, high in runs(cards):
            # Translators: {run} is a card or a run, "8 to 10 of clubs"; {points} is what it counts.
            lines.append(
                sentence(
                    t.gettext("{run}: {points}."),
                    run=self.cards.run(low, high),
                    points=self.cards.points(low),
                )
            )
        # Translators: what all cards of a player count.
        lines.append(t.gettext("Together {points}.").format(points=self.cards.points(points(cards))))
        felt = f"{' '.join(self.cards.felt(cards))}: {self.cards.points(points(cards))}"
        return _listed(lines, felt if mine else f"{who} {felt}")

    def all_hands(self, view: View) -> Said:
        """Return every player's cards, a line each, one's own first."""
        t, lines, felt = self.t, [], []
        for seat in self._me_first(view):
            mine, cards = seat == view.seat, view.cards[seat]
            if not cards:
                lines.append(self.hand(view, seat).speech)
            else:
                # Translators: a player's cards and runs in one sentence; {points} is what all of them count.
                said = (
                    t.gettext("You: {cards}; together {points}.")
                    if mine
                    else t.gettext("{who}: {cards}; together {points}.")
                )
                items = "; ".join(self.cards.item(low, high) for low, high in runs(cards))
                counted = self.cards.points(points(cards))
                lines.append(said.format(who=self.names[seat], cards=items, points=counted))
            name = t.pgettext("braille", "You {n}") if mine else t.pgettext("braille", "{who} {n}")
            felt.append(name.format(who=self.names[seat], n=" ".join(self.cards.felt(cards)) or "-"))
        return _listed(lines, "; ".join(felt))

    def _me_first(self, view: View) -> list[Seat]:
        """Return all seats: the viewer's, then clockwise from there."""
        count, me = len(self.names), view.seat or 0
        return [(me + step) % count for step in range(count)]

    # -- the table

    def table(self, view: View) -> Said:
        """Return the open card, the chips on it, the stock and whose turn it is; or outcome and scores."""
        if view.card is None:
            outcome, scores = self.turn(view), self.score(view)
            lines = [said.print or said.speech for said in (outcome, scores)]
            return Said(" ".join(lines).replace("\n", " "), outcome.braille, print="\n".join(lines))
        lines = [*self._open_card(view), self.cards.stock(view.pile), self._whose(view)[0]]
        # Translators: {card} is the open card's value, {n} the number of cards in the stock.
        felt = self.t.pgettext("braille", "{card} with {chips}, stock {n}")
        return _listed(lines, felt.format(card=view.card, chips=self.cards.chips(view.pot), n=view.pile))

    def turn(self, view: View) -> Said:
        """Return whose turn it is, about which card, and what may be done; or the outcome."""
        if view.winners is not None:
            return self.outcome(view.winners, self._scores(view), view.seat)
        said, felt = self._whose(view)
        lines = [said, *self._open_card(view)]
        if view.turn == view.seat:
            lines.append(self.choices(view))
        return _listed(lines, felt)

    def status(self, view: View) -> Said:
        """Return turn, open card, own chips and score, and the stock in short."""
        t = self.t
        if view.winners is not None or view.card is None:
            return self.turn(view)
        lines, felt = [self._whose(view)[0], *self._open_card(view)], []
        felt.append(f"{view.card}+{view.pot}")
        if view.seat is not None and view.own_chips is not None:
            own, score = view.own_chips, points(view.cards[view.seat]) - view.own_chips
            lines.append(t.gettext("You have {chips}.").format(chips=self.cards.chips(own)))
            lines.append(t.gettext("Your score is {points}.").format(points=self.cards.points(score)))
            felt += [self.cards.chips(own), t.pgettext("braille", "score {n}").format(n=score)]
        lines.append(self.cards.stock(view.pile))
        felt.append(t.pgettext("braille", "stock {n}").format(n=view.pile))
        return _listed(lines, ", ".join(felt))

    def choices(self, view: View) -> str:
        """Return what the viewer may do now, in one sentence."""
        t = self.t
        if not view.own_chips:
            return t.gettext("You have no chip: you must take the card.")
        said = t.gettext("You have {chips}: take the card, or pass for one chip.")
        return said.format(chips=self.cards.chips(view.own_chips))

    def _open_card(self, view: View) -> list[str]:
        if view.card is None:
            return []
        # Translators: {value} is what the card counts, the jack of diamonds 24.
        said = self.t.gettext("The open card is {card.nom}, {value}.")
        return [
            said.format(card=self.cards.card(view.card), value=view.card),
            self.cards.chips_on_it(view.pot),
        ]

    def _whose(self, view: View) -> tuple[str, str]:
        t = self.t
        if view.turn is None:
            return t.gettext("The game is over."), t.pgettext("braille", "The game is over")
        if view.turn == view.seat:
            return t.gettext("It is your turn."), t.pgettext("braille", "Your turn")
        who = self.names[view.turn]
        return (
            t.gettext("It is {who}'s turn.").format(who=who),
            t.pgettext("braille", "{who}'s turn").format(who=who),
        )

    def worth(self, view: View) -> Said:
        """Return what taking the open card would do to the viewer's points."""
        t = self.t
        if view.card is None or view.seat is None:
            return self.turn(view)
        more = added(view.cards[view.seat], view.card)
        if more > 0:
            # Translators: what the open card would do to the listener's points.
            said = t.gettext("The {value} would add {points} to your cards.")
        elif more == 0:
            said = t.gettext("The {value} would join your run and add nothing.")
        else:
            said = t.gettext("The {value} would join your cards and save you {points}.")
        lines = [said.format(value=view.card, points=self.cards.points(abs(more)))]
        if view.pot:
            # Translators: the chips on the open card count for whoever takes it.
            gain = t.gettext("The chips on it would take off {points}.")
            lines.append(gain.format(points=self.cards.points(view.pot)))
        # Translators: {n} is the number of points that taking the card would bring, maybe below nothing.
        felt = t.pgettext("braille", "{card}: {points}")
        return _listed(lines, felt.format(card=view.card, points=self.cards.points_felt(more - view.pot)))

    # -- chips and scores

    def chips(self, view: View) -> Said:
        """Return all chips that the viewer may know of, one's own first."""
        t, known = self.t, [seat for seat in self._me_first(view) if view.chips[seat] is not None]
        told = [self.chips_of(view, seat) for seat in known]
        lines, felt = [said.speech for said in told], [said.braille for said in told]
        if not known:
            lines.append(t.gettext("All chips are hidden until the end."))
            felt.append(t.pgettext("braille", "Chips hidden"))
        elif len(known) < len(view.chips):
            lines.append(t.gettext("The others' chips are hidden until the end."))
        return _listed(lines, "; ".join(felt))

    def chips_of(self, view: View, seat: Seat) -> Said:
        """Return how many chips a seat has, or that they are hidden."""
        t, who, n = self.t, self.names[seat], view.chips[seat]
        if n is None:
            said = t.gettext("{who}'s chips are hidden until the end.")
            return Said(said.format(who=who), t.pgettext("braille", "{who}: hidden").format(who=who))
        if seat == view.seat:
            said, felt = t.gettext("You have {chips}."), t.pgettext("braille", "You {chips}")
        else:
            said, felt = t.gettext("{who} has {chips}."), t.pgettext("braille", "{who} {chips}")
        parts = {"who": who, "chips": self.cards.chips(n)}
        return Said(said.format(**parts), felt.format(**parts))

    def score(self, view: View) -> Said:
        """Return one's own score, and of the others what is known: cards, and chips if those are open."""
        told = [self._score_of(view, seat) for seat in self._me_first(view)]
        return _listed([said for said, _ in told], "; ".join(felt for _, felt in told))

    def _score_of(self, view: View, seat: Seat) -> tuple[str, str]:
        t, chips, counted = self.t, view.chips[seat], points(view.cards[seat])
        parts = {"who": self.names[seat], "points": self.cards.points(counted)}
        if chips is None:
            said = t.gettext("{who}'s cards count {points}.")
            return said.format(**parts), t.pgettext("braille", "{who} cards {n}").format(**parts, n=counted)
        if seat == view.seat:
            # Translators: {score} is what the cards count less the chips.
            said = t.gettext("Your cards count {points}, and you have {chips}: {score}.")
            felt = t.pgettext("braille", "You {n}")
        else:
            said = t.gettext("{who}'s cards count {points}, and {who} has {chips}: {score}.")
            felt = t.pgettext("braille", "{who} {n}")
        score = counted - chips
        parts |= {"chips": self.cards.chips(chips), "score": self.cards.points(score)}
        return said.format(**parts), felt.format(**parts, n=score)

    def _scores(self, view: View) -> tuple[int, ...]:
        """Return all scores of a game that is over."""
        pairs = zip(view.cards, view.chips, strict=True)
        return tuple(points(cards) - (chips or 0) for cards, chips in pairs)

    def outcome(self, winners: Sequence[Seat], scores: Sequence[int], me: Seat | None) -> Said:
        """Return who won a game that is over, with which score, and whether chips decided."""
        t, best = self.t, scores[winners[0]]
        others = self.words.all_of([self.names[seat] for seat in winners if seat != me])
        by_chips = sum(score == best for score in scores) > len(winners)
        felt = t.pgettext("braille", "{who} wins: {score}")
        if by_chips:
            felt = t.pgettext("braille", "{who} wins by chips: {score}")
        if len(winners) > 1:
            said = t.gettext("{who} share the win: {score} each.")
            if me in winners:
                said = t.gettext("You share the win with {who}: {score} each.")
            # Translators: so many players share the win.
            felt = t.pgettext("braille", "{n} share the win: {score}")
        elif winners[0] == me:
            said, felt = t.gettext("You win with {score}."), t.pgettext("braille", "You win: {score}")
            if by_chips:
                felt = t.pgettext("braille", "You win by chips: {score}")
        else:
            said = t.gettext("{who} wins with {score}.")
        lines = [said.format(who=others, score=self.cards.points(best))]
        if by_chips:
            lines.append(t.gettext("Others have the same score, but fewer chips."))
        cells = felt.format(who=others, score=self.cards.points_felt(best), n=len(winners))
        return _listed([t.gettext("The game is over."), *lines], cells)

    # -- the braille line

    def line(self, view: View) -> list[Group]:
        """Return the open card, own chips and runs, the other players' runs, and the stock."""
        # Translators: one capital letter each, before a number: chips, cards in the stock.
        chip, stock = list(self.words.letters.pgettext("braille letters", "CD"))
        groups = []
        if view.card is not None:
            # Dots 7 and 8 under the card say that it is the reader's turn.
            mine = view.turn is not None and view.turn == view.seat
            open_card = (Field(str(view.card), "take", mine), Field(f"+{view.pot}", "pass"))
            groups.append(Group(open_card, gap=False))
        if view.seat is not None:
            groups.append(Group((Field(f"{chip}{view.own_chips}", "chips"),)))
            groups += [Group((run,)) for run in self._runs(view, view.seat, "hand")]
        short = initials(self.names)
        for seat in range(len(self.names)):
            if seat != view.seat:
                head = [Field(short[seat], f"player {seat}", view.turn == seat)]
                if view.chips[seat] is not None:
                    head.append(Field(f" {chip}{view.chips[seat]}", f"chips {seat}"))
                groups += _together(head, self._runs(view, seat, f"player {seat}"))
        groups.append(Group((Field(f"{stock}{view.pile}", "stock"),)))
        return groups

    def _runs(self, view: View, seat: Seat, owner: str) -> list[Field]:
        felt = self.cards.felt(view.cards[seat])
        return [Field(run, f"{owner} {place}") for place, run in enumerate(felt, 1)]


def _together(head: Sequence[Field], own: Sequence[Field]) -> list[Group]:
    """Return a player's name with the first run, then each run by itself.

    Runs are of many lengths, so they must never be packed; blanks between them are not left to the layout.
    """
    first = [run._replace(text=f" {run.text}") for run in own[:1]]
    return [Group((*head, *first), gap=False), *(Group((run,)) for run in own[1:])]


def _listed(lines: Sequence[str], felt: str) -> Said:
    return Said(" ".join(lines), felt, print="\n".join(lines))
