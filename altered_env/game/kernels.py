"""The compiled code of a game: for two players or for four.

`engine`, `batch` and `thinking` are written once. For four players the same files are loaded again
(`of_four`) with sizes for four seats. A kernel is one of the two.

>>> kernel_for(2).layout.SIZE, kernel_for(4).layout.SIZE
(7302, 13744)
>>> kernel_of(games_for(4)) is kernel_for(4)
True
"""

from __future__ import annotations

import functools
import importlib
from typing import Any

import numpy as np

from altered_env.engine.compiled import is_kept
from altered_env.engine.layout import PLAYERS, game_t

Array = np.ndarray[Any, Any]


class Kernel:
    """The compiled code for games with this number of players. Modules are loaded when first asked
    for."""

    players: int

    def __init__(self, players: int) -> None:
        self.players = players
        self._package = "altered_env" if players == PLAYERS else "altered_env.of_four"

    def module(self, name: str) -> Any:
        """A module of `engine`, `batch` or `thinking`, by its name below: `engine.layout`."""
        return importlib.import_module(f"{self._package}.{name}")

    @functools.cached_property
    def rules(self) -> Any:
        """`engine.layout`: the record of a game and its capacities."""
        return self.module("engine.layout")

    @functools.cached_property
    def table(self) -> Any:
        """`engine.table`: the entry that holds the rules."""
        return self.module("engine.table")

    @functools.cached_property
    def layout(self) -> Any:
        """`batch.layout`: the layout of observations."""
        return self.module("batch.layout")

    @functools.cached_property
    def entries(self) -> Any:
        """`batch.entries`: the functions of the batch that Python calls."""
        return self.module("batch.entries")

    @functools.cached_property
    def capacities(self) -> dict[str, int]:
        """The capacities of a game.

        >>> kernel_for(2).capacities["objects"], kernel_for(4).capacities["objects"]
        (192, 384)
        """
        return dict(self.module("engine.capacities").CAPACITIES)

    @property
    def agents(self) -> tuple[str, ...]:
        """The agents, clockwise. The first player is drawn.

        >>> kernel_for(4).agents
        ('player_0', 'player_1', 'player_2', 'player_3')
        """
        return tuple(f"player_{seat}" for seat in range(self.players))

    def engine(self) -> Any:
        """The engine's handle for entries; compiles the engine if needed."""
        return self._handle.engine()

    @functools.cached_property
    def _handle(self) -> Any:
        return self.module("engine.handle")

    def is_cached(self) -> bool:
        """Is the engine compiled already?"""
        return is_kept(self.table.step_engine)

    def region_at(self, expedition: int, distance: int) -> int:
        """The region of an Expedition at this distance from its start.

        >>> [kernel_for(4).region_at(0, distance) for distance in range(8)]
        [0, 1, 2, 3, 4, 13, 14, 15]
        >>> kernel_for(4).region_at(1, 0)
        15
        """
        found: Any = self.module("engine.adventure").region_at
        return int(getattr(found, "py_func", found)(expedition, distance))

    def __reduce__(self) -> tuple[Any, ...]:
        return kernel_for, (self.players,)  # modules are neither copied nor pickled


@functools.cache
def kernel_for(players: int) -> Kernel:
    """The kernel for two players, or for four. Raises `ValueError` for another number."""
    if players not in (2, 4):
        raise ValueError(f"games need 2 or 4 players, found {players}")
    return Kernel(players)


def kernel_of(games: Array) -> Kernel:
    """The kernel of these games."""
    return kernel_for(2 if games.itemsize == game_t.itemsize else 4)


def games_for(players: int, count: int = 1) -> Array:
    """An array of `count` empty game records for this number of players."""
    found: Array = kernel_for(players).rules.new_games(count)
    return found
