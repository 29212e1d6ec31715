"""`altered bench1 table`: results of files as a table."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from altered_env.arena.bench1.result_files import ResultFile


def add(parser: argparse.ArgumentParser) -> None:
    """Add its arguments."""
    parser.description = "Print the results of files, in Markdown; verify them first."
    parser.add_argument("files", nargs="+", metavar="FILE", help="result files, or folders of them")


def run(options: argparse.Namespace) -> int:
    """Print the table."""
    from altered_env.arena.bench1.result_files import results_in

    print("\n".join(table(results_in(map(Path, options.files)))))
    return 0


def percent(rate: Mapping[str, Any]) -> str:
    """A win rate with its interval.

    >>> percent({"rate": 0.5, "low": 0.45, "high": 0.55})
    '50.0 % (45.0 to 55.0)'
    """
    return f"{100 * rate['rate']:.1f} % ({100 * rate['low']:.1f} to {100 * rate['high']:.1f})"


def said(found: ResultFile) -> Iterator[str]:
    """The result of a file in words."""
    assert found.last is not None
    result, entry = found.last["result"], found.entry
    yield f"{entry.name}, {entry.task}: {percent(result)} of {result['games']:,} games"
    for one, rate in result["against"].items():
        yield f"  against {one}: {percent(rate)}"
    for name, rate in result.get("archetypes", {}).items():
        yield f"  {name}: {percent(rate)}"
    elo = result["elo"]
    yield f"  Elo {elo['elo']:.0f} ({elo['low']:.0f} to {elo['high']:.0f}) above these two's mean"
    yield (
        f"  {result['milliseconds']:.3g} ms a decision here,"
        f" {result['reference milliseconds']:.3g} ms on the reference machine"
    )
    if not result["in time"]:
        yield f"  It is over the time of class {entry.time_class}: enter a slower class."
    if result["forfeits"]:
        yield "  forfeits: " + ", ".join(f"{how} {n}" for how, n in result["forfeits"].items())


def table(results: Iterable[ResultFile]) -> Iterator[str]:
    """The results as a table in Markdown, by task, the best first."""
    from altered_env.arena.bench1.tasks import HEADLINE

    heads = ["task", "entry", "win rate", *(f"against `{one}`" for one in HEADLINE)]
    heads += ["deals", "ms", "trained", "withheld cards"]
    yield "| " + " | ".join(heads) + " |"
    yield "|" + "---|" * len(heads)
    rows = [(one.entry, one.last["result"]) for one in results if one.last is not None]
    for entry, result in sorted(rows, key=lambda row: (row[0].task, -row[1]["rate"])):
        task = f"{entry.task}, {entry.variant}" if entry.variant else entry.task
        cells = [task, f"`{entry.name}`", percent(result)]
        cells += [percent(result["against"][one]) for one in HEADLINE]
        cells += [f"{result['deals']}", f"{result['reference milliseconds']:.2g}"]
        cells += [entry.trained, entry.withheld]
        yield "| " + " | ".join(cells) + " |"
