"""Pairs of cards that do more together than each by itself, and pairs that do less.

Of each pair that players have held in enough games, the model of `training/analysis/regression.py`
is asked what it leaves unexplained where both were held: how much that adds to the odds, with an
interval, and how likely so much is where there is nothing, corrected after Holm for the number of
pairs.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import erfc, sqrt

import numpy as np

from training.analysis.regression import Design, Fit, weighted
from training.arena.paired import holm
from training.arena.ratings import Z95

__all__ = ["Pair", "pairs"]

MOST = 20_000
"""Pairs that are tried at most: those that were held most often."""
TOGETHER = 256
"""Pairs that are worked out at a time."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two cards, and what holding both adds to the log-odds beyond what each does."""

    one: str
    two: str
    effect: float
    low: float
    high: float
    p: float
    """Corrected for the number of pairs."""
    games: int
    """In which a player held both."""


def pairs(design: Design, fit: Fit, least: int = 200) -> list[Pair]:
    """Each pair of cards that players held in so many games or more, the surest first."""
    mine, theirs = (held.astype(np.float32) for held in design.held)
    together = np.triu(mine.T @ mine + theirs.T @ theirs, 1)
    firsts, seconds = np.nonzero(together >= max(1, least))
    order = np.argsort(-together[firsts, seconds], kind="stable")[:MOST]
    firsts, seconds = firsts[order], seconds[order]
    weights = fit.chance * (1 - fit.chance)
    residual = design.won - fit.chance
    found: list[tuple[int, int, float, float]] = []
    for start in range(0, len(firsts), TOGETHER):
        ones, twos = firsts[start : start + TOGETHER], seconds[start : start + TOGETHER]
        both = mine[:, ones] * mine[:, twos] - theirs[:, ones] * theirs[:, twos]
        across = weighted(design.table, weights, both)
        told = weights @ (both.astype(np.float64) ** 2)
        told -= np.einsum("ik,ij,jk->k", across, fit.covariance, across, optimize=True)
        slope = residual @ both
        for i, j, s, t in zip(ones, twos, slope, told, strict=True):
            if t > 1e-6:  # else the pair is never apart from what is in the model
                found.append((int(i), int(j), float(s / t), 1 / sqrt(float(t))))
    corrected = holm([erfc(abs(effect) / error / sqrt(2)) for _, _, effect, error in found])
    rows = [
        Pair(
            design.names[i],
            design.names[j],
            effect,
            effect - Z95 * error,
            effect + Z95 * error,
            p,
            int(together[i, j]),
        )
        for (i, j, effect, error), p in zip(found, corrected, strict=True)
    ]
    return sorted(rows, key=lambda row: -abs(row.effect) / (row.high - row.low))
