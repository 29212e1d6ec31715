"""`random`: uniform over the legal actions."""

from __future__ import annotations

import random

from altered_env.seat import Seat

__all__ = ["RandomAgent"]


class RandomAgent:
    """Any legal action, each as likely as the others.

    >>> from altered_env import Game
    >>> game = Game.start("axiom", "bravos", seed=1)
    >>> RandomAgent().act(game.seat()) in game.legal_actions()
    True
    """

    def __init__(self, name: str = "random") -> None:
        self.name = name
        self._chance = random.Random(0)

    def start(self, seed: int) -> None:
        """Draw from this seed from here on."""
        self._chance = random.Random(seed)

    def act(self, seat: Seat) -> int:
        """Any action on offer."""
        return self._chance.choice(seat.actions)
