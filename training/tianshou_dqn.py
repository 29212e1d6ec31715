"""Tianshou 2: DQN with masked actions on the env of one seat, and PettingZoo's env in its wrapper.

Tianshou masks by an observation of the names `obs` and `mask`.

python training/tianshou_dqn.py --seconds 60
"""

from __future__ import annotations

import argparse
import time

import gymnasium
import numpy as np
from tianshou.algorithm.modelfree.dqn import DQN, DiscreteQLearningPolicy
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv, PettingZooEnv
from tianshou.utils.net.common import Net
from tianshou.utils.torch_utils import policy_within_training_step

import altered_env
from altered_env.envs import flat

FEATURES = flat(np.zeros(7302, dtype=np.int16)).size


class ForTianshou(gymnasium.ObservationWrapper):
    """The flat view and the mask, under the names that Tianshou reads."""

    def __init__(self, env: gymnasium.Env) -> None:
        super().__init__(env)
        box = gymnasium.spaces.Box(-np.inf, np.inf, (FEATURES,), np.float32)
        mask = gymnasium.spaces.Box(0, 1, env.observation_space["action_mask"].shape, bool)
        self.observation_space = gymnasium.spaces.Dict({"obs": box, "mask": mask})

    def observation(self, observation):
        return {"obs": flat(observation["observation"]), "mask": observation["action_mask"]}


def make() -> gymnasium.Env:
    return ForTianshou(gymnasium.make("Altered-v0", opponent="random", masks="bool"))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=60)
    seconds = parser.parse_args().seconds
    envs = DummyVectorEnv([make] * 8)
    one = make()
    net = Net(state_shape=FEATURES, action_shape=one.action_space.n, hidden_sizes=(64, 64))
    policy = DiscreteQLearningPolicy(model=net, action_space=one.action_space, eps_training=0.1)
    algorithm = DQN(policy=policy, optim=AdamOptimizerFactory(lr=1e-3), target_update_freq=100)
    buffer = VectorReplayBuffer(4096, buffer_num=8)
    collector = Collector(algorithm, envs, buffer, exploration_noise=True)
    collector.reset()
    start, decisions, won, games = time.perf_counter(), 0, 0.0, 0
    while time.perf_counter() - start < seconds:
        found = collector.collect(n_step=256)
        decisions += found.n_collected_steps
        won, games = won + float((found.returns > 0).sum()), games + found.n_collected_episodes
        with policy_within_training_step(algorithm.policy):
            for _ in range(4):
                algorithm.update(buffer=buffer, sample_size=256)
    rate = decisions / (time.perf_counter() - start)
    print(f"speed: {rate:,.0f} decisions/s, learning included")
    print(f"won {won:.0f} of {games} games against random on the way")
    wrapped = PettingZooEnv(altered_env.env(decks="starters"))
    observation, _ = wrapped.reset(seed=1)
    for _ in range(50):
        observation, *_ = wrapped.step(int(np.flatnonzero(observation["mask"])[0]))
    print(
        "PettingZooEnv: agent", observation["agent_id"], "has", sum(observation["mask"]), "actions"
    )


if __name__ == "__main__":
    main()
