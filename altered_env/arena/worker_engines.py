"""Worker engines of `Workers`: processes of this machine, or a cluster. This small interface hides
all differences between them; splitting work, retrying lost tasks and collecting results are shared.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any, Protocol

First = Callable[[], object]
"""Work to do once per machine before its processes start: compiling."""


class WorkerError(OSError):
    """A worker ended before its task was done: it was killed, or there was no memory for it."""


_numbers = count(1)


@dataclass(frozen=True, slots=True)
class Common:
    """Data common to many tasks, sent to each worker once."""

    things: tuple[Any, ...] = ()
    number: int = field(default_factory=lambda: next(_numbers))


class Engine(Protocol):
    """Runs tasks. A task in flight is identified by a ticket."""

    def where(self) -> str:
        """Where the tasks run, in words."""

    def room(self) -> int:
        """The current limit of tasks in flight."""

    def begin(
        self, function: Callable[..., Any], task: tuple[Any, ...], common: Common
    ) -> Hashable:
        """Start a task; return its ticket. Raises `WorkerError`."""

    def ended(
        self, tickets: Sequence[Hashable], seconds: float | None = None
    ) -> Sequence[Hashable]:
        """Wait until at least one of these tasks has ended, at most this many seconds."""

    def take(self, ticket: Hashable) -> Any:
        """The result of a finished task. Raises its exception, or `WorkerError`."""

    def drop(self, tickets: Sequence[Hashable]) -> None:
        """Cancel these running tasks."""

    def close(self) -> None:
        """Release all workers."""


def first_game() -> None:
    """Compile what every game needs, unless it is compiled already."""
    from altered_env.game import Game  # a new process does not need it until it imports its task

    Game.start("axiom", "bravos", seed=0)


def unlike(here: Mapping[str, str], there: Mapping[str, str]) -> str:
    """The differences between two machines in what must be the same; empty if there are none.

    >>> unlike({"numpy": "2.4.6", "deck mine.txt": "a"}, {"numpy": "2.3.0", "deck mine.txt": "a"})
    'another numpy: 2.3.0, here it is 2.4.6'
    """
    for name, value in here.items():
        if there.get(name) != value:
            return f"another {name}: {there.get(name, 'none')}, here it is {value}"
    return ""
