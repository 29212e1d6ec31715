"""Information and limits for agents at the start of a game.

>>> Conditions(clock="60+1").new_clock().left
60.0
"""

from __future__ import annotations

from dataclasses import dataclass, field

from altered_env.agents.clocks import LIMIT, Clock
from altered_env.protocol.sandboxes import KINDS


@dataclass(frozen=True, slots=True)
class Conditions:
    """What holds for the bots of others: programs, and classes of files. The players of the package
    have budgets of their own; `lists` alone holds for them too."""

    clock: str = ""
    """`60+1`: seconds for all decisions, and an increment for each."""
    limit: float = LIMIT
    """Seconds for each decision."""
    memory: int = 0
    """MiB of memory of a program: of its address space, and of all its processes together; 0 for
    4,096 of all together, or half of what there is."""
    processor: int = 0
    """Seconds of processor time of a program, in all; 0 for no limit."""
    lists: str = "open"
    """`open`, or `closed`: the other decks are unknown, and determinizations sample them
    (`Seat.closed`)."""
    log: str = ""
    """A file that every line between us and a program is added to; empty for none."""
    sandbox: str = field(default="auto", repr=False)
    """Where programs run: `bwrap`, `user`, `none`, or `auto` for the best that works here. It
    changes no result, so it is no part of what games are kept under."""
    readable: tuple[str, ...] = field(default=(), repr=False)
    """Files and folders that programs may read besides their own, in a sandbox."""

    def __post_init__(self) -> None:
        self.new_clock()
        if self.lists not in ("open", "closed"):
            raise ValueError(f"deck lists must be open or closed, found {self.lists!r:.40}")
        if self.sandbox not in KINDS:
            raise ValueError(
                f"a sandbox must be one of {', '.join(KINDS)}, found {self.sandbox!r:.40}"
            )
        for what, number in (("memory", self.memory), ("processor time", self.processor)):
            if number < 0:
                raise ValueError(f"a limit of {what} must not be negative, found {number}")

    def new_clock(self) -> Clock:
        """A clock for a game that begins."""
        return Clock(self.clock, self.limit)


@dataclass(frozen=True, slots=True)
class Place:
    """A seat at a table."""

    seat: str
    format: str
    conditions: Conditions
