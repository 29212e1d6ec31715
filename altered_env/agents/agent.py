"""The interface of agents: one method that maps visible information to an action."""

from __future__ import annotations

from typing import Protocol

from altered_env.game.seat import Seat


class Agent(Protocol):
    """A player. It is given a `Seat` and nothing else, so it has no access to hidden
    information."""

    @property
    def name(self) -> str:
        """Its registry spec: `ismcts:ms=50`."""

    def start(self, seed: int) -> None:
        """Reset for a new game, with this seed."""

    def act(self, seat: Seat) -> int:
        """One of `seat.actions`."""
