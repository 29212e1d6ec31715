"""The agents that a page offers: those of the package that play here."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any

from agents.named import KINDS, names

__all__ = ["offered"]


def offered() -> list[dict[str, Any]]:
    """The agents to choose from, each with what it is, and whether it plays among four.

    >>> [entry["name"] for entry in offered() if entry["two"]]
    ['policy:default', 'search:default', 'nights:looking', 'net:default']
    """
    found: list[dict[str, Any]] = []
    for name, about in names().items():
        kind = KINDS.get(name)
        if kind is not None and kind.needs and find_spec(kind.needs) is None:
            continue
        network = kind is not None and kind.network
        found.append(
            {
                "name": f"{name}:{kind.shipped[0]}" if kind is not None and network else name,
                "about": about.partition(f": {name}:")[0],
                "two": network,
            }
        )
    return found
