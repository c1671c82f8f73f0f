"""How long 200 random Nova records take in one `senpai replay --json`, beside `python3 -c pass`.

Run it: python tests/benchmarks/bench_replay.py. Aim: under 5 seconds.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from engine.record import write  # noqa: E402 - the path comes first
from tests.games import random_game  # noqa: E402

RECORDS = 200


def timed(*arguments: str) -> tuple[float, int]:
    """Return the seconds that a Python program took and how many lines it printed."""
    began = time.perf_counter()
    done = subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, capture_output=True, check=True, stdin=subprocess.DEVNULL
    )
    return time.perf_counter() - began, done.stdout.count(b"\n")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        paths, actions = [], 0
        for number in range(RECORDS):
            record = random_game(number)
            actions += len(record.actions)
            paths.append(Path(folder) / f"{number}.json")
            paths[-1].write_text(write(record), "utf-8")
        bare, _ = timed("-c", "pass")
        seconds, lines = timed("-P", "-c", COMMAND, *map(str, paths))
    print(f"python3 -c pass: {bare * 1000:.0f} ms.")
    print(
        f"{lines} records with {actions} actions replayed: {seconds:.2f} s, {seconds / bare:.0f} times bare."
    )


COMMAND = f"""
import sys
sys.path.insert(0, {str(ROOT)!r})
from access.main import main
sys.exit(main(["replay", "--json", *sys.argv[1:]]))
"""

if __name__ == "__main__":
    main()
