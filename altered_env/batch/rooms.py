"""What games of two players, and games of four, are stepped and seen by.

>>> room_for(2).layout.SIZE, room_for(4).layout.SIZE
(7302, 13744)
>>> room_for(4).agents
('player_0', 'player_1', 'player_2', 'player_3')
"""

from __future__ import annotations

import functools
import importlib
from dataclasses import dataclass
from typing import Any

__all__ = ["Room", "room_for"]


@dataclass(frozen=True, slots=True)
class Room:
    """The modules for so many players: those of the package, or the same loaded for four."""

    players: int
    rules: Any
    """`engine.layout`: the record of a game and its capacities."""
    layout: Any
    """`batch.layout`: what an observation holds and where."""
    entries: Any
    """`batch.entries`: what Python calls."""
    handle: Any
    """`engine.handle`: the compiled engine as a value."""

    @property
    def agents(self) -> tuple[str, ...]:
        """The agents, clockwise. Who begins is drawn."""
        return tuple(f"player_{seat}" for seat in range(self.players))

    def engine(self) -> Any:
        """What the entries are handed; compiles the engine if that has not happened yet."""
        return self.handle.engine()


@functools.cache
def room_for(players: int) -> Room:
    """The room for games of two players, or of four.

    Raises `ValueError` for another number.
    """
    if players not in (2, 4):
        raise ValueError(f"games are played by 2 or 4, found {players}")
    package = "altered_env" if players == 2 else "altered_env.of_four"
    names = ("engine.layout", "batch.layout", "batch.entries", "engine.handle")
    return Room(players, *(importlib.import_module(f"{package}.{name}") for name in names))
