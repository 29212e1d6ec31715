"""A compiled player that says what each action is worth, in many games at once.

>>> from altered_env.envs import make_vec
>>> vec = make_vec(4, seed=1)
>>> worth = Teacher("greedy", seed=1).worth(vec)
>>> worth.shape, bool((worth[vec.mask == 0] == 0).all())
((4, 392), True)
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from agents.registry import make
from agents.thinking.entry import PLACES, advise
from altered_env.engine.chance import seed_words
from altered_env.engine.handle import engine
from altered_env.engine.layout import ACTIONS, new_games
from altered_env.envs import Vec

__all__ = ["Teacher"]


class Teacher:
    """`greedy` or `rules`, with options as the registry takes them, asked rather than played."""

    def __init__(self, spec: str, seed: int) -> None:
        bot = getattr(make(spec), "bot", None)
        if bot is None or not bot[0][1]:
            raise ValueError(f"a teacher is greedy or rules, found {spec!r:.40}")
        (_, self._worlds, self._budget), self._weights = bot
        self.rng = np.array(seed_words(seed), dtype=np.int64)
        self._games = new_games(PLACES)
        self._cursor = np.zeros(64, dtype=np.int64)
        self._value = np.zeros(ACTIONS)

    def worth(self, vec: Vec) -> NDArray[np.float32]:
        """What each legal action is worth to who must decide, (n, ACTIONS); 0 where illegal, and
        where only one is legal."""
        found = np.zeros((vec.n, ACTIONS), dtype=np.float32)
        advise(
            engine(),
            vec.records,
            vec.setup.book.record,
            vec.desks,
            self._games,
            self._weights,
            self._worlds,
            self._budget,
            self._cursor,
            self._value,
            self.rng,
            found,
        )
        return found
