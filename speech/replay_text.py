"""The Senpai's words in a replay that is stepped through: where one stands, who sits where, what was found.

Not here: what happened in the game, which its own words tell (see `senpai`).
"""

from __future__ import annotations

from collections.abc import Sequence

from .house import echo
from .utterance import Utterance
from .words import Said, Words, paragraph

FITS = 14
"""So many characters of a word that was looked for are repeated in braille."""


class ReplayText:
    """One language's words about a replay."""

    def __init__(self, words: Words) -> None:
        self.words, self.t = words, words.t

    # -- where one stands

    def welcome(self, game: str, names: Sequence[str], actions: int) -> Said:
        """Return what is replayed and how to step; the beginning is told behind it."""
        t = self.t
        # Translators: {game} is "Nova", {names} "Anna, Ben and Carla".
        said = t.ngettext(
            "Replay of {game} with {names}: {n} action. Enter goes on, back goes back, help tells the rest.",
            "Replay of {game} with {names}: {n} actions. Enter goes on, back goes back, help tells the rest.",
            actions,
        )
        felt = t.pgettext("braille", "Replay {game}, {n} actions. Enter: next")
        parts = {"game": game, "names": self.words.all_of(names), "n": actions}
        return Said(said.format(**parts), felt.format(**parts))

    def step(self, number: int, told: Sequence[Utterance], cue: str | None, *, more: str = "") -> Said:
        """Return one action of the record and what came of it; 0 is the deal. `more` goes behind it."""
        t, speech = self.t, [utterance.speech for utterance in told]
        felt = "; ".join(utterance.braille for utterance in told)
        lines = [utterance.print for utterance in told]
        if number:
            # Translators: goes before what happened in a replay.
            head = t.gettext("Action {n}.").format(n=number)
            speech, lines, felt = [head, *speech], [f"{head} {lines[0]}", *lines[1:]], f"{number} {felt}"
        if more:
            speech, lines = [*speech, more], [*lines, more]
        return Said(paragraph(speech), felt, cue, print="\n".join(lines))

    def where(self, number: int, actions: int, who: str | None, seat: str | None) -> Said:
        """Return where the replay stands: `who` is to act then, None: nobody; `seat`: whose ears one has."""
        t = self.t
        if number:
            said = t.gettext("You are after action {n} of {all}.")
        else:
            said = t.gettext("You are at the beginning, before action 1 of {all}.")
        if seat is None:
            ears = t.gettext("You hear what everybody at the table may know.")
        else:
            ears = t.gettext("You hear what {seat} hears.")
        turn = "" if who is None else t.gettext("It was {who}'s turn.")
        felt = (
            t.pgettext("braille", "After {n} of {all}")
            if number
            else t.pgettext("braille", "Before 1 of {all}")
        )
        parts = {"n": number, "all": actions, "who": who, "seat": seat}
        return Said(paragraph([said, turn, ears]).format(**parts), felt.format(**parts))

    def end(self, actions: int) -> Said:
        t = self.t
        said = t.ngettext(
            "The record ends here, after {n} action. Back and first go back.",
            "The record ends here, after {n} actions. Back and first go back.",
            actions,
        )
        return Said(said.format(n=actions), t.pgettext("braille", "End of the record"))

    def breaks_off(self) -> str:
        """Return that a game was not played to its end, as a sentence behind its last action."""
        return self.t.gettext("Here the record ends; the game was not over yet.")

    def beginning(self) -> Said:
        t = self.t
        return Said(
            t.gettext("This is the beginning. Next goes on."),
            t.pgettext("braille", "The beginning. Say next"),
        )

    def which_action(self, actions: int) -> Said:
        """Return that a jump needs a number."""
        t = self.t
        said = t.gettext("Say which action, from 0, the deal, to {n}. For example: jump 5.").format(n=actions)
        return Said(said, t.pgettext("braille", "Jump to 0 to {n}").format(n=actions), "error")

    # -- whose ears

    def seated(self, who: str | None) -> Said:
        """Return that one sits at another seat now; None: nobody's, at the table."""
        t = self.t
        if who is None:
            return Said(
                t.gettext("You hear what everybody at the table may know."),
                t.pgettext("braille", "At the table"),
            )
        said = t.gettext("You sit at {who}'s seat and hear what {who} hears.").format(who=who)
        return Said(said, t.pgettext("braille", "At {who}'s seat").format(who=who))

    def which_seat(self, names: Sequence[str]) -> Said:
        t, choices = self.t, self.words.one_of(names)
        # Translators: {names} are alternatives.
        said = t.gettext("Say at whose seat: {names}; or seat table, to hear what everybody may know.")
        return Said(said.format(names=choices), t.pgettext("braille", "At whose seat?"), "error")

    def not_yet(self, own: str | None) -> Said:
        """Return that a game is not over, so that no other seat is heard; `own`: the one that may be."""
        t = self.t
        if own is None:
            said = t.gettext(
                "This game of several people is not over, so you can only sit at the table: "
                "seats hear what is hidden from the others."
            )
            return Said(said, t.pgettext("braille", "Not before the game is over"), "error")
        said = t.gettext(
            "This game is not over, so you can only sit at your own seat, {own}, or at the table: "
            "other seats hear what is hidden from you."
        )
        return Said(said.format(own=own), t.pgettext("braille", "Not before the game is over"), "error")

    # -- what somebody knew

    def knew(self, number: int, told: Said) -> Said:
        """Return what somebody knew after an action, `told` by the game's words."""
        t = self.t
        head = t.gettext("Known after action {n}.") if number else t.gettext("Known at the beginning.")
        head = head.format(n=number)
        return told._replace(
            speech=f"{head} {told.speech}", print=f"{head}\n{told.print or told.speech}", cue=None, group=None
        )

    def only_there(self, who: str) -> Said:
        """Return that only the seat of `who` hears what they knew."""
        t = self.t
        said = t.gettext("What {who} knew is hidden from the seat you are at. Say seat {who} first.")
        return Said(
            said.format(who=who), t.pgettext("braille", "Say seat {who} first").format(who=who), "error"
        )

    def whose_knowledge(self, names: Sequence[str]) -> Said:
        t, choices = self.t, self.words.one_of(names)
        # Translators: {names} are alternatives, {name} is one of them.
        said = t.gettext("Say whose knowledge: {names}. For example: what did {name} know.")
        felt = t.pgettext("braille", "Who knew?")
        return Said(said.format(names=choices, name=names[0]), felt, "error")

    # -- looking for something

    def what_to_find(self) -> Said:
        t = self.t
        said = t.gettext("Say what to find, for example: find misfire. Find alone then finds the next one.")
        return Said(said, t.pgettext("braille", "Find what?"), "error")

    def not_found(self, what: str, number: int) -> Said:
        t = self.t
        said = t.gettext(
            "After action {n} there is nothing with {what}. To look from the beginning, say first, then find."
        )
        felt = t.pgettext("braille", "Not found: {what}")
        return Said(said.format(what=echo(what), n=number), felt.format(what=echo(what)[:FITS]), "error")

    # -- reading on by itself

    def reading_on(self) -> Said:
        t = self.t
        return Said(
            t.gettext("Reading on to the end. Enter stops it."),
            t.pgettext("braille", "Reading on. Enter stops"),
        )

    def stopped(self, number: int) -> Said:
        t = self.t
        said = t.gettext("Stopped after action {n}.").format(n=number)
        return Said(said, t.pgettext("braille", "Stopped after {n}").format(n=number))

    # -- what is not done in a replay

    def nothing_played(self) -> Said:
        t = self.t
        return Said(
            t.gettext(
                "This is a replay, so nothing can be played. Enter tells the next action, help the rest."
            ),
            t.pgettext("braille", "A replay. Enter: next action"),
            "error",
        )

    def only_at_a_seat(self) -> Said:
        t = self.t
        said = t.gettext("That is asked at a seat. Say seat and a name first.")
        return Said(said, t.pgettext("braille", "First say seat and a name"), "error")

    def how_to_leave(self) -> Said:
        t = self.t
        said = t.gettext("To leave the replay, type quit, or press Control C once more.")
        return Said(said, t.pgettext("braille", "quit leaves"))

    def goodbye(self) -> Said:
        t = self.t
        return Said(t.gettext("Goodbye."), t.pgettext("braille", "Goodbye"))
