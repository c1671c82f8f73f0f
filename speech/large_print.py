"""Large print: a document as one HTML page, for reading on a screen and for printing. Not here: braille.

18 points and more, black on white, nothing told by colour or slant, headings as headings.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from .paper import Block, Label, Style

_LOOK = """\
:root { color-scheme: light; font-size: 150%; }
body { margin: 1rem auto; padding: 0 1rem; max-width: 40rem; background: #fff; color: #000;
  font: 1rem/1.5 Verdana, "DejaVu Sans", Arial, sans-serif; overflow-wrap: break-word; }
h1 { font-size: 1.6rem; line-height: 1.25; }
h2 { font-size: 1.3rem; line-height: 1.25; margin: 2rem 0 0.5rem; }
h1, h2 { break-after: avoid; break-inside: avoid; }
p, li { margin: 0 0 0.75rem; orphans: 3; widows: 3; }
ul { margin: 0; padding: 0; list-style: none; }
.cards { display: flex; flex-wrap: wrap; gap: 0.5rem; }
.cards li { min-width: 7rem; margin: 0; padding: 0.5rem; border: 0.125rem solid #000; break-inside: avoid; }
.code { display: block; font-size: 2rem; font-weight: bold; line-height: 1.25; }
@page { margin: 2cm; }
@media print {
  :root { font-size: 18pt; }
  body { margin: 0; padding: 0; max-width: none; }
}
"""


def html(blocks: Sequence[Block], lang: str) -> bytes:
    """Return a whole HTML page in UTF-8; its title is the first block of that style."""
    title = next((block.text for block in blocks if block.style is Style.TITLE), "Senpai")
    made = [
        "<!DOCTYPE html>",
        f'<html lang="{escape(lang)}">',
        '<head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(title)}</title>",
        f"<style>\n{_LOOK}</style></head>",
        "<body><main>",
        *_elements(blocks),
        "</main></body></html>",
        "",
    ]
    return "\n".join(made).encode()


def _elements(blocks: Sequence[Block]) -> Iterator[str]:
    items = False
    for block in blocks:
        if (block.style is Style.ITEM) != items:
            items = not items
            yield '<ul role="list">' if items else "</ul>"
        text = escape(block.text)
        match block.style:
            case Style.TITLE:
                yield f"<h1>{text}</h1>"
            case Style.HEADING:
                yield f"<h2>{text}</h2>"
            case Style.PARAGRAPH:
                yield f"<p>{text}</p>"
            case Style.ITEM:
                codes = "".join(f"<strong>{escape(label.code)}</strong> " for label in block.labels)
                yield f"<li>{codes}{text}</li>"
            case Style.LABELS:
                yield '<ul role="list" class="cards">'
                yield from map(_card, block.labels)
                yield "</ul>"
    if items:
        yield "</ul>"


def _card(label: Label) -> str:
    return f'<li><span class="code">{escape(label.code)}</span> {escape(label.name)}</li>'
