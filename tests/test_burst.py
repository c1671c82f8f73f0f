"""Hundreds of utterances at once while somebody asks: each is heard once and in order, or stands in history.

The voice here is the recording one, whose lines end when the test says so; everything else is the program's.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterable
from dataclasses import dataclass, field

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from access.session import Session
from access.table import Table
from engine.record import Record
from speech.devices.recording import RecordingVoice
from speech.outputs import Recording, Spoken
from speech.queue import SpeechQueue
from speech.senpai import Senpai
from speech.utterance import Step, Urgency
from speech.words import Verbosity

from .games import cut, random_game

QUESTIONS = ("table", "hand", "status", "last", "help", "nonsense", "repeat", "history", "")
NEWS = 300
ANSWERS = 20


@dataclass(slots=True)
class Heard:
    """What became of a burst."""

    news: list[str] = field(default_factory=list)
    """What the history holds of the table, what may be replaced by newer left out, in order."""
    finished: list[str] = field(default_factory=list)
    """What the voice has said to its end, in order."""
    forgotten: set[int] = field(default_factory=set)
    """The places in `news` that had not been heard when the person wanted quiet."""
    answers: int = 0
    wrong: list[str] = field(default_factory=list)


class Ear:
    """One game's session after the other at one recording voice, and the person's side of it."""

    def __init__(self, lang: str) -> None:
        self.lang = lang
        self.voice = RecordingVoice()
        self.queue = SpeechQueue(self.voice)
        self.recording = Recording()
        self.heard = Heard()
        self._answered: set[int] = set()
        """Which of the lines said are answers: "repeat" says the words of a news again."""

    def sit_down(self, record: Record) -> None:
        self.table = Table(cut(record, 0))
        senpai = Senpai(record.game.name, record.players, 0, self.lang, Verbosity.NORMAL)
        self.session = Session(self.table, senpai, [self.recording, Spoken(self.queue)])
        self.table.sitters.append(self.session)

    @property
    def told(self) -> list[str]:
        """Return what the table has told so far and no newer word replaces."""
        return [
            given.utterance.speech
            for given in self.recording.given
            if given.utterance.urgency is Urgency.TABLE
            and given.utterance.group is None
            and given.step is not Step.ANSWERED
        ]

    def finish(self) -> None:
        if not self.queue.idle:
            if len(self.voice.said) - 1 not in self._answered:
                self.heard.finished.append(self.voice.said[-1][0])
            self.voice.finish()

    def stop(self) -> None:
        """Want quiet: what was told and not heard to its end is forgotten by the voice."""
        before = len(_in_order(self.heard.finished, self.told))
        self.heard.forgotten |= set(range(before + len(self.heard.forgotten), len(self.told)))
        self.queue.stop()

    async def ask(self, line: str) -> None:
        count = len(self.voice.said)
        self.session.silence()
        await self.session.typed(line)
        answer = self.recording.given[-1].utterance
        self.heard.answers += 1
        self._answered |= set(range(count, len(self.voice.said)))
        if [text for text, _ in self.voice.said[count:]] != [answer.speech]:
            self.heard.wrong.append(line)


def _in_order(finished: Iterable[str], told: list[str]) -> list[str]:
    """Return those of the finished lines that the table told, news that may be replaced left out."""
    known = set(told)
    return [text for text in finished if text in known]


async def burst(records: list[Record], lang: str, steps: list[str], chance: random.Random) -> Heard:
    """Play whole games without waiting for the voice, and do the steps at times that chance chooses."""
    ear = Ear(lang)
    length = sum(len(record.actions) for record in records)
    due = sorted((chance.randrange(1, length + 1), number) for number in range(len(steps)))
    acted = 0
    for record in records:
        ear.sit_down(record)
        await ear.table.begin()
        for action in record.actions:
            await ear.table.submit(action)
            acted += 1
            while due and due[0][0] <= acted:
                await _do(ear, steps[due.pop(0)[1]])
    while not ear.queue.idle:
        ear.finish()
    ear.heard.news = ear.told
    return ear.heard


async def _do(ear: Ear, step: str) -> None:
    if step == "end":
        ear.finish()
    elif step == "stop":
        ear.stop()
    else:
        await ear.ask(step)


GAMES = {game: [random_game(number, game=game) for number in range(4, 9)] for game in ("gnav", "push")}
"""Five games of each kind, at which the table tells more than 300 things together."""


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", ["en", "de"])
def test_three_hundred_at_once_are_heard_in_order_around_twenty_answers(game: str, lang: str) -> None:
    steps = [*(QUESTIONS * 3)[:ANSWERS], *["end"] * 50]
    heard = asyncio.run(burst(GAMES[game], lang, steps, random.Random(1)))
    assert len(heard.news) >= NEWS
    assert (heard.answers, heard.wrong) == (ANSWERS, [])
    assert _in_order(heard.finished, heard.news) == heard.news


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    steps=st.lists(st.sampled_from([*QUESTIONS, "end", "end", "end", "stop"]), max_size=60),
    number=st.integers(0, 1000),
    game=st.sampled_from(sorted(GAMES)),
)
def test_whatever_is_asked_or_stopped_news_is_heard_once_and_in_order_or_stands_in_history(
    steps: list[str], number: int, game: str
) -> None:
    heard = asyncio.run(burst(GAMES[game], "en", steps, random.Random(number)))
    assert heard.wrong == []
    expected = [text for place, text in enumerate(heard.news) if place not in heard.forgotten]
    assert _in_order(heard.finished, heard.news) == expected
