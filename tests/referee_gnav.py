"""A second opinion on Gnav: a referee as plain as can be, written from the rules alone.

Source: games.md, "Gnav", and record.md. It shares no code with the program and imports nothing of it, so
that both have to be wrong in the same way before a mistake goes unseen. It trusts the record's players
and decks; only actions are judged.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

LOW_TO_HIGH = ["fool", "owl", "pot", *(str(number) for number in range(13))]
LOW_TO_HIGH += ["house", "horse", "cat", "dragoon", "cuckoo"]


class IllegalAction(Exception):
    """The rules forbid an action, or nobody could read it; `number` counts from 1."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


def referee(record: dict[str, Any], lives: Sequence[int] | None = None) -> dict[str, Any]:
    """Return the final state of a record, as record.md lists its keys. Raises IllegalAction.

    `lives` are those at the beginning, for positions from the middle of a match.
    """
    game = Referee(record)
    game.lives = list(lives or game.lives)
    for number, action in enumerate(record["actions"], 1):
        good = isinstance(action, dict) and type(action.get("seat")) is int
        if not good or action.get("do") not in ("keep", "swap") or not game.may_act(action["seat"]):
            raise IllegalAction(number)
        if action["do"] == "swap":
            game.swap()
        else:
            game.turn_over(game.to_act[0])
    return game.final()


class Referee:
    def __init__(self, record: dict[str, Any]) -> None:
        self.players = len(record["players"])
        self.lives = [3] * self.players
        self.button = record["dealer"]
        self.decks = [list(deck) for deck in record["deals"]]
        self.deals = 0
        self.resting: list[int] = []
        self.to_act: list[int] = []  # who still has a turn in this deal; the first one's turn it is
        self.over = False
        self.winner: int | None = None
        self.deal()

    def may_act(self, seat: int) -> bool:
        return bool(self.to_act) and seat == self.to_act[0]

    # -- a deal

    def deal(self) -> None:
        while True:
            if self.deals > 0:
                next_button = (self.button + 1) % self.players
                while self.lives[next_button] == 0:
                    next_button = (next_button + 1) % self.players
            else:
                next_button = self.button
            around = [seat % self.players for seat in range(next_button + 1, next_button + 1 + self.players)]
            self.participants = [s for s in around if self.lives[s] > 0 and s not in self.resting]
            if len(self.participants) >= 2:
                break
            self.deals += 1
            self.button = next_button
            self.resting = []
        self.to_act = []
        if not self.decks:
            return  # the record ends here
        self.deals += 1
        self.button = next_button
        self.stock = self.decks.pop(0)
        self.card = {seat: self.stock.pop(0) for seat in self.participants}
        self.swapped: list[tuple[int, int]] = []
        self.to_act = list(self.participants)

    def turn_over(self, last: int) -> None:
        """Everybody up to `last` has had their turn, or lost it."""
        self.to_act = self.to_act[self.to_act.index(last) + 1 :]
        if not self.to_act:
            self.settle()

    def swap(self) -> None:
        asker = self.to_act[0]
        for neighbour in self.to_act[1:]:
            card = self.card[neighbour]
            if card in ("house", "horse"):
                continue
            if card == "cuckoo":
                self.settle()
            elif card in ("cat", "dragoon"):
                self.hurt(asker, card)
                if not self.over:
                    self.turn_over(neighbour)
            else:
                self.exchange(asker, neighbour)
                self.swapped.append((asker, neighbour))
                self.to_act = self.to_act[self.to_act.index(neighbour) :]
            return
        self.draw(asker)

    def exchange(self, one: int, other: int) -> None:
        self.card[one], self.card[other] = self.card[other], self.card[one]

    def draw(self, asker: int) -> None:
        card = self.stock.pop(0)
        while card in ("house", "horse"):
            card = self.stock.pop(0)
        if card in ("cat", "dragoon"):
            self.hurt(asker, card)
        elif card != "cuckoo":
            self.card[asker] = card
        if not self.over:
            self.settle()

    def hurt(self, asker: int, card: str) -> None:
        self.lives[asker] -= 1
        self.end_if_decided()
        if card == "cat":
            while self.swapped:
                self.exchange(*self.swapped.pop())

    # -- the settlement

    def settle(self) -> None:
        left = [seat for seat in self.participants if self.lives[seat] > 0]
        fools = [seat for seat in left if self.card[seat] == "fool"]
        for seat in self.losers(left, fools):
            self.lives[seat] -= 1
        self.resting = [seat for seat in fools if self.lives[seat] > 0]
        self.end_if_decided()
        if not self.over:
            self.deal()

    def losers(self, left: list[int], fools: list[int]) -> list[int]:
        if len(left) < 2:
            return []
        if len(fools) == 2:
            return fools
        others = [seat for seat in left if seat not in fools]
        lowest = min(LOW_TO_HIGH.index(self.card[seat]) for seat in others)
        return fools + [seat for seat in others if LOW_TO_HIGH.index(self.card[seat]) == lowest]

    def end_if_decided(self) -> None:
        alive = [seat for seat in range(self.players) if self.lives[seat] > 0]
        if len(alive) < 2:
            self.over = True
            self.to_act = []
            self.winner = alive[0] if alive else None

    def final(self) -> dict[str, Any]:
        return {
            "game": "gnav",
            "over": self.over,
            "lives": self.lives,
            "winner": self.winner,
            "draw": self.over and self.winner is None,
            "deals": self.deals,
            "turn": self.to_act[0] if self.to_act else None,
        }
