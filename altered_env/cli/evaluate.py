"""`altered evaluate`: how strong a run became, over time."""

from __future__ import annotations

import argparse

from altered_env.train.evaluate import add, run_command

__all__ = ["add", "run"]


def run(options: argparse.Namespace) -> int:
    """Do it; returns the exit status."""
    return run_command(options)
