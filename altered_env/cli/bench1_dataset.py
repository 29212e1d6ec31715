"""`altered bench1 dataset`: make a dataset for offline learning."""

from __future__ import annotations

import argparse
from pathlib import Path

from altered_env._runtime.help_pages import option
from altered_env._runtime.plurals import counted
from altered_env._runtime.progress import Progress
from altered_env.cli.arguments import add_jobs, add_seed

_EXAMPLES = """examples:
  altered bench1 dataset --out games --games 2000 --slow 50
                                        a small one, to try it
  altered bench1 dataset --out games    150,000 games of fast and 4,000 of slow players
The same command resumes an interrupted run, and verifies the hashes of what is there. A folder with
a dataset of other options is refused, not extended.
"""


def add(parser: argparse.ArgumentParser) -> None:
    """Add its arguments."""
    parser.description = (
        "Play games with decks of the training splits of T2 and T3 into Parquet files: decks, "
        "seed, actions, results, probabilities. altered_env.datasets reads them and makes the "
        "observations (docs/dataset.md)."
    )
    parser.epilog, parser.formatter_class = _EXAMPLES, argparse.RawDescriptionHelpFormatter
    parser.add_argument("--out", required=True, metavar="DIR", help="folder of the dataset")
    option(parser, "--games", 150_000, "games of fast players")
    option(parser, "--slow", 4_000, "games of slow players", "GAMES")
    add_seed(parser)
    add_jobs(parser)


def run(options: argparse.Namespace) -> int:
    """Play the games, and print sizes."""
    from altered_env.train.recording import FULL, MOST_BYTES, PLAYERS, Recording, record

    plan, folder = Recording(options.games, options.slow, options.seed), Path(options.out)
    progress = Progress(plan.fast + plan.slow, "games", games=True)
    found = record(plan, folder, options.jobs, progress.say)
    progress.clear()
    for pace, games in found.games.items():
        if games:
            each = found.sizes[pace] / games
            said = counted(games, f"{pace} game")
            print(f"{said}, {each:,.0f} bytes a game: {', '.join(PLAYERS[pace])}")
    print(f"New: {counted(found.new, 'game')}. The decks have {found.decks / 1e6:.2f} MB.")
    if all(found.games.values()):
        full = " and ".join(f"{n:,} {pace}" for pace, n in FULL.items())
        print(
            f"{full} games would have {found.projected() / 1e6:.0f} MB,"
            f" of at most {MOST_BYTES / 1e6:.0f} MB."
        )
    print(f"The dataset is in {folder}; altered_env.datasets.load reads it.")
    return 0
