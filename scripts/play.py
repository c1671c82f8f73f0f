"""Starts Senpai from this folder: `python3 scripts/play.py play nova`; all arguments are Senpai's own.

The first start makes a private environment in .venv (see `environment`). Not here: the game.
"""

from __future__ import annotations

import sys

import environment


def main() -> int:
    """Start Senpai and return its exit code, 1 if it could not be installed, 130 if that was broken off."""
    environment.prepare(dev=False)
    return environment.hand_over(environment.SENPAI, sys.argv[1:])


if __name__ == "__main__":
    sys.exit(environment.guarded(main))
