"""Paper: pages of an exact size, files for embossers, large print, and `senpai print` as it is called."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from collections.abc import Sequence
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from access.arguments import Call
from access.main import main
from access.printing import paragraphs_of, transcript
from access.rules import sections
from engine import GAMES
from engine.record import Record, write
from engine.table import Seat
from speech import louis
from speech.cells import UNICODE_BRAILLE, cells_of
from speech.devices import liblouis
from speech.large_print import html
from speech.paper import (
    ASCII_BRAILLE,
    SIZES,
    Block,
    Cells,
    Print,
    Size,
    Style,
    brf,
    pages,
    pef,
    plain,
    size_called,
    wrap,
)
from speech.paper_cards import LABELS
from speech.paper_text import PaperText
from speech.words import LANGUAGES, Verbosity, Words
from tests.games import cut, random_game
from tests.test_louis import needs_liblouis
from tests.test_noninterference import disguised, other_pile, seats_of

PEF = "{http://www.daisy.org/ns/2008/pef}"
DC = "{http://purl.org/dc/elements/1.1/}"


def printed(tmp_path: Path, *arguments: str, name: str = "out.brf") -> bytes:
    """Return what `senpai print` writes into a file of that name."""
    path = tmp_path / name
    assert main(["print", *arguments, "--output", str(path)]) == 0
    return path.read_bytes()


def sheets_of(data: bytes) -> list[list[str]]:
    """Return the lines of a BRF file's pages."""
    text = data.decode("ascii")
    assert text.endswith("\r\n\f")
    sheets = []
    for sheet in text.removesuffix("\f").split("\f"):
        assert sheet.endswith("\r\n")
        lines = sheet.removesuffix("\r\n").split("\r\n")
        assert not any("\r" in line or "\n" in line for line in lines)
        sheets.append(lines)
    return sheets


def cells_in(line: str) -> list[int]:
    return [ASCII_BRAILLE.index(char) for char in line]


def read_back(data: bytes, table: str) -> str:
    """Return the text of a BRF file, read by liblouis, without the pages' numbers."""
    lines = [line.strip() for sheet in sheets_of(data) for line in sheet[:-1]]
    text = " ".join(louis.back(cells_in(line), table) for line in lines if line)
    return text.replace("’", "'")


def rules_text(game: str, lang: str) -> str:
    return " ".join(part for title, body in paragraphs_of(game, lang) for part in (title, *body))


def words_of(blocks: Sequence[Block]) -> str:
    return " ".join(block.text for block in blocks)


# -- lines and pages


@settings(max_examples=300, deadline=None)
@given(
    text=st.text(st.characters(exclude_categories=["C"]), max_size=300),
    width=st.integers(12, 60),
    first=st.integers(0, 4),
    rest=st.integers(0, 4),
)
def test_any_text_wraps_to_the_width_and_loses_no_word(text: str, width: int, first: int, rest: int) -> None:
    lines = wrap(text, width, first, rest, hyphen="\x00")
    assert all(len(line) <= width for line in lines)
    assert all(line.strip() and line == line.rstrip(" ") for line in lines)
    joined = ""
    for number, line in enumerate(lines):
        indent = first if number == 0 else rest
        assert line.startswith(" " * indent)
        joined += line[indent:].removesuffix("\x00") if line.endswith("\x00") else line[indent:] + " "
    assert joined.split() == text.split()
    # Nothing is broken that would have had room on a line.
    whole = {word for line in lines if not line.endswith("\x00") for word in line.split()}
    short = [word for word in text.split() if len(word) <= width - max(first, rest)]
    broken = any(line.endswith("\x00") for line in lines)
    assert broken or set(short) <= whole


@settings(max_examples=60, deadline=None)
@given(
    texts=st.lists(
        st.tuples(
            st.sampled_from([Style.HEADING, Style.PARAGRAPH, Style.ITEM]),
            st.text(st.characters(exclude_categories=["C"]), min_size=1, max_size=200),
        ),
        max_size=12,
    ),
    cells=st.integers(12, 50),
    lines=st.integers(4, 30),
)
def test_pages_of_any_text_have_the_exact_size(
    texts: list[tuple[Style, str]], cells: int, lines: int
) -> None:
    blocks = [Block(Style.TITLE, "All of it"), *(Block(style, text) for style, text in texts)]
    size = Size(cells, lines)
    script = Cells(lambda text: louis.letters(text, "de", 6).cells)
    for sheets in (pages(blocks, size, Print()), pages(blocks, size, script)):
        assert all(len(sheet) == lines for sheet in sheets)
        assert all(len(line) <= cells for sheet in sheets for line in sheet)
        assert all(sheet[0] for sheet in sheets)
        assert all(len(sheet[-1]) == cells for sheet in sheets)
    data = brf(pages(blocks, size, script))
    assert [len(sheet) for sheet in sheets_of(data)] == [lines] * len(sheets)


@pytest.mark.parametrize("size", [*SIZES.values(), Size(20, 4), Size(12, 5)])
@pytest.mark.parametrize("game", GAMES)
def test_no_heading_is_alone_at_the_foot_of_a_page_and_no_page_begins_empty(game: str, size: Size) -> None:
    titles = {title for title, _ in paragraphs_of(game, "en")}
    blocks = [
        Block(Style.HEADING if text in titles else Style.PARAGRAPH, text)
        for title, body in paragraphs_of(game, "en")
        for text in (title, *body)
    ]
    sheets = pages(blocks, size, Print())
    for sheet in sheets:
        assert sheet[0].strip()
        body = [line for line in sheet[:-1] if line]
        assert not body[-1].startswith("    "), body
    assert sum(line.startswith("    ") for sheet in sheets for line in sheet[:-1]) >= len(titles)


def test_a_heading_longer_than_a_page_is_printed_all_the_same() -> None:
    sheets = pages([Block(Style.HEADING, "word " * 40), Block(Style.PARAGRAPH, "End.")], Size(12, 4), Print())
    assert " ".join(line for sheet in sheets for line in sheet[:-1]).split() == ["word"] * 40 + ["End."]


def test_pages_are_numbered_in_braille_at_the_right_end_of_the_last_line() -> None:
    blocks = [Block(Style.ITEM, f"line {number}") for number in range(100)]
    script = Cells(lambda text: louis.letters(text, "en", 6).cells)
    sheets = pages(blocks, Size(20, 5), script)
    assert len(sheets) == 25
    assert [sheet[-1] for sheet in sheets[8:11]] == [" " * 18 + "⠼⠊", " " * 17 + "⠼⠁⠚", " " * 17 + "⠼⠁⠁"]


def test_a_page_without_anything_still_has_its_number() -> None:
    assert pages([], Size(12, 4), Print()) == [["", "", "", " " * 11 + "1"]]


def test_titles_stand_in_the_middle_and_paragraphs_from_the_third_cell() -> None:
    blocks = [
        Block(Style.TITLE, "Nova"),
        Block(Style.HEADING, "Cards"),
        Block(Style.PARAGRAPH, "one two three four five"),
        Block(Style.ITEM, "one two three four five"),
    ]
    (sheet,) = pages(blocks, Size(16, 9), Print())
    assert sheet == [
        "      Nova", "", "    Cards", "  one two three", "four five", "one two three", "  four five", "",
        " " * 15 + "1",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "size"),
    [("us", (40, 25)), ("canute", (40, 9)), ("32x20", (32, 20)), ("12X4", (12, 4)), ("120x120", (120, 120))]
    + [
        (name, None)
        for name in ("a4", "11x20", "40x3", "121x20", "x", "40x", "4²x20", "40x25x1", "-40x25", "")
    ],
)
def test_papers_have_names_or_measures(name: str, size: tuple[int, int] | None) -> None:
    assert size_called(name) == size


def test_braille_ascii_has_64_different_characters_and_is_that_of_liblouis() -> None:
    assert len(set(ASCII_BRAILLE)) == len(ASCII_BRAILLE) == 64
    assert all(0x20 <= ord(char) <= 0x5F for char in ASCII_BRAILLE)
    table = Path("/usr/share/liblouis/tables/en-us-brf.dis")
    if not table.exists():
        if os.environ.get("CI") == "true":
            pytest.fail("this machine should have liblouis-data")
        pytest.skip("liblouis-data is missing")
    rules = [line.split() for line in table.read_text("utf-8").splitlines() if line.startswith("display")]
    for _, char, dots, *_ in rules:
        cell = sum(1 << int(dot) - 1 for dot in dots if dot != "0")
        assert ASCII_BRAILLE[cell] == {r"\s": " ", r"\\": "\\"}.get(char, char)


def test_a_brf_file_refuses_eight_dots() -> None:
    with pytest.raises(ValueError, match="six dots"):
        brf([["⡀"]])


# -- the files of `senpai print`


@pytest.mark.parametrize("paper", [*SIZES, "32x20"])
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_page_and_line_is_exact(tmp_path: Path, game: str, lang: str, paper: str) -> None:
    size = size_called(paper)
    assert size is not None
    for kind in ("rules", "cards", "keys"):
        data = printed(tmp_path, kind, game, "--lang", lang, "--paper", paper)
        assert set(data.decode("ascii")) - set("\r\n\f") <= set(ASCII_BRAILLE)
        sheets = sheets_of(data)
        assert all(len(sheet) == size.lines for sheet in sheets)
        assert all(len(line) <= size.cells for sheet in sheets for line in sheet)
        assert not any(line.endswith(" ") for sheet in sheets for line in sheet)
        numbers = [louis.back(cells_in(sheet[-1]), "en-letters").strip() for sheet in sheets]
        assert numbers == [str(number) for number in range(1, len(sheets) + 1)]


@pytest.mark.parametrize("paper", ["us", "canute", "de-a4"])
@pytest.mark.parametrize("game", GAMES)
def test_the_rules_come_back_from_a_brf_file(tmp_path: Path, game: str, paper: str) -> None:
    """All of it: uncontracted, English with capitals; German and full German in small letters."""
    needs_liblouis()
    for table in ("en-basic", "de-basic", "de-full", "en-contracted"):
        lang = table[:2]
        data = printed(tmp_path, "rules", game, "--lang", lang, "--table", table, "--paper", paper)
        text = rules_text(game, lang)
        expected = text.lower() if lang == "de" else text
        found = read_back(data, table)
        if table == "en-contracted":  # liblouis reads this one word back wrongly
            expected = expected.replace("enough", "en")
        assert found.endswith(expected), table


@pytest.mark.parametrize("lang", LANGUAGES)
def test_contracted_braille_takes_less_paper(tmp_path: Path, lang: str) -> None:
    needs_liblouis()
    whole = printed(tmp_path, "rules", "hanabi", "--lang", lang)
    short = printed(tmp_path, "rules", "hanabi", "--lang", lang, "--table", "contracted")
    assert len(sheets_of(short)) < len(sheets_of(whole))


def test_german_readers_may_name_their_braille_in_german(tmp_path: Path) -> None:
    given = [printed(tmp_path, "rules", "push", "--lang", "de", "--table", name) for name in
             ("Kurzschrift", "de-contracted", "contracted")]  # fmt: skip
    assert given[0] == given[1] == given[2]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_without_liblouis_the_uncontracted_rules_are_the_same(
    tmp_path: Path, lang: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    needs_liblouis()
    for game in GAMES:
        whole = printed(tmp_path, "rules", game, "--lang", lang)
        capsys.readouterr()
        with monkeypatch.context() as patch:
            patch.setattr(liblouis, "load", lambda: None)
            louis.forget()
            assert printed(tmp_path, "rules", game, "--lang", lang, "--table", "contracted") == whole
        louis.forget()
        said = capsys.readouterr().err
        assert said.count("liblouis") == said.count("\n") == 1


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_pef_file_is_valid_and_holds_the_same_cells_as_the_brf_file(
    tmp_path: Path, game: str, lang: str
) -> None:
    """As its schema wants it: namespace, version, format, identifier, sizes, rows of Unicode braille only."""
    for kind in ("rules", "cards", "keys"):
        root = ElementTree.fromstring(printed(tmp_path, kind, game, "--lang", lang, name="out.pef"))
        assert (root.tag, root.attrib) == (f"{PEF}pef", {"version": "2008-1"})
        assert [child.tag for child in root] == [f"{PEF}head", f"{PEF}body"]
        meta = root.find(f"{PEF}head/{PEF}meta")
        assert meta is not None
        facts = {child.tag.removeprefix(DC): child.text or "" for child in meta}
        assert facts["format"] == "application/x-pef+xml"
        assert facts["language"] == lang
        assert all(facts[name] for name in ("identifier", "title"))
        (volume,) = root.findall(f"{PEF}body/{PEF}volume")
        assert volume.attrib == {"cols": "40", "rows": "25", "rowgap": "0", "duplex": "false"}
        sheets = [[row.text or "" for row in page] for page in volume.findall(f"{PEF}section/{PEF}page")]
        assert all("\u2800" <= char <= "\u28ff" for sheet in sheets for row in sheet for char in row)
        assert all(len(sheet) == 25 for sheet in sheets)
        assert all(len(row) <= 40 for sheet in sheets for row in sheet)
        same = sheets_of(printed(tmp_path, kind, game, "--lang", lang))
        assert [[[ord(char) - UNICODE_BRAILLE for char in row] for row in sheet] for sheet in sheets] == [
            [cells_in(line) for line in sheet] for sheet in same
        ]


def test_a_pef_file_of_eight_dots_has_a_gap_between_its_rows(tmp_path: Path) -> None:
    data = printed(tmp_path, "rules", "nova", "--table", "comp8", name="out.pef")
    assert b'rowgap="1"' in data
    assert "⡝⠕⠧⠁".encode() in data


def test_a_title_with_special_characters_does_not_break_a_pef_file() -> None:
    root = ElementTree.fromstring(pef([["⠁"]], Size(12, 4), "A & B <x>", "en", "a&b"))
    assert root.findtext(f"{PEF}head/{PEF}meta/{DC}title") == "A & B <x>"


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_text_file_is_the_same_in_print(tmp_path: Path, game: str, lang: str) -> None:
    text = printed(tmp_path, "rules", game, "--lang", lang, name="out.txt").decode()
    sheets = [sheet.removesuffix("\n").split("\n") for sheet in text.removesuffix("\f").split("\f")]
    assert all(len(sheet) == 25 and max(map(len, sheet)) <= 40 for sheet in sheets)
    assert (
        " ".join(" ".join(sheet[:-1]) for sheet in sheets).split()[-200:]
        == rules_text(game, lang).split()[-200:]
    )
    assert plain([["Ä", ""], ["b"]]) == "Ä\n\n\fb\n\f".encode()


class Reader(HTMLParser):
    """Reads a page of large print: its open elements, attributes and words."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.style = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" in self.open:
            self.style += data
        elif "main" in self.open:
            self.words += data.split()


def read(data: bytes) -> Reader:
    reader = Reader()
    reader.feed(data.decode())
    reader.close()
    assert reader.open == []
    return reader


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_large_print_has_headings_its_language_and_all_words(tmp_path: Path, game: str, lang: str) -> None:
    for kind in ("rules", "cards", "keys"):
        reader = read(printed(tmp_path, kind, game, "--lang", lang, name="out.html"))
        tags = [tag for tag, _ in reader.seen]
        assert ("html", {"lang": lang}) in reader.seen
        assert tags.count("h1") == tags.count("title") == tags.count("main") == 1
        assert tags.count("h2") >= 2
        assert not {"img", "script", "link", "font", "em", "i"} & set(tags)
        if kind == "rules":
            assert tags.count("h2") == len(sections(game, lang))
            assert " ".join(reader.words).endswith(rules_text(game, lang))


def test_large_print_is_18_points_or_more_black_on_white_and_breaks_no_card() -> None:
    style = read(html([Block(Style.TITLE, "A & B <b>")], "en")).style
    assert "font-size: 150%" in style  # of 16 pixels: 24 pixels, which are 18 points
    assert "font-size: 18pt" in style.partition("@media print")[2]
    sizes = [float(part.partition("rem")[0]) for part in style.split("font-size: ")[1:] if "rem" in part[:6]]
    assert sizes
    assert min(sizes) >= 1
    assert "background: #fff; color: #000" in style
    assert "break-after: avoid" in style
    colours = {part[:3] for part in style.split("#")[1:]}
    assert colours == {"fff", "000"}
    assert "italic" not in style


def test_large_print_shows_special_characters_as_they_are() -> None:
    reader = read(html([Block(Style.TITLE, "A & B"), Block(Style.ITEM, "x < <b>y</b>")], "de"))
    assert reader.words == ["A", "&", "B", "x", "<", "<b>y</b>"]


# -- labels


DECKS = {"nova": 36, "hanabi": 50, "push": 33, "gnav": 42}


@pytest.mark.parametrize("names", ["own", "norwegian"])
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_deck_has_a_label_for_every_card_and_none_for_two(game: str, lang: str, names: str) -> None:
    options = GAMES[game].defaults
    labels = LABELS[game](Words(lang), options, "norwegian" if names == "norwegian" else "own")
    assert len(labels) == DECKS[game]
    different = set(labels)
    for part in ("code", "cells", "name"):
        assert len({getattr(label, part) for label in different}) == len(different), part
    assert all(0 <= cell <= 0x3F for label in labels for cell in label.cells)
    assert all(len(label.cells) <= 6 for label in labels)


def test_labels_are_the_codes_of_the_braille_line() -> None:
    for lang in LANGUAGES:
        for game in ("nova", "hanabi"):
            for label in LABELS[game](Words(lang), GAMES[game].defaults, "own"):
                assert len(label.cells) == 2
                assert list(label.cells) == cells_of(label.code, lang)


def test_labels_of_the_games_as_they_are_felt() -> None:
    def felt(game: str, lang: str, place: int, names: str = "own") -> tuple[str, str]:
        labels = LABELS[game](
            Words(lang), GAMES[game].defaults, "norwegian" if names == "norwegian" else "own"
        )
        return labels[place].code, "".join(chr(UNICODE_BRAILLE + cell) for cell in labels[place].cells)

    assert felt("hanabi", "en", 0) == ("r1", "⠗⠂")
    assert felt("hanabi", "de", 0) == ("r1", "⠗⠡")
    assert felt("nova", "de", 0) == ("xa", "⠭⠁")
    assert felt("nova", "en", 2) == ("c2", "⠉⠆")
    assert felt("push", "en", 0) == ("c3", "⠉⠒")
    assert felt("push", "en", 12) == ("d2 15", "⠙⠆⠀⠼⠁⠑")
    assert felt("gnav", "de", 0) == ("na", "⠝⠁")
    assert felt("gnav", "en", 0) == ("fo", "⠋⠕")
    assert felt("gnav", "en", -1) == ("cu", "⠉⠥")
    assert felt("gnav", "en", -1, "norwegian") == ("gj", "⠛⠚")
    assert felt("gnav", "en", 6) == ("0", "⠼⠚")
    assert felt("gnav", "de", 30) == ("12", "⠼⠁⠃")


def test_every_label_is_on_paper_twice_and_once_in_the_legend(tmp_path: Path) -> None:
    text = printed(tmp_path, "cards", "hanabi", "--option", "rainbow", name="out.txt").decode()
    codes = text.split()
    for suit in "rygbwm":
        for rank, copies in zip("12345", (3, 2, 2, 2, 1), strict=True):
            assert codes.count(suit + rank) == 2 * copies + 1
    norwegian = printed(tmp_path, "cards", "gnav", "--cards", "norwegian", name="out.txt").decode()
    assert "gj Gjøk" in norwegian


# -- transcripts


def said_to(record: Record, path: Path, seat: Seat | None, lang: str, verbosity: Verbosity) -> list[bytes]:
    """Return a transcript of a game in every format."""
    path.write_text(write(record), "utf-8")
    who = "table" if seat is None else str(seat)
    call = Call("print", ["transcript", str(path)], lang=lang, verbosity=verbosity, hear=who)
    blocks = transcript(path, call, PaperText(Words(lang)))
    script = Cells(lambda text: louis.translate(text, f"{lang}-basic").cells)
    sheets = pages(blocks, SIZES["us"], script)
    return [brf(sheets), plain(pages(blocks, SIZES["us"], Print())), html(blocks, lang)]


@pytest.mark.parametrize("game", ["nova", "hanabi"])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_hidden_cards_make_no_difference_to_a_transcript(tmp_path: Path, game: str, lang: str) -> None:
    """The keystone for paper: a seat's own hand and the stock differ, what it is told does not."""
    differing = 0
    for number in range(12):
        chance = random.Random(number)
        record = random_game(number, game=game)
        record = cut(record, chance.randint(0, len(record.actions)))
        seat = seats_of(record)[number % (len(record.players) + 1)]
        other = disguised(record, seat, chance)
        differing += other.head != record.head
        verbosity = list(Verbosity)[number % 3]
        here = said_to(record, tmp_path / "game.json", seat, lang, verbosity)
        assert here == said_to(other, tmp_path / "game.json", seat, lang, verbosity)
    assert differing > 6


def test_the_unturned_pile_of_push_makes_no_difference_to_a_transcript(tmp_path: Path) -> None:
    whole, chance, differing = random_game(11, players=3, game="push"), random.Random(11), 0
    for length in range(0, len(whole.actions) + 1, 6):
        record = cut(whole, length)
        other = other_pile(record, chance)
        differing += other.head != record.head
        for lang in LANGUAGES:
            seat = seats_of(record)[length % 4]
            here = said_to(record, tmp_path / "game.json", seat, lang, Verbosity.NORMAL)
            assert here == said_to(other, tmp_path / "game.json", seat, lang, Verbosity.NORMAL)
    assert differing > 5


def test_the_cards_of_others_at_gnav_make_no_difference_to_a_transcript(tmp_path: Path) -> None:
    """Before the first action all cards are hidden but one's own, and the fools, which are announced."""
    for number in range(6):
        record = cut(random_game(number, game="gnav", players=4), 0)
        dealer = record.head["dealer"]
        assert isinstance(dealer, int)
        first = list(record.head["deals"][0])  # type: ignore[index]  # a list of lists of codes
        own = 3  # the dealer is dealt the last of four cards
        if first[own] == "fool":
            continue
        hidden = [place for place in range(len(first)) if place != own and first[place] != "fool"]
        cards = [first[place] for place in hidden]
        random.Random(number).shuffle(cards)
        for place, card in zip(hidden, cards, strict=True):
            first[place] = card
        other = _with_first_deal(record, first)
        mine = next(place for place in hidden if first[place] != first[own])
        first[mine], first[own] = first[own], first[mine]
        changed = _with_first_deal(record, first)
        assert other.head != record.head
        for lang in LANGUAGES:
            here, there, elsewhere = (
                said_to(game, tmp_path / "game.json", dealer, lang, Verbosity.NORMAL)
                for game in (record, other, changed)
            )
            assert here == there
            assert here != elsewhere  # one's own card does make a difference


def _with_first_deal(record: Record, first: Sequence[str]) -> Record:
    deals = [list(first), *record.head["deals"][1:]]  # type: ignore[index]  # a list of lists of codes
    return Record(record.game, record.players, record.options, {**record.head, "deals": deals}, [], {})


def test_a_transcript_does_differ_by_what_a_seat_may_know(tmp_path: Path) -> None:
    """Without this the law could hold because nothing is told."""
    record = random_game(4, game="nova", players=3)
    told = [said_to(record, tmp_path / "a.json", seat, "en", Verbosity.NORMAL)[1] for seat in (0, 1, None)]
    assert len(set(told)) == 3


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_transcript_of_every_game_comes_on_paper(tmp_path: Path, game: str, lang: str) -> None:
    path = tmp_path / "game.json"
    record = random_game(5, game=game)
    path.write_text(write(record), "utf-8")
    for name in ("out.brf", "out.pef", "out.txt", "out.html"):
        assert printed(tmp_path, "transcript", str(path), "--lang", lang, name=name)
    sheets = sheets_of(printed(tmp_path, "transcript", str(path), "--hear", "1", "--lang", lang))
    assert all(len(sheet) == 25 and max(map(len, sheet)) <= 40 for sheet in sheets)


# -- as a person calls it


REFUSED = [
    (["print"], "rules, cards, keys or transcript"),
    (["print", "poster"], "nothing called poster"),
    (["print", "rules"], "Name a game: gnav, hanabi, nova or push."),
    (["print", "rules", "chess"], "no game called chess"),
    (["print", "rules", "nova", "push"], "push is one too many"),
    (["print", "rules", "nova", "--paper", "a4"], "There is no paper called a4. Say us, uk,"),
    (["print", "rules", "nova", "--paper", "11x20"], "at least 12x4"),
    (["print", "rules", "nova", "--format", "doc"], "brf, pef, txt or html"),
    (["print", "rules", "nova", "--table", "grade9"], "Say basic, contracted, comp8 or letters."),
    (["print", "rules", "nova", "--table", "full"], "Say basic, contracted, comp8 or letters."),
    (["print", "rules", "nova", "--table", "comp8"], "Say --format pef"),
    (["print", "rules", "nova", "--output"], "--output"),
    (["print", "rules", "nova", "--output", "/no/such/folder/a.brf"], "it is not there"),
    (["print", "cards", "nova", "--option", "rainbow"], "jokers=2"),
    (["print", "transcript"], "Name a file."),
    (["print", "transcript", "/no/such/game.json"], "game.json: The file cannot be read"),
]


@pytest.mark.parametrize(("arguments", "said"), REFUSED)
def test_a_call_that_cannot_be_done_is_refused_with_what_would_do(
    arguments: list[str], said: str, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    assert main(arguments) == 2
    out, err = capsysbinary.readouterr()
    assert out == b""
    assert err.count(b"\n") == 1
    assert said in err.decode()


def test_a_broken_record_is_refused_as_in_a_replay(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.json"
    path.write_text("{}", "utf-8")
    assert main(["replay", str(path)]) == 2
    replayed = capsys.readouterr()
    assert main(["print", "transcript", str(path), "--output", str(tmp_path / "out.brf")]) == 2
    assert capsys.readouterr() == replayed
    assert not (tmp_path / "out.brf").exists()


def test_the_record_itself_is_not_overwritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.json"
    path.write_text(write(random_game(1)), "utf-8")
    before = path.read_bytes()
    assert (
        main(["print", "transcript", str(path), "--output", f"{tmp_path}/../{tmp_path.name}/game.json"]) == 2
    )
    assert path.read_bytes() == before
    assert "would be lost" in capsys.readouterr().err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no device that is always full")
def test_a_full_disk_is_told_in_one_sentence_and_leaves_nothing_behind() -> None:
    for extra, target in (["--output", "/dev/full"], "/dev/null"), ([], "/dev/full"):
        with open(target, "wb") as out:
            done = subprocess.run(
                [sys.executable, "-m", "access", "print", "rules", "nova", *extra],
                stdout=out,
                stderr=subprocess.PIPE,
                timeout=30,
                check=False,
            )
        assert done.returncode == 2
        assert done.stderr.decode().endswith("the disk is full.\n")
        assert done.stderr.count(b"\n") == 1


def test_a_write_that_fails_half_way_leaves_the_old_file_and_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "nova.brf"
    path.write_bytes(b"old")

    def full(self: Path, data: bytes) -> int:
        with open(self, "wb") as file:
            file.write(data[:100])
        raise OSError(28, "no space")

    monkeypatch.setattr(Path, "write_bytes", full)
    assert main(["print", "rules", "nova", "--output", str(path)]) == 2
    assert [child.name for child in tmp_path.iterdir() if child.is_file()] == ["nova.brf"]
    assert path.read_bytes() == b"old"
    assert "the disk is full" in capsys.readouterr().err


def test_pages_go_to_standard_output_as_they_are(
    capsysbinary: pytest.CaptureFixture[bytes], tmp_path: Path
) -> None:
    assert main(["print", "rules", "push"]) == 0
    out, err = capsysbinary.readouterr()
    assert (out, err) == (printed(tmp_path, "rules", "push"), b"")


def test_the_ending_of_the_file_chooses_the_format(tmp_path: Path) -> None:
    assert printed(tmp_path, "keys", "nova", name="keys.PEF").startswith(b"<?xml")
    assert printed(tmp_path, "keys", "nova", name="keys.htm").startswith(b"<!DOCTYPE html>")
    assert printed(tmp_path, "keys", "nova", name="keys").endswith(b"\r\n\f")
    assert printed(tmp_path, "keys", "nova", "--format", "txt", name="keys.brf").endswith(b"\n\f")


def test_braille_code_is_not_written_to_a_terminal_but_text_is(
    capsysbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert main(["print", "rules", "nova"]) == 2
    out, err = capsysbinary.readouterr()
    assert out == b""
    assert b"--output rules-nova.brf, or say --format txt." in err
    assert main(["print", "rules", "nova", "--format", "txt"]) == 0
    out, err = capsysbinary.readouterr()
    assert b"\f" not in out
    assert b"Rules of Nova" in out


def test_what_was_written_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "nova.brf"
    assert main(["print", "rules", "nova", "--output", str(path), "--paper", "canute"]) == 0
    pages_written = len(sheets_of(path.read_bytes()))
    assert capsys.readouterr().out == f"{path} is written: {pages_written} pages of 9 lines with 40 cells.\n"


def test_odd_names_of_players_come_on_paper(tmp_path: Path) -> None:
    """Whatever a name may hold, no page is too wide and no character unknown to BRF."""
    record = random_game(2, game="nova", players=3)
    names = ("Zoë ¹²½ ☃", "李小龍 😀", "x" * 60)
    odd = Record(record.game, names, record.options, record.head, record.actions, {})
    path = tmp_path / "game.json"
    path.write_text(write(odd), "utf-8")
    for table in ("basic", "contracted", "letters"):
        for lang in LANGUAGES:
            data = printed(
                tmp_path, "transcript", str(path), "--lang", lang, "--table", table, "--paper", "20x10"
            )
            assert all(len(sheet) == 10 and max(map(len, sheet)) <= 20 for sheet in sheets_of(data))
