"""Aliased terms of a model.

If every deck with one Hero has the same archetype, or a card is in one deck only and counted the
same way, the effect of one term could as well be the effect of the other. The model's estimates of
each are then guesses.

Heroes alone, archetypes alone or cards alone that always add up to the same sum do not count as
aliased: only their differences from each other matter.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from altered_env.cardstats.regression import Design, weighted

SMALL = 1e-9
"""An eigenvalue below this share of the largest counts as zero."""
PART = 1e-6
"""The smallest share of an undetermined direction at which a term counts as part of it."""


@dataclass(frozen=True, slots=True)
class Aliases:
    """Columns of a design whose effects cannot be separated."""

    groups: tuple[tuple[int, ...], ...]
    """Columns that are proportional in every game."""
    mixed: tuple[int, ...]
    """Additional columns of which only a sum can be estimated."""

    @property
    def columns(self) -> frozenset[int]:
        """Every aliased column."""
        return frozenset(self.mixed).union(*self.groups)


def aliases(design: Design) -> Aliases:
    """Return the aliased terms of a design.

    >>> table = np.array([[1, 1, 0], [0, 0, 1], [-1, -1, 1]], dtype=np.float32)
    >>> names, kinds = ("a", "b", "c"), ("hero", "archetype", "card")
    >>> aliases(Design(names, kinds, table, np.zeros(3), (table > 0, table < 0)))
    Aliases(groups=((0, 1),), mixed=())
    """
    table = design.table
    size = np.sqrt((table.astype(np.float64) ** 2).sum(axis=0))
    size[size == 0] = 1.0
    alike = weighted(table, np.ones(len(table)), table) / np.outer(size, size)
    values, vectors = np.linalg.eigh(alike)
    nothing = vectors[:, values < SMALL * max(1.0, values[-1])]
    nothing = _less_sums(design, size, nothing)
    involved = np.flatnonzero((nothing**2).sum(axis=1) > PART)
    same = np.abs(alike) > 1 - 1e-7
    groups, seen = [], set()
    for k in involved.tolist():
        group = [j for j in involved.tolist() if same[k, j]]
        if k not in seen and len(group) > 1:
            groups.append(tuple(group))
            seen.update(group)
    return Aliases(tuple(groups), tuple(k for k in involved.tolist() if k not in seen))


def _less_sums(
    design: Design, size: NDArray[np.float64], nothing: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return the undetermined directions, except those in which all terms of a kind add up."""
    kinds = np.array(design.kinds)
    for kind in dict.fromkeys(design.kinds):
        ones = (kinds == kind) * size
        ones /= np.linalg.norm(ones)
        within = nothing @ (nothing.T @ ones)
        if np.linalg.norm(within - ones) < 1e-6:
            nothing = nothing - np.outer(ones, ones @ nothing)
    found, lengths, _ = np.linalg.svd(nothing, full_matrices=False)
    return np.asarray(found[:, lengths > 1e-6], dtype=np.float64)
