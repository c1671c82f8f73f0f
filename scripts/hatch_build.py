"""Turns the catalogues that translators write (.po) into those that the program reads (.mo).

The build calls the hook, so every wheel and every editable install has its .mo files, and none lies in
the repository. Run as a script, or called by tests, it does the same for the folder it stands in.
Not here: collecting and merging messages (see `catalogue`).
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


def catalogues(root: Path) -> list[Path]:
    """Return every `locales/<language>/LC_MESSAGES/senpai.po` under `root`, sorted."""
    return sorted(root.glob("locales/*/LC_MESSAGES/senpai.po"))


def compile_catalogues(root: Path, *, always: bool = False) -> list[Path]:
    """Write a .mo beside each .po of `root` that is newer, or beside each if `always`; return those written.

    Raises babel's PoFileError, naming the line, for a .po that cannot be read.
    """
    written = []
    for po in catalogues(root):
        mo = po.with_suffix(".mo")
        if always or not mo.exists() or mo.stat().st_mtime_ns < po.stat().st_mtime_ns:
            _compile(po, mo)
            written.append(mo)
    return written


def _compile(po: Path, mo: Path) -> None:
    language = po.parent.parent.name
    with po.open("rb") as source:
        catalogue = read_po(source, locale=language, domain="senpai", abort_invalid=True)
    # Written whole or not at all: a program that starts meanwhile must not read half a catalogue.
    half = mo.with_suffix(".mo.half")
    with half.open("wb") as target:
        write_mo(target, catalogue)
    half.replace(mo)


class CatalogueHook(BuildHookInterface[Any]):
    """The hook that pyproject.toml names; `artifacts` there takes the git-ignored .mo files along."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile all catalogues, whatever their dates: an unpacked archive may have any."""
        compile_catalogues(Path(self.root), always=True)


if __name__ == "__main__":
    compile_catalogues(Path(__file__).resolve().parent.parent)
