"""The engine for four players: the files of `altered_env/engine`."""

from pathlib import Path
from typing import Final

SEATS: Final = 4
"""The players that a game has room for."""

__path__ = [str(Path(__file__).parents[2] / "engine")]
