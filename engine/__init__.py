"""Rules, records and computer players. Imports nothing but the standard library and itself."""

from __future__ import annotations

from .registry import Registry
from .table import AnyGame

GAMES: Registry[AnyGame] = Registry(
    {
        "gnav": "engine.gnav:GNAV",
        "hanabi": "engine.fireworks:HANABI",
        "nova": "engine.fireworks:NOVA",
        "push": "engine.push:PUSH",
    }
)
"""Every game that can be played, by the name used in records and on the command line."""
