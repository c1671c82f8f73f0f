"""What players of Push did and why, and what an expert would do, in sentences.

Not here: how a computer player weighs a card (see `engine.bots.push`), and how these sentences are put
together (see `reasons_text`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import assert_never

from engine.bots.levels import Thought
from engine.bots.push_reasons import PushReason
from engine.push_parts import Action, Pass, Take, View
from engine.table import Seat

from .push_cards import PushCards
from .reasons_text import Because, ReasonsText, Worded, number, numbers
from .words import Words, paragraph, sentence


class PushReasons:
    """The words for one seat; `me` is None for a bystander."""

    def __init__(self, words: Words, names: Sequence[str], me: Seat | None) -> None:
        self.t, self.names, self.me = words.t, names, me
        self.words, self.cards = words, PushCards(words)
        self.shared = ReasonsText(words, names, me)

    # -- actions

    def done(self, action: Action, view: View) -> Worded:
        """Return what somebody has done about the card that lay open."""
        assert view.card is not None
        t, mine = self.t, action.seat == self.me
        match action:
            case Take():
                said = t.gettext("You took {card.acc}.") if mine else t.gettext("{who} took {card.acc}.")
                felt = t.pgettext("braille", "{who} took {value}")
            case Pass():
                said = (
                    t.gettext("You said no thanks to {card.acc}.")
                    if mine
                    else t.gettext("{who} said no thanks to {card.acc}.")
                )
                felt = t.pgettext("braille", "{who} passed {value} on")
            case _:
                assert_never(action)
        parts = {"who": self.names[action.seat], "card": self.cards.card(view.card), "value": view.card}
        return Worded(said.format(**parts), felt.format(**parts))

    def advised(self, action: Action, view: View) -> Worded:
        """Return an action of the listener's as advice."""
        assert view.card is not None
        t = self.t
        match action:
            case Take():
                # Translators: advice.
                said, felt = t.gettext("Take {card.acc}."), t.pgettext("braille", "take {value}")
            case Pass():
                # Translators: advice: not to take the card.
                said, felt = t.gettext("Say no thanks."), t.pgettext("braille", "no thanks")
            case _:
                assert_never(action)
        parts = {"card": self.cards.card(view.card), "value": view.card}
        return Worded(said.format(**parts), felt.format(**parts))

    # -- reasons

    def because(self, thought: Thought, view: View) -> Because:
        """Return why; `view` is the one that the thought was made with, of just before the action."""
        reason = thought.reason
        if not isinstance(reason, PushReason):
            raise ValueError(reason)
        facts, parts = thought.facts, self._parts(thought.facts)
        was, now, felt = self._because(reason, facts)
        more = self._more(reason, facts)
        told = [sentence(text, **parts) for text in (was, now)]
        added = [sentence(text, **parts) for text in more]
        return Because(paragraph([told[0], *added]), paragraph([told[1], *added]), felt.format(**parts))

    def _because(self, reason: PushReason, facts: Mapping[str, object]) -> tuple[str, str, str]:
        """Return the sentences, past and present, and the braille, with gaps for the parts."""
        t = self.t
        match reason:
            case PushReason.NO_CHIPS:
                return (
                    t.gettext("No chip was left to pass with."),
                    t.gettext("You have no chip left to pass with."),
                    t.pgettext("braille", "no chip left"),
                )
            case PushReason.JOINS:
                return self._joins(number(facts, "saves"))
            case PushReason.PAID:
                return (
                    t.gettext("At least as many chips lay on it as it cost."),
                    t.gettext("At least as many chips lie on it as it costs."),
                    t.pgettext("braille", "its chips pay for it"),
                )
            case PushReason.CHEAP:
                return (
                    t.gettext("It cost {cost}, no more than one commonly pays."),
                    t.gettext("It costs {cost}, no more than one commonly pays."),
                    t.pgettext("braille", "cheap: {cost}"),
                )
            case PushReason.HOPE:
                return (
                    t.gettext("It cost {cost}, which was a little dear, but {neighbours} could still come."),
                    t.gettext("It costs {cost}, which is a little dear, but {neighbours} may still come."),
                    t.pgettext("braille", "hope for {neighbours_felt}"),
                )
            case PushReason.SHORT:
                return self._short(number(facts, "chips"))
            case PushReason.MAYBE_SHORT:
                return (
                    t.gettext("It was dear at {cost}: perhaps chips were needed."),
                    t.gettext("It is dear at {cost}: perhaps chips are needed."),
                    t.pgettext("braille", "dear: perhaps for the chips"),
                )
            case PushReason.DENIES:
                return self._denies(facts)
            case PushReason.TOO_DEAR:
                return (
                    t.gettext("It cost {cost}, more than a chip was worth."),
                    t.gettext("It costs {cost}, more than a chip is worth."),
                    t.pgettext("braille", "too dear: {cost}"),
                )
            case PushReason.OTHERS_WANT:
                return (
                    t.gettext("It was dear, and would most likely be taken before it came back."),
                    t.gettext("It is dear, and will most likely be taken before it comes back."),
                    t.pgettext("braille", "others want it"),
                )
            case PushReason.ROUND:
                return (
                    t.gettext("It was welcome, but sent round once more it would come back with {back}."),
                    t.gettext("It is welcome, but sent round once more it will come back with {back}."),
                    t.pgettext("braille", "comes back with {back}"),
                )
            case PushReason.TRIED:
                return (
                    t.gettext("Of {games} games played on in thought, it won {ahead} in a hundred more."),
                    t.gettext("Of {games} games played on in thought, it wins {ahead} in a hundred more."),
                    t.pgettext("braille", "tried out: {ahead} per cent better"),
                )
            case PushReason.WHIM:
                return (
                    t.gettext("It was a whim: beginners do not always follow a rule of thumb."),
                    t.gettext("It is a whim: beginners do not always follow a rule of thumb."),
                    t.pgettext("braille", "a whim"),
                )
            case _:
                assert_never(reason)

    def _joins(self, saves: int) -> tuple[str, str, str]:
        t = self.t
        if saves > 0:
            return (
                t.gettext("It made a run, {run}, and took off {saves}."),
                t.gettext("It makes a run, {run}, and takes off {saves}."),
                t.pgettext("braille", "run {run_felt} saves {saves}"),
            )
        return (
            t.gettext("It made a run, {run}, and so added nothing."),
            t.gettext("It makes a run, {run}, and so adds nothing."),
            t.pgettext("braille", "run {run_felt} adds nothing"),
        )

    def _short(self, chips: int) -> tuple[str, str, str]:
        t = self.t
        return (
            t.ngettext(
                "Only {n} chip was left, and there were some on it.",
                "Only {n} chips were left, and there were some on it.",
                chips,
            ),
            t.ngettext(
                "You have only {n} chip left, and there are some on it.",
                "You have only {n} chips left, and there are some on it.",
                chips,
            ),
            t.pgettext("braille", "chips run short: {chips}"),
        )

    def _denies(self, facts: Mapping[str, object]) -> tuple[str, str, str]:
        t = self.t
        now = t.gettext("It costs something, but {denied} would gain more by it.")
        if facts["who"] == self.me:
            return (
                t.gettext("It cost something, but you would have gained more by it."),
                now,
                t.pgettext("braille", "so you do not get it"),
            )
        return (
            t.gettext("It cost something, but {denied} would have gained more by it."),
            now,
            t.pgettext("braille", "so {denied} does not get it"),
        )

    def _more(self, reason: PushReason, facts: Mapping[str, object]) -> list[str]:
        """Return further sentences that hold for past and present alike."""
        t = self.t
        if reason is PushReason.CHEAP and numbers(facts, "neighbours"):
            # Translators: {neighbours} is "jack of clubs or king of clubs".
            return [t.gettext("If {neighbours} comes, that will cost nothing.")]
        if reason is PushReason.OTHERS_WANT or numbers(facts, "wanted_by"):
            # Translators: {wanted} is one or more players in the dative, perhaps "you".
            return [t.gettext("It would suit {wanted}.")]
        return []

    # -- parts of the sentences

    def _parts(self, facts: Mapping[str, object]) -> dict[str, object]:
        neighbours, who = numbers(facts, "neighbours"), facts.get("who")
        wanted = numbers(facts, "who") if isinstance(who, (list, tuple)) else numbers(facts, "wanted_by")
        parts: dict[str, object] = {
            "cost": self.cards.points(number(facts, "cost")),
            "saves": self.cards.points(number(facts, "saves")) if "saves" in facts else "",
            "n": facts.get("chips"),
            "chips": self.cards.chips(number(facts, "chips")) if "chips" in facts else "",
            "back": self.cards.chips(number(facts, "back")) if "back" in facts else "",
            "neighbours": self.words.one_of([self.cards.card(card).nom for card in neighbours]),
            "neighbours_felt": " ".join(map(str, neighbours)),
            "wanted": self.shared.of(wanted),
            "denied": self.names[who] if isinstance(who, int) else "",
            **{name: facts[name] for name in ("games", "ahead") if name in facts},
        }
        if "run" in facts:
            low, high = numbers(facts, "run")
            parts |= {"run": self.cards.run(low, high), "run_felt": f"{low}-{high}"}
        return parts
