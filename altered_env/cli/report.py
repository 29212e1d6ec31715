"""`altered report`: a dataset as an HTML page, and its tables as CSV."""

from __future__ import annotations

import argparse
from pathlib import Path

from altered_env._runtime.help_pages import several
from altered_env._runtime.overwriting import output
from altered_env.cardstats.reporting.page import gather, refuse_no_page, write
from altered_env.cli.arguments import add_dataset


def add(parser: argparse.ArgumentParser) -> None:
    """Add its arguments."""
    add_dataset(parser)
    output(parser, "--out", "output page (report.html)", default="report.html")
    several(
        parser,
        "--strength",
        "FILE",
        "a file of `altered strength --out`, to compare causal effects with observations",
    )


def run(options: argparse.Namespace) -> int:
    """Write the report of a dataset, and print its path."""
    refuse_no_page(Path(options.out))  # before everything is computed
    studies = [Path(name) for name in options.strength]
    report = gather(Path(options.dataset), studies, options.least)
    page, *tables = write(report, Path(options.out))
    print(f"{report.title}: {page}")
    print(f"CSV tables in the same folder: {', '.join(path.name for path in tables)}")
    return 0
