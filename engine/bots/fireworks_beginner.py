"""A beginner at the fireworks games: sensible, honest, and without conventions between partners.

It plays what is known to fit, or very likely does while lives are left; hints what can be played;
protects last copies; and discards the oldest card that nobody pointed at (seed 001, "Tips for
beginners"). It sees a view and the legal actions, never a state.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from random import Random

from engine.fireworks_parts import Action, Discard, Face, Held, Hint, Known, Play, Row, View, told
from engine.knowledge import agrees, critical, fits, possible, unseen, useless
from engine.table import Seat

from .fireworks_reasons import Reason
from .levels import Thought

LIKELY = 0.75
"""A card that was pointed at and fits with this probability is played while two lives are left."""


class Beginner:
    """Decides for one seat; it keeps nothing between turns, since the view holds all that was told."""

    def choose(self, view: View, legal: Sequence[Action], chance: Random) -> Action:
        """Return one of the legal actions; `chance` decides between equals."""
        rows = [action for action in legal if isinstance(action, Row)]
        if rows:
            return min(rows, key=lambda row: worth_waiting_for(view, row.suit))
        turn = _Turn(view, legal, chance)
        return turn.sure_play() or turn.useful_hint() or turn.likely_play() or turn.rest()

    def think(self, view: View, legal: Sequence[Action], chance: Random) -> Thought:
        """Return what `choose` would with the same chance, and why; others only beside plays."""
        action = self.choose(view, legal, chance)
        return _thought(view, legal, action)


class _Turn:
    """One decision, with what is counted once for it."""

    def __init__(self, view: View, legal: Sequence[Action], chance: Random) -> None:
        assert view.seat is not None
        self.view, self.seat, self.chance = view, view.seat, chance
        self.hand = view.hands[view.seat]
        self.left = unseen(view)
        self.hints = [action for action in legal if isinstance(action, Hint)]
        self.discards = {action.card: action for action in legal if isinstance(action, Discard)}
        self.legal = legal

    # -- playing

    def sure_play(self) -> Action | None:
        """Return a play that cannot fail, the lowest rank first, so that rows grow together."""
        sure = [(self._lowest(held), held.card) for held in self.hand if self._chance_to_fit(held) == 1]
        return Play(self.seat, min(sure)[1]) if sure else None

    def likely_play(self) -> Action | None:
        """Return the likeliest play of a card that was pointed at, while a mistake can be borne."""
        if self.view.lives < 2:
            return None
        hopes = [
            (self._chance_to_fit(held), -place, held.card)
            for place, held in enumerate(self.hand)
            if held.known.pointed_at
        ]
        best = max(hopes, default=(0.0, 0, 0))
        return Play(self.seat, best[2]) if best[0] >= LIKELY else None

    def _chance_to_fit(self, held: Held) -> float:
        faces = possible(self.view, held, self.left)
        every = sum(self.left[face] for face in faces)
        return sum(self.left[face] for face in faces if fits(self.view, face)) / every if every else 0.0

    def _lowest(self, held: Held) -> int:
        return min(face.rank for face in possible(self.view, held, self.left))

    # -- hinting

    def useful_hint(self) -> Action | None:
        """Return a hint that protects a last copy about to go, or shows what can be played."""
        return self._protecting_hint() or self._best_hint()

    def _protecting_hint(self) -> Action | None:
        """Protect the next player's card that would be discarded, if a row cannot do without it."""
        danger = self.danger()
        if danger is None:
            return None
        to = (self.seat + 1) % len(self.view.hands)
        saving = [hint for hint in self.hints if hint.to == to and _points_at(self.view, hint, danger)]
        return max(saving, key=self._value, default=None)

    def danger(self) -> Held | None:
        """Return the card that the next player is about to discard, if a row cannot do without it."""
        to = (self.seat + 1) % len(self.view.hands)
        oldest = _oldest_untouched(self.view.hands[to])
        if oldest is None or oldest.face is None or not critical(self.view, oldest.face):
            return None
        return None if self._knows_a_play(to) else oldest

    def _knows_a_play(self, seat: Seat) -> bool:
        left = self._common(seat)
        return any(self._surely_fits(held.known, left) for held in self.view.hands[seat])

    def _best_hint(self) -> Action | None:
        valued = [(self._value(hint), self.chance.random(), hint) for hint in self.hints]
        best = max(valued, key=lambda entry: entry[:2], default=None)
        return best[2] if best is not None and best[0] >= 1 else None

    def _value(self, hint: Hint) -> float:
        """Return what a hint is worth: cards that become surely playable, or likely so, count most."""
        left, worth = self._common(hint.to), 0.0
        for held in self.view.hands[hint.to]:
            if held.face is None or self._surely_fits(held.known, left):
                continue
            after = told(held.known, hint.clue, _points_at(self.view, hint, held))
            if after == held.known:
                continue
            if self._surely_fits(after, left):
                worth += 2
            elif after.pointed_at and self._likely_fits(after, left):
                worth += 1.5 if fits(self.view, held.face) else -3
            elif _points_at(self.view, hint, held):
                worth += 0.6 if fits(self.view, held.face) else 0.1
        return worth

    def _common(self, seat: Seat) -> Counter[Face]:
        """Return how many copies of each face are unseen by the other seat, as far as is known here."""
        left = Counter(self.left)
        left.update(held.face for held in self.view.hands[seat] if held.face is not None)
        return left

    def _surely_fits(self, known: Known, left: Counter[Face]) -> bool:
        return all(fits(self.view, face) for face in self._faces(known, left))

    def _likely_fits(self, known: Known, left: Counter[Face]) -> bool:
        faces = list(self._faces(known, left))
        good = sum(left[face] for face in faces if fits(self.view, face))
        return good >= LIKELY * sum(left[face] for face in faces)

    def _faces(self, known: Known, left: Counter[Face]) -> Iterable[Face]:
        return (face for face, n in left.items() if n > 0 and agrees(self.view.rules, known, face))

    # -- everything else

    def rest(self) -> Action:
        """Return a discard, or, with every coin on the table, the best hint there is, or any play."""
        if self.discards:
            return self.discards[self._least_needed().card]
        if self.hints:
            return max(self.hints, key=lambda hint: (self._value(hint), self.chance.random()))
        return self.legal[-1]

    def _least_needed(self) -> Held:
        for held in reversed(self.hand):
            if all(useless(self.view, face) for face in possible(self.view, held, self.left)):
                return held
        untouched = _oldest_untouched(self.hand)
        return untouched or min(self.hand, key=self._risk)

    def _risk(self, held: Held) -> float:
        """Return how likely the card is the last copy of something needed."""
        faces = possible(self.view, held, self.left)
        every = sum(self.left[face] for face in faces)
        return sum(self.left[face] for face in faces if critical(self.view, face)) / every if every else 0.0


def _oldest_untouched(hand: Sequence[Held]) -> Held | None:
    return next((held for held in reversed(hand) if not held.known.pointed_at), None)


def _points_at(view: View, hint: Hint, held: Held) -> bool:
    return held.face is not None and view.rules.touches(hint.clue, held.face)


def worth_waiting_for(view: View, suit: str) -> tuple[int, int]:
    """Return how many copies of a row's next card may still come; a joker goes where fewest do."""
    height = dict(view.rows)[suit]
    wanted = Face(suit, height + 1)
    gone = view.discards.count(wanted)
    return view.rules.copies[wanted.rank] - gone, -height


def _thought(view: View, legal: Sequence[Action], action: Action) -> Thought:
    """Return an action with the plainest reason for it."""
    match action:
        case Row(_, suit):
            left, height = worth_waiting_for(view, suit)
            return Thought(action, Reason.ROW_SCARCE, {"suit": suit, "rank": 1 - height, "left": left})
        case Hint(_, to, clue):
            danger = _Turn(view, legal, Random(0)).danger()
            if danger is not None and danger in view.hands[to] and _points_at(view, action, danger):
                return Thought(action, Reason.HINT_SAVE, {"to": to, "card": danger.card, "clue": clue})
            pointed = [held for held in view.hands[to] if _points_at(view, action, held)]
            fitting = [held for held in pointed if held.face is not None and fits(view, held.face)]
            if fitting:
                facts = {"to": to, "card": fitting[0].card, "clue": clue}
                return Thought(action, Reason.HINT_PLAY, facts)
            return Thought(action, Reason.HINT_PLAIN, {"to": to, "clue": clue})
        case Play(_, card):
            discards = [other for other in legal if isinstance(other, Discard) and other.card != card]
            others = tuple(_thought(view, legal, other) for other in discards[:1])
            chance = _Turn(view, legal, Random(0))._chance_to_fit(_held(view, card))
            if chance == 1:
                return Thought(action, Reason.PLAY_SURE, {"card": card}, others)
            facts = {"card": card, "percent": round(100 * chance)}
            return Thought(action, Reason.PLAY_LIKELY, facts, others)
        case Discard(_, card):
            held = _held(view, card)
            if all(useless(view, face) for face in possible(view, held)):
                return Thought(action, Reason.DISCARD_USELESS, {"card": card})
            reason = Reason.DISCARD_LEAST if held.known.pointed_at else Reason.DISCARD_OLDEST
            return Thought(action, reason, {"card": card})
        case _:
            raise ValueError(action)


def _held(view: View, card: int) -> Held:
    return next(held for hand in view.hands for held in hand if held.card == card)
