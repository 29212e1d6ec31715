"""Sets of object slots: rows of WORDS signed words, BITS bits used of each."""

from typing import Any

from .compiled import JIT, compiled
from .layout import BITS, OBJECTS, WORDS

if JIT:
    from numba.core import types
    from numba.cpython.unsafe.numbers import leading_zeros, trailing_zeros
    from numba.extending import intrinsic

    @compiled
    def highest(word):
        """Return the number of the highest bit set in a nonzero word."""
        return 63 ^ int(leading_zeros(int(word)))  # 63 minus it, and never negative

    @intrinsic
    def _ones(_context: Any, word: Any) -> Any:
        """Return the number of bits set in a word."""

        def lower(_context: Any, builder: Any, _signature: Any, values: Any) -> Any:
            return builder.ctpop(values[0])

        return types.int64(types.int64), lower

    @compiled
    def lowest(word):
        """Return the number of the lowest bit set in a nonzero word."""
        return int(trailing_zeros(int(word)))

else:

    def _ones(word):
        """Return the number of bits set in a word."""
        return int(word).bit_count()

    def highest(word):
        """Return the number of the highest bit set in a nonzero word."""
        return int(word).bit_length() - 1

    def lowest(word):
        """Return the number of the lowest bit set in a nonzero word."""
        return (int(word) & -int(word)).bit_length() - 1


@compiled
def _word(x):
    """Return x // BITS for a slot x."""
    return (int(x) * 1366) >> 16


assert all((x * 1366) >> 16 == x // BITS for x in range(OBJECTS + 1))


@compiled
def has(row, x):
    w = _word(x)
    return (int(row[w]) >> (x - w * BITS)) & 1 != 0


@compiled
def add(row, x):
    w = _word(x)
    row[w] = int(row[w]) | (1 << (x - w * BITS))


@compiled
def remove(row, x):
    w = _word(x)
    row[w] = int(row[w]) & ~(1 << (x - w * BITS))


@compiled
def clear(row):
    for w in range(WORDS):
        row[w] = 0


@compiled
def copy(to, row):
    for w in range(WORDS):
        to[w] = row[w]


@compiled
def is_empty(row):
    for w in range(WORDS):
        if row[w] != 0:
            return False
    return True


@compiled
def size(row):
    count = 0
    for w in range(WORDS):
        count += _ones(int(row[w]))
    return count


@compiled
def first(row):
    """Return the lowest member, or -1."""
    for w in range(WORDS):
        if row[w] != 0:
            return w * BITS + lowest(row[w])
    return -1


@compiled
def after(row, x):
    """Return the lowest member above x, or -1."""
    x += 1
    w = _word(x)
    if w >= WORDS:
        return -1
    bit = x - w * BITS
    word = (int(row[w]) >> bit) << bit
    while word == 0:
        w += 1
        if w >= WORDS:
            return -1
        word = int(row[w])
    return w * BITS + lowest(word)
