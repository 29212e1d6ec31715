"""`make demo`: train a small agent, rate it, and see what cards are worth; minutes on two cores.

`python -m training.demo --help` says what can be changed. Everything lies in one folder afterwards.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from altered_env import stopping
from altered_env.commands.strength import Asked, strength
from training.arena.ratings import Rating
from training.arena.workers import Jobs, add_jobs
from training.evaluate import evaluate, refuse_odd, table, write
from training.learning import runs
from training.ppo import Config, Trainer

__all__ = ["bars", "main"]

SMALL = Config(decks="starters", seed=1, decisions=120_000, layers=0, heads=1, file_every=40_000)
"""What is trained: the same as configs/small.yaml."""
BASELINES = ("random", "greedy")
CARDS = ("Foundry Armorer R1", "Kelon Elemental C")


def bars(agents: Sequence[str], ratings: Sequence[Rating], wide: int = 40) -> str:
    """Ratings with their intervals as a plot of characters.

    >>> print(bars(["random", "greedy"], [Rating(-200, -300, -100), Rating(200, 100, 300)], 12))
    random            -200  |--*--       |
    greedy             200  |        --*-|
    """
    low, high = min(r.low for r in ratings), max(r.high for r in ratings)
    span = max(1.0, high - low)

    def at(elo: float) -> int:
        return min(wide - 1, int(wide * (elo - low) / span))

    lines = []
    for agent, rating in zip(agents, ratings, strict=True):
        row = [" "] * wide
        for k in range(at(rating.low), at(rating.high) + 1):
            row[k] = "-"
        row[at(rating.elo)] = "*"
        lines.append(f"{agent[:16]:16}{rating.elo:6.0f}  |{''.join(row)}|")
    return "\n".join(lines)


def _rate(out: Path, games: int, jobs: Jobs) -> Path:
    """Rate the networks that the run kept; where the plot is."""

    def say(done: int, total: int) -> None:
        print(f"  {done} of {total} games", flush=True)

    curve = evaluate(out, BASELINES, games, "starters", 4, 7, jobs, say)
    print("\n" + table(curve))
    print("\nRatings, with 95 % intervals:")
    names = [f"after {point.decisions:,}" for point in curve.points]
    ratings = [point.rating for point in curve.points]
    print(bars([*names, *curve.baselines], [*ratings, *curve.baselines.values()]))
    return write(curve, out)[1]


def _refuse(config: Config, out: Path, games: int, deals: int) -> None:
    """Raise `ValueError` for what could not be done after the training, and for a folder with
    another's run; the demonstration's own is written over."""
    refuse_odd(games, "--games")
    if deals < 1:
        raise ValueError(f"--deals is 1 or more, found {deals}")
    if runs.is_begun(out) and not runs.is_of(config, out):
        raise ValueError(f"{out}: a run with other options lies there; give another --out")
    runs.make_folder(out)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the demonstration; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m training.demo", description=__doc__)
    parser.add_argument("--out", default="runs/demo", help="the folder for all of it (runs/demo)")
    parser.add_argument("--decisions", type=int, default=SMALL.decisions, help="to train with")
    parser.add_argument("--games", type=int, default=30, help="of each two agents, even (30)")
    parser.add_argument("--deals", type=int, default=40, help="of each card, four games each (40)")
    add_jobs(parser)
    options = parser.parse_args(arguments)
    out = Path(options.out)
    try:
        config = replace(SMALL, decisions=options.decisions)
        _refuse(config, out, options.games, options.deals)
    except ValueError as error:
        print(f"training.demo: {error}")
        return 2
    print(f"1. A small network learns from {config.decisions:,} decisions of self-play.\n")
    with stopping.keeping(f"what is in {out} is kept, and the same command begins anew"):
        return _demonstrate(config, out, options.games, options.deals, options.jobs)


def _demonstrate(config: Config, out: Path, games: int, deals: int, jobs: Jobs) -> int:
    """Train, rate and measure."""
    Trainer(config, out).train()
    network = out / "network.safetensors"
    print("\n2. It meets the baseline players, over the six starter decks.\n")
    picture = _rate(out, games, jobs)
    print("\n3. What cards are worth: games that differ in the card alone.\n")
    strength(Asked(CARDS, agents=("greedy",), deals=deals, jobs=jobs))
    print(
        f"\nThe network        {network}\n"
        f"The rating plot    {picture}\n"
        f"Ratings, numbers   {out / 'evaluation.json'}, each game {out / 'evaluation.jsonl'}\n"
        f"How it learned     {out / 'log.jsonl'}; or: tensorboard --logdir {out}\n"
        f"Earlier networks   {out / 'kept'}\n\n"
        f"Play against it:    altered play --opponent policy:{network}\n"
        f"Measure any card:   altered strength NAME\n"
        "Train for longer:   python -m training.ppo --help"
    )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
