"""Figures of several players together: what another player of another kind would probably say.

Players differ by more than chance. The interval of their mean adds the spread between them to that
of the games (DerSimonian and Laird), as for a new player drawn from the same kind.

>>> from altered_env.arena.paired import difference
>>> same = [difference([0.5, 0.0, 0.0, 0.5] * 50) for _ in range(4)]
>>> found = together(same)
>>> found.low < found.mean < found.high, found.disagree
(True, ())
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf, sqrt
from statistics import fmean, variance
from typing import Final, Protocol

from altered_env.arena.paired import Difference
from altered_env.arena.ratings import Z95

T95: Final = (12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23)
"""Quantiles of Student's t for 95 % intervals, by degrees of freedom from 1."""


@dataclass(frozen=True, slots=True)
class Together:
    """The mean of several players, with the 95 % interval of another one's figure."""

    mean: float
    low: float
    high: float
    spread: float
    """The standard deviation between players beyond that of the games."""
    players: int
    disagree: tuple[int, ...] = ()
    """If intervals of players lie on both sides of zero, the numbers of those on the rarer side."""

    @property
    def tells(self) -> bool:
        """Return whether the interval is one: that of differences of win rates lies within 1."""
        return self.low >= -1 and self.high <= 1


def together(found: Sequence[Difference]) -> Together:
    """The figures of several players as one. Raises `ValueError` without any."""
    if not found:
        raise ValueError("no player's figure")
    count, mean = len(found), fmean(row.mean for row in found)
    noise = fmean((row.wide / Z95) ** 2 for row in found)
    between = max(0.0, variance(row.mean for row in found) - noise) if count > 1 else 0.0
    wide = inf
    if count > 1:
        quantile = T95[min(count - 1, len(T95)) - 1]
        wide = quantile * sqrt(between * (1 + 1 / count) + noise / count)
    above = tuple(k for k, row in enumerate(found) if row.low > 0)
    below = tuple(k for k, row in enumerate(found) if row.high < 0)
    disagree = min(above, below, key=len) if above and below else ()
    return Together(mean, mean - wide, mean + wide, sqrt(between), count, disagree)


class Interval(Protocol):
    """A figure with an interval."""

    @property
    def mean(self) -> float:
        """Return the figure."""

    @property
    def low(self) -> float:
        """Return the lower end."""

    @property
    def high(self) -> float:
        """Return the upper end."""


def disagreement(found: Mapping[str, Interval]) -> str:
    """A sentence if players disagree on the sign: for sure, or perhaps by chance; else empty."""
    above = [name for name, row in found.items() if row.low > 0]
    below = [name for name, row in found.items() if row.high < 0]
    if above and below:
        return (
            f"The players disagree on the sign: {', '.join(above)} above zero,"
            f" {', '.join(below)} below, each with its whole interval."
        )
    if len({row.mean > 0 for row in found.values() if row.mean}) > 1:
        return "The players differ in sign, which may be chance."
    return ""
