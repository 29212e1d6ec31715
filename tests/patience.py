"""Waiting for expected events, however slow the machine.

No test measures how fast something is: a limit only keeps one that hangs from hanging for ever.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

__all__ = ["LIMIT", "state", "still", "until"]

LIMIT = 600.0
"""Seconds after which what has not come never will."""


def until(done: Callable[[], object]) -> bool:
    """Wait until something is true; False if it never is."""
    end = time.monotonic() + LIMIT
    while not done():
        if time.monotonic() > end:
            return False
        time.sleep(0.01)
    return True


def state(pid: int) -> str:
    """Return a process's state from /proc: R runs or wants to, S sleeps, T is stopped."""
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]


def still(pid: int) -> bool:
    """Wait until a process has done all that it had to do, and sleeps or waits."""
    return until(lambda: state(pid) == "S" and _switches(pid) == _switches(pid, 0.05))


def _switches(pid: int, after: float = 0.0) -> list[str]:
    """Return how often a process has been scheduled."""
    time.sleep(after)
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return [line for line in lines if "ctxt_switches" in line]
