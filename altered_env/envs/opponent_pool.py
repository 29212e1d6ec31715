"""The opponents of an env of one game: one of them is drawn for each game.

>>> from altered_env.envs.setup import Setup
>>> setup = Setup.of()
>>> pool = OpponentPool(["random", "greedy"], [0, 1], setup, View(setup))
>>> pool.draw(np.random.default_rng(1)), pool.names
(1, ('random', 'greedy'))
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from altered_env.agents.agent import Agent
from altered_env.agents.bots import is_compiled
from altered_env.agents.registry import make
from altered_env.envs.batch_opponents import TableBots
from altered_env.envs.one_game import OneGame
from altered_env.envs.opponents import (
    Guest,
    Opponent,
    Opponents,
    is_agent,
    name_of,
    opponents_of,
    start_agent,
)
from altered_env.envs.setup import Setup
from altered_env.envs.slot_seats import shares
from altered_env.envs.view_option import View


class OpponentPool:
    """The opponents, and the odds of each."""

    def __init__(
        self, opponent: Opponents, odds: Sequence[float] | None, setup: Setup, view: View
    ) -> None:
        self.given: tuple[Opponent, ...] = opponents_of(opponent, len(setup.agents), setup.bench)
        """As they were given."""
        self.names = tuple(map(name_of, self.given))
        self._agents: list[Agent | Guest] = [
            make(one) if isinstance(one, str) else one if is_agent(one) else Guest(one, view)
            for one in self.given
        ]
        self._odds = None if odds is None else shares(odds, len(self.given))
        compiled = [one for one in self.given if isinstance(one, str) and is_compiled(one)]
        self._bots = TableBots(compiled, setup)
        self._compiled = [
            compiled.index(one) if isinstance(one, str) and one in compiled else None
            for one in self.given
        ]
        self._drawn = 0

    def draw(self, rng: np.random.Generator) -> int:
        """The number of an opponent, drawn with these odds."""
        if self._odds is None:
            return int(rng.integers(len(self.given)))
        return int(rng.choice(len(self.given), p=self._odds))

    def start(self, k: int, seed: int) -> None:
        """Begin a game of opponent k, seeded with this seed."""
        self._drawn, row = k, self._compiled[k]
        if row is not None:
            self._bots.start(row, seed)
        elif not isinstance(agent := self._agents[k], Guest):
            start_agent(agent, seed)

    @property
    def name(self) -> str:
        """The name of the opponent of this game."""
        return self.names[self._drawn]

    @property
    def agent(self) -> Agent | Guest:
        """The opponent of this game."""
        return self._agents[self._drawn]

    @property
    def in_compiled_code(self) -> bool:
        """Does the opponent of this game play in compiled code? It must be given by name and be
        compiled."""
        return self._compiled[self._drawn] is not None

    def play(self, one: OneGame, learner: int, action: int) -> list[int]:
        """The engine actions of the learner and of a compiled opponent."""
        return self._bots.play(one, learner, action)
