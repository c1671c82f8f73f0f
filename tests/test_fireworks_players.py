"""Computer players for Nova and Hanabi: they keep the laws and their conventions, and can say why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any, cast

import pytest

from engine.bots.fireworks import FireworksPlayer
from engine.bots.fireworks_choice import PLAY, Choice
from engine.bots.fireworks_reasons import Reason
from engine.bots.fireworks_search import carry_out
from engine.bots.fireworks_talk import Talk, listen
from engine.bots.fireworks_weights import weights_for
from engine.bots.fireworks_worlds import deal
from engine.bots.levels import Level, Thought
from engine.fireworks import HANABI, NOVA, Fireworks, State
from engine.fireworks_parts import Action, Discard, Hint, Play, Row, full_deck
from engine.table import Deed, Options, Seat
from tests.test_project import ROOT, load

EVERY_OPTION: list[tuple[Fireworks, Options]] = [
    (NOVA, {}),
    (NOVA, {"gentle": 1, "jokers": 1}),
    (NOVA, {"grand_finale": 1, "jokers": 2}),
    (HANABI, {}),
    (HANABI, {"rainbow": 1}),
    (HANABI, {"challenge": 1}),
    (HANABI, {"rainbow": 1, "challenge": 1}),
]


def begun(game: Fireworks, players: int, options: Options, seed: object) -> State:
    """Return a game just dealt."""
    options = {**game.defaults, **options}
    state, _ = game.start(players, options, game.head(players, options, 0, Random(f"{seed}").shuffle))
    return state


def at(state: State, game: Fireworks, player: FireworksPlayer, chance: object = 1) -> Thought:
    """Return what a player would do whose turn it is."""
    turn = game.turn(state)
    assert turn is not None
    return player.think(game.view(state, turn), game.legal(state, turn), Random(f"{chance}"))


def played(game: Fireworks, players: int, options: Options, seed: object, level: Level) -> State:
    """Return a game played to its end among players of one level; raises Refused for an illegal action."""
    state = begun(game, players, options, seed)
    seated = [FireworksPlayer(level) for _ in range(players)]
    chance = Random(f"chance {seed}")
    while (turn := game.turn(state)) is not None:
        legal = game.legal(state, turn)
        action = seated[turn].choose(game.view(state, turn), legal, chance)
        assert action in legal
        game.act(state, action)
    return state


def stacked(game: Fireworks, hands: Sequence[str], stock: str = "", options: Options | None = None) -> State:
    """Return a game with these hands, left to right, seat 0 to play, and this top of the stock."""
    options = {**game.defaults, **(options or {})}
    held = [hand.split() for hand in hands]
    dealt: list[str] = []
    for number in range(len(held[0])):
        dealt += [hand[-1 - number] for hand in held]  # the first card dealt ends up rightmost
    deck = [*dealt, *stock.split()]
    rest = list(full_deck(game.rules(options)))
    for code in deck:
        rest.remove(code)
    state, _ = game.start(len(held), options, {"first": 0, "deck": deck + rest})
    return state


def card_at(state: State, seat: Seat, place: int) -> int:
    return state.hands[seat][place - 1]


def turn(state: State, game: Fireworks, action: Deed) -> None:
    game.act(state, cast(Action, action))


# -- laws


@pytest.mark.parametrize("level", list(Level))
@pytest.mark.parametrize("players", range(2, 6))
@pytest.mark.parametrize(
    ("game", "options"), EVERY_OPTION, ids=lambda value: str(getattr(value, "name", value))
)
def test_games_end_without_an_illegal_action(
    game: Fireworks, options: Options, players: int, level: Level
) -> None:
    for seed in range(1 if level is Level.EXPERT else 6):
        assert played(game, players, options, seed, level).reason is not None


@pytest.mark.parametrize("level", list(Level))
def test_what_is_kept_between_turns_only_saves_time(level: Level) -> None:
    for players in (2, 4):
        state = begun(NOVA, players, {"jokers": 1}, "kept")
        seated = [FireworksPlayer(level) for _ in range(players)]
        while (seat := NOVA.turn(state)) is not None:
            kept = at(state, NOVA, seated[seat])
            fresh = at(state, NOVA, FireworksPlayer(level))
            assert kept == fresh
            assert kept.action == seated[seat].choose(
                NOVA.view(state, seat), NOVA.legal(state, seat), Random("1")
            )
            turn(state, NOVA, kept.action)


def test_one_player_may_sit_at_many_tables() -> None:
    player = FireworksPlayer(Level.EXPERT)
    for seed in range(3):
        one, other = begun(HANABI, 3, {}, seed), begun(HANABI, 3, {}, f"other {seed}")
        for _ in range(6):
            for state in (one, other):
                assert at(state, HANABI, player) == at(state, HANABI, FireworksPlayer(Level.EXPERT))
                turn(state, HANABI, at(state, HANABI, player).action)


def test_hidden_cards_make_no_difference() -> None:
    """Where two deals differ in nothing that the seat sees, the thought is the same."""
    for seed in range(8):
        state = begun(NOVA, 3, {"jokers": 2}, seed)
        for step in range(12):
            seat = NOVA.turn(state)
            assert seat is not None
            hidden = [*state.hands[seat], *range(state.drawn, len(state.deck))]
            mixed = Random(f"{seed}/{step}").sample(hidden, len(hidden))
            deck = list(state.deck)
            for here, there in zip(hidden, mixed, strict=True):
                deck[here] = state.deck[there]
            other = replace(state, deck=tuple(deck))
            thought = at(state, NOVA, FireworksPlayer(Level.EXPERT))
            assert thought == at(other, NOVA, FireworksPlayer(Level.EXPERT))
            turn(state, NOVA, thought.action)


def test_higher_levels_score_more() -> None:
    points = {
        level: sum(sum(played(NOVA, 3, {}, seed, level).rows.values()) for seed in range(12))
        for level in Level
    }
    assert points[Level.EXPERT] > points[Level.CLUB] > points[Level.BEGINNER] + 12


def test_experts_score_as_documented() -> None:
    """The rows of docs/players.md come from thousands of games; these few must not be far from them."""
    scores = [NOVA.result(played(NOVA, 4, {}, f"row {seed}", Level.EXPERT))["score"] for seed in range(10)]
    assert sum(int(str(score)) for score in scores) >= 155


# -- conventions


def test_the_newest_card_newly_pointed_at_is_played_first() -> None:
    state = stacked(NOVA, ["2H 3C 5H 4D", "AD 5D 4C 3S", "5C 4S 4H 2S"])
    turn(state, NOVA, Hint(0, 1, "D"))  # the ace of diamonds is the newest of two
    for level in (Level.CLUB, Level.EXPERT):
        thought = at(state, NOVA, FireworksPlayer(level))
        assert thought.action == Play(1, card_at(state, 1, 1))
        assert thought.reason is Reason.PLAY_TOLD
        assert thought.facts == {"card": card_at(state, 1, 1), "by": 0, "clue": "D"}


def test_a_hint_at_the_oldest_card_may_only_save_it() -> None:
    state = stacked(NOVA, ["2H 3C 4D 4H", "2D 4C 3D 5S", "5C 4S AH 2S"])
    turn(state, NOVA, Hint(0, 1, 5))
    thought = at(state, NOVA, FireworksPlayer(Level.CLUB))
    assert thought.action != Play(1, card_at(state, 1, 4))
    assert thought.action != Discard(1, card_at(state, 1, 4))


def test_a_last_copy_about_to_go_is_saved() -> None:
    state = stacked(NOVA, ["2H 3C 4D 4H 3D", "2D 4C 3S 2C 5S"])
    saved = at(state, NOVA, FireworksPlayer(Level.CLUB))
    assert saved.action == Hint(0, 1, 5)
    assert saved.reason is Reason.HINT_SAVE
    assert saved.facts["card"] == card_at(state, 1, 5)


def test_a_finesse_is_given_and_answered() -> None:
    # Seat 2 holds the two of hearts, seat 1 the ace as its newest card: one hint makes both play.
    hands = ["4C 3C 5H 4D", "AH 5C 4S 3S", "2H 5D 4H 3D"]
    state = stacked(NOVA, hands, stock="4S")
    turn(state, NOVA, Hint(0, 2, 2))
    answer = at(state, NOVA, FireworksPlayer(Level.EXPERT))
    assert answer.action == Play(1, card_at(state, 1, 1))
    assert answer.reason is Reason.PLAY_FINESSE
    assert answer.facts == {"card": card_at(state, 1, 1), "by": 0, "to": 2}
    turn(state, NOVA, answer.action)
    follow = at(state, NOVA, FireworksPlayer(Level.EXPERT))
    assert follow.action == Play(2, card_at(state, 2, 1))
    # Club players do not finesse: the same hint tells them nothing to play.
    club = stacked(NOVA, hands)
    turn(club, NOVA, Hint(0, 2, 2))
    assert not isinstance(at(club, NOVA, FireworksPlayer(Level.CLUB)).action, Play)


def test_an_expert_reckons_with_partners_who_understand_less() -> None:
    hands = ["4C 3C 5H 4D", "AH 5C 4S 3S", "2H 5D 4H 3D"]
    state = stacked(NOVA, hands, stock="4S")
    given = [at(state, NOVA, FireworksPlayer(Level.EXPERT, among=level)) for level in Level]
    reasons = [{each.reason for each in (thought, *thought.others)} for thought in given]
    assert [Reason.HINT_FINESSE in each for each in reasons] == [False, False, True]
    turn(state, NOVA, Hint(0, 2, 2))
    answers = [at(state, NOVA, FireworksPlayer(Level.EXPERT, among=level)).reason for level in Level]
    assert [reason is Reason.PLAY_FINESSE for reason in answers] == [False, False, True]


def test_nothing_is_read_into_a_beginners_hint() -> None:
    state = stacked(NOVA, ["2H 3C 4D 4H", "AD 4C 3D 5S", "5C 4S AH 2S"])
    turn(state, NOVA, Hint(0, 1, "D"))
    thoughts = [at(state, NOVA, FireworksPlayer(Level.EXPERT, among=level)) for level in Level]
    reasons = [{each.reason for each in (thought, *thought.others)} for thought in thoughts]
    assert [Reason.PLAY_TOLD in each for each in reasons] == [False, True, True]


def test_nobody_answers_what_another_answers() -> None:
    # Both seats between have the ace as their newest card, so neither is meant for sure.
    state = stacked(NOVA, ["4C 3C 4D", "AH 5C 4S", "AH 5S 4H", "2H 5D 3D"])
    talk = listen(NOVA.view(state, 0), Level.EXPERT)
    face = talk.masks.number[state.deck[card_at(state, 1, 1)]]
    assert [seat for seat, _ in talk.answerers(0, 3, face)] == []


def test_what_another_has_played_is_asked_of_nobody_any_more() -> None:
    # Seat 2 is to play its newest card, an ace of hearts; seat 1 plays the other one first.
    state = stacked(NOVA, ["4C 3C 4D", "4S 5C AH", "AH 5S 4H", "2H 5D 3D"])
    newest = card_at(state, 2, 1)
    turn(state, NOVA, Hint(0, 3, 2))
    asked = listen(NOVA.view(state, 2), Level.EXPERT)
    assert newest in asked.answers
    turn(state, NOVA, Play(1, card_at(state, 1, 3)))
    asked.follow(NOVA.view(state, 2))
    assert not asked.answers
    assert asked.means[newest] == asked.masks.every
    thought = at(state, NOVA, FireworksPlayer(Level.EXPERT))
    assert thought.action not in (Play(2, newest), Discard(2, newest))


def test_the_oldest_card_nobody_pointed_at_goes_first() -> None:
    state = stacked(NOVA, ["4H 4C 4D 2H", "3D 5C 5D 3H", "5H 4S 3S 3C"])
    for seat, to, clue in ((0, 1, 5), (1, 2, 5), (2, 1, 5), (0, 2, 5), (1, 2, 5), (2, 1, 5)):
        turn(state, NOVA, Hint(seat, to, clue))
    thought = at(state, NOVA, FireworksPlayer(Level.CLUB))
    assert thought.action == Discard(0, card_at(state, 0, 4))
    assert thought.reason is Reason.DISCARD_OLDEST
    assert thought.facts == {"card": card_at(state, 0, 4)}


def test_an_empty_hint_means_nothing() -> None:
    state = begun(HANABI, 3, {}, "empty")
    clue = next(clue for clue in "RYGBW" if all(state.deck[card].suit != clue for card in state.hands[1]))
    before = listen(HANABI.view(state, 1), Level.EXPERT)
    turn(state, HANABI, Hint(0, 1, clue))
    after = listen(HANABI.view(state, 1), Level.EXPERT)
    assert before.means == after.means
    assert before.told != after.told


def test_a_joker_goes_where_the_next_card_is_scarcest() -> None:
    state = stacked(NOVA, ["JK 4C 4D 4S 2H", "3D 4C 5D 3H 4S"], options={"jokers": 1})
    state.discards.append(next(card for card, face in enumerate(state.deck) if face == ("H", 1)))
    turn(state, NOVA, Play(0, card_at(state, 0, 1)))
    thought = at(state, NOVA, FireworksPlayer(Level.EXPERT))
    assert thought.action == Row(0, "H")
    assert thought.reason is Reason.ROW_SCARCE
    assert thought.facts == {"suit": "H", "rank": 1, "left": 1}


def test_with_nothing_else_allowed_a_card_is_tried() -> None:
    """In the challenge, late: one life, all tokens, and nobody else holds a card to hint at."""
    state = begun(HANABI, 2, {"challenge": 1}, "forced")
    talk = listen(HANABI.view(state, 0), Level.EXPERT)
    talk = talk.world([talk.masks.number[face] for face in state.deck])
    talk.hands[1], talk.lives, talk.hints = [], 1, 8
    moves = Choice(talk, weights_for(talk.rules, 2)).all_moves()
    assert {move.card for move in moves} == set(talk.hands[0])
    assert all(move.kind == PLAY for move in moves)


# -- thinking ahead


def test_a_possible_deal_agrees_with_all_that_is_known() -> None:
    state = begun(NOVA, 3, {"jokers": 1}, "worlds")
    chance = Random(5)
    for _ in range(15):
        seat = NOVA.turn(state)
        assert seat is not None
        talk = listen(NOVA.view(state, seat), Level.EXPERT)
        choice = Choice(talk, weights_for(talk.rules, 3))
        face = deal(talk, choice.known, choice.left, chance)
        for card in state.hands[seat]:
            assert talk.told[card] >> face[card] & 1
        for owner, hand in enumerate(state.hands):
            if owner != seat:
                assert [face[card] for card in hand] == [talk.masks.number[state.deck[card]] for card in hand]
        assert sorted(face) == sorted(talk.masks.number[each] for each in state.deck)
        turn(state, NOVA, at(state, NOVA, FireworksPlayer(Level.CLUB)).action)


@pytest.mark.parametrize(
    ("game", "options"), EVERY_OPTION, ids=lambda value: str(getattr(value, "name", value))
)
def test_a_game_in_thought_follows_the_rules(game: Fireworks, options: Options) -> None:
    """A talk with all cards known, moved on by itself, stays what following the views of the game gives."""
    state = begun(game, 4, options, "rules")
    world = listen(game.view(state, None), Level.EXPERT)
    world = world.world([world.masks.number[face] for face in state.deck])
    player = FireworksPlayer(Level.CLUB)
    while (seat := game.turn(state)) is not None:
        assert (world.turn, world.hints, world.lives, world.pile) == (
            seat,
            state.hints,
            state.lives,
            state.pile,
        )
        assert world.turns_left == (-1 if state.turns_left is None else state.turns_left)
        assert [sorted(hand) for hand in world.hands] == [sorted(hand) for hand in state.hands]
        assert world.height == list(state.rows.values())
        view, legal = game.view(state, seat), game.legal(state, seat)
        choice = Choice(listen(view, Level.CLUB), weights_for(view.rules, 4))
        move = choice.best()
        joker = move.kind == PLAY and state.deck[move.card].suit == ""
        game.act(state, player.choose(view, legal, Random(1)))
        if joker:
            rows = game.legal(state, seat)
            game.act(state, player.choose(game.view(state, seat), rows, Random(1)))
        carry_out(world, move)


# -- why


def spoken(thought: Thought | None) -> Mapping[str, Any]:
    assert thought is not None
    return {"reason": thought.reason, **thought.facts}


def test_what_everybody_may_say_about_a_hint() -> None:
    player = FireworksPlayer(Level.EXPERT)
    state = stacked(NOVA, ["2H 3C 4D 4H", "AD 4C 3D 5S", "5C 4S AH 2S"])
    for action, reason, place in (
        (Hint(0, 1, 1), Reason.HINT_PLAY, 1),
        (Hint(0, 1, 5), Reason.HINT_SAVE, 4),
        (Hint(0, 1, "D"), Reason.HINT_PLAY, 1),
    ):
        view = NOVA.view(state, None)
        events = [NOVA.for_seat(event, None) for event in NOVA.act(_copy(state), action)]
        assert spoken(player.explain(view, action, events)) == {
            "reason": reason,
            "to": 1,
            "card": card_at(state, 1, place),
            "clue": action.clue,
        }


def test_a_beginners_hint_means_what_it_says() -> None:
    beginner = FireworksPlayer(Level.BEGINNER)
    state = stacked(NOVA, ["2H 3C 4D 4H", "AD 4C 3D 5S", "5C 4S AH 2S"])
    for action, said in (
        (Hint(0, 1, 1), {"reason": Reason.HINT_PLAY, "to": 1, "card": card_at(state, 1, 1), "clue": 1}),
        (Hint(0, 1, "D"), {"reason": Reason.HINT_PLAIN, "to": 1, "clue": "D"}),
        (Hint(0, 1, 5), {"reason": Reason.HINT_PLAIN, "to": 1, "clue": 5}),
    ):
        view = NOVA.view(state, None)
        events = [NOVA.for_seat(event, None) for event in NOVA.act(_copy(state), action)]
        assert spoken(beginner.explain(view, action, events)) == said


@pytest.mark.parametrize(
    ("level", "reason"),
    [
        (Level.BEGINNER, Reason.PLAY_HINTED),
        (Level.CLUB, Reason.PLAY_TOLD),
        (Level.EXPERT, Reason.PLAY_TOLD),
    ],
)
def test_a_play_after_a_hint_is_understood_by_level(level: Level, reason: Reason) -> None:
    state = stacked(NOVA, ["2H 3C 4D 4H", "AD 4C 3D 5S", "5C 4S AH 2S"])
    NOVA.act(state, Hint(0, 1, "D"))
    view, action = NOVA.view(state, None), Play(1, card_at(state, 1, 1))
    events = [NOVA.for_seat(event, None) for event in NOVA.act(state, action)]
    assert spoken(FireworksPlayer(level).explain(view, action, events))["reason"] is reason


@pytest.mark.parametrize("level", list(Level))
def test_only_experts_are_said_to_finesse(level: Level) -> None:
    state = stacked(NOVA, ["2H 3C 4D 4H", "AD 4C 3D 5S", "2D 4S AH 2S"])
    NOVA.act(state, Hint(0, 2, "D"))
    view, action = NOVA.view(state, None), Play(1, card_at(state, 1, 1))
    events = [NOVA.for_seat(event, None) for event in NOVA.act(state, action)]
    thought = FireworksPlayer(level).explain(view, action, events)
    if level is Level.EXPERT:
        assert spoken(thought)["reason"] is Reason.PLAY_FINESSE
    else:
        assert thought is None


def test_a_beginner_tells_that_a_card_was_to_be_saved() -> None:
    state = stacked(NOVA, ["2H 3C 4D 4H", "2D 4C 3D 5S", "2C 4S 3H 2S"])
    thought = at(state, NOVA, FireworksPlayer(Level.BEGINNER))
    assert spoken(thought)["reason"] is Reason.HINT_SAVE
    assert spoken(thought)["card"] == card_at(state, 1, 4)


def _copy(state: State) -> State:
    return replace(
        state,
        hands=[hand[:] for hand in state.hands],
        told=state.told[:],
        rows=dict(state.rows),
        laid=state.laid[:],
        discards=state.discards[:],
        past=state.past[:],
    )


def test_what_everybody_may_say_depends_on_nothing_hidden() -> None:
    """Two games alike to everybody but in hidden cards, and one action with the same consequences."""
    player = FireworksPlayer(Level.EXPERT)
    for seed in range(30):
        state = begun(NOVA, 3, {}, seed)
        for step in range(20):
            seat = NOVA.turn(state)
            assert seat is not None
            action = cast(Action, at(state, NOVA, FireworksPlayer(Level.CLUB), step).action)
            before = NOVA.view(state, None)
            events = NOVA.act(state, action)
            open_events = [NOVA.for_seat(event, None) for event in events]
            thought = player.explain(before, action, open_events)
            if thought is not None:
                assert all(held.face is None for hand in before.hands for held in hand)
                assert thought.action == action
                assert not set(thought.facts) - {"to", "card", "clue", "by", "percent", "through"}


@pytest.mark.parametrize("level", list(Level))
def test_every_thought_has_the_facts_of_its_reason(level: Level) -> None:
    needed = {
        Reason.HINT_PLAY: {"to", "card", "clue"},
        Reason.HINT_SAVE: {"to", "card", "clue"},
        Reason.HINT_PLAY_OR_SAVE: {"to", "card", "clue"},
        Reason.HINT_AGAIN: {"to", "card", "clue"},
        Reason.HINT_FINESSE: {"to", "card", "clue", "through"},
        Reason.HINT_PROMPT: {"to", "card", "clue", "through"},
        Reason.HINT_CORRECT: {"to", "card", "clue"},
        Reason.HINT_MORE: {"to", "clue"},
        Reason.HINT_TIME: {"to", "clue"},
        Reason.HINT_PLAIN: {"to", "clue"},
        Reason.PLAY_SURE: {"card"},
        Reason.PLAY_TOLD: {"card", "by", "clue"},
        Reason.PLAY_HINTED: {"card"},
        Reason.PLAY_FINESSE: {"card", "by", "to"},
        Reason.PLAY_LIKELY: {"card", "percent"},
        Reason.PLAY_LAST: {"card", "percent"},
        Reason.DISCARD_USELESS: {"card"},
        Reason.DISCARD_SPARE: {"card"},
        Reason.DISCARD_OLDEST: {"card"},
        Reason.DISCARD_LEAST: {"card"},
        Reason.ROW_SCARCE: {"suit", "rank", "left"},
    }
    met = set()
    for seed in range(2):
        state = begun(NOVA, 4, {"jokers": 2}, seed)
        while (seat := NOVA.turn(state)) is not None:
            thought = at(state, NOVA, FireworksPlayer(level), seed)
            legal = NOVA.legal(state, seat)
            for each in (thought, *thought.others):
                assert isinstance(each.reason, Reason)
                assert set(each.facts) == needed[each.reason]
                assert each.action in legal
                assert not each.others or each is thought
                met.add(each.reason)
            assert thought.action not in [other.action for other in thought.others]
            turn(state, NOVA, thought.action)
    assert len(met) >= 4


def test_a_talk_knows_its_game() -> None:
    one, other = begun(NOVA, 2, {}, 1), begun(NOVA, 2, {}, 2)
    turn(one, NOVA, Hint(0, 1, next(iter(_clues(one)))))
    turn(other, NOVA, Hint(0, 1, next(iter(_clues(other)))))
    talk: Talk = listen(NOVA.view(one, 0), Level.EXPERT)
    assert talk.follows(NOVA.view(one, 0))
    assert not talk.follows(NOVA.view(other, 0))
    assert not talk.follows(NOVA.view(one, 1))


def _clues(state: State) -> list[str]:
    return [state.deck[card].suit for card in state.hands[1]]


def test_weights_are_looked_for_where_games_come_to_more(monkeypatch: pytest.MonkeyPatch) -> None:
    tuner = load(ROOT / "scripts" / "fireworks_weights.py", "fireworks_weights")
    monkeypatch.setattr(tuner, "BLOCK", 3)
    good = weights_for(NOVA.rules(NOVA.defaults), 2)
    bad = replace(good, play_told=-3.0, play=-3.0)
    before = {
        weights: [tuner.points(2, weights, f"1 {block}") for block in range(2)] for weights in (good, bad)
    }
    assert tuner.better(2, bad, before[good], 1) is None
    assert tuner.better(2, good, before[good], 1) is None, "the same is not better"
    assert tuner.better(2, good, before[bad], 1) == before[good]
