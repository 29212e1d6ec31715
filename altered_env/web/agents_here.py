"""Which agents a page may name: those of the package, and nothing that is a file or a program.

>>> refuse_foreign(["person", "search:default,ms=200"])
>>> refuse_foreign(["search:/etc/passwd"])
Traceback (most recent call last):
ValueError: no agent here is called 'search:/etc/passwd': search:default
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib.util import find_spec
from typing import Any

from agents.anchors import ANCHORS
from agents.named import KINDS, names
from agents.seated import PERSON

__all__ = ["offered", "refuse_foreign"]

HIGHEST = {"ms": 10_000, "iterations": 20_000, "budget": 1_000}
USUAL = 200
"""What an option is at most, so that an answer comes while somebody waits for it."""


def offered() -> list[dict[str, Any]]:
    """The agents to choose from, each with what it is, and whether it plays among four.

    >>> [entry["name"] for entry in offered() if entry["two"]]
    ['policy:default', 'search:default', 'net:default']
    """
    found: list[dict[str, Any]] = []
    for name, about in names().items():
        kind = KINDS.get(name)
        if kind is not None and kind.needs and find_spec(kind.needs) is None:
            continue
        network = kind is not None and kind.network
        found.append(
            {
                "name": f"{name}:default" if network else name,
                "about": about.partition(f": {name}:")[0],
                "two": network,
            }
        )
    return found


def refuse_foreign(seats: Iterable[str]) -> None:
    """Raise `ValueError` for an agent that is a file or a program, and would be read or run: pages
    and saved games name those of the package alone; and for options that would keep people waiting.
    """
    for name in seats:
        if name == PERSON:
            continue
        called, _, rest = name.partition(":")
        if called not in names():
            raise ValueError(f"no agent here is called {name[:80]!r}: {', '.join(names())}")
        kind = KINDS[ANCHORS[called][0] if called in ANCHORS else called]
        for number, option in enumerate(filter(None, rest.split(","))):
            key, equals, value = option.partition("=")
            if kind.network and (key == "path" or (not equals and number == 0)):
                if (value if equals else key) not in kind.shipped:
                    there = ", ".join(f"{called}:{one}" for one in kind.shipped)
                    raise ValueError(f"no agent here is called {name[:80]!r}: {there}")
            elif value.isdigit() and int(value) > (most := HIGHEST.get(key, USUAL)):
                raise ValueError(f"{name[:80]}: {key[:40]} is at most {most:,} here")
