"""What belongs to each game on this side of the table: its verbs, its computer player, its risks.

One line a game; the rules are registered in `engine.GAMES`, the words in `speech.senpai.WORDS`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from engine.bots.fireworks import FireworksPlayer
from engine.bots.push import PushPlayer
from engine.table import Deed

from . import fireworks_verbs, push_verbs
from .commands import Command, Commands
from .house_verbs import HOUSE_VERBS
from .table import Player


@dataclass(frozen=True, slots=True)
class Kit:
    """What sitting down to one game needs; desks and replies are the game's own types, mixed here."""

    verbs: Sequence[Command[Any, Any]]
    player: Callable[[], Player]
    risky: Callable[[Deed, Any], bool]
    """Whether an action may cost something, as far as its player can know from a view."""


KITS: Mapping[str, Kit] = {
    "hanabi": Kit(fireworks_verbs.HANABI_VERBS, FireworksPlayer, fireworks_verbs.risky),
    "nova": Kit(fireworks_verbs.VERBS, FireworksPlayer, fireworks_verbs.risky),
    "push": Kit(push_verbs.VERBS, PushPlayer, push_verbs.risky),
}
"""The kit of every game, by its name in records."""


@cache
def commands_of(game: str) -> Commands[Any, Any]:
    """Return the one table of all that a person can say in a game."""
    return Commands((*KITS[game].verbs, *HOUSE_VERBS))
