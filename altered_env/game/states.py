"""Copies of a game's state. NumPy copies records field by field and leaves what lies between
fields to chance; states are compared by their bytes, so they are copied by their bytes."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from altered_env.engine.layout import game_t
from altered_env.engine.rooms import games_for

__all__ = ["duplicate", "from_state", "overwrite", "state_of"]


def duplicate(games: NDArray[np.void]) -> NDArray[np.void]:
    """An array with a copy of the game in place 0.

    >>> duplicate(games_for(4)).tobytes() == games_for(4).tobytes()
    True
    """
    return games[:1].view(np.uint8).copy().view(games.dtype)


def overwrite(games: NDArray[np.void], other: NDArray[np.void]) -> None:
    """Make the game in place 0 the same as that of `other`."""
    games[:1].view(np.uint8)[:] = other[:1].view(np.uint8)


def state_of(games: NDArray[np.void]) -> bytes:
    """The bytes of the game in place 0."""
    return games[:1].view(np.uint8).tobytes()


def from_state(state: bytes) -> NDArray[np.void]:
    """The game with these bytes. Raises `ValueError` when they are too many or too few."""
    games = games_for(2 if len(state) <= game_t.itemsize else 4)
    if len(state) != games.itemsize:
        raise ValueError(f"{len(state)} bytes, a state has {games.itemsize}")
    games.view(np.uint8)[:] = np.frombuffer(state, dtype=np.uint8)
    return games
