"""Scores of predictions: AUC, log-loss, slope, with intervals clustered by deck.

A match is one observation that can be told from either side, so all scores are the same when the
sides are exchanged, and there is no intercept.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from altered_env.cardstats.agreement import ranks

Vector = NDArray[np.float64]

DRAWS: Final = 1000
"""Resamples for an interval."""
STEPS: Final = 25
MOST: Final = 12.0
"""The maximum of a logit."""


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


def resampled(sides: Sequence[Sequence[object]], seed: int, draws: int = DRAWS) -> Vector:
    """Weights of the observations in resamples of their clusters, a row a resample. `sides` are the
    clusters of each observation: one, or both decks of a match, whose weights are multiplied.

    >>> resampled([["a", "b", "c"]], 1, draws=4).sum(axis=1).tolist()
    [3.0, 3.0, 3.0, 3.0]
    """
    chance = np.random.default_rng(seed)
    names = {name: k for k, name in enumerate(dict.fromkeys(n for side in sides for n in side))}
    size = len(names)
    counts = chance.multinomial(size, np.full(size, 1 / size), draws).astype(np.float64)
    found = np.ones((draws, len(sides[0])))
    for side in sides:
        found *= counts[:, [names[name] for name in side]]
    return found


def interval(score: Callable[[Vector], float], weights: Vector) -> tuple[float, float]:
    """The 95 % interval of a score over resamples."""
    found = [score(row) for row in weights if row.sum() > 0]
    low, high = np.quantile(found, (0.025, 0.975))
    return float(low), float(high)


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
