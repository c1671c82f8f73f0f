"""The speech queue's rules, by name: alarm, answer, table, aside (design, "Speech")."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from speech.devices.recording import RecordingVoice
from speech.queue import SpeechQueue
from speech.utterance import Urgency, Utterance


def said(text: str, urgency: Urgency = Urgency.TABLE, group: str | None = None) -> Utterance:
    return Utterance(text, "", "", "en", urgency, group=group)


def answer(text: str) -> Utterance:
    return said(text, Urgency.ANSWER)


class Rig:
    """A queue with a voice that remembers."""

    def __init__(self) -> None:
        self.voice = RecordingVoice()
        self.idles = 0
        self.queue = SpeechQueue(self.voice, self._idle)

    def _idle(self) -> None:
        self.idles += 1

    def put(self, *utterances: Utterance) -> None:
        for utterance in utterances:
            self.queue.put(utterance)

    def hear_out(self) -> list[str]:
        """Let the voice finish everything, and return all that it began to say."""
        while not self.queue.idle:
            self.voice.finish()
        return self.heard

    @property
    def heard(self) -> list[str]:
        return [text for text, _ in self.voice.said]


@pytest.fixture
def rig() -> Rig:
    return Rig()


def test_table_news_is_said_in_order_each_once(rig: Rig) -> None:
    rig.put(said("one"), said("two"), said("three"))
    assert rig.heard == ["one"]
    assert rig.hear_out() == ["one", "two", "three"]


def test_two_equal_texts_are_said_twice(rig: Rig) -> None:
    rig.put(said("No thanks."), said("No thanks."))
    assert rig.hear_out() == ["No thanks.", "No thanks."]


def test_an_answer_interrupts_and_the_news_it_cut_off_is_said_again(rig: Rig) -> None:
    rig.put(said("A plays"), said("B plays"), answer("8 coins"))
    assert rig.hear_out() == ["A plays", "8 coins", "A plays", "B plays"]
    assert rig.voice.stops == 1


def test_the_newest_answer_wins(rig: Rig) -> None:
    rig.put(said("news"), answer("first"), answer("second"), answer("third"))
    assert rig.hear_out() == ["news", "first", "second", "third", "news"]


def test_an_answer_that_still_waits_is_replaced_by_a_newer_one(rig: Rig) -> None:
    rig.put(said("alarm", Urgency.ALARM), answer("old"), answer("new"))
    assert rig.hear_out() == ["alarm", "new"]


def test_an_alarm_is_never_interrupted_and_comes_next(rig: Rig) -> None:
    rig.put(said("news"), said("more"), said("No sound card", Urgency.ALARM))
    rig.voice.finish()
    rig.put(answer("answer"))
    rig.queue.stop()
    rig.queue.hush()
    assert rig.voice.stops == 0
    assert rig.hear_out() == ["news", "No sound card"]


def test_an_aside_is_dropped_when_anything_else_comes(rig: Rig) -> None:
    rig.put(said("news"), said("chatter", Urgency.ASIDE), said("more"))
    assert rig.hear_out() == ["news", "more"]


def test_an_aside_being_spoken_is_cut_off(rig: Rig) -> None:
    rig.put(said("chatter", Urgency.ASIDE), said("news"))
    assert rig.hear_out() == ["chatter", "news"]
    assert rig.voice.stops == 1


def test_a_newer_one_of_a_group_replaces_a_waiting_one(rig: Rig) -> None:
    rig.put(said("news"), said("6 coins", group="coins"), said("5 coins", group="coins"))
    assert rig.hear_out() == ["news", "5 coins"]


def test_news_cut_off_is_not_said_again_when_its_group_has_newer(rig: Rig) -> None:
    rig.put(said("6 coins", group="coins"), said("5 coins", group="coins"), answer("yes"))
    assert rig.hear_out() == ["6 coins", "yes", "5 coins"]


def test_a_stale_utterance_is_dropped_just_before_it_is_spoken(rig: Rig) -> None:
    turn = [True]
    stale = Utterance("Your turn", "", "", "en", valid=lambda: turn[0])
    rig.put(said("news"), stale, said("more"))
    turn[0] = False
    assert rig.hear_out() == ["news", "more"]


def test_submitting_a_line_silences_and_the_rest_follows_the_answer(rig: Rig) -> None:
    rig.put(said("A plays"), said("B plays"))
    rig.queue.hush()
    assert rig.voice.stops == 1
    rig.put(answer("answer"))
    assert rig.hear_out() == ["A plays", "answer", "A plays", "B plays"]


def test_stopping_forgets_what_waits(rig: Rig) -> None:
    rig.put(said("one"), said("two"), answer("three"))
    rig.queue.stop()
    assert rig.queue.idle
    assert rig.hear_out() == ["one", "three"]


def test_a_late_end_of_something_cancelled_is_ignored(rig: Rig) -> None:
    ends = []

    class Late(RecordingVoice):
        def say(self, line, ended) -> None:  # type: ignore[no-untyped-def]  # as in the base class
            super().say(line, ended)
            ends.append(ended)

    rig.queue.voice = rig.voice = Late()
    rig.put(said("one"), answer("two"))
    ends[0]()
    assert rig.heard == ["one", "two"]
    ends[1]()
    assert rig.heard == ["one", "two", "one"]
    ends[1]()
    assert rig.heard == ["one", "two", "one"]


def test_blank_speech_never_reaches_the_voice(rig: Rig) -> None:
    rig.put(said(""), said("  \n"), said("news"))
    assert rig.hear_out() == ["news"]


def test_idle_is_told_when_nothing_is_left(rig: Rig) -> None:
    rig.put(said("one"), said("two"))
    assert rig.idles == 0
    rig.hear_out()
    assert rig.idles == 1


def test_a_dead_voice_that_ends_everything_at_once_takes_thousands(rig: Rig) -> None:
    rig.queue.voice = voice = RecordingVoice(instant=True)
    alarm = RecordingVoice()
    rig.queue.voice = alarm
    rig.put(said("held"))
    rig.put(*(said(str(number)) for number in range(5000)))
    rig.queue.voice = voice
    alarm.finish()
    assert [text for text, _ in voice.said] == [str(number) for number in range(5000)]


@given(
    st.lists(
        st.one_of(st.just("table"), st.just("answer"), st.just("end"), st.just("hush"), st.just("aside")),
        max_size=80,
    )
)
def test_whatever_comes_each_table_utterance_is_heard_to_its_end_once_and_in_order(
    steps: Sequence[str],
) -> None:
    rig = Rig()
    sent: list[str] = []
    done: list[str] = []
    answers = 0

    def finish() -> None:
        if rig.voice._ended is not None:
            done.append(rig.heard[-1])
        rig.voice.finish()

    for step in steps:
        match step:
            case "table":
                sent.append(f"news {len(sent)}")
                rig.put(said(sent[-1]))
            case "answer":
                answers += 1
                rig.put(answer(f"answer {answers}"))
            case "aside":
                rig.put(said("chatter", Urgency.ASIDE))
            case "hush":
                rig.queue.hush()
                rig.put(answer("after the hush"))
            case _:
                finish()
    while not rig.queue.idle:
        finish()
    assert [text for text in done if text.startswith("news")] == sent
