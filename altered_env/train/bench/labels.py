"""Values of answers in a position: rollouts to the second Morning by a network as both players.

Rolled out are the answers within 20 of the network's best logit, those within 0.2 of `greedy`'s
best value, and a random one. Half of the worlds choose the best answer and the other half judge
it, so that the maximum of noisy values is not flattered (`regret.py`).
"""

from __future__ import annotations

from math import log
from random import Random
from typing import Final

import numpy as np

from altered_env.agents.greedy import GreedyAgent
from altered_env.agents.net import NetAgent
from altered_env.agents.rollout import RolloutAgent
from altered_env.game import Game
from altered_env.game.seat import Seat
from altered_env.thinking.rollouts import ARM, MORNINGS
from altered_env.train.bench.positions import Answer, Label

LOGITS: Final = 20.0
VALUE: Final = 0.2
"""In units of `greedy`'s evaluation."""
GREEDY_WORLDS: Final = 4
MOST: Final = 12
"""The maximum number of answers, the network's likeliest first; the others' best besides."""
WORLDS: Final = 48
"""In each half."""


class Labeller:
    """A network that labels positions."""

    def __init__(self, network: str) -> None:
        """Raises as agents do for an unknown network, and `ValueError` for four players."""
        self.name = network
        path = network.removeprefix("net:")
        self._rollouts = RolloutAgent(network, path)
        self._net = NetAgent(network, path)
        self._greedy = GreedyAgent("greedy", worlds=GREEDY_WORLDS)

    def label(self, game: Game, seed: str) -> Label:
        """The label of a position with two different answers or more."""
        seat, chance = game.seat(), self.start(seed)
        groups = alike(game)
        chances = {group[0]: 0.0 for group in groups}
        leader = {action: group[0] for group in groups for action in group}
        for action, likely in self._net.chances(seat).items():
            chances[leader[action]] = max(chances[leader[action]], likely)
        ordered = sorted(chances, key=lambda action: -chances[action])
        best = log(max(chances[ordered[0]], 1e-300))
        wanted = [a for a in ordered if log(max(chances[a], 1e-300)) >= best - LOGITS][:MOST]
        values: dict[int, float] = {}
        for action, value in self._greedy.values(seat).items():
            values[leader[action]] = max(values.get(leader[action], value), value)
        most = max(values.values())
        nearly = sorted(values, key=lambda action: -values[action])
        wanted += [a for a in nearly if values[a] >= most - VALUE and a not in wanted][:2]
        others = [action for action in ordered if action not in wanted]
        wanted += [chance.choice(others)] if others else []
        one, two = (self.values(seat, wanted, WORLDS) for _ in range(2))
        answers = (
            Answer(group, one[group[0]], two[group[0]]) for group in groups if group[0] in one
        )
        return Label(chances[ordered[0]], tuple(answers))

    def start(self, seed: str) -> Random:
        """Reseed; returns the random numbers of this seed that follow."""
        chance = Random(f"label {seed}")
        for agent in (self._rollouts, self._net, self._greedy):
            agent.start(chance.getrandbits(48))
        return chance

    def values(
        self, seat: Seat, actions: list[int], worlds: int, mornings: int = MORNINGS
    ) -> dict[int, float]:
        """The mean value of each of these answers at the second Morning, or at this one, in the
        same worlds."""
        arms = np.zeros((len(actions), ARM.COUNT))
        arms[:, ARM.ACTION] = actions
        self._rollouts.play_on(seat, arms, worlds, mornings)
        means = arms[:, ARM.LATER] / arms[:, ARM.WORLDS]
        return dict(zip(arms[:, ARM.ACTION].astype(int).tolist(), means.tolist(), strict=True))


def alike(game: Game) -> list[tuple[int, ...]]:
    """The legal actions, those of identical copies together.

    >>> len(alike(Game.start("axiom", "bravos", seed=1))) <= 6
    True
    """
    return [
        tuple(dict.fromkeys((option.action, *(copy.slot for copy in option.copies))))
        for option in game.choices()
    ]
