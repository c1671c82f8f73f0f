"""Why somebody did something, and advice: every reason has words, and nothing is told too early.

Not here: that nothing hidden comes into the answers (see `test_noninterference`, `test_gnav`), and whether
the reasons are good ones (see the tests of the players).
"""

from __future__ import annotations

import asyncio
import itertools
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import pytest

from access.arguments import Call
from access.counsel_verbs import Advise, Why
from access.hot_seat import Door
from access.kits import KITS, commands_of
from access.learn import LessonSession, lesson_called
from access.play import computers_of, new_record
from access.seeds import chance_of, level_of
from access.session import Session
from access.settings import Preferences, Settings
from access.table import Table, last_turn
from engine import GAMES
from engine.bots.fireworks_reasons import Reason as FireworksReason
from engine.bots.gnav_reasons import Place
from engine.bots.gnav_reasons import Reason as GnavReason
from engine.bots.levels import Level, Thought
from engine.bots.push_reasons import PushReason
from engine.fireworks import NOVA
from engine.fireworks_parts import Arrange, Hint, JokerShown, Row, full_deck
from engine.gnav_parts import Keep, Rank, Swap
from engine.push_parts import Take
from engine.record import Record, replay
from engine.table import Seat
from speech.outputs import Recording
from speech.reasons_text import ReasonsText
from speech.senpai import Senpai
from speech.utterance import Step
from speech.words import LANGUAGES, Said, Verbosity, Words
from tests.driving import HANG, record_of, run
from tests.games import random_game
from tests.test_text import FORBIDDEN, well_formed

NAMES = ("Anna", "Ben", "Carla", "Dan")
CELLS = 40
each = pytest.mark.parametrize(("game", "lang"), list(itertools.product(GAMES, LANGUAGES)))


# -- words


def moment(game: str, number: int = 3, step: int = 9) -> tuple[Any, Any]:
    """Return a game and its state in the middle of a match of four."""
    record = random_game(number, game=game, players=4)
    *_, last = itertools.islice(replay(record), step)
    return record.game, last.state


def thoughts(game: str) -> Iterator[tuple[Thought, Any, Any]]:
    """Yield every reason of a game with facts of every kind, the owner's view and a bystander's."""
    rules, state = moment(game)
    turn = rules.turn(state)
    facts: dict[str, Any]
    seats = [seat for seat in range(4) if seat != turn]
    mine, open_view = rules.view(state, turn), rules.view(state, None)
    if game in ("nova", "hanabi"):
        for reason in FireworksReason:
            if reason is FireworksReason.ROW_SCARCE and game == "hanabi":
                continue
            for to, left in itertools.product(seats, (0, 1, 2)):
                owner = to if reason.value.startswith("hint") else turn
                facts = {"to": to, "by": to, "through": seats[0], "percent": 80, "left": left, "rank": 3}
                facts |= {"card": open_view.hands[owner][1].card, "clue": mine.rules.suits[to]}
                facts |= {"suit": "C"} if reason is FireworksReason.ROW_SCARCE else {}
                yield Thought(Hint(turn, to, facts["clue"]), reason, facts), mine, open_view
    elif game == "push":
        for push_reason in PushReason:
            for other, amount in itertools.product(seats, (0, 1, 5)):
                facts = {"card": 20, "pot": 2, "cost": amount, "run": (20, 22), "saves": amount}
                facts |= {
                    "wanted_by": seats[:other],
                    "neighbours": [19, 21][: amount or 2],
                    "chips": 1 + amount,
                }
                facts |= {"who": other, "back": 6, "games": 300, "ahead": 12}
                if push_reason is PushReason.OTHERS_WANT:
                    facts["who"] = [other, seats[0]]
                yield Thought(Take(turn), push_reason, facts), mine, open_view
    else:
        for gnav_reason in GnavReason:
            for other, place, action in itertools.product(seats, Place, (Keep(turn), Swap(turn))):
                facts = {"asked": other, "seat": other, "giver": other, "seats": [other, seats[0]]}
                facts |= {"place": place, "participants": 4, "limit": Rank.FOUR, "card": Rank.CAT, "after": 2}
                facts |= {"lower": Rank.OWL, "given": Rank.SEVEN, "often": 40, "percent": 9, "lives": 2}
                yield Thought(action, gnav_reason, facts), mine, open_view


@each
def test_every_reason_has_words_for_every_listener(game: str, lang: str) -> None:
    told = set()
    for thought, mine, open_view in thoughts(game):
        for listener in (*range(4), None):
            for verbosity in Verbosity:
                words = Senpai(game, NAMES, listener, lang, verbosity).game.reasons
                for view in (mine, open_view):
                    because = words.because(thought, view)
                    for said in (because.was, because.now):
                        well_formed(Said(said, because.felt), braille=CELLS)
                    assert not FORBIDDEN.search(because.felt), because
        told.add(thought.reason)
    reasons: Mapping[str, Any] = {"push": PushReason, "gnav": GnavReason}
    left = set(reasons.get(game, FireworksReason)) - told
    assert left == ({FireworksReason.ROW_SCARCE} if game == "hanabi" else set())


@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize("game", GAMES)
def test_whatever_players_think_and_whatever_can_be_explained_can_be_said(game: str, level: Level) -> None:
    """Some turns of games of every size and variant, each with its alternatives, to every listener."""
    rules, said = GAMES[game], 0
    for players in rules.seats:
        options = {name: players % 2 * most for name, most in rules.limits.items()}
        record = new_record(Call(players=players, seed=f"say {players}", options=options), rules)
        state, _ = rules.start(players, record.options, record.head)
        player, quick = KITS[game].player(level), KITS[game].player(Level.BEGINNER)
        for number in range(60):
            turn = rules.turn(state)
            if turn is None:
                break
            view, legal, chance = rules.view(state, turn), rules.legal(state, turn), chance_of(record, number)
            if (number + players) % 7:
                rules.act(state, quick.choose(view, legal, chance))
                continue
            thought, open_view = player.think(view, legal, chance), rules.view(state, None)
            assert thought.action in legal
            events = [rules.for_seat(event, None) for event in rules.act(state, thought.action)]
            told = player.explain(open_view, thought.action, events)
            for listener, lang in itertools.product((turn, (turn + 1) % players, None), LANGUAGES):
                words = Senpai(game, record.players, listener, lang, Verbosity.NORMAL).game.reasons
                because = [words.because(each, view) for each in (thought, *thought.others)]
                because += [] if told is None else [words.because(told, open_view)]
                for each in because:
                    well_formed(Said(each.was, each.felt), braille=CELLS)
                    well_formed(Said(each.now, each.felt), braille=CELLS)
            said += 1
    assert said > 5 * len(rules.seats)


@pytest.mark.parametrize("game", GAMES)
def test_no_reason_is_told_in_the_wrong_language(game: str) -> None:
    for thought, mine, _ in thoughts(game):
        english, german = (
            Senpai(game, NAMES, 0, lang, Verbosity.NORMAL).game.reasons.because(thought, mine)
            for lang in ("en", "de")
        )
        assert english.was != german.was
        assert english.now != german.now


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_listener_is_spoken_to_and_others_are_named(lang: str) -> None:
    for game in GAMES:
        for thought, mine, _ in thoughts(game):
            named = {
                name for name in ("by", "to", "through", "seat", "giver", "who") if name in thought.facts
            }
            for seat in {thought.facts[name] for name in named if isinstance(thought.facts[name], int)}:
                assert isinstance(seat, int)
                words = Senpai(game, NAMES, seat, lang, Verbosity.NORMAL).game.reasons
                assert not re.search(rf"\b{NAMES[seat]}\b", words.because(thought, mine).was), thought


@each
def test_every_deed_has_words_as_news_and_as_advice(game: str, lang: str) -> None:
    rules, state = moment(game)
    turn = rules.turn(state)
    legal = rules.legal(state, turn)
    if game == "nova":
        legal = [*legal, *(Row(turn, suit) for suit in "CDHS")]
    for action in legal:
        for listener in (*range(4), None):
            words = Senpai(game, NAMES, listener, lang, Verbosity.NORMAL).game.reasons
            for view in (rules.view(state, turn), rules.view(state, None)):
                deeds = [
                    words.done(action, view),
                    *([words.advised(action, view)] if listener == turn else []),
                ]
                for deed in deeds:
                    well_formed(Said(deed.said, deed.felt), braille=CELLS)
                    assert listener != turn or NAMES[turn] not in deed.said


def test_a_reason_of_another_game_is_refused() -> None:
    wrong = {"nova": PushReason.WHIM, "push": GnavReason.MATADOR, "gnav": PushReason.WHIM}
    for game, reason in wrong.items():
        words = Senpai(game, NAMES, 0, "en", Verbosity.NORMAL).game.reasons
        with pytest.raises(ValueError, match=reason.value):
            words.because(Thought(Keep(0), reason, {"card": 3, "cost": 1}), None)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_all_that_stands_around_the_reasons_is_well_formed(lang: str) -> None:
    text = ReasonsText(Words(lang), NAMES, 0)
    answers = [text.no_advice(), text.not_your_turn(1), text.all_over()]
    answers += [text.nothing_done(of, computers=some) for of in (None, 0, 2) for some in (True, False)]
    for said in answers:
        well_formed(said)


# -- a table


class Sitting:
    """A person at a table with computer players, who act when they are told to."""

    def __init__(
        self, record: Record, lang: str = "en", *, seat: Seat = 0, people: int = 1, advised: bool = True
    ) -> None:
        self.table = Table(record, computers=computers_of(record, range(people)))
        senpai = Senpai(record.game.name, record.players, seat, lang, Verbosity.NORMAL)
        self.recording = Recording()
        preferences = Preferences(Settings().changed({"players.advice": advised}))
        self.session = Session(self.table, senpai, [self.recording], preferences=preferences)
        self.table.sitters.append(self.session)

    async def says(self, line: str) -> Said:
        """Type a line and return its one answer."""
        before = len(self.recording.given)
        await asyncio.wait_for(self.session.typed(line), HANG)
        (given,) = self.recording.given[before:]
        assert given.step is Step.ANSWERED
        said = Said(given.utterance.speech, given.utterance.braille, print=given.utterance.print)
        well_formed(said, braille=3 * CELLS)
        return said


def whole(game: str, number: int = 2) -> Record:
    """Return a game that computer players at the usual level played to its end, from the seed kept in it."""
    call = Call(names=NAMES, seed=str(number))
    record = new_record(call, GAMES[game])
    player = KITS[game].player(level_of(record))
    state, _ = record.game.start(len(NAMES), record.options, record.head)
    while (turn := record.game.turn(state)) is not None:
        view, legal = record.game.view(state, turn), record.game.legal(state, turn)
        action = player.choose(view, legal, chance_of(record, len(record.actions)))
        record.game.act(state, action)
        record.actions.append(action)
    return record


def until(record: Record, wanted: Any) -> Record:
    """Return the game broken off where `wanted(state)` is true for the first time after some turns."""
    for step in replay(record):
        if step.number > len(NAMES) and wanted(step.state):
            return replace(record, actions=record.actions[: step.number])
    raise AssertionError("never")


@each
def test_why_tells_what_was_done_and_what_everybody_may_take_from_it(game: str, lang: str) -> None:
    record = whole(game)
    record = until(record, lambda state: record.game.turn(state) == 0)

    async def scene() -> None:
        at = Sitting(record, lang)
        await at.table.begin()
        why = {
            "en": ("why", "why did {} do that", "why {}?"),
            "de": ("warum", "warum hat {} das getan", "wieso {}"),
        }
        latest, *named = why[lang]
        past = at.table.last_turn(None)
        assert past is not None
        assert past.own_view is None
        who = NAMES[past.action.seat]
        said = await at.says(latest)
        assert who in said.speech
        assert [await at.says(line.format(who.casefold())) for line in named] == [said, said]
        told = KITS[game].player(Level.CLUB).explain(past.open_view, past.action, past.open_events)
        words = at.session.senpai.game.reasons
        assert words.done(past.action, past.open_view).said in said.speech
        if told is None:
            assert "after" in said.braille or "nach der Partie" in said.braille
        else:
            assert words.because(told, past.open_view).was in said.speech

    run(scene)


@each
def test_of_a_person_why_says_that_only_they_know(game: str, lang: str) -> None:
    record = whole(game)
    record = until(record, lambda state: record.game.turn(state) == 0)

    async def scene() -> None:
        for seat, only in (
            (0, {"en": "Only you know why.", "de": "Warum, weißt nur du."}),
            (1, {"en": "Only Anna knows why.", "de": "Warum, weiß nur Anna."}),
        ):
            at = Sitting(record, lang, seat=seat, people=2)
            await at.table.begin()
            said = await at.says({"en": "why anna", "de": "warum anna"}[lang])
            assert only[lang] in said.speech

        at = Sitting(record, lang, people=2)
        await at.table.begin()
        said = await at.says("why me")
        assert [await at.says(line) for line in ("warum ich", "why did anna do it")] == [said, said]

    run(scene)


@pytest.mark.parametrize("game", GAMES)
def test_when_the_game_is_over_a_computer_player_tells_what_it_thought(game: str) -> None:
    record = whole(game)

    async def scene() -> None:
        at = Sitting(record)
        await at.table.begin()
        past = at.table.last_turn(1)
        assert past is not None
        assert past.own_view is not None
        thought = (
            KITS[game].player(Level.CLUB).think(past.own_view, past.legal, chance_of(record, past.number))
        )
        assert thought.action == past.action, "the same chance brings the same decision"
        said = await at.says("why ben")
        words = at.session.senpai.game.reasons
        assert words.because(thought, past.own_view).was in said.speech

    run(scene)


def test_an_action_that_is_not_its_own_is_explained_and_not_thought_up() -> None:
    """A record may come from elsewhere, or from another version of the players."""
    record = random_game(5, game="nova", players=4)

    async def scene() -> None:
        at = Sitting(replace(record, extra={}))
        await at.table.begin()
        for name in ("ben", "carla", "dan"):
            assert await at.says(f"why {name}")

    run(scene)


@pytest.mark.parametrize("game", GAMES)
def test_before_anybody_had_a_turn_that_is_said(game: str) -> None:
    record = replace(whole(game), actions=[])

    async def scene() -> None:
        at = Sitting(record)
        await at.table.begin()
        assert "No computer player has had a turn yet" in (await at.says("why")).speech
        assert (await at.says("why ben")).speech == "Ben has not had a turn yet."
        assert (await at.says("why did i do that")).speech == "You have not had a turn yet."
        at = Sitting(record, people=4)
        await at.table.begin()
        assert (await at.says("why")).speech == "Nobody has had a turn yet."

    run(scene)


def test_whom_why_asks_about() -> None:
    at = Sitting(record_of(("Anna", "Annika", "Ben")))

    async def scene() -> None:
        await at.table.begin()
        find = at.session.commands.find
        for line, of in {
            "why": None,
            "warum?": None,
            "why did he do that": None,
            "warum hat sie das gemacht": None,
            "why that hint": None,
            "why ben": 2,
            "why did ben hint me hearts": 2,
            "warum hat ben gespielt": 2,
            "why did anna play": 0,
            "weshalb ich": 0,
            "why b": 2,
        }.items():
            command, words = find(line, at.table.names)
            assert command.effect(at.session._desk(), words) == Why(of), line
        assert "Whom do you mean: 1 Anna, 2 Annika" in (await at.says("why ann")).speech
        assert "has not had a turn" in (await at.says("2")).speech
        assert "Nobody here is called zoe" in (await at.says("why zoe")).speech

    run(scene)


def test_arranging_is_no_turn_to_ask_about() -> None:
    record = whole("nova")
    hand = tuple(held.card for held in first_view(record).hands[1])
    record.actions[:] = [*record.actions[:2], Arrange(1, hand[::-1])]
    past = last_turn(record, [1], over=False)
    assert past is not None
    assert past.number == 1


def first_view(record: Record) -> Any:
    *_, state = (step.state for step in itertools.islice(replay(record), 3))
    return record.game.view(state, None)


# -- advice


@each
def test_advice_is_what_an_expert_thinks_with_the_same_view(game: str, lang: str) -> None:
    record = whole(game)
    record = until(record, lambda state: record.game.turn(state) == 0)

    async def scene() -> None:
        at = Sitting(record, lang)
        await at.table.begin()
        lines = (
            "advice",
            "hint me",
            "rat",
            "rat mir",
            "Was soll ich tun?",
            "advise me",
            "give me a hint",
            "gib mir einen Tipp",
            "please hint me",
            "hint me now please",
            "rat mir bitte",
            "gib mir doch mal einen Rat",
            "Was soll ich denn jetzt tun?",
        )
        said = await at.says(lines[0])
        assert [await at.says(line) for line in lines[1:]] == [said] * (len(lines) - 1)
        adviser = KITS[game].adviser(level_of(record))
        chance = chance_of(record, len(record.actions))
        thought = adviser.think(at.session.view, at.table.legal(0), chance)
        words = at.session.senpai.game.reasons
        assert said.speech.startswith(words.advised(thought.action, at.session.view).said)
        assert words.because(thought, at.session.view).now in said.speech
        assert len((said.print or "").split("\n")) == 1 + len(thought.others[:2])
        assert at.table.turn == 0, "advice does nothing"

    run(scene)


@each
def test_out_of_turn_and_when_it_is_over_there_is_no_advice(game: str, lang: str) -> None:
    record = whole(game)
    turn = until(record, lambda state: record.game.turn(state) == 1)

    async def scene() -> None:
        at = Sitting(turn, lang)
        await at.table.begin()
        assert "Ben" in (await at.says("hint me")).speech
        at = Sitting(record, lang)
        await at.table.begin()
        over = {"en": "The game is over", "de": "Die Partie ist zu Ende"}[lang]
        assert (await at.says("hint me")).speech.startswith(over)

    run(scene)


@pytest.mark.parametrize(("level", "finesse"), [("beginner", False), ("club", False), ("expert", True)])
def test_advice_reckons_with_what_the_others_understand(level: str, finesse: bool) -> None:
    """Ben was told of his two of hearts, and my newest card can be the ace: only experts mean that."""
    deck = "4D 3S 3D 5H 4S 4H 3C 5C 5D 4C AH 2H 4S".split()
    rest = list(full_deck(NOVA.rules(NOVA.defaults)))
    for code in deck:
        rest.remove(code)
    record = replace(
        record_of(NAMES[:3]),
        head={"first": 2, "deck": [*deck, *rest]},
        actions=[Hint(2, 1, 2)],
    )
    record.extra["level"] = level

    async def scene() -> None:
        at = Sitting(record, "en")
        await at.table.begin()
        said = (await at.says("hint me")).speech
        assert ("which nobody pointed at" in said) is finesse

    run(scene)


def test_advice_can_be_switched_off() -> None:
    record = replace(whole("push"), actions=[])

    async def scene() -> None:
        at = Sitting(record, advised=False)
        await at.table.begin()
        assert "players.advice" in (await at.says("hint me")).speech
        assert "No computer player" in (await at.says("why")).speech

    run(scene)


def test_advice_about_the_row_of_a_joker() -> None:
    for number in range(200):
        record = new_record(Call(names=NAMES, seed=str(number), options={"jokers": 2}), GAMES["nova"])
        state, _ = record.game.start(4, record.options, record.head)
        card = record.game.view(state, 0).hands[0][0].card
        (deed,) = [deed for deed in record.game.legal(state, 0) if getattr(deed, "card", None) == card][:1]
        if any(isinstance(event, JokerShown) for event in record.game.act(state, deed)):
            record.actions.append(deed)
            break
    else:
        raise AssertionError("no joker")

    async def scene() -> None:
        for lang, told in (("en", "Put the joker on"), ("de", "Lege den Joker auf")):
            at = Sitting(replace(record, actions=list(record.actions)), lang)
            await at.table.begin()
            assert (await at.says("hint me")).speech.startswith(told)

    run(scene)


@pytest.mark.parametrize("game", GAMES)
def test_hint_me_is_no_hint_to_somebody_whose_name_begins_like_that(game: str) -> None:
    commands = commands_of(game)
    for line in (
        "hint me",
        "Hint me!",
        "give me a hint",
        "help me",
        "was soll ich tun?",
        "gib mir einen Rat",
    ):
        command, words = commands.find(line, ("Anna", "Me", "Melanie"))
        assert isinstance(command.effect(None, words), Advise)
    if game == "nova":
        at = Sitting(record_of(("Anna", "Melanie", "Ben")))

        async def scene() -> None:
            await at.table.begin()
            before = len(at.recording.given)
            suit = at.session.view.hands[1][0].face.suit
            named = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}[suit]
            await at.session.typed(f"hint me {named}")
            assert "You give Melanie a hint" in at.recording.given[before].utterance.speech

        run(scene)


# -- lessons, the hot seat


@pytest.mark.parametrize("game", GAMES)
def test_in_a_lesson_advice_is_what_the_lesson_wants(game: str) -> None:
    lesson, _ = lesson_called([game])
    senpai = Senpai(game, ("Player", *lesson.others), 0, "en", Verbosity.NORMAL)
    for step in range(1, len(lesson.places()) + 1):
        recording = Recording()
        session = LessonSession(lesson, senpai, [recording], step=step)

        async def scene(session: LessonSession = session, recording: Recording = recording) -> None:
            await session.begin()
            for line in ("hint me", "why", "why player"):
                before = len(recording.given)
                await session.typed(line)
                answers = [given for given in recording.given[before:] if given.step is Step.ANSWERED]
                assert len(answers) == 1
                if line == "hint me":
                    assert answers[0].utterance.speech == session._task().speech
            session.close()

        run(scene)


def test_while_nobody_sits_there_why_is_answered_and_advice_is_not() -> None:
    record = whole("nova")
    record = until(record, lambda state: record.game.turn(state) == 0)

    async def scene() -> None:
        table = Table(record, computers=computers_of(record, [0]))
        recording = Recording()
        door = Door(table, Senpai("nova", NAMES, None, "en", Verbosity.NORMAL), [recording])
        table.sitters.append(door)
        await table.begin()
        for line in ("why", "why dan", "warum anna"):
            assert await door.fulfil(line)
        assert [given.utterance.event for given in recording.given] == ["why"] * 3
        for line in ("hint me", "why zoe"):
            assert not await door.fulfil(line)

    run(scene)
