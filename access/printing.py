"""`senpai print`: rules, card labels, keys and transcripts on paper: braille, letters or large print.

A transcript is what a seat, or a bystander, is given when the game is played again at a table, so nothing is
in it that the rules hide from that seat. Not here: how pages are made (see `speech.paper`), and the words
(see `speech.paper_text`).
"""

from __future__ import annotations

import asyncio
import hashlib
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import locales
from engine import GAMES
from speech import louis
from speech.gnav_cards import CardNames
from speech.outputs import Printed
from speech.paper import SIZES, Block, Cells, Print, Size, Style, brf, pages, pef, plain, size_called
from speech.paper_cards import LABELS
from speech.paper_text import PaperText
from speech.words import Words

from .arguments import Call
from .keys import KEYS
from .kits import commands_of
from .play import game_called, new_record
from .printable import abandon, printable_line
from .replay import Refusal, checked, heard, seat_called

FORMATS = ("brf", "pef", "txt", "html")
KINDS = ("rules", "cards", "keys", "transcript")
GERMAN_TABLES = {"basisschrift": "de-basic", "vollschrift": "de-full", "kurzschrift": "de-contracted"}
"""What German readers call their braille codes."""


class Document(NamedTuple):
    """What is to be printed, and a word for it in file names."""

    name: str
    blocks: Sequence[Block]


def print_out(call: Call, show: Callable[[str], None], warn: Callable[[str], None]) -> None:
    """Print what the call wants to its file or to standard output. Raises BadCall, Refusal.

    `show` says what was written, `warn` that contractions are missing.
    """
    text = PaperText(Words(call.lang))
    kind = call.format or _by_ending(call.output) or "brf"
    size, table = _size(call, text), _table(call, text, kind)
    document = _document(call, text)
    braille = kind in ("brf", "pef")
    terminal = call.output is None and sys.stdout is not None and sys.stdout.isatty()
    if terminal and kind != "txt":
        raise Refusal(text.not_here(document.name))
    fault = louis.fault(table) if braille else None
    if fault is not None:
        warn(text.letters(fault))
    script = Cells(lambda said: louis.translate(said, table).cells) if braille else Print()
    sheets = pages(document.blocks, size, script) if kind != "html" else []
    data = _file(kind, sheets, size, document, call.lang, table)
    if call.output is None:
        _give_out(data.replace(b"\n\f", b"\n") if terminal else data, text)
        return
    _write(Path(call.output), data, call, text)
    file = printable_line(call.output)
    written = text.written(file, len(sheets), *size) if kind != "html" else text.written_large(file)
    show(written)


# -- what the call means


def _by_ending(output: str | None) -> str | None:
    """Return the format that the name of a file asks for."""
    ending = Path(output or "").suffix.lower().removeprefix(".")
    return {"htm": "html"}.get(ending, ending if ending in FORMATS else None)


def _size(call: Call, text: PaperText) -> Size:
    size = size_called(call.paper)
    if size is None:
        raise Refusal(text.no_paper(call.paper, tuple(SIZES)))
    return size


def _table(call: Call, text: PaperText, kind: str) -> str:
    """Return the name of the table in `louis.TABLES`; without a language it is that of the text."""
    named = (call.table or "basic").lower()
    named = GERMAN_TABLES.get(named, named)
    table = next((name for name in (named, f"{call.lang}-{named}") if name in louis.TABLES), None)
    if table is None:
        short = [name.removeprefix(f"{call.lang}-") for name in louis.TABLES if name.startswith(call.lang)]
        raise Refusal(text.no_table(named, short))
    if kind == "brf" and louis.TABLES[table].dots == 8:
        raise Refusal(text.eight_dots(table))
    return table


def _document(call: Call, text: PaperText) -> Document:
    if not call.words:
        raise Refusal(text.what(KINDS))
    kind, *words = call.words
    if kind not in KINDS:
        raise Refusal(text.unknown(kind, KINDS))
    if len(words) > 1:
        raise Refusal(text.too_much(words[1]))
    if kind == "transcript":
        if not words:
            raise Refusal(text.no_file())
        return Document("transcript", transcript(Path(words[0]), call, text))
    if not words:
        raise Refusal(text.no_game(kind, tuple(GAMES)))
    game = game_called(words[0]).name
    make = {"rules": _rules, "cards": _cards, "keys": _keys}[kind]
    return Document(f"{kind}-{game}", make(game, call, text))


# -- documents


def _rules(game: str, call: Call, text: PaperText) -> list[Block]:
    blocks = [Block(Style.TITLE, text.rules(_name(game, text)))]
    for title, paragraphs in paragraphs_of(game, call.lang):
        blocks.append(Block(Style.HEADING, title))
        blocks += [Block(Style.PARAGRAPH, paragraph) for paragraph in paragraphs]
    return blocks


def paragraphs_of(game: str, lang: str) -> list[tuple[str, list[str]]]:
    """Return the sections of a game's rules: their titles, and their paragraphs, parted by empty lines."""
    path = Path(locales.__file__).parent / lang / "rules" / f"{game}.txt"
    sections: list[tuple[str, list[str]]] = []
    for part in path.read_text("utf-8").split("\n\n"):
        lines = [line.strip() for line in part.splitlines() if line.strip()]
        if lines and lines[0].startswith("# "):
            sections.append((lines.pop(0)[2:], []))
        if lines and sections:
            sections[-1][1].append(" ".join(lines))
    return sections


def _cards(game: str, call: Call, text: PaperText) -> list[Block]:
    names: CardNames = "norwegian" if call.cards == "norwegian" else "own"
    options = new_record(call, GAMES[game]).options
    labels = LABELS[game](text.words, options, names)
    return [
        Block(Style.TITLE, text.cards(_name(game, text))),
        Block(Style.PARAGRAPH, text.twice()),
        Block(Style.HEADING, text.labels()),
        Block(Style.LABELS, labels=tuple(label for label in labels for _ in range(2))),
        Block(Style.HEADING, text.legend()),
        *(Block(Style.ITEM, label.name, (label,)) for label in dict.fromkeys(labels)),
    ]


def _keys(game: str, call: Call, text: PaperText) -> list[Block]:
    commands = commands_of(game)
    help_of = {word: commands.find(word)[0].help(text.words) for _, word in KEYS}
    return [
        Block(Style.TITLE, text.keys(_name(game, text))),
        Block(Style.HEADING, text.keyboard()),
        *(Block(Style.ITEM, text.key(names, help_of[word])) for names, word in KEYS),
        Block(Style.HEADING, text.typed()),
        *(Block(Style.ITEM, command.help(text.words)) for command in commands.commands),
    ]


def transcript(path: Path, call: Call, text: PaperText) -> list[Block]:
    """Return all that was said to one listener in a game: `call.hear`, else a bystander.

    Raises BadCall, and Refusal where the file holds no game.
    """
    record, _ = checked([path], call.lang)[0]
    seat = seat_called(call.hear or "table", record.players)
    printed: list[str] = []
    asyncio.run(heard(record, seat, call.lang, call.verbosity, Printed(printed.append), call.cards))
    return [
        Block(Style.TITLE, text.transcript(_name(record.game.name, text))),
        Block(Style.PARAGRAPH, text.players(record.players)),
        Block(Style.PARAGRAPH, text.heard_by(None if seat is None else record.players[seat])),
        *(Block(Style.ITEM, line) for lines in printed for line in lines.split("\n") if line),
    ]


def _name(game: str, text: PaperText) -> str:
    return text.words.game(game)


# -- files


def _file(
    kind: str, sheets: Sequence[Sequence[str]], size: Size, document: Document, lang: str, table: str
) -> bytes:
    match kind:
        case "brf":
            return brf(sheets)
        case "pef":
            title, print_digest = document.blocks[0].text, hashlib.sha256(repr((sheets, size)).encode())
            name = f"senpai-{document.name}-{table}-{print_digest.hexdigest()[:16]}"
            return pef(sheets, size, title, lang, name)
        case "txt":
            return plain(sheets)
        case _:
            from speech.large_print import html

            return html(document.blocks, lang)


def _give_out(data: bytes, text: PaperText) -> None:
    """Write bytes to standard output as they are. Raises BrokenPipeError, Refusal."""
    if sys.stdout is None:
        return
    try:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        abandon()
        raise Refusal(text.not_given_out(error.errno or 0)) from None


def _write(path: Path, data: bytes, call: Call, text: PaperText) -> None:
    """Write a file whole or not at all; a device is written to as it is. Raises Refusal."""
    shown = printable_line(str(path))
    if call.words[0] == "transcript" and _same(path, Path(call.words[1])):
        raise Refusal(text.own_file(shown))
    beside = path.with_name(f".{os.getpid()}-{path.name}") if path.name else path
    try:
        if path.is_dir() or (path.exists() and not path.is_file()):
            path.write_bytes(data)
            return
        try:
            beside.write_bytes(data)
            os.replace(beside, path.resolve())
        except BaseException:
            with suppress(OSError):
                beside.unlink()
            raise
    except OSError as error:
        raise Refusal(text.not_written(shown, error.errno or 0)) from None


def _same(one: Path, other: Path) -> bool:
    with suppress(OSError):
        return one.samefile(other)
    return False
