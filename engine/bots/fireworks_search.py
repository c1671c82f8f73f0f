"""What an expert looks at besides: hints in several possible deals, and near the end the rest of the game.

The number of deals and of games played on in thought is fixed by the position, never by a clock, so that
the same chance always leads to the same decision.
"""

from __future__ import annotations

import math
from random import Random

from .fireworks_choice import HINT, PLAY, Choice, Move
from .fireworks_talk import Talk
from .fireworks_weights import Weights
from .fireworks_worlds import deal

DEALS = 4
"""In so many possible deals the worth of hints is averaged."""
NEAR = 12
"""With no more cards in the stock, the rest of the game is played out in thought."""
STEPS = 600
"""So many actions are thought through for one decision then, shared out to moves and games."""
FEWEST, MOST = 6, 40
"""Games that each move is tried in."""
MOVES = 4
"""So many moves are tried at most, and none worth less than the best by more than the next number."""
BEHIND = 1.0
WON = 10.0
"""What winning the challenge is worth in thought; else its score counts as a share of a point."""
PRIOR = 0.5
"""How much the worth of a move counts besides the points that it came to in thought."""


def improve(choice: Choice, moves: list[Move], chance: Random) -> list[Move]:
    """Return the moves with better values, the best first."""
    _average_hints(choice, moves, chance)
    moves = sorted(moves, key=worth, reverse=True)
    if choice.talk.pile > NEAR:
        return moves
    few = [move for move in moves[:MOVES] if move.value > moves[0].value - BEHIND]
    if len(few) > 1:
        _play_out(choice, few, chance)
        few.sort(key=worth, reverse=True)
    return few + moves[len(few) :]


def worth(move: Move) -> float:
    """Return what moves are ordered by."""
    return move.value


def _average_hints(choice: Choice, moves: list[Move], chance: Random) -> None:
    """Value hints by what they come to on average: others see the own hand, and understand hints by it."""
    talk = choice.talk
    if not talk.hints:
        return
    hints = {(move.to, move.clue): move for move in moves if move.kind == HINT}
    for move in hints.values():
        move.value = 0.0
    for _ in range(DEALS):
        world = talk.world(deal(talk, choice.known, choice.left, chance))
        for there in Choice(world, choice.w).hint_moves():
            hints[there.to, there.clue].value += there.value / DEALS


def _play_out(choice: Choice, moves: list[Move], chance: Random) -> None:
    """Add to each move's value the points that the game came to after it, in the same possible deals.

    Half-way, moves that are clearly behind are left alone, and the rest share what that saves.
    """
    talk = choice.talk
    left = _games(talk, len(moves)) * len(moves)
    half = left // 2
    scores: list[list[float]] = [[] for _ in moves]
    alive = list(range(len(moves)))
    while left >= len(alive) > 1:
        face = deal(talk, choice.known, choice.left, chance)
        for number in alive:
            world = talk.world(face[:])
            carry_out(world, moves[number])
            scores[number].append(play_on(world, choice.w))
        left -= len(alive)
        if half >= left > half - len(alive):
            alive = _not_behind(moves, scores, alive)
    for number, move in enumerate(moves):
        move.value = PRIOR * move.value + sum(scores[number]) / len(scores[number])
        if number not in alive:
            move.value = min(move.value, max(moves[other].value for other in alive) - 0.001)


def _not_behind(moves: list[Move], scores: list[list[float]], alive: list[int]) -> list[int]:
    """Return the moves that are not behind the best by more than two standard errors of the difference."""
    games = len(scores[alive[0]])
    best = max(alive, key=lambda number: PRIOR * moves[number].value + sum(scores[number]) / games)
    kept = []
    for number in alive:
        lags = [top - own for top, own in zip(scores[best], scores[number], strict=True)]
        lag = sum(lags) / games
        error = math.sqrt(sum([(each - lag) ** 2 for each in lags])) / games
        if lag + PRIOR * (moves[best].value - moves[number].value) <= 2 * error or number == best:
            kept.append(number)
    return kept


def _games(talk: Talk, moves: int) -> int:
    """Return in how many games each move is tried: the fewer, the longer they last."""
    return min(MOST, max(FEWEST, STEPS // (moves * (talk.cards_to_go + talk.hints + 1))))


def carry_out(world: Talk, move: Move) -> None:
    """Do what the seat in turn does, in a deal all of whose cards are known."""
    masks, seat, face = world.masks, world.turn, world.face
    if move.kind == HINT:
        mask = masks.touched[move.clue]
        world.hinted(
            seat, move.to, move.clue, [card for card in world.hands[move.to] if mask >> face[card] & 1]
        )
        return
    number = face[move.card]
    joker = move.kind == PLAY and bool(masks.joker >> number & 1)
    world.laid(seat, move.card, number, move.kind == PLAY, scarcest_row(world) if joker else -1)


def scarcest_row(world: Talk) -> int:
    """Return the row whose next card can come least often, of equal ones the highest."""
    masks, best, row = world.masks, (99, 0), -1
    for number, height in enumerate(world.height):
        if height < masks.top:
            face = number * masks.top + height
            scarce = (masks.copies[face] - world.gone[face], -height)
            if scarce < best:
                best, row = scarce, number
    return row


def play_on(world: Talk, w: Weights) -> float:
    """Let everybody play on to the end, and return the score; in the challenge a show won counts most."""
    rules, full = world.rules, world.masks.rows * world.masks.top
    while world.lives and world.turns_left != 0 and sum(world.height) < full:
        if rules.challenge and world.lost:
            return sum(world.height) / full
        carry_out(world, Choice(world, w).best())
    if not world.lives and not rules.gentle:
        return 0.0
    score = float(sum(world.height))
    return score if not rules.challenge else WON if score == full else score / full
