"""What the hints so far meant, as one seat understands them: the conventions of docs/players.md.

A `Talk` follows the turns that a view tells. For every card it knows what hints said of it (`told`) and
what convention makes of that (`means`), both as masks, from the point of view of the card's owner, as far
as this seat can tell. Among players without conventions a hint means what it says and no more. Not here:
what to do (see `fireworks_choice`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.fireworks_parts import (
    ALL_HINTS,
    ALL_LIVES,
    JOKER,
    Clue,
    Discarded,
    Hinted,
    JokerPlaced,
    Past,
    Played,
    Rules,
    View,
)
from engine.table import Seat

from .fireworks_masks import masks_of
from .levels import Level

NOBODY = -1
"""The seat of a talk that sees every card."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A hint whose card fits only after another one, if somebody between plays that without being told."""

    by: Seat
    to: Seat
    card: int


class Listener:
    """How one seat would understand a hint given now."""

    def __init__(self, talk: Talk, seat: Seat) -> None:
        masks = talk.masks
        self.talk, self.seat = talk, seat
        self.hand = talk.hands[seat]
        self.alive = talk.alive(seat)
        self.chop = talk.chop(seat)
        self.playable = talk.fits | talk.coming(seat)
        """Faces that fit now, or will when the cards that are known to fit have been played."""
        self.kept_by_suit = talk.critical & ~masks.highest
        self.kept_by_rank = talk.critical

    def hear(self, clue: Clue, cards: Sequence[int]) -> tuple[int, int]:
        """Return the card that the hint is about, and the faces that it can have by convention.

        All faces: convention makes nothing of it.
        """
        talk = self.talk
        mask = talk.masks.touched[clue]
        new = [card for card in cards if not talk.pointed[card]]
        allowed = self.playable
        if not new:
            changed = [card for card in cards if talk.told[card] & ~mask]
            about = max(changed or cards)
        elif self.chop in new:
            about = self.chop
            allowed |= self.kept_by_rank if isinstance(clue, int) else self.kept_by_suit
        else:
            about = max(new)
        if talk.conventions and talk.told[about] & mask & self.alive & allowed:
            return about, allowed
        return about, talk.masks.every


class Talk:
    """The table as one seat sees it (None: a bystander), and what was said at it."""

    def __init__(self, rules: Rules, players: int, first: Seat, seat: Seat | None, level: Level) -> None:
        masks = masks_of(rules)
        self.rules, self.masks, self.seat = rules, masks, seat
        self.players, self.first, self.level = players, first, level
        self.conventions = level is not Level.BEGINNER
        self.finesses = level is Level.EXPERT and players > 2
        size = rules.hand_sizes[players]
        self.hands = [
            list(range((seat - first) % players, size * players, players)) for seat in range(players)
        ]
        """Cards by seat, the oldest first."""
        self.drawn = size * players
        self.face = [-1] * masks.cards
        """By card: the number of its face, -1 when this seat does not know it."""
        self.told = [masks.every] * masks.cards
        self.means = [masks.every] * masks.cards
        self.pointed = [False] * masks.cards
        self.giver: dict[int, tuple[Seat, Clue]] = {}
        """By card: whose hint pointed at it last, and what was named."""
        self.answers: dict[int, Waiting] = {}
        """By card that nobody pointed at, or that says too little: what it is to be played for."""
        self.waiting: list[Waiting] = []
        self.height = [0] * masks.rows
        self.shown = [0] * len(masks.faces)
        """By face: how many of it lie open."""
        self.gone = [0] * len(masks.faces)
        """By face: how many of it lie on the discard pile."""
        self.fits = self.trash = self.critical = 0
        self._seen_all = -1
        """The faces all copies of which are open or in hands that this seat sees; -1: not counted yet."""
        self.hints, self.lives = ALL_HINTS, ALL_LIVES
        self.turn = first
        self.turns_left = -1
        """How many turns are left, this one included; -1 before the last round."""
        self.turns = 0
        self.last: Past | None = None
        self._count_rows()

    @property
    def pile(self) -> int:
        return self.masks.cards - self.drawn

    @property
    def cards_to_go(self) -> int:
        """How many more turns can take a card from a hand: see `knowledge.pace`."""
        if self.rules.challenge:
            return self.pile + sum([len(hand) for hand in self.hands])
        return self.turns_left if self.turns_left >= 0 else self.pile + self.players

    @property
    def lost(self) -> bool:
        """Whether a card that a row still needs is gone for good."""
        top = self.masks.top
        for row, height in enumerate(self.height):
            for face in range(row * top + height, row * top + top):
                if self.gone[face] == self.masks.copies[face]:
                    return True
        return False

    def world(self, face: list[int]) -> Talk:
        """Return a copy in which every card has the face given, to try out what would happen."""
        copy = Talk(self.rules, self.players, self.first, NOBODY, self.level)
        copy.hands = [hand[:] for hand in self.hands]
        copy.drawn, copy.face = self.drawn, face
        copy.told, copy.means, copy.pointed = self.told[:], self.means[:], self.pointed[:]
        copy.giver, copy.answers, copy.waiting = self.giver.copy(), self.answers.copy(), self.waiting[:]
        copy.height, copy.shown, copy.gone = self.height[:], self.shown[:], self.gone[:]
        copy.fits, copy.trash, copy.critical = self.fits, self.trash, self.critical
        copy.hints, copy.lives, copy.turn, copy.turns_left = (
            self.hints,
            self.lives,
            self.turn,
            self.turns_left,
        )
        return copy

    # -- following

    def follows(self, view: View) -> bool:
        """Whether the view is a later one of the game that this seat has followed."""
        return (
            view.seat == self.seat
            and len(view.hands) == self.players
            and view.rules == self.rules
            and len(view.past) >= self.turns > 0
            and view.past[self.turns - 1] is self.last
            and view.past[0].seat == self.first
        )

    def follow(self, view: View) -> None:
        """Take in what happened since."""
        new = view.past[self.turns :]
        if view.seat is not None:
            self._see(view, new)
        number = self.masks.number
        for event in new:
            if isinstance(event, Hinted):
                self.hinted(event.seat, event.to, event.clue, event.cards)
            elif isinstance(event, Played):
                self.laid(event.seat, event.card, number[event.face], True)
            elif isinstance(event, Discarded):
                self.laid(event.seat, event.card, number[event.face], False)
            else:
                self.laid(event.seat, event.card, number[JOKER], True, self.masks.row[event.suit])
        self.turns = len(view.past)
        self.last = view.past[-1] if view.past else None

    def _see(self, view: View, new: Sequence[Past]) -> None:
        """Look at the cards of others, those included that have been laid since.

        What was in the own hand is known from the moment it was laid and no sooner, so that following a
        game from its beginning comes to the same as looking at it once.
        """
        number = self.masks.number
        for hand in view.hands:
            for held in hand:
                if held.face is not None:
                    self.face[held.card] = number[held.face]
        for event in new:
            if event.seat != view.seat and not isinstance(event, Hinted):
                self.face[event.card] = number[JOKER if isinstance(event, JokerPlaced) else event.face]

    def laid(self, seat: Seat, card: int, face: int, played: bool, row: int = -1) -> None:
        """Take a card from a hand: discarded, or played, a joker into a row; its owner draws."""
        masks = self.masks
        if row < 0:
            row = face // masks.top
        if not played:
            self.gone[face] += 1
            self.hints += 1
        elif self.fits >> face & 1:
            self._answered(seat, card, face)
            self.height[row] += 1
            if self.height[row] == masks.top and self.hints < ALL_HINTS:
                self.hints += 1
        else:
            self.gone[face] += 1
            self.lives -= 1
        self.shown[face] += 1
        self.face[card] = face
        self._seen_all = -1
        self.hands[seat].remove(card)
        if card in self.answers:
            del self.answers[card]
        drew_last = False
        if self.drawn < masks.cards:
            self.hands[seat].append(self.drawn)
            self.drawn += 1
            drew_last = self.drawn == masks.cards
        self._count_rows()
        self._pass_turn(seat)
        if drew_last and not self.rules.challenge:
            self.turns_left = self.players

    def _pass_turn(self, seat: Seat) -> None:
        if self.waiting:
            # Whoever acted has waited long enough.
            self.waiting = [waiting for waiting in self.waiting if waiting.to != seat]
        self.turn = (seat + 1) % self.players
        while not self.hints and not self.hands[self.turn] and any(self.hands):
            self.turn = (self.turn + 1) % self.players
        if self.turns_left > 0:
            self.turns_left -= 1

    def _count_rows(self) -> None:
        """Find what fits, what is of no use any more, and what is the last copy of something needed."""
        masks, copies, gone = self.masks, self.masks.copies, self.gone
        top = masks.top
        jokers = masks.jokers - self.shown[-1] if masks.jokers else 0
        fits, trash, critical = masks.joker, 0, 0
        for row, height in enumerate(self.height):
            base, lost = row * top, 0
            trash |= ((1 << height) - 1) << base
            if height < top:
                fits |= 1 << (base + height)
            for face in range(base + height, base + top):
                if gone[face] == copies[face]:
                    lost += 1
                elif lost > jokers:
                    trash |= 1 << face
                elif gone[face] == copies[face] - 1:
                    critical |= 1 << face
        self.fits, self.trash, self.critical = fits & ~trash, trash, critical

    # -- what can be known

    def alive(self, seat: Seat | None) -> int:
        """Return the faces of which a seat does not see every copy, as far as this seat can tell."""
        face = self.face
        if self._seen_all < 0:
            seen = self.shown[:]
            for hand in self.hands:
                for card in hand:
                    if face[card] >= 0:
                        seen[face[card]] += 1
            self._seen_all = 0
            for number, copies in enumerate(self.masks.copies):
                if seen[number] >= copies:
                    self._seen_all |= 1 << number
        alive = self.masks.every & ~self._seen_all
        if seat is not None:
            for card in self.hands[seat]:
                if face[card] >= 0:
                    alive |= 1 << face[card]
        return alive

    def claimed(self, seat: Seat) -> int:
        """Return the faces that a seat sees in the hands of others among the cards pointed at."""
        claimed = 0
        for owner, hand in enumerate(self.hands):
            if owner != seat:
                for card in hand:
                    if self.pointed[card] and self.face[card] >= 0:
                        claimed |= 1 << self.face[card]
        return claimed & ~self.masks.joker

    def may_be(self, told: int, means: int, pointed: bool, alive: int, claimed: int) -> int:
        """Return the faces that an owner takes a card to have.

        Nobody points at what is of no use or pointed at elsewhere, unless they must: so a card that was
        pointed at is none of these as long as something else is left.
        """
        likely = told & alive & means or told & alive
        if pointed and self.conventions:
            useful = likely & ~self.trash
            return useful & ~claimed or useful or likely
        return likely

    def hand_may_be(
        self,
        hand: list[int],
        told: list[int],
        means: list[int],
        pointed: list[bool],
        alive: int,
        claimed: int,
    ) -> dict[int, int]:
        """Return what an owner takes each card to be; no two of those pointed at are the same.

        The newest are looked at first, those that a hint was about before others.
        """
        known, sure = {}, 0
        every = self.masks.every
        for card in hand:
            if means[card] != every and pointed[card]:
                likely = self.may_be(told[card], means[card], True, alive, claimed)
                known[card] = likely
                if not likely & (likely - 1):
                    sure |= likely
        for card in hand:
            if card not in known:
                touched = pointed[card] or card in self.answers
                known[card] = self.may_be(told[card], means[card], touched, alive, claimed | sure)
        return known

    def chop(self, seat: Seat) -> int:
        """Return the card that a seat discards next: the oldest nobody pointed at; -1 if there is none."""
        for card in self.hands[seat]:
            if not self.pointed[card] and card not in self.answers:
                return card
        return -1

    def newest_unhinted(self, seat: Seat) -> int:
        """Return the newest card that nobody pointed at, with which a finesse is answered; -1 if none."""
        for card in reversed(self.hands[seat]):
            if not self.pointed[card]:
                return card
        return -1

    def coming(self, seat: Seat) -> int:
        """Return the faces that will fit when all cards known to fit have been played, as a seat sees it."""
        waiting = []
        for owner, hand in enumerate(self.hands):
            for card in hand:
                if self.pointed[card] or card in self.answers:
                    likely = self.told[card] & self.means[card] & ~self.trash
                    if likely:
                        face = self.face[card]
                        if owner == seat:
                            true = likely
                        elif face >= 0:
                            true = 1 << face
                        else:
                            true = 0 if likely & (likely - 1) else likely
                        waiting.append((likely, true))
        coming = 0
        while waiting:
            reach = self.fits | coming
            rest = []
            for likely, true in waiting:
                if likely & ~reach:
                    rest.append((likely, true))
                else:
                    coming |= (true & ~self.masks.highest & ~self.masks.joker) << 1
            if len(rest) == len(waiting):
                break
            waiting = rest
        return coming & ~self.trash

    # -- hints

    def hinted(self, by: Seat, to: Seat, clue: Clue, cards: Sequence[int]) -> None:
        """Take in a hint: its bare facts, and what it means if it points at anything."""
        if cards:
            about, allowed = Listener(self, to).hear(clue, cards)
            if self.finesses:
                self._finesse(by, to, clue, about, allowed)
            self.tell(to, clue, cards)
            self.means[about] &= allowed
            for card in cards:
                self.giver[card] = (by, clue)
        else:
            self.tell(to, clue, cards)
        self.hints -= 1
        self._pass_turn(by)

    def tell(self, to: Seat, clue: Clue, cards: Sequence[int]) -> None:
        """Note the bare facts of a hint."""
        mask = self.masks.touched[clue]
        for card in self.hands[to]:
            if card in cards:
                self.told[card] &= mask
                self.pointed[card] = True
            else:
                self.told[card] &= ~mask

    # -- prompts and finesses

    def _finesse(self, by: Seat, to: Seat, clue: Clue, about: int, allowed: int) -> None:
        """Note who is to play what goes before the card, if the hint makes sense only so."""
        if (by + 1) % self.players == to:
            return
        waiting = Waiting(by, to, about)
        self.waiting.append(waiting)
        face = self.face[about]
        if face >= 0 and to != self.seat and self.needs_answer(face, allowed):
            before = self.before(face)
            if before >= 0:
                for _, card in self.answerers(by, to, before):
                    self.means[card] = 1 << before
                    self.answers[card] = waiting
                    self.giver[card] = (by, clue)

    def needs_answer(self, face: int, allowed: int) -> bool:
        """Whether a hint at a card of that face makes sense only if somebody plays another card first."""
        return allowed == self.masks.every or not allowed >> face & 1

    def before(self, face: int) -> int:
        """Return the face that fits now and after which this one would; -1 if there is none."""
        before = face - 1
        if face % self.masks.top and face < self.masks.rows * self.masks.top and self.fits >> before & 1:
            return before
        return -1

    def answerers(self, by: Seat, to: Seat, face: int) -> list[tuple[Seat, int]]:
        """Return who would think to be meant to play a face before `to` has a turn, and with which card.

        Between the two, whoever sees that somebody else's card answers leaves it to them.
        """
        between, seat = [], (by + 1) % self.players
        while seat != to:
            card = self.answer_of(seat, face)
            if card >= 0:
                between.append((seat, card))
            seat = (seat + 1) % self.players
        return [
            (seat, card)
            for seat, card in between
            if not any(self.face[other] == face for owner, other in between if owner not in (seat, self.seat))
        ]

    def answer_of(self, seat: Seat, face: int) -> int:
        """Return the card a seat would answer with: the newest pointed at that can be it, else the newest."""
        alive = self.alive(seat)
        if not alive >> face & 1:
            return -1
        for card in reversed(self.hands[seat]):
            if self.pointed[card] and self.told[card] & self.means[card] & alive & (1 << face):
                return card
        card = self.newest_unhinted(seat)
        if card >= 0 and card not in self.answers and self.told[card] >> face & 1:
            return card
        return -1

    def _answered(self, seat: Seat, card: int, face: int) -> None:
        """Somebody played a card that fits: maybe it answers a hint that waits for it."""
        for other in [other for other in self.answers if other != card]:
            if self.means[other] == 1 << face:
                # What it was to be played for has been done: it may be anything that it was told to be.
                del self.answers[other]
                self.means[other] = self.masks.every
        if not self.waiting:
            return
        answers = self.answers.get(card)
        told = self.told[card] & self.means[card] & ~self.trash
        surprising = not self.pointed[card] or bool(told & ~self.fits)
        for waiting in self.waiting:
            if (seat - waiting.by) % self.players >= (waiting.to - waiting.by) % self.players:
                continue
            mine = self.seat in (None, waiting.to)
            if answers is waiting or (mine and answers is None and surprising):
                after = 1 << (face + 1) if (face + 1) % self.masks.top else 0
                if after & self.told[waiting.card]:
                    self.means[waiting.card] = after


def listen(view: View, level: Level) -> Talk:
    """Return the talk of the view's seat, from the beginning of the game until now.

    `level`: how all at the table understand hints. Only experts finesse; beginners have no conventions.
    """
    first = view.past[0].seat if view.past else view.turn or 0
    talk = Talk(view.rules, len(view.hands), first, view.seat, level)
    talk.follow(view)
    return talk
