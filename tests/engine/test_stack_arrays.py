"""Stack arrays of compiled functions."""

from __future__ import annotations

import numba
import numpy as np
import pytest

from altered_env.engine.compiled import JIT, OPTIONS
from altered_env.engine.stack_arrays import counts, floats

new_sums = floats(3, 4)
new_pair = counts(2)


@numba.njit(**OPTIONS)
def _add(table, pair, k):
    for i in range(3):
        table[i, k] += 10 * i + k
    pair[0] += 1
    pair[1] -= 1


@numba.njit(**OPTIONS)
def _reckon(times, found):
    """Room asked for again and again is empty each time, and none lies on another."""
    for n in range(times):
        table = new_sums()
        pair = new_pair()
        other = new_sums()
        for k in range(4):
            _add(table, pair, k)
            _add(other, pair, 3)
        for i in range(3):
            for k in range(4):
                found[n, i, k] = table[i, k]
        found[n, 0, 0] = pair[0] + 100 * pair[1] + other[2, 3]
    return table.shape[0] * 10 + table.shape[1]


def test_it_is_empty_whenever_it_is_asked_for():
    found = np.zeros((5, 3, 4))
    assert _reckon(5, found) == 34
    table = 10.0 * np.arange(3)[:, None] + np.arange(4)
    table[0, 0] = 8 - 800 + 4 * 23
    assert (found == table).all()


@pytest.mark.skipif(not JIT, reason="nothing is compiled")
def test_arrays_that_are_handed_on_are_not_counted():
    _reckon(1, np.zeros((1, 3, 4)))
    (code,) = _reckon.inspect_asm().values()
    assert "NRT_incref" not in code and "NRT_decref" not in code


@pytest.mark.skipif(not JIT, reason="nothing is compiled")
def test_what_would_allocate_is_refused():
    @numba.njit(**OPTIONS)
    def grows(n):
        return np.zeros(n).sum()

    with pytest.raises(Exception, match=r"NRT required|array passed into the function"):
        grows(3)
