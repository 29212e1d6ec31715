"""Sums of embeddings for a learner, forward and back, over a batch of gathered positions."""

from __future__ import annotations

from ..engine.compiled import reckoned

__all__ = ["bags", "bags_back", "rows_by_group", "rows_by_group_back"]


@reckoned
def bags(index, first, table, out):
    """Each row of `out` is the sum of the rows of the table that its indices name."""
    wide = table.shape[1]
    for r in range(len(out)):
        row = out[r]
        row[:] = 0.0
        for k in range(int(first[r]), int(first[r + 1])):
            one = table[int(index[k])]
            for j in range(wide):
                row[j] += one[j]


@reckoned
def bags_back(index, first, given, found):
    """What that adds to the gradient of the table."""
    wide = found.shape[1]
    for r in range(len(given)):
        row = given[r]
        for k in range(int(first[r]), int(first[r + 1])):
            one = found[int(index[k])]
            for j in range(wide):
                one[j] += row[j]


@reckoned
def rows_by_group(index, first, group, table, rows, pooled):
    """Rows as sums of embeddings, cut off at nought, and the sums of the rows of each group."""
    wide = table.shape[1]
    for r in range(len(rows)):
        row = rows[r]
        row[:] = 0.0
        for k in range(int(first[r]), int(first[r + 1])):
            one = table[int(index[k])]
            for j in range(wide):
                row[j] += one[j]
        for j in range(wide):
            row[j] = max(row[j], 0.0)
        if group[r] >= 0:
            total = pooled[int(group[r])]
            for j in range(wide):
                total[j] += row[j]


@reckoned
def rows_by_group_back(index, first, group, rows, of_rows, of_pooled, found):
    """What that adds to the gradient of the table; `of_rows` is used up."""
    wide = found.shape[1]
    for r in range(len(rows)):
        row = rows[r]
        given = of_rows[r]
        if group[r] >= 0:
            total = of_pooled[int(group[r])]
            for j in range(wide):
                given[j] += total[j]
        for j in range(wide):
            if row[j] <= 0.0:
                given[j] = 0.0
        for k in range(int(first[r]), int(first[r + 1])):
            one = found[int(index[k])]
            for j in range(wide):
                one[j] += given[j]
