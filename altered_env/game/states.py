"""A game's record together with its cards, as one value that can be copied.

NumPy copies records field by field and leaves padding undefined. States are compared byte by byte,
so they are copied byte by byte.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import NDArray

from altered_env.engine.layout import BITS, game_t
from altered_env.game.kernels import games_for

if TYPE_CHECKING:
    from altered_env.language.book import Book


class State:
    """The record of one game, and the book to which its card and ability numbers refer."""

    __slots__ = ("book", "games")

    games: NDArray[np.void]
    """The record, as an array of length one for compiled code. Contains hidden cards."""
    book: Book
    """The compiled cards."""

    def __init__(self, games: NDArray[np.void], book: Book) -> None:
        """The state of the game in place 0, which is not copied."""
        self.games = games
        self.book = book

    @property
    def record(self) -> Any:
        """The record: every byte of the state. Contains hidden cards; read-only."""
        return self.games[0]

    def clone(self) -> Self:
        """An independent copy."""
        return type(self)(duplicate(self.games), self.book)

    def state(self) -> bytes:
        """The state as bytes: equal games have equal bytes."""
        return state_of(self.games)


def duplicate(games: NDArray[np.void]) -> NDArray[np.void]:
    """An array with a copy of the game in place 0.

    >>> duplicate(games_for(4)).tobytes() == games_for(4).tobytes()
    True
    """
    return games[:1].view(np.uint8).copy().view(games.dtype)


def overwrite(games: NDArray[np.void], other: NDArray[np.void]) -> None:
    """Copy the game of `other` to place 0."""
    games[:1].view(np.uint8)[:] = other[:1].view(np.uint8)


def state_of(games: NDArray[np.void]) -> bytes:
    """The bytes of the game in place 0."""
    return games[:1].view(np.uint8).tobytes()


def from_state(state: bytes) -> NDArray[np.void]:
    """The game with these bytes. Raises `ValueError` for a wrong number of bytes."""
    games = games_for(2 if len(state) <= game_t.itemsize else 4)
    if len(state) != games.itemsize:
        raise ValueError(f"{len(state)} bytes; a state has {games.itemsize}")
    games.view(np.uint8)[:] = np.frombuffer(state, dtype=np.uint8)
    return games


def members(row: Any) -> list[int]:
    """The object slots in a set of the record, in order.

    >>> members([5, 0, 0, 1])
    [0, 2, 144]
    """
    found: list[int] = []
    for w, word in enumerate(row.tolist() if isinstance(row, np.ndarray) else row):
        while word:
            low = word & -word
            found.append(w * BITS + low.bit_length() - 1)
            word ^= low
    return found
