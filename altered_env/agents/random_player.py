"""`random`: uniform over the legal actions."""

from __future__ import annotations

import random

import numpy as np
from numpy.typing import NDArray

from altered_env.game.seat import Seat
from altered_env.thinking.matches import BOT
from altered_env.thinking.weights import DEFAULT


class RandomAgent:
    """A uniformly random legal action.

    >>> from altered_env import Game
    >>> game = Game.start("axiom", "bravos", seed=1)
    >>> RandomAgent().act(game.seat()) in game.legal_actions()
    True
    """

    def __init__(self, name: str = "random") -> None:
        self.name = name
        self._chance = random.Random(0)

    def start(self, seed: int) -> None:
        """Reseed."""
        self._chance = random.Random(seed)

    net = None
    """None, since it is not a network."""

    @property
    def bot(self) -> tuple[tuple[int, ...], NDArray[np.float64]]:
        """Its parameters in `play_games`: kind, worlds and budget, and the weights."""
        return (BOT.RANDOM, 0, 0), DEFAULT

    def act(self, seat: Seat) -> int:
        """A random legal action."""
        return self._chance.choice(seat.actions)
