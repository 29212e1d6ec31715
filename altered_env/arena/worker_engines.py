"""What does the tasks of `Workers`: processes of this machine, or a cluster. All that differs
between them is behind these few calls; cutting work into tasks, doing a lost one again, and what
comes of them is the same for both.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any, Protocol

__all__ = ["Common", "Engine", "First", "WorkerError", "first_game"]

First = Callable[[], object]
"""What is done once on a machine before several processes of it do the same: compiling."""


class WorkerError(OSError):
    """A worker ended before its task was done: it was killed, or there was no memory for it."""


_numbers = count(1)


@dataclass(frozen=True, slots=True)
class Common:
    """What is common to many tasks. A worker is told it once, and not with each of them."""

    things: tuple[Any, ...] = ()
    number: int = field(default_factory=lambda: next(_numbers))


class Engine(Protocol):
    """Who does tasks. A task that is under way is known by a ticket."""

    def where(self) -> str:
        """Where the tasks are done, in words."""

    def room(self) -> int:
        """So many tasks may be under way now."""

    def begin(
        self, function: Callable[..., Any], task: tuple[Any, ...], common: Common
    ) -> Hashable:
        """Let a task begin; its ticket. Raises `WorkerError`."""

    def ended(
        self, tickets: Sequence[Hashable], seconds: float | None = None
    ) -> Sequence[Hashable]:
        """Wait until a task or more of these have ended, but no longer than so many seconds."""

    def take(self, ticket: Hashable) -> Any:
        """What came of a task that has ended. Raises what it raised, or `WorkerError`."""

    def drop(self, tickets: Sequence[Hashable]) -> None:
        """End these tasks, in the midst of them."""

    def close(self) -> None:
        """Let all go: there is nothing more to do."""


def first_game() -> None:
    """Compile what every game begins with, unless it is."""
    from altered_env.game import Game  # a process begins without it, and imports its task

    Game.start("axiom", "bravos", seed=0)


def unlike(here: Mapping[str, str], there: Mapping[str, str]) -> str:
    """In what two machines differ, of what must be the same; nothing if they do not.

    >>> unlike({"numpy": "2.4.6", "deck mine.txt": "a"}, {"numpy": "2.3.0", "deck mine.txt": "a"})
    'another numpy: 2.3.0, here it is 2.4.6'
    """
    for name, value in here.items():
        if there.get(name) != value:
            return f"another {name}: {there.get(name, 'none')}, here it is {value}"
    return ""
