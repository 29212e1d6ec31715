"""`altered evaluate`: how strong a run became, over time."""

from altered_env.train.evaluate import add
from altered_env.train.evaluate import run_command as run

__all__ = ["add", "run"]
