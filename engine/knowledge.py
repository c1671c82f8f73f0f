"""What follows from what one seat may know: what cards can be, what others know, what can still be reached.

Everything here takes a `View`, so it can use nothing hidden. Not here: what a partner's hint suggests.
"""

from __future__ import annotations

from collections import Counter

from .fireworks_parts import JOKER, Face, Held, Known, Rules, View
from .table import Seat


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


def last_copies(view: View) -> list[Face]:
    """Return every card that is critical, in the deck's order."""
    return [face for face in _kinds(view.rules) if critical(view, face)]


# -- what others know


def unseen_by(view: View, seat: Seat) -> Counter[Face]:
    """Return how many copies of each face that seat sees nowhere, as far as the viewer can tell.

    The seat sees what lies open and all hands but its own. The viewer's own hand it sees, too, but of that
    only cards that the viewer knows for sure are counted; so the seat may have counted more than this.
    """
    left = Counter(view.rules.faces())
    left.subtract(view.laid)
    left.subtract(view.discards)
    left[JOKER] -= view.joker
    mine = unseen(view)
    for owner, hand in enumerate(view.hands):
        faces = [possible(view, held, mine) for held in hand if owner != seat]
        left.subtract(sure[0] for sure in faces if len(sure) == 1)
    return left


def possible_to(view: View, seat: Seat, held: Held, left: Counter[Face] | None = None) -> list[Face]:
    """Return the faces that a seat must still think possible for a card it holds, in the deck's order.

    The seat may have ruled out more of them (see `unseen_by`, which gave `left`), but none that is missing.
    """
    left = unseen_by(view, seat) if left is None else left
    return [face for face in _kinds(view.rules) if left[face] > 0 and agrees(view.rules, held.known, face)]


# -- what can still be reached


def attainable(view: View) -> int:
    """Return the most points that the rows can still come to, were there time enough.

    A row ends below a card whose copies are all discarded, unless a joker that may still come stands in
    for it (games.md, "jokers"). Lives are not looked at.
    """
    gone = Counter(view.discards)
    jokers = view.rules.jokers - view.laid.count(JOKER) - gone[JOKER]
    best = [0] * (jokers + 1)
    """By the number of jokers that may be used, the most points of the rows so far."""
    for suit, height in view.rows:
        tops = [_top(view, gone, suit, height, used) for used in range(jokers + 1)]
        best = [max(best[n - used] + tops[used] for used in range(n + 1)) for n in range(jokers + 1)]
    return best[jokers]


def _top(view: View, gone: Counter[Face], suit: str, height: int, jokers: int) -> int:
    """Return how high a row can become with so many jokers in the place of lost cards."""
    for rank in range(height + 1, view.rules.top + 1):
        if gone[Face(suit, rank)] == view.rules.copies[rank]:
            jokers -= 1
            if jokers < 0:
                return rank - 1
    return view.rules.top


def pace(view: View) -> int | None:
    """Return how many discards and misplays the team can still afford on the way to `attainable` points.

    Points so far + turns that still take a card from a hand - attainable points. Each such turn but those of
    the last round draws a card, so there are as many of them as cards in the stock and players: the formula
    of hanab.live ("pace"), which has no value once the stock is empty. Here it goes on in the last round,
    where the turns that are left count. In the challenge no stock ends the game (games.md, "challenge"), so
    every card that is left has its turn. Below 0, that many points are out of reach. It is what luck and
    knowledge could do at best: that the right hand holds the right card is taken for granted. None: the
    game is over.
    """
    if view.reason is not None:
        return None
    turns = view.pile + len(view.hands)
    if view.turns_left is not None:
        turns = view.turns_left
    elif view.rules.challenge:
        turns = view.pile + sum(len(hand) for hand in view.hands)
    return sum(height for _, height in view.rows) + turns - attainable(view)


def spare(view: View, held: Held, left: Counter[Face] | None = None) -> bool:
    """Whether a card is for sure not the last copy of one that a row still needs."""
    return not any(critical(view, face) for face in possible(view, held, left))


def _kinds(rules: Rules) -> list[Face]:
    return list(dict.fromkeys(rules.faces()))
