"""`altered bench1 plot`: results of files as drawings."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from altered_env._runtime.help_pages import option
from altered_env.cli.bench1_table import named
from altered_env.cli.sound_files import results_of

if TYPE_CHECKING:
    from altered_env.arena.bench1.result_files import ResultFile
    from altered_env.render.plots import Mark

TASKS, ARCHETYPES = "bench1-tasks.svg", "bench1-archetypes.svg"
AXIS = "win rate against the two strongest members of the panel, %, with 95 % intervals"


def add(parser: argparse.ArgumentParser) -> None:
    """Add its arguments."""
    parser.description = (
        f"Draw the results of files, by task ({TASKS}) and, of T3, by archetype ({ARCHETYPES}). "
        "Variants and runs with fewer deals than a task asks for are apart. "
        "Files whose result does not follow from their games are left out and named."
    )
    parser.add_argument("files", nargs="+", metavar="FILE", help="result files, or folders of them")
    option(parser, "--out", ".", "folder of the drawings", "DIR")


def run(options: argparse.Namespace) -> int:
    """Draw."""
    from altered_env._runtime.atomic_files import make_folder, write_atomically
    from altered_env.render.plots import intervals, sections

    results, status = results_of(options.files)
    out = Path(options.out)
    make_folder(out)
    for name, marks, drawn in (
        (TASKS, by_task(results), sections),
        (ARCHETYPES, by_archetype(results), intervals),
    ):
        if marks:
            write_atomically(out / name, drawn(marks, AXIS, 0.5).as_file().encode())
            print(out / name)
    return status


def by_task(results: Iterable[ResultFile]) -> list[Mark]:
    """A group for each task and variant, with a mark for each entry, the best first."""
    from altered_env.render.plots import Mark

    return [
        Mark(one.entry.name, *_span(_result(one)), one.entry.heading) for one in _ordered(results)
    ]


def by_archetype(results: Iterable[ResultFile]) -> list[Mark]:
    """A row for each archetype, with a mark for each entry of T3 that played them all."""
    from altered_env.render.plots import Mark

    rows = [
        (name, one, rate)
        for one in _ordered(results)
        for name, rate in _result(one).get("archetypes", {}).items()
    ]
    names = list(dict.fromkeys(name for name, _, _ in rows))
    rows.sort(key=lambda row: names.index(row[0]))
    return [
        Mark(name, *_span(rate), named(one.entry.name, one.entry.variant))
        for name, one, rate in rows
    ]


def _ordered(results: Iterable[ResultFile]) -> Sequence[ResultFile]:
    """By task and variant, the best first."""
    return sorted(results, key=lambda one: (one.entry.kind, -_result(one)["rate"]))


def _result(one: ResultFile) -> Mapping[str, Any]:
    assert one.last is not None
    found: Mapping[str, Any] = one.last["result"]
    return found


def _span(rate: Mapping[str, Any]) -> tuple[float, float, float]:
    return rate["rate"], rate["low"], rate["high"]
