"""Agreement of two rankings of the same cards: Spearman's rank correlation with an interval.

>>> found = agreement([0.1, 0.2, 0.3, 0.4, 0.5], [1.0, 2.0, 4.0, 3.0, 5.0])
>>> round(found.correlation, 2), found.low < 0.9 < found.high
(0.9, True)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import atanh, sqrt, tanh

import numpy as np
from numpy.typing import NDArray

from altered_env.arena.ratings import Z95

FEWEST = 4
"""The fewest cards for which an agreement is reported."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """Spearman's rank correlation of two methods, with its interval."""

    correlation: float
    low: float
    high: float
    cards: int


def ranks(values: Sequence[float]) -> NDArray[np.float64]:
    """Return the rank of each value, counting from 1; ties share their mean rank.

    >>> ranks([3.0, 1.0, 3.0]).tolist()
    [2.5, 1.0, 2.5]
    """
    found = np.asarray(values, dtype=np.float64)
    below = (found[None, :] < found[:, None]).sum(axis=1)
    alike = (found[None, :] == found[:, None]).sum(axis=1)
    return np.asarray(below + (alike + 1) / 2, dtype=np.float64)


def agreement(one: Sequence[float], two: Sequence[float]) -> Agreement:
    """Return the rank correlation of two methods on the same cards, given in the same order.

    The interval follows Bonett and Wright, by Fisher's transformation.
    """
    count = len(one)
    if count != len(two):
        raise ValueError(f"both need the same cards, found {count} and {len(two)}")
    if count < FEWEST:
        return Agreement(0.0, -1.0, 1.0, count)
    first, second = (ranks(values) - (count + 1) / 2 for values in (one, two))
    size = sqrt(float((first**2).sum() * (second**2).sum()))
    found = float((first * second).sum()) / size if size else 0.0
    middle = atanh(max(-1 + 1e-9, min(1 - 1e-9, found)))
    wide = Z95 * sqrt((1 + found * found / 2) / (count - 3))
    return Agreement(found, tanh(middle - wide), tanh(middle + wide), count)
