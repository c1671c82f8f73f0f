"""What computer players of every game share: levels, and a thought: an action with its reason.

A computer player gets a view, the legal actions and chance, and nothing else. It keeps nothing that matters
between turns, so a game that is taken up again goes on as it would have. Not here: sentences (see `speech`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from random import Random
from typing import Any, Protocol

from engine.table import Deed


class Level(StrEnum):
    """How well a computer player plays."""

    BEGINNER = "beginner"
    CLUB = "club"
    EXPERT = "expert"


@dataclass(frozen=True, slots=True)
class Thought:
    """An action and why it seemed best.

    `reason` is a member of the game's own enum, whose comments name the `facts` that come with each: seats,
    cards by their number in the deck, faces, clues, numbers. `others` are what was thought of besides, the
    best first, each with a reason of its own and nothing in `others`.
    """

    action: Deed
    reason: StrEnum
    facts: Mapping[str, object] = field(default_factory=dict)
    others: tuple[Thought, ...] = ()


class Player(Protocol):
    """A computer player of one game, at one level."""

    def choose(self, view: Any, legal: Sequence[Any], chance: Random) -> Any:
        """Return one of the legal actions."""

    def think(self, view: Any, legal: Sequence[Any], chance: Random) -> Thought:
        """Return what `choose` would with the same chance, with its reason and what else was thought of."""

    def explain(self, view: Any, action: Any, events: Sequence[Any]) -> Thought | None:
        """Return what everybody at the table may say about why somebody took an action.

        `view` is a bystander's, of just before the action, and `events` are what came of it, as a bystander
        perceived them: so nothing hidden can come into it. None: there is nothing to say that everybody may
        know.
        """
