"""Why somebody did something, and what an expert would do: answers put together from a game's own sentences.

Not here: the sentences of each game (see `fireworks_reasons` and its like), and finding out the reasons (see
`access.counsel`).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple, Protocol

from engine.bots.levels import Thought
from engine.table import Deed, Seat

from .words import Said, Words, paragraph


class Worded(NamedTuple):
    """A whole sentence, and the same for braille, without a full stop."""

    said: str
    felt: str


class Because(NamedTuple):
    """A reason in whole sentences: of something past, of something one might do now, and for braille."""

    was: str
    now: str
    felt: str


class ReasonWords(Protocol):
    """How one game says to one listener what was done, what might be done, and why.

    Views are those that the reason was found with, of just before the action, and of the game's own type.
    """

    def done(self, action: Any, view: Any) -> Worded:
        """Return what somebody has done."""

    def advised(self, action: Any, view: Any) -> Worded:
        """Return an action of the listener's as advice."""

    def because(self, thought: Thought, view: Any) -> Because:
        """Return why, without the alternatives. Raises ValueError for a reason of another game."""


class ReasonsText:
    """One language's words about reasons and advice, for one listener; `me` None is a bystander."""

    def __init__(self, words: Words, names: Sequence[str], me: Seat | None) -> None:
        self.words, self.t = words, words.t
        self.names, self.me = names, me

    # -- why

    def why(self, action: Deed, deed: Worded, reason: Because | None, *, person: bool, over: bool) -> Said:
        """Return what was done and why; `reason` None: nothing may be said, or there is nothing to say.

        Of a `person` only what the others make of it can be told.
        """
        t, who, mine = self.t, self.names[action.seat], action.seat == self.me
        if person and mine:
            more, felt = t.gettext("Only you know why."), t.pgettext("braille", "Only you know why")
        elif person:
            more, felt = t.gettext("Only {who} knows why."), t.pgettext("braille", "Only {who} knows why")
        elif reason is None and over:
            more = t.gettext("There is nothing more to be said about it.")
            felt = t.pgettext("braille", "Nothing more to say")
        elif reason is None:
            more = t.gettext("Why, I tell you when the game is over.")
            felt = t.pgettext("braille", "Why: after the game")
        else:
            more = felt = ""
        more, felt = more.format(who=who), felt.format(who=who)
        if reason is None:
            return Said(paragraph([deed.said, more]), f"{felt}; {deed.felt}")
        if person:
            # Translators: stands before what everybody may take from an action.
            more = paragraph([more, t.gettext("The others may take it like this.")])
        return Said(paragraph([deed.said, more, reason.was]), f"{reason.felt}; {felt or deed.felt}")

    def nothing_done(self, of: Seat | None, *, computers: bool) -> Said:
        """Return that there is nothing yet to ask about, of a player.

        `of` None: of the `computers`, or of anybody.
        """
        t = self.t
        if of is None and not computers:
            return Said(t.gettext("Nobody has had a turn yet."), t.pgettext("braille", "No turn yet"))
        if of is None:
            return Said(
                t.gettext("No computer player has had a turn yet. Say why and a name to ask about somebody."),
                t.pgettext("braille", "No computer's turn yet"),
            )
        if of == self.me:
            return Said(
                t.gettext("You have not had a turn yet."), t.pgettext("braille", "No turn of yours yet")
            )
        who = self.names[of]
        return Said(
            t.gettext("{who} has not had a turn yet.").format(who=who),
            t.pgettext("braille", "No turn of {who} yet").format(who=who),
        )

    # -- advice

    def advice(self, choices: Sequence[tuple[Worded, Because]]) -> Said:
        """Return what to do and why, the best first; one to three choices."""
        t = self.t
        lines = [paragraph([deed.said, reason.now]) for deed, reason in choices]
        ranked = [
            "{choice}",
            # Translators: advice; {choice} is one or more whole sentences.
            t.gettext("Second choice: {choice}"),
            # Translators: advice; {choice} is one or more whole sentences.
            t.gettext("Third choice: {choice}"),
        ]
        told = [rank.format(choice=line) for rank, line in zip(ranked, lines, strict=False)]
        best, reason = choices[0]
        felt = [f"{best.felt}: {reason.felt}"]
        # Translators: advice: another thing that might be done.
        felt += [t.pgettext("braille", "or {choice}").format(choice=deed.felt) for deed, _ in choices[1:]]
        return Said(" ".join(told), "; ".join(felt), print="\n".join(told))

    def no_advice(self) -> Said:
        """Return that advice is switched off here, and where it is switched on."""
        t = self.t
        return Said(
            t.gettext("Advice is switched off at this table. The setting players.advice switches it on."),
            t.pgettext("braille", "Advice is switched off"),
            "error",
        )

    def not_your_turn(self, turn: Seat) -> Said:
        """Return that there is advice for one's own turn only, and whose turn it is."""
        t, who = self.t, self.names[turn]
        return Said(
            t.gettext("It is {who}'s turn. I give you advice when it is yours.").format(who=who),
            t.pgettext("braille", "{who}'s turn; advice at yours").format(who=who),
            "error",
        )

    def all_over(self) -> Said:
        t = self.t
        return Said(
            t.gettext(
                "The game is over, so there is nothing to advise. Say why to hear about a player's turn."
            ),
            t.pgettext("braille", "The game is over"),
            "error",
        )

    # -- small words for the games

    def of(self, seats: Sequence[Seat]) -> str:
        """Return players as a list in the dative, as it stands behind "with" in German."""
        # Translators: the listener in the dative, as an item of a list between names.
        mine = self.t.pgettext("dative item", "you")
        return self.words.all_of([mine if seat == self.me else self.names[seat] for seat in seats])

    def are(self, seats: Sequence[Seat]) -> str:
        """Return players as a list of its own, "Ben and you"."""
        mine = self.t.pgettext("item", "you")
        return self.words.all_of([mine if seat == self.me else self.names[seat] for seat in seats])


def number(facts: Any, name: str) -> int:
    """Return a fact that is a whole number. Raises ValueError if it is none."""
    value = facts.get(name)
    if not isinstance(value, int):
        raise ValueError(f"the fact {name} is missing")
    return int(value)


def numbers(facts: Any, name: str) -> list[int]:
    """Return a fact that is some whole numbers, perhaps none. Raises ValueError if it is something else."""
    value = facts.get(name, ())
    if not isinstance(value, Collection) or not all(isinstance(each, int) for each in value):
        raise ValueError(f"the fact {name} is no row of numbers")
    return [int(each) for each in value]
