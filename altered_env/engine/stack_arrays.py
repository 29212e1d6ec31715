"""Small arrays on the stack, since compiled code allocates nothing.

Arrays that outlive a call are allocated in Python, which counts their references; compiled code
does not (`compiled.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from math import prod
from typing import Any

import numpy as np

from .compiled import JIT

if JIT:
    from numba.core import cgutils, types
    from numba.extending import intrinsic


def floats(*shape: int) -> Callable[[], Any]:
    """Make a factory for zeroed float arrays of this shape in a compiled function. An array lives
    until that function returns; in a loop every round gets the same one.

    >>> new_sums = floats(2, 3)

    and then, in a compiled function, `sums = new_sums()`.
    """
    return _room("float64", shape)


def counts(*shape: int) -> Callable[[], Any]:
    """Make such a factory for integers."""
    return _room("int64", shape)


def _room(name: str, shape: tuple[int, ...]) -> Callable[[], Any]:
    if not JIT:
        return lambda: np.zeros(shape, dtype=name)
    kind = getattr(types, name)
    made = types.Array(kind, len(shape), "C")
    width = 8
    strides = [width * prod(shape[k + 1 :]) for k in range(len(shape))]

    def write(context: Any, builder: Any, _signature: Any, _given: Any) -> Any:
        def number(value: int) -> Any:
            return context.get_constant(types.intp, value)

        room = cgutils.alloca_once(builder, context.get_data_type(kind), size=prod(shape))
        cgutils.memset(builder, room, number(width * prod(shape)), 0)
        array = context.make_array(made)(context, builder)
        context.populate_array(
            array,
            data=room,
            shape=[number(size) for size in shape],
            strides=[number(stride) for stride in strides],
            itemsize=number(width),
            meminfo=None,
        )
        return array._getvalue()

    def new_room(_typing: Any) -> Any:
        return made(), write

    return intrinsic(new_room)
