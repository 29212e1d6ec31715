"""Effects and intervals of a model whose spreads are not known.

Few games say little about how far the effects of a kind are spread. The likeliest spread is then
often zero, and intervals that take it for the truth are far too narrow. So effects are averaged
over spreads by how well each explains the games, with a half-Cauchy prior for every spread.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import product
from math import log
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr

Numbers = NDArray[np.float64]
Spreads = Mapping[str, float]
"""The spread of the effects of each kind."""

SCALE = 0.3
"""The scale of the prior of spreads, in log-odds: half of them are below it."""
STEPS = tuple(float(step) for step in np.geomspace(0.005, 3.0, 20))
"""The spreads that are tried."""
LEAST = 0.003
"""Spreads of one kind are left out whose weight is below this share of the best one's."""
LEVEL = 0.95
HALVINGS = 40
ROUNDS = 3


class Given(NamedTuple):
    """The effects if the spreads are these: about normal, and how well they explain the games."""

    mean: Numbers
    error: Numbers
    evidence: float
    """The log-likelihood, averaged over effects."""


@dataclass(frozen=True, slots=True)
class Averaged:
    """Effects averaged over spreads, with intervals of 95 %."""

    effects: Numbers
    low: Numbers
    high: Numbers
    spread: dict[str, float]
    """The mean spread of each kind."""


def averaged(given: Callable[[Spreads], Given], start: Spreads) -> Averaged:
    """Return the effects. `given` has those for known spreads; `start` are likely ones."""
    found: dict[tuple[float, ...], Given] = {}

    def told(spread: Spreads) -> float:
        """The logarithm of the posterior density of spreads, on a scale of logarithms."""
        key = (*spread.values(),)
        if key not in found:
            found[key] = given(spread)
        prior = sum(log(one) - log(1 + (one / SCALE) ** 2) for one in key)
        return found[key].evidence + prior

    tried = _likely(told, start)
    every = [dict(zip(tried, one, strict=True)) for one in product(*tried.values())]
    density = np.array([told(spread) for spread in every])
    weights = np.exp(density - density.max())
    weights /= weights.sum()
    mean, error = (np.array([found[(*spread.values(),)][k] for spread in every]) for k in (0, 1))
    return Averaged(
        weights @ mean,
        _quantile(weights, mean, error, (1 - LEVEL) / 2),
        _quantile(weights, mean, error, (1 + LEVEL) / 2),
        {
            kind: float(sum(w * one[kind] for w, one in zip(weights, every, strict=True)))
            for kind in start
        },
    )


def _likely(told: Callable[[Spreads], float], start: Spreads) -> dict[str, list[float]]:
    """Return the spreads of each kind that are worth trying, the others being likely ones."""
    here = {kind: min(STEPS, key=lambda step: abs(log(step / one))) for kind, one in start.items()}
    tried: dict[str, list[float]] = {}
    for _ in range(ROUNDS):
        before = dict(here)
        for kind in here:
            density = np.array([told({**here, kind: step}) for step in STEPS])
            tried[kind] = [STEPS[k] for k in np.flatnonzero(density > density.max() + log(LEAST))]
            here[kind] = STEPS[int(density.argmax())]
        if here == before:
            break
    return tried


def _quantile(weights: Numbers, mean: Numbers, error: Numbers, share: float) -> Numbers:
    """Return a quantile of each mixture of normal distributions, a column for each effect."""
    low, high = (mean - 8 * error).min(axis=0), (mean + 8 * error).max(axis=0)
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        below = weights @ ndtr((middle - mean) / error) < share
        low, high = np.where(below, middle, low), np.where(below, high, middle)
    return np.asarray((low + high) / 2, dtype=np.float64)
