"""One voice over several ways: what takes the place of one that fails, hangs or raises, and the way back."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence

import pytest

from speech import route as route_module
from speech.devices import Fault, Line, Report, Trouble, VoiceName
from speech.devices.recording import RecordingVoice
from speech.queue import SpeechQueue
from speech.route import Changed, Route
from speech.routes import Way, chain, known
from speech.utterance import Urgency, Utterance

from .sound_rig import wait_until


class Device(RecordingVoice):
    """A recording voice that can report trouble, raise, or never come to an end."""

    def __init__(self, report: Report, *, instant: bool = True) -> None:
        super().__init__(instant=instant)
        self.report = report
        self.raises = False
        self.closed = False

    def say(self, line: Line, ended: Callable[[], None]) -> None:
        if self.raises:
            raise OSError("gone")
        super().say(line, ended)

    def close(self) -> None:
        self.closed = True


class Maker:
    """A way to be heard whose devices are kept; `fault` says why it cannot be had."""

    def __init__(self, name: str, *, instant: bool = True) -> None:
        self.name, self.instant = name, instant
        self.fault: Fault | None = None
        self.made: list[Device] = []

    def make(self, report: Report) -> Device:
        self.made.append(Device(report, instant=self.instant))
        if self.fault is not None:
            report(*self.fault)
        return self.made[-1]

    def check(self) -> Fault | None:
        return self.fault

    @property
    def way(self) -> Way:
        return Way(self.name, self.make, self.check)

    @property
    def said(self) -> list[str]:
        return [text for device in self.made for text, _ in device.said]


class Rig:
    """A queue that speaks through a route over two ways."""

    def __init__(self, first: Maker, second: Maker) -> None:
        self.first, self.second = first, second
        self.changes: list[Changed] = []
        self.route = Route([first.way, second.way], self._changed)
        self.queue = SpeechQueue(self.route)

    def _changed(self, changed: Changed) -> None:
        self.changes.append(changed)
        self.queue.start_over(said(f"{changed.new} speaks.", Urgency.ALARM))

    def put(self, *texts: str) -> None:
        for text in texts:
            self.queue.put(said(text))


def said(text: str, urgency: Urgency = Urgency.TABLE) -> Utterance:
    return Utterance(text, "", "", "en", urgency, group="voice" if urgency is Urgency.ALARM else None)


@pytest.fixture
def rig(monkeypatch: pytest.MonkeyPatch) -> Iterator[Rig]:
    monkeypatch.setattr(route_module, "GRACE", 0.3)
    monkeypatch.setattr(route_module, "SLOWEST", 0.001)
    monkeypatch.setattr(route_module, "LOOK", 0.05)
    monkeypatch.setattr(route_module, "FIRST_RETRY", 0.1)
    rig = Rig(Maker("first", instant=False), Maker("second"))
    yield rig
    rig.route.close()


def test_a_device_that_reports_trouble_is_replaced_and_its_line_said_again(rig: Rig) -> None:
    rig.put("One.", "Two.")
    rig.second.fault = None
    rig.first.fault = Fault(Trouble.FAILED, "gone")
    rig.first.made[0].report(Trouble.FAILED, "gone")
    assert wait_until(lambda: rig.queue.idle)
    assert rig.first.said == ["One."]
    assert rig.second.said == ["second speaks.", "One.", "Two."]
    assert rig.changes == [Changed(Fault(Trouble.FAILED, "gone"), "first", "second", heard=False)]
    assert wait_until(lambda: rig.first.made[0].closed)


def test_a_device_that_raises_is_replaced(rig: Rig) -> None:
    rig.first.made[0].raises = True
    rig.first.fault = Fault(Trouble.FAILED)
    rig.put("One.")
    assert wait_until(lambda: rig.queue.idle)
    assert rig.second.said == ["second speaks.", "One."]


def test_a_device_that_hangs_is_built_anew_once_and_then_given_up(rig: Rig) -> None:
    rig.put("One.")
    assert wait_until(lambda: len(rig.first.made) == 2)
    assert wait_until(lambda: rig.first.said == ["One.", "first speaks."])
    assert wait_until(lambda: rig.second.said == ["second speaks.", "One."])
    assert [(change.fault, change.new) for change in rig.changes] == [
        (Fault(Trouble.HUNG), "first"),
        (Fault(Trouble.HUNG), "second"),
    ]


def test_a_slow_device_is_not_given_up(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(route_module, "GRACE", 60.0)
    rig.put("One.")
    time.sleep(0.6)
    rig.first.made[0].finish()
    assert (rig.queue.idle, rig.changes) == (True, [])


def test_silence_is_not_taken_for_a_device_that_hangs(rig: Rig) -> None:
    rig.put("One.")
    rig.queue.stop()
    time.sleep(0.6)
    assert rig.changes == []


def test_where_no_way_is_left_lines_end_at_once_and_the_route_comes_back(rig: Rig) -> None:
    rig.first.fault = rig.second.fault = Fault(Trouble.NO_SERVER, "it")
    rig.put("One.")
    rig.first.made[0].report(*rig.first.fault)
    assert wait_until(lambda: rig.queue.idle)
    assert rig.changes == [Changed(rig.first.fault, "first", None, heard=False)]
    assert rig.route.name is None
    begin = time.perf_counter()
    rig.put(*(f"{number}." for number in range(100)))
    assert rig.queue.idle
    assert (time.perf_counter() - begin) / 100 < 0.005  # the design's price of a dead route
    rig.second.fault = None
    assert wait_until(lambda: rig.second.said == ["second speaks."])
    assert rig.changes[-1] == Changed(None, "first", "second", heard=True)


def test_a_better_way_that_is_there_again_speaks_again(rig: Rig) -> None:
    rig.first.fault = Fault(Trouble.FAILED, "gone")
    rig.first.made[0].report(*rig.first.fault)
    assert wait_until(lambda: rig.second.said == ["second speaks."])
    rig.first.instant = True
    rig.first.fault = None
    assert wait_until(lambda: rig.first.said == ["first speaks."])
    rig.put("One.")
    assert rig.first.said == ["first speaks.", "One."]
    assert wait_until(lambda: rig.second.made[0].closed)


def test_ways_that_cannot_be_had_are_passed_over_in_one_change() -> None:
    ways = [Maker("a"), Maker("b"), Maker("c")]
    ways[0].fault = ways[1].fault = Fault(Trouble.NO_LIBRARY, "x")
    changes: list[Changed] = []
    route = Route([maker.way for maker in ways], changes.append)
    assert wait_until(lambda: route.name == "c")
    assert wait_until(lambda: changes == [Changed(Fault(Trouble.NO_LIBRARY, "x"), "a", "c", heard=False)])
    route.close()


def test_a_module_that_cannot_be_imported_is_a_missing_library() -> None:
    def lacking(report: Report) -> Device:
        raise ImportError("no", name="pyttsx3")

    changes: list[Changed] = []
    spare = Maker("spare")
    route = Route([Way("own", lacking, lambda: None), spare.way], changes.append)
    assert wait_until(lambda: [c.fault for c in changes] == [Fault(Trouble.NO_LIBRARY, "pyttsx3")])
    route.close()


def test_a_check_that_hangs_is_taken_for_a_no(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(route_module, "CHECKING", 0.1)
    slow = Way("slow", rig.second.make, lambda: time.sleep(2))
    changes: list[Changed] = []
    first = Maker("first")
    route = Route([first.way, slow], changes.append)
    first.fault = Fault(Trouble.FAILED)
    first.made[0].report(Trouble.FAILED, "")
    assert wait_until(lambda: [change.new for change in changes] == [None])
    route.close()


def test_late_ends_and_reports_of_a_device_given_up_are_ignored(rig: Rig) -> None:
    ends = []
    device = rig.first.made[0]
    rig.put("One.")
    ends.append(device._ended)
    rig.first.fault = Fault(Trouble.FAILED)
    device.report(Trouble.FAILED, "")
    assert wait_until(lambda: rig.second.said == ["second speaks.", "One."])
    device.report(Trouble.FAILED, "again")
    for ended in ends:
        assert ended is not None
        ended()
    time.sleep(0.1)
    assert len(rig.changes) == 1


def test_what_is_typed_while_a_device_is_replaced_is_answered_afterwards(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    def slow() -> Fault | None:
        time.sleep(0.3)
        return None

    rig.put("One.", "Two.")
    monkeypatch.setattr(rig.second, "check", slow)
    rig.route._ways = (rig.route._ways[0], rig.second.way)
    rig.first.fault = Fault(Trouble.FAILED)
    rig.first.made[0].report(Trouble.FAILED, "")
    rig.queue.hush()
    rig.queue.put(said("Answer.", Urgency.ANSWER))
    assert wait_until(lambda: rig.queue.idle and bool(rig.second.said))
    assert rig.second.said == ["second speaks.", "Answer.", "One.", "Two."]


def test_the_voices_are_those_of_the_way_that_speaks(rig: Rig) -> None:
    expected: Sequence[VoiceName] = rig.first.made[0].voices("de")
    assert rig.route.voices("de") == expected
    rig.route.close()
    assert rig.route.voices("de") == ()


def test_a_closed_route_ends_lines_at_once() -> None:
    maker = Maker("first", instant=False)
    route = Route([maker.way], lambda changed: None)
    route.close()
    ended: list[bool] = []
    route.say(Line("One.", "en"), lambda: ended.append(True))
    assert ended == [True]
    assert maker.said == []
    maker.made[0].report(Trouble.FAILED, "")
    assert wait_until(lambda: maker.made[0].closed)


@pytest.mark.parametrize(
    ("wanted", "platform", "ways"),
    [
        ("own", "linux", ("own", "speech-dispatcher")),
        ("own", "win32", ("own",)),
        ("own", "darwin", ("own",)),
        ("reader", "linux", ("orca", "speech-dispatcher", "own")),
        ("reader", "win32", ("windows-reader", "own")),
        ("reader", "darwin", ("voiceover", "own")),
        ("speech-dispatcher", "linux", ("speech-dispatcher", "own")),
        ("orca", "linux", ("orca", "own", "speech-dispatcher")),
    ],
)
def test_what_comes_instead_of_what(wanted: str, platform: str, ways: tuple[str, ...]) -> None:
    assert chain(wanted, platform) == ways
    assert set(ways) <= set(known(platform))
