"""How long tests take: kept by `make test`, printed by `make slowest`, used to deal them.

A table of durations has a row for each file of tests and for each test that takes half a second or
more, with its seconds. `make test` keeps what it measured in `build/durations.tsv`; until there is
one, `tests/durations.tsv` is used, which comes along. Only their order and proportions matter.

`python -m tests.durations` prints the slowest 30; `--keep` makes the last run the table that comes
along; `--plain` measures every file as plain Python, for `make check`.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from altered_env.whole_files import write_atomically

__all__ = ["COMPILED", "PLAIN", "known", "read", "table", "write"]

ROOT = Path(__file__).parents[1]
LAST = ROOT / "build/durations.tsv"
"""Of the last run of all tests on this machine."""
COMPILED = ROOT / "tests/durations.tsv"
PLAIN = ROOT / "tests/durations-plain.tsv"
LEAST = 0.5
"""A test that takes fewer seconds has no row."""
LIMIT = 15
"""A file is measured as plain Python for so many seconds of processor time at most."""
_HEAD = "test\tseconds\n"


def read(path: Path) -> dict[str, float]:
    """The seconds by file of tests and by test."""
    rows = path.read_text("utf-8").splitlines()[1:]
    return {name: float(seconds) for name, _, seconds in (row.rpartition("\t") for row in rows)}


def write(path: Path, seconds: Mapping[str, float]) -> None:
    """Keep the seconds by file and test, the longest first."""
    longest = sorted(seconds.items(), key=lambda row: (-round(row[1], 1), row[0]))
    path.parent.mkdir(exist_ok=True)
    text = _HEAD + "".join(f"{name}\t{took:.1f}\n" for name, took in longest)
    write_atomically(path, text.encode())


def known() -> dict[str, float]:
    """What is known of this machine, or else of the one whose durations came along, as plain Python
    where they were not measured compiled."""
    return read(LAST) if LAST.exists() else {**read(PLAIN), **read(COMPILED)}


def table(tests: Mapping[str, float]) -> dict[str, float]:
    """The rows of a run, of which the seconds of each test are given."""
    rows: dict[str, float] = {}
    for test, took in tests.items():
        file = test.partition("::")[0]
        rows[file] = rows.get(file, 0.0) + took
        if took >= LEAST:
            rows[test] = took
    return rows


def slowest(seconds: Mapping[str, float], count: int) -> str:
    """The tests that take longest, and what share of all that is."""
    tests = sorted((row for row in seconds.items() if "::" in row[0]), key=lambda row: -row[1])
    files = sum(took for name, took in seconds.items() if "::" not in name)
    shown = sum(took for _, took in tests[:count])
    lines = [f"{took:8.1f} s  {name}" for name, took in tests[:count]]
    return "\n".join([*lines, f"{shown:8.1f} s  of {files:.0f} s in all"])


def measure_plain() -> int:
    """Measure each file as plain Python, in seconds of processor time; none beyond the limit."""
    found = {}
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    for file in sorted((ROOT / "tests").rglob("test_*.py")):
        name = file.relative_to(ROOT).as_posix()
        before = _processor_time()
        subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", name],
            cwd=ROOT,
            env=environment,
            capture_output=True,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (LIMIT, LIMIT)),
        )
        found[name] = _processor_time() - before
        print(f"{found[name]:8.1f} s  {name}", flush=True)
    write(PLAIN, found)
    return 0


def _processor_time() -> float:
    """Seconds of processor time that the programs started from here have taken."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.durations", description=__doc__)
    parser.add_argument("--count", type=int, default=30, help="so many of the slowest tests")
    parser.add_argument("--keep", action="store_true", help="the last run becomes the table")
    parser.add_argument("--plain", action="store_true", help="measure every file as plain Python")
    options = parser.parse_args()
    if options.plain:
        return measure_plain()
    if options.keep:
        if not LAST.exists():
            parser.error(f"there is no {LAST.relative_to(ROOT)}: run `make test` first")
        write(COMPILED, read(LAST))
    print(slowest(known(), options.count))
    return 0


if __name__ == "__main__":
    sys.exit(main())
