"""What belongs to each game on this side of the table: its verbs, its computer player, its risks.

One line a game; the rules are registered in `engine.GAMES`, the words in `speech.senpai.WORDS`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from engine.bots.levels import Level, Player
from engine.registry import Registry
from engine.table import Deed

from .commands import Command, Commands
from .counsel_verbs import COUNSEL_VERBS
from .house_verbs import HOUSE_VERBS
from .review_verbs import REVIEW_VERBS, with_kinds
from .voice_verbs import VOICE_VERBS
from .voice_words import offered


def _no_verb(desk: Any, words: list[str]) -> Any:
    return None


@dataclass(frozen=True, slots=True)
class Kit:
    """What sitting down to one game needs; desks and replies are the game's own types, mixed here."""

    verbs: Sequence[Command[Any, Any]]
    player: Callable[[Level], Player]
    """Makes a computer player of a level."""
    risky: Callable[[Deed, Any], bool]
    """Whether an action may cost something, as far as its player can know from a view."""
    bare: Callable[[Any, list[str]], Any] = _no_verb
    """What words without a verb mean, such as "3" alone: what a command's effect gives, or None for nothing.

    Never an action that is carried out at once for a bare number.
    """
    among: Callable[[Level], Player] | None = None
    """Makes an expert among others of a level, if it matters how they understand things."""
    players: int = 3
    """How many sit down when nothing is said, the person included."""

    def adviser(self, level: Level) -> Player:
        """Return the expert who gives advice among computer players of a level."""
        return self.player(Level.EXPERT) if self.among is None else self.among(level)


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
    after = {verb.name: offered(verb.name, game) for verb in VOICE_VERBS}
    around = (*COUNSEL_VERBS, *with_kinds(HOUSE_VERBS), *REVIEW_VERBS, *VOICE_VERBS)
    return Commands((*KITS[game].verbs, *around), after=after)
