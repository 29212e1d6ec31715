"""`altered bench1 table`: results of files as a table."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from altered_env._runtime.printable import printable
from altered_env.cli.sound_files import results_of

if TYPE_CHECKING:
    from altered_env.arena.bench1.result_files import ResultFile

BEACON = 16
"""The characters of a beacon that are shown."""


def add(parser: argparse.ArgumentParser) -> None:
    """Add its arguments."""
    parser.description = (
        "Print the results of files, in Markdown. Files whose result does not follow from their "
        "games are left out and named; altered bench1 verify also replays the games."
    )
    parser.add_argument("files", nargs="+", metavar="FILE", help="result files, or folders of them")


def run(options: argparse.Namespace) -> int:
    """Print the table."""
    results, status = results_of(options.files)
    print("\n".join(table(results)))
    return status


def percent(rate: Mapping[str, Any]) -> str:
    """A win rate with its interval.

    >>> percent({"rate": 0.5, "low": 0.45, "high": 0.55})
    '50.0 % (45.0 to 55.0)'
    """
    return f"{100 * rate['rate']:.1f} % ({100 * rate['low']:z.1f} to {100 * rate['high']:z.1f})"


def rating(elo: Mapping[str, float]) -> str:
    """A rating with its interval.

    >>> rating({"elo": -0.3, "low": -51.6, "high": 55.5})
    '0 (-52 to 56)'
    """
    return f"{round(elo['elo'])} ({round(elo['low'])} to {round(elo['high'])})"


def code(text: str) -> str:
    """A text of a file as code in a table, so that nothing in it is Markdown.

    >>> code("a|`b")
    "`a/'b`"
    """
    return f"`{printable(text).replace('|', '/').replace('`', chr(39))}`"


def named(task: str, variant: str) -> str:
    """A task, or an entry, with its variant.

    >>> named("T2", "closed lists"), named("T2", "")
    ('T2, closed lists', 'T2')
    """
    return f"{task}, {variant}" if variant else task


def said(found: ResultFile) -> Iterator[str]:
    """The result of a file in words."""
    assert found.last is not None
    result, entry = found.last["result"], found.entry
    name = named(entry.task, entry.variant)
    yield f"{entry.name}, {name}: {percent(result)} of {result['games']:,} games"
    for one, rate in result["against"].items():
        yield f"  against {one}: {percent(rate)}"
    for name, rate in result.get("archetypes", {}).items():
        yield f"  {name}: {percent(rate)}"
    elo = result["elo"]
    yield f"  Elo {rating(elo)} above these two's mean"
    yield (
        f"  {result['milliseconds']:.3g} ms a decision here,"
        f" {result['reference milliseconds']:.3g} ms on the reference machine"
    )
    if is_late(found):
        yield f"  It is {over_time(found)}"
    if result["forfeits"]:
        yield "  forfeits: " + ", ".join(f"{how} {n}" for how, n in result["forfeits"].items())


def is_late(found: ResultFile) -> bool:
    """Is an entry over the time of its class?"""
    return found.last is not None and not found.last["result"]["in time"]


def over_time(found: ResultFile) -> str:
    """What an entry over the time of its class is to do."""
    assert found.last is not None
    took, name = found.last["result"]["reference milliseconds"], found.entry.time_class
    return (
        f"over the time of class {name}, with {took:.3g} ms a decision on the reference machine:"
        " make it faster, or enter a slower class"
    )


def table(results: Iterable[ResultFile]) -> Iterator[str]:
    """The results as a table in Markdown, by task and variant: those with all deals of the task
    before those with fewer, the best first."""
    from altered_env.arena.bench1.tasks import HEADLINE

    heads = ["task", "entry", "win rate", *(f"against `{one}`" for one in HEADLINE)]
    heads += ["Elo", "deals", "class", "ms", "trained", "withheld cards", "beacon"]
    yield "| " + " | ".join(heads) + " |"
    yield "|" + "---|" * len(heads)
    rows = [(one.entry, one.last["result"]) for one in results if one.last is not None]
    for entry, result in sorted(rows, key=lambda row: (row[0].kind, -row[1]["rate"])):
        cells = [named(entry.task, entry.variant), code(entry.name), percent(result)]
        cells += [percent(result["against"][one]) for one in HEADLINE]
        late = "" if result["in time"] else ", over its time"
        cells += [rating(result["elo"])]
        cells += [entry.deals_said, f"{entry.time_class}{late}"]
        cells += [f"{result['reference milliseconds']:.2g}", entry.trained, entry.withheld]
        cells += [code(entry.beacon[:BEACON])]
        yield "| " + " | ".join(cells) + " |"
