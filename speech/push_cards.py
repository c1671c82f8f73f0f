"""How players of Push name cards, runs, chips and points.

Not here: what is said of them (see `push_words`, `push_answers`).
"""

from __future__ import annotations

from engine.push_parts import runs

from .words import Noun, Words

SUIT_SIZE = 13


class PushCards:
    """One long ladder: clubs, then diamonds, then hearts; a card is its value, from 3 to 35."""

    def __init__(self, words: Words) -> None:
        self.t = words.t
        pgettext = words.t.pgettext
        self._suits = (
            pgettext("suit", "clubs"),
            pgettext("suit", "diamonds"),
            pgettext("suit", "hearts"),
        )
        self._ranks = (
            pgettext("rank", "ace"),
            pgettext("rank", "two"),
            pgettext("rank", "three"),
            pgettext("rank", "four"),
            pgettext("rank", "five"),
            pgettext("rank", "six"),
            pgettext("rank", "seven"),
            pgettext("rank", "eight"),
            pgettext("rank", "nine"),
            pgettext("rank", "ten"),
            pgettext("rank", "jack"),
            pgettext("rank", "queen"),
            pgettext("rank", "king"),
        )
        self._short_ranks = (
            # Translators: rank in braille messages, as short as possible.
            pgettext("braille rank", "ace"),
            *map(str, range(2, 11)),
            pgettext("braille rank", "jack"),
            pgettext("braille rank", "queen"),
            pgettext("braille rank", "king"),
        )
        self._nominative = (
            pgettext("nominative", "the ace of {suit}"),
            pgettext("nominative", "the two of {suit}"),
            pgettext("nominative", "the three of {suit}"),
            pgettext("nominative", "the four of {suit}"),
            pgettext("nominative", "the five of {suit}"),
            pgettext("nominative", "the six of {suit}"),
            pgettext("nominative", "the seven of {suit}"),
            pgettext("nominative", "the eight of {suit}"),
            pgettext("nominative", "the nine of {suit}"),
            pgettext("nominative", "the ten of {suit}"),
            pgettext("nominative", "the jack of {suit}"),
            pgettext("nominative", "the queen of {suit}"),
            pgettext("nominative", "the king of {suit}"),
        )
        self._accusative = (
            pgettext("accusative", "the ace of {suit}"),
            pgettext("accusative", "the two of {suit}"),
            pgettext("accusative", "the three of {suit}"),
            pgettext("accusative", "the four of {suit}"),
            pgettext("accusative", "the five of {suit}"),
            pgettext("accusative", "the six of {suit}"),
            pgettext("accusative", "the seven of {suit}"),
            pgettext("accusative", "the eight of {suit}"),
            pgettext("accusative", "the nine of {suit}"),
            pgettext("accusative", "the ten of {suit}"),
            pgettext("accusative", "the jack of {suit}"),
            pgettext("accusative", "the queen of {suit}"),
            pgettext("accusative", "the king of {suit}"),
        )
        # Translators: a card's name without article.
        self._bare = pgettext("card", "{rank} of {suit}")
        # Translators: a card's name in braille messages.
        self._braille = pgettext("braille", "{suit} {rank}")
        # Translators: a run within one suit, "8 to 10 of clubs", "10 to jack of diamonds".
        self._run_of_suit = pgettext("run", "{low} to {high} of {suit}")
        # Translators: a run from one suit into another; both ends are named by the next message.
        self._long_run = pgettext("run", "{low} to {high}")
        # Translators: one end of a run from suit to suit, "king of clubs", "2 of diamonds".
        self._run_end = pgettext("run", "{rank} of {suit}")

    # -- cards

    def card(self, value: int) -> Noun:
        """Return the card's name; in braille with its value, unless its rank is its value."""
        (suit, n), name = _place(value), self._suit(value)
        felt = self._braille.format(rank=self._short_ranks[n], suit=name)
        return Noun(
            self._nominative[n].format(suit=name),
            self._accusative[n].format(suit=name),
            self._bare.format(rank=self._ranks[n], suit=name),
            felt if suit == 0 and value <= 10 else f"{felt} {value}",
        )

    def run(self, low: int, high: int) -> str:
        """Return the run's name without article: "8 to 10 of clubs"; a single card's if it has one card."""
        if low == high:
            return self.card(low).bare
        if _place(low)[0] == _place(high)[0]:
            ends = {"low": self._short_rank(low), "high": self._short_rank(high)}
            return self._run_of_suit.format(**ends, suit=self._suit(low))
        return self._long_run.format(low=self._end(low), high=self._end(high))

    def item(self, low: int, high: int) -> str:
        """Return a run as an item of a list: "8 to 10 of clubs", but "jack of diamonds, 24"."""
        return f"{self.run(low, high)}, {low}" if low == high else self.run(low, high)

    def felt(self, cards: tuple[int, ...]) -> list[str]:
        """Return the runs by their values: "6", "8-10"."""
        return [f"{low}-{high}" if high > low else str(low) for low, high in runs(cards)]

    def _suit(self, value: int) -> str:
        return self._suits[_place(value)[0]]

    def _short_rank(self, value: int) -> str:
        return self._short_ranks[_place(value)[1]]

    def _end(self, value: int) -> str:
        return self._run_end.format(rank=self._short_rank(value), suit=self._suit(value))

    # -- chips and points

    def chips(self, n: int) -> str:
        return self.t.ngettext("{n} chip", "{n} chips", n).format(n=n)

    def chips_on_it(self, n: int) -> str:
        """Return a sentence about the open card."""
        if n == 0:
            return self.t.gettext("No chip is on it.")
        return self.t.ngettext("{n} chip is on it.", "{n} chips are on it.", n).format(n=n)

    def points(self, n: int) -> str:
        """Return points in words; a score may be below nothing."""
        # Translators: a number below nothing, in words.
        spoken = str(n) if n >= 0 else self.t.gettext("minus {n}").format(n=-n)
        return self._points(spoken, n)

    def points_felt(self, n: int) -> str:
        return self._points(str(n), n)

    def _points(self, number: str, n: int) -> str:
        # Translators: {n} may be "minus 5".
        return self.t.ngettext("{n} point", "{n} points", abs(n)).format(n=number)

    def stock(self, n: int) -> str:
        if n == 0:
            return self.t.gettext("The stock is empty.")
        return self.t.ngettext("{n} card left in the stock.", "{n} cards left in the stock.", n).format(n=n)


def _place(value: int) -> tuple[int, int]:
    """Return the number of the suit and of the rank, both from 0 (seed 002, "Die Karten und ihre Werte")."""
    return divmod(value - 1, SUIT_SIZE)
