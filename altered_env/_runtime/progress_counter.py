"""Counting games as they end, in any process of this machine.

A worker's task is many games and can take minutes, too long for progress reports. So a process
writes a byte for each game to a file named by `ALTERED_TICKS`, and the parent reads its length.
Without the variable, nothing is written.

>>> with counted() as count:
...     ended(3)
...     count()
3
>>> ended(1)
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from altered_env._runtime import signals

PLACE = "ALTERED_TICKS"


def ended(games: int) -> None:
    """Count games that have ended in this process."""
    place = os.environ.get(PLACE)
    if place:
        with suppress(OSError):  # such as on another machine, where no parent reads it
            file = os.open(place, os.O_WRONLY | os.O_APPEND)
            try:
                os.write(file, b"." * games)
            finally:
                os.close(file)


@contextmanager
def counted() -> Iterator[Callable[[], int]]:
    """Yield a function that counts games ended since in this process and those it has started."""
    before = os.environ.get(PLACE)
    with signals.temporary_folder() as folder:
        file = Path(folder) / "games"
        file.touch()
        os.environ[PLACE] = str(file)
        most = 0

        def count() -> int:
            nonlocal most
            with suppress(OSError):  # at the end the file may be gone before it is read
                most = file.stat().st_size
            return most

        try:
            yield count
        finally:
            if before is None:
                os.environ.pop(PLACE, None)
            else:
                os.environ[PLACE] = before


class _Lost:
    """The number of tasks repeated, for all workers of this process."""

    count = 0


def lose() -> None:
    """Count a lost worker, whose task is repeated."""
    _Lost.count += 1


def lost() -> int:
    """Return the number of tasks repeated in this process because their workers were lost.

    >>> lost() >= 0
    True
    """
    return _Lost.count
