"""What a display offers: every legal action and no other, and a name for everything under a finger.

All games, all options, both languages, every verbosity; nothing of it turns on what a seat may not know.
"""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import speech.words
from engine import GAMES
from engine.fireworks_parts import JOKER, Arrange, Discard, Hint, Play, Row
from engine.gnav_parts import Keep, Rank, Swap
from engine.push_parts import Pass, Take
from engine.record import Record, replay
from engine.table import Deed, Seat
from speech.braille import Field, Group
from speech.cells import cells_of, six_dots
from speech.choices import LABEL, MESSAGE, Choice, about, leaves, on_line, short_names
from speech.game_words import GameWords
from speech.senpai import Senpai
from speech.words import LANGUAGES, Verbosity
from tests.games import NAMES, cut, mixed, random_game
from tests.marking import Marking, unmarked
from tests.test_gnav import disguised as gnav_disguised
from tests.test_noninterference import disguised, other_pile, seats_of

ALL_GAMES = tuple(GAMES)
STYLES = list(itertools.product(LANGUAGES, Verbosity))
FORBIDDEN = re.compile(r"[{}<>*_|#=♥♦♠♣\[\]⟦⟧]|[-+](?!\w)|(?<!\w)[-+]|  |\.\.|\s[.,]|None")
"""What no voice should meet: symbols, gaps, and signs that are not within a word."""
WITH_OPTIONS = [
    (name, dict(zip(rules.limits, values, strict=True)))
    for name, rules in GAMES.items()
    for values in itertools.product(*(range(most + 1) for most in rules.limits.values()))
]


def words_for(game: str, seat: Seat | None, style: tuple[str, Verbosity], players: int) -> GameWords:
    return Senpai(game, NAMES[:players], seat, *style).game


def positions(record: Record) -> Iterator[Any]:
    """Yield the state after the deal and after each action; the same object changes."""
    state, _ = record.game.start(len(record.players), record.options, record.head)
    yield state
    for action in record.actions:
        record.game.act(state, action)
        yield state


def game_with(name: str, options: Mapping[str, int], number: int) -> Record:
    """Return a whole random game with these options; the number of players follows from `number`."""
    rules, chance, choose = GAMES[name], random.Random(number), mixed(name)
    count = list(rules.seats)[number % len(rules.seats)]
    head = rules.head(count, options, number % count, chance.shuffle)
    state, _ = rules.start(count, options, head)
    record = Record(rules, NAMES[:count], options, head, [], {})
    while (turn := rules.turn(state)) is not None:
        action = choose(rules.view(state, turn), rules.legal(state, turn), chance)
        rules.act(state, action)
        record.actions.append(action)
    return record


def menus_of(choices: tuple[Choice, ...]) -> Iterator[tuple[Choice, ...]]:
    """Yield every menu: these choices, and those behind them."""
    yield choices
    for choice in choices:
        if choice.more:
            yield from menus_of(choice.more)


def fields_of(line: Iterable[Group]) -> list[Field]:
    return [field for group in line for field in group.fields]


def check_labels(labels: list[str], lang: str) -> None:
    """Check the labels of one menu: short, letters that have cells, and no two alike on six dots."""
    for label in labels:
        assert 1 <= len(label) <= LABEL, label
        assert re.fullmatch(r"\w+( (\w+|\w-|-\w|--))*", label), label
        assert cells_of("?", lang)[0] not in cells_of(label, lang), label
    assert len({tuple(six_dots(cells_of(label, lang))) for label in labels}) == len(labels), labels


# -- what can be done


@pytest.mark.parametrize(("game", "options"), WITH_OPTIONS, ids=str)
def test_the_choices_of_a_turn_are_exactly_the_legal_actions(game: str, options: dict[str, int]) -> None:
    """Every way of every menu, at every step of whole games; arrangements come on top, all of them legal."""
    for number in range(4):
        record = game_with(game, options, number)
        players, style = len(record.players), STYLES[number % len(STYLES)]
        words = [words_for(game, seat, style, players) for seat in range(players)]
        for state in positions(record):
            for seat in range(players):
                offered = list(leaves(words[seat].choices(record.game.view(state, seat))))
                actions = [choice.action for choice in offered]
                orders = [action for action in actions if isinstance(action, Arrange)]
                legal = record.game.legal(state, seat)
                assert {*actions} - {*orders} == set(legal)
                assert len(actions) - len(orders) == len(legal)
                for order in orders:
                    record.game.announce(state, order)


@pytest.mark.parametrize("game", ALL_GAMES)
@pytest.mark.parametrize("style", STYLES, ids="-".join)
def test_labels_fit_and_differ_and_every_choice_is_about_fields_of_the_line(
    game: str, style: tuple[str, Verbosity]
) -> None:
    for number in range(3):
        record = random_game(number, game=game)
        players = len(record.players)
        words = [words_for(game, seat, style, players) for seat in range(players)]
        for step, state in enumerate(positions(record)):
            turn = record.game.turn(state)
            for seat in {turn, step % players} - {None}:
                assert seat is not None
                view = record.game.view(state, seat)
                choices = words[seat].choices(view)
                owners = {field.owner for field in fields_of(words[seat].line(view))}
                for menu in menus_of(choices):
                    check_labels([choice.label for choice in menu], style[0])
                    for choice in menu:
                        assert (choice.action is None) == bool(choice.more), choice
                        assert owners.issuperset(choice.owners), choice
                for owner in owners:
                    alone = about(choices, owner)
                    check_labels([choice.label for choice in alone], style[0])
                    assert all(choice.action is not None and not choice.more for choice in alone)


@pytest.mark.parametrize("game", ["nova", "hanabi"])
def test_every_card_that_something_can_be_done_with_has_a_choice_about_it(game: str) -> None:
    jokers = hidden = 0
    for number in range(8):
        record = random_game(number, game=game)
        players = len(record.players)
        words = [words_for(game, seat, STYLES[0], players) for seat in range(players)]
        for state in positions(record):
            seat = record.game.turn(state)
            if seat is None:
                continue
            view = record.game.view(state, seat)
            choices = words[seat].choices(view)
            for owner in range(players):
                for place, held in enumerate(view.hands[owner], 1):
                    mine = owner == seat
                    actions = about(choices, f"hand {place}" if mine else f"player {owner} {place}")
                    done = {type(choice.action) for choice in actions}
                    if view.joker:
                        assert not done
                    elif mine:
                        assert {Play} <= done <= {Play, Discard, Arrange}
                        hidden += 1
                    else:
                        # No hint points at a joker, at one that waits as little as at one in a hand.
                        hintable = view.hints > 0 and held.face != JOKER
                        assert done == ({Hint} if hintable else set()), (owner, place)
                        jokers += held.face == JOKER
            if view.joker:
                open_rows = {f"row {suit}" for suit, height in view.rows if height < view.rules.top}
                assert {owner for choice in choices for owner in choice.owners} == open_rows
    assert hidden > 500
    assert jokers > 20 or game == "hanabi"


def test_the_open_card_and_ones_own_card_have_choices_about_them() -> None:
    for number in range(6):
        for game in ("push", "gnav"):
            record = random_game(number, game=game)
            for state in positions(record):
                seat = record.game.turn(state)
                if seat is None:
                    continue
                view = record.game.view(state, seat)
                choices = words_for(game, seat, STYLES[0], len(record.players)).choices(view)
                done = {owner: [choice.action for choice in about(choices, owner)] for owner in OBJECTS[game]}
                if game == "push":
                    can_pass = [Pass(seat)] if view.own_chips else []
                    assert done == {"take": [Take(seat)], "pass": can_pass, "chips": can_pass}
                else:
                    assert done == {"hand": [Keep(seat), Swap(seat)]}


OBJECTS = {"push": ("take", "pass", "chips"), "gnav": ("hand",)}


@pytest.mark.parametrize("game", ALL_GAMES)
def test_a_bystander_has_no_choice_and_nobody_has_one_when_the_game_is_over(game: str) -> None:
    for number in range(4):
        record = random_game(number, game=game)
        players = len(record.players)
        bystander = words_for(game, None, STYLES[0], players)
        for state in positions(record):
            assert bystander.choices(record.game.view(state, None)) == ()
        for seat in range(players):
            assert words_for(game, seat, STYLES[0], players).choices(record.game.view(state, seat)) == ()


# -- the menus of known positions


def labels(choices: Iterable[Choice]) -> list[str]:
    return [choice.label for choice in choices]


def opened(choices: tuple[Choice, ...], *ways: str) -> tuple[Choice, ...]:
    """Return the menu behind these labels, one after the other."""
    for way in ways:
        (choices,) = (choice.more for choice in choices if choice.label == way)
    return choices


def nova(actions: list[Deed], seat: Seat, **options: int) -> tuple[GameWords, Any]:
    """Return the English words and the view of a seat of Anna and Ben; Anna holds 5, 4, 4, 3, 3 of clubs."""
    rules = GAMES["nova"]
    deck = ["3C", "AC", "3C", "AC", "4C", "2C", "4C", "2C", "5C"]
    deck += [f"{rank}{suit}" for suit in "DHS" for rank in "AA2233445"]
    deck = ["JK"] * options.get("jokers", 0) + deck
    state, _ = rules.start(2, {**rules.defaults, **options}, {"first": 0, "deck": deck})
    for action in actions:
        rules.act(state, action)
    return words_for("nova", seat, ("en", Verbosity.NORMAL), 2), rules.view(state, seat)


def test_the_menus_of_nova() -> None:
    words, view = nova([], 0)
    choices = words.choices(view)
    assert labels(choices) == ["hint", "play", "arrange"]  # all coins are there: no discard
    assert labels(opened(choices, "hint")) == ["Ben"]
    assert labels(opened(choices, "hint", "Ben")) == ["clubs", "diamonds", "aces", "twos"]
    assert labels(opened(choices, "play")) == ["1 --", "2 --", "3 --", "4 --", "5 --"]
    assert labels(opened(choices, "arrange", "1 --")) == ["right", "last"]
    assert labels(opened(choices, "arrange", "2 --")) == ["left", "right", "last"]
    assert labels(opened(choices, "arrange", "3 --")) == ["left", "right", "first", "last"]
    assert labels(about(choices, "hand 5")) == ["play", "left", "first"]
    assert labels(about(choices, "player 1")) == ["clubs", "diamonds", "aces", "twos"]
    assert labels(about(choices, "player 1 1")) == ["diamonds", "aces"]
    assert about(choices, "coins") == ()
    words, view = nova([Hint(0, 1, "C")], 1)
    choices = words.choices(view)
    assert labels(choices) == ["hint", "play", "discard", "arrange"]
    assert labels(opened(choices, "discard")) == ["1 --", "2 c-", "3 c-", "4 c-", "5 c-"]
    assert labels(about(choices, "hand 2")) == ["play", "discard", "left", "right", "last"]


def test_out_of_turn_one_can_arrange_and_no_more() -> None:
    words, view = nova([], 1)
    choices = words.choices(view)
    assert labels(choices) == ["arrange"]
    cards = [held.card for held in view.hands[1]]
    moves = {choice.label: choice.action for choice in opened(choices, "arrange", "2 --")}
    assert moves["left"] == Arrange(1, (cards[1], cards[0], *cards[2:]))
    assert moves["right"] == Arrange(1, (cards[0], cards[2], cards[1], *cards[3:]))
    assert moves["last"] == Arrange(1, (cards[0], *cards[2:], cards[1]))
    first = {choice.label: choice.action for choice in opened(choices, "arrange", "4 --")}["first"]
    assert first == Arrange(1, (cards[3], *cards[:3], cards[4]))


def test_a_joker_waits_for_its_row_and_nothing_else_can_be_done() -> None:
    words, view = nova([Play(0, 0)], 0, jokers=1)
    assert view.joker
    choices = words.choices(view)
    assert [(choice.label, choice.action) for choice in choices] == [
        ("clubs", Row(0, "C")),
        ("diamonds", Row(0, "D")),
        ("hearts", Row(0, "H")),
        ("spades", Row(0, "S")),
    ]
    assert labels(about(choices, "row H")) == ["joker"]
    assert about(choices, "hand 1") == ()


def test_at_hanabi_hints_that_point_at_nothing_are_offered_and_rainbow_matches_every_colour() -> None:
    rules = GAMES["hanabi"]
    deck = [f"{suit}{rank}" for suit in "MRYGBW" for rank in (1, 1, 1, 2, 2, 3, 3, 4, 4, 5)]
    state, _ = rules.start(2, {"rainbow": 1, "challenge": 0}, {"first": 0, "deck": deck})
    choices = words_for("hanabi", 0, ("en", Verbosity.NORMAL), 2).choices(rules.view(state, 0))
    clues = ["red", "yellow", "green", "blue", "white", "ones", "twos", "threes", "fours", "fives"]
    assert labels(opened(choices, "hint", "Ben")) == clues
    assert labels(about(choices, "player 1 1")) == ["red", "yellow", "green", "blue", "white", "fives"]


def test_the_menu_of_push_and_of_gnav() -> None:
    push, gnav = GAMES["push"], GAMES["gnav"]
    state, _ = push.start(3, push.defaults, {"first": 0, "deck": [str(value) for value in range(3, 27)]})
    words = words_for("push", 0, ("en", Verbosity.NORMAL), 3)
    assert labels(words.choices(push.view(state, 0))) == ["take", "no thanks"]
    assert words_for("push", 1, ("en", Verbosity.NORMAL), 3).choices(push.view(state, 1)) == ()
    deck = [rank.code for rank in (Rank.SIX, Rank.FOUR)] + [
        rank.code for rank in Rank for _ in range(2 - (rank in (Rank.SIX, Rank.FOUR)))
    ]
    match, _ = gnav.start(2, {}, {"dealer": 1, "deals": [deck]})
    words = words_for("gnav", 0, ("en", Verbosity.NORMAL), 2)
    choices = words.choices(gnav.view(match, 0))
    assert labels(choices) == ["keep", "swap Ben"]
    assert labels(about(choices, "player 1")) == ["swap Ben"]
    gnav.act(match, Swap(0))
    words = words_for("gnav", 1, ("en", Verbosity.NORMAL), 2)
    choices = words.choices(gnav.view(match, 1))
    assert labels(choices) == ["keep", "swap stock"]
    assert labels(about(choices, "stock")) == ["swap stock"]


# -- what a field is


@pytest.mark.parametrize("game", [*ALL_GAMES, "gnav norwegian"])
@pytest.mark.parametrize("style", STYLES, ids="-".join)
def test_every_field_of_every_line_is_named_in_speech_and_in_few_cells(
    game: str, style: tuple[str, Verbosity]
) -> None:
    seen: set[str] = set()
    name, _, cards = game.partition(" ")
    for number in range(5):
        record = random_game(number, game=name)
        players = len(record.players)
        seats = [*range(players), None]
        words = [Senpai(name, record.players, seat, *style, cards or "own").game for seat in seats]
        for step, state in enumerate(positions(record)):
            teller = words[step % len(seats)]
            view = record.game.view(state, seats[step % len(seats)])
            for field in fields_of(teller.line(view)):
                said = teller.object(field.owner, view)
                assert said.speech.endswith("."), said
                assert said.speech[0] == said.speech[0].upper(), said
                assert not FORBIDDEN.search(said.speech), said
                assert said.print is None or all(line[-1] == "." for line in said.print.split("\n")), said
                assert 1 <= len(said.braille) <= MESSAGE, said
                assert not re.search(r"[{}]|  |None", said.braille), said
                assert cells_of("?", style[0])[0] not in cells_of(said.braille, style[0]), said
                seen.add(re.sub(r"\d+", "n", field.owner))
    assert len(seen) == {"nova": 10, "hanabi": 12, "push": 8, "gnav": 5}[name], sorted(seen)


@pytest.mark.parametrize("game", ALL_GAMES)
def test_what_is_not_on_the_line_has_no_name(game: str) -> None:
    record = random_game(1, game=game)
    state = next(positions(record))
    for seat in (0, None):
        view = record.game.view(state, seat)
        words = words_for(game, seat, STYLES[0], len(record.players))
        shown = {field.owner for field in fields_of(words.line(view))}
        odd = {"", "hand 9", "player 0 1", "player 77", "row Z", "chips 99", "card 99", "stock 1", "hand x"}
        odd |= {"hand", "hand 1", "chips", "lives", "take", "act"} - shown
        for owner in odd - shown:
            with pytest.raises(ValueError, match="no field of the line"):
                words.object(owner, view)
            with pytest.raises(ValueError, match="no field of the line"):
                on_line(owner, words.line(view))
    # The owners are looked for on the line, but what describes them knows none but those, either.
    with pytest.raises(ValueError, match="no field of the line"):
        words.objects.of("act", view)  # type: ignore[attr-defined]  # all four games have it, none promises it


def told(game: str, seat: Seat | None, record: Record, owner: str, style: tuple[str, Verbosity]) -> list[str]:
    *_, state = positions(record)
    view = record.game.view(state, seat)
    said = words_for(game, seat, style, len(record.players)).object(owner, view)
    return [said.speech, said.braille]


EN = ("en", Verbosity.NORMAL)
EN_SHORT = ("en", Verbosity.SHORT)
EN_LEARNING = ("en", Verbosity.LEARNING)


def test_cards_rows_tokens_and_players_of_nova_by_name() -> None:
    words, view = nova([Hint(0, 1, "C"), Play(1, 7)], 1)

    def said(owner: str, words: GameWords = words, view: Any = view) -> tuple[str, str]:
        object_ = words.object(owner, view)
        return object_.speech, object_.braille

    assert said("hand 3") == ("Card 3: a club, rank unknown.", "Card 3: a club")
    assert said("hand 2") == ("Card 2: not a club.", "Card 2: not a club")
    assert said("hand 1") == ("Card 1: nothing known.", "Card 1: nothing known")
    assert said("player 0") == ("It is Anna's turn. Anna holds 5 cards.", "Anna's turn, 5 cards")
    assert said("player 0 4") == ("Anna's card 4: three of clubs.", "Anna 4: clubs 3")
    assert said("row C") == ("The clubs row is empty.", "clubs empty")
    assert said("row H") == ("The hearts row is empty.", "hearts empty")
    assert said("coins") == ("7 coins left.", "7 coins")
    assert said("lives") == ("2 lives left.", "2 lives")
    assert said("stock") == ("25 cards left in the stock.", "stock 25")
    words, view = nova([Hint(0, 1, "C"), Play(1, 7)], 0)
    seen = ("Ben's card 3: two of clubs, known: a club.", "Ben 3: clubs 2, knows a club")
    assert said("player 1 3", words, view) == seen


def test_what_short_and_learning_say_of_a_card() -> None:
    """Short speaks what is brailled; learning adds what the card can still be."""
    _, view = nova([Hint(0, 1, "C")], 1)
    short = words_for("nova", 1, EN_SHORT, 2).object("hand 2", view)
    assert short.speech == "Card 2: a club."
    learning = words_for("nova", 1, EN_LEARNING, 2).object("hand 2", view)
    assert learning.speech.startswith("Card 2: a club, rank unknown. Card 2 can be: clubs ")
    assert learning.braille == short.braille


def test_cards_chips_and_runs_of_push_by_name() -> None:
    push = GAMES["push"]
    deck = ["24", "8", "10", "9", *(str(value) for value in range(11, 24)), *map(str, range(25, 32))]
    actions: list[Any] = [Pass(0), Pass(1), Take(2), Take(2), Take(2), Take(2), Pass(2)]
    options = {**push.defaults, "open_chips": 0}
    record = Record(push, NAMES[:3], options, {"first": 0, "deck": deck}, actions, {})

    def said(owner: str, seat: Seat | None = 2) -> list[str]:
        return told("push", seat, record, owner, EN)

    assert said("take") == [
        "The open card is the jack of clubs, 11. 1 chip is on it.",
        "clubs jack 11 with 1 chip",
    ]
    assert said("pass") == ["1 chip is on the 11.", "1 chip on 11"]
    assert said("hand 1") == ["You: 8 to 10 of clubs, 8 points.", "8 to 10: 8 points"]
    assert said("hand 2") == ["You: jack of diamonds, 24 points.", "diamonds jack 24"]
    assert said("player 2 1", 0) == ["Carla: 8 to 10 of clubs, 8 points.", "Carla: 8 to 10: 8 points"]
    assert said("chips") == ["You have 12 chips.", "You 12 chips"]
    assert said("player 0") == [
        "It is Anna's turn. Anna's cards count 0 points.",
        "Anna's turn. Anna cards 0",
    ]
    assert said("stock") == ["19 cards left in the stock.", "stock 19"]


def test_cards_and_lives_of_gnav_by_name() -> None:
    gnav = GAMES["gnav"]
    front = (Rank.SIX, Rank.FOUR, Rank.CAT)
    deck = [rank.code for rank in front] + [rank.code for rank in Rank for _ in range(2 - (rank in front))]
    record = Record(gnav, NAMES[:3], {}, {"dealer": 2, "deals": [deck]}, [Swap(0)], {})

    def said(owner: str, seat: Seat | None, style: tuple[str, Verbosity] = EN) -> list[str]:
        return told("gnav", seat, record, owner, style)

    cat = "It refuses, costs the asker a life and undoes all exchanges."
    assert said("hand", 2) == [f"You have the cat. {cat}", "cat: asker -1 life, swaps undone"]
    assert said("hand", 2, EN_SHORT) == ["You have cat.", "cat: asker -1 life, swaps undone"]
    assert said("hand", 1)[0] == "You have the six. 9 kinds of cards are lower. 11 kinds of cards are higher."
    assert said("card 1", 0) == ["Ben has the six.", "Ben has 6"]
    assert said("player 1", 0) == ["It is Ben's turn. Ben has 3 lives.", "Ben's turn. Ben: 3 lives"]
    assert said("player 1", 1) == ["It is your turn. You have 3 lives.", "Your turn. You: 3 lives"]
    assert said("lives", 1) == ["You have 3 lives.", "You: 3 lives"]


class MarkingAll(Marking):
    """Marks plural forms with a context, too."""

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        return self.ngettext(msgid1, msgid2, n)


@pytest.mark.parametrize("game", ALL_GAMES)
def test_nothing_is_offered_that_did_not_go_through_the_catalogue(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(speech.words, "translator", lambda lang: MarkingAll())
    letters = re.compile(r"[^\W\d_]")
    for number in range(4):
        record = random_game(number, game=game)
        players = len(record.players)
        words = [words_for(game, seat, STYLES[number], players) for seat in range(players)]
        for step, state in enumerate(positions(record)):
            seat = step % players
            view = record.game.view(state, seat)
            for owner in (field.owner for field in fields_of(words[seat].line(view))):
                assert not letters.search(unmarked(words[seat].object(owner, view).speech)), owner
            for menu in menus_of(words[seat].choices(view)):
                bare = [label for label in labels(menu) if letters.search(unmarked(label))]
                # Players' names, and what is known of a card in the letters of the card line.
                assert all(label in NAMES or re.fullmatch(r"\d [\w-][\w-]", label) for label in bare), bare


# -- names on labels


def test_names_on_labels_are_cut_and_stay_different() -> None:
    assert short_names(("Anna", "Anne-Marie"), "en", 12) == ["Anna", "Anne Marie"]
    alike = ("Maximilian Alexander", "Maximilian Andreas")
    assert short_names(alike, "de", 12) == ["Maximilia 1", "Maximilia 2"]
    assert short_names(("Иван", "Ольга"), "en", 12) == ["1", "2"]
    assert short_names(("E", "È"), "de", 12) == ["E 1", "È 2"]


@pytest.mark.parametrize("lang", LANGUAGES)
@given(names=st.lists(st.text(min_size=1, max_size=60), min_size=2, max_size=10), room=st.integers(3, LABEL))
def test_any_names_make_labels_that_fit_and_differ(lang: str, names: list[str], room: int) -> None:
    short = short_names(names, lang, room)
    assert len(short) == len(names)
    assert all(len(label) <= room for label in short)
    check_labels(short, lang)


# -- noninterference


def offered(record: Record, seat: Seat | None, style: tuple[str, Verbosity]) -> list[object]:
    """Return all that is offered to a seat in the whole game: menus, and what every field is."""
    words = words_for(record.game.name, seat, style, len(record.players))
    given: list[object] = []
    for step in replay(record):
        view = record.game.view(step.state, seat)
        given.append(words.choices(view))
        given += [words.object(field.owner, view) for field in fields_of(words.line(view))]
    return given


@pytest.mark.parametrize("game", ["nova", "hanabi"])
def test_hidden_cards_make_no_difference_to_what_is_offered(game: str) -> None:
    differing = 0
    for number in range(24):
        chance = random.Random(number)
        record = random_game(number, game=game)
        record = cut(record, chance.randint(0, len(record.actions)))
        seat = seats_of(record)[number % (len(record.players) + 1)]
        other = disguised(record, seat, chance)
        differing += other.head != record.head
        style = STYLES[number % len(STYLES)]
        assert offered(record, seat, style) == offered(other, seat, style), number
    assert differing > 12


def test_the_unturned_pile_of_push_makes_no_difference_to_what_is_offered() -> None:
    differing = 0
    for number in range(12):
        chance = random.Random(number)
        record = random_game(number, game="push")
        record = cut(record, chance.randint(0, len(record.actions)))
        other = other_pile(record, chance)
        differing += other.head != record.head
        seat, style = seats_of(record)[number % 4], STYLES[number % len(STYLES)]
        assert offered(record, seat, style) == offered(other, seat, style), number
    assert differing > 6


def test_hidden_cards_of_gnav_make_no_difference_to_what_is_offered() -> None:
    differing = 0
    for number in range(12):
        chance = random.Random(number)
        record = random_game(number, game="gnav", players=2 + number % 4)
        record = cut(record, chance.randint(0, min(30, len(record.actions))))
        seat = seats_of(record)[number % (len(record.players) + 1)]
        other = gnav_disguised(record, seat, chance)
        differing += other.head != record.head
        style = STYLES[number % len(STYLES)]
        assert offered(record, seat, style) == offered(other, seat, style), number
    assert differing > 6


def test_an_offer_that_looks_into_hidden_hands_is_caught() -> None:
    """The comparison must fail when a view shows what it should hide."""
    caught = 0
    for number in range(8):
        chance = random.Random(number)
        whole = random_game(number, players=2)
        record = cut(whole, min(12, len(whole.actions)))
        other = disguised(record, 0, chance)
        caught += _with_open_eyes(record) != _with_open_eyes(other)
    assert caught > 4


def _with_open_eyes(record: Record) -> list[object]:
    *_, state = positions(record)
    leaking = record.game.view(state, 1)  # seat 1 sees the hand of seat 0
    words = words_for(record.game.name, 1, EN, 2)
    return [words.object(field.owner, leaking) for field in fields_of(words.line(leaking))]
