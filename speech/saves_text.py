"""Words for the list of saved games: dates, one line a game, and what is asked about one.

Not here: which games are saved (see `access.saves`), and what is wrong with a broken one (see `faults`).
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta

from .words import Words, sentence


class SavesText:
    """One language's words about saved games. `today` is the day on which they are heard."""

    def __init__(self, words: Words, today: date) -> None:
        self.words, self.t, self.today = words, words.t, today

    # -- days

    def day(self, day: date) -> str:
        """Return "today", "yesterday", "on 30 November", or with the year if that is another one."""
        t = self.t
        if day == self.today:
            # Translators: goes behind "begun", as the other days do.
            return t.pgettext("day", "today")
        if day == self.today - timedelta(days=1):
            return t.pgettext("day", "yesterday")
        parts = {"day": day.day, "month": self._month(day.month), "year": day.year}
        if day.year == self.today.year:
            # Translators: a date behind "begun".
            return t.pgettext("day", "on {day} {month}").format(**parts)
        return t.pgettext("day", "on {day} {month} {year}").format(**parts)

    def _month(self, number: int) -> str:
        t = self.t
        names = (
            t.pgettext("month", "January"),
            t.pgettext("month", "February"),
            t.pgettext("month", "March"),
            t.pgettext("month", "April"),
            t.pgettext("month", "May"),
            t.pgettext("month", "June"),
            t.pgettext("month", "July"),
            t.pgettext("month", "August"),
            t.pgettext("month", "September"),
            t.pgettext("month", "October"),
            t.pgettext("month", "November"),
            t.pgettext("month", "December"),
        )
        return names[number - 1]

    # -- games

    def unfinished(self, game: str, others: Sequence[str], begun: date, actions: int, who: str | None) -> str:
        """Return a game that can go on, without full stop; `who` is to act, None: the listener."""
        t = self.t
        if who is None:
            turn = t.pgettext("saved game", "your turn")
        else:
            turn = t.pgettext("saved game", "{who}'s turn").format(who=who)
        # Translators: {day} is "on 30 November", {actions} "12 actions", {turn} "your turn".
        said = t.gettext("{game} with {names}, begun {day}, {actions}, {turn}")
        return said.format(**self._named(game, others, begun), actions=self._actions(actions), turn=turn)

    def finished(self, game: str, others: Sequence[str], begun: date, outcome: str) -> str:
        """Return a game that is over, without full stop; `outcome` as `points`, `won` or `draw` give it."""
        # Translators: {day} is "on 30 November", {outcome} "17 of 20 points", "you won" or "a draw".
        said = self.t.gettext("{game} with {names}, begun {day}, over: {outcome}")
        return said.format(**self._named(game, others, begun), outcome=outcome)

    def _named(self, game: str, others: Sequence[str], begun: date) -> dict[str, str]:
        return {"game": game, "names": self.words.all_of(others), "day": self.day(begun)}

    def _actions(self, count: int) -> str:
        t = self.t
        if not count:
            return t.pgettext("saved game", "no action yet")
        return t.ngettext("{n} action", "{n} actions", count).format(n=count)

    def points(self, score: int, most: int) -> str:
        # Translators: how a game ended, behind a colon.
        return self.t.gettext("{score} of {most} points").format(score=score, most=most)

    def won(self, winners: Sequence[str], *, me: bool) -> str:
        """Return who won, in the middle of a sentence; `winners` without the listener."""
        t = self.t
        if not winners:
            return t.pgettext("saved game", "you won")
        if me:
            return t.pgettext("saved game", "you won with {who}").format(who=self.words.all_of(winners))
        said = t.ngettext("{who} won", "{who} have won", len(winners))
        return said.format(who=self.words.all_of(winners))

    def draw(self) -> str:
        return self.t.pgettext("saved game", "a draw")

    # -- the list

    def listed(self, games: Sequence[str]) -> list[str]:
        """Return the games numbered, a sentence each."""
        return [sentence("{n}. {game}.", n=number, game=game) for number, game in enumerate(games, 1)]

    def how_many(self, count: int) -> str:
        """Head the list of games that can go on."""
        t = self.t
        return t.ngettext("{n} game can go on.", "{n} games can go on.", count).format(n=count)

    def how_many_over(self, count: int) -> str:
        """Head the list of games that are over."""
        t = self.t
        return t.ngettext("{n} saved game is over.", "{n} saved games are over.", count).format(n=count)

    def which(self) -> str:
        t = self.t
        return t.gettext("Which one do you want to go on with? Type its number, or quit.")

    def how_to_go_on(self) -> str:
        t = self.t
        return t.gettext(
            "To go on with one, say senpai resume and its number; "
            "to delete one, senpai resume delete and its number."
        )

    def how_to_replay(self) -> str:
        t = self.t
        return t.gettext("Say senpai resume finished and a number to go through one again, step by step.")

    def no_such_game(self, word: str, count: int) -> str:
        """Return that no saved game has this number; `count` is how many there are."""
        t = self.t
        if not count:
            return self.none_over()
        said = t.ngettext(
            "There is no saved game {word}. There is only number 1.",
            "There is no saved game {word}. Say a number from 1 to {n}; senpai resume list tells them all.",
            count,
        )
        return said.format(word=word, n=count)

    def none_over(self) -> str:
        t = self.t
        return t.gettext("No game is saved that is over. Play one to its end with senpai play nova.")

    # -- deleting

    def really(self, game: str) -> str:
        """Ask before a saved game is deleted; `game` is its line without full stop."""
        said = self.t.gettext("Delete this game for good? {game}. Say yes or no.")
        return said.format(game=game)

    def deleted(self) -> str:
        return self.t.gettext("The game is deleted.")

    def kept(self) -> str:
        return self.t.gettext("The game is kept.")

    def not_deleted(self, code: int) -> str:
        """Return that deleting did not work; `code` is the system's error number."""
        said = self.t.gettext("The game cannot be deleted: {detail}.")
        return said.format(detail=self.words.system_error(code))
