"""Ratings from deals, with intervals by resampling the deals. A deal is two games that differ only
in the seats, so it is one observation.

>>> deals = [Deal("b", "a", 2.0)] * 30 + [Deal("b", "a", 1.0)] * 40 + [Deal("b", "a", 0.0)] * 10
>>> a, b = paired_ratings(("a", "b"), deals, ("a",), draws=60)
>>> a.elo, 0 < b.low < b.elo < b.high
(0.0, True)
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from altered_env.arena.ratings import Rating, bradley_terry

DRAWS = 200


@dataclass(frozen=True, slots=True)
class Deal:
    """One agent's score against another in both games of a deal: 0 to 2."""

    one: str
    two: str
    score: float


def wins_of(agents: Sequence[str], deals: Sequence[Deal]) -> NDArray[np.float64]:
    """How often each (row) has beaten each (column)."""
    wins = np.zeros((len(agents), len(agents)))
    place = {agent: k for k, agent in enumerate(agents)}
    for deal in deals:
        i, j = place[deal.one], place[deal.two]
        wins[i, j] += deal.score
        wins[j, i] += 2 - deal.score
    return wins


def paired_ratings(
    agents: Sequence[str],
    deals: Sequence[Deal],
    anchors: Sequence[str],
    draws: int = DRAWS,
    seed: int = 0,
) -> list[Rating]:
    """Bradley-Terry ratings above the mean of the anchors, in the order of the agents.

    The 95 % intervals come from this number of bootstrap samples, drawn from the deals of each pair
    of agents with replacement. If all deals went one way, resampling shows no variance, so no
    interval is narrower than that of the likelihood with independent games.
    """
    zero = [k for k, agent in enumerate(agents) if agent in anchors]
    played = wins_of(agents, deals)
    found = _anchored(played, zero)
    reach = [(one.high - one.low) / 2 for one in bradley_terry(played.tolist())]
    by_pair: dict[tuple[str, str], list[float]] = defaultdict(list)
    for deal in deals:
        by_pair[deal.one, deal.two].append(deal.score)
    place = {agent: k for k, agent in enumerate(agents)}
    rng = np.random.default_rng(seed)
    drawn = np.zeros((draws, len(agents)))
    for k in range(draws):
        wins = np.zeros((len(agents), len(agents)))
        for (one, two), scores in by_pair.items():
            score = float(rng.choice(scores, size=len(scores)).sum())
            i, j = place[one], place[two]
            wins[i, j] += score
            wins[j, i] += 2 * len(scores) - score
        drawn[k] = _anchored(wins, zero)
    low, high = np.percentile(drawn, (2.5, 97.5), axis=0)
    alone = len(zero) == 1  # then it is 0 by definition
    return [
        Rating(float(elo), float(elo), float(elo))
        if alone and k == zero[0]
        else Rating(float(elo), float(min(elo - wide, a)), float(max(elo + wide, b)))
        for k, (elo, a, b, wide) in enumerate(zip(found, low, high, reach, strict=True))
    ]


def _anchored(wins: NDArray[np.float64], zero: Sequence[int]) -> NDArray[np.float64]:
    elo = np.array([rating.elo for rating in bradley_terry(wins.tolist())])
    above: NDArray[np.float64] = elo - elo[list(zero)].mean()
    return above
