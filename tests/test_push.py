"""Push: its rules by name and example, against an independent referee, its words, verbs and computer player.

Not here: the laws of every game (see `test_every_game`).
"""

from __future__ import annotations

import copy
import itertools
import json
import re
import time
import typing
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from random import Random
from typing import Any

import pytest

import engine.record
import speech.words
from access.commands import Commands, Desk, Question, spellings
from access.house_verbs import HOUSE_VERBS
from access.push_verbs import VERBS, risky
from engine import push_parts
from engine.bots.push import PushPlayer
from engine.push import PUSH, Push, State
from engine.push_parts import (
    IN_PLAY,
    VALUES,
    Action,
    Announced,
    Began,
    Counted,
    Ended,
    Event,
    Pass,
    Pushed,
    Take,
    Took,
    TurnedUp,
    TurnPassed,
    View,
    Why,
    added,
    points,
    run_of,
    runs,
    winners,
)
from engine.record import Record, final, read, replay, write
from engine.table import AnyGame, BadRecord, Deed, Fault, Options, Refused, Seat
from speech.braille import layout
from speech.game_words import MakeWords
from speech.house import NotUnderstood, Puzzle
from speech.push_words import PushWords
from speech.words import LANGUAGES, Said, Verbosity, Words
from tests.marking import Marking, unmarked
from tests.referee_push import IllegalAction, referee

NAMES = ("Anna", "Ben", "Carla", "Dan", "Eva", "Finn", "Greta")
Written = dict[str, Any]
STYLES = list(itertools.product(LANGUAGES, Verbosity))


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let records name Push, whether or not it can be chosen yet."""
    monkeypatch.setattr(engine.record, "GAMES", {"push": PUSH})


def deck_of(*wanted: int) -> list[int]:
    """Return 24 cards that begin with those wanted."""
    return [*wanted, *(card for card in VALUES if card not in wanted)][:IN_PLAY]


def begun(players: int = 4, first: int = 0, deck: Sequence[int] = (), **options: int) -> State:
    head = {"first": first, "deck": list(deck) or deck_of()}
    return PUSH.start(players, {"open_chips": 0, **options}, head)[0]


def do(state: State, *actions: str) -> list[Event]:
    """Let whoever is called pass or take; return everything that happened."""
    events: list[Event] = []
    for action in actions:
        events += PUSH.act(state, Take(state.turn) if action == "take" else Pass(state.turn))
    return events


def ended(cards: Sequence[Sequence[int]], chips: Sequence[int]) -> State:
    """Return a game that ends when the seat called takes its last card; `chips` are those after it."""
    state = begun(len(cards))
    *rest, last = cards[0]
    state.cards = [sorted(rest), *map(sorted, cards[1:])]
    state.chips, state.card, state.turned = list(chips), last, IN_PLAY
    return state


def refusal(state: State, action: Action) -> Refused:
    before = copy.deepcopy(state)
    with pytest.raises(Refused) as caught:
        PUSH.act(state, action)
    with pytest.raises(Refused):
        PUSH.announce(state, action)
    assert state == before
    return caught.value


# -- counting


DANS = (6, 8, 9, 10, 13, 14, 15, 23, 24, 33)
"""6 and 8 to 10 of clubs, king of clubs to 2 of diamonds, 10 and jack of diamonds, 7 of hearts."""


def test_dans_cards_count_83_and_with_6_chips_his_score_is_77() -> None:
    """Seed 002, "Spielende und Wertung", the example."""
    assert runs(DANS) == [(6, 6), (8, 10), (13, 15), (23, 24), (33, 33)]
    assert points(DANS) == 6 + 8 + 13 + 23 + 33 == 83
    events = do(state := ended([DANS, (3,), (4,), (5,)], (6, 0, 0, 0)), "take")
    assert Counted(0, 83, 6, 77) in events
    assert PUSH.result(state)["scores"] == [77, 3, 4, 5]


@pytest.mark.parametrize(
    ("cards", "counted"),
    [
        ((), 0),
        ((13, 14), 13),  # king of clubs, ace of diamonds
        ((26, 27), 26),  # king of diamonds, ace of hearts
        ((12, 14), 26),
        ((35, 3), 38),
        (tuple(range(13, 28)), 13),  # through three suits
        (tuple(VALUES), 3),
    ],
)
def test_runs_go_across_suits_and_count_their_lowest_card(cards: tuple[int, ...], counted: int) -> None:
    assert points(cards) == counted


def test_what_a_card_adds_is_the_difference_that_it_makes() -> None:
    chance = Random("added")
    for _ in range(2000):
        *cards, card = chance.sample(VALUES, chance.randint(1, 20))
        assert added(cards, card) == points([*cards, card]) - points(cards)
        low, high = run_of([*cards, card], card)
        assert low <= card <= high
        assert (low, high) in runs([*cards, card])


@pytest.mark.parametrize(
    ("scores", "chips", "won"),
    [
        ((10, 12, 14), (0, 9, 9), (0,)),
        ((12, 12, 14), (3, 4, 20), (1,)),  # tied: more chips
        ((12, 12, 12), (4, 4, 3), (0, 1)),  # still tied: they share the win
        ((-3, 5, -3), (9, 0, 9), (0, 2)),
    ],
)
def test_the_lowest_score_wins_then_more_chips_then_they_share(
    scores: tuple[int, ...], chips: tuple[int, ...], won: tuple[int, ...]
) -> None:
    assert winners(scores, chips) == won


def test_a_tie_in_a_game_is_broken_by_chips_or_shared() -> None:
    by_chips = ended([(10,), (12,), (20,)], (0, 2, 0))
    assert do(by_chips, "take")[-1] == Ended((1,), (10, 10, 20))
    shared = ended([(10,), (3, 4, 7), (20,)], (2, 2, 0))
    assert do(shared, "take")[-1] == Ended((0, 1), (8, 8, 20))
    assert PUSH.result(shared)["winners"] == [0, 1]
    assert PUSH.view(shared, 2).winners == (0, 1)


# -- play


@pytest.mark.parametrize(("players", "chips"), [(3, 11), (4, 11), (5, 11), (6, 9), (7, 7)])
def test_chips_and_the_first_card(players: int, chips: int) -> None:
    head = {"first": players - 1, "deck": deck_of(20)}
    state, events = PUSH.start(players, PUSH.defaults, head)
    assert events == [Began(players - 1, chips, 24, False), TurnedUp(players - 1, 20, 23)]
    assert state.chips == [chips] * players
    assert (PUSH.turn(state), state.card, state.pot, state.pile) == (players - 1, 20, 0, 23)


def test_anna_ben_and_carla_pay_for_the_jack_of_diamonds_and_dan_takes_it() -> None:
    """Seed 002, "Ein Zug", the example: Dan has the ten of diamonds and takes the six of clubs, too."""
    state = begun(deck=deck_of(23, 3, 24, 6, 33), first=3)
    do(state, "take", "pass", "take")  # the ten is Dan's, and Anna turns up the jack
    assert (state.card, state.turn, state.chips) == (24, 0, [12, 11, 11, 10])
    assert [event for event in do(state, "pass", "pass", "pass") if isinstance(event, Pushed)] == [
        Pushed(0, 24, 1),
        Pushed(1, 24, 2),
        Pushed(2, 24, 3),
    ]
    assert do(state, "take") == [Took(3, 24, 3, (23, 24)), TurnedUp(3, 6, 20)]
    assert (state.chips, points(state.cards[3])) == ([11, 10, 10, 13], 23), "it costs him nothing"
    assert do(state, "take") == [Took(3, 6, 0, (6, 6)), TurnedUp(3, 33, 19)]
    assert (PUSH.turn(state), state.cards[3], state.chips[3]) == (3, [6, 23, 24], 13)


def test_no_thanks_costs_a_chip_and_the_next_seat_decides_round_the_table() -> None:
    state = begun(3, first=2)
    assert do(state, "pass") == [Pushed(2, 3, 1), TurnPassed(0)]
    assert do(state, "pass", "pass")[-1] == TurnPassed(2)
    assert (state.chips, state.pot, state.card) == ([10, 10, 10], 3, 3)


def test_whoever_has_no_chip_must_take_the_card() -> None:
    state = begun(3)
    do(state, *["pass"] * 33)
    assert (state.chips, state.pot, state.turn) == ([0, 0, 0], 33, 0)
    assert PUSH.legal(state, 0) == [Take(0)]
    assert refusal(state, Pass(0)).why is Why.NO_CHIPS
    do(state, "take")
    assert state.chips == [33, 0, 0]
    assert PUSH.legal(state, 0) == [Take(0), Pass(0)]


def test_only_the_seat_called_may_act() -> None:
    state = begun(3)
    for seat in (1, 2, -1, 3, 10**30):
        for action in (Take(seat), Pass(seat)):
            refused = refusal(state, action)
            assert (refused.why, refused.facts) == (Why.NOT_YOUR_TURN, {"turn": 0})
        assert PUSH.legal(state, seat) == []


def test_the_game_ends_with_the_last_card_and_then_all_is_counted_openly() -> None:
    state = begun(3)
    do(state, *["take"] * 23)
    assert PUSH.view(state, 1).chips == (None, 11, None)
    assert PUSH.view(state, None).chips == (None, None, None)
    events = do(state, "pass", "take")
    assert [type(event) for event in events[2:]] == [Took, Counted, Counted, Counted, Ended]
    assert events[3:] == [
        Counted(0, 3, 10, -7),
        Counted(1, 26, 12, 14),
        Counted(2, 0, 11, -11),
        Ended((2,), (-7, 14, -11)),
    ]
    assert PUSH.turn(state) is None
    assert PUSH.view(state, 1).chips == PUSH.view(state, None).chips == (10, 12, 11)
    for action in (Take(0), Pass(1)):
        assert refusal(state, action).why is Why.GAME_OVER


def test_a_view_shows_chips_only_to_their_owner_unless_they_lie_open() -> None:
    hidden, shown = begun(4), begun(4, open_chips=1)
    for state in (hidden, shown):
        do(state, "pass", "pass", "take")
    assert [PUSH.view(hidden, seat).chips for seat in (0, 2, None)] == [
        (10, None, None, None),
        (None, None, 13, None),
        (None, None, None, None),
    ]
    for seat in (0, 2, None):
        assert PUSH.view(shown, seat).chips == (10, 10, 13, 11)
        assert PUSH.view(hidden, seat).cards == ((), (), (3,), ())


def test_the_final_state_has_exactly_the_keys_of_the_record_format_in_their_order() -> None:
    state = begun(3, deck=deck_of(30, 4))
    do(state, "pass", "take")
    assert list(PUSH.result(state).items()) == [
        ("game", "push"),
        ("over", False),
        ("scores", [-10, 18, -11]),
        ("chips", [10, 12, 11]),
        ("cards", [[], [30], []]),
        ("winners", None),
        ("pot", 0),
        ("card", 4),
        ("pile", 22),
        ("turn", 1),
    ]


# -- heads and actions in writing


def test_a_new_game_has_24_of_the_33_cards_as_text_in_shuffled_order() -> None:
    seen: set[str] = set()
    for seed in range(40):
        head = PUSH.head(5, PUSH.defaults, 3, Random(seed).shuffle)
        deck = head["deck"]
        assert isinstance(deck, list)
        assert list(head) == ["first", "deck"]
        assert head["first"] == 3
        assert len(set(deck)) == 24
        seen.update(deck)
        PUSH.start(5, PUSH.defaults, head)
    assert seen == {str(value) for value in range(3, 36)}


def test_cards_may_be_text_or_numbers() -> None:
    numbers = deck_of(35, 3, 20)
    texts = [str(card) for card in numbers]
    states = [
        PUSH.start(3, PUSH.defaults, {"first": 0, "deck": deck})[0]
        for deck in (numbers, texts, texts[:9] + numbers[9:])
    ]
    assert states[0] == states[1] == states[2]


UNKNOWN: tuple[object, ...] = (2, 36, -3, True, 5.0, "2", "36", "05", " 5", "5C", "", None, [], {}, [5])


@pytest.mark.parametrize(
    ("deck", "fault", "facts"),
    [
        (None, Fault.WRONG_DECK, {"size": 24}),
        ("345", Fault.WRONG_DECK, {"size": 24}),
        ([], Fault.WRONG_DECK, {"size": 24}),
        (deck_of()[1:], Fault.WRONG_DECK, {"size": 24}),
        ([*VALUES], Fault.WRONG_DECK, {"size": 24}),
        ([4, *deck_of()[1:]], Fault.WRONG_DECK, {"size": 24}),
        (["4", *deck_of()[1:]], Fault.WRONG_DECK, {"size": 24}),
        *(([3, 4, wrong, *deck_of()[3:]], Fault.UNKNOWN_CARD, {"number": 3}) for wrong in UNKNOWN),
    ],
)
def test_wrong_decks(deck: object, fault: Fault, facts: Mapping[str, object]) -> None:
    with pytest.raises(BadRecord) as caught:
        PUSH.start(3, PUSH.defaults, {"first": 0, "deck": deck})
    assert (caught.value.fault, caught.value.facts) == (fault, facts)


@pytest.mark.parametrize("first", [-1, 3, True, "0", 0.0, None])
def test_wrong_first_seats(first: object) -> None:
    with pytest.raises(BadRecord) as caught:
        PUSH.start(3, PUSH.defaults, {"first": first, "deck": deck_of()})
    assert caught.value.fault is Fault.WRONG_FIRST


@pytest.mark.parametrize(
    "written",
    [
        {},
        {"seat": 0},
        {"do": "take"},
        {"seat": "0", "do": "take"},
        {"seat": True, "do": "take"},
        {"seat": 0, "do": "play"},
        {"seat": 0, "do": None},
    ],
)
def test_what_is_not_written_as_an_action(written: Written) -> None:
    with pytest.raises(BadRecord) as caught:
        PUSH.parse(written)
    assert caught.value.fault is Fault.WRONG_ACTION


@pytest.mark.parametrize("action", [Take(2), Pass(0)])
def test_actions_are_written_and_read_back(action: Action) -> None:
    assert PUSH.parse(json.loads(json.dumps(PUSH.write(action)))) == action


# -- against the referee


def random_record(chance: Random) -> Written:
    """Return a game of random players and length, perhaps with a foul somewhere and what followed it."""
    players, options = chance.randint(3, 7), {"open_chips": chance.random() < 0.5}
    deck: list[Any] = chance.sample(VALUES, IN_PLAY)
    if chance.random() < 0.5:
        deck = [str(card) for card in deck]
    head = {"first": chance.randrange(players), "deck": deck}
    state, _ = PUSH.start(players, options, head)
    actions: list[Any] = []
    passing, fouls = chance.choice((0.2, 0.4, 0.6, 0.8, 1.0)), chance.choice((0, 0, 0.005, 0.05))
    length = chance.choice((2000, 2000, chance.randrange(200)))
    while len(actions) < length:
        if chance.random() < fouls or (state.over and chance.random() < 0.1):
            actions.append(foul(state, chance))
        if state.over:
            break
        passes = state.chips[state.turn] and chance.random() < passing
        actions.append({"seat": state.turn, "do": "pass" if passes else "take"})
        PUSH.act(state, PUSH.parse(actions[-1]))
    written = {"format": "senpai-record", "version": 1, "game": "push", "players": list(NAMES[:players])}
    return {**written, "options": options, **head, "actions": actions}


def foul(state: State, chance: Random) -> Any:
    """Return something that looks like an action and may be against the rules, or none at all."""
    good = {"seat": state.turn, "do": chance.choice(("take", "pass"))}
    return chance.choice(
        (
            {**good, "seat": chance.randint(-1, state.players)},
            {**good, "seat": (state.turn + 1) % state.players},
            {**good, "seat": chance.choice((True, None, 0.0, "1", 10**20))},
            {**good, "do": chance.choice(("Take", "play", "keep", None, 1, []))},
            {"seat": state.turn, "do": "pass"},
            chance.choice(([], None, "take", 3, {})),
        )
    )


def by_engine(record: Written, seen: Counter[object]) -> tuple[object, object]:
    """Return final state and None, or None and the number of the action refused; `seen` counts why."""
    try:
        result = final(read(json.dumps(record)))
    except BadRecord as bad:
        refused = bad.facts.get("refused")
        seen[refused.why if isinstance(refused, Refused) else bad.fault] += 1
        return None, bad.facts["number"]
    seen["over" if result["over"] else "cut off"] += 1
    won = result["winners"]
    assert won is None or isinstance(won, list)
    seen["shared"] += won is not None and len(won) > 1
    return result, None


def by_referee(record: Written) -> tuple[object, object]:
    try:
        return referee(record), None
    except IllegalAction as illegal:
        return None, illegal.number


def test_engine_and_referee_agree_on_every_state_and_every_foul() -> None:
    chance, seen = Random("push"), Counter[object]()
    for _ in range(1800):
        record = random_record(chance)
        assert by_engine(record, seen) == by_referee(record), json.dumps(record)
    missing = {*Why, Fault.WRONG_ACTION, "over", "cut off", "shared"} - {key for key in seen if seen[key]}
    assert not missing, "these never came up, so nothing was compared"


def test_engine_and_referee_agree_on_ties() -> None:
    """Few chips and cards side by side make scores equal much more often than chance does."""
    chance, seen = Random("ties"), Counter[object]()
    for _ in range(300):
        low = chance.randint(3, 12)
        players = chance.randint(3, 7)
        deck = [*range(low, low + IN_PLAY)]
        takers = [chance.randrange(players) for _ in range(IN_PLAY)]
        actions, turn, first = [], takers[0], takers[0]
        for taker in takers:
            while turn != taker:
                actions.append({"seat": turn, "do": "pass"})
                turn = (turn + 1) % players
            actions.append({"seat": turn, "do": "take"})
        record = {"format": "senpai-record", "version": 1, "game": "push", "players": list(NAMES[:players])}
        record |= {"first": first, "deck": deck, "actions": actions}
        assert by_engine(record, seen) == by_referee(record)
    assert seen["over"] > 30


# -- laws


def some_game(seed: object, players: int, **options: int) -> Iterator[tuple[State, Action]]:
    """Yield a state and the action about to be done, to the end of a game of computer players and chance."""
    chance = Random(f"{seed}")
    first = chance.randrange(players)
    chosen: Options = {"open_chips": 0, **options}
    state, _ = PUSH.start(players, chosen, PUSH.head(players, chosen, first, chance.shuffle))
    while (turn := PUSH.turn(state)) is not None:
        legal = PUSH.legal(state, turn)
        sensible = chance.random() < 0.6
        action = (
            PushPlayer().choose(PUSH.view(state, turn), legal, chance) if sensible else chance.choice(legal)
        )
        yield state, action
        PUSH.act(state, action)


def record_of(seed: object, players: int, **options: int) -> Record:
    played = [(list(state.deck), action) for state, action in some_game(seed, players, **options)]
    actions: list[Deed] = [action for _, action in played]
    head = {"first": actions[0].seat, "deck": played[0][0]}
    return Record(PUSH, NAMES[:players], {"open_chips": 0, **options}, head, actions, {})


def test_push_fulfils_the_contracts() -> None:
    game: AnyGame = PUSH
    make: MakeWords = PushWords
    assert (game.name, list(game.seats), game.head_keys) == ("push", [3, 4, 5, 6, 7], ("first", "deck"))
    assert (game.defaults, game.limits) == ({"open_chips": 0}, {"open_chips": 1})
    assert make is PushWords


@pytest.mark.parametrize("players", PUSH.seats)
def test_legal_announce_and_act_agree_chips_are_kept_and_random_games_end(players: int) -> None:
    for seed in range(5):
        for steps, (state, _) in enumerate(some_game(seed, players, open_chips=seed % 2)):
            assert steps < 2000
            assert sum(state.chips) + state.pot == push_parts.chips_each(players) * players
            assert sum(map(len, state.cards)) + 1 + state.pile == IN_PLAY
            if steps % 4 == 0 or not state.chips[state.turn]:
                agree(state)
        assert PUSH.result(state)["over"]


def agree(state: State) -> None:
    """Check that what is legal is announced and done, and that all else is refused and changes nothing."""
    before = copy.deepcopy(state)
    assert before.card is not None
    tried: list[Action] = [kind(seat) for seat in range(-1, state.players + 1) for kind in (Take, Pass)]
    for action in tried:
        if action in PUSH.legal(state, action.seat):
            announced = PUSH.announce(state, action)
            assert announced == Announced(action.seat, action, before.card, before.pot)
            PUSH.act(copy.deepcopy(state), action)
        else:
            refusal(state, action)
    assert state == before


@pytest.mark.parametrize("players", PUSH.seats)
def test_a_game_saved_and_reloaded_at_every_step_is_the_same_game(players: int) -> None:
    whole = record_of("save", players)
    told, _ = PUSH.start(players, whole.options, whole.head)
    for length, step in enumerate(replay(whole)):
        part = Record(PUSH, whole.players, whole.options, whole.head, whole.actions[:length], {})
        reloaded: Any = None
        for again in replay(read(write(part))):
            reloaded = again.state
        assert reloaded == step.state
        happened: list[Any] = [] if step.announced is None else [step.announced, *step.events]
        for event in happened:
            PUSH.apply(told, event)
        assert told == step.state, "events alone tell all that changes"


def test_a_states_repr_shows_neither_cards_nor_chips() -> None:
    one, other = begun(3, deck=deck_of(30)), begun(3, deck=deck_of(31))
    other.chips = [1, 2, 3]
    assert repr(one) == repr(other)


# -- what a seat may not know


def told(words: PushWords, events: Sequence[Event], state: State, game: Push = PUSH) -> list[object]:
    """Return everything that a seat is given with some events: perceived, spoken, brailled, and the line."""
    view = game.view(state, words.me)
    perceived = [game.for_seat(event, words.me) for event in events]
    return [view, perceived, [words.event(event, view) for event in perceived], words.line(view)]


def answered(words: PushWords, view: View) -> list[Said]:
    """Return every answer that there is for a seat now, and every refusal."""
    answers, everybody = words.answers, range(len(words.names))
    said = [words.turn(view), words.table(view), answers.all_hands(view), answers.chips(view)]
    said += [answers.score(view), answers.status(view), answers.worth(view), answers.hand(view, view.seat)]
    said += [answers.hand(view, seat) for seat in everybody]
    said += [answers.chips_of(view, seat) for seat in everybody]
    return said + [words.refusal(Refused(why, turn=1), view) for why in Why]


def everything_given(
    game: Push, record: Record, seat: Seat | None, lang: str, verbosity: Verbosity
) -> list[object]:
    words, players = PushWords(Words(lang), record.players, seat, verbosity), len(record.players)
    state, events = game.start(players, record.options, record.head)
    given = told(words, events, state, game)
    for action in record.actions:
        assert isinstance(action, (Take, Pass))
        announced = game.announce(state, action)
        given += told(words, [announced], state, game)
        given += told(words, game.act(state, action), state, game)
        given += answered(words, game.view(state, seat))
        if game.turn(state) == seat:
            legal = game.legal(state, state.turn)
            given.append(PushPlayer().choose(game.view(state, seat), legal, Random(1)))
    return given


def shortened(record: Record, length: int) -> Record:
    head, actions = record.head, record.actions[:length]
    return Record(PUSH, record.players, record.options, head, actions, {})


def seat_and_style(number: int, players: int) -> tuple[Seat | None, str, Verbosity]:
    seats: list[Seat | None] = [*range(players), None]
    lang, verbosity = STYLES[number % len(STYLES)]
    return seats[number % len(seats)], lang, verbosity


@pytest.mark.parametrize("number", range(12))
def test_the_unturned_pile_and_the_nine_removed_cards_make_no_difference(number: int) -> None:
    chance, players = Random(number), 3 + number % 5
    whole = record_of(number, players, open_chips=number % 2)
    part = shortened(whole, chance.randrange(len(whole.actions) - 10))
    state: Any = [step.state for step in replay(part)][-1]
    turned = list(state.deck[: state.turned])
    hidden = [card for card in VALUES if card not in turned]
    other = copy.copy(part)
    other.head = {**part.head, "deck": turned + chance.sample(hidden, IN_PLAY - len(turned))}
    seat, lang, verbosity = seat_and_style(number, players)
    given = everything_given(PUSH, part, seat, lang, verbosity)
    assert given == everything_given(PUSH, other, seat, lang, verbosity)
    assert part.head != other.head


class Richer(Push):
    """Push in which all but one seat have more chips than the rules give, so that no total is the same."""

    def __init__(self, but: Seat | None) -> None:
        super().__init__()
        self.but = but

    def start(self, players: int, options: Options, head: Mapping[str, object]) -> tuple[State, list[Event]]:
        state, events = super().start(players, options, head)
        state.chips = [n + 100 * (seat != self.but) for seat, n in enumerate(state.chips)]
        return state, events


@pytest.mark.parametrize("number", range(14))
def test_how_many_chips_the_others_have_makes_no_difference_before_the_end(number: int) -> None:
    """No total of another seat, and nothing that follows from one, is in anything that a seat is given."""
    players = 3 + number % 5
    seat, lang, verbosity = seat_and_style(number, players)
    whole = record_of(number, players)
    part = shortened(whole, len(whole.actions) - 1)
    given = everything_given(PUSH, part, seat, lang, verbosity)
    assert given == everything_given(Richer(seat), part, seat, lang, verbosity)


def test_the_law_about_chips_would_see_them() -> None:
    """With open chips the others' totals are given, in the view, in speech, in braille and in answers."""
    whole = record_of("open", 4, open_chips=1)
    part = shortened(whole, 30)
    given = everything_given(PUSH, part, 0, "en", Verbosity.NORMAL)
    other = everything_given(Richer(0), part, 0, "en", Verbosity.NORMAL)
    unlike = [pair for pair in zip(given, other, strict=True) if pair[0] != pair[1]]
    assert {type(one) for one, _ in unlike} >= {View, list, Said}


# -- words

EVENTS: tuple[Event, ...] = (
    Began(0, 11, 24, False),
    Began(0, 11, 24, True),
    Announced(0, Take(0), 24, 3),
    Announced(0, Take(0), 6, 0),
    Announced(0, Pass(0), 24, 3),
    *(TurnedUp(0, card, pile) for card in VALUES for pile in (23, 1, 0)),
    *(Pushed(0, 25, pot) for pot in (1, 2, 55)),
    *(Took(0, 25, pot, joined) for pot in (0, 1, 20) for joined in ((25, 25), (24, 25), (13, 27))),
    TurnPassed(0),
    *(
        Counted(0, counted, chips, counted - chips)
        for counted, chips in ((123, 11), (0, 20), (12, 11), (8, 8))
    ),
    Ended((0,), (112, 113, 120)),
    Ended((0,), (-12, 1, 120)),
    Ended((0,), (12, 12, 120)),
    Ended((0, 1), (1, 1, 120)),
    Ended((0, 1), (1, 1, 1)),
    Ended((0, 1, 2), (5, 5, 5)),
)
NAMES_3 = ("Carla", "Berta", "Doris")
FORBIDDEN = re.compile(r"[{}<>*_|♥♦♠♣\[\]⟦⟧+]|  |\.\.|\s[.,;:]|None|-\d")


def words_for(seat: Seat | None, verbosity: Verbosity = Verbosity.NORMAL, lang: str = "en") -> PushWords:
    return PushWords(Words(lang), NAMES_3, seat, verbosity)


@cache
def views(seat: Seat | None) -> list[View]:
    """Return views of several moments: with and without chips, hidden and open, and after the end."""
    found = []
    for number in range(4):
        for length, (state, _) in enumerate(some_game(number, 3, open_chips=number % 2)):
            if length % 31 == 0 or (state.turn == seat and not state.chips[seat]):
                found.append(PUSH.view(state, seat))
        found.append(PUSH.view(state, seat))
    shared = ended([(10,), (3, 4, 7), (20,)], (2, 2, 0))
    by_chips = ended([(10,), (12,), (20,)], (0, 2, 0))
    for state in (shared, by_chips):
        do(state, "take")
        found.append(PUSH.view(state, seat))
    return found


def well_formed(said: Said, *, braille: int = 40) -> None:
    assert re.search(r"[.?!]$", said.speech), said
    assert said.speech[0] == said.speech[0].upper(), said
    assert not FORBIDDEN.search(said.speech), said
    assert said.braille, said
    assert not said.braille.endswith("."), said
    assert len(said.braille) <= braille, said
    for line in (said.print or said.speech).split("\n"):
        assert len(line) >= 3, said
        assert line[-1] in ".?!", said


def test_every_event_is_in_the_list() -> None:
    assert {type(event) for event in EVENTS} == set(typing.get_args(push_parts.Event))
    announced = {type(event.action) for event in EVENTS if isinstance(event, Announced)}
    assert announced == set(typing.get_args(push_parts.Action))


@pytest.mark.parametrize(("lang", "verbosity"), STYLES)
def test_every_event_and_every_refusal_has_words_for_every_listener(lang: str, verbosity: Verbosity) -> None:
    for seat in (0, 1, 2, None):
        words = words_for(seat, verbosity, lang)
        for view in views(seat):
            for event in EVENTS:
                well_formed(words.event(event, view))
            for why in Why:
                well_formed(words.refusal(Refused(why, turn=1), view))


@pytest.mark.parametrize(("lang", "verbosity"), STYLES)
def test_every_answer_is_well_formed_in_every_phase(lang: str, verbosity: Verbosity) -> None:
    for seat in (0, 1, 2, None):
        words = words_for(seat, verbosity, lang)
        for view in views(seat):
            for said in answered(words, view):
                well_formed(said, braille=200)


def test_no_two_events_that_differ_for_the_rules_sound_alike_in_short() -> None:
    view = PUSH.view(begun(3), 2)
    for channel in ("speech", "braille"):
        heard: dict[str, Event] = {}
        for event in EVENTS:
            said = words_for(2, Verbosity.SHORT).event(event, view)
            if isinstance(event, (Took, Ended)):
                continue  # runs lie open, and the scores have been told one by one
            assert heard.setdefault(getattr(said, channel), event) == event, said


def test_nothing_is_said_that_did_not_go_through_the_catalogue(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(speech.words, "translator", lambda lang: Marking())
    for verbosity, seat in itertools.product(Verbosity, (0, 1, None)):
        words = words_for(seat, verbosity)
        for view in views(seat)[::3]:
            everything = [words.event(event, view) for event in EVENTS] + answered(words, view)
            for said in everything:
                assert not re.search(r"[a-z]", unmarked(said.speech)), said
    for command in VERBS:
        assert not re.search(r"[a-z]", unmarked(command.help(words.words)))


def test_cards_and_runs_are_named_as_players_name_them() -> None:
    cards = words_for(0).cards
    jack = cards.card(24)
    assert (jack.nom, jack.bare, jack.braille) == (
        "the jack of diamonds",
        "jack of diamonds",
        "diamonds jack 24",
    )
    assert cards.card(6).braille == "clubs 6"
    assert cards.card(35).bare == "nine of hearts"
    assert cards.run(8, 10) == "8 to 10 of clubs"
    assert cards.run(23, 24) == "10 to jack of diamonds"
    assert cards.run(13, 15) == "king of clubs to 2 of diamonds"
    assert cards.run(26, 27) == "king of diamonds to ace of hearts"
    assert (cards.item(24, 24), cards.item(8, 10)) == ("jack of diamonds, 24", "8 to 10 of clubs")
    assert [cards.card(card).bare for card in (3, 13, 14, 26, 27)] == [
        "three of clubs",
        "king of clubs",
        "ace of diamonds",
        "king of diamonds",
        "ace of hearts",
    ]


def test_a_turn_as_ben_hears_it() -> None:
    state = begun(3, deck=deck_of(24, 25, 3), first=0)
    ben = words_for(1)

    def heard(events: Sequence[Event]) -> list[str]:
        return [ben.event(event, PUSH.view(state, 1)).speech for event in events]

    assert heard([PUSH.announce(state, Pass(0))]) == ["Carla says no thanks."]
    assert heard(PUSH.act(state, Pass(0))) == [
        "Now 1 chip is on the 24.",
        "Your turn: the jack of diamonds, 24, with 1 chip.",
    ]
    assert heard(PUSH.act(state, Pass(1))) == [
        "Now 2 chips are on the 24. You have 10 chips now.",
        "Doris's turn.",
    ]
    assert heard([PUSH.announce(state, Take(2))]) == ["Doris takes the jack of diamonds."]
    assert heard(PUSH.act(state, Take(2))) == [
        "Doris gets the 24 and 2 chips.",
        "Doris turns up the queen of diamonds, 25.",
    ]
    assert heard(PUSH.act(state, Take(2))) == [
        "Doris gets the 25 without chips. That makes a run: jack to queen of diamonds.",
        "Doris turns up the three of clubs, 3.",
    ]


def test_short_speech_is_what_is_brailled_and_learning_says_why() -> None:
    state = begun(3, deck=deck_of(24))
    view = PUSH.view(state, 0)
    pushed = Pushed(0, 24, 1)
    assert words_for(0, Verbosity.SHORT).event(pushed, view).speech == "1 chip on 24. You have 11."
    assert (
        "Whoever takes the card gets the chips" in words_for(0, Verbosity.LEARNING).event(pushed, view).speech
    )


def test_without_a_chip_one_is_told_that_one_must_take_the_card() -> None:
    state = begun(3)
    do(state, *["pass"] * 33)
    view = PUSH.view(state, 0)
    for verbosity in Verbosity:
        said = words_for(0, verbosity).event(TurnPassed(0), view)
        assert said.braille == "Your turn: take 3 with 33 chips"
        assert "take" in said.speech
    assert words_for(0).turn(view).speech.endswith("You have no chip: you must take the card.")
    said = words_for(0).refusal(refusal(state, Pass(0)), view)
    assert said.speech == "You have no chip to pass with: take the card."


def test_answers_tell_chips_and_scores_only_as_far_as_they_are_known() -> None:
    state = begun(3, deck=deck_of(24))
    do(state, "pass", "take")
    hidden = words_for(0).answers
    view = PUSH.view(state, 0)
    assert hidden.chips(view).print == "You have 10 chips.\nThe others' chips are hidden until the end."
    assert hidden.chips_of(view, 1).speech == "Berta's chips are hidden until the end."
    assert hidden.score(view).print == (
        "Your cards count 0 points, and you have 10 chips: minus 10 points.\n"
        "Berta's cards count 24 points.\nDoris's cards count 0 points."
    )
    open_view = PUSH.view(do_open(), 0)
    assert hidden.chips(open_view).print == "You have 10 chips.\nBerta has 12 chips.\nDoris has 11 chips."
    assert (
        "Berta's cards count 24 points, and Berta has 12 chips: 12 points." in hidden.score(open_view).speech
    )


def do_open() -> State:
    state = begun(3, deck=deck_of(24), open_chips=1)
    do(state, "pass", "take")
    return state


def test_dans_cards_are_read_run_by_run() -> None:
    state = ended([(3,), (4,), DANS[:-1]], (1, 2, 3))
    said = words_for(2).answers.hand(PUSH.view(state, 2), 2)
    assert said.print == (
        "Your cards.\nSix of clubs: 6 points.\n8 to 10 of clubs: 8 points.\n"
        "King of clubs to 2 of diamonds: 13 points.\n10 to jack of diamonds: 23 points.\nTogether 50 points."
    )
    assert said.braille == "6 8-10 13-15 23-24: 50 points"
    assert words_for(0).answers.all_hands(PUSH.view(state, 0)).print == (
        "You have no cards.\nBerta: four of clubs, 4; together 4 points.\nDoris: six of clubs, 6; "
        "8 to 10 of clubs; king of clubs to 2 of diamonds; 10 to jack of diamonds; together 50 points."
    )


def test_the_outcome_says_who_won_and_when_chips_decided() -> None:
    outcome = words_for(0).answers.outcome
    assert outcome((0,), (-1, 5, 6), 0).speech == "The game is over. You win with minus 1 point."
    assert outcome((1,), (5, 5, 6), 0).print == (
        "The game is over.\nBerta wins with 5 points.\nOthers have the same score, but fewer chips."
    )
    shared = outcome((0, 1), (5, 5, 6), 0)
    assert shared.speech == "The game is over. You share the win with Berta: 5 points each."
    assert outcome((0, 1), (5, 5, 6), 2).speech.endswith("Carla and Berta share the win: 5 points each.")


# -- the braille line


def line_text(words: PushWords, view: View) -> str:
    return " ".join(
        ("" if not group.gap else " ").join(field.text for field in group.fields)
        for group in words.line(view)
    )


def test_the_braille_line_has_card_and_chips_own_chips_and_runs_and_the_others_runs() -> None:
    state = begun(3, deck=deck_of(17))
    state.cards, state.chips, state.pot = [[3, 4, 5, 12, 28, 29], [7, 8], [21]], [9, 4, 5], 4
    assert line_text(words_for(0), PUSH.view(state, 0)) == "17+4 C9 3-5 12 28-29 B 7-8 D 21 D23"
    assert line_text(words_for(None), PUSH.view(state, None)) == "17+4 C 3-5 12 28-29 B 7-8 D 21 D23"
    state.open_chips = True
    assert line_text(words_for(0), PUSH.view(state, 0)) == "17+4 C9 3-5 12 28-29 B C4 7-8 D C5 21 D23"
    mine, others = (words_for(seat).line(PUSH.view(state, seat)) for seat in (0, 1))
    marked = [
        [field.owner for group in line for field in group.fields if field.marked] for line in (mine, others)
    ]
    assert marked == [["take"], ["player 0"]]


@pytest.mark.parametrize("width", [14, 18, 20, 32, 40, 64, 80])
def test_no_field_of_the_line_is_cut_on_any_display(width: int) -> None:
    for lang, seat in itertools.product(LANGUAGES, (0, 3, None)):
        words = PushWords(Words(lang), NAMES, seat, Verbosity.NORMAL)
        for number in range(3):
            for state, _ in itertools.islice(some_game(number, 7, open_chips=number % 2), 0, None, 23):
                groups = words.line(PUSH.view(state, seat))
                parts = layout(groups, width, lang)
                assert all(len(part.cells) == len(part.text) <= width for part in parts)
                told_apart = line_text(words, PUSH.view(state, seat)).split()
                assert " ".join(part.text for part in parts).split() == told_apart
                whole = {field.owner: field.text.strip() for group in groups for field in group.fields}
                found = Counter[str]()
                for part in parts:
                    for owner, cells in itertools.groupby(range(len(part.owners)), part.owners.__getitem__):
                        if owner is not None:
                            assert "".join(part.text[cell] for cell in cells).strip() == whole[owner]
                            found[owner] += 1
                assert set(found) == set(whole)
                assert max(found.values()) == 1


# -- verbs

PushDesk = Desk[View, PushWords]
COMMANDS: Commands[Any, Any] = Commands((*VERBS, *HOUSE_VERBS))
"""Raises ValueError if a spelling of Push means something else around the game."""
NEEDED = {
    "take": Take(0),
    "nimm": Take(0),
    "nehmen": Take(0),
    "nimm sie": Take(0),
    "take it": Take(0),
    "Take the card!": Take(0),
    "take 3": Take(0),
    "no thanks": Pass(0),
    "No, thanks!": Pass(0),
    "pass": Pass(0),
    "push": Pass(0),
    "push it on": Pass(0),
    "nein danke": Pass(0),
    "Nein, danke.": Pass(0),
    "schieb": Pass(0),
    "schieben": Pass(0),
    "schieb sie weiter": Pass(0),
}


def desk(*names: str, lang: str = "en", state: State | None = None) -> PushDesk:
    called = names or NAMES_3
    words = PushWords(Words(lang), called, 0, Verbosity.NORMAL)
    return Desk(PUSH.view(state or begun(len(called)), 0), called, 0, words)


def meant(line: str, at: PushDesk | None = None) -> Any:
    at = at or desk()
    command, words = COMMANDS.find(line, at.names)
    return command.effect(at, words)


def puzzle(line: str, at: PushDesk | None = None) -> Puzzle:
    with pytest.raises(NotUnderstood) as caught:
        meant(line, at)
    return caught.value.puzzle


@pytest.mark.parametrize(("line", "action"), NEEDED.items())
def test_what_players_say_is_understood(line: str, action: Action) -> None:
    assert meant(line) == action


def test_a_bare_no_is_still_the_answer_to_a_question() -> None:
    for line in ("no", "nein"):
        assert COMMANDS.find(line)[0].name == "no"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_verb_parses_in_both_languages_and_its_help_begins_with_a_word_that_may_be_typed(
    lang: str,
) -> None:
    state = begun(3, deck=deck_of(24))
    do(state, "pass", "pass", "pass")
    at = desk(lang=lang, state=state)
    for command in VERBS:
        assert all(command.words[language] for language in LANGUAGES)
        for word in command.spellings():
            found, rest = COMMANDS.find(word.upper())
            assert (found, rest) == (command, [])
            reply = command.effect(at, rest)
            if isinstance(reply, Said):
                well_formed(reply, braille=200)
            else:
                assert reply in (Take(0), Pass(0))
        text = command.help(at.words.words)
        assert text.endswith(".")
        assert any(text.startswith(way) for word in command.spellings() for way in {word, *spellings(word)})


def test_cards_and_chips_of_anybody_are_asked_for_by_name() -> None:
    state = begun(3, deck=deck_of(24))
    do(state, "pass", "take")
    at = desk(state=state)
    answers, view = at.words.answers, at.view
    for line in ("cards", "hand", "my cards", "cards me", "karten", "karten von mir", "cards of carla"):
        assert meant(line, at) == answers.hand(view, 0)
    for line in ("cards Berta", "hand of Berta", "karten von berta", "cards b"):
        assert meant(line, at) == answers.hand(view, 1)
    assert meant("chips", at) == answers.chips(view)
    assert meant("chips doris", at) == answers.chips_of(view, 2)
    assert puzzle("cards zoe", at) is Puzzle.UNKNOWN_NAME
    assert puzzle("chips berta now", at) is Puzzle.TOO_MUCH
    assert puzzle("take five", at) is Puzzle.TOO_MUCH
    assert puzzle("take 25", at) is Puzzle.TOO_MUCH
    assert puzzle("score today", at) is Puzzle.TOO_MUCH


def test_names_may_begin_alike_be_fillers_or_have_two_words() -> None:
    at = desk("Ben", "Benno", "Die Ida", "Me")
    answers, view = at.words.answers, at.view
    asked = meant("cards be", at)
    assert isinstance(asked, Question)
    assert [option.label for option in asked.options] == ["Ben", "Benno"]
    assert asked.options[1].reply(at) == answers.hand(view, 1)
    for line, seat in {
        "cards ben": 0,
        "cards benno": 1,
        "cards die ida": 2,
        "cards ida": 2,
        "cards me": 3,
    }.items():
        assert meant(line, at) == answers.hand(view, seat)


@pytest.mark.parametrize(
    ("own", "chips", "pot", "take", "passing"),
    [
        ((), 5, 3, True, False),  # 24 points for 3 chips
        ((23,), 5, 0, False, False),  # adds nothing
        ((25,), 5, 0, False, False),  # saves a point
        ((), 5, 24, False, False),  # pays for itself
        ((), 1, 3, True, True),  # the last chip
        ((), 0, 3, False, False),  # no choice
    ],
)
def test_what_is_risky(own: tuple[int, ...], chips: int, pot: int, take: bool, passing: bool) -> None:
    state = begun(3, deck=deck_of(24))
    state.cards[0], state.chips[0], state.pot = list(own), chips, pot
    view = PUSH.view(state, 0)
    assert (risky(Take(0), view), risky(Pass(0), view)) == (take, passing)


# -- the computer player

Choose = Callable[[View, Sequence[Action], Random], Action]


def at_random(view: View, legal: Sequence[Action], chance: Random) -> Action:
    return chance.choice(legal)


def fixed_limit(limit: int) -> Choose:
    """Take whatever counts at most so much, chips on it taken off, and pass all else."""

    def choose(view: View, legal: Sequence[Action], chance: Random) -> Action:
        assert view.card is not None
        return legal[0] if len(legal) == 1 or view.card - view.pot <= limit else legal[1]

    return choose


def share_of_wins(other: Choose, players: int, games: int) -> float:
    """Return how often one computer player among others of a kind wins, a shared win counting in part."""
    won = 0.0
    for number in range(games):
        chance, me = Random(f"{players}/{number}"), number % players
        head = PUSH.head(players, PUSH.defaults, chance.randrange(players), chance.shuffle)
        state, _ = PUSH.start(players, PUSH.defaults, head)
        while (turn := PUSH.turn(state)) is not None:
            choose = PushPlayer().choose if turn == me else other
            PUSH.act(state, choose(PUSH.view(state, turn), PUSH.legal(state, turn), chance))
        winning = winners(state.scores, state.chips)
        won += (me in winning) / len(winning)
    return won / games


@pytest.mark.parametrize(("players", "least"), [(3, 0.9), (5, 0.85), (7, 0.6)])
def test_the_computer_player_beats_chance(players: int, least: float) -> None:
    assert share_of_wins(at_random, players, 60) > least


@pytest.mark.parametrize("limit", [9, 12, 15])
@pytest.mark.parametrize(("players", "least"), [(3, 0.7), (4, 0.65), (7, 0.35)])
def test_the_computer_player_beats_a_fixed_limit(players: int, least: float, limit: int) -> None:
    """A fair share would be 0.33, 0.25 and 0.14."""
    assert share_of_wins(fixed_limit(limit), players, 60) > least


def decision(cards: Sequence[Sequence[int]], card: int, pot: int, chips: int, **options: int) -> str:
    state = begun(len(cards), deck=deck_of(card), **options)
    state.cards, state.pot = [list(hand) for hand in cards], pot
    state.chips = [chips, *[11] * (len(cards) - 1)]
    chosen = PushPlayer().choose(PUSH.view(state, 0), PUSH.legal(state, 0), Random(1))
    return "take" if isinstance(chosen, Take) else "pass"


def test_the_computer_player_is_sensible() -> None:
    assert decision([[], [], []], 35, 0, 11) == "pass"
    assert decision([[], [], []], 3, 3, 11) == "take"
    assert decision([[34], [], []], 35, 8, 2) == "take", "it adds nothing"
    assert decision([[], [], []], 30, 12, 1) == "take", "with one chip left, chips are worth much"
    assert decision([[], [], []], 30, 12, 11) == "pass"
    assert decision([[], [], []], 30, 0, 0) == "take", "it must"


def test_the_computer_player_sends_a_card_round_that_nobody_else_wants() -> None:
    assert decision([[34], [3], [4]], 35, 0, 11) == "pass"
    assert decision([[34], [33], [4]], 35, 15, 11) == "take", "others may want it now"
    assert decision([[34], [3], [4]], 35, 0, 2) == "take", "a chip might be missed"


def test_the_computer_player_decides_in_no_time() -> None:
    states = [(copy.deepcopy(state), state.turn) for state, _ in some_game("fast", 7)]
    longest = 0.0
    for state, turn in states:
        view, legal = PUSH.view(state, turn), PUSH.legal(state, turn)
        # The quicker of two, so that another program in between does not count.
        longest = max(longest, min(seconds_to_choose(view, legal) for _ in range(2)))
    assert longest < 0.05


def seconds_to_choose(view: View, legal: Sequence[Action]) -> float:
    began = time.perf_counter()
    PushPlayer().choose(view, legal, Random(1))
    return time.perf_counter() - began
