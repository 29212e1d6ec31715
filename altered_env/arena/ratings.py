"""Win rates with intervals, and Bradley-Terry ratings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from altered_env._runtime.intervals import Z95 as Z95
from altered_env._runtime.intervals import wilson as wilson

ELO = 400.0 / np.log(10.0)


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating on the Elo scale, relative to the mean of all rated players or to one of them."""

    elo: float
    low: float
    high: float


def bradley_terry(wins: Sequence[Sequence[float]], anchor: int | None = None) -> list[Rating]:
    """The ratings of players, from the number of times each (row) has beaten each (column).

    The 95 % intervals come from the curvature of the likelihood. Each pair that met is given half a
    win either way, so that a player who has lost every game has a rating too. With an `anchor`, a
    row, ratings are relative to that player's, which is 0.

    >>> first, second = bradley_terry([[0, 75], [25, 0]])
    >>> round(first.elo - second.elo)
    189
    >>> [round(rating.elo) for rating in bradley_terry([[0, 75], [25, 0]], anchor=1)]
    [189, 0]
    """
    won: NDArray[np.float64] = np.array(wins, dtype=np.float64)
    met = (won + won.T) > 0
    won = won + 0.5 * met
    games = won + won.T
    n = len(won)
    strength = np.zeros(n)
    fisher = np.zeros((n, n))
    for _ in range(100):
        chance = 1.0 / (1.0 + np.exp(strength[None, :] - strength[:, None]))
        slope = (won - games * chance).sum(axis=1)
        weight = games * chance * (1 - chance)
        fisher = np.diag(weight.sum(axis=1)) - weight
        step = np.linalg.pinv(fisher) @ slope
        strength = strength + np.clip(step, -1.0, 1.0)
        strength -= strength.mean()
        if np.abs(step).max() < 1e-9:
            break
    covariance = np.linalg.pinv(fisher)
    variance = np.diag(covariance)
    if anchor is not None:
        strength = strength - strength[anchor]
        variance = variance + variance[anchor] - 2 * covariance[anchor]
    spread = Z95 * np.sqrt(np.maximum(0.0, variance))
    return [
        Rating(float(ELO * s), float(ELO * (s - w)), float(ELO * (s + w)))
        for s, w in zip(strength, spread, strict=True)
    ]
