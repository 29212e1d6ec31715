"""What agents are told, and held to, when they sit down to a game.

>>> Conditions(clock="60+1").new_clock().left
60.0
"""

from __future__ import annotations

from dataclasses import dataclass

from agents.clocks import LIMIT, Clock

__all__ = ["Conditions", "Place"]


@dataclass(frozen=True, slots=True)
class Conditions:
    """What holds for the bots of others: programs, and classes of files. The players of the package
    have budgets of their own; `lists` alone holds for them too."""

    clock: str = ""
    """`60+1`: so many seconds for all decisions, and so many more for each."""
    limit: float = LIMIT
    """Seconds for each decision."""
    memory: int = 0
    """MiB of address space of a program; 0 for no limit."""
    processor: int = 0
    """Seconds of processor time of a program, in all; 0 for no limit."""
    lists: str = "open"
    """`open`, or `closed`: then nobody is told the other decks, and worlds hold cards that may be
    there (`Seat.closed`)."""
    log: str = ""
    """A file that every line between us and a program is added to; empty for none."""

    def __post_init__(self) -> None:
        self.new_clock()
        if self.lists not in ("open", "closed"):
            raise ValueError(f"deck lists are open or closed, found {self.lists!r:.40}")
        for what, number in (("memory", self.memory), ("processor time", self.processor)):
            if number < 0:
                raise ValueError(f"a limit of {what} is not negative, found {number}")

    def new_clock(self) -> Clock:
        """A clock for a game that begins."""
        return Clock(self.clock, self.limit)


@dataclass(frozen=True, slots=True)
class Place:
    """A place at a table that somebody takes."""

    seat: str
    format: str
    conditions: Conditions
