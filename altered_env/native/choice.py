"""Which engine runs: `aot`, compiled ahead, from the library; `jit`, compiled by Numba when it is
first needed; `python`, not compiled at all. All three play alike.

`ALTERED_ENGINE` names one. Otherwise it is the library where one is built that fits, and Numba
where none is. With `ALTERED_CHECKED` set it is Numba, which alone checks bounds.
"""

from __future__ import annotations

import importlib.util
import multiprocessing
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final, Literal

from altered_env.native import EngineError, is_checked, is_set
from altered_env.native.built_engine import Library, LibraryError, find, platform_name

Engine = Literal["aot", "jit", "python"]
ENGINES: Final = ("aot", "jit", "python")


class SettingError(EngineError, ValueError):
    """Variables of the environment that cannot be met."""


class NoEngineError(EngineError, ImportError):
    """Neither a built engine nor Numba, and what to install."""


_chosen: dict[tuple[Path, ...], tuple[Engine, Library | None]] = {}


def chosen(folders: tuple[Path, ...], syntax: Callable[[], str]) -> tuple[Engine, Library | None]:
    """The engine that runs in this process, and its library, built from the sources in these
    folders; `syntax` gives a hash of them that comments do not change.

    Raises `SettingError` for settings that contradict each other, `LibraryError` where the one
    asked for is not there, and `NoEngineError` where there is neither a library nor Numba.
    """
    if folders not in _chosen:
        _chosen[folders] = _choose(folders, syntax)
    return _chosen[folders]


def _choose(folders: tuple[Path, ...], syntax: Callable[[], str]) -> tuple[Engine, Library | None]:
    wanted = os.environ.get("ALTERED_ENGINE", "")
    if wanted not in ("", *ENGINES):
        raise SettingError(f"ALTERED_ENGINE is {wanted[:40]!r}: {', '.join(ENGINES)} are right")
    if wanted == "aot":
        return "aot", _library(folders, syntax)
    if wanted == "python" or (not wanted and is_set("NUMBA_DISABLE_JIT")):
        return "python", None
    if wanted == "jit" and is_set("NUMBA_DISABLE_JIT"):
        raise SettingError("ALTERED_ENGINE is jit, but NUMBA_DISABLE_JIT is set: unset one of them")
    why = f"no engine is built here for {platform_name()}"
    if not wanted and not is_checked():
        try:
            library = find(folders, syntax)
        except LibraryError as error:
            library, why = None, error.what
            if multiprocessing.parent_process() is None:  # else it was said there
                print(
                    f"Numba compiles the rules: {error.what}. `make engine` builds it anew.",
                    file=sys.stderr,
                    flush=True,
                )
        if library is not None:
            return "aot", library
    if importlib.util.find_spec("numba") is None:
        raise NoEngineError(
            f"{why}, and Numba, which would compile the rules, is not installed: "
            "pip install 'altered-env[build]'"
        )
    return "jit", None


def _library(folders: tuple[Path, ...], syntax: Callable[[], str]) -> Library:
    """The library that was asked for. Raises as `chosen` does."""
    if is_checked():
        raise SettingError(
            "ALTERED_ENGINE is aot, but ALTERED_CHECKED is set, and the built engine checks no "
            "bounds: unset one of them"
        )
    found = find(folders, syntax)
    if found is None:
        raise LibraryError("ALTERED_ENGINE is aot, but no engine is built here")
    return found
