"""What the hidden cards may be: whole deals that agree with all that a seat knows and was told."""

from __future__ import annotations

from random import Random

from .fireworks_talk import Talk


def deal(talk: Talk, known: dict[int, int], left: list[int], chance: Random) -> list[int]:
    """Return a face for every card: those seen, a guess for the own hand, and the stock in some order.

    `known` is what each own card is taken to be, `left` how many of each face this seat does not see. Where
    the two cannot be met together, what was told yields.
    """
    face, rest = talk.face[:], left[:]
    for card in sorted(known, key=lambda card: _count(known[card], rest)):
        number = _pick(known[card], rest, chance)
        if number < 0:
            number = _pick(talk.told[card], rest, chance)
        if number < 0:
            number = _pick(talk.masks.every, rest, chance)
        face[card] = number
        rest[number] -= 1
    stock = [number for number, count in enumerate(rest) for _ in range(count)]
    chance.shuffle(stock)
    for place, number in enumerate(stock[: talk.masks.cards - talk.drawn]):
        face[talk.drawn + place] = number
    return face


def _count(mask: int, rest: list[int]) -> int:
    total = 0
    for number, count in enumerate(rest):
        if mask >> number & 1:
            total += count
    return total


def _pick(mask: int, rest: list[int], chance: Random) -> int:
    """Return one face of the mask, the likelier the more cards of it are left; -1 if there is none."""
    total = _count(mask, rest)
    if total == 0:
        return -1
    pick = int(chance.random() * total)
    for number, count in enumerate(rest):
        if mask >> number & 1:
            pick -= count
            if pick < 0:
                return number
    return -1
