"""What an agent is: one method that maps what a player knows to an action."""

from __future__ import annotations

from typing import Protocol

from altered_env.game.seat import Seat


class Agent(Protocol):
    """A player. It is given a `Seat` and nothing else, so it cannot reach what is hidden."""

    @property
    def name(self) -> str:
        """Its registry spec: `ismcts:ms=50`."""

    def start(self, seed: int) -> None:
        """A new game begins: forget the last one, and draw from this seed."""

    def act(self, seat: Seat) -> int:
        """One of `seat.actions`."""
