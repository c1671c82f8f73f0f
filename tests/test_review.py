"""Reading back, copying to a file, and notes on one's own cards, typed by people at a table.

Not here: what is found out by counting (see `test_tools`).
"""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from access.commands import spellings
from access.history import Kind
from access.kits import commands_of
from access.play import next_record
from access.replay import hear, print_states, read_aloud
from access.review_desk import KEY, LONGEST_NOTE, Notes
from access.review_verbs import KIND_WORDS, KINDS
from access.session import Session
from access.table import Table
from engine import GAMES
from engine.fireworks_parts import Arrange, Discard, Hint, Play
from engine.record import Record, read, write
from engine.table import Deed
from speech.outputs import Recording
from speech.review_text import ReviewText
from speech.senpai import Senpai
from speech.utterance import Given, Step
from speech.words import LANGUAGES, Verbosity, Words
from tests.driving import Guest, Party, party, record_of, run
from tests.games import random_game
from tests.test_text import well_formed

TWO = ("Anna", "Ben")
CANARY = "zebra"


def seated(record: Record | None = None, *, guests: int = 2, lang: str = "en", **more: Any) -> Party:
    """Return a table where all seats are people."""
    return party(record or record_of(TWO), [Guest(lang=lang)] * guests, **more)


def harmless(at: Party, seat: int) -> Deed:
    """Return a hint, or what else may be done, without a card being played."""
    legal = at.table.game.legal(at.table._state, seat)
    return next((action for action in legal if isinstance(action, Hint)), legal[0])


async def rounds(at: Party, count: int) -> None:
    """Let everybody act in turn, so many actions in all."""
    for _ in range(count):
        seat = at.table.turn
        if seat is not None:
            await at.sessions[seat].act(harmless(at, seat))


async def said(at: Party, line: str, seat: int = 0) -> str:
    """Type a line and return its one answer's speech."""
    (given,) = await at.typed(seat, line)
    assert given.step is Step.ANSWERED
    return given.utterance.speech


# -- the kinds of messages


def test_every_message_is_of_the_kind_that_it_is_read_back_as() -> None:
    async def scene() -> None:
        at = seated()
        at.sessions[1].may_talk = at.sessions[0].may_talk = True
        await at.table.begin()
        await rounds(at, 4)  # Anna and Ben hint each other twice
        await at.typed(0, "tokens")
        await at.typed(1, "clueless")
        await at.sessions[0].alarm(28)
        history = at.sessions[0].history
        told = {kind: [given.utterance for given in history.recent(99, kind)] for kind in Kind}
        assert sum(len(some) for some in told.values()) == len(history.entries)
        assert [one.event for one in told[Kind.ANSWERS]] == ["tokens"]
        assert [one.event for one in told[Kind.TALK]] == ["Talked"]
        assert [one.event for one in told[Kind.ALARMS]] == ["Alarm"]
        assert [one.event for one in told[Kind.HINTS]] == ["Hinted"] * 2
        assert all(one.speech.startswith("Your card") for one in told[Kind.HINTS])
        assert [one.event for one in told[Kind.MINE]] == ["Announced", "Hinted"] * 2
        assert all("You" in one.speech or "Ben's" in one.speech for one in told[Kind.MINE])
        assert {one.event for one in told[Kind.TABLE]} == {"Dealt", "Announced", "TurnPassed"}
        hints_to_ben = at.sessions[1].history.recent(99, Kind.HINTS)
        assert len(hints_to_ben) == 2

    run(scene)


@pytest.mark.parametrize("game", list(GAMES))
def test_in_every_game_own_actions_are_told_apart_from_those_of_others(game: str) -> None:
    async def scene() -> None:
        record = random_game(3, game=game, players=3 if game != "gnav" else 4)
        table = Table(Record(record.game, record.players, record.options, record.head, [], {}))
        sessions = [
            Session(table, Senpai(game, record.players, seat, "en", Verbosity.NORMAL), [Recording()])
            for seat in (0, 1, None)
        ]
        table.sitters += sessions
        await table.begin()
        for action in record.actions[:40]:
            await table.submit(action)
            for session in sessions:
                newest = session.history.recent(1, Kind.MINE)
                mine = bool(newest) and newest[0].number == len(table.record.actions)
                if session.seat is None:
                    assert not session.history.recent(1, Kind.MINE)
                elif action.seat == session.seat:
                    assert mine
        assert sessions[0].history.recent(1, Kind.MINE)

    run(scene)


def test_a_resumed_history_has_the_same_kinds() -> None:
    async def scene() -> None:
        record = random_game(5, players=2)
        record.actions = record.actions[:12]
        played: list[list[str]] = []
        resumed: list[list[str]] = []
        for into, actions in ((played, []), (resumed, [*record.actions])):
            table = Table(Record(record.game, record.players, record.options, record.head, actions, {}))
            session = Session(table, Senpai("nova", TWO, 0, "en", Verbosity.NORMAL), [Recording()])
            table.sitters.append(session)
            await table.begin()
            for action in () if actions else record.actions:
                await table.submit(action)
            for kind in Kind:
                into.append([given.utterance.speech for given in session.history.recent(999, kind)])
            into.append([given.utterance.speech for given in session.history.since_turn()])
        assert played == resumed
        assert any(resumed)

    run(scene)


# -- one by one


WALKS = {
    "en": (
        ("earliest", "You play Nova"),
        ("previous", "That was the oldest message."),
        ("next hint", "Your card"),
        ("next my action", "You give Ben a hint"),
        ("previous message of mine", "Ben's card"),
        ("latest", "Your turn."),
        ("next", "That was the newest message."),
        ("latest own", "Ben's card"),
        ("earliest hint", "Your card"),
        ("previous hint to me", "There is no older message of that kind."),
        ("next alarm", "There has been no alarm."),
        ("previous talk", "Nobody has said anything yet."),
        ("next answer", "You have not asked anything yet."),
        ("previous zebra", "There is no kind of message called zebra."),
        ("previous hint talk", "There is no kind of message called talk."),
        ("first message", "You play Nova"),
    ),
    "de": (
        ("früheste", "Du spielst Nova"),
        ("vorige", "Das war die älteste Meldung."),
        ("nächster Hinweis", "Deine Karte"),
        ("nächste eigene Aktion", "Du gibst Ben einen Hinweis"),
        ("jüngste", "Du bist dran."),
        ("voriger Hinweis an mich", "Deine Karte"),
        ("vorheriger Hinweis", "Deine Karte"),
        ("voriges Gespräch", "Noch hat niemand etwas gesagt."),
        ("vorige zebra", "Eine Art von Meldungen namens zebra gibt es nicht."),
        ("erste Meldung", "Du spielst Nova"),
        ("letzte Meldung", "Du bist dran."),
    ),
}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_one_reads_back_and_forth_by_kind(lang: str) -> None:
    async def scene() -> None:
        at = seated(lang=lang)
        await at.table.begin()
        await rounds(at, 4)
        before = len(at.sessions[0].history.entries)
        for line, beginning in WALKS[lang]:
            assert (await said(at, line)).startswith(beginning), line
        assert len(at.sessions[0].history.entries) == before, "what is read back is no news"

    run(scene)


def test_what_was_read_back_can_be_repeated_and_spelled() -> None:
    async def scene() -> None:
        at = seated()
        await at.table.begin()
        await rounds(at, 3)
        first = await said(at, "earliest hint")
        assert await said(at, "repeat") == first
        assert (await said(at, "spell")).startswith("Y, o, u, r, blank, c, a, r, d")

    run(scene)


def test_several_are_told_by_number_and_kind() -> None:
    async def scene() -> None:
        at = seated()
        await at.table.begin()
        await rounds(at, 6)
        hints = [given.utterance.speech for given in at.sessions[0].history.recent(9, Kind.HINTS)]
        assert len(hints) == 3
        assert await said(at, "hints") == " ".join(hints)
        assert await said(at, "hinweise 2") == " ".join(hints[1:])
        assert await said(at, "history 1 hint") == await said(at, "verlauf hinweise 1") == hints[2]
        (given,) = await at.typed(0, "hints")
        assert given.utterance.print.split("\n") == hints
        assert given.utterance.braille.count("; ") == 2
        assert "number" in await said(at, "history 0")
        assert "kind of message called zebra" in await said(at, "history zebra")

    run(scene)


def test_kinds_of_messages_that_a_game_has_not_are_not_offered() -> None:
    record = random_game(1, game="push", players=3)
    table = Table(Record(record.game, record.players, record.options, record.head, [], {}))
    heard = Recording()
    session = Session(table, Senpai("push", record.players, 0, "en", Verbosity.NORMAL), [heard])
    table.sitters.append(session)

    async def scene() -> None:
        await table.begin()
        await session.typed("previous hint")

    run(scene)
    assert heard.given[-1].utterance.speech == (
        "There is no kind of message called hint. Say table, mine, answer, talk or alarm, "
        "or nothing for any message."
    )


def test_every_kind_is_called_alike_by_tab_and_by_the_refusal() -> None:
    for lang in LANGUAGES:
        text = ReviewText(Words(lang))
        for kind in Kind:
            assert text.kind(kind) == KIND_WORDS[kind][lang][0]
            for spelling in spellings(text.kind(kind)):
                assert KINDS[spelling] is kind


# -- since my last turn


def test_since_my_last_turn_tells_what_the_others_did_and_what_happened_tells_it_shorter() -> None:
    async def scene() -> None:
        at = seated(record_of(), guests=3)
        await at.table.begin()
        await rounds(at, 3)
        await at.typed(0, "tokens")
        told = at.said()
        start = next(i for i, text in enumerate(told) if text.startswith("Ben gives"))
        since = [text for text in told[start:] if not text.startswith("7") and "lives" not in text]
        assert await said(at, "since my last turn") == " ".join(since)
        assert await said(at, "seit meinem letzten Zug") == " ".join(since)
        short = [text for text in since if not text.endswith("turn.")]
        assert 3 < len(short) < len(since)
        assert await said(at, "what happened?") == " ".join(short)
        assert await said(at, "was war los") == await said(at, "passiert") == " ".join(short)
        (given,) = await at.typed(0, "what happened since my last turn")
        assert given.utterance.braille.count(";") == len(short) - 1

    run(scene)


def test_before_the_first_turn_everything_is_told_and_right_after_a_turn_nothing() -> None:
    async def scene() -> None:
        at = seated()
        await at.table.begin()
        assert (await said(at, "since")).startswith("You play Nova with Ben.")
        await rounds(at, 1)
        for line in ("since", "what happened", "seit", "was war"):
            assert await said(at, line) == "Nothing has happened since your last turn."
        await at.sessions[0].alarm(28)
        assert "cannot be saved" in await said(at, "since")
        assert "I do not understand nonsense here." in await said(at, "since nonsense")

    run(scene)


def test_arranging_ones_hand_and_what_is_taken_back_are_no_turns() -> None:
    async def scene() -> None:
        at = seated()
        await at.table.begin()
        await rounds(at, 2)
        before = await said(at, "since")
        cards = [held.card for held in at.table.view(0).hands[0]]
        await at.sessions[0].act(Arrange(0, tuple(reversed(cards))))
        assert (await said(at, "since")).startswith(before)
        at.sessions[0].confirm = type(at.sessions[0].confirm)("always")
        await at.sessions[0].act(Discard(0, cards[0]))
        assert (await said(at, "since")).startswith(before), "while one is asked"
        await at.typed(0, "no")
        assert (await said(at, "since")).startswith(before), "when it is taken back"
        await at.sessions[1].act(Arrange(1, tuple(held.card for held in at.table.view(1).hands[1])))
        assert (await said(at, "since")).startswith(before), "an action of the same number is not mine"
        at.sessions[0].confirm = type(at.sessions[0].confirm)("none")
        await at.sessions[0].act(harmless(at, 0))
        assert not (await said(at, "since")).startswith(before)

    run(scene)


# -- copying


@pytest.mark.parametrize(("lang", "verb"), [("en", "copy"), ("de", "kopiere")])
def test_all_that_the_seat_was_given_is_copied_to_a_file(tmp_path: Path, lang: str, verb: str) -> None:
    async def scene() -> None:
        at = seated(lang=lang)
        await at.table.begin()
        await rounds(at, 2)
        await at.typed(0, "hand")
        file = tmp_path / "mein Übungs Spiel.txt"
        printed = [given.utterance.print for given in at.given()]
        answer = await said(at, f"{verb} {file}")
        assert str(file) in answer
        assert str(len(printed)) in answer
        assert file.read_bytes().decode("utf-8") == "".join(f"{text}\n" for text in printed)
        if os.name == "posix":
            assert stat.S_IMODE(file.stat().st_mode) == 0o600

    run(scene)


def test_a_copy_holds_what_this_seat_was_given_and_nothing_of_the_others(tmp_path: Path) -> None:
    async def scene() -> None:
        at = seated()
        await at.table.begin()
        await rounds(at, 2)
        await at.typed(1, f"note 1 {CANARY}")
        await at.typed(1, "hand")
        for seat in (0, 1):
            await at.typed(seat, f"copy {tmp_path / TWO[seat]}.txt")
        anna, ben = ((tmp_path / f"{name}.txt").read_text("utf-8") for name in TWO)
        assert CANARY in ben
        assert CANARY not in anna
        assert "Ben holds" in anna
        assert "Ben holds" not in ben

    run(scene)


def test_a_file_that_is_there_stays_as_it_is(tmp_path: Path) -> None:
    async def scene() -> None:
        at = seated()
        await at.table.begin()
        (tmp_path / "there.txt").write_text("mine")
        (tmp_path / "link.txt").symlink_to(tmp_path / "elsewhere.txt")
        for name in ("there.txt", "link.txt", ""):
            answer = await said(at, f"copy {tmp_path / name}")
            assert "is there already and stays as it is. Copy to another name." in answer
        assert (tmp_path / "there.txt").read_text() == "mine"
        assert not (tmp_path / "elsewhere.txt").exists()

    run(scene)


def test_what_cannot_be_written_is_one_sentence_and_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        at = seated()
        await at.table.begin()
        assert "Name the file" in await said(at, "copy")
        for name in (tmp_path / "no" / "where.txt", "~nobody-at-all/x.txt"):
            assert "cannot be written: it is not there" in await said(at, f"copy {name}")

        def full(handle: int) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(os, "fsync", full)
        answer = await said(at, f"copy {tmp_path / 'full.txt'}")
        assert "cannot be written: the disk is full. Copy to another place." in answer
        assert not list(tmp_path.glob("*.txt"))

    run(scene)


def test_a_name_in_quotes_or_with_a_tilde_is_understood(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))

    async def scene() -> None:
        at = seated()
        await at.table.begin()
        await at.typed(0, "copy ~/one.txt")
        await at.typed(0, f'copy "{tmp_path / "two.txt"}"')
        assert {path.name for path in tmp_path.glob("*.txt")} == {"one.txt", "two.txt"}

    run(scene)


# -- notes


@pytest.mark.parametrize(
    ("lang", "lines", "answers"),
    [
        (
            "en",
            ("note 3 maybe five", "note 3", "note the card 3", "notes", "note 3 delete", "note 3", "notes"),
            (
                "Card 3: maybe five.",
                "Card 3: maybe five.",
                "Card 3: maybe five.",
                "Your notes. 3: maybe five.",
                "The note on card 3 is deleted.",
                "There is no note on card 3.",
                "You have no notes.",
            ),
        ),
        (
            "de",
            ("notiz 3 Vielleicht Fünf!", "notiz Karte 3", "notizen", "notiz 3 löschen", "notiz 3"),
            (
                "Karte 3: Vielleicht Fünf.",
                "Karte 3: Vielleicht Fünf.",
                "Deine Notizen. 3: Vielleicht Fünf.",
                "Die Notiz zu Karte 3 ist gelöscht.",
                "Zu Karte 3 gibt es keine Notiz.",
            ),
        ),
    ],
)
def test_notes_are_written_read_and_deleted(lang: str, lines: Sequence[str], answers: Sequence[str]) -> None:
    async def scene() -> None:
        at = seated(lang=lang)
        await at.table.begin()
        for line, answer in zip(lines, answers, strict=True):
            assert (await said(at, line)).startswith(answer), line

    run(scene)


def test_a_note_is_shown_with_the_hand_and_with_the_card() -> None:
    async def scene() -> None:
        at = seated()
        await at.table.begin()
        await at.typed(0, "note 3 maybe five.")
        for line in ("hand", "hand Anna", "blatt"):
            (given,) = await at.typed(0, line)
            assert given.utterance.print.split("\n")[3] == "3: nothing known. Note: maybe five."
            assert " 3: nothing known. Note: maybe five. 4: nothing known." in given.utterance.speech
            assert "3 --: maybe five.; 4 --" in given.utterance.braille
        (given,) = await at.typed(0, "possible 3")
        assert given.utterance.speech.endswith("Note: maybe five.")
        assert given.utterance.braille.endswith(": maybe five.")
        assert "Note" not in await said(at, "possible 2")
        await at.typed(0, "note 3 surely four")
        assert "maybe" not in await said(at, "hand")

    run(scene)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("verbosity", Verbosity)
@pytest.mark.parametrize("game", ["nova", "hanabi"])
def test_a_note_is_told_when_a_finger_is_on_its_card_and_to_nobody_else(
    game: str, verbosity: Verbosity, lang: str
) -> None:
    record = random_game(3, game=game, players=2)
    table = Table(Record(record.game, record.players, record.options, record.head, [], {}))
    anna, ben = (
        Session(table, Senpai(game, record.players, seat, lang, verbosity), [Recording()]) for seat in (0, 1)
    )
    table.sitters += [anna, ben]

    async def scene() -> None:
        await table.begin()
        bare, others = anna.described("hand 3"), [anna.described("hand 2"), anna.described("player 1 3")]
        of_ben = [ben.described(f"{whose} 3") for whose in ("hand", "player 0")]
        await anna.typed(f"note 3 {CANARY} five.")
        told = anna.described("hand 3")
        note = {"en": f"Note: {CANARY} five.", "de": f"Notiz: {CANARY} five."}[lang]
        assert told.speech == f"{bare.speech} {note}"
        assert told.braille == f"{bare.braille}; {CANARY} five."
        assert [anna.described("hand 2"), anna.described("player 1 3")] == others
        await ben.typed("note 3 of Ben")
        assert anna.described("hand 3") == told
        await ben.typed("note 3 delete")
        assert [ben.described(f"{whose} 3") for whose in ("hand", "player 0")] == of_ben
        assert CANARY not in str(of_ben)

    run(scene)


def test_a_note_follows_its_card_and_vanishes_with_it() -> None:
    async def scene() -> None:
        at = seated()
        await at.table.begin()
        card = at.table.view(0).hands[0][2].card
        await at.typed(0, "note 3 maybe five")
        await at.typed(0, "arrange 3 1 2 4 5")
        assert await said(at, "notes") == "Your notes. 1: maybe five."
        await rounds(at, 2)
        other = at.table.view(0).hands[0][4].card
        await at.sessions[0].act(Discard(0, other))
        assert await said(at, "notes") == "Your notes. 2: maybe five.", "a card was drawn to its left"
        await rounds(at, 1)
        await at.sessions[0].act(Play(0, card))
        assert (await said(at, "notes")).startswith("You have no notes.")
        assert KEY not in at.table.record.extra

    run(scene)


def test_notes_are_saved_with_the_game_and_are_there_when_it_is_resumed() -> None:
    saved: list[str] = []

    async def scene() -> None:
        at = seated(keep=lambda record: saved.append(write(record)))
        await at.table.begin()
        await at.typed(0, 'note 2 vielleicht Fünf 🎴 \\ "')
        await at.typed(1, f"note 2 {CANARY}")

    async def later() -> None:
        record = read(saved[-1])
        at = seated(record)
        await at.table.begin()
        assert "vielleicht Fünf" in await said(at, "notes")
        assert CANARY not in await said(at, "notes")
        assert await said(at, "notes", 1) == f"Your notes. 2: {CANARY}."
        await rounds(at, 1)
        assert "vielleicht" in await said(at, "hand")

    run(scene)
    stored = json.loads(saved[-1])[KEY]
    assert stored["1"] == {next(iter(stored["1"])): CANARY}
    assert set(stored) == {"0", "1"}
    run(later)


def test_a_note_that_cannot_be_saved_is_answered_and_an_alarm_comes() -> None:
    def full(record: Record) -> None:
        if KEY in record.extra:
            raise OSError(28, "No space left on device")

    async def scene() -> None:
        at = seated(keep=full)
        await at.table.begin()
        given = await at.typed(0, "note 1 x")
        assert [one.step for one in given] == [Step.ANSWERED, Step.HAPPENED]
        assert "cannot be saved: the disk is full" in given[1].utterance.speech

    run(scene)


BROKEN: tuple[object, ...] = (
    None,
    7,
    "x",
    [],
    {"0": 7},
    {"0": []},
    {"0": {"x": "y"}},
    {"0": {"1": 7}},
    {"0": {"1": ""}},
    {"0": {"1": "a\x1b[2J"}},
    {"0": {"1": "x" * (LONGEST_NOTE + 1)}},
    {"0": {"9" * 5000: "x"}},
)


@pytest.mark.parametrize("broken", BROKEN, ids=range(len(BROKEN)))
def test_what_is_no_note_in_a_changed_file_is_none(broken: object) -> None:
    async def scene() -> None:
        record = record_of(TWO)
        record.extra[KEY] = broken
        at = seated(record)
        await at.table.begin()
        assert (await said(at, "notes")).startswith("You have no notes.")
        assert await said(at, "note 1 new") == "Card 1: new."
        assert await said(at, "notes") == "Your notes. 1: new."

    run(scene)


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("note 9 x", "You have no card 9. Your cards are 1 to 5"),
        ("note maybe five", "You have no card maybe."),
        ("note 0 x", "You have no card 0"),
        ("note 1 " + "x" * (LONGEST_NOTE + 1), "That is too long for a note: 60 characters have room."),
        ("note 1 \u200b", "There is no note on card 1."),
        ("note 1 delete", "There is no note on card 1."),
        ("notes 3", "I do not understand 3 here."),
        ("note", "You have no notes."),
        ("note the card", "You have no notes."),
        ("note newest x", "Card 1: x."),
        ("note 1 delete it later", "Card 1: delete it later."),
        ("note 1: the 3?", "Card 1: the 3."),
    ],
)
def test_every_note_gets_one_answer(line: str, answer: str) -> None:
    async def scene() -> None:
        at = seated()
        await at.table.begin()
        assert (await said(at, line)).startswith(answer)

    run(scene)


def test_notes_are_for_nobody_elses_eyes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing of a note comes to another seat, at the table or in a replay of the saved game."""
    kept: list[str] = []

    async def scene(note: str) -> list[list[Given]]:
        at = seated(record_of(), guests=3, keep=lambda record: kept.append(write(record)))
        await at.table.begin()
        for step in range(6):
            await at.typed(0, f"note {1 + step % 3} {note} {step}")
            await rounds(at, 1)
            for line in ("notes", "hand", "hand Anna", "knows", "knows anna", "history 99", "since"):
                await at.typed(1, line)
                await at.typed(2, line)
        assert note in await said(at, "hand")
        return [at.given(1), at.given(2)]

    noted = run(lambda: scene(CANARY))
    with_another = run(lambda: scene("x"))
    assert noted == with_another
    assert CANARY not in repr(noted)
    file = tmp_path / "game.json"
    file.write_text(next(text for text in reversed(kept) if CANARY in text), "utf-8")
    told: list[str] = []
    for seat in ("0", "1", "2", "table"):
        hear([file], seat, "en", Verbosity.NORMAL, told.append)
    read_aloud([file], "en", Verbosity.NORMAL, told.append)
    print_states([file], "en", told.append)
    assert len(told) > 50
    assert not any(CANARY in line for line in told)


def test_the_next_game_begins_without_notes() -> None:
    record = record_of(TWO)
    Notes(record, 0).write(1, "old")
    assert KEY in record.extra
    assert KEY not in next_record(record, None).extra


def test_computer_players_and_bystanders_have_no_notes() -> None:
    record = record_of(TWO)
    Notes(record, 0).write(1, "mine")
    assert Notes(record, None).read() == {}
    assert Notes(record, 1).read() == {}


# -- each line one answer, in every game

LINES = (
    "earliest, latest, since, happened, what happened, copy, previous hint, next answer, history talk, "
    "früheste, jüngste, seit, passiert, was war, kopiere, voriger Hinweis, nächste Antwort, "
    "verlauf Gespräch, "
    "previous zebra, since zebra, happened zebra, earliest zebra, latest 3, history 3 3, history 3 mine, "
    "what happened since my last turn, seit meinem letzten Zug"
).split(", ")
FIREWORKS_LINES = (
    "hints, hints 2, hinweise, note 1 x, note 1, notes, note 1 delete, note, knows, knows ben, "
    "what does ben know, "
    "was weiß Ben, knows zoe, critical, kritisch, unseen, was kommt noch, pace, spielraum, safe, "
    "can I discard safely, was kann ich abwerfen, critical zebra, pace 3, hints zebra"
).split(", ")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", list(GAMES))
def test_every_line_gets_exactly_one_answer_at_every_moment(game: str, lang: str) -> None:
    async def scene() -> None:
        record = random_game(2, game=game, players=4 if game == "gnav" else 3)
        for verbosity in Verbosity:
            table = Table(Record(record.game, record.players, record.options, record.head, [], {}))
            heard = Recording()
            session = Session(table, Senpai(game, record.players, 0, lang, verbosity), [heard])
            table.sitters.append(session)
            await table.begin()
            lines = LINES + (FIREWORKS_LINES if game in ("nova", "hanabi") else [])
            for number, action in enumerate([*record.actions, None]):
                for line in lines[number % 5 :: 5] if action is not None else lines:
                    before = len(heard.given)
                    await session.typed(line)
                    (given,) = heard.given[before:]
                    assert given.step is Step.ANSWERED, line
                    assert given.utterance.speech.strip(), line
                    assert given.utterance.braille.strip(), line
                    assert "{" not in given.utterance.speech + given.utterance.braille
                if action is not None:
                    await table.submit(action)

    run(scene)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_words_about_reading_back_are_well_formed(lang: str) -> None:
    text = ReviewText(Words(lang))
    told = [text.none(kind) for kind in Kind] + [text.end(oldest=True), text.end(oldest=False)]
    told += [text.nothing_since(), text.copy_where(), text.copied(1, "a.txt"), text.copied(9, "a.txt")]
    told += [text.copy_exists("a.txt"), *(text.copy_failed("a.txt", code) for code in (2, 13, 21, 28, 99))]
    told += [text.noted(2, "maybe five"), text.no_note(2), text.deleted(2), text.note_too_long(60)]
    told += [text.notes([]), text.notes([(1, "a"), (3, "b")])]
    for one in told:
        well_formed(one, braille=60)
    well_formed(text.unknown_kind("zebra", tuple(Kind)), braille=90)
    assert all(len(one.braille) <= 40 for one in told if "Not copied" not in one.braille and lang == "en")


@pytest.mark.parametrize("game", list(GAMES))
def test_reading_back_is_helped_with_in_both_languages(game: str) -> None:
    for command in commands_of(game).commands:
        for lang in LANGUAGES:
            line = command.help(Words(lang))
            assert line.endswith("."), line
            first = line.replace(":", " ").replace(",", " ").split()[0]
            assert commands_of(game).find(first)[0] is command, line
    assert {"earliest", "since", "happened", "copy"} <= {c.name for c in commands_of(game).commands}
