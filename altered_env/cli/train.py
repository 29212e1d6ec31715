"""`altered train`: train a network in compiled code by self-play."""

from altered_env.train.command import add
from altered_env.train.command import run_command as run

__all__ = ["add", "run"]
