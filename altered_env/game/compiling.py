"""Telling a waiting user what is being compiled, the first time it is needed."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from altered_env.engine.compiled import CHECKED, JIT
from altered_env.engine.rooms import is_cached

__all__ = ["announced", "said"]

_ready = {2: not JIT, 4: not JIT}


@contextmanager
def announced(players: int = 2) -> Iterator[None]:
    """Around the first call of the engine for so many players: says on the terminal what takes so
    long, once."""
    if _ready[players]:
        yield
        return
    _ready[players] = True
    if is_cached(players):
        yield
        return
    with said("the rules of the game", "a minute or two; the next start takes a second"):
        yield


@contextmanager
def said(what: str, wait: str) -> Iterator[None]:
    """Around what compiles: says on the terminal what, and how long that takes."""
    checked = ", with bounds checked" if CHECKED else ""
    print(f"Compiling {what}{checked}. This happens once and takes {wait}.", file=sys.stderr)
    sys.stderr.flush()
    start = time.monotonic()
    yield
    print(f"Compiled in {time.monotonic() - start:.0f} s.", file=sys.stderr, flush=True)
