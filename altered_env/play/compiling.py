"""Telling a waiting user that the rules are being compiled, the first time they are needed."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from altered_env.engine.compiled import CHECKED, JIT, is_cached

__all__ = ["announced"]

_state = {"ready": not JIT}


@contextmanager
def announced() -> Iterator[None]:
    """Around the first call of the engine: says on the terminal what takes so long, once."""
    if _state["ready"]:
        yield
        return
    _state["ready"] = True
    if is_cached():
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
