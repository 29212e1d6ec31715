"""What actors bring to training: the table of docs/scaling.md.

    python -m tests.cluster.measure_actors [--decisions 300000] [--games 400] [--actors 0 1 2]
        [--seed 1] [--out FOLDER]

The same run without actors, with one and with two, one after the other: choices a second by the
clock, and the share of it that the learner waited; how many updates behind what it learned from
was; then what 1,000 choices took of processors, by the learner and by actors, which a busy machine
changes little, and what follows from it where each has a core of its own: choices a second and the
share that the learner waits. In the end each network meets `greedy` over decks that it was not
trained on, with an interval that holds 95 %: of the games of that network, not of other runs, which
differ from each other by their seed alone by as much.
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
import time
from dataclasses import replace
from pathlib import Path

from training.compare import compare, table
from training.learning import Config, Learner

RUN = Config(
    decks="starters+public+random:200:1:curve",
    games=128,
    opponents="greedy",
    others=0.2,
    learning_rate=2e-3,
    keep=2,
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
    run.play()  # everything is compiled, and whoever plays is there
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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--decisions", type=int, default=300_000)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--actors", type=int, nargs="+", default=[0, 1, 2])
    parser.add_argument("--seed", type=int, default=1, help="of the runs (1)")
    parser.add_argument("--out", help="where the runs stay, if they should")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folders = [Path(options.out or name) / f"{actors} actors" for actors in options.actors]
        print(f"| actors | {HEAD} |\n|{'---|' * 10}")
        for actors, folder in zip(options.actors, folders, strict=True):
            print(
                f"| {actors} | {measured(actors, options.decisions, options.seed, folder)} |",
                flush=True,
            )
        print(f"load {os.getloadavg()[0]:.0f} on {os.cpu_count()} cores", flush=True)
        if options.games:
            rows = compare(folders, ("greedy",), options.games, DECKS, seed=9, jobs=1)
            print(table(rows, options.games, DECKS))


if __name__ == "__main__":
    main()
