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
    (("F12", "Alt+I"), "help"),
)
"""The names of the keys, the best known first, and the command each of them stands for."""
