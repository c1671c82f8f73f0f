"""Our own voice in a process of its own: real sound through it, and drivers that crash, hang and print.

Not here: what every voice does (see `test_every_voice`).
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from array import array
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from speech.devices import Fault, Line, Manner, Trouble, own
from speech.devices import pyttsx3_child as child_module
from speech.devices.pyttsx3_child import ChildVoice
from tests.sound_rig import ROOT, Recording, Sink, needs_sink, run_script, wait_until

LINE = "Anna plays the red three, and it fits."
DRIVER = '''
"""A driver for pyttsx3 that notes what it says, and does what the texts tell it, once or always."""
import os, sys, time, types

class Driver:
    def __init__(self, proxy):
        self.proxy, self.rest, self.voice = proxy, 0, ""
        print("made"); os.write(1, b"made\\n"); os.write(2, b"made\\n")
        if os.path.exists(os.environ["NOTES"] + ".hang"):
            time.sleep(60)
    def say(self, text):
        with open(os.environ["NOTES"], "a+", encoding="utf-8") as notes:
            notes.seek(0)
            again = text in notes.read()
            notes.write(f"{os.getpid()}|{self.voice}|{text}\\n")
        self.proxy.setBusy(True)
        if "print" in text:
            print(text); print(text, file=sys.stderr); os.write(1, b'{"ended": 1}\\n')
        if "always" in text or not again:
            if "crash" in text:
                os._exit(3)
            if "hang" in text:
                time.sleep(60)
        self.rest = 3
    def stop(self):
        self.rest = 0
        self.proxy.setBusy(False)
    def iterate(self):
        self.proxy.setBusy(False)
        while True:
            self.rest -= 1
            if self.rest == 0:
                self.proxy.notify("finished-utterance", completed=True)
                self.proxy.setBusy(False)
            yield
    def getProperty(self, name):
        if name == "voice":
            return "anna"
        from pyttsx3.voice import Voice
        return [Voice("daniel", "Daniel (Enhanced)", ["en_GB"]), Voice("hedda", "Hedda - German", ["de-DE"]),
                Voice("anna", "Anna", ["de_DE"])]
    def setProperty(self, name, value):
        if name == "voice":
            self.voice = value

module = types.ModuleType("pyttsx3.drivers.standin")
module.buildDriver = Driver
sys.modules[module.__name__] = module
'''


class Listener:
    """A voice in another process, and what became of its lines, in order with its troubles."""

    def __init__(self, driver: str) -> None:
        self.log: list[str | Fault] = []
        self.voice = ChildVoice(lambda trouble, detail: self.log.append(Fault(trouble, detail)), driver)

    def say(self, text: str, lang: str = "en", manner: Manner | None = None) -> None:
        self.voice.say(Line(text, lang, manner or Manner()), lambda: self.log.append(text))

    def hear(self, text: str, lang: str = "en", manner: Manner | None = None) -> None:
        self.say(text, lang, manner)
        assert wait_until(lambda: text in self.log, 15)


@pytest.fixture
def notes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], list[list[str]]]:
    """Let children know the driver "standin"; returns what it noted: process, voice, text."""
    (tmp_path / "sitecustomize.py").write_text(DRIVER)
    path = tmp_path / "notes"
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setenv("NOTES", str(path))
    monkeypatch.setattr(child_module, "HUNG", 1.0)

    def read() -> list[list[str]]:
        return [row.split("|") for row in path.read_text("utf-8").splitlines()] if path.exists() else []

    return read


Notes = Callable[[], list[list[str]]]


@pytest.fixture
def listener(notes: Notes) -> Iterator[Listener]:
    threads = threading.active_count()
    listener = Listener("standin")
    yield listener
    listener.voice.close()
    assert wait_until(lambda: threading.active_count() <= threads)


def test_lines_come_in_order_with_the_systems_voices(listener: Listener, notes: Notes) -> None:
    for text, lang in (("One.", "en"), ("Größere Füße.", "de"), ("Blå.", "da")):
        listener.say(text, lang)
    listener.hear("Gut.", "de", Manner(voices={"de": "hedda"}))
    assert [row[1:] for row in notes()] == [
        ["daniel", "One."],
        ["anna", "Größere Füße."],  # the person's usual voice before others of the language
        ["anna", "Blå."],
        ["hedda", "Gut."],
    ]
    assert listener.log == ["One.", "Größere Füße.", "Blå.", "Gut."]


def test_voices_are_those_of_the_system(listener: Listener) -> None:
    assert [tuple(voice) for voice in listener.voice.voices("de")] == [
        ("anna", "Anna"),
        ("hedda", "Hedda, German"),
    ]
    assert [voice.name for voice in listener.voice.voices("en")] == ["Daniel Enhanced"]
    assert listener.voice.voices("nb") == []


def test_what_a_driver_prints_neither_shows_nor_disturbs(
    listener: Listener, capfd: pytest.CaptureFixture[str]
) -> None:
    listener.hear("print this.")
    listener.hear("Two.")
    assert listener.log == ["print this.", "Two."]
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("how", ["crash", "hang"])
def test_a_line_that_the_child_did_not_survive_is_said_again(
    listener: Listener, notes: Notes, how: str
) -> None:
    listener.hear("One.")
    listener.hear(f"{how} once.")
    listener.hear("Three.")
    said = notes()
    assert [text for _, _, text in said] == ["One.", f"{how} once.", f"{how} once.", "Three."]
    assert said[0][0] == said[1][0] != said[2][0] == said[3][0]
    assert listener.log == ["One.", f"{how} once.", "Three."]


@pytest.mark.parametrize(("how", "trouble"), [("crash", Trouble.FAILED), ("hang", Trouble.HUNG)])
def test_a_second_failure_is_told_before_the_line_ends_and_the_rest_ends_at_once(
    listener: Listener, notes: Notes, how: str, trouble: Trouble
) -> None:
    listener.hear(f"{how} always.")
    listener.hear("Two.")
    assert listener.log == [Fault(trouble, "standin"), f"{how} always.", "Two."]
    assert len(notes()) == 2


def test_a_stopped_line_that_hangs_is_not_said_again(listener: Listener, notes: Notes) -> None:
    listener.say("hang once.")
    assert wait_until(lambda: len(notes()) == 1, 10)
    listener.voice.stop()
    listener.hear("Two.")
    assert [text for _, _, text in notes()] == ["hang once.", "Two."]
    assert listener.log == ["Two."]


def test_a_child_that_was_stopped_and_has_nothing_to_do_is_left_alone(
    listener: Listener, notes: Notes
) -> None:
    listener.hear("One.")
    listener.voice.stop()
    time.sleep(1.0 + 2 * child_module.BEAT)
    listener.hear("Two.")
    assert len({process for process, _, _ in notes()}) == 1


def test_a_child_that_is_killed_while_nothing_is_said_is_replaced(listener: Listener, notes: Notes) -> None:
    listener.hear("One.")
    os.kill(int(notes()[0][0]), signal.SIGKILL)
    listener.hear("Two.")
    assert listener.log == ["One.", "Two."]


def test_a_driver_that_never_starts_is_told(
    notes: Notes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "notes.hang").touch()
    monkeypatch.setattr(child_module, "STARTING", 1.0)
    listener = Listener("standin")
    listener.hear("One.")
    listener.voice.close()
    assert listener.log == [Fault(Trouble.HUNG, "standin"), "One."]


@pytest.mark.parametrize(
    ("driver", "fault"),
    [
        ("nsss", Fault(Trouble.NO_LIBRARY, "objc")),
        ("sapi5", Fault(Trouble.NO_LIBRARY, "comtypes")),
        ("nothing", Fault(Trouble.NO_LIBRARY, "pyttsx3.drivers.nothing")),
    ],
)
def test_a_driver_that_is_not_there_is_named(driver: str, fault: Fault) -> None:
    if sys.platform in ("win32", "darwin"):
        pytest.skip("these drivers are there")
    listener = Listener(driver)
    listener.hear("One.")
    listener.voice.close()
    assert listener.log == [fault, "One."]


def test_the_keyboards_signals_do_not_reach_the_child_and_it_never_outlives_the_game(
    notes: Notes, tmp_path: Path
) -> None:
    script = (
        "import os, signal, threading\n"
        "from speech.devices import Line\n"
        "from speech.devices.pyttsx3_child import ChildVoice\n"
        "done = threading.Event()\n"
        "voice = ChildVoice(print, 'standin')\n"
        "voice.say(Line('One.', 'en'), done.set)\n"
        "assert done.wait(10)\n"
        f"child = int(open({str(tmp_path / 'notes')!r}).read().split('|')[0])\n"
        "assert os.getsid(child) == child != os.getsid(0)\n"
        "voice.say(Line('hang always.', 'en'), print)\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    env = {**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{tmp_path}"}
    done = subprocess.run(
        [sys.executable, "-c", script], env=env, capture_output=True, timeout=20, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (-signal.SIGKILL, b"", b"")
    child = int(notes()[0][0])
    assert wait_until(lambda: not Path(f"/proc/{child}").exists() or _is_dead(child))


def _is_dead(process: int) -> bool:
    """Whether a process only waits for its parent to ask after it."""
    return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "Z"


def test_leaving_in_mid_speech_is_quick_and_quiet(notes: Notes, tmp_path: Path) -> None:
    script = (
        f"import sys, time; sys.path.append({str(tmp_path)!r})\n"
        "from speech.devices import Line\n"
        "from speech.devices.pyttsx3_child import ChildVoice\n"
        "voice = ChildVoice(print, 'standin')\n"
        "voice.say(Line('hang always.', 'en'), print); time.sleep(0.5)"
    )
    begin = time.monotonic()
    command = [sys.executable, "-W", "error", "-c", script]
    env = {**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{tmp_path}"}
    done = subprocess.run(command, env=env, capture_output=True, timeout=20, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    assert time.monotonic() - begin < 5


def test_a_folder_of_the_same_name_is_not_taken_for_ours(
    listener: Listener, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    listener.voice.close()
    elsewhere = tmp_path / "elsewhere"
    (elsewhere / "speech").mkdir(parents=True)
    (elsewhere / "speech" / "__init__.py").write_text("raise SystemExit(7)")
    monkeypatch.chdir(elsewhere)
    other = Listener("standin")
    other.hear("One.")
    other.voice.close()
    assert other.log == ["One."]


def test_real_sound_comes_out_sample_by_sample(monkeypatch: pytest.MonkeyPatch) -> None:
    needs_sink()
    script = (
        "import sys\n"
        "from speech.devices.espeak import Style, espeak\n"
        f"espeak().render({LINE!r}, Style('en'), lambda piece: bool(sys.stdout.buffer.write(piece)))"
    )
    rendered = run_script(script, dict(os.environ))
    assert rendered.stderr == b""
    mono, both = array("h", rendered.stdout), array("h", bytes(2 * len(rendered.stdout)))
    both[::2] = both[1::2] = mono
    sink = Sink()
    for name, value in sink.environment().items():
        monkeypatch.setenv(name, value)
    ear = Recording(sink)
    listener = Listener("senpai")
    listener.hear(LINE)
    assert ear.holds(both.tobytes())
    assert listener.log == [LINE]
    listener.voice.close()
    ear.close()
    sink.close()


def test_macos_takes_this_way(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[tuple[Any, str]] = []
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setattr(child_module, "ChildVoice", lambda report, driver: made.append((report, driver)))
    own.make(print)
    assert made == [(print, "nsss")]
    assert own.check() == Fault(Trouble.NO_LIBRARY, "objc")
