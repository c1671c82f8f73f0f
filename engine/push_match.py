"""Several games of Push in a row: scores added up, the dealer moving on (games.md, "Push", "A match").

Not here: a single game (see `push`); how many games a match has is for the players to say.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from .table import Seat


@dataclass(frozen=True, slots=True)
class Match:
    """The scores of the games played so far, one row a game; `dealer` dealt the first of them."""

    players: int
    dealer: Seat
    games: tuple[tuple[int, ...], ...] = ()

    def plus(self, scores: Sequence[int]) -> Match:
        """Return the match with one more game, by each seat's score. Raises ValueError for a wrong number."""
        if len(scores) != self.players:
            raise ValueError(f"{len(scores)} scores for {self.players} players")
        return replace(self, games=(*self.games, tuple(scores)))

    @property
    def next_dealer(self) -> Seat:
        """Who deals the next game: the dealer moves left each game."""
        return (self.dealer + len(self.games)) % self.players

    @property
    def next_first(self) -> Seat:
        """Who turns up the first card of the next game: the player left of its dealer."""
        return (self.next_dealer + 1) % self.players

    @property
    def totals(self) -> tuple[int, ...]:
        """Each seat's scores added up."""
        return tuple(sum(game[seat] for game in self.games) for seat in range(self.players))

    @property
    def standing(self) -> tuple[tuple[int, Seat], ...]:
        """Total and seat, the lowest total first, equal totals by seat."""
        return tuple(sorted((total, seat) for seat, total in enumerate(self.totals)))

    @property
    def leaders(self) -> tuple[Seat, ...]:
        """Who wins if no further game is played: the lowest total, shared if tied; nobody before a game."""
        best = min(self.totals)
        return tuple(seat for seat, total in enumerate(self.totals) if total == best and self.games)
