"""The batch for four players: the files of `altered_env/batch`."""

from pathlib import Path

__path__ = [str(Path(__file__).parents[2] / "batch")]
