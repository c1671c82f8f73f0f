"""What the words of every game offer to the Senpai. Not here: any single game's words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Protocol, TypeAlias

from engine.table import Refused, Seat

from .braille import Group
from .choices import Choice
from .reasons_text import ReasonWords
from .words import Said, Verbosity, Words

NO_NOTES: Mapping[int, str] = MappingProxyType({})


class GameWords(Protocol):
    """One game's words for one seat, in its language and verbosity.

    Events and views are those of the seat, as the game's `for_seat` and `view` give them; they are the
    game's own types, which the registry mixes.
    """

    @property
    def reasons(self) -> ReasonWords:
        """What was done and why, and advice."""

    def event(self, event: Any, view: Any) -> Said:
        """Return what is said of an event that the seat perceives; `view` is after the whole action."""

    def refusal(self, refused: Refused, view: Any) -> Said:
        """Return why an action is refused and what would do, to the one who tried."""

    def turn(self, view: Any) -> Said:
        """Return whose turn it is and what may be done; or the outcome when the game is over."""

    def table(self, view: Any) -> Said:
        """Return all that lies open on the table."""

    def line(self, view: Any) -> Sequence[Group]:
        """Return the fields of the persistent braille line."""

    def choices(self, view: Any) -> tuple[Choice, ...]:
        """Return all that the viewer may do now, as menus for a display; () if that is nothing.

        The actions of a turn are exactly those that are legal; made from the view alone.
        """

    def object(self, owner: str, view: Any, notes: Mapping[int, str] = NO_NOTES) -> Said:
        """Return what the field of the line with this owner is, news first; made from the view alone.

        `notes` are those that the viewer has written on own cards, by card, in a game that has notes.
        Raises ValueError if no field of the viewer's line has this owner.
        """


MakeWords: TypeAlias = Callable[[Words, tuple[str, ...], Seat | None, Verbosity], GameWords]
"""Makes a game's words from a language, the players' names, the listener's seat and the verbosity."""
