"""What a card can still be, from what one seat may know: hints, negative hints and counting.

Everything here takes a `View`, so it can use nothing hidden. Not here: what a partner's hint suggests.
"""

from __future__ import annotations

from collections import Counter

from .fireworks_parts import JOKER, Face, Held, Known, Rules, View


def unseen(view: View) -> Counter[Face]:
    """Return how many copies of each face the viewer sees nowhere: in own hand, or in the stock."""
    left = Counter(view.rules.faces())
    left.subtract(view.laid)
    left.subtract(view.discards)
    left.subtract(held.face for hand in view.hands for held in hand if held.face is not None)
    left[JOKER] -= view.joker  # shown to all, and in nobody's hand, while its row is chosen
    return left


def agrees(rules: Rules, known: Known, face: Face) -> bool:
    """Whether a card with this face would have been pointed at exactly as the hints did."""
    return (
        all(rules.touches(suit, face) for suit in known.suits)
        and not any(rules.touches(suit, face) for suit in known.not_suits)
        and (known.rank is None or face.rank == known.rank)
        and face.rank not in known.not_ranks
    )


def possible(view: View, held: Held, left: Counter[Face] | None = None) -> list[Face]:
    """Return the faces that a card can still have, in the deck's order, jokers last.

    `left` is what `unseen(view)` returned, to ask about many cards at once.
    """
    if held.face is not None:
        return [held.face]
    left = unseen(view) if left is None else left
    return [face for face in _kinds(view.rules) if left[face] > 0 and agrees(view.rules, held.known, face)]


def fits(view: View, face: Face) -> bool:
    """Whether the card could be played now; a joker always can."""
    return face == JOKER or dict(view.rows)[face.suit] + 1 == face.rank


def useless(view: View, face: Face) -> bool:
    """Whether the card can never be played any more: laid already, or a lower one is gone for good."""
    if face == JOKER:
        return False
    height = dict(view.rows)[face.suit]
    gone = Counter(view.discards)
    lower = range(height + 1, face.rank)
    lost = sum(gone[Face(face.suit, rank)] == view.rules.copies[rank] for rank in lower)
    # Each joker that may still come may stand in for one lost card.
    jokers = view.rules.jokers - view.laid.count(JOKER) - gone[JOKER]
    return face.rank <= height or lost > jokers


def critical(view: View, face: Face) -> bool:
    """Whether this is the last copy of a card that a row still needs; public facts only."""
    if face == JOKER or useless(view, face):
        return False
    return view.discards.count(face) == view.rules.copies[face.rank] - 1


def _kinds(rules: Rules) -> list[Face]:
    return list(dict.fromkeys(rules.faces()))
