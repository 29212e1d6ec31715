"""Evaluate a saved MaskablePPO model against agents: win rates with 95 % intervals.

The seat of the model, the decks and the opponent's randomness are drawn from the seed.

python training/evaluate.py model.zip greedy random --games 400
"""

from __future__ import annotations

import argparse
from math import sqrt

import numpy as np
import torch
from sb3_contrib import MaskablePPO

from altered_env.envs.sb3 import AlteredVecEnv
from altered_env.spaces.compact import described, known


def win_rate(
    model: MaskablePPO, agent: str, games: int, decks: str, seed: int, bench: str = "", **options
) -> float:
    """The share of games that the model wins; a truncated game counts half. `bench` is the training
    split of Altered-Bench 1 that a model was trained on, instead of decks. `options` are those of
    the env that its observations do not tell: `format`, `rules`, `lists`."""
    slots = min(250, games)
    played = {"bench": bench} if bench else {"decks": decks}
    view = known(model.observation_space)
    if view is None:
        raise ValueError(
            f"the model was trained with {described(model.observation_space)}, and AlteredVecEnv "
            "has no such view"
        )
    shown = {"view": view.view} | ({} if view.rows is None else {"rows": view.rows})
    env = AlteredVecEnv(slots, opponent=agent, seed=seed, **shown, **played, **options)
    if env.observation_space != model.observation_space:
        raise ValueError(
            f"the model was trained with {described(model.observation_space)}; these games have "
            f"{described(env.observation_space)}: name its format and its bench"
        )
    due = np.full(slots, games // slots)  # as many from each slot: short games are not favoured
    due[: games % slots] += 1
    observations, score = env.reset(), 0.0
    while due.any():
        masks = np.stack(env.env_method("action_masks"))
        actions, _ = model.predict(observations, action_masks=masks, deterministic=True)
        observations, rewards, dones, _ = env.step(actions)
        for slot in np.flatnonzero(dones & (due > 0)):
            score += (1 + float(rewards[slot])) / 2
            due[slot] -= 1
    return score / games


def wilson(rate: float, games: int) -> tuple[float, float]:
    """The Wilson interval of a rate, 95 %."""
    z = 1.96
    middle = (rate + z * z / (2 * games)) / (1 + z * z / games)
    reach = z * sqrt(rate * (1 - rate) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return middle - reach, middle + reach


def main() -> None:
    """Print a line for each agent."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("model", help="a file written by model.save")
    parser.add_argument("agents", nargs="+", help="compiled agents: random, greedy, rules, net")
    parser.add_argument("--games", type=int, default=400, help="games against each agent")
    parser.add_argument("--decks", default="starters", help="pool of decks")
    parser.add_argument("--bench", default="", help="its training split of Altered-Bench 1")
    parser.add_argument("--format", default="standard", help="its format: two_against_two")
    parser.add_argument("--rules", default="2024.09", help="its rules: 5.0")
    parser.add_argument(
        "--lists", default="open", help="closed if it was trained with closed lists"
    )
    parser.add_argument("--seed", type=int, default=7)
    args = parser.parse_args()
    torch.set_num_threads(1)  # more wait for each other on busy cores
    model = MaskablePPO.load(args.model)
    options = {"format": args.format, "rules": args.rules}
    if args.lists != "open":
        options["lists"] = args.lists
    for agent in args.agents:
        try:
            rate = win_rate(model, agent, args.games, args.decks, args.seed, args.bench, **options)
        except (ValueError, LookupError) as error:
            parser.error(str(error))
        low, high = wilson(rate, args.games)
        print(f"{agent:12} won {rate:6.1%}  ({low:z.1%} to {high:z.1%})  {args.games} games")


if __name__ == "__main__":
    main()
