"""The effect of a change, from pairs of games that differ in nothing else.

>>> found = difference([1.0, 0.0, 0.0, 0.5, 0.0, -0.5] * 50)
>>> round(found.mean, 3), found.low < found.mean < found.high
(0.167, True)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import erfc, nan, sqrt
from statistics import NormalDist
from typing import NamedTuple

from altered_env.arena.ratings import Z95

TURNED = 0.5
"""The difference of a deal in which the change turned one of the two games."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A mean difference with its 95 % interval."""

    mean: float
    low: float
    high: float
    p: float
    """The two-sided p-value: the probability of a mean at least this far from zero without a true
    difference."""
    deals: int
    """The number of independent differences averaged."""

    @property
    def wide(self) -> float:
        """The half-width of the interval."""
        return (self.high - self.low) / 2


def difference(deals: Sequence[float]) -> Difference:
    """The mean of independent differences, each between -1 and 1.

    The games of one deal are one difference, so the interval is clustered by deal. As Bonett and
    Price do for two proportions, it adds one deal in which a game was turned to a win, and one in
    which a game was lost, so that the interval is valid for few deals too, and has a width even if
    all are equal.

    >>> same = difference([0.0] * 400)
    >>> same.mean, round(same.low, 4), round(same.high, 4)
    (0.0, -0.0034, 0.0034)
    """
    count = len(deals)
    if count == 0:
        return Difference(0.0, -1.0, 1.0, 1.0, 0)
    total = sum(deals)
    middle = total / (count + 2)
    spread = (sum(d * d for d in deals) + 2 * TURNED**2) / (count + 2) - middle * middle
    error = sqrt(spread / (count + 2))
    return Difference(
        mean=total / count,
        low=max(-1.0, middle - Z95 * error),
        high=min(1.0, middle + Z95 * error),
        p=erfc(abs(middle) / error / sqrt(2)),
        deals=count,
    )


def holm(chances: Sequence[float]) -> list[float]:
    """The p-values of several comparisons, corrected for their number after Holm.

    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    order = sorted(range(len(chances)), key=lambda k: chances[k])
    corrected = [0.0] * len(chances)
    most = 0.0
    for rank, k in enumerate(order):
        most = max(most, min(1.0, (len(chances) - rank) * chances[k]))
        corrected[k] = most
    return corrected


def reach_of_all(comparisons: int) -> float:
    """The half-width, in standard errors, of this many simultaneous 95 % intervals, after
    Bonferroni: each single error has a probability below 5 % divided by their number.

    >>> round(reach_of_all(1), 2), round(reach_of_all(1000), 2)
    (1.96, 4.06)
    """
    return NormalDist().inv_cdf(1 - 0.025 / max(1, comparisons))


class Estimate(NamedTuple):
    """A mean with its 95 % interval, clustered: items of a cluster, such as those of a game, are
    alike.

    >>> Estimate.of([[0.1, 0.3], [0.2]])
    Estimate(mean=0.2, low=0.2, high=0.2, items=3)
    """

    mean: float
    low: float
    high: float
    items: int = 0
    """Their number."""

    @classmethod
    def of(cls, clusters: Iterable[Sequence[float]]) -> Estimate:
        """The mean of the items of these clusters; not a number without any."""
        groups = [group for group in clusters if len(group)]
        count = sum(map(len, groups))
        if not count:
            return cls(nan, nan, nan)
        mean = sum(map(sum, groups)) / count
        apart = sum((sum(group) - mean * len(group)) ** 2 for group in groups)
        most = Z95 * sqrt(apart) / count
        return cls(round(mean, 9), round(mean - most, 9), round(mean + most, 9), count)
