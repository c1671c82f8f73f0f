"""Windows screen readers and VoiceOver, against stand-ins for accessible-output2's classes that fail in every
way that class is known to fail in. Not here: what every voice does (see `test_every_voice`).
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from speech.devices import Fault, Line, Trouble, voiceover, windows_reader
from speech.devices import readers_shared as shared
from speech.devices.readers_shared import ReaderVoice
from speech.devices.windows_reader import ReaderBraille, WindowsReader, flashed
from tests.reader_fakes import PACKAGE, Desk, raising
from tests.sound_rig import wait_until


class Listener:
    """A voice through whatever runs on the desk, and what became of its lines, in order with its troubles."""

    def __init__(self, make: Callable[..., ReaderVoice] = WindowsReader) -> None:
        self.log: list[str | Fault] = []
        self.voice = make(lambda trouble, detail: self.log.append(Fault(trouble, detail)))

    def say(self, text: str) -> None:
        self.voice.say(Line(text, "en"), lambda: self.log.append(text))

    def hear(self, text: str) -> None:
        self.say(text)
        assert wait_until(lambda: text in self.log)


@pytest.fixture
def desk(monkeypatch: pytest.MonkeyPatch) -> Desk:
    desk = Desk("nvda")
    desk.install(monkeypatch)
    return desk


@pytest.fixture
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ask the readers before every line."""
    monkeypatch.setattr(shared, "POLL", 0.0)


@pytest.fixture
def listener(desk: Desk) -> Iterator[Listener]:
    listener = Listener()
    yield listener
    listener.voice.close()


def test_lines_are_spoken_in_order_and_not_before_the_last_one_was_heard(
    desk: Desk, listener: Listener
) -> None:
    listener.say("One. " * 4)
    listener.say("Zwölf größere Zähne.")
    assert wait_until(lambda: desk.texts == ["One. One. One. One."])
    time.sleep(0.2)
    assert len(desk.texts) == 1  # 19 characters take a quick listener 0.86 seconds
    assert wait_until(lambda: len(listener.log) == 2)
    assert desk.spoken[1] == ("nvda", "Zwölf größere Zähne.")


def test_readers_are_asked_once_a_second_at_most_and_on_one_thread(desk: Desk, listener: Listener) -> None:
    begin = time.monotonic()
    for number in range(8):
        listener.hear(f"{number}.")
        listener.voice.braille(f"{number}")
    assert len(desk.asked) <= 1 + time.monotonic() - begin
    assert len(desk.threads) == 1


def test_com_is_started_on_the_thread_that_makes_the_objects_and_ended_there(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[tuple[str, int]] = []
    com: Any = ModuleType("pythoncom")
    com.CoInitialize = lambda: calls.append(("begin", threading.get_ident()))
    com.CoUninitialize = lambda: calls.append(("end", threading.get_ident()))
    monkeypatch.setitem(sys.modules, "pythoncom", com)
    listener = Listener()
    listener.hear("One.")
    listener.voice.close()
    [thread] = desk.threads
    assert calls == [("begin", thread), ("end", thread)]


def test_jaws_is_spoken_to_when_nvda_does_not_run(desk: Desk, listener: Listener) -> None:
    desk.running = {"jaws", "window_eyes"}
    listener.hear("One.")
    assert desk.spoken == [("jaws", "One.")]


def test_another_reader_takes_over_while_playing(desk: Desk, listener: Listener, often: None) -> None:
    listener.hear("One.")
    desk.running = {"jaws"}
    listener.hear("Two.")
    desk.running = {"nvda", "jaws"}
    listener.hear("Three.")
    assert desk.spoken == [("nvda", "One."), ("jaws", "Two."), ("nvda", "Three.")]
    assert listener.log == ["One.", "Two.", "Three."]


def test_a_reader_that_comes_later_is_found_by_a_new_object(
    desk: Desk, listener: Listener, often: None
) -> None:
    desk.running = set()
    listener.hear("One.")
    desk.running = {"nvda"}
    listener.hear("Two.")
    assert desk.spoken == [("nvda", "Two.")]
    assert desk.made.count("nvda") == 2


def test_a_reader_that_was_restarted_gets_a_new_object(desk: Desk, listener: Listener) -> None:
    listener.hear("One.")
    fails = [OSError("RPC server unavailable")]
    desk.trouble["nvda", "speak"] = lambda: (
        raising(fails.pop())() if fails else desk.spoken.append(("nvda", "again"))
    )
    listener.hear("Two.")
    assert desk.texts == ["One.", "again"]
    assert desk.made.count("nvda") == 2
    assert listener.log == ["One.", "Two."]


@pytest.mark.parametrize(
    "failure",
    [
        raising(OSError("a library for another processor")),
        raising(AttributeError("'NoneType' object has no attribute 'nvdaController_speakText'")),
        raising(RuntimeError("has no method to output")),
        raising(type("OutputError", (Exception,), {})()),
        raising(ImportError("pywintypes", name="pywintypes")),
    ],
    ids=["OSError", "AttributeError", "RuntimeError", "OutputError", "ImportError"],
)
@pytest.mark.parametrize("where", ["new", "is_active", "speak"])
def test_a_class_that_fails_does_not_keep_the_next_from_speaking(
    desk: Desk, listener: Listener, where: str, failure: Callable[[], object]
) -> None:
    desk.running = {"nvda", "jaws"}
    desk.trouble["nvda", where] = failure
    if where == "speak":  # whoever says that it runs and cannot speak is not asked a third time
        listener.hear("One.")
        assert [type(entry) for entry in listener.log] == [Fault, str]
        assert desk.asked == ["nvda", "nvda"]
    else:
        listener.hear("One.")
        assert desk.spoken == [("jaws", "One.")]
        assert listener.log == ["One."]


def test_no_reader_is_told_before_the_line_ends_and_once(desk: Desk, listener: Listener) -> None:
    desk.running = set()
    listener.hear("One.")
    listener.hear("Two.")
    assert listener.log == [Fault(Trouble.NO_SERVER, "NVDA, JAWS"), "One.", "Two."]
    assert desk.spoken == []


def test_a_reader_that_leaves_in_mid_line_is_told_before_that_line_ends(
    desk: Desk, listener: Listener, often: None
) -> None:
    listener.say("It is your turn.")
    assert wait_until(lambda: desk.texts == ["It is your turn."])
    desk.running = set()
    assert wait_until(lambda: len(listener.log) == 2)
    assert listener.log == [Fault(Trouble.NO_SERVER, "NVDA, JAWS"), "It is your turn."]


def test_one_that_only_says_it_runs_is_told(desk: Desk, listener: Listener) -> None:
    desk.trouble["nvda", "is_active"] = lambda: 1
    desk.trouble["nvda", "speak"] = raising(OSError("nobody there"))
    listener.hear("One.")
    assert listener.log[0] == Fault(Trouble.FAILED, "NVDA: OSError('nobody there')")


def test_the_missing_library_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("accessible_output2", PACKAGE):
        monkeypatch.setitem(sys.modules, name, None)
    listener = Listener()
    listener.hear("One.")
    listener.voice.close()
    [fault, _] = listener.log
    assert isinstance(fault, Fault)
    assert fault.trouble is Trouble.NO_LIBRARY
    assert fault.detail.startswith("accessible_output2")
    assert windows_reader.check() == fault


def test_a_sibling_that_cannot_be_imported_does_not_take_nvda_along(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "accessible_output2" / "outputs"
    folder.mkdir(parents=True)
    (folder.parent / "__init__.py").write_text("")
    (folder / "__init__.py").write_text("from . import nvda\nimport no_such_module_as_pywintypes\n")
    (folder / "nvda.py").write_text(
        "said = []\n"
        "class output_class:\n"
        "    def is_active(self): return True\n"
        "    def speak(self, text, interrupt=False): said.append(text)\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    listener = Listener()
    listener.hear("One.")
    listener.voice.close()
    assert sys.modules[f"{PACKAGE}.nvda"].said == ["One."]
    for name in [name for name in sys.modules if name.startswith("accessible_output2")]:
        del sys.modules[name]


def test_what_a_class_prints_is_lost_and_what_others_print_is_not(
    desk: Desk, listener: Listener, capsys: pytest.CaptureFixture[str]
) -> None:
    inside, go_on = threading.Event(), threading.Event()

    def noisy() -> None:
        print("Cannot find the reader.")  # noqa: T201 - that is what it does
        print("Nor its library.", file=sys.stderr)  # noqa: T201 - that is what it does
        sys.stdout.writelines(["And more.\n"])
        inside.set()
        go_on.wait(5)

    desk.trouble["nvda", "speak"] = noisy
    listener.say("One.")
    assert inside.wait(5)
    print("Your turn.")  # noqa: T201 - what the game prints meanwhile
    go_on.set()
    assert wait_until(lambda: "One." in listener.log)
    assert capsys.readouterr() == ("Your turn.\n", "")


def test_a_call_that_hangs_holds_nobody_up(desk: Desk) -> None:
    stuck = threading.Event()
    desk.trouble["nvda", "speak"] = lambda: stuck.wait(20)
    listener = Listener()
    listener.say("One.")
    assert wait_until(lambda: bool(desk.asked))
    begin = time.monotonic()
    for _ in range(50):
        listener.voice.stop()
        listener.say("Two.")
        listener.voice.braille("2")
    took = time.monotonic() - begin
    listener.voice.close()
    assert took < 0.25
    listener.say("Too late.")
    assert listener.log == ["Too late."]
    stuck.set()
    assert wait_until(lambda: not listener.voice._thread.is_alive())


@pytest.mark.parametrize("reader", ["nvda", "jaws"])
def test_stop_silences_what_may_still_be_heard_and_nothing_else(
    desk: Desk, listener: Listener, reader: str
) -> None:
    desk.running = {reader}
    listener.voice.stop()
    listener.say("A long line that goes on and on.")
    assert wait_until(lambda: len(desk.spoken) == 1)
    assert desk.silenced == []
    listener.voice.stop()
    assert wait_until(lambda: desk.silenced == [reader])
    listener.voice.stop()
    listener.hear("Next.")
    assert desk.silenced == [reader]
    assert desk.texts[1:] == ["Next."]
    assert listener.log == ["Next."]


def test_what_was_stopped_before_its_turn_is_not_spoken(desk: Desk, listener: Listener) -> None:
    go_on = threading.Event()
    desk.trouble["nvda", "is_active"] = lambda: go_on.wait(10)
    listener.say("One.")
    assert wait_until(lambda: bool(desk.asked))
    listener.say("Two.")
    listener.voice.stop()
    listener.say("Three.")
    go_on.set()
    assert wait_until(lambda: "Three." in listener.log)
    assert "Two." not in desk.texts
    assert listener.log == ["Three."]


def test_a_slow_listener_is_silenced_too_after_the_line_counts_as_ended(
    desk: Desk, listener: Listener
) -> None:
    listener.hear("One.")
    listener.voice.stop()
    assert wait_until(lambda: desk.silenced == ["nvda"])


def test_a_failing_silence_is_no_trouble(desk: Desk, listener: Listener) -> None:
    desk.trouble["nvda", "silence"] = raising(AttributeError("silence"))
    listener.hear("One.")
    listener.voice.stop()
    listener.hear("Two.")
    assert listener.log == ["One.", "Two."]


def test_braille_and_speech_share_one_reader(desk: Desk, listener: Listener) -> None:
    display = ReaderBraille(listener.voice)
    listener.hear("Anna plays the red three, and it fits.")
    display.write([1, 2], "Anna r3 fits")
    display.flash("")
    assert wait_until(lambda: desk.brailled == [("nvda", "Anna r3 fits")])
    assert desk.made.count("nvda") == 1
    desk.trouble["nvda", "braille"] = raising(OSError("no display"))
    display.flash("lost")
    listener.hear("Two.")
    assert listener.log[1:] == ["Two."]


def test_a_reader_without_braille_is_left_alone(desk: Desk, listener: Listener) -> None:
    desk.running = {"zdsr"}
    ReaderBraille(listener.voice).flash("Anna r3 fits")
    listener.hear("One.")
    assert desk.brailled == []


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Anna r3 fits", "Anna r3 fits"),
        ("  two\n lines ", "two lines"),
        ('say \\") : Quit(', 'say /") : Quit('),
        ("b" * 39 + " end", "b" * 39),
        ("b" * 40 + " end", "b" * 40),
        ("b" * 50, "b" * 40),
    ],
)
def test_a_flash_message_is_cut_after_a_word(text: str, shown: str) -> None:
    assert flashed(text) == shown


# --- looking whether there is one


def test_check_finds_a_reader_and_leaves_nothing_behind(desk: Desk) -> None:
    threads = threading.active_count()
    assert windows_reader.check() is None
    desk.running = set()
    assert windows_reader.check() == Fault(Trouble.NO_SERVER, "NVDA, JAWS")
    assert voiceover.check() == Fault(Trouble.NO_SERVER, "VoiceOver")
    assert wait_until(lambda: threading.active_count() == threads)


def test_check_does_not_wait_for_a_reader_that_hangs(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    stuck = threading.Event()
    monkeypatch.setattr(shared, "CHECK", 0.1)
    desk.trouble["nvda", "new"] = lambda: stuck.wait(20)
    assert windows_reader.check() == Fault(Trouble.HUNG, "NVDA, JAWS")
    stuck.set()


# --- VoiceOver


def test_voiceover_is_given_time_to_finish_since_each_text_cuts_off_the_last(desk: Desk) -> None:
    desk.running = {"voiceover"}
    listener = Listener(voiceover.make)
    listener.say("It is your turn now.")
    listener.say("Two.")
    assert wait_until(lambda: desk.texts == ["It is your turn now."])
    time.sleep(1.1)  # a quick listener has heard it after 0.9 seconds, a usual one after 1.5
    assert len(desk.texts) == 1
    assert wait_until(lambda: desk.texts == ["It is your turn now.", "Two."])
    listener.voice.stop()
    assert wait_until(lambda: desk.silenced == ["voiceover"])
    listener.voice.close()


def test_voiceover_that_may_not_be_controlled_is_told(desk: Desk) -> None:
    desk.running = {"voiceover"}
    desk.trouble["voiceover", "speak"] = raising(RuntimeError("Not authorised (-1743)"))
    listener = Listener(voiceover.make)
    listener.hear("One.")
    listener.voice.close()
    assert listener.log[0] == Fault(Trouble.FAILED, "VoiceOver: RuntimeError('Not authorised (-1743)')")
