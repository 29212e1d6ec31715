"""Tasks spread over workers, for which the rules are compiled in advance.

Functions that play many games take `jobs`: a number of processes of this machine
(`altered_env/arena/processes.py`), or a `Cluster` of machines (`altered_env/arena/on_ray.py`). The
results are the same. Tasks receive their inputs and return their results; only the main process
writes files, so a lost worker leaves nothing half-done, and its task is repeated.
"""

from __future__ import annotations

import argparse
import os
import re
from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import TracebackType
from typing import Any, TypeVar

from altered_env._runtime.help_pages import rare
from altered_env._runtime.progress import end_all
from altered_env._runtime.progress_counter import lose
from altered_env.arena.processes import Processes
from altered_env.arena.worker_engines import Common, Engine, First, WorkerError

Result = TypeVar("Result")
AGAIN = "the same command resumes from there"
"""The message about recorded games when a command is interrupted."""
TRIES = 4
"""The maximum number of attempts at a task whose workers are lost."""


@dataclass(frozen=True, slots=True)
class Cluster:
    """A Ray cluster, by its address. Without one: that of RAY_ADDRESS, else one already running on
    this machine, else a new one that ends with this process.

    >>> Cluster("10.0.0.1:6379")
    Cluster(address='10.0.0.1:6379')
    >>> Cluster("greedy")
    Traceback (most recent call last):
    argparse.ArgumentTypeError: 'greedy' is not the address of a cluster: ray://HOST:PORT, \
HOST:PORT, auto for a running one, local for a new one; without an address, write --ray last
    """

    address: str = ""

    def __post_init__(self) -> None:
        if not re.fullmatch(r"|auto|local|(ray://)?[^\s:/]+:\d{1,5}", self.address):
            raise argparse.ArgumentTypeError(
                f"{self.address[:60]!r} is not the address of a cluster: ray://HOST:PORT, "
                f"HOST:PORT, "
                "auto for a running one, local for a new one; without an address, write --ray last"
            )


Jobs = int | Cluster
"""The workers: a number of processes, 0 for one per core, or a cluster."""


def add_jobs(parser: argparse.ArgumentParser) -> None:
    """Add the options for workers, shared by all commands that play many games."""
    group = parser.add_argument_group("workers (docs/scaling.md)")
    one = group.add_mutually_exclusive_group()
    one.add_argument("--jobs", type=int, default=0, help="number of processes (one per core)")
    with rare(parser):
        one.add_argument(
            "--ray",
            dest="jobs",
            nargs="?",
            const=Cluster(),
            type=Cluster,
            metavar="ADDRESS",
            help="run on a Ray cluster: ray://HOST:PORT or HOST:PORT (RAY_ADDRESS, a running "
            "one, or a new one)",
        )


def compile_first() -> None:
    """Compile the rules and the players here if needed. Otherwise all processes would do so at the
    same time, without output for minutes."""
    from altered_env import decks
    from altered_env.arena.match import (  # only needed with a task
        Match,
        play,
    )

    pair = (decks.starter("axiom"), decks.starter("bravos"))
    play([Match(pair, ("random", "random"), seed=1, chance=1)])


def reach(jobs: Jobs) -> None:
    """Raise `ValueError` or `OSError` if a requested cluster is not available, before anything is
    written or played."""
    if isinstance(jobs, Cluster):
        from altered_env.arena.on_ray import connected  # an optional library

        connected(jobs.address)
    elif jobs < 0:
        raise ValueError(f"--jobs must be 1 or more, or 0 for one per core, found {jobs}")


def engine_of(jobs: Jobs, first: First, alike: Callable[[], Mapping[str, str]]) -> Engine:
    """The worker engine outside this process: a number of processes, or a cluster. `first` and
    `alike` as for `Workers`."""
    if isinstance(jobs, Cluster):
        from altered_env.arena.on_ray import OnRay  # an optional library

        return OnRay(jobs.address, first, alike)
    if jobs > 1:
        first()
    return Processes(jobs)


def _placed(*given: Any) -> tuple[int, Any]:
    """The result of a task, with its index; the common data is the first argument."""
    *common, place, function, task = given
    return place, function(*common, *task)


class Workers:
    """A number of processes, 0 for one per core, or a cluster; with 1, this process does all the
    work.

    >>> with Workers(1) as workers:
    ...     list(workers.each(divmod, [(7, 2), (9, 4)]))
    [(3, 1), (2, 1)]
    """

    def __init__(
        self,
        jobs: Jobs = 0,
        tasks: int | None = None,
        first: First = compile_first,
        alike: Callable[[], Mapping[str, str]] = dict,
    ) -> None:
        """`tasks`: the number of tasks, if known, which limits the number of processes. `first`
        runs once per machine before several of its processes work. `alike` returns what must be the
        same on other machines, such as files that tasks read; a machine that differs is refused by
        name."""
        self._engine: Engine | None = None
        if isinstance(jobs, Cluster):
            self._engine = engine_of(jobs, first, alike)
            self.count = self._engine.room()
            return
        reach(jobs)
        self.count = jobs or os.cpu_count() or 1
        if tasks is not None:
            self.count = min(self.count, max(1, tasks))
        if self.count > 1:
            self._engine = engine_of(self.count, first, alike)

    @property
    def where(self) -> str:
        """Where the tasks are done, in words."""
        return "1 process" if self._engine is None else self._engine.where()

    def each(
        self,
        function: Callable[..., Result],
        tasks: Iterable[tuple[Any, ...]],
        common: tuple[Any, ...] = (),
    ) -> Iterator[Result]:
        """Yield the function's result for each task, in order of completion. `common` data comes
        first among its arguments and is sent to each worker once.

        Raises what a task raises, and `WorkerError` if the workers of a task are lost.
        """
        if self._engine is None:
            yield from (function(*common, *task) for task in tasks)
            return
        engine, shared = self._engine, Common(common)
        due = iter(tasks)
        again: deque[tuple[tuple[Any, ...], int]] = deque()
        busy: dict[Hashable, tuple[tuple[Any, ...], int]] = {}

        def refill() -> None:
            while len(busy) < engine.room():
                task, tries = again.popleft() if again else (next(due, None), 0)
                if task is None:
                    return
                try:
                    busy[engine.begin(function, task, shared)] = task, tries
                except WorkerError as error:
                    _again(again, task, tries, error)

        try:
            refill()
            while busy:
                for ticket in engine.ended(list(busy)):
                    task, tries = busy.pop(ticket)
                    try:
                        found = engine.take(ticket)
                    except WorkerError as error:
                        _again(again, task, tries, error)
                        refill()
                        continue
                    refill()
                    yield found
        finally:
            engine.drop(list(busy))  # if iteration stops early

    def in_order(
        self,
        function: Callable[..., Result],
        tasks: Iterable[tuple[Any, ...]],
        common: tuple[Any, ...] = (),
    ) -> Iterator[Result]:
        """As `each`, in the order of the tasks."""
        early: dict[int, Result] = {}
        due = 0
        numbered = ((place, function, task) for place, task in enumerate(tasks))
        for place, found in self.each(_placed, numbered, common):
            early[place] = found
            while due in early:
                yield early.pop(due)
                due += 1

    def __enter__(self) -> Workers:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._engine is not None:
            self._engine.close()
        if error is not None:
            end_all()


def _again(
    again: deque[tuple[tuple[Any, ...], int]], task: tuple[Any, ...], tries: int, error: WorkerError
) -> None:
    """Retry a task that lost its worker, unless it was tried often enough."""
    if tries + 1 >= TRIES:
        raise error
    lose()
    again.append((task, tries + 1))
