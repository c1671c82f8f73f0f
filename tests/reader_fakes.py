"""Stand-ins for accessible-output2's output classes, in the shape of version 0.17, with all their failings.

Here: a desk with screen readers that run or not, and what each was told. Not here: tests.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest

PACKAGE = "accessible_output2.outputs"
SILENT = ("nvda", "zdsr", "pc_talker", "dolphin", "window_eyes", "voiceover")
"""Classes that can be silenced; JAWS' cannot."""
BRAILLE = ("nvda", "jaws")
"""Classes with a `braille` of their own; the base class' one returns False."""
MODULES = (*SILENT, "jaws")


class Desk:
    """What runs, what goes wrong, and what was heard."""

    def __init__(self, *running: str) -> None:
        self.running = set(running)
        self.spoken: list[tuple[str, str]] = []
        """Reader and text, in order."""
        self.brailled: list[tuple[str, str]] = []
        self.silenced: list[str] = []
        self.asked: list[str] = []
        """Which readers were asked whether they run."""
        self.made: list[str] = []
        self.trouble: dict[tuple[str, str], Callable[[], object]] = {}
        """By module and method, what happens instead: its result is returned. The constructor is "new"."""
        self.threads: set[int] = set()

    @property
    def texts(self) -> list[str]:
        return [text for _, text in self.spoken]

    def install(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Be the library for the rest of a test."""
        for name in MODULES:
            module: Any = ModuleType(f"{PACKAGE}.{name}")
            module.output_class = self._class(name)
            monkeypatch.setitem(sys.modules, module.__name__, module)

    def act(self, name: str, method: str, usual: Callable[[], object]) -> Any:
        self.threads.add(threading.get_ident())
        return self.trouble.get((name, method), usual)()

    def _class(self, name: str) -> type:
        desk = self

        class Output:
            def __init__(self) -> None:
                desk.act(name, "new", lambda: desk.made.append(name))

            def is_active(self) -> Any:
                desk.asked.append(name)
                return desk.act(name, "is_active", lambda: name in desk.running)

            def speak(self, text: str, interrupt: bool = False) -> None:
                if interrupt and name not in SILENT:
                    desk.act(name, "silence", lambda: desk.silenced.append(name))
                    return
                assert not interrupt
                desk.act(name, "speak", lambda: desk.spoken.append((name, text)))

            def braille(self, text: str, **options: object) -> Any:
                if name not in BRAILLE:
                    return False
                return desk.act(name, "braille", lambda: desk.brailled.append((name, text)))

        if name in SILENT:

            def silence(self: Output) -> None:
                desk.act(name, "silence", lambda: desk.silenced.append(name))

            Output.silence = silence  # type: ignore[attr-defined]  # some of the library's classes have none
        return Output


def raising(error: BaseException) -> Callable[[], object]:
    def fail() -> object:
        raise error

    return fail
