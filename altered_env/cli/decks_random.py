"""`altered decks random`: make random legal decks."""

from __future__ import annotations

import argparse
from pathlib import Path

from altered_env import decks
from altered_env._runtime.atomic_files import write_atomically
from altered_env.cli.arguments import add_own_cards, add_seed, own_cards


def add(parser: argparse.ArgumentParser) -> None:
    """Add its arguments."""
    parser.add_argument("number", nargs="?", type=int, default=1, help="number of decks (1)")
    add_seed(parser, "other decks")
    parser.add_argument("--faction", default=None, help="faction (any)")
    add_own_cards(parser)
    parser.add_argument("--curve", action="store_true", help="use people's mana curves")
    parser.add_argument(
        "--out", metavar="FOLDER", default=None, help="write one file per deck to this folder"
    )


def run(options: argparse.Namespace) -> int:
    """Print random legal decks, or write a file for each."""
    words = [f"random:{options.number}:{options.seed}"]
    words += [*([options.faction] if options.faction else []), *(["curve"] * options.curve)]
    words += own_cards(options)
    for deck in decks.pool(":".join(words)):
        if options.out is None:
            print(deck.to_text())
            continue
        path = Path(options.out) / f"{deck.name.replace(' ', '-')}.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, deck.to_text().encode())
        print(path)
    return 0
