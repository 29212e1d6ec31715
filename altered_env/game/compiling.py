"""Progress messages for compilation, which takes place at first use."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from altered_env.engine import cache
from altered_env.engine.compiled import CHECKED, JIT, is_kept
from altered_env.game.kernels import kernel_for

KIND: Final = "took"
"""The record of earlier compile times on this machine."""

UNKNOWN = "some minutes, longer on a busy machine"
"""The estimate where nothing was compiled before."""
_ready = {2: not JIT, 4: not JIT}


@contextmanager
def announced(players: int = 2) -> Iterator[None]:
    """Announce, once, the wait for the first call of the engine with this number of players."""
    if _ready[players]:
        yield
        return
    _ready[players] = True
    if kernel_for(players).is_cached():
        yield
        return
    with _said("the rules of the game" if players == 2 else "the rules for four players"):
        yield


class Entries:
    """The compiled functions of a module by name. The first call of one that is not compiled yet
    prints a message with its purpose, so that the wait is explained."""

    def __init__(self, module: Any, what: str) -> None:
        self._module, self._what = module, what

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):  # copying looks up attributes that do not exist
            raise AttributeError(name)
        found = getattr(self._module, name)
        if not JIT or not hasattr(found, "stats") or is_kept(found):
            setattr(self, name, found)
            return found

        def first(*given: Any) -> Any:
            if name in vars(self):  # it was called before under this name
                return found(*given)
            with _said(f"{self._what} ({name})"):
                result = found(*given)
            setattr(self, name, found)
            return result

        return first


@contextmanager
def _said(what: str) -> Iterator[None]:
    """Context of a compilation: prints what is compiled and how long it took last time."""
    checked = ", with bounds checked" if CHECKED else ""
    key = cache.key_of(what, checked)
    last = cache.fetch(KIND, key)
    wait = f"about {last.decode()} s, like last time" if last else UNKNOWN
    lead = "\r" if sys.stderr.isatty() else ""  # overwrites a progress line
    print(
        f"{lead}Compiling {what}{checked}. This happens once and takes {wait}. "
        "`altered compile` does it in advance.",
        file=sys.stderr,
        flush=True,
    )
    start = time.monotonic()
    yield
    took = f"{time.monotonic() - start:.0f}"
    cache.keep(KIND, key, took.encode())
    print(f"{lead}Compiled in {took} s.{' ' * 60 if lead else ''}", file=sys.stderr, flush=True)
