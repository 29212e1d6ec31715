"""Tasks spread over processes, each of which finds the rules compiled when it begins."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from types import TracebackType
from typing import Any, TypeVar

from altered_env import decks
from training.matches import Match, play

__all__ = ["Workers", "compile_first"]

Result = TypeVar("Result")


def compile_first() -> None:
    """Compile the rules and the players here, unless they are: else each process would, all of
    them at the same time, and nothing would be heard of any for minutes."""
    pair = (decks.starter("axiom"), decks.starter("bravos"))
    play([Match(pair, ("random", "random"), seed=1, chance=1)])


class Workers:
    """So many processes, 0 for as many as there are cores; with one, this process does it all.

    >>> with Workers(1) as workers:
    ...     list(workers.each(divmod, [(7, 2), (9, 4)]))
    [(3, 1), (2, 1)]
    """

    def __init__(self, jobs: int = 0, tasks: int | None = None) -> None:
        """`tasks`, where it is known how many there will be: there are no more processes."""
        workers = jobs or os.cpu_count() or 1
        if tasks is not None:
            workers = min(workers, max(1, tasks))
        self._pool: ProcessPoolExecutor | None = None
        if workers > 1:
            compile_first()
            self._pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"))

    def each(
        self, function: Callable[..., Result], tasks: Sequence[tuple[Any, ...]]
    ) -> Iterator[Result]:
        """What the function gives for each task, as they are done, in any order."""
        if self._pool is None:
            yield from (function(*task) for task in tasks)
            return
        futures = [self._pool.submit(function, *task) for task in tasks]
        for future in as_completed(futures):
            yield future.result()

    def __enter__(self) -> Workers:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)
