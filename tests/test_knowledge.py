"""What a card can still be, on small situations: hints, what they passed by, counting, and jokers.

Not here: how hints become known (see `test_fireworks`).
"""

from __future__ import annotations

from collections import Counter

import pytest

from engine.fireworks_parts import JOKER, Face, Held, Known, Rules, View, rules_of
from engine.knowledge import agrees, critical, fits, possible, unseen, useless

NOVA = {"gentle": 0, "grand_finale": 0, "jokers": 0}
HIDDEN = Held(0, None, Known())


def rules(name: str = "nova", **options: int) -> Rules:
    every = NOVA if name == "nova" else {"rainbow": 0, "challenge": 0}
    return rules_of(name, tuple(sorted({**every, **options}.items())))


CODES = {rule.code(f): f for rule in (rules(jokers=2), rules("hanabi", rainbow=1)) for f in rule.faces()}


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
