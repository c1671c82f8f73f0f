"""Computer players of Push: what they may see, that they are sensible, and what they say about it.

Not here: the rules (see `test_push`), the laws of every game (see `test_every_game`).
"""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from random import Random
from typing import NamedTuple

import pytest

from engine.bots.levels import Level, Player, Thought
from engine.bots.push import FEW, PushPlayer
from engine.bots.push_fields import FIELDS, MIXED, STRANGE
from engine.bots.push_habits import ANYHOW, FIXED, RUNS, Habit, by_habit, neighbours, wanted_by
from engine.bots.push_reasons import PushReason
from engine.bots.push_search import GAMES, LEAD, MIX, ROUND, counted_chips, outlook, play_on, row_of, weights
from engine.push import PUSH, Push, State
from engine.push_parts import (
    IN_PLAY,
    VALUES,
    Action,
    Pass,
    Take,
    View,
    added,
    chips_each,
    points,
    winners,
)
from engine.table import Options, Seat

LEVELS = list(Level)
OPEN: Options = {"open_chips": 1}
HIDDEN: Options = {"open_chips": 0}
ROWS = {count: [row_of(habit, count) for habit in MIX] for count in PUSH.seats}
NAMES = {RUNS[4]: "runs-4", FIXED[12]: "fixed-12", ANYHOW: "random"}


class Turn(NamedTuple):
    """A decision in a game: what the seat and a bystander saw, and what was thought."""

    state_chips: tuple[int, ...]
    view: View
    bystander: View
    legal: tuple[Action, ...]
    thought: Thought


def begun(players: int, options: Options, seed: str, game: Push = PUSH) -> State:
    chance = Random(seed)
    head = game.head(players, options, chance.randrange(players), chance.shuffle)
    return game.start(players, options, head)[0]


def turns(players: Sequence[Player], options: Options, seed: str) -> Iterator[Turn]:
    """Play a game and yield every decision in it."""
    state = begun(len(players), options, seed)
    while (seat := PUSH.turn(state)) is not None:
        view, legal = PUSH.view(state, seat), tuple(PUSH.legal(state, seat))
        thought = players[seat].think(view, legal, chance_of(seed, state))
        yield Turn(tuple(state.chips), view, PUSH.view(state, None), legal, thought)
        assert isinstance(thought.action, (Take, Pass))
        PUSH.act(state, thought.action)


def chance_of(seed: str, state: State) -> Random:
    return Random(f"{seed}/{len(state.past)}")


@cache
def games() -> list[Turn]:
    """Return the turns of some games with every level, count of players and option."""
    found: list[Turn] = []
    for number in range(10):
        count, options = 3 + number % 5, OPEN if number >= 5 else HIDDEN
        players = [PushPlayer(LEVELS[(seat + number) % 3]) for seat in range(count)]
        found += turns(players, options, f"some/{number}")
    return found


def view_of(
    cards: Sequence[Sequence[int]],
    card: int,
    *,
    pot: int = 0,
    chips: int = 11,
    pile: int = 12,
    seat: Seat | None = 0,
    open_chips: bool = False,
    others: int = 11,
) -> View:
    """Return a view of seat 0's turn."""
    shown = [chips, *[others] * (len(cards) - 1)]
    return View(
        seat=seat,
        turn=0,
        open_chips=open_chips,
        chips=tuple(n if open_chips or owner == seat else None for owner, n in enumerate(shown)),
        cards=tuple(tuple(hand) for hand in cards),
        card=card,
        pot=pot,
        pile=pile,
        winners=None,
    )


BOTH: tuple[Action, Action] = (Take(0), Pass(0))


def thought_of(level: Level, view: View, legal: Sequence[Action] = BOTH, seed: int = 1) -> Thought:
    return PushPlayer(level).think(view, legal, Random(seed))


# -- what they do


def test_players_keep_to_the_rules_and_say_what_else_they_thought_of() -> None:
    for turn in games():
        assert turn.thought.action in turn.legal
        for other in turn.thought.others:
            assert other.action in turn.legal
            assert other.action != turn.thought.action
            assert not other.others
    assert {type(turn.thought.action) for turn in games()} == {Take, Pass}


@pytest.mark.parametrize("level", LEVELS)
def test_chance_alone_decides_and_a_choice_is_what_was_thought(level: Level) -> None:
    for number, turn in enumerate(games()[::5]):
        first, again = (PushPlayer(level).think(turn.view, turn.legal, Random(number)) for _ in range(2))
        assert first == again
        assert PushPlayer(level).choose(turn.view, turn.legal, Random(number)) == first.action


def others_alike(turn: State, seat: Seat, chance: Random) -> State:
    """Return a state that the seat cannot tell from this one: other cards to come, other chips elsewhere."""
    turned = list(turn.deck[: turn.turned])
    hidden = [card for card in VALUES if card not in turned]
    deck = tuple(turned + chance.sample(hidden, IN_PLAY - len(turned)))
    chips = [n if owner == seat else n + chance.randrange(1, 9) for owner, n in enumerate(turn.chips)]
    return replace(turn, deck=deck, chips=chips)


@pytest.mark.parametrize("level", LEVELS)
def test_what_a_seat_cannot_see_makes_no_difference(level: Level) -> None:
    for number in range(6):
        count, chance = 3 + number % 5, Random(number)
        state = begun(count, HIDDEN, f"alike/{number}")
        while (seat := PUSH.turn(state)) is not None:
            legal, seed = PUSH.legal(state, seat), chance.random()
            other = others_alike(state, seat, chance)
            assert (other.deck, other.chips) != (state.deck, state.chips)
            here, there = (
                PushPlayer(level).think(PUSH.view(each, seat), legal, Random(seed)) for each in (state, other)
            )
            assert here == there
            explained = [
                PushPlayer(level).explain(PUSH.view(each, None), action, [])
                for each in (state, other)
                for action in legal
            ]
            assert explained[: len(legal)] == explained[len(legal) :]
            PUSH.act(state, chance.choice(legal))


def test_chips_can_be_counted_by_whoever_remembers_every_turn() -> None:
    assert all(counted_chips(turn.view) == list(turn.state_chips) for turn in games())


def share_of_wins(me: Player, others: Callable[[], Player], count: int, number: int) -> float:
    """Return how often a player wins among others of a kind; a shared win counts in part."""
    won = 0.0
    for game in range(number):
        seat, seed = game % count, f"measured/{game}"
        players = [others() for _ in range(count)]
        players[seat] = me
        state = begun(count, HIDDEN, seed)
        while (turn := PUSH.turn(state)) is not None:
            view, legal = PUSH.view(state, turn), PUSH.legal(state, turn)
            PUSH.act(state, players[turn].choose(view, legal, chance_of(seed, state)))
        winning = winners(state.scores, state.chips)
        won += (seat in winning) / len(winning)
    return won / number


@pytest.mark.parametrize(
    ("better", "worse", "count", "least"),
    [
        (Level.CLUB, Level.BEGINNER, 3, 0.6),
        (Level.CLUB, Level.BEGINNER, 5, 0.45),
        (Level.EXPERT, Level.CLUB, 3, 0.5),
        (Level.EXPERT, Level.CLUB, 5, 0.35),
    ],
)
def test_levels_are_in_order(better: Level, worse: Level, count: int, least: float) -> None:
    """A fair share would be 0.33 among three and 0.2 among five."""
    assert share_of_wins(PushPlayer(better), lambda: PushPlayer(worse), count, 30) > least


@pytest.mark.parametrize("field", ["mixed", "strange"])
@pytest.mark.parametrize(("count", "least"), [(3, 0.5), (6, 0.3)])
def test_experts_beat_habits_known_and_unknown(field: str, count: int, least: float) -> None:
    """A fair share would be 0.33 among three and 0.17 among six."""
    assert share_of_wins(PushPlayer(Level.EXPERT), FIELDS[field], count, 30) > least


@pytest.mark.real_time
def test_players_decide_in_no_time() -> None:
    """Counted in processor time, so that another program in between does not count."""
    longest = 0.0
    for turn in games()[::10]:
        for level in LEVELS:
            began = time.thread_time()
            PushPlayer(level).choose(turn.view, turn.legal, Random(1))
            longest = max(longest, time.thread_time() - began)
    assert longest < 0.2


# -- looking ahead


def test_playing_on_counts_as_the_rules_do() -> None:
    """Every chip stays in the game, every card is taken, and what cards count is added up rightly."""
    chance = Random(7)
    for number in range(300):
        count = 3 + number % 5
        state, pot = begun(count, HIDDEN, f"on/{number}"), number % 4
        rows = [chance.choice(ROWS[count]) for _ in range(count)]
        hands, counts, chips = [0] * count, [0] * count, list(state.chips)
        play_on(hands, counts, chips, 0, state.deck, pot, state.turn, rows, chance)
        cards = [[card for card in VALUES if hand >> card & 1] for hand in hands]
        assert sorted(card for hand in cards for card in hand) == sorted(state.deck)
        assert counts == [points(hand) for hand in cards]
        assert sum(chips) == chips_each(count) * count + pot
        assert min(chips) >= 0


def taken_in_turn(habit: Habit, count: int, seed: str) -> list[tuple[int, ...]]:
    """Return what each seat takes if all play by a habit, turn by turn, without its coin for equally good."""
    state = begun(count, HIDDEN, seed)
    while (seat := PUSH.turn(state)) is not None:
        assert state.card is not None
        near = len(neighbours(PUSH.view(state, seat)))
        # As in playing on: the limit is that of the chips that there were when the card was turned up.
        passes = sum(1 for past in state.past if past.card == state.card and past.seat == seat)
        limit = habit.limit(state.card, state.chips[seat] + passes, state.pile / (IN_PLAY - 1), near, count)
        takes = not state.chips[seat] or added(state.cards[seat], state.card) - state.pot <= limit
        PUSH.act(state, Take(seat) if takes else Pass(seat))
    return [tuple(hand) for hand in state.cards]


@pytest.mark.parametrize("count", [3, 4, 5, 6, 7])
def test_playing_on_takes_what_turn_by_turn_would_be_taken(count: int) -> None:
    for number, habit in enumerate([RUNS[7], Habit(share=0.3, scarcity=40, hope=1.5, crowd=1)] * 10):
        seed = f"same/{number}"
        state = begun(count, HIDDEN, seed)
        hands, counts, chips = [0] * count, [0] * count, list(state.chips)
        rows = [row_of(habit, count)] * count
        play_on(hands, counts, chips, 0, state.deck, 0, state.turn, rows, Random(0))
        bits = [sum(1 << card for card in hand) for hand in taken_in_turn(habit, count, seed)]
        assert hands == bits


def test_looking_ahead_finds_what_is_plain() -> None:
    gift = view_of([[29], [31], [4]], 30, pot=9, pile=3)
    assert outlook(gift, Random(1)).ahead > 0.1
    burden = view_of([[3], [34], [4]], 33, pile=3)
    found = outlook(burden, Random(1))
    assert found.ahead < -0.1
    assert found.games == ROUND, "that is clear at once"


def test_where_only_one_thing_can_follow_looking_ahead_is_exact() -> None:
    """Nobody else has a chip, and it is the last card: the next must take it if it is passed."""
    last = view_of([[10], [20], [30]], 15, pot=5, chips=4, pile=0, open_chips=True, others=0)
    taken, passed = lead(10 + 15 - 9, 20, 30), lead(10 - 3, 20 + 15 - 6, 30)
    assert outlook(last, Random(1)).ahead == pytest.approx(taken - passed)


def lead(mine: int, *others: int) -> float:
    """Return the chance of winning that a score is thought to have among others."""
    return 1 / (1 + math.exp((mine - min(others)) / LEAD))


def test_looking_ahead_takes_more_games_where_it_is_close_but_not_for_ever() -> None:
    counted = Counter(outlook(turn.view, Random(1)).games for turn in games()[::4] if len(turn.legal) == 2)
    assert min(counted) == ROUND
    assert max(counted) == GAMES
    assert all(number % ROUND == 0 for number in counted)
    assert counted[ROUND] > counted[GAMES], "most decisions are clear"


@pytest.mark.parametrize("habit", [RUNS[4], FIXED[12], ANYHOW])
def test_experts_learn_from_what_others_do(habit: Habit) -> None:
    *_, last = turns([FIELDS[NAMES[habit]]() for _ in range(4)], HIDDEN, "learning")
    for fits in weights(last.view):
        assert len(fits) == len(MIX)
        assert max(fits) == 1
        strangers = [MIX.index(other) for other in (RUNS[10], RUNS[4], ANYHOW) if other != habit]
        assert all(fits[other] < fits[MIX.index(habit)] for other in strangers)


# -- what they say


COMMON = {"card", "pot", "cost"}
FACTS: Mapping[PushReason, set[str]] = {
    PushReason.NO_CHIPS: set(),
    PushReason.JOINS: {"run", "saves", "wanted_by"},
    PushReason.PAID: set(),
    PushReason.CHEAP: {"neighbours"},
    PushReason.HOPE: {"neighbours"},
    PushReason.SHORT: {"chips"},
    PushReason.MAYBE_SHORT: set(),
    PushReason.DENIES: {"who", "saves"},
    PushReason.TOO_DEAR: {"neighbours"},
    PushReason.OTHERS_WANT: {"who"},
    PushReason.ROUND: {"back", "wanted_by"},
    PushReason.TRIED: {"games", "ahead"},
    PushReason.WHIM: set(),
}
TAKING = {*FACTS} - {PushReason.TOO_DEAR, PushReason.OTHERS_WANT, PushReason.ROUND}
PASSING = {PushReason.TOO_DEAR, PushReason.OTHERS_WANT, PushReason.ROUND, PushReason.WHIM}
PRIVATE = {PushReason.NO_CHIPS, PushReason.SHORT, PushReason.TRIED, PushReason.WHIM}


def told() -> Iterator[tuple[Turn, Thought]]:
    for turn in games():
        yield turn, turn.thought
        yield from ((turn, other) for other in turn.thought.others)
        for action in turn.legal:
            explained = PushPlayer().explain(turn.bystander, action, [])
            if explained is not None:
                yield turn, explained


def test_every_reason_comes_with_its_facts_and_they_are_true() -> None:
    for turn, thought in told():
        assert isinstance(thought.reason, PushReason)
        assert isinstance(thought.action, (Take, Pass))
        assert thought.facts.keys() == COMMON | FACTS[thought.reason]
        assert thought.reason in (TAKING if isinstance(thought.action, Take) else PASSING)
        check(turn, thought)
    # Cards that are wholly paid for are rare, since somebody takes them before; see below.
    assert {thought.reason for _, thought in told()} >= set(PushReason) - {PushReason.PAID}


def check(turn: Turn, thought: Thought) -> None:
    """Compare the facts with what was on the table."""
    view, facts, seat = turn.view, thought.facts, turn.view.turn
    assert view.card is not None
    assert seat is not None
    own, adds = view.cards[seat], added(view.cards[seat], view.card)
    assert (facts["card"], facts["pot"], facts["cost"]) == (view.card, view.pot, adds - view.pot)
    if "neighbours" in facts:
        assert facts["neighbours"] == neighbours(view)
    if "wanted_by" in facts:
        assert facts["wanted_by"] == wanted_by(view, seat)
    match thought.reason:
        case PushReason.NO_CHIPS:
            assert turn.legal == (Take(seat),)
        case PushReason.JOINS:
            assert facts["saves"] == points(own) - points([*own, view.card])
            low, high = ends(facts["run"])
            assert low <= view.card <= high > low
            assert {*range(low, high + 1)} <= {*own, view.card}
        case PushReason.PAID:
            assert view.pot >= view.card
        case PushReason.SHORT:
            assert facts["chips"] == view.own_chips
        case PushReason.DENIES:
            who = facts["who"]
            assert isinstance(who, int)
            assert facts["saves"] == points(view.cards[who]) - points([*view.cards[who], view.card])
        case PushReason.OTHERS_WANT:
            assert facts["who"] == wanted_by(view, seat) != ()
        case PushReason.ROUND:
            assert facts["back"] == view.pot + len(view.cards)


def ends(run: object) -> tuple[int, int]:
    assert isinstance(run, tuple)
    low, high = run
    return low, high


def test_nothing_private_is_explained_while_chips_are_hidden() -> None:
    explained = [
        thought
        for turn in games()
        if not turn.view.open_chips
        for action in turn.legal
        if (thought := PushPlayer().explain(turn.bystander, action, [])) is not None
    ]
    assert explained
    assert not PRIVATE & {thought.reason for thought in explained}


def test_who_must_take_is_told_only_if_chips_lie_open() -> None:
    dear = [[3], [10], [20]]
    seen = PushPlayer().explain(view_of(dear, 30, chips=0, seat=None, open_chips=True), Take(0), [])
    unseen = PushPlayer().explain(view_of(dear, 30, chips=0, seat=None), Take(0), [])
    assert seen is not None
    assert unseen is not None
    assert (seen.reason, unseen.reason) == (PushReason.NO_CHIPS, PushReason.MAYBE_SHORT)
    rich = view_of(dear, 30, seat=None, open_chips=True)
    assert PushPlayer().explain(rich, Take(0), []) is None, "nobody can say why"
    own = thought_of(Level.CLUB, view_of(dear, 30, chips=0), [Take(0)])
    assert (own.reason, own.others) == (PushReason.NO_CHIPS, ())


def reason(level: Level, view: View) -> tuple[type[Action], PushReason]:
    thought = thought_of(level, view)
    assert isinstance(thought.reason, PushReason)
    assert isinstance(thought.action, (Take, Pass))
    return type(thought.action), thought.reason


def test_reasons_fit_the_moment() -> None:
    club = Level.CLUB
    assert reason(club, view_of([[3], [10], [20]], 30)) == (Pass, PushReason.TOO_DEAR)
    assert reason(club, view_of([[3], [10], [29]], 30)) == (Pass, PushReason.OTHERS_WANT)
    assert reason(club, view_of([[29], [10], [20]], 30)) == (Pass, PushReason.ROUND)
    assert reason(club, view_of([[29], [10], [31]], 30)) == (Take, PushReason.JOINS)
    assert reason(club, view_of([[3], [10], [20]], 7, pot=7)) == (Take, PushReason.PAID)
    assert reason(club, view_of([[3], [10], [20]], 12, pot=8)) == (Take, PushReason.CHEAP)
    assert reason(club, view_of([[3], [10], [20]], 30, pot=13, chips=2)) == (Take, PushReason.SHORT)
    assert reason(Level.BEGINNER, view_of([[29], [10], [20]], 30)) == (Take, PushReason.JOINS)
    assert reason(Level.BEGINNER, view_of([[3], [10], [20]], 30, pot=9)) == (Pass, PushReason.TOO_DEAR)
    few = view_of([[3], [10], [20]], 30, pot=19, chips=FEW, pile=0)
    assert reason(Level.BEGINNER, few) == (Take, PushReason.SHORT)


def test_a_run_between_two_saves_a_card() -> None:
    thought = thought_of(Level.CLUB, view_of([[29, 31], [10], [28]], 30, chips=1))
    assert thought.reason is PushReason.JOINS
    assert thought.facts == {"card": 30, "pot": 0, "cost": -31, "run": (29, 31), "saves": 31, "wanted_by": ()}


def test_beginners_have_whims_only_where_it_is_close() -> None:
    close, clear = view_of([[3], [10], [20]], 15, pot=6), view_of([[3], [10], [20]], 35)
    whims = Counter(thought_of(Level.BEGINNER, close, seed=seed).reason for seed in range(200))
    assert 20 < whims[PushReason.WHIM] < 80
    assert all(thought_of(Level.BEGINNER, clear, seed=n).reason is not PushReason.WHIM for n in range(50))


def test_when_the_game_is_over_there_is_nothing_to_explain() -> None:
    over = replace(view_of([[3], [10], [20]], 30, pile=0, seat=None), card=None, winners=(0,))
    assert PushPlayer().explain(over, Take(0), []) is None


# -- fields


def test_experts_reckon_with_the_mixed_field_and_not_with_the_strange_one() -> None:
    assert set(MIXED) <= set(MIX)
    assert not set(STRANGE) & set(MIX)


@pytest.mark.parametrize("name", FIELDS)
def test_every_field_plays_whole_games(name: str) -> None:
    for count in (3, 7):
        for turn in turns([FIELDS[name]() for _ in range(count)], HIDDEN, f"field/{count}"):
            assert turn.thought.action in turn.legal


def test_a_seat_keeps_to_one_habit_for_a_whole_game() -> None:
    """Seen from outside: what a mixed seat does is what one of the habits does, at every turn of a game."""
    for seed in ("one", "two", "three"):
        played = list(turns([FIELDS["mixed"]() for _ in range(5)], HIDDEN, seed))
        for seat in range(5):
            mine = [turn for turn in played if turn.view.seat == seat]
            assert any(all(agrees(habit, turn) for turn in mine) for habit in MIXED)


def agrees(habit: Habit, turn: Turn) -> bool:
    """Whether a habit might have done the same at a turn, whatever the coin says."""
    actions = {by_habit(habit, turn.view, turn.legal, Random(seed)) for seed in range(8)}
    return turn.thought.action in actions
