"""MaskablePPO of sb3-contrib on the batch: the compact view with `AlteredPolicy`, or the flat view
with a plain network, which cannot tell which card is which.

The opponent is `random` until the learner wins four games in five, then `greedy`.

python training/sb3_ppo.py --seconds 300
python training/sb3_ppo.py --bench T2-train --seconds 300 --save model.zip
"""

from __future__ import annotations

import argparse
import time
from collections import deque

import numpy as np
import torch
from evaluate import wilson, win_rate
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback

from altered_env.envs.sb3 import AlteredVecEnv
from altered_env.nets import AlteredPolicy

RECENT = 400
"""Games that decide whether the opponent becomes `greedy`."""


class Schedule(BaseCallback):
    """Trains for this many seconds, and changes the opponent."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self._end = time.monotonic() + seconds
        self._won: deque[bool] = deque(maxlen=RECENT)

    def _on_step(self) -> bool:
        env = self.training_env
        self._won += [info["episode"]["r"] > 0 for info in self.locals["infos"] if info]
        if "random" in env.opponents and len(self._won) == RECENT and np.mean(self._won) > 0.8:
            env.opponents = ("greedy",)
            print(f"against greedy from {self.num_timesteps:,} decisions on")
        return time.monotonic() < self._end


def new_model(env, view: str, seed: int = 0, n_steps: int = 64) -> MaskablePPO:
    """A learner for an env of this view."""
    policy, options = "MlpPolicy", {}
    if view != "flat":  # card numbers of observations are those of the env
        policy, options = AlteredPolicy, {"features_extractor_kwargs": {"cards": env.card_features}}
    return MaskablePPO(
        policy,
        env,
        policy_kwargs=options,
        n_steps=n_steps,
        batch_size=1024,
        n_epochs=4,
        learning_rate=5e-4,
        gamma=1.0,  # the reward comes at the end of a game
        ent_coef=0.01,
        seed=seed,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--view", choices=("compact", "flat"), default="compact")
    parser.add_argument("--decks", default="starters")
    parser.add_argument("--bench", default="", help="training split of Altered-Bench 1: T2-train")
    parser.add_argument("--save", default="", help="file for the model, .zip")
    parser.add_argument("--games", type=int, default=1000, help="games of the test at the end")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    torch.set_num_threads(1)
    played = {"bench": args.bench} if args.bench else {"decks": args.decks}
    env = AlteredVecEnv(64, opponent="random", seed=args.seed, view=args.view, threads=1, **played)
    model = new_model(env, args.view, args.seed)
    start = time.perf_counter()
    model.learn(10**9, callback=Schedule(args.seconds))
    speed = model.num_timesteps / (time.perf_counter() - start)
    print(f"speed: {speed:,.0f} decisions/s, learning included, {model.num_timesteps:,} in all")
    if args.save:
        model.save(args.save)
        print(f"The model is in {args.save}.")
    for opponent in ("random", "greedy"):
        rate = win_rate(model, opponent, args.games, args.decks, args.seed + 1_000, args.bench)
        low, high = wilson(rate, args.games)
        print(f"won {rate:.1%} ({low:.1%} to {high:.1%}) of {args.games} against {opponent}")


if __name__ == "__main__":
    main()
