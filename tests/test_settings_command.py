"""`senpai settings`: every setting by every name in both languages, and what is refused or kept."""

from __future__ import annotations

import errno
import os
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from access.setting_words import Unnamed, choices, named, shown, value_of
from access.settings import BY_KEY, TABLE, USUAL, Choice, Place, Setting, Span, Switch, Text, Value
from access.settings_file import change, examine, load
from access.settings_text import SettingsText
from speech.words import LANGUAGES, Words, translator
from tests.driving import ROOT, Ran, Terminal, ran

ALL = [pytest.param(setting, id=setting.key) for setting in TABLE]
PAGE = ROOT / "docs" / "settings.md"
SENTENCE = re.compile(r"^\S.*[.?]$")


@pytest.fixture
def file(own_home: Path) -> Path:
    return own_home / "settings.toml"


def settings(folder: Path, *words: str, lang: str = "en") -> Ran:
    """Call `senpai settings` with words; every line of every answer is a sentence that can be spoken."""
    done = ran(folder, "--lang", lang, "settings", *words)
    for line in [*done.lines, *done.err.splitlines()]:
        assert SENTENCE.match(line), line
        assert "{" not in line
    assert (done.code == 0) is (done.err == "")
    assert done.code in (0, 2)
    return done


def refused(folder: Path, *words: str, lang: str = "en") -> str:
    """Call it in vain; return why, one line. Nothing else is printed."""
    done = settings(folder, *words, lang=lang)
    assert (done.code, done.out) == (2, "")
    assert done.err.count("\n") == 1
    return done.err


def values(setting: Setting) -> list[Value]:
    """Return every word that a setting takes, or the ends of its span, or its example."""
    match setting.kind:
        case Choice(words):
            return list(words)
        case Place(words, host):
            return [*words, f"{host}:localhost:0"]
        case Span(least, most, _):
            return [least, most]
        case Switch():
            return [True, False]
        case _:
            return [setting.example]


def in_file(file: Path, key: str, person: str | None = None) -> Any:
    node: Any = tomllib.loads(file.read_text())
    for part in [*(("people", person) if person else ()), *key.split(".")]:
        node = node[part]
    return node


# -- by words


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("setting", ALL)
def test_every_setting_is_set_by_number_key_and_title_to_all_it_takes(
    setting: Setting, lang: str, tmp_path: Path, file: Path
) -> None:
    number = str(TABLE.index(setting) + 1)
    title = setting.title(translator(lang))
    names = [[number], [setting.key], title.split(), [title.upper()], ["set", number]]
    for at, value in enumerate(values(setting)):
        typed = shown(setting, value, translator(lang))
        done = settings(tmp_path, *names[at % len(names)], *typed.split(), lang=lang)
        assert done.lines == [SettingsText(Words(lang)).now(setting, value)]
        assert in_file(file, setting.key) == value
        listed = settings(tmp_path, lang=lang).lines
        assert len(listed) == len(TABLE) + 1
        assert next(line for line in listed if line.startswith(f"{number}. ")).endswith(f": {typed}.")
    for name in names[:4]:
        assert named([*name, "x"]) == (setting, ["x"])
    assert settings(tmp_path, "reset", number, lang=lang).code == 0
    assert load(file).settings == USUAL


@pytest.mark.parametrize("setting", ALL)
def test_every_word_of_either_language_means_the_same_whatever_the_language(setting: Setting) -> None:
    for value in values(setting):
        for lang in LANGUAGES:
            typed = shown(setting, value, translator(lang))
            ways = {typed, f" {typed} ", str(value)}
            if isinstance(setting.kind, (Choice, Switch)):
                ways |= {way.upper() for way in ways} | {way.lower() for way in ways}
            for way in ways:
                assert value_of(setting, way.split()) == value, way


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("setting", ALL)
def test_what_a_setting_does_not_take_is_refused_with_what_it_takes(
    setting: Setting, lang: str, tmp_path: Path, file: Path
) -> None:
    wrong = "x" * 300 if isinstance(setting.kind, Text) else "nonsense"
    said = refused(tmp_path, setting.key, wrong, lang=lang)
    for word in choices(setting, translator(lang)):
        assert word in said
    if isinstance(setting.kind, Span):
        assert str(setting.kind.least) in said
        assert str(setting.kind.most) in said
    assert not file.exists()


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("setting", ALL)
def test_every_setting_is_explained_with_an_example_that_works_as_it_stands(
    setting: Setting, lang: str, tmp_path: Path, file: Path
) -> None:
    word = {"en": "explain", "de": "erkläre"}[lang]
    told = settings(tmp_path, word, str(TABLE.index(setting) + 1), lang=lang)
    assert setting.about(translator(lang)) in told.lines
    example = re.search(r": senpai settings (.*)\.$", told.lines[-1])
    assert example
    assert settings(tmp_path, *example[1].split(), lang=lang).code == 0
    assert load(file).settings.value(setting.key) == setting.example
    # Without a value it is explained as well.
    assert settings(tmp_path, setting.key, lang=lang).lines[1:] == told.lines[1:]


@pytest.mark.parametrize(
    ("typed", "key"),
    [
        ("rate", "voice.rate"),
        ("Sprechtempo", "voice.rate"),
        ("the speed of the voice", "voice.rate"),
        ("SPEED VOICE", "voice.rate"),
        ("toene", "sounds.on"),
        ("tone", "sounds.on"),
        ("lautstärke der töne", "sounds.volume"),
        ("braille", "braille.route"),
        ("braille digits", "braille.digits"),
        ("wer spricht", "voice.route"),
    ],
)
def test_names_are_taken_as_people_type_them(typed: str, key: str) -> None:
    assert named([*typed.split(), "5"]) == (BY_KEY[key], ["5"])


def test_no_name_means_two_settings() -> None:
    meanings: dict[str, str] = {}
    for setting in TABLE:
        for name in (setting.key, *(setting.title(translator(lang)) for lang in LANGUAGES)):
            assert meanings.setdefault(name, setting.key) == setting.key
    with pytest.raises(Unnamed) as problem:
        named(["volume", "50"])
    assert [one.key for one in problem.value.several] == ["voice.volume", "sounds.volume"]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    "words",
    [
        ("volume", "50"), ("foo",), ("0",), ("99",), ("9" * 400,), ("²",), ("",), ("\x1b[2J",), ("🎴", "1"),
        ("explain",), ("explain", "foo"), ("explain", "2", "more"), ("list", "more"), ("set",),
        ("reset", "foo"), ("reset", "2", "3"), ("for",), ("for", "\x1b"), ("for", "Anna", "6", "own"),
        ("for", "Anna", "reset", "6"), ("export",), ("import",), ("import", "no-such-file"), ("import", "."),
    ],
)  # fmt: skip
def test_refusals_say_what_would_do_and_change_nothing(
    words: tuple[str, ...], lang: str, tmp_path: Path, file: Path
) -> None:
    said = refused(tmp_path, *words, lang=lang)
    assert len(re.findall(r"[.?]( |$)", said.strip())) >= 2, "why, and what would do"
    assert not file.exists()


# -- one person's


def test_a_person_may_have_some_settings_of_their_own(tmp_path: Path, file: Path) -> None:
    settings(tmp_path, "rate", "200")
    assert settings(tmp_path, "for", "Anna", "rate", "300").lines == ["Speed of the voice of Anna: 300."]
    assert settings(tmp_path, "für", "ANNA", "Stimmhöhe", "60", lang="de").code == 0
    assert in_file(file, "voice.rate", "Anna") == 300
    assert in_file(file, "voice.pitch", "Anna") == 60
    listed = settings(tmp_path, "for", "anna").lines
    assert "7. Speed of the voice: 300, only for anna." in listed
    assert len(listed) == 1 + sum(setting.personal for setting in TABLE)
    assert "7. Speed of the voice: 200." in settings(tmp_path).lines
    assert settings(tmp_path, "for", "anna", "reset", "rate").code == 0
    assert load(file).settings.for_person("Anna").rate == 200
    settings(tmp_path, "for", "Ben", "rate", "90")
    assert "as everybody" in settings(tmp_path, "for", "anna", "reset").out
    held = load(file).settings
    assert (held.for_person("Anna").pitch, held.for_person("Ben").rate, held.rate) == (50, 90, 200)


# -- export, import, reset


TEXT = '# mine\nfuture = 1\n[voice]\nrate = 300 # quick\n[people."Zoë K."]\nverbosity = "short"\n'


def test_what_is_exported_and_imported_is_the_whole_file(tmp_path: Path, file: Path) -> None:
    file.parent.mkdir()
    file.write_text(TEXT)
    target = tmp_path / "a folder" / "mine.toml"
    assert str(target) in settings(tmp_path, "export", *str(target).split()).out
    assert target.read_text() == TEXT
    assert "already" in refused(tmp_path, "exportiere", str(target))
    assert target.read_text() == TEXT
    settings(tmp_path, "rate", "90")
    done = settings(tmp_path, "importiere", str(target))
    assert file.read_text() == TEXT
    kept = file.with_name("settings.before.toml")
    assert str(kept) in done.out
    assert load(kept).settings.rate == 90
    # Nothing is lost by an import in the wrong direction.
    settings(tmp_path, "import", str(kept))
    assert load(file).settings.rate == 90
    assert kept.read_text() == TEXT


@pytest.mark.parametrize("data", [b"broken [", b"\xff\xfe", b"voice.rate = 3\n", b"people = 1\n"])
def test_what_does_not_fit_is_not_imported(data: bytes, tmp_path: Path, file: Path) -> None:
    source = tmp_path / "theirs.toml"
    source.write_bytes(data)
    settings(tmp_path, "rate", "90")
    assert "stay as they are" in refused(tmp_path, "import", str(source))
    assert source.read_bytes() == data, "somebody else's file stays where it is"
    assert load(file).settings.rate == 90


def test_without_anything_set_there_is_nothing_to_export(tmp_path: Path) -> None:
    assert "Nothing is set" in refused(tmp_path, "export", str(tmp_path / "x"))
    assert not (tmp_path / "x").exists()


def test_a_reset_leaves_what_is_not_ours_and_can_be_taken_back(tmp_path: Path, file: Path) -> None:
    file.parent.mkdir()
    file.write_text(TEXT)
    done = settings(tmp_path, "reset")
    held = load(file).settings
    assert (held.rate, held.for_person("Zoë K.").verbosity) == (USUAL.rate, USUAL.verbosity)
    assert file.read_text().startswith("# mine\nfuture = 1\n")
    kept = file.with_name("settings.before.toml")
    assert str(kept) in done.out
    settings(tmp_path, "import", str(kept))
    assert file.read_text() == TEXT


def test_a_reset_of_one_leaves_the_others(tmp_path: Path, file: Path) -> None:
    file.parent.mkdir()
    file.write_text(TEXT)
    change(file, [(None, "voice.pitch", 60)])
    assert settings(tmp_path, "zurücksetzen", "Sprechtempo").out == (
        "It is as usual again. Speed of the voice: 175.\n"
    )
    after = tomllib.loads(file.read_text())
    assert after == {"future": 1, "voice": {"pitch": 60}, "people": {"Zoë K.": {"verbosity": "short"}}}
    assert "# mine" in file.read_text()


# -- the file in trouble


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_broken_file_is_told_set_aside_and_begun_anew(tmp_path: Path, file: Path, lang: str) -> None:
    file.parent.mkdir()
    file.write_text("broken [")
    done = settings(tmp_path, "rate", "200", lang=lang)
    assert "settings.broken" in done.lines[0]
    assert len(done.lines) == 2
    assert load(file).settings.rate == 200
    assert file.with_name("settings.broken").read_text() == "broken ["


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("words", [("rate", "200"), ("reset", "rate"), ("reset",)])
def test_what_cannot_be_saved_is_told_and_does_not_hold(
    words: tuple[str, ...], lang: str, tmp_path: Path, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings(tmp_path, "rate", "90")

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "full")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        said = refused(tmp_path, *words, lang=lang)
    assert {"en": "the disk is full", "de": "voll"}[lang] in said
    assert load(file).settings.rate == 90


def test_examining_a_file_leaves_it_where_it_is(file: Path) -> None:
    file.parent.mkdir()
    file.write_text("broken [")
    assert examine(file).complaint
    assert file.read_text() == "broken ["


# -- at a terminal


@pytest.fixture
def terminals() -> Iterator[list[Terminal]]:
    opened: list[Terminal] = []
    yield opened
    for terminal in opened:
        terminal.close()


DIALOGUE = {
    "en": (
        ("nonsense", r"^There is no setting nonsense\."),
        ("help", r"^export and a file"),
        ("speed of the voice", r"^Type the new value, or press Enter"),
        ("too fast", r"^Speed of the voice does not take too fast\. It takes a number from 80 to 450\.$"),
        ("help", r"^How fast the voice speaks"),
        ("300", r"^Speed of the voice: 300\.$"),
        ("2", r"^How much is said"),
        ("", r"^It stays as it is\.$"),
        ("2 kurz", r"^Fullness: short\.$"),
        ("explain 2", r"^For example: senpai settings verbosity short\.$"),
        ("for Anna 7 100", r"^Speed of the voice of Anna: 100\.$"),
        ("reset 2", r"^It is as usual again\. Fullness: normal\.$"),
        ("list", r"^7\. Speed of the voice: 300\.$"),
    ),
    "de": (
        ("unsinn", r"^Eine Einstellung unsinn gibt es nicht\."),
        ("hilfe", r"^exportiere und eine Datei"),
        ("sprechtempo", r"^Tippe den neuen Wert, oder drücke"),
        ("zu schnell", r"^Sprechtempo kann nicht zu schnell sein\."),
        ("300", r"^Sprechtempo: 300\.$"),
        ("2", r"^Wie viel gesagt wird"),
        ("", r"^Es bleibt dabei\.$"),
        ("2 short", r"^Ausführlichkeit: kurz\.$"),
        ("liste", r"^7\. Sprechtempo: 300\.$"),
    ),
}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("leave", ["\n", "quit\n", "ende\n", "\x04"])
def test_a_person_changes_settings_by_asking(
    lang: str, leave: str, terminals: list[Terminal], file: Path
) -> None:
    terminal = Terminal("settings", "--voice", "none", "--lang", lang)
    terminals.append(terminal)
    ask = SettingsText(Words(lang)).which()
    terminal.match(re.escape(ask))
    for line, answer in DIALOGUE[lang] if leave == "\n" else ():
        since = terminal.type(f"{line}\n")
        terminal.match(answer, since)
        # Behind each answer is the question that is open now.
        terminal.match(r"^(Type|Tippe) .*(leave|aufzuhören|it is|dabei)\.\n\Z", since)
    since = terminal.type(leave)
    terminal.match("^(Goodbye|Auf Wiedersehen)", since)
    assert terminal.leave() == 0
    assert "\x1b" not in terminal.received.decode()
    if leave == "\n":
        assert load(file).settings.rate == 300


def test_control_c_leaves_and_what_was_set_holds(terminals: list[Terminal], file: Path) -> None:
    terminal = Terminal("settings", "--voice", "none")
    terminals.append(terminal)
    terminal.match("^Type a number")
    terminal.match("^Speed of the voice: 300", terminal.type("rate 300\n"))
    terminal.match("Stopped", terminal.type("\x03"))
    assert terminal.leave() == 130
    assert load(file).settings.rate == 300
    assert "Traceback" not in terminal.text()


# -- the page


def page() -> str:
    """Return docs/settings.md as the table has it."""
    text, t = SettingsText(Words("en")), translator("en")
    lines = [
        "# Settings", "",
        "Written by `python -m pytest tests/test_settings_command.py --rewrite` from the table in",
        "`access/settings.py`.", "",
        "    senpai settings                        lists them, and at a terminal asks",
        "    senpai settings voice.rate 250         sets one, by its key,",
        "    senpai settings 7 250                  its number",
        "    senpai settings Sprechtempo 250        or its name, in English or German",
        "    senpai settings for Anna voice.rate 250    for one person at a shared machine",
        "    senpai settings explain 7              what it is for, with an example",
        "    senpai settings reset 7                as usual again; reset alone: all of them",
        "    senpai settings export FILE            writes all of them into a file",
        "    senpai settings import FILE            takes them from there", "",
        "German words do the same: `erkläre`, `zurücksetzen`, `exportiere`, `importiere`, `für`, `liste`.",
        "The exit status is 0, or 2 if something was refused; then nothing has changed. What import and",
        "reset replace is kept beside the settings file, as `settings.before.toml`.", "",
        "The file is `settings.toml` in the folder `senpai` where your system keeps what users configure, or",
        "where `SENPAI_SETTINGS` says. It is TOML: `voice.rate` is `rate` in the section `voice`, and",
        "`people.Anna.voice.rate` is Anna's. What Senpai does not know in it, and comments, stay in it. A",
        "broken file is told of and set aside.", "",
    ]  # fmt: skip
    for number, setting in enumerate(TABLE, 1):
        usual = "found out at the start" if setting.default is None else shown(setting, setting.default, t)
        lines += [
            f"## {number}. {setting.title(t)[:1].upper()}{setting.title(t)[1:]}",
            "",
            f"- Key: `{setting.key}`",
            f"- German name: {setting.title(translator('de'))}",
            f"- Takes: {text.choices(setting)}",
            f"- Usual: {usual}",
            f"- For each person: {'yes' if setting.personal else 'no, one for the machine'}",
            f"- Example: `senpai settings {setting.key} {shown(setting, setting.example, t)}`",
            "",
            setting.about(t),
            "",
        ]
    return "\n".join(lines)


def test_the_page_of_settings_is_made_from_the_table(request: pytest.FixtureRequest) -> None:
    if request.config.getoption("--rewrite"):
        PAGE.write_text(page(), "utf-8")
    assert PAGE.read_text("utf-8") == page(), "rewrite docs/settings.md with --rewrite"
