"""Whole games from a braille display's keys alone, no voice and nothing typed; and what each key does.

The display here is the recording one; `test_brltty` does the same with a real BRLTTY.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence

import braille_keys
import pytest

from access.display_desk import STARTLE, DisplayDesk
from access.kits import KITS
from access.session import Confirm, Session
from access.table import Table
from engine.bots.levels import Level
from engine.record import Record
from speech.braille import BrailleWindow, Look
from speech.cells import text_of
from speech.devices.recording import RecordingDisplay
from speech.display_keys import ALIKE, DisplayKey, Key
from speech.display_text import DisplayText
from speech.outputs import Recording
from speech.senpai import Senpai
from speech.words import LANGUAGES, Verbosity, Words

from .finger import Finger
from .games import cut, random_game

GAMES = ("gnav", "hanabi", "nova", "push")


class Seat:
    """A person with nothing but a braille display, at a table with computer players."""

    def __init__(
        self,
        record: Record,
        lang: str = "en",
        width: int = 40,
        *,
        rows: int = 1,
        confirm: Confirm = Confirm.NONE,
        look: Look | None = None,
        seconds: float = 0.0,
    ) -> None:
        self.display = RecordingDisplay(width, rows=rows)
        self.window = BrailleWindow(self.display, lang, look or Look())
        self.desk = DisplayDesk(self.window, DisplayText(Words(lang)), seconds)
        game = record.game.name
        computers = {seat: KITS[game].player(Level.CLUB) for seat in range(1, len(record.players))}
        self.table = Table(cut(record, 0), computers=computers)
        senpai = Senpai(game, record.players, 0, lang, Verbosity.NORMAL)
        self.recording = Recording()
        self.session = Session(self.table, senpai, [self.recording, self.desk], confirm=confirm)
        self.desk.attach(self.session)
        self.table.sitters.append(self.session)
        self.finger = Finger(lambda: self.display.shown[-1][0], self.press, lang)

    async def press(self, key: Key) -> None:
        await self.desk.press(key)
        await asyncio.sleep(0)

    async def keys(self, *kinds: DisplayKey | int) -> str:
        """Press keys; a number is the routing key over that cell. Return what is shown in the end."""
        for kind in kinds:
            await self.press(Key(DisplayKey.ROUTING, kind) if isinstance(kind, int) else Key(kind))
        return self.window.text.rstrip()

    async def type(self, text: str) -> str:
        for char in text:
            await self.press(Key(DisplayKey.TEXT, None, char))
        return self.window.text.rstrip()


def seated(scene: Callable[[Seat], Awaitable[None]], seat: Seat) -> None:
    """Deal, let the computer players act, and run a scene."""

    async def run() -> None:
        await seat.table.begin()
        computers = asyncio.create_task(seat.table.play_computers())
        try:
            await asyncio.wait_for(scene(seat), 50)
        finally:
            seat.session.close()
            computers.cancel()

    asyncio.run(run())


async def play_to_the_end(seat: Seat) -> None:
    while seat.table.turn is not None or seat.table.busy:
        if not await seat.finger.step():
            await asyncio.sleep(0.001)
    await seat.finger.read_on()


def deal(game: str, number: int = 3, players: int | None = None) -> Record:
    return random_game(number, game=game, players=players or {"gnav": 4}.get(game, 3))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_is_played_from_the_keys_and_everything_told_is_read(game: str, lang: str) -> None:
    seat = Seat(deal(game), lang)
    seated(play_to_the_end, seat)
    assert seat.finger.choices
    read = " ".join(" ".join(seat.finger.read).split())
    for given in seat.recording.given:
        # The finger reads a message in pieces, between which the mark of more may stand.
        words = given.utterance.braille.split()
        assert all(plain(word, lang) in read for word in words), given.utterance.braille


def plain(word: str, lang: str) -> str:
    from speech.cells import cells_of

    return text_of(cells_of(word, lang), lang)


@pytest.mark.parametrize("width", [14, 18, 20, 32, 64, 80])
@pytest.mark.parametrize("game", GAMES)
def test_any_width_does(game: str, width: int) -> None:
    seated(play_to_the_end, Seat(deal(game, 5), "en", width))


@pytest.mark.parametrize("game", GAMES)
def test_several_rows_do(game: str) -> None:
    seated(play_to_the_end, Seat(deal(game, 6), "de", 20, rows=4))


@pytest.mark.parametrize("game", GAMES)
def test_every_action_can_be_confirmed_or_taken_back(game: str) -> None:
    seat = Seat(deal(game, 7), "en", confirm=Confirm.ALWAYS)
    seated(play_to_the_end, seat)
    told = [given.utterance.event for given in seat.recording.given]
    assert "TakenBack" in told


# -- what each key does


def nova() -> Record:
    record = deal("nova", 3, players=2)
    while record.head["first"] != 0:
        record = deal("nova", int(str(record.head["first"])) + 10, players=2)
    return record


def on(scene: Callable[[Seat], Awaitable[None]], **how: object) -> Seat:
    seat = Seat(nova(), **how)  # type: ignore[arg-type]  # of the test that calls
    seated(scene, seat)
    return seat


def answers(seat: Seat) -> Sequence[str]:
    return [given.utterance.event for given in seat.recording.given if given.step == "answered"]


def test_a_first_press_names_the_card_and_a_second_opens_what_can_be_done() -> None:
    async def scene(seat: Seat) -> None:
        await seat.keys(DisplayKey.HOME)
        named = await seat.keys(0)
        assert named.lower().startswith("card 1") or "1" in named
        assert answers(seat) == ["object"]
        menu = await seat.keys(0)
        assert "play" in menu
        assert "back" in menu
        assert answers(seat) == ["object"]

    on(scene)


def test_another_cell_than_the_one_named_only_puts_the_message_away() -> None:
    async def scene(seat: Seat) -> None:
        line = await seat.keys(DisplayKey.HOME)
        await seat.keys(0)
        assert await seat.keys(3) == line

    on(scene)


def test_an_empty_cell_says_so() -> None:
    async def scene(seat: Seat) -> None:
        await seat.keys(DisplayKey.HOME)
        assert await seat.keys(79) == "Nothing here"

    on(scene, width=80)


def test_back_leaves_menus_one_by_one() -> None:
    async def scene(seat: Seat) -> None:
        line = await seat.keys(DisplayKey.HOME)
        root = await seat.keys(DisplayKey.ENTER)
        inner = await seat.keys(0)
        assert len({line, root, inner}) == 3
        assert await seat.keys(DisplayKey.BACK) == root
        assert await seat.keys(DisplayKey.BACK) == line

    on(scene)


def test_commands_can_be_typed_on_the_display() -> None:
    async def scene(seat: Seat) -> None:
        await seat.keys(DisplayKey.HOME)
        assert "statuz" in await seat.type("statuz")
        assert "statu" in await seat.keys(DisplayKey.ERASE)
        await seat.type("\u280e")  # an s, as dots
        answered = await seat.keys(DisplayKey.ENTER)
        assert answers(seat) == ["status"]
        assert "0" in answered

    on(scene)


def test_what_is_typed_survives_messages_and_can_be_thrown_away() -> None:
    async def scene(seat: Seat) -> None:
        line = await seat.keys(DisplayKey.HOME)
        await seat.type("hel")
        await seat.session.tell(seat.session.house.greeting(), "News")
        assert await seat.keys(DisplayKey.PAN_RIGHT) == "hel"
        assert await seat.keys(DisplayKey.ESCAPE) == line

    on(scene)


def test_tab_completes_what_is_typed() -> None:
    async def scene(seat: Seat) -> None:
        await seat.keys(DisplayKey.HOME)
        await seat.type("hist")
        assert (await seat.keys(DisplayKey.TAB)).startswith("history")

    on(scene)


def test_history_is_read_back_by_keys() -> None:
    async def scene(seat: Seat) -> None:
        await seat.keys(DisplayKey.HOME, DisplayKey.PREVIOUS_MESSAGE)
        assert answers(seat) == ["Review"]
        await seat.keys(DisplayKey.PREVIOUS_MESSAGE, DisplayKey.NEXT_MESSAGE)
        assert answers(seat) == ["Review"] * 3

    on(scene)


def test_groups_and_ends_of_the_line_are_reached_in_one_step() -> None:
    async def scene(seat: Seat) -> None:
        first = await seat.keys(DisplayKey.HOME)
        second = await seat.keys(DisplayKey.NEXT)
        assert second != first
        assert await seat.keys(DisplayKey.PREVIOUS) == first
        last = await seat.keys(DisplayKey.LAST)
        assert last.endswith("act")
        assert await seat.keys(DisplayKey.FIRST) == first

    on(scene, width=14)


def test_a_key_without_use_is_answered() -> None:
    async def scene(seat: Seat) -> None:
        await seat.keys(DisplayKey.HOME)
        assert await seat.keys(DisplayKey.PAGE_UP) == "Key not in use"

    on(scene)


def test_a_key_pressed_as_a_message_comes_does_not_put_it_away_unread() -> None:
    async def scene(seat: Seat) -> None:
        keys = asyncio.create_task(seat.desk.run())
        line = await seat.keys(DisplayKey.HOME)
        await seat.session.tell(seat.session.house.greeting(), "News")
        seat.desk.pressed(Key(DisplayKey.PAN_RIGHT))
        await asyncio.sleep(0.05)
        assert seat.window.text == "Senpai"
        await asyncio.sleep(STARTLE)
        seat.desk.pressed(Key(DisplayKey.PAN_RIGHT))
        await asyncio.sleep(0.05)
        assert seat.window.text.rstrip() == line
        keys.cancel()

    on(scene)


def test_messages_make_room_by_themselves_after_a_time() -> None:
    async def scene(seat: Seat) -> None:
        while seat.window.reading:
            await asyncio.sleep(0.01)
        assert seat.window.text.startswith("-- --")

    on(scene, seconds=0.01)


def test_every_routing_key_names_the_object_that_its_cell_shows() -> None:
    async def scene(seat: Seat) -> None:
        for cell in range(40):
            await seat.keys(DisplayKey.HOME)
            owner = seat.window.owner(cell)
            if owner is None or owner == "act":
                continue
            await seat.keys(cell)
            expected = seat.session.described(owner)
            assert seat.recording.given[-1].utterance.speech == expected.speech

    on(scene)


@pytest.mark.parametrize("width", [20, 40])
def test_a_routing_key_over_an_own_card_tells_the_note_on_it(width: int) -> None:
    async def scene() -> None:
        seat = Seat(deal("nova"), width=width)
        await seat.table.begin()
        await seat.session.typed("note 2 maybe five")
        await seat.keys(DisplayKey.HOME)
        cell = next(cell for cell in range(width) if seat.window.owner(cell) == "hand 2")
        await seat.keys(cell)
        said = seat.recording.given[-1].utterance
        assert said.speech == "Card 2: nothing known. Note: maybe five."
        assert said.braille == "Card 2: nothing known; maybe five"
        assert seat.window.text.startswith("Card 2: nothing"[:width])
        assert "left" in await seat.keys(cell), "pressed again, it offers what can be done"

    asyncio.run(scene())


def test_six_dots_and_digits_are_told_apart_without_the_lower_dots() -> None:
    async def scene(seat: Seat) -> None:
        await seat.keys(DisplayKey.HOME)
        assert all(cell < 0x40 for cells, _ in seat.display.shown for cell in cells)
        assert seat.window.text.startswith("|")

    on(scene, look=Look("letters", six=True))


def test_prose_comes_contracted_if_wanted_and_loses_nothing() -> None:
    from speech.louis import back

    from .test_louis import needs_liblouis

    needs_liblouis()
    seat = Seat(nova(), "en", look=Look(prose="en-contracted"))
    seated(lambda seat: seat.finger.read_on(), seat)
    assert "You play Nova" not in " ".join(seat.finger.read)
    first = next(given.utterance.braille for given in seat.recording.given if given.utterance.braille)
    row = next(cells for cells, text in seat.display.shown if text and text[0] == first[0])
    assert back(row, "en-contracted").startswith(first.split()[0])


def test_the_page_about_braille_lists_the_keys_as_the_code_has_them() -> None:
    text = braille_keys.PAGE.read_text("utf-8")
    assert braille_keys.page(text) == text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_key_that_does_something_is_explained(lang: str) -> None:
    explained = DisplayText(Words(lang)).keys()

    async def scene(seat: Seat) -> None:
        for kind in DisplayKey:
            await seat.keys(DisplayKey.HOME)
            answered = len(answers(seat))
            await seat.press(Key(kind, 0, "x"))
            unused = answers(seat)[answered:] == ["key"]
            assert (ALIKE.get(kind, kind) not in explained) == unused, kind

    on(scene)
    assert all(sentence.endswith(".") for sentence in explained.values())
