"""Synergies: pairs of cards that do more, or less, together than each by itself.

For each pair held in enough games, the model of `altered_env/cardstats/regression.py` gives the
unexplained log-odds of games in which both were held, with an interval and a p-value. Both are
corrected alike for the number of pairs, after Bonferroni: p is below 5 % exactly where the interval
excludes zero.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import erfc, sqrt

import numpy as np

from altered_env.arena.paired import reach_of_all
from altered_env.cardstats.regression import Design, Fit, weighted

MOST = 20_000
"""The maximum number of pairs tested, those held most often first."""
TOGETHER = 256
"""The number of pairs in a batch."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two cards, and the log-odds of holding both beyond the sum of their effects."""

    one: str
    two: str
    effect: float
    low: float
    high: float
    """The upper end of the interval. Interval and `p` are corrected for the number of pairs."""
    p: float
    games: int
    """The number of games in which a player held both."""


def pairs(design: Design, fit: Fit, least: int = 200) -> list[Pair]:
    """Return each pair of cards held together in at least `least` games, most certain first."""
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
            if t > 1e-6:  # otherwise the pair is aliased with terms of the model
                found.append((int(i), int(j), float(s / t), 1 / sqrt(float(t))))
    reach, many = reach_of_all(len(found)), len(found)
    rows = [
        Pair(
            design.names[i],
            design.names[j],
            effect,
            effect - reach * error,
            effect + reach * error,
            min(1.0, many * erfc(abs(effect) / error / sqrt(2))),
            int(together[i, j]),
        )
        for i, j, effect, error in found
    ]
    return sorted(rows, key=lambda row: -abs(row.effect) / (row.high - row.low))
