"""Copies of games without what is not in use, for players that look ahead.

Most of a record is room: slots without objects, steps without actions, no emblems. A copy leaves
the room of the other game as it is, which no rule reads (`tests/engine/test_copying.py`), so its
bytes there differ from those of the original. `Game.clone` and saves copy whole records, so that
equal games have equal bytes.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from .compiled import JIT, compiled
from .layout import BITS, EMBLEMS, FRAMES, KEPT, KEPT_SETS, LOG, STEP_ACTIONS, WORDS, game_t
from .stack_arrays import counts
from .terms import namespace

if JIT:
    from numba.core import cgutils, types
    from numba.extending import intrinsic


@namespace
class IN_USE:
    """How many rows of a field are in use."""

    WHOLE = 0
    OBJECTS = 1
    ACTS = 2
    EVENTS = 3
    FRAMES = 4
    EMBLEMS = 5
    KEPT = 6
    LOGGED = 7
    COUNT = 8


ROWS = {
    "obj": IN_USE.OBJECTS,
    "subtypes": IN_USE.OBJECTS,
    "act": IN_USE.ACTS,
    "event": IN_USE.EVENTS,
    "frame": IN_USE.FRAMES,
    "set": IN_USE.FRAMES,
    "emblem": IN_USE.EMBLEMS,
    "emblem_set": IN_USE.EMBLEMS,
    "emblem_stamp": IN_USE.EMBLEMS,
    "kept_set": IN_USE.KEPT,
    "log": IN_USE.LOGGED,
}
"""Large fields of which only the first rows are in use. Small ones are copied whole, which is
faster than counting."""


class Part(NamedTuple):
    """A part of the record: where it begins, bytes of a row, and how many rows are copied."""

    start: int
    size: int
    rows: int


def parts_of(record: Any) -> list[Part]:
    """Return the parts of a record in order; neighbours that are copied whole are one part."""
    found: list[Part] = []
    for name in sorted(record.names, key=lambda name: record.fields[name][1]):
        kind, start = record.fields[name][:2]
        rows = ROWS.get(name, IN_USE.WHOLE)
        if rows == IN_USE.WHOLE and found and found[-1].rows == IN_USE.WHOLE:
            found[-1] = Part(found[-1].start, start + kind.itemsize - found[-1].start, rows)
        else:
            size = kind.itemsize if rows == IN_USE.WHOLE else kind.itemsize // kind.shape[0]
            found.append(Part(start, size, rows))
    return found


PARTS = np.array(parts_of(game_t), dtype=np.int64)
_new_counts = counts(IN_USE.COUNT)


if JIT:

    @intrinsic
    def _copy_bytes(_context: Any, to: Any, game: Any, start: Any, size: Any) -> Any:
        """Copy this many bytes from `start` on of one record to another."""

        def lower(context: Any, builder: Any, _signature: Any, given: Any) -> Any:
            there, here, first, length = given
            there = builder.gep(builder.bitcast(there, cgutils.voidptr_t), [first])
            here = builder.gep(builder.bitcast(here, cgutils.voidptr_t), [first])
            cgutils.raw_memcpy(builder, there, here, length, 1)
            return context.get_dummy_value()

        return types.void(to, game, types.int64, types.int64), lower


@compiled
def objects_in_use(game):
    """Return the highest slot in use, plus one."""
    for k in range(WORDS):
        w = WORDS - 1 - k
        taken = ~int(game.free[w]) & ((1 << BITS) - 1)
        if taken != 0:
            x = w * BITS
            while taken != 0:
                taken >>= 1
                x += 1
            return x
    return 0


if JIT:

    @compiled
    def copy_in_use(game, to):
        """Copy what is in use of a game over another."""
        rows = _new_counts()
        rows[IN_USE.WHOLE] = 1
        rows[IN_USE.OBJECTS] = objects_in_use(game)
        rows[IN_USE.ACTS] = min(int(game.acts), STEP_ACTIONS)
        rows[IN_USE.EVENTS] = min(int(game.events), STEP_ACTIONS)
        rows[IN_USE.FRAMES] = min(int(game.depth) + 2, FRAMES)
        rows[IN_USE.EMBLEMS] = min(int(game.emblems), EMBLEMS)
        rows[IN_USE.KEPT] = KEPT + 1 if game.emblems > 0 else 0
        rows[IN_USE.LOGGED] = min(int(game.logged), LOG)
        for k in range(len(PARTS)):
            size = int(PARTS[k, 1]) * rows[PARTS[k, 2]]
            if size > 0:
                _copy_bytes(to, game, int(PARTS[k, 0]), size)
        if game.emblems == 0:
            for k in range(KEPT_SETS):  # nothing is being recorded
                for w in range(WORDS):
                    to.kept_set[KEPT, k, w] = 0

else:

    def copy_in_use(game, to):
        """Copy a game over another."""
        for name in game.dtype.names:
            to[name] = game[name]
