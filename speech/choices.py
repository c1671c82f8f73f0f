"""What a display offers: menus of the actions that are possible now, and fields of the line by their owners.

A menu is a few words on one line, each of them an action or another menu. Not here: what any game offers
(see `fireworks_choices`, `push_choices`, `gnav_choices`), and which key opens a menu.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from engine.table import Deed

from .braille import Group
from .cells import cells_of, six_dots
from .words import Said, sentence

LABEL = 12
"""A label has at most so many cells, so that a menu shows some of them at once on a display of 20."""
MESSAGE = 40
"""A braille message has at most so many cells."""


class Choice(NamedTuple):
    """One entry of a menu: an action, or another menu.

    Labels are letters, digits and blanks, with "-" for the unknown half of a card; no two in one menu are
    alike.
    """

    label: str
    """A word or two, 1 to `LABEL` cells."""
    action: Deed | None
    """What is done; None for an entry that opens `more`."""
    more: tuple[Choice, ...] = ()
    owners: tuple[str, ...] = ()
    """The fields of the line that the action is about, by their owners; all of them are on the line."""
    alone: str = ""
    """The label where the object is chosen already, such as "play" for "2 h3"; "": the same label."""


def leaves(choices: Iterable[Choice]) -> Iterator[Choice]:
    """Yield the choices that are actions, through all menus, in the order of the menus."""
    for choice in choices:
        if choice.action is not None:
            yield choice
        yield from leaves(choice.more)


def about(choices: Iterable[Choice], owner: str) -> tuple[Choice, ...]:
    """Return the actions about one field of the line, labelled for a menu of its own; () if there is none."""
    return tuple(
        choice._replace(label=choice.alone or choice.label)
        for choice in leaves(choices)
        if owner in choice.owners
    )


def on_line(owner: str, line: Iterable[Group]) -> str:
    """Return the owner. Raises ValueError if no field of the line has it."""
    if not any(field.owner == owner for group in line for field in group.fields):
        raise no_such(owner)
    return owner


def no_such(owner: str) -> ValueError:
    """Return the error for an owner that no field of the line has."""
    return ValueError(f"no field of the line has the owner {owner!r}")


def short_names(names: Sequence[str], lang: str, room: int) -> list[str]:
    """Return the names for labels, in the same order, each 1 to `room` cells (at least 3).

    No two are alike, even on a display of six dots. A name that would be like another one, or that has no
    letters the language's braille table knows, gets its number at the table.
    """
    short = [_lettered(name, lang)[:room].strip() for name in names]
    if all(short) and _differ(short, lang):
        return short
    return [f"{name[: room - 3].strip()} {number}".strip() for number, name in enumerate(short, 1)]


def _lettered(name: str, lang: str) -> str:
    """Return the name's letters and digits that have a cell, with single blanks for all else."""
    unknown = cells_of("?", lang)
    kept = (char if char.isalnum() and cells_of(char, lang) != unknown else " " for char in name)
    return " ".join("".join(kept).split())


def _differ(names: Sequence[str], lang: str) -> bool:
    """Whether all names feel different on six dots, as they are and in small letters.

    A capital may have the cell of another letter there: in the German table È is E with dot 7 alone.
    """
    ways = (names, [name.casefold() for name in names])
    felt = ({tuple(six_dots(cells_of(name, lang))) for name in way} for way in ways)
    return all(len(different) == len(names) for different in felt)


def told_briefly(said: str, words: str, *codes: str, short: bool) -> Said:
    """Return what a field is: brailled in words where they have room, else in the first codes that have.

    Short verbosity speaks the words of the braille.
    """
    felt = next((text for text in (words, *codes) if len(text) <= MESSAGE), (words, *codes)[-1])
    return Said(sentence("{felt}.", felt=words) if short else said, felt)
