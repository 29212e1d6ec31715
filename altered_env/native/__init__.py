"""The built engine: compiled code in a library, with which the package needs no Numba.

`entry_table.py` lists its functions, `built_engine.py` finds and checks it, `calls.c` calls it. It
is built by `altered_env.building` (`make engine`).
"""

import os
from pathlib import Path
from typing import Final

PLACE: Final = Path(__file__).parent / "built"
"""Where it lies."""


class EngineError(LookupError):
    """There is no engine to run, or the one asked for cannot be used."""


def is_checked() -> bool:
    """Are bounds of arrays to be checked? Then nothing is used that was built before."""
    return is_set("ALTERED_CHECKED")


def is_set(name: str) -> bool:
    """Is a variable of the environment set, and not to 0?"""
    return os.environ.get(name, "") not in ("", "0")
