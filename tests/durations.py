"""The duration of each test file as plain Python, by which `make check` selects files.

`python -m tests.durations` measures all of them and writes `durations-plain.tsv`.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from pathlib import Path

from altered_env._runtime.atomic_files import write_atomically

__all__ = ["LIMIT", "PLAIN", "read"]

ROOT = Path(__file__).parents[1]
PLAIN = ROOT / "tests/durations-plain.tsv"
LIMIT = 15
"""The maximum processor time, in seconds, for measuring a file."""


def read(path: Path) -> dict[str, float]:
    """The seconds by file of tests."""
    rows = path.read_text("utf-8").splitlines()[1:]
    return {name: float(seconds) for name, _, seconds in (row.rpartition("\t") for row in rows)}


def main() -> int:
    """Measure each file in seconds of processor time, none beyond the limit."""
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
    longest = sorted(found.items(), key=lambda row: (-round(row[1], 1), row[0]))
    rows = "".join(f"{name}\t{took:.1f}\n" for name, took in longest)
    write_atomically(PLAIN, f"test\tseconds\n{rows}".encode())
    return 0


def _processor_time() -> float:
    """Seconds of processor time that the programs started from here have taken."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    sys.exit(main())
