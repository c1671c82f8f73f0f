"""How long from exec to the line editor's prompt, beside a bare Python, and what a key costs in bytes.

Run it: python tests/benchmarks/bench_line.py [rounds]. Medians are printed as plain lines.
"""

from __future__ import annotations

import fcntl
import os
import pty
import select
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DRIVER = f"""
import sys
sys.path.insert(0, {str(ROOT)!r})
sys.stdout.write("Welcome.\\n")
sys.stdout.flush()
import asyncio
from access.line import LineFrontEnd

class Nobody:
    done = False
    async def ready(self): pass
    async def typed(self, line): self.done = True
    async def key(self, word): pass
    async def tab(self, text): return text
    def silence(self): pass
    async def interrupted(self, *, typing): pass
    async def left(self): self.done = True

asyncio.run(LineFrontEnd().run(Nobody()))
"""
TYPED = "play red 3"


class Run:
    """One driver on a pseudo terminal, timed from exec."""

    def __init__(self, driver: str) -> None:
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.begin = time.perf_counter()
        self.process = subprocess.Popen(
            [sys.executable, driver], stdin=slave, stdout=slave, env=environment(), start_new_session=True
        )
        os.close(slave)

    def until(self, end: bytes) -> float:
        """Return the milliseconds from exec until `end` was seen."""
        seen = b""
        while end not in seen:
            seen += os.read(self.master, 65536)
        return (time.perf_counter() - self.begin) * 1000

    def bytes_of(self, key: str) -> int:
        """Return how many bytes come back for one key."""
        os.write(self.master, key.encode())
        count = 0
        while select.select([self.master], [], [], 0.1 if count else 10)[0]:
            count += len(os.read(self.master, 65536))
        return count

    def close(self) -> None:
        os.write(self.master, b"\r")
        self.process.wait()
        os.close(self.master)


def environment() -> dict[str, str]:
    """Return a terminal's environment; compiled modules are kept, as in an installed program."""
    return {**os.environ, "TERM": "xterm", "PYTHONDONTWRITEBYTECODE": ""}


def bare() -> float:
    begin = time.perf_counter()
    subprocess.run([sys.executable, "-c", "pass"], check=True, env=environment())
    return (time.perf_counter() - begin) * 1000


def main(rounds: int) -> None:
    times: dict[str, list[float]] = {"python3 -c pass": [], "first line": [], "prompt": []}
    sizes: list[int] = []
    with tempfile.TemporaryDirectory() as folder:
        driver = Path(folder, "driver.py")
        driver.write_text(DRIVER)
        for number in range(rounds + 1):  # The first round fills the caches and is not counted.
            values = [bare()]
            run = Run(str(driver))
            values += [run.until(b"Welcome."), run.until(b"> ")]
            if number == rounds:
                time.sleep(0.2)
                sizes = [run.bytes_of(key) for key in TYPED]
            run.close()
            if number:
                for row, value in zip(times.values(), values, strict=True):
                    row.append(value)
    for name, row in times.items():
        report(f"{name}: {statistics.median(row):.0f} ms, least {min(row):.0f} ms, {len(row)} runs.")
    report(f"Bytes a key for {TYPED!r}: median {statistics.median(sizes):.0f}, most {max(sizes)}.")


def report(line: str) -> None:
    sys.stdout.write(line + "\n")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 15)
