"""Which of the engines a game is played by: that for two players, or that for four.

>>> layout_for(4).PLAYERS, len(games_for(4)[0].progress)
(4, 8)
>>> layout_of(games_for(2)) is layout_for(2)
True
"""

from __future__ import annotations

import functools
import importlib
from typing import Any

import numpy as np

from . import adventure, layout
from .compiled import is_kept

__all__ = [
    "games_for",
    "is_cached",
    "layout_for",
    "layout_of",
    "region_at",
    "rooms_for",
    "table_of",
]

Array = np.ndarray[Any, Any]


@functools.cache
def _of_four(name: str) -> Any:
    return importlib.import_module(f"altered_env.of_four.engine.{name}")


def layout_for(players: int) -> Any:
    """The module with the record and the capacities of games of so many players."""
    return layout if players <= layout.PLAYERS else _of_four("layout")


def rooms_for(players: int) -> dict[str, int]:
    """The capacities of games of so many players.

    >>> rooms_for(2)["objects"], rooms_for(4)["objects"]
    (192, 384)
    """
    from . import capacities

    found: dict[str, int] = (
        capacities if players <= layout.PLAYERS else _of_four("capacities")
    ).CAPACITIES
    return found


def games_for(players: int, count: int = 1) -> Array:
    """An array of `count` empty game records for so many players."""
    found: Array = layout_for(players).new_games(count)
    return found


def layout_of(games: Array) -> Any:
    """The layout of these games."""
    return layout if games.itemsize == layout.game_t.itemsize else _of_four("layout")


def table_of(games: Array) -> Any:
    """The table, with the entries of the engine, that these games are played at."""
    from . import table

    return table if games.itemsize == layout.game_t.itemsize else _of_four("table")


def region_at(players: int, expedition: int, distance: int) -> int:
    """The region in which an Expedition is that is so far from its start.

    >>> [region_at(4, 0, distance) for distance in range(8)], region_at(4, 1, 0)
    ([0, 1, 2, 3, 4, 13, 14, 15], 15)
    """
    found: Any = (adventure if players <= layout.PLAYERS else _of_four("adventure")).region_at
    return int(getattr(found, "py_func", found)(expedition, distance))


def is_cached(players: int) -> bool:
    """Is the engine for so many players compiled already?"""
    from . import table

    found = table if players <= layout.PLAYERS else _of_four("table")
    return is_kept(found.serve)
