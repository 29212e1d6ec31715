"""Calls of entries, recorded under one engine and made again under another.

    python -m tests.native.recorded_calls record FILE     with ALTERED_ENGINE=aot
    python -m tests.native.recorded_calls compare FILE    with ALTERED_CHECKED=1, or another engine

What is recorded: the arguments before a call and after it, and what it gave. All of it is to be
the same.
"""

from __future__ import annotations

import argparse
import hashlib
import pickle
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np

from altered_env.engine.compiled import IS_COMPILED, LIBRARY
from altered_env.game.kernels import kernel_for
from altered_env.native.argument_types import Array, Rules, Tuple, Type
from altered_env.native.entry_table import TABLE, Row

EACH = 2
"""Calls of an entry to record: the first ones."""


def copied(kind: Type, given: Any) -> Any:
    """A copy of an argument; the book is read-only and not copied."""
    match kind:
        case Rules():
            return None
        case Array(_, _, writable):
            return given.copy() if writable else given
        case Tuple(_, _, parts):
            return type(given)._make(map(copied, parts, given))
    return given


def digest_of(array: np.ndarray) -> str:
    """A hash of an array; of records, without the padding between fields."""
    found = hashlib.sha256()
    for part in [array[name] for name in array.dtype.names] if array.dtype.names else [array]:
        found.update(np.ascontiguousarray(part).tobytes())
    return found.hexdigest()


def told(kind: Type, given: Any) -> Any:
    """An argument after a call: its floats, and a hash of its integers."""
    match kind:
        case Array(items, _, True) if items.startswith("f"):
            return given.copy()
        case Array(_, _, True):
            return digest_of(given)
        case Tuple(_, _, parts):
            return [told(part, one) for part, one in zip(parts, given, strict=True)]
    return None


class Recorder:
    """Records the calls made through it."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, str, int, tuple[Any, ...], tuple[Any, ...], Any]] = []
        self.count: Counter[tuple[str, int]] = Counter()

    def watched(self, row: Row, players: int, call: Any) -> Any:
        """The entry, recorded."""

        def recorded(*given: Any) -> Any:
            self.count[row.name, players] += 1
            if self.count[row.name, players] > EACH:
                return call(*given)
            before = tuple(map(copied, row.types, given))
            result = call(*given)
            after = tuple(map(told, row.types, given))
            self.calls.append((row.module, row.name, players, before, after, result))
            return result

        return recorded


def record(file: Path) -> int:
    """Call all entries and keep their first calls; name those that were not called."""
    if LIBRARY is None:
        raise SystemExit("recorded_calls: calls are recorded under ALTERED_ENGINE=aot")
    recorder = Recorder()
    bound = type(LIBRARY)._bound

    def watched(library: Any, row: Row, players: int, records: Any) -> Any:
        return recorder.watched(row, players, bound(library, row, players, records))

    type(LIBRARY)._bound = watched  # type: ignore[method-assign]
    from tests.native.exercises import exercise

    exercise()
    wanted = {(row.name, players) for row in TABLE for players in row.players}
    missing = sorted(wanted - set(recorder.count))
    with file.open("wb") as out:
        pickle.dump(recorder.calls, out)
    print(f"{len(recorder.calls)} calls of {len(recorder.count)} entries; not called: {missing}")
    return len(missing)


def differs(kind: Type, after: Any, given: Any) -> bool:
    """Return whether an argument after a call differs from the recorded one."""
    match kind:
        case Tuple(_, _, parts):
            return any(map(differs, parts, after, given))
        case Array(items, _, True) if items.startswith("f"):
            return not np.array_equal(after, given, equal_nan=True)
        case Array(_, _, True):
            return bool(told(kind, given) != after)
    return False


def compare(file: Path) -> int:
    """Repeat the calls; return the number that differ."""
    assert IS_COMPILED
    wrong = 0
    with file.open("rb") as data:
        calls = pickle.load(data)  # it was written by this program, in a folder of its own
    rows = {(row.module, row.name): row for row in TABLE}
    for module, name, players, before, after, result in calls:
        row, kernel = rows[module, name], kernel_for(players)
        given = [
            kernel.engine() if isinstance(kind, Rules) else copied(kind, one)
            for kind, one in zip(row.types, before, strict=True)
        ]
        found = getattr(kernel.module(module), name)(*given)
        others = [
            f"argument {n}"
            for n, (kind, was, now) in enumerate(zip(row.types, after, given, strict=True), 1)
            if differs(kind, was, now)
        ]
        if result != found:
            others.append(f"gave {found}, not {result}")
        if others:
            wrong += 1
            print(f"{name}, {players} players: {', '.join(others)}")
    print(f"{len(calls)} calls, {wrong} with other results")
    return wrong


def main() -> int:
    """Record or compare."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("what", choices=("record", "compare"))
    parser.add_argument("file", type=Path)
    options = parser.parse_args()
    return min(1, {"record": record, "compare": compare}[options.what](options.file))


if __name__ == "__main__":
    sys.exit(main())
