"""`altered bench1 power`: which differences can be told."""

from __future__ import annotations

import argparse
from math import sqrt

from altered_env._runtime.help_pages import option
from altered_env.cli.sound_files import leave_out, results_of

FEWEST = 20
"""The least number of deals of a file whose spread is printed."""


def add(parser: argparse.ArgumentParser) -> None:
    """Add its arguments."""
    parser.description = (
        "Print the half-width of the interval of one entry, and the difference between two entries "
        "that is found in 80 of 100 tests at 5 percent, for numbers of deals. The spread of a deal "
        "is that of the files, in the first row that of four independent games, each won by half. "
        "In T5 the entrant keeps its deck, so the games of a deal agree, and it is larger."
    )
    parser.add_argument("files", nargs="*", metavar="FILE", help="result files, or folders of them")
    option(parser, "--deals", 1000, "number of deals")


def run(options: argparse.Namespace) -> int:
    """Print the table."""
    from altered_env.arena.bench1.scoring import spread_of, told

    if options.deals < 2:
        raise ValueError(f"--deals must be 2 or more, found {options.deals}")
    rows = [("four independent games", sqrt(0.25 / 4))]
    results, status = results_of(options.files) if options.files else ([], 0)
    for found in results:
        entry = found.entry
        name = f"{entry.name} in {entry.task}"
        if entry.deals < FEWEST:
            leave_out(
                f"{name}: its spread is not measured with fewer than {FEWEST} deals, found"
                f" {entry.deals}"
            )
        elif spread := spread_of(found.games):
            rows.append((f"{entry.name}, {entry.task}", spread))
        else:
            leave_out(f"{name}: all its deals are alike, so they show no spread")
    counts = sorted({100, 250, 500, options.deals})
    print(f"{'':32}{'spread':>8}" + "".join(f"{n:>8,} deals" for n in counts))
    for name, spread in rows:
        cells = (f"{100 * a:6.1f} {100 * b:6.1f} " for a, b in (told(spread, n) for n in counts))
        print(f"{name[:31]:32}{100 * spread:8.1f}" + "".join(cells))
    print("In points of win rate: half-width of the interval, and difference between two entries.")
    return status
