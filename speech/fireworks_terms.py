"""What tokens and the show are called: coins and lives at Nova, hint and storm tokens at Hanabi.

Whole sentences, one class a game, because the words decline and count differently. Not here: what is the
same in both games (see `fireworks_text`), and cards (see `cards`).
"""

from __future__ import annotations

from typing import Protocol

from engine.fireworks_parts import ALL_HINTS, ALL_LIVES, View

from .words import Words


class Terms(Protocol):
    """The sentences in which the two games differ; `n` counts what is left or available."""

    def opening(self, names: str, *, me: bool) -> str:
        """Return who plays; `names` are the others (`me`) or everybody."""

    def begins(self, who: str | None) -> str:
        """Return, in braille, the game and who begins; None: the listener."""

    def hints(self, n: int) -> str:
        """Return "7 coins"."""

    def hints_felt(self, n: int) -> str:
        """Return the same in few cells."""

    def hints_left(self, n: int) -> str:
        """Return the sentence that so many are left after a hint."""

    def hints_now(self, n: int) -> str:
        """Return the sentence that so many are there after a discard."""

    def hint_back(self, n: int) -> str:
        """Return the sentence that a completed row gave one back, and how many are there."""

    def none_back(self) -> str:
        """Return the sentence that a completed row gave none back, since none was spent."""

    def lives_felt(self, n: int) -> str:
        """Return how the team stands with mistakes, in few cells: "2 lives"."""

    def lives_left(self, n: int) -> str:
        """Return the sentence on mistakes after a misfire."""

    def stakes(self, hints: int, lives: int) -> str:
        """Return the answer about tokens: how many of how many."""

    def on_the_table(self, hints: int, lives: int) -> str:
        """Return what lies on the table at the beginning, for learners."""

    def hint_costs(self) -> str:
        """Return what a hint costs, for learners."""

    def discard_brings(self) -> str:
        """Return what a discard brings, for learners."""

    def no_hint(self) -> tuple[str, str]:
        """Return, in speech and braille, that no hint can be given and what would do."""

    def all_hints(self) -> tuple[str, str]:
        """Return, in speech and braille, that nothing can be discarded and what would do."""

    def in_cells(self, view: View) -> str:
        """Return tokens and stock for a braille answer."""

    def letters(self) -> list[str]:
        """Return one capital letter each for hints, lives and stock in the braille line."""

    def counted(self, lives: int) -> int:
        """Return what the braille line shows for lives: what is left, or what is turned."""

    def rating(self, score: int, most: int) -> str:
        """Return what the audience thinks of the show; "" where the game has no ratings."""

    def cancelled(self) -> tuple[str, str]:
        """Return, in speech and braille, that the third mistake ended the show without points."""

    def choices(self, hints: int) -> str:
        """Return what may be done in a turn."""

    def passed_over(self) -> tuple[str, str]:
        """Return that a player is passed over: to that player, and with {who} to the others."""


class NovaTerms:
    """Coins and lives (seed 001)."""

    def __init__(self, words: Words) -> None:
        self.words, self.t = words, words.t

    def opening(self, names: str, *, me: bool) -> str:
        if me:
            # Translators: the game begins; {names} are the other players.
            return self.t.gettext("You play Nova with {names}.").format(names=names)
        # Translators: the game begins; {names} are all players.
        return self.t.gettext("{names} play Nova.").format(names=names)

    def begins(self, who: str | None) -> str:
        if who is None:
            return self.t.pgettext("braille", "Nova. You begin")
        return self.t.pgettext("braille", "Nova. {who} begins").format(who=who)

    def hints(self, n: int) -> str:
        return self.t.ngettext("{n} coin", "{n} coins", n).format(n=n)

    def hints_felt(self, n: int) -> str:
        return self.hints(n)

    def hints_left(self, n: int) -> str:
        if n == 0:
            return self.t.gettext("No coin is left.")
        return self.t.ngettext("{n} coin left.", "{n} coins left.", n).format(n=n)

    def hints_now(self, n: int) -> str:
        # Translators: after a discard; {n} coins lie on the table.
        return self.t.ngettext("Now {n} coin.", "Now {n} coins.", n).format(n=n)

    def hint_back(self, n: int) -> str:
        # Translators: a completed row gives back a coin; {coins} is "5 coins".
        return self.t.gettext("A coin comes back: {coins}.").format(coins=self.hints(n))

    def none_back(self) -> str:
        return self.t.gettext("All coins are there already, so none comes back.")

    def lives(self, n: int) -> str:
        return self.t.ngettext("{n} life", "{n} lives", n).format(n=n)

    def lives_felt(self, n: int) -> str:
        return self.lives(n)

    def lives_left(self, n: int) -> str:
        if n == 0:
            return self.t.gettext("No life is left.")
        return self.t.ngettext("{n} life left.", "{n} lives left.", n).format(n=n)

    def stakes(self, hints: int, lives: int) -> str:
        said = self.t.gettext("{coins} of {all_coins}, {lives} of {all_lives}.")
        parts = {"coins": self.hints(hints), "lives": self.lives(lives)}
        return said.format(**parts, all_coins=ALL_HINTS, all_lives=ALL_LIVES)

    def on_the_table(self, hints: int, lives: int) -> str:
        said = self.t.gettext("On the table lie {coins} and {lives}.")
        return said.format(coins=self.hints(hints), lives=self.lives(lives))

    def hint_costs(self) -> str:
        return self.t.gettext("A hint costs one coin.")

    def discard_brings(self) -> str:
        return self.t.gettext("A discard brings back one coin.")

    def no_hint(self) -> tuple[str, str]:
        return (
            self.t.gettext("No coin is left for a hint: play or discard."),
            self.t.pgettext("braille", "No coin: play or discard"),
        )

    def all_hints(self) -> tuple[str, str]:
        return (
            self.t.gettext("All coins are on the table, so you cannot discard: give a hint or play."),
            self.t.pgettext("braille", "All coins: hint or play"),
        )

    def in_cells(self, view: View) -> str:
        felt = self.t.pgettext("braille", "coins {hints} lives {lives} stock {n}")
        return felt.format(hints=view.hints, lives=view.lives, n=view.pile)

    def letters(self) -> list[str]:
        # Translators: one capital letter each, before a number: coins, lives, cards in the stock.
        return list(self.words.letters.pgettext("braille letters", "CLD"))

    def counted(self, lives: int) -> int:
        return lives

    def rating(self, score: int, most: int) -> str:
        return ""

    def cancelled(self) -> tuple[str, str]:
        return (
            self.t.gettext("The show is cancelled: 0 points."),
            self.t.pgettext("braille", "No life left: 0 points"),
        )

    def choices(self, hints: int) -> str:
        t = self.t
        if hints == 0:
            return t.gettext("No coin is left: play or discard.")
        if hints == ALL_HINTS:
            return t.gettext("All coins are there: give a hint or play.")
        return t.gettext("Give a hint, play or discard.")

    def passed_over(self) -> tuple[str, str]:
        t = self.t
        return (
            t.gettext("You have no card, and there is no coin for a hint: you are passed over."),
            t.gettext("{who} has no card, and there is no coin for a hint: {who} is passed over."),
        )


class HanabiTerms:
    """Hint tokens and storm tokens of the tactile edition (seed 003)."""

    def __init__(self, words: Words) -> None:
        self.words, self.t = words, words.t

    def opening(self, names: str, *, me: bool) -> str:
        if me:
            # Translators: the game begins; {names} are the other players.
            return self.t.gettext("You play Hanabi with {names}.").format(names=names)
        # Translators: the game begins; {names} are all players.
        return self.t.gettext("{names} play Hanabi.").format(names=names)

    def begins(self, who: str | None) -> str:
        if who is None:
            return self.t.pgettext("braille", "Hanabi. You begin")
        return self.t.pgettext("braille", "Hanabi. {who} begins").format(who=who)

    def hints(self, n: int) -> str:
        return self.t.ngettext("{n} hint token", "{n} hint tokens", n).format(n=n)

    def hints_felt(self, n: int) -> str:
        # Translators: hint tokens in braille, as short as possible.
        return self.t.npgettext("braille", "{n} hint", "{n} hints", n).format(n=n)

    def hints_left(self, n: int) -> str:
        if n == 0:
            return self.t.gettext("No hint token is left.")
        return self.t.ngettext("{n} hint token left.", "{n} hint tokens left.", n).format(n=n)

    def hints_now(self, n: int) -> str:
        # Translators: after a discard; {n} hint tokens can be used.
        return self.t.ngettext("Now {n} hint token.", "Now {n} hint tokens.", n).format(n=n)

    def hint_back(self, n: int) -> str:
        # Translators: a completed row gives back a hint token; {tokens} is "5 hint tokens".
        return self.t.gettext("A hint token is turned back: {tokens}.").format(tokens=self.hints(n))

    def none_back(self) -> str:
        return self.t.gettext("All hint tokens are there already, so none is turned back.")

    def lives_felt(self, n: int) -> str:
        turned = ALL_LIVES - n
        # Translators: storm tokens turned, in braille, as short as possible.
        return self.t.npgettext("braille", "{n} storm", "{n} storms", turned).format(n=turned)

    def lives_left(self, n: int) -> str:
        turned = ALL_LIVES - n
        # Translators: the Senpai turns a storm token after a mistake; the third one ends the game.
        said = self.t.gettext("The gods are angry: storm token {n} of {all} is turned.")
        return said.format(n=turned, all=ALL_LIVES)

    def stakes(self, hints: int, lives: int) -> str:
        said = self.t.gettext("{tokens} of {all_tokens}; {n} of {all_storms} storm tokens turned.")
        turned = ALL_LIVES - lives
        return said.format(tokens=self.hints(hints), all_tokens=ALL_HINTS, n=turned, all_storms=ALL_LIVES)

    def on_the_table(self, hints: int, lives: int) -> str:
        said = self.t.gettext("{tokens} lie bright side up, {n} storm tokens dark side up.")
        return said.format(tokens=self.hints(hints), n=lives)

    def hint_costs(self) -> str:
        return self.t.gettext("A hint costs one hint token.")

    def discard_brings(self) -> str:
        return self.t.gettext("A discard brings back one hint token.")

    def no_hint(self) -> tuple[str, str]:
        return (
            self.t.gettext("No hint token is left for a hint: play or discard."),
            self.t.pgettext("braille", "No token: play or discard"),
        )

    def all_hints(self) -> tuple[str, str]:
        return (
            self.t.gettext("All hint tokens are there, so you cannot discard: give a hint or play."),
            self.t.pgettext("braille", "All tokens: hint or play"),
        )

    def in_cells(self, view: View) -> str:
        felt = self.t.pgettext("braille", "hints {hints} storms {storms} stock {n}")
        return felt.format(hints=view.hints, storms=self.counted(view.lives), n=view.pile)

    def letters(self) -> list[str]:
        # Translators: one capital letter each, before a number: hint tokens, storm tokens, stock.
        return list(self.words.letters.pgettext("braille letters", "HTD"))

    def counted(self, lives: int) -> int:
        return ALL_LIVES - lives

    def rating(self, score: int, most: int) -> str:
        """Return the audience's opinion (seed 003, "Wertung"; games.md, "Hanabi ratings")."""
        t = self.t
        if score == most:
            return t.gettext("Breathtaking! An unforgettable spectacle!")
        if score > 20:
            return t.gettext("Excellent! The audience cheers!")
        if score > 15:
            return t.gettext("Super! The audience is thrilled!")
        if score > 10:
            return t.gettext("Not bad! The audience is quite taken with it.")
        if score > 5:
            return t.gettext("Well! The audience applauds politely.")
        return t.gettext("Oh dear! The audience is not very pleased.")

    def cancelled(self) -> tuple[str, str]:
        return (
            self.t.gettext("The storm breaks, and the show is cancelled: 0 points."),
            self.t.pgettext("braille", "Third storm: 0 points"),
        )

    def choices(self, hints: int) -> str:
        t = self.t
        if hints == 0:
            return t.gettext("No hint token is left: play or discard.")
        if hints == ALL_HINTS:
            return t.gettext("All hint tokens are there: give a hint or play.")
        return t.gettext("Give a hint, play or discard.")

    def passed_over(self) -> tuple[str, str]:
        t = self.t
        return (
            t.gettext("You have no card, and there is no hint token for a hint: you are passed over."),
            t.gettext("{who} has no card, and there is no hint token for a hint: {who} is passed over."),
        )
