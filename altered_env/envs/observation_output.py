"""Observations of a batch, written to other arrays: raw, as floats, or packed.

What a batch writes in place changes only where rows are in use, so callers see it read-only. An
array that is handed out is the caller's, who may write into it: it is never overwritten while it is
referenced, and is rewritten whole when it is reused.

>>> from altered_env.envs import make_vec
>>> vec = make_vec(2, seed=1, view="flat", threads=1)
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

from altered_env.envs.view_option import Shown, View
from altered_env.game.kernels import Kernel
from altered_env.spaces.compact import UsedRows
from altered_env.spaces.gym_spaces import flat_size, plan_of, tables_of

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
        self.rows = [rows for rows, _ in tables_of(kernel).values()]
        """The number of rows of each table."""

    def new(self) -> tuple[NDArray[Any], NDArray[np.int64]]:
        """An array to write to, and the number of rows in use of each table: none yet."""
        shape, used = (len(self._slots), self._size), np.zeros((len(self._slots), TABLES), np.int64)
        if self._plan is None:
            return np.zeros(shape, dtype=np.int16), used
        out: NDArray[np.float32] = np.empty(shape, dtype=np.float32)
        out[:] = self._plan[-1]
        return out, used

    def write(self, share: Share, out: NDArray[Any], used: NDArray[np.int64]) -> None:
        """Overwrite `out`, whose rows beyond `used` are clear, with the observations of the
        slots."""
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
        found[1][:] = self._writer.rows  # whoever had it may have written into any
        self._writer.write(share, *found)
        return found[0]


def _held(one: tuple[NDArray[Any], NDArray[np.int64]]) -> int:
    """The reference count of the array of a pair, including the pair's own reference."""
    return sys.getrefcount(one[0])


FREE = _held((np.zeros(1), np.zeros(1, dtype=np.int64)))
"""The reference count if only the pair refers to the array; views count as references."""


def read_only(array: NDArray[Any]) -> NDArray[Any]:
    """A view of an array that cannot be written into."""
    found = array.view()
    found.flags.writeable = False
    return found


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
    """The observations of a batch in the view asked for, written in every step; others when they
    are asked for."""

    observation: Shown

    def __init__(
        self, view: View, entries: Any, slots: NDArray[np.void], records: NDArray[np.void]
    ) -> None:
        self._view, self._records, self._slots = view, records, slots
        kernel = view.setup.kernel
        self._new_packer = lambda: _Packer(entries, kernel, slots)
        self._packer: _Packer | None = None
        self._packed: Packed | None = None
        self._share: Share
        self._flat = None
        self.observation = read_only(slots["observation"])
        if view.name == "flat":
            writer = _Writer(entries, kernel, slots, flat=True)
            self._flat = writer, *writer.new()
            self.observation = read_only(self._flat[1])
        elif view.tabular:
            self.observation = view.empty(len(slots))

    def write(self, share: Share) -> None:
        """Write the current observations of the slots."""
        self._share, self._packed = share, None
        if self._flat is not None:
            writer, out, used = self._flat
            writer.write(share, out, used)
        elif isinstance(self.observation, dict):
            self._write(self._view, self.observation)

    def tabular(self, view: View) -> dict[str, NDArray[Any]]:
        """The current observations in a tabular view, in new arrays."""
        found = view.empty(len(self._slots))
        self._write(view, found)
        return found

    def _write(self, view: View, out: dict[str, NDArray[Any]]) -> None:
        packed = self.packed
        tables = {
            "entities": UsedRows(packed.entities, packed.entity_start),
            "emblems": UsedRows(packed.emblems, packed.emblem_start),
            "events": UsedRows(packed.events, packed.event_start),
        }
        view.write(packed.globals, tables, self._records, self._slots["seat"], out)

    @property
    def flat(self) -> NDArray[np.float32]:
        """The observations as floats, read-only."""
        if self._flat is None:
            raise ValueError(f'flat needs a batch created with view="flat", not {self._view.name}')
        assert isinstance(self.observation, np.ndarray)
        return self.observation

    @property
    def packed(self) -> Packed:
        """The rows in use of all observations."""
        if self._packer is None:
            self._packer = self._new_packer()
        if self._packed is None:
            self._packed = self._packer.write(self._share)
        return self._packed
