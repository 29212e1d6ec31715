"""`altered evaluate`: rate the snapshots of a training run."""

from __future__ import annotations

import argparse

from altered_env.train.evaluate import add, run_command

__all__ = ["add", "run"]


def run(options: argparse.Namespace) -> int:
    """Run the command; return the exit status."""
    return run_command(options)
