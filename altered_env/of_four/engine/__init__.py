"""The engine for four players: the files of `altered_env/engine`."""

from pathlib import Path
from typing import Final

SEATS: Final = 4
"""The number of players."""

__path__ = [str(Path(__file__).parents[2] / "engine")]
