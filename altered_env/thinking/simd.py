"""SIMD sums of matrix rows, many columns at once: nearly all of a network's arithmetic.

The order of the additions is that of the source, and products are rounded before they are added, so
that every processor gives the same floats.

Written out for the compiler, as vectors that stay in registers while row after row is added. Left
to itself it reads and writes the sum for every row, and asks each time whether the two lie on each
other: a product of matrices then takes up to three times as long.

>>> import numpy as np
>>> table = np.arange(12, dtype=np.float32).reshape(4, 3)
>>> total = np.zeros(3, dtype=np.float32)
>>> plainly(table, [3, 0, 1], 0, 2, total)
>>> total.tolist()
[9.0, 11.0, 13.0]
"""

from __future__ import annotations

import numpy as np

from ..engine.compiled import CHECKED, JIT, compiled
from ..engine.stack_arrays import counts

LANES = 16
"""The number of sums of a dot product, as in `simd_code.py`."""
AT_ONCE = 128
"""The number of rows of a product to scan for nonzero ones."""


def plainly(table, index, begin, end, out):
    """Add the rows named by index[begin:end] to `out`: the body of `add_rows`."""
    for k in range(begin, end):
        out += table[int(index[k])]


def _plain_product(table, index, count, x, first, out):
    for k in range(count):
        out += x[int(index[k])] * table[first + int(index[k])]


def _plain_back(table, index, begin, end, row):
    for k in range(begin, end):
        table[int(index[k])] += row


def _plain_dot(x, y):
    done = len(x) // LANES * LANES
    sums = np.zeros(LANES, dtype=np.float32)
    for k in range(0, done, LANES):
        sums += x[k : k + LANES] * y[k : k + LANES]
    while len(sums) > 1:
        sums = sums[: len(sums) // 2] + sums[len(sums) // 2 :]
    total = sums[0]
    for k in range(done, len(x)):
        total += x[k] * y[k]
    return total


if JIT:
    from .simd_code import back as _back
    from .simd_code import dot as _dot
    from .simd_code import product as _product
    from .simd_code import rows as _rows
else:
    _rows, _product, _back, _dot = plainly, _plain_product, _plain_back, _plain_dot


@compiled
def _look(table, i, out):
    """Is there a row i, as wide as the sum? What is written out above does not ask."""
    out[0] += table[i if i >= 0 else len(table), len(out) - 1] * 0.0


@compiled
def add_rows(table, index, begin, end, out):
    """Add the rows of a table that index[begin:end] names."""
    if CHECKED:
        for k in range(begin, end):
            _look(table, int(index[k]), out)
    _rows(table, index, begin, end, out)


@compiled
def add_back(table, index, begin, end, row):
    """Add a row to each of those of a table that index[begin:end] names: `add_rows` backwards."""
    if CHECKED:
        for k in range(begin, end):
            _look(table, int(index[k]), row)
    _back(table, index, begin, end, row)


_new_index = counts(AT_ONCE)


@compiled
def add_product(x, matrix, first, out):
    """Add x times the rows of a matrix from `first` on; zeros cost next to nothing."""
    index = _new_index()
    for begin in range(0, len(x), AT_ONCE):
        count = 0
        for i in range(begin, min(begin + AT_ONCE, len(x))):
            index[count] = i
            count += x[i] != 0.0
        if CHECKED:
            for k in range(count):
                _look(matrix, first + index[k], out)
        _product(matrix, index, count, x, first, out)


@compiled
def dot(x, y):
    """The sum of the products of two rows."""
    if CHECKED and len(x) > len(y):
        return np.float32(y[len(x) - 1])
    return _dot(x, y)
