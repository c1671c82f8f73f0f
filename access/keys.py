"""Which key asks for which command; docs and help are made from it. Not here: a terminal (see `line`)."""

from __future__ import annotations

KEYS: tuple[tuple[tuple[str, ...], str], ...] = (
    (("F2", "Alt+R"), "repeat"),
    (("F3", "Alt+P"), "previous"),
    (("F4", "Alt+N"), "next"),
    (("F5", "Alt+S"), "status"),
    (("F6", "Alt+H"), "hand"),
    (("F7", "Alt+Z"), "spell"),
    (("F8", "Alt+X", "Ctrl+G"), "stop"),
    (("F9", "Alt+O"), "table"),
    (("F10", "Alt+M"), "pause"),
    (("F12", "Alt+I"), "help"),
    (("Alt+K",), "faster"),
    (("Alt+J",), "slower"),
    (("Alt+G", "Alt+Up"), "louder"),
    (("Alt+V", "Alt+Down"), "quieter"),
)
"""The names of the keys, the best known first, and the command each of them stands for.

Terminals keep F1 and F11 for themselves and some F10, Alt with arrows, or Alt with a letter, so nothing is
to be had by a key alone; Alt with other letters moves and deletes words in what is typed.
"""
SILENCING = frozenset({"stop", "pause"})
"""The commands whose keys silence the voice at once, whatever is still being answered."""
