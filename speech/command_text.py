"""What is said about commands themselves: questions with numbered options, help for this moment, Tab.

Not here: what is said to a line that is not understood (see `house`), and what each command's help says,
which stands beside the command.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import assert_never

from .words import Said, Words


class Asks(StrEnum):
    """What a question with options asks."""

    WHICH_CARD = "which-card"
    WHICH_NAME = "which-name"
    WHICH_HINT = "which-hint"
    WHICH_ROW = "which-row"
    CARD = "card"
    """What to do with the own card at a place."""
    OPEN_CARD = "open-card"
    """What to do about the card on the table, or the only one in hand."""
    GUESS = "guess"
    """Whether another line was meant: yes or no."""


class CommandText:
    """One language's words about commands."""

    def __init__(self, words: Words) -> None:
        self.words, self.t = words, words.t

    # -- options

    def play(self) -> tuple[str, str]:
        """Return the option to play a card, for speech and braille."""
        return self.t.pgettext("option", "play"), self.t.pgettext("braille option", "play")

    def discard(self) -> tuple[str, str]:
        return self.t.pgettext("option", "discard"), self.t.pgettext("braille option", "discard")

    def possible(self) -> tuple[str, str]:
        return self.t.pgettext("option", "what it can be"), self.t.pgettext("braille option", "can be")

    def take(self) -> tuple[str, str]:
        return self.t.pgettext("option", "take"), self.t.pgettext("braille option", "take")

    def push(self) -> tuple[str, str]:
        return self.t.pgettext("option", "pass"), self.t.pgettext("braille option", "pass")

    def keep(self) -> tuple[str, str]:
        return self.t.pgettext("option", "keep"), self.t.pgettext("braille option", "keep")

    def swap(self) -> tuple[str, str]:
        return self.t.pgettext("option", "swap"), self.t.pgettext("braille option", "swap")

    def card_at(self, place: int, told: str) -> tuple[str, str]:
        """Return an own card with what is known of it: "card 2, red"; the second is for braille."""
        t = self.t
        felt = t.pgettext("braille option", "card {place}").format(place=place)
        if not told:
            return t.pgettext("option", "card {place}").format(place=place), felt
        return t.pgettext("option", "card {place}, {told}").format(place=place, told=told), felt

    def known(self, cards: Sequence[str]) -> str:
        """Return own cards with what is known of each as one list: "card 2, red; card 4, a three"."""
        return "; ".join(cards)

    # -- questions

    def question(self, asks: Asks, labels: Sequence[str], felt: Sequence[str], word: str) -> Said:
        """Return the question with its options, numbered from 1; a line each in print."""
        t = self.t
        if asks is Asks.GUESS:
            said = t.gettext("Did you mean {line}? Say yes or no.").format(line=word)
            return Said(said, t.pgettext("braille", "{line}? Yes or no").format(line=word), "question")
        apart = "; " if any("," in label for label in labels) else ", "
        options = apart.join(f"{number} {label}" for number, label in enumerate(labels, 1))
        said, head = self._asked(asks)
        said, head = said.format(options=options, word=word), head.format(word=word)
        cells = " ".join(f"{number} {label}" for number, label in enumerate(felt, 1))
        lines = [head, *(f"{number}. {label}." for number, label in enumerate(labels, 1))]
        return Said(said, f"{head} {cells}", "question", print="\n".join(lines))

    def _asked(self, asks: Asks) -> tuple[str, str]:
        """Return the question with {options}, and its head alone; both may have {word}."""
        t = self.t
        match asks:
            case Asks.WHICH_CARD:
                # Translators: {options} is "1 card 2, red; 2 card 4, red three".
                return t.gettext("Which one: {options}? Say the number."), t.gettext("Which one?")
            case Asks.WHICH_NAME:
                # Translators: {options} is "1 Anna, 2 Annika".
                return t.gettext("Whom do you mean: {options}? Say the number."), t.gettext("Whom?")
            case Asks.WHICH_HINT:
                # Translators: {options} is "1 Ben, red; 2 Rosa, blue".
                return t.gettext("Which hint: {options}? Say the number."), t.gettext("Which hint?")
            case Asks.WHICH_ROW:
                # Translators: {options} is "1 clubs, 2 hearts".
                return t.gettext("Which row: {options}? Say the number."), t.gettext("Which row?")
            case Asks.CARD:
                # Translators: {word} is a place, {options} is "1 play, 2 discard, 3 what it can be".
                return t.gettext("Card {word}: {options}."), t.gettext("Card {word}:")
            case Asks.OPEN_CARD:
                # Translators: {word} is a card's name, {options} is "1 take, 2 pass".
                return t.gettext("{word}: {options}."), t.gettext("{word}:")
            case Asks.GUESS:
                raise ValueError("a guess has no options")
            case _:
                assert_never(asks)

    def question_left(self) -> Said:
        """Return that a question is closed without an answer."""
        t = self.t
        return Said(t.gettext("Nothing is done."), t.pgettext("braille", "Nothing done"))

    # -- help

    def now(self, state: Said, lines: Sequence[str]) -> Said:
        """Return help for one's own turn: how things stand, and the lines that would do something now."""
        t = self.t
        # Translators: {lines} are whole commands that may be typed now: "hint Ben hearts; play 1".
        can = t.gettext("You can type, for example: {lines}.").format(lines="; ".join(lines))
        return self._help(state, can, "; ".join(lines))

    def meanwhile(self, state: Said, lines: Sequence[str]) -> Said:
        """Return help while others act, or after the end: `lines` are commands that make sense."""
        t = self.t
        can = t.gettext("You can type: {lines}.").format(lines="; ".join(lines))
        return self._help(state, can, "; ".join(lines))

    def asked(self, question: Said, *, numbered: bool) -> Said:
        """Return help while a question is open."""
        t = self.t
        if not numbered:
            return self._help(question, "", "")
        can = t.gettext("Type a number, or no to leave the question.")
        return self._help(question, can, t.pgettext("braille", "a number or no"))

    def _help(self, state: Said, can: str, felt: str) -> Said:
        more = self.t.gettext("Help all tells every command, and help with a command explains that one.")
        lines = [line for line in (state.print or state.speech, can, more) if line]
        spoken = [line for line in (state.speech, can, more) if line]
        return Said(" ".join(spoken), "; ".join(filter(None, (state.braille, felt))), print="\n".join(lines))

    def explained(self, said: str, others: Sequence[str]) -> Said:
        """Return the sentence that explains a command, and what else it may be called."""
        if not others:
            return Said(said, said)
        also = self.t.gettext("It is also called {words}.").format(words=self.words.one_of(others))
        return Said(f"{said} {also}", said)

    def everything(self, state: Said, groups: Sequence[tuple[str, Sequence[str]]]) -> Said:
        """Return every command, grouped: each group with its heading, as `group` gives it."""
        lines = [state.speech]
        for group, helps in groups:
            lines += [self.groups()[group], *helps]
        felt = " ".join(line for _, helps in groups for line in helps)
        return Said(" ".join(lines), f"{state.braille}. {felt}", print="\n".join(lines))

    def groups(self) -> Mapping[str, str]:
        """Return the headings of the groups of commands, as sentences."""
        t = self.t
        return {
            # Translators: these five head groups of commands.
            "play": t.gettext("What you can do:"),
            "ask": t.gettext("What you can ask about the game:"),
            "review": t.gettext("What was said before:"),
            "voice": t.gettext("How Senpai speaks:"),
            "program": t.gettext("Around the game:"),
        }

    # -- Tab

    def fitting(self, words: Sequence[str], *, first: bool) -> Said:
        """Return what a half-typed word could become; `first`: it is the first of the line."""
        t = self.t
        if words:
            return Said(
                t.gettext("Possible: {words}.").format(words=", ".join(words)),
                ", ".join(words),
            )
        if first:
            return Said(t.gettext("No command begins like that."), t.pgettext("braille", "No command fits"))
        return Said(
            t.gettext("I know no word that fits here. Enter sends the line as it is."),
            t.pgettext("braille", "No word fits here"),
        )
