"""Why a computer player of the fireworks games acts as it does.

The sentences are in `speech/fireworks_reasons.py`; the conventions behind them, told as to a partner, in
docs/players.md. "Card" is a number in the deck, "to", "by" and "through" are seats.
"""

from __future__ import annotations

from enum import StrEnum


class Reason(StrEnum):
    """A reason; the facts that come with each stand behind it."""

    # Hints
    HINT_PLAY = "hint-play"  # to, card, clue: the card can be played, now or after what is known already
    HINT_SAVE = "hint-save"  # to, card, clue: it would be discarded next, and the rows need it
    HINT_PLAY_OR_SAVE = "hint-play-or-save"  # to, card, clue: the one or the other
    HINT_AGAIN = "hint-again"  # to, card, clue: a card pointed at before can be played now
    HINT_FINESSE = "hint-finesse"  # to, card, clue, through: who is to play the card before it, unhinted
    HINT_PROMPT = "hint-prompt"  # to, card, clue, through: who is to play a hinted card that goes before it
    HINT_CORRECT = "hint-correct"  # to, card, clue: else that card would be played wrongly
    HINT_MORE = "hint-more"  # to, clue: it tells more of cards that are needed
    HINT_TIME = "hint-time"  # to, clue: nothing better to do than to win time
    HINT_PLAIN = "hint-plain"  # to, clue: a beginner's, which means what it says and no more
    # Plays
    PLAY_SURE = "play-sure"  # card: whatever it can be, it fits
    PLAY_TOLD = "play-told"  # card, by, clue: a hint of `by` meant that it can be played
    PLAY_HINTED = "play-hinted"  # card: a beginner's; a hint had pointed at it, so it was likely to fit
    PLAY_FINESSE = "play-finesse"  # card, by, to: what `by` hinted to `to` fits only after this card
    PLAY_LIKELY = "play-likely"  # card, percent: it likely fits, and a mistake can be borne
    PLAY_LAST = "play-last"  # card, percent: the game is about to end, so it is worth the try
    # Discards
    DISCARD_USELESS = "discard-useless"  # card: it can never be played any more
    DISCARD_SPARE = "discard-spare"  # card: there is another copy where it can be seen
    DISCARD_OLDEST = "discard-oldest"  # card: the one held longest of those that nobody pointed at
    DISCARD_LEAST = "discard-least"  # card: of cards that were all pointed at, the one least likely needed
    # The row of a joker
    ROW_SCARCE = "row-scarce"  # suit, rank, left: so few cards of the rank that the row needs may still come
