"""AgileRL: its DQN, which masks the actions it takes, on the batch with the learner in one seat.
AgileRL's target network takes the maximum over all actions of the next decision, legal or not.

python training/agilerl_dqn.py --seconds 60
"""

from __future__ import annotations

import argparse
import time

import gymnasium
import numpy as np
import torch
from agilerl.algorithms import DQN
from agilerl.components.replay_buffer import ReplayBuffer
from tensordict import TensorDict

from altered_env import make_vec
from altered_env.envs import flat


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=60)
    seconds = parser.parse_args().seconds
    vec = make_vec(16, learner=True, opponent="random", seed=1, view="flat")
    seen = vec.vec.flat.copy()
    agent = DQN(
        observation_space=gymnasium.spaces.Box(-4, 4, (seen.shape[1],), np.float32),
        action_space=gymnasium.spaces.Discrete(vec.mask.shape[1]),
        net_config={"latent_dim": 64, "encoder_config": {"hidden_size": [64]}},
        batch_size=256,
        lr=1e-3,
    )
    memory = ReplayBuffer(max_size=4096)
    start, decisions, won, games = time.perf_counter(), 0, 0, 0
    while time.perf_counter() - start < seconds:
        action = agent.get_action(seen, epsilon=0.1, action_mask=vec.mask)
        vec.step(action)
        following = vec.vec.flat.copy()
        then = following
        ended = np.flatnonzero(vec.ended)
        if len(ended):  # its next observation is the last one of the game that ended
            then = following.copy()
            then[ended] = flat(vec.finals(ended))
        memory.add(
            TensorDict(
                {
                    "obs": torch.from_numpy(seen),
                    "action": torch.as_tensor(action),
                    "reward": torch.from_numpy(vec.reward.copy()),
                    "next_obs": torch.from_numpy(then),
                    "done": torch.from_numpy(vec.ended.astype(np.float32)),
                },
                batch_size=[vec.n],
            )
        )
        seen = following
        decisions += vec.n
        won, games = won + int((vec.reward > 0).sum()), games + len(ended)
        if len(memory) >= 256 and decisions % 64 == 0:
            agent.learn(memory.sample(256))
    rate = decisions / (time.perf_counter() - start)
    print(f"speed: {rate:,.0f} decisions/s, learning included")
    print(f"won {won} of {games} games against random on the way")


if __name__ == "__main__":
    main()
