"""Compiled players in a single game, and their buffers.

>>> thought = Thought(4)
>>> len(thought.games), len(thought.values)
(12, 600)
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
from numpy.typing import NDArray

from altered_env.agents.bots import Bots, Entrant
from altered_env.agents.net_weights import NetWeights
from altered_env.engine.chance import seed_words
from altered_env.game.compiling import Entries
from altered_env.game.kernels import Kernel, kernel_for
from altered_env.game.seat import Seat
from altered_env.thinking.weights import DEFAULT

FIRST = np.zeros(1, dtype=np.int64)
"""The index of the only game and player."""


class Thought:
    """The work buffers of one player or thread, for this number of players."""

    kernel: Kernel
    entry: Any
    """The compiled functions of search (`thinking/entry.py`) for this number of players."""

    def __init__(self, players: int = 2) -> None:
        self.kernel = kernel_for(players)
        self.entry = entries_for(players)
        self.games = self.kernel.rules.new_games(self.entry.PLACES)
        self.cursor = np.zeros(64, dtype=np.int64)
        self.values = np.zeros(self.kernel.rules.ACTIONS)
        self.rng = np.zeros(4, dtype=np.int64)


class Player:
    """A configuration of the compiled search: a row of `BOT`, weights, and perhaps a network."""

    def __init__(
        self,
        name: str,
        row: tuple[int, ...],
        weights: NDArray[np.float64] = DEFAULT,
        net: NetWeights | None = None,
    ) -> None:
        self.name, self.net, self._weights = name, net, weights
        self._entrant = Entrant(name, (row, weights), net)
        self.digest = net.digest if net else ""
        """The hash of the network's file, since it may be replaced under the same name."""
        self.kernel = kernel_for(net.players if net else 2)
        self._thought = Thought(self.kernel.players)
        self._words = np.array([seed_words(0)], dtype=np.int64)
        self._book: object = None

    def start(self, seed: int) -> None:
        """Reseed."""
        self._words[0] = seed_words(seed)

    def act(self, seat: Seat) -> int:
        """The action that the search prefers."""
        games, book = self.records(seat)
        thought = self._thought
        found = np.zeros(1, dtype=np.int64)
        thought.entry.answer_at(
            thought.kernel.engine(), games, FIRST, book, self._bots.rows, self._bots.weights,
            self.buffers, FIRST, thought.games, thought.cursor, thought.values, self._words,
            thought.rng, found,
        )  # fmt: skip
        return int(found[0])

    def records(self, seat: Seat) -> tuple[NDArray[np.void], NDArray[np.void]]:
        """The game of the seat and its book; makes `buffers` ready for them."""
        games, record = seat.records()
        if games.dtype != self._thought.games.dtype:
            players = len(games[0]["team"])
            if self.net is not None:
                raise ValueError(
                    f"{self.name[:80]}: its network is for {self.net.players} players; this "
                    f"game has "
                    f"{players}"
                )
            self._thought, self._book = Thought(players), None
        if seat.book is not self._book:
            self._bots = Bots([self._entrant], seat.book, self._thought.kernel.players)
            self.buffers = self._bots.buffers()
            self._book = seat.book
        return games, record

    def laid_out(self, seat: Seat) -> NDArray[np.void]:
        """Copy the game of the seat to place 0 of the buffers; return its book."""
        games, record = self.records(seat)
        self._thought.games[:1].view(np.uint8)[:] = games[:1].view(np.uint8)
        return record


@functools.cache
def entries_for(players: int, name: str = "entry") -> Any:
    """The functions of a compiled search module, for this number of players."""
    return Entries(kernel_for(players).module(f"thinking.{name}"), players)
