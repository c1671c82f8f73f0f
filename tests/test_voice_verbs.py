"""How Senpai speaks, changed while playing: by word, in both languages, kept, and for each person apart."""

from __future__ import annotations

import asyncio
import errno
import itertools
import threading
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from access import voice_desk
from access.arguments import Call
from access.kits import KITS, commands_of
from access.outlet import Outlet
from access.play import new_record
from access.session import Confirm, Session
from access.settings import Preferences, Settings, Value
from access.settings_file import keep, load
from access.table import Table
from access.voice_desk import CHOICES, STEPS
from access.voice_verbs import VOICE_VERBS
from engine import GAMES
from engine.bots.levels import Level
from engine.record import Record
from speech.cues import CUES, cues_of
from speech.devices import Line, Manner, VoiceName
from speech.devices.recording import RecordingVoice
from speech.outputs import Profile, Recording, Spoken
from speech.queue import SpeechQueue
from speech.senpai import Senpai
from speech.spelling import LONGEST, Punctuation, Spelling, punctuated, spelled
from speech.utterance import Given, Step, Urgency
from speech.words import LANGUAGES, Verbosity, Words
from tests.driving import HANG, record_of, run

FIRST = {verb.name: {lang: words[0] for lang, words in verb.words.items()} for verb in VOICE_VERBS}


class Rig:
    """A table with its first people at one queue, each with a recording and the voice as outputs."""

    def __init__(
        self,
        *people: Settings,
        lang: str = "en",
        record: Record | None = None,
        keep: Callable[[str, Value], None] = lambda key, value: None,
        voice: RecordingVoice | None = None,
        way: str = "own",
        spoken: bool = True,
        confirm: Confirm = Confirm.NONE,
        talk: bool = False,
    ) -> None:
        self.voice = voice or RecordingVoice(instant=True)
        self.queue = SpeechQueue(self.voice)
        record = record or record_of()
        self.table = Table(record)
        self.sessions: list[Session] = []
        self.heard: list[Recording] = []
        for seat, own in enumerate(people or (Settings(),)):
            recording = Recording()
            voices = [
                Spoken(
                    self.queue,
                    own.manner(),
                    profile=own.profile,
                    punctuation=own.punctuation,
                    way=lambda: way,
                )
            ]
            senpai = Senpai(record.game.name, record.players, seat, lang, own.verbosity)
            self.sessions.append(
                Session(
                    self.table,
                    senpai,
                    [recording, *(voices if spoken else [])],
                    preferences=Preferences(own, keep),
                    confirm=confirm,
                    talk=talk,
                )
            )
            self.heard.append(recording)
        self.table.sitters += self.sessions

    async def typed(self, line: str, seat: int = 0) -> Given:
        """Type a line that has one answer, and return it."""
        before = len(self.heard[seat].given)
        await asyncio.wait_for(self.sessions[seat].typed(line), HANG)
        (answer,) = self.heard[seat].given[before:]
        assert answer.step is Step.ANSWERED
        assert answer.utterance.speech[-1] in ".?"
        assert answer.utterance.braille
        return answer

    @property
    def spoken(self) -> list[str]:
        return [text for text, _ in self.voice.said]

    @property
    def last(self) -> Line:
        return self.voice.lines[-1]

    @property
    def settings(self) -> Settings:
        return self.sessions[0].preferences.settings


# -- faster, louder, higher


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("control", STEPS)
def test_each_step_is_said_in_the_new_manner_and_stops_at_its_limit(control: Any, lang: str) -> None:
    key, direction = STEPS[control]
    field = key.removeprefix("voice.")
    least, most = {"rate": (80, 450), "volume": (10, 100), "pitch": (0, 100)}[field]
    rig = Rig(Settings(rate=250, volume=50, pitch=50), lang=lang)

    async def scene() -> None:
        await rig.table.begin()
        values, answers = [getattr(rig.settings, field)], []
        for _ in range(20):
            answers.append((await rig.typed(FIRST[control][lang])).utterance.speech)
            values.append(getattr(rig.last.manner, field))
            assert str(values[-1]) in answers[-1]
            assert rig.last.text == answers[-1]
        limit = most if direction > 0 else least
        steps = [abs(after - before) for before, after in itertools.pairwise(values)]
        assert values[-1] == limit
        assert set(steps) <= {0, 25, 10, (250 - 80) % 25}
        assert values == sorted(values, reverse=direction < 0)
        reached = values.index(limit) - 1
        assert len(set(answers[reached + 1 :])) == 1
        assert answers[reached + 1] != answers[reached], "the news is that it goes no further"

    run(scene)


def test_the_words_at_the_limits() -> None:
    rig = Rig(Settings(rate=440, volume=15, pitch=5))

    async def scene() -> list[str]:
        await rig.table.begin()
        words = ("faster", "faster", "quieter", "quieter", "lower", "slower")
        return [(await rig.typed(word)).utterance.speech for word in words]

    assert run(scene) == [
        "450 words a minute. That is the fastest.",
        "That is the fastest. 450 words a minute.",
        "Volume 10 per cent. That is the quietest. Stop silences the voice.",
        "That is the quietest. Stop silences the voice. Volume 10 per cent.",
        "Pitch 0. That is the lowest.",
        "425 words a minute.",
    ]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_words_that_are_too_many_change_nothing(lang: str) -> None:
    rig = Rig(lang=lang)

    async def scene() -> None:
        await rig.table.begin()
        for name in ("faster", "pause", "missed", "resume"):
            assert (await rig.typed(f"{FIRST[name][lang]} xyz")).utterance.event == "NotUnderstood"
        assert rig.settings == Settings()
        assert not rig.queue.paused

    run(scene)


# -- kept


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_change_is_kept_and_holds_at_the_next_start(lang: str, tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    say = {name: words[lang] for name, words in FIRST.items()}
    lines = [say[name] for name in ("faster", "quieter", "higher")]
    lines += [f"{say['voice']} 2", f"{say['sounds']} 55"]
    for key, choices in CHOICES.items():
        verb = {"voice.profile": "messages"}.get(key, key.removeprefix("voice."))
        lines.append(f"{say[verb]} {list(choices.values())[-1][lang][0]}")
    rig = Rig(lang=lang, keep=partial(keep, file, None))

    async def scene() -> None:
        await rig.table.begin()
        for line in lines:
            await rig.typed(line)

    run(scene)
    loaded = load(file)
    assert loaded.complaint is None
    assert loaded.settings == rig.settings
    assert loaded.settings == Settings(
        verbosity=Verbosity.LEARNING,
        rate=200,
        pitch=60,
        volume=90,
        voices={lang: f"{lang}-2"},
        punctuation=Punctuation.ALL,
        spelling=Spelling.ALPHABET,
        profile=Profile.ON_REQUEST,
        cues=55,
    )


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EROFS])
def test_a_change_that_cannot_be_kept_is_told_in_the_same_answer_and_holds(code: int) -> None:
    def fail(key: str, value: Value) -> None:
        raise OSError(code, "no")

    rig = Rig(keep=fail)

    async def scene() -> None:
        await rig.table.begin()
        for line in (
            "faster",
            "voice 1",
            "verbosity short",
            "sounds off",
            "sounds 50",
            "messages on request",
        ):
            answer = await rig.typed(line)
            assert "cannot be saved" in answer.utterance.speech, line
            assert answer.utterance in [given.utterance for given in rig.sessions[0].history.entries]
        assert rig.settings.rate == 200
        assert rig.last.manner == rig.settings.manner()

    run(scene)


# -- voices


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("typed", "chosen"),
    [
        *(("1", ("", "1")), ("2", ("", "2")), ("Recording 2", ("", "2")), ("recording: 1", ("", "1"))),
        *(("de 2", ("de", "2")), ("english 1", ("en", "1")), ("Deutsch Recording 1", ("de", "1"))),
    ],
)
def test_a_voice_is_chosen_by_number_or_name_for_each_language(
    typed: str, chosen: tuple[str, str], lang: str
) -> None:
    rig = Rig(lang=lang)

    async def scene() -> None:
        await rig.table.begin()
        await rig.typed(f"{FIRST['voice'][lang]} {typed}")
        of, number = chosen[0] or lang, chosen[1]
        assert dict(rig.settings.voices) == {of: f"{of}-{number}"}
        assert dict(rig.last.manner.voices) == {of: f"{of}-{number}"}
        listed = (await rig.typed(f"{FIRST['voice'][lang]} {of}")).utterance.print.splitlines()
        assert [line.split(":")[0] for line in listed[1:3]] == ["1", "2"]
        plain, used = sorted(listed[1:3], key=len)
        assert (plain[0] != number, used[0]) == (True, number)

    run(scene)


@pytest.mark.parametrize("typed", ["3", "0", "99999999", "Klaus", "Rec", "fr", "de 9", "!", "٣", "x" * 5000])
def test_what_is_no_voice_changes_nothing_and_is_answered(typed: str) -> None:
    rig = Rig()

    async def scene() -> None:
        await rig.table.begin()
        answer = await rig.typed(f"voice {typed}")
        assert len(answer.utterance.speech) < 200
        if typed == "Rec":
            assert "1, Recording 1 or 2, Recording 2" in answer.utterance.speech
        assert rig.settings == Settings()

    run(scene)


class Deaf(RecordingVoice):
    """Leaves the choice to another program."""

    def voices(self, lang: str) -> Sequence[VoiceName]:
        return ()


class Stuck(RecordingVoice):
    """Hangs when it is asked for its voices."""

    def __init__(self) -> None:
        super().__init__(instant=True)
        self.go_on = threading.Event()

    def voices(self, lang: str) -> Sequence[VoiceName]:
        self.go_on.wait(HANG)
        return ()


class Namesakes(RecordingVoice):
    """Has voices whose names begin alike."""

    def voices(self, lang: str) -> Sequence[VoiceName]:
        return [VoiceName("1", "Anna Maria"), VoiceName("2", "Anna"), VoiceName("3", "Jörg")]


@pytest.mark.parametrize(
    ("typed", "chosen"),
    [("Anna", "2"), ("anna m", "1"), ("JOERG", "3"), ("jor", "3"), ("j", "3"), ("org", None)],
)
def test_a_whole_name_goes_before_the_beginning_of_a_longer_one(typed: str, chosen: str | None) -> None:
    rig = Rig(voice=Namesakes(instant=True))

    async def scene() -> None:
        await rig.table.begin()
        await rig.typed(f"voice {typed}")
        assert rig.settings.voices.get("en") == chosen

    run(scene)


def test_where_no_voice_can_be_chosen_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(voice_desk, "PATIENCE", 0.1)
    stuck = Stuck()
    for voice in (Deaf(instant=True), stuck):
        rig = Rig(voice=voice)

        async def scene(rig: Rig = rig) -> None:
            await rig.table.begin()
            assert "can be chosen" in (await rig.typed("voice")).utterance.speech
            assert "can be chosen" in (await rig.typed("voice de 1")).utterance.speech

        run(scene)
    stuck.go_on.set()
    end = time.monotonic() + HANG
    while any(thread.name == "voices" for thread in threading.enumerate()):
        assert time.monotonic() < end
        time.sleep(0.01)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("how", ["print", "orca", "windows-reader", "voiceover", "terminal"])
def test_where_a_screen_reader_speaks_it_is_said_that_it_sets_that(how: str, lang: str) -> None:
    rig = Rig(lang=lang, spoken=how != "print", way=how)

    async def scene() -> None:
        await rig.table.begin()
        answers = set()
        for name in (*STEPS, "voice"):
            answers.add((await rig.typed(FIRST[name][lang])).utterance.speech)
        assert len(answers) == 1
        assert "--voice own" in answers.pop()
        assert rig.settings == Settings()
        for name in ("verbosity", "spelling"):
            await rig.typed(FIRST[name][lang])
        if how == "print":
            for name in ("pause", "resume", "missed", "punctuation", "messages", "sounds"):
                await rig.typed(FIRST[name][lang])
                await rig.typed(f"{FIRST[name][lang]} 1")

    run(scene)


# -- fullness, signs, spelling


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_fullness_changes_at_once_also_of_games_with_other_names_for_the_cards(game: str, lang: str) -> None:
    record = new_record(Call(names=("Anna", "Ben", "Carla"), seed="1"), GAMES[game])
    cards = "norwegian" if game == "gnav" else "own"
    table, recording = Table(record), Recording()
    senpai = Senpai(game, record.players, 0, lang, Verbosity.NORMAL, cards)
    session = Session(table, senpai, [recording])
    table.sitters.append(session)

    async def scene() -> None:
        await table.begin()
        for verbosity in (Verbosity.SHORT, Verbosity.LEARNING, Verbosity.NORMAL):
            word = CHOICES["verbosity"][verbosity][lang][0]
            await session.typed(f"{FIRST['verbosity'][lang]} {word}")
            fresh = Senpai(game, record.players, 0, lang, verbosity, cards)
            assert session.preferences.settings.verbosity is verbosity
            assert session.senpai.game.table(session.view) == fresh.game.table(session.view)
            await session.typed("")
            assert recording.given[-1].utterance.speech == fresh.game.turn(session.view).speech
            assert type(session.senpai.game) is type(fresh.game)

    run(scene)


@pytest.mark.parametrize(
    ("text", "none", "some", "everything"),
    [
        ("Anna plays, yes.", "Anna plays, yes.", "Anna plays, yes.", "Anna plays comma, yes full stop."),
        ("A/B + C.", "A B C.", "A slash B plus C.", "A slash B plus C full stop."),
        (
            "Ben's turn: 2.5!",
            "Ben's turn: 2.5!",
            "Ben's turn: 2.5!",
            "Ben apostrophe s turn colon: 2 full stop 5 exclamation mark!",
        ),
        ("", "", "", ""),
    ],
)
def test_signs_are_named_as_far_as_is_wanted(text: str, none: str, some: str, everything: str) -> None:
    words = Words("en")
    assert [punctuated(text, level, words) for level in Punctuation] == [none, some, everything]


def test_punctuation_is_for_the_voice_alone_and_not_for_what_is_spelled() -> None:
    rig = Rig(Settings(punctuation=Punctuation.ALL))

    async def scene() -> None:
        await rig.table.begin()
        await rig.typed("")
        assert rig.last.text.endswith("full stop.")
        assert "full stop" not in rig.heard[0].given[-1].utterance.speech
        await rig.typed("spell O'B.")
        assert rig.last.text == "O, apostrophe, B, full stop."
        await rig.typed("punctuation none")
        await rig.typed("")
        assert "full stop" not in rig.last.text

    run(scene)


SPELLED = {
    "Zoë": ("Z, o, ë.", "Zulu, Oscar, Echo with two dots."),
    "d'Å 2": ("d, apostrophe, Å, blank, 2.", "Delta, apostrophe, Alfa with ring, blank, 2."),
    "ß☃": ("ß, other sign.", "ß, other sign."),
    "Jose\u0301": ("J, o, s, é.", "Juliett, Oscar, Sierra, Echo with acute."),
}


@pytest.mark.parametrize("typed", SPELLED)
def test_a_word_is_spelled_by_letters_or_by_the_alphabet(typed: str) -> None:
    rig = Rig()

    async def scene() -> None:
        await rig.table.begin()
        for mode, said in zip(("letters", "alphabet"), SPELLED[typed], strict=True):
            await rig.typed(f"spelling {mode}")
            assert (await rig.typed(f"spell {typed}")).utterance.speech == said
            assert (await rig.typed(f"please, SPELL  {typed}")).utterance.speech == said
            assert (await rig.typed("repeat")).utterance.speech == said

    run(scene)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_spelling_alphabet_has_a_word_for_each_letter_of_its_language(lang: str) -> None:
    letters = "abcdefghijklmnopqrstuvwxyz" + {"en": "", "de": "äöüß"}[lang]
    said = spelled(letters, Spelling.ALPHABET, Words(lang)).speech.rstrip(".").split(", ")
    assert len(said) == len(set(said)) == len(letters)
    for letter, word in zip(letters, said, strict=True):
        assert len(word) > 2
        assert letter in "äöüß" or word.casefold().startswith(letter)


def test_of_a_long_text_the_beginning_is_spelled() -> None:
    said = spelled("ab" * 5000, Spelling.LETTERS, Words("en")).speech
    assert said.count(", ") == LONGEST
    assert said.endswith("b, and so on.")


# -- repeat


def test_repeat_says_what_was_heard_last_whatever_it_was() -> None:
    rig = Rig(Settings(), Settings(), Settings())

    async def scene() -> None:
        await rig.table.begin()
        await rig.sessions[0].typed("play 1")
        last = (await rig.typed("last")).utterance
        assert len(last.print.splitlines()) > 2
        again = (await rig.typed("repeat")).utterance
        assert (again.speech, again.print) == (last.speech, last.print)
        letters = (await rig.typed("spell")).utterance.speech
        assert letters.startswith("Y, o, u, blank, p, l, a, y"), "what was read back is what is spelled"
        assert (await rig.typed("repeat")).utterance.speech == letters
        assert (await rig.typed("spell")).utterance.speech == letters, "and not what was spelled"
        voices = (await rig.typed("voice")).utterance.speech
        for line in ("slower", "stop", "pause", "pause", "sounds off", "messages all", "quieter"):
            await rig.typed(line)
            assert (await rig.typed("repeat")).utterance.speech == voices, line
        await rig.sessions[1].typed("play 1")
        assert (await rig.typed("repeat")).utterance.speech == rig.heard[0].given[-2].utterance.speech

    run(scene)


# -- pause


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_pause_keeps_news_back_and_answers_are_spoken(lang: str) -> None:
    rig = Rig(Settings(), Settings(), Settings(), lang=lang)
    pause, go_on = FIRST["pause"][lang], FIRST["resume"][lang]

    async def scene() -> None:
        await rig.table.begin()
        first = (await rig.typed(go_on)).utterance
        assert not rig.queue.paused
        paused = (await rig.typed(pause)).utterance.speech
        before = len(rig.voice.lines)
        await rig.sessions[0].typed("play 1")
        assert rig.spoken[before:] == []
        await rig.typed("status")
        assert len(rig.voice.lines) == before + 1
        resumed = (await rig.typed(pause)).utterance.speech
        assert len({first.speech, paused, resumed}) == 3
        news = [given.utterance.speech for given in rig.heard[1].given]
        assert set(news) <= set(rig.spoken)
        await rig.typed(pause)
        assert rig.queue.paused
        assert (await rig.typed(go_on)).utterance.speech == resumed
        assert not rig.queue.paused

    run(scene)


# -- sounds


@pytest.mark.parametrize("lang", LANGUAGES)
def test_sounds_are_listed_played_and_named(lang: str) -> None:
    rig = Rig(lang=lang)
    verb = FIRST["sounds"][lang]

    async def scene() -> None:
        await rig.table.begin()
        listed = (await rig.typed(verb)).utterance.print.splitlines()
        names = [line.partition(": ")[2].rstrip(".") for line in listed[1:-1]]
        assert len(names) == len(cues_of("nova"))
        for number, (name, cue) in enumerate(zip(names, cues_of("nova"), strict=True), 1):
            for typed in (str(number), name, name.upper()):
                await rig.typed(f"{verb} {typed}")
                assert rig.last.cue is not None
                assert (rig.last.cue.name, rig.last.cue.place) == (cue, 0)
                assert rig.last.text.casefold().startswith(name.casefold())
        before = len(rig.voice.lines)
        answer = await rig.typed(f"{verb} {'all' if lang == 'en' else 'alle'}")
        assert str(len(names)) in answer.utterance.speech
        played = rig.voice.lines[before + 1 :]
        assert [line.cue.name for line in played if line.cue] == list(cues_of("nova"))
        assert [line.text for line in played] == listed[1:-1]

    run(scene)


@pytest.mark.parametrize(("on", "off", "loud"), [("on", "off", "volume 10"), ("an", "aus", "Lautstärke 10")])
def test_sounds_are_turned_off_and_on_and_to_a_volume(on: str, off: str, loud: str) -> None:
    rig = Rig()

    async def scene() -> None:
        await rig.table.begin()
        for typed, cues, sounds in [
            (off, 60, False),
            ("17", 60, False),
            ("all", 60, False),
            (on, 60, True),
            ("50", 50, True),
            (off, 50, False),
            (loud, 10, True),
            ("30%", 30, True),
            ("20 per cent", 20, True),
            ("101", 20, True),
            ("5%", 20, True),
            ("nonsense", 20, True),
            ("on off", 20, True),
        ]:
            answer = await rig.typed(f"sounds {typed}")
            assert (rig.settings.cues, rig.settings.sounds) == (cues, sounds), typed
            assert rig.last.manner.cues == (cues if sounds else 0)
            assert (rig.last.cue is None) or sounds
            assert len(answer.utterance.speech) < 200

    run(scene)


# -- two people


def test_each_person_is_spoken_to_in_their_own_manner_by_one_voice(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    for name, rate in (("Anna", 100), ("ben", 400)):
        keep(file, name, "voice.rate", rate)
    keep(file, None, "sounds.on", False)
    read = load(file).settings
    rig = Rig(read.for_person("Anna"), read.for_person("Ben"), read)

    async def scene() -> None:
        await rig.table.begin()
        for seat, session in enumerate(rig.sessions):
            name = ("Anna", "Ben", None)[seat]
            session.preferences._keep = partial(keep, file, name)
        rates = {seat: {line.manner.rate for line in rig.voice.lines} for seat in (0,)}
        assert rates[0] == {100, 400, 175}
        before = len(rig.voice.lines)
        await rig.typed("faster", 0)
        await rig.typed("slower", 1)
        await rig.typed("voice de 2", 1)
        assert [line.manner.rate for line in rig.voice.lines[before:]] == [125, 375, 375]
        before = len(rig.voice.lines)
        await rig.sessions[0].typed("play 1")
        after = rig.voice.lines[before:]
        assert {line.manner.rate for line in after} == {125, 375, 175}
        for rate, voices in ((125, {}), (375, {"de": "de-2"}), (175, {})):
            theirs = [line for line in after if line.manner.rate == rate]
            seat = {125: 0, 375: 1, 175: 2}[rate]
            told = [given.utterance.speech for given in rig.heard[seat].given][-len(theirs) :]
            assert [line.text for line in theirs] == told
            assert all(dict(line.manner.voices) == voices for line in theirs)
            assert all(line.cue is None for line in theirs), "sounds are off for everybody"

    run(scene)
    again = load(file).settings
    assert again.rate == 175
    assert (again.for_person("Anna").rate, again.for_person("Ben").rate) == (125, 375)
    assert again.for_person("Ben").voices == {"de": "de-2"}


# -- on request


def heard_lines(rig: Rig) -> list[str]:
    return [line.text for line in rig.voice.lines if line.text]


def waits(rig: Rig) -> int:
    return sum(line.cue is not None and line.cue.name == "message-waits" for line in rig.voice.lines)


@settings(deadline=None, max_examples=30, suppress_health_check=[HealthCheck.too_slow])
@given(
    lines=st.lists(
        st.sampled_from(["play 1", "discard 1", "hint Ben 1", "status", "missed", "history", "nonsense", ""]),
        min_size=3,
        max_size=10,
    ),
    lang=st.sampled_from(LANGUAGES),
    game=st.sampled_from(["nova", "hanabi"]),
)
def test_on_request_nothing_of_the_table_is_spoken_and_everything_is_in_the_history(
    lines: list[str], lang: str, game: str
) -> None:
    record = new_record(Call(names=("Anna", "Ben", "Carla"), seed="2"), GAMES[game])
    rig = Rig(Settings(profile=Profile.ON_REQUEST), lang=lang, record=record)
    others = {seat: KITS[game].player(Level.CLUB) for seat in (1, 2)}
    rig.table._computers.update(others)

    async def scene() -> None:
        await rig.table.begin()
        computers = asyncio.create_task(rig.table.play_computers())
        for line in lines:
            await rig.sessions[0].ready()
            before, known = len(rig.voice.lines), len(rig.heard[0].given)
            await asyncio.wait_for(rig.sessions[0].typed(line), HANG)
            given = rig.heard[0].given[known:]
            answers = [g.utterance.speech for g in given if g.step is Step.ANSWERED or g.asked]
            assert len(answers) >= 1
            spoken = [text.text for text in rig.voice.lines[before:] if text.text]
            assert spoken == answers, line
        computers.cancel()
        table = [g for g in rig.heard[0].given if g.step is not Step.ANSWERED and not g.asked]
        assert all(g in rig.sessions[0].history.entries for g in table)
        assert not {g.utterance.speech for g in table} & (
            set(heard_lines(rig)) - {g.utterance.speech for g in rig.heard[0].given if g not in table}
        )

    run(scene)


def test_on_request_a_cue_tells_once_that_messages_wait_and_missed_tells_them() -> None:
    rig = Rig(Settings(profile=Profile.ON_REQUEST), Settings(), Settings())
    voice = rig.sessions[1]._voice
    assert voice is not None
    voice._queue = SpeechQueue(RecordingVoice(instant=True))  # the others are heard elsewhere
    third = rig.sessions[2]._voice
    assert third is not None
    third._queue = voice.queue

    async def scene() -> None:
        await rig.table.begin()
        assert (heard_lines(rig), waits(rig)) == ([], 1)
        dealt = rig.heard[0].given[-1].utterance.speech
        assert (await rig.typed("missed")).utterance.speech == dealt
        assert (await rig.typed("repeat")).utterance.speech == dealt
        assert heard_lines(rig) == [dealt, dealt]
        own = len(rig.voice.lines)
        await rig.sessions[0].typed("play 1")
        await rig.sessions[1].typed("play 1")
        announced = [given for given in rig.heard[0].given if given.step is Step.ANNOUNCED]
        assert [line.text for line in rig.voice.lines[own:] if line.text] == [announced[0].utterance.speech]
        assert (await rig.typed("repeat")).utterance.speech == announced[0].utterance.speech
        assert waits(rig) == 2, "a cue was heard once more, and not for each message"
        kept = [
            given.utterance.speech
            for given in rig.heard[0].given
            if given.step is not Step.ANSWERED and given is not announced[0]
        ][1:]
        assert (await rig.typed("what did I miss?")).utterance.speech == " ".join(kept)
        assert "No message waits" in (await rig.typed("missed")).utterance.speech
        await rig.sessions[2].typed("play 1")
        assert waits(rig) == 3
        await rig.typed("history 1")
        await rig.sessions[1].typed("arrange 2 1 3 4")
        assert waits(rig) == 4, "who has looked at messages is told of the next one again"
        answer = (await rig.typed("messages all")).utterance.speech
        assert "messages wait" in answer
        await rig.sessions[0].typed("play 1")
        assert heard_lines(rig)[-1] == rig.heard[0].given[-1].utterance.speech

    run(scene)


def test_on_request_with_sounds_off_there_is_no_cue() -> None:
    rig = Rig(Settings(profile=Profile.ON_REQUEST, sounds=False))

    async def scene() -> None:
        await rig.table.begin()
        assert rig.voice.lines == []

    run(scene)


@pytest.mark.parametrize("line", ["yes", "no"])
def test_on_request_a_question_and_what_comes_of_the_answer_are_spoken(line: str) -> None:
    rig = Rig(Settings(profile=Profile.ON_REQUEST), confirm=Confirm.ALWAYS)

    async def scene() -> None:
        await rig.table.begin()
        await rig.sessions[0].typed("play 1")
        assert heard_lines(rig)[-1].endswith("Say yes, or no to take it back.")
        before = len(heard_lines(rig))
        await rig.sessions[0].typed(line)
        (answer,) = heard_lines(rig)[before:]
        news = [given.utterance.speech for given in rig.heard[0].given if given.asked]
        assert answer == news[-1]

    run(scene)


def test_on_request_a_joker_asks_alarms_are_heard_and_so_is_talk_to_me() -> None:
    record = record_of(seed="3", options={"jokers": 2})
    rig = Rig(Settings(profile=Profile.ON_REQUEST), Settings(), record=record, talk=True)

    async def scene() -> None:
        await rig.table.begin()
        await rig.sessions[0].typed("play 2")
        assert "It is a joker. Choose a row." in heard_lines(rig)
        own = [line for line in rig.voice.lines if line.manner is rig.sessions[0]._voice.manner]  # type: ignore[union-attr]  # there is one
        assert own
        await rig.sessions[0].alarm(errno.ENOSPC)
        assert "the disk is full" in heard_lines(rig)[-1]
        await rig.sessions[1].typed("remember Anna")
        assert sum("Ben asks you" in text for text in heard_lines(rig)) == 1

    run(scene)


# -- the rest of the session


def test_a_warning_that_was_spoken_already_goes_to_the_other_outputs_only() -> None:
    rig = Rig()

    async def scene() -> None:
        await rig.table.begin()
        before = len(rig.voice.lines)
        said = rig.sessions[0].house.save_failed(errno.ENOSPC)
        await rig.sessions[0].warn(said, spoken=False)
        assert len(rig.voice.lines) == before
        assert rig.heard[0].given[-1].utterance.urgency is Urgency.ALARM
        assert rig.sessions[0].history.entries[-1].utterance.speech == said.speech
        await rig.sessions[0].warn(said)
        assert rig.last.text == said.speech

    run(scene)


def test_the_same_preferences_go_on_in_the_next_game() -> None:
    preferences = Preferences()
    rates = []
    for _ in range(2):
        voice = RecordingVoice(instant=True)
        record = record_of()
        spoken = Spoken(SpeechQueue(voice), preferences.settings.manner())
        table = Table(record)
        senpai = Senpai("nova", record.players, 0, "en", preferences.settings.verbosity)
        session = Session(table, senpai, [spoken], preferences=preferences)
        table.sitters.append(session)

        async def scene(session: Session = session, table: Table = table) -> None:
            await table.begin()
            await session.typed("faster")

        run(scene)
        rates.append([line.manner.rate for line in voice.lines])
    assert rates == [[175, 200], [200, 225]]


def test_an_outlet_hands_on_what_its_output_accepts() -> None:
    recording = Recording()
    senpai = Senpai("nova", ("A", "B"), 0, "en", Verbosity.NORMAL)
    told = Given(0, Step.HAPPENED, senpai.utter(senpai.house.quiet(), "x"))
    run(lambda: Outlet(recording).give(told))
    assert recording.given == [told]


@pytest.mark.parametrize("game", GAMES)
def test_every_game_understands_these_verbs_and_helps_with_each(game: str) -> None:
    commands = commands_of(game)
    for verb in VOICE_VERBS:
        for lang in LANGUAGES:
            for word in verb.words[lang]:
                assert commands.find(word)[0] is verb
            assert verb.help(Words(lang)).endswith(".")
    for choices in CHOICES.values():
        for ways in choices.values():
            assert set(ways) == set(LANGUAGES)


def test_every_cue_has_a_manner_of_silence() -> None:
    assert "message-waits" in CUES
    assert Manner(cues=0).cues == 0
