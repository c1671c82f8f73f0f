"""A catalogue that marks what went through it, so that what is said without it is seen."""

from __future__ import annotations

import gettext


class Marking(gettext.NullTranslations):
    """Marks everything that went through the catalogue, so that what did not is seen."""

    def gettext(self, message: str) -> str:
        return f"⟦{message}⟧"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return f"⟦{super().ngettext(msgid1, msgid2, n)}⟧"

    def pgettext(self, context: str, message: str) -> str:
        return message if context == "braille letters" else f"⟦{message}⟧"


def unmarked(text: str) -> str:
    """Return what stands outside of all marks."""
    depth, outside = 0, []
    for char in text:
        depth += (char == "⟦") - (char == "⟧")
        outside.append(char if depth == 0 and char not in "⟦⟧" else "")
    return "".join(outside)
