"""The benefit of actors in training: the table of docs/scaling.md.

    python -m tests.cluster.measure_actors [--decisions 300000] [--games 400] [--actors 0 1 2]
        [--seeds 1 2 3 4 5] [--out FOLDER]

The same run without actors, with one and with two, one after the other: choices a second by the
clock, and the share of it that the learner waited; the lag of its rollouts in updates; then the
processor time of 1,000 choices, by learner and actors, which a busy machine changes little, and the
projection to one core each: choices a second and the learner's idle share. Finally each network
plays `greedy` over decks outside its training. Runs differ only by seed, so with several seeds the
last table gives the difference in wins between runs with and without actors from the same weights,
with a 95 % interval over runs.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import statistics
import tempfile
import time
from dataclasses import replace
from pathlib import Path

from scipy.stats import t as student

from altered_env.train import Config, Learner
from altered_env.train.compare import compare

RUN = Config(
    decks="starters+public+random:200:1:curve",
    games=128,
    opponents="greedy",
    opponent_fraction=0.2,
    learning_rate=2e-3,
    snapshots=2,
    tensorboard=False,
    device="cpu",
)
HEAD = (
    "choices/s | waits | behind | oldest | dropped | learner, for 1,000 | actors, for 1,000 |"
    " choices/s, a core each | waits, a core each"
)
DECKS = "random:50:777:curve"


def measured(actors: int, decisions: int, seed: int, out: Path) -> str:
    """The cells of a run."""
    config = replace(RUN, actors=actors, decisions=decisions, file_every=decisions, seed=seed)
    run = Learner(config, out)
    run.play()  # everything is compiled, and all actors are running
    run.spent = dict.fromkeys(run.spent, 0.0)
    theirs = run.actors.processor if run.actors else 0.0
    begun, own = time.perf_counter(), time.process_time()
    run.train(show=False)
    took, own = time.perf_counter() - begun, time.process_time() - own
    lines = [json.loads(line) for line in (out / "log.jsonl").read_text().splitlines()]
    thousands = run.taken / 1000
    if run.actors is None:
        own_rate = f"{own / thousands:.2f} s | | {run.taken / own:,.0f} |"
        return f"{run.taken / took:,.0f} | | | | | {own_rate}"
    theirs = run.actors.processor - theirs
    longest = max(own, theirs / actors)
    behind = sum(line["age"] for line in lines) / len(lines)
    return (
        f"{run.taken / took:,.0f} | {100 * run.spent['waiting'] / sum(run.spent.values()):.0f} % | "
        f"{behind:.1f} | {max(line['oldest'] for line in lines)} | {lines[-1]['dropped']} | "
        f"{own / thousands:.2f} s | {theirs / thousands:.2f} s | {run.taken / longest:,.0f} | "
        f"{100 * (1 - own / longest):.0f} %"
    )


def difference(of: list[float], besides: list[float]) -> str:
    """By how much the mean of some runs differs from that of others of the same seeds.

    >>> difference([0.5, 0.6, 0.7], [0.5, 0.5, 0.6])
    '+6.7 (-7.7 to +21.0)'
    """
    apart = [one - other for one, other in zip(of, besides, strict=True)]
    mean = statistics.fmean(apart)
    if len(apart) < 2:
        return f"{100 * mean:+.1f}"
    error = statistics.stdev(apart) / math.sqrt(len(apart))
    far = error * float(student.ppf(0.975, len(apart) - 1))
    return f"{100 * mean:+.1f} ({100 * (mean - far):+.1f} to {100 * (mean + far):+.1f})"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--decisions", type=int, default=300_000)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--actors", type=int, nargs="+", default=[0, 1, 2])
    parser.add_argument("--seeds", type=int, nargs="+", default=[1], help="of the runs (1)")
    parser.add_argument("--out", help="where the runs stay, if they should")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        out = Path(options.out or name)
        print(f"| actors | seed | {HEAD} |\n|{'---|' * 11}")
        folders = {}
        for seed in options.seeds:
            for actors in options.actors:
                folders[actors, seed] = out / f"{actors}-actors-seed-{seed}"
                cells = measured(actors, options.decisions, seed, folders[actors, seed])
                print(f"| {actors} | {seed} | {cells} |", flush=True)
        print(f"load {os.getloadavg()[0]:.0f} on {os.cpu_count()} cores", flush=True)
        if options.games:
            rows = compare(list(folders.values()), ("greedy",), options.games, DECKS, 0, 9, 1)
            won = {
                of: row.won["greedy"] / options.games for of, row in zip(folders, rows, strict=True)
            }
            print(f"\nwon of {options.games} games against greedy each, decks {DECKS}:")
            print(f"| actors | {' | '.join(f'seed {s}' for s in options.seeds)} | mean | besides |")
            print(f"|{'---|' * (3 + len(options.seeds))}")
            for actors in options.actors:
                of, without = (
                    [won[number, seed] for seed in options.seeds]
                    for number in (actors, options.actors[0])
                )
                cells = " | ".join(f"{100 * share:.1f} %" for share in of)
                more = difference(of, without) if actors != options.actors[0] else ""
                print(f"| {actors} | {cells} | {100 * statistics.fmean(of):.1f} % | {more} |")


if __name__ == "__main__":
    main()
