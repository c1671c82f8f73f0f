"""What the keys of a braille display mean, whatever the display and whatever program reads it.

Here: the names, and from which commands of BRLTTY each comes; BRLTTY's own key tables say which keys of a
display give a command. Not here: reading keys (see `devices.brlapi`), and what a key does in a game.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import NamedTuple


class DisplayKey(StrEnum):
    """One thing a key can mean."""

    PAN_LEFT = "pan-left"
    PAN_RIGHT = "pan-right"
    PREVIOUS = "previous"
    NEXT = "next"
    PREVIOUS_GROUP = "previous-group"
    NEXT_GROUP = "next-group"
    PREVIOUS_MESSAGE = "previous-message"
    NEXT_MESSAGE = "next-message"
    FIRST = "first"
    LAST = "last"
    HOME = "home"
    BACK = "back"
    LINE_START = "line-start"
    LINE_END = "line-end"
    CHARACTER_LEFT = "character-left"
    CHARACTER_RIGHT = "character-right"
    HALF_LEFT = "half-left"
    HALF_RIGHT = "half-right"
    SILENCE = "silence"
    ROUTING = "routing"
    """Over a cell."""
    DESCRIBE = "describe"
    """Over a cell: the second thing that routing keys do."""
    TEXT = "text"
    """A character typed on a braille keyboard."""
    ENTER = "enter"
    ERASE = "erase"
    """The character before the cursor."""
    DELETE = "delete"
    """The character at the cursor."""
    TAB = "tab"
    ESCAPE = "escape"
    LEFT = "left"
    RIGHT = "right"
    UP = "up"
    DOWN = "down"
    PAGE_UP = "page-up"
    PAGE_DOWN = "page-down"
    TEXT_START = "text-start"
    TEXT_END = "text-end"
    COMMAND = "command"
    """A command of BRLTTY that was asked for by its number and has no meaning here."""


class Key(NamedTuple):
    """A key that was pressed."""

    kind: DisplayKey
    cell: int | None = None
    """For ROUTING and DESCRIBE: counted from 0, over all rows of the display; None for every other key."""
    char: str = ""
    """For TEXT: the character; one of Unicode's braille block for dots that no table was asked about."""
    number: int | None = None
    """For COMMAND: its number; None for every other key."""


class Command(NamedTuple):
    """A command of BRLTTY: the name that its key tables and its help use, and BrlAPI's number for it."""

    name: str
    number: int


# Numbers: brlapi_constants.h of BrlAPI 0.8. Only commands that most of BRLTTY's 30 families of displays have
# a key for, or that stand in for one that is missing on a family. Help, the key names, the preferences and
# the clipboard are not here: they stay with BRLTTY.
COMMANDS: Mapping[DisplayKey, tuple[Command, ...]] = MappingProxyType(
    {
        DisplayKey.PAN_LEFT: (Command("FWINLT", 23), Command("FWINLTSKIP", 25), Command("PRNBWIN", 122)),
        DisplayKey.PAN_RIGHT: (Command("FWINRT", 24), Command("FWINRTSKIP", 26), Command("NXNBWIN", 123)),
        DisplayKey.PREVIOUS: (Command("LNUP", 1), Command("WINUP", 3)),
        DisplayKey.NEXT: (Command("LNDN", 2), Command("WINDN", 4)),
        DisplayKey.PREVIOUS_GROUP: (Command("PRDIFLN", 5), Command("PRPGRPH", 13)),
        DisplayKey.NEXT_GROUP: (Command("NXDIFLN", 6), Command("NXPGRPH", 14)),
        DisplayKey.PREVIOUS_MESSAGE: (Command("PRPROMPT", 15), Command("ATTRUP", 7)),
        DisplayKey.NEXT_MESSAGE: (Command("NXPROMPT", 16), Command("ATTRDN", 8)),
        DisplayKey.FIRST: (Command("TOP", 9), Command("TOP_LEFT", 11)),
        DisplayKey.LAST: (Command("BOT", 10), Command("BOT_LEFT", 12)),
        DisplayKey.HOME: (Command("HOME", 29), Command("RETURN", 31)),
        DisplayKey.BACK: (Command("BACK", 30),),
        DisplayKey.LINE_START: (Command("LNBEG", 27),),
        DisplayKey.LINE_END: (Command("LNEND", 28),),
        DisplayKey.CHARACTER_LEFT: (Command("CHRLT", 19),),
        DisplayKey.CHARACTER_RIGHT: (Command("CHRRT", 20),),
        DisplayKey.HALF_LEFT: (Command("HWINLT", 21),),
        DisplayKey.HALF_RIGHT: (Command("HWINRT", 22),),
        DisplayKey.SILENCE: (Command("MUTE", 61),),
    }
)
"""From which commands each key comes, the commonest first."""

CELL_COMMANDS: Mapping[DisplayKey, Command] = MappingProxyType(
    {DisplayKey.ROUTING: Command("ROUTE", 1), DisplayKey.DESCRIBE: Command("DESCCHAR", 9)}
)
"""Commands that a routing key gives for its cell; their numbers are counted apart."""

TYPED: Mapping[DisplayKey, Command] = MappingProxyType(
    {
        DisplayKey.ENTER: Command("KEY_ENTER", 0xFF0D),
        DisplayKey.ERASE: Command("KEY_BACKSPACE", 0xFF08),
        DisplayKey.DELETE: Command("KEY_DELETE", 0xFFFF),
        DisplayKey.TAB: Command("KEY_TAB", 0xFF09),
        DisplayKey.ESCAPE: Command("KEY_ESCAPE", 0xFF1B),
        DisplayKey.LEFT: Command("KEY_CURSOR_LEFT", 0xFF51),
        DisplayKey.UP: Command("KEY_CURSOR_UP", 0xFF52),
        DisplayKey.RIGHT: Command("KEY_CURSOR_RIGHT", 0xFF53),
        DisplayKey.DOWN: Command("KEY_CURSOR_DOWN", 0xFF54),
        DisplayKey.PAGE_UP: Command("KEY_PAGE_UP", 0xFF55),
        DisplayKey.PAGE_DOWN: Command("KEY_PAGE_DOWN", 0xFF56),
        DisplayKey.TEXT_START: Command("KEY_HOME", 0xFF50),
        DisplayKey.TEXT_END: Command("KEY_END", 0xFF57),
    }
)
"""Keys of a keyboard that a display types; their numbers are X's key symbols."""

ALIKE: Mapping[DisplayKey, DisplayKey] = MappingProxyType(
    {
        DisplayKey.RIGHT: DisplayKey.PAN_RIGHT,
        DisplayKey.HALF_RIGHT: DisplayKey.PAN_RIGHT,
        DisplayKey.LEFT: DisplayKey.PAN_LEFT,
        DisplayKey.HALF_LEFT: DisplayKey.PAN_LEFT,
        DisplayKey.NEXT_GROUP: DisplayKey.NEXT,
        DisplayKey.PREVIOUS_GROUP: DisplayKey.PREVIOUS,
        DisplayKey.LINE_START: DisplayKey.FIRST,
        DisplayKey.LINE_END: DisplayKey.LAST,
        DisplayKey.ESCAPE: DisplayKey.BACK,
        DisplayKey.DELETE: DisplayKey.ERASE,
        DisplayKey.UP: DisplayKey.PREVIOUS_MESSAGE,
        DisplayKey.DOWN: DisplayKey.NEXT_MESSAGE,
    }
)
"""Keys that do the same as others while a game is played."""
