"""The laws of the fireworks family, by name and example, as the seeds and games.md tell them.

Not here: the same laws against an independent referee (see `test_referee`), what every game owes (see
`test_every_game`), and what a card can still be (see `test_knowledge`).
"""

from __future__ import annotations

import copy
import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import pytest

from engine.fireworks import NOVA, Fireworks
from engine.fireworks_parts import (
    JOKER,
    Action,
    Arrange,
    Arranged,
    Discard,
    Discarded,
    Drew,
    Ended,
    Event,
    Face,
    Hint,
    Hinted,
    JokerPlaced,
    JokerShown,
    Known,
    LastRound,
    PassedOver,
    Play,
    Played,
    Reason,
    Row,
    RowCompleted,
    TurnPassed,
    Why,
    full_deck,
    told,
)
from engine.table import Refused, Seat

HANABI = Fireworks("hanabi", {"rainbow": 0, "challenge": 0}, {"rainbow": 1, "challenge": 1})
ANNA, BEN, CARLA = 0, 1, 2


class Game:
    """A game whose deck begins as told; the rest of the full deck follows in its usual order."""

    def __init__(
        self, players: int, deck: str, *, first: Seat = 0, game: Fireworks = NOVA, **options: int
    ) -> None:
        self.game = game
        chosen = {**game.defaults, **options}
        rules = game.rules(chosen)
        wanted = deck.split()
        rest = Counter(rules.code(face) for face in rules.faces())
        rest.subtract(wanted)
        codes = [*wanted, *rest.elements()]
        self.state, self.dealt = game.start(players, chosen, {"first": first, "deck": codes})

    def hand(self, seat: Seat) -> str:
        """Return the seat's cards, left to right."""
        return " ".join(self.state.rules.code(self.state.deck[card]) for card in self.state.hands[seat])

    def card(self, code: str, seat: Seat | None = None) -> int:
        """Return the leftmost such card of the seat, by default of the one whose turn it is."""
        seat = self.state.turn if seat is None else seat
        return self.state.hands[seat][self.hand(seat).split().index(code)]

    def act(self, action: Action) -> list[Event]:
        return self.game.act(self.state, action)

    def play(self, code: str) -> list[Event]:
        return self.act(Play(self.state.turn, self.card(code)))

    def discard(self, code: str) -> list[Event]:
        return self.act(Discard(self.state.turn, self.card(code)))

    def row(self, suit: str) -> list[Event]:
        return self.act(Row(self.state.turn, suit))

    def hint(self, to: Seat, clue: str | int) -> list[Event]:
        return self.act(Hint(self.state.turn, to, clue))

    def hint_anything(self) -> list[Event]:
        legal = self.game.legal(self.state, self.state.turn)
        return self.act(next(action for action in legal if isinstance(action, Hint)))

    def why(self, action: Action) -> tuple[Why, Mapping[str, object]]:
        """Return why the action is refused, having checked that both ways to try it change nothing."""
        before = copy.deepcopy(self.state)
        for attempt in (self.game.announce, self.game.act):
            with pytest.raises(Refused) as refusal:
                attempt(self.state, action)
        assert self.state == before
        assert isinstance(refusal.value.why, Why)
        return refusal.value.why, refusal.value.facts

    def in_order(self, script: str) -> list[Event]:
        """Let everybody use their oldest card: "AC" plays it, "-AC" discards it, "JK:C" chooses a row, too.

        Dealt and drawn in order, so used in order: card n of the deck is used on turn n. When a discard
        finds all tokens there, everybody gives as many hints as all can, which keeps the order.
        """
        events: list[Event] = []
        for word in script.split():
            code, _, suit = word.lstrip("-").partition(":")
            assert self.hand(self.state.turn).split()[-1] == code, "script and deck disagree"
            if word.startswith("-") and self.state.hints == 8:
                for _ in range(8 // self.state.players * self.state.players):
                    self.hint_anything()
            oldest = self.state.hands[self.state.turn][-1]
            deed = Discard if word.startswith("-") else Play
            events += self.act(deed(self.state.turn, oldest))
            if suit:
                events += self.row(suit)
        return events

    @property
    def heights(self) -> tuple[int, ...]:
        return tuple(self.state.rows.values())

    @property
    def result(self) -> dict[str, Any]:
        return self.game.result(self.state)


def scripted(players: int, script: str, *, first: Seat = 0, game: Fireworks = NOVA, **options: int) -> Game:
    """Return a game whose deck lets `in_order` follow the script from the first card on."""
    deck = " ".join(word.lstrip("-").partition(":")[0] for word in script.split())
    return Game(players, deck, first=first, game=game, **options)


def dealt(hands: Sequence[str], draws: str = "", *, game: Fireworks = NOVA, **options: int) -> Game:
    """Return a game in which the seats hold these cards, left to right, and draw those."""
    columns = zip(*(reversed(hand.split()) for hand in hands), strict=True)
    deck = " ".join(code for column in columns for code in column)
    return Game(len(hands), f"{deck} {draws}", game=game, **options)


def shuffled(players: int, seed: int) -> Game:
    codes = NOVA.head(players, NOVA.defaults, 0, random.Random(seed).shuffle)["deck"]
    assert isinstance(codes, list)
    return Game(players, " ".join(codes))


def kinds(events: Iterable[Event]) -> list[type[Event]]:
    return [type(event) for event in events]


# The cards, and dealing them


@pytest.mark.parametrize(
    ("game", "options", "cards", "most"),
    [
        (NOVA, {}, 36, 20),
        (NOVA, {"grand_finale": 1}, 44, 24),
        (NOVA, {"jokers": 2}, 38, 20),
        (NOVA, {"grand_finale": 1, "jokers": 1}, 45, 24),
        (HANABI, {}, 50, 25),
        (HANABI, {"rainbow": 1}, 60, 30),
    ],
)
def test_the_decks_have_the_sizes_and_perfect_scores_of_the_rules(
    game: Fireworks, options: dict[str, int], cards: int, most: int
) -> None:
    rules = game.rules({**game.defaults, **options})
    assert len(rules.faces()) == cards
    assert rules.most == most


def test_each_suit_has_the_copies_that_the_rules_name() -> None:
    def copies(game: Fireworks, suit: str, **options: int) -> str:
        faces = game.rules({**game.defaults, **options}).faces()
        return " ".join(str(faces.count(Face(suit, rank))) for rank in range(1, 7))

    assert [copies(NOVA, suit) for suit in "CDHS"] == ["2 2 2 2 1 0"] * 4
    assert [copies(NOVA, suit, grand_finale=1) for suit in "CDHS"] == ["2 2 2 2 2 1"] * 4
    assert [copies(HANABI, suit, rainbow=1) for suit in "RYGBWM"] == ["3 2 2 2 1 0"] * 6


@pytest.mark.parametrize("game", [NOVA, HANABI], ids=["nova", "hanabi"])
@pytest.mark.parametrize(("players", "first"), [(n, first) for n in range(2, 6) for first in range(n)])
def test_cards_are_dealt_one_at_a_time_from_the_first_player_and_enter_at_the_left(
    game: Fireworks, players: int, first: Seat
) -> None:
    size = {"nova": {2: 5, 3: 4, 4: 3, 5: 3}, "hanabi": {2: 5, 3: 5, 4: 4, 5: 4}}[game.name][players]
    played = Game(players, "", first=first, game=game)
    hands: list[list[int]] = [[] for _ in range(players)]
    for card in range(size * players):
        hands[(first + card) % players].insert(0, card)
    assert played.state.hands == hands
    assert played.state.turn == first
    assert played.state.pile == len(played.state.deck) - size * players


# The seeds' examples


def test_a_few_turns() -> None:
    game = dealt(["AH 2D 5D 3C", "AS 3D 5H AC", "2C 4D AS 2H"], "2S 3H 4C")
    events = game.hint(BEN, 1)
    assert events == [Hinted(ANNA, BEN, 1, (10, 1), (1, 4), 7), TurnPassed(BEN, None)]
    game.play("AS")
    assert game.heights == (0, 0, 0, 1)
    assert game.hand(BEN) == "2S 3D 5H AC", "the new card is at the left end"
    marked = game.state.hands[BEN][3]
    assert game.state.known[marked].rank == 1, "Ben still has the ace of clubs marked as an ace"
    game.hint(ANNA, 5)
    assert game.state.hints == 6
    assert [game.state.known[card].rank for card in game.state.hands[ANNA]] == [None, None, 5, None]
    events = game.discard("3C")
    assert isinstance(events[0], Discarded)
    assert (events[0].place, events[0].hints) == (4, 7)
    assert game.hand(ANNA) == "3H AH 2D 5D"
    assert Face("C", 3) in game.state.deck[game.state.drawn :], "there is still a second three of clubs"
    game.play("AC")
    assert game.heights == (1, 0, 0, 1)
    assert (game.state.hints, game.state.lives, game.state.turn) == (7, 3, CARLA)
    assert game.result["hands"] == ["3H AH 2D 5D".split(), "4C 2S 3D 5H".split(), "2C 4D AS 2H".split()]


def test_a_hint_of_twos_points_at_bens_first_and_third_card() -> None:
    game = dealt(["3C 3D 3H 3S", "2C 4H 2S AD", "4C 4D 4S 5C"])
    hinted = game.hint(BEN, 2)[0]
    assert isinstance(hinted, Hinted)
    assert hinted.places == (1, 3)
    assert [game.state.known[card].suits for card in game.state.hands[BEN]] == ["", "", "", ""]


@pytest.mark.parametrize(
    ("code", "fits"), [("3C", True), ("2D", True), ("AH", True), ("4S", True), ("3H", False)]
)
def test_a_card_fits_or_costs_a_life_as_in_the_example(code: str, fits: bool) -> None:
    rows = "AC 2C AD AS 2S 3S"
    game = scripted(3, f"{rows} 4D {code}", first=BEN)
    game.in_order(rows)
    assert game.heights == (2, 1, 0, 3)
    card = game.state.deck[game.state.hands[CARLA][-1]]
    game.hint(CARLA, card.rank)
    played, *rest = game.play(code)
    assert isinstance(played, Played)
    assert (played.seat, played.face, played.fits) == (CARLA, card, fits)
    assert kinds(rest) == [Drew, TurnPassed]
    assert (game.state.lives, sum(game.heights)) == ((3, 7) if fits else (2, 6))
    assert game.result["discards"] == ([] if fits else ["3H"])


def test_rows_of_five_three_four_and_two_score_fourteen() -> None:
    thrown_away = "-4D -5D -AC -2C -3C -4C -AH -2H -3H -AS -2S -3S"
    script = f"{thrown_away} AC 2C 3C 4C 5C AD 2D 3D AH 2H 3H 4H AS 2S 4S"
    game = scripted(3, script)
    events = game.in_order(script)
    assert game.result["rows"] == {"C": 5, "D": 3, "H": 4, "S": 2}
    assert events[-1] == Ended(Reason.PILE_OUT, 14, 20)
    assert (game.result["score"], game.result["won"]) == (14, False)


AFFORD = {2: 8, 3: 7, 4: 8, 5: 6}
"""How many discards and misfires a team can afford at Nova and still be perfect (seed 001, "Tips")."""
THROWN_AWAY = "2C 3H -2D -2H -2S -3C -3D -3S -4C"
ALL_ROWS = " ".join(f"{rank}{suit}" for suit in "CDHS" for rank in "A2345")


@pytest.mark.parametrize("players", AFFORD)
def test_a_team_can_be_perfect_with_as_many_discards_and_misfires_as_the_tips_say(players: int) -> None:
    """Two misfires, the rest discards, then all rows: the last five is played on the very last turn."""
    script = " ".join([*THROWN_AWAY.split()[: AFFORD[players]], ALL_ROWS])
    game = scripted(players, script)
    events = game.in_order(script)
    assert (game.state.lives, len(game.state.discards)) == (1, AFFORD[players])
    assert events[-1] == Ended(Reason.PERFECT, 20, 20)
    assert game.state.turns_left == 1, "it was the last turn that the last round has"


@pytest.mark.parametrize("players", AFFORD)
def test_one_more_discard_leaves_one_turn_too_few(players: int) -> None:
    script = " ".join([*THROWN_AWAY.split()[: AFFORD[players] + 1], ALL_ROWS])
    game = scripted(players, script)
    events = game.in_order(script.removesuffix(" 5S"))
    assert events[-1] == Ended(Reason.PILE_OUT, 19, 20)


@pytest.mark.parametrize("players", AFFORD)
def test_no_game_has_more_plays_and_discards_than_the_stock_and_one_for_each_player(players: int) -> None:
    """So the two tests above tell the exact number, however a team plays: 20 of them must be plays that fit.

    Here nobody gives a hint but to make the next discard possible, and none in the last round.
    """
    used = []
    for seed in range(30):
        game = shuffled(players, seed)
        state, deck, cards = game.state, game.state.deck, 0
        while state.reason is None:
            hand = state.hands[state.turn]
            fitting = [card for card in hand if state.rows[deck[card].suit] + 1 == deck[card].rank]
            if state.hints == 8 and not fitting and state.pile:
                game.hint_anything()
                continue
            game.act(
                Discard(state.turn, hand[-1]) if state.hints < 8 else Play(state.turn, (fitting or hand)[0])
            )
            cards += 1
        used.append(cards)
    assert max(used) == 20 + AFFORD[players]


# How a game ends


def test_a_perfect_show_ends_at_once() -> None:
    game = scripted(3, ALL_ROWS)
    events = game.in_order(ALL_ROWS)
    assert kinds(events[-3:]) == [Played, RowCompleted, Ended]
    assert events[-1] == Ended(Reason.PERFECT, 20, 20)
    assert game.state.pile == 36 - 12 - 19, "nobody draws once the game has ended"
    assert (game.result["won"], game.result["turn"]) == (True, None)


@pytest.mark.parametrize(("gentle", "score"), [(0, 0), (1, 2)])
def test_the_third_lost_life_ends_the_game_without_a_draw(gentle: int, score: int) -> None:
    game = scripted(3, "AC 2C 5C 5D 5H", gentle=gentle)
    game.in_order("AC 2C 5C 5D")
    assert (game.state.lives, game.result["score"]) == (1, 2)
    pile = game.state.pile
    events = game.in_order("5H")
    assert events == [Played(BEN, 4, 4, Face("H", 5), False, 0), Ended(Reason.LIVES_OUT, score, 20)]
    assert (game.state.pile, len(game.state.hands[BEN])) == (pile, 3)
    assert (game.result["won"], game.result["score"]) == (False, score)


MOST_OF_THE_STOCK = (
    "-AC -2C -3C -4C -AD -2D AC 2C 3C 4C AD 2D 3D 4D AH 2H 3H -3D -4D -AH -2H -3H -AS"  # 23 of 24 cards
)


@pytest.mark.parametrize(
    ("last", "jokers"),
    [("4H", 0), ("3S", 0), ("-3S", 0), ("-4H JK:H", 1)],
    ids=["play", "misfire", "discard", "joker"],
)
def test_after_the_last_card_is_drawn_everybody_has_exactly_one_more_turn(last: str, jokers: int) -> None:
    game = scripted(3, f"{MOST_OF_THE_STOCK} {last}", jokers=jokers)
    events = game.in_order(f"{MOST_OF_THE_STOCK} {last}")
    drew, last_round, passed = events[-3:]
    assert isinstance(drew, Drew)
    assert (drew.pile, last_round) == (0, LastRound(drew.seat))
    assert passed == TurnPassed((drew.seat + 1) % 3, 3)
    turns = []
    while game.state.reason is None:
        turns.append((game.state.turn, game.state.turns_left))
        if game.state.hints < 8:
            events = game.act(Discard(game.state.turn, game.state.hands[game.state.turn][0]))
        else:
            events = game.hint_anything()
        assert Drew not in kinds(events)
    assert turns == [((drew.seat + step) % 3, 4 - step) for step in (1, 2, 3)]
    assert isinstance(events[-1], Ended)
    assert events[-1].reason is Reason.PILE_OUT


def test_a_perfect_show_on_the_last_turn_is_no_empty_stock() -> None:
    script = " ".join([*THROWN_AWAY.split()[:7], ALL_ROWS])
    game = scripted(3, script)
    game.in_order(script)
    assert (game.state.pile, game.result["reason"], game.result["won"]) == (0, "perfect", True)


def test_a_third_lost_life_on_the_last_turn_cancels_the_show() -> None:
    game = scripted(3, f"{MOST_OF_THE_STOCK} 3S 4S 5C 5S")
    game.in_order(f"{MOST_OF_THE_STOCK} 3S 4S")
    game.hint_anything()
    assert (game.state.turns_left, game.state.lives) == (1, 1)
    events = game.play("5S")
    assert events[-1] == Ended(Reason.LIVES_OUT, 0, 20)


# Completing a row


@pytest.mark.parametrize(("spent", "returned", "hints"), [(False, False, 8), (True, True, 6)])
def test_completing_a_row_returns_a_coin_only_if_one_is_spent(
    spent: bool, returned: bool, hints: int
) -> None:
    game = scripted(3, "AC 2C 3C 4C 5C")
    game.in_order("AC 2C 3C 4C")
    for _ in range(3 if spent else 0):
        game.hint_anything()
    events = game.in_order("5C")
    assert events[1] == RowCompleted(BEN, "C", returned, hints)
    assert game.state.hints == hints


def test_in_the_grand_finale_the_six_completes_a_row_and_the_five_does_not() -> None:
    game = scripted(3, "AC 2C 3C 4C 5C 6C", grand_finale=1)
    for _ in range(3):
        game.hint_anything()
    assert RowCompleted not in kinds(game.in_order("AC 2C 3C 4C 5C"))
    assert game.in_order("6C")[1] == RowCompleted(CARLA, "C", True, 6)
    every = " ".join(f"{rank}{suit}" for suit in "CDHS" for rank in "A23456")
    game = scripted(3, every, grand_finale=1)
    assert game.in_order(every)[-1] == Ended(Reason.PERFECT, 24, 24)


# Jokers


def test_no_hint_ever_points_at_a_joker() -> None:
    game = dealt(["3C 3D 3H 3S AH", "JK AC 2D JK 2C"], jokers=2)
    hints = [a for a in game.game.legal(game.state, ANNA) if isinstance(a, Hint)]
    assert [hint.clue for hint in hints] == ["C", "D", 1, 2], "nothing that only a joker could stand for"
    for clue, places in (("C", (2, 5)), (2, (3, 5))):
        hinted = game.hint(BEN, clue)[0]
        assert isinstance(hinted, Hinted)
        assert hinted.places == places
        game.hint(ANNA, 3)
    for joker in (game.state.hands[BEN][0], game.state.hands[BEN][3]):
        assert game.state.known[joker] == Known(not_suits="C", not_ranks=(2,))
    assert game.why(Hint(ANNA, BEN, "H")) == (Why.HINT_AT_NOTHING, {"to": BEN, "clue": "H"})


def test_a_jokers_row_is_a_second_decision_of_the_same_player_before_drawing() -> None:
    game = dealt(["AC 2C JK 3C", "AD 2D 3D 4D", "AH 2H 3H 4H"], "5S", jokers=1)
    assert game.play("JK") == [JokerShown(ANNA, 3, 3)]
    assert (game.state.turn, game.hand(ANNA), game.state.pile) == (ANNA, "AC 2C 3C", 25)
    assert game.game.legal(game.state, ANNA) == [Row(ANNA, suit) for suit in "CDHS"]
    assert game.game.legal(game.state, BEN) == []
    for action in (Play(ANNA, game.card("AC")), Discard(ANNA, game.card("AC")), Hint(ANNA, BEN, 1)):
        assert game.why(action) == (Why.ROW_FIRST, {})
    assert game.why(Row(BEN, "C")) == (Why.NOT_YOUR_TURN, {"turn": ANNA})
    for seat in (ANNA, CARLA):
        game.act(Arrange(seat, tuple(game.state.hands[seat][::-1])))
    assert game.hand(ANNA) == "3C 2C AC"
    events = game.row("S")
    assert events == [
        JokerPlaced(ANNA, 3, "S", 1),
        Drew(ANNA, 12, Face("S", 5), 24),
        TurnPassed(BEN, None),
    ]
    assert (game.hand(ANNA), game.state.lives, game.heights) == ("5S 3C 2C AC", 3, (0, 0, 0, 1))
    assert game.game.view(game.state, BEN).laid == (JOKER,), "it lies in its row for all to see"


def test_a_joker_counts_as_its_rows_next_card_whatever_happens_to_the_real_one() -> None:
    game = scripted(3, "JK:C AC 2C", jokers=1)
    game.in_order("JK:C AC")
    assert (game.heights, game.state.lives) == ((1, 0, 0, 0), 2), "the real ace comes too late"
    game.in_order("2C")
    assert game.heights == (2, 0, 0, 0)


def test_a_joker_may_complete_a_row_and_returns_a_coin() -> None:
    game = scripted(3, "AC 2C 3C 4C JK:C", jokers=1)
    game.in_order("AC 2C 3C 4C")
    game.hint_anything()
    game.hint_anything()
    game.hint_anything()
    events = game.in_order("JK:C")
    assert events[:3] == [JokerShown(BEN, 4, 4), JokerPlaced(BEN, 4, "C", 5), RowCompleted(BEN, "C", True, 6)]
    assert kinds(events[3:]) == [Drew, TurnPassed]


def test_a_joker_may_complete_the_show_at_once() -> None:
    game = scripted(3, ALL_ROWS.replace("5S", "JK:S"), jokers=1)
    events = game.in_order(ALL_ROWS.replace("5S", "JK:S"))
    assert kinds(events[-4:]) == [JokerShown, JokerPlaced, RowCompleted, Ended]
    assert events[-1] == Ended(Reason.PERFECT, 20, 20)


def test_a_complete_row_cannot_be_chosen_for_a_joker() -> None:
    game = scripted(3, "AC 2C 3C 4C 5C JK", jokers=1)
    game.in_order("AC 2C 3C 4C 5C JK")
    assert game.game.legal(game.state, CARLA) == [Row(CARLA, suit) for suit in "DHS"]
    assert game.why(Row(CARLA, "C")) == (Why.ROW_COMPLETE, {"suit": "C"})


def test_a_joker_may_be_discarded() -> None:
    game = scripted(3, "-JK", jokers=1)
    events = game.in_order("-JK")
    assert isinstance(events[0], Discarded)
    assert events[0].face == JOKER
    assert game.result["discards"] == ["JK"]
    assert (game.heights, game.state.hints) == ((0, 0, 0, 0), 3)


# Hints, and arranging


def test_a_hint_tells_of_every_card_in_the_hand_also_what_it_is_not() -> None:
    game = dealt(["3C 3D 3H 3S AH", "AC 2C AD 2D 5S"], "5H")
    game.hint(BEN, "C")
    game.hint(ANNA, 3)
    game.hint(BEN, 2)
    known = [game.state.known[card] for card in game.state.hands[BEN]]
    assert known == [
        Known(suits="C", not_ranks=(2,)),
        Known(suits="C", rank=2),
        Known(not_suits="C", not_ranks=(2,)),
        Known(not_suits="C", rank=2),
        Known(not_suits="C", not_ranks=(2,)),
    ]
    game.discard("2D")
    assert game.state.known[game.state.hands[BEN][0]] == Known(), "of a new card nothing is known"
    assert [game.state.known[card] for card in game.state.hands[BEN][1:]] == known[:3] + known[4:]


@pytest.mark.parametrize(("game", "options"), [(NOVA, {"jokers": 2}), (HANABI, {"rainbow": 1})])
def test_a_hint_tells_what_a_player_expects_of_it(game: Fireworks, options: dict[str, int]) -> None:
    chance, hinted = random.Random("expected"), 0
    rules = game.rules({**game.defaults, **options})
    for _ in range(40):
        deck = list(full_deck(rules))
        chance.shuffle(deck)
        state = Game(3, " ".join(deck), game=game, **options).state
        expected = dict.fromkeys(range(len(deck)), Known())
        while state.reason is None:
            for event in game.act(state, chance.choice(game.legal(state, state.turn))):
                if isinstance(event, Hinted):
                    hinted += 1
                    for card in state.hands[event.to]:
                        expected[card] = told(expected[card], event.clue, card in event.cards)
            assert [in_order(known) for known in expected.values()] == [in_order(k) for k in state.known]
    assert hinted > 200


def in_order(known: Known) -> Known:
    return known._replace(suits="".join(sorted(known.suits)), not_suits="".join(sorted(known.not_suits)))


def test_a_rainbow_card_is_pointed_at_by_every_suit_and_rainbow_cannot_be_named() -> None:
    game = dealt(["R1 R2 R3 R4 R5", "M1 B1 Y2 G3 M5"], game=HANABI, rainbow=1)
    hinted = game.hint(BEN, "B")[0]
    assert isinstance(hinted, Hinted)
    assert hinted.places == (1, 2, 5)
    game.hint(ANNA, 1)
    game.hint(BEN, "R")
    assert [game.state.known[card].suits for card in game.state.hands[BEN]] == ["RB", "B", "", "", "RB"]
    assert game.why(Hint(game.state.turn, ANNA, "M")) == (Why.NO_SUCH_CLUE, {"clue": "M"})


def test_at_hanabi_a_hint_may_point_at_nothing() -> None:
    game = dealt(["R1 R2 R3 R4 R5", "R1 B1 Y2 G3 G5"], game=HANABI)
    assert game.hint(BEN, "W")[0] == Hinted(ANNA, BEN, "W", (), (), 7)
    assert all(game.state.known[card] == Known(not_suits="W") for card in game.state.hands[BEN])


def test_a_hand_may_be_arranged_at_any_time_and_that_is_no_action() -> None:
    game = dealt(["AH 2D 5D 3C", "AS 3D 5H AC", "2C 4D AS 2H"])
    game.hint(BEN, 1)
    before = game.state.hands[BEN]
    order = (before[2], before[0], before[3], before[1])
    for seat in (BEN, CARLA, ANNA):
        hand = game.state.hands[seat]
        events = game.act(Arrange(seat, (hand[2], hand[0], hand[3], hand[1])))
        assert events == [Arranged(seat, (hand[2], hand[0], hand[3], hand[1]), (3, 1, 4, 2))]
    assert tuple(game.state.hands[BEN]) == order
    assert game.hand(BEN) == "5H AS AC 3D"
    assert [game.state.known[card].rank for card in order] == [None, 1, 1, None], (
        "hints move with their cards"
    )
    assert (game.state.turn, game.state.hints) == (BEN, 7)
    played = game.play("AC")[0]
    assert isinstance(played, Played)
    assert played.place == 3


@pytest.mark.parametrize(
    "order", [(), (0, 3, 6), (0, 3, 6, 9, 9), (0, 3, 6, 6), (0, 3, 6, 10), (1, 4, 7, 10)]
)
def test_an_order_that_is_no_permutation_of_the_hand_is_refused(order: tuple[int, ...]) -> None:
    game = Game(3, "")
    assert sorted(game.state.hands[ANNA]) == [0, 3, 6, 9]
    assert game.why(Arrange(ANNA, order)) == (Why.WRONG_ORDER, {})


# Refusals


def refusals() -> dict[Why, tuple[Game, Action, dict[str, object]]]:
    """Return for each reason to refuse a game, an action, and the facts that come with it."""
    opening = dealt(["AC AD AH AS 2C", "2D 2H 3C 3D 3H"], jokers=1)
    waiting = scripted(2, "AC 2C 3C 4C 5C JK", jokers=1)
    waiting.in_order("AC 2C 3C 4C 5C JK")
    over = scripted(2, "5C 5D 5H")
    over.in_order("5C 5D 5H")
    broke = Game(2, "")
    for _ in range(8):
        broke.hint_anything()
    return {
        Why.GAME_OVER: (over, Arrange(ANNA, tuple(over.state.hands[ANNA])), {}),
        Why.NOT_YOUR_TURN: (opening, Play(BEN, 1), {"turn": ANNA}),
        Why.NO_HINT_LEFT: (broke, Hint(ANNA, BEN, 1), {}),
        Why.HINT_AT_SELF: (opening, Hint(ANNA, ANNA, 1), {}),
        Why.NO_SUCH_SEAT: (opening, Hint(ANNA, 2, 2), {}),
        Why.NO_SUCH_CLUE: (opening, Hint(ANNA, BEN, 6), {"clue": 6}),
        Why.HINT_AT_NOTHING: (opening, Hint(ANNA, BEN, "S"), {"to": BEN, "clue": "S"}),
        Why.ALL_HINTS_THERE: (opening, Discard(ANNA, 0), {}),
        Why.NOT_IN_HAND: (opening, Play(ANNA, 1), {}),
        Why.ROW_FIRST: (waiting, Hint(BEN, ANNA, 1), {}),
        Why.NO_JOKER: (opening, Row(ANNA, "C"), {}),
        Why.NO_SUCH_ROW: (waiting, Row(BEN, "X"), {}),
        Why.ROW_COMPLETE: (waiting, Row(BEN, "C"), {"suit": "C"}),
        Why.WRONG_ORDER: (opening, Arrange(2, ()), {}),
    }


@pytest.mark.parametrize("why", Why)
def test_a_refusal_tells_its_reason_and_facts_and_changes_nothing(why: Why) -> None:
    game, action, facts = refusals()[why]
    assert game.why(action) == (why, facts)


@pytest.mark.parametrize("clue", ["", "M", "X", 0, 6, -1, "1"])
def test_what_is_no_suit_or_rank_of_the_game_cannot_be_hinted(clue: str | int) -> None:
    assert Game(3, "").why(Hint(ANNA, BEN, clue)) == (Why.NO_SUCH_CLUE, {"clue": clue})


# The challenge


def test_the_challenge_goes_on_without_drawing_when_the_stock_is_empty() -> None:
    script = "R1 -R1 Y1 -Y1 R2 -R2 -R1"
    game = scripted(2, script, game=HANABI, challenge=1)
    game.state.drawn = 49
    game.state.hints = 3
    assert kinds(game.in_order("R1")) == [Played, Drew, TurnPassed]
    assert game.state.pile == 0
    for word in script.split()[1:]:
        *events, passed = game.in_order(word)
        assert kinds(events) == [Discarded if word.startswith("-") else Played]
        assert passed == TurnPassed(game.state.turn, None), "no last round"


def test_the_challenge_is_lost_when_a_needed_card_has_lost_its_last_copy() -> None:
    game = scripted(2, "-R5", game=HANABI, challenge=1)
    events = game.in_order("-R5")
    assert (kinds(events), events[-1]) == ([Discarded, Ended], Ended(Reason.HOPELESS, 0, 25))
    assert (game.state.pile, len(game.state.hands[0])) == (40, 4), "nobody draws once the game has ended"
    game = scripted(2, "R1 -R3 R3", game=HANABI, challenge=1)
    events = game.in_order("R1 -R3 R3")
    assert events[-1] == Ended(Reason.HOPELESS, 1, 25), "a misfire loses a card as a discard does"
    assert (game.result["won"], game.result["score"]) == (False, 1)


def test_the_challenge_goes_on_when_only_cards_that_no_row_needs_are_lost() -> None:
    script = "R1 R2 -R1 -R1 -R2"
    game = scripted(2, script, game=HANABI, challenge=1)
    game.in_order(script)
    assert game.state.reason is None
    game = scripted(2, "-R5", game=HANABI)
    game.in_order("-R5")
    assert game.state.reason is None, "without the challenge a lost five ends nothing"


def test_the_third_storm_cancels_the_challenge_even_if_a_needed_card_is_lost_with_it() -> None:
    game = scripted(2, "Y4 G4 R5", game=HANABI, challenge=1)
    assert game.in_order("Y4 G4 R5")[-1] == Ended(Reason.LIVES_OUT, 0, 25)


def test_who_has_neither_a_card_nor_a_hint_is_passed_over() -> None:
    game = Game(2, "R1 R1 R2", first=1, game=HANABI, challenge=1)
    game.state.hands, game.state.drawn, game.state.hints = [[], [0, 1]], 50, 1
    assert game.hint(0, 1)[1:] == [PassedOver(0), TurnPassed(1, None)]
    assert (game.state.turn, game.state.hints) == (1, 0)
    assert kinds(game.discard("R1")) == [Discarded, TurnPassed]
    assert game.state.turn == 0, "with a hint to give nobody is passed over"
    assert game.hint(1, "R")[1:] == [TurnPassed(1, None)]
