"""Computer players for Gnav: what they do and why, the table of the expert, and how it was found.

Not here: how strong they are to a hair (see docs/players_gnav.md); the rules (see test_gnav).
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import gnav_tables as maker
import pytest

from engine.bots import gnav_tables
from engine.bots.gnav import GnavPlayer, strikes
from engine.bots.gnav_fields import FIELDS
from engine.bots.gnav_reasons import Place, Reason
from engine.bots.gnav_situation import Situation, row_of, situation, stage
from engine.bots.levels import Level, Player, Thought
from engine.gnav import GNAV
from engine.gnav_parts import PACK, Action, Dealt, Event, Keep, Rank, State, Swap, View
from engine.table import Seat

A, B, C, D = range(4)
LEVELS = list(Level)


def deck_of(front: str) -> list[str]:
    """Return the full pack with these cards on top."""
    rest = [rank.code for rank in PACK]
    for code in front.split():
        rest.remove(code)
    return [*front.split(), *rest]


def state_of(front: str, before: str = "", lives: str = "3333") -> State:
    """Return a deal among A to D, D the dealer, after some have kept ("A-") or asked ("A+")."""
    state, _ = GNAV.start(4, {}, {"dealer": D, "deals": [deck_of(front)] * 2})
    state.lives[:] = map(int, lives)
    for word in before.split():
        seat = "ABCD".index(word[0])
        GNAV.act(state, Swap(seat) if word[1] == "+" else Keep(seat))
    return state


def think(state: State, level: Level = Level.EXPERT, chance: str = "some") -> Thought:
    """Return what a player of the level thinks whose turn it is."""
    seat = GNAV.turn(state)
    assert seat is not None
    return GnavPlayer(level).think(GNAV.view(state, seat), GNAV.legal(state, seat), Random(chance))


def explained(state: State, level: Level, kind: type[Keep] | type[Swap]) -> Thought | None:
    """Return what may be said to everybody about the action of whoever's turn it is."""
    assert state.turn is not None
    return GnavPlayer(level).explain(GNAV.view(state, None), kind(state.turn), [])


def positions(number: int, players: int, chooser: Player | None = None) -> Iterator[tuple[State, Any, Seat]]:
    """Play a match, by chance or as `chooser` does; yield state, head and seat before each action."""
    chance = Random(number)
    head = GNAV.head(players, {}, chance.randrange(players), chance.shuffle)
    state, _ = GNAV.start(players, {}, head)
    while (seat := GNAV.turn(state)) is not None:
        yield state, head, seat
        legal = GNAV.legal(state, seat)
        action = chooser.choose(GNAV.view(state, seat), legal, chance) if chooser else chance.choice(legal)
        GNAV.act(state, action)


def match_of(players: list[Player], chance: Random) -> dict[Seat, float]:
    """Play a match and return the shares of those who win it, or have a draw."""
    state, _ = GNAV.start(len(players), {}, GNAV.head(len(players), {}, 0, chance.shuffle))
    while (seat := GNAV.turn(state)) is not None:
        before = list(state.lives)
        GNAV.act(state, players[seat].choose(GNAV.view(state, seat), GNAV.legal(state, seat), chance))
    winners = [state.winner] if state.winner is not None else [s for s, left in enumerate(before) if left]
    return {seat: 1 / len(winners) for seat in winners if seat is not None}


# -- always


@pytest.mark.parametrize("level", LEVELS)
def test_matches_among_all_numbers_of_players_come_to_an_end_with_legal_actions(level: Level) -> None:
    player, seen = GnavPlayer(level), 0
    for players in range(2, 11):
        for number in range(6):
            for state, _, seat in positions(number, players, player if number % 2 else None):
                view, legal = GNAV.view(state, seat), GNAV.legal(state, seat)
                thought = player.think(view, legal, Random(seen))
                assert thought.action in legal
                assert thought.action == player.choose(view, legal, Random(seen))
                assert thought == GnavPlayer(level).think(view, legal, Random(seen))
                assert all(
                    other.action in legal and other.action != thought.action for other in thought.others
                )
                seen += 1
            assert state.over
    assert seen > 1500


def test_the_default_is_the_club_player() -> None:
    assert GnavPlayer().level is Level.CLUB


def perceived(events: list[Event], seat: Seat | None) -> list[Event]:
    return [GNAV.for_seat(event, seat) for event in events]


def replayed(head: Any, players: int, actions: list[Action]) -> tuple[State, list[Event]]:
    state, events = GNAV.start(players, {}, head)
    for action in actions:
        if state.turn != action.seat:
            break
        events += GNAV.act(state, action)
    return state, events


@pytest.mark.parametrize("level", LEVELS)
def test_hidden_cards_make_no_difference_to_thoughts_and_explanations(level: Level) -> None:
    chance, differing = Random(level), 0
    for number in range(60):
        players = chance.randrange(2, 7)
        actions: list[Action] = []
        head = GNAV.head(players, {}, 0, Random(number).shuffle)
        deals: Any = head["deals"]
        state, events = GNAV.start(players, {}, head)
        for _ in range(chance.randrange(3 * players)):
            if state.turn is not None:
                actions.append(chance.choice(GNAV.legal(state, state.turn)))
                events += GNAV.act(state, actions[-1])
        if state.turn is None:
            continue
        for seat in (state.turn, None):
            for _ in range(12):
                decks: Any = [list(deck) for deck in deals]
                deck = decks[state.used - 1]
                one, other = chance.randrange(players + 3), chance.randrange(42)
                deck[one], deck[other] = deck[other], deck[one]
                twin, told = replayed({**head, "deals": decks}, players, actions)
                if deck == deals[state.used - 1] or perceived(told, seat) != perceived(events, seat):
                    continue
                differing += 1
                if seat is None:
                    for kind in (Keep, Swap):
                        assert explained(twin, level, kind) == explained(state, level, kind)
                else:
                    assert think(twin, level) == think(state, level)
    assert differing > 100


# -- known situations


@pytest.mark.parametrize(
    ("front", "before", "action", "reason", "facts"),
    [
        ("house 9 9 10", "", Keep(A), Reason.MATADOR, {"card": Rank.HOUSE}),
        ("fool 9 9 10", "", Swap(A), Reason.FOOL_AWAY, {"asked": B}),
        ("9 9 10 fool", "A- B- C-", Swap(D), Reason.FOOL_AWAY, {"asked": None}),
        ("owl fool 9 9", "", Keep(A), Reason.FOOL_NEXT, {"seat": B}),
        ("owl 9 fool fool", "", Keep(A), Reason.TWO_FOOLS, {"seats": (C, D)}),
        (
            "2 1 9 9",
            "A+",
            Keep(B),
            Reason.SEEN_LOWER,
            {"card": Rank.TWO, "seat": A, "lower": Rank.ONE},
        ),
        (
            "9 12 10 11",
            "",
            Keep(A),
            Reason.HIGH_ENOUGH,
            {
                "card": Rank.NINE,
                "limit": None,
                "place": Place.FIRST,
                "participants": 4,
                "after": 3,
                "lives": 3,
            },
        ),
        (
            "9 12 10 0",
            "A- B- C-",
            Swap(D),
            Reason.TOO_LOW,
            {
                "card": Rank.ZERO,
                "limit": None,
                "place": Place.DEALER,
                "participants": 4,
                "after": 0,
                "lives": 3,
            },
        ),
        (
            "1 12 10 9",
            "A+",
            Swap(B),
            Reason.HANDED_TOO_LOW,
            {"card": Rank.ONE, "limit": None, "giver": A, "given": Rank.TWELVE},
        ),
        (
            "11 12 10 9",
            "A+",
            Keep(B),
            Reason.HANDED_ENOUGH,
            {"card": Rank.ELEVEN, "limit": None, "giver": A, "given": Rank.TWELVE},
        ),
        (
            "1 dragoon 4 9",
            "A+",
            Keep(C),
            Reason.STRUCK_LOWER,
            {"card": Rank.FOUR, "limit": None, "seats": (A,)},
        ),
    ],
)
def test_the_expert_tells_what_it_does_and_why(
    front: str, before: str, action: Action, reason: Reason, facts: dict[str, object]
) -> None:
    thought = think(state_of(front, before))
    assert (thought.action, thought.reason) == (action, reason)
    assert {**thought.facts, **dict.fromkeys(thought.facts.keys() & {"limit"})} == facts
    limit, card = thought.facts.get("limit"), thought.facts.get("card")
    assert limit is None or isinstance(limit, Rank)
    if isinstance(limit, Rank) and isinstance(card, Rank):
        assert (card >= limit) == isinstance(action, Keep)


def test_a_card_at_the_limit_is_kept_as_often_as_the_thought_tells() -> None:
    mixed = [(key, row) for key, row in gnav_tables.ROWS.items() if key[:2] == (1, 0) and len(row) > 1]
    key, (lowest, often, *_) = mixed[-1]
    assert 5 <= often <= 95
    view = view_for(key, Rank(lowest))
    thoughts = [GnavPlayer(Level.EXPERT).think(view, [Keep(A), Swap(A)], Random(n)) for n in range(1000)]
    kept = [thought for thought in thoughts if thought.action == Keep(A)]
    assert abs(len(kept) - 10 * often) < 60
    for thought in thoughts:
        assert thought.reason is Reason.AT_LIMIT
        mine = often if thought.action == Keep(A) else 100 - often
        assert thought.facts["often"] == mine
        (other,) = thought.others
        assert other.reason is Reason.AT_LIMIT
        assert other.facts["often"] == 100 - mine
        assert {type(thought.action), type(other.action)} == {Keep, Swap}


def view_for(key: tuple[int, int, int, int, int], card: Rank) -> View:
    """Return a view of A, so many places from the first, as the row of the table has it: all have kept."""
    _, _, after, kept, _ = key
    others = tuple(range(1, after + kept + 1))
    order = (*others[:kept], A, *others[kept:])
    view = GNAV.view(
        GNAV.start(len(order), {}, {"dealer": 0, "deals": [deck_of("1 1 2 2 3 3 4 4 5 5")]})[0], A
    )
    cards = (card, *[None] * len(others))
    return replace(view, order=order, cards=cards, turn=A)


def test_a_player_with_one_life_left_is_more_careful() -> None:
    """Who is struck and then lowest loses two lives, of which the last player has but one."""
    assert think(state_of("4 12 10 11", lives="3222")).reason is Reason.HIGH_ENOUGH
    assert think(state_of("4 12 10 11", lives="1222")).reason is Reason.AT_LIMIT


def test_between_two_the_limit_goes_by_the_lives_of_both() -> None:
    limits = [plain_limit(far, after=1, kept=0) for far in (31, 21, 11, 12, 13)]
    assert max(limits[:2]) < 8 < limits[2]
    assert limits[4] == 9


def plain_limit(far: int, *, after: int, kept: int) -> float:
    """Return the limit of a plain row, as the number of ranks that are not kept."""
    lowest, *percents = gnav_tables.ROWS[row_of(far, after, kept, 0, 0, handed=False, fool=False)]
    return lowest + sum(1 - often / 100 for often in percents)


def test_the_more_could_be_lower_the_less_will_do() -> None:
    for kept in range(4):
        limits = [plain_limit(1, after=after, kept=kept) for after in range(1, 7)]
        assert limits[0] > limits[2] > limits[5]


@pytest.mark.parametrize(
    ("front", "before", "kind", "reason", "facts"),
    [
        ("fool 9 9 10", "", Swap, Reason.FOOL_AWAY, {"asked": B}),
        ("owl fool 9 9", "", Keep, Reason.FOOL_NEXT, {"seat": B}),
        ("owl 9 fool fool", "", Keep, Reason.TWO_FOOLS, {"seats": (C, D)}),
        ("3 9 9 10", "", Keep, Reason.USUAL_KEEP, {"place": Place.FIRST, "participants": 4, "limit": None}),
        ("9 9 8 10", "", Swap, Reason.USUAL_ASK, {"place": Place.FIRST, "participants": 4, "limit": None}),
        ("2 1 9 9", "A+", Keep, Reason.HANDED_KEEP, {"giver": A, "limit": None}),
        ("2 1 9 9", "A+", Swap, Reason.HANDED_ASK, {"giver": A, "limit": None}),
        ("1 dragoon 4 9", "A+", Keep, Reason.STRUCK_KEEP, {"seats": (A,), "limit": None}),
    ],
)
def test_what_may_be_said_to_everybody(
    front: str, before: str, kind: Any, reason: Reason, facts: dict[str, object]
) -> None:
    thought = explained(state_of(front, before), Level.EXPERT, kind)
    assert thought is not None
    assert thought.reason is reason
    assert "card" not in thought.facts
    assert {**thought.facts, **dict.fromkeys(thought.facts.keys() & {"limit"})} == facts


@pytest.mark.parametrize("level", [Level.BEGINNER, Level.CLUB])
def test_who_takes_no_notice_of_what_others_did_has_no_other_reasons(level: Level) -> None:
    for before in ("A+", "A-"):
        state = state_of("2 1 9 9", before)
        assert think(state, level).reason is Reason.TOO_LOW
        for kind, reason in ((Keep, Reason.USUAL_KEEP), (Swap, Reason.USUAL_ASK)):
            thought = explained(state, level, kind)
            assert thought is not None
            assert thought.reason is reason


@pytest.mark.parametrize(("front", "kind"), [("fool 9 9 10", Keep), ("3 fool 9 9", Swap)])
def test_what_nobody_would_do_has_no_explanation(front: str, kind: Any) -> None:
    assert all(explained(state_of(front), level, kind) is None for level in LEVELS)


def test_keeping_tells_the_risk_of_asking() -> None:
    (other,) = think(state_of("9 12 10 11")).others
    assert (other.action, other.reason, other.facts) == (Swap(A), Reason.STRIKES, {"percent": 11})
    state = state_of("1 dragoon 9 9", "A+")
    # Three of the 36 cards that C has not seen and that answer by themselves: no house, no horse.
    assert strikes(GNAV.view(state, C), C) == round(100 * 3 / 36)


def test_a_beginner_keeps_from_the_same_card_everywhere() -> None:
    for front, before, kind in (
        ("9 10 8 10", "", Keep),
        ("8 9 9 10", "", Swap),
        ("9 8 7 10", "A+", Keep),
        ("8 9 9 10", "A+", Swap),
        ("1 dragoon 8 9", "A+", Swap),
    ):
        assert type(think(state_of(front, before), Level.BEGINNER).action) is kind
    assert think(state_of("8 9 9 10"), Level.BEGINNER).reason is Reason.TOO_LOW
    assert think(state_of("2 1 9 9", "A+"), Level.BEGINNER).action == Swap(B)  # it does not use what it saw


# -- the situation and the table


def test_the_situation_counts_what_everybody_saw() -> None:
    def now(front: str, before: str) -> Situation:
        state = state_of(front, before)
        assert state.turn is not None
        return situation(GNAV.view(state, state.turn), state.turn)

    nothing = Situation(after=3, kept=0, swapped=0, struck=(), giver=None, fools=())
    assert now("3 4 5 6", "") == nothing
    assert now("3 4 5 6", "A- B-") == nothing._replace(after=1, kept=2)
    assert now("3 4 5 6", "A+ B-") == nothing._replace(after=1, kept=1, swapped=1)
    assert now("3 4 5 6", "A+ B+") == nothing._replace(after=1, swapped=1, giver=B)
    assert now("3 house 5 6", "A+") == nothing._replace(after=1, giver=A)
    assert now("3 dragoon 5 6", "A+") == nothing._replace(after=1, struck=(A,))
    assert now("3 4 cat 6", "A+ B+") == nothing._replace(after=0, swapped=1, struck=(A,))
    assert now("3 4 5 fool", "A-") == nothing._replace(after=1, kept=1, fools=(D,))


@pytest.mark.parametrize("players", range(2, 11))
def test_the_deal_of_the_script_is_the_deal_of_the_rules(players: int) -> None:
    """Everything that decides is the same: whose turn it is, the row of the table, and who loses."""
    compared = 0
    for number in range(40):
        chance = Random(number)
        head: Any = GNAV.head(players, {}, 0, chance.shuffle)
        state, _ = GNAV.start(players, {}, head)
        sensible = GnavPlayer(Level.CLUB)
        while (seat := state.turn) is not None:
            number_of_deal, order = state.deal, state.order
            deck = [{rank.code: int(rank) for rank in Rank}[code] for code in head["deals"][state.used - 1]]
            deal = maker.Deal(order, deck, list(state.lives))
            while state.deal == number_of_deal and not state.over:
                seat = state.turn
                assert seat is not None
                assert deal.order[deal.place] == seat
                assert deal.key() == key_of(state, seat)
                compared += 1
                legal = GNAV.legal(state, seat)
                wild = chance.random() < 0.4
                action = (
                    chance.choice(legal) if wild else sensible.choose(GNAV.view(state, seat), legal, chance)
                )
                events = GNAV.act(state, action)
                (deal.keep if isinstance(action, Keep) else deal.ask)()
                if any(isinstance(event, Dealt) for event in events):
                    break
            assert deal.place >= len(order)
            _, resting = deal.settle()
            assert deal.lives == state.lives
            if state.deal == number_of_deal + 1:
                assert tuple(resting) == state.resting
    assert compared > 200


def key_of(state: State, seat: Seat) -> Any:
    """Return the row that the player would look up, None where it would look at none."""
    view = GNAV.view(state, seat)
    now, own = situation(view, seat), view.cards[seat]
    lower = None if now.giver is None else view.cards[now.giver]
    assert own is not None
    if len(now.fools) == 2 or (lower is not None and lower < own):
        return None
    return row_of(
        stage(view.lives, seat),
        now.after,
        now.kept,
        now.swapped,
        len(now.struck),
        handed=now.giver is not None,
        fool=bool(now.fools),
    )


def test_the_table_is_what_the_script_writes() -> None:
    assert maker.TABLE.read_text("utf-8") == maker.text(gnav_tables.ROWS, maker.DEALS)
    assert list(gnav_tables.ROWS) == maker.all_rows()


def test_a_short_run_of_the_script_is_the_same_each_time_and_near_the_table() -> None:
    one, other = (maker.learnt(5_000, seed="short") for _ in range(2))
    assert one == other
    far = []
    for after, kept in ((1, 0), (2, 0), (3, 0), (2, 1), (1, 2), (0, 3)):
        key = row_of(1, after, kept, 0, 0, handed=False, fool=False) if after + kept > 1 else (33, 0, 1, 0, 0)
        far.append(abs(one[key][0] - gnav_tables.ROWS[key][0]))
    assert max(far) <= 2
    assert sum(far) <= 5


def test_a_life_is_worth_what_chance_makes_of_it() -> None:
    assert maker.worth(3, 0, 0, 1) == pytest.approx(0.5)
    assert maker.worth(1, 3, 0, 0) == pytest.approx(0.25)
    assert maker.worth(0, 1, 0, 0) == 0
    assert maker.worth(1, 0, 0, 1) + maker.worth(3, 1, 0, 0) == pytest.approx(1)
    assert maker.worth(1, 0, 0, 1) < maker.worth(2, 0, 0, 1) < 0.5 < maker.worth(3, 0, 1, 0)
    assert maker.share([0, 0, 0], 1, [1, 2]) == 0.5
    assert maker.share([0, 0, 0], 0, [1, 2]) == 0
    assert maker.share([0, 2, 0], 1, [1]) == 1


def test_rising_averages_what_falls() -> None:
    assert maker.rising([1, 3, 2, 4], [1, 1, 1, 1]) == [1, 2.5, 2.5, 4]
    assert maker.rising([3, 0], [1, 2]) == [1, 1]
    assert maker.shortened([0, 0.04, 0.5, 0.9, 1]) == (Rank.OWL + 2, 50, 90)


# -- strength


def test_levels_are_in_order() -> None:
    """One of a level among three of the level below, in each place in turn; shares of matches."""
    for better, worse, matches, least in (
        (GnavPlayer(Level.BEGINNER), FIELDS["random"](), 150, 0.40),
        (GnavPlayer(Level.CLUB), GnavPlayer(Level.BEGINNER), 500, 0.27),
        (GnavPlayer(Level.EXPERT), GnavPlayer(Level.BEGINNER), 500, 0.27),
    ):
        chance, share = Random("levels"), 0.0
        for number in range(matches):
            players: list[Player] = [better if seat == number % 4 else worse for seat in range(4)]
            share += match_of(players, chance).get(number % 4, 0)
        assert share / matches > least


def test_a_fixed_limit_among_experts_wins_less_than_its_share() -> None:
    """With the deals of the script, many more in the same time than with those of the rules."""
    chance = Random("quick")

    def expert(deal: maker.Deal, card: int) -> bool:
        key = deal.key()
        if key is None:
            return True
        lowest, *percents = gnav_tables.ROWS[key]
        if card < lowest:
            return False
        return card - lowest >= len(percents) or chance.randrange(100) < percents[card - lowest]

    def fixed(deal: maker.Deal, card: int) -> bool:
        return card >= Rank.NINE if deal.order[deal.place] == 0 else expert(deal, card)

    wins, matches = 0.0, 1500
    for _ in range(matches):
        winners, _ = maker.match(3, fixed, chance)
        wins += (0 in winners) / len(winners)
    assert wins / matches < 1 / 3


def test_every_plain_policy_has_a_name_and_plays() -> None:
    assert list(FIELDS) == [*(f"keep-from-{number}" for number in range(13)), "random"]
    view, legal = GNAV.view(state_of("9 9 8 10"), A), [Keep(A), Swap(A)]
    for name, make in FIELDS.items():
        player, kept = make(), set()
        for card in Rank:
            held = replace(view, cards=(card, None, None, None))
            for number in range(20):
                thought = player.think(held, legal, Random(number))
                assert thought.action == player.choose(held, legal, Random(number))
                assert player.explain(GNAV.view(state_of("9 9 8 10"), None), thought.action, []) is None
                if isinstance(thought.action, Keep):
                    kept.add(card)
        limit = Rank.FOOL if name == "random" else Rank.ZERO + int(name.removeprefix("keep-from-"))
        assert kept == set(range(limit, Rank.CUCKOO + 1))


def test_players_decide_at_once() -> None:
    spent = []
    for level in LEVELS:
        player = GnavPlayer(level)
        for state, _, seat in positions(3, 10):
            view, legal = GNAV.view(state, seat), GNAV.legal(state, seat)
            begun = time.perf_counter()
            player.think(view, legal, Random(1))
            spent.append(time.perf_counter() - begun)
    assert sorted(spent)[len(spent) // 2] < 0.001
