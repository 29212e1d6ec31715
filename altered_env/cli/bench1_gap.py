"""`altered bench1 gap`: the difference between two results."""

from __future__ import annotations

import argparse
from pathlib import Path

from altered_env._runtime.progress import hint


def add(parser: argparse.ArgumentParser) -> None:
    """Add its arguments."""
    parser.description = (
        "The unseen gap: the win rate of an agent trained with the withheld cards or archetype, "
        "less that of the same agent trained without, on the same task."
    )
    parser.add_argument("trained_with", metavar="WITH", help="the result trained with")
    parser.add_argument("trained_without", metavar="WITHOUT", help="the result trained without")


def run(options: argparse.Namespace) -> int:
    """Print the difference with its interval."""
    from altered_env.agents.network_cards import NOT_SEEN, SEEN
    from altered_env.arena.bench1.scoring import gap
    from altered_env.arena.bench1.sound_results import sound_result

    one, two = (
        sound_result(Path(name)) for name in (options.trained_with, options.trained_without)
    )
    if one.digest == two.digest:
        raise ValueError(
            f"{options.trained_with} and {options.trained_without} are the same result: name that"
            " of the agent trained with, and that of the one trained without"
        )
    found = gap(one, two)
    if (one.entry.withheld, two.entry.withheld) == (NOT_SEEN, SEEN):
        hint(
            f"{one.entry.name} has not seen withheld cards, and {two.entry.name} has: the first"
            " file is to be the one trained with them."
        )
    print(
        f"{one.entry.task}: {one.entry.name} less {two.entry.name}: {100 * found['rate']:+z.1f}"
        f" points ({100 * found['low']:+z.1f} to {100 * found['high']:+z.1f})"
    )
    return 0
