"""Scores of predictions: AUC, log-loss, slope, with intervals clustered by deck.

A match is one observation that can be told from either side, so all scores are the same when the
sides are exchanged, and there is no intercept.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf, nan
from typing import Final

import numpy as np
from numpy.typing import NDArray

from altered_env.arena.ratings import Z95
from altered_env.cardstats.agreement import ranks

Vector = NDArray[np.float64]

STEP: Final = 0.01
"""The change of a weight for a derivative."""
STEPS: Final = 25
MOST: Final = 12.0
"""The maximum of a logit."""


SHARE: Final = (0.0, 1.0)
"""The bounds of a probability, such as an AUC."""
APART: Final = (-1.0, 1.0)
"""Those of a correlation, or of the difference of two probabilities."""
LOSS: Final = (0.0, inf)
ANYTHING: Final = (-inf, inf)
NOTHING: Final = 1e-9
"""The half-width of an interval that is none."""


def logit(rate: Vector) -> Vector:
    """The logits of rates.

    >>> logit(np.array([0.5])).tolist()
    [0.0]
    """
    return np.asarray(np.log(rate) - np.log1p(-rate), dtype=np.float64)


def auc(score: Vector, won: Vector, weight: Vector) -> float:
    """The probability that a match won by the first side has a higher score than one that it lost,
    both sides counted: `score` is minus itself for the other side.

    >>> won, ones = np.array([1.0, 0.0]), np.ones(2)
    >>> auc(np.array([1.0, -1.0]), won, ones), auc(ones, won, ones)
    (1.0, 0.5)
    """
    toward = np.where(won > 0.5, score, -score)  # what the winner's side says
    order = np.argsort(toward)
    mine, sorted_weight = toward[order], weight[order]
    losses = -mine[::-1]  # the same matches from the other side, in order
    below = np.concatenate([[0.0], np.cumsum(sorted_weight[::-1])])
    low = below[np.searchsorted(losses, mine, "left")]
    high = below[np.searchsorted(losses, mine, "right")]
    total = sorted_weight.sum()
    if not total:
        return 0.5
    return float((sorted_weight * (low + high) / 2).sum() / total**2)


def log_loss(predicted: Vector, won: Vector, weight: Vector) -> float:
    """The mean of minus the log-probability of the winner; `predicted` are logits."""
    toward = np.where(won > 0.5, predicted, -predicted)
    return float((weight * np.logaddexp(0.0, -toward)).sum() / max(1e-12, weight.sum()))


def slope(predicted: Vector, won: Vector, weight: Vector, offset: Vector | None = None) -> float:
    """The factor on the logits, besides an offset, that fits best: 1 is calibrated.

    >>> logits = np.repeat([1.0, -1.0], 100)
    >>> won = np.tile(np.repeat([1.0, 0.0], [62, 38]), 2)
    >>> won[100:] = 1 - won[100:]
    >>> round(slope(logits, won, np.ones(200)), 2)
    0.49
    """
    base = np.zeros_like(predicted) if offset is None else offset
    factor = 0.0
    for _ in range(STEPS):
        rate = 1 / (1 + np.exp(-np.clip(base + factor * predicted, -MOST, MOST)))
        pull = (weight * predicted * (won - rate)).sum()
        curve = (weight * predicted**2 * rate * (1 - rate)).sum()
        if curve < 1e-9:
            break
        step = float(np.clip(pull / curve, -2, 2))
        factor += step
        if abs(step) < 1e-7:
            break
    return factor


def interval(
    score: Callable[[Vector], float],
    sides: Sequence[Sequence[object]],
    bounds: tuple[float, float] = ANYTHING,
) -> tuple[float, float]:
    """The 95 % interval of a score, which is a function of the weights of the observations, within
    its bounds. Two times not a number if no observation moves the score: so few, or so alike, say
    nothing of their spread.

    `sides` are the clusters of each observation: one, or both decks of a match. The score's
    derivatives by the weights are summed over each cluster, and matches that share a deck are
    correlated (the dyadic cluster-robust variance of Aronow, Samii and Assenova).

    >>> values, ones = np.arange(100) % 2.0, np.ones(100)
    >>> def mean(weight):
    ...     return float((weight * values).sum() / weight.sum())
    >>> [round(limit, 2) for limit in interval(mean, [range(100)])]
    [0.4, 0.6]
    """
    count = len(sides[0])
    ones = np.ones(count)
    middle = score(ones)
    pull = np.zeros(count)
    for k in range(count):
        weight = ones.copy()
        weight[k] += STEP
        pull[k] = (score(weight) - middle) / STEP
    variance = _squares(pull, [name for side in sides for name in side])
    if len(sides) > 1:  # two matches of the same decks share both
        variance -= _squares(
            pull, [tuple(sorted(map(str, pair))) for pair in zip(*sides, strict=True)]
        )
    wide = Z95 * float(np.sqrt(max(variance, float((pull**2).sum()))))
    if wide < NOTHING:
        return nan, nan
    return max(bounds[0], middle - wide), min(bounds[1], middle + wide)


def _squares(pull: Vector, names: Sequence[object]) -> float:
    """The sum over the clusters of the square of the sum in each."""
    at = {name: k for k, name in enumerate(dict.fromkeys(names))}
    where = np.array([at[name] for name in names])
    sums = np.bincount(where, np.tile(pull, len(names) // len(pull)))
    return float((sums**2).sum())


def correlation(one: Vector, two: Vector, weight: Vector | None = None) -> float:
    """The correlation of two vectors; 0 if either does not vary."""
    if len(one) < 2:
        return 0.0
    weight = np.ones(len(one)) if weight is None else weight
    total = max(1e-12, float(weight.sum()))
    first, second = (v - (weight * v).sum() / total for v in (one, two))
    size = np.sqrt((weight * first**2).sum() * (weight * second**2).sum())
    return float((weight * first * second).sum() / size) if size > 1e-12 else 0.0


def spearman(one: Sequence[float], two: Sequence[float], weight: Vector | None = None) -> float:
    """The correlation of ranks.

    >>> spearman([1, 2, 3], [3, 2, 1])
    -1.0
    """
    return round(correlation(ranks(one), ranks(two), weight), 12)


def within(values: Vector, groups: Sequence[object]) -> Vector:
    """The values less the mean of their group.

    >>> within(np.array([1.0, 3.0, 5.0]), ["a", "a", "b"]).tolist()
    [-1.0, 1.0, 0.0]
    """
    numbers = {name: k for k, name in enumerate(dict.fromkeys(groups))}
    at = np.array([numbers[name] for name in groups], dtype=np.int64)
    means = np.bincount(at, values) / np.maximum(1, np.bincount(at))
    return np.asarray(values - means[at], dtype=np.float64)
