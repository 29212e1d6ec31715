"""Compiled search for four players: the files of `altered_env/thinking`."""

from pathlib import Path

__path__ = [str(Path(__file__).parents[2] / "thinking")]
