"""Prose in braille: liblouis itself with every table, the places of characters, and letters without it."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterator
from types import ModuleType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from access.rules import sections
from engine import GAMES
from speech import louis
from speech.cells import UNICODE_BRAILLE
from speech.devices import Fault, Trouble, liblouis
from speech.louis import TABLES, Braille
from speech.words import LANGUAGES


def needs_liblouis() -> None:
    """Skip without liblouis or one of its tables; on a test machine that is a failure."""
    fault = louis.check()
    if fault is not None and os.environ.get("CI") == "true":
        pytest.fail(f"this machine should have liblouis: {fault}")
    if fault is not None:
        pytest.skip(f"{fault.detail} is missing")


@pytest.fixture
def with_liblouis() -> Iterator[None]:
    louis.forget()
    needs_liblouis()
    yield
    louis.forget()


@pytest.fixture
def no_liblouis(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(liblouis, "load", lambda: None)
    louis.forget()
    yield
    louis.forget()


def shown(braille: Braille) -> str:
    return "".join(chr(UNICODE_BRAILLE + cell) for cell in braille.cells)


def lines_of_all_rules(lang: str) -> list[str]:
    told = [section for game in GAMES for section in sections(game, lang)]
    return [line for title, body in told for line in (title, *body.split("\n"))]


def read_back(line: str, name: str) -> str:
    """Return a line after it was brailled and read again; apostrophes come back curved."""
    return louis.back(louis.translate(line, name).cells, name).replace("’", "'")


@pytest.mark.usefixtures("with_liblouis")
@pytest.mark.parametrize("name", ["en-basic", "en-comp8", "de-comp8", "en-letters"])
def test_all_rules_come_back_from_braille_letter_by_letter(name: str) -> None:
    for line in lines_of_all_rules(TABLES[name].lang):
        expected = line.lower() if name == "en-letters" else line
        assert read_back(line, name) == expected


@pytest.mark.usefixtures("with_liblouis")
@pytest.mark.parametrize("name", ["de-basic", "de-full", "de-letters"])
def test_german_rules_come_back_but_for_capitals_which_german_braille_does_not_mark(name: str) -> None:
    for line in lines_of_all_rules("de"):
        assert read_back(line, name) == line.lower()


@pytest.mark.usefixtures("with_liblouis")
def test_contracted_english_comes_back_but_for_one_word() -> None:
    """liblouis 3.24 reads "enough" back as "en". German contracted is not made for reading back."""
    for line in lines_of_all_rules("en"):
        assert read_back(line, "en-contracted") in (line, line.replace("enough", "en"))


@pytest.mark.usefixtures("with_liblouis")
@pytest.mark.parametrize("lang", LANGUAGES)
def test_letters_of_our_own_are_the_same_braille_as_liblouis_makes_of_all_rules(lang: str) -> None:
    for line in lines_of_all_rules(lang):
        assert louis.translate(line, f"{lang}-letters") == louis.translate(line, f"{lang}-basic"), line


@pytest.mark.usefixtures("with_liblouis")
def test_contractions_make_the_rules_shorter() -> None:
    for shorter, longer in (
        ("en-contracted", "en-basic"),
        ("de-contracted", "de-full"),
        ("de-full", "de-basic"),
    ):
        text = " ".join(lines_of_all_rules(shorter[:2]))
        assert len(louis.translate(text, shorter).cells) < len(louis.translate(text, longer).cells)


@pytest.mark.usefixtures("with_liblouis")
@pytest.mark.parametrize(
    ("name", "text", "cells"),
    [
        ("de-basic", "Schön!", "⠎⠉⠓⠪⠝⠖"),
        ("de-full", "Schön!", "⠱⠪⠝⠖"),
        ("de-contracted", "und nicht", "⠥⠀⠝"),
        ("en-basic", "The 10 cards", "⠠⠞⠓⠑⠀⠼⠁⠚⠀⠉⠁⠗⠙⠎"),
        ("en-contracted", "The cards", "⠠⠮⠀⠉⠜⠙⠎"),
        ("de-comp8", "R1", "⡗⠡"),
        ("en-comp8", "R1", "⡗⠂"),
        ("da-basic", "Gås", "⠠⠛⠡⠎"),
        ("nb-basic", "Gjøk", "⠠⠛⠚⠪⠅"),
    ],
)
def test_known_words(name: str, text: str, cells: str) -> None:
    assert shown(louis.translate(text, name)) == cells


@pytest.mark.usefixtures("with_liblouis")
@pytest.mark.parametrize("name", TABLES)
def test_suits_are_letters_that_differ_and_are_no_digits(name: str) -> None:
    letters = {"de": "hkpx", "en": "hdsc"}.get(TABLES[name].lang, "hrsk")
    for sign, letter in zip("♥♦♠♣", letters, strict=True):
        assert louis.translate(f"3{sign} x", name) == louis.translate(f"3{letter} x", name)
    # Three of hearts must not read as 38.
    assert louis.translate("3♥", name).cells != louis.translate("38", name).cells
    if not TABLES[name].contracted:
        assert louis.back(louis.translate("3♥", name).cells, name) == "3h"


@pytest.mark.usefixtures("with_liblouis")
@pytest.mark.parametrize("name", TABLES)
def test_nothing_comes_as_the_number_of_a_character(name: str) -> None:
    """What a table lacks is written by something like it, and never as a run of hexadecimal digits."""
    for char in "„“”‚‘’–—…•×−☃ĳ😀ſ\u200b\x00\ud800":
        made = louis.translate(f"a{char}b", name)
        assert 2 <= len(made.cells) <= 8, (char.encode("unicode_escape"), shown(made))


@pytest.mark.usefixtures("with_liblouis")
def test_one_odd_character_does_not_cost_the_contractions_of_the_rest() -> None:
    """Norwegian tables write a raised one with eight dots, which no six-dot paper has."""
    made, odd = louis.translate("det er ", "nb-contracted"), louis.translate("det er ¹", "nb-contracted")
    assert odd.cells[: len(made.cells)] == made.cells
    assert made != louis.letters("det er ", "nb", 6)


@pytest.mark.usefixtures("with_liblouis")
def test_german_quotation_marks_open_and_close() -> None:
    assert shown(louis.translate("„ja“", "de-basic")) == "⠦⠚⠁⠴"


@pytest.mark.parametrize("name", TABLES)
@settings(max_examples=30, deadline=None)
@given(text=st.text(max_size=60))
def test_every_cell_has_its_character_and_every_character_its_cell(name: str, text: str) -> None:
    made = louis.translate(text, name)
    most = 0xFF if TABLES[name].dots == 8 else 0x3F
    assert len(made.to_cells) == len(text)
    assert len(made.to_text) == len(made.cells)
    assert all(0 <= cell <= most for cell in made.cells)
    assert all(0 <= place < len(text) for place in made.to_text)
    assert all(0 <= place <= len(made.cells) for place in made.to_cells)
    assert list(made.to_text) == sorted(made.to_text)
    assert list(made.to_cells) == sorted(made.to_cells)


@pytest.mark.usefixtures("with_liblouis")
def test_the_cursor_finds_its_place_in_contractions_and_back() -> None:
    made = louis.translate("Nicht und", "de-contracted")  # two words of one cell each
    assert shown(made) == "⠝⠀⠥"
    assert made.to_text == (0, 5, 6)
    assert made.to_cells == (0, 0, 0, 0, 0, 1, 2, 2, 2)


@pytest.mark.usefixtures("with_liblouis")
def test_a_long_text_is_translated_whole_and_its_places_go_on_counting() -> None:
    words = "Das ist ein Feuerwerk. " * 400
    made = louis.translate(words, "de-basic")
    assert louis.back(made.cells, "de-basic") == words.lower()
    assert made.to_text[-1] == len(words) - 1
    assert made.to_cells[len(words) // 2] == len(louis.translate(words[: len(words) // 2], "de-basic").cells)
    unbroken = "x" * 5000
    assert len(louis.translate(unbroken, "de-comp8").cells) == 5000


@pytest.mark.usefixtures("with_liblouis")
def test_many_threads_may_translate_at_once() -> None:
    texts = {
        name: " ".join(lines_of_all_rules(table.lang)[:40])
        for name, table in TABLES.items()
        if table.lang in LANGUAGES
    }
    alone = {name: louis.translate(text, name) for name, text in texts.items()}
    wrong: list[str] = []

    def work() -> None:
        for name, text in texts.items():
            if louis.translate(text, name) != alone[name]:
                wrong.append(name)

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert not wrong


# -- what may be missing


@pytest.mark.usefixtures("no_liblouis")
def test_without_liblouis_texts_come_in_letters_and_the_fault_names_it() -> None:
    assert louis.check() == Fault(Trouble.NO_LIBRARY, "liblouis")
    assert shown(louis.translate("Und 3h, Ä?", "de-contracted")) == "⠥⠝⠙⠀⠼⠉⠠⠓⠂⠀⠜⠢"
    assert shown(louis.translate("And 3b IBM", "en-contracted")) == "⠠⠁⠝⠙⠀⠼⠉⠰⠃⠀⠠⠠⠊⠃⠍"
    assert shown(louis.translate("R1", "de-comp8")) == "⡗⠡"
    assert louis.back(louis.translate("Gut, 12!", "de-basic").cells, "de-basic") == "gut, 12!"
    assert louis.fault("de-letters") is None


@pytest.mark.usefixtures("no_liblouis")
def test_danish_and_norwegian_letters_come_without_liblouis() -> None:
    assert shown(louis.translate("Hus", "nb-basic")) == "⠠⠓⠥⠎"
    assert len(louis.translate("Gjøk", "da-comp8").cells) == 4


@pytest.mark.usefixtures("with_liblouis")
@pytest.mark.parametrize(
    ("rules", "trouble"),
    [
        (None, Trouble.NO_LIBRARY),
        ("include no-such-file.cti\n", Trouble.NO_LIBRARY),
        ("nonsense 12\n", Trouble.FAILED),
    ],
)
def test_a_missing_or_broken_table_is_a_fault_and_the_text_comes_in_letters(
    rules: str | None,
    trouble: Trouble,
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    path = tmp_path_factory.mktemp("tables") / "ours.ctb"
    if rules is not None:
        path.write_text(rules, "utf-8")
    tables = {**TABLES, "de-basic": TABLES["de-basic"]._replace(file=str(path))}
    monkeypatch.setattr(louis, "TABLES", tables)
    louis.forget()
    fault = louis.fault("de-basic")
    assert fault is not None
    assert fault.trouble is trouble
    assert louis.check() == fault
    assert louis.translate("Ja 1", "de-basic") == louis.translate("Ja 1", "de-letters")
    # liblouis would complain on the terminal.
    assert capfd.readouterr() == ("", "")


def test_a_library_that_only_has_the_name_is_not_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    others = {"linux": ("libc.so.6",), "darwin": ("libc.dylib",), "win32": ("msvcrt.dll",)}
    monkeypatch.setattr(liblouis, "LIBRARIES", others)
    monkeypatch.setitem(sys.modules, "louis", ModuleType("louis"))
    assert liblouis.load() is None


@pytest.mark.usefixtures("with_liblouis")
def test_the_module_of_liblouis_is_asked_where_the_library_is_not_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found, module = liblouis.load(), ModuleType("louis")
    module.liblouis = found  # type: ignore[attr-defined]  # as liblouis' own module has it
    monkeypatch.setattr(liblouis, "LIBRARIES", {"linux": ("no-such-library.so",), sys.platform: ()})
    monkeypatch.setitem(sys.modules, "louis", module)
    assert liblouis.load() is found


def test_a_table_that_is_not_there_is_a_mistake_of_the_caller() -> None:
    with pytest.raises(KeyError):
        louis.translate("a", "tlh-basic")
