"""`greedy`: looks ahead to the end of its own action, and takes what it values most.

Options: `worlds`, how many worlds it looks into; `budget`, about how many answers it tries in
each; and any weight of the evaluation by name (`thinking/weights.py`): `greedy:hand=2`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from altered_env.agents.thoughts import Thought
from altered_env.engine.chance import seed_words
from altered_env.game.seat import Seat
from altered_env.thinking.matches import BOT
from altered_env.thinking.weights import weights_of

__all__ = ["GreedyAgent"]


class GreedyAgent:
    """One action ahead, by a readable evaluation, in worlds that it cannot tell apart.

    >>> from altered_env import Game
    >>> game = Game.start("axiom", "bravos", seed=1)
    >>> GreedyAgent().act(game.seat()) in game.legal_actions()
    True
    """

    def __init__(
        self, name: str = "greedy", worlds: int = 1, budget: int = 40, **weights: float
    ) -> None:
        if worlds < 1:
            raise ValueError(f"{name.partition(':')[0]}: worlds is 1 or more, found {worlds}")
        self.name = name
        self._worlds, self._budget = worlds, budget
        self._weights = weights_of(weights)
        self._thought = Thought()
        self._rng = np.array(seed_words(0), dtype=np.int64)

    def start(self, seed: int) -> None:
        """Draw worlds from this seed from here on."""
        self._rng[:] = seed_words(seed)

    net = None
    """It is no network."""

    @property
    def bot(self) -> tuple[tuple[int, ...], NDArray[np.float64]]:
        """What `play_games` plays it by: kind, worlds and budget, and the weights."""
        return (BOT.GREEDY, self._worlds, self._budget), self._weights

    def values(self, seat: Seat) -> dict[int, float]:
        """What each action on offer is worth, in the mean over the worlds."""
        self.act(seat)
        return {a: float(self._thought.values[a]) / self._worlds for a in seat.actions}

    def act(self, seat: Seat) -> int:
        """The action that leads to the best end of one's own action."""
        games, book = seat.records()
        if games.dtype != self._thought.games.dtype:
            self._thought = Thought(len(games[0]["team"]))
        thought = self._thought
        thought.games[:1].view(np.uint8)[:] = games[:1].view(np.uint8)
        return int(
            thought.entry.look(
                thought.kernel.engine(),
                thought.games,
                book,
                seat.player,
                self._weights,
                self._worlds,
                self._budget,
                thought.cursor,
                thought.values,
                self._rng,
            )
        )
