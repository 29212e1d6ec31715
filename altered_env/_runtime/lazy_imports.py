"""Lazy imports: a package's names are imported on first use, so that importing it stays fast."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Mapping
from typing import Any


def fetched(
    package: str, homes: Mapping[str, str]
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return the `__getattr__` and `__dir__` of a package, whose names are attributes of the
    modules given for them, or are modules of the package.

    >>> fetch, names = fetched("altered_env.game", {"Game": ".game"})
    >>> fetch("Game").__name__, "Seat" in names()
    ('Game', True)
    """

    def fetch(name: str) -> Any:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        found = importlib.import_module(homes[name], package)
        return found if homes[name] == f".{name}" else getattr(found, name)

    def names() -> list[str]:
        return sorted(sys.modules[package].__all__)

    return fetch, names
