"""What belongs to each game on this side of the table: its verbs, its computer player, its risks.

One line a game; the rules are registered in `engine.GAMES`, the words in `speech.senpai.WORDS`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from engine.registry import Registry
from engine.table import Deed

from .commands import Command, Commands
from .house_verbs import HOUSE_VERBS
from .table import Player
from .voice_verbs import VOICE_VERBS


@dataclass(frozen=True, slots=True)
class Kit:
    """What sitting down to one game needs; desks and replies are the game's own types, mixed here."""

    verbs: Sequence[Command[Any, Any]]
    player: Callable[[], Player]
    risky: Callable[[Deed, Any], bool]
    """Whether an action may cost something, as far as its player can know from a view."""
    players: int = 3
    """How many sit down when nothing is said, the person included."""


KITS: Registry[Kit] = Registry(
    {
        "gnav": "access.gnav_verbs:GNAV_KIT",
        "hanabi": "access.fireworks_verbs:HANABI_KIT",
        "nova": "access.fireworks_verbs:NOVA_KIT",
        "push": "access.push_verbs:PUSH_KIT",
    }
)
"""The kit of every game, by its name in records."""


@cache
def commands_of(game: str) -> Commands[Any, Any]:
    """Return the one table of all that a person can say in a game."""
    return Commands((*KITS[game].verbs, *HOUSE_VERBS, *VOICE_VERBS))
