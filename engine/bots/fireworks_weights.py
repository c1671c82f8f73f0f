"""What things are worth to players with conventions, in points, by the number of players.

Each value was moved up and down in turn, and kept where a thousand or more games of Nova and Hanabi, the same
deals for both, came to more points.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from engine.fireworks_parts import Rules


@dataclass(frozen=True, slots=True)
class Weights:
    """What things are worth, in points."""

    # Cards in the hands of others, after a hint
    play_told: float = 1.0
    known_later: float = 0.45
    touched: float = 0.2
    touched_trash: float = -0.35
    lie: float = -0.4
    misplay: float = -2.0
    misplay_last: float = -8.0
    misplay_critical: float = 1.0
    known_trash: float = 0.1
    lost_useful: float = -0.8
    next_free: float = 0.3
    # What would be discarded next
    danger: float = 1.2
    danger_rank: float = 0.2
    danger_useful: float = 0.25
    danger_seen: float = 0.0
    busy: float = 0.35
    spare: float = 0.4
    decay: float = 0.6
    joker: float = 1.0
    # Hint tokens
    token: float = 0.7
    token_slope: float = 0.07
    token_none: float = 0.0
    token_full: float = 0.0
    # Own plays
    play: float = 1.3
    play_unlock: float = 0.3
    play_five: float = 0.2
    answer: float = 0.8
    life: float = 1.0
    life_last_but_one: float = 1.6
    life_last: float = 6.0
    doubt: float = 0.1
    doubt_about: float = 0.3
    # Own discards
    discard: float = 0.0
    own_risk: float = 1.0
    unsaid: float = 0.3
    discard_touched: float = 0.5
    discard_other: float = 0.3
    pace0: float = 0.8
    pace1: float = 0.4
    pace2: float = 0.2


FOUND: dict[int, dict[str, float]] = {
    2: {
        "play_told": 1.77,
        "known_later": 0.59,
        "touched": 0.29,
        "touched_trash": -0.53,
        "misplay": -1.39,
        "misplay_critical": 4.27,
        "known_trash": 0.14,
        "next_free": 0.33,
        "danger": 2.31,
        "danger_rank": 0.33,
        "busy": 0.46,
        "spare": 0.27,
        "token_none": 0.07,
        "play": 0.95,
        "play_five": 0.15,
        "life": 1.19,
        "life_last_but_one": 2.14,
        "life_last": 13.39,
        "discard": -0.04,
        "own_risk": 0.54,
        "unsaid": 0.1,
        "discard_touched": 0.32,
        "pace1": 0.71,
        "pace2": 0.13,
    },
    3: {
        "touched": 0.28,
        "misplay": -1.54,
        "misplay_critical": 2.65,
        "known_trash": 0.15,
        "next_free": 0.4,
        "danger": 1.62,
        "danger_rank": 0.14,
        "spare": 0.28,
        "token_slope": 0.09,
        "token_none": -0.07,
        "play_unlock": 0.33,
        "play_five": 0.15,
        "answer": 2.05,
        "life": 1.74,
        "life_last_but_one": 1.97,
        "doubt": 0.13,
        "discard_touched": 0.33,
        "pace0": 1.0,
        "pace1": 0.75,
        "pace2": 0.12,
    },
    4: {
        "known_later": 0.56,
        "lie": -0.34,
        "misplay": -0.74,
        "known_trash": 0.09,
        "danger_rank": 0.27,
        "spare": 0.18,
        "decay": 0.81,
        "token_slope": 0.09,
        "token_none": -0.05,
        "play_unlock": 0.57,
        "play_five": 0.25,
        "answer": 1.18,
        "life": 3.92,
        "life_last_but_one": 2.61,
        "life_last": 8.76,
        "doubt": 0.05,
        "doubt_about": 0.15,
        "discard": -0.1,
        "unsaid": 0.15,
        "discard_touched": 0.18,
        "pace2": 0.28,
    },
    5: {
        "known_later": 0.56,
        "touched": 0.28,
        "touched_trash": -0.17,
        "misplay": -0.7,
        "misplay_critical": 1.47,
        "danger_rank": 0.29,
        "danger_useful": 0.19,
        "danger_seen": -0.11,
        "play": 1.99,
        "play_unlock": 0.41,
        "play_five": 0.11,
        "answer": 0.98,
        "life": 3.59,
        "life_last_but_one": 3.71,
        "doubt": 0.04,
        "pace0": 1.06,
        "pace1": 0.67,
    },
}
"""By the number of players, where the values found are others than those above."""
CHALLENGE = {
    "danger": 6.0,
    "danger_rank": 0.0,
    "busy": 0.6,
    "decay": 0.8,
    "life": 2.0,
    "life_last_but_one": 4.0,
    "life_last": 12.0,
}
"""In the challenge the loss of a last copy is the end (games.md, "challenge")."""


@cache
def weights_for(rules: Rules, players: int) -> Weights:
    """Return the weights for a game with so many players."""
    found = FOUND[players] | (CHALLENGE if rules.challenge else {})
    return Weights(**found)
