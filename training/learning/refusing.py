"""How a command of training says what it cannot do: beside its results, not among them."""

from __future__ import annotations

import sys

__all__ = ["refuse"]


def refuse(program: str, error: Exception) -> int:
    """Say why, on stderr; returns the exit status.

    >>> refuse("training.league", ValueError("rounds is 1 or more, found 0"))
    2
    """
    print(f"{program}: {error}", file=sys.stderr)
    return 2
