"""The answers of an agent in all games of a batch, for imitation: what it would do at the decision
that is open in each.

>>> from altered_env import make_vec
>>> vec = make_vec(8, decks="starters", seed=1)
>>> expert = Expert(vec, "rules")
>>> vec.step(expert.actions())
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from altered_env.agents.agent import Agent
from altered_env.agents.bots import Bots, CompiledAgent
from altered_env.agents.network_cards import refuse_seen
from altered_env.agents.registry import make
from altered_env.agents.thoughts import Thought
from altered_env.engine.chance import seed_words
from altered_env.envs.batch_opponents import BatchBots
from altered_env.envs.opponents import name_of


class Expert:
    """An agent that is asked about every game of a batch. It sees what the player to move sees."""

    def __init__(self, env: Any, agent: str | Agent, seed: int = 0) -> None:
        """`env`: of `make_vec`, with or without a learner, or an `AlteredVecEnv`. `random`,
        `greedy`, `rules` and `net:PATH` answer in one compiled call, other agents one game at a
        time."""
        vec = getattr(env, "vec", env)
        if vec.setup.bench:
            refuse_seen([name_of(agent)], vec.setup.bench)
        self._vec = vec
        self._of = np.arange(vec.n)
        self._who = np.zeros(vec.n, dtype=np.int64)
        found = make(agent) if isinstance(agent, str) else agent
        self._one_by_one = None
        if not isinstance(found, CompiledAgent):
            self._one_by_one = BatchBots([found], vec, seed)
            return
        players = vec.kernel.players
        self._bots = Bots([found], vec.setup.book, players)
        self._buffers, self._thought = self._bots.buffers(), Thought(players)
        self._rngs = np.array([seed_words((seed << 32) + i) for i in range(vec.n)], dtype=np.int64)

    def actions(self) -> NDArray[np.int64]:
        """An action of the env for each game."""
        vec, of = self._vec, self._of
        if self._one_by_one is not None:
            answered: NDArray[np.int64] = self._one_by_one.answer(of, self._who)
            return answered
        bots, thought = self._bots, self._thought
        found = np.zeros(vec.n, dtype=np.int64)
        thought.entry.answer_at(
            vec.kernel.engine(), vec.records, of, vec.setup.book.record, bots.rows, bots.weights,
            self._buffers, self._who, thought.games, thought.cursor, thought.values, self._rngs,
            thought.rng, found,
        )  # fmt: skip
        seen: NDArray[np.int64] = vec.as_seen(of, found)
        return seen
