"""A record that is stepped through: what each line brings, whose ears hear it, and that nothing leaks.

Not here: records printed whole, as JSON or for one seat (see `test_record`, `test_transcripts`).
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from access.commands import FILLERS, tokens
from access.house_verbs import HOUSE_VERBS
from access.kits import KITS
from access.replay import heard as hear_all
from access.replay_desk import ReplayDesk
from access.replay_verbs import AROUND, ASKED, REPLAY_VERBS, SEATED, commands_in_replay
from access.saves import store
from access.settings import Preferences
from engine import GAMES
from engine.record import Record, read
from engine.table import Seat
from speech.braille import BrailleWindow
from speech.devices.recording import RecordingDisplay, RecordingVoice
from speech.outputs import Brailled, Output, Printed, Profile, Recording, Spoken
from speech.queue import SpeechQueue
from speech.senpai import Senpai
from speech.utterance import Given, Step
from speech.words import LANGUAGES, Verbosity
from tests.driving import HANG, Terminal, program
from tests.games import cut, random_game
from tests.test_noninterference import disguised, other_pile


class Stepping:
    """A desk with a recording output, and the ways to use it."""

    def __init__(
        self,
        record: Record,
        *,
        lang: str = "en",
        verbosity: Verbosity = Verbosity.NORMAL,
        over: bool = True,
        outputs: Sequence[Output] = (),
        pause: float = 0.0,
    ) -> None:
        def senpai(seat: Seat | None, fullness: Verbosity) -> Senpai:
            return Senpai(record.game.name, record.players, seat, lang, fullness)

        self.record, self.recording = record, Recording()
        preferences = Preferences(Preferences().settings.changed({"verbosity": verbosity.value}))
        self.desk = ReplayDesk(
            record, senpai, [self.recording, *outputs], over=over, preferences=preferences, pause=pause
        )

    async def typed(self, line: str) -> list[Given]:
        before = len(self.recording.given)
        await asyncio.wait_for(self.desk.typed(line), HANG)
        return self.recording.given[before:]

    async def says(self, line: str) -> str:
        """Type a line and return the one answer as it is printed."""
        (given,) = await self.typed(line)
        assert given.step is Step.ANSWERED
        return given.utterance.print

    async def speaks(self, line: str) -> str:
        (given,) = await self.typed(line)
        return given.utterance.speech


def stepping(scene: Callable[[Stepping], Awaitable[Any]], record: Record, **more: Any) -> Any:
    """Run a scene at a desk whose beginning was told."""

    async def run() -> Any:
        at = Stepping(record, **more)
        await at.desk.begin()
        try:
            return await scene(at)
        finally:
            at.desk.close()

    return asyncio.run(asyncio.wait_for(run(), HANG))


NOVA = read(Path(__file__).with_name("stepped.json").read_text("utf-8"))
"""A game that stays as it is, however computer players come to play."""
EVERY = {name: random_game(5, game=name, players=4) for name in GAMES}


def heard_by(record: Record, seat: Seat | None, lang: str, verbosity: Verbosity) -> list[list[Given]]:
    """Return what a seat is given in play, action by action; the deal comes first."""
    recording = Recording()
    asyncio.run(hear_all(record, seat, lang, verbosity, recording))
    found: list[list[Given]] = [[] for _ in range(len(record.actions) + 1)]
    for given in recording.given:
        found[given.number].append(given)
    return found


# -- stepping


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_stepping_tells_exactly_what_a_seat_was_told_in_play(game: str, lang: str) -> None:
    record = EVERY[game]
    for seat in (None, 1):
        heard = heard_by(record, seat, lang, Verbosity.NORMAL)

        async def scene(at: Stepping, seat: Seat | None = seat, heard: list[list[Given]] = heard) -> None:
            if seat is not None:
                await at.typed(f"seat {record.players[seat]}")
            for number in range(1, len(record.actions) + 1):
                (given,) = await at.typed("next")
                for told in heard[number]:
                    assert told.utterance.speech in given.utterance.speech
                    assert told.utterance.braille in given.utterance.braille
                assert given.utterance.speech.count(".") <= 2 + sum(
                    told.utterance.speech.count(".") for told in heard[number]
                )
                assert given.number == number

        stepping(scene, record, lang=lang)


WAYS = {
    "en": "|next|forward|back|previous|jump 7|go to 3|first|last|back|jump 0".split("|"),
    "de": "|weiter|vor|zurück|vorher|springe 7|gehe zu 3|anfang|letzte|zurueck|aktion 0".split("|"),
}
PLACES = [1, 2, 3, 2, 1, 7, 3, 0, 46, 45, 0]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("typed", LANGUAGES)
def test_the_words_of_both_languages_lead_to_the_same_places(lang: str, typed: str) -> None:
    async def scene(at: Stepping) -> None:
        for line, place in zip(WAYS[typed], PLACES, strict=True):
            (given,) = await at.typed(line)
            assert (given.number, given.utterance.event) == (place, "Replayed"), line

    assert len(NOVA.actions) == 46
    stepping(scene, NOVA, lang=lang)


def test_a_replay_is_german_in_german() -> None:
    async def scene(at: Stepping) -> None:
        assert (await at.says("weiter")).startswith("Aktion 1. Carla gibt Anna einen Hinweis: Asse.")
        assert await at.says("platz Ben") == "Du sitzt am Platz von Ben und hörst, was Ben hört."
        assert (await at.says("was wusste Anna")).startswith("Bekannt nach Aktion 1.\n")
        assert (await at.says("spiele 1")).startswith("Das ist eine Wiedergabe")

    stepping(scene, NOVA, lang="de")


def test_both_ends_say_that_they_are_ends() -> None:
    async def scene(at: Stepping) -> None:
        assert await at.says("back") == "This is the beginning. Next goes on."
        await at.typed("last")
        assert await at.says("") == "The record ends here, after 46 actions. Back and first go back."
        assert await at.says("auto") == "The record ends here, after 46 actions. Back and first go back."
        for wrong in ("jump", "jump 47", "jump five", "jump 1 2", "jump 99999999999"):
            assert (await at.says(wrong)).startswith("Say which action, from 0, the deal, to 46.")
        assert (await at.says("where")).startswith("You are after action 46 of 46.")

    stepping(scene, NOVA)


def test_a_game_that_was_not_over_says_so_behind_its_last_action() -> None:
    async def scene(at: Stepping) -> None:
        assert "not over" not in await at.says("jump 4")
        assert (await at.says("next")).endswith("Here the record ends; the game was not over yet.")

    stepping(scene, cut(NOVA, 5), over=False)


def test_questions_are_about_the_moment_at_which_one_stands() -> None:
    async def scene(at: Stepping) -> None:
        await at.typed("jump 2")
        early = await at.says("table")
        assert "hearts ace" in early
        await at.typed("last")
        late = await at.says("table")
        assert late != early
        await at.typed("jump 2")
        assert await at.says("table") == early

    stepping(scene, NOVA)


EVERYTHING = (
    "where, table, status, turn, help, help all, help next, help nonsense, keys, rules, rules 2, rules 99, "
    "repeat, spell, spell abc, stop, faster, verbosity, verbosity short, voice, pause, resume, who knew, "
    "what did Anna know, what did Zoe know, what did, seat, seat Zoe, seat Ben, seat 1, hand, hands, cards, "
    "possible 1, possible, possible 77, known, chips, score, worth, card, what cat, lives, discards, tokens, "
    "play 1, discard 1, hint Ben hearts, take, pass, keep, swap, arrange 1 2, row hearts, find, find xyzzy, "
    "find a, jump, jump 3, jump x, next, back, first, last, seat table, yes, no, nonsense, nexxt, yes, "
    "history, save, new, undo, ?, !!!, 1, red 3, weiter, hilfe, tisch, wer wusste, was wusste Ben"
).split(", ")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_line_gets_exactly_one_answer(game: str, lang: str) -> None:
    async def scene(at: Stepping) -> None:
        for place in (0, 3, len(at.record.actions)):
            await at.typed(f"jump {place}")
            for line in EVERYTHING:
                given = await at.typed(line)
                assert [one.step for one in given] == [Step.ANSWERED], line
                utterance = given[0].utterance
                assert utterance.speech.endswith((".", "?")), (line, utterance.speech)
                assert utterance.braille, line
                assert "{" not in utterance.speech + utterance.braille, line

    stepping(scene, EVERY[game], lang=lang)


def test_nothing_is_ever_played() -> None:
    async def scene(at: Stepping) -> None:
        await at.typed("jump 3")
        await at.typed(f"seat {NOVA.players[1]}")
        before = list(NOVA.actions)
        for line in ("play 1", "discard 2", "hint Carla 1", "row hearts", "arrange 4 3 2 1"):
            assert (await at.says(line)).startswith("This is a replay"), line
        assert NOVA.actions == before
        assert (await at.says("where")).startswith("You are after action 3 of 46.")

    stepping(scene, NOVA)


def test_every_command_is_known_in_both_languages_and_means_one_thing() -> None:
    for game in GAMES:
        commands = commands_in_replay(game)
        for command in commands.commands:
            for lang in LANGUAGES:
                assert command.words[lang], command.name
                for word in command.words[lang]:
                    assert commands.find(word)[0] is command


def test_the_verbs_that_are_named_here_exist() -> None:
    """A verb renamed elsewhere would vanish from replays without a word."""
    of_games = {verb.name for game in GAMES for verb in KITS[game].verbs}
    assert of_games >= ASKED
    assert SEATED <= ASKED
    assert {verb.name for verb in HOUSE_VERBS} >= AROUND
    assert len(REPLAY_VERBS) == 10


# -- whose ears


def test_a_bystander_hears_no_hand_and_a_seat_hears_the_others() -> None:
    async def scene(at: Stepping) -> None:
        assert "hidden" in await at.says("hand Ben")
        assert await at.says("seat Anna") == "You sit at Anna's seat and hear what Anna hears."
        assert "hidden" not in await at.says("hand Ben")
        assert (await at.says("hand")).startswith("Your cards")
        assert "Your turn" in await at.says("jump 1")
        assert await at.says("seat table") == "You hear what everybody at the table may know."
        assert "hidden" in await at.says("hand Ben")
        assert "Anna's turn" in await at.says("jump 1")

    stepping(scene, NOVA)


def test_what_was_told_at_one_seat_cannot_be_had_back_at_another() -> None:
    async def scene(at: Stepping) -> None:
        await at.typed("seat Anna")
        hand = await at.speaks("hand Ben")
        await at.typed("seat Ben")
        for line in ("repeat", "spell", "missed"):
            assert hand not in await at.speaks(line)
        assert not any(hand in given.utterance.speech for given in at.desk.history.entries)

    stepping(scene, NOVA)


def test_a_game_that_is_not_over_is_heard_only_from_ones_own_seat_and_the_table() -> None:
    async def scene(at: Stepping) -> None:
        for name in ("Ben", "Carla"):
            refused = await at.says(f"seat {name}")
            assert refused.startswith("This game is not over, so you can only sit at your own seat, Anna,")
            assert "hidden" in await at.says("hand Ben")
        assert "Anna hears" in await at.says("seat Anna")
        assert "everybody" in await at.says("seat table")

    stepping(scene, cut(NOVA, 9), over=False)


def test_of_several_people_at_one_machine_nobody_hears_a_seat_before_the_end() -> None:
    async def scene(at: Stepping) -> None:
        for name in NOVA.players:
            assert (await at.says(f"seat {name}")).startswith("This game of several people is not over")
        assert "hidden" in await at.says("hand Ben")

    shared = cut(NOVA, 9)
    shared.extra["people"] = 2
    stepping(scene, shared, over=False)


def test_names_are_found_as_in_play() -> None:
    record = random_game(3, players=3)
    record = Record(
        record.game, ("Table", "Zoë de Wit", "Zora"), record.options, record.head, record.actions, {}
    )

    async def scene(at: Stepping) -> None:
        assert "Zoë de Wit" in await at.says("seat zoë de wit")
        assert "Zoë de Wit" in await at.says("seat wit")
        assert (await at.says("seat zo")).startswith("Say at whose seat")
        assert "Table hears" in await at.says("seat table")
        assert (await at.says("what did zora know")).split("\n")[1].startswith("Zora's cards")

    stepping(scene, record)


# -- what somebody knew


@pytest.mark.parametrize("game", ["nova", "hanabi"])
def test_what_somebody_knew_is_what_the_hints_had_told_by_then(game: str) -> None:
    record = EVERY[game]

    async def scene(at: Stepping) -> None:
        last = ""
        for number in range(0, len(record.actions) + 1, 7):
            await at.typed(f"jump {number}")
            told = [await at.says(f"what did {name} know then") for name in record.players]
            everybody = await at.says("who knew")
            for answer in told:
                assert answer.split("\n", 1)[1] in everybody
            await at.typed("seat Ben")
            assert [await at.says(f"was wusste {name}") for name in record.players] == told
            await at.typed("seat table")
            last = everybody
        assert "a " in last

    stepping(scene, record)


@pytest.mark.parametrize("game", ["push", "gnav"])
def test_where_knowledge_is_private_only_the_seat_itself_hears_it(game: str) -> None:
    async def scene(at: Stepping) -> None:
        await at.typed("jump 2")
        refused = await at.says("what did Ben know")
        assert refused == "What Ben knew is hidden from the seat you are at. Say seat Ben first."
        await at.typed("seat Anna")
        assert await at.says("what did Ben know") == refused
        assert (await at.says("what did Anna know")).startswith("Known after action 2.\n")
        assert (await at.says("who knew")).startswith("Known after action 2.\n")

    stepping(scene, EVERY[game])


# -- looking for something


def test_a_search_goes_on_to_the_next_place_and_says_when_there_is_none() -> None:
    every = [
        number
        for number, told in enumerate(heard_by(NOVA, None, "en", Verbosity.NORMAL))
        if any(one.utterance.cue == "misfire" for one in told)
    ]

    async def scene(at: Stepping) -> None:
        assert (await at.says("find")).startswith("Say what to find")
        places: list[int] = []
        while (answer := await at.says("find misfire" if not places else "find")).startswith("Action"):
            assert "does not fit" in answer
            places.append(int(answer.split()[1].rstrip(".")))
        assert answer.startswith(f"After action {places[-1]} there is nothing with misfire.")
        await at.typed("first")
        (given,) = await at.typed("suche passt nicht")
        assert given.number == places[0]
        assert places == every

    stepping(scene, NOVA)


def test_a_search_finds_what_is_said_and_only_at_the_seat_that_hears_it() -> None:
    def words(seat: Seat | None) -> list[set[str]]:
        told = heard_by(NOVA, seat, "en", Verbosity.NORMAL)
        return [set(tokens(" ".join(one.utterance.speech for one in step))) for step in told]

    mine, open_to_all = words(0), words(None)
    # A card that the seat sees drawn, and that everybody hears of only later.
    number, word = next(
        (number, word)
        for number in range(1, len(mine))
        for word in sorted(mine[number] - FILLERS - {"you", "your"})
        if not any(other.startswith(word) for other in open_to_all[number])
    )

    async def scene(at: Stepping) -> None:
        await at.typed(f"jump {number - 1}")
        (given,) = await at.typed(f"find {word}")
        assert given.number != number
        await at.typed("seat Anna")
        await at.typed(f"jump {number - 1}")
        (given,) = await at.typed(f"find {word}")
        assert given.number == number

    stepping(scene, NOVA)


# -- reading on by itself


def test_auto_reads_to_the_end_each_action_once() -> None:
    async def scene(at: Stepping) -> None:
        assert await at.says("auto") == "Reading on to the end. Enter stops it."
        before = len(at.recording.given)
        while at.desk._reading is not None:
            await asyncio.sleep(0)
        told = at.recording.given[before:]
        assert [given.number for given in told] == list(range(1, 47))
        assert {given.step for given in told} == {Step.HAPPENED}

    stepping(scene, NOVA)


@pytest.mark.parametrize("line", ["", "where", "back", "stop", "nonsense", "jump 30"])
def test_any_line_stops_reading_on_and_is_answered_itself(line: str) -> None:
    async def scene(at: Stepping) -> None:
        await at.typed("auto")
        while at.desk._at < 4:
            await asyncio.sleep(0.001)
        answers = [given for given in await at.typed(line) if given.step is Step.ANSWERED]
        assert len(answers) == 1
        if not line:
            assert answers[0].utterance.speech == f"Stopped after action {at.desk._at}."
        count, place = len(at.recording.given), at.desk._at
        await asyncio.sleep(0.05)
        assert (len(at.recording.given), at.desk._at) == (count, place)
        assert at.desk._reading is None
        await at.desk._tell_next()  # one that was about to begin when the line came
        assert (len(at.recording.given), at.desk._at) == (count, place)

    stepping(scene, NOVA, pause=0.005)


def test_a_voice_that_speaks_on_request_speaks_a_replay() -> None:
    voice = RecordingVoice(instant=True)

    async def scene(at: Stepping) -> None:
        await at.typed("auto")
        while at.desk._reading is not None:
            await asyncio.sleep(0.01)
        said = " ".join(map(str, voice.said))
        assert "Carla begins" in said
        assert "Action 3." in said
        assert (await at.speaks("missed")).startswith("No message waits.")

    spoken = Spoken(SpeechQueue(voice), profile=Profile.ON_REQUEST)
    stepping(scene, cut(NOVA, 3), over=False, outputs=[spoken])


def test_reading_on_waits_for_the_voice() -> None:
    voice = RecordingVoice()

    async def scene(at: Stepping) -> None:
        at.desk.stop_voice()
        await at.typed("auto")
        await asyncio.sleep(1.0)
        assert at.desk._at == 0  # "Reading on" has not been heard to its end
        while at.desk._at == 0:
            voice.finish()
            await asyncio.sleep(0.05)
        assert at.desk._at == 1

    stepping(scene, NOVA, outputs=[Spoken(SpeechQueue(voice))])


# -- nothing hidden is told


LINES = [
    "",
    "hand",
    "hands",
    "hand anna",
    "hand ben",
    "hand carla",
    "table",
    "turn",
    "status",
    "who knew",
    "what did anna know",
    "what did ben know",
    "what did carla know",
    "possible 1",
    "cards ben",
    "chips",
    "score",
    "worth",
    "where",
    "play 1",
    "repeat",
    "spell",
]


def everything_told(record: Record, seat: Seat | None, lang: str, verbosity: Verbosity) -> list[object]:
    printed: list[str] = []
    voice, display = RecordingVoice(instant=True), RecordingDisplay(20)
    outputs: list[Output] = [
        Spoken(SpeechQueue(voice)),
        Brailled(BrailleWindow(display, lang)),
        Printed(printed.append),
    ]

    async def scene(at: Stepping) -> list[object]:
        if seat is not None:
            await at.typed(f"seat {record.players[seat]}")
        for number in range(len(record.actions)):
            for line in LINES[number % 3 :: 3]:
                await at.typed(line)
            await at.typed("next")
        await at.typed("find draws")
        for line in ("first", "find ace", "find five", "find hearts", "find 35", "last", "back", "where"):
            await at.typed(line)
        for line in LINES:
            await at.typed(line)
        return [at.recording.given, at.recording.lines, voice.said, display.shown, printed]

    told: list[object] = stepping(scene, record, lang=lang, verbosity=verbosity, outputs=outputs)
    return told


@pytest.mark.parametrize("verbosity", Verbosity)
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", ["nova", "hanabi"])
def test_a_disguised_record_gives_the_same_to_the_same_seat(
    game: str, lang: str, verbosity: Verbosity
) -> None:
    differing = 0
    for number, seat in enumerate((1, None)):
        chance = random.Random(number)
        record = random_game(number + 20, game=game, players=3)
        record = cut(record, 9 + 3 * number)
        other = disguised(record, seat, chance)
        differing += other.head != record.head
        assert everything_told(record, seat, lang, verbosity) == everything_told(other, seat, lang, verbosity)
    assert differing == 2


def test_the_unturned_cards_of_push_make_no_difference_to_a_replay() -> None:
    chance = random.Random(2)
    record = cut(random_game(11, players=3, game="push"), 20)
    other = other_pile(record, chance)
    assert other.head != record.head
    for seat in (0, None):
        assert everything_told(record, seat, "en", Verbosity.NORMAL) == everything_told(
            other, seat, "en", Verbosity.NORMAL
        )


def test_a_leak_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The law must fail when the moments of a replay are seen from another seat."""
    from access.replay_desk import Tale

    real = Tale.moment

    async def leaking(self: Tale, number: int) -> Any:
        moment = await real(self, number)
        return moment._replace(view=self.table.view(1))

    monkeypatch.setattr(Tale, "moment", leaking)
    record = cut(random_game(20, players=3), 9)
    other = disguised(record, 0, random.Random(0))
    assert everything_told(record, 0, "en", Verbosity.NORMAL) != everything_told(
        other, 0, "en", Verbosity.NORMAL
    )


# -- outputs


def test_voice_braille_and_print_all_get_every_step() -> None:
    voice, display, printed = RecordingVoice(instant=True), RecordingDisplay(40, holds=False), list[str]()
    outputs: list[Output] = [
        Spoken(SpeechQueue(voice)),
        Brailled(BrailleWindow(display, "en")),
        Printed(printed.append),
    ]

    async def scene(at: Stepping) -> None:
        await at.typed("jump 2")
        assert any("The ace of hearts fits." in each for each in map(str, voice.said))
        assert any("hearts ace fits" in each for each in map(str, display.shown))
        assert any("The ace of hearts fits." in each for each in printed)

    stepping(scene, NOVA, outputs=outputs)


def test_a_replay_can_be_told_shorter_from_now_on() -> None:
    async def scene(at: Stepping) -> None:
        long = await at.speaks("jump 2")
        await at.typed("verbosity short")
        short = await at.speaks("jump 2")
        assert "The ace of hearts fits." in long
        assert "Hearts ace fits." in short
        await at.typed("seat Ben")
        assert "Hearts ace fits." in await at.speaks("jump 2")

    stepping(scene, NOVA)


# -- at a terminal, and not


def stored(folder: Path, record: Record) -> str:
    path = folder / "game.json"
    store(record, path)
    return str(path)


@pytest.mark.parametrize("plain", [(), ("--plain",)])
def test_at_a_terminal_a_record_is_stepped_through(tmp_path: Path, plain: tuple[str, ...]) -> None:
    path = stored(tmp_path, NOVA)
    terminal = Terminal("replay", path, "--voice", "none", *plain, env={"HOME": str(tmp_path)})
    try:
        terminal.match("^> ")
        since = terminal.type("\r")
        terminal.match("Action 1. Carla gives Anna a hint: aces.", since)
        since = terminal.type("weiter\r")
        terminal.match("The ace of hearts fits.", since)
        since = terminal.type("nonsense\r")
        terminal.match("I do not know the word nonsense", since)
        terminal.type("quit\r")
        assert terminal.leave() == 0
        assert terminal.rows()[-1].endswith("Goodbye.")
        text = terminal.text()
        assert text.count("Action 1. Carla") == 1
        assert "saved" not in text
    finally:
        terminal.close()


@pytest.mark.parametrize("moment", ["Welcome", "^> "])
def test_enter_counts_whenever_it_is_pressed(tmp_path: Path, moment: str) -> None:
    """Also before there is a prompt, and in the moment in which it comes."""
    path = stored(tmp_path, NOVA)
    terminal = Terminal("replay", path, "--voice", "none", env={"HOME": str(tmp_path)})
    try:
        terminal.match(moment)
        terminal.type("\r" if moment == "^> " else "\n")
        terminal.match("Action 1. Carla gives Anna a hint: aces.")
        terminal.type("quit\r")
        assert terminal.leave() == 0
    finally:
        terminal.close()


def test_control_c_twice_and_control_d_leave_a_replay(tmp_path: Path) -> None:
    path = stored(tmp_path, NOVA)
    for keys in ("\x03", "\x04"):
        terminal = Terminal("replay", path, "--voice", "none", env={"HOME": str(tmp_path)})
        try:
            terminal.match("^> ")
            since = terminal.type(keys)
            if keys == "\x03":
                terminal.match("To leave the replay, type quit, or press Control C once more.", since)
                terminal.type(keys)
            assert terminal.leave() == 0
            assert terminal.rows()[-1].endswith("Goodbye.")
        finally:
            terminal.close()


def test_into_a_pipe_a_record_is_read_aloud_as_ever(tmp_path: Path) -> None:
    path = stored(tmp_path, NOVA)
    done = program("replay", path, typed=b"next\n")
    assert (done.code, done.err) == (0, "")
    heard = heard_by(NOVA, None, "en", Verbosity.NORMAL)
    assert done.out == "".join(f"{given.utterance.print}\n" for step in heard for given in step)


def test_a_broken_record_at_a_terminal_is_refused_before_anything_is_said(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text("{}")
    terminal = Terminal("replay", str(path), "--voice", "none")
    try:
        assert terminal.leave() == 2
        assert len([row for row in terminal.rows() if row]) == 1
    finally:
        terminal.close()


# -- why


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_why_is_about_the_action_one_is_at_or_the_last_one_of_a_player(game: str, lang: str) -> None:
    async def scene(at: Stepping) -> None:
        why, jump = {"en": ("why", "jump"), "de": ("warum", "springe")}[lang]
        nobody = {"en": "Nobody has had a turn yet.", "de": "Noch war niemand an der Reihe."}[lang]
        assert await at.says(why) == nobody
        for number in range(1, len(at.record.actions) + 1, 3):
            await at.typed(f"{jump} {number}")
            who = at.record.players[at.record.actions[number - 1].seat]
            told = await at.says(why)
            assert who in told
            assert await at.says(f"{why} {who}") == told

    stepping(scene, EVERY[game], lang=lang)


def test_in_a_replay_of_a_game_that_is_not_over_why_tells_what_everybody_may_know() -> None:
    whole, chance = random_game(4, players=3), random.Random(1)
    for length in range(2, len(whole.actions), 4):
        record = cut(whole, length)
        told = []
        for each in (record, disguised(record, None, chance)):

            async def scene(at: Stepping) -> list[str]:
                await at.typed("last")
                return [await at.says(line) for line in ("why", "why anna", "why ben", "why carla")]

            told.append(stepping(scene, each, over=False))
        assert told[0] == told[1]
