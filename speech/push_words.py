"""The sentences of Push: one branch an event, speech and braille side by side; and why actions are refused.

Not here: answers to what a player asks, and the braille line (see `push_answers`), and the names of cards
(see `push_cards`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import assert_never

from engine.push_parts import (
    Announced,
    Began,
    Counted,
    Ended,
    Event,
    Pass,
    Pushed,
    Take,
    Took,
    TurnedUp,
    TurnPassed,
    View,
    Why,
    added,
)
from engine.table import Refused, Seat

from .braille import Group
from .choices import Choice, on_line
from .game_words import NO_NOTES
from .push_answers import PushAnswers
from .push_choices import PushObjects, menus
from .push_reasons import PushReasons
from .words import Said, Verbosity, Words, paragraph, terse

TERSE = (TurnedUp, Pushed, Took, TurnPassed)
"""In short verbosity these are spoken as they are brailled."""
FEW_CARDS = 5
"""From so many cards in the stock on, every card turned up says how many are left."""


class PushWords:
    """The words for one seat, in its language and verbosity; a `seat` of None is a bystander."""

    def __init__(self, words: Words, names: tuple[str, ...], seat: Seat | None, verbosity: Verbosity) -> None:
        self.words, self.t = words, words.t
        self.names, self.me = names, seat
        self.short = verbosity is Verbosity.SHORT
        self.learning = verbosity is Verbosity.LEARNING
        self.answers = PushAnswers(words, names)
        self.objects = PushObjects(words, names, verbosity)
        self.cards = self.answers.cards
        self.reasons = PushReasons(words, names, seat)

    def turn(self, view: View) -> Said:
        """Return whose turn it is and what may be done; or the outcome when the game is over."""
        return self.answers.turn(view)

    def table(self, view: View) -> Said:
        """Return all that lies open on the table."""
        return self.answers.table(view)

    def line(self, view: View) -> Sequence[Group]:
        """Return the fields of the persistent braille line."""
        return self.answers.line(view)

    def choices(self, view: View) -> tuple[Choice, ...]:
        """Return all that the viewer may do now, as menus for a display."""
        return menus(self.answers, view)

    def object(self, owner: str, view: View, notes: Mapping[int, str] = NO_NOTES) -> Said:
        """Return what the field of the line with this owner is. Raises ValueError if there is none.

        There are no notes in this game.
        """
        return self.objects.of(on_line(owner, self.line(view)), view)

    # -- events

    def event(self, event: Event, view: View) -> Said:
        """Return what this seat hears and feels of an event that it perceives; `view` is after it."""
        said = self._said(event, view)._replace(who=_whose(event))
        return terse(said) if self.short and isinstance(event, TERSE) else said

    def _said(self, event: Event, view: View) -> Said:
        match event:
            case Began():
                return self._began(event)
            case Announced():
                return self._announced(event)
            case TurnedUp():
                return self._turned_up(event, view)
            case Pushed():
                return self._pushed(event, view)
            case Took():
                return self._took(event, view)
            case TurnPassed():
                return self._turn_passed(event, view)
            case Counted():
                return self._counted(event)
            case Ended():
                return self._ended(event)
            case _:
                assert_never(event)

    def _began(self, event: Began) -> Said:
        t = self.t
        others = self.words.all_of([name for seat, name in enumerate(self.names) if seat != self.me])
        if self.me is None:
            # Translators: the game begins; {names} are all players. Push is the game's name.
            opening = t.gettext("{names} play Push.")
        else:
            # Translators: the game begins; {names} are the other players. Push is the game's name.
            opening = t.gettext("You play Push with {names}.")
        chips = self.cards.chips(event.chips)
        lines = [opening.format(names=others), t.gettext("Everybody has {chips}.").format(chips=chips)]
        if event.open_chips:
            lines.append(t.gettext("The chips lie open."))
        elif self.learning:
            lines.append(t.gettext("Nobody is told how many chips the others have left."))
        if self.learning:
            # Translators: said at the beginning, to learners; {n} is the number of cards in the stock.
            stock = t.gettext("{n} cards are in the stock, and 9 were put aside without anybody seeing them.")
            lines.append(stock.format(n=event.pile))
        who = self.names[event.first]
        felt = t.pgettext("braille", "Push, {chips}. {who} begins")
        if event.open_chips:
            felt = t.pgettext("braille", "Push, {chips} open. {who} begins")
        if event.first == self.me:
            # Translators: who has the first turn.
            lines.append(t.gettext("You begin."))
            felt = t.pgettext("braille", "Push, {chips}. You begin")
            if event.open_chips:
                felt = t.pgettext("braille", "Push, {chips} open. You begin")
        else:
            lines.append(t.gettext("{who} begins.").format(who=who))
        return Said(paragraph(lines), felt.format(who=who, chips=chips), "deal")

    def _turned_up(self, event: TurnedUp, view: View) -> Said:
        t, card = self.t, self.cards.card(event.card)
        parts = {"who": self.names[event.seat], "card": card, "value": event.card, "n": event.pile}
        if event.seat == self.me:
            # Translators: the next card is turned up; {value} is what it counts, the jack of diamonds 24.
            said = t.gettext("You turn up {card.acc}, {value}.")
            # Translators: {card.braille} is "diamonds jack 24", {n} the number of cards left in the stock.
            felt = t.pgettext("braille", "You turn {card.braille}, {n} left")
            more = self.answers.choices(view) if self.learning or not view.own_chips else ""
        else:
            # Translators: another player turns up the next card; {value} is what it counts.
            said = t.gettext("{who} turns up {card.acc}, {value}.")
            # Translators: {card.braille} is "diamonds jack 24", {n} the number of cards left in the stock.
            felt = t.pgettext("braille", "{who} turns {card.braille}, {n} left")
            more = t.gettext("{who} may take the card or pass.").format(**parts) if self.learning else ""
        tells = self.learning or event.pile <= FEW_CARDS
        stock = self.cards.stock(event.pile) if tells else ""
        return Said(paragraph([said.format(**parts), stock, more]), felt.format(**parts), "turn-up")

    # -- actions

    def _announced(self, event: Announced) -> Said:
        match event.action:
            case Take():
                return self._take_announced(event)
            case Pass():
                return self._pass_announced(event)
            case _:
                assert_never(event.action)

    def _take_announced(self, event: Announced) -> Said:
        t = self.t
        parts = {
            "who": self.names[event.seat],
            "card": self.cards.card(event.card),
            "value": event.card,
        }
        if event.seat == self.me:
            # Translators: announced before it is done.
            said, felt = t.gettext("You take {card.acc}."), t.pgettext("braille", "You take {value}")
        else:
            said, felt = t.gettext("{who} takes {card.acc}."), t.pgettext("braille", "{who} takes {value}")
        more = t.gettext("All chips on a card go with it.") if self.learning else ""
        return Said(paragraph([said.format(**parts), more]), felt.format(**parts), "announce")

    def _pass_announced(self, event: Announced) -> Said:
        t, who = self.t, self.names[event.seat]
        if event.seat == self.me:
            # Translators: announced before it is done: the player does not take the card.
            said, felt = t.gettext("You say no thanks."), t.pgettext("braille", "You: no thanks")
        else:
            said, felt = t.gettext("{who} says no thanks."), t.pgettext("braille", "{who}: no thanks")
        more = t.gettext("That costs one chip, which goes on the card.") if self.learning else ""
        return Said(paragraph([said.format(who=who), more]), felt.format(who=who), "announce")

    def _pushed(self, event: Pushed, view: View) -> Said:
        t, on_it = self.t, self.cards.chips(event.pot)
        # Translators: {value} is the open card's value.
        said = t.ngettext("Now {n} chip is on the {value}.", "Now {n} chips are on the {value}.", event.pot)
        left, left_felt = self._left(event.seat, view)
        # Translators: so many chips are on the card with the value {card}.
        felt = t.pgettext("braille", "{chips} on {card}").format(chips=on_it, card=event.card)
        more = t.gettext("Whoever takes the card gets the chips, too.") if self.learning else ""
        return Said(
            paragraph([said.format(n=event.pot, value=event.card), more, left]),
            f"{felt}. {left_felt}" if left_felt else felt,
            "chip",
        )

    def _left(self, seat: Seat, view: View) -> tuple[str, str]:
        """Return how many chips the seat has now, in speech and braille, if the listener is to hear it."""
        t, chips = self.t, view.chips[seat]
        # At the end all chips are shown, but they are told when they are counted.
        if chips is None or (seat != self.me and not view.open_chips):
            return "", ""
        if seat == self.me:
            said = t.gettext("You have {chips} now.") if chips else t.gettext("You have no chip left.")
            # Translators: the listener has so many chips now.
            felt = t.pgettext("braille", "You have {n}")
        else:
            said = t.gettext("{who} has {chips} now.") if chips else t.gettext("{who} has no chip left.")
            # Translators: with open chips: a player has so many chips now.
            felt = t.pgettext("braille", "{who} has {n}")
        parts = {"who": self.names[seat], "chips": self.cards.chips(chips), "n": chips}
        return said.format(**parts), felt.format(**parts)

    def _took(self, event: Took, view: View) -> Said:
        t, (low, high) = self.t, event.joined
        parts = {
            "who": self.names[event.seat],
            "value": event.card,
            "chips": self.cards.chips(event.pot),
        }
        if event.seat == self.me:
            # Translators: {value} is the value of the card taken; {chips} is "3 chips".
            said = t.gettext("You get the {value} and {chips}.")
            felt = t.pgettext("braille", "You: {value} and {chips}")
        else:
            said = t.gettext("{who} gets the {value} and {chips}.")
            felt = t.pgettext("braille", "{who}: {value} and {chips}")
        if not event.pot:
            said, felt = self._took_bare(event.seat)
        # Translators: a card taken makes or lengthens a run, "10 to jack of diamonds".
        run = (
            t.gettext("That makes a run: {run}.").format(run=self.cards.run(low, high)) if low < high else ""
        )
        more = self._effect(event, view) if self.learning else ""
        left, left_felt = self._left(event.seat, view)
        felt = felt.format(**parts)
        return Said(
            paragraph([said.format(**parts), run, more, left]),
            f"{felt}. {left_felt}" if left_felt else felt,
            "take",
        )

    def _took_bare(self, seat: Seat) -> tuple[str, str]:
        t = self.t
        if seat == self.me:
            return (
                t.gettext("You get the {value} without chips."),
                t.pgettext("braille", "You: {value}, no chips"),
            )
        return (
            t.gettext("{who} gets the {value} without chips."),
            t.pgettext("braille", "{who}: {value}, no chips"),
        )

    def _effect(self, event: Took, view: View) -> str:
        """Return what the card does to its owner's points, for learners."""
        t = self.t
        more = added([card for card in view.cards[event.seat] if card != event.card], event.card)
        if more > 0:
            said = t.gettext("That costs {points}.")
        elif more == 0:
            said = t.gettext("That costs nothing, since only the lowest card of a run counts.")
        else:
            said = t.gettext("That saves {points}, since only the lowest card of a run counts.")
        return said.format(points=self.cards.points(abs(more)))

    def _turn_passed(self, event: TurnPassed, view: View) -> Said:
        t = self.t
        if event.to != self.me or view.card is None:
            who = self.names[event.to]
            # Translators: another player's turn begins.
            said, felt = t.gettext("{who}'s turn."), t.pgettext("braille", "{who}'s turn")
            return Said(said.format(who=who), felt.format(who=who), None, "turn")
        if view.own_chips:
            # Translators: the listener's turn begins; {value} is what the card counts, {chips} lie on it.
            said = t.gettext("Your turn: {card.nom}, {value}, with {chips}.")
            felt = t.pgettext("braille", "Your turn: {value} with {chips}")
        else:
            # Translators: the listener has no chip to pass with.
            said = t.gettext("Your turn, and no chip: you must take {card.acc}, {value}, with {chips}.")
            felt = t.pgettext("braille", "Your turn: take {value} with {chips}")
        parts = {
            "card": self.cards.card(view.card),
            "value": view.card,
            "chips": self.cards.chips(view.pot),
        }
        more = self.answers.choices(view) if self.learning and view.own_chips else ""
        return Said(paragraph([said.format(**parts), more]), felt.format(**parts), "your-turn", "turn")

    # -- the end

    def _counted(self, event: Counted) -> Said:
        t, more = self.t, ""
        parts = {
            "who": self.names[event.seat],
            "points": self.cards.points(event.points),
            "chips": self.cards.chips(event.chips),
            "score": self.cards.points(event.score),
        }
        felt_parts = {
            "who": self.names[event.seat],
            "score": self.cards.points_felt(event.score),
            "points": event.points,
            "chips": event.chips,
        }
        if event.seat == self.me:
            # Translators: at the end: {score} is what the cards count less the chips.
            said = t.gettext("Your cards count {points}, and you have {chips}: {score}.")
            # Translators: {points} and {chips} are bare numbers.
            felt = t.pgettext("braille", "You {score}: cards {points}, chips {chips}")
            if self.learning:
                more = t.gettext("Only the lowest card of each run counts, and each chip takes off a point.")
        else:
            said = t.gettext("{who}'s cards count {points}, and {who} has {chips}: {score}.")
            felt = t.pgettext("braille", "{who} {score}: cards {points}, chips {chips}")
        return Said(paragraph([said.format(**parts), more]), felt.format(**felt_parts), "count")

    def _ended(self, event: Ended) -> Said:
        said = self.answers.outcome(event.winners, event.scores, self.me)
        more = self.t.gettext("The lowest score wins.") if self.learning else ""
        cue = "end" if self.me is None else "end-won" if self.me in event.winners else "end-lost"
        return Said(paragraph([said.speech, more]), said.braille, cue)

    # -- refusals

    def refusal(self, refused: Refused, view: View) -> Said:
        """Return why an action is refused and what would do, to the one who tried."""
        assert isinstance(refused.why, Why)
        said, felt = self._refusal(refused.why, refused)
        return Said(said, felt, "error")

    def _refusal(self, why: Why, refused: Refused) -> tuple[str, str]:
        t = self.t
        match why:
            case Why.GAME_OVER:
                return (
                    t.gettext(
                        "The game is over. New plays another one; score, cards and history still answer."
                    ),
                    t.pgettext("braille", "The game is over"),
                )
            case Why.NOT_YOUR_TURN:
                turn = refused.facts["turn"]
                assert isinstance(turn, int)
                return (
                    t.gettext(
                        "It is {who}'s turn. Wait until you are called; cards and table answer meanwhile."
                    ).format(who=self.names[turn]),
                    t.pgettext("braille", "No: {who}'s turn").format(who=self.names[turn]),
                )
            case Why.NO_CHIPS:
                return (
                    t.gettext("You have no chip to pass with: take the card."),
                    t.pgettext("braille", "No chip: take the card"),
                )
            case _:
                assert_never(why)


def _whose(event: Event) -> Seat | None:
    """Return at whose seat an event happens, None: at none."""
    match event:
        case TurnPassed():
            return event.to
        case Began() | Ended():
            return None
        case _:
            return event.seat
