"""Names that a package fetches when they are first used, so that importing it stays quick."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from typing import Any


def fetched(package: str, homes: Mapping[str, str]) -> Callable[[str], Any]:
    """The `__getattr__` of a package: each of these names is of the module that is its home, or is
    itself a module of the package.

    >>> fetched("altered_env", {"Game": ".game"})("Game").__name__
    'Game'
    """

    def fetch(name: str) -> Any:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        found = importlib.import_module(homes[name], package)
        return found if homes[name] == f".{name}" else getattr(found, name)

    return fetch
