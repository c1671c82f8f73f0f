"""Collects the messages of the program for translators: `python scripts/catalogue.py extract|update|check`.

What is written depends on nothing but the messages (sorted, no line numbers, no dates), so that a diff
shows what a person changed. English is the language of the messages themselves and has no catalogue.
Not here: making .mo files (see `hatch_build`).
"""

from __future__ import annotations

import argparse
import string
import sys
from collections.abc import Iterable, Iterator
from io import BytesIO
from pathlib import Path

import environment

try:
    from babel.messages.catalog import Catalog, Message
    from babel.messages.extract import extract_from_dir
    from babel.messages.pofile import read_po, write_po
except ModuleNotFoundError:
    # Started with a bare Python: the developers' environment has what is needed.
    if __name__ != "__main__" or sys.prefix == environment.VENV:
        raise
    sys.exit(environment.again_inside(__file__, sys.argv[1:]))

ROOT = Path(environment.ROOT)
LANGUAGES = ("de",)
SOURCES = ("access", "speech")
TEMPLATE = Path("locales", "senpai.pot")

KEYWORDS = {
    "gettext": None,
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
}

TEMPLATE_COMMENT = "# The messages of Senpai. Written by scripts/catalogue.py; translate in the .po files.\n"
CATALOGUE_COMMENT = (
    "# Senpai in another language. Edit the msgstr lines; scripts/catalogue.py merges the rest.\n"
)
HEADER = """\
msgid ""
msgstr ""
"Project-Id-Version: senpai-games\\n"
"Language: {language}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: {plurals}\\n"

"""


def catalogue_path(root: Path, language: str) -> Path:
    """Return where the catalogue of a language lies."""
    return root / "locales" / language / "LC_MESSAGES" / "senpai.po"


def collected(root: Path) -> Catalog:
    """Return all messages of access/ and speech/ with the notes that stand above them."""
    template = Catalog(domain="senpai", charset="utf-8")
    for folder in SOURCES:
        found = extract_from_dir(
            root / folder, [("**.py", "python")], keywords=KEYWORDS, comment_tags=("Translators:",)
        )
        for file, line, message, comments, context in found:
            note = [" ".join(comments)] if comments else []
            place = [(f"{folder}/{Path(file).as_posix()}", line)]
            template.add(message, None, place, auto_comments=note, context=context)
    return template


def written(catalogue: Catalog, comment: str) -> bytes:
    """Return a catalogue as a .po or .pot file's bytes; only of what it says, not of when it was made."""
    language = str(catalogue.locale or "")
    plurals = catalogue.plural_forms if language else "nplurals=INTEGER; plural=EXPRESSION;"
    body = BytesIO()
    write_po(
        body,
        catalogue,
        width=100,
        omit_header=True,
        sort_output=True,
        ignore_obsolete=True,
        include_lineno=False,
    )
    head = comment + HEADER.format(language=language, plurals=plurals)
    return head.encode() + body.getvalue()


def extract(root: Path) -> int:
    """Write the template and return how many messages it has."""
    template = collected(root)
    (root / TEMPLATE).write_bytes(written(template, TEMPLATE_COMMENT))
    return len(template)


def update(root: Path) -> Iterator[tuple[str, Message]]:
    """Merge the messages of the code into every catalogue; yield the translations that lost their message.

    New messages come in untranslated, never with a guess; a translator's own comments at the head stay.
    """
    for language in LANGUAGES:
        path = catalogue_path(root, language)
        catalogue, comment = _read(path, language), _comment_of(path)
        catalogue.update(collected(root), no_fuzzy_matching=True)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(written(catalogue, comment))
        yield from ((language, message) for message in catalogue.obsolete.values() if _filled(message))


def _read(path: Path, language: str) -> Catalog:
    if not path.exists():
        return Catalog(locale=language, domain="senpai", charset="utf-8")
    with path.open("rb") as source:
        return read_po(source, locale=language, domain="senpai", abort_invalid=True)


def _comment_of(path: Path) -> str:
    """Return the comment lines at the head of a catalogue: names and notes of those who translate it."""
    lines = path.read_text("utf-8").splitlines(keepends=True) if path.exists() else []
    head = lines[: next((number for number, line in enumerate(lines) if not line.startswith("# ")), 0)]
    return "".join(head) or CATALOGUE_COMMENT


def check(root: Path) -> Iterator[str]:
    """Yield a line for everything that keeps the catalogues from being complete and up to date."""
    template = collected(root)
    pot = root / TEMPLATE
    if not pot.exists() or pot.read_bytes() != written(template, TEMPLATE_COMMENT):
        yield f"{TEMPLATE.as_posix()}: not as the code has it; run extract."
    for language in LANGUAGES:
        catalogue = _read(catalogue_path(root, language), language)
        for wanted in _messages(template):
            found = catalogue.get(wanted.id, wanted.context)
            yield from (f"{language}: {why}: {_name(wanted)}" for why in _faults(wanted, found))
        known = {_key(message) for message in _messages(template)}
        for message in [*_messages(catalogue), *catalogue.obsolete.values()]:
            if _key(message) not in known:
                yield f"{language}: not in the code any more: {_name(message)}"


def _faults(wanted: Message, found: Message | None) -> Iterator[str]:
    if found is None:
        yield "missing, run update"
    elif not _filled(found):
        yield "not translated"
    elif found.fuzzy:
        yield "marked as fuzzy"
    elif isinstance(found.id, str) != isinstance(wanted.id, str):
        yield "plural forms differ, run update"
    else:
        offered = {name for text in _texts(wanted.id) for name in _placeholders(text)}
        used = {name for text in _texts(found.string) for name in _placeholders(text)}
        yield from (f"unknown placeholder {name}" for name in sorted(used - offered))


def _messages(catalogue: Catalog) -> Iterator[Message]:
    return (message for message in catalogue if message.id)


def _key(message: Message) -> tuple[str, str]:
    return message.context or "", _texts(message.id)[0]


def _name(message: Message) -> str:
    context, text = _key(message)
    return (f"{context}: {text}" if context else text).replace("\n", "\\n")


def _texts(texts: str | Iterable[str] | None) -> list[str]:
    """Return singular and plural forms alike as a list; babel has a bare string for the former."""
    return [texts or ""] if texts is None or isinstance(texts, str) else list(texts)


def _filled(message: Message) -> bool:
    return all(_texts(message.string))


def _placeholders(text: str) -> set[str]:
    """Return the names in braces, without attributes: a translator may ask for another case of a card."""
    try:
        names = [name for _, name, _, _ in string.Formatter().parse(text) if name is not None]
    except ValueError:
        return {"(unbalanced braces)"}
    return {name.replace("[", ".").partition(".")[0] for name in names}


def main() -> int:
    """Do what the command line says; return 1 if `check` found anything."""
    say = environment.pick
    parser = argparse.ArgumentParser(
        description=say(
            "Collects the messages of the program and merges them into the catalogues.",
            "Sammelt die Texte des Programms und führt sie in die Kataloge ein.",
        )
    )
    orders = parser.add_subparsers(dest="order", required=True)
    orders.add_parser("extract", help=say("write locales/senpai.pot", "schreibt locales/senpai.pot"))
    orders.add_parser(
        "update", help=say("extract, then merge into each .po", "extract, dann in jede .po einfügen")
    )
    orders.add_parser("check", help=say("say what is missing", "sagt, was fehlt"))
    return _obey(parser.parse_args().order)


def _obey(order: str) -> int:
    say = environment.pick
    if order == "check":
        faults = list(check(ROOT))
        print(
            "\n".join(faults)
            if faults
            else say("The catalogues are complete.", "Die Kataloge sind vollständig.")
        )
        return 1 if faults else 0
    count = extract(ROOT)
    print(say(f"{count} messages are in {TEMPLATE}.", f"{count} Texte stehen in {TEMPLATE}."))
    if order == "update":
        for language, message in update(ROOT):
            gone = say("dropped, not in the code any more", "entfernt, nicht mehr im Programm")
            print(f"{language}: {gone}: {_name(message)} = {' | '.join(_texts(message.string))}")
        print(say("The catalogues are merged.", "Die Kataloge sind abgeglichen."))
    return 0


if __name__ == "__main__":
    sys.exit(environment.guarded(main))
