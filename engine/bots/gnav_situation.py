"""What a turn at Gnav comes down to for whoever has it, and the row of the table that belongs to it.

Whether to keep a card depends on who else may end up with the lowest one. So all the others are counted by
what everybody saw of them in this deal. `scripts/gnav_tables.py` plays deals by itself and counts in the same
way; a test compares both. Not here: the table (see `gnav_tables`), and what is done with it (see `gnav`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from engine.gnav_parts import Rank, View
from engine.table import Seat

PLAIN, HANDED, SETTLED, STRUCK, STRUCK_HANDED, WITH_FOOL = 0, 1, 2, 3, 4, 5
"""What is new besides who kept: see `row_of`."""
ANY_STAGE, EARLY, LAST_LIFE, ALL_LAST = 0, 1, 2, 3
"""How far the match is among three or more: see `stage`."""

Key: TypeAlias = tuple[int, int, int, int, int]
"""A row: stage, what is new, and how many are still to act, kept, and swapped."""


class Situation(NamedTuple):
    """The others who may still hold the lowest card, counted by what they did, and what was seen of them.

    Nobody counts who is out of the match, has shown a matador, or is known to hold a fool, which is compared
    apart from all else (seed 004, "Wertung und Ende").
    """

    after: int
    """Those still to act."""
    kept: int
    """Those who kept."""
    swapped: int
    """Those with a card they took without having seen it; not whoever handed the viewer one."""
    struck: tuple[Seat, ...]
    """Those who hold a card that they wanted to be rid of: struck, or their exchange was undone."""
    giver: Seat | None
    """Who handed the viewer the card it holds, in exchange for its own, which was no fool; None: nobody."""
    fools: tuple[Seat, ...]
    """The others who are known to hold a fool."""


def situation(view: View, seat: Seat) -> Situation:
    """Return the situation of the seat whose turn it is, from its own view or from a bystander's."""
    place = view.order.index(seat)
    fools, kept, swapped, struck = [], 0, 0, []
    giver = view.exchanges[-1][0] if view.exchanges and view.exchanges[-1][1] == seat else None
    after = len(view.order) - 1 - place
    asked = dict(view.asked)
    for step, other in enumerate(view.order):
        card = view.cards[other]
        if other == seat or not view.lives[other] or (card is not None and card.matador):
            continue
        if card is Rank.FOOL:
            fools.append(other)
            after -= step > place
            giver = None if other == giver else giver
        elif step < place and other != giver:
            did = _did(view, asked, other)
            kept += did == "kept"
            swapped += did == "swapped"
            struck += [other] if did == "struck" else []
    return Situation(after, kept, swapped, tuple(struck), giver, tuple(fools))


def _did(view: View, asked: dict[Seat, Seat], other: Seat) -> str:
    """Return what somebody did whose turn is over, as far as it tells about the card there now."""
    got = next((pair for pair in view.asked if pair[1] == other), None)
    if got is not None and got not in view.exchanges:
        return "swapped"  # undone: back is a card that was given away before anybody could judge it
    if other not in asked:
        return "kept"
    return "swapped" if (other, asked[other]) in view.exchanges else "struck"


def stage(lives: Sequence[int], seat: Seat) -> int:
    """Return how far the match is, which changes what a life is worth.

    Between two it is both their lives, as 10 × own + the other's; among more, whether the seat is on its
    last life, and if so, whether most others are, too.
    """
    own = lives[seat]
    others = [left for other, left in enumerate(lives) if left and other != seat]
    if len(others) == 1:
        return 10 * own + others[0]
    if own > 1:
        return EARLY
    return ALL_LAST if 2 * sum(others) <= 3 * len(others) else LAST_LIFE


def row_of(stage: int, after: int, kept: int, swapped: int, struck: int, *, handed: bool, fool: bool) -> Key:
    """Return the row of the table for a situation.

    Rare situations share a row: where much is known, a few more or less to act make little difference.
    """
    if fool:
        # Rarer, so coarser: one other loses anyway, and next to nothing depends on who did what before.
        after, kept, swapped = min(after, 5), min(kept + swapped, 2), min(swapped, 1 - handed)
    if struck:
        stage, news = ANY_STAGE, STRUCK_HANDED if handed else STRUCK
        after, kept, swapped = min(after, 2), min(kept + swapped, 2), 0
    elif handed:
        news, after, kept, swapped = HANDED, min(after, 3), min(kept, 3), min(swapped, 2)
    elif swapped:
        # Somebody was handed a card and kept it, as a rule because the one who gave it now has less.
        stage, news, after, kept, swapped = ANY_STAGE, SETTLED, min(after, 2), min(kept, 2), 1
    else:
        news = PLAIN
    if fool:
        stage, news = ANY_STAGE, news + WITH_FOOL
    return (stage, news, after, kept, swapped)
