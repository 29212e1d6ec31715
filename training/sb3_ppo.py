"""stable-baselines3 on the batch: MaskablePPO of sb3-contrib, which reads masks, and PPO, which
does not, where an illegal action loses the game.

python training/sb3_ppo.py --seconds 60
"""

from __future__ import annotations

import argparse
import time

from sb3_contrib import MaskablePPO
from stable_baselines3 import PPO
from stable_baselines3.common.callbacks import BaseCallback

from altered_env.envs.sb3 import AlteredVecEnv


class Until(BaseCallback):
    """Train for this many seconds."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self._end = time.monotonic() + seconds

    def _on_step(self) -> bool:
        return time.monotonic() < self._end


def learn(algorithm, env, seconds: float) -> float:
    """Decisions per second, including learning."""
    start = time.perf_counter()
    policy = {"net_arch": [64, 64]}
    model = algorithm("MlpPolicy", env, n_steps=32, batch_size=512, policy_kwargs=policy)
    model.learn(10**9, callback=Until(seconds))
    return model.num_timesteps / (time.perf_counter() - start)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=60)
    seconds = parser.parse_args().seconds
    env = AlteredVecEnv(64, opponent=["random", "greedy"], seed=1)
    print(f"speed: {learn(MaskablePPO, env, seconds):,.0f} decisions/s, learning included")
    env = AlteredVecEnv(64, opponent="random", seed=1, illegal="lose")
    print(f"PPO without masks: {learn(PPO, env, seconds / 4):,.0f} decisions/s")


if __name__ == "__main__":
    main()
