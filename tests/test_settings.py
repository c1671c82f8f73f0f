"""The settings: one table, a file that is never lost, and what a person is told about it."""

from __future__ import annotations

import errno
import os
import re
import signal
import stat
import subprocess
import sys
import tomllib
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from access import settings_file
from access.settings import BY_KEY, TABLE, USUAL, Choice, Preferences, Settings, Span, Switch, Text
from access.settings_file import LARGEST, Complaint, Flaw, keep, load, place
from access.settings_text import SettingsText
from speech.devices import Manner
from speech.outputs import Profile
from speech.spelling import Punctuation
from speech.words import LANGUAGES, Verbosity, Words
from tests.driving import HANG, environment

OTHERS = {setting.key: setting.example for setting in TABLE}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "config" / "settings.toml"


def written(file: Path, text: str | bytes) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return file


def told(complaint: Complaint | None, lang: str = "en") -> str:
    assert complaint is not None
    said = SettingsText(Words(lang)).complaint(complaint)
    assert said.speech.isprintable()
    assert len(said.speech) < 300
    assert said.speech.endswith(".")
    assert said.braille
    assert len(said.braille) <= 40
    return said.speech


# -- the table


def test_every_setting_has_a_place_in_the_settings_words_and_an_example_that_fits() -> None:
    assert len(BY_KEY) == len(TABLE)
    for setting in TABLE:
        assert setting.default is None or setting.kind.takes(setting.default)
        assert setting.kind.takes(setting.example)
        for lang in LANGUAGES:
            t = Words(lang).t
            title, about = setting.title(t), setting.about(t)
            assert title
            assert title[-1] not in ".:"
            assert about.endswith(".")
            assert SettingsText(Words(lang)).choices(setting)


def test_every_setting_can_be_changed_and_read_back() -> None:
    for key, value in OTHERS.items():
        changed = USUAL.changed({key: value})
        assert changed.value(key) == value
        assert {other for other in BY_KEY if changed.value(other) != USUAL.value(other)} <= {key}


@pytest.mark.parametrize("setting", TABLE, ids=lambda setting: setting.key)
def test_what_does_not_fit_is_refused(setting: Any) -> None:
    wrong: list[object] = [None, 1.5, [], {}, "", "\n", -1, 10**9]
    match setting.kind:
        case Choice():
            wrong += [True, 0, "nonsense"]
        case Span(least, most, _):
            wrong += [least - 1, most + 1, str(least), True]
        case Switch():
            wrong += [0, 1, "on"]
        case Text():
            wrong += [3, "x" * 1000, "a\x1b[2J"]
    for value in wrong:
        assert not setting.kind.takes(value)
        changes: dict[str, Any] = {setting.key: value}
        with pytest.raises(ValueError, match=re.escape(setting.key)):
            USUAL.changed(changes)


def test_the_usual_settings_are_the_usual_manner() -> None:
    assert USUAL.manner() == Manner()
    assert Settings(sounds=False, cues=80).manner().cues == 0
    assert Settings(rate=300, voices={"de": "x"}).manner() == Manner(rate=300, voices={"de": "x"})


# -- where the file is


@pytest.mark.parametrize(
    ("names", "where"),
    [
        ({"SENPAI_SETTINGS": "/a/b.toml", "SENPAI_HOME": "/h", "XDG_CONFIG_HOME": "/x"}, "/a/b.toml"),
        ({"SENPAI_SETTINGS": "", "SENPAI_HOME": "/h", "XDG_CONFIG_HOME": "/x"}, "/h/settings.toml"),
    ],
)
def test_the_file_is_where_the_environment_says(names: dict[str, str], where: str) -> None:
    assert place(names) == Path(where)


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="platformdirs itself is used there")
@pytest.mark.parametrize("base", ["/x", "", " ", None])
def test_else_it_is_where_the_platform_keeps_what_users_configure(
    base: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    import platformdirs

    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    names = {} if base is None else {"XDG_CONFIG_HOME": base}
    for name, value in names.items():
        monkeypatch.setenv(name, value)
    folder = platformdirs.user_config_dir("senpai", appauthor=False)
    assert place(names) == Path(folder, "settings.toml")


def test_reading_settings_imports_nothing_heavy(file: Path) -> None:
    written(file, "[voice]\nrate = 200\n")
    code = (
        "import sys; from access.settings_file import load, place; "
        "assert load(place()).settings.rate == 200; "
        "heavy = {'asyncio', 'tomlkit', 'platformdirs', 'prompt_toolkit', 'json'} & set(sys.modules); "
        "sys.exit(str(heavy) if heavy else 0)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=environment(SENPAI_SETTINGS=str(file)),
        capture_output=True,
        text=True,
        timeout=HANG,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")


# -- reading


def test_no_file_sets_nothing_and_is_no_trouble(file: Path) -> None:
    assert load(file) == (USUAL, None)
    assert load(written(file, "")) == (USUAL, None)
    assert load(written(file, "\ufeff \r\n# only a comment\r\n")) == (USUAL, None)
    assert not file.with_suffix(".broken").exists()


def test_a_device_that_holds_nothing_is_no_trouble() -> None:
    assert load(Path(os.devnull)) == (USUAL, None)


GOOD = """\ufeff# mine
language = "de"
verbosity = "short"
future = ["x"]

[voice]
rate = 300
profile = "on request"
punctuation = "all"
voices = { de = "de-2", fr = "kept" }

[sounds]
on = false

[people."Ännchen"]
verbosity = "learning"
[people."Ännchen".voice]
rate = 100
route = "own" # not a person's own
"""


def test_a_file_is_read_with_all_its_sections(file: Path) -> None:
    loaded = load(written(file, GOOD))
    assert loaded.complaint is None
    read = loaded.settings
    assert (read.language, read.verbosity, read.rate) == ("de", Verbosity.SHORT, 300)
    assert (read.profile, read.punctuation) == (Profile.ON_REQUEST, Punctuation.ALL)
    assert dict(read.voices) == {"de": "de-2"}
    assert read.manner().cues == 0
    hers = read.for_person("ÄNNCHEN")
    assert (hers.rate, hers.verbosity, hers.route, hers.profile) == (
        100,
        Verbosity.LEARNING,
        None,
        Profile.ON_REQUEST,
    )
    assert read.for_person("Ben").rate == 300


BROKEN: dict[str, tuple[bytes, Flaw]] = {
    "no toml": (b"hello", Flaw.NO_TOML),
    "binary": (bytes(range(256)), Flaw.NO_TEXT),
    "NUL": (b"language = 'de'\n\0\n", Flaw.NO_TEXT),
    "only NUL": (b"\0" * 5000, Flaw.NO_TEXT),
    "bad utf-8": (b"language = 'd\xfce'\n", Flaw.NO_TEXT),
    "utf-16": ("language = 'de'\n".encode("utf-16"), Flaw.NO_TEXT),
    "huge": (b"# " + b"x" * LARGEST, Flaw.NO_TEXT),
    "cut off": (b"language = 'de'\n[voi", Flaw.NO_TOML),
    "a key twice": (b"language = 'de'\nlanguage = 'en'\n", Flaw.NO_TOML),
    "a section twice": (b"[voice]\nrate = 90\n[voice]\npitch = 1\n", Flaw.NO_TOML),
    "json": (b'{"language": "de"}', Flaw.NO_TOML),
    "nested too deep": (b"a = " + b"[" * 100_000, Flaw.NO_TOML),
    "endless number": (b"[voice]\nrate = " + b"9" * 10_000 + b"\n", Flaw.NO_TOML),
    "no such day": (b"day = 2025-02-30\n", Flaw.NO_TOML),
    "escape sequence": (b"language = '\x1b[2J'\n", Flaw.NO_TOML),
}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("kind", BROKEN)
def test_a_broken_file_is_told_and_set_aside_and_never_lost(kind: str, lang: str, file: Path) -> None:
    data, flaw = BROKEN[kind]
    loaded = load(written(file, data))
    assert loaded.settings == USUAL
    assert loaded.complaint is not None
    assert loaded.complaint.flaw is flaw
    aside = loaded.complaint.aside
    assert aside is not None
    assert not file.exists()
    assert (file.parent / aside).read_bytes() == data
    assert aside in told(loaded.complaint, lang)
    assert load(file) == (USUAL, None), "it is told once"
    written(file, b"again [")
    again = load(file).complaint
    assert again is not None
    assert again.aside != aside
    assert (file.parent / aside).read_bytes() == data


def test_the_line_of_a_mistake_is_told(file: Path) -> None:
    assert "line 3" in told(load(written(file, "language = 'de'\n\nrate = = 3\n")).complaint)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("[voice]\nrate = 'fast'\n", ("voice.rate",)),
        ("[voice]\nrate = 9999\n", ("voice.rate",)),
        ("[voice]\nrate = 175.0\n", ("voice.rate",)),
        ("[voice]\nrate = true\n", ("voice.rate",)),
        ("language = 'fr'\nverbosity = 3\n", ("language", "verbosity")),
        ("voice = 3\n", ("voice",)),
        ("[[voice]]\nrate = 90\n", ("voice",)),
        ("people = 'Anna'\n", ("people",)),
        ("[people]\nAnna = 3\n", ("people.Anna",)),
        ("[people.'A.B'.voice]\nrate = 1\n", ("people.A.B.voice.rate",)),
        ("[voice]\nvoices = []\n", ("voice.voices",)),
        (
            "[sounds]\non = 'yes'\nvolume = -1\n[braille]\nroute = 'x'\n",
            ("sounds.on", "sounds.volume", "braille.route"),
        ),
    ],
)
def test_a_wrong_value_falls_back_alone_and_is_named(text: str, wrong: tuple[str, ...], file: Path) -> None:
    loaded = load(written(file, "events = 'hold'\n" + text))
    assert loaded.complaint == Complaint(Flaw.WRONG, wrong=wrong)
    assert loaded.settings == Settings(events="hold", people=loaded.settings.people)
    assert file.read_text().endswith(text), "the file stays as it is"
    for lang in LANGUAGES:
        sentence = told(loaded.complaint, lang)
        for key in wrong:
            if key in BY_KEY:
                assert BY_KEY[key].title(Words(lang).t) in sentence
    if wrong == ("voice.rate",):
        assert "80" in sentence
        assert "450" in sentence


def test_a_folder_or_a_pipe_in_its_place_is_told_and_left_alone(file: Path) -> None:
    file.mkdir(parents=True)
    loaded = load(file)
    assert loaded.settings == USUAL
    assert "mixed up" in told(loaded.complaint)
    assert file.is_dir()
    with pytest.raises(OSError, match=r"folder|stays|read only"):
        keep(file, None, "voice.rate", 200)
    file.rmdir()
    os.mkfifo(file)
    assert told(load(file).complaint)
    assert stat.S_ISFIFO(file.stat().st_mode)


def test_a_name_that_no_file_can_have_is_told() -> None:
    assert told(load(Path("a\0b")).complaint)
    assert told(load(Path("x" * 5000)).complaint)


def test_without_permission_it_is_told_why(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As root everything is permitted, so the system's answer is given here."""
    written(file, "language = 'de'\n")

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, "no")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "open", refuse)
        loaded = load(file)
    assert loaded.settings == USUAL
    assert "does not allow it" in told(loaded.complaint)
    assert loaded.complaint is not None
    assert loaded.complaint.aside is not None
    assert (file.parent / loaded.complaint.aside).read_text() == "language = 'de'\n"


def test_what_cannot_be_set_aside_stays_and_is_never_written_over(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written(file, "broken [")

    def refuse(*_: object) -> None:
        raise OSError(errno.EROFS, "read only")

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", refuse)
        loaded = load(file)
        assert "stays where it is" in told(loaded.complaint)
        with pytest.raises(OSError, match=r"folder|stays|read only"):
            keep(file, None, "voice.rate", 200)
    assert file.read_text() == "broken ["


# -- writing


def test_what_is_kept_is_read_back(file: Path) -> None:
    for key, value in OTHERS.items():
        keep(file, None, key, value)
    loaded = load(file)
    assert loaded.complaint is None
    assert loaded.settings == USUAL.changed(OTHERS)
    if os.name == "posix":
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [path.name for path in file.parent.iterdir()] == ["settings.toml"]


def test_comments_and_unknown_keys_stay(file: Path) -> None:
    text = '# mine\nfuture = 1 # later\nvoice.rate = 100 # slow\n\n[new."a.b"]\nx = { y = 2 } # deep\n'
    keep(written(file, text), None, "voice.rate", 125)
    assert file.read_text() == text.replace("rate = 100", "rate = 125")
    keep(file, None, "voice.pitch", 60)
    keep(file, "Anna", "voice.rate", 200)
    after = file.read_text()
    for line in text.splitlines():
        assert line.replace("rate = 100", "rate = 125") in after
    assert load(file).settings.for_person("anna").manner() == Manner(rate=200, pitch=60)


def test_a_persons_section_is_found_whatever_the_case_of_its_name(file: Path) -> None:
    keep(file, "Anna", "voice.rate", 200)
    keep(file, "ANNA", "voice.pitch", 30)
    assert tomllib.loads(file.read_text()) == {"people": {"Anna": {"voice": {"rate": 200, "pitch": 30}}}}


def test_a_value_that_was_wrong_or_no_section_gives_way(file: Path) -> None:
    keep(written(file, "voice = 3\nsounds = []\n"), None, "voice.rate", 200)
    assert tomllib.loads(file.read_text()) == {"voice": {"rate": 200}, "sounds": []}


def test_a_link_stays_a_link(file: Path, tmp_path: Path) -> None:
    real = written(tmp_path / "dots" / "senpai.toml", "# here\n")
    file.parent.mkdir()
    file.symlink_to(real)
    keep(file, None, "voice.rate", 200)
    assert file.is_symlink()
    assert real.read_text().startswith("# here\n")
    assert load(file).settings.rate == 200


def test_a_file_broken_meanwhile_is_set_aside_before_it_is_written(file: Path) -> None:
    keep(written(file, "broken ["), None, "voice.rate", 200)
    assert load(file).settings.rate == 200
    assert file.with_suffix(".broken").read_text() == "broken ["


def test_nothing_is_written_if_the_library_would_lose_something(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import tomlkit

    written(file, "future = 1\n")
    monkeypatch.setattr(tomlkit, "dumps", lambda document: "voice.rate = 200\n")
    with pytest.raises(OSError, match="lost"):
        keep(file, None, "voice.rate", 200)
    assert file.read_text() == "future = 1\n"


NAMES = st.sampled_from(["x", "voice", "rate", "people", "sounds", "a b", "ä", "1", "Anna", "voices", "de"])
TREES = st.recursive(
    st.one_of(st.integers(-5, 500), st.booleans(), st.text(max_size=8), st.just("de")),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(NAMES, inner, max_size=3)),
    max_leaves=12,
)


@settings(deadline=None, max_examples=80, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    data=st.dictionaries(NAMES, TREES, max_size=5),
    changes=st.lists(
        st.tuples(st.sampled_from([None, "Anna", "Zoë K."]), st.sampled_from(sorted(OTHERS))), max_size=4
    ),
)
def test_whatever_a_file_holds_a_change_changes_one_value_and_nothing_else(
    data: dict[str, Any], changes: list[tuple[str | None, str]], file: Path
) -> None:
    import tomlkit

    written(file, tomlkit.dumps(data))
    for person, key in changes:
        before = tomllib.loads(file.read_text())
        keep(file, person, key, OTHERS[key])
        after = tomllib.loads(file.read_text())
        assert after == settings_file._with(before, settings_file._parts(before, person, key), OTHERS[key])
        loaded = load(file).settings
        own = loaded if person is None else loaded.for_person(person)
        assert own.value(key) == OTHERS[key] or not BY_KEY[key].personal


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EROFS, errno.EACCES, errno.EDQUOT])
def test_a_change_that_cannot_be_kept_holds_all_the_same(
    code: int, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written(file, "# before\n")

    def fail(*_: object) -> None:
        raise OSError(code, "no")

    preferences = Preferences(load(file).settings, partial(keep, file, None))
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", fail)
        assert preferences.change("voice.rate", 200) == code
    assert preferences.settings.rate == 200
    assert file.read_text() == "# before\n"
    assert [path.name for path in file.parent.iterdir()] == ["settings.toml"]
    assert preferences.change("voice.pitch", 60) is None
    assert load(file).settings.pitch == 60


WRITER = """
import sys
from pathlib import Path
from access.settings_file import keep
for number in range(10 ** 9):
    keep(Path(sys.argv[1]), None, "voice.rate", 80 + number % 371)
    print(number, flush=True)
"""


def test_a_kill_while_writing_loses_nothing(file: Path) -> None:
    text = "# mine\nfuture = 1\n\n[voice]\nrate = 80\n"
    written(file, text)
    for _ in range(6):
        process = subprocess.Popen(
            [sys.executable, "-c", WRITER, str(file)], stdout=subprocess.PIPE, env=environment()
        )
        assert process.stdout is not None
        for _ in range(3):
            assert process.stdout.readline()
        process.send_signal(signal.SIGKILL)
        process.wait(HANG)
        process.stdout.close()
        loaded = load(file)
        assert loaded.complaint is None
        assert loaded.settings.rate >= 80
        assert re.sub(r"rate = \d+", "rate = 80", file.read_text()) == text
