"""Sums of embeddings for a learner, forward and back, over a batch of gathered positions."""

from ..engine.compiled import compiled
from .simd import add_back, add_rows


@compiled
def bags(index, first, table, out):
    """Each row of `out` is the sum of the rows of the table that its indices name."""
    for r in range(len(out)):
        row = out[r]
        row[:] = 0.0
        add_rows(table, index, int(first[r]), int(first[r + 1]), row)


@compiled
def bags_back(index, first, given, found):
    """What that adds to the gradient of the table."""
    for r in range(len(given)):
        add_back(found, index, int(first[r]), int(first[r + 1]), given[r])


@compiled
def rows_by_group(index, first, group, table, rows, pooled):
    """Rows as the ReLU of sums of embeddings, and the sums of the rows of each group."""
    wide = table.shape[1]
    for r in range(len(rows)):
        row = rows[r]
        row[:] = 0.0
        add_rows(table, index, int(first[r]), int(first[r + 1]), row)
        for j in range(wide):
            row[j] = max(row[j], 0.0)
        if group[r] >= 0:
            total = pooled[int(group[r])]
            for j in range(wide):
                total[j] += row[j]


@compiled
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
        add_back(found, index, int(first[r]), int(first[r + 1]), given)
