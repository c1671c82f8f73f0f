"""Writes the key list of docs/braille.md from the tables in the code: `python scripts/braille_keys.py`.

Not here: the tables (see `speech.display_keys`, `speech.display_text`).
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "braille.md"
BEGIN, END = "<!-- keys -->\n", "<!-- end of keys -->\n"


def table() -> str:
    """Return the key list: what BRLTTY calls the command, and what it does."""
    from speech.display_keys import ALIKE, CELL_COMMANDS, COMMANDS, TYPED
    from speech.display_text import DisplayText
    from speech.words import Words

    rows = ["| BRLTTY's command | what it does |\n", "|---|---|\n"]
    for kind, sentence in DisplayText(Words("en")).keys().items():
        commands = []
        for same in (kind, *(other for other, alike in ALIKE.items() if alike is kind)):
            commands += [command.name for command in COMMANDS.get(same, ())]
            commands += [named[same].name for named in (CELL_COMMANDS, TYPED) if same in named]
        rows.append(f"| {', '.join(commands) or 'braille keyboard'} | {sentence} |\n")
    return "".join(rows)


def page(text: str) -> str:
    """Return the page's text with the key list as the code has it now."""
    before, rest = text.split(BEGIN)
    return before + BEGIN + table() + END + rest.split(END)[1]


def main() -> int:
    PAGE.write_text(page(PAGE.read_text("utf-8")), "utf-8")
    return 0


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    sys.exit(main())
