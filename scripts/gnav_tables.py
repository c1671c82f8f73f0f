"""Find out which cards to keep at Gnav by playing deals, and write engine/bots/gnav_tables.py.

    python scripts/gnav_tables.py            writes the table
    python scripts/gnav_tables.py --deals N  plays fewer deals, for a first look

Whole matches are played by one policy at all seats. Where a decision is not clear from what is known, the
deal is played on from there both ways with the same cards, and the difference in the share of the match
that the seat may expect is added up for the card and the row of the table (see `gnav_situation.row_of`).
The better keeping turned out, the oftener the card is kept from then on, by a logistic curve: a smoothed
answer to the average of all policies so far. Pure best answers would alternate for ever between two
policies a rank apart. The same seed gives the same table.

Not here: the rules in full (see `engine.gnav`); the deal below knows only what decides who loses, and a test
compares it with them.
"""

from __future__ import annotations

import argparse
import math
import random
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import product
from pathlib import Path

from engine.bots.gnav_situation import ALL_LAST, EARLY, HANDED, PLAIN, Key, row_of, stage
from engine.gnav_parts import ALL_LIVES, PACK, PASSED_BY, STRIKING, Rank

TABLE = Path(__file__).parent.parent / "engine" / "bots" / "gnav_tables.py"
SEED = "gnav 1"
DEALS = 600_000
BATCH = 5_000
"""After so many deals the policy changes."""
FORGOTTEN = 0.5
"""Of what was added up before, so much is left after each of the first batches, played by poor policies."""
FIRST_BATCHES = 6
SOFT = 0.006
"""The width of the logistic curve, in shares of a match times the number of players."""
BELIEF = 40
"""A guess counts like so many decisions: it decides where next to nothing was played."""
BAND = 3
"""Cards further than so many ranks from the present limit are not tried both ways."""
TREMBLE = 0.03
"""So often chance decides, so that there is something to learn about what sensible players rarely do."""
ORDINARY = range(Rank.OWL, Rank.HOUSE)

TO_ACT, KEPT, SWAPPED, STRUCK, SHOWN, GONE = range(6)

_stage, _row = cache(stage), cache(row_of)  # the same few are asked for over and over

Decide = Callable[["Deal", int], bool]


class Deal:
    """A deal under way; ranks are plain numbers here, and places count from 0, left of the dealer."""

    __slots__ = ("deck", "exchanged", "giver", "got", "held", "lives", "order", "place", "status", "winner")

    def __init__(self, order: Sequence[int], deck: Sequence[int], lives: list[int]) -> None:
        self.order, self.deck, self.lives = order, deck, lives
        self.held = list(deck[: len(order)])
        self.status = [TO_ACT] * len(order)
        self.got = [False] * len(order)
        """Whether a place was asked and handed a card."""
        self.place = 0
        self.giver = -1
        """The place that handed the acting one its card; -1: none."""
        self.exchanged = False
        self.winner = -1

    def copy(self) -> Deal:
        other = Deal.__new__(Deal)
        other.order, other.deck, other.lives = self.order, self.deck, self.lives[:]
        other.held, other.status, other.got = self.held[:], self.status[:], self.got[:]
        other.place, other.giver = self.place, self.giver
        other.exchanged, other.winner = self.exchanged, self.winner
        return other

    def key(self) -> Key | None:
        """Return the row for the acting place, None where what is known is enough to keep."""
        here, held, status, giver = self.place, self.held, self.status, self.giver
        after, kept = status.count(TO_ACT) - 1, status.count(KEPT)
        swapped, struck, fools = status.count(SWAPPED), status.count(STRUCK), 0
        if 0 in held:
            holders = [status[place] for place, card in enumerate(held) if not card and place != here]
            after, kept = after - holders.count(TO_ACT), kept - holders.count(KEPT)
            swapped, struck = swapped - holders.count(SWAPPED), struck - holders.count(STRUCK)
            fools = len(holders) - holders.count(GONE)
        handed = giver >= 0 and held[giver] > 0
        if fools == 2 or (handed and held[giver] < held[here]):
            return None
        far = _stage(tuple(self.lives), self.order[here])
        return _row(far, after, kept, swapped - handed, struck, handed=handed, fool=fools > 0)

    def clear(self) -> bool | None:
        """Return whether to keep, where it needs no table: True, False, or None."""
        here, card = self.place, self.held[self.place]
        if card >= Rank.HOUSE or self.held[here + 1 : here + 2] == [0]:
            return True
        return False if card == 0 else None

    def keep(self) -> None:
        self.status[self.place] = KEPT
        self.place, self.giver = self.place + 1, -1

    def ask(self) -> None:
        """Ask to the left, then the stock (games.md, "Gnav", "A turn")."""
        here, held, end = self.place, self.held, len(self.order)
        there = here + 1
        while there < end and held[there] in PASSED_BY:
            self.status[there] = SHOWN
            there += 1
        card = held[there] if there < end else next(c for c in self.deck[end:] if c not in PASSED_BY)
        if card == Rank.CUCKOO:
            self.place = end
        elif card in STRIKING:
            self._strike(there, card)
        else:
            if there < end:
                held[there], self.got[there], self.exchanged = held[here], True, True
                self.status[here], self.giver = SWAPPED, here
            held[here], self.place = card, there

    def _strike(self, there: int, card: int) -> None:
        here, seat, end = self.place, self.order[self.place], len(self.order)
        self.lives[seat] -= 1
        self.status[here] = STRUCK if self.lives[seat] else GONE
        if there < end:
            self.status[there] = SHOWN
        self.place, self.giver = there + 1, -1
        if sum(map(bool, self.lives)) == 1:
            self.winner, self.place = next(s for s, left in enumerate(self.lives) if left), end
        elif card == Rank.CAT and self.exchanged:
            self.exchanged = False
            self.held = list(self.deck[:end])
            for place, did in enumerate(self.status[: here + 1]):
                if did in (KEPT, SWAPPED, STRUCK):
                    # Back is what was dealt: a card given away unjudged, or one that somebody wanted gone.
                    self.status[place] = SWAPPED if self.got[place] else KEPT if did == KEPT else STRUCK

    def settle(self) -> tuple[list[int], list[int]]:
        """Take the lives; return who was still in then, and who rests (games.md, "Settlement")."""
        still = [seat for seat, left in enumerate(self.lives) if left]
        cards = {s: c for s, c in zip(self.order, self.held, strict=True) if self.lives[s]}
        if self.winner >= 0:
            return still, []
        fools = [seat for seat, card in cards.items() if card == 0]
        if len(cards) > 1:
            low = None if len(fools) == 2 else min(card for card in cards.values() if card)
            for seat, card in cards.items():
                self.lives[seat] -= card in (0, low)
        return still, [seat for seat in fools if self.lives[seat]]


def play(deal: Deal, decide: Decide) -> tuple[list[int], list[int]]:
    """Play a deal to its end; see `Deal.settle`."""
    end = len(deal.order)
    while deal.place < end:
        keeps = deal.clear()
        if keeps is None:
            keeps = decide(deal, deal.held[deal.place])
        if keeps:
            deal.keep()
        else:
            deal.ask()
    return deal.settle()


def match(players: int, decide: Decide, chance: random.Random) -> tuple[list[int], int]:
    """Play a match; return who won, alone or together in a draw, and the number of deals."""
    lives, deck, deals = [ALL_LIVES] * players, [int(rank) for rank in PACK], 0
    rest: list[int] = []
    button, still = chance.randrange(players), list(range(players))
    while sum(map(bool, lives)) > 1:
        order = [seat % players for seat in range(button + 1, button + players + 1)]
        order = [seat for seat in order if lives[seat] and seat not in rest]
        rest = []
        if len(order) > 1:
            chance.shuffle(deck)
            deals += 1
            deal = Deal(order, tuple(deck), lives)
            still, rest = play(deal, decide)
            lives = deal.lives
        button = next(
            (s % players for s in range(button + 1, button + players + 1) if lives[s % players]), button
        )
    return [seat for seat in still if lives[seat]] or still, deals


# -- what lives are worth

TOGETHER, TWICE = 0.045, 0.1


@cache
def worth(own: int, ones: int, twos: int, threes: int) -> float:
    """Return the share of the match of a seat with `own` lives among others with one, two or three.

    As if all were equally likely to lose the next deal, whatever their seats. Measured among 2 to 10 players:
    two lose a life in about `TOGETHER` of the deals for each player, and in `TWICE` of them the loser had
    been struck before and so loses two.
    """
    others = (ones, twos, threes)
    count = 1 + sum(others)
    if own < 1 or count == 1:
        return float(own > 0)
    seats = [own] + [left + 1 for left, so_many in enumerate(others) for _ in range(so_many)]
    together = TOGETHER * count
    total = 0.0
    for one in range(count):
        total += (1 - together - TWICE) / count * _worth_after(seats, (one,))
        total += TWICE / count * _worth_after(seats, (one, one))
        for other in range(count):
            if other != one:
                total += together / (count * (count - 1)) * _worth_after(seats, (one, other))
    return total


def _worth_after(seats: Sequence[int], losers: tuple[int, ...]) -> float:
    after = [max(0, left - losers.count(seat)) for seat, left in enumerate(seats)]
    return 1 / len(seats) if not any(after) else worth(after[0], *map(after[1:].count, (1, 2, 3)))


def share(lives: Sequence[int], seat: int, still: Sequence[int]) -> float:
    """Return what a seat may expect after a deal: all of the match, part of a draw, or by its lives."""
    if not any(lives):
        return 1 / len(still) if seat in still else 0.0
    if not lives[seat]:
        return 0.0
    others = [left for other, left in enumerate(lives) if other != seat]
    return worth(lives[seat], *map(others.count, (1, 2, 3)))


# -- learning


class Row:
    """What was found out about one row: for each card, the sum of differences, and their number."""

    __slots__ = ("count", "keeps", "limit", "sums")

    def __init__(self, key: Key) -> None:
        self.sums = [BELIEF * 0.05 * (card - guess(key)) for card in range(Rank.HOUSE)]
        self.count = [float(BELIEF)] * Rank.HOUSE
        self.keeps: list[float] = []
        self.limit = 0
        self.settle_down(1.0)

    def settle_down(self, left: float) -> None:
        """Set how often each card is kept, and leave this share of what was added up."""
        better = rising([s / n for s, n in zip(self.sums, self.count, strict=True)], self.count)
        self.keeps = [1 / (1 + math.exp(-max(-60.0, min(60.0, d / SOFT)))) for d in better]
        self.limit = sum(often < 0.5 for often in self.keeps)
        self.sums = [left * s for s in self.sums]
        self.count = [left * n for n in self.count]


def guess(key: Key) -> float:
    """Return where to begin: about the limits of findings by best answers, a rank more or less aside."""
    _, news, after, kept, swapped = key
    others = after + kept + swapped
    if news == HANDED:
        return 12 - others if others else 16  # nobody else could be lower
    return 9 - 0.5 * others - (0 if news == PLAIN else 3)


def rising(values: Sequence[float], weights: Sequence[float]) -> list[float]:
    """Return the nearest values that do not fall: a higher card is never less worth keeping."""
    blocks: list[tuple[float, float, int]] = []
    for block in ((value, weight, 1) for value, weight in zip(values, weights, strict=True)):
        blocks.append(block)
        while len(blocks) > 1 and blocks[-2][0] > blocks[-1][0]:
            (one, heavy, long), (other, heavier, longer) = blocks.pop(), blocks.pop()
            mean = (one * heavy + other * heavier) / (heavy + heavier)
            blocks.append((mean, heavy + heavier, long + longer))
    return [value for value, _, size in blocks for _ in range(size)]


class Learner:
    """One policy at all seats, and what was found out about it."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.rows = {key: Row(key) for key in all_rows()}
        self.trying = False

    def decide(self, deal: Deal, card: int) -> bool:
        key = deal.key()
        if key is None:
            return True
        row = self.rows[key]
        if not self.trying and (abs(card - row.limit) <= BAND):
            self._try_both(deal, card, row)
        often = 0.5 if not self.trying and self.chance.random() < TREMBLE else row.keeps[card]
        return self.chance.random() < often

    def _try_both(self, deal: Deal, card: int, row: Row) -> None:
        self.trying = True
        seat, shares = deal.order[deal.place], []
        for go_on in (Deal.keep, Deal.ask):
            branch = deal.copy()
            go_on(branch)
            still, _ = play(branch, self.decide)
            shares.append(share(branch.lives, seat, still))
        self.trying = False
        row.sums[card] += (shares[0] - shares[1]) * sum(map(bool, deal.lives))
        row.count[card] += 1

    def learn(self, deals: int) -> None:
        """Play about so many deals at each number of players from 2 to 6, and a quarter as many from 7 to 10.

        Matches among more soon are matches among fewer.
        """
        for batch in range(1, deals // BATCH + 1):
            for players in range(2, 11):
                played = 0
                while played < (BATCH if players < 7 else BATCH // 4):
                    played += match(players, self.decide, self.chance)[1]
            for row in self.rows.values():
                row.settle_down(FORGOTTEN if batch <= FIRST_BATCHES else 1.0)


def learnt(deals: int, seed: str = SEED) -> dict[Key, tuple[int, ...]]:
    """Return the table: for each row, how often OWL to XII are kept, made short by `shortened`."""
    learner = Learner(random.Random(seed))
    learner.learn(deals)
    return {
        key: shortened([row.keeps[card] for card in ORDINARY]) for key, row in sorted(learner.rows.items())
    }


def all_rows() -> list[Key]:
    """Return every row that a situation can lead to."""
    rows = set()
    for handed, fool, struck in product((False, True), (False, True), (0, 1)):
        for after, kept, swapped in product(range(10), repeat=3):
            others = after + kept + swapped + handed + fool + struck
            stages = [*range(EARLY, ALL_LAST + 1)] if others < 10 else []
            stages += [10 * own + other for own, other in product((1, 2, 3), repeat=2)] if others < 2 else []
            rows |= {row_of(far, after, kept, swapped, struck, handed=handed, fool=fool) for far in stages}
    return sorted(rows)


def shortened(keeps: Sequence[float]) -> tuple[int, ...]:
    """Return the lowest card that is ever kept, and in percent how often it is, and the next, till always."""
    percents = [0 if often < 0.05 else 100 if often > 0.95 else round(100 * often) for often in keeps]
    never, always = percents.count(0), percents.count(100)
    return (Rank.OWL + never, *percents[never : len(percents) - always])


HEADER = """\
\"\"\"Which cards an expert keeps at Gnav. Made by `scripts/gnav_tables.py`. Do not edit.

Seed {seed!r}, {deals} deals at each number of players from 2 to 6, a quarter as many from 7 to 10.
\"\"\"

from __future__ import annotations

ROWS: dict[tuple[int, int, int, int, int], tuple[int, ...]] = {{
"""


def text(table: Mapping[Key, tuple[int, ...]], deals: int) -> str:
    """Return the module with the table."""
    rows = [f"    {key}: {row},\n" for key, row in table.items()]
    note = (
        '"""By stage, what is new, how many are still to act, kept and swapped (`gnav_situation.row_of`):\n'
        "the lowest rank that is ever kept; then, in percent, how often it is kept, and those that follow,\n"
        'up to the first that is always kept."""\n'
    )
    return HEADER.format(seed=SEED, deals=deals) + "".join(rows) + "}\n" + note


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Write engine/bots/gnav_tables.py; takes some minutes.")
    parser.add_argument("--deals", type=int, default=DEALS, help="at each number of players")
    wanted = parser.parse_args().deals
    TABLE.write_text(text(learnt(wanted), wanted), "utf-8")
