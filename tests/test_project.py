"""The project itself: catalogues, rules texts, packages, scripts, and the arrows between the layers.

Not here: anything that a player does.
"""

from __future__ import annotations

import ast
import gettext
import importlib.metadata
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
from babel.messages.pofile import PoFileError
from hatchling.builders.sdist import SdistBuilder
from hatchling.builders.wheel import WheelBuilder

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("access", "engine", "locales", "speech")
SCRIPTS = ROOT / "scripts"

PO = """\
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

msgid "Good day."
msgstr "Schönen Tag."
"""


def load(path: Path, name: str) -> ModuleType:
    """Return a script as a module of that name, without running its command line."""
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A folder with this project's scripts and a catalogue of one message, but without its code."""
    shutil.copytree(SCRIPTS, tmp_path / "scripts", ignore=shutil.ignore_patterns("__pycache__"))
    po = tmp_path / "locales/de/LC_MESSAGES/senpai.po"
    po.parent.mkdir(parents=True)
    po.write_text(PO, "utf-8")
    (tmp_path / "pyproject.toml").write_text(
        '[build-system]\nrequires = ["no-such-backend-at-all"]\nbuild-backend = "no_such_backend"\n'
        '[project]\nname = "nothing"\nversion = "1"\n'
    )
    return tmp_path


# Catalogues


def test_a_changed_catalogue_is_compiled_and_an_unchanged_one_is_not(project: Path) -> None:
    build = load(SCRIPTS / "hatch_build.py", "hatch_build")
    po = project / "locales/de/LC_MESSAGES/senpai.po"
    mo = po.with_suffix(".mo")

    assert build.compile_catalogues(project) == [mo]
    german = gettext.translation("senpai", project / "locales", ["de"])
    assert german.gettext("Good day.") == "Schönen Tag."

    assert build.compile_catalogues(project) == []
    assert build.compile_catalogues(project, always=True) == [mo]
    later = mo.stat().st_mtime_ns + 1
    os.utime(po, ns=(later, later))
    assert build.compile_catalogues(project) == [mo]


def test_a_catalogue_that_cannot_be_read_leaves_the_compiled_one_alone(project: Path) -> None:
    build = load(SCRIPTS / "hatch_build.py", "hatch_build")
    po = project / "locales/de/LC_MESSAGES/senpai.po"
    build.compile_catalogues(project)
    before = po.with_suffix(".mo").read_bytes()

    po.write_text(PO + "this is no catalogue\n", "utf-8")
    with pytest.raises(PoFileError):
        build.compile_catalogues(project, always=True)
    assert po.with_suffix(".mo").read_bytes() == before


CODE = """\
def texts(t):
    # Translators: said by way of greeting,
    # in the morning.
    yield t.gettext("Good day.")
    yield t.pgettext("speech", "{player} plays {card.acc}.")
    yield t.npgettext("speech", "{n} card.", "{n} cards.", 2)
"""


@pytest.fixture
def catalogue(project: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The script for catalogues, and `project` with a little code."""
    monkeypatch.syspath_prepend(str(SCRIPTS))
    for folder in ("access", "speech"):
        (project / folder).mkdir()
    (project / "speech" / "some.py").write_text(CODE)
    return load(SCRIPTS / "catalogue.py", "catalogue")


def test_messages_come_with_their_context_and_note(project: Path, catalogue: ModuleType) -> None:
    assert catalogue.extract(project) == 3
    template = (project / "locales/senpai.pot").read_text("utf-8")
    assert "#. Translators: said by way of greeting, in the morning.\n" in template
    assert 'msgctxt "speech"\nmsgid "{n} card."\nmsgid_plural "{n} cards."\n' in template
    assert "#: speech/some.py\n" in template


def test_merging_keeps_translations_and_changes_nothing_twice(project: Path, catalogue: ModuleType) -> None:
    po = project / "locales/de/LC_MESSAGES/senpai.po"
    catalogue.extract(project)
    assert list(catalogue.update(project)) == []
    once = po.read_bytes()
    assert 'msgstr "Schönen Tag."' in once.decode()
    assert list(catalogue.update(project)) == []
    assert po.read_bytes() == once

    faults = list(catalogue.check(project))
    assert len(faults) == 2
    assert all("not translated" in fault for fault in faults)


def test_new_lines_above_change_no_catalogue(project: Path, catalogue: ModuleType) -> None:
    catalogue.extract(project)
    before = (project / "locales/senpai.pot").read_bytes()
    (project / "speech" / "some.py").write_text("import os\n\n\n" + CODE)
    catalogue.extract(project)
    assert (project / "locales/senpai.pot").read_bytes() == before


def test_a_changed_message_is_new_and_its_translation_is_shown(project: Path, catalogue: ModuleType) -> None:
    (project / "speech" / "some.py").write_text(CODE.replace("Good day.", "Good days."))
    catalogue.extract(project)
    [(language, lost)] = catalogue.update(project)
    assert (language, lost.id, lost.string) == ("de", "Good day.", "Schönen Tag.")
    assert "de: not translated: Good days." in list(catalogue.check(project))
    assert "fuzzy" not in (project / "locales/de/LC_MESSAGES/senpai.po").read_text("utf-8")


@pytest.mark.parametrize(
    ("german", "fault"),
    [
        ("{player} spielt {card.dat}.", None),
        ("{spieler} spielt {card.acc}.", "unknown placeholder spieler"),
        ("{player spielt.", "unknown placeholder (unbalanced braces)"),
    ],
)
def test_placeholders_are_compared(
    project: Path, catalogue: ModuleType, german: str, fault: str | None
) -> None:
    po = project / "locales/de/LC_MESSAGES/senpai.po"
    message = 'msgctxt "speech"\nmsgid "{player} plays {card.acc}."\nmsgstr '
    po.write_text(f'{PO}\n{message}"{german}"\n', "utf-8")
    found = [line for line in catalogue.check(project) if "plays" in line]
    assert found == ([f"de: {fault}: speech: {{player}} plays {{card.acc}}."] if fault else [])


def test_the_catalogues_are_complete(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(SCRIPTS))
    assert list(load(SCRIPTS / "catalogue.py", "catalogue").check(ROOT)) == []


# Rules texts

SECTIONS = {
    "en": (
        "Overview",
        "The cards",
        "Setup",
        "A turn",
        "Talking",
        "The end of the game",
        "Scoring",
        "A worked example",
        "Tips for beginners",
        "Variants",
    ),
    "de": (
        "Überblick",
        "Die Karten",
        "Vorbereitung",
        "Ein Zug",
        "Reden",
        "Spielende",
        "Wertung",
        "Ein Beispiel",
        "Tipps für den Anfang",
        "Varianten",
    ),
}
LANGUAGES = tuple(SECTIONS)
SPEAKABLE = re.compile(r"[A-Za-zÄÖÜäöüß0-9 .,'-]+")


def rules_texts() -> list[Path]:
    return sorted((ROOT / "locales").glob("*/rules/*.txt"))


def sections(path: Path) -> dict[str, list[str]]:
    """Return the paragraphs of each section of a rules text, in order."""
    found: dict[str, list[str]] = {}
    for part in re.split(r"^# ", path.read_text("utf-8"), flags=re.MULTILINE)[1:]:
        title, _, body = part.partition("\n")
        found[title] = body.strip().split("\n\n")
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_of_nova_have_their_ten_sections(language: str) -> None:
    assert tuple(sections(ROOT / "locales" / language / "rules/nova.txt")) == SECTIONS[language]


def test_every_game_has_its_rules_in_every_language_with_the_same_build() -> None:
    for name in {path.name for path in rules_texts()}:
        builds = {
            language: [len(body) for body in sections(ROOT / "locales" / language / "rules" / name).values()]
            for language in LANGUAGES
        }
        assert builds["en"] == builds["de"], name


@pytest.mark.parametrize("path", rules_texts(), ids=lambda path: path.parts[-3])
def test_every_line_of_the_rules_can_be_spoken_and_brailled(path: Path) -> None:
    lines = path.read_text("utf-8").splitlines()
    assert lines[0].startswith("# ")
    for line in lines:
        assert line == line.strip(), line
        title = line.startswith("# ")
        words = line.removeprefix("# ")
        assert not words or SPEAKABLE.fullmatch(words), line
        assert not words or words.endswith(".") != title, line


# Packages


def test_nobody_else_brings_packages_of_our_names() -> None:
    owners = importlib.metadata.packages_distributions()
    for name in PACKAGES:
        assert set(owners.get(name, [])) <= {"senpai-games"}, name


def test_the_wheel_has_all_that_runs_and_nothing_more(tmp_path: Path) -> None:
    source = tmp_path / "source"
    for name in (*PACKAGES, "scripts", "tests"):
        shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__", "*.mo"))
    for name in ("pyproject.toml", "LICENSE", "README.md", ".gitignore"):
        shutil.copy(ROOT / name, source / name)

    [wheel] = WheelBuilder(str(source)).build(directory=str(tmp_path), versions=["standard"])
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    tops = {name.partition("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == set(PACKAGES)
    for name in (*[f"{package}/py.typed" for package in PACKAGES], "locales/de/rules/nova.txt"):
        assert name in names
    catalogues = {name.removesuffix(".po") for name in names if name.endswith(".po")}
    assert catalogues == {name.removesuffix(".mo") for name in names if name.endswith(".mo")}

    [sdist] = SdistBuilder(str(source)).build(directory=str(tmp_path), versions=["standard"])
    with tarfile.open(sdist) as archive:
        packed = {name.partition("/")[2] for name in archive.getnames()}
    assert {"scripts/hatch_build.py", "tests/test_project.py", "LICENSE"} <= packed
    assert not any(name.endswith(".mo") for name in packed)


# Scripts


def run(script: Path, *arguments: str, **settings: str) -> subprocess.CompletedProcess[str]:
    """Run a script with this Python, in a language given as LC_ALL, without asking any network."""
    environment = {**os.environ, "PYTHONUTF8": "1", "PIP_NO_INDEX": "1", "UV_OFFLINE": "1", **settings}
    return subprocess.run(
        [sys.executable, str(script), *arguments],
        check=False,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
    )


def write_program(path: Path, text: str) -> None:
    path.write_text(text)
    path.chmod(0o755)


PYTHON_WITHOUT_NETWORK = """\
#!/bin/sh
case "$*" in
    *install*) echo "  | ERROR: No matching distribution found"; echo "note: this is no problem"; exit 1 ;;
    *hatch_build*) exit 1 ;;
esac
"""


@pytest.fixture
def filled(project: Path) -> Path:
    """`project` with an environment that fits, and a Senpai in it that says what it was told."""
    environment = load(project / "scripts/environment.py", "environment")
    Path(environment.BIN).mkdir(parents=True)
    (Path(environment.VENV) / "lib/python3/site-packages/senpai_games-0.dist-info").mkdir(parents=True)
    (Path(environment.VENV) / "pyvenv.cfg").write_text(f"home = {sys.base_prefix}\n")
    write_program(Path(environment.PYTHON), PYTHON_WITHOUT_NETWORK)
    write_program(Path(environment.SENPAI), '#!/bin/sh\necho "told: $*"\nexit 7\n')
    environment.write_stamp([*environment.fingerprint(), "plain"])
    return project


posix_only = pytest.mark.skipif(sys.platform == "win32", reason="the stand-in for senpai is a shell script")


@posix_only
def test_play_hands_arguments_and_exit_code_through_and_says_nothing_itself(filled: Path) -> None:
    done = run(filled / "scripts/play.py", "play", "nova")
    assert (done.stdout, done.stderr, done.returncode) == ("told: play nova\n", "", 7)


@posix_only
@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("C", ("Something has changed. ", "The installation failed. ")),
        ("de_DE.UTF-8", ("Etwas hat sich geändert. ", "Die Installation ist gescheitert. ")),
    ],
)
def test_a_failed_update_is_told_in_two_lines_and_tried_again(
    filled: Path, language: str, told: tuple[str, str]
) -> None:
    stamp = filled / ".venv/senpai-stamp"
    before = stamp.read_text("utf-8")
    (filled / "pyproject.toml").write_text("[project]\n")
    for _ in range(2):
        done = run(filled / "scripts/play.py", LC_ALL=language)
        changed, failed = done.stderr.splitlines()
        assert changed.startswith(told[0])
        assert failed.startswith(told[1])
        assert failed.endswith(": ERROR: No matching distribution found")
        assert (done.stdout, done.returncode) == ("", 1)
        assert stamp.read_text("utf-8") == before


@posix_only
def test_a_changed_catalogue_needs_a_new_installation(filled: Path) -> None:
    (filled / "locales/de/LC_MESSAGES/senpai.po").write_text(PO + "# changed\n", "utf-8")
    assert "Something has changed." in run(filled / "scripts/play.py", LC_ALL="C").stderr


@posix_only
@pytest.mark.parametrize("part", ["bin/senpai", "lib/python3/site-packages/senpai_games-0.dist-info"])
def test_an_environment_that_lost_senpai_gets_it_again(filled: Path, part: str) -> None:
    lost = filled / ".venv" / part
    lost.rename(lost.with_name("elsewhere"))
    done = run(filled / "scripts/play.py", LC_ALL="C")
    assert "\nThe installation failed." in done.stderr
    assert done.returncode == 1


def test_a_half_made_environment_is_made_again(
    project: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    environment = load(project / "scripts/environment.py", "environment")
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.setattr(environment, "_lacks_pip", lambda: True)  # no pip makes this test quick
    monkeypatch.setattr(environment, "_fetch_venv", lambda: False)
    installer = [sys.executable, "-c", "import sys; sys.exit('Temporary failure in name resolution')"]
    monkeypatch.setattr(environment, "_installer", lambda: installer)
    rest = project / ".venv/rest"
    rest.parent.mkdir()
    rest.touch()
    environment.write_stamp(environment.HALF)

    with pytest.raises(environment.Trouble, match=r"^The network could not be reached"):
        environment.prepare(dev=False)
    assert "It is made again.\n" in capfd.readouterr().err
    assert Path(environment.PYTHON).exists()
    assert not rest.exists()


@pytest.mark.parametrize(("language", "sentence"), [("C", "without pip"), ("de", "ohne pip")])
def test_a_python_without_pip_is_told_of_and_leaves_no_rest(
    project: Path, monkeypatch: pytest.MonkeyPatch, language: str, sentence: str
) -> None:
    environment = load(project / "scripts/environment.py", "environment")
    monkeypatch.setenv("LC_ALL", language)
    monkeypatch.setattr(environment, "_lacks_pip", lambda: True)
    monkeypatch.setattr(environment, "_fetch_venv", lambda: False)
    monkeypatch.setattr(environment, "_installer", list)
    with pytest.raises(environment.Trouble, match=sentence):
        environment.prepare(dev=False)
    assert not (project / ".venv").exists()


def test_an_old_python_is_told_of(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    environment = load(project / "scripts/environment.py", "environment")
    monkeypatch.setattr(environment.sys, "version_info", (3, 9, 2, "final", 0))
    with pytest.raises(environment.Trouble, match=r"3\.9"):
        environment.prepare(dev=False)


@pytest.mark.parametrize(
    ("settings", "german"),
    [
        ({"LANG": "de_DE.UTF-8"}, True),
        ({"LANG": "de_AT.UTF-8", "LC_MESSAGES": "en_GB.UTF-8"}, False),
        ({"LANG": "en_US.UTF-8", "LC_MESSAGES": "de_CH.UTF-8"}, True),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "C"}, False),
        ({"LANG": "C.UTF-8"}, False),
    ],
)
def test_the_language_is_that_of_the_locale(
    monkeypatch: pytest.MonkeyPatch, settings: dict[str, str], german: bool
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    assert load(SCRIPTS / "environment.py", "environment").german() is german


@pytest.mark.parametrize(
    ("script", "english", "german"),
    [("check.py", "runs the tests", "führt die Tests aus"), ("catalogue.py", "Collects", "Sammelt")],
)
def test_help_of_the_scripts_comes_in_both_languages(script: str, english: str, german: str) -> None:
    assert english in run(SCRIPTS / script, "--help", LC_ALL="C").stdout
    assert german in run(SCRIPTS / script, "--help", LC_ALL="de_DE.UTF-8").stdout


def test_every_sentence_of_the_scripts_is_given_in_two_languages() -> None:
    for path in SCRIPTS.glob("*.py"):
        for call in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(call, ast.Call) or ast.unparse(call.func).split(".")[-1] not in {"say", "pick"}:
                continue
            english, german = (ast.unparse(argument) for argument in call.args)
            assert english != german, f"{path.name}: {english}"


# Layers

OURS = {
    "engine": {"engine"},
    "locales": {"locales"},
    "speech": {"engine", "locales", "speech"},
    "access": set(PACKAGES),
}
HOMES = {"prompt_toolkit": "access/line.py", "platformdirs": "access/", "tomlkit": "access/"}
"""Where a library of others may be imported; any that is not named here only in `DEVICES`."""
DEVICES = "speech/devices/"


def imported(path: Path) -> Iterator[str]:
    """Yield the top-level names that a module imports, at any depth of its code."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        match node:
            case ast.Import(names=names):
                yield from (alias.name.partition(".")[0] for alias in names)
            case ast.ImportFrom(module=str(module), level=0):
                yield module.partition(".")[0]
            case ast.ImportFrom():
                yield path.relative_to(ROOT).parts[0]
            case ast.Call(func=function, args=[ast.Constant(value=str(name)), *_]) if ast.unparse(
                function
            ).endswith(("import_module", "__import__", "find_spec")):
                yield name.partition(".")[0]


def modules() -> list[Path]:
    return sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))


@pytest.mark.parametrize("path", modules(), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_imports_follow_the_arrows(path: Path) -> None:
    where = path.relative_to(ROOT).as_posix()
    layer = where.partition("/")[0]
    for name in set(imported(path)) - set(sys.stdlib_module_names):
        if name in PACKAGES:
            assert name in OURS[layer], f"{where} imports {name}"
        else:
            assert where.startswith(HOMES.get(name, DEVICES)), f"{where} imports {name}"


# What must not be in the sources

FOLDERS = (*PACKAGES, "scripts", "tests", "docs", ".ci")
TEXTS = {".py", ".txt", ".md", ".po", ".pot", ".toml", ".json", ""}


def sources() -> Iterator[Path]:
    """Yield every text that belongs to the project."""
    yield from (path for path in ROOT.iterdir() if path.suffix in {".md", ".toml"})
    for folder in FOLDERS:
        for path in (ROOT / folder).rglob("*"):
            if path.is_file() and path.suffix in TEXTS and "__pycache__" not in path.parts:
                yield path


def test_no_source_knows_the_machine_it_was_written_on() -> None:
    machine = re.compile(r"(?<![\w.~}])/(?:" + "|".join(["work", "root", "tmp", "home"]) + r")/\w")
    for path in sources():
        found = machine.search(path.read_text("utf-8"))
        assert found is None, f"{path.relative_to(ROOT)}: {found and found.group()}"
