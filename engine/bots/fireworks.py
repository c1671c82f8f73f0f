"""Computer players for Nova and Hanabi, at three levels.

A beginner points out what can be played and knows no conventions. Club players and experts follow those of
docs/players.md; an expert also finesses, thinks of what the own hand may be before giving a hint, and plays
the end of the game out in thought.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from engine.fireworks_parts import Action, Discard, Event, Hint, Play, Row, View

from .fireworks_beginner import Beginner, worth_waiting_for
from .fireworks_choice import HINT, PLAY, Choice, Move
from .fireworks_reasons import Reason
from .fireworks_search import improve, worth
from .fireworks_talk import Talk, listen
from .fireworks_weights import Weights, weights_for
from .fireworks_why import public_reason, reason
from .levels import Level, Thought

OTHERS = 2
"""So many other actions are named beside the one thought best."""


class FireworksPlayer:
    """Decides for one seat. What it keeps between turns only saves time: a view tells the whole game."""

    def __init__(
        self, level: Level = Level.CLUB, weights: Weights | None = None, *, among: Level | None = None
    ) -> None:
        """`among`: how the others understand hints; None: as this player does."""
        self.level = level
        self.among = level if among is None else among
        self._weights = weights
        self._talk: Talk | None = None

    def choose(self, view: View, legal: Sequence[Action], chance: Random) -> Action:
        """Return one of the legal actions."""
        if self.level is Level.BEGINNER:
            return Beginner().choose(view, legal, chance)
        if any(isinstance(action, Row) for action in legal):
            return _row(view, legal)
        _, moves = self._moves(view, chance)
        return _action(view, moves[0])

    def think(self, view: View, legal: Sequence[Action], chance: Random) -> Thought:
        """Return what `choose` would with the same chance, and why."""
        if self.level is Level.BEGINNER:
            return Beginner().think(view, legal, chance)
        if any(isinstance(action, Row) for action in legal):
            return _row_thought(view, _row(view, legal))
        choice, moves = self._moves(view, chance)
        best, *others = [reason(choice, move, _action(view, move)) for move in moves[: 1 + OTHERS]]
        return replace(best, others=tuple(others))

    def explain(self, view: View, action: Action, events: Sequence[Event]) -> Thought | None:
        """Return what everybody makes of an action among players of this level; see `levels.Player`."""
        if isinstance(action, Row):
            return _row_thought(view, action)
        return public_reason(view, action, events, self.level)

    def _moves(self, view: View, chance: Random) -> tuple[Choice, list[Move]]:
        """Return the decision, and all that could be done, the best first."""
        expert = self.level is Level.EXPERT
        talk = self._talk
        if talk is None or not talk.follows(view):
            talk = self._talk = listen(view, self.among)
        else:
            talk.follow(view)
        weights = self._weights or weights_for(view.rules, len(view.hands))
        choice = Choice(talk, weights)
        moves = choice.all_moves()
        if expert:
            return choice, improve(choice, moves, chance)
        return choice, sorted(moves, key=worth, reverse=True)


def _action(view: View, move: Move) -> Action:
    assert view.seat is not None
    if move.kind == HINT:
        return Hint(view.seat, move.to, move.clue)
    return Play(view.seat, move.card) if move.kind == PLAY else Discard(view.seat, move.card)


def _row(view: View, legal: Sequence[Action]) -> Row:
    """Return where a joker goes: to the row whose next card can come least often."""
    rows = [action for action in legal if isinstance(action, Row)]
    return min(rows, key=lambda row: worth_waiting_for(view, row.suit))


def _row_thought(view: View, action: Row) -> Thought:
    left, height = worth_waiting_for(view, action.suit)
    return Thought(action, Reason.ROW_SCARCE, {"suit": action.suit, "rank": 1 - height, "left": left})
