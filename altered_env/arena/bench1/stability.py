"""Does the order of entries depend on the seeds? Each deal has a seed of its own, so disjoint parts
of the deals are results with disjoint seeds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

import numpy as np

from altered_env._runtime.plurals import counted
from altered_env.arena.bench1.result_files import ResultFile
from altered_env.arena.bench1.scoring import deals_of, refuse_mixed
from altered_env.arena.bench1.tasks import HEADLINE

PARTS: Final = 5
MOST: Final = 0.85
"""The maximum win rate of the best entry that leaves room above it."""


@dataclass(frozen=True, slots=True)
class Stability:
    """The order of the entries of a task."""

    names: tuple[str, ...]
    """By their whole results, the best first."""
    rates: tuple[tuple[float, ...], ...]
    """The win rates of each, by part."""

    @property
    def orders(self) -> list[tuple[str, ...]]:
        """The order in each part, the best first."""
        by_part = zip(*self.rates, strict=True)
        return [
            tuple(self.names[k] for k in sorted(range(len(part)), key=lambda k: -part[k]))
            for part in by_part
        ]

    @property
    def agreement(self) -> float:
        """The mean of Kendall's tau between the order of a part and the whole order.

        >>> Stability(("a", "b"), ((0.9, 0.8), (0.1, 0.9))).agreement
        0.0
        """
        taus = []
        for part in zip(*self.rates, strict=True):
            signs = [np.sign(part[i] - part[j]) for i, j in combinations(range(len(part)), 2)]
            taus.append(float(np.mean(signs)) if signs else 1.0)
        return float(np.mean(taus))


def stability_of(results: Sequence[ResultFile], parts: int = PARTS) -> Stability:
    """The order of these results of a task in disjoint parts of their deals. Raises `ValueError`
    for results of several tasks or variants, for two of one name, and for one with fewer deals than
    parts."""
    refuse_mixed(results, ("task", "variant"))
    named = [one.entry.name for one in results]
    if twice := [name for name in named if named.count(name) > 1]:
        raise ValueError(f"there are two results named {twice[0]}: leave one out")
    if few := [one for one in results if one.entry.deals < parts]:
        raise ValueError(
            f"{few[0].entry.name} has {counted(few[0].entry.deals, 'deal')}, for"
            f" {counted(parts, 'part')}"
        )
    scores = {
        one.entry.name: np.array(list(deals_of(one.games, HEADLINE).values())) for one in results
    }
    names = sorted(scores, key=lambda name: -scores[name].mean())
    rates = [
        tuple(float(part.mean()) for part in np.array_split(scores[name], parts)) for name in names
    ]
    return Stability(tuple(names), tuple(rates))
