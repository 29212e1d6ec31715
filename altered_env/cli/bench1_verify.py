"""`altered bench1 verify`: verify a result file."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from altered_env._runtime.help_pages import option


def add(parser: argparse.ArgumentParser) -> None:
    """Add its arguments."""
    parser.description = (
        "Verify that all games are there, follow from the seeds, have legal actions and the stated "
        "results, that the panel moves as it would, and that the result follows. No code of the "
        "entrant runs, so its own moves and times are taken as they are."
    )
    parser.add_argument("files", nargs="+", metavar="FILE", help="result files, or folders of them")
    parser.add_argument("--replays", type=int, metavar="N", help="replay N games instead of all")
    option(parser, "--moves", 20, "games in which the panel decides again", metavar="N")
    parser.add_argument("--people", metavar="DIR", help="the lists of T3 with people's lists")


def run(options: argparse.Namespace) -> int:
    """Print what is wrong; the status is 1 if anything is, 2 if a file cannot be read."""
    from altered_env._runtime.printable import REFUSED, refusal
    from altered_env.arena.bench1.result_files import files_in, read_result
    from altered_env.arena.bench1.sound_results import fault_of
    from altered_env.arena.bench1.verifying import problems
    from altered_env.cli.bench1_table import is_late, over_time

    for name in ("replays", "moves"):
        if (number := getattr(options, name)) is not None and number < 0:
            raise ValueError(f"--{name} must not be negative, found {number}")
    people = None if options.people is None else Path(options.people)
    status = 0
    for path in files_in(map(Path, options.files)):
        try:
            found = problems(path, options.replays, options.moves, people)
        except REFUSED as error:
            print(refusal(options.prog, ValueError(fault_of(path, error))), file=sys.stderr)
            status = 2
            continue
        found = [f"{path}, {line}" for line in found]
        print("\n".join(found or [f"{path}: its games and its result are consistent."]))
        status = max(status, int(bool(found)))
        if not found and is_late(one := read_result(path)):
            print(f"{path}: it is {over_time(one)}")
    return status
