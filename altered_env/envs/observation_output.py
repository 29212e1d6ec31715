"""Observations of a batch, written to other arrays: raw, as floats, or packed.

A returned array is never overwritten while it is referenced; afterwards it is reused, and only its
rows in use are cleared.

>>> from altered_env.envs import make_vec
>>> vec = make_vec(2, seed=1, views=("flat", "packed"), threads=1)
>>> vec.flat.shape, len(vec.packed.entities) == int(vec.rows.sum())
((2, 13698), True)
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from altered_env.game.kernels import Kernel
from altered_env.spaces.gym_spaces import flat_size, plan_of, tables_of

VIEWS = ("flat", "packed")
"""Additional outputs of a batch, on request."""
TABLES = 3
KEPT = 4
"""The number of arrays kept for reuse."""
Share = Callable[[Callable[[int, int], None]], None]
"""Runs a function on all slots, split between threads: it is called with the first slot of a part
and the end of the part."""


@dataclass(frozen=True, slots=True)
class Packed:
    """The observations of a batch with only the rows in use of each table, concatenated: those of
    game i are `entities[entity_start[i]:entity_start[i + 1]]`."""

    globals: NDArray[np.int16]
    """(n, 166)"""
    entities: NDArray[np.int16]
    entity_start: NDArray[np.int64]
    """(n + 1,)"""
    emblems: NDArray[np.int16]
    emblem_start: NDArray[np.int64]
    events: NDArray[np.int16]
    event_start: NDArray[np.int64]


class _Writer:
    """Copies the observations of the slots to an array, raw or as floats."""

    def __init__(self, entries: Any, kernel: Kernel, slots: NDArray[np.void], flat: bool) -> None:
        self._entries, self._slots = entries, slots
        self._plan = plan_of(kernel.players) if flat else None
        self._size = flat_size(kernel.players) if flat else kernel.layout.SIZE

    def new(self) -> tuple[NDArray[Any], NDArray[np.int64]]:
        """An array to write to, and the number of rows in use of each table: none yet."""
        shape, used = (len(self._slots), self._size), np.zeros((len(self._slots), TABLES), np.int64)
        if self._plan is None:
            return np.zeros(shape, dtype=np.int16), used
        out: NDArray[np.float32] = np.empty(shape, dtype=np.float32)
        out[:] = self._plan[-1]
        return out, used

    def write(self, share: Share, out: NDArray[Any], used: NDArray[np.int64]) -> None:
        """Overwrite `out` with the observations of the slots."""
        slots, entries, plan = self._slots, self._entries, self._plan

        def part(first: int, last: int) -> None:
            if plan is None:
                entries.copy_seen(slots, first, last, out, used)
            else:
                entries.flatten_seen(slots, first, last, *plan, out, used)

        share(part)


class HandedOut:
    """Observations in arrays that callers may keep."""

    def __init__(self, entries: Any, kernel: Kernel, slots: NDArray[np.void], flat: bool) -> None:
        self._writer = _Writer(entries, kernel, slots, flat)
        self._kept: list[tuple[NDArray[Any], NDArray[np.int64]]] = []

    def write(self, share: Share) -> NDArray[Any]:
        """The current observations, in an array with no other references."""
        found = next((one for one in self._kept if _held(one) == FREE), None)
        if found is None:
            found = self._writer.new()
            if len(self._kept) < KEPT:
                self._kept.append(found)
        self._writer.write(share, *found)
        return found[0]


def _held(one: tuple[NDArray[Any], NDArray[np.int64]]) -> int:
    """The reference count of the array of a pair, including the pair's own reference."""
    return sys.getrefcount(one[0])


FREE = _held((np.zeros(1), np.zeros(1, dtype=np.int64)))
"""The reference count if only the pair refers to the array; views count as references."""


class _Packer:
    """Concatenates the rows in use of all games."""

    def __init__(self, entries: Any, kernel: Kernel, slots: NDArray[np.void]) -> None:
        self._entries, self._slots = entries, slots
        n, tables = len(slots), tables_of(kernel)
        self._width = kernel.layout.SLICES["globals"].stop
        self._game = np.zeros((n, self._width), dtype=np.int16)
        self._tables = [
            np.zeros((n * rows, fields[-1].at + fields[-1].width), dtype=np.int16)
            for rows, fields in tables.values()
        ]
        self._starts = np.zeros((n + 1, TABLES), dtype=np.int64)
        layout = kernel.layout.G
        self._counts = [layout.ROWS, layout.EMBLEMS, layout.EVENTS]

    def write(self, share: Share) -> Packed:
        """The rows in use, in arrays that the next call writes over."""
        slots, starts = self._slots, self._starts
        np.cumsum(slots["observation"][:, self._counts], axis=0, out=starts[1:])
        entries, tables = self._entries, self._tables

        def part(first: int, last: int) -> None:
            entries.pack_seen(slots, first, last, starts, self._game, *tables)

        share(part)
        found = [table[: starts[-1, k]] for k, table in enumerate(tables)]
        at = [np.ascontiguousarray(starts[:, k]) for k in range(TABLES)]
        return Packed(self._game, found[0], at[0], found[1], at[1], found[2], at[2])


class Views:
    """The additional outputs of a batch in every step, as requested."""

    def __init__(
        self, views: tuple[str, ...], entries: Any, kernel: Kernel, slots: NDArray[np.void]
    ) -> None:
        self.names = views
        self._flat = self._packer = None
        if "flat" in views:
            writer = _Writer(entries, kernel, slots, flat=True)
            self._flat = writer, *writer.new()
        if "packed" in views:
            self._packer = _Packer(entries, kernel, slots)
            self._packed: Packed

    def write(self, share: Share) -> None:
        """Write the current observations of the slots."""
        if self._flat is not None:
            writer, out, used = self._flat
            writer.write(share, out, used)
        if self._packer is not None:
            self._packed = self._packer.write(share)

    @property
    def flat(self) -> NDArray[np.float32]:
        """The observations as floats."""
        self._asked("flat")
        assert self._flat is not None
        return self._flat[1]

    @property
    def packed(self) -> Packed:
        """The rows in use of all observations."""
        self._asked("packed")
        return self._packed

    def _asked(self, name: str) -> None:
        if name not in self.names:
            raise ValueError(f'{name} needs a batch created with views=("{name}",)')
