"""Intervals of rates.

>>> low, high = wilson(60, 100)
>>> round(low, 3), round(high, 3)
(0.502, 0.691)
"""

from __future__ import annotations

from math import sqrt

Z95 = 1.959963984540054
"""The half-width of a 95 % interval in standard deviations."""


def wilson(won: float, games: int) -> tuple[float, float]:
    """The 95 % Wilson interval of a win rate; a draw is half a win."""
    if games == 0:
        return 0.0, 1.0
    rate = won / games
    z = Z95 * Z95
    middle = rate + z / (2 * games)
    wide = Z95 * sqrt(rate * (1 - rate) / games + z / (4 * games * games))
    return max(0.0, (middle - wide) / (1 + z / games)), min(1.0, (middle + wide) / (1 + z / games))
