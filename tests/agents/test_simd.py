"""Sums of matrix rows by explicit SIMD, compared with a plain sum."""

from __future__ import annotations

import os
import subprocess
import sys

import numba
import numpy as np
import pytest

from altered_env.engine.compiled import JIT, OPTIONS
from altered_env.thinking.simd import (
    AT_ONCE,
    LANES,
    _plain_dot,
    add_back,
    add_product,
    add_rows,
    dot,
    plainly,
)
from altered_env.thinking.simd_code import BLOCKS
from altered_env.thinking.simd_code import LANES as WRITTEN

WIDTHS = [1, 3, 8, 16, 17, 63, 64, 65, 96, 128, 130, 200]


@numba.njit(**OPTIONS)
def _rows(table, index, begin, end, out):
    add_rows(table, index, begin, end, out)


@numba.njit(**OPTIONS)
def _product(x, matrix, first, out):
    add_product(x, matrix, first, out)


@numba.njit(**OPTIONS)
def _back(table, index, begin, end, row):
    add_back(table, index, begin, end, row)


@numba.njit(**OPTIONS)
def _dot(x, y):
    return dot(x, y)


def _numbers(rng, *shape):
    """Whole numbers, which add up to the same in any order."""
    return rng.integers(-50, 50, shape).astype(np.float32)


@pytest.mark.parametrize("kind", [np.int16, np.int32, np.int64])
@pytest.mark.parametrize("wide", WIDTHS)
def test_rows_are_added_up(wide, kind):
    rng = np.random.default_rng(wide)
    table, index = _numbers(rng, 30, wide), rng.integers(30, size=25).astype(kind)
    for begin, end in [(0, 25), (7, 8), (24, 25), (5, 5)]:
        found = _numbers(rng, wide)
        expected = found + table[index[begin:end]].sum(axis=0)
        plain = found.copy()
        plainly(table, index, begin, end, plain)
        _rows(table, index, begin, end, found)
        assert (found == expected).all() and (plain == expected).all()


@pytest.mark.parametrize("wide", WIDTHS)
def test_a_row_is_added_to_those_named_as_often_as_they_are(wide):
    rng = np.random.default_rng(wide)
    table, row = _numbers(rng, 30, wide), _numbers(rng, wide)
    index = rng.integers(30, size=25).astype(np.int32)
    index[6:9] = 5
    expected, kept = table.copy(), row.copy()
    np.add.at(expected, index[2:20], row)
    _back(table, index, 2, 20, row)
    assert (table == expected).all() and (row == kept).all()


@pytest.mark.parametrize("high", [1, 12, 64, AT_ONCE - 1, AT_ONCE, AT_ONCE + 1, 3 * AT_ONCE])
@pytest.mark.parametrize("wide", WIDTHS)
def test_a_product_is_that_of_its_rows(wide, high):
    rng = np.random.default_rng(wide + 1000 * high)
    matrix, x = _numbers(rng, high + 9, wide), _numbers(rng, high)
    for share in (1.0, 0.5, 0.0):
        x[rng.random(high) >= share] = 0.0
        found = _numbers(rng, wide)
        expected = found + x @ matrix[9:]
        _product(x, matrix, 9, found)
        assert (found == expected).all()


@pytest.mark.parametrize("wide", WIDTHS)
def test_sums_are_added_in_the_order_of_the_source_and_products_rounded(wide):
    """No processor may add in another order, or fuse a product and its addition."""
    assert LANES == WRITTEN
    rng = np.random.default_rng(wide)
    x, y = (rng.normal(0.0, 100.0, (20, wide)).astype(np.float32) for _ in range(2))
    assert all(_dot(a, b) == _plain_dot(a, b) for a, b in zip(x, y, strict=True))
    factors = rng.normal(0.0, 100.0, 20).astype(np.float32)
    found, expected = np.ones(wide, np.float32), np.ones(wide, np.float32)
    _product(factors, x, 0, found)
    for factor, row in zip(factors, x, strict=True):
        expected += factor * row
    assert (found == expected).all()


def test_what_lies_beside_the_sum_is_left_alone():
    """A row of a table may be the sum, between others: nothing is written past its end."""
    assert max(BLOCKS) > 40  # so 40 columns are no whole block
    table, sums = np.ones((4, 40), np.float32), np.zeros((3, 40), np.float32)
    _rows(table, np.arange(4), 0, 4, sums[1])
    _product(np.ones(4, np.float32), table, 0, sums[1])
    assert (sums[1] == 8).all() and not sums[::2].any()


@pytest.mark.skipif(not JIT, reason="nothing is compiled")
def test_numbers_that_lie_otherwise_are_refused():
    table, index, out = np.ones((4, 8), np.float32), np.arange(4), np.zeros(8, np.float32)
    for wrong in [
        (table.astype(float), out),
        (table.T, out),
        (table, np.zeros(16, np.float32)[::2]),
    ]:
        with pytest.raises(Exception, match="expected a contiguous array of float32"):
            _rows(wrong[0], index, 0, 4, wrong[1])


@pytest.mark.parametrize("row", [4, -1])
def test_a_row_that_is_not_there_is_found_where_bounds_are_checked(row):
    code = (
        "import numpy as np\n"
        "from tests.agents.test_simd import _back, _product, _rows\n"
        "table, out = np.ones((4, 8), np.float32), np.zeros(8, np.float32)\n"
        "for add in (lambda n: _rows(table, np.array([n]), 0, 1, out),\n"
        "            lambda n: _back(table, np.array([n]), 0, 1, out),\n"
        "            lambda n: _product(np.ones(1, np.float32), table, n, out)):\n"
        "    add(3)\n"
        "    try:\n"
        f"        add({row})\n"
        "    except IndexError:\n"
        "        print('refused')\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "ALTERED_CHECKED": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert ran.stdout.split() == ["refused"] * 3
