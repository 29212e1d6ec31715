"""Tasks on a Ray cluster: every core of every node runs one at a time.

A task never depends on files of this machine alone, unless the same files were found on the node;
its results come back here. Before the first task each node reports its versions and compiles the
rules if needed; a process that starts later, or on a new node, does so before its first task, one
at a time per node.

Ray is the extra `cluster`, and is imported only here.
"""

from __future__ import annotations

import os
import pickle
import signal
import socket
import sys
import threading
import time
import warnings
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any

from altered_env._runtime.atomic_files import opened_to_add
from altered_env.arena.versions import versions_here
from altered_env.arena.worker_engines import Common, First, WorkerError, unlike

PATIENCE = 10.0
"""Timeout of a connection, in seconds."""
AHEAD = 2
"""Tasks queued per core, so that the next one is ready when one ends."""
INSTEAD = "start one there with `ray start --head`, or give the address of a running one"
LOOK = 2.0
"""Seconds for which the number of cores is cached."""


def _refuse_silent(address: str) -> None:
    """Raise `ValueError` if there is no answer at an address."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    try:
        socket.create_connection((host, int(port)), PATIENCE).close()
    except (OSError, OverflowError) as error:
        raise ValueError(f"no cluster answers at {address} ({error}): {INSTEAD}") from None
    if os.environ.get("RAY_USE_TLS", "0") != "0":
        return
    import grpc  # installed with Ray, which waits for minutes if another service answers

    with grpc.insecure_channel(f"{host}:{port}") as channel:
        try:
            grpc.channel_ready_future(channel).result(PATIENCE)
        except grpc.FutureTimeoutError:
            raise ValueError(f"the server at {address} is not a cluster: {INSTEAD}") from None


@contextmanager
def _keeping_signals() -> Iterator[None]:
    """Restore the command's signal handlers, which a library replaces."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    numbers = (signal.SIGINT, signal.SIGTERM)
    before = {number: signal.getsignal(number) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def connected(address: str) -> Any:
    """Ray, connected to the cluster at this address, unless it is connected already.

    Raises `ValueError` if Ray is missing, or there is no such cluster.
    """
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # no telemetry
    os.environ.setdefault("RAY_IGNORE_UNHANDLED_ERRORS", "1")  # names one of two nodes
    try:
        import ray
    except ImportError:
        raise ValueError(
            "clusters need the extra [cluster]: pip install 'altered-env[cluster]'"
        ) from None
    if ray.is_initialized():
        return ray
    named = address or os.environ.get("RAY_ADDRESS", "")
    if ":" in named:
        _refuse_silent(named)
    try:
        with _keeping_signals(), warnings.catch_warnings(action="ignore"):
            ray.init(named or None, log_to_driver=False, logging_level="ERROR")
        # of a lost node it would print half the log between the command's output
        ray._private.worker.print_to_stdstream = lambda *_, **__: None
    except Exception as error:  # of many types
        if named == "auto" and isinstance(error, ConnectionError):
            raise ValueError(f"no cluster runs on this machine: {INSTEAD}") from None
        said = str(error).strip().partition("\n")[0]
        raise ValueError(
            f"the cluster {named or 'of this machine'} cannot be used: {said or type(error)}"
        ) from error
    return ray


@dataclass(frozen=True, slots=True)
class _Hello:
    """The setup of every process of a cluster before its first task."""

    number: str
    versions: Mapping[str, str]
    alike: Callable[[], Mapping[str, str]]
    expected: Mapping[str, str]
    first: First


@dataclass(frozen=True, slots=True)
class _Greeting:
    """The report of a process about itself."""

    node: str
    compiled: int
    """The number of functions compiled; 0 if they were cached."""
    seconds: float


_greeted: dict[str, _Greeting] = {}
"""In a process of a cluster: the greetings answered so far."""
_common: dict[str, tuple[Any, ...]] = {}
"""In a process of a cluster: the data common to its tasks."""


def _greet(hello: _Hello) -> _Greeting:
    """In a process of a cluster, once: check that everything is the same here, and compile what is
    needed, or wait until another process of this machine has."""
    if hello.number in _greeted:
        return _greeted[hello.number]
    node = socket.gethostname()
    if wrong := unlike(hello.versions, versions_here()):
        raise ValueError(f"node {node} has {wrong}; install the same on every node")
    try:
        there = hello.alike()
    except (OSError, LookupError, ValueError) as error:
        raise ValueError(f"node {node} cannot load the agents or decks: {error}") from error
    if wrong := unlike(hello.expected, there):
        raise ValueError(f"node {node} has {wrong}; copy the same files there")
    begun = time.monotonic()
    made = _compile_alone(hello.first)
    _greeted[hello.number] = _Greeting(node, made, time.monotonic() - begun)
    return _greeted[hello.number]


def _compile_alone(first: First) -> int:
    """Run `first` while no other process of this machine does; return the number of functions
    compiled."""
    import fcntl  # missing without nodes

    from altered_env.engine import cache

    folder = cache.root()
    with opened_to_add(folder / "compiling.lock") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        before = set(folder.glob("code-*.kept"))
        first()
        return len(set(folder.glob("code-*.kept")) - before)


def _do(
    hello: _Hello, number: str, common: list[Any], function: Callable[..., Any], task: Any
) -> bytes:
    """In a process of a cluster: run a task."""
    _greet(hello)
    if number not in _common:
        import ray

        _common.clear()
        _common[number] = ray.get(common[0]) if common else ()
    return pickle.dumps(function(*_common[number], *task))


_told: set[str] = set()
"""The nodes already reported in this process."""


class OnRay:
    """A cluster as a worker engine."""

    def __init__(self, address: str, first: First, alike: Callable[[], Mapping[str, str]]) -> None:
        self._ray = connected(address)
        self._errors = self._ray.exceptions
        number = f"{os.getpid()} {time.time_ns()}"
        self._number = number
        self._hello = self._ray.put(_Hello(number, versions_here(), alike, alike(), first))
        self._do = self._ray.remote(num_cpus=1, max_retries=0)(_do)
        self._shared: tuple[int, list[Any]] = (0, [])
        self._looked, self._cores = 0.0, 1
        self._get_ready()

    def _nodes(self) -> list[dict[str, Any]]:
        """The current nodes that run tasks."""
        every: list[dict[str, Any]] = self._ray.nodes()
        return [node for node in every if node["Alive"] and node["Resources"].get("CPU")]

    def _get_ready(self) -> None:
        """Compile on each node, and check it; raises `ValueError`, which names the node."""
        from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy as At

        greet = self._ray.remote(num_cpus=0, max_retries=0)(_greet)
        nodes = self._nodes()
        asked = [
            greet.options(scheduling_strategy=At(node["NodeID"], soft=False)).remote(self._hello)
            for node in nodes
        ]
        found = []
        for ref in asked:
            with suppress(WorkerError):  # a node lost meanwhile
                found.append(self._get(ref))
        if not found:
            raise ValueError("the cluster has no usable node: each was lost or has no cores")
        made = [greeting for greeting in found if greeting.compiled]
        said = f"Ray: {self.where()}; the rules "
        if made:
            longest = max(greeting.seconds for greeting in made)
            said += f"were compiled on {len(made)} of them, in {longest:.0f} s, and "
        said += f"were already compiled on {len(found) - len(made)}"
        if said not in _told:
            _told.add(said)
            print(said, file=sys.stderr, flush=True)

    def where(self) -> str:
        """Where the tasks run, in words."""
        nodes = self._nodes()
        cores = sum(int(node["Resources"]["CPU"]) for node in nodes)
        return f"{len(nodes)} node{'s' * (len(nodes) != 1)}, {cores} core{'s' * (cores != 1)}"

    def room(self) -> int:
        """The current limit of tasks in flight: nodes come and go."""
        now = time.monotonic()
        if now - self._looked > LOOK:
            self._looked = now
            self._cores = sum(int(node["Resources"]["CPU"]) for node in self._nodes())
        return AHEAD * max(1, self._cores)

    def begin(
        self, function: Callable[..., Any], task: tuple[Any, ...], common: Common
    ) -> Hashable:
        """Start a task on any free core."""
        if self._shared[0] != common.number:
            with self._words():
                refs = [self._ray.put(common.things)] if common.things else []
            self._shared = common.number, refs
        number, refs = self._shared
        with self._words():
            ticket: Hashable = self._do.remote(
                self._hello, f"{self._number} {number}", refs, function, task
            )
        return ticket

    def ended(
        self, tickets: Sequence[Hashable], seconds: float | None = None
    ) -> Sequence[Hashable]:
        """Wait until at least one of these tasks has ended, at most this many seconds."""
        with self._words():
            found, _ = self._ray.wait(list(tickets), num_returns=1, timeout=seconds)
            more, _ = self._ray.wait(list(tickets), num_returns=len(tickets), timeout=0)
        return more or found  # type: ignore[no-any-return]

    def take(self, ticket: Hashable) -> Any:
        """The result of a finished task. Raises its exception, or `WorkerError`."""
        return pickle.loads(self._get(ticket))

    def _get(self, ref: Any) -> Any:
        with self._words():
            return self._ray.get(ref)

    @contextmanager
    def _words(self) -> Iterator[None]:
        """Translate an error of Ray into the task's exception or the fate of its worker."""
        errors = self._errors
        try:
            yield
        except errors.RayTaskError as error:
            cause = error.cause
            if isinstance(cause, errors.RayError):
                raise of_the_cluster(cause) from None
            if isinstance(cause, ModuleNotFoundError) and cause.name == "altered_env":
                raise ValueError("a node has no altered_env: install altered-env there") from None
            cause.add_note(f"On a node of the cluster:\n{error}")
            raise cause from None
        except errors.RayError as error:
            raise of_the_cluster(error) from None

    def drop(self, tickets: Sequence[Hashable]) -> None:
        """Cancel these tasks, and kill the processes that run them."""
        for ticket in tickets:
            with suppress(self._errors.RayError, ValueError):
                self._ray.cancel(ticket, force=True)

    def close(self) -> None:
        """Does nothing: the cluster stays, and this process disconnects at its end."""
        self._shared = (0, [])


def of_the_cluster(error: Exception) -> OSError:
    """An error of Ray itself in a sentence; `WorkerError` if another worker may succeed."""
    from ray import exceptions as errors

    if isinstance(error, errors.ObjectStoreFullError | errors.OutOfDiskError):
        return OSError(
            "the object store of the cluster and the disk it spills to are full: use nodes with"
            " more memory or disk space (ray start --object-store-memory)"
        )
    said = str(error).strip().partition("\n")[0]
    if isinstance(error, errors.OutOfMemoryError):
        return WorkerError(f"a node lacks the memory for one process per core: {said}")
    return WorkerError(f"a worker of the cluster was lost: {said or type(error).__name__}")
