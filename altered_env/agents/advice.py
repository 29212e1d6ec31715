"""Advice: what each action is worth in the eyes of a compiled player, who is asked, not played.

A network can be taught by it (`--teacher`), and can read it at every decision (`--adviser`). The
worlds that are looked into follow from the seed and from how far the game is, so that the same
moment gives the same advice, and nothing has to be kept to go on with a run.

>>> from altered_env.envs import make_vec
>>> vec = make_vec(4, seed=1)
>>> worth = Adviser("greedy").of_vec(vec)
>>> worth.shape, bool((worth[vec.mask == 0] == 0).all())
((4, 392), True)
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from altered_env.agents.greedy import GreedyAgent
from altered_env.agents.registry import make
from altered_env.agents.thoughts import Thought
from altered_env.engine.chance import seed_words
from altered_env.envs.vec import Vec

__all__ = ["Adviser"]


class Adviser:
    """`greedy` or `rules`, with options as the registry takes them."""

    def __init__(self, spec: str, seed: int = 0, players: int = 2) -> None:
        # asked before it is made: a file that names itself would be read again and again
        agent = make(spec) if spec.partition(":")[0] in ("greedy", "rules") else None
        if not isinstance(agent, GreedyAgent):
            raise ValueError(f"a teacher or adviser is greedy or rules, found {spec!r:.40}")
        (_, self._worlds, self._budget, *_), self._weights = agent.bot
        self._seed = np.array(seed_words(seed), dtype=np.int64)
        self._thought = Thought(players)

    def worth(
        self,
        records: NDArray[np.void],
        book: Any,
        desks: NDArray[np.void],
        of: NDArray[np.int64] | None = None,
    ) -> NDArray[np.float32]:
        """What each legal action of each desk, or of the desks `of`, is worth to who must decide:
        (n, ACTIONS); 0 where illegal, and where only one is legal."""
        of = np.arange(len(desks)) if of is None else of
        thought = self._thought
        found = np.zeros((len(of), len(thought.values)), dtype=np.float32)
        thought.entry.advise(
            thought.kernel.engine(),
            records,
            book,
            desks,
            of,
            thought.games,
            self._weights,
            self._worlds,
            self._budget,
            thought.cursor,
            thought.values,
            self._seed,
            thought.rng,
            found,
        )
        return found

    def of_vec(self, vec: Vec, of: NDArray[np.int64] | None = None) -> NDArray[np.float32]:
        """The same for the games of a batch."""
        return self.worth(vec.records, vec.setup.book.record, vec.desks, of)
