"""The engine once more, for four players.

`altered_env.engine.of_four.day` is the file `altered_env/engine/day.py`, loaded a second time. The
modules of the engine import each other by their places, so what is loaded here is sized by the
`SEATS` below and compiled by itself, when a game of four is first played. Games of two are played
by the code, and lie in the records, that they would have if there were no more than two players.
"""

from pathlib import Path
from typing import Final

SEATS: Final = 4
"""The players that a game has room for."""

__path__ = [str(Path(__file__).parents[1])]
