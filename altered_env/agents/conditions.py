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
    """Conditions of external bots: programs, and classes in files. Agents of the package have their
    own budgets; only `lists` applies to them too."""

    clock: str = ""
    """`60+1`: seconds for all decisions, and an increment for each."""
    limit: float = LIMIT
    """Seconds for each decision."""
    memory: int = 0
    """Memory limit of a program in MiB, for its address space and for all its processes together; 0
    for 4,096 together, or half of the machine's memory."""
    processor: int = 0
    """Seconds of processor time of a program in total; 0 for no limit."""
    lists: str = "open"
    """`open`, or `closed`: the other decks are unknown, and determinizations sample them
    (`Seat.closed`)."""
    log: str = ""
    """A file that logs every line to and from a program; empty for none."""
    sandbox: str = field(default="auto", repr=False)
    """The isolation of programs: `bwrap`, `user`, `none`, or `auto` for the best available. It
    changes no result, so it is not part of the key of recorded games."""
    readable: tuple[str, ...] = field(default=(), repr=False)
    """Additional files and folders that programs may read in a sandbox."""

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
        """A clock for a new game."""
        return Clock(self.clock, self.limit)


@dataclass(frozen=True, slots=True)
class Place:
    """A seat at a table."""

    seat: str
    format: str
    conditions: Conditions
