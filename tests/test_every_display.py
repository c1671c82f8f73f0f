"""What every braille display promises (see `speech.devices.Display`), whatever is behind it.

The recording one, the terminal, a real BRLTTY with a simulated display, and a screen reader's, which is a
stand-in.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest

from access.braille_route import brailled
from access.settings import Settings
from speech.braille import BrailleWindow
from speech.cells import cells_of, unicode_braille
from speech.devices import Display
from speech.devices.brlapi import BrlapiDisplay, State
from speech.devices.recording import RecordingDisplay
from speech.devices.terminal_braille import TerminalBraille
from speech.outputs import Brailled, Flashed, Output
from speech.utterance import Given, Step, Urgency, Utterance

from .brltty_rig import Brltty, needs_brltty
from .reader_fakes import Desk
from .sound_rig import wait_until

KINDS = ("recording", "terminal", "brlapi", "reader")


@dataclass
class Shown:
    """A display, the output in front of it, and what can be felt on it now, as letters or cells."""

    output: Output
    shows: Callable[[str], bool]
    display: Display | None


@pytest.fixture(params=KINDS)
def shown(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Shown]:
    match request.param:
        case "recording":
            recording = RecordingDisplay()
            window = BrailleWindow(recording, "en")
            yield Shown(Brailled(window), lambda text: recording.shown[-1][1] == text, recording)
        case "terminal":
            printed: list[str] = []
            terminal = TerminalBraille(printed.append)
            window = BrailleWindow(terminal, "en")
            felt = lambda text: unicode_braille(cells_of(text, "en")) in printed  # noqa: E731 - one use
            yield Shown(Brailled(window), felt, terminal)
        case "brlapi":
            needs_brltty()
            for name in ("WINDOWID", "WINDOWPATH", "CONTROLVT", "DISPLAY", "BRLAPI_HOST", "BRLAPI_AUTH"):
                monkeypatch.delenv(name, raising=False)
            with Brltty(40) as brltty:
                device = BrlapiDisplay(lambda trouble, detail: None, brltty.host, path=())
                assert wait_until(lambda: device.state is State.READY, 10)
                window = BrailleWindow(device, "en")
                yield Shown(Brailled(window), lambda text: brltty.display.wait(cells_of(text, "en")), device)
                device.close()
        case _:
            desk = Desk("nvda")
            desk.install(monkeypatch)
            route = brailled(Settings(braille="reader"), "en", print)
            (output,) = route.outputs
            assert isinstance(output, Flashed)
            yield Shown(output, lambda text: wait_until(lambda: ("nvda", text) in desk.brailled), None)
            with route.at(None):  # type: ignore[arg-type]  # the session is not asked here
                pass


def give(output: Output, braille: str) -> None:
    utterance = Utterance("Something is said.", braille, "Something is said.", "en", Urgency.ANSWER)
    asyncio.run(output.give(Given(1, Step.HAPPENED, utterance)))


def test_what_is_given_is_felt_and_giving_takes_no_time(shown: Shown) -> None:
    before = time.perf_counter()
    give(shown.output, "Ben plays red 3")
    assert time.perf_counter() - before < 1
    assert shown.shows("Ben plays red 3")


def test_the_newest_answer_is_felt(shown: Shown) -> None:
    for number in range(5):
        give(shown.output, f"Answer {number}")
    assert shown.shows("Answer 4")


def test_nothing_to_feel_changes_nothing(shown: Shown) -> None:
    give(shown.output, "Ben plays red 3")
    give(shown.output, "")
    shown.output.set_line([])
    shown.output.settle()
    assert shown.shows("Ben plays red 3")


def test_it_says_how_large_it_is(shown: Shown) -> None:
    if shown.display is not None:
        assert (shown.display.width, shown.display.rows) == (40, 1)
