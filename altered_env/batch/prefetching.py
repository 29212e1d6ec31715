"""Prefetching: the cache lines of the next game are requested while this one is stepped, so that a
batch larger than the cache does not wait for each of them in turn.

It affects only speed, and does nothing as plain Python.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..engine.compiled import JIT, compiled
from ..engine.layout import LINE, OBJECTS, PLAYERS, game_t
from ..engine.terms import C
from .layout import N, S, slot_t

SLOTS = 50 * PLAYERS
"""Slots are taken from the lowest on: at most decisions no more are in use."""
ROWS = 40
"""Nor are more rows of the entity table."""


def _lines(record: Any, read: Mapping[str, int]) -> NDArray[np.int64]:
    """Offsets of the cache lines that hold the first bytes of these fields in a record.

    >>> _lines(np.dtype([("a", "u1", 60), ("b", "u1", 300), ("c", "u1")]), {"a": 1, "b": 80})
    array([  0,  64, 128])
    """
    found: set[int] = set()
    for name, size in read.items():
        start = record.fields[name][1]
        found |= set(range(start // LINE, (start + size - 1) // LINE + 1))
    return np.array(sorted(found), dtype=np.int64) * LINE


def _numbers(record: Any) -> dict[str, int]:
    """The fields of a record that are a single number, which are read all the time."""
    return {name: record[name].itemsize for name in record.names if not record[name].shape}


GAME = game_t.itemsize
GAME_LINES = _lines(
    game_t,
    {
        **_numbers(game_t),
        "rng": 32,
        "zone": game_t["zone"].itemsize,
        "set": LINE,  # of the frame that is asked
        "frame": 3 * LINE,
        "timestamp": 4 * SLOTS,
        "options": LINE,
    },
)
"""Fields of a game read at most decisions; prefetching more did not pay. Of its objects, those are
fetched that had a row in the last observation."""
_OF_GAMES: Any = game_t.fields
OBJECTS_AT = _OF_GAMES["obj"][1]
OBJECT = 2 * C.COUNT
SLOT = slot_t.itemsize
_FIELDS: Any = slot_t.fields
OBSERVATION = _FIELDS["observation"][1]
DESK_LINES = _lines(
    slot_t,
    {
        **_numbers(slot_t),
        "slot": 2 * ROWS,
        "row": 2 * OBJECTS,
        "mask": slot_t["mask"].itemsize,
        "observation": 2 * (int(S.ENTITIES) + ROWS * int(N.COUNT)),
    },
)
"""Fields of a slot written at most decisions."""
HEAD_LINES = _lines(slot_t, {"action": 4, "rows": 4, "slot": 2 * ROWS})
"""Fields of a slot read to know what to prefetch of its game."""
MASK_AT = _OF_GAMES["mask"][1]


if JIT:
    from llvmlite import ir
    from numba.core import cgutils, types
    from numba.extending import intrinsic

    @intrinsic
    def _fetch(_context: Any, address: Any) -> Any:
        """Prefetch the cache line at an address."""

        def lower(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            number = ir.IntType(32)
            kind = ir.FunctionType(ir.VoidType(), [cgutils.voidptr_t, number, number, number])
            ask = builder.module.declare_intrinsic("llvm.prefetch", [cgutils.voidptr_t], kind)
            at = builder.inttoptr(values[0], cgutils.voidptr_t)
            builder.call(ask, [at, number(0), number(3), number(1)])
            return context.get_dummy_value()

        return types.void(address), lower

    @compiled
    def fetch_game(games, slots, i):
        """Prefetch what stepping game i will read, and of the next slot what this function will."""
        if i >= len(slots):
            return
        after = slots.ctypes.data + (i + 1) * SLOT  # past the end, it does nothing
        for k in range(len(HEAD_LINES)):
            _fetch(after + HEAD_LINES[k])
        start = games.ctypes.data + i * GAME
        for k in range(len(GAME_LINES)):
            _fetch(start + GAME_LINES[k])
        slot = slots[i]
        action = int(slot.action)
        _fetch(start + MASK_AT + (int(slot.slot[action]) if 0 <= action < OBJECTS else action))
        for r in range(int(slot.rows)):
            _fetch(start + OBJECTS_AT + OBJECT * int(slot.slot[r]))

    @compiled
    def fetch_desk_after(slot):
        """Prefetch what the observation of the next slot's game will overwrite."""
        start = slot.observation.ctypes.data - OBSERVATION + SLOT
        for k in range(len(DESK_LINES)):
            _fetch(start + DESK_LINES[k])

else:

    def fetch_game(games, slots, i):
        """As plain Python: nothing."""

    def fetch_desk_after(slot):
        """As plain Python: nothing."""
