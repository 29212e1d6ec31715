"""Processes of this machine that run tasks.

Each process has its own pipe and shares nothing else: when one is killed, the end of its pipe shows
it at once. All end with this process, however it ends (`altered_env/_runtime/signals.py`).
"""

from __future__ import annotations

import pickle
import time
import traceback
from collections.abc import Callable, Hashable, Sequence
from contextlib import ExitStack, suppress
from multiprocessing import get_context, resource_tracker
from multiprocessing.connection import Connection, wait
from typing import Any

from altered_env._runtime import signals
from altered_env.arena.worker_engines import Common, WorkerError

GRACE = 5.0
"""Seconds in which a process must end when there is nothing left to do."""


class _Process:
    """A process, and the pipe to it."""

    def __init__(self) -> None:
        context = get_context("spawn")
        resource_tracker.ensure_running()  # signals would arrive in the middle of a start
        self.pipe, other = context.Pipe()
        self.knows = 0
        """The number of the common data sent last."""
        self._ending = ExitStack()
        with signals.starting():
            self.process = context.Process(target=_serve, args=(other,), daemon=True)
            self.process.start()
            assert self.process.pid is not None
            self._ending.enter_context(signals.child(self.process.pid))
        other.close()

    def give(self, function: Callable[..., Any], task: tuple[Any, ...], common: Common) -> None:
        """Start a task. Raises `WorkerError`."""
        told = None if common.number == self.knows else common.things
        try:
            self.pipe.send((function, task, told))
        except OSError:
            raise self.lost() from None
        self.knows = common.number

    def lost(self) -> WorkerError:
        """How the process ended, in words."""
        time.sleep(0.5)  # a signal sent to all processes is handled here
        self.process.join(GRACE)
        code = self.process.exitcode
        how = f"by signal {-code}" if code is not None and code < 0 else f"with status {code}"
        return WorkerError(
            f"a worker process ended {how} before its task was done: it was killed or ran out of"
            " memory; fewer --jobs need less"
        )

    def end(self, at_once: bool) -> None:
        """Stop it after its task, or kill it at once."""
        self.pipe.close()
        if at_once:
            self.process.terminate()
        self.process.join(GRACE)
        if self.process.exitcode is None:
            self.process.kill()
            self.process.join(GRACE)
        self._ending.close()


def _serve(pipe: Connection) -> None:
    """In a process: run tasks until there are no more."""
    signals.in_worker()
    common: tuple[Any, ...] = ()
    while True:
        try:
            given = pipe.recv_bytes()
        except (EOFError, OSError):
            return
        try:
            function, task, told = pickle.loads(given)
            common = common if told is None else told
            answer = pickle.dumps((False, function(*common, *task)))
        except Exception as error:  # any exception is raised again by the caller of the task
            answer = _raised(error)
        with suppress(OSError):
            pipe.send_bytes(answer)


def _raised(error: Exception) -> bytes:
    """An error sent to another process, with its traceback."""
    error.add_note("In a worker process:\n" + "".join(traceback.format_exception(error)))
    with suppress(Exception):  # some exceptions cannot be pickled
        answer = pickle.dumps((True, error))
        pickle.loads(answer)
        return answer
    return pickle.dumps((True, RuntimeError("".join(traceback.format_exception(error)))))


class Processes:
    """A pool of processes, each started when there is a task for it."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._idle: list[_Process] = []
        self._busy: dict[Hashable, _Process] = {}

    def where(self) -> str:
        """Where the tasks run, in words."""
        return f"{self._count} processes"

    def room(self) -> int:
        """The current limit of tasks in flight."""
        return self._count

    def begin(
        self, function: Callable[..., Any], task: tuple[Any, ...], common: Common
    ) -> Hashable:
        """Start a task in an idle process. Raises `WorkerError`."""
        process = self._idle.pop() if self._idle else _Process()
        try:
            process.give(function, task, common)
        except WorkerError:
            process.end(at_once=True)
            raise
        self._busy[process.pipe] = process
        return process.pipe

    def ended(
        self, tickets: Sequence[Hashable], seconds: float | None = None
    ) -> Sequence[Hashable]:
        """Wait until at least one of these tasks has ended, at most this many seconds."""
        return [pipe for pipe in wait(list(self._busy), seconds) if pipe in tickets]  # type: ignore[arg-type]

    def take(self, ticket: Hashable) -> Any:
        """The result of a finished task. Raises its exception, or `WorkerError`."""
        process = self._busy.pop(ticket)
        try:
            raised, found = pickle.loads(process.pipe.recv_bytes())
        except (EOFError, OSError):
            error = process.lost()
            process.end(at_once=True)
            raise error from None
        self._idle.append(process)
        if raised:
            raise found
        return found

    def drop(self, tickets: Sequence[Hashable]) -> None:
        """Cancel these tasks, and kill the processes that run them."""
        for ticket in tickets:
            if ticket in self._busy:
                self._busy.pop(ticket).end(at_once=True)

    def close(self) -> None:
        """Stop all processes."""
        self.drop(list(self._busy))
        for process in self._idle:
            process.pipe.close()
        while self._idle:
            self._idle.pop().end(at_once=False)
