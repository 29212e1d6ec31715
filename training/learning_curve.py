"""Learning curves of MaskablePPO, with the flat and the compact view: win rates against `greedy`
over decisions and over minutes, for several seeds.

Each run is `sb3_ppo.py` without imitation, stopped at equal intervals for games of a test, which
do not count as time of training. Results are lines of JSON in a file. A run that is in the file is
not repeated.

python training/learning_curve.py --minutes 30 --out runs/curve
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import torch
from evaluate import wilson, win_rate
from sb3_ppo import Clock, Schedule, new_model

from altered_env.envs.sb3 import AlteredVecEnv
from altered_env.render.plots import Mark, lines

VIEWS = ("compact", "flat")
TEST_SEED = 50_000
"""Games of the tests; training begins from other seeds."""


def run(view: str, seed: int, args: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """Train once, and yield each point of the curve."""
    env = AlteredVecEnv(
        64, opponent="random", decks=args.decks, seed=seed, view=view, threads=args.threads
    )
    model = new_model(env, view, seed)
    trained = 0.0
    for point in range(1, args.points + 1):
        begun = time.process_time()
        seconds = args.minutes * 60 * point / args.points - trained
        model.learn(10**9, callback=Schedule(Clock(seconds)), reset_num_timesteps=point == 1)
        trained += time.process_time() - begun
        rate = win_rate(model, "greedy", args.games, args.decks, TEST_SEED + seed)
        low, high = wilson(rate, args.games)
        yield {
            **{"view": view, "seed": seed, "minutes": round(trained / 60, 2)},
            **{"decisions": model.num_timesteps, "won": round(rate, 4)},
            **{"low": round(low, 4), "high": round(high, 4)},
        }


def table(points: list[dict[str, Any]]) -> str:
    """The last point of each run, and the mean of each view."""
    rows = [f"{'view':8} {'seed':>4} {'minutes':>8} {'decisions':>10}  won against greedy"]
    for view in VIEWS:
        last = {p["seed"]: p for p in points if p["view"] == view}
        for p in last.values():
            rows.append(
                f"{view:8} {p['seed']:4} {p['minutes']:8.1f} {p['decisions']:10,}  {p['won']:.1%}"
                f" ({p['low']:z.1%} to {p['high']:z.1%})"
            )
        if last:
            mean = sum(p["won"] for p in last.values()) / len(last)
            rows.append(f"{view:8} mean of {len(last)} seeds: {mean:z.1%}")
    return "\n".join(rows)


def draw(points: list[dict[str, Any]], out: Path) -> None:
    """A plot over decisions and one over minutes."""
    for axis in ("decisions", "minutes"):
        marks = [
            Mark(
                f"{p['view']}, seed {p['seed']}", p["won"], p["low"], p["high"],
                f"{p['view']}, seed {p['seed']}", p[axis], p[axis], p[axis],
            )
            for p in points
        ]  # fmt: skip
        plot = lines(marks, axis, "won against greedy")
        (out / f"by_{axis}.svg").write_text(plot.as_file(), "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--minutes", type=float, default=30, help="of the processor, each run")
    parser.add_argument("--points", type=int, default=6, help="tests in each run")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--games", type=int, default=400, help="games of each test")
    parser.add_argument("--decks", default="starters")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("runs/learning_curve"))
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    args.out.mkdir(parents=True, exist_ok=True)
    kept = args.out / "points.jsonl"
    points = (
        [json.loads(line) for line in kept.read_text("utf-8").splitlines()] if kept.exists() else []
    )
    for seed in range(args.seeds):
        for view in VIEWS:
            found = [p for p in points if (p["view"], p["seed"]) == (view, seed)]
            if len(found) == args.points:
                continue
            points = [p for p in points if p not in found]
            for point in run(view, seed, args):
                print(f"{view}, seed {seed}: {point}", flush=True)
                points.append(point)
            fresh = kept.with_suffix(".new")
            fresh.write_text("".join(json.dumps(p) + "\n" for p in points), "utf-8")
            fresh.replace(kept)
    draw(points, args.out)
    print(table(points))


if __name__ == "__main__":
    main()
