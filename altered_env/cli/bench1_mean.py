"""`altered bench1 mean`: the result of T3 from its six runs."""

from __future__ import annotations

import argparse

from altered_env.cli.sound_files import results_of


def add(parser: argparse.ArgumentParser) -> None:
    """Add its arguments."""
    parser.description = (
        "The mean of six results of T3, one run with --archetype NAME for each archetype. By the "
        "rules its player was trained without that archetype, bench=T3-train-without-NAME; this is "
        "not checked. Lists, classes and beacons (practice or not) must be the same in all."
    )
    parser.add_argument("files", nargs="+", metavar="FILE", help="result files, or folders of them")


def run(options: argparse.Namespace) -> int:
    """Print each result and the mean."""
    from altered_env.arena.bench1.scoring import mean_of_archetypes
    from altered_env.cli.bench1_table import percent

    results, status = results_of(options.files)
    mean = mean_of_archetypes(results)
    for one in results:
        assert one.last is not None
        short = f", {one.entry.deals_said} deals" if one.entry.is_short else ""
        print(f"{one.entry.archetype:12}{percent(one.last['result'])}  {one.entry.name}{short}")
    print(f"{'mean':12}{percent(mean)}")
    return status
