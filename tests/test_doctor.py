"""`senpai doctor`: every way in every state, told in whole sentences, and tried on real devices.

Each visit is a process of its own, since a doctor shuts all others out from the terminal. Not here: finding
a screen reader (see `test_screen_readers`), and the ways themselves.
"""

from __future__ import annotations

import os
import re
import sys
import time
from array import array
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

from access import probes
from access.arguments import BadCall, Call, Slip
from access.doctor import CUES, PRINTED, Doctor, all_trials, trials
from access.probes import Check, fault_of, run_lanes
from access.screen_readers import UNNAMED, Facts
from speech.cells import cells_of
from speech.cues import CUES as CUE_TABLE
from speech.devices import Fault, Trouble
from speech.doctor_text import DoctorText, Plain, shown
from speech.routes import WAYS
from speech.words import LANGUAGES, Words
from tests.brltty_rig import Brltty, needs_brltty
from tests.driving import Terminal
from tests.sound_rig import LOUD, Recording, Sink, needs_sink, run_script, wait_until, without_sound
from tests.speechd_rig import Daemon, needs_speech_dispatcher

HANG = 60.0
"""Seconds after which a visit is given up."""
SENTENCE = re.compile(r"\S(.*\S)?[.?]")
NOWHERE = {
    "BRLAPI_HOST": "127.0.0.1:9999",
    "SPEECHD_ADDRESS": "unix_socket:/nowhere/speechd.sock",  # named, so that none is started
    "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere/bus",
}
"""Where no server is."""
OPTIONAL = (
    "prompt_toolkit", "platformdirs", "pyttsx3", "miniaudio", "_miniaudio", "espeakng_loader", "louis",
    "accessible_output2", "jeepney", "tomlkit", "babel",
)  # fmt: skip


class Visit(NamedTuple):
    """What a visit printed, and its exit status."""

    lines: list[str]
    errors: str
    status: int


def visit(*words: str, env: dict[str, str] | None = None, before: str = "") -> Visit:
    """Run `senpai doctor` and the words, after some Python code `before`; no server but the named ones."""
    environment = {**without_sound(), **NOWHERE, **(env or {})}
    script = f"{before}\nimport sys\nfrom access.main import main\nsys.exit(main(['doctor', *{words!r}]))"
    done = run_script(script, environment, HANG)
    return Visit(done.stdout.decode().splitlines(), done.stderr.decode(), done.returncode)


def blocked(*modules: str) -> str:
    """Return code after which these modules cannot be imported."""
    return f"import sys; sys.modules.update(dict.fromkeys({modules!r}))"


def check_lines(lines: Sequence[str]) -> None:
    """Whole sentences, a line each; no columns, no symbols to draw with."""
    assert lines
    for line in lines:
        assert len(line) >= 3, line
        assert SENTENCE.fullmatch(line), line
        assert not re.search(r"  |\t|[|*#=<>\[\]{}\u2500-\u27bf]", line), line


@pytest.fixture
def sink() -> Iterator[Sink]:
    needs_sink()
    sink = Sink()
    yield sink
    sink.close()


# -- the report


def test_with_sound_the_own_voice_works_and_that_is_enough(sink: Sink) -> None:
    told = visit(env=sink.env)
    assert "Senpai's own voice works." in told.lines
    assert "Sound cues can be played." in told.lines
    assert told.lines[-1] == "So there is a way to hear or feel the games."
    assert (told.errors, told.status) == ("", 0)
    check_lines(told.lines)


def test_without_sound_only_print_is_left() -> None:
    told = visit(before="import access.probes as p; p.brltty_runs = lambda: False")
    assert "Senpai's own voice finds no sound card." in told.lines
    at = told.lines.index("Sound cues cannot be played: there is no sound card that can be opened.")
    assert told.lines[at + 1].startswith("See whether another program can be heard")
    assert "BRLTTY does not run on this machine." in told.lines
    assert told.lines[-1].startswith("So there is nothing but print.")
    assert (told.errors, told.status) == ("", 1)
    check_lines(told.lines)


@pytest.mark.parametrize(
    ("before", "sentence", "advice"),
    [
        (
            "import speech.devices.espeak as e; e._places = lambda: iter(())",
            "Senpai's own voice cannot speak: espeak-ng is missing.",
            r"To get espeak-ng, type .* install espeakng-loader\.",
        ),
        (
            blocked("pyttsx3"),
            "Senpai's own voice cannot speak: pyttsx3 is missing.",
            r"To get pyttsx3, type .* install pyttsx3\.",
        ),
        (
            blocked("miniaudio", "_miniaudio"),
            "Senpai's own voice cannot speak: miniaudio is missing.",
            r"To get miniaudio, type .* install miniaudio\.",
        ),
    ],
    ids=["espeak", "pyttsx3", "miniaudio"],
)
def test_what_the_own_voice_lacks_is_named_with_the_way_to_get_it(
    sink: Sink, before: str, sentence: str, advice: str
) -> None:
    told = visit(env=sink.env, before=before)
    at = told.lines.index(sentence)
    assert re.fullmatch(advice, told.lines[at + 1])
    sound = "Sound cues cannot be played: miniaudio is missing."
    assert ("Sound cues can be played." in told.lines) == ("miniaudio" not in sentence)
    assert (sound in told.lines) == ("miniaudio" in sentence)
    assert told.errors == ""
    check_lines(told.lines)


NOISY = """
import os, sys
print("NOISE by print")
sys.stderr.write("NOISE on stderr\\n")
os.write(1, b"NOISE below\\n")
os.system("echo NOISE of a child; echo NOISE of a child >&2")
raise RuntimeError("NOISE\\n  a second line | with signs")
"""


@pytest.mark.parametrize("words", [(), ("speak", "own")])
def test_a_library_that_prints_and_raises_is_told_of_in_a_sentence_only(
    tmp_path: Path, words: tuple[str, ...]
) -> None:
    (tmp_path / "pyttsx3.py").write_text(NOISY)
    told = visit(*words, before=f"import sys; sys.path.insert(0, {str(tmp_path)!r})")
    assert told.errors == ""
    assert not any("NOISE" in line for line in told.lines if not line.startswith("The reason given is:"))
    assert any(line.startswith("Senpai's own voice ") for line in told.lines)
    assert told.status == 1
    check_lines(told.lines)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_runs_when_hardly_anything_else_does(tmp_path: Path, lang: str) -> None:
    nowhere = tmp_path / "file"
    nowhere.write_text("not a folder")
    before = blocked(*OPTIONAL) + "; import os; del os.environ['SENPAI_HOME']"
    told = visit("--lang", lang, env={"HOME": str(nowhere), "XDG_DATA_HOME": ""}, before=before)
    assert told.errors == ""
    assert told.status == 1
    assert len(told.lines) > 20
    assert any(("platformdirs" in line and "gespeichert" in line) or "saved" in line for line in told.lines)
    check_lines(told.lines)


def test_german_is_complete() -> None:
    english, german = (visit("--lang", lang) for lang in LANGUAGES)
    assert german.lines[0] == "Das findet Senpai auf diesem Rechner vor."
    assert len(german.lines) == len(english.lines)
    assert set(german.lines) & set(english.lines) == set()
    check_lines(german.lines)


def test_a_pipe_that_knows_only_ascii_gets_question_marks() -> None:
    env = {"LC_ALL": "C", "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    told = visit("--lang", "de", env=env)
    assert told.errors == ""
    assert all(line.isascii() for line in told.lines)
    tried = visit("braille", "terminal", env=env)
    assert tried.status == 1
    assert tried.lines[-1] == "Braille cannot be printed here, because the encoding is not UTF-8."


def test_a_check_that_hangs_is_cut_off_and_holds_nothing_up() -> None:
    hangs = (
        "import time, speech.devices.own as o\n"
        "def check():\n    time.sleep(2.5); print('NOISE'); time.sleep(300)\n"
        "o.check = check"
    )
    begun = time.monotonic()
    told = visit(before=hangs)
    assert time.monotonic() - begun < 30
    assert "Senpai's own voice takes too long: no answer within 2 seconds." in told.lines
    assert "The sound card takes too long: no answer within 2 seconds." in told.lines
    assert any(line.startswith("liblouis") for line in told.lines)
    assert told.errors == ""
    check_lines(told.lines)


def test_checks_run_side_by_side_and_lanes_one_after_the_other() -> None:
    order: list[str] = []

    def note(name: str, seconds: float = 0) -> Check[str]:
        def work() -> str:
            time.sleep(seconds)
            order.append(name)
            return name

        return Check(work)

    slow, after, quick, late = note("slow", 1.0), note("after"), note("quick"), note("late", 4.0)
    run_lanes([[slow, after], [quick], [late]], limit=2.5)
    assert order == ["quick", "slow", "after"]
    assert [slow.answer, after.answer, quick.answer, late.answer] == ["slow", "after", "quick", None]
    assert [slow.late, late.late] == [False, True]
    assert wait_until(lambda: "late" in order, 10)
    assert late.answer is None  # what comes too late is not believed any more


@pytest.mark.parametrize(
    ("error", "fault"),
    [
        (ModuleNotFoundError("No module named 'x'", name="x"), Fault(Trouble.NO_LIBRARY, "x")),
        (ImportError("broken"), Fault(Trouble.NO_LIBRARY, "broken")),
        (RuntimeError("why"), Fault(Trouble.FAILED, "RuntimeError: why")),
        (SystemExit(3), Fault(Trouble.FAILED, "SystemExit: 3")),
    ],
)
def test_a_check_that_raises_is_a_fault(error: BaseException, fault: Fault) -> None:
    def work() -> Fault | None:
        raise error

    check = Check(work)
    run_lanes([[check]])
    assert fault_of(check) == fault


# -- files


def test_saved_games_that_cannot_be_kept_are_told_of(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    told = visit(env={"SENPAI_HOME": str(tmp_path / "file" / "home")})
    path = tmp_path / "file" / "home" / "games"
    at = told.lines.index(f"Games cannot be saved in {path}: a file and a folder are mixed up.")
    assert told.lines[at + 1].startswith("Set the variable SENPAI_HOME")


def test_looking_at_the_folder_of_saved_games_leaves_nothing_behind(own_home: Path) -> None:
    assert probes.saves().code == 0
    assert not own_home.exists()
    (own_home / "games").mkdir(parents=True)
    found = probes.saves()
    assert (found.path, found.code) == (str(own_home / "games"), 0)
    assert found.megabytes > 0
    assert list((own_home / "games").iterdir()) == []


def test_settings_are_read_and_broken_ones_stay_where_they_are(own_home: Path) -> None:
    assert not probes.settings().there
    own_home.mkdir()
    file = own_home / "settings.toml"
    file.write_text('[voice]\nroute = "none"\n')
    told = visit()
    assert f"The settings are read from {file}." in told.lines
    assert "A game would now start with --voice none, because you asked for it." in told.lines
    file.write_text("this is = = no toml")
    told = visit()
    assert f"The settings in {file} cannot be read, so the usual ones are used." in told.lines
    assert [path.name for path in own_home.iterdir()] == ["settings.toml"]
    file.write_text("[voice]\nrate = 9999\n")
    told = visit()
    assert any("9999" in line or "does not fit" in line for line in told.lines)
    check_lines(told.lines)


# -- braille


def test_brltty_is_found_and_enough_without_any_sound() -> None:
    needs_brltty()
    with Brltty(40) as brltty:
        told = visit(env={"BRLAPI_HOST": brltty.host})
    assert "BRLTTY answers with a braille display of 40 cells." in told.lines
    assert told.status == 0
    check_lines(told.lines)


@pytest.mark.parametrize("key", [False, True])
def test_a_line_is_read_on_the_display(key: bool) -> None:
    needs_brltty()
    with Brltty(20) as brltty:
        before = f"import access.doctor as d; d.HELD = {30 if key else 0.5}"
        import threading

        def press() -> None:
            if brltty.display.wait(cells_of("This is BRLTTY", "en"), 30):
                brltty.display.press("left rocker up")

        finger = threading.Thread(target=press)
        if key:
            finger.start()
        told = visit("braille", "brlapi", env={"BRLAPI_HOST": brltty.host}, before=before)
        if key:
            finger.join()
        wanted = bytes(cells_of("This is BRLTTY", "en")).ljust(20, b"\0")
        assert wanted in [cells for _, cells in brltty.display.shown]
    assert told.lines[-1] == (
        "The braille display took the line, and a key of it was pressed."
        if key
        else "The braille display took the line."
    )
    assert (told.errors, told.status) == ("", 0)


def test_a_wrong_key_is_refused_and_the_key_file_told_of(tmp_path: Path) -> None:
    needs_brltty()
    right, wrong = tmp_path / "right", tmp_path / "wrong"
    right.write_text("abcdefghijklmnopqrstuvwxyz")
    wrong.write_text("zyxwvutsrqponmlkjihgfedcba")
    with Brltty(40, auth=f"keyfile:{right}") as brltty:
        for auth, sentence in (
            (wrong, f"The key file {wrong} is there, and you may read it."),
            (tmp_path / "none", f"There is no key file {tmp_path / 'none'}."),
        ):
            told = visit(env={"BRLAPI_HOST": brltty.host, "BRLAPI_AUTH": f"keyfile:{auth}"})
            assert any(line.startswith("BRLTTY runs, but does not let Senpai in: ") for line in told.lines)
            assert sentence in told.lines
            assert told.status == 1
            check_lines(told.lines)
        told = visit(env={"BRLAPI_HOST": brltty.host, "BRLAPI_AUTH": f"keyfile:{right}"})
        assert told.status == 0


def test_a_brltty_that_does_not_run_is_started_by_a_command() -> None:
    needs_brltty()
    told = visit("braille", "brlapi", before="import access.probes as p; p.brltty_runs = lambda: False")
    assert told.lines[1] == "BRLTTY does not run on this machine."
    assert re.fullmatch(r"To start BRLTTY, type sudo .*brltty\.", told.lines[2])
    assert (told.errors, told.status) == ("", 1)


def test_a_brltty_that_hangs_is_told_of() -> None:
    needs_brltty()
    with Brltty(40) as brltty:
        brltty.hang()
        told = visit(env={"BRLAPI_HOST": brltty.host})
        brltty.go_on()
    assert "BRLTTY takes too long: no answer within 2 seconds." in told.lines
    assert any(line.startswith("BRLTTY's library libbrlapi is there") for line in told.lines)
    assert told.errors == ""


def test_a_key_file_that_only_a_group_may_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    key = probes.Key(str(tmp_path / "key"), True, False, "brlapi", False, "anna")
    doctor = Doctor(Call(), probes.terminal(asked_plain=False))
    assert list(doctor._key(key)) == [
        f"The key file {key.path} is there, but you may not read it.",
        "To be let in, type sudo groupadd brlapi, then sudo usermod -a -G brlapi anna, and log in anew.",
    ]
    known = list(doctor._key(key._replace(group_there=True)))
    assert known[1] == "To be let in, type sudo usermod -a -G brlapi anna, and log in anew."


def test_liblouis_is_found_with_its_tables_or_without() -> None:
    found = probes.louis()
    if found is None:
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)("missing: liblouis")
    assert f"liblouis {found.version} is there with its tables, for contracted braille." in visit().lines
    before = "import speech.louis as l; from speech.devices import Fault, Trouble\n"
    told = visit(before=before + "l.fault = lambda name: Fault(Trouble.NO_LIBRARY, 'tables')")
    assert f"liblouis {found.version} is there, but its tables are missing." in told.lines
    told = visit(before="import speech.devices.liblouis as l; l.load = lambda: None")
    at = next(at for at, line in enumerate(told.lines) if line.startswith("liblouis is missing"))
    assert told.lines[at + 1].startswith("To get liblouis, ")


NO_BRLAPI = """
import speech.devices.brlapi_library as library
def load():
    raise library.NoLibrary("libbrlapi")
library.load = load
"""


def test_without_its_library_brltty_is_something_to_be_installed() -> None:
    told = visit(before=NO_BRLAPI)
    at = told.lines.index("BRLTTY cannot be used: its library libbrlapi is missing.")
    assert told.lines[at + 1].startswith("To get BRLTTY, ")
    tried = visit("braille", "brlapi", before=NO_BRLAPI)
    assert tried.lines[1:] == told.lines[at : at + 2]
    assert tried.status == 1


def test_what_is_brailled_fits_forty_cells() -> None:
    for lang in LANGUAGES:
        for kind, name in all_trials("linux") + all_trials("win32"):
            if kind == "braille":
                assert 3 <= len(DoctorText(Words(lang)).brailled(name)) <= 40


# -- trying


def test_the_own_voice_is_really_heard(sink: Sink) -> None:
    recording = Recording(sink)
    try:
        begun = time.perf_counter()
        told = visit("speak", "own", env=sink.env)
        loud = recording.loud(begun)
    finally:
        recording.close()
    assert told.lines == [
        "Now Senpai's own voice is to say a sentence.",
        "Senpai's own voice took the sentence and says that it was spoken to its end.",
    ]
    assert (told.errors, told.status) == ("", 0)
    assert loud
    assert loud[-1] - loud[0] > 1.0  # a sentence, not a click


def test_the_cues_are_really_heard_from_left_to_right(sink: Sink) -> None:
    recording = Recording(sink)
    try:
        told = visit("sound", env=sink.env)
        time.sleep(0.2)
        samples = array("h", recording.pcm()[: len(recording.pcm()) // 4 * 4])
    finally:
        recording.close()
    assert told.lines[-1] == "The sound card took the sound cues and played them to their end."
    assert (told.errors, told.status) == ("", 0)
    left, right = samples[::2], samples[1::2]
    loud = [at for at in range(len(left)) if max(abs(left[at]), abs(right[at])) > LOUD]
    first, last = loud[: len(loud) // 10], loud[-len(loud) // 10 :]
    for part, louder, softer in ((first, left, right), (last, right, left)):
        assert sum(abs(louder[at]) for at in part) > 3 * sum(abs(softer[at]) for at in part)


def test_the_cues_that_are_tried_exist() -> None:
    assert [cue.name for cue in CUES if cue.name not in CUE_TABLE] == []
    assert [cue.place for cue in CUES] == sorted({cue.place for cue in CUES})


def test_a_way_that_does_not_work_says_why_when_tried() -> None:
    told = visit("speak", "own")
    assert told.lines[1:] == [
        "Senpai's own voice finds no sound card.",
        "See whether another program can be heard, and whether a loudspeaker is plugged in.",
    ]
    assert told.status == 1


def test_speech_dispatcher_is_found_and_tried(sink: Sink) -> None:
    needs_speech_dispatcher()
    daemon = Daemon(sink)
    try:
        env = {"SPEECHD_ADDRESS": daemon.address}
        assert "Speech Dispatcher works." in visit(env=env).lines
        told = visit("speak", "speech-dispatcher", "--lang", "en", env=env)
        assert told.lines[-1] == "Speech Dispatcher took the sentence and says that it was spoken to its end."
        spoken = " ".join(logged.text for logged in daemon.spoken())  # which the logger may cut in two
        assert spoken == "This is Speech Dispatcher. You can hear it."
        assert told.status == 0
        daemon.die()
        told = visit("speak", "speech-dispatcher", env=env)
        assert told.lines[1].startswith("Speech Dispatcher ")
        assert told.status == 1
    finally:
        daemon.close()


def test_all_are_tried_in_turn_and_printed_braille_alone_counts_for_nothing() -> None:
    told = visit("all", before="import access.doctor as d; d.HELD = 0.5")
    announced = [line for line in told.lines if line.startswith("Now ")]
    assert len(announced) == len(all_trials())
    assert told.status == 1
    assert visit("braille", "terminal").status == 0


def test_a_route_or_word_that_is_not_known_is_refused_with_the_list() -> None:
    told = visit("speak", "robot")
    assert told.status == 2
    assert told.errors == "doctor speak does not take robot. It takes orca, speech-dispatcher or own.\n"
    told = visit("dance")
    assert told.errors == "doctor does not take dance. It takes speak, braille, sound or all.\n"
    with pytest.raises(BadCall) as caught:
        trials(["braille", "brlapi"], "win32")
    assert caught.value.slip is Slip.WRONG_VALUE
    assert caught.value.facts["choices"] == ("windows-reader", "terminal")


def test_words_of_both_languages_name_what_is_tried() -> None:
    assert trials([]) is None
    assert trials(["Sprich", "OWN"]) == [("speak", "own")]
    assert trials(["klang"]) == [("sound", "cues")]
    assert trials(["braille"], "linux") == [("braille", "brlapi"), PRINTED]
    assert trials(["speak"], "darwin") == [("speak", "voiceover"), ("speak", "own")]
    assert trials(["alles"], "win32") == all_trials("win32")


def test_a_visit_at_a_terminal(sink: Sink, own_home: Path) -> None:
    terminal = Terminal("doctor", env={**NOWHERE, **sink.env})
    try:
        terminal.match(r"^Print goes to a terminal of \d+ columns and 40 lines\.$")
        terminal.match(
            r"^In a game Senpai's own voice would now speak, because no screen reader was found\.$"
        )
        number = terminal.match(r"^(\d): Senpai's own voice\.$")[1]
        since = terminal.type("nonsense\n")
        terminal.match(r"^Type a number from 1 to 6, or press Enter to leave\.$", since)
        since = terminal.type(f"{number}\n")
        terminal.match(r"^Did you hear this\? Type yes, no or twice\.$", since)
        since = terminal.type("perhaps\n")
        terminal.match(r"^Did you hear this\? Type yes, no or twice\.$", since)
        since = terminal.type("zweimal\n")
        terminal.match(r"^To leave it to the screen reader, start senpai play --voice terminal\.$", since)
        terminal.match(r"^Type a number to try that way, or press Enter to leave\.$", since)
        since = terminal.type(f"{number}\n")
        terminal.match(r"^Did you hear this\?", since)
        since = terminal.type("ja\n")
        terminal.match(r"^Good\. To play with it, start senpai play --voice own\.$", since)
        braille = terminal.match(r"^(\d): braille by BRLTTY\.$")[1]
        since = terminal.type(f"{braille}\n")
        terminal.match(r"^Did you read this with your fingers\?", since)
        since = terminal.type("no\n")
        terminal.match(r"^See that the display is switched on", since)
        since = terminal.type("\n")
        terminal.match(r"^Goodbye\.$", since)
        assert terminal.process.wait(HANG) == 0
        asked = terminal.text().partition("Type a number")[0]
        check_lines([line for line in asked.splitlines() if line])
    finally:
        terminal.close()


def test_the_end_of_input_ends_the_visit() -> None:
    terminal = Terminal("doctor", env=NOWHERE)
    try:
        terminal.match(r"^Type a number to try that way")
        terminal.type("\x04")
        terminal.match(r"^Goodbye\.$")
        assert terminal.process.wait(HANG) == 1
    finally:
        terminal.close()


# -- the decision, and what would install what


def decision(facts: Facts, working: Sequence[str], wanted: str | None = None) -> list[str]:
    """Return what is said of it on Linux when some ways work."""
    doctor = Doctor(Call(voice=wanted), probes.terminal(asked_plain=False))
    ways = ("orca", "speech-dispatcher", "own")
    faults = {name: None if name in working else Fault(Trouble.NO_SERVER, "it") for name in ways}
    return list(doctor._decision(facts, faults, None))


HERE = Facts(True, False, None)


@pytest.mark.skipif(sys.platform != "linux", reason="the chains are those of Linux")
def test_the_decision_and_what_would_come_of_it() -> None:
    speaks = "In a game Senpai's own voice would now speak, because no screen reader was found."
    assert decision(HERE, ["own"]) == [speaks]
    assert decision(HERE, ["speech-dispatcher"]) == [
        speaks,
        "Since that does not work, Speech Dispatcher would speak instead.",
    ]
    assert decision(HERE, []) == [speaks, "Since that does not work, a game would only print."]
    assert decision(HERE._replace(reader="Orca"), ["own"]) == [
        "A game would now print, and leave speaking to Orca."
    ]
    assert decision(HERE._replace(reader=UNNAMED), []) == [
        "A game would now print, and leave speaking to your screen reader."
    ]
    assert decision(HERE._replace(remote=True), []) == [
        "A game would now print and not speak, because over ssh a voice would sound on the other machine."
    ]
    assert decision(HERE, ["own"], "none") == [
        "A game would now start with --voice none, because you asked for it."
    ]
    assert decision(HERE, ["speech-dispatcher", "own"], "reader")[1:] == ["That would be Speech Dispatcher."]
    assert decision(HERE, ["own"], "orca")[1:] == [
        "Since that does not work, Senpai's own voice would speak instead."
    ]


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ('NAME="Debian"\nID=debian\n', "sudo apt install brltty"),
        ("ID=linuxmint\nID_LIKE='ubuntu debian'\n", "sudo apt install brltty"),
        ("ID=fedora\n", "sudo dnf install brltty"),
        ("ID=manjaro\nID_LIKE=arch\n", "sudo pacman -S brltty"),
        ('ID="opensuse-leap"\nID_LIKE="suse opensuse"\n', "sudo zypper install brltty"),
        ("ID=nixos\n", None),
        ("nonsense", None),
    ],
)
def test_the_system_says_how_its_packages_are_installed(
    tmp_path: Path, text: str, command: str | None
) -> None:
    path = tmp_path / "os-release"
    path.write_text(text)
    assert probes.system_package("BRLTTY", probes.family(str(path))) == command
    assert probes.family(str(tmp_path / "nothing")) is None


def test_a_python_package_is_installed_where_senpai_runs() -> None:
    assert probes.python_install("x", str(Path("/a/pipx/venvs/senpai"))) == "pipx reinstall senpai-games"
    assert probes.python_install("x", "/a/uv/tools/senpai").startswith("uv tool install")
    assert probes.python_install("x", "/usr") == f"{sys.executable} -m pip install x"


def test_only_the_packages_of_this_system_are_needed() -> None:
    requirements = [
        "prompt_toolkit>=3,<4",
        "espeakng-loader>=0.2; sys_platform == 'linux'",
        'accessible-output2>=0.17; sys_platform == "win32" or sys_platform == "darwin"',
        "pytest>=8; extra == 'dev'",
    ]
    assert list(probes.needed_here(requirements, "linux")) == ["prompt_toolkit", "espeakng-loader"]
    assert list(probes.needed_here(requirements, "darwin")) == ["prompt_toolkit", "accessible-output2"]


def test_a_package_that_was_never_installed_is_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    assert probes.versions("never-installed") == {"never-installed": None}
    monkeypatch.setattr("importlib.metadata.requires", lambda _: ["no-such-package-of-ours>=1"])
    found = probes.versions()
    assert found["no-such-package-of-ours"] is None
    doctor = Doctor(Call(), probes.terminal(asked_plain=False))
    assert "No-such-package-of-ours is missing." in list(doctor._versions(found))


@pytest.mark.parametrize(
    ("env", "asked", "why"),
    [
        ({}, True, Plain.ASKED),
        ({"ACCESSIBLE": "1"}, False, Plain.ACCESSIBLE),
        ({"TERM": "dumb"}, False, Plain.DUMB),
        ({"TERM": "xterm"}, False, Plain.NO_TERMINAL),
    ],
)
def test_why_lines_are_plain(
    monkeypatch: pytest.MonkeyPatch, env: dict[str, str], asked: bool, why: Plain
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    for name, value in env.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("access.probes.at_terminal", lambda: False)
    assert probes.terminal(asked_plain=asked).plain is why


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_way_in_every_trouble_has_its_sentences(lang: str) -> None:
    text = DoctorText(Words(lang))
    doctor = Doctor(Call(lang=lang), probes.terminal(asked_plain=False))
    for name in WAYS:
        check_lines([text.works(name)])
        for trouble in Trouble:
            for detail in ("miniaudio", "espeak-ng", "libspeechd", "a\nb  c"):
                fault = Fault(trouble, detail)
                check_lines(text.fault(name, fault, 2))
                check_lines([*doctor._cues(fault)])
                if advice := list(doctor._remedy(name, fault)):
                    check_lines(advice)
        for kind, tried in all_trials("win32") + all_trials("darwin") + all_trials("linux"):
            check_lines([text.trying(kind, tried), text.question(kind), text.good(kind, tried)])


def test_what_libraries_say_is_made_fit_to_be_repeated() -> None:
    assert shown("why\nand more") == "why"
    assert shown("  it\x1b[0m failed. ") == "it 0m failed"
    assert shown("RuntimeError('a\\n|  b')") == "RuntimeError('a"
    assert shown("[Errno 20] Not a directory") == "Errno 20 Not a directory"
    assert shown("") == "?"
    assert len(shown("x" * 1000)) < 200


def test_the_page_on_trouble_tells_what_the_doctor_tells() -> None:
    page = (Path(__file__).parent.parent / "docs" / "trouble.md").read_text("utf-8")
    for words in ("senpai doctor", "doctor speak", "doctor braille", "doctor sound", "doctor all"):
        assert words in page
    for name in WAYS:
        assert f"`{name}`" in page
    assert os.path.basename(probes.KEY) in page
