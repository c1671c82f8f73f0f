"""Records: hostile ones are refused whole, with one sentence, and good ones give their final state.

Through `engine.record`, and through the real command. Not here: that records and games agree (see
`test_every_game`), and what is heard in a replay.
"""

from __future__ import annotations

import copy
import errno
import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from access.main import main
from access.saves import load, store
from engine.record import DEEPEST, LARGEST, LONGEST_NAME, final, read, write
from engine.table import BadRecord, Fault
from speech.words import LANGUAGES, Words

ROOT = Path(__file__).resolve().parent.parent
Written = dict[str, Any]


def good() -> Written:
    """Return the record of an unfinished game with every kind of action in it."""
    deck = [f"{rank}{suit}" for suit in "CDHS" for rank in ("A", "A", *"22334", "4", "5")] + ["JK"]
    random.Random(3).shuffle(deck)
    deck.remove("JK")
    deck.insert(3, "JK")  # the second card of whoever begins
    actions: list[Written] = [
        {"seat": 2, "do": "play", "card": 3},
        {"seat": 0, "do": "arrange", "order": [1, 7, 10, 4]},
        {"seat": 2, "do": "row", "suit": "H"},
        {"seat": 0, "do": "hint", "to": 1, "rank": int(deck[2][0].replace("A", "1"))},
        {"seat": 1, "do": "hint", "to": 2, "suit": deck[0][1]},
        {"seat": 2, "do": "discard", "card": 0},
    ]
    return {
        "format": "senpai-record",
        "version": 1,
        "game": "nova",
        "players": ["Anna", "Bén", "Carla"],
        "options": {"gentle": False, "grand_finale": False, "jokers": 1},
        "first": 2,
        "deck": deck,
        "actions": actions,
        "note": {"by": ["öffentlich", 1, None]},
    }


GOOD = good()
TEXT = json.dumps(GOOD, ensure_ascii=False)


class Command:
    """The real command in this process, and what it printed."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder, self.capsys = folder, capsys

    def file(self, content: object, name: str = "game.json") -> Path:
        """Write a file: bytes as they are, text in UTF-8, anything else as JSON."""
        path = self.folder / name
        if isinstance(content, bytes):
            path.write_bytes(content)
        else:
            text = content if isinstance(content, str) else json.dumps(content)
            path.write_text(text, "utf-8")
        return path

    def run(self, *arguments: object) -> tuple[int, str, str]:
        status = main(["replay", *map(str, arguments)])
        output = self.capsys.readouterr()
        return status, output.out, output.err

    def refused(self, path: Path, lang: str = "en", *, way: tuple[str, ...] = ("--json",)) -> str:
        """Return the one sentence that the command refuses a file with, having checked that it is one."""
        status, out, err = self.run(*way, "--lang", lang, path)
        assert (status, out) == (2, "")
        assert len(err.splitlines()) == 1
        assert err.endswith(".\n")
        assert err[:-1].isprintable(), "nothing that a terminal would obey"
        assert "Traceback" not in err
        return err.removeprefix(f"{path.name}: ")[:-1]


@pytest.fixture
def command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Command:
    return Command(tmp_path, capsys)


def fault(text: str) -> BadRecord:
    """Return what `read` or `final` have against the text."""
    with pytest.raises(BadRecord) as bad:
        final(read(text))
    return bad.value


def test_the_good_record_is_good(command: Command) -> None:
    status, out, err = command.run("--json", command.file(TEXT))
    assert (status, err) == (0, "")
    assert json.loads(out) == final(read(TEXT))
    assert (json.loads(out)["rows"]["H"], json.loads(out)["hints"], json.loads(out)["turn"]) == (1, 7, 0)


# Files that are no JSON


def hostile_files() -> dict[str, tuple[bytes | str, Fault]]:
    def inside(value: str) -> str:
        return f'{TEXT[:-1]}, "x": {value}}}'

    return {
        "empty": (b"", Fault.NOT_JSON),
        "blank": (b" \n\t ", Fault.NOT_JSON),
        "text": ("Es war einmal ein Spiel.", Fault.NOT_JSON),
        "zeros": (b"\0" * 1000, Fault.NOT_JSON),
        "not UTF-8": (TEXT.encode("latin-1"), Fault.NOT_JSON),
        "UTF-16": (TEXT.encode("utf-16"), Fault.NOT_JSON),
        "two byte order marks": (b"\xef\xbb\xbf" * 2 + TEXT.encode(), Fault.NOT_JSON),
        "surrogate in UTF-8": (TEXT.encode().replace(b"Anna", b"\xed\xa0\x80"), Fault.NOT_JSON),
        "twice": (TEXT + TEXT, Fault.NOT_JSON),
        "comment": ("// a game\n" + TEXT, Fault.NOT_JSON),
        "control character": (TEXT.replace("Anna", "An\x1b[31mna"), Fault.NOT_JSON),
        "brackets": ("[" * 100_000, Fault.NOT_JSON),
        "braces": ('{"a":' * 100_000, Fault.NOT_JSON),
        "closed brackets": ("[" * 5000 + "]" * 5000, Fault.NOT_JSON),
        "brackets inside": (inside("[" * 5000 + "]" * 5000), Fault.NOT_JSON),
        "brackets that Python reads": (inside("[" * 900 + "]" * 900), Fault.NOT_JSON),
        "digits": ("9" * 10_000, Fault.NOT_JSON),
        "digits inside": (TEXT.replace('"version": 1', '"version": ' + "1" * 10_000), Fault.NOT_JSON),
        "NaN": ("NaN", Fault.NOT_JSON),
        "NaN inside": (inside("NaN"), Fault.NOT_JSON),
        "infinity inside": (inside("-Infinity"), Fault.NOT_JSON),
        "more than a float": (inside("1e999"), Fault.NOT_JSON),
        "null": ("null", Fault.NOT_A_RECORD),
        "number": ("17", Fault.NOT_A_RECORD),
        "string": ('"senpai-record"', Fault.NOT_A_RECORD),
        "list": (f"[{TEXT}]", Fault.NOT_A_RECORD),
        "object": ("{}", Fault.NOT_A_RECORD),
    }


HOSTILE = hostile_files()


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("kind", HOSTILE)
def test_a_file_that_is_no_record_is_refused_in_one_sentence(command: Command, kind: str, lang: str) -> None:
    content, expected = HOSTILE[kind]
    path = command.file(content)
    said = command.refused(path, lang)
    assert said.startswith(("This is no", "Das ist kein"))
    with pytest.raises(BadRecord) as bad:
        load(path)
    assert bad.value.fault is expected


def test_a_record_cut_off_anywhere_is_refused_with_the_place(command: Command) -> None:
    data = TEXT.encode()
    for length in range(0, len(data), 50):
        said = command.refused(command.file(data[:length]), LANGUAGES[length // 50 % 2])
        assert ", column" in said or ", Spalte" in said or "be read" in said or "lesbar" in said


def test_where_reading_stopped_is_told(command: Command) -> None:
    path = command.file(json.dumps(GOOD, indent=1).replace('"first": 2', '"first" 2'))
    lines = path.read_text("utf-8").splitlines()
    number = next(number for number, line in enumerate(lines, 1) if '"first"' in line)
    assert command.refused(path) == f"This is no JSON: reading stopped at line {number}, column 10."


def test_a_byte_order_mark_before_a_record_does_no_harm(command: Command) -> None:
    assert command.run("--json", command.file(b"\xef\xbb\xbf" + TEXT.encode()))[0] == 0


# Files that cannot be read


class Sealed:
    """An open file that may be asked for its size, but has no way to read it."""

    def __init__(self, file: IO[Any]) -> None:
        self.file, self.fileno = file, file.fileno

    def __enter__(self) -> Sealed:
        return self

    def __exit__(self, *_: object) -> None:
        self.file.close()


def test_a_file_over_ten_megabytes_is_refused_unread(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, really_open = command.file(""), Path.open
    monkeypatch.setattr(Path, "open", lambda path, mode: Sealed(really_open(path, mode)))
    for size in (LARGEST + 1, 10**12):
        os.truncate(path, size)
        assert command.refused(path) == "The file is larger than 10 megabytes and was not read."
        assert " 10 " in command.refused(path, "de")


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="this system has no file without an end")
def test_a_file_without_size_and_end_is_refused_after_ten_megabytes(command: Command) -> None:
    assert "larger than 10 megabytes" in command.refused(Path("/dev/zero"))


def test_a_file_of_just_ten_megabytes_is_read(command: Command) -> None:
    data = TEXT.encode()
    assert command.run("--json", command.file(data + b" " * (LARGEST - len(data))))[0] == 0
    assert command.refused(command.file(data + b" " * (LARGEST + 1 - len(data))))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_no_file_is_refused_and_named(command: Command, lang: str) -> None:
    there, mixed = (Words(lang).system_error(code) for code in (errno.ENOENT, errno.EISDIR))
    assert there in command.refused(command.folder / "missing.json", lang)
    assert mixed in command.refused(command.folder, lang)
    assert mixed in command.refused(command.file("") / "inside.json", lang)
    assert there in command.refused(Path("a\0b"), lang)
    assert command.run("--json", "--lang", lang, ".")[2].startswith(".: "), "also a folder without a name"


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read everything")
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_file_that_may_not_be_read_is_refused(command: Command, lang: str) -> None:
    path = command.file(TEXT)
    path.chmod(0)
    assert command.refused(path, lang)


@pytest.mark.parametrize("name", ["a\x1b[31mb.json", "two\nlines.json", "bell\x07\x9b.json", "\u2028.json"])
def test_a_file_name_can_make_a_terminal_do_nothing(command: Command, name: str) -> None:
    for lang in LANGUAGES:
        assert command.refused(command.file("", name), lang)
        assert command.refused(command.folder / f"no {name}", lang)


# Wrong values


VALUES: tuple[object, ...] = (None, True, -1, 10**30, "x", [], {}, 1.5)
HARMLESS: set[tuple[object, ...]] = {("options", "gentle", True)} | {("players", at, "x") for at in range(3)}
"""Paths whose last part is a value that is as good as the one it replaces."""


def places(value: object, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the path to every value within a JSON value."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in inner:
        yield (*path, key)
        yield from places(each, (*path, key))


def at(record: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        record = record[key]
    return record


def replaced(path: tuple[Any, ...], value: object) -> Written:
    record = copy.deepcopy(GOOD)
    at(record, path[:-1])[path[-1]] = value
    return record


def harmless(path: tuple[Any, ...], value: object) -> bool:
    if path[0] == "note" or (path == ("actions",) and value == []):
        return True
    return isinstance(value, (bool, str)) and (*path, value) in HARMLESS


@pytest.mark.parametrize("key", GOOD)
def test_a_value_of_the_wrong_kind_anywhere_is_refused(command: Command, key: str) -> None:
    """Also that the action is named by its number, if it is one."""
    for number, path in enumerate(path for path in places(GOOD) if path[0] == key):
        for value in VALUES:
            record = replaced(path, value)
            text = json.dumps(record)
            if harmless(path, value):
                assert final(read(text))
                continue
            bad = fault(text)
            said = command.refused(command.file(text), LANGUAGES[number % 2])
            if path[0] == "actions" and len(path) > 1:
                assert bad.facts["number"] == path[1] + 1
                assert said.startswith((f"Action {path[1] + 1} is not", f"Aktion {path[1] + 1} ist nicht"))


def test_a_missing_key_is_refused_unless_it_has_a_default(command: Command) -> None:
    optional = {("options", "gentle"), ("options", "grand_finale")}
    for path in places(GOOD):
        if path[0] == "note":
            continue
        record = copy.deepcopy(GOOD)
        del at(record, path[:-1])[path[-1]]
        if path in optional or path == ("actions", 5) or path == ("actions", 1):
            assert final(read(json.dumps(record)))
        else:
            assert command.refused(command.file(record))


def changed(**values: object) -> str:
    return json.dumps({**GOOD, **values})


def decks() -> dict[str, tuple[list[object], Fault, dict[str, object]]]:
    deck: list[object] = [*GOOD["deck"]]
    twin = deck.index("5C")
    return {
        "a card twice": ([*deck[:twin], "5D", *deck[twin + 1 :]], Fault.WRONG_DECK, {"size": 37}),
        "a card missing": (deck[:-1], Fault.WRONG_DECK, {"size": 37}),
        "a card too many": ([*deck, "AC"], Fault.WRONG_DECK, {"size": 37}),
        "a joker too many": ([*deck, "JK"], Fault.WRONG_DECK, {"size": 37}),
        "empty": ([], Fault.WRONG_DECK, {"size": 37}),
        "unknown suit": (["AX", *deck[1:]], Fault.UNKNOWN_CARD, {"number": 1}),
        "a card of the finale": ([*deck[:4], "6C", *deck[5:]], Fault.UNKNOWN_CARD, {"number": 5}),
        "a card of another game": ([*deck[:36], "R1"], Fault.UNKNOWN_CARD, {"number": 37}),
        "small letters": (["ac", *deck[1:]], Fault.UNKNOWN_CARD, {"number": 1}),
        "with a space": (["AC ", *deck[1:]], Fault.UNKNOWN_CARD, {"number": 1}),
        "one for ace": (["1C", *deck[1:]], Fault.UNKNOWN_CARD, {"number": 1}),
        "half a pair": (["\ud83d", *deck[1:]], Fault.UNKNOWN_CARD, {"number": 1}),
    }


@pytest.mark.parametrize("kind", decks())
def test_a_deck_that_is_not_the_full_deck_is_refused(command: Command, kind: str) -> None:
    deck, expected, facts = decks()[kind]
    bad = fault(changed(deck=deck))
    assert (bad.fault, bad.facts) == (expected, facts)
    for lang in LANGUAGES:
        assert command.refused(command.file(changed(deck=deck)), lang)


@pytest.mark.parametrize(
    ("key", "values", "expected"),
    [
        ("format", ["senpai", "Senpai-Record", " senpai-record"], Fault.NOT_A_RECORD),
        ("version", [0, 2, 1.0, "1"], Fault.WRONG_VERSION),
        ("game", ["chess", "Nova", "", "nova\x1b[2J"], Fault.UNKNOWN_GAME),
        ("first", [3, -1, 1.0, "0", True, False], Fault.WRONG_FIRST),
        ("players", [["Anna"], list("abcdef"), "Anna, Ben", {"0": "Anna", "1": "Ben"}], Fault.WRONG_PLAYERS),
        ("options", [{"jokers": 3}, {"jokers": "1"}, {"jokers": 1.0}, {"gentle": 1}], Fault.WRONG_OPTION),
    ],
)
def test_what_is_out_of_range_is_refused(
    command: Command, key: str, values: list[object], expected: Fault
) -> None:
    for value in values:
        assert fault(changed(**{key: value})).fault is expected
        for lang in LANGUAGES:
            assert command.refused(command.file(changed(**{key: value})), lang)


NAMES = {
    "empty": "",
    "blank": " \u00a0\t"[:2],
    "tab": "An\tna",
    "newline": "An\nna",
    "escape code": "\x1b[31mAnna",
    "control sequence": "An\x9b2Jna",
    "bell": "Anna\x07",
    "right to left": "An\u202ena",
    "line separator": "An\u2028na",
    "paragraph separator": "An\u2029na",
    "next line": "An\x85na",
    "half a pair": "An\ud800na",
    "private": "An\ue000na",
    "too long": "a" * (LONGEST_NAME + 1),
    "endless": "a" * 1_000_000,
}


@pytest.mark.parametrize("kind", NAMES)
def test_a_name_that_cannot_be_spoken_and_printed_is_refused(command: Command, kind: str) -> None:
    text = changed(players=["Anna", NAMES[kind], "Carla"])
    assert fault(text).facts == {"number": 2}
    assert command.refused(command.file(text)) == "The name of player 2 cannot be used."
    assert " 2 " in command.refused(command.file(text), "de")


def test_a_long_name_in_any_script_is_taken() -> None:
    for name in ("a" * LONGEST_NAME, "Jürgen-Øyvind", "李雷", "Зоя", "Anna 2"):
        assert read(changed(players=[name, "Ben", "Carla"])).players[0] == name


def test_options_that_are_not_known_are_ignored() -> None:
    options = {**GOOD["options"], "turbo": "x" * 100, "rainbow": 7}
    assert final(read(changed(options=options))) == final(read(TEXT))


# Actions against the rules


ILLEGAL: dict[str, tuple[Written, Fault]] = {
    "out of turn": ({"seat": 1, "do": "play", "card": 2}, Fault.ILLEGAL_ACTION),
    "no such seat": ({"seat": 3, "do": "play", "card": 2}, Fault.ILLEGAL_ACTION),
    "negative seat": ({"seat": -1, "do": "arrange", "order": [11, 8, 5, 2]}, Fault.ILLEGAL_ACTION),
    "bool for a seat": ({"seat": False, "do": "play", "card": 1}, Fault.WRONG_ACTION),
    "float for a seat": ({"seat": 0.0, "do": "play", "card": 1}, Fault.WRONG_ACTION),
    "card of another hand": ({"seat": 0, "do": "play", "card": 2}, Fault.ILLEGAL_ACTION),
    "card in the stock": ({"seat": 0, "do": "discard", "card": 30}, Fault.ILLEGAL_ACTION),
    "card out of the deck": ({"seat": 0, "do": "discard", "card": 10**20}, Fault.ILLEGAL_ACTION),
    "bool for a card": ({"seat": 0, "do": "play", "card": True}, Fault.WRONG_ACTION),
    "row without joker": ({"seat": 0, "do": "row", "suit": "C"}, Fault.ILLEGAL_ACTION),
    "hint without clue": ({"seat": 0, "do": "hint", "to": 1}, Fault.WRONG_ACTION),
    "hint with two clues": ({"seat": 0, "do": "hint", "to": 1, "suit": "C", "rank": 1}, Fault.WRONG_ACTION),
    "hint at oneself": ({"seat": 0, "do": "hint", "to": 0, "rank": 1}, Fault.ILLEGAL_ACTION),
    "hint to nobody": ({"seat": 0, "do": "hint", "to": -1, "rank": 1}, Fault.ILLEGAL_ACTION),
    "escape code for a suit": (
        {"seat": 0, "do": "hint", "to": 1, "suit": "\x1b[2J\ud800\n" * 999},
        Fault.ILLEGAL_ACTION,
    ),
    "number for a suit": ({"seat": 0, "do": "hint", "to": 1, "suit": 1}, Fault.WRONG_ACTION),
    "word for a rank": ({"seat": 0, "do": "hint", "to": 1, "rank": "1"}, Fault.WRONG_ACTION),
    "order of another hand": ({"seat": 0, "do": "arrange", "order": [9, 6, 5, 2]}, Fault.ILLEGAL_ACTION),
    "order with words": ({"seat": 0, "do": "arrange", "order": ["1"]}, Fault.WRONG_ACTION),
    "unknown deed": ({"seat": 0, "do": "\x1b]0;pwned\x07"}, Fault.WRONG_ACTION),
    "no deed": ({}, Fault.WRONG_ACTION),
}


@pytest.mark.parametrize("way", [(), ("--json",), ("--hear", "1")], ids=["aloud", "json", "hear"])
@pytest.mark.parametrize("kind", ILLEGAL)
def test_the_first_wrong_action_is_named_by_its_number(
    command: Command, kind: str, way: tuple[str, ...]
) -> None:
    action, expected = ILLEGAL[kind]
    text = changed(actions=[*GOOD["actions"], action, {"seat": "x"}])
    bad = fault(text)
    assert (bad.fault, bad.facts["number"]) == (expected, 7)
    assert command.refused(command.file(text), way=way).startswith("Action 7 is not")
    assert command.refused(command.file(text), "de", way=way).startswith("Aktion 7 ist nicht")


def test_an_illegal_action_is_named_even_if_a_later_one_cannot_be_read_at_all(command: Command) -> None:
    out_of_turn, unreadable = {"seat": 1, "do": "play", "card": 2}, {"do": 7}
    said = command.refused(command.file(changed(actions=[out_of_turn, unreadable])))
    assert said.startswith("Action 1 is not allowed: It is Carla's turn.")
    said = command.refused(command.file(changed(actions=[unreadable, out_of_turn])))
    assert said == "Action 1 is not written as an action."


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("after", [[], [{"do": 7}]], ids=["at the end", "before one that is none"])
def test_a_saved_game_with_a_foul_in_it_is_set_aside_with_the_reason(
    command: Command, own_home: Path, lang: str, after: list[Written]
) -> None:
    (own_home / "games").mkdir(parents=True)
    saved = own_home / "games" / "nova.json"
    saved.write_text(changed(actions=[{"seat": 1, "do": "play", "card": 2}, *after]), "utf-8")
    status = main(["resume", "--lang", lang, "--voice", "none", "--plain"])
    out, err = command.capsys.readouterr()
    assert status == 2
    assert {"en": "is not allowed: It is Carla's turn.", "de": "nicht erlaubt: Carla ist dran."}[lang] in out
    assert len(err.splitlines()) == 1
    assert not saved.exists()


# What is kept


def test_whatever_stands_in_unknown_keys_survives_saving(tmp_path: Path) -> None:
    deep: object = "bottom"
    for _ in range(DEEPEST):
        deep = [deep]
    extra = {"half": "\ud800", "\udfff": 1, "big": 10**4000, "small": 5e-324, "deep": deep, "": {"": None}}
    record = read(changed(**extra))
    path = tmp_path / "game.json"
    store(record, path)
    assert load(path).extra == {**extra, "note": GOOD["note"]}
    assert fault(changed(deep=[deep])).fault is Fault.NOT_JSON


def test_a_record_can_be_written_from_deep_within_calls() -> None:
    deep: object = None
    for _ in range(DEEPEST):
        deep = {"": deep}
    record = read(changed(deep=deep))

    def written(calls: int) -> str:
        return written(calls - 1) if calls else write(record)

    assert json.loads(written(500))["deep"] == deep


# The command


def test_json_prints_one_line_a_file_in_order(command: Command) -> None:
    files = [command.file(changed(actions=GOOD["actions"][:n]), f"{n}.json") for n in (5, 0, 6, 3)]
    status, out, err = command.run("--json", *files, files[0])
    assert (status, err) == (0, "")
    states = [json.loads(line) for line in out.splitlines()]
    assert [state["turn"] for state in states] == [2, 2, 0, 0, 2]
    assert [len(state["discards"]) for state in states] == [0, 0, 1, 0, 0]
    keys = "game over reason won score max_score rows hints lives turn pile discards hands".split()
    assert all(list(state) == keys for state in states)


@pytest.mark.parametrize("bad_at", range(3))
@pytest.mark.parametrize("way", [(), ("--json",)], ids=["aloud", "json"])
def test_one_bad_file_among_good_ones_leaves_nothing_printed(
    command: Command, bad_at: int, way: tuple[str, ...]
) -> None:
    files = [command.file(TEXT, f"{number}.json") for number in range(3)]
    files[bad_at].write_text("{", "utf-8")
    status, out, err = command.run(*way, *files)
    assert (status, out) == (2, "")
    assert err == f"{bad_at}.json: This is no JSON: reading stopped at line 1, column 2.\n"


def heard(command: Command, who: str, lang: str = "en") -> str:
    status, out, err = command.run("--hear", who, "--lang", lang, command.file(TEXT))
    assert (status, err) == (0, "")
    for line in out.splitlines():
        assert {"action", "step", "event", "speech", "braille", "print", "cue"} <= json.loads(line).keys()
    return out


@pytest.mark.parametrize("lang", LANGUAGES)
def test_hear_takes_a_seat_number_a_name_or_table(command: Command, lang: str) -> None:
    names: list[str] = GOOD["players"]
    heard_at = [heard(command, str(seat), lang) for seat in range(3)]
    assert heard_at == [heard(command, name, lang) for name in names]
    assert len({*heard_at, heard(command, "table", lang)}) == 4, "everybody hears something of their own"
    actions = [json.loads(line)["action"] for line in heard_at[0].splitlines()]
    assert actions == sorted(actions)
    assert {*actions} == {*range(len(GOOD["actions"]) + 1)}


def test_hear_takes_a_number_for_a_seat_whatever_the_players_are_called(command: Command) -> None:
    numbered = command.file(changed(players=["1", "0", "table"]), "numbered.json")
    deal = json.loads(command.run("--hear", "0", numbered)[1].splitlines()[0])
    assert "with 0 and table" in deal["speech"], "the others' names are heard at seat 0"
    hands = [command.run("--hear", str(seat), numbered)[1] for seat in range(3)]
    assert command.run("--hear", "table", numbered)[1] not in hands


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    "who", ["3", "-1", "Zoe", "", "00000", "1.0", "²", "\x1b[31m", "x" * 10_000, "Anna "]
)
def test_a_seat_that_nobody_sits_at_is_refused(command: Command, who: str, lang: str) -> None:
    status, out, err = command.run(f"--hear={who}", "--lang", lang, command.file(TEXT))
    assert (status, out) == (2, "")
    assert len(err.splitlines()) == 1
    assert err.endswith(".\n")
    assert err[:-1].isprintable()
    assert len(err) < 200


SENPAI = [sys.executable, "-m", "access", "replay"]


@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
def test_the_command_refuses_in_a_process_of_its_own_too(tmp_path: Path, encoding: str) -> None:
    good_file, bad_file = tmp_path / "good.json", tmp_path / "bäd\x1b[31m.json"
    good_file.write_text(TEXT, "utf-8")
    bad_file.write_bytes(b"\xff" * 100)
    environment = {**os.environ, "PYTHONIOENCODING": encoding}
    for arguments in (["--json", good_file, bad_file], ["--lang", "de", bad_file], [good_file, tmp_path]):
        done = subprocess.run(
            [*SENPAI, *arguments], cwd=ROOT, env=environment, capture_output=True, timeout=60, check=False
        )
        assert (done.returncode, done.stdout) == (2, b"")
        assert done.stderr.count(b"\n") == 1
        assert done.stderr.rstrip().endswith(b".")
        assert b"\x1b" not in done.stderr


def test_the_command_reads_a_record_in_a_process_of_its_own_too(tmp_path: Path) -> None:
    path = tmp_path / "good.json"
    path.write_text(TEXT, "utf-8")
    done = subprocess.run(
        [*SENPAI, "--json", path], cwd=ROOT, capture_output=True, timeout=60, check=False, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout) == final(read(TEXT))


# Anything at all


scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5)
json_values = st.recursive(
    scalars | st.sampled_from(GOOD["deck"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
PLACES = [*places(GOOD)]


@settings(max_examples=200, deadline=None, derandomize=True, database=None)
@given(st.lists(st.tuples(st.sampled_from(PLACES), json_values), min_size=1, max_size=4))
def test_random_changes_raise_nothing_but_bad_record(changes: list[tuple[tuple[Any, ...], object]]) -> None:
    record: Any = copy.deepcopy(GOOD)
    for path, value in changes:
        try:
            at(record, path[:-1])[path[-1]] = value
        except (KeyError, IndexError, TypeError):
            continue  # an earlier change took that place away
    refused_or_played(json.dumps(record))


@settings(max_examples=200, deadline=None, derandomize=True, database=None)
@given(st.integers(0, len(TEXT)), st.integers(0, 20), st.text(max_size=10))
def test_random_text_in_a_record_raises_nothing_but_bad_record(start: int, length: int, text: str) -> None:
    refused_or_played(TEXT[:start] + text + TEXT[start + length :])


def refused_or_played(text: str) -> None:
    """Check that a text is refused, or makes a game that can be written down and read again."""
    try:
        record = read(text)
        state = final(record)
    except BadRecord:
        return
    assert final(read(write(record))) == state
    write(record).encode("utf-8")
