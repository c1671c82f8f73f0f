"""The first start, as a newcomer meets it: reads or hears what is asked, and types an answer.

Real terminals, a real sound server and the real BRLTTY; only what is spoken in which language is noted by the
recording voice.
"""

from __future__ import annotations

import errno
import os
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from unittest import mock

import pytest

from access import first_start as module
from access.arguments import Call
from access.first_start import FirstStart, first_start, wanted
from access.first_start_text import FirstStartText, Question
from access.menu import Leaving
from access.settings_file import load
from access.voice import VoiceRoute
from speech.cells import cells_of
from speech.devices import Fault, Trouble
from speech.devices.recording import RecordingVoice
from speech.queue import SpeechQueue
from speech.routes import Way
from speech.words import LANGUAGES, Words
from tests.brltty_rig import Brltty, needs_brltty
from tests.driving import HANG, ROOT, Terminal, ran, started, stop
from tests.sound_rig import Recording, Sink, needs_sink, wait_until

SILENT = {
    "PULSE_SERVER": "none",
    "ALSA_CONFIG_PATH": "/usr/share/alsa/alsa.conf",
    "BRLAPI_HOST": "127.0.0.1:9999",
    "SPEECHD_ADDRESS": "unix_socket:/nowhere/speechd.sock",  # named, so that none is started
    "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere/bus",
}
"""No sound, no speech server, no display."""
SENTENCE = re.compile(r"^\S.*[.?]$")
QUESTIONS = {
    "en": {
        "language": r"^For English, type \d\.$",
        "heard": r"^Did you hear this once, twice, or not at all\?.*\.$",
        "braille": r"^There is a braille display of 40 cells\. Shall it be used\? .*\.$",
        "no braille": r"^No braille display was found\.$",
        "sounds": r"^Shall short sounds go with the words\?.*\.$",
        "kept": r"^That is kept\. To change it, start senpai settings\.$",
        "menu": r"^What do you want to do\?",
    },
    "de": {
        "language": r"^Für Deutsch tippe \d\.$",
        "heard": r"^Hast du das einmal gehört, zweimal oder gar nicht\?.*\.$",
        "braille": r"^Es ist eine Braillezeile mit 40 Modulen da\. .*\.$",
        "no braille": r"^Es wurde keine Braillezeile gefunden\.$",
        "sounds": r"^Sollen kurze Töne die Worte begleiten\?.*\.$",
        "kept": r"^Das ist gespeichert\. .*\.$",
        "menu": r"^Was möchtest du tun\?",
    },
}


@pytest.fixture
def file(own_home: Path) -> Path:
    return own_home / "settings.toml"


@pytest.fixture
def at_terminal() -> Iterator[Callable[..., Terminal]]:
    opened: list[Terminal] = []

    def start(*arguments: str, **env: str) -> Terminal:
        opened.append(Terminal(*arguments, env={**SILENT, **env}))
        return opened[-1]

    yield start
    for terminal in opened:
        terminal.close()


@pytest.fixture
def sink() -> Iterator[Sink]:
    needs_sink()
    sink = Sink()
    yield sink
    sink.close()


class Newcomer:
    """Answers questions as they are printed, in one language; whatever is typed gets an answer."""

    def __init__(self, terminal: Terminal, lang: str) -> None:
        self.terminal, self.asked = terminal, QUESTIONS[lang]
        self.since = 0
        self.typed = 0

    def reads(self, what: str) -> re.Match[str]:
        return self.terminal.match(self.asked.get(what, what), self.since)

    def types(self, line: str) -> None:
        self.since = self.terminal.type(f"{line}\n")
        self.typed += 1


# -- a whole first start


@pytest.mark.parametrize(
    ("lang", "answers"),
    [
        ("en", ("2", "1", "2")),
        ("en", ("English", "Once.", "no")),
        ("de", ("1", "1", "2")),
        ("de", ("DEUTSCH", "einmal", "Nein")),
    ],
)
def test_a_newcomer_answers_by_number_or_by_word_and_is_never_asked_again(
    lang: str, answers: Sequence[str], at_terminal: Callable[..., Terminal], file: Path
) -> None:
    terminal = at_terminal(LC_ALL="de_DE.UTF-8")
    newcomer = Newcomer(terminal, lang)
    newcomer.reads(QUESTIONS["en"]["language"])
    newcomer.reads(QUESTIONS["de"]["language"])
    assert re.search(r"^Für Deutsch tippe 1\.\nFor English, type 2\.$", terminal.text(), re.MULTILINE)
    assert not file.exists()
    for question, answer in zip(("language", "heard", "sounds"), answers, strict=True):
        if question != "language":
            newcomer.reads(question)
        newcomer.types(answer)
    newcomer.reads("kept")
    newcomer.reads("menu")
    newcomer.types("quit")
    assert terminal.leave() == 0
    assert newcomer.typed < 10
    shown = [row for row in terminal.rows() if row not in (*answers, "quit")]
    assert all(SENTENCE.match(row) for row in shown), shown
    kept = load(file).settings
    # Nothing could be heard here but a screen reader.
    assert (kept.language, kept.route, kept.sounds, kept.braille) == (lang, "terminal", False, "none")

    again = at_terminal(LC_ALL="C.UTF-8")
    again.match(QUESTIONS[lang]["menu"])
    assert len(again.rows()) < 10
    assert not re.search(QUESTIONS[lang]["heard"], again.text(), re.MULTILINE)


def test_the_game_follows_in_the_language_that_was_chosen(
    at_terminal: Callable[..., Terminal], file: Path
) -> None:
    terminal = at_terminal("play", "nova", "--players", "2", "--seed", "1", LC_ALL="en_GB.UTF-8")
    newcomer = Newcomer(terminal, "de")
    for question, answer in (("language", "de"), ("heard", "zweimal"), ("sounds", "ja")):
        newcomer.reads(question)
        newcomer.types(answer)
    newcomer.reads("Du spielst Nova mit Anna")
    terminal.match("^> ")
    terminal.match(r"Du bist dran\.", terminal.type("dran\r"))
    terminal.type("ende\r")
    assert terminal.leave() == 0
    kept = load(file).settings
    assert (kept.language, kept.route, kept.sounds) == ("de", "terminal", True)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_question_answers_an_empty_line_help_and_nonsense(
    lang: str, at_terminal: Callable[..., Terminal]
) -> None:
    terminal = at_terminal(LC_ALL=f"{lang}_XX.UTF-8")
    newcomer = Newcomer(terminal, lang)
    for question, answer in (("language", "1"), ("heard", "2"), ("sounds", "1")):
        newcomer.reads(question)
        newcomer.types("")
        newcomer.reads(question)
        newcomer.types({"en": "help", "de": "Hilfe"}[lang])
        newcomer.reads(r"^(Type|For English, type|Tippe|Für Deutsch tippe) .*\.$")
        for nonsense in ("blurb", "9", "-1", "²", "🎴", "1 2", "x" * 500):
            newcomer.types(nonsense)
            newcomer.reads({"en": "^I do not know ", "de": "kenne ich hier nicht"}[lang])
        newcomer.types("")
        newcomer.reads(question)
        newcomer.types(answer)
    newcomer.reads("kept")


@pytest.mark.parametrize("at", range(3))
@pytest.mark.parametrize(
    ("keys", "status", "said"),
    [
        ("quit\n", 0, "Goodbye."),
        ("Ende\n", 0, "Goodbye."),
        ("\x04", 0, "The input has ended. Goodbye."),
        ("\x03", 130, "Stopped."),
    ],
)
def test_whoever_leaves_before_the_end_has_kept_nothing_and_is_asked_again(
    keys: str, status: int, said: str, at: int, at_terminal: Callable[..., Terminal], file: Path
) -> None:
    terminal = at_terminal()
    newcomer = Newcomer(terminal, "en")
    steps = (("language", "1"), ("heard", "1"), ("sounds", "1"))
    for question, answer in steps[:at]:
        newcomer.reads(question)
        newcomer.types(answer)
    newcomer.reads(steps[at][0])
    terminal.match(re.escape(said) + "$", terminal.type(keys))
    assert terminal.leave() == status
    assert "Traceback" not in terminal.text()
    assert not file.exists()
    again = at_terminal()
    again.match(QUESTIONS["en"]["language"])


def test_the_rest_can_be_skipped_for_good(at_terminal: Callable[..., Terminal], file: Path) -> None:
    newcomer = Newcomer(at_terminal(), "de")
    newcomer.reads("language")
    newcomer.types("deutsch")
    newcomer.reads("heard")
    newcomer.types("überspringen")
    newcomer.reads("kept")
    newcomer.reads("menu")
    assert file.read_text() == 'language = "de"\n'


def test_a_dumb_terminal_asks_just_the_same(at_terminal: Callable[..., Terminal]) -> None:
    terminal = at_terminal(TERM="dumb")
    newcomer = Newcomer(terminal, "en")
    for question, answer in (("language", "1"), ("heard", "1"), ("sounds", "2")):
        newcomer.reads(question)
        newcomer.types(answer)
    newcomer.reads("menu")
    assert b"\x1b" not in terminal.received


def test_answers_that_cannot_be_saved_hold_and_that_is_told(
    at_terminal: Callable[..., Terminal], tmp_path: Path
) -> None:
    (tmp_path / "a file").touch()
    terminal = at_terminal(SENPAI_SETTINGS=str(tmp_path / "a file" / "settings.toml"))
    newcomer = Newcomer(terminal, "de")
    for question, answer in (("language", "de"), ("heard", "1"), ("sounds", "2")):
        newcomer.reads(question)
        newcomer.types(answer)
    newcomer.reads("lässt sich aber nicht speichern: Datei und Ordner sind verwechselt")
    newcomer.reads("menu")


# -- who is asked


def test_who_says_how_to_be_spoken_to_or_has_settings_is_not_asked(
    at_terminal: Callable[..., Terminal], file: Path
) -> None:
    for call in (("--voice", "none"), ("--voice", "terminal", "--lang", "en")):
        terminal = at_terminal(*call)
        terminal.match(QUESTIONS["en"]["menu"])
        assert len([row for row in terminal.rows() if "type" in row.casefold()]) == 1
    file.parent.mkdir(exist_ok=True)
    file.write_text("")
    at_terminal().match(r"^Welcome to Senpai\.\nWhat do you want to do")


def test_a_script_is_not_asked_and_nothing_of_it_is_eaten(tmp_path: Path, file: Path) -> None:
    done = ran(tmp_path, "play", "nova", "--players", "2", "--seed", "1", typed="hand\nquit\n")
    assert "Your cards, from the left." in done.out
    assert "Did you hear" not in done.out
    assert not file.exists()
    assert not wanted(Call())


def test_input_or_output_that_is_no_terminal_is_no_newcomer(file: Path) -> None:
    process = started(stdin=None, env=SILENT)
    try:
        out, _ = process.communicate(timeout=HANG)
        assert b"Did you hear" not in out
    finally:
        stop(process)


def test_other_commands_go_without_questions(at_terminal: Callable[..., Terminal], file: Path) -> None:
    for command in ("rules", "settings", "version", "help"):
        terminal = at_terminal(command)
        terminal.match(r"\S")
        terminal.type("\n\n")
        terminal.match(r"\.")
        assert "Did you hear" not in terminal.text()
    assert not file.exists()


# -- what is spoken


class Scene:
    """A first start in this process, with the recording voice; `works` are the other ways that can be had."""

    def __init__(
        self,
        monkeypatch: pytest.MonkeyPatch,
        folder: Path,
        *typed: str,
        way: str | None = "own",
        works: Sequence[str] = (),
        remote: bool = False,
    ) -> None:
        self.shown: list[str] = []
        self.made: list[tuple[str, RecordingVoice]] = []
        self.works = works
        self.folder, self.typed = folder, typed
        self.call = Call(lang="de")
        monkeypatch.setattr(module, "look", lambda: mock.Mock(remote=remote))
        monkeypatch.setattr(module, "brltty_display", lambda: (0, 0))
        monkeypatch.setattr(module, "VoiceRoute", lambda *args, **more: self.route(args[0], args[0]))
        monkeypatch.setattr(module, "way", self._way)
        self.voice = self.route("terminal" if way == "terminal" else "own", way)

    def _way(self, name: str) -> Way:
        fault = None if name in self.works else Fault(Trouble.NO_SERVER, name)
        return Way(name, lambda report: RecordingVoice(), lambda: fault)

    def route(self, wanted: str, heard: str | None) -> VoiceRoute:
        """Return a route of which `heard` is the way that speaks now."""
        made = VoiceRoute("none", "de")
        made.wanted = wanted
        voice = RecordingVoice(instant=True)
        self.made.append((wanted, voice))
        if wanted != "none":
            made.queue = SpeechQueue(voice)
        if wanted not in ("none", "terminal"):
            made.route = mock.Mock()
            made.route.name = heard
        return made

    def play(self) -> VoiceRoute:
        script = self.folder / "typed"
        script.write_text("".join(f"{line}\n" for line in self.typed))
        with script.open() as stdin, mock.patch.object(sys, "stdin", stdin):
            return first_start(self.call, self.voice, self.shown.append)

    def said(self, at: int = 0) -> list[tuple[str, str]]:
        """Return what one of the voices made was told to say, each with its language."""
        return self.made[at][1].said


def test_each_language_is_offered_by_its_own_voice_and_the_rest_is_in_the_chosen_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    scene = Scene(monkeypatch, tmp_path, "en", "once", "yes")
    scene.play()
    said = scene.said()
    assert said[2:4] == [("Für Deutsch tippe 1.", "de"), ("For English, type 2.", "en")]
    assert {lang for _, lang in said[:2]} == {"de"}
    assert {lang for _, lang in said[4:]} == {"en"}
    cues = [line.cue.name for line in scene.made[0][1].lines if line.cue]
    assert cues == list(module.EXAMPLES)
    # Whatever is printed is spoken, too, and the other way round.
    assert [text for text, _ in said if text] == "\n".join(scene.shown).split("\n")


def test_an_answer_silences_the_question(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    scene = Scene(monkeypatch, tmp_path, "1", "1", "1")
    scene.made[0][1].instant = False
    monkeypatch.setattr(module, "PROOF", 0.2)
    scene.play()
    assert scene.made[0][1].stops == 3
    # What came too late to be begun is never said; what is asked next is, at once.
    assert [text for text, _ in scene.said()][1].startswith("Hast du das einmal gehört")


@pytest.mark.parametrize(
    ("way", "typed", "works", "remote", "kept", "told"),
    [
        ("own", ("einmal",), (), False, "own", "Senpais eigene Stimme spricht."),
        ("own", ("zweimal",), (), False, "terminal", "Senpai selbst schweigt"),
        # The spare way is heard: that is kept, or every start would begin with a failure.
        ("speech-dispatcher", ("einmal",), (), False, "speech-dispatcher", "Speech Dispatcher spricht."),
        # Nothing of ours can be heard, so it was the screen reader that was heard once.
        (None, ("einmal",), (), False, "terminal", "Dein Screenreader liest"),
        (None, ("zweimal",), (), False, "terminal", "Senpai selbst schweigt"),
        ("terminal", ("einmal",), (), False, "terminal", "Dein Screenreader liest"),
        ("terminal", ("zweimal",), (), False, "terminal", "lesen zwei andere Programme"),
        # First the loudness, then the next way, and in the end print.
        ("own", ("gar nicht", "einmal"), (), False, "own", "Senpais eigene Stimme spricht."),
        ("own", ("3", "3", "1"), ("speech-dispatcher",), False, "speech-dispatcher", "spricht Speech Disp"),
        ("own", ("3", "3", "1"), ("orca",), False, "orca", "etzt spricht Orca."),
        ("own", ("3", "3", "3", "2"), ("speech-dispatcher", "orca"), False, "terminal", "Senpai selbst sch"),
        ("own", ("3", "3"), (), False, "terminal", "senpai doctor sagt, was fehlt."),
        ("own", ("3", "3", "3", "3"), ("speech-dispatcher", "orca"), False, "terminal", "senpai doctor sagt"),
        ("own", ("3", "4"), (), False, "none", "nichts wird gesprochen"),
        ("own", ("nicht", "ohne Sprache"), (), False, "none", "nichts wird gesprochen"),
        (None, ("3",), (), False, "terminal", "senpai doctor sagt, was fehlt."),
        ("terminal", ("3", "1"), ("orca", "own"), False, "orca", "Orca spricht."),
        ("terminal", ("3", "3", "1"), ("orca", "own"), False, "own", "Senpais eigene Stimme spricht."),
        # Over ssh a voice would be heard where nobody sits.
        ("terminal", ("3",), ("own",), True, "terminal", "am anderen Rechner"),
    ],
)  # fmt: skip
def test_what_was_heard_chooses_the_voice(
    way: str | None,
    typed: tuple[str, ...],
    works: tuple[str, ...],
    remote: bool,
    kept: str,
    told: str,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    file: Path,
) -> None:
    monkeypatch.setattr(
        module,
        "chain",
        lambda wanted: {"own": ("own", "speech-dispatcher"), "reader": ("orca", "own")}[wanted],
    )
    scene = Scene(monkeypatch, tmp_path, "1", *typed, "ja", way=way, works=works, remote=remote)
    voice = scene.play()
    assert load(file).settings.route == kept
    assert scene.call.settings.route == kept
    assert told in "\n".join(scene.shown)
    assert voice.wanted == kept or (kept, voice.way) == ("speech-dispatcher", "speech-dispatcher")
    # Every voice but the last one was closed.
    assert all(recording.stops for _, recording in scene.made[:-1])


def test_in_silence_no_sounds_are_asked_for(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, file: Path
) -> None:
    scene = Scene(monkeypatch, tmp_path, "1", "3", "4")
    scene.play()
    assert "Töne" not in "\n".join(scene.shown)
    assert load(file).settings.route == "none"


def test_whoever_wants_no_sounds_hears_none(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    scene = Scene(monkeypatch, tmp_path, "1", "1", "nein")
    assert scene.play().manner.cues == 0
    assert scene.call.settings.manner().cues == 0


def test_leaving_closes_the_voice(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, file: Path) -> None:
    scene = Scene(monkeypatch, tmp_path, "1", "quit")
    with pytest.raises(Leaving, match="Auf Wiedersehen"):
        scene.play()
    assert scene.made[-1][1].stops
    assert not file.exists()


# -- with real devices


def test_the_own_voice_is_heard_and_kept(
    sink: Sink, at_terminal: Callable[..., Terminal], file: Path
) -> None:
    recording = Recording(sink)
    try:
        terminal = at_terminal(**sink.env)
        newcomer = Newcomer(terminal, "en")
        newcomer.reads("language")
        for _ in range(100):
            if len(recording.loud(0)) > 3:
                break
            terminal.read()
        assert recording.loud(0), "nothing was heard"
        newcomer.types("1")
        newcomer.reads("heard")
        newcomer.types("once")
        newcomer.reads(r"^Senpai's own voice speaks\.$")
        newcomer.reads("sounds")
        newcomer.types("yes")
        newcomer.reads("kept")
        newcomer.reads("menu")
        newcomer.types("quit")
        assert terminal.leave() == 0
    finally:
        recording.close()
    kept = load(file).settings
    assert (kept.route, kept.sounds) == ("own", True)


@pytest.fixture
def brltty() -> Iterator[Brltty]:
    needs_brltty()
    with Brltty() as brltty:
        yield brltty


def question(lang: str) -> Question:
    return FirstStartText(Words(lang)).display(40)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("how", "kept"),
    [("keyboard yes", "brlapi"), ("routing yes", "brlapi"), ("routing no", "none"), ("dots no", "none")],
)
def test_a_display_that_is_found_asks_for_itself_and_is_used_if_wanted(
    how: str, kept: str, lang: str, brltty: Brltty, at_terminal: Callable[..., Terminal], file: Path
) -> None:
    terminal = at_terminal(LC_ALL=f"{lang}_XX.UTF-8", BRLAPI_HOST=brltty.host)
    newcomer = Newcomer(terminal, lang)
    for asked, answer in (("language", "1"), ("heard", "1")):
        newcomer.reads(asked)
        newcomer.types(answer)
    newcomer.reads("braille")
    display = brltty.display
    assert display.wait(cells_of(question(lang).felt, lang)), "the question stands on the display"
    match how.split():
        case ["keyboard", _]:
            newcomer.types({"en": "yes", "de": "ja"}[lang])
        case ["routing", answer]:
            display.press("right rocker down")
            assert display.wait(cells_of("1 2", lang)), "behind it are the answers"
            display.route({"yes": 0, "no": 2}[answer])
        case ["dots", _]:
            display.press("dot7", "dot8", "right space")  # BRLTTY's own: type from now on
            display.press("dot1", "dot3", "dot5")
            display.press("left space", "dot7")  # takes the last character back
            display.press("dot1", "dot3", "dot4", "dot5")  # n
            assert display.wait(cells_of("n", lang)), "what is typed stands on the display"
            display.press("right space")  # Enter
    newcomer.reads("sounds")
    if kept == "brlapi":
        sounds = FirstStartText(Words(lang)).sounds()
        assert display.wait(cells_of(sounds.felt, lang)), "what follows stands on the display, too"
    newcomer.types("2")
    newcomer.reads("kept")
    newcomer.reads("menu")
    assert load(file).settings.braille == kept


def test_on_a_short_display_the_question_comes_in_parts(at_terminal: Callable[..., Terminal]) -> None:
    needs_brltty()
    with Brltty(20) as brltty:
        newcomer = Newcomer(at_terminal(BRLAPI_HOST=brltty.host), "en")
        for asked, answer in (("language", "1"), ("heard", "1")):
            newcomer.reads(asked)
            newcomer.types(answer)
        newcomer.reads("There is a braille display of 20 cells")
        more = 0xC0  # dots 7 and 8 in the last cell
        assert brltty.display.wait([*cells_of("Use this display? 1", "en"), more])
        brltty.display.press("right rocker down")
        assert brltty.display.wait(cells_of("yes 2 no", "en"))
        brltty.display.press("right rocker down")
        assert brltty.display.wait(cells_of("1 2", "en"))


def test_a_display_is_given_back_before_the_game_and_used_by_it(
    brltty: Brltty, at_terminal: Callable[..., Terminal]
) -> None:
    terminal = at_terminal("play", "nova", "--players", "2", "--seed", "1", BRLAPI_HOST=brltty.host)
    newcomer = Newcomer(terminal, "en")
    for asked, answer in (("language", "1"), ("heard", "1"), ("braille", "1"), ("sounds", "2")):
        newcomer.reads(asked)
        newcomer.types(answer)
    newcomer.reads(r"^You play Nova with Anna")
    terminal.match("^> ")
    begun = bytes(cells_of("Nova. You begin", "en"))
    assert wait_until(lambda: any(cells.startswith(begun) for _, cells in brltty.display.shown))


def test_no_display_is_asked_for_if_one_was_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    scene = Scene(monkeypatch, tmp_path, "1", "1", "1")
    scene.call.braille = "terminal"
    scene.play()
    assert "Braillezeile" not in "\n".join(scene.shown)
    assert scene.call.braille == "terminal"


# -- its words


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_question_fits_the_display_and_no_word_means_two_answers(lang: str) -> None:
    text = FirstStartText(Words(lang))
    asked = (text.heard(silence=True), text.louder(), text.display(1), text.sounds())
    for one in asked:
        assert len(one.felt) <= 40
        assert all(line.endswith(".") for _, line in one.asked)
        assert one.how.endswith(".")
        assert one.help.endswith(".")
        words = [word for ways in one.ways for word in ways]
        assert len(words) == len(set(words))
        for ways in one.ways:
            assert not ways & (module._HELP | module._SKIP | module._LEAVE)
    for code in (errno.ENOSPC, errno.EROFS):
        assert text.not_kept(code).endswith(".")


def test_the_greeting_comes_before_anything_of_the_questions_is_loaded() -> None:
    script = (
        "import sys\n"
        "import access.main as m\n"
        "heavy = {'access.first_start', 'access.menu', 'access.probes', 'asyncio', 'tomlkit'}\n"
        "m.show = lambda text: sys.exit(str(heavy & set(sys.modules)) if heavy & set(sys.modules) else 7)\n"
        "m.main(['--voice', 'none'])\n"
    )
    import subprocess

    done = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, **SILENT, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        timeout=HANG,
        check=False,
    )
    assert done.returncode == 7, done.stderr
    assert FirstStart.__doc__
