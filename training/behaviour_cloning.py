"""Behaviour cloning: a MaskablePPO policy that imitates the players of a dataset, and learns to
foresee the result.

altered bench1 dataset --out games --games 2000 --slow 50
python training/behaviour_cloning.py games --bench T2-train --save cloned.zip
python training/evaluate.py cloned.zip random greedy --bench T2-train
altered arena agents/maskable_ppo_bot.py:Bot:path=cloned.zip greedy --decks bench1:T2
"""

from __future__ import annotations

import argparse
import time

import numpy as np
import torch
from evaluate import wilson, win_rate
from sb3_ppo import new_model
from stable_baselines3.common.utils import obs_as_tensor

from altered_env import datasets
from altered_env.envs.sb3 import AlteredVecEnv


def chosen(some: datasets.Decisions, of: np.ndarray) -> datasets.Decisions:
    """Some of the decisions."""
    return some.each(lambda part: part[of])


def main() -> None:
    """Train, print the strength and save the model."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("folder", help="a dataset of altered bench1 dataset")
    parser.add_argument("--bench", default="T2-train", help="training split of Altered-Bench 1")
    parser.add_argument("--players", nargs="+", help="imitate these players only")
    parser.add_argument("--epochs", type=int, default=1)
    parser.add_argument("--batch", type=int, default=512, help="decisions per gradient step")
    parser.add_argument("--learning-rate", type=float, default=1e-3)
    parser.add_argument("--value-weight", type=float, default=0.5)
    parser.add_argument("--seconds", type=float, default=float("inf"), help="time limit")
    parser.add_argument("--games", type=int, default=400, help="games of the test at the end")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--save", default="", help="file for the model, .zip")
    args = parser.parse_args()
    torch.set_num_threads(1)
    dataset = datasets.load(args.folder)
    if strange := sorted(set(args.players or ()) - set(dataset.players)):
        there = ", ".join(dataset.players)
        parser.error(f"{args.folder} has no player {strange[0]!r}; there are {there}")
    wanted = [k for k, name in enumerate(dataset.players) if name in (args.players or [name])]
    env = AlteredVecEnv(1, bench=args.bench, view="compact", threads=1)
    model = new_model(env, "compact", args.seed)
    policy = model.policy
    optimizer = torch.optim.Adam(policy.parameters(), lr=args.learning_rate)
    policy.set_training_mode(True)
    begun, seen = time.perf_counter(), 0
    for epoch in range(args.epochs):
        batches = dataset.decisions(
            args.bench, view="compact", batch=args.batch, seed=args.seed + epoch
        )
        for number, some in enumerate(batches):
            if time.perf_counter() - begun > args.seconds:
                break
            some = chosen(some, np.isin(some.player, wanted))
            if not len(some):
                continue
            observation = obs_as_tensor(some.observation, policy.device)
            value, log_prob, _ = policy.evaluate_actions(
                observation, torch.from_numpy(some.action), action_masks=some.mask
            )
            error = (value[:, 0] - torch.from_numpy(some.outcome)).square().mean()
            loss = args.value_weight * error - log_prob.mean()
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(policy.parameters(), 0.5)
            optimizer.step()
            seen += len(some)
            if number % 50 == 0:
                print(f"{seen:,} decisions, -log p {-log_prob.mean():z.3f}, value {error:.3f}")
    policy.set_training_mode(False)
    print(f"speed: {seen / (time.perf_counter() - begun):,.0f} decisions/s, learning included")
    if args.save:
        model.save(args.save)
        print(f"The model is in {args.save}.")
    for opponent in ("random", "greedy") if args.games else ():
        rate = win_rate(model, opponent, args.games, "", args.seed + 1_000, args.bench)
        low, high = wilson(rate, args.games)
        print(f"won {rate:.1%} ({low:z.1%} to {high:z.1%}) of {args.games} against {opponent}")


if __name__ == "__main__":
    main()
