"""How long from exec to the greeting and to the first key taken, beside `python3 -c pass` in the same run.

Run it: python tests/benchmarks/bench_start.py [rounds]. Aim: greeting under 200 ms, first key under 400 ms.
"""

from __future__ import annotations

import os
import pty
import statistics
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
GREETING, PROMPT = b"Welcome", b"> "


class Child:
    """A command on a pseudo terminal, timed from exec."""

    def __init__(self, arguments: list[str], home: str) -> None:
        environment = {**os.environ, "TERM": "xterm", "SENPAI_HOME": home, "PYTHONPATH": str(ROOT)}
        self.began = time.perf_counter()
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            os.execve(sys.executable, [sys.executable, *arguments], environment)
        self.seen = b""

    def until(self, wanted: bytes) -> float:
        """Return the milliseconds from exec until `wanted` stood on the terminal."""
        while wanted not in self.seen:
            self.seen += os.read(self.terminal, 65536)
        return (time.perf_counter() - self.began) * 1000

    def type(self, keys: bytes) -> None:
        self.seen = b""
        os.write(self.terminal, keys)

    def ended(self) -> float:
        """Return the milliseconds from exec to the end of the program."""
        try:
            while os.read(self.terminal, 65536):
                pass
        except OSError:
            pass
        os.waitpid(self.pid, 0)
        os.close(self.terminal)
        return (time.perf_counter() - self.began) * 1000


def bare(home: str) -> tuple[float, ...]:
    return (Child(["-c", "pass"], home).ended(),)


def senpai(voice: str, home: str) -> tuple[float, ...]:
    """Return when the greeting was printed, the prompt was there and the first key was taken."""
    child = Child(["-P", "-m", "access", "play", "nova", "--lang", "en", "--voice", voice], home)
    greeting, prompt = child.until(GREETING), child.until(PROMPT)
    child.type(b"q")
    key = child.until(b"q")
    child.type(b"uit\r")
    child.ended()
    return greeting, prompt, key


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 9
    with tempfile.TemporaryDirectory() as home:
        runs: dict[str, list[tuple[float, ...]]] = {"bare": [], "none": [], "own": []}
        for _ in range(rounds):
            runs["bare"].append(bare(home))
            runs["none"].append(senpai("none", home))
            runs["own"].append(senpai("own", home))
    base = statistics.median(time for (time,) in runs["bare"])
    print(f"python3 -c pass: {base:.0f} ms.")
    for voice in ("none", "own"):
        for what, times in zip(
            ("greeting", "prompt", "first key"), zip(*runs[voice], strict=True), strict=True
        ):
            median = statistics.median(times)
            least, ratio = min(times), median / base
            print(
                f"{what}, voice {voice}: {median:.0f} ms median, {least:.0f} least, {ratio:.1f} times bare."
            )


if __name__ == "__main__":
    main()
