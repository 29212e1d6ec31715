"""`altered simulate`: games in numbers, as a dataset."""

from __future__ import annotations

import argparse
from pathlib import Path

from altered_env.commands.arguments import (
    COMPILED,
    add_agents,
    add_decks,
    add_jobs,
    add_rules,
    add_seed,
)
from altered_env.commands.progress import Progress
from training.analysis.simulation import Simulation
from training.analysis.simulation import run as play_games
from training.arena.deck_sets import deck_set
from training.arena.rating_table import who_played
from training.arena.workers import compile_first

__all__ = ["add", "run"]


def add(parser: argparse.ArgumentParser) -> None:
    """Add its arguments."""
    add_decks(parser)
    add_agents(parser, there=COMPILED)
    parser.add_argument("--games", type=int, default=1000, help="how many (1000)")
    parser.add_argument(
        "--out",
        required=True,
        metavar="FOLDER",
        help="the dataset; goes on from there",
    )
    add_seed(parser)
    add_jobs(parser)
    add_rules(parser)


def run(options: argparse.Namespace) -> int:
    """Play games into a dataset, and say how fast."""
    agents, games, seed, out = options.agents, options.games, options.seed, options.out
    names = deck_set(options.decks)
    plan = Simulation(names, tuple(agents), seed, options.rules)
    compile_first()  # which is no part of the speed
    progress = Progress(games, "games", games=True)
    played, processor = play_games(plan, games, Path(out), options.jobs, progress.say)
    progress.clear()
    rate = played / max(0.001, progress.seconds)
    said = f"{games:,} games of {', '.join(agents)}, rules {options.rules}, seed {seed}"
    print(f"{said}; {played:,} new")
    if played:
        print(f"{rate:,.0f} games/s, {played / max(0.001, processor):,.0f} a second of a processor")
    print(who_played(agents))
    print(f"The dataset is {out}: altered metrics {out}, altered report {out}")
    return 0
