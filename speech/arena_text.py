"""Words for what came of many games among computer players: one fact a sentence, a line each.

Not here: the playing and counting (see `access.arena`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .statistics_text import StatisticsText
from .words import Words, paragraph


@dataclass(frozen=True, slots=True)
class Share:
    """A mean and its standard error; None when there is but one value."""

    mean: float
    error: float | None


@dataclass(frozen=True, slots=True)
class Team:
    """What came of games that all win or lose together; rates are from 0 to 1."""

    score: Share
    most: int
    """The score of a perfect game."""
    perfect: Share
    bust: Share
    """How often a third mistake ended the game."""


@dataclass(frozen=True, slots=True)
class Field:
    """How one kind of player did at its seats, counted from 1; of several seats, one of them on average."""

    name: str
    """A level, or the name of a reference player."""
    seats: tuple[int, ...]
    won: Share
    """A rate from 0 to 1; a win that is shared counts by its share."""
    score: Share | None
    """None: the game counts no points."""


@dataclass(frozen=True, slots=True)
class Result:
    """What came of all games; the last two tell how long a decision is computed."""

    game: str
    options: Mapping[str, int]
    seats: tuple[str, ...]
    seed: str
    wanted: int
    games: int
    """So many of those wanted were played."""
    team: Team | None
    fields: tuple[Field, ...]
    """By seat; () in games that are won together."""
    levels: tuple[Field, ...]
    """By kind of player; () in games that are won together."""
    draws: Share | None
    median_seconds: float
    most_seconds: float


class ArenaText:
    """One language's words about the arena."""

    def __init__(self, words: Words) -> None:
        self.words, self.t = words, words.t

    def begins(
        self, game: str, options: Mapping[str, int], seats: Sequence[str], games: int, seed: str
    ) -> str:
        """Return what will be played."""
        t = self.t
        chosen = {name: value for name, value in options.items() if value}
        named = StatisticsText(self.words).named(game, chosen)
        kinds = list(dict.fromkeys(seats))
        if len(kinds) == 1:
            # Translators: {level} is "expert"; {game} is a name, perhaps with variants.
            said = t.ngettext(
                "{game}: {n} game among {players} players, all at the level {level}. The seed is {seed}.",
                "{game}: {n} games among {players} players, all at the level {level}. The seed is {seed}.",
                games,
            )
        else:
            # Translators: {levels} is "1 expert, 2 club, 3 club".
            said = t.ngettext(
                "{game}: {n} game among {players} players, at the seats: {levels}. The seed is {seed}.",
                "{game}: {n} games among {players} players, at the seats: {levels}. The seed is {seed}.",
                games,
            )
        levels = ", ".join(f"{number} {self.words.level(name)}" for number, name in enumerate(seats, 1))
        return said.format(
            game=named,
            n=games,
            players=len(seats),
            level=self.words.level(kinds[0]),
            levels=levels,
            seed=seed,
        )

    def progress(self, done: int, games: int) -> str:
        """Return how far it has come."""
        said = self.t.gettext("{percent} per cent: {done} of {games} games.")
        return said.format(percent=done * 100 // games, done=done, games=games)

    def stopped(self, done: int, games: int) -> str:
        said = self.t.gettext("Stopped after {done} of {games} games. So far:")
        return said.format(done=done, games=games)

    def nothing_counted(self) -> str:
        return self.t.gettext("Stopped before a game was over, so there is nothing to tell.")

    def told(self, result: Result) -> list[str]:
        """Return what came of it."""
        lines = self._of_team(result.team) if result.team else self._of_fields(result)
        said = self.t.gettext(
            "A decision took {median} milliseconds of computing at the median, and {most} at most."
        )
        median, most = (self._thousandths(each) for each in (result.median_seconds, result.most_seconds))
        return [*lines, said.format(median=median, most=most)]

    def _thousandths(self, seconds: float) -> str:
        return self.words.decimal(seconds * 1000, 1)

    def _of_team(self, team: Team) -> list[str]:
        t, score = self.t, team.score
        return [
            self._line(t.gettext("On average {mean} of {most} points."), score, most=team.most),
            self._line(t.gettext("Perfect games: {mean} per cent."), _percent(team.perfect)),
            self._line(t.gettext("Games ended by a third mistake: {mean} per cent."), _percent(team.bust)),
        ]

    def _of_fields(self, result: Result) -> list[str]:
        t = self.t
        seat = t.gettext("Seat {n}, {level}: {mean} per cent won.")
        lines = [self._of_field(seat, field) for field in result.fields]
        for field in result.levels if len(result.levels) > 1 else ():
            # Translators: {n} seats have players of that level; {mean} is for one of them.
            level = t.ngettext(
                "Level {level}, at {n} seat: {mean} per cent won.",
                "Level {level}, at each of {n} seats: {mean} per cent won.",
                len(field.seats),
            )
            lines.append(self._of_field(level, field, n=len(field.seats)))
        if result.draws is not None and result.draws.mean:
            lines.append(self._line(t.gettext("Draws: {mean} per cent."), _percent(result.draws)))
        return lines

    def _of_field(self, said: str, field: Field, n: int | None = None) -> str:
        number = field.seats[0] if n is None else n
        won = self._line(said, _percent(field.won), n=number, level=self.words.level(field.name))
        if field.score is None:
            return won
        return paragraph([won, self._line(self.t.gettext("On average {mean} points."), field.score)])

    def _line(self, said: str, share: Share, **parts: object) -> str:
        number = self.words.decimal
        lines = [said.format(mean=number(share.mean, 2), **parts)]
        if share.error is not None:
            # Translators: the standard error of the mean just told.
            lines.append(self.t.gettext("Standard error {error}.").format(error=number(share.error, 2)))
        return paragraph(lines)


def _percent(share: Share) -> Share:
    return Share(100 * share.mean, None if share.error is None else 100 * share.error)
