"""What is said when several people share one machine: whose turn it is, and how it is handed over.

Not here: when that is said, and what a person gets when they sit down (see `access.hot_seat`).
"""

from __future__ import annotations

from collections.abc import Sequence

from .house import joined
from .words import Said, Words


class HandoverText:
    """One language's words for handing the machine over."""

    def __init__(self, words: Words) -> None:
        self.words, self.t = words, words.t

    def next_up(self, who: str) -> Said:
        """Return, for the one who sits there, that somebody else is next."""
        t = self.t
        said = t.gettext("{who} is next. When you have done, press Enter and give the machine to {who}.")
        felt = t.pgettext("braille", "{who} is next. Enter: hand over")
        return Said(said.format(who=who), felt.format(who=who), "question")

    def field(self) -> str:
        """Return the field at the end of a display's line that hands the machine over."""
        # Translators: at most six letters; the field that hands the machine to the next person.
        return self.t.pgettext("braille", "over")

    def hand_over(self, who: str, *, turn: bool) -> Said:
        """Return that somebody is to sit down; `turn`: because it is their turn."""
        t = self.t
        if turn:
            said = t.gettext("{who}'s turn. Give the machine to {who}. {who}, press Enter when you sit here.")
        else:
            said = t.gettext("Give the machine to {who}. {who}, press Enter when you sit here.")
        return self._press(who, said)

    def too_quick(self, who: str) -> Said:
        """Return that a key pressed right behind another one does not count."""
        t = self.t
        said = t.gettext("That came too quickly to count. {who}, press Enter when you sit here.")
        return self._press(who, said)

    def _press(self, who: str, said: str) -> Said:
        felt = self.t.pgettext("braille", "{who}: Enter when you sit here")
        return Said(said.format(who=who), felt.format(who=who), "question")

    def help(self, who: str | None, names: Sequence[str], state: Said) -> Said:
        """Return what can be typed while nobody sits there; `who` is asked to sit down, None: nobody is.

        `state` is whose turn it is, as everybody may know it.
        """
        t = self.t
        lines = [state.speech]
        if who is not None:
            lines.append(t.gettext("{who}, press Enter when you sit here.").format(who=who))
        # Translators: {names} are alternatives, "Anna or Ben".
        somebody = t.gettext("To sit down, say your name: {names}.").format(names=self.words.one_of(names))
        lines += [somebody, t.gettext("You can also say table, rules, history, save or quit.")]
        felt = t.pgettext("braille", "Enter, {names}, table, quit").format(names=", ".join(names))
        return Said(" ".join(lines), felt, print="\n".join(lines))

    def not_now(self, who: str | None, names: Sequence[str]) -> Said:
        """Return that something can only be said by somebody who sits there, or was not understood."""
        t = self.t
        if who is None:
            said = t.gettext("Nobody sits here. To sit down, say your name: {names}.")
            felt = t.pgettext("braille", "Nobody sits here. Say your name")
            return Said(said.format(names=self.words.one_of(names)), felt, "error")
        said = t.gettext(
            "Nobody sits here, so that cannot be done now. {who}, press Enter when you sit here, or say help."
        )
        return self._press(who, said)._replace(cue="error")

    def nobody_asked(self, names: Sequence[str]) -> Said:
        """Return, for an empty line while computer players act, how to sit down."""
        return self.not_now(None, names)._replace(cue=None)

    def sits_already(self, who: str) -> Said:
        t = self.t
        said = t.gettext("{who} sits here already.").format(who=who)
        return Said(said, t.pgettext("braille", "{who} sits here").format(who=who), "error")

    def display_lost(self, who: str) -> Said:
        """Return, for everybody, that somebody's own display is gone, so that they need the keyboard."""
        t = self.t
        said = t.gettext(
            "{who}'s braille display does not answer. Until it does, {who} is asked to the keyboard."
        )
        felt = t.pgettext("braille", "{who}'s display is lost")
        return Said(said.format(who=who), felt.format(who=who), "alarm")

    def display_back(self, who: str) -> Said:
        """Return, for everybody, that somebody's own display is there again."""
        t = self.t
        said = t.gettext("{who}'s braille display is back.")
        felt = t.pgettext("braille", "{who}'s display is back")
        return Said(said.format(who=who), felt.format(who=who), "alarm")

    def nobodys_display(self, names: Sequence[str]) -> Said:
        """Return, for everybody, that several people have the same display in their settings."""
        t = self.t
        said = t.gettext(
            "The settings of {names} name the same braille display. It stays off, since only one person "
            "can have it alone."
        )
        felt = t.pgettext("braille", "One display for several: off")
        # Translators: {names} are people, "Anna and Ben".
        return Said(said.format(names=self.words.all_of(names)), felt, "alarm")

    def sound_lost(self, who: str) -> Said:
        """Return, for everybody, that somebody's own sound output is not there."""
        t = self.t
        said = t.gettext(
            "{who}'s own sound output is not there. Until it is, {who} hears the voice of this machine, when "
            "sitting at the keyboard."
        )
        felt = t.pgettext("braille", "{who}'s sound output is lost")
        return Said(said.format(who=who), felt.format(who=who), "alarm")

    def sound_back(self, who: str) -> Said:
        """Return, for everybody, that somebody's own sound output is there again."""
        t = self.t
        said = t.gettext("{who}'s own sound output is there again.")
        felt = t.pgettext("braille", "{who}'s sound output is back")
        return Said(said.format(who=who), felt.format(who=who), "alarm")

    def sound_is_usual(self, who: str) -> Said:
        """Return, for everybody, that the output that one person wants alone is the machine's own."""
        t = self.t
        said = t.gettext(
            "The sound output in the settings of {who} is the one that everybody hears, so it is not "
            "{who}'s alone."
        )
        felt = t.pgettext("braille", "{who}'s sound output: for all")
        return Said(said.format(who=who), felt.format(who=who), "alarm")

    def nobodys_sound(self, names: Sequence[str]) -> Said:
        """Return, for everybody, that several people have the same sound output in their settings."""
        t = self.t
        said = t.gettext(
            "The settings of {names} name the same sound output, so it is nobody's alone and is not used."
        )
        felt = t.pgettext("braille", "One sound output for several")
        # Translators: {names} are people, "Anna and Ben".
        return Said(said.format(names=self.words.all_of(names)), felt, "alarm")

    def voice_is_with_others(self) -> Said:
        """Return, on a display of one's own, that the voice is for who sits at the machine."""
        t = self.t
        said = t.gettext("The voice is for who sits at the keyboard. Sit there to say that.")
        return Said(said, t.pgettext("braille", "Only at the keyboard"), "error")

    def since(self, told: Said) -> Said:
        """Return what somebody missed since they sat there last, in one breath."""
        t = self.t
        heading = Said(t.gettext("Since your last turn:"), t.pgettext("braille", "Since your turn"))
        return joined(heading, told)
