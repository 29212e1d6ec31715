"""`altered decks construct`: make the package's constructed lists."""

from __future__ import annotations

import argparse
from pathlib import Path

from altered_env._runtime.atomic_files import refuse_unwritable, write_atomically
from altered_env.cli.arguments import add_seed
from altered_env.decks.constructing import make, written


def add(parser: argparse.ArgumentParser) -> None:
    """Add its arguments."""
    add_seed(parser, "other lists")
    parser.add_argument("--out", metavar="FILE", required=True, help="file of the lists")


def run(options: argparse.Namespace) -> int:
    """Make the lists and write their file."""
    out = Path(options.out)
    refuse_unwritable(out)
    made = make(options.seed)
    write_atomically(out, written(made))
    print(f"{len(made)} lists written to {out}.")
    return 0
