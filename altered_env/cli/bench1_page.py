"""`altered bench1 page`: the leaderboard."""

from __future__ import annotations

import argparse
from pathlib import Path

from altered_env._runtime.plurals import counted
from altered_env._runtime.progress import hint
from altered_env.cli.bench1_verify import add_checks, checks_of
from altered_env.cli.sound_files import leave_out


def add(parser: argparse.ArgumentParser) -> None:
    """Add its arguments."""
    parser.description = (
        "Verify the result files of a folder and make a page of them: a section for each task, and "
        "a page for each entry with games to replay. Files with a fault are left out and named. "
        "Pages that it made of results which are gone are removed; it leaves all other files."
    )
    parser.add_argument("folder", metavar="FOLDER", help="folder of result files")
    parser.add_argument("--out", metavar="DIR", help="folder of the page (FOLDER/page)")
    add_checks(parser)
    parser.add_argument("--people", metavar="DIR", help="the lists of T3 with people's lists")


def run(options: argparse.Namespace) -> int:
    """Write the pages; the status is 1 if a file has a fault."""
    from altered_env._runtime.printable import REFUSED
    from altered_env.arena.bench1.result_files import files_in, read_result
    from altered_env.arena.bench1.sound_results import FirstFiles, fault_of
    from altered_env.arena.bench1.verifying import verified
    from altered_env.cardstats.reporting.made_files import MadeFiles
    from altered_env.cardstats.reporting.of_bench1 import write_leaderboard

    folder = Path(options.folder)
    if not folder.is_dir():
        raise ValueError(f"{folder}: no such folder; expected one of result files")
    out = folder / "page" if options.out is None else Path(options.out)
    made = MadeFiles(out)
    checks, sound, status, firsts = checks_of(options), [], 0, FirstFiles()
    for path in files_in([folder]):
        try:
            firsts.refuse_copy(path, read_result(path))  # before its games are replayed
            result = verified(path, **checks)
        except REFUSED as error:
            wrong = [str(error)]
        else:
            wrong = result.problems
            if not wrong:
                print(f"{path}: {result.said}.")
                sound.append(result.found)
                continue
        status = 1
        leave_out(fault_of(path, wrong[0]))
    pages = write_leaderboard(sound, out, made)
    removed, left = made.clear()
    if removed:
        print(f"Removed from earlier pages: {counted(len(removed), 'file')}.")
    for path in left:
        hint(f"{path} is of an earlier page and was changed by hand, so it is left there.")
    print(f"{counted(len(sound), 'result')}; the page is {pages[0]}.")
    return status
