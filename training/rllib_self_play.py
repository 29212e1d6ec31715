"""RLlib: PPO of the new stack by self-play against a growing pool of snapshots
(`altered_env/envs/rllib.py`). The win rate against random play is printed with an interval.

python training/rllib_self_play.py --seconds 600
"""

from __future__ import annotations

import argparse
import time

import ray

from altered_env.arena.ratings import wilson
from altered_env.envs.rllib import self_play


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--runners", type=int, default=0, help="env runner processes (none)")
    parser.add_argument("--batch", type=int, default=4096, help="decisions per iteration (4096)")
    parser.add_argument("--threshold", type=float, default=0.7, help="win rate to join (0.7)")
    parser.add_argument("--least", type=int, default=200, help="minimum games to join (200)")
    options = parser.parse_args()
    ray.init(num_cpus=1 + options.runners, include_dashboard=False, log_to_driver=False)
    config = self_play({"decks": "starters"}, options.runners, options.threshold, options.least)
    config.training(
        train_batch_size_per_learner=options.batch, minibatch_size=min(512, options.batch)
    )
    algorithm = config.build_algo()
    start, decisions = time.perf_counter(), 0
    while time.perf_counter() - start < options.seconds:
        result = algorithm.train()
        found = result["env_runners"]
        decisions += int(found["num_env_steps_sampled"])
        games = int(found.get("games", 0))
        print(f"{decisions:,} decisions, {games:,} games, pool of {result['pool']},", end=" ")
        print(
            f"won {found.get('won', 0):.3f}, of random {found.get('won_random', 0):.3f}", flush=True
        )
    print(f"speed: {decisions / (time.perf_counter() - start):,.0f} decisions/s, learning included")
    games = min(400, int(found.get("games_random", 0)))
    if games:
        won = float(found["won_random"])
        low, high = wilson(won * games, games)
        print(f"against random: {won:.1%} ({low:z.1%} to {high:z.1%}) of its last {games} games")
    algorithm.stop()
    ray.shutdown()


if __name__ == "__main__":
    main()
