"""The elements of cards as columns of a design matrix.

A column of fewer than `LEAST` cards is dropped and left to each card's own effect. For names two
cards are enough, since few cards share one, and those are the most alike.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from altered_env.cards import Card
from altered_env.cards.elements import KINDS, described

LEAST = 4
LEAST_OF = {"body": 0, "family": 2}
"""Exceptions from `LEAST` by kind."""


@dataclass(frozen=True)
class Columns:
    """The elements of cards as a table: a row for each card, a column for each element."""

    names: tuple[str, ...]
    kinds: tuple[str, ...]
    table: sparse.csr_matrix
    """The card's value less the mean; for `body` in standard deviations."""
    scale: NDArray[np.float64]
    """The size of one unit of a column in units of the element."""
    middle: NDArray[np.float64]
    """The element's value at which the column is zero: for `body` the mean of all cards."""
    least: NDArray[np.float64]
    most: NDArray[np.float64]
    """The maximum value of each element among the cards."""
    cards: NDArray[np.int64]
    """The number of cards that have each element."""


def columns(cards: Sequence[Card], least: int = LEAST) -> Columns:
    """Return the table of cards."""
    rows = [described(card) for card in cards]
    count = Counter(key for row in rows for key, value in row.items() if value)
    kept = sorted(
        (key for key, n in count.items() if LEAST_OF.get(key[0], least) <= n),
        key=lambda key: (KINDS.index(key[0]), key[1]),
    )
    at = {key: k for k, key in enumerate(kept)}
    places = [(i, at[key], v) for i, row in enumerate(rows) for key, v in row.items() if key in at]
    i, j, v = (np.array(part) for part in zip(*places, strict=True))
    table = sparse.csr_matrix((v.astype(np.float64), (i, j)), shape=(len(rows), len(kept)))
    scale = np.ones(len(kept))
    for k, (kind, _) in enumerate(kept):
        if kind == "body":
            column = table[:, [k]].toarray()
            scale[k] = max(float(column.std()), 1e-9)
    dense = [k for k, (kind, _) in enumerate(kept) if kind == "body"]
    middle = np.zeros(len(kept))
    middle[dense] = np.asarray(table.mean(axis=0)).ravel()[dense]
    shifted = table.tolil()
    for k in dense:
        shifted[:, [k]] = (table[:, [k]].toarray() - middle[k]) / scale[k]
    return Columns(
        tuple(name for _, name in kept),
        tuple(kind for kind, _ in kept),
        shifted.tocsr(),
        scale,
        middle,
        table.min(axis=0).toarray().ravel(),
        table.max(axis=0).toarray().ravel(),
        np.array([count[key] for key in kept], dtype=np.int64),
    )
