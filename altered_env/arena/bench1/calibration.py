"""How fast this machine is: a loop of Python that is timed before and after the games, so that time
classes mean the same everywhere. Processor time counts where it is less than wall time, so that
other work at that moment does not make the machine look slow, and an entry fast.
"""

from __future__ import annotations

import os
import platform
import time
from collections.abc import Mapping
from typing import Any, Final

STEPS: Final = 300_000
TIMES: Final = 15
REFERENCE: Final = 0.02
"""Seconds of the loop on the reference machine."""


def calibrate() -> float:
    """The seconds of the loop on this machine: the least of several, since other work only adds,
    or the mean of their processor time, if that is less. Some systems count it in steps of 16 ms,
    too coarse for one loop.

    >>> 0.001 < calibrate() < 10
    True
    """
    begun = time.thread_time()
    loops = [_loop() for _ in range(TIMES)]
    return min(*loops, (time.thread_time() - begun) / TIMES)


def _loop() -> float:
    begun, x = time.perf_counter(), 0
    for k in range(STEPS):
        x = (x * 31 + k) & 0xFFFFFF
    return time.perf_counter() - begun


def machine() -> dict[str, Any]:
    """This machine, for a result file."""
    return {
        "calibration": round(calibrate(), 6),
        "cores": os.cpu_count() or 1,
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
    }


def again(said: Mapping[str, Any]) -> dict[str, Any]:
    """A machine of a result file after its games: the faster of two calibrations counts."""
    return {**said, "calibration": min(said["calibration"], round(calibrate(), 6))}


def cores_of(said: Mapping[str, Any]) -> int:
    """The cores of a machine in a result file; 1 if it does not say.

    >>> cores_of({"cores": 8}), cores_of({"cores": "many"})
    (8, 1)
    """
    found = said.get("cores")
    return found if type(found) is int and found > 0 else 1
