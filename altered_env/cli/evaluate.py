"""`altered evaluate`: rate the snapshots of a training run."""

from altered_env.train.evaluate import add
from altered_env.train.evaluate import run_command as run

__all__ = ["add", "run"]
