"""Why a computer player keeps or asks at Gnav, as an enum with facts; the sentences are found in `speech`.

Seats are `Seat`, cards and limits `Rank`, `place` is a `Place`, `participants` counts those who were dealt a
card, `after` those who are still to act. A `limit` is the lowest card that is usually kept.
"""

from __future__ import annotations

from enum import StrEnum


class Place(StrEnum):
    """Where in the deal somebody acts."""

    FIRST = "first"
    BETWEEN = "between"
    DEALER = "dealer"  # the last one, who asks the stock


class Reason(StrEnum):
    """Why somebody keeps or asks; the facts that come with each stand behind it.

    What everybody may know is the first group, and all that `explain` says. The second group tells the
    player's own card, and so is for that player, or for when the match is over.
    """

    # Both in a thought and in what may be said to everybody:
    FOOL_AWAY = "fool-away"  # asks. asked: a seat, None: the stock. Holds a fool that all know of
    FOOL_NEXT = "fool-next"  # keeps. seat: the next one, whose fool (all know of it) would come back
    TWO_FOOLS = "two-fools"  # keeps. seats: the two who hold the fools, as all know, and lose alone

    # Only said to everybody; they tell what is usual, whatever the card was:
    USUAL_KEEP = "usual-keep"  # keeps. place, participants, limit: a card from the limit up is kept here
    USUAL_ASK = "usual-ask"  # asks. place, participants, limit: a card below the limit is not kept here
    HANDED_KEEP = "handed-keep"  # keeps. giver, limit: was handed a card by the giver, who now may hold less
    HANDED_ASK = "handed-ask"  # asks. giver, limit: was handed a card by the giver, and passes it on
    STRUCK_KEEP = "struck-keep"  # keeps. seats, limit: those struck wanted to be rid of theirs; less will do

    # Only in a thought:
    MATADOR = "matador"  # keeps. card: a matador is high, and does not change hands
    SEEN_LOWER = "seen-lower"  # keeps. card, seat, lower: the seat holds a lower card, which was seen
    HIGH_ENOUGH = "high-enough"  # keeps. card, limit, place, participants, after, lives: its own ones
    TOO_LOW = "too-low"  # asks. card, limit, place, participants, after, lives
    STRUCK_LOWER = "struck-lower"  # keeps. card, limit, seats: those struck probably sit on something lower
    HANDED_ENOUGH = "handed-enough"  # keeps. card, limit, giver, given: what the giver now holds, not lower
    HANDED_TOO_LOW = "handed-too-low"  # asks. card, limit, giver, given
    AT_LIMIT = "at-limit"  # keeps or asks. card, limit, often: in percent, how often one does this here
    STRIKES = "strikes"  # asks; only in `others`. percent: how likely a cat or dragoon would answer
