"""`altered merge`: shards of a dataset, joined."""

from __future__ import annotations

import argparse

from altered_env._runtime.plurals import counted
from altered_env.cardstats.sharding import merge


def add(parser: argparse.ArgumentParser) -> None:
    """Add its arguments."""
    parser.add_argument(
        "shards", nargs="+", metavar="SHARD", help="every shard of `altered simulate --shard`"
    )
    parser.add_argument(
        "--out", required=True, metavar="FOLDER", help="output dataset: a folder or URL"
    )


def run(options: argparse.Namespace) -> int:
    """Merge shards and report the result."""
    games = merge(options.shards, options.out)
    print(f"{counted(games, 'game')} from {counted(len(options.shards), 'shard')}")
    print(f"Dataset written to {options.out}: altered metrics {options.out}")
    return 0
