"""Whole games at a real BRLTTY with a simulated display: its keys alone, no voice, nothing typed.

After every key the display must show, cell for cell, what the window gave it. 40 cells always; 20 and 80 with
the environment variable FULL. Not here: BRLTTY's own ways (see `test_brlapi`), and what each key does (see
`test_display_desk`).
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable, Sequence
from contextlib import suppress

import pytest

from access.braille_route import DisplayRoute
from access.display_desk import DisplayDesk
from access.kits import KITS
from access.session import Session
from access.table import Table
from engine.bots.levels import Level
from engine.record import Record
from speech.braille import BrailleWindow
from speech.devices.brlapi import BrlapiDisplay, State
from speech.display_keys import DisplayKey, Key
from speech.display_text import DisplayText
from speech.outputs import Output, Printed, Recording
from speech.senpai import Senpai
from speech.words import LANGUAGES, Verbosity, Words

from .brltty_rig import Brltty, needs_brltty
from .finger import Finger, letters
from .games import cut, random_game
from .sound_rig import wait_until

SIZES = (20, 40, 80) if os.environ.get("FULL") else (40,)
NAMES = {DisplayKey.PAN_RIGHT: "right space", DisplayKey.PAN_LEFT: "left space"}
"""The keys of this display by what BRLTTY makes of them."""
STARTLE = 0.15
"""This finger notices at once that a message has come."""
SHORT = {"gnav": (5, 3), "hanabi": (10, 2), "nova": (6, 3), "push": (6, 3)}
"""For each game a deal and a number of players with which it is soon over."""


@pytest.fixture(autouse=True)
def _no_window(monkeypatch: pytest.MonkeyPatch) -> None:
    """BRLTTY has no screen here, so the whole display is taken, wherever the tests are run."""
    needs_brltty()
    for name in ("WINDOWID", "WINDOWPATH", "CONTROLVT", "DISPLAY", "BRLAPI_HOST", "BRLAPI_AUTH"):
        monkeypatch.delenv(name, raising=False)


class Place:
    """A person at a table with a display in front of them, and their finger."""

    def __init__(self, brltty: Brltty, record: Record, lang: str) -> None:
        self.brltty, self.errors = brltty, list[str]()
        self.device = BrlapiDisplay(lambda trouble, detail: None, brltty.host, path=())
        assert wait_until(lambda: self.device.state is State.READY, 10)
        self._write, self.given_cells = self.device.write, list[int]()
        self.device.write = self._noted  # type: ignore[method-assign]  # to know what should be on it
        self.desk = DisplayDesk(BrailleWindow(self.device, lang), DisplayText(Words(lang)), startle=STARTLE)
        self._press, self.done = self.desk.press, asyncio.Event()
        self.desk.press = self._pressed  # type: ignore[method-assign]  # to know when a key is done
        game = record.game.name
        computers = {seat: KITS[game].player(Level.CLUB) for seat in range(1, len(record.players))}
        self.table = Table(cut(record, 0), computers=computers)
        senpai = Senpai(game, record.players, 0, lang, Verbosity.NORMAL)
        self.recording, self.printed = Recording(), list[str]()
        outputs: list[Output] = [self.recording, Printed(self.printed.append), self.desk]
        self.session = Session(self.table, senpai, outputs)
        self.table.sitters.append(self.session)
        self.route = DisplayRoute(self.device, self.desk)
        self.finger = Finger(lambda: brltty.display.cells, self.press, lang)

    def _noted(self, cells: Sequence[int], text: str) -> None:
        self.given_cells = list(cells)
        self._write(cells, text)

    async def _pressed(self, key: Key) -> None:
        await self._press(key)
        self.done.set()

    async def press(self, key: Key) -> None:
        """Press a key of the display, and wait until all that it did is on the display.

        Who feels that a message has come over the line waits before the next key.
        """
        await asyncio.sleep(self.desk._came + STARTLE - time.monotonic())
        self.done.clear()
        if key.cell is None:
            await asyncio.to_thread(self.brltty.display.press, NAMES[key.kind], held=0.01)
        else:
            await asyncio.to_thread(self.brltty.display.route, key.cell, 0.01)
        with suppress(TimeoutError):  # a key that came too soon after a message, and so did nothing
            await asyncio.wait_for(self.done.wait(), 2)
        await asyncio.sleep(0.02)  # what others do as soon as all is read is felt before the next key
        await self.shows()

    async def shows(self) -> None:
        """Wait until the display shows what it was given; computer players may act meanwhile."""
        for _ in range(5):
            wanted = list(self.given_cells)
            if await asyncio.to_thread(self.brltty.display.wait, wanted, 2.0):
                return
        self.errors.append(f"given {self.given_cells}, shown {list(self.brltty.display.cells)}")

    async def play(self, more: Callable[[], bool]) -> None:
        """Play by the keys as long as `more` says so and the game is not over."""
        while more() and (self.table.turn is not None or self.table.busy):
            if not await self.finger.step():
                await asyncio.sleep(0.01)


async def at_table(place: Place, scene: Callable[[], object]) -> None:
    with place.route.at(place.session):
        await place.table.begin()
        await place.shows()
        computers = asyncio.create_task(place.table.play_computers())
        try:
            await asyncio.wait_for(scene(), 120)  # type: ignore[arg-type]  # all scenes are coroutines
        finally:
            place.session.close()
            computers.cancel()


@pytest.mark.parametrize("columns", SIZES)
@pytest.mark.parametrize(("game", "lang"), [*zip(SHORT, (*LANGUAGES, *LANGUAGES), strict=True)])
def test_a_whole_game_by_display_keys_alone(game: str, lang: str, columns: int) -> None:
    number, players = SHORT[game]

    async def run(brltty: Brltty) -> None:
        place = Place(brltty, random_game(number, game=game, players=players), lang)

        async def scene() -> None:
            await place.play(lambda: True)
            await asyncio.sleep(STARTLE)
            await place.finger.read_on()

        await at_table(place, scene)
        assert place.table.turn is None
        assert place.errors == []
        assert place.finger.choices
        stood = [letters(cells, lang) for _, cells in brltty.display.shown]
        read = " ".join(" ".join(stood).split())
        for given in place.recording.given:
            for word in given.utterance.braille.split():
                assert plain(word, lang) in read, given.utterance.braille

    with Brltty(columns) as brltty:
        asyncio.run(run(brltty))


def plain(word: str, lang: str) -> str:
    from speech.cells import cells_of, text_of

    return text_of(cells_of(word, lang), lang)


@pytest.mark.parametrize("game", sorted(SHORT))
def test_every_routing_key_names_the_object_under_it(game: str) -> None:
    async def run(brltty: Brltty) -> None:
        number, players = SHORT[game]
        place = Place(brltty, random_game(number, game=game, players=players), "en")

        async def scene() -> None:
            await place.finger.read_on()
            for cell in range(brltty.display.columns):
                owner = place.desk.window.owner(cell)
                if owner is None or owner == "act":
                    continue
                await place.press(Key(DisplayKey.ROUTING, cell))
                said = place.session.senpai.game.object(owner, place.session.view)
                assert place.recording.given[-1].utterance.speech == said.speech
                assert place.finger.text == place.desk.window.text.rstrip("+ ")
                while place.desk.window.reading:
                    await place.press(Key(DisplayKey.PAN_RIGHT))

        await at_table(place, scene)
        assert place.errors == []

    with Brltty(40) as brltty:
        asyncio.run(run(brltty))


def test_brltty_dies_and_comes_back_in_the_middle_of_a_game() -> None:
    async def run(brltty: Brltty) -> None:
        place = Place(brltty, random_game(4, game="push", players=3), "en")
        asked = asyncio.get_running_loop().time

        async def scene() -> None:
            await place.play(lambda: len(place.recording.given) < 8)
            brltty.die()
            before = asked()
            while "braille" not in place.printed[-1].lower():  # the alarm
                assert asked() - before < 5, place.printed[-3:]
                await asyncio.sleep(0.02)
            count = len(place.printed)
            await place.session.typed("status")  # play goes on in print meanwhile
            assert len(place.printed) == count + 1
            await asyncio.to_thread(brltty.start)
            started = asked()
            while list(brltty.display.cells).count(0) == len(brltty.display.cells):
                assert asked() - started < 3, "the line is not back"
                await asyncio.sleep(0.02)
            await place.shows()
            await place.play(lambda: len(place.recording.given) < 20)

        await at_table(place, scene)
        assert place.errors == []

    with Brltty(40) as brltty:
        asyncio.run(run(brltty))
