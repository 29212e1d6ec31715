"""Does the order of entries depend on the seeds? Each deal has a seed of its own, so disjoint parts
of the deals are results with disjoint seeds. A part is a block of deals, so in T1, where the pairs
of decks come in turn, parts may differ in their decks, too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
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
    def same(self) -> int:
        """The parts with the same order, in which no two entries are equal.

        >>> one = Stability(("a", "b", "c"), ((0.9, 0.8, 0.7), (0.1, 0.0, 0.8), (0.0, 0.0, 0.0)))
        >>> one.same, one.tied
        (1, 1)
        """
        return sum(all(a > b for a, b in pairwise(part)) for part in self._by_part)

    @property
    def tied(self) -> int:
        """The parts with the same order but for entries that are equal in it."""
        ordered = sum(all(a >= b for a, b in pairwise(part)) for part in self._by_part)
        return ordered - self.same

    @property
    def _by_part(self) -> list[tuple[float, ...]]:
        return list(zip(*self.rates, strict=True))

    @property
    def agreement(self) -> float:
        """The mean of Kendall's tau between the order of a part and the whole order.

        >>> Stability(("a", "b"), ((0.9, 0.8), (0.1, 0.9))).agreement
        0.0
        """
        taus = []
        for part in self._by_part:
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


def room_above(best: Mapping[str, float]) -> str:
    """Whether the result of the best entry leaves room above it, in words.

    >>> room_above({"low": 0.797, "high": 0.901})
    'whether it leaves room is open (at most 85 %)'
    """
    if best["high"] <= MOST:
        found = "it leaves room"
    elif best["low"] > MOST:
        found = "it leaves little room"
    else:
        found = "whether it leaves room is open"
    return f"{found} (at most {100 * MOST:.0f} %)"
