"""A second opinion on Push: a referee as plain as can be, written from the rules alone.

Source: games.md, "Push", and record.md. It shares no code with the program and imports nothing of it, so that
both have to be wrong in the same way before a mistake goes unseen. It trusts the record's players, options
and deck; only actions are judged.
"""

from __future__ import annotations

from typing import Any


class IllegalAction(Exception):
    """The rules forbid an action, or nobody could read it; `number` counts from 1."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


def referee(record: dict[str, Any]) -> dict[str, Any]:
    """Return the final state of a record, as record.md lists its keys. Raises IllegalAction."""
    players = len(record["players"])
    stock = [int(code) for code in record["deck"]]
    if players <= 5:
        chips = [11] * players
    elif players == 6:
        chips = [9] * players
    else:
        chips = [7] * players
    cards: list[list[int]] = [[] for _ in range(players)]
    turn = record.get("first", 0)
    card: int | None = stock.pop(0)
    pot = 0
    for number, action in enumerate(record["actions"], 1):
        right = isinstance(action, dict) and type(action.get("seat")) is int and card is not None
        if not right or action["seat"] != turn or action.get("do") not in ("take", "pass"):
            raise IllegalAction(number)
        if action["do"] == "pass":
            if chips[turn] == 0:
                raise IllegalAction(number)
            chips[turn] -= 1
            pot += 1
            turn = (turn + 1) % players
        else:
            assert card is not None
            cards[turn].append(card)
            chips[turn] += pot
            pot = 0
            card = stock.pop(0) if stock else None
    scores = [worth(cards[seat]) - chips[seat] for seat in range(players)]
    over = card is None
    return {
        "game": "push",
        "over": over,
        "scores": scores,
        "chips": chips,
        "cards": [sorted(hand) for hand in cards],
        "winners": best(scores, chips) if over else None,
        "pot": pot,
        "card": card,
        "pile": len(stock),
        "turn": None if over else turn,
    }


def worth(hand: list[int]) -> int:
    """Go up the whole ladder: a card counts unless the rung below it is in the same hand."""
    total, below = 0, False
    for rung in range(3, 36):
        here = rung in hand
        if here and not below:
            total += rung
        below = here
    return total


def best(scores: list[int], chips: list[int]) -> list[int]:
    lowest = [seat for seat in range(len(scores)) if scores[seat] == min(scores)]
    most = max(chips[seat] for seat in lowest)
    return [seat for seat in lowest if chips[seat] == most]
