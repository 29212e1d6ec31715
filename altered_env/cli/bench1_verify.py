"""`altered bench1 verify`: verify a result file."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from altered_env._runtime.help_pages import option, rare
from altered_env._runtime.printable import printable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from altered_env.arena.bench1.bench_entries import Entry


def add(parser: argparse.ArgumentParser) -> None:
    """Add its arguments."""
    parser.description = (
        "Verify that all games are there, follow from the seeds, have legal actions and the stated "
        "results, that the panel moves as it would, and that the result follows. No code of the "
        "entrant runs, so its own moves and times are taken as they are."
    )
    parser.add_argument("files", nargs="+", metavar="FILE", help="result files, or folders of them")
    add_checks(parser)
    parser.add_argument("--entry", metavar="HASH", help="the hash that the entrant published")
    parser.add_argument("--beacon", metavar="TEXT", help="the value published after that hash")
    parser.add_argument("--people", metavar="DIR", help="the lists of T3 with people's lists")


def add_checks(parser: argparse.ArgumentParser) -> None:
    """Add how much of a file is checked; the games are drawn at random."""
    parser.add_argument("--replays", type=int, metavar="N", help="replay N random games (all)")
    parser.add_argument(
        "--moves",
        type=int,
        metavar="N",
        help="of these, N in which fast members decide again (all)",
    )
    option(parser, "--slow", 10, "the same of each slow member of the panel", metavar="N")
    with rare(parser):
        parser.add_argument(
            "--seed", type=int, help="draw the same games each time, which a forger then knows"
        )


def checks_of(options: argparse.Namespace) -> dict[str, Any]:
    """These options for `verified`. Raises `ValueError` for a negative number."""
    found = {name: getattr(options, name) for name in ("replays", "moves", "slow")}
    for name, number in found.items():
        if number is not None and number < 0:
            raise ValueError(f"--{name} must not be negative, found {number}")
    return {**found, "seed": options.seed, "lists_of": people_in(options)}


def people_in(options: argparse.Namespace) -> Path | None:
    """The folder of --people, if any. Raises `NotADirectoryError` for another path."""
    from altered_env.arena.bench1.people_lists import refuse_no_folder_of_lists

    if options.people is None:
        return None
    folder = Path(options.people)
    refuse_no_folder_of_lists(folder)
    return folder


def run(options: argparse.Namespace) -> int:
    """Print what is wrong; the status is 1 if anything is, 2 if a file cannot be read."""
    from altered_env._runtime.printable import REFUSED, refusal
    from altered_env.arena.bench1.result_files import files_in
    from altered_env.arena.bench1.sound_results import fault_of
    from altered_env.arena.bench1.verifying import verified
    from altered_env.cli.bench1_table import is_late, over_time

    checks, status = checks_of(options), 0
    for path in files_in(map(Path, options.files)):
        try:
            result = verified(path, **checks)
        except REFUSED as error:
            print(refusal(options.prog, ValueError(fault_of(path, error))), file=sys.stderr)
            status = 2
            continue
        entry = result.found.entry
        print(f"{path}: entry {entry.digest}, beacon {printable(entry.beacon)}")
        wrong = [*_of_another(entry, options), *result.problems]
        found = [f"{path}, {line}" for line in wrong]
        print("\n".join(found or [f"{path}: {result.said}."]))
        status = max(status, int(bool(found)))
        if not found and is_late(result.found):
            print(f"{path}: it is {over_time(result.found)}")
    return status


def _of_another(entry: Entry, options: argparse.Namespace) -> Iterator[str]:
    """Is it the entry of which the hash was published, with the beacon that came after?"""
    for what, here, given in (
        ("entry", entry.digest, options.entry),
        ("beacon", entry.beacon, options.beacon),
    ):
        if given is not None and given.strip() != here:
            yield f"line 1: the {what} is {printable(here)}, not {printable(given.strip())}"
