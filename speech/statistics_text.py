"""Words for how games ended that were played here: one sentence for each game and variant.

Not here: the counting (see `access.statistics`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from .words import Said, Words


class Summary(NamedTuple):
    """All games of one kind; `options` are those that were not as usual."""

    game: str
    options: Mapping[str, int]
    games: int
    won: int
    best: int | None
    """The highest score; None: the game counts no points."""
    most: int | None
    """The score of a perfect game; None: the lowest score wins, or there is none."""
    average: float | None


class StatisticsText:
    """One language's words about the statistics."""

    def __init__(self, words: Words) -> None:
        self.words, self.t = words, words.t

    def told(self, kinds: Sequence[Summary], skipped: int, *, kept: bool) -> list[str]:
        """Return a sentence for each kind of game, and what else is to be known, a line each."""
        t = self.t
        lines = [self.kind(summary) for summary in kinds]
        if not lines:
            lines.append(t.gettext("No game was counted yet. A game is counted when it is over."))
        if skipped:
            said = t.ngettext(
                "{n} line of the statistics cannot be read and is left out.",
                "{n} lines of the statistics cannot be read and are left out.",
                skipped,
            )
            lines.append(said.format(n=skipped))
        if not kept:
            lines.append(
                t.gettext("Games are not counted at present. Say senpai statistics on to count them.")
            )
        return lines

    def kind(self, summary: Summary) -> str:
        """Return how the games of one kind ended."""
        t = self.t
        n = summary.games
        parts = {
            "game": self.named(summary.game, summary.options),
            "n": n,
            "won": summary.won,
            "best": self._number(summary.best or 0),
            "most": summary.most,
            "average": "" if summary.average is None else self._number(summary.average),
        }
        if summary.most is not None:
            # Translators: a game in which all win together; {average} is a number with at most one decimal.
            said = t.ngettext(
                "{game}: {n} game, {best} of {most} points.",
                "{game}: {n} games, the best with {best} of {most} points, on average {average}.",
                n,
            )
        elif summary.average is not None:
            # Translators: a game that one player wins; few points are good.
            said = t.ngettext(
                "{game}: {n} game, {won} won, {average} points.",
                "{game}: {n} games, {won} won, on average {average} points.",
                n,
            )
        else:
            said = t.ngettext("{game}: {n} game, {won} won.", "{game}: {n} games, {won} won.", n)
        return said.format(**parts)

    def named(self, game: str, options: Mapping[str, int]) -> str:
        """Return a game with those of its options that are not as usual."""
        t, named = self.t, self.words.game(game)
        if not options:
            return named
        variants = self.words.all_of([self._variant(name, value) for name, value in sorted(options.items())])
        # Translators: {variants} is "gentle and 2 jokers".
        return t.gettext("{game} with the variant {variants}").format(game=named, variants=variants)

    def _variant(self, name: str, value: int) -> str:
        t = self.t
        if name == "jokers":
            return t.ngettext("{n} joker", "{n} jokers", value).format(n=value)
        names = {
            "gentle": t.pgettext("variant", "gentle show"),
            "grand_finale": t.pgettext("variant", "grand finale"),
            "rainbow": t.pgettext("variant", "rainbow"),
            "challenge": t.pgettext("variant", "challenge"),
            "open_chips": t.pgettext("variant", "open chips"),
        }
        return names.get(name, name.replace("_", " "))

    def _number(self, number: float) -> str:
        """Return a number with at most one decimal, as it is read aloud."""
        return self.words.decimal(number, 1)

    # -- trouble

    def not_counted(self, code: int) -> Said:
        """Return that this game is missing from the statistics; `code` is the system's error number."""
        t, detail = self.t, self.words.system_error(code)
        said = t.gettext("This game cannot be counted in the statistics: {detail}.")
        felt = t.pgettext("braille", "Not counted: {detail}")
        return Said(said.format(detail=detail), felt.format(detail=detail), "alarm")

    def unreadable(self, code: int) -> str:
        said = self.t.gettext("The statistics cannot be read: {detail}.")
        return said.format(detail=self.words.system_error(code))

    # -- deleting, and turning off

    def really(self, games: int) -> str:
        """Ask before everything is deleted."""
        said = self.t.ngettext(
            "Delete the statistics for good, {n} game? Say yes or no.",
            "Delete the statistics for good, {n} games? Say yes or no.",
            games,
        )
        return said.format(n=games)

    def deleted(self) -> str:
        return self.t.gettext("The statistics are deleted.")

    def left(self) -> str:
        return self.t.gettext("The statistics stay as they are.")

    def not_deleted(self, code: int) -> str:
        said = self.t.gettext("The statistics cannot be deleted: {detail}.")
        return said.format(detail=self.words.system_error(code))

    def switched(self, *, on: bool) -> str:
        t = self.t
        if on:
            return t.gettext("From now on games are counted when they are over.")
        return t.gettext(
            "From now on games are not counted. What was counted stays; senpai statistics delete deletes it."
        )

    def not_switched(self, code: int) -> str:
        said = self.t.gettext("The settings cannot be written: {detail}. Nothing has changed.")
        return said.format(detail=self.words.system_error(code))
