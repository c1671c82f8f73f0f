"""How an expert looks ahead at Push: games played on in thought, after taking and after passing.

The cards that nobody has seen are mixed, each of the others is given a habit that fits what everybody saw
them do, and the rest of the game is played on twice, with the same cards and habits: once after taking and
once after passing. The action that is ahead on average is the better one. Chips of others are counted from
the turns so far, as a player with a good memory can. How far one is ahead counts as a chance of winning: 1/2
for a tie, and 8 points ahead or behind make it 0.73 or 0.27; that tells more than whether each game was won.

Cards that somebody has are kept as bits of a number, so that playing on is fast. The number of games follows
from what came out so far and never from a clock, so the same chance gives the same answer.
"""

from __future__ import annotations

import math
from bisect import bisect
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from random import Random
from typing import NamedTuple

from engine.push_parts import IN_PLAY, VALUES, Pushed, View, chips_each, points
from engine.table import Seat

from .push_habits import ANYHOW, CAREFUL, CLUB, ECON, FIXED, NEEDY, RUNS, Habit

MIX: tuple[Habit, ...] = (*RUNS.values(), ECON, CLUB, CAREFUL, NEEDY, *FIXED.values(), ANYHOW)
"""Habits that others may have."""
OWN = (CLUB, ECON)
"""How the expert itself plays on in thought, by turns: either of them alone did worse against some fields."""
GAMES = 96
"""So many games are played on for each action at most."""
ROUND = 12
"""After every so many it is asked whether that will do."""
CLEAR = 2.0
"""It will, when the difference is so many times as large as its standard error."""
LEAD = 8.0
"""In points: so far ahead is about three chances in four."""
COIN = math.log(1 / 2)
"""What a turn of somebody who decides by a coin says of it."""
LAPSE = 0.15
"""How often somebody is thought to do what their habit does not say."""
SENT = 0.4
"""How often somebody who sends cards round is thought to pass what they want."""
TRUST = 0.3
"""How much of what is learnt about others is believed, from 0 to 1, since nobody's habit is quite in the mix.
"""
EDGES = 1 << VALUES.start - 1 | 1 << VALUES.stop
"""Values that no card has, as bits: nobody can hope for them."""
FREE = (2, 1, 2, 1, 1, 0)
"""How many neighbours of a card may still come, by bits: 1 if the lower one is taken, 4 if the higher."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """What came out of playing on."""

    games: int
    """How many games were played on for each action."""
    ahead: float
    """By how much taking is better than passing, in chances of winning, from -1 to 1."""


def outlook(view: View, chance: Random) -> Outlook:
    """Return what comes out of taking and of passing for the seat whose view it is; it must have a chip."""
    assert view.seat is not None
    table = _Table.of(view)
    sums = [list(accumulate(fits)) for fits in weights(view)]
    seen = table.taken | 1 << table.card
    unseen = [card for card in VALUES if not seen >> card & 1]
    played, total, squares = 0, 0.0, 0.0
    while played < GAMES:
        for number in range(ROUND):
            cards = chance.sample(unseen, table.pile)
            rows = [table.rows[bisect(row, chance.random() * row[-1])] for row in sums]
            rows[view.seat] = table.rows[MIX.index(OWN[number % len(OWN)])]
            took = table.after_taking(cards, rows, chance)
            passed = table.after_passing(cards, rows, chance)
            total += took - passed
            squares += (took - passed) ** 2
        played += ROUND
        if abs(total) > CLEAR * math.sqrt(max(squares - total * total / played, 0.0)):
            break
    return Outlook(played, total / played)


class Row(NamedTuple):
    """A habit made ready for one table."""

    fixed: Sequence[float]
    """By value: what a card may cost however many chips there are and whatever is to come."""
    runs: bool
    scarcity: float
    hope: float
    reserve: float | None
    coin: bool
    """Whether it decides by a coin."""


def row_of(habit: Habit, players: int) -> Row:
    """Return a habit made ready for a table of so many players."""
    fixed = [habit.limit(card, 0, 0.0, 0, players) for card in range(VALUES.stop + 1)]
    return Row(fixed, habit.runs, habit.scarcity, habit.hope, habit.reserve, habit.whim == 1)


def _bits(cards: Iterable[int]) -> int:
    return sum(1 << card for card in cards)


def counted_chips(view: View) -> list[int]:
    """Return how many chips each seat has, as whoever remembers all turns can count."""
    chips = [chips_each(len(view.cards))] * len(view.cards)
    for turn in view.past:
        chips[turn.seat] += -1 if isinstance(turn, Pushed) else turn.pot
    return [max(0, n) if shown is None else shown for n, shown in zip(chips, view.chips, strict=True)]


@dataclass(slots=True)
class _Table:
    """The game as it stands, in numbers."""

    me: Seat
    players: int
    card: int
    pot: int
    pile: int
    taken: int
    """Cards that somebody has, as bits."""
    cards: list[int]
    """Of each seat, as bits."""
    counts: list[int]
    """What each seat's cards count."""
    chips: list[int]
    rows: list[Row]
    """Of each habit in the mix."""

    @classmethod
    def of(cls, view: View) -> _Table:
        assert view.seat is not None
        assert view.card is not None
        cards, counts = [_bits(hand) for hand in view.cards], [points(hand) for hand in view.cards]
        rows = [row_of(habit, len(cards)) for habit in MIX]
        chips, taken = counted_chips(view), sum(cards)
        return cls(view.seat, len(cards), view.card, view.pot, view.pile, taken, cards, counts, chips, rows)

    def after_taking(self, cards: Sequence[int], rows: Sequence[Row], chance: Random) -> float:
        """Return the chance of winning after taking the open card, when `cards` follow."""
        hands, counts, chips = self.cards[:], self.counts[:], self.chips[:]
        counts[self.me] += _added(hands[self.me], self.card)
        hands[self.me] |= 1 << self.card
        chips[self.me] += self.pot
        taken = self.taken | 1 << self.card
        play_on(hands, counts, chips, taken, cards, 0, self.me, rows, chance)
        return self._worth(counts, chips)

    def after_passing(self, cards: Sequence[int], rows: Sequence[Row], chance: Random) -> float:
        """Return the chance of winning after passing, when `cards` follow."""
        hands, counts, chips = self.cards[:], self.counts[:], self.chips[:]
        chips[self.me] -= 1
        following = (self.me + 1) % self.players
        play_on(hands, counts, chips, self.taken, (self.card, *cards), self.pot + 1, following, rows, chance)
        return self._worth(counts, chips)

    def _worth(self, counts: Sequence[int], chips: Sequence[int]) -> float:
        scores = [count - own for count, own in zip(counts, chips, strict=True)]
        mine = scores.pop(self.me)
        return 1 / (1 + math.exp((mine - min(scores)) / LEAD))


def _added(hand: int, card: int) -> int:
    """Return by how much a card changes what a hand, as bits, counts (see `push_parts.added`)."""
    return (card, 0, 0, 0, -1, -card - 1)[hand >> (card - 1) & 5]


def play_on(
    hands: list[int],
    counts: list[int],
    chips: list[int],
    taken: int,
    cards: Sequence[int],
    pot: int,
    turn: Seat,
    rows: Sequence[Row],
    chance: Random,
) -> None:
    """Play the cards to the end, in place; on the first of them lie `pot` chips, and `turn` decides.

    For each card it is reckoned at once at which turn each seat would take it, and the earliest has it. A
    habit's limit is that of when the card was turned up. This is the inner loop of all thinking, and so it is
    long rather than called piece by piece.
    """
    players, left = len(hands), len(cards)
    orders = _orders(players)
    taken |= EDGES
    for card in cards:
        left -= 1
        to_come = left / (IN_PLAY - 1)
        low = card - 1
        free = FREE[taken >> low & 5]
        # By what a hand has next to the card: nothing, the lower one, ..., the higher one, both.
        prices = (card, 0, 0, 0, -1, -card - 1)
        order = orders[turn]
        first, second, taker = 1 << 30, 1 << 30, turn
        for place, seat in order:
            fixed, runs, scarcity, hope, _, coin = rows[seat]
            own = chips[seat]
            if coin:
                again = 0
                while again < own and chance.random() < 0.5:
                    again += 1
            else:
                price = prices[hands[seat] >> low & 5] if runs else card
                missing = price - pot - place - fixed[card] - to_come * (scarcity / (own + 0.5) + hope * free)
                if missing <= 0:
                    again = 0
                else:
                    again = -int(-missing // players)
                    if again > own:
                        again = own
            at = place + players * again
            if at < first:
                first, second, taker = at, first, seat
            elif at < second:
                second = at
        reserve = rows[taker][4]
        if reserve is not None and second > first + players:
            # It would come back for sure, so it goes round once more, if there are chips for it.
            left_over = chips[taker] - first // players
            first += players * (left_over > max(1.0, 1 + reserve * to_come))
        if first:
            rounds, rest = divmod(first, players)
            for place, seat in order:
                chips[seat] -= rounds + (place < rest)
        hand, bit = hands[taker], 1 << card
        counts[taker] += prices[hand >> low & 5]
        hands[taker] = hand | bit
        taken |= bit
        chips[taker] += pot + first
        turn, pot = taker, 0


@cache
def _orders(players: int) -> list[list[tuple[int, Seat]]]:
    """Return, by the seat that decides first, place and seat of each in turn."""
    return [[(place, (turn + place) % players) for place in range(players)] for turn in range(players)]


# -- what others do


def weights(view: View) -> list[list[float]]:
    """Return for each seat how well each habit of the mix fits its turns so far, the best as 1."""
    rows = [row_of(habit, len(view.cards)) for habit in MIX]
    logs = [[0.0] * len(rows) for _ in view.cards]
    keeps_to, lapses = math.log(1 - LAPSE), math.log(LAPSE)
    keeps_it, sends_it = math.log(1 - SENT), math.log(SENT)
    for choice in _choices(view):
        seat, took, card, pot, chips, adds, free, to_come = choice
        fits = logs[seat]
        for number, (fixed, runs, scarcity, hope, reserve, coin) in enumerate(rows):
            wants = (adds if runs else card) - pot <= fixed[card] + to_come * (
                scarcity / (chips + 0.5) + hope * free
            )
            if coin:
                fits[number] += COIN
            elif wants and reserve is not None:
                fits[number] += keeps_it if took else sends_it
            else:
                fits[number] += keeps_to if took == wants else lapses
    return [[math.exp(TRUST * (log - max(fits))) for log in fits] for fits in logs]


class _Choice(NamedTuple):
    """A turn of somebody who could have done otherwise, and what counted then."""

    seat: Seat
    took: bool
    card: int
    pot: int
    chips: int
    added: int
    free: int
    to_come: float


def _choices(view: View) -> Iterator[_Choice]:
    players = len(view.cards)
    chips, hands, taken, pile = [chips_each(players)] * players, [0] * players, 0, IN_PLAY - 1
    for turn in view.past:
        seat, card, took = turn.seat, turn.card, not isinstance(turn, Pushed)
        pot = turn.pot if took else turn.pot - 1
        if chips[seat] > 0:
            adds, free = _added(hands[seat], card), FREE[(taken | EDGES) >> (card - 1) & 5]
            yield _Choice(seat, took, card, pot, chips[seat], adds, free, pile / (IN_PLAY - 1))
        if took:
            hands[seat] |= 1 << card
            taken |= 1 << card
            chips[seat] += pot
            pile -= 1
        else:
            chips[seat] -= 1
