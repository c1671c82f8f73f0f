"""What a player with conventions does: every action is given a value in points, and the best is taken.

The values were found by playing thousands of games with each of them a little higher and lower.
"""

from __future__ import annotations

from engine.fireworks_parts import ALL_HINTS, Clue
from engine.table import Seat

from .fireworks_reasons import Reason
from .fireworks_talk import Listener, Talk
from .fireworks_weights import Weights

PLAY, DISCARD, HINT = 0, 1, 2


class Move:
    """An action with its value in points. `card` is that of a play or discard, the rest is a hint's."""

    def __init__(self, value: float, kind: int, card: int, reason: Reason) -> None:
        self.value, self.kind, self.card, self.reason = value, kind, card, reason
        self.percent = 0
        """How likely a card fits that may not."""
        self.to: Seat = -1
        self.clue: Clue = 0
        self.about = -1
        """The card that the hint is about by convention."""
        self.meant = 0
        """What that card can be by convention."""
        self.through: Seat = -1
        """Who is to play the card before it; -1: nobody."""
        self.by_prompt = False
        self.corrected = -1
        """A card that would be played wrongly without the hint; -1: none."""


class Choice:
    """One decision of the seat whose turn it is."""

    def __init__(self, talk: Talk, w: Weights) -> None:
        self.talk, self.w, self.masks = talk, w, talk.masks
        self.me, self.players = talk.turn, talk.players
        self.ending = talk.turns_left >= 0
        self.pace = self._pace()
        self.moves: list[Move] = []
        self.alive = talk.alive(self.me)
        self.claimed = talk.claimed(self.me)
        self.seen = talk.shown[:]
        for owner, hand in enumerate(talk.hands):
            if owner != self.me:
                for card in hand:
                    if talk.face[card] >= 0:
                        self.seen[talk.face[card]] += 1
        self.left = [copies - seen for copies, seen in zip(self.masks.copies, self.seen, strict=True)]
        self.known = talk.hand_may_be(
            talk.hands[self.me], talk.told, talk.means, talk.pointed, self.alive, self.claimed
        )

    def all_moves(self) -> list[Move]:
        """Return what could be done, in no order."""
        self._plays()
        if self.talk.hints < ALL_HINTS:
            self._discards()
        if not self.hint_moves():
            self._forced_plays()
        return self.moves

    def hint_moves(self) -> list[Move]:
        """Return what could be done, hints included."""
        if self.talk.hints:
            self._hints()
        return self.moves

    def best(self) -> Move:
        """Return what is best."""
        moves = self.all_moves()
        best = moves[0]
        for move in moves:
            if move.value > best.value:
                best = move
        return best

    def _pace(self) -> int:
        """Return how many cards may still be discarded or misplayed on the way to all that can be reached."""
        talk = self.talk
        need = 0
        for row, height in enumerate(talk.height):
            base = row * self.masks.top
            for face in range(base + height, base + self.masks.top):
                if talk.trash >> face & 1 or talk.gone[face] == self.masks.copies[face]:
                    break
                need += 1
        return talk.cards_to_go - need

    # -- own cards

    def weight(self, mask: int) -> int:
        """Return how many cards that this seat does not see have one of the faces."""
        total = 0
        left = self.left
        while mask:
            low = mask & -mask
            total += left[low.bit_length() - 1]
            mask ^= low
        return total

    def _plays(self) -> None:
        talk, w = self.talk, self.w
        fits = talk.fits
        for card in talk.hands[self.me]:
            likely = self.known[card]
            if not likely & ~fits:
                value = w.play
                good = self.weight(likely)
                # It may after all be of no use, or a second copy.
                doubt = w.doubt * self.weight(talk.told[card] & self.alive & ~likely & ~fits)
                if talk.means[card] != self.masks.every:
                    doubt *= w.doubt_about
                if doubt and good:
                    miss = doubt / (good + doubt)
                    value -= miss * (w.play + (w.life, w.life_last_but_one, w.life_last)[3 - talk.lives])
                if self._unlocks(likely):
                    value += w.play_unlock
                if likely & self.masks.highest:
                    value += w.play_five
                reason = Reason.PLAY_TOLD if talk.told[card] & self.alive & ~fits else Reason.PLAY_SURE
                if card in talk.answers:
                    value += w.answer
                    reason = Reason.PLAY_FINESSE
                self._add(value, PLAY, card, reason)
                continue
            every = self.weight(likely)
            good = self.weight(likely & fits)
            if talk.lives > 1 and good:
                p = good / every
                if self.ending:
                    value = p
                else:
                    value = p * w.play - (1 - p) * (w.life if talk.lives > 2 else w.life_last_but_one)
                    value -= w.misplay_critical * self.weight(likely & talk.critical & ~fits) / every
                self._add(value, PLAY, card, Reason.PLAY_LIKELY).percent = int(100 * p)

    def _forced_plays(self) -> None:
        """Play anything: with all tokens there and nobody else holding a card, nothing else is allowed."""
        for card in self.talk.hands[self.me]:
            every = self.weight(self.known[card])
            p = self.weight(self.known[card] & self.talk.fits) / every if every else 0.0
            self._add(p, PLAY, card, Reason.PLAY_LIKELY).percent = int(100 * p)

    def _unlocks(self, likely: int) -> bool:
        """Whether what comes after the card is in somebody's hand, pointed at."""
        talk = self.talk
        after = (likely & ~self.masks.highest & ~self.masks.joker) << 1
        for owner, hand in enumerate(talk.hands):
            for card in hand:
                if talk.pointed[card]:
                    if owner == self.me:
                        if not self.known[card] & ~after:
                            return True
                    elif talk.face[card] >= 0 and after >> talk.face[card] & 1:
                        return True
        return False

    def _discards(self) -> None:
        talk, w = self.talk, self.w
        gain = self._token(talk.hints) + w.discard
        if self.ending:
            gain = -0.5
        elif self.pace <= 0:
            gain -= w.pace0
        elif self.pace == 1:
            gain -= w.pace1
        elif self.pace <= 3:
            gain -= w.pace2
        chop = talk.chop(self.me)
        for card in talk.hands[self.me]:
            likely = self.known[card]
            if not likely & ~talk.trash:
                self._add(gain + w.known_trash, DISCARD, card, Reason.DISCARD_USELESS)
                continue
            if not likely & ~(talk.trash | self.claimed):
                self._add(gain + w.known_trash * 0.5, DISCARD, card, Reason.DISCARD_SPARE)
                continue
            risk, every, mask = 0.0, self.weight(likely), likely & ~talk.trash
            while mask:
                low = mask & -mask
                mask ^= low
                face = low.bit_length() - 1
                if low & self.masks.joker:
                    risk += self.left[face] * w.joker
                elif self.left[face]:
                    risk += self.left[face] * self.loss(face, elsewhere=self.seen[face] > talk.shown[face])
            if every:
                risk = risk / every * w.own_risk
            if card == chop:
                risk *= w.unsaid
            elif talk.pointed[card]:
                risk += w.discard_touched
            else:
                risk += w.discard_other
            self._add(
                gain - risk, DISCARD, card, Reason.DISCARD_OLDEST if card == chop else Reason.DISCARD_LEAST
            )

    def loss(self, face: int, *, elsewhere: bool) -> float:
        """Return what is lost with a useful card of that face; `elsewhere`: another one is in a hand."""
        w = self.w
        if self.talk.critical >> face & 1:
            return w.danger + w.danger_rank * (self.masks.top - 1 - face % self.masks.top)
        return w.danger_seen if elsewhere else w.danger_useful

    def _token(self, hints: int) -> float:
        """Return what one hint more is worth when there are so many."""
        w = self.w
        return w.token - w.token_slope * hints + (w.token_none if hints == 0 else 0.0)

    # -- hints

    def _hints(self) -> None:
        talk = self.talk
        cost = 0.0 if self.ending else self._token(talk.hints - 1)
        if talk.hints == ALL_HINTS:
            cost -= self.w.token_full
        for step in range(1, self.players):
            to = (self.me + step) % self.players
            if talk.hands[to]:
                self._hints_to(to, step, cost)

    def _hints_to(self, to: Seat, distance: int, cost: float) -> None:
        talk, masks = self.talk, self.masks
        listener = Listener(talk, to)
        claimed = talk.claimed(to)
        hand, face = listener.hand, talk.face
        value = HandValue(self, listener, claimed, distance)
        now = value.of(talk.told, talk.means, talk.pointed)
        wrong = value.wrong
        told, means, pointed = talk.told[:], talk.means[:], talk.pointed[:]
        for clue, mask in masks.touched.items():
            cards = [card for card in hand if mask >> face[card] & 1]
            if not cards:
                continue
            about, allowed = listener.hear(clue, cards)
            for card in hand:
                if mask >> face[card] & 1:
                    told[card] &= mask
                    pointed[card] = True
                else:
                    told[card] &= ~mask
            means[about] &= allowed
            move = self._add(0.0, HINT, -1, Reason.HINT_MORE)
            move.to, move.clue, move.about, move.meant = to, clue, about, allowed
            extra = 0.0
            if talk.finesses and distance > 1 and talk.needs_answer(face[about], allowed):
                extra = self._answers(move, means, told)
            then = value.of(told, means, pointed)
            if wrong >= 0 and value.wrong < 0:
                move.corrected = wrong
            for card in hand:
                told[card], means[card], pointed[card] = talk.told[card], talk.means[card], talk.pointed[card]
            move.value = then - now + extra - cost

    def _answers(self, move: Move, means: list[int], told: list[int]) -> float:
        """Return what it is worth that somebody answers the hint; the card will mean more then."""
        talk, w, about = self.talk, self.w, move.about
        face = talk.face[about]
        before = talk.before(face)
        answers = talk.answerers(self.me, move.to, before) if before >= 0 else []
        if not answers:
            return 0.0
        seat, card = answers[0]
        if len(answers) != 1 or talk.face[card] != before:
            return w.misplay if talk.lives > 1 else w.misplay_last
        if told[about] >> face & 1:
            means[about] = 1 << face
        move.through, move.by_prompt = seat, talk.pointed[card]
        return w.play_told

    def _add(self, value: float, kind: int, card: int, reason: Reason) -> Move:
        move = Move(value, kind, card, reason)
        self.moves.append(move)
        return move


class HandValue:
    """What another hand is worth, by what its owner would know."""

    def __init__(self, choice: Choice, listener: Listener, claimed: int, distance: int) -> None:
        self.choice, self.talk, self.w = choice, choice.talk, choice.w
        self.hand, self.alive, self.claimed = listener.hand, listener.alive, claimed
        self.distance = distance
        self.elsewhere = self._elsewhere(listener.seat)
        self.near = self.w.decay ** (distance - 1)
        self.wrong = -1
        """A card that its owner would play wrongly, of the last hand asked about; -1: none."""
        talk = self.talk
        # How many turns the owner will still have.
        if talk.turns_left >= 0:
            self.turns = 1 if talk.turns_left > distance else 0
        else:
            self.turns = 1 + (talk.pile + talk.players - distance) // talk.players
        self.fold = self.w.misplay if talk.lives > 1 else self.w.misplay_last

    def _elsewhere(self, to: Seat) -> int:
        """Return the faces known to be in other hands, pointed at."""
        talk, called = self.talk, 0
        for owner, hand in enumerate(talk.hands):
            if owner != to:
                for card in hand:
                    if talk.pointed[card] or card in talk.answers:
                        if owner == self.choice.me:
                            likely = self.choice.known[card]
                            if not likely & (likely - 1):
                                called |= likely
                        elif talk.face[card] >= 0:
                            called |= 1 << talk.face[card]
        return called

    def of(self, told: list[int], means: list[int], pointed: list[bool]) -> float:
        """Return the value if its owner knew this."""
        talk, w = self.talk, self.w
        fits, trash = talk.fits, talk.trash
        value, plays, spare, chop = 0.0, 0, False, -1
        counted = self.elsewhere
        self.wrong = -1
        hand = talk.hand_may_be(self.hand, told, means, pointed, self.alive, self.claimed)
        for card in self.hand:
            true = 1 << talk.face[card]
            touched = pointed[card] or card in talk.answers
            likely = hand[card]
            if touched and not likely & ~fits:
                plays += 1
                if not true & fits:
                    self.wrong = card
                    value += self.fold
                    if true & talk.critical:
                        value -= w.misplay_critical
                elif true & counted:
                    value += w.touched_trash
                elif plays <= self.turns:
                    value += w.play_told
                    counted |= true
            elif not likely & ~trash:
                value += w.known_trash if true & trash else w.lost_useful
                spare = True
            elif touched:
                if true & trash or true & counted:
                    value += w.touched_trash
                else:
                    counted |= true
                    if not likely & (likely - 1):
                        value += w.known_later if likely == true else w.lie
                    else:
                        value += w.touched if likely & true else w.lie
            elif chop < 0:
                chop = card
        if chop >= 0 and not talk.trash >> talk.face[chop] & 1:
            loss = self._chop_loss(chop)
            if plays:
                loss *= w.busy
            elif spare:
                loss *= w.spare
            value -= loss * self.near
        if plays and self.distance == 1:
            value += w.next_free
        return value

    def _chop_loss(self, chop: int) -> float:
        choice, face = self.choice, self.talk.face[chop]
        if choice.ending or choice.masks.joker >> face & 1:
            return 0.0
        # It is itself among those seen.
        return choice.loss(face, elsewhere=choice.seen[face] - self.talk.shown[face] > 1)
