"""`altered train`: train a network in compiled code by self-play."""

from __future__ import annotations

import argparse

from altered_env.train.learner import add, run_command

__all__ = ["add", "run"]


def run(options: argparse.Namespace) -> int:
    """Run the command; return the exit status."""
    return run_command(options, options.prog)
