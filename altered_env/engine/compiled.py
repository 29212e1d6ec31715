"""The one decorator of the engine, and the cache that never runs stale code.

Every rule of the game is a function over records, written in a small subset of Python and
compiled by Numba. With `NUMBA_DISABLE_JIT=1` the same source runs as plain Python, bit for
bit the same. With `ALTERED_CHECKED=1` array bounds are checked.

Numba's own cache looks only at the file of the function it compiles: after an edit in
another file it would silently run old code. So the cache folder is named by a hash of all
engine sources, the versions of Numba and NumPy, and the flags.
"""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
from pathlib import Path

import numba
import numpy

__all__ = ["CACHE", "CHECKED", "JIT", "cache_folder", "compiled"]

CHECKED = os.environ.get("ALTERED_CHECKED", "") not in ("", "0")
JIT = not numba.config.DISABLE_JIT


def cache_folder(sources: Path) -> Path:
    """The cache folder for the engine whose sources lie in `sources`."""
    digest = hashlib.sha256()
    digest.update(f"{numba.__version__} {numpy.__version__} {sys.version} {CHECKED}".encode())
    for path in sorted(sources.glob("*.py")):
        digest.update(path.name.encode() + path.read_bytes())
    base = os.environ.get("ALTERED_CACHE")
    root = Path(base) if base else Path.home() / ".cache" / "altered-env"
    try:
        root.mkdir(parents=True, exist_ok=True)
    except OSError:
        root = Path(tempfile.gettempdir()) / f"altered-env-{os.getuid()}"
        root.mkdir(parents=True, exist_ok=True)
    return root / digest.hexdigest()[:20]


CACHE = cache_folder(Path(__file__).parent)
"""Where the compiled engine of exactly these sources is kept."""

numba.config.CACHE_DIR = str(CACHE)

compiled = numba.njit(nogil=True, cache=True, error_model="numpy", boundscheck=CHECKED)
"""Compile a function of the engine."""
