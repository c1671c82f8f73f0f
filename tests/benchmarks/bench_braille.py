"""How long from a write to the cells on the display: our device, beside bare calls of BrlAPI in the same run.

Run it: python tests/benchmarks/bench_braille.py [rounds]. Both go through the real BRLTTY to the simulated
Handy Tech at 20, 40 and 80 cells, one after the other. Medians and 95th percentiles are printed as plain
lines, in milliseconds.
"""

from __future__ import annotations

import ctypes
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from speech.devices.brlapi import BrlapiDisplay, State
from speech.devices.brlapi_library import Connection, load
from tests.brltty_rig import Brltty, missing
from tests.sound_rig import wait_until

ROUNDS = 80
PAUSE = 0.08
"""Seconds between writes; BRLTTY holds one back until a serial line would be through with the last."""


class Bare:
    """BrlAPI by nothing but its own calls: connect, take the terminal, writeDots."""

    def __init__(self, host: str) -> None:
        self.lib = load()
        self.connection = Connection(self.lib, host)  # only to have the types of connecting written once
        self.connection.open()
        self.connection.take(())
        self.lib.brlapi__writeDots.argtypes = [ctypes.c_void_p, ctypes.c_char_p]

    def write(self, cells: bytes) -> None:
        self.lib.brlapi__writeDots(self.connection._handle, cells)


def measure(brltty: Brltty, write: Callable[[bytes], None], rounds: int) -> tuple[list[float], list[float]]:
    """Return for each round the milliseconds until the display had it, and those of the call."""
    shown, called = [], []
    for number in range(rounds):
        cells = bytes((number + at) % 255 + 1 for at in range(brltty.display.columns))
        begin = time.perf_counter()
        write(cells)
        called.append((time.perf_counter() - begin) * 1000)
        if not brltty.display.wait(cells):
            raise RuntimeError("the display was not reached")
        shown.append((brltty.display.shown[-1][0] - begin) * 1000)
        time.sleep(PAUSE)
    return shown, called


def tell(name: str, times: list[float]) -> float:
    """Print a line of figures and return the median."""
    median = statistics.median(times)
    last = statistics.quantiles(times, n=20)[-1]
    print(f"  {name}: median {median:.2f} ms, 95 of 100 within {last:.2f} ms")
    return median


def one_width(columns: int, rounds: int) -> None:
    with Brltty(columns) as brltty:
        ours = BrlapiDisplay(lambda *_: None, brltty.host, path=())
        if not wait_until(lambda: ours.state is State.READY):
            raise RuntimeError("not connected")
        mine, calls = measure(brltty, lambda cells: ours.write(cells, ""), rounds)
        ours.close()
        bare = Bare(brltty.host)
        theirs, _ = measure(brltty, bare.write, rounds)
        bare.connection.close()
    print(f"{columns} cells, {rounds} writes each:")
    median = tell("our device", mine)
    print(f"  difference of the medians: {median - tell('bare BrlAPI', theirs):.2f} ms; aim: at most 2 ms")
    tell("our device, the call alone", calls)


def main() -> None:
    if lacking := missing():
        print(f"Left out, missing: {', '.join(lacking)}.")
        return
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS
    for columns in (20, 40, 80):
        one_width(columns, rounds)


if __name__ == "__main__":
    main()
