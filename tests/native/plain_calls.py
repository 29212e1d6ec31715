"""Compiled functions that Python calls although they are not entries: with the built engine they
run as plain Python, slowly and silently.

    ALTERED_ENGINE=aot python -m tests.native.plain_calls

The package is used in all its ways, watched by a profiler.
"""

from __future__ import annotations

import sys
import threading
from types import FrameType
from typing import Any

from altered_env.engine.compiled import FLOORS
from tests.native.compiled_functions import PACKAGE, compiled_functions
from tests.native.test_entry_table import READ_AS_PYTHON


def watch(found: set[str]) -> None:
    """Note calls of compiled functions from outside their folders, in every thread."""
    folders = tuple(f"{PACKAGE / floor}/" for floor in FLOORS)
    files = {
        f.module: str(PACKAGE / f"{f.module.replace('.', '/')}.py") for f in compiled_functions()
    }
    compiled = {
        (files[f.module], f.name)
        for f in compiled_functions()
        if (f.module, f.name) not in READ_AS_PYTHON
    }

    def noted(frame: FrameType, event: str, _argument: Any) -> None:
        code = frame.f_code
        if event != "call" or (code.co_filename, code.co_name) not in compiled:
            return
        caller = frame.f_back
        if caller is not None and not caller.f_code.co_filename.startswith(folders):
            where = f"{caller.f_code.co_filename}:{caller.f_lineno}"
            found.add(f"{code.co_name} is called in {where}")

    threading.setprofile(noted)
    sys.setprofile(noted)


def main() -> int:
    """Use the package, and name the functions called."""
    found: set[str] = set()
    watch(found)
    from altered_env.cli import main as altered
    from tests.native.exercises import exercise

    exercise()
    for command in (
        ["fuzz", "--games", "6", "--jobs", "1"],
        ["fuzz", "--games", "2", "--format", "all", "--jobs", "1"],
        ["bench", "--seconds", "0.01"],
    ):
        if status := altered(command):
            raise RuntimeError(f"altered {' '.join(command)} ended with status {status}")
    sys.setprofile(None)
    print("\n".join(sorted(found)) or "none")
    return len(found)


if __name__ == "__main__":
    sys.exit(main())
