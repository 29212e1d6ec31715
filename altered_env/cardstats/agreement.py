"""How much two ways of judging cards agree: the correlation of their ranks, with an interval.

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
"""With fewer cards nothing is known."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """The correlation of the ranks that two methods give, after Spearman, with its interval."""

    correlation: float
    low: float
    high: float
    cards: int


def ranks(values: Sequence[float]) -> NDArray[np.float64]:
    """The rank of each value from 1 on; those that are alike share theirs.

    >>> ranks([3.0, 1.0, 3.0]).tolist()
    [2.5, 1.0, 2.5]
    """
    found = np.asarray(values, dtype=np.float64)
    below = (found[None, :] < found[:, None]).sum(axis=1)
    alike = (found[None, :] == found[:, None]).sum(axis=1)
    return np.asarray(below + (alike + 1) / 2, dtype=np.float64)


def agreement(one: Sequence[float], two: Sequence[float]) -> Agreement:
    """How much two methods agree on the same cards, in the same order.

    The interval is that of Bonett and Wright, by Fisher's transformation.
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
