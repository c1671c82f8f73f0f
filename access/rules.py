"""The rules text of a game, by section, in one language. Not here: the words of a running game."""

from __future__ import annotations

from pathlib import Path

import locales


def sections(game: str, lang: str) -> list[tuple[str, str]]:
    """Return the titles and texts of the rules' sections; paragraphs are parted by newlines."""
    path = Path(locales.__file__).parent / lang / "rules" / f"{game}.txt"
    found: list[tuple[str, list[str]]] = []
    for line in path.read_text("utf-8").splitlines():
        if line.startswith("# "):
            found.append((line[2:].strip(), []))
        elif line.strip() and found:
            found[-1][1].append(line.strip())
    return [(title, "\n".join(lines)) for title, lines in found]
