"""The keystone: whatever a seat may not know makes no difference to anything that the seat is given.

Two games are played that differ only in cards the seat cannot know: its own hand and the stock, swapped
among each other so that every hint given to it points at the same cards. Speech, braille messages, the
braille line, print, cues, what the voice says, what the display shows, and the answers to everything the
seat can ask or try must be the same, at every step.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from access.kits import KITS
from access.rules import sections
from access.session import Confirm, Session
from access.table import Table
from engine.bots.fireworks import FireworksPlayer
from engine.bots.levels import Level
from engine.fireworks import Fireworks
from engine.fireworks_parts import Hinted
from engine.record import Record, replay
from engine.table import Seat
from speech.braille import BrailleWindow
from speech.devices.recording import RecordingDisplay, RecordingVoice
from speech.outputs import Brailled, Output, Printed, Recording, Spoken
from speech.queue import SpeechQueue
from speech.senpai import Senpai
from speech.words import LANGUAGES, Verbosity
from tests.games import cut, random_game

QUESTIONS = (
    "hand, hands, table, discards, tokens, turn, status, last, repeat, previous, next, history 50, spell, "
    "help, help play, rules, rules 3, save, stop, possible 1, possible 2, possible 3, possible 4, "
    "possible 5, hand anna, hand ben, hand carla, yes, no, nonsense, hint, hint anna, hint zoe 3, play, "
    "play 9, discard 8, row, row red, row 3, arrange 1 1, critical, unseen, pace, safe, knows, knows anna, "
    "what does ben know, was weiß carla, note 1 mine, note 2 mine too, note 1 delete, notes, hints, since, "
    "what happened, earliest hint, previous hint, next mine, latest answer, history 3 table, why, why anna, "
    "warum hat ben das gemacht, why did carla hint, hint me, rat mir"
).split(", ")
"""Everything that can be asked, and lines that are refused without any change."""
FAMILY = ("nova", "hanabi")
ATTEMPTS = (
    [
        f"hint {name} {clue}"
        for name in ("anna", "ben", "carla")
        for clue in ("hearts", "clubs", "1", "5", "6")
    ]
    + [f"{verb} {place}" for verb in ("play", "discard") for place in (1, 5)]
    + ["row spades"]
)
"""What a seat may try out of turn, each of them refused."""
PUSH_QUESTIONS = (
    "cards, cards anna, cards ben, hands, table, chips, chips ben, score, worth, turn, status, last, repeat, "
    "previous, next, history 50, spell, help, help take, rules, rules 3, save, stop, yes, no, nonsense, "
    "since, what happened, earliest mine, previous table, next answer, latest alarm, history 3 table, why, "
    "why anna, warum hat ben das gemacht, why did carla take it, hint me, was soll ich tun"
).split(", ")
PUSH_ATTEMPTS = ["take", "no thanks", "take 5"]


def lines_of(game: str) -> tuple[list[str], list[str]]:
    """Return what can be asked, and what can be tried out of turn, in a game."""
    return (PUSH_QUESTIONS, PUSH_ATTEMPTS) if game == "push" else (QUESTIONS, ATTEMPTS)


def hidden_cards(record: Record, seat: Seat | None) -> list[int]:
    """Return the cards that the seat has never seen: its hand and the stock; for a bystander all hands."""
    state: Any = None
    for step in replay(record):
        state = step.state
    hands = [hand for owner, hand in enumerate(state.hands) if seat in (owner, None)]
    return [card for hand in hands for card in hand] + list(range(state.drawn, len(state.deck)))


def hints_to(record: Record, seat: Seat | None) -> list[tuple[int, ...]]:
    """Return which cards each hint pointed at, of those hints whose cards the seat cannot see."""
    events = [event for step in replay(record) for event in step.events]
    return [event.cards for event in events if isinstance(event, Hinted) and seat in (event.to, None)]


def disguised(record: Record, seat: Seat | None, chance: random.Random) -> Record:
    """Return the same game with hidden cards swapped wherever the hints given treat them alike."""
    same, told = record, hints_to(record, seat)
    hidden = hidden_cards(record, seat)
    for _ in range(25):
        if len(hidden) < 2:
            break
        deck = list(same.head["deck"])  # type: ignore[call-overload]  # a list of codes
        one, other = chance.sample(hidden, 2)
        deck[one], deck[other] = deck[other], deck[one]
        trial = Record(
            record.game, record.players, record.options, {**record.head, "deck": deck}, record.actions, {}
        )
        if _alike(trial, seat, told):
            same = trial
    return same


def _alike(trial: Record, seat: Seat | None, told: list[tuple[int, ...]]) -> bool:
    try:
        return hints_to(trial, seat) == told
    except ValueError:  # a hint would point at nothing
        return False


def everything_given(
    record: Record, seat: Seat | None, lang: str, verbosity: Verbosity, *, always: bool = True
) -> list[object]:
    """Return all that a seat is given by every output, asking all it can at the end, or `always`."""
    return asyncio.run(_everything_given(record, seat, lang, verbosity, always))


async def _everything_given(
    record: Record, seat: Seat | None, lang: str, verbosity: Verbosity, always: bool
) -> list[object]:
    printed: list[str] = []
    recording, voice, display = Recording(), RecordingVoice(instant=True), RecordingDisplay(20)
    narrow = RecordingDisplay(40, holds=False)
    outputs: list[Output] = [
        recording,
        Spoken(SpeechQueue(voice)),
        Brailled(BrailleWindow(display, lang)),
        Brailled(BrailleWindow(narrow, lang)),
        Printed(printed.append),
    ]
    make, seats = KITS[record.game.name].player, range(len(record.players))
    others = {other: make(Level.CLUB) for other in seats if other != seat}
    table = Table(cut(record, 0), computers=others)
    senpai = Senpai(record.game.name, record.players, seat, lang, verbosity)
    rules = sections(record.game.name, lang)
    session = Session(table, senpai, outputs, confirm=Confirm.RISKY, rules=rules)
    table.sitters.append(session)
    await table.begin()
    for number, action in enumerate(record.actions):
        if seat is not None and always:
            await _ask_everything(session, number)
        if action.seat == seat:
            await session.act(action)
            await session.typed("yes")
        else:
            await table.submit(action)
    if seat is not None:
        for line in lines_of(record.game.name)[0]:
            # When it is over, anybody may hear what a computer player was thinking.
            if table.turn is not None or not line.startswith(("why", "warum")):
                await session.typed(line)
    return [recording.given, recording.lines, voice.said, display.shown, narrow.shown, printed]


async def _ask_everything(session: Session, number: int) -> None:
    """Type some of all lines, others at each turn, so that every one meets every phase of some game."""
    questions, attempts = lines_of(session.table.game.name)
    for line in questions[number % 5 :: 5]:
        await session.typed(line)
    if session.table.turn != session.seat:
        for line in attempts[number % 4 :: 4]:
            await session.typed(line)


def same_to(
    record: Record,
    seat: Seat | None,
    lang: str,
    verbosity: Verbosity,
    chance: random.Random,
    *,
    always: bool = True,
) -> bool:
    """Whether the seat is given the same in the game and in its disguise."""
    other = disguised(record, seat, chance)
    given_here = everything_given(record, seat, lang, verbosity, always=always)
    return given_here == everything_given(other, seat, lang, verbosity, always=always)


def seats_of(record: Record) -> Sequence[Seat | None]:
    return [*range(len(record.players)), None]


@pytest.mark.parametrize("verbosity", Verbosity)
@pytest.mark.parametrize("lang", LANGUAGES)
@settings(max_examples=6, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(number=st.integers(0, 10**6))
def test_hidden_cards_make_no_difference_to_anything_a_seat_is_given(
    lang: str, verbosity: Verbosity, number: int
) -> None:
    chance = random.Random(number)
    record = random_game(number, game=FAMILY[number % 2])
    record = cut(record, chance.randint(0, len(record.actions)))
    assert same_to(record, chance.choice(seats_of(record)), lang, verbosity, chance)


@pytest.mark.parametrize("game", FAMILY)
def test_a_game_cut_at_every_step_gives_nothing_away_to_any_seat(game: str) -> None:
    whole = random_game(4, players=3, game=game)
    chance = random.Random(4)
    for length in range(len(whole.actions) + 1):
        record = cut(whole, length)
        seat = seats_of(record)[length % 4]
        assert same_to(record, seat, LANGUAGES[length % 2], Verbosity.NORMAL, chance, always=False), length


def other_pile(record: Record, chance: random.Random) -> Record:
    """Return a game of Push with other cards unturned: the pile and the nine removed ones shuffled."""
    deck = list(record.head["deck"])  # type: ignore[call-overload]  # a list of codes
    pile = record.game.result(_state_after(record))["pile"]
    assert isinstance(pile, int)
    turned = deck[: len(deck) - pile]
    hidden = [str(value) for value in range(3, 36) if str(value) not in turned]
    chance.shuffle(hidden)
    head = {**record.head, "deck": turned + hidden[:pile]}
    return Record(record.game, record.players, record.options, head, record.actions, {})


def _state_after(record: Record) -> Any:
    state: Any = None
    for step in replay(record):
        state = step.state
    return state


def test_the_unturned_pile_and_the_removed_cards_of_push_make_no_difference() -> None:
    """games.md, "Push": nine cards are removed unseen. Cut at every step, both languages, every verbosity."""
    whole, chance, differing = random_game(11, players=3, game="push"), random.Random(11), 0
    styles = [(lang, verbosity) for lang in LANGUAGES for verbosity in Verbosity]
    for length in range(0, len(whole.actions) + 1, 2):
        record = cut(whole, length)
        other = other_pile(record, chance)
        differing += other.head != record.head
        seat, (lang, verbosity) = seats_of(record)[length // 2 % 4], styles[length // 2 % len(styles)]
        always = length % 8 == 0
        given_here = everything_given(record, seat, lang, verbosity, always=always)
        assert given_here == everything_given(other, seat, lang, verbosity, always=always), length
    assert differing > 20


def test_computer_players_decide_alike_whatever_they_cannot_see() -> None:
    for number in range(30):
        whole = random_game(number)
        record = cut(whole, len(whole.actions) // 2)
        chance = random.Random(number)
        for seat in range(len(record.players)):
            other = disguised(record, seat, chance)
            assert _decision(record, seat) == _decision(other, seat)


def _decision(record: Record, seat: Seat) -> object:
    state: Any = None
    for step in replay(record):
        state = step.state
    legal = record.game.legal(state, seat)
    if not legal:
        return None
    return FireworksPlayer().choose(record.game.view(state, seat), legal, random.Random(1))


def test_the_swapped_games_really_differ() -> None:
    """Without this the law could hold because nothing was swapped."""
    differing = 0
    for number in range(20):
        record = random_game(number)
        record = cut(record, len(record.actions) // 2)
        differing += disguised(record, 0, random.Random(number)).head != record.head
    assert differing >= 18


@pytest.mark.parametrize("leak", ["event", "view"])
def test_a_leak_is_caught(monkeypatch: pytest.MonkeyPatch, leak: str) -> None:
    """The law must fail when the engine hides nothing."""
    if leak == "event":
        monkeypatch.setattr(Fireworks, "for_seat", lambda self, event, seat: event)
    else:
        hidden = Fireworks.view

        def leaking(self: Fireworks, state: Any, seat: Seat | None) -> Any:
            """Show the seat its own hand, as the next one sees it."""
            own, mine = seat or 0, hidden(self, state, seat)
            seen = hidden(self, state, (own + 1) % state.players).hands[own]
            hands = tuple(seen if owner == own else hand for owner, hand in enumerate(mine.hands))
            return replace(mine, hands=hands)

        monkeypatch.setattr(Fireworks, "view", leaking)
    chance = random.Random(1)
    results = []
    for number in range(8):
        record = random_game(number, players=2)
        results.append(same_to(cut(record, 12), 0, "en", Verbosity.NORMAL, chance, always=False))
    assert not all(results)
