"""The sentences of the fireworks games: one branch an event, speech and braille side by side.

Not here: answers to what a player asks (see `fireworks_answers`), the braille card line (see
`fireworks_line`), and the names of cards (see `cards`).
"""

from __future__ import annotations

from typing import assert_never

from engine.fireworks_parts import (
    RAINBOW,
    Announced,
    Arrange,
    Arranged,
    Dealt,
    Discard,
    Discarded,
    Drew,
    Ended,
    Event,
    Face,
    Hint,
    Hinted,
    JokerPlaced,
    JokerShown,
    LastRound,
    PassedOver,
    Play,
    Played,
    Reason,
    Row,
    RowCompleted,
    TurnPassed,
    View,
)
from engine.knowledge import useless
from engine.table import Seat

from .cards import CardWords
from .fireworks_terms import Terms
from .words import Said, Verbosity, Words, paragraph, sentence, terse

TERSE = (Hinted, Discarded, Played, JokerPlaced, RowCompleted, Drew)
"""In short verbosity these are spoken as they are brailled."""
FEW_CARDS = 5
"""From so many cards in the stock on, every draw says how many are left."""


class FireworksText:
    """The words for one seat, in its language and verbosity; `me` is None for a bystander."""

    def __init__(
        self,
        words: Words,
        names: tuple[str, ...],
        me: Seat | None,
        verbosity: Verbosity,
        cards: CardWords,
        terms: Terms,
    ) -> None:
        self.words, self.t = words, words.t
        self.names, self.me = names, me
        self.verbosity = verbosity
        self.cards, self.terms = cards, terms

    # -- small words

    @property
    def short(self) -> bool:
        return self.verbosity is Verbosity.SHORT

    @property
    def learning(self) -> bool:
        return self.verbosity is Verbosity.LEARNING

    def pile_left(self, n: int) -> str:
        t = self.t
        if n == 0:
            return t.gettext("The stock is empty.")
        return t.ngettext("{n} card left in the stock.", "{n} cards left in the stock.", n).format(n=n)

    def held(self, n: int) -> str:
        return self.t.ngettext("{n} card", "{n} cards", n).format(n=n)

    def places(self, places: tuple[int, ...]) -> str:
        return self.words.all_of([str(place) for place in places])

    # -- events

    def event(self, event: Event, view: View) -> Said:
        """Return what this seat hears and feels of an event that it perceives; `view` is after it."""
        said = self._said(event, view)._replace(who=_whose(event))
        return terse(said) if self.short and isinstance(event, TERSE) else said

    def _said(self, event: Event, view: View) -> Said:
        match event:
            case Dealt():
                return self._dealt(event, view)
            case Announced():
                return self._announced(event)
            case Hinted():
                return self._hinted(event)
            case Discarded():
                return self._discarded(event, view)
            case Played():
                return self._played(event, view)
            case JokerShown():
                return self._joker_shown(event)
            case JokerPlaced():
                return self._joker_placed(event)
            case RowCompleted():
                return self._row_completed(event)
            case Drew():
                return self._drew(event)
            case LastRound():
                return self._last_round(event)
            case TurnPassed():
                return self._turn_passed(event, view)
            case PassedOver():
                return self._passed_over(event)
            case Arranged():
                return self._arranged(event)
            case Ended():
                return self._ended(event, view)
            case _:
                assert_never(event)

    def _dealt(self, event: Dealt, view: View) -> Said:
        t = self.t
        others = self.words.all_of([name for seat, name in enumerate(self.names) if seat != self.me])
        lines = [self.terms.opening(others, me=self.me is not None)]
        if not self.short:
            lines += self.variants(view)
            size = self.held(len(event.hands[event.first]))
            # Translators: {cards} is "4 cards".
            lines.append(t.gettext("Everybody holds {cards} and does not see them.").format(cards=size))
        for seat, hand in enumerate(event.hands):
            shown = [face for _, face in hand if face is not None]
            if shown:
                names = self.words.all_of([self.cards.card(face).bare for face in shown])
                # Translators: what another player holds, from the left.
                lines.append(t.gettext("{who} holds {cards}.").format(who=self.names[seat], cards=names))
        if self.learning:
            lines += [self.pile_left(event.pile), self.terms.on_the_table(view.hints, view.lives)]
        mine = event.first == self.me
        who = self.names[event.first]
        # Translators: who has the first turn.
        begins = t.gettext("You begin.") if mine else t.gettext("{who} begins.").format(who=who)
        felt = self.terms.begins(None if mine else who)
        return Said(paragraph([*lines, begins]), felt, "deal")

    def variants(self, view: View) -> list[str]:
        """Return a sentence for each option that is on."""
        t, rules, lines = self.t, view.rules, []
        if rules.top == 6:
            # Translators: the option grand finale.
            lines.append(t.gettext("Grand finale: the rows go up to six."))
        if rules.gentle:
            # Translators: the option gentle show.
            lines.append(t.gettext("Gentle show: without lives you keep your points."))
        if rules.challenge:
            # Translators: the option challenge.
            lines.append(t.gettext("Challenge: you win only if all rows are complete."))
        if RAINBOW in rules.suits:
            # Translators: the option rainbow.
            lines.append(t.gettext("Rainbow: many-coloured cards match every colour that is named."))
        if rules.jokers:
            # Translators: the option jokers.
            lines.append(
                t.ngettext("{n} joker is in the deck.", "{n} jokers are in the deck.", rules.jokers).format(
                    n=rules.jokers
                )
            )
        return lines

    def _announced(self, event: Announced) -> Said:
        action = event.action
        match action:
            case Hint():
                return self._hint_announced(action)
            case Play():
                return self._play_announced(event)
            case Discard():
                return self._discard_announced(event)
            case Row():
                return self._row_announced(action)
            case Arrange():
                return self._arrange_announced(action)
            case _:
                assert_never(action)

    def _hint_announced(self, action: Hint) -> Said:
        t, clue = self.t, self.cards.clue(action.clue)
        who, to = self.names[action.seat], self.names[action.to]
        if action.seat == self.me:
            # Translators: announced before it is done, to the one who gives the hint.
            said = (
                t.gettext("You hint {to}: {clue}.")
                if self.short
                else t.gettext("You give {to} a hint: {clue}.")
            )
            felt = t.pgettext("braille", "You hint {to}: {clue}")
        elif action.to == self.me:
            # Translators: announced to the one who gets the hint.
            said = (
                t.gettext("{who} hints you: {clue}.")
                if self.short
                else t.gettext("{who} gives you a hint: {clue}.")
            )
            felt = t.pgettext("braille", "{who} hints you: {clue}")
        else:
            # Translators: announced to everybody else.
            said = (
                t.gettext("{who} hints {to}: {clue}.")
                if self.short
                else t.gettext("{who} gives {to} a hint: {clue}.")
            )
            felt = t.pgettext("braille", "{who} hints {to}: {clue}")
        more = self.terms.hint_costs() if self.learning else ""
        return Said(
            paragraph([said.format(who=who, to=to, clue=clue.many), more]),
            felt.format(who=who, to=to, clue=clue.braille),
            "announce",
        )

    def _play_announced(self, event: Announced) -> Said:
        t, parts = self.t, {"who": self.names[event.seat], "place": event.place}
        if event.seat == self.me:
            # Translators: announced before it is done; {place} counts from the left.
            said, felt = t.gettext("You play card {place}."), t.pgettext("braille", "You play card {place}")
        else:
            said, felt = (
                t.gettext("{who} plays card {place}."),
                t.pgettext("braille", "{who} plays card {place}"),
            )
        more = t.gettext("It fits if it is the next card of its row.") if self.learning else ""
        return Said(paragraph([said.format(**parts), more]), felt.format(**parts), "announce")

    def _discard_announced(self, event: Announced) -> Said:
        t, parts = self.t, {"who": self.names[event.seat], "place": event.place}
        if event.seat == self.me:
            # Translators: announced before it is done; {place} counts from the left.
            said, felt = (
                t.gettext("You discard card {place}."),
                t.pgettext("braille", "You discard card {place}"),
            )
        else:
            said = t.gettext("{who} discards card {place}.")
            felt = t.pgettext("braille", "{who} discards card {place}")
        more = self.terms.discard_brings() if self.learning else ""
        return Said(paragraph([said.format(**parts), more]), felt.format(**parts), "announce")

    def _row_announced(self, action: Row) -> Said:
        t, parts = self.t, {"who": self.names[action.seat], "suit": self.cards.suit(action.suit)}
        if action.seat == self.me:
            # Translators: {suit} is "hearts".
            said, felt = t.gettext("You put the joker on {suit}."), t.pgettext("braille", "Joker on {suit}")
        else:
            said = t.gettext("{who} puts the joker on {suit}.")
            felt = t.pgettext("braille", "{who}: joker on {suit}")
        more = t.gettext("A joker fits on every row that is not complete.") if self.learning else ""
        return Said(paragraph([said.format(**parts), more]), felt.format(**parts), "announce")

    def _arrange_announced(self, action: Arrange) -> Said:
        t, who = self.t, self.names[action.seat]
        if action.seat == self.me:
            said = t.gettext("You put your cards in a new order.")
            felt = t.pgettext("braille", "You arrange your hand")
        else:
            said = t.gettext("{who} puts their cards in a new order.").format(who=who)
            felt = t.pgettext("braille", "{who} arranges the hand").format(who=who)
        more = t.gettext("That is allowed at any time and costs nothing.") if self.learning else ""
        return Said(paragraph([said, more]), felt, "announce")

    def _hinted(self, event: Hinted) -> Said:
        t, clue, one = self.t, self.cards.clue(event.clue), len(event.places) == 1
        places, to = self.places(event.places), self.names[event.to]
        if event.to == self.me:
            # Translators: {one} is "an ace" or "a heart", {many} is "aces" or "hearts".
            said = (
                t.gettext("Your card {places} is {one}.")
                if one
                else t.gettext("Your cards {places} are {many}.")
            )
            # Translators: to the one who gets the hint: which cards, and what they are.
            felt = t.pgettext("braille", "Yours {cards}: {many}. {coins}")
        else:
            # Translators: {to} is the owner's name.
            said = (
                t.gettext("{to}'s card {places} is {one}.")
                if one
                else t.gettext("{to}'s cards {places} are {many}.")
            )
            felt = t.pgettext("braille", "{to} {cards}: {many}. {coins}")
        more = ""
        if not event.places:
            # Translators: a hint that points at nothing; {none} is "no red card" or "no threes".
            said = t.gettext("You have {none}.") if event.to == self.me else t.gettext("{to} has {none}.")
            mine = event.to == self.me
            felt = (
                t.pgettext("braille", "You: {none}. {coins}")
                if mine
                else t.pgettext("braille", "{to}: {none}. {coins}")
            )
        elif self.learning and event.to == self.me:
            more = t.gettext("Your other cards are not.")
        elif self.learning:
            more = t.gettext("The other cards of that hand are not.")
        cue = "hint-to-you" if event.to == self.me else "hint"
        cells = " ".join(map(str, event.places))
        return Said(
            paragraph(
                [
                    said.format(places=places, to=to, one=clue.one, many=clue.many, none=clue.none),
                    more,
                    self.terms.hints_left(event.hints),
                ]
            ),
            felt.format(
                to=to,
                cards=cells,
                many=clue.braille,
                none=clue.none,
                coins=self.terms.hints_felt(event.hints),
            ),
            cue,
        )

    def _discarded(self, event: Discarded, view: View) -> Said:
        t, card = self.t, self.cards.card(event.face)
        # Translators: {card} is what was discarded.
        said = t.gettext("It is {card.nom}.")
        coins = self.terms.hints_now(event.hints)
        more = self._copies(event.face, view) if self.learning else ""
        felt = t.pgettext("braille", "Discard {card.braille}. {coins}")
        return Said(
            paragraph([said.format(card=card), more, coins]),
            felt.format(card=card, coins=self.terms.hints_felt(event.hints)),
            "discard",
        )

    def _copies(self, face: Face, view: View) -> str:
        """Return what the loss of a card means, for learners; from open cards only."""
        t = self.t
        if useless(view, face):
            return t.gettext("It was not needed any more.")
        left = view.rules.copies.get(face.rank, view.rules.jokers) - view.discards.count(face)
        if left < 1:
            return t.gettext("It was the last one of its kind.")
        # Translators: after a discard; so many copies of the card are still in the game.
        return t.ngettext("There is {n} more of its kind.", "There are {n} more of its kind.", left).format(
            n=left
        )

    def _played(self, event: Played, view: View) -> Said:
        t, card = self.t, self.cards.card(event.face)
        if event.fits:
            # Translators: a played card fits its row.
            said = t.gettext("{card.nom} fits.")
            felt = t.pgettext("braille", "{card.braille} fits")
            more = ""
            if self.learning and event.face.rank < view.rules.top:
                # Translators: {next} is the card that a row waits for.
                more = t.gettext("Next in this row comes {next.nom}.").format(
                    next=self.cards.card(Face(event.face.suit, event.face.rank + 1))
                )
            return Said(paragraph([sentence(said, card=card), more]), felt.format(card=card), "fits")
        # Translators: a played card does not fit; a life is lost.
        said = t.gettext("{card.nom} does not fit.")
        felt = t.pgettext("braille", "{card.braille} misfires. {lives}")
        more = self._missed(event, view) if self.learning else ""
        return Said(
            paragraph([sentence(said, card=card), more, self.terms.lives_left(event.lives)]),
            felt.format(card=card, lives=self.terms.lives_felt(event.lives)),
            "misfire",
        )

    def _missed(self, event: Played, view: View) -> str:
        t, suit = self.t, event.face.suit
        height = dict(view.rows)[suit]
        if height == view.rules.top:
            return t.gettext("Its row is complete already.")
        # Translators: said to learners after a misfire.
        return t.gettext("Its row waits for {next.acc}.").format(next=self.cards.card(Face(suit, height + 1)))

    def _joker_shown(self, event: JokerShown) -> Said:
        t = self.t
        if event.seat == self.me:
            said, felt = (
                t.gettext("It is a joker. Choose a row."),
                t.pgettext("braille", "Joker! Choose a row"),
            )
        else:
            who = self.names[event.seat]
            said = t.gettext("It is a joker. {who} chooses a row.").format(who=who)
            felt = t.pgettext("braille", "Joker! {who} chooses a row").format(who=who)
        more = t.gettext("A joker counts as the next card of any row.") if self.learning else ""
        return Said(paragraph([said, more]), felt, "joker")

    def _joker_placed(self, event: JokerPlaced) -> Said:
        t, card = self.t, self.cards.card(Face(event.suit, event.height))
        # Translators: a joker stands in for {card}.
        said = t.gettext("The joker counts as {card.nom}.").format(card=card)
        return Said(said, t.pgettext("braille", "Joker is {card.braille}").format(card=card), "fits")

    def _row_completed(self, event: RowCompleted) -> Said:
        t, suit = self.t, self.cards.suit(event.suit)
        lines = [sentence(t.gettext("{row} is complete."), row=self.cards.row(event.suit))]
        felt = t.pgettext("braille", "{suit} complete").format(suit=suit)
        if event.returned:
            lines.append(self.terms.hint_back(event.hints))
            felt = t.pgettext("braille", "{suit} complete. {coins}").format(
                suit=suit, coins=self.terms.hints_felt(event.hints)
            )
        elif self.learning:
            lines.append(self.terms.none_back())
        return Said(paragraph(lines), felt, "row-complete")

    def _drew(self, event: Drew) -> Said:
        t, who = self.t, self.names[event.seat]
        if event.seat == self.me:
            said, felt = t.gettext("You draw a card."), t.pgettext("braille", "You draw. Stock {n}")
        elif event.face is None:
            said = t.gettext("{who} draws a card.").format(who=who)
            felt = t.pgettext("braille", "{who} draws. Stock {n}")
        else:
            card = self.cards.card(event.face)
            # Translators: you see the card that another player drew.
            said = t.gettext("{who} draws {card.acc}.").format(who=who, card=card)
            felt = t.pgettext("braille", "{who} draws {card}. Stock {n}")
        more = t.gettext("It goes to the left end of the hand, as card 1.") if self.learning else ""
        tells = self.learning or 0 < event.pile <= FEW_CARDS
        face = "" if event.face is None else self.cards.card(event.face).braille
        return Said(
            paragraph([said, more, self.pile_left(event.pile) if tells else ""]),
            felt.format(who=who, card=face, n=event.pile),
            "draw",
        )

    def _last_round(self, event: LastRound) -> Said:
        t = self.t
        if event.seat == self.me:
            said = t.gettext("The stock is empty. Everybody has one more turn, you too.")
        else:
            # Translators: {who} drew the last card.
            said = t.gettext("The stock is empty. Everybody has one more turn, {who} too.").format(
                who=self.names[event.seat]
            )
        return Said(said, t.pgettext("braille", "Stock empty. One turn each"), "last-round")

    def _turn_passed(self, event: TurnPassed, view: View) -> Said:
        t, last = self.t, event.turns_left is not None
        if event.to == self.me:
            # Translators: the listener's turn begins.
            said = t.gettext("Your last turn.") if last else t.gettext("Your turn.")
            felt = t.pgettext("braille", "Your last turn") if last else t.pgettext("braille", "Your turn")
            more = self.choices(view) if self.learning else ""
            return Said(paragraph([said, more]), felt, "your-turn", "turn")
        who = self.names[event.to]
        # Translators: another player's turn begins.
        said = t.gettext("{who}'s last turn.") if last else t.gettext("{who}'s turn.")
        felt = t.pgettext("braille", "{who}'s last turn") if last else t.pgettext("braille", "{who}'s turn")
        return Said(said.format(who=who), felt.format(who=who), None, "turn")

    def choices(self, view: View) -> str:
        """Return what may be done now, in one sentence, told only by what lies on the table."""
        t = self.t
        if view.joker:
            return t.gettext("Choose a row for the joker.")
        return self.terms.choices(view.hints)

    def _passed_over(self, event: PassedOver) -> Said:
        t, who = self.t, self.names[event.seat]
        to_me, to_others = self.terms.passed_over()
        if event.seat == self.me:
            return Said(to_me, t.pgettext("braille", "You are passed over"), "passed-over")
        felt = t.pgettext("braille", "{who} is passed over").format(who=who)
        return Said(to_others.format(who=who), felt, "passed-over")

    def _arranged(self, event: Arranged) -> Said:
        t, places = self.t, ", ".join(map(str, event.places))
        if event.seat == self.me:
            # Translators: {places} are the old numbers of the cards in their new order.
            said = t.gettext("Your cards by their old numbers: {places}.")
        else:
            said = t.gettext("{who}'s cards by their old numbers: {places}.")
        felt = t.pgettext("braille", "{who}: old cards {places}")
        parts = {"who": self.names[event.seat], "places": places}
        return Said(said.format(**parts), felt.format(**parts), "arrange")

    def _ended(self, event: Ended, view: View) -> Said:
        t, parts = self.t, {"score": event.score, "most": event.most}
        match event.reason:
            case Reason.PERFECT:
                said = t.gettext("All rows are complete. A perfect show: {score} points.")
                felt = t.pgettext("braille", "Perfect! {score} points")
            case Reason.PILE_OUT:
                said = t.gettext("The show is over: {score} of {most} points.")
                felt = t.pgettext("braille", "The end: {score} of {most} points")
            case Reason.LIVES_OUT if view.rules.gentle:
                said = t.gettext("The show ends with {score} of {most} points.")
                felt = t.pgettext("braille", "No life left: {score} of {most} points")
            case Reason.LIVES_OUT:
                said, felt = self.terms.cancelled()
            case Reason.HOPELESS:
                said = t.gettext(
                    "A card that is still needed is gone. The show is lost: {score} of {most} points."
                )
                felt = t.pgettext("braille", "Lost: {score} of {most} points")
            case _:
                assert_never(event.reason)
        lost = event.reason is Reason.HOPELESS or (event.reason is Reason.LIVES_OUT and not view.rules.gentle)
        cue = "end-won" if event.reason is Reason.PERFECT else "end-lost" if lost else "end"
        took_place = event.reason in (Reason.PERFECT, Reason.PILE_OUT)
        rating = self.terms.rating(event.score, event.most) if took_place else ""
        return Said(paragraph([said.format(**parts), rating]), felt.format(**parts), cue)


def _whose(event: Event) -> Seat | None:
    """Return at whose seat an event happens, None: at none."""
    match event:
        case Hinted() | TurnPassed():
            return event.to
        case Dealt() | LastRound() | Ended():
            return None
        case _:
            return event.seat
