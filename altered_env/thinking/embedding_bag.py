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
def rows_by_group_back(
    index, first, group, rows, pointed, of_pointed, of_pooled, link, given, found
):
    """What that adds to the gradient of the table: by `of_pooled`, that of the sums, and by
    `of_pointed`, that of the rows `pointed`, of which one may be there several times.

    `link` has room for rows and pointed ones, and `given` for a row."""
    count = len(rows)
    wide = found.shape[1]
    for r in range(count):
        link[r] = -1
    for k in range(len(pointed)):  # those of each row are found from `link[row]` on
        r = int(pointed[k])
        link[count + k] = link[r]
        link[r] = k
    for r in range(count):
        k = int(link[r])
        if group[r] >= 0:
            total = of_pooled[int(group[r])]
            for j in range(wide):
                given[j] = total[j]
        elif k >= 0:
            given[:] = 0.0
        else:
            continue
        while k >= 0:
            more = of_pointed[k]
            for j in range(wide):
                given[j] += more[j]
            k = int(link[count + k])
        row = rows[r]
        for j in range(wide):
            given[j] = given[j] if row[j] > 0.0 else 0.0
        add_back(found, index, int(first[r]), int(first[r + 1]), given)
