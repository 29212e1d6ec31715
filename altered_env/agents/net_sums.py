"""Sums of embeddings for the PyTorch module, forward and backward, in compiled code.

Of a position most groups of rows are empty. Their sums are left out, and the first dense layer is
one product for each group, over the positions in which the group has rows.

>>> GroupSums.of(np.array([0, 2, 0, -1, 4], dtype=np.int32), positions=2, groups=3).pair.tolist()
[0, 2, 0, -1, 1]
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.autograd import Function

from altered_env.agents.thoughts import entries_for

Whole = NDArray[np.int32]
_ENTRY = entries_for(2, "learning_entry")
"""The kernels of sums do not depend on the number of players."""

SPARSE: bool = torch.backends.mkl.is_available()  # type: ignore[no-untyped-call]  # torch gives it no types
"""Does PyTorch have products of sparse matrices here?"""


class GroupSums(NamedTuple):
    """The pairs of a group and a position that have rows, group by group."""

    pair: Whole
    """The pair of each row; -1 for rows outside groups."""
    ends: list[int]
    """Where the pairs of each group end."""
    position: Tensor
    """The position of each pair."""
    by_position: Whole
    """The pairs, position by position."""
    first: Whole
    """Where those of each position begin; one more than positions."""

    @classmethod
    def of(cls, group: Whole, positions: int, groups: int) -> GroupSums:
        """Those of rows whose numbers of groups count on from position to position."""
        there = np.zeros((positions, groups), dtype=np.bool_)
        there.ravel()[group[group >= 0]] = True
        by_group = np.ascontiguousarray(there.T)
        at = np.flatnonzero(by_group)
        number = np.full(positions * groups + 1, -1, dtype=np.int32)  # the last one is of no group
        position = at % positions
        number[position * groups + at // positions] = np.arange(len(at), dtype=np.int32)
        first = np.zeros(positions + 1, dtype=np.int32)
        np.cumsum(there.sum(1), out=first[1:])
        return cls(
            number[group],
            by_group.sum(1).cumsum().tolist(),
            torch.from_numpy(position),
            number[:-1][there.ravel()],
            first,
        )

    def parts(self) -> Iterator[tuple[int, slice]]:
        """Each group in use, and its pairs."""
        begin = 0
        for group, end in enumerate(self.ends):
            if end > begin:
                yield group, slice(begin, end)
            begin = end


class SparseProduct(Function):
    """The product of a constant sparse matrix, given with its transpose, and a dense one."""

    @staticmethod
    def forward(context: Any, matrix: Tensor, transposed: Tensor, dense: Tensor) -> Tensor:
        context.transposed = transposed
        return matrix @ dense

    @staticmethod
    def backward(context: Any, given: Any) -> Any:
        return None, None, context.transposed @ given


def sparse(matrix: Tensor) -> tuple[Tensor, Tensor]:
    """A matrix and its transpose as sparse ones."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Sparse CSR tensor support is in beta")
        return matrix.to_sparse_csr(), matrix.T.contiguous().to_sparse_csr()


class Bags(Function):
    """Sums of consecutive rows of a table, from each start to the next."""

    @staticmethod
    def forward(context: Any, table: Tensor, index: Tensor, first: Tensor) -> Tensor:
        found = table.new_empty(len(first) - 1, table.shape[1])
        _ENTRY.sum_bags(index.numpy(), first.numpy(), table.detach().numpy(), found.numpy())
        context.kept = index, first, table.shape
        return found

    @staticmethod
    def backward(context: Any, given: Any) -> Any:
        index, first, shape = context.kept
        found = given.new_zeros(shape)
        _ENTRY.sum_bags_back(
            index.numpy(), first.numpy(), given.contiguous().numpy(), found.numpy()
        )
        return found, None, None


class Rows(Function):
    """The rows that options point at; the first layer of each position, which is the sums of its
    rows by group times the weights of the groups; and the sums of the cards in its deck lists."""

    @staticmethod
    def forward(context: Any, table: Tensor, weights: Tensor, seen: Any) -> Any:
        wide, sums = table.shape[1], seen.sums
        rows = table.new_empty(len(seen.group), wide)
        pooled = table.new_zeros(len(sums.position), wide)
        where = seen.feature.numpy(), seen.first.numpy(), sums.pair
        _ENTRY.sum_rows(*where, table.detach().numpy(), rows.numpy(), pooled.numpy())
        by_group = weights.detach().reshape(-1, wide, weights.shape[1])
        layer = table.new_empty(len(pooled), weights.shape[1])
        for group, part in sums.parts():
            torch.mm(pooled[part], by_group[group], out=layer[part])
        found = table.new_empty(seen.many, weights.shape[1])
        _ENTRY.sum_bags(sums.by_position, sums.first, layer.numpy(), found.numpy())
        listed = table.new_empty(len(seen.card_first) - 1, wide)
        cards = seen.card.numpy(), seen.card_first.numpy()
        _ENTRY.sum_bags(*cards, table.detach().numpy(), listed.numpy())
        context.where, context.seen, context.shape = where, seen, table.shape
        context.cards = cards
        context.save_for_backward(rows, pooled, weights)  # avoids a cycle of references
        return rows.index_select(0, seen.pointed), found, listed

    @staticmethod
    def backward(context: Any, of_pointed: Any, of_found: Any, of_listed: Any) -> Any:
        rows, pooled, weights = context.saved_tensors
        seen, wide = context.seen, rows.shape[1]
        given = of_found.index_select(0, seen.sums.position)
        by_group = weights.detach().reshape(-1, wide, weights.shape[1])
        of_weights = torch.zeros_like(by_group)
        of_pooled = torch.empty_like(pooled)
        for group, part in seen.sums.parts():
            torch.mm(given[part], by_group[group].T, out=of_pooled[part])
            torch.mm(pooled[part].T, given[part], out=of_weights[group])
        of_table = rows.new_zeros(context.shape)
        _ENTRY.sum_rows_back(
            *context.where,
            rows.numpy(),
            seen.pointed.numpy(),
            of_pointed.contiguous().numpy(),
            of_pooled.numpy(),
            np.empty(len(rows) + len(seen.pointed), dtype=np.int32),
            np.empty(wide, dtype=np.float32),
            of_table.numpy(),
        )
        if len(context.cards[0]):
            given = of_listed.contiguous().numpy()
            _ENTRY.sum_bags_back(*context.cards, given, of_table.numpy())
        return of_table, of_weights.reshape(weights.shape), None
