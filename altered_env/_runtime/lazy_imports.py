"""Names that a package fetches when they are first used, so that importing it stays quick."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Mapping
from typing import Any


def fetched(
    package: str, homes: Mapping[str, str]
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """The `__getattr__` and `__dir__` of a package: each of these names is of the module that is
    its home, or is itself a module of the package.

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
