"""TorchRL: both of its wrappers, an actor that masks, and a collector.

`PettingZooWrapper` gives both agents, `GymWrapper` one seat. `MaskedCategorical` wants masks of
truth values: `masks="bool"`.

python training/torchrl_collector.py --seconds 60
"""

from __future__ import annotations

import argparse
import time

import gymnasium
import torch
from tensordict.nn import TensorDictModule
from tensordict.nn import TensorDictSequential as Sequence
from torch import nn
from torchrl.collectors import Collector
from torchrl.envs import GymWrapper, PettingZooWrapper
from torchrl.modules import MaskedCategorical, ProbabilisticActor

import altered_env
from altered_env.envs import flat


class Logits(nn.Module):
    """A plain network over the flat view of observations as they are."""

    def __init__(self, actions: int) -> None:
        super().__init__()
        self.net = nn.Sequential(nn.LazyLinear(64), nn.ReLU(), nn.Linear(64, actions))

    def forward(self, observation: torch.Tensor) -> torch.Tensor:
        return self.net(torch.from_numpy(flat(observation.numpy())))


def actor(env, observation, mask, action) -> ProbabilisticActor:
    """An actor that takes legal actions only, for these keys of the env."""
    logits = (*action[:-1], "logits") if isinstance(action, tuple) else "logits"
    module = TensorDictModule(Logits(392), in_keys=[observation], out_keys=[logits])
    return ProbabilisticActor(
        Sequence(module),
        in_keys={"logits": logits, "mask": mask},
        out_keys=[action],
        distribution_class=MaskedCategorical,
        spec=env.full_action_spec[action],
    )


def one_seat():
    env = GymWrapper(
        gymnasium.make("Altered-v0", opponent="random", masks="bool"),
        categorical_action_encoding=True,
    )
    return env, actor(env, "observation", "action_mask", "action")


def both_agents():
    env = PettingZooWrapper(
        altered_env.env(masks="bool"),
        use_mask=True,  # agents decide in turn
        categorical_actions=True,
        group_map={"players": ["player_0", "player_1"]},
    )
    return env, actor(
        env,
        ("players", "observation", "observation"),
        ("players", "action_mask"),
        ("players", "action"),
    )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=60)
    seconds = parser.parse_args().seconds
    env, policy = both_agents()
    with torch.no_grad():
        rollout = env.rollout(40, policy)
    print("PettingZooWrapper:", tuple(rollout["players", "action"].shape), "actions")
    env, policy = one_seat()
    with torch.no_grad():
        policy(env.reset())  # gives the lazy layer its size
    collector = Collector(env, policy, frames_per_batch=256, total_frames=-1)
    optimizer = torch.optim.Adam(policy.parameters(), lr=1e-3)
    start, decisions, rewards = time.perf_counter(), 0, []
    for batch in collector:
        reward = batch["next", "reward"][:, 0]
        rewards += reward[batch["next", "done"][:, 0]].tolist()
        log_prob = policy.get_dist(batch).log_prob(batch["action"])
        loss = -(log_prob * (returns(batch) - reward.mean())).mean()  # REINFORCE
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        decisions += batch.numel()
        if time.perf_counter() - start > seconds:
            break
    rate = decisions / (time.perf_counter() - start)
    collector.shutdown()
    print(f"speed: {rate:,.0f} decisions/s, learning included")
    print(f"won {sum(r > 0 for r in rewards)} of {len(rewards)} games against random on the way")


def returns(batch) -> torch.Tensor:
    """The result of each decision's game, within the batch."""
    found = torch.zeros(len(batch))
    later = 0.0
    for t in reversed(range(len(batch))):
        done = bool(batch["next", "done"][t, 0])
        later = float(batch["next", "reward"][t, 0]) if done else later
        found[t] = later
    return found


if __name__ == "__main__":
    main()
