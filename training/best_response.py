"""Approximate best response with stable-baselines3: MaskablePPO against one fixed agent.

The learner has one seat of every game, the agent the other. Its win rate beyond one half in fresh
games is a lower bound on how exploitable the agent is: longer training may find more.

python training/best_response.py greedy --decisions 200000 --save response.zip
python training/evaluate.py response.zip greedy random

`altered exploit` does the same with the compiled trainer, many times as fast.
"""

from __future__ import annotations

import argparse

import torch
from evaluate import wilson, win_rate
from sb3_contrib import MaskablePPO

from altered_env.envs.sb3 import AlteredVecEnv
from altered_env.nets import AlteredPolicy


def main() -> None:
    """Train against the agent, print the bound and save the model."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("agent", help="a compiled agent: random, greedy, rules, net")
    parser.add_argument("--decisions", type=int, default=200_000, help="decisions to learn from")
    parser.add_argument("--envs", type=int, default=64, help="games played in parallel")
    parser.add_argument("--games", type=int, default=400, help="games of the measurement")
    parser.add_argument("--decks", default="starters", help="pool of decks")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", default="", help="file for the model")
    args = parser.parse_args()
    torch.set_num_threads(1)  # more wait for each other on busy cores
    env = AlteredVecEnv(
        args.envs, decks=args.decks, opponent=args.agent, seed=args.seed, view="compact"
    )
    model = MaskablePPO(AlteredPolicy, env, n_steps=64, batch_size=1024, seed=args.seed, verbose=1)
    model.learn(args.decisions)
    if args.save:
        model.save(args.save)
    rate = win_rate(model, args.agent, args.games, args.decks, args.seed + 1)
    low, high = wilson(rate, args.games)
    print(f"won {rate:.1%} ({low:z.1%} to {high:z.1%}) of {args.games} games against {args.agent}")
    print(f"{args.agent} is exploitable by at least {max(0.0, low - 0.5):z.1%} of games")


if __name__ == "__main__":
    main()
