"""What players of Gnav did and why, and what an expert would do, in sentences.

Not here: when a computer player keeps a card (see `engine.bots.gnav`), and how these sentences are put
together (see `reasons_text`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from engine.bots.gnav_reasons import Place, Reason
from engine.bots.levels import Thought
from engine.gnav_parts import Action, Keep, Rank, Swap, View, left_of

from .gnav_text import GnavText
from .reasons_text import Because, ReasonsText, Worded, number, numbers
from .words import sentence


class GnavReasons:
    """The words for the seat that `text` speaks to."""

    def __init__(self, text: GnavText) -> None:
        self.text, self.t, self.cards = text, text.t, text.cards
        self.names, self.me = text.names, text.me
        self.shared = ReasonsText(text.words, text.names, text.me)

    # -- actions

    def done(self, action: Action, view: View) -> Worded:
        """Return what somebody has done."""
        t, mine = self.t, action.seat == self.me
        asked = left_of(view.order, action.seat)
        match action:
            case Keep():
                said = t.gettext("You kept your card.") if mine else t.gettext("{who} kept the card.")
                felt = t.pgettext("braille", "{who} kept")
            case Swap() if asked is None:
                said = (
                    t.gettext("You swapped with the stock.")
                    if mine
                    else t.gettext("{who} swapped with the stock.")
                )
                felt = t.pgettext("braille", "{who} asked the stock")
            case Swap() if asked == self.me:
                said = t.gettext("{who} asked you to swap.")
                felt = t.pgettext("braille", "{who} asked you")
            case Swap():
                said = (
                    t.gettext("You asked {to} to swap.") if mine else t.gettext("{who} asked {to} to swap.")
                )
                felt = t.pgettext("braille", "{who} asked {to}")
            case _:
                assert_never(action)
        parts = {"who": self.names[action.seat], "to": "" if asked is None else self.names[asked]}
        return Worded(said.format(**parts), felt.format(**parts))

    def advised(self, action: Action, view: View) -> Worded:
        """Return an action of the listener's as advice."""
        t, asked = self.t, left_of(view.order, action.seat)
        match action:
            case Keep():
                # Translators: advice.
                said, felt = t.gettext("Keep your card."), t.pgettext("braille", "keep")
            case Swap() if asked is None:
                # Translators: advice.
                said, felt = t.gettext("Swap with the stock."), t.pgettext("braille", "ask the stock")
            case Swap():
                # Translators: advice.
                said, felt = t.gettext("Ask {to} to swap."), t.pgettext("braille", "ask {to}")
            case _:
                assert_never(action)
        to = "" if asked is None else self.names[asked]
        return Worded(said.format(to=to), felt.format(to=to))

    # -- reasons

    def because(self, thought: Thought, view: View) -> Because:
        """Return why; `view` is the one that the thought was made with, of just before the action."""
        if not isinstance(thought.reason, Reason):
            raise ValueError(thought.reason)
        was, now, felt = self._because(thought.reason, thought)
        parts = self._parts(thought.facts)
        return Because(sentence(was, **parts), sentence(now, **parts), felt.format(**parts))

    def _because(self, reason: Reason, thought: Thought) -> tuple[str, str, str]:
        """Return the sentences, past and present, and the braille, with gaps for the parts."""
        t, facts, kept = self.t, thought.facts, isinstance(thought.action, Keep)
        match reason:
            case Reason.FOOL_AWAY:
                return (
                    t.gettext("It was the fool, as all know, and it costs a life at the end."),
                    t.gettext("It is the fool, and it costs a life at the end."),
                    t.pgettext("braille", "fool: away with it"),
                )
            case Reason.FOOL_NEXT:
                return self._fool_next(facts)
            case Reason.TWO_FOOLS:
                return (
                    t.gettext("Both fools lay with {among}, and then only they lose a life."),
                    t.gettext("Both fools lie with {among}, and then only they lose a life."),
                    t.pgettext("braille", "two fools are out"),
                )
            case Reason.USUAL_KEEP:
                said = self._usually_kept(facts)
                return said, said, t.pgettext("braille", "usual from {limit.braille} on")
            case Reason.USUAL_ASK:
                said = self._usually_asked(facts)
                return said, said, t.pgettext("braille", "usual below {limit.braille}")
            case Reason.HANDED_KEEP | Reason.HANDED_ASK:
                return self._handed(facts, kept=reason is Reason.HANDED_KEEP)
            case Reason.STRUCK_KEEP:
                return (
                    t.gettext(
                        "Whoever was struck, {struck}, sits on a card they wanted to be rid of. "
                        "Then {limit.nom} is already enough."
                    ),
                    t.gettext(
                        "Whoever was struck, {struck}, sits on a card they wanted to be rid of. "
                        "Then {limit.nom} is already enough."
                    ),
                    t.pgettext("braille", "struck ones sit on low cards"),
                )
            case Reason.STRIKES:
                return (
                    t.gettext("With {percent} per cent a cat or a dragoon would have answered."),
                    t.gettext("With {percent} per cent a cat or a dragoon will answer."),
                    t.pgettext("braille", "cat or dragoon: {percent} per cent"),
                )
            case _:
                return self._own_card(reason, facts, kept=kept)

    def _own_card(self, reason: Reason, facts: Mapping[str, object], *, kept: bool) -> tuple[str, str, str]:
        """Return the same for reasons that tell the card of whoever acts."""
        t = self.t
        match reason:
            case Reason.MATADOR:
                return (
                    t.gettext("{card.nom} is high, and nobody can get it by asking."),
                    t.gettext("{card.nom} is high, and nobody can get it by asking."),
                    t.pgettext("braille", "{card.braille} is safe"),
                )
            case Reason.SEEN_LOWER:
                return self._seen_lower(facts)
            case Reason.HIGH_ENOUGH:
                return (
                    t.gettext(
                        "{card.nom} was high enough here: one keeps {limit.acc} and all that is higher."
                    ),
                    t.gettext(
                        "{card.nom} is high enough here: one keeps {limit.acc} and all that is higher."
                    ),
                    t.pgettext("braille", "{card.braille} is high enough"),
                )
            case Reason.TOO_LOW:
                return (
                    t.gettext("{card.nom} was too low here: one keeps {limit.acc} and all that is higher."),
                    t.gettext("{card.nom} is too low here: one keeps {limit.acc} and all that is higher."),
                    t.pgettext("braille", "{card.braille} is too low"),
                )
            case Reason.STRUCK_LOWER:
                return (
                    t.gettext(
                        "Whoever was struck, {struck}, probably sat on something lower than {card.nom}."
                    ),
                    t.gettext(
                        "Whoever was struck, {struck}, probably sits on something lower than {card.nom}."
                    ),
                    t.pgettext("braille", "struck ones are likely lower"),
                )
            case Reason.HANDED_ENOUGH:
                return self._handed_card(facts, enough=True)
            case Reason.HANDED_TOO_LOW:
                return self._handed_card(facts, enough=False)
            case Reason.AT_LIMIT:
                return self._at_limit(kept=kept)
            case _:
                raise ValueError(reason)

    def _fool_next(self, facts: Mapping[str, object]) -> tuple[str, str, str]:
        t = self.t
        now = t.gettext("{owner} holds a fool, and you would get it.")
        if facts["seat"] == self.me:
            return (
                t.gettext("You held a fool, and a swap would have brought it."),
                now,
                t.pgettext("braille", "you held a fool"),
            )
        return (
            t.gettext("{owner} held a fool, and a swap would have brought it."),
            now,
            t.pgettext("braille", "{owner} has a fool"),
        )

    def _usually_kept(self, facts: Mapping[str, object]) -> str:
        t = self.t
        match facts["place"]:
            case Place.FIRST:
                return t.gettext(
                    "Whoever is first of {participants} usually keeps {limit.acc} and all that is higher."
                )
            case Place.DEALER:
                return t.gettext(
                    "The dealer of {participants} usually keeps {limit.acc} and all that is higher."
                )
            case _:
                return t.gettext(
                    "In the middle of {participants} one usually keeps {limit.acc} and all that is higher."
                )

    def _usually_asked(self, facts: Mapping[str, object]) -> str:
        t = self.t
        match facts["place"]:
            case Place.FIRST:
                return t.gettext(
                    "Whoever is first of {participants} usually gives away what is lower than {limit.nom}."
                )
            case Place.DEALER:
                return t.gettext("The dealer of {participants} usually swaps what is lower than {limit.nom}.")
            case _:
                return t.gettext(
                    "In the middle of {participants} one usually gives away what is lower than {limit.nom}."
                )

    def _handed(self, facts: Mapping[str, object], *, kept: bool) -> tuple[str, str, str]:
        t, mine = self.t, facts["giver"] == self.me
        if kept and mine:
            said = t.gettext(
                "The card came from you, and you may hold less now. Then {limit.nom} is already enough."
            )
        elif kept:
            said = t.gettext(
                "The card came from {giver}, who may hold less now. Then {limit.nom} is already enough."
            )
        elif mine:
            said = t.gettext(
                "The card came from you, and what is lower than {limit.nom} is usually passed on."
            )
        else:
            said = t.gettext(
                "The card came from {giver}, and what is lower than {limit.nom} is usually passed on."
            )
        if mine:
            return said, said, t.pgettext("braille", "the card came from you")
        return said, said, t.pgettext("braille", "the card came from {giver}")

    def _seen_lower(self, facts: Mapping[str, object]) -> tuple[str, str, str]:
        t = self.t
        now = t.gettext("{owner} holds {lower.acc}, which is lower than {card.nom}.")
        if facts["seat"] == self.me:
            return (
                t.gettext("You held {lower.acc}, which is lower than {card.nom}."),
                now,
                t.pgettext("braille", "you: lower, {lower.braille}"),
            )
        return (
            t.gettext("{owner} held {lower.acc}, which is lower than {card.nom}."),
            now,
            t.pgettext("braille", "{owner}: lower, {lower.braille}"),
        )

    def _handed_card(self, facts: Mapping[str, object], *, enough: bool) -> tuple[str, str, str]:
        t, mine = self.t, facts["giver"] == self.me
        if enough:
            now = t.gettext("{giver} holds {given.acc} now, but {card.nom} is high enough without that.")
            felt = t.pgettext("braille", "{card.braille} is high enough")
            if mine:
                was = t.gettext("You held {given.acc} then, but {card.nom} was high enough without that.")
            else:
                was = t.gettext("{giver} held {given.acc} then, but {card.nom} was high enough without that.")
        else:
            now = t.gettext("{giver} holds {given.acc} now, and {card.nom} is too low against that.")
            felt = t.pgettext("braille", "{card.braille} is too low")
            if mine:
                was = t.gettext("You held {given.acc} then, and {card.nom} was too low against that.")
            else:
                was = t.gettext("{giver} held {given.acc} then, and {card.nom} was too low against that.")
        return was, now, felt

    def _at_limit(self, *, kept: bool) -> tuple[str, str, str]:
        t = self.t
        felt = t.pgettext("braille", "{card.braille} is at the limit")
        if kept:
            return (
                t.gettext("{card.nom} was just at the limit, where one keeps {often} times in a hundred."),
                t.gettext("{card.nom} is just at the limit, where one keeps {often} times in a hundred."),
                felt,
            )
        return (
            t.gettext("{card.nom} was just at the limit, where one asks {often} times in a hundred."),
            t.gettext("{card.nom} is just at the limit, where one asks {often} times in a hundred."),
            felt,
        )

    # -- parts of the sentences

    def _parts(self, facts: Mapping[str, object]) -> dict[str, object]:
        cards = {
            name: self.cards.card(Rank(number(facts, name)))
            for name in ("card", "limit", "lower", "given")
            if name in facts
        }
        seats = {
            part: self.names[number(facts, name)]
            for part, name in (("owner", "seat"), ("giver", "giver"))
            if name in facts
        }
        named = numbers(facts, "seats")
        return {
            **cards,
            **seats,
            "among": self.shared.of(named),
            "struck": self.shared.are(named),
            **{name: facts[name] for name in ("participants", "percent", "often") if name in facts},
        }
