"""All that must hold before a change is handed in: style, layout, types, tests. For people and for CI.

`python3 scripts/check.py -k nova` hands `-k nova` on to pytest. Not here: what is checked how (see
pyproject.toml).
"""

from __future__ import annotations

import subprocess
import sys

import environment

AGAIN = ("--reruns", "2")
"""Terminals, sound and displays are used in real time, and a shared machine may stand still for a second: a
test that fails is tried twice more, and pytest tells which were."""
STEPS = (
    (("ruff", "check", "."), "Now ruff checks the style.", "Jetzt prüft ruff den Stil."),
    (("ruff", "format", "--check", "."), "Now ruff checks the layout.", "Jetzt prüft ruff das Satzbild."),
    (("mypy",), "Now mypy checks the types.", "Jetzt prüft mypy die Typen."),
    (
        ("pytest", *AGAIN, "-n", "4", "--dist", "worksteal", "-m", "not real_time"),
        "Now pytest runs the tests.",
        "Jetzt führt pytest die Tests aus.",
    ),
    (
        ("pytest", *AGAIN, "-n", "3", "--dist", "worksteal", "-m", "real_time"),
        "Now pytest runs the tests with sound, displays and servers, which want a machine that is not busy.",
        "Jetzt führt pytest die Tests mit Ton, Braillezeilen und Servern aus, die keinen Trubel vertragen.",
    ),
)
NOTHING_CHOSEN = 5
"""pytest's exit code when arguments such as `-k` leave no test in one of the two runs."""


def main() -> int:
    """Run the steps up to the first that fails; return its exit code, 0 if none does."""
    arguments = sys.argv[1:]
    if {"-h", "--help"} & set(arguments):
        print(usage())
        return 0
    environment.prepare(dev=True)
    for command, in_english, in_german in STEPS:
        environment.say(in_english, in_german)
        extra = arguments if command[0] == "pytest" else []
        code = subprocess.call([environment.PYTHON, "-m", *command, *extra], cwd=environment.ROOT)
        if code and not (code == NOTHING_CHOSEN and arguments):
            return code
    return 0


def usage() -> str:
    """Return what the script does, in the person's language."""
    return environment.pick(
        "Checks style, layout and types and runs the tests, in a private environment in .venv.\n"
        "It stops at the first step that fails. Further arguments go to pytest.",
        "Prüft Stil, Satzbild und Typen und führt die Tests aus, in einer eigenen Umgebung in .venv.\n"
        "Beim ersten Schritt, der scheitert, ist Schluss. Weitere Angaben gehen an pytest.",
    )


if __name__ == "__main__":
    sys.exit(environment.guarded(main))
