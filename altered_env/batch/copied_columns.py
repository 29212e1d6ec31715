"""Copying the columns that an object and its row of an observation have in the same order.

The record and the observation might be the same memory, for all that a compiler knows, so a loop
would copy one column at a time. With it the rows of objects took a fifth longer.
"""

from __future__ import annotations

from typing import Any

from ..engine.compiled import JIT
from ..engine.terms import C
from .layout import N

ALIKE = (
    "TYPE",
    "STATUS",
    "KEYWORDS",
    "TOUGH",
    "HAND_COST",
    "RESERVE_COST",
    "FOREST",
    "MOUNTAIN",
    "WATER",
    "BOOSTS",
    "COUNTER_KIND",
    "COUNTER_NUMBER",
)
"""Columns in the order of both, without others between them."""
assert all(getattr(N, name) - N.TYPE == getattr(C, name) - C.TYPE for name in ALIKE)
ALL = N.COUNTER_NUMBER + 3 - N.TYPE
assert len(ALIKE) + 4 == ALL  # three counters have two columns each
COUNTERS = N.COUNTER_NUMBER + 3 - N.BOOSTS

if JIT:
    from numba.core import cgutils, types
    from numba.extending import intrinsic

    def _copier(to: int, at: int, count: int) -> Any:
        """Return a compiled function that copies columns from `at` on to those from `to` on."""

        @intrinsic
        def copy(_context: Any, out: Any, row: Any) -> Any:
            def lower(context: Any, builder: Any, signature: Any, values: Any) -> Any:
                there, here = (
                    cgutils.gep(builder, context.make_array(kind)(context, builder, value).data, k)
                    for kind, value, k in zip(signature.args, values, (to, at), strict=True)
                )
                size = context.get_constant(types.intp, count)
                cgutils.raw_memcpy(builder, there, here, size, 2)
                return context.get_dummy_value()

            return types.void(out, row), lower

        return copy

    copy_characteristics = _copier(N.TYPE, C.TYPE, ALL)
    copy_counters = _copier(N.BOOSTS, C.BOOSTS, COUNTERS)

else:

    def copy_characteristics(out: Any, row: Any) -> None:
        """Copy what a known face shows: characteristics, status, boosts and counters."""
        out[N.TYPE : N.TYPE + ALL] = row[C.TYPE : C.TYPE + ALL]

    def copy_counters(out: Any, row: Any) -> None:
        """Copy boosts and counters."""
        out[N.BOOSTS : N.BOOSTS + COUNTERS] = row[C.BOOSTS : C.BOOSTS + COUNTERS]
