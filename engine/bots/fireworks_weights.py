"""What things are worth to players with conventions, in points, by the number of players."""

from __future__ import annotations

from dataclasses import dataclass

from engine.fireworks_parts import Rules


@dataclass(slots=True)
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


def weights_for(rules: Rules, players: int) -> Weights:
    """Return the weights for a game with so many players."""
    return Weights()
