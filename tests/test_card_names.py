"""Cards by place, by name and by what is known; questions back; help and every state of a session.

The lines are typed at real tables of every game. Not here: how single commands are spelled (see
`test_commands`).
"""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from access.arguments import BadCall, Slip, understand
from access.card_names import CLUES, RANKS, SUIT_OR_COLOUR, halves, matching, understood
from access.commands import FILLERS, Desk, Question, spellings, tokens
from access.fireworks_verbs import bare
from access.guidance import lines_now
from access.kits import KITS, commands_of
from access.session import Confirm, Session
from access.table import Table
from engine import GAMES, fireworks_parts, gnav_parts, push_parts
from engine.bots.levels import Level
from engine.fireworks_parts import Discard, Face, Hint, Known, Play, Row
from engine.record import Record, shuffled
from engine.table import Deed, Refused
from speech.command_text import Asks
from speech.house import NotUnderstood, Puzzle
from speech.outputs import Recording
from speech.senpai import Senpai
from speech.utterance import Step
from speech.words import LANGUAGES, Said, Verbosity
from tests.driving import HANG, ran

NAMES = ("Anna", "Ben", "Annika")


def desk_of(game: str, lang: str = "en", **changes: Any) -> Desk[Any, Any]:
    """Return the first player's desk at the beginning of a game, its view with these changes."""
    rules = GAMES[game]
    record = shuffled(rules, NAMES, rules.defaults, 0, random.Random(2).shuffle)
    state, _ = rules.start(len(NAMES), record.options, record.head)
    view = replace(rules.view(state, 0), **changes)
    return Desk(view, NAMES, 0, Senpai(game, NAMES, 0, lang, Verbosity.NORMAL).game, lang)


def knowing(game: str, *known: Known, lang: str = "en", **changes: Any) -> Desk[Any, Any]:
    """Return a desk at which hints told this of the first cards, from the left."""
    at = desk_of(game, lang, **changes)
    hand = at.view.hands[0]
    own = tuple(held._replace(known=known[n] if n < len(known) else Known()) for n, held in enumerate(hand))
    return replace(at, view=replace(at.view, hands=(own, *at.view.hands[1:])))


def meant(line: str, at: Desk[Any, Any], game: str) -> Any:
    command, words = commands_of(game).find(line, at.names)
    return command.effect(at, words)


def place_of(deed: object, at: Desk[Any, Any]) -> int:
    assert isinstance(deed, (Play, Discard))
    return [held.card for held in at.view.hands[0]].index(deed.card) + 1


def puzzle(act: Callable[[], object]) -> NotUnderstood:
    with pytest.raises(NotUnderstood) as caught:
        act()
    return caught.value


# -- places


@pytest.mark.parametrize(
    ("words", "place"),
    [
        ("3 three third drei dritte Dritten 3rd", 3),
        ("2 two second zwei zweite zwo", 2),
        ("1 first one erste leftmost linke", 1),
        ("4 fourth last rightmost letzte rechte", 4),
    ],
)
@pytest.mark.parametrize("verb", ["play", "wirf"])
def test_a_place_may_be_counted_ordered_or_be_an_end(verb: str, words: str, place: int) -> None:
    at = desk_of("nova")
    for word in words.split():
        for line in (
            f"{verb} {word}",
            f"{verb} the {word} card",
            f"{verb} die {word} Karte",
            f"{verb} number {word}",
        ):
            assert place_of(meant(line, at, "nova"), at) == place, line


def test_newest_and_oldest_are_the_cards_drawn_last_and_first_wherever_they_lie() -> None:
    at = desk_of("nova")
    hand = at.view.hands[0]
    turned = tuple(sorted(hand, key=lambda held: (held.card * 7) % 5))
    at = replace(at, view=replace(at.view, hands=(turned, *at.view.hands[1:])))
    cards = [held.card for held in turned]
    for word in ("newest", "neueste", "Neue"):
        assert meant(f"play {word}", at, "nova") == Play(0, max(cards))
    for word in ("oldest", "älteste", "aelteste"):
        assert meant(f"discard {word}", at, "nova") == Discard(0, min(cards))


# -- names

HEART_ACE, THREE, HEART = Known("H", 1), Known("", 3), Known("H")
RED_THREE, RED, GREEN_THREE, YELLOW_THREE = Known("R", 3), Known("R"), Known("G", 3), Known("Y", 3)


ACES = "Herz Ass, ha, HA, h1, hearts ace, the ace of hearts, ace hearts, Herz-Ass, Herzass"
ACES += ", das Herz Ass, ass, ace, aces, 1 herz, heart one"
REDS = "red 3, rote Drei, die rote Drei!, r3, R 3, 3 red, red three, rot3, red, rote, r, threes, ro3"
REDS += ", Kreis 3, Dreier"


@pytest.mark.parametrize("name", ACES.split(", "))
def test_a_playing_card_may_be_named_as_people_name_it(name: str) -> None:
    at = knowing("nova", Known(), THREE, HEART_ACE)
    assert place_of(meant(f"play {name}", at, "nova"), at) == 3
    assert place_of(meant(f"spiele {name}", at, "nova"), at) == 3


@pytest.mark.parametrize("name", REDS.split(", "))
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_firework_card_may_be_named_as_people_name_it(name: str, lang: str) -> None:
    at = knowing("hanabi", Known(), RED_THREE, lang=lang)
    assert place_of(meant(f"play {name}", at, "hanabi"), at) == 2
    assert place_of(meant(f"wirf {name}", at, "hanabi"), at) == 2


def test_several_cards_that_fit_are_asked_about_with_what_is_known_of_each() -> None:
    at = knowing("hanabi", Known(), RED, Known(), RED_THREE)
    asked = meant("play red", at, "hanabi")
    assert isinstance(asked, Question)
    assert asked.asks is Asks.WHICH_CARD
    assert [option.label for option in asked.options] == ["card 2, red", "card 4, red three"]
    for typed, place in (
        ("1", 2),
        ("2", 4),
        ("card 4", 4),
        ("Karte 2", 2),
        ("second", 4),
        ("card 4, red three", 4),
    ):
        option = asked.pick(typed)
        assert option is not None, typed
        assert place_of(option.reply(at), at) == place
    assert place_of(meant("play red 3", at, "hanabi"), at) == 4


def test_a_card_that_is_not_known_is_refused_with_what_is_known() -> None:
    at = knowing("hanabi", Known(), RED, Known(), THREE)
    problem = puzzle(lambda: meant("play red 3", at, "hanabi"))
    assert problem.puzzle is Puzzle.NOT_KNOWN
    assert problem.facts["known"] == "card 2, red; card 4, a three"
    problem = puzzle(lambda: meant("play blue", desk_of("hanabi"), "hanabi"))
    assert (problem.puzzle, problem.facts["known"]) == (Puzzle.NOT_KNOWN, "")


def test_what_follows_without_a_hint_is_known_too() -> None:
    """All other cards lie in sight, so that the only one left is known."""
    at = desk_of("hanabi")
    rules, held = at.view.rules, at.view.hands[0][0]
    faces = rules.faces()
    faces.remove(Face("B", 5))
    view = replace(at.view, hands=((held,), (), ()), discards=tuple(faces), laid=())
    at = replace(at, view=view)
    assert meant("play blue five", at, "hanabi") == meant("play b5", at, "hanabi") == Play(0, held.card)
    assert puzzle(lambda: meant("play red", at, "hanabi")).puzzle is Puzzle.NOT_KNOWN


def test_a_joker_can_be_named_when_nothing_else_is_possible() -> None:
    at = desk_of("nova")
    rules = replace(at.view.rules, jokers=1)
    faces = rules.faces()[:-1]
    held = at.view.hands[0][0]
    at = replace(
        at, view=replace(at.view, rules=rules, hands=((held,), (), ()), discards=tuple(faces), laid=())
    )
    assert meant("play joker", at, "nova") == meant("spiele den Joker", at, "nova") == Play(0, held.card)
    assert puzzle(lambda: meant("play joker", desk_of("nova"), "nova")).puzzle is Puzzle.NOT_KNOWN


def test_told_red_and_blue_a_card_counts_as_either() -> None:
    at = knowing("hanabi", Known("RB"))
    for word in ("red", "blau"):
        assert len(matching(at.view, 0, understood(at, [word]))) == 1  # type: ignore[arg-type]  # is a name


def test_in_german_g_may_be_two_colours_and_is_asked_about() -> None:
    at = knowing("hanabi", GREEN_THREE, YELLOW_THREE, lang="de")
    asked = meant("spiele g3", at, "hanabi")
    assert isinstance(asked, Question)
    assert len(asked.options) == 2
    assert place_of(meant("spiele ge3", at, "hanabi"), at) == 2
    assert place_of(meant("spiele y3", at, "hanabi"), at) == 2
    english = knowing("hanabi", GREEN_THREE, YELLOW_THREE)
    assert place_of(meant("play g3", english, "hanabi"), english) == 1
    hinted = meant("hinweis Ben g", at, "hanabi")
    assert isinstance(hinted, Question)
    assert [option.reply(at).clue for option in hinted.options] == ["G", "Y"]


@pytest.mark.parametrize("game", ["nova", "hanabi"])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_card_can_be_named_by_every_pair_of_words_and_by_its_code(game: str, lang: str) -> None:
    at = desk_of(game, lang)
    rules, cards = at.view.rules, at.words.answers.cards
    for face in dict.fromkeys(rules.faces()):
        if not face.suit:
            continue
        suit, rank = SUIT_OR_COLOUR[lang][face.suit], RANKS[lang][face.rank - 1]
        ways = [f"{suit} {rank}", f"{rank} {suit}", suit + rank, cards.card(face).bare, cards.code(face)]
        for way in ways:
            named = understood(at, meant_words(way))
            assert named is not None, way
            assert not isinstance(named, int), way
            assert face.suit in named.suits, way
            assert named.rank == face.rank, way


def meant_words(text: str) -> list[str]:
    return [word for word in tokens(text) if word not in FILLERS]


def test_no_single_word_can_be_read_as_two_cards() -> None:
    """A suit and a rank written together have one parting only, in both languages at once."""
    for game in ("nova", "hanabi"):
        at = desk_of(game)
        suits = [
            word for word, clue in CLUES.items() if isinstance(clue, str) and clue in at.view.rules.suits
        ]
        ranks = [word for word, clue in CLUES.items() if isinstance(clue, int)]
        for suit in suits:
            for rank in ranks:
                named = halves(at, suit + rank)
                assert named == (CLUES[suit], CLUES[rank], False), suit + rank


@pytest.mark.parametrize(
    "line", ["play red red", "play 1 2", "play red 3 extra", "play joker red", "play 3 3", "play 2 now"]
)
def test_words_too_many_are_refused(line: str) -> None:
    at = knowing("hanabi", RED_THREE)
    problem = puzzle(lambda: meant(line, at, "hanabi"))
    assert problem.puzzle in (Puzzle.TOO_MUCH, Puzzle.UNKNOWN_PLACE)


SURPLUS: tuple[str, ...] = (
    "yes indeed",
    "no thanks",
    "last week",
    "repeat twice",
    "stop it",
    "rules 1 2",
    "quit now",
)
SURPLUS += (
    "save it",
    "keys x",
    "new one",
    "turn x",
    "status x",
    "help play now",
    "hand Ben x",
    "hint Ben hearts x",
)


@pytest.mark.parametrize("call", [["play", "nova", "extra"], ["rules", "nova", "x"], ["version", "x"]])
def test_words_too_many_behind_the_program_are_refused(call: list[str]) -> None:
    with pytest.raises(BadCall) as caught:
        understand(call, "en")
    assert caught.value.slip is Slip.TOO_MUCH
    assert caught.value.facts["word"] == call[-1]


def test_the_program_says_what_is_too_much(tmp_path: Any) -> None:
    done = ran(tmp_path, "play", "nova", "extra")
    assert done.code == 2
    assert "extra" in done.err


# -- a session of any game


class Seated:
    """One person at a table of any game, whose lines are counted with their answers."""

    def __init__(self, game: str, lang: str = "en", confirm: Confirm = Confirm.NONE, seed: int = 1) -> None:
        rules = GAMES[game]
        self.record = shuffled(rules, NAMES, rules.defaults, 0, random.Random(seed).shuffle)
        self.game, self.lang, self.heard = game, lang, Recording()
        computers = {seat: KITS[game].player(Level.CLUB) for seat in (1, 2)}
        self.table = Table(self.record, keep=_keep, computers=computers)
        senpai = Senpai(game, NAMES, 0, lang, Verbosity.NORMAL)
        self.session = Session(self.table, senpai, [self.heard], confirm=confirm, rules=[("A", "B.")])
        self.table.sitters.append(self.session)

    @property
    def done(self) -> int:
        return len(self.record.actions)

    async def typed(self, line: str) -> tuple[int, str]:
        """Return how many answers a line got, and the first one's speech."""
        before, acted = len(self.heard.given), self.done
        owed = self.session.asking
        await asyncio.wait_for(self.session.typed(line), HANG)
        given = self.heard.given[before:]
        answers = [one for one in given if one.step is Step.ANSWERED]
        told = [one for one in given if one.step is not Step.ANSWERED and one.asked]
        announced = [one for one in told if one.step is Step.ANNOUNCED]
        carried = [one for one in told if one.step is Step.HAPPENED]
        count = len(answers) + len(announced)
        if owed and not count and (carried or self.done > acted):
            count = 1  # what was announced before is carried out, or taken back
        first = (answers or announced or carried or given)[0].utterance.speech
        return count, first


def _keep(record: Record) -> None:
    """Save nothing."""


def scene(act: Callable[[], Any]) -> Any:
    return asyncio.run(asyncio.wait_for(act(), HANG))


TURNS = {"nova": ("hearts", "3"), "hanabi": ("red", "3"), "push": ("24", "1"), "gnav": ("1", "2")}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", list(GAMES))
def test_a_bare_number_asks_and_does_nothing_and_then_chooses(game: str, lang: str) -> None:
    async def act() -> None:
        at = Seated(game, lang)
        await at.table.begin()
        if at.table.turn != 0:
            return
        count, said = await at.typed("1")
        assert (count, at.done) == (1, 0), said
        assert re.search(r": 1 \w+, 2 ", said), said
        assert (await at.typed(""))[1] == said  # Enter repeats the open question
        assert said in (await at.typed("help"))[1]
        assert await at.typed("9") == (1, (await at.typed("9"))[1])
        assert at.done == 0
        assert await at.typed("nein") == (1, at.heard.given[-1].utterance.speech)
        assert at.session._choice is None
        await at.typed("1")
        count, _ = await at.typed("1")
        assert (count, at.done) == (1, 1)
        at.session.close()

    scene(act)


@pytest.mark.parametrize(("yes", "done"), [("yes", 1), ("ja", 1), ("j", 1), ("no", 0), ("nein", 0)])
def test_a_guess_is_taken_up_with_yes_in_either_language(yes: str, done: int) -> None:
    async def act() -> None:
        at = Seated("nova")
        await at.table.begin()
        count, said = await at.typed("plai 3")
        assert (count, at.done) == (1, 0)
        assert "Did you mean play 3?" in said
        assert "play 3" in (await at.typed(""))[1]
        count, _ = await at.typed(yes)
        assert (count, at.done) == (1, done)
        assert (await at.typed("yes"))[1].startswith("Nothing waits")

    scene(act)


def test_a_guess_is_forgotten_by_nonsense_and_yes_is_for_what_was_announced() -> None:
    async def act() -> None:
        at = Seated("nova")
        await at.table.begin()
        await at.typed("plai 3")
        await at.typed("qqqqq")
        assert (await at.typed("yes"))[1].startswith("Nothing waits")
        asked = Seated("nova", confirm=Confirm.ALWAYS)
        await asked.table.begin()
        await asked.typed("play 1")
        assert "Did you mean" not in (await asked.typed("plai 3"))[1]
        assert (await asked.typed("2"))[1].startswith("Say yes")
        await asked.typed("no")
        assert asked.done == 0

    scene(act)


def test_another_command_of_the_game_closes_a_question_and_help_and_review_do_not() -> None:
    async def act() -> None:
        at = Seated("nova")
        await at.table.begin()
        for line, still in (
            ("help", True),
            ("repeat", True),
            ("faster", True),
            ("qqqq", True),
            ("hand", False),
        ):
            await at.typed("3")
            assert at.session._choice is not None
            await at.typed(line)
            assert (at.session._choice is not None) is still, line
        assert at.done == 0

    scene(act)


def test_a_waiting_joker_turns_a_number_into_a_choice_of_rows() -> None:
    at = desk_of("nova", joker=True)
    asked = bare(at, ["1"])
    assert isinstance(asked, Question)
    assert [option.reply(at) for option in asked.options] == [Row(0, suit) for suit in "CDHS"]
    assert bare(at, ["hearts"]) == bare(at, ["herz"]) == Row(0, "H")
    assert isinstance(bare(at, ["x"]), Question), "no letter may place it"
    assert asked.pick("spades") == asked.options[3]


def test_hints_that_can_be_read_in_two_ways_are_asked_about() -> None:
    at = desk_of("hanabi")
    asked = meant("hint ann red", at, "hanabi")
    assert isinstance(asked, Question)
    assert asked.asks is Asks.WHICH_NAME
    assert [option.label for option in asked.options] == ["Anna", "Annika"]
    asked = meant("hint b r", replace(at, names=("Anna", "Ben", "Rosa")), "hanabi")
    assert isinstance(asked, Question)
    assert {option.reply(at) for option in asked.options} == {Hint(0, 1, "R"), Hint(0, 2, "B")}
    assert meant("h annika r", at, "hanabi") == Hint(0, 2, "R")


@pytest.mark.parametrize("line", SURPLUS)
def test_no_word_behind_a_command_is_passed_over(line: str) -> None:
    async def act() -> None:
        at = Seated("nova")
        await at.table.begin()
        count, said = await at.typed(line)
        assert count == 1
        assert said.startswith("I do not understand"), said
        assert not at.session.done

    scene(act)


# -- help


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", list(GAMES))
def test_what_help_offers_is_what_the_rules_allow_all_through_a_game(game: str, lang: str) -> None:
    rules, commands, chance, offered = GAMES[game], commands_of(game), random.Random(3), 0
    record = shuffled(rules, NAMES, rules.defaults, 0, chance.shuffle)
    state, _ = rules.start(len(NAMES), record.options, record.head)
    player = KITS[game].player(Level.CLUB)
    while (turn := rules.turn(state)) is not None:
        for seat in range(len(NAMES)):
            words = Senpai(game, NAMES, seat, lang, Verbosity.NORMAL).game
            at = Desk(rules.view(state, seat), NAMES, seat, words, lang)
            lines = lines_now(commands, at)
            assert bool(lines) is (seat == turn)
            kinds = set()
            for line in lines:
                command, rest = commands.find(line, NAMES)
                deed = command.effect(at, rest)
                assert deed in rules.legal(state, seat), line
                kinds.add(type(deed))
                offered += 1
            assert kinds == {type(deed) for deed in rules.legal(state, seat)}
        rules.act(state, player.choose(rules.view(state, turn), rules.legal(state, turn), chance))
    assert offered > 20


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", list(GAMES))
def test_help_with_all_names_every_command_and_help_with_each_explains_it(game: str, lang: str) -> None:
    async def act() -> None:
        at = Seated(game, lang)
        await at.table.begin()
        commands = commands_of(game).commands
        words = at.session.senpai.words
        for every in ("help all", "hilfe alles"):
            _, said = await at.typed(every)
            assert all(command.help(words) in said for command in commands)
        for command in commands:
            for word in command.spellings():
                count, said = await at.typed(f"help {word}")
                assert count == 1
                assert said.casefold().startswith(command.help(words).casefold())
        _, short = await at.typed("help")
        assert len(short) < 400

    scene(act)


def test_help_with_a_word_that_is_nearly_one_explains_that_after_yes() -> None:
    async def act() -> None:
        at = Seated("nova")
        await at.table.begin()
        assert "help discard" in (await at.typed("help discrad"))[1]
        assert (await at.typed("yes"))[1].startswith("Discard, and a card")

    scene(act)


async def _over(at: Seated) -> None:
    """Play to the end."""
    chance = random.Random(1)
    while (turn := at.table.turn) is not None:
        legal = at.table.game.legal(at.table._state, turn)
        action = KITS[at.game].player(Level.CLUB).choose(at.table.view(turn), legal, chance)
        await at.table.submit(action)


async def _own_turn(at: Seated) -> None:
    """Nothing has to happen: the first player begins, or soon is called."""
    while at.table.turn not in (0, None):
        turn = at.table.turn
        await at.table.submit(at.table.game.legal(at.table._state, turn)[0])


async def _asked(at: Seated) -> None:
    await _own_turn(at)
    at.session.confirm = Confirm.ALWAYS
    deed = at.table.game.legal(at.table._state, 0)[0]
    await at.session.act(deed)
    assert at.session.asking


async def _choosing(at: Seated) -> None:
    await _own_turn(at)
    await at.typed("1")
    assert at.session._choice is not None


async def _guessed(at: Seated) -> None:
    await at.typed("tabel")
    assert at.session._choice is not None


async def _waiting(at: Seated) -> None:
    await _own_turn(at)
    await at.table.submit(at.table.game.legal(at.table._state, 0)[0])


STATES: Sequence[Callable[[Seated], Any]] = (_own_turn, _waiting, _asked, _choosing, _guessed, _over)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", list(GAMES))
@pytest.mark.parametrize("state", STATES, ids=[state.__name__.strip("_") for state in STATES])
def test_every_state_answers_help_enter_nonsense_and_quit_once_each(
    state: Callable[[Seated], Any], game: str, lang: str
) -> None:
    async def act() -> None:
        at = Seated(game, lang)
        await at.table.begin()
        await state(at)
        done = at.done
        for line in ("help", "hilfe", "?", "", "   ", "qwrtzplm", "42 xx", "help qwrtz", "9999"):
            count, said = await at.typed(line)
            assert count == 1, (line, said)
            assert len(said) > 5
            assert at.done == done
        await at.typed("ende" if lang == "de" else "quit")
        assert at.session.done
        at.session.close()

    scene(act)


@pytest.mark.parametrize(
    ("lang", "helped", "left"),
    [("en", "help", "quit"), ("de", "hilfe", "ende"), ("de", "help", "quit"), ("en", "?", "5")],
)
def test_the_menu_answers_help_enter_nonsense_and_leaving(
    lang: str, helped: str, left: str, tmp_path: Path
) -> None:
    typed = ["", helped, "qwrtz", "99", left] if left != "5" else [helped, "qwrtz", "quit"]
    done = ran(tmp_path, "--lang", lang, "--voice", "none", "--plain", typed=typed)
    assert (done.code, done.err) == (0, "")
    asked = [line for line in done.lines if re.search("Type a number|Tippe eine Zahl|Gib eine", line)]
    assert len(asked) >= len(typed)
    assert done.lines[-1] in ("Goodbye.", "Auf Wiedersehen.")


# -- refusals

DOING = "say|name|give|play|discard|take|choose|wait|listen|ask|help|answer|new"
DOING += "|sag|nenn|gib|spiel|wirf|nimm|wähl|warte|hör|frag|antwort|neu"
WOULD_DO = rf"^(First choose|Wähle zuerst)|[:;,.] .*({DOING})"


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", list(GAMES))
def test_every_refusal_says_what_would_do(game: str, lang: str) -> None:
    whys = {"push": push_parts.Why, "gnav": gnav_parts.Why}.get(game, fireworks_parts.Why)
    at = desk_of(game, lang)
    for why in whys:
        if (game, why) in (("hanabi", "no-joker"), ("hanabi", "row-first"), ("hanabi", "row-complete")):
            continue  # there is no joker at Hanabi
        facts = {"turn": 1, "clue": "H" if game == "nova" else "R", "to": 1, "suit": "H"}
        said = at.words.refusal(Refused(why, **facts), at.view)
        assert re.search(WOULD_DO, said.speech, re.IGNORECASE), said.speech
        assert said.speech.endswith(".")
        assert 0 < len(said.braille) <= 40


# -- any line

VOCABULARY = (
    "play hint Ben ann red herz r3 ha joker help all yes no nein last second take pass keep swap what cat"
    " plai tabel discrad row card possible"
)
WORDS = st.sampled_from([*"0123456789?", *VOCABULARY.split()])
PRINTABLE = st.characters(exclude_categories=("Cc", "Cs"))
LINES = st.one_of(
    st.lists(WORDS, min_size=1, max_size=4).map(" ".join), st.text(PRINTABLE, max_size=40), WORDS
).filter(lambda line: not re.search("quit|exit|leave|ende|beende|verlassen|new|neu", line, re.IGNORECASE))


@given(
    game=st.sampled_from(list(GAMES)),
    lang=st.sampled_from(LANGUAGES),
    confirm=st.sampled_from([Confirm.NONE, Confirm.ALWAYS]),
    lines=st.lists(LINES, max_size=8),
)
@settings(
    max_examples=150,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
def test_any_printable_line_gets_exactly_one_answer(
    game: str, lang: str, confirm: Confirm, lines: list[str]
) -> None:
    async def act() -> None:
        at = Seated(game, lang, confirm)
        await at.table.begin()
        for line in lines:
            count, said = await at.typed(line)
            assert count == 1, (line, said)
        at.session.close()

    scene(act)


@given(
    text=st.text(PRINTABLE, max_size=30), game=st.sampled_from(list(GAMES)), lang=st.sampled_from(LANGUAGES)
)
@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_tab_behind_any_text_says_one_thing_at_most_and_never_fails(text: str, game: str, lang: str) -> None:
    async def act() -> None:
        at = Seated(game, lang)
        await at.table.begin()
        for typed in (text, f"help {text}", f"play {text}", f"hint Ben {text}"):
            before = len(at.heard.given)
            await at.session.tab(typed)
            assert len(at.heard.given) - before <= 1

    scene(act)


def test_no_answer_of_a_game_is_made_from_more_than_the_view() -> None:
    """Options hold cards as the engine numbers them, and act only through the table."""
    at = desk_of("nova")
    asked = bare(at, ["2"])
    assert isinstance(asked, Question)
    replies = [option.reply(at) for option in asked.options]
    assert isinstance(replies[0], Deed)
    assert isinstance(replies[-1], Said)


def test_the_words_that_are_shown_are_words_that_are_understood() -> None:
    for words in SUIT_OR_COLOUR.values():
        assert all(CLUES[way] == suit for suit, word in words.items() for way in spellings(word))
    for ranks in RANKS.values():
        assert all(CLUES[way] == rank for rank, word in enumerate(ranks, 1) for way in spellings(word))
