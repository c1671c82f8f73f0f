"""Why computer players take or pass at Push, and the facts that come with each reason.

Each `Thought` of a Push player has these facts, whatever the reason:

- `card`: the open card's value, 3 to 35;
- `pot`: chips on it, from 0;
- `cost`: by how much the player's score would go up by taking it now, the chips on it taken off; at 0 or less
  the score stays or gets better.

Besides, a reason has the facts named behind it. No fact ever tells how many chips another player has, unless
chips lie open. "Public" reasons may be given for anybody (see `explain`), "private" ones only to the player
whose thought it is. Not here: sentences.
"""

from __future__ import annotations

from enum import StrEnum


class PushReason(StrEnum):
    """Why somebody takes the open card, or passes."""

    # -- for taking

    NO_CHIPS = "no-chips"
    """There is no chip left to pass with; public only if chips lie open. No further facts."""
    JOINS = "joins"
    """The card joins own cards, so it adds nothing. Public.

    run: the run as it will be, its lowest and highest value; saves: points that the cards count less with
    it: 0 on top of a run, 1 below one, a whole card between two; wanted_by: other seats whose cards it
    would join, the next to decide first, perhaps none.
    """
    PAID = "paid"
    """There are at least as many chips on it as it counts. Public. No further facts."""
    CHEAP = "cheap"
    """It costs something, but no more than one would commonly pay. Public.

    neighbours: the next lower and the next higher value, rising, each only if it may still come; it would
    cost nothing then. None, one or two.
    """
    HOPE = "hope"
    """It is a little dear, but a neighbour that may still come would make it good. Public.

    neighbours: as with `CHEAP`, at least one.
    """
    SHORT = "short"
    """Own chips run short, and there are some on it. Private.

    chips: own chips left, from 1.
    """
    MAYBE_SHORT = "maybe-short"
    """It was dear: whoever takes it perhaps needs chips. Public, being a guess from the price. No further
    facts.
    """
    DENIES = "denies"
    """It costs something, but somebody else would gain more by it. Public.

    who: the first seat to decide among those whose cards it would join; saves: points that their cards
    would count less, from 0.
    """

    # -- for passing

    TOO_DEAR = "too-dear"
    """It costs more than a chip is worth. Public.

    neighbours: as with `CHEAP`.
    """
    OTHERS_WANT = "others-want"
    """It is dear, and most likely somebody else takes it before it comes back. Public.

    who: other seats whose cards it would join, the next to decide first, at least one.
    """
    ROUND = "round"
    """It would be welcome, but it is sent round once more, to bring a chip of everybody else. Public.

    back: chips on it when it comes back, unless somebody takes it; wanted_by: as with `JOINS`.
    """

    # -- for either

    TRIED = "tried"
    """None of the above says it: it came out better in games played on in thought. Private.

    games: how many were played on with each action; ahead: by how many in a hundred this action won more
    of them than the other, from 0 to 100, rounded.
    """
    WHIM = "whim"
    """Beginners do not always do what their rule of thumb says. Private. No further facts."""
