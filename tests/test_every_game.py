"""Laws that every registered game keeps, in every mix of its options and with every number of players.

A new game joins with one entry in `HELP`. Not here: what a game's own rules are, and what is said of them.
"""

from __future__ import annotations

import copy
import itertools
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

from engine import GAMES
from engine.bots.fireworks import FireworksPlayer
from engine.bots.gnav import GnavPlayer
from engine.bots.push import PushPlayer
from engine.fireworks_parts import Arrange, Dealt, Drew, View
from engine.push_parts import View as PushView
from engine.record import Record, final, read, replay, shuffled, write
from engine.table import AnyGame, BadRecord, Deed, Options, Refused, Seat
from tests.test_gnav import hidden_from as gnav_secrets
from tests.test_gnav import tells as gnav_tells

NAMES = ("Anna", "Ben", "Carla", "Dan", "Eva", "Finn", "Greta", "Hugo", "Ida", "Jan")


@dataclass(frozen=True)
class Help:
    """What the laws have to be told about one game."""

    player: Callable[[], Any]
    """Makes a computer player."""
    anytime: Callable[[Any, Random], list[Deed]]
    """Some actions that are allowed now though they are no action of a turn."""
    secrets_seen: Callable[[Any, Seat | None], Iterable[object]]
    """What an event or a view tells this seat of the cards it may not know; must be empty."""
    tells: Callable[[Any, Seat | None], bool]
    """Whether an event tells this seat a card that others may not know."""


def arrange_anyhow(state: Any, chance: Random) -> list[Deed]:
    seat = chance.randrange(state.players)
    hand = state.hands[seat]
    return [Arrange(seat, tuple(chance.sample(hand, len(hand))))]


def fireworks_secrets(told: Any, seat: Seat | None) -> Iterator[object]:
    """Yield every face of a card in the seat's own hand; a bystander may know no face in any hand."""
    match told:
        case Dealt():
            for owner, hand in enumerate(told.hands):
                yield from (face for _, face in hand if face is not None and seat in (owner, None))
        case Drew():
            yield from (face for face in [told.face] if face is not None and seat in (told.seat, None))
        case View():
            for owner, cards in enumerate(told.hands):
                yield from (held.face for held in cards if held.face is not None and seat in (owner, None))


def fireworks_tells(event: Any, seat: Seat | None) -> bool:
    match event:
        case Dealt():
            return all(face for owner, hand in enumerate(event.hands) for _, face in hand if owner != seat)
        case Drew():
            return event.face is not None or event.seat == seat
    return True


FIREWORKS = Help(FireworksPlayer, arrange_anyhow, fireworks_secrets, fireworks_tells)


def push_secrets(told: Any, seat: Seat | None) -> Iterator[object]:
    """Yield every other seat's chips that a view tells though they are hidden and the game is not over."""
    if isinstance(told, PushView) and not told.open_chips and told.winners is None:
        yield from (n for owner, n in enumerate(told.chips) if n is not None and owner != seat)


PUSH = Help(PushPlayer, lambda state, chance: [], push_secrets, lambda event, seat: True)


def gnav_tells_all(event: Any, seat: Seat | None) -> bool:
    return seat is None or gnav_tells(event, seat)


GNAV = Help(GnavPlayer, lambda state, chance: [], gnav_secrets, gnav_tells_all)
HELP: Mapping[str, Help] = {"nova": FIREWORKS, "hanabi": FIREWORKS, "push": PUSH, "gnav": GNAV}


def test_every_game_has_an_entry_here() -> None:
    assert GAMES.keys() <= HELP.keys()


def mixes(game: AnyGame) -> list[Options]:
    """Return every mix of the game's options."""
    values = [range(game.limits[name] + 1) for name in game.defaults]
    return [dict(zip(game.defaults, mix, strict=True)) for mix in itertools.product(*values)]


def every(*, seats: bool = True) -> pytest.MarkDecorator:
    """Run a test for every game and mix of options; with `seats`, also for every number of players."""
    cases = []
    for game in GAMES.values():
        for number, options in enumerate(mixes(game)):
            counts: Sequence[int] = list(game.seats)
            for players in counts if seats else [counts[number % len(counts)]]:
                mix = [f"{key}{value}" for key, value in options.items()]
                cases.append(
                    pytest.param(game, players, options, id="-".join([game.name, str(players), *mix]))
                )
    return pytest.mark.parametrize(("game", "players", "options"), cases)


def begun(game: AnyGame, players: int, options: Options, chance: Random) -> tuple[Record, Any]:
    record = shuffled(game, NAMES[:players], options, chance.randrange(players), chance.shuffle)
    return record, game.start(players, options, record.head)[0]


def playing(
    game: AnyGame, players: int, options: Options, seed: str, *, skill: float = 0.6
) -> Iterator[tuple[Record, Any, Seat, Deed]]:
    """Yield a record, its state, whose turn it is, and the next action, until the game is over.

    The action is a computer player's with the probability `skill`, so that games last, or any other.
    """
    chance, helper = Random(seed), HELP[game.name]
    record, state = begun(game, players, options, chance)
    while (turn := game.turn(state)) is not None:
        legal = game.legal(state, turn)
        if chance.random() < skill:
            action = helper.player().choose(game.view(state, turn), legal, chance)
        elif chance.random() < 0.2:
            action = chance.choice([*helper.anytime(state, chance), legal[0]])
        else:
            action = chance.choice(varied(legal, chance))
        yield record, state, turn, action
        game.act(state, action)
        record.actions.append(action)


def varied(legal: Sequence[Deed], chance: Random) -> list[Deed]:
    """Return the actions of one kind, so that a kind with many members is not all that is chosen."""
    kinds: dict[type[Deed], list[Deed]] = {}
    for action in legal:
        kinds.setdefault(type(action), []).append(action)
    return chance.choice(list(kinds.values()))


def whole_game(game: AnyGame, players: int, options: Options, seed: str, *, skill: float = 0.6) -> Record:
    *_, (record, _, _, _) = playing(game, players, options, seed, skill=skill)
    return record


def twisted(game: AnyGame, action: Deed, chance: Random) -> Iterator[Deed]:
    """Yield actions that differ from this one in a single value, as far as they can be read at all."""
    written = game.write(action)
    for key, value in written.items():
        if isinstance(value, int):
            others: list[object] = [value - 1, value + 1, -1, chance.randrange(100), 10**30]
        elif isinstance(value, list):
            others = [value[1:], [*value, *value[:1]], [*value[1:], -1], value[::-1], []]
        else:
            others = ["", "X", chance.choice("ACDHSM"), "play", "discard", "row", "pass", "keep"]
        for other in others:
            try:
                yield game.parse({**written, key: other})
            except BadRecord:
                continue


def accepted(way: Callable[[Any, Deed], object], state: Any, action: Deed) -> bool:
    try:
        way(state, action)
    except Refused:
        return False
    return True


# Play


@every()
def test_random_play_comes_to_an_end_and_says_why(game: AnyGame, players: int, options: Options) -> None:
    for steps, (_, state, _, _) in enumerate(playing(game, players, options, "end", skill=0)):
        assert not game.result(state)["over"]
        assert steps < 2000, "a game must end"
    result = game.result(state)
    assert result["over"] is True
    assert (game.turn(state), result["turn"]) == (None, None)
    assert all(game.legal(state, seat) == [] for seat in range(players))


@every(seats=False)
def test_legal_and_announce_and_act_agree_and_what_is_refused_changes_nothing(
    game: AnyGame, players: int, options: Options
) -> None:
    chance, helper, outcomes = Random("agree"), HELP[game.name], {True: 0, False: 0}
    games = (playing(game, players, options, seed) for seed in ("agree", "agree too", "and again"))
    for record, state, turn, action in itertools.chain.from_iterable(games):
        before = copy.deepcopy(state)
        legal, free = game.legal(state, turn), helper.anytime(state, chance)
        assert legal, "whoever is called can do something"
        assert len(set(legal)) == len(legal)
        assert all(game.legal(state, seat) == [] for seat in range(players) if seat != turn)
        assert all(accepted(game.announce, state, allowed) for allowed in [*legal, *free])
        tried = [action, chance.choice(legal), *free, *record.actions[-1:]]
        attempts = [attempt for some in tried for attempt in twisted(game, some, chance)]
        for attempt in [chance.choice(legal), *chance.sample(attempts, 5)]:
            right = accepted(game.announce, state, attempt)
            if type(attempt) not in map(type, free):
                assert right == (attempt in legal), attempt
            acted = copy.deepcopy(state)
            assert accepted(game.act, acted, attempt) == right, attempt
            assert right or acted == before, "a refused action changes nothing"
            outcomes[right] += 1
        assert state == before, "announcing changes nothing"
    assert min(outcomes.values()) > 10, "too little was tried"


@every(seats=False)
def test_a_game_that_is_over_refuses_everything(game: AnyGame, players: int, options: Options) -> None:
    played = list(playing(game, players, options, "over", skill=0))
    state = played[0][1]
    before = copy.deepcopy(state)
    for action in [*(action for *_, action in played), *HELP[game.name].anytime(state, Random(0))]:
        assert not accepted(game.announce, state, action)
        assert not accepted(game.act, state, action)
    assert state == before


@every(seats=False)
def test_events_alone_rebuild_the_state(game: AnyGame, players: int, options: Options) -> None:
    record = whole_game(game, players, options, "events")
    told, _ = game.start(players, options, record.head)
    for step in replay(record):
        if step.announced is not None:
            game.apply(told, step.announced)
            for event in step.events:
                game.apply(told, event)
        assert told == step.state


# Records


@every(seats=False)
def test_a_game_saved_and_reloaded_at_every_step_is_the_same_game(
    game: AnyGame, players: int, options: Options
) -> None:
    for record, state, _, _ in playing(game, players, options, "save"):
        reloaded = None
        for step in replay(read(write(record))):
            reloaded = step.state
        assert game.result(reloaded) == game.result(state)
        assert reloaded == state


@every()
def test_record_replay_record_gives_the_same_text(game: AnyGame, players: int, options: Options) -> None:
    record = whole_game(game, players, options, "text", skill=0)
    text = write(record)
    read_back = read(text)
    steps = list(replay(read_back))
    again = Record(
        game,
        record.players,
        read_back.options,
        read_back.head,
        [step.action for step in steps if step.action is not None],
        read_back.extra,
    )
    assert write(again) == text
    assert text.count("\n") == 1
    assert text.endswith("\n")
    assert json.loads(text)["actions"] == [game.write(action) for action in record.actions]


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_keys_that_are_not_known_are_kept_and_ignored(game: AnyGame) -> None:
    record = whole_game(game, game.seats[0], game.defaults, "keys")
    extra = {"note": "für später", "deep": {"a": [1, None, 1.5, {"b": True}]}, "seed": "7"}
    written = {**json.loads(write(record)), **extra}
    kept = read(json.dumps(written))
    assert json.loads(write(kept)) == written
    assert final(kept) == final(record)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_missing_options_mean_their_defaults(game: AnyGame) -> None:
    record = whole_game(game, game.seats[0], game.defaults, "defaults")
    written = json.loads(write(record))
    del written["options"]
    assert final(read(json.dumps(written))) == final(record)
    assert read(json.dumps(written)).options == game.defaults


@every(seats=False)
def test_every_action_can_be_written_and_read_back(game: AnyGame, players: int, options: Options) -> None:
    chance = Random("write")
    for _, state, turn, _ in playing(game, players, options, "write"):
        for action in [*game.legal(state, turn), *HELP[game.name].anytime(state, chance)]:
            assert game.parse(json.loads(json.dumps(game.write(action)))) == action


# Secrets


@every()
def test_nobody_is_told_what_the_rules_hide(game: AnyGame, players: int, options: Options) -> None:
    helper = HELP[game.name]
    record = whole_game(game, players, options, "secrets", skill=0.2)
    for step in replay(record):
        everything = [*step.events, *([step.announced] if step.announced is not None else [])]
        for seat in (*range(players), None):
            assert not list(helper.secrets_seen(game.view(step.state, seat), seat))
            for event in everything:
                perceived = game.for_seat(event, seat)
                assert not list(helper.secrets_seen(perceived, seat))
                assert type(perceived) is type(event)
                if seat is not None:
                    assert helper.tells(perceived, seat), "what a seat may see is not hidden from it"


@every(seats=False)
def test_a_states_repr_shows_no_card(game: AnyGame, players: int, options: Options) -> None:
    deals = [begun(game, players, options, Random(seed)) for seed in range(5)]
    assert len({json.dumps(record.head) for record, _ in deals}) == 5
    assert len({repr(state) for _, state in deals}) == 1, "different deals look the same"


# Computer players


def computer_game(game: AnyGame, players: int, options: Options, seed: str) -> Record:
    """Return a game among computer players, each of whom chose one of the legal actions."""
    chance = Random(seed)
    record, state = begun(game, players, options, chance)
    seated = [HELP[game.name].player() for _ in range(players)]
    while (turn := game.turn(state)) is not None:
        legal = game.legal(state, turn)
        action = seated[turn].choose(game.view(state, turn), legal, chance)
        assert action in legal
        game.act(state, action)
        record.actions.append(action)
    return record


@every(seats=False)
def test_computer_players_finish_every_game(game: AnyGame, players: int, options: Options) -> None:
    record = computer_game(game, players, options, "computers")
    assert final(record)["over"] is True


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_the_same_seed_gives_computer_players_the_same_game(game: AnyGame) -> None:
    first, same, other = (
        write(computer_game(game, game.seats[-1], game.defaults, seed)) for seed in ("one", "one", "two")
    )
    assert first == same
    assert first != other
