"""Orca's service, with a stand-in for Orca on a real bus. Not here: what every voice does."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from speech.devices import Fault, Line, Trouble, orca
from speech.devices import readers_shared as shared
from tests.orca_rig import Bus, StandIn, needs_bus
from tests.sound_rig import wait_until

NOT_THERE = Fault(Trouble.NO_SERVER, "Orca")


class Listener:
    """A voice through Orca, and what became of its lines, in order with its troubles."""

    def __init__(self) -> None:
        self.log: list[str | Fault] = []
        self.voice = orca.make(lambda trouble, detail: self.log.append(Fault(trouble, detail)))

    def say(self, text: str) -> None:
        self.voice.say(Line(text, "en"), lambda: self.log.append(text))

    def hear(self, text: str) -> None:
        self.say(text)
        assert wait_until(lambda: text in self.log)


@pytest.fixture
def bus(monkeypatch: pytest.MonkeyPatch) -> Iterator[Bus]:
    needs_bus()
    bus = Bus()
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", bus.address)
    yield bus
    bus.close()


@pytest.fixture
def listener() -> Iterator[Listener]:
    listener = Listener()
    yield listener
    listener.voice.close()


@pytest.mark.parametrize("name", ["org.gnome.Orca1.Service", "org.gnome.Orca.Service"])
def test_both_generations_of_orca_speak_and_are_interrupted(bus: Bus, listener: Listener, name: str) -> None:
    stand_in = StandIn(bus, name)
    assert orca.check() is None
    listener.hear("Blå rød größer.")
    listener.say("A long line that goes on and on.")
    assert wait_until(lambda: len(stand_in.messages) == 2)
    listener.voice.stop()
    assert wait_until(lambda: len(stand_in.interrupted) == 1)
    listener.hear("Next.")
    assert stand_in.messages == ["Blå rød größer.", "A long line that goes on and on.", "Next."]
    assert listener.log == ["Blå rød größer.", "Next."]
    stand_in.leave()


def test_the_bus_is_found_without_the_environments_word(
    bus: Bus, listener: Listener, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("DBUS_SESSION_BUS_ADDRESS")
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(bus.socket.parent))
    stand_in = StandIn(bus)
    listener.hear("One.")
    assert stand_in.messages == ["One."]
    stand_in.leave()


@pytest.mark.parametrize("address", [None, "autolaunch:", "unix:path=/nowhere", "tcp:host=localhost,port=1"])
def test_without_a_bus_there_is_no_orca(
    listener: Listener, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, address: str | None
) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.delenv("DBUS_SESSION_BUS_ADDRESS", raising=False)
    if address is not None:
        monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", address)
    listener.hear("One.")
    assert listener.log == [NOT_THERE, "One."]
    assert orca.check() == NOT_THERE


def test_a_bus_without_orca_is_told_and_orca_is_found_when_it_comes(
    bus: Bus, listener: Listener, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shared, "POLL", 0.0)
    listener.hear("One.")
    assert orca.check() == NOT_THERE
    stand_in = StandIn(bus)
    listener.hear("Two.")
    assert stand_in.messages == ["Two."]
    assert listener.log == [NOT_THERE, "One.", "Two."]
    stand_in.leave()


@pytest.mark.parametrize("bus_too", [False, True])
def test_orca_that_is_killed_is_told_and_later_lines_end_at_once(
    bus: Bus, listener: Listener, bus_too: bool
) -> None:
    stand_in = StandIn(bus)
    listener.hear("One.")
    stand_in.leave()
    if bus_too:
        bus.close()
    listener.hear("Two.")
    listener.hear("Three. " * 40)  # 11 seconds of speech
    assert listener.log == ["One.", NOT_THERE, "Two.", "Three. " * 40]


def test_orca_that_is_killed_in_mid_line_is_told_before_the_line_ends(
    bus: Bus, listener: Listener, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shared, "POLL", 0.0)
    stand_in = StandIn(bus)
    listener.say("It is your turn.")
    assert wait_until(lambda: len(stand_in.messages) == 1)
    stand_in.leave()
    assert wait_until(lambda: len(listener.log) == 2)
    assert listener.log == [NOT_THERE, "It is your turn."]


def test_orca_that_hangs_is_told_and_is_not_asked_twice(
    bus: Bus, listener: Listener, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(orca, "ANSWER", 0.3)
    stand_in = StandIn(bus)
    listener.hear("One.")
    stand_in.hangs = True
    listener.hear("Two.")
    assert listener.log == ["One.", Fault(Trouble.HUNG, "Orca"), "Two."]
    stand_in.hangs = False
    listener.hear("Three.")
    assert stand_in.messages == ["One.", "Three."]
    stand_in.leave()


def test_orca_that_refuses_is_told(bus: Bus, listener: Listener) -> None:
    stand_in = StandIn(bus)
    stand_in.refuses = True
    listener.hear("One.")
    assert listener.log == [Fault(Trouble.FAILED, "Orca: OSError('refused')"), "One."]
    stand_in.leave()


def test_the_missing_package_is_named(bus: Bus, listener: Listener, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "jeepney", None)
    listener.hear("One.")
    assert listener.log[0] == Fault(Trouble.NO_LIBRARY, "jeepney")


def test_thirty_connections_leave_nothing_behind(bus: Bus, monkeypatch: pytest.MonkeyPatch) -> None:
    stand_in = StandIn(bus)
    threads, handles = threading.active_count(), len(list(Path("/proc/self/fd").iterdir()))
    for _ in range(30):
        assert orca.check() is None
        listener = Listener()
        listener.hear("1")
        listener.voice.close()
    assert wait_until(lambda: threading.active_count() == threads)
    assert len(list(Path("/proc/self/fd").iterdir())) == handles
    stand_in.leave()
