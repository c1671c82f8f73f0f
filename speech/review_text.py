"""What is said about reading back, about copying what was said to a file, and about notes on cards.

Not here: the messages themselves, and the notes beside a hand (see `fireworks_tools`).
"""

from __future__ import annotations

from collections.abc import Sequence

from .house import echo
from .words import Said, Words


class ReviewText:
    """One language's words about reading back."""

    def __init__(self, words: Words) -> None:
        self.words, self.t = words, words.t

    # -- kinds of messages

    def kind(self, kind: str) -> str:
        """Return what may be typed for a kind of messages; `kind` is a value of `history.Kind`."""
        t = self.t
        return {
            # Translators: these name kinds of messages, as they may be typed behind "previous".
            "table": t.pgettext("kind of message", "table"),
            "mine": t.pgettext("kind of message", "mine"),
            "hints": t.pgettext("kind of message", "hint"),
            "answers": t.pgettext("kind of message", "answer"),
            "talk": t.pgettext("kind of message", "talk"),
            "alarms": t.pgettext("kind of message", "alarm"),
        }[kind]

    def unknown_kind(self, word: str, kinds: Sequence[str]) -> Said:
        """Return that a word names no kind of messages, and which words do."""
        t = self.t
        known = self.words.one_of([self.kind(kind) for kind in kinds])
        said = t.gettext(
            "There is no kind of message called {word}. Say {kinds}, or nothing for any message."
        )
        felt = t.pgettext("braille", "? {word}. Kinds: {kinds}")
        parts = {"word": echo(word), "kinds": known}
        return Said(said.format(**parts), felt.format(**parts), "error")

    def none(self, kind: str) -> Said:
        """Return that there is no message of a kind at all."""
        t = self.t
        told = {
            "table": (t.gettext("Nothing has happened yet."), t.pgettext("braille", "Nothing yet")),
            "mine": (t.gettext("You have not done anything yet."), t.pgettext("braille", "Nothing of yours")),
            "hints": (t.gettext("Nobody has given you a hint yet."), t.pgettext("braille", "No hint to you")),
            "answers": (
                t.gettext("You have not asked anything yet."),
                t.pgettext("braille", "No answer yet"),
            ),
            "talk": (t.gettext("Nobody has said anything yet."), t.pgettext("braille", "No talk yet")),
            "alarms": (t.gettext("There has been no alarm."), t.pgettext("braille", "No alarm")),
        }
        return Said(*told[kind])

    def end(self, *, oldest: bool) -> Said:
        """Return that there is no further message of that kind in that direction."""
        t = self.t
        if oldest:
            said = t.gettext("There is no older message of that kind.")
            return Said(said, t.pgettext("braille", "None older"))
        return Said(t.gettext("There is no newer message of that kind."), t.pgettext("braille", "None newer"))

    def nothing_since(self) -> Said:
        t = self.t
        said = t.gettext("Nothing has happened since your last turn.")
        return Said(said, t.pgettext("braille", "Nothing since your turn"))

    # -- copying

    def copy_where(self) -> Said:
        """Return that a file has to be named."""
        t = self.t
        said = t.gettext("Name the file that is to be written. For example: copy game.txt.")
        return Said(said, t.pgettext("braille", "copy and a file name"), "error")

    def copied(self, n: int, name: str) -> Said:
        """Return that so many messages were written."""
        t = self.t
        said = t.ngettext("{n} message is copied to {file}.", "{n} messages are copied to {file}.", n)
        felt = t.pgettext("braille", "{n} copied")
        return Said(said.format(n=n, file=printable(name)), felt.format(n=n))

    def copy_exists(self, name: str) -> Said:
        """Return that a file is there already, and is left as it is."""
        t = self.t
        said = t.gettext("The file {file} is there already and stays as it is. Copy to another name.")
        felt = t.pgettext("braille", "Exists. Another name?")
        return Said(said.format(file=printable(name)), felt, "error")

    def copy_failed(self, name: str, code: int) -> Said:
        """Return that nothing was written; `code` is the system's error number."""
        t = self.t
        detail = self.words.system_error(code)
        said = t.gettext("The file {file} cannot be written: {detail}. Copy to another place.")
        felt = t.pgettext("braille", "Not copied: {detail}").format(detail=detail)
        return Said(said.format(file=printable(name), detail=detail), felt, "error")

    # -- notes

    def noted(self, place: int, note: str) -> Said:
        """Return that a note is on the own card at a place (1 is leftmost)."""
        t = self.t
        said = t.gettext("Card {place}: {note}.").format(place=place, note=_ended(note))
        # Translators: the note on an own card.
        return Said(said, t.pgettext("braille", "{place}: {note}").format(place=place, note=note))

    def no_note(self, place: int) -> Said:
        t = self.t
        said = t.gettext("There is no note on card {place}. To write one, type note {place} and your words.")
        felt = t.pgettext("braille", "{place}: no note")
        return Said(said.format(place=place), felt.format(place=place))

    def deleted(self, place: int) -> Said:
        t = self.t
        said = t.gettext("The note on card {place} is deleted.")
        felt = t.pgettext("braille", "{place}: note deleted")
        return Said(said.format(place=place), felt.format(place=place))

    def notes(self, notes: Sequence[tuple[int, str]]) -> Said:
        """Return all notes, each with the place of its card."""
        t = self.t
        if not notes:
            said = t.gettext(
                "You have no notes. To write one, type note, the place of a card and your words."
            )
            return Said(said, t.pgettext("braille", "No notes"))
        lines = [f"{place}: {_ended(note)}." for place, note in notes]
        # Translators: heads the list of notes on the own cards.
        told = [t.gettext("Your notes."), *lines]
        felt = "; ".join(f"{place}: {note}" for place, note in notes)
        return Said(" ".join(told), felt, print="\n".join(told))

    def note_too_long(self, most: int) -> Said:
        t = self.t
        said = t.gettext("That is too long for a note: {most} characters have room.").format(most=most)
        return Said(said, t.pgettext("braille", "At most {most} characters").format(most=most), "error")


def printable(text: str) -> str:
    """Return a text without anything that a terminal would obey."""
    return "".join(char if char.isprintable() else "?" for char in text)


def _ended(note: str) -> str:
    """Return a note as the end of a sentence, which brings the full stop."""
    return note.rstrip(".!? ") or note
