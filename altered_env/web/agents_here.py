"""The agents that a page offers: those of the package."""

from __future__ import annotations

from typing import Any

from altered_env.agents.named import KINDS, names


def offered() -> list[dict[str, Any]]:
    """The agents to choose from, each with a description and the numbers of players it supports.

    >>> [entry["name"] for entry in offered() if entry["players"] == [2]]
    ['search:v1', 'rollout:v3', 'net:v3']
    >>> [entry["name"] for entry in offered() if entry["players"] == [4]]
    ['net:four']
    """
    found: list[dict[str, Any]] = []
    for name, about in names().items():
        kind = KINDS.get(name)
        ways = [(name, [2, 4])]
        if kind is not None and kind.network:
            ways = [(f"{name}:{kind.shipped[0]}", [2])]
            if kind.four:
                ways.append((f"{name}:{kind.four}", [4]))
        said = about.partition(f": {name}:")[0]
        found += [{"name": way, "about": said, "players": players} for way, players in ways]
    return found
