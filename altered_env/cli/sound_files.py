"""The result files that a command of `altered bench1` is given: those with a fault are left out and
named."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from altered_env.arena.bench1.result_files import ResultFile


def results_of(files: Iterable[str]) -> tuple[list[ResultFile], int]:
    """The results of these files and folders, and the exit status: 1 if a file was left out.
    Raises `ValueError` if none is left."""
    from altered_env.arena.bench1.sound_results import sound_results

    sound, faults = sound_results(map(Path, files))
    for fault in faults:
        leave_out(fault)
    if not sound:
        raise ValueError("no result file without a fault is left")
    return sound, int(bool(faults))


def leave_out(fault: str) -> None:
    """Name a file that is left out."""
    print(f"left out: {fault}", file=sys.stderr)
