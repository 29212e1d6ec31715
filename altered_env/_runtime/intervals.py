"""Intervals of rates.

>>> low, high = wilson(60, 100)
>>> round(low, 3), round(high, 3)
(0.502, 0.691)
"""

from __future__ import annotations

from collections.abc import Sequence
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


def spanned_mean(
    means: Sequence[float], lows: Sequence[float], highs: Sequence[float]
) -> tuple[float, float, float]:
    """The mean of independent figures, with its interval from theirs, which need not be symmetric
    (Zou and Donner's MOVER). It stays within the range of the figures' intervals.

    >>> [round(end, 2) for end in spanned_mean([1.0, 0.5], [0.8, 0.3], [1.0, 0.7])]
    [0.75, 0.61, 0.85]
    """
    count = len(means)
    middle = sum(means) / count
    below = sqrt(sum((mean - low) ** 2 for mean, low in zip(means, lows, strict=True)))
    above = sqrt(sum((high - mean) ** 2 for mean, high in zip(means, highs, strict=True)))
    return middle, middle - below / count, middle + above / count


def in_percent(share: float, low: float, high: float, *, sign: str = "") -> str:
    """A share and its interval in percent, the ends as precise as the interval is; a difference
    of shares with a `sign`, `+`.

    >>> in_percent(0.95, 0.69, 0.99), in_percent(0.512, 0.508, 0.516)
    ('95.0 69..99', '51.2 50.8..51.6')
    >>> in_percent(0.061, -0.017, 0.139, sign="+")
    '+6.1 -2..+14'
    >>> in_percent(-0.0004, -0.004, 0.03, sign="+")
    '+0.0 +0..+3'
    """
    digits = 0 if 100 * (high - low) >= 2 else 1
    ends = f"{100 * low:{sign}z.{digits}f}..{100 * high:{sign}z.{digits}f}"
    return f"{100 * share:{sign}z.1f} {ends}"
