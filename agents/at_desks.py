"""Compiled players at the desks of a batch: `random`, `greedy` and `rules`, without leaving
compiled code, and with no more to see than at a table.

>>> from altered_env import make_vec
>>> vec = make_vec(4, seed=1)
>>> bots = DeskBots(["greedy", "random"], vec, seed=1)
>>> every = np.arange(4)
>>> actions = bots.answer(every, np.array([0, 1, 0, 1]))
>>> bool((vec.mask[every, actions] != 0).all())
True
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numpy.typing import NDArray

from agents.greedy import GreedyAgent
from agents.random_player import RandomAgent
from agents.registry import make
from agents.thoughts import Thought
from altered_env.engine.chance import seed_words
from altered_env.envs.vec import Vec

__all__ = ["DeskBots"]

NUMBERS = NDArray[np.int64]


class DeskBots:
    """Players by name who answer in any game of a batch.

    Each game has a chance of its own, so what they answer does not depend on `threads`.
    """

    def __init__(self, names: Sequence[str], vec: Vec, seed: int = 0, threads: int = 1) -> None:
        rows, weights = [], []
        for name in names:
            agent = make(name)
            if not isinstance(agent, GreedyAgent | RandomAgent):
                raise ValueError(
                    f"random, greedy and rules play in a batch, {name[:80]!r} does not"
                )
            row, weight = agent.bot
            rows.append(row)
            weights.append(weight)
        self._vec = vec
        self._rows = np.array(rows, dtype=np.int64)
        self._weights = np.stack(weights) if weights else np.zeros((0, 0))
        self.rngs = np.array([seed_words((seed << 32) + i) for i in range(vec.n)], dtype=np.int64)
        """What each game's players draw from: four words."""
        self._thoughts = [Thought(vec.room.players) for _ in range(threads)]
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None

    def answer(self, of: NUMBERS, who: NUMBERS) -> NUMBERS:
        """The actions of the players numbered `who` in the games numbered `of`."""
        found = np.zeros(len(of), dtype=np.int64)
        bounds = np.linspace(0, len(of), len(self._thoughts) + 1).astype(int).tolist()

        def part(k: int) -> None:
            some = slice(bounds[k], bounds[k + 1])
            thought = self._thoughts[k]
            thought.entry.answer_at(
                self._vec.room.engine(),
                self._vec.records,
                of[some],
                self._vec.setup.book.record,
                self._rows,
                self._weights,
                who[some],
                thought.games,
                thought.cursor,
                thought.values,
                self.rngs,
                thought.rng,
                found[some],
            )

        if self._pool is None:
            part(0)
        else:
            list(self._pool.map(part, range(len(self._thoughts))))
        return self._vec.as_seen(of, found)
