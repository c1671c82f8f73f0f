"""What computer players of the fireworks games did and why, and what an expert would do, in sentences.

Not here: the conventions (see `engine.bots.fireworks`), and how these sentences are put together (see
`reasons_text`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from engine.bots.fireworks_reasons import Reason
from engine.bots.levels import Thought
from engine.fireworks_parts import Action, Arrange, Clue, Discard, Face, Held, Hint, Play, Row, View
from engine.knowledge import possible
from engine.table import Seat

from .fireworks_text import FireworksText
from .reasons_text import Because, ReasonsText, Worded, number
from .words import sentence


class FireworksReasons:
    """The words for the seat that `text` speaks to."""

    def __init__(self, text: FireworksText) -> None:
        self.text, self.t, self.cards = text, text.t, text.cards
        self.names, self.me = text.names, text.me
        self.shared = ReasonsText(text.words, text.names, text.me)

    # -- actions

    def done(self, action: Action, view: View) -> Worded:
        """Return what somebody has done; a card has the place where it was."""
        t, mine = self.t, action.seat == self.me
        match action:
            case Hint(_, to, _) if mine:
                said = t.gettext("You gave {to} a hint: {clue}.")
                felt = t.pgettext("braille", "you hinted {to}: {cells}")
            case Hint(_, to, _) if to == self.me:
                said = t.gettext("{who} gave you a hint: {clue}.")
                felt = t.pgettext("braille", "{who} hinted you: {cells}")
            case Hint():
                said = t.gettext("{who} gave {to} a hint: {clue}.")
                felt = t.pgettext("braille", "{who} hinted {to}: {cells}")
            case Play():
                said = (
                    t.gettext("You played card {place}.") if mine else t.gettext("{who} played card {place}.")
                )
                felt = t.pgettext("braille", "{who} played {place}")
            case Discard():
                said = (
                    t.gettext("You discarded card {place}.")
                    if mine
                    else t.gettext("{who} discarded card {place}.")
                )
                felt = t.pgettext("braille", "{who} discarded {place}")
            case Row():
                # Translators: what a joker was put on; {suit} is "hearts".
                said = (
                    t.gettext("You chose {suit} for the joker.")
                    if mine
                    else t.gettext("{who} chose {suit} for the joker.")
                )
                felt = t.pgettext("braille", "{who}: joker on {suit}")
            case Arrange():
                raise ValueError("arranging is no turn")
            case _:
                assert_never(action)
        return self._filled(said, felt, action, view)

    def advised(self, action: Action, view: View) -> Worded:
        """Return an action of the listener's as advice."""
        t = self.t
        match action:
            case Hint():
                # Translators: advice.
                said, felt = (
                    t.gettext("Give {to} a hint: {clue}."),
                    t.pgettext("braille", "hint {to} {cells}"),
                )
            case Play():
                # Translators: advice.
                said, felt = t.gettext("Play card {place}."), t.pgettext("braille", "play {place}")
            case Discard():
                # Translators: advice.
                said, felt = t.gettext("Discard card {place}."), t.pgettext("braille", "discard {place}")
            case Row():
                # Translators: advice; {suit} is "hearts".
                said, felt = t.gettext("Put the joker on {suit}."), t.pgettext("braille", "joker on {suit}")
            case Arrange():
                raise ValueError("arranging is no turn")
            case _:
                assert_never(action)
        return self._filled(said, felt, action, view)

    def _filled(self, said: str, felt: str, action: Action, view: View) -> Worded:
        parts: dict[str, object] = {"who": self.names[action.seat]}
        match action:
            case Hint(_, to, clue):
                named = self.cards.clue(clue)
                parts |= {"to": self.names[to], "clue": named.many, "cells": named.braille}
            case Play(_, card) | Discard(_, card):
                _, place, _ = _found(view, card)
                parts["place"] = place
            case Row(_, suit):
                parts["suit"] = self.cards.suit(suit)
        return Worded(said.format(**parts), felt.format(**parts))

    # -- reasons

    def because(self, thought: Thought, view: View) -> Because:
        """Return why; `view` is the one that the thought was made with, of just before the action."""
        if not isinstance(thought.reason, Reason):
            raise ValueError(thought.reason)
        was, now, felt = self._because(thought.reason, thought, view)
        parts = self._parts(thought.facts, view)
        return Because(sentence(was, **parts), sentence(now, **parts), felt.format(**parts))

    def _because(self, reason: Reason, thought: Thought, view: View) -> tuple[str, str, str]:
        """Return the sentences, past and present, and the braille, with gaps for the parts."""
        t, facts = self.t, thought.facts
        match reason:
            case Reason.HINT_PLAY:
                return (
                    # Translators: why a hint was given; {held} is "Ben's card 2" or "your red three".
                    t.gettext("{held} could be played, at once or after what is known already."),
                    # Translators: advice to give a hint; {held} is "Ben's card 2" or "Ben's red three".
                    t.gettext("{held} can be played, at once or after what is known already."),
                    # Translators: why a hint was given; {cells} is "Ben 2".
                    t.pgettext("braille", "{cells} playable"),
                )
            case Reason.HINT_SAVE:
                return (
                    t.gettext("{held} would have been discarded next, and the rows needed it."),
                    t.gettext("{held} would be discarded next, and the rows need it."),
                    t.pgettext("braille", "to save {cells}"),
                )
            case Reason.HINT_PLAY_OR_SAVE:
                return (
                    t.gettext("{held} could be played, or it had to be saved."),
                    t.gettext("{held} can be played, or it must be saved."),
                    t.pgettext("braille", "{cells}: play or save"),
                )
            case Reason.HINT_AGAIN:
                return (
                    t.gettext("A hint had pointed at {held} before, and now it could be played."),
                    t.gettext("A hint has pointed at {held} before, and now it can be played."),
                    t.pgettext("braille", "{cells} playable now"),
                )
            case Reason.HINT_FINESSE:
                return self._finesse(facts)
            case Reason.HINT_PROMPT:
                return self._prompt(facts)
            case Reason.HINT_CORRECT:
                return (
                    t.gettext("Otherwise {held} would have been played wrongly."),
                    t.gettext("Otherwise {held} would be played wrongly."),
                    t.pgettext("braille", "{cells}: not to misplay"),
                )
            case Reason.HINT_MORE:
                return (
                    t.gettext("It told more of cards that were needed."),
                    t.gettext("It tells more of cards that are needed."),
                    t.pgettext("braille", "tells more of cards"),
                )
            case Reason.HINT_TIME:
                return (
                    t.gettext("There was nothing better to do, and a hint won time."),
                    t.gettext("There is nothing better to do, and a hint wins time."),
                    t.pgettext("braille", "to win time"),
                )
            case Reason.HINT_PLAIN:
                return (
                    # Translators: a hint of a beginner, who follows no conventions.
                    t.gettext("It meant what it said and no more."),
                    t.gettext("It means what it says and no more."),
                    t.pgettext("braille", "means what it says"),
                )
            case _:
                return self._card_reason(reason, thought, view)

    def _finesse(self, facts: Mapping[str, object]) -> tuple[str, str, str]:
        t = self.t
        if facts["through"] == self.me:
            was = t.gettext(
                "You were to play the card before it first, although no hint had pointed at that one."
            )
            felt = t.pgettext("braille", "you play one unhinted first")
        else:
            was = t.gettext(
                "{through} was to play the card before it first, although no hint had pointed at that one."
            )
            felt = t.pgettext("braille", "{through} plays one unhinted first")
        now = t.gettext("{through} has the card before it, and will play it although no hint pointed at it.")
        return was, now, felt

    def _prompt(self, facts: Mapping[str, object]) -> tuple[str, str, str]:
        t = self.t
        if facts["through"] == self.me:
            was = t.gettext("You were to play the card before it first, at which a hint had pointed.")
            felt = t.pgettext("braille", "you play a hinted one first")
        else:
            was = t.gettext("{through} was to play the card before it first, at which a hint had pointed.")
            felt = t.pgettext("braille", "{through} plays a hinted one first")
        now = t.gettext("{through} has the card before it, and a hint has pointed at it: it is played first.")
        return was, now, felt

    def _card_reason(self, reason: Reason, thought: Thought, view: View) -> tuple[str, str, str]:
        """Return the same for reasons that are about a card of one's own, or a joker's row."""
        t, facts = self.t, thought.facts
        match reason:
            case Reason.PLAY_SURE:
                return self._sure(facts, view)
            case Reason.PLAY_TOLD:
                return self._told(facts)
            case Reason.PLAY_HINTED:
                return (
                    t.gettext("A hint had pointed at it, so it was likely to fit."),
                    t.gettext("A hint has pointed at it, so it is likely to fit."),
                    t.pgettext("braille", "hinted, so likely to fit"),
                )
            case Reason.PLAY_FINESSE:
                return self._told_another(facts)
            case Reason.PLAY_LIKELY:
                return (
                    t.gettext("It fitted with {percent} per cent, and a mistake could be borne."),
                    t.gettext("It fits with {percent} per cent, and a mistake can be borne."),
                    t.pgettext("braille", "fits with {percent} per cent"),
                )
            case Reason.PLAY_LAST:
                return (
                    t.gettext("The game was about to end, and {percent} per cent were worth the try."),
                    t.gettext("The game is about to end, and {percent} per cent are worth the try."),
                    t.pgettext("braille", "the end: {percent} per cent"),
                )
            case Reason.DISCARD_USELESS:
                return (
                    t.gettext("It could never be played any more."),
                    t.gettext("It can never be played any more."),
                    t.pgettext("braille", "of no use any more"),
                )
            case Reason.DISCARD_SPARE:
                return (
                    t.gettext("Another copy of it was in sight."),
                    t.gettext("Another copy of it is in sight."),
                    t.pgettext("braille", "another copy in sight"),
                )
            case Reason.DISCARD_OLDEST:
                return (
                    t.gettext("Of the cards that no hint had pointed at, it had been held longest."),
                    t.gettext("Of the cards that no hint has pointed at, it has been held longest."),
                    t.pgettext("braille", "oldest without a hint"),
                )
            case Reason.DISCARD_LEAST:
                return (
                    t.gettext("A hint had pointed at it, and yet it was less likely needed than others."),
                    t.gettext("A hint has pointed at it, and yet it is less likely needed than others."),
                    t.pgettext("braille", "least likely needed"),
                )
            case Reason.ROW_SCARCE:
                return self._scarce(number(facts, "left"))
            case _:
                raise ValueError(reason)

    def _sure(self, facts: Mapping[str, object], view: View) -> tuple[str, str, str]:
        """Return that a card surely fits; with its name if it can be one only, as its owner counts."""
        t, (owner, _, held) = self.t, _found(view, number(facts, "card"))
        faces = possible(view, held) if owner == view.seat else []
        if len(faces) == 1:
            return (
                t.gettext("It could only be {face.nom}."),
                t.gettext("It can only be {face.nom}."),
                t.pgettext("braille", "only {face.braille}"),
            )
        return (
            t.gettext("Whatever it could be, it fitted."),
            t.gettext("Whatever it can be, it fits."),
            t.pgettext("braille", "sure to fit"),
        )

    def _told(self, facts: Mapping[str, object]) -> tuple[str, str, str]:
        t = self.t
        now = t.gettext("{by}'s hint, {clue}, meant that it can be played.")
        felt = t.pgettext("braille", "{by} hinted it: {clue_cells}")
        if facts["by"] == self.me:
            was = t.gettext("Your hint, {clue}, meant that it could be played.")
            felt = t.pgettext("braille", "you hinted it: {clue_cells}")
        else:
            was = t.gettext("{by}'s hint, {clue}, meant that it could be played.")
        return was, now, felt

    def _told_another(self, facts: Mapping[str, object]) -> tuple[str, str, str]:
        t = self.t
        now = t.gettext("What was hinted to {to} fits only after this card, which nobody pointed at.")
        felt = t.pgettext("braille", "goes before what {to} has")
        if facts["to"] == self.me:
            was = t.gettext(
                "What was hinted to you fitted only after this card, which nobody had pointed at."
            )
            felt = t.pgettext("braille", "goes before what you have")
        else:
            was = t.gettext(
                "What was hinted to {to} fitted only after this card, which nobody had pointed at."
            )
        return was, now, felt

    def _scarce(self, left: int) -> tuple[str, str, str]:
        t = self.t
        if left == 0:
            return (
                # Translators: a row's next card, "the three of hearts", is gone for good.
                t.gettext("{next.nom} could not come any more."),
                t.gettext("{next.nom} cannot come any more."),
                t.pgettext("braille", "no {next.braille} any more"),
            )
        return (
            # Translators: a row's next card, "the three of hearts", is scarcer than those of other rows.
            t.ngettext(
                "{next.nom} could come only {left} more time.",
                "{next.nom} could come only {left} more times.",
                left,
            ),
            t.ngettext(
                "{next.nom} can come only {left} more time.",
                "{next.nom} can come only {left} more times.",
                left,
            ),
            t.pgettext("braille", "{next.braille}: only {left} left"),
        )

    # -- parts of the sentences

    def _parts(self, facts: Mapping[str, object], view: View) -> dict[str, object]:
        parts: dict[str, object] = {
            name: self.names[seat]
            for name in ("to", "by", "through")
            if isinstance(seat := facts.get(name), int)
        }
        parts |= {name: facts[name] for name in ("percent", "left") if name in facts}
        if "card" in facts:
            parts |= self._held(number(facts, "card"), view)
        clue = facts.get("clue")
        if isinstance(clue, (str, int)):
            named = self._clue(clue)
            parts |= {"clue": named[0], "clue_cells": named[1]}
        if "suit" in facts:
            parts["next"] = self.cards.card(Face(str(facts["suit"]), number(facts, "rank")))
        return parts

    def _clue(self, clue: Clue) -> tuple[str, str]:
        named = self.cards.clue(clue)
        return named.many, named.braille

    def _held(self, card: int, view: View) -> dict[str, object]:
        """Return how a card in a hand is called: by its face where the view shows it, else by its place."""
        t, (owner, place, held) = self.t, _found(view, card)
        mine, who = owner == self.me, self.names[owner]
        faces = possible(view, held) if owner == view.seat else []
        parts: dict[str, object] = {"face": self.cards.card(faces[0])} if faces else {}
        if held.face is None:
            # Translators: a card in a hand, subject or object of a sentence.
            named = t.gettext("your card {place}") if mine else t.gettext("{who}'s card {place}")
            called = named.format(place=place, who=who)
        else:
            # Translators: a card in a hand, subject or object of a sentence: "Ben's red three".
            named = t.gettext("your {card.bare}") if mine else t.gettext("{who}'s {card.bare}")
            called = named.format(card=self.cards.card(held.face), who=who)
        # Translators: the listener's card at a place.
        cells = t.pgettext("braille", "yours {place}").format(place=place) if mine else f"{who} {place}"
        return {**parts, "held": called, "cells": cells}


def _found(view: View, card: int) -> tuple[Seat, int, Held]:
    """Return whose card it is, its place from 1, and what is held. Raises ValueError if nobody holds it."""
    for seat, hand in enumerate(view.hands):
        for place, held in enumerate(hand, 1):
            if held.card == card:
                return seat, place, held
    raise ValueError(f"nobody holds card {card}")
