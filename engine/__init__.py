"""Rules, records and computer players. Imports nothing but the standard library and itself."""

from __future__ import annotations

from collections.abc import Mapping

from .fireworks import HANABI, NOVA
from .push import PUSH
from .table import AnyGame

GAMES: Mapping[str, AnyGame] = {game.name: game for game in (HANABI, NOVA, PUSH)}
"""Every game that can be played, by the name used in records and on the command line."""
