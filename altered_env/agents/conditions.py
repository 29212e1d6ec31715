"""What agents are told at the start of a game, and held to: a clock for the whole game, with an
increment for each decision, a limit for each decision, and others.

>>> clock = Conditions(clock="60+1", limit=5.0).new_clock()
>>> clock.allowed
5.0
>>> clock.spend(4.0)
>>> clock.left
57.0
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf, isfinite

from altered_env.protocol.sandboxes import KINDS

LIMIT = 30.0
"""Default seconds per decision, and for a program to answer the first hello."""


class Clock:
    """The clock of one player in one game, in seconds of wall time."""

    def __init__(self, text: str = "", limit: float = LIMIT) -> None:
        """`text` is `SECONDS+INCREMENT`, empty for no clock. Raises `ValueError`."""
        if not (isfinite(limit) and limit > 0):
            raise ValueError(f"a limit per decision must be above 0 seconds, found {limit}")
        first, _, second = text.partition("+")
        try:
            left, increment = (float(first), float(second or 0)) if text else (inf, 0.0)
        except ValueError:
            left = increment = -1.0
        if not (left > 0 and increment >= 0) or (text and not isfinite(left + increment)):
            raise ValueError(f"a clock must be SECONDS+INCREMENT, such as 60+1, found {text!r:.40}")
        self.left = left
        self.increment = increment
        self.limit = limit

    @property
    def allowed(self) -> float:
        """Seconds allowed for the next decision."""
        return min(self.left, self.limit)

    def spend(self, seconds: float) -> None:
        """Record a decision made in time."""
        self.left += self.increment - seconds

    def shown(self) -> dict[str, float | None]:
        """The clock as sent to bots."""
        left = round(self.left, 3) if isfinite(self.left) else None
        return {"left": left, "increment": self.increment, "limit": self.limit}


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
