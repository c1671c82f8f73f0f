"""What is said and felt when a braille display is played from: fields of menus, and answers to its keys.

Not here: what the keys do (see `access.display_desk`), and the games' own choices (see `choices`).
"""

from __future__ import annotations

from collections.abc import Mapping

from .display_keys import DisplayKey
from .words import Said, Words


class DisplayText:
    """One language's words for playing from a display."""

    def __init__(self, words: Words) -> None:
        self.words, self.t = words, words.t

    def act(self) -> str:
        """Return the field at the end of the line that opens the menu of all that can be done."""
        # Translators: at most six letters; the field that opens the menu of actions.
        return self.t.pgettext("braille", "act")

    def up(self) -> str:
        """Return the field at the end of every menu that leaves it."""
        # Translators: at most six letters; the field that leaves a menu.
        return self.t.pgettext("braille", "back")

    def yes(self) -> str:
        return self.t.pgettext("braille", "yes")

    def take_back(self) -> str:
        return self.t.pgettext("braille", "take back")

    def keys(self) -> Mapping[DisplayKey, str]:
        """Return what each key does, as sentences; keys that do the same as one of these are left out."""
        t = self.t
        return {
            DisplayKey.PAN_RIGHT: t.gettext("Pan right: the next part of a message or of the line."),
            DisplayKey.PAN_LEFT: t.gettext("Pan left: the part before."),
            DisplayKey.ROUTING: t.gettext(
                "Routing key: names the object under it; pressed again, it opens what can be done with it. "
                "Over act it opens all that can be done, and in a menu it chooses. Over a message it has "
                "done with the message."
            ),
            DisplayKey.DESCRIBE: t.gettext("Routing key for a description: names the object under it."),
            DisplayKey.NEXT: t.gettext("Line down: the next group of the line, such as another hand."),
            DisplayKey.PREVIOUS: t.gettext("Line up: the group before."),
            DisplayKey.FIRST: t.gettext("Top: has done with all messages and goes to the line's beginning."),
            DisplayKey.LAST: t.gettext("Bottom: has done with all messages and goes to the line's end."),
            DisplayKey.HOME: t.gettext("Home: leaves menus and messages and goes back to the line."),
            DisplayKey.BACK: t.gettext(
                "Back, or Escape: leaves what is typed, a message or a menu; takes back an announced action."
            ),
            DisplayKey.PREVIOUS_MESSAGE: t.gettext("Previous prompt, or cursor up: the message before."),
            DisplayKey.NEXT_MESSAGE: t.gettext("Next prompt, or cursor down: the message after."),
            DisplayKey.TEXT: t.gettext("Letters on a braille keyboard: a command, as on any keyboard."),
            DisplayKey.ENTER: t.gettext(
                "Enter: sends what is typed; says yes to a question; opens all that can be done."
            ),
            DisplayKey.ERASE: t.gettext("Backspace: erases the last letter."),
            DisplayKey.TAB: t.gettext("Tab: completes a command."),
            DisplayKey.SILENCE: t.gettext("Mute: stops the voice."),
        }

    def nothing_here(self) -> Said:
        t = self.t
        return Said(
            t.gettext("There is nothing under this cell. Press the routing key over a card or a letter."),
            t.pgettext("braille", "Nothing here"),
            "error",
        )

    def nothing_to_do(self) -> Said:
        """Return the answer to a second press on an object with which nothing can be done now."""
        t = self.t
        return Said(
            t.gettext("Nothing can be done with it now."),
            t.pgettext("braille", "Nothing to do with it now"),
            "error",
        )

    def no_choice(self) -> Said:
        """Return the answer to who wants to act and cannot."""
        t = self.t
        return Said(
            t.gettext("There is nothing for you to do now."),
            t.pgettext("braille", "Nothing to do now"),
            "error",
        )

    def key_without_use(self) -> Said:
        t = self.t
        return Said(
            t.gettext("This key does nothing here. The word keys lists what the keys do."),
            t.pgettext("braille", "Key not in use"),
            "error",
        )
