"""The lessons: each is learned to its end by speech, braille or print alone, with everything wrong tried.

Not here: the rules, the words of the games, and the front ends.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import locales
from access.kits import KITS
from access.learn import EXPLAINED, LessonSession, LessonTable, lesson_called, teach
from access.lesson_verbs import commands_in_lesson
from engine import GAMES, fireworks_parts, gnav_parts, push_parts
from engine.record import Record, replay, write
from engine.table import Deed, Refused
from speech.braille import BrailleWindow, wrap
from speech.cards import NovaCards
from speech.devices.recording import RecordingDisplay, RecordingVoice
from speech.hanabi_cards import HanabiCards
from speech.lessons import LEARNER, LESSONS, Ask, Do, Lesson, LessonText, Tell, Try, Watch, script
from speech.outputs import Brailled, Output, Printed, Recording, Spoken
from speech.queue import SpeechQueue
from speech.senpai import Senpai
from speech.utterance import Given, Step
from speech.words import LANGUAGES, Said, Verbosity, Words

from .driving import HANG, Terminal, ran, run

GAMES_WITH_LESSONS = tuple(LESSONS)
BOTH = [(game, lang) for game in GAMES_WITH_LESSONS for lang in LANGUAGES]
each = pytest.mark.parametrize(("game", "lang"), BOTH)
WORDS_A_MINUTE = 175
READING = 5.0
"""Seconds that a learner thinks and types at each step in which they are to do something."""
ENTER = 2.0
"""Seconds until a learner presses Enter where something was only explained."""
SPEAKABLE = re.compile(r"[A-Za-zÄÖÜäöüß0-9 .,:'-]+")
TYPE = re.compile(r"(?:Type|Tippe) ([^.]+)\.$")
TYPE_IN_CELLS = re.compile(r".*[Tt](?:ype|ippe) (.+)$")
CELLS = 40
WINDOWS = 3


def session_of(game: str, lang: str, outputs: Sequence[Output], step: int = 1) -> LessonSession:
    lesson, number = lesson_called([game, str(step)])
    senpai = Senpai(game, ("Player", *lesson.others), LEARNER, lang, Verbosity.NORMAL)
    return LessonSession(lesson, senpai, outputs, step=number)


def lesson_of(game: str) -> Lesson:
    return LESSONS[game]()


@contextlib.asynccontextmanager
async def learning(session: LessonSession) -> AsyncIterator[LessonSession]:
    """Begin the lesson, and leave no task behind."""
    await asyncio.wait_for(session.begin(), HANG)
    try:
        yield session
    finally:
        session.close()


async def type_line(session: LessonSession, line: str) -> None:
    await asyncio.wait_for(session.typed(line), HANG)


def answers(given: Sequence[Given]) -> int:
    """Count the answers: replies, and announcements of what the learner does."""
    return sum(
        one.step is Step.ANSWERED
        or (one.step is Step.ANNOUNCED and one.utterance.speech.startswith(("You ", "Du ")))
        for one in given
    )


# -- learning by one sense alone


class Hearing:
    """A newcomer who hears and nothing else."""

    def __init__(self, lang: str) -> None:
        self.voice = RecordingVoice(instant=True)
        self.output: Output = Spoken(SpeechQueue(self.voice))
        self._enter = LessonText(Words(lang), "", 0).go_on().speech
        self._heard = 0

    def forget(self) -> None:
        self._heard = len(self.voice.lines)

    def next_line(self) -> str:
        """Return what was last asked for, as it was heard; "" is Enter alone."""
        heard = [line.text for line in self.voice.lines[self._heard :]]
        self._heard = len(self.voice.lines)
        assert heard, "silence"
        if heard[-1].endswith(self._enter):
            return ""
        found = TYPE.search(heard[-1])
        assert found, f"nobody could know what to type after: {heard[-1]}"
        return found[1]


class Reading:
    """A newcomer who reads print and nothing else."""

    def __init__(self, lang: str) -> None:
        self.lines: list[str] = []
        self.output: Output = Printed(self.lines.append)
        self._enter = LessonText(Words(lang), "", 0).go_on().speech

    def next_line(self) -> str:
        last, self.lines[:] = self.lines[-1], []
        if last.endswith(self._enter):
            return ""
        found = TYPE.search(last)
        assert found, f"nobody could know what to type after: {last}"
        return found[1]


class Feeling:
    """A newcomer with a braille display and nothing else, who pans until no message lies over the line."""

    def __init__(self, lang: str, width: int = CELLS) -> None:
        self.display = RecordingDisplay(width)
        self.window = BrailleWindow(self.display, lang)
        self.output: Output = Brailled(self.window)
        self._enter = LessonText(Words(lang), "", 0).go_on().braille

    def next_line(self) -> str:
        felt = []
        while self.window.reading:
            felt.append(self.display.shown[-1][1].removesuffix("+").strip())
            self.window.forward()
        text = " ".join(felt)
        assert text, "nothing to feel"
        if text.endswith(self._enter):
            return ""
        found = TYPE_IN_CELLS.match(text)
        assert found, f"nobody could know what to type after: {text}"
        return found[1]


SENSES: dict[str, Callable[[str], Hearing | Reading | Feeling]] = {
    "speech": Hearing,
    "print": Reading,
    "braille": Feeling,
    "braille of 20 cells": lambda lang: Feeling(lang, 20),
}


@each
@pytest.mark.parametrize("sense", SENSES)
def test_a_lesson_is_learned_to_its_end_by_one_sense_alone(game: str, lang: str, sense: str) -> None:
    newcomer = SENSES[sense](lang)
    most = len(lesson_of(game).places())

    async def scene() -> tuple[bool, int, Record]:
        async with learning(session_of(game, lang, [newcomer.output])) as session:
            typed = 0
            while not session.done and typed <= most:
                await asyncio.wait_for(session.ready(), HANG)
                await type_line(session, newcomer.next_line())
                typed += 1
            return session.done, typed, session.table.record

    done, typed, record = run(scene)
    watched = sum(isinstance(place.step, Watch) for place in lesson_of(game).places())
    assert done
    assert typed == most - watched
    last = lesson_of(game).stages[-1]
    assert record.actions == [*last.record.actions, *last.actions]


# -- doing something else


def line_for(game: str, session: LessonSession, action: Deed) -> str:
    """Return how a person types an action."""
    german, names, view = session.senpai.lang == "de", session.table.names, session.view
    verbs = {verb.name: verb.words[session.senpai.lang][0] for verb in KITS[game].verbs}
    kind = type(action).__name__.casefold()
    match action:
        case fireworks_parts.Hint(_, to, clue):
            named = clue if isinstance(clue, int) else SUITS[clue][german]
            return f"{verbs[kind]} {names[to]} {named}"
        case fireworks_parts.Play(seat, card) | fireworks_parts.Discard(seat, card):
            return f"{verbs[kind]} {[held.card for held in view.hands[seat]].index(card) + 1}"
        case fireworks_parts.Arrange(seat, order):
            cards = [held.card for held in view.hands[seat]]
            return " ".join([verbs[kind], *(str(cards.index(card) + 1) for card in order)])
    return verbs[kind]


SUITS = {
    "C": ("clubs", "kreuz"),
    "D": ("diamonds", "karo"),
    "H": ("hearts", "herz"),
    "S": ("spades", "pik"),
    "R": ("red", "rot"),
    "Y": ("yellow", "gelb"),
    "G": ("green", "grün"),
    "B": ("blue", "blau"),
    "W": ("white", "weiß"),
}
"""How a suit or colour is typed in English and in German."""


def actions_of(game: str, session: LessonSession) -> list[Deed]:
    """Return every action of the learner that the game has a word for, whether it is legal now or not."""
    view, me = session.view, LEARNER
    if game == "push":
        return [push_parts.Take(me), push_parts.Pass(me)]
    if game == "gnav":
        return [gnav_parts.Keep(me), gnav_parts.Swap(me)]
    cards = [held.card for held in view.hands[me]]
    others = range(1, len(view.hands))
    found: list[Deed] = [
        fireworks_parts.Hint(me, to, clue) for to in others for clue in view.rules.clues() if clue != "M"
    ]
    for card in cards:
        found += [fireworks_parts.Play(me, card), fireworks_parts.Discard(me, card)]
    return [*found, fireworks_parts.Arrange(me, tuple(reversed(cards)))]


def state_of(session: LessonSession) -> str:
    """Return all that an action could have changed: the record, the step, and every seat's view."""
    table = session.table
    views = [table.view(seat) for seat in range(len(table.names))]
    return f"{write(table.record)} {session._at} {views}"


def right_action(session: LessonSession, action: Deed) -> bool:
    step = session._here.step
    return action == session._here.wanted or (isinstance(step, Try) and isinstance(action, type(step.action)))


@each
def test_everything_wrong_may_be_tried_at_every_step_and_changes_nothing(game: str, lang: str) -> None:
    recording, hearing = Recording(), Hearing(lang)
    tried: dict[bool, int] = {True: 0, False: 0}

    async def scene() -> bool:
        async with learning(session_of(game, lang, [recording, hearing.output])) as session:
            while not session.done:
                await asyncio.wait_for(session.ready(), HANG)
                line = hearing.next_line()
                for action in actions_of(game, session):
                    if right_action(session, action):
                        continue
                    legal = allowed(session, action)
                    before, count = state_of(session), len(recording.given)
                    await type_line(session, line_for(game, session, action))
                    [answer] = recording.given[count:]
                    assert answer.step is Step.ANSWERED
                    assert answer.utterance.event == ("unwanted" if legal else "Refused")
                    assert state_of(session) == before
                    assert not session.done
                    tried[legal] += 1
                hearing.forget()
                await type_line(session, line)
            return session.done

    assert run(scene)
    assert tried[True] > 5


def allowed(session: LessonSession, action: Deed) -> bool:
    try:
        session.table.game.announce(session.table._state, action)
    except Refused:
        return False
    return True


STRANGE = ("xyzzy", "hint hint hint", "4711", "play 99", "spiele", "?!", "a" * 300)
QUIET = {"quit", "ready", "back", "skip", "step", "another", "save", "help"}
"""Commands that are about leaving or about the lesson, and have tests of their own."""


@each
def test_each_question_and_nonsense_get_one_answer_at_every_step(game: str, lang: str) -> None:
    hearing, recording = Hearing(lang), Recording()
    asked = [verb.words[lang][0] for verb in commands_in_lesson(game).commands if verb.name not in QUIET]

    async def scene() -> None:
        async with learning(session_of(game, lang, [recording, hearing.output])) as session:
            while not session.done:
                await asyncio.wait_for(session.ready(), HANG)
                line, step = hearing.next_line(), session._here.step
                wanted = step.verb if isinstance(step, Ask) else None
                for word in (*asked, *STRANGE):
                    if commands_find(session, word) in (wanted, *KINDS):
                        continue
                    before, count = state_of(session), len(recording.given)
                    await type_line(session, word)
                    assert answers(recording.given[count:]) == 1, word
                    assert state_of(session) == before, word
                hearing.forget()
                await type_line(session, line)

    run(scene)


KINDS = ("play", "discard", "hint", "take", "pass", "keep", "swap", "arrange", "row")


def commands_find(session: LessonSession, word: str) -> str | None:
    """Return the command that a word is, None for none."""
    with contextlib.suppress(ValueError):
        return str(session.commands.find(word)[0].name)
    return None


def waiting_at(game: str, lang: str, step: int, output: Output) -> LessonSession:
    """Return a learner at a step, with a voice that is still speaking, so that nobody else acts."""
    return session_of(game, lang, [output, Spoken(SpeechQueue(RecordingVoice()))], step)


@each
def test_help_enter_nonsense_and_quit_are_answered_at_every_step_and_while_others_act(
    game: str, lang: str
) -> None:
    places = lesson_of(game).places()

    async def scene(number: int) -> None:
        recording = Recording()
        async with learning(waiting_at(game, lang, number, recording)) as session:
            enter_goes_on = isinstance(places[number - 1].step, Tell)
            for line in ("help", "hilfe", "step", "save", "new", "xyzzy", "", "ready"):
                if enter_goes_on and line in ("", "ready"):
                    continue
                count = len(recording.given)
                await type_line(session, line)
                [answer] = recording.given[count:]
                assert answer.step is Step.ANSWERED
                assert session._at == number - 1
            for action in actions_of(game, session) if isinstance(session._here.step, Watch) else ():
                count = len(recording.given)
                await type_line(session, line_for(game, session, action))
                [answer] = recording.given[count:]
                assert answer.utterance.event in ("Refused", "unwanted")
            count = len(recording.given)
            await type_line(session, "quit")
            [farewell] = recording.given[count:]
            assert session.done
            assert f"senpai learn {game} {number}" in farewell.utterance.speech
            assert f"senpai learn {game} {number}" in farewell.utterance.braille

    for number in range(1, len(places) + 1):
        run(partial(scene, number))


@each
def test_enter_goes_on_from_each_explanation_with_one_answer(game: str, lang: str) -> None:
    places = lesson_of(game).places()

    async def scene(number: int, line: str) -> list[Given]:
        recording = Recording()
        async with learning(waiting_at(game, lang, number, recording)) as session:
            count = len(recording.given)
            await type_line(session, line)
            assert session.done or session._at == number
            return recording.given[count:]

    for number, place in enumerate(places, 1):
        if isinstance(place.step, Tell):
            for line in ("", "ready", "bereit", "skip"):
                assert answers(run(partial(scene, number, line))) == 1


@each
def test_skipping_leads_to_the_same_end(game: str, lang: str) -> None:
    recording = Recording()

    async def scene() -> list[Deed]:
        async with learning(session_of(game, lang, [recording])) as session:
            while not session.done:
                await asyncio.wait_for(session.ready(), HANG)
                count = len(recording.given)
                await type_line(session, "skip")
                assert answers(recording.given[count:]) == 1
            return session.table.record.actions

    last = lesson_of(game).stages[-1]
    assert run(scene) == [*last.record.actions, *last.actions]


@each
def test_a_lesson_begun_in_the_middle_stands_where_it_would_have_come(game: str, lang: str) -> None:
    hearing = Hearing(lang)

    async def on_the_way() -> list[tuple[int, str]]:
        found = []
        async with learning(session_of(game, lang, [hearing.output])) as session:
            while not session.done:
                await asyncio.wait_for(session.ready(), HANG)
                found.append((session._at + 1, state_of(session)))
                await type_line(session, hearing.next_line())
        return found

    async def begun(number: int) -> tuple[str, str]:
        recording = Recording()
        async with learning(waiting_at(game, lang, number, recording)) as session:
            return state_of(session), recording.given[0].utterance.speech

    for number, state in run(on_the_way):
        there, first = run(partial(begun, number))
        assert there == state
        assert (str(number) in first) == (number > 1)


def test_back_tells_steps_again_and_enter_leads_forward_to_the_task() -> None:
    recording = Recording()

    async def scene() -> None:
        async with learning(session_of("nova", "en", [recording])) as session:
            texts = script("nova", "en").steps

            async def first_of(line: str) -> str:
                count = len(recording.given)
                await type_line(session, line)
                return recording.given[count].utterance.speech

            assert await first_of("back") == "This is the first step."
            await type_line(session, "")
            await type_line(session, "")
            assert session._at == 2
            assert await first_of("back") == texts["team"][0].speech
            assert await first_of("zurück") == texts["welcome"][0].speech
            assert await first_of("back") == "This is the first step."
            assert await first_of("") == texts["team"][0].speech
            # The task can be done although the step before it was told last.
            assert (await first_of("hand Ben")).startswith("Ben's cards")
            assert session._at == 3

    run(scene)


def test_an_unheard_explanation_is_not_repeated_behind_the_next_one() -> None:
    voice = RecordingVoice()

    async def scene() -> None:
        async with learning(session_of("nova", "en", [Spoken(SpeechQueue(voice))])) as session:
            session.silence()
            await type_line(session, "")
            for _ in range(10):
                voice.finish()

    run(scene)
    spoken = [line.text for line in voice.lines]
    texts = script("nova", "en").steps
    assert spoken[0] == texts["welcome"][0].speech
    assert spoken[1] == texts["team"][0].speech
    assert texts["welcome"][2].speech not in spoken


@pytest.mark.parametrize(
    ("step", "line", "answer"),
    [(3, "hand Ben", "Ben's cards"), (4, "discard 4", "All coins"), (5, "hint Ben aces", "You give Ben")],
)
def test_who_does_what_is_asked_is_told_no_more_of_why(step: int, line: str, answer: str) -> None:
    voice = RecordingVoice()

    async def scene() -> None:
        async with learning(session_of("nova", "en", [Spoken(SpeechQueue(voice))], step)) as session:
            voice.finish()  # how the table stands is heard; the explanation has begun
            session.silence()
            await type_line(session, line)
            for _ in range(10):
                voice.finish()

    run(scene)
    spoken = [line.text for line in voice.lines]
    name = lesson_of("nova").places()[step - 1].step.name
    assert spoken[1] == script("nova", "en").steps[name][0].speech
    assert spoken[2].startswith(answer)
    assert spoken.count(spoken[1]) == 1


def test_a_display_offers_to_go_on_and_that_still_works_after_a_change_of_verbosity() -> None:
    recording = Recording()

    async def scene() -> None:
        async with learning(session_of("gnav", "en", [recording])) as session:
            for at in (1, 2):
                [choice, *_] = session.senpai.game.choices(session.view)
                assert (choice.label, choice.action is not None) == ("go on", True)
                assert choice.action is not None
                await session.act(choice.action)
                assert session._at == at
                await type_line(session, "verbosity short")
            labels = [choice.label for choice in session.senpai.game.choices(session.view)]
            assert labels
            assert "go on" not in labels

    run(scene)


def test_control_c_twice_leaves_and_says_how_to_come_back() -> None:
    recording = Recording()

    async def scene() -> None:
        async with learning(session_of("push", "en", [recording], 3)) as session:
            await session.interrupted(typing=True)
            await session.interrupted(typing=False)
            assert not session.done
            await session.interrupted(typing=False)
            assert session.done

    run(scene)
    told = [given.utterance.speech for given in recording.given[-3:]]
    assert "lesson" in told[1]
    assert "senpai learn push 3" in told[2]
    assert not any("saved" in said for said in told)


def test_what_goes_wrong_while_the_others_act_comes_out(monkeypatch: pytest.MonkeyPatch) -> None:
    class Front:
        def show(self, text: str) -> None: ...

        async def run(self, person: Any) -> None:
            await person.ready()
            while not person.done:
                await person.typed("skip")
                await person.ready()

    submit = LessonTable.submit

    async def broken(self: LessonTable, action: Deed) -> None:
        if action.seat != LEARNER:
            raise OSError("broken")
        await submit(self, action)

    monkeypatch.setattr(LessonTable, "submit", broken)
    with pytest.raises(OSError, match="broken"):
        run(lambda: teach(session_of("nova", "en", [Recording()]), Front()))


# -- secrets


def card_names(game: str, lang: str) -> dict[tuple[str, int], str]:
    """Return what each card of Nova or Hanabi is called, without an article."""
    words = Words(lang)
    rules = GAMES[game].rules(GAMES[game].defaults)  # type: ignore[attr-defined]  # both are `Fireworks`
    cards = NovaCards(words) if game == "nova" else HanabiCards(words, shapes=False)
    return {tuple(face): cards.card(face).bare.casefold() for face in rules.faces()}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", ["nova", "hanabi"])
def test_no_text_names_a_card_that_the_learner_holds_and_does_not_know(game: str, lang: str) -> None:
    names, told = card_names(game, lang), script(game, lang)
    looked_at = 0
    for place in lesson_of(game).places():
        texts = [*told.steps[place.step.name]]
        texts += [said for (step, _), said in told.answers.items() if step in ("", place.step.name)]
        spoken = " ".join(f"{said.speech} {said.braille}" for said in texts).casefold()
        state = _state_at(place)
        view = GAMES[game].view(state, LEARNER)
        seen = {tuple(held.face) for hand in view.hands[1:] for held in hand if held.face}
        seen |= {tuple(face) for face in view.discards}
        seen |= {(suit, rank) for suit, height in view.rows for rank in range(1, height + 1)}
        for held in view.hands[LEARNER]:
            face = tuple(state.deck[held.card])
            known = held.known.rank is not None and held.known.suits
            if face not in seen and not known:
                looked_at += 1
                assert names[face] not in spoken, f"{place.step.name} tells {names[face]}"
    assert looked_at > 40


def _state_at(place: Any) -> Any:
    stage = place.stage
    record = Record(stage.record.game, stage.record.players, stage.record.options, stage.record.head, [], {})
    record.actions += [*stage.record.actions, *stage.actions[: place.done]]
    *_, last = replay(record)
    return last.state


PERSONS = {"ben", "carla", "dan", "you", "your", "he", "she", "du", "dir", "deine", "deiner", "er", "sie"}
NO_CARDS = re.compile(r"three lives|you two|drei leben|ihr zwei")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_lesson_of_gnav_says_of_nobody_a_card_that_the_learner_has_not_heard(lang: str) -> None:
    recording, hearing = Recording(), Hearing(lang)

    async def scene() -> None:
        async with learning(session_of("gnav", lang, [recording, hearing.output])) as session:
            while not session.done:
                await asyncio.wait_for(session.ready(), HANG)
                await type_line(session, hearing.next_line())

    run(scene)
    heard, claims = "", 0
    for given in recording.given:
        text = given.utterance.speech.casefold()
        if given.utterance.event != EXPLAINED:
            heard += text
            continue
        for sentence in re.split(r"(?<=[.:])\s", NO_CARDS.sub("", text)):
            words = set(re.findall(r"\w+", sentence))
            for card in words & RANK_NAMES[lang] if words & PERSONS else ():
                claims += 1
                assert card in heard, sentence
    assert claims > 15


RANK_NAMES = {
    "en": set(
        "fool owl pot zero two three five six seven nine ten eleven house horse cat dragoon cuckoo".split()
    ),
    "de": set(
        "narr narren eule blumentopf null zwei drei fünf sechs sieben neun zehn elf haus pferd katze "
        "dragoner kuckuck".split()
    ),
}
"""Words for cards, but for one, four and eight, which stand for other things, or are never told of."""


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_lesson_of_push_tells_no_card_before_it_is_turned_up(lang: str) -> None:
    for place in lesson_of("push").places():
        state = _state_at(place)
        if not state.pile:
            continue
        following = state.deck[len(state.deck) - state.pile]
        for said in script("push", lang).steps[place.step.name]:
            assert str(following) not in re.findall(r"\d+", said.braille), place.step.name


# -- the texts themselves


@pytest.mark.parametrize("game", GAMES_WITH_LESSONS)
def test_both_languages_have_the_same_steps_messages_and_answers(game: str) -> None:
    english, german = (script(game, lang) for lang in LANGUAGES)
    assert list(english.steps) == [place.step.name for place in lesson_of(game).places()]
    assert {name: len(told) for name, told in english.steps.items()} == {
        name: len(told) for name, told in german.steps.items()
    }
    assert list(english.steps) == list(german.steps)
    assert list(english.answers) == list(german.answers)


@each
def test_no_answer_is_for_a_step_or_an_action_that_does_not_exist(game: str, lang: str) -> None:
    kinds = {type(action).__name__.casefold() for action in all_kinds(game)}
    steps = {place.step.name: place.step for place in lesson_of(game).places()}
    told = script(game, lang)
    for name, kind in told.answers:
        assert kind in kinds
        assert not name or isinstance(steps[name], (Do, Try))
    for kind in kinds:
        assert ("", kind) in told.answers


def all_kinds(game: str) -> list[Deed]:
    parts = {"push": push_parts, "gnav": gnav_parts}.get(game, fireworks_parts)
    me = LEARNER
    if parts is push_parts:
        return [push_parts.Take(me), push_parts.Pass(me)]
    if parts is gnav_parts:
        return [gnav_parts.Keep(me), gnav_parts.Swap(me)]
    play, discard = fireworks_parts.Play(me, 0), fireworks_parts.Discard(me, 0)
    return [play, discard, fireworks_parts.Hint(me, 1, 1), fireworks_parts.Arrange(me, ())]


def sayings(game: str, lang: str) -> Iterator[tuple[Said, bool]]:
    """Yield every message, and whether the words that go on stand behind it."""
    told = script(game, lang)
    for messages in told.steps.values():
        for number, said in enumerate(messages, 1):
            yield said, number == len(messages)
    for said in told.answers.values():
        yield said, False


@each
def test_every_message_can_be_spoken_and_fits_three_windows_of_braille(game: str, lang: str) -> None:
    go_on = LessonText(Words(lang), game, 1).go_on().braille
    for said, last in sayings(game, lang):
        assert SPEAKABLE.fullmatch(said.speech), said.speech
        assert said.speech.endswith("."), said.speech
        assert not re.search(r"see below|siehe|:\.|\s{2}", said.speech), said.speech
        felt = f"{said.braille}. {go_on}" if last else said.braille
        assert len(wrap(felt, CELLS - 1, lang)) <= WINDOWS, felt
        assert len(felt) >= 3


@each
def test_a_why_not_with_its_task_still_fits_three_windows(game: str, lang: str) -> None:
    told = script(game, lang)
    for place in lesson_of(game).places():
        if isinstance(place.step, (Do, Try)):
            for (name, _), said in told.answers.items():
                if name in ("", place.step.name):
                    felt = f"{said.braille}. {told.steps[place.step.name][-1].braille}"
                    assert len(wrap(felt, CELLS - 1, lang)) <= WINDOWS, felt


@each
def test_a_lesson_takes_five_to_ten_minutes(game: str, lang: str) -> None:
    hearing = Hearing(lang)

    async def scene() -> float:
        seconds = 0.0
        async with learning(session_of(game, lang, [hearing.output])) as session:
            while not session.done:
                await asyncio.wait_for(session.ready(), HANG)
                line = hearing.next_line()
                seconds += READING if line else ENTER
                await type_line(session, line)
        return seconds

    seconds = run(scene)
    words = sum(len(line.text.split()) for line in hearing.voice.lines)
    assert 5.0 <= words / WORDS_A_MINUTE + seconds / 60 <= 10.0


# -- through the program


def test_the_program_teaches_and_says_how_to_come_back(tmp_path: Path) -> None:
    call = ("learn", "gnav", "--plain", "--voice", "none", "--lang", "en")
    done = ran(tmp_path, *call, typed=["", "", "card", "keep", "quit"])
    assert (done.code, done.err) == (0, "")
    assert "You have the owl." in done.out
    assert "almost certainly lose a life" in done.out
    assert done.lines[-1] == "To go on with the lesson here, start senpai learn gnav 4. Goodbye."


def test_a_whole_lesson_runs_from_a_pipe(tmp_path: Path) -> None:
    call = ("learn", "push", "8", "--plain", "--voice", "none", "--lang", "de")
    done = ran(tmp_path, *call, typed=["überspringe"] * 30)
    assert (done.code, done.err) == (0, "")
    assert "Karo-Vier" in done.out
    assert "senpai play push" in done.lines[-1]


def test_at_a_terminal_keys_and_enter_lead_through_the_first_steps() -> None:
    terminal = Terminal("learn", "nova", "--voice", "none", "--lang", "en")
    try:
        terminal.match(r"quit leaves\.\nPress Enter to go on\.$")
        since = terminal.type("\r")
        terminal.match(r"Press Enter to go on\.$", since)
        since = terminal.type("\r")
        terminal.match(r"Type hand Ben\.$", since)
        since = terminal.type("hand Ben\r")
        terminal.match(r"three of hearts\.[\s\S]*Type discard 4\.$", since)
        since = terminal.type("\x1bOQ")  # F2
        terminal.match(r"Try it\. Type discard 4\.$", since)
        terminal.type("\x04")
        terminal.match(r"senpai learn nova 4\. Goodbye\.$")
        assert terminal.leave() == 0
    finally:
        terminal.close()


@pytest.mark.parametrize("words", [("learn", "chess"), ("learn", "nova", "0"), ("learn", "nova", "99")])
def test_what_cannot_be_learned_is_refused_with_what_would_do(tmp_path: Path, words: tuple[str, ...]) -> None:
    done = ran(tmp_path, *words, "--plain", "--voice", "none", "--lang", "en")
    assert done.code == 2
    assert ("gnav" if "chess" in words else "22") in done.err


@pytest.mark.parametrize("lang", LANGUAGES)
def test_lessons_lie_beside_the_rules_and_nowhere_else(lang: str) -> None:
    folder = Path(locales.__file__).parent / lang / "lessons"
    assert {path.stem for path in folder.iterdir()} == set(GAMES_WITH_LESSONS) == set(GAMES)
