"""What a card can still be and what can still be reached, on small situations and by trying everything.

Not here: how hints become known (see `test_fireworks`).
"""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from engine.fireworks import Fireworks, State
from engine.fireworks_parts import (
    JOKER,
    Arrange,
    Face,
    Held,
    Hint,
    Known,
    Reason,
    Row,
    Rules,
    View,
    moves,
    rules_of,
)
from engine.knowledge import (
    agrees,
    attainable,
    critical,
    fits,
    last_copies,
    pace,
    possible,
    possible_to,
    spare,
    unseen,
    unseen_by,
    useless,
)
from engine.record import replay
from tests.games import random_game

NOVA = {"gentle": 0, "grand_finale": 0, "jokers": 0}
HIDDEN = Held(0, None, Known())


def rules(name: str = "nova", **options: int) -> Rules:
    every = NOVA if name == "nova" else {"rainbow": 0, "challenge": 0}
    return rules_of(name, tuple(sorted({**every, **options}.items())))


CODES = {
    rule.code(f): f
    for rule in (rules(grand_finale=1, jokers=2), rules("hanabi", rainbow=1))
    for f in rule.faces()
}


def faces(codes: str) -> tuple[Face, ...]:
    """Return the faces of codes such as "AC 2D JK", or "R1 M5"."""
    return tuple(CODES[code] for code in codes.split())


def names(rule: Rules, cards: list[Face]) -> str:
    return " ".join(rule.code(face) for face in cards)


def view(
    rule: Rules, *, rows: str = "", laid: str = "", discards: str = "", others: str = "", joker: bool = False
) -> View:
    """Return what seat 0 sees, holding one card; `rows` are heights in the suits' order, `laid` the cards.

    Without `laid`, the rows hold the cards that their heights name.
    """
    heights = [int(height) for height in (rows or "0" * len(rule.suits))]
    row_of = zip(rule.suits, heights, strict=True)
    cards = faces(laid) or tuple(Face(suit, rank) for suit, top in row_of for rank in range(1, top + 1))
    partner = tuple(Held(card, face, Known()) for card, face in enumerate(faces(others), 1))
    return View(
        seat=0,
        rules=rule,
        hands=((HIDDEN,), partner),
        rows=tuple(zip(rule.suits, heights, strict=True)),
        hints=8,
        lives=3,
        turn=0,
        turns_left=None,
        joker=joker,
        pile=10,
        laid=cards,
        discards=faces(discards),
        reason=None,
        score=sum(heights),
    )


# Counting


def test_a_card_nobody_spoke_of_can_be_all_that_lies_nowhere_in_sight() -> None:
    seen = view(rules(), rows="1000", discards="AC 3H 5S", others="3H 4D 5D")
    assert unseen(seen)[Face("C", 1)] == 0
    assert unseen(seen)[Face("D", 4)] == 1
    assert unseen(seen).total() == 36 - 1 - 3 - 3
    assert names(seen.rules, possible(seen, HIDDEN)) == "2C 3C 4C 5C AD 2D 3D 4D AH 2H 4H 5H AS 2S 3S 4S"


def test_a_card_in_sight_is_what_it_shows() -> None:
    seen = view(rules(), others="3H")
    assert possible(seen, seen.hands[1][0]) == [Face("H", 3)]


@pytest.mark.parametrize(
    ("known", "expected"),
    [
        (Known(suits="C"), "AC 2C 3C 4C 5C"),
        (Known(rank=5), "5C 5D 5H"),
        (Known(suits="H", rank=3), "3H"),
        (Known(suits="C", not_ranks=(1, 2)), "3C 4C 5C"),
        (Known(rank=4, not_suits="CD"), "4H 4S"),
        (Known(not_suits="CDH", not_ranks=(2, 3, 4)), "AS"),
    ],
)
def test_hints_and_what_they_passed_by_narrow_a_card_down(known: Known, expected: str) -> None:
    seen = view(rules(), discards="5S")
    assert names(seen.rules, possible(seen, Held(0, None, known))) == expected


def test_what_was_counted_once_may_be_handed_in() -> None:
    seen = view(rules())
    assert possible(seen, HIDDEN, Counter({Face("C", 2): 1})) == [Face("C", 2)]


# Jokers


def test_only_a_card_never_pointed_at_can_be_a_joker() -> None:
    seen = view(rules(jokers=1))
    for known in (Known(), Known(not_suits="CDHS"), Known(not_ranks=(1, 2, 3, 4, 5))):
        assert possible(seen, Held(0, None, known))[-1] == JOKER
    for known in (Known(suits="C"), Known(rank=1)):
        assert JOKER not in possible(seen, Held(0, None, known))
    assert possible(seen, Held(0, None, Known(not_suits="CDHS"))) == [JOKER]


@pytest.mark.parametrize(
    "situation", [{"rows": "1000", "laid": "JK"}, {"discards": "JK"}, {"others": "JK"}, {"joker": True}]
)
def test_a_joker_seen_by_all_is_no_longer_in_the_hand(situation: dict[str, str]) -> None:
    # The situation is written as keywords of different types.
    one, two = view(rules(jokers=1), **situation), view(rules(jokers=2), **situation)  # type: ignore[arg-type]
    assert JOKER not in possible(one, HIDDEN)
    assert JOKER in possible(two, HIDDEN)


def test_a_joker_in_a_row_leaves_the_real_card_to_come_but_of_no_use() -> None:
    seen = view(rules(jokers=1), rows="2000", laid="AC JK")
    assert unseen(seen)[Face("C", 2)] == 2
    assert useless(seen, Face("C", 2))
    assert fits(seen, Face("C", 3))


# Rainbow


def test_a_card_pointed_at_by_two_suits_is_rainbow_and_by_one_may_be() -> None:
    seen = view(rules("hanabi", rainbow=1))
    assert names(seen.rules, possible(seen, Held(0, None, Known(suits="RB")))) == "M1 M2 M3 M4 M5"
    assert names(seen.rules, possible(seen, Held(0, None, Known(suits="R", rank=5)))) == "R5 M5"
    assert not agrees(seen.rules, Known(not_suits="G"), Face("M", 1)), (
        "any suit would point at a rainbow card"
    )


# What a card is good for


def test_the_next_card_of_a_row_fits_and_a_joker_always_does() -> None:
    seen = view(rules(jokers=1), rows="2103")
    fitting = [face for face in dict.fromkeys(seen.rules.faces()) if fits(seen, face)]
    assert names(seen.rules, fitting) == "3C 2D AH 4S JK"


def test_a_card_is_useless_when_laid_already_or_when_a_lower_one_is_gone_for_good() -> None:
    seen = view(rules(), rows="2000", discards="3H 3H AD")
    dead = [face for face in dict.fromkeys(seen.rules.faces()) if useless(seen, face)]
    assert names(seen.rules, dead) == "AC 2C 4H 5H"


def test_a_joker_that_may_still_come_stands_in_for_one_lost_card() -> None:
    one_lost, two_lost = "3H 3H", "3H 3H 4H 4H"
    assert useless(view(rules(), discards=one_lost), Face("H", 5))
    assert not useless(view(rules(jokers=1), discards=one_lost), Face("H", 5))
    assert useless(view(rules(jokers=1), discards=two_lost), Face("H", 5))
    assert not useless(view(rules(jokers=1), discards=two_lost), Face("H", 4))
    assert not useless(view(rules(jokers=2), discards=two_lost), Face("H", 5))
    assert useless(view(rules(jokers=1), discards=f"{one_lost} JK"), Face("H", 5))
    assert useless(view(rules(jokers=1), rows="1000", laid="JK", discards=one_lost), Face("H", 5))
    assert not useless(view(rules(jokers=1), discards=two_lost), JOKER)


def test_a_card_is_critical_when_it_is_the_last_copy_of_one_that_a_row_still_needs() -> None:
    seen = view(rules(), rows="2000", discards="AC 3C 3H 3H 2S")
    last = [face for face in dict.fromkeys(seen.rules.faces()) if critical(seen, face)]
    assert names(seen.rules, last) == "3C 5C 5D 2S 5S"
    assert not critical(seen, Face("C", 1)), "no row needs it any more"
    assert not critical(seen, Face("H", 5)), "it can never be played"
    assert not critical(seen, Face("H", 3)), "its copies are all gone"
    assert not critical(view(rules(jokers=1)), JOKER)


def test_in_the_grand_finale_the_sixes_are_critical_and_the_fives_are_not_yet() -> None:
    seen = view(rules(grand_finale=1))
    assert critical(seen, Face("C", 6))
    assert not critical(seen, Face("C", 5))


def test_all_critical_cards_are_named_in_the_decks_order() -> None:
    seen = view(rules(), rows="2000", discards="AC 3C 3H 3H 2S")
    assert names(seen.rules, last_copies(seen)) == "3C 5C 5D 2S 5S"


def test_a_card_is_spare_when_nothing_that_it_can_be_is_critical() -> None:
    seen = view(rules(), discards="AH")
    assert not spare(seen, HIDDEN), "it could be a five"
    assert spare(seen, Held(0, None, Known(not_ranks=(5,), not_suits="H")))
    assert not spare(seen, Held(0, None, Known(rank=1))), "it could be the last ace of hearts"


# What others know


def test_another_player_counts_all_hands_but_the_own_and_what_is_surely_in_the_viewers() -> None:
    seen = view(rules(), rows="1000", discards="3H", others="5D")
    ben = seen.hands[1][0]
    assert unseen_by(seen, 1)[Face("D", 5)] == 1, "his own five he does not see"
    assert Face("D", 5) in possible_to(seen, 1, ben)
    sure = replace(seen, hands=((Held(0, None, Known(suits="D", rank=5)),), seen.hands[1]))
    assert unseen_by(sure, 1)[Face("D", 5)] == 1, "a card of that name cannot be in two hands"
    sure = replace(seen, hands=((Held(0, None, Known(suits="C", rank=5)),), seen.hands[1]))
    assert unseen_by(sure, 1)[Face("C", 5)] == 0
    assert Face("C", 5) not in possible_to(sure, 1, ben)


def states() -> Iterator[tuple[Any, Any]]:
    """Yield a game and its state, every few actions of some games with all options."""
    for number in range(8):
        record = random_game(number, game=("nova", "hanabi")[number % 2])
        for step in itertools.islice(replay(record), 0, None, 6):
            yield record.game, step.state


def test_what_is_told_of_another_players_knowledge_never_lacks_what_they_think_possible() -> None:
    narrower = 0
    for game, state in states():
        for me, seat in itertools.permutations(range(state.players), 2):
            mine, theirs = game.view(state, me), game.view(state, seat)
            for held, own in zip(mine.hands[seat], theirs.hands[seat], strict=True):
                told, exactly = possible_to(mine, seat, held), possible(theirs, own)
                assert set(exactly) <= set(told)
                assert held.face in told
                narrower += len(exactly) < len(told)
    assert narrower, "they see more than one can know"


def test_a_bystander_is_told_no_less_possible_than_a_player_thinks() -> None:
    for game, state in states():
        open_view = game.view(state, None)
        for seat, hand in enumerate(open_view.hands):
            for held in hand:
                assert set(possible_to(game.view(state, seat), seat, held)) <= set(
                    possible_to(open_view, seat, held)
                )


def deals(view: View) -> Iterator[tuple[Face, ...]]:
    """Yield every own hand that agrees with the view, by trying all."""
    assert view.seat is not None
    left = list((+unseen(view)).elements())
    for faces in set(itertools.permutations(left, len(view.hands[view.seat]))):
        if all(
            agrees(view.rules, held.known, face)
            for held, face in zip(view.hands[view.seat], faces, strict=True)
        ):
            yield faces


SMALL = Rules(suits="CD", copies={1: 2, 2: 1, 3: 1}, hand_sizes={2: 1}, jokers=1)


@pytest.mark.parametrize("number", range(40))
def test_what_a_card_can_be_is_what_some_deal_gives_it(number: int) -> None:
    """Counting takes one card at a time: for one card it is exact, for two it never leaves out a face."""
    chance = random.Random(number)
    deck = SMALL.faces()
    chance.shuffle(deck)
    clues = [(clue, chance.random() < 0.6) for clue in SMALL.clues()]
    chance.shuffle(clues)
    size = 1 + number % 2
    hand = []
    for card, face in enumerate(deck[:size]):
        told = Known()
        for clue, asked in clues[: 2 + card]:
            pointed = SMALL.touches(clue, face)
            if isinstance(clue, str):
                told = told._replace(
                    suits=told.suits + clue * (asked and pointed),
                    not_suits=told.not_suits + clue * (asked and not pointed),
                )
            elif asked and pointed:
                told = told._replace(rank=clue)
            elif asked:
                told = told._replace(not_ranks=(*told.not_ranks, clue))
        hand.append(Held(card, None, told))
    seen = replace(
        view(SMALL),
        hands=(tuple(hand), tuple(Held(9, face, Known()) for face in deck[size : size + 1])),
        discards=tuple(deck[size + 1 : size + 4]),
    )
    every = list(deals(seen))
    assert every
    for place, held in enumerate(hand):
        exactly = {faces[place] for faces in every}
        assert exactly <= set(possible(seen, held))
        if size == 1:
            assert exactly == set(possible(seen, held))
    # The other player sees that hand, so knows no less than what the viewer can tell of it.
    ben = Held(9, seen.hands[1][0].face, Known())
    for faces in every:
        shown = tuple(Held(held.card, face, held.known) for held, face in zip(hand, faces, strict=True))
        theirs = replace(seen, seat=1, hands=(shown, (Held(9, None, Known()),)))
        assert set(possible(theirs, theirs.hands[1][0])) <= set(possible_to(seen, 1, ben))


# What can still be reached


@pytest.mark.parametrize(
    ("rule", "situation", "points"),
    [
        (rules(), {}, 20),
        (rules(), {"discards": "AC AC"}, 15),
        (rules(), {"discards": "5C 3H 3H"}, 20 - 1 - 3),
        (rules(), {"rows": "3000", "discards": "AC 2C"}, 20),
        (rules("hanabi"), {}, 25),
        (rules("hanabi", rainbow=1), {"discards": "M5"}, 29),
        (rules(grand_finale=1), {"discards": "6C 4D 4D"}, 24 - 1 - 3),
        (rules(jokers=1), {"discards": "AC AC"}, 20),
        (rules(jokers=1), {"discards": "AC AC 5H"}, 19),
        (rules(jokers=2), {"discards": "AC AC 5H"}, 20),
        (rules(jokers=2), {"discards": "AC AC 5H JK"}, 19),
        (rules(jokers=1), {"rows": "1000", "laid": "JK", "discards": "5H"}, 19),
        (rules(jokers=1), {"discards": "AC AC", "joker": True}, 20),
        (rules(jokers=1), {"discards": "AC AC 2C 2C 4D 4D"}, 20 - 5),
    ],
)
def test_the_most_points_that_can_still_be_reached(
    rule: Rules, situation: dict[str, Any], points: int
) -> None:
    assert attainable(view(rule, **situation)) == points


def best_rows(seen: View) -> int:
    """Return the most points by laying the cards that are not discarded in every order."""
    hidden = Counter(seen.rules.faces())
    hidden.subtract(seen.discards)
    hidden.subtract(seen.laid)

    @cache
    def best(heights: tuple[int, ...], jokers: int) -> int:
        after = []
        for row, (suit, height) in enumerate(zip(seen.rules.suits, heights, strict=True)):
            higher = (*heights[:row], height + 1, *heights[row + 1 :])
            if height < seen.rules.top and hidden[Face(suit, height + 1)] > 0:
                after.append(best(higher, jokers))
            if height < seen.rules.top and jokers:
                after.append(best(higher, jokers - 1))
        return max(after, default=sum(heights))

    return best(tuple(height for _, height in seen.rows), hidden[JOKER])


def test_the_most_points_are_those_that_some_order_of_the_cards_brings() -> None:
    chance = random.Random(3)
    less = 0
    for number in range(150):
        rule = (rules(jokers=number % 3), rules("hanabi"), rules(grand_finale=1, jokers=1))[number % 3]
        left = rule.faces()
        chance.shuffle(left)
        seen = replace(view(rule), discards=tuple(left[: chance.randrange(len(left))]))
        assert attainable(seen) == best_rows(seen)
        less += 0 < attainable(seen) < rule.most
    assert less > 100


def test_without_jokers_a_card_is_critical_when_its_loss_would_cost_points() -> None:
    chance = random.Random(5)
    found = 0
    for _ in range(200):
        rule = rules("hanabi", rainbow=1)
        left = rule.faces()
        chance.shuffle(left)
        cut = chance.randrange(len(left))
        seen = replace(view(rule), discards=tuple(left[:cut]))
        for face in set(left[cut:]):
            lost = replace(seen, discards=(*seen.discards, face))
            assert critical(seen, face) == (attainable(lost) < attainable(seen))
            found += critical(seen, face)
    assert found > 100


# Pace


@pytest.mark.parametrize(
    ("rule", "situation", "changes", "expected"),
    [
        # Ten cards in the stock and two players: twelve turns take a card.
        (rules(), {"rows": "5530"}, {}, 13 + 12 - 20),
        (rules(), {"rows": "2222"}, {}, 8 + 12 - 20),
        (rules(), {"rows": "2221"}, {}, 7 + 12 - 20),
        (rules(), {"rows": "2222", "discards": "5H"}, {}, 8 + 12 - 19),
        (rules("hanabi", rainbow=1), {"rows": "555500"}, {}, 20 + 12 - 30),
        (rules(grand_finale=1), {"rows": "6640"}, {}, 16 + 12 - 24),
        (rules(jokers=1), {"rows": "5500", "discards": "AH AH"}, {}, 10 + 12 - 20),
        (rules(gentle=1), {"rows": "5530"}, {"lives": 1}, 13 + 12 - 20),
        # In the last round the turns that are left count, and not the players.
        (rules(), {"rows": "5543"}, {"pile": 0, "turns_left": 3}, 17 + 3 - 20),
        (rules(), {"rows": "5543"}, {"pile": 0, "turns_left": 2}, 17 + 2 - 20),
        # In the challenge all cards that are left can be played: ten in the stock, and two in the hands.
        (rules("hanabi", challenge=1), {"rows": "55500", "others": "R1"}, {}, 15 + 10 + 2 - 25),
        (rules("hanabi", challenge=1), {"rows": "55555"}, {"reason": Reason.PERFECT}, None),
        (rules(), {"rows": "1000"}, {"reason": Reason.LIVES_OUT, "score": 0}, None),
    ],
)
def test_the_pace_in_positions_made_by_hand(
    rule: Rules, situation: dict[str, Any], changes: dict[str, Any], expected: int | None
) -> None:
    assert pace(replace(view(rule, **situation), **changes)) == expected


def test_a_play_that_fits_and_a_hint_keep_the_pace_and_a_discard_costs_one() -> None:
    """But for the points that a lost card takes with it."""
    kept, lost, discards = 0, 0, 0
    for number in range(12):
        record = random_game(number, game=("nova", "hanabi")[number % 2])
        before: int | None = None
        for step in replay(record):
            seen = record.game.view(step.state, None)
            now = pace(seen)
            turns = None if now is None else now + attainable(seen)
            # In the last round a hint takes a turn away.
            if before is not None and turns is not None and seen.turns_left is None:
                fell = not isinstance(step.action, (Hint, Row, Arrange)) and len(seen.discards) > discards
                assert turns == before - fell
                kept, lost = kept + (not fell), lost + fell
            before, discards = turns, len(seen.discards)
    assert kept > 100
    assert lost > 50


class Tiny(Fireworks):
    """A game with other cards, small enough to try everything."""

    def __init__(self, rule: Rules) -> None:
        super().__init__("tiny", {}, {})
        self._rule = rule

    def rules(self, options: Any) -> Rules:
        return self._rule


TINY = (
    Rules(suits="C", copies={1: 2, 2: 2, 3: 1}, hand_sizes={2: 1}),
    Rules(suits="CD", copies={1: 2, 2: 1}, hand_sizes={2: 1}),
    Rules(suits="C", copies={1: 1, 2: 2, 3: 1}, hand_sizes={2: 1}, jokers=1),
    Rules(suits="CD", copies={1: 1, 2: 2}, hand_sizes={2: 2}, challenge=True),
)


def copied(state: State) -> State:
    return replace(
        state,
        hands=[[*hand] for hand in state.hands],
        told=[*state.told],
        rows={**state.rows},
        laid=[*state.laid],
        discards=[*state.discards],
    )


def situation_of(state: State) -> tuple[object, ...]:
    """Return all that decides what can still happen, but for what hints told."""
    deck = state.deck
    hands = tuple(tuple(sorted(deck[card] for card in hand)) for hand in state.hands)
    gone = tuple(sorted(deck[card] for card in state.discards))
    counters = (state.hints, state.lives, state.turn, state.turns_left, state.joker, state.reason)
    return hands, deck[state.drawn :], tuple(state.rows.values()), gone, *counters


def most_lost(game: Tiny, state: State, points: int, known: dict[object, int]) -> int:
    """Return the most cards that can be discarded or misplayed on a way to so many points; -1: no way."""
    enough = 0 if state.height >= points else -1
    if state.reason is not None:
        return enough
    key = situation_of(state)
    if key not in known:
        best, hinted = enough, False
        for action in game.legal(state, state.turn):
            if isinstance(action, Hint) and hinted:
                continue  # what a hint tells makes no difference here
            hinted |= isinstance(action, Hint)
            after = copied(state)
            game.act(after, action)
            found = most_lost(game, after, points, known)
            if found >= 0:
                best = max(best, found + len(after.discards) - len(state.discards))
        known[key] = best
    return known[key]


@pytest.mark.parametrize("rule", TINY, ids=range(len(TINY)))
def test_the_pace_is_what_the_luckiest_deal_allows(rule: Rules) -> None:
    """Every deal of a tiny game, and everything that can be done in it: never more is lost than the pace."""
    game, best, start = Tiny(rule), -1, None
    deck, known = rule.faces(), dict[object, int]()
    for order in sorted(set(itertools.permutations(deck))):
        state = State(rule, 2, tuple(order), moves(2, len(deck), rule.named), hints=4, lives=3)
        dealt = rule.hand_sizes[2] * 2
        state.rows = dict.fromkeys(rule.suits, 0)
        state.hands = [list(range(seat, dealt, 2)) for seat in range(2)]
        state.told, state.drawn = [0] * len(deck), dealt
        start = game.view(state, None)
        # With two coins left, a hint lets a turn pass at times; more of them only take time.
        state.hints = 2
        found = most_lost(game, state, attainable(start), known)
        assert found <= (pace(start) or 0)
        best = max(best, found)
    assert start is not None
    assert best == pace(start)
