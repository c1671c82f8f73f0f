"""A second opinion on Nova and Hanabi: a referee as plain as can be, written from the rules alone.

Source: games.md, "Fireworks family", and record.md. It shares no code with the program and imports nothing
of it, so that both have to be wrong in the same way before a mistake goes unseen. It trusts the record's
players, options and deck; only actions are judged.
"""

from __future__ import annotations

from typing import Any


class IllegalAction(Exception):
    """The rules forbid an action, or nobody could read it; `number` counts from 1."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


class Foul(Exception):
    """Something in an action is against the rules."""


def referee(record: dict[str, Any]) -> dict[str, Any]:
    """Return the final state of a record, as record.md lists its keys. Raises IllegalAction."""
    game = Referee(record)
    for number, action in enumerate(record["actions"], 1):
        try:
            game.judge(action)
        except Foul:
            raise IllegalAction(number) from None
    return game.final()


def must(right: bool) -> None:
    if not right:
        raise Foul


class Referee:
    def __init__(self, record: dict[str, Any]) -> None:
        options = record.get("options", {})
        self.game = record["game"]
        self.deck = record["deck"]
        self.players = len(record["players"])
        if self.game == "hanabi":
            self.suits = "RYGBWM" if options.get("rainbow") else "RYGBW"
            self.copies = {1: 3, 2: 2, 3: 2, 4: 2, 5: 1}
            hand_size = {2: 5, 3: 5, 4: 4, 5: 4}[self.players]
        else:
            self.suits = "CDHS"
            self.copies = {1: 2, 2: 2, 3: 2, 4: 2, 5: 1}
            if options.get("grand_finale"):
                self.copies = {1: 2, 2: 2, 3: 2, 4: 2, 5: 2, 6: 1}
            hand_size = {2: 5, 3: 4, 4: 3, 5: 3}[self.players]
        self.top = max(self.copies)
        self.gentle = bool(options.get("gentle"))
        self.challenge = bool(options.get("challenge"))
        self.rows = dict.fromkeys(self.suits, 0)
        self.hints, self.lives = 8, 3
        self.discards: list[int] = []
        self.reason: str | None = None
        self.last_turns: int | None = None  # turns that are still to come once the stock is empty
        self.joker_waits = False
        self.stock = list(range(len(self.deck)))
        self.hands: list[list[int]] = [[] for _ in range(self.players)]
        self.turn = first = record.get("first", 0)
        for _ in range(hand_size):
            for step in range(self.players):
                self.draw((first + step) % self.players)

    def draw(self, seat: int) -> None:
        self.hands[seat].insert(0, self.stock.pop(0))

    def suit(self, card: int) -> str:
        code = self.deck[card]
        return str(code[0] if self.game == "hanabi" else code[1])

    def rank(self, card: int) -> int:
        code = self.deck[card]
        rank = code[1] if self.game == "hanabi" else code[0]
        return int({"A": 1, "J": 0}.get(rank, rank))

    # -- actions

    def judge(self, action: Any) -> None:
        must(isinstance(action, dict) and type(action.get("seat")) is int)
        must(self.reason is None)
        if action.get("do") == "arrange":
            self.arrange(action["seat"], action.get("order"))
            return
        must(action["seat"] == self.turn)
        if self.joker_waits:
            must(action.get("do") == "row")
            self.row(action.get("suit"))
        elif action.get("do") == "hint":
            self.hint(action.get("to"), action.get("suit"), action.get("rank"))
        elif action.get("do") == "discard":
            self.discard(action.get("card"))
        elif action.get("do") == "play":
            self.play(action.get("card"))
        else:
            raise Foul

    def arrange(self, seat: int, order: Any) -> None:
        must(0 <= seat < self.players and isinstance(order, list))
        must(all(type(card) is int for card in order))
        must(sorted(order) == sorted(self.hands[seat]))
        self.hands[seat] = list(order)

    def hint(self, to: Any, suit: Any, rank: Any) -> None:
        must(self.hints > 0)
        must(type(to) is int and 0 <= to < self.players and to != self.turn)
        must((suit is None) != (rank is None))
        if suit is not None:
            must(suit in list(self.suits) and suit != "M")
            matching = [card for card in self.hands[to] if self.suit(card) in (suit, "M")]
        else:
            must(type(rank) is int and rank in self.copies)
            matching = [card for card in self.hands[to] if self.rank(card) == rank]
        must(self.game == "hanabi" or bool(matching))
        self.hints -= 1
        self.end_turn(draws=False)

    def discard(self, card: Any) -> None:
        must(self.hints < 8)
        self.take_from_hand(card)
        self.hints += 1
        self.discards.append(card)
        self.end_turn(draws=True)

    def play(self, card: Any) -> None:
        self.take_from_hand(card)
        if self.deck[card] == "JK":
            self.joker_waits = True
            return
        if self.rank(card) == self.rows[self.suit(card)] + 1:
            self.grow(self.suit(card))
        else:
            self.discards.append(card)
            self.lives -= 1
        self.end_turn(draws=True)

    def row(self, suit: Any) -> None:
        must(suit in list(self.suits))
        must(self.rows[suit] < self.top)
        self.joker_waits = False
        self.grow(suit)
        self.end_turn(draws=True)

    def take_from_hand(self, card: Any) -> None:
        must(type(card) is int and card in self.hands[self.turn])
        self.hands[self.turn].remove(card)

    def grow(self, suit: str) -> None:
        self.rows[suit] += 1
        if self.rows[suit] == self.top and self.hints < 8:
            self.hints += 1

    # -- the end of a turn, and of the game

    def end_turn(self, draws: bool) -> None:
        if self.lives == 0:
            self.reason = "lives_out"
        elif all(height == self.top for height in self.rows.values()):
            self.reason = "perfect"
        elif self.challenge and self.hopeless():
            self.reason = "hopeless"
        elif self.last_turns is not None:
            self.last_turns -= 1
            if self.last_turns == 0:
                self.reason = "pile_out"
        elif draws and self.stock:
            self.draw(self.turn)
            if not self.stock and not self.challenge:
                self.last_turns = self.players
        if self.reason is None:
            self.turn = (self.turn + 1) % self.players
            while self.challenge and not self.hands[self.turn] and self.hints == 0:
                self.turn = (self.turn + 1) % self.players

    def hopeless(self) -> bool:
        gone = [(self.suit(card), self.rank(card)) for card in self.discards]
        return any(
            gone.count((suit, rank)) == self.copies[rank]
            for suit in self.suits
            for rank in range(self.rows[suit] + 1, self.top + 1)
        )

    def final(self) -> dict[str, Any]:
        cancelled = self.reason == "lives_out" and not self.gentle
        return {
            "game": self.game,
            "over": self.reason is not None,
            "reason": self.reason,
            "won": self.reason == "perfect",
            "score": 0 if cancelled else sum(self.rows.values()),
            "max_score": self.top * len(self.suits),
            "rows": self.rows,
            "hints": self.hints,
            "lives": self.lives,
            "turn": self.turn if self.reason is None else None,
            "pile": len(self.stock),
            "discards": sorted(self.deck[card] for card in self.discards),
            "hands": [[self.deck[card] for card in hand] for hand in self.hands],
        }
