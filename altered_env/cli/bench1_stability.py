"""`altered bench1 stability`: does the order of entries depend on the seeds?"""

from __future__ import annotations

import argparse

from altered_env._runtime.help_pages import option
from altered_env._runtime.plurals import counted
from altered_env.cli.sound_files import leave_out, results_of


def add(parser: argparse.ArgumentParser) -> None:
    """Add its arguments."""
    parser.description = (
        "For each task and variant: the order of its entries in disjoint parts of their deals, "
        "which have disjoint seeds, the agreement with the whole order (Kendall's tau), and the "
        "room above the best entry. A part is a block of deals, so in T1 parts may also differ in "
        "their pairs of decks."
    )
    parser.add_argument("files", nargs="+", metavar="FILE", help="result files, or folders of them")
    option(parser, "--parts", 5, "disjoint parts of the deals")


def run(options: argparse.Namespace) -> int:
    """Print the orders."""
    from altered_env.arena.bench1.stability import room_above, stability_of
    from altered_env.cli.bench1_table import named, percent

    if options.parts < 2:
        raise ValueError(f"--parts must be 2 or more, found {options.parts}")
    results, status = results_of(options.files)
    for one in [one for one in results if one.entry.deals < options.parts]:
        results.remove(one)
        status = 1
        leave_out(
            f"{one.entry.name} in {one.entry.task}: too few for"
            f" {counted(options.parts, 'part')}, {counted(one.entry.deals, 'deal')}"
        )
    if not results:
        raise ValueError(f"no result has {counted(options.parts, 'deal')} or more: lower --parts")
    kinds = sorted({(one.entry.task, one.entry.variant) for one in results})
    for task, variant in kinds:
        mine = [one for one in results if (one.entry.task, one.entry.variant) == (task, variant)]
        found = stability_of(mine, options.parts)
        print(f"{named(task, variant)}: {', '.join(found.names)}")
        if len(mine) == 1:
            print("  one entry has no order")
        else:
            tied = f" ({found.tied} more but for equal entries)" if found.tied else ""
            print(
                f"  the same order in {found.same} of {options.parts} parts{tied},"
                f" tau {found.agreement:z.2f}"
            )
        for name, rates in zip(found.names, found.rates, strict=True):
            print(f"  {name[:32]:34}" + "".join(f"{100 * rate:7.1f}" for rate in rates))
        every = [one.last["result"] for one in mine if one.last is not None]
        best = max(every, key=lambda result: result["rate"])
        print(f"  the best wins {percent(best)}: {room_above(best)}")
    return status
