"""A player's time: for the whole game, with an increment per decision, and for each decision.

>>> clock = Clock("60+1", limit=5.0)
>>> clock.allowed
5.0
>>> clock.spend(4.0)
>>> clock.left
57.0
"""

from __future__ import annotations

from math import inf, isfinite

LIMIT = 30.0
"""Default seconds per decision, and for a program to answer the first hello."""


class Clock:
    """The clock of one player in one game, in seconds of wall time."""

    def __init__(self, text: str = "", limit: float = LIMIT) -> None:
        """`text` is `SECONDS+INCREMENT`, empty for no clock. Raises `ValueError`."""
        if not (isfinite(limit) and limit > 0):
            raise ValueError(f"a limit per decision must be above 0 seconds, found {limit}")
        first, _, second = text.partition("+")
        try:
            left, increment = (float(first), float(second or 0)) if text else (inf, 0.0)
        except ValueError:
            left = increment = -1.0
        if not (left > 0 and increment >= 0) or (text and not isfinite(left + increment)):
            raise ValueError(f"a clock must be SECONDS+INCREMENT, such as 60+1, found {text!r:.40}")
        self.left = left
        self.increment = increment
        self.limit = limit

    @property
    def allowed(self) -> float:
        """Seconds allowed for the next decision."""
        return min(self.left, self.limit)

    def spend(self, seconds: float) -> None:
        """Record a decision made in time."""
        self.left += self.increment - seconds

    def shown(self) -> dict[str, float | None]:
        """The clock as sent to bots."""
        left = round(self.left, 3) if isfinite(self.left) else None
        return {"left": left, "increment": self.increment, "limit": self.limit}
