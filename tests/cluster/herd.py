"""Many processes that begin at once with nothing compiled: how often is it compiled? The figures of
docs/scaling.md:

    python -m tests.cluster.herd [--processes 8]

A minimal entry is requested by this many processes started at the same moment: first each with its
own empty cache, as without waiting; then all with a shared empty one; then with that one, now full.
The same holds for any entry (`altered_env/engine/machine_code.py`).
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]
PROGRAM = """
import sys
import time
import numpy as np
from altered_env.thinking.learning_entry import measure_positions as entry
from altered_env.thinking.encode import new_packed
packed, order, size = new_packed(1), np.zeros(1, dtype=np.int64), np.zeros(5, dtype=np.int64)
print("ready", flush=True)
sys.stdin.readline()
begun = time.process_time()
entry(packed, order, size)
print(sum(entry.stats.cache_misses.values()), time.process_time() - begun)
"""
"""Prints the number of compilations and the processor time."""


def let_go(caches: list[Path]) -> tuple[int, float, float]:
    """A process for each of these caches, all at once: the number of compilations, the seconds
    until all were done, and their processor time."""
    herd = [
        subprocess.Popen(
            [sys.executable, "-c", PROGRAM],
            env={**os.environ, "ALTERED_CACHE": str(cache), "PYTHONPATH": str(ROOT)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        for cache in caches
    ]
    for process in herd:
        assert process.stdout is not None and process.stdout.readline() == "ready\n"
    begun = time.perf_counter()
    for process in herd:
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()
    said = [process.communicate()[0].split() for process in herd]
    took = time.perf_counter() - begun
    return sum(int(times) for times, _ in said), took, sum(float(spent) for _, spent in said)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--processes", type=int, default=8)
    count = parser.parse_args().processes
    print(f"| {count} processes | compiled | until all were done | processor of all |")
    print("|---|---|---|---|")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for path in (folder / "one", *(folder / f"{k}" for k in range(count))):
            path.mkdir(mode=0o700)
        for what, caches in (
            ("a cache each", [folder / f"{k}" for k in range(count)]),
            ("one empty cache", [folder / "one"] * count),
            ("the same, filled", [folder / "one"] * count),
        ):
            compiled, took, spent = let_go(caches)
            print(f"| {what} | {compiled} | {took:.1f} s | {spent:.2f} s |", flush=True)
    print(f"load {os.getloadavg()[0]:.0f} on {os.cpu_count()} cores")


if __name__ == "__main__":
    main()
