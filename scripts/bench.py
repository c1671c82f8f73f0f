"""Runs the benchmarks in tests/benchmarks one after the other, each beside something known in the same run.

`python3 scripts/bench.py [NAME ...]`: all of them, or those whose file name holds one of the names.
Not here: pass or fail; a person reads the figures.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import environment

ROOT = Path(environment.ROOT)


def main(names: list[str]) -> int:
    """Return 0 when every benchmark ran to its end."""
    failed = 0
    for path in sorted((ROOT / "tests" / "benchmarks").glob("bench_*.py")):
        if names and not any(name in path.stem for name in names):
            continue
        print(f"{path.stem}:", flush=True)
        failed |= subprocess.run([sys.executable, str(path)], cwd=ROOT, check=False).returncode
    return 1 if failed else 0


if __name__ == "__main__":
    if sys.prefix != environment.VENV:
        sys.exit(environment.again_inside(__file__, sys.argv[1:]))
    sys.exit(main(sys.argv[1:]))
