"""The versions on this machine of everything that games depend on."""

from __future__ import annotations

import functools
import hashlib
import sys
from importlib import metadata
from pathlib import Path

from altered_env.arena.versions import version

LIBRARIES = ("numpy", "numba", "polars", "torch")
"""The environment that figures and file bytes depend on besides the code."""


@functools.cache
def versions_here() -> dict[str, str]:
    """The versions in this process of everything that games depend on.

    >>> "Python" in versions_here()
    True
    """
    found = {
        "rules and players": version(),
        "code": _code(),
        "Python": sys.version.partition(" ")[0],
    }
    for name in LIBRARIES:
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            found[name] = "none"
    return found


def _code() -> str:
    """A hash of all code and data of the package."""
    digest = hashlib.sha256()
    package = Path(__file__).parents[1]
    for path in sorted(package.rglob("*")):
        if path.is_file() and path.suffix not in (".pyc", ".nbi", ".nbc"):
            data = path.read_bytes()
            digest.update(f"{path.relative_to(package)} {len(data)}\n".encode() + data)
    return digest.hexdigest()[:16]
