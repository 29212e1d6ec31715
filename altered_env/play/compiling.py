"""Telling a waiting user that the rules are being compiled, the first time they are needed."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from altered_env.engine.compiled import CHECKED, JIT
from altered_env.engine.rooms import is_cached

__all__ = ["announced"]

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
    checked = ", with bounds checked" if CHECKED else ""
    print(
        f"Compiling the rules of the game{checked}. This happens once and takes a minute or two; "
        "the next start takes a second.",
        file=sys.stderr,
        flush=True,
    )
    start = time.monotonic()
    yield
    print(f"Compiled in {time.monotonic() - start:.0f} s.", file=sys.stderr, flush=True)
