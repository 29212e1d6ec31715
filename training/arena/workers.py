"""Tasks spread over processes, each of which finds the rules compiled when it begins.

A process has a pipe of its own to this one, and nothing is shared besides: one that is killed is
noticed at once, by the end of its pipe, and nobody waits for it. They end with this process,
however it ends (`altered_env/stopping.py`).
"""

from __future__ import annotations

import itertools
import os
import pickle
import time
import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, suppress
from multiprocessing import get_context, resource_tracker
from multiprocessing.connection import Connection, wait
from types import TracebackType
from typing import Any, TypeVar

from altered_env import stopping

__all__ = ["AGAIN", "WorkerError", "Workers", "compile_first"]

Result = TypeVar("Result")
AGAIN = "the same command goes on with what is there"
"""What is said of games that are kept when a command is stopped."""
GRACE = 5.0
"""Seconds that a process has to end when there is nothing left to do."""


class WorkerError(OSError):
    """A process ended before its task was done: it was killed, or there was no memory for it."""


def compile_first() -> None:
    """Compile the rules and the players here, unless they are: else each process would, all of
    them at the same time, and nothing would be heard of any for minutes."""
    from altered_env import decks
    from training.arena.match import (  # a process begins without these, and imports its task
        Match,
        play,
    )

    pair = (decks.starter("axiom"), decks.starter("bravos"))
    play([Match(pair, ("random", "random"), seed=1, chance=1)])


class _Worker:
    """A process, and the pipe to it."""

    def __init__(self) -> None:
        context = get_context("spawn")
        resource_tracker.ensure_running()  # it would hear signals again in the midst of a start
        self.pipe, other = context.Pipe()
        self._ending = ExitStack()
        with stopping.starting():
            self.process = context.Process(target=_serve, args=(other,), daemon=True)
            self.process.start()
            assert self.process.pid is not None
            self._ending.enter_context(stopping.child(self.process.pid))
        other.close()

    def give(self, function: Callable[..., Any], task: tuple[Any, ...]) -> None:
        """Let it begin with a task. Raises `WorkerError`."""
        try:
            self.pipe.send((function, task))
        except OSError:
            raise self._lost() from None

    def take(self) -> Any:
        """What came of its task. Raises what the task raised, or `WorkerError`."""
        try:
            raised, found = pickle.loads(self.pipe.recv_bytes())
        except (EOFError, OSError):
            raise self._lost() from None
        if raised:
            raise found
        return found

    def _lost(self) -> WorkerError:
        time.sleep(0.5)  # where a signal came to all of us, it is heard here
        self.process.join(GRACE)
        code = self.process.exitcode
        how = f"by signal {-code}" if code is not None and code < 0 else f"with status {code}"
        return WorkerError(
            f"a process of --jobs ended {how} before its task was done: it was killed, or there was"
            " no memory left; fewer --jobs take less"
        )

    def end(self, at_once: bool) -> None:
        """Let it go, or end it at once, in the midst of a task."""
        self.pipe.close()
        if at_once:
            self.process.terminate()
        self.process.join(GRACE)
        if self.process.exitcode is None:
            self.process.kill()
            self.process.join(GRACE)
        self._ending.close()


def _serve(pipe: Connection) -> None:
    """In a process: do tasks as they come, until there are no more."""
    stopping.in_worker()
    while True:
        try:
            given = pipe.recv_bytes()
        except (EOFError, OSError):
            return
        try:
            function, task = pickle.loads(given)
            answer = pickle.dumps((False, function(*task)))
        except Exception as error:  # whatever it is, it is raised where the task came from
            answer = _raised(error)
        with suppress(OSError):
            pipe.send_bytes(answer)


def _raised(error: Exception) -> bytes:
    """An error on its way to another process, with where it was raised."""
    error.add_note("In a process of --jobs:\n" + "".join(traceback.format_exception(error)))
    with suppress(Exception):  # many an error cannot travel
        answer = pickle.dumps((True, error))
        pickle.loads(answer)
        return answer
    return pickle.dumps((True, RuntimeError("".join(traceback.format_exception(error)))))


def _placed(
    place: int, function: Callable[..., Result], task: tuple[Any, ...]
) -> tuple[int, Result]:
    return place, function(*task)


class Workers:
    """So many processes, 0 for as many as there are cores; with one, this process does it all.

    >>> with Workers(1) as workers:
    ...     list(workers.each(divmod, [(7, 2), (9, 4)]))
    [(3, 1), (2, 1)]
    """

    def __init__(
        self,
        jobs: int = 0,
        tasks: int | None = None,
        first: Callable[[], object] = compile_first,
    ) -> None:
        """`tasks`, where it is known how many there will be: there are no more processes. `first`
        is done here before there are several of us."""
        workers = jobs or os.cpu_count() or 1
        if tasks is not None:
            workers = min(workers, max(1, tasks))
        self.count = workers
        self._idle: list[_Worker] = []
        self._busy: dict[Connection, _Worker] = {}
        if workers > 1:
            first()

    def each(
        self, function: Callable[..., Result], tasks: Iterable[tuple[Any, ...]]
    ) -> Iterator[Result]:
        """What the function gives for each task, as they are done, in any order.

        Raises what a task raises, and `WorkerError` where a process is lost.
        """
        if self.count == 1:
            yield from (function(*task) for task in tasks)
            return
        due = iter(tasks)
        try:
            for task in itertools.islice(due, self.count):
                self._begin(function, task)
            while self._busy:
                for pipe in wait(list(self._busy)):
                    assert isinstance(pipe, Connection)
                    worker = self._busy[pipe]
                    found = worker.take()
                    del self._busy[pipe]
                    self._idle.append(worker)
                    for task in itertools.islice(due, 1):
                        self._begin(function, task)
                    yield found
        finally:
            self._end_busy()  # if it is left before its end

    def in_order(
        self, function: Callable[..., Result], tasks: Iterable[tuple[Any, ...]]
    ) -> Iterator[Result]:
        """As `each`, in the order of the tasks."""
        early: dict[int, Result] = {}
        due = 0
        numbered = ((place, function, task) for place, task in enumerate(tasks))
        for place, found in self.each(_placed, numbered):
            early[place] = found
            while due in early:
                yield early.pop(due)
                due += 1

    def _begin(self, function: Callable[..., Any], task: tuple[Any, ...]) -> None:
        worker = self._idle.pop() if self._idle else _Worker()
        self._busy[worker.pipe] = worker
        worker.give(function, task)

    def _end_busy(self) -> None:
        while self._busy:
            _, worker = self._busy.popitem()
            worker.end(at_once=True)

    def __enter__(self) -> Workers:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._end_busy()
        for worker in self._idle:
            worker.pipe.close()
        while self._idle:
            self._idle.pop().end(at_once=False)
