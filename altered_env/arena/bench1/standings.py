"""The results of Altered-Bench 1 as rows of a table, and those that come with the package:
`python -m altered_env.arena.bench1.standings docs/boards/bench1` writes them anew.

>>> rows = shipped()
>>> sorted({row["task"] for row in rows})
['T1', 'T2', 'T3', 'T4', 'T5']
>>> all(row["low"] <= row["rate"] <= row["high"] for row in rows)
True
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final

from altered_env._runtime.atomic_files import write_atomically
from altered_env._runtime.plurals import counted
from altered_env.arena.bench1.result_files import ResultFile
from altered_env.arena.bench1.sound_results import sound_results
from altered_env.arena.bench1.tasks import TASKS

SHIPPED: Final = Path(__file__).with_name("standings.json")

Row = dict[str, Any]


def row_of(one: ResultFile) -> Row:
    """The row of a finished result."""
    if one.last is None:
        raise ValueError("the result is not finished: run the same command to play the other games")
    entry, result = one.entry, one.last["result"]
    return {
        "task": entry.task,
        "name": entry.name,
        "agent": entry.agent,
        **{key: result[key] for key in ("rate", "low", "high", "deals", "games")},
        "against": {
            opponent: {key: rate[key] for key in ("rate", "low", "high")}
            for opponent, rate in result["against"].items()
        },
        "elo": result["elo"],
        "class": entry.time_class,
        "in_time": result["in time"],
        "ms": result["reference milliseconds"],
        "trained": entry.trained,
        "withheld": entry.withheld,
        "variant": entry.variant,
        "practice": entry.is_practice,
        "remark": entry.remark,
        "version": one.head["version"],
    }


def sorted_rows(rows: Iterable[Row]) -> list[Row]:
    """By task and variant, those with all deals of the task before those with fewer, the best
    first."""

    def place(row: Row) -> tuple[Any, ...]:
        short = row["deals"] < TASKS[row["task"]].deals
        return row["task"], row["variant"], short, -row["rate"], row["name"]

    return sorted(rows, key=place)


def shipped() -> list[Row]:
    """Those of the package, which are the package's own players."""
    found: list[Row] = json.loads(SHIPPED.read_text("utf-8"))
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Write them."""
    parser = argparse.ArgumentParser(
        prog="python -m altered_env.arena.bench1.standings",
        description="Write the rows of the benchmark's table that come with the package.",
    )
    parser.add_argument("results", type=Path, nargs="+", help="result files, and folders of them")
    options = parser.parse_args(arguments)
    try:
        found, faults = sound_results(options.results)
    except (OSError, ValueError) as error:
        faults = [str(error)]
    if faults:
        print("\n".join(faults), file=sys.stderr)
        return 2
    rows = sorted_rows(map(row_of, found))
    text = ",\n".join(json.dumps(row) for row in rows)
    write_atomically(SHIPPED, f"[\n{text}\n]\n".encode())
    print(f"{SHIPPED}: {counted(len(rows), 'result')}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
