"""What a terminal front end and a session owe each other. Not here: any terminal (see `line`, `plain`)."""

from __future__ import annotations

from typing import Protocol


class Person(Protocol):
    """The session, as a front end sees it. All methods are called in the event loop's thread."""

    @property
    def done(self) -> bool:
        """True when the person has left: the front end stops reading and returns."""

    async def ready(self) -> None:
        """Return when the table waits for this person or the game is over; for input that is no keyboard."""

    async def typed(self, line: str) -> None:
        """Answer one typed line; exactly one answer is given, by way of the front end's `show`."""

    async def key(self, word: str) -> None:
        """Do what the command `word` does, at a function key; what is typed so far stays as it is."""

    async def tab(self, text: str) -> str:
        """Return `text` completed as far as it is certain; what else is possible is said by `show`."""

    def silence(self) -> None:
        """Stop the voice at once: a line was submitted or a key of silence pressed."""

    async def interrupted(self, *, typing: bool) -> None:
        """Answer Ctrl-C; `typing`: a half-typed line was thrown away."""

    async def left(self) -> None:
        """Answer the end of input (Ctrl-D on an empty line, or a pipe that ended)."""


class FrontEnd(Protocol):
    """Where a person reads and types."""

    def show(self, text: str) -> None:
        """Print one or more whole lines in one write, above what is being typed.

        Called in the event loop's thread; before `run` starts and after it ended it prints plainly.
        Raises OSError when the terminal is gone.
        """

    async def run(self, person: Person) -> None:
        """Read lines and keys and hand them to `person` until `person.done`."""


class SharedFrontEnd(FrontEnd, Protocol):
    """One that several people may use in turn."""

    def push_away(self, *, clear: bool) -> None:
        """Scroll the screen empty in one write, and forget what was typed: somebody else sits down.

        `clear`: also what was scrolled away, where the terminal can. Raises OSError when it is gone.
        """
