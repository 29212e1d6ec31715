"""`altered bench1 blind`: what an agent loses that may not play the cards of an archetype."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from altered_env._runtime.help_pages import option
from altered_env._runtime.plurals import counted
from altered_env._runtime.progress import Progress
from altered_env.cli.arguments import add_jobs, add_seed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from altered_env.train.bench.blind import Blindness


def add(parser: argparse.ArgumentParser) -> None:
    """Add its arguments."""
    parser.description = (
        "A check of T3: for the lists of each archetype, the win rate against the panel's network "
        "that an agent loses if it may not play the cards of one archetype, in pairs of games that "
        "differ in nothing else. It should lose most on the lists of the archetype it is blind to."
    )
    parser.add_argument("agent", metavar="AGENT", help="a compiled agent: greedy, rules, net")
    option(parser, "--deals", 120, "deals of each archetype, seven games each")
    add_seed(parser, "other games", 1)
    add_jobs(parser)


def run(options: argparse.Namespace) -> int:
    """Measure and print."""
    from altered_env.agents.registry import refuse_seats
    from altered_env.arena.workers import Workers
    from altered_env.decks.bench1.bench_pools import archetypes
    from altered_env.train.bench import blind

    if options.deals < 2:
        raise ValueError(f"--deals must be 2 or more, found {options.deals}")
    refuse_seats([options.agent], 2)
    progress = Progress(len(archetypes()) * options.deals, "deals")
    with Workers(options.jobs) as workers:
        found = blind.blindness(options.agent, options.deals, options.seed, workers, progress.say)
    progress.clear()
    _print(options.agent, found)
    return 0


def _print(agent: str, found: Mapping[str, Blindness]) -> None:
    from altered_env.train.bench.blind import OPPONENT, contrast

    deals = next(iter(found.values())).usual.items
    print(f"{agent} against {OPPONENT}, lists of T3, {counted(deals, 'deal')} of each archetype")
    print("Won, with its 95 % interval, and points lost by being blind to an archetype, ± 95 %:")
    print(f"{'lists of':12}{'won, %':>18}" + "".join(f"{name:>14}" for name in found))
    for name, one in found.items():
        usual = one.usual
        won = f"{100 * usual.mean:z.1f} ({100 * usual.low:z.0f} to {100 * usual.high:z.0f})"
        cells = [f"{100 * cost.mean:z.1f} ±{100 * cost.wide:.1f}" for cost in one.costs.values()]
        print(f"{name:12}{won:>18}" + "".join(f"{cell:>14}" for cell in cells))
    print()
    print(f"{'blind to':12}{'its lists':>14}{'elsewhere':>14}{'difference':>14}")
    for name in found:
        its = contrast(found, name)
        cells = [f"{100 * its.own.mean:z.1f}", f"{100 * its.elsewhere:.1f}"]
        cells.append(f"{100 * its.more:+z.1f} ±{100 * its.wide:.1f}")
        print(f"{name:12}" + "".join(f"{cell:>14}" for cell in cells))
