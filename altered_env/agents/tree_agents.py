"""What players share that search a tree: time or iterations, and what is kept of it."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from altered_env.agents.thoughts import Thought
from altered_env.engine.chance import seed_words
from altered_env.game.seat import Seat
from altered_env.thinking.tree import NODE, VALUE

__all__ = ["TreeAgent"]

NODES = 1 << 16
CHUNK = 16


class TreeAgent(ABC):
    """Searches one tree over worlds that it cannot tell apart, for some time or so many iterations;
    it takes the answer that it visited most."""

    def __init__(self, name: str, ms: int, iterations: int, depth: int, reuse: bool) -> None:
        if not 1 <= depth <= NODES:
            raise ValueError(f"{name[:40]}: depth is from 1 to {NODES:,}, found {depth:,}")
        self.name = name
        self._ms, self._iterations, self._reuse = ms, iterations, reuse
        self._thought = Thought()
        self._tree = np.zeros((NODES, NODE.COUNT), dtype=np.int64)
        self._value = np.zeros((NODES, VALUE.COUNT))
        self._path = np.zeros(depth + 2, dtype=np.int64)
        self._rng = np.array(seed_words(0), dtype=np.int64)
        self._found = np.zeros(2, dtype=np.int64)
        self._root, self._used, self._expected = 0, 1, -1

    def start(self, seed: int) -> None:
        """Forget the tree, and draw from this seed from here on."""
        self._rng[:] = seed_words(seed)
        self._expected = -1

    @abstractmethod
    def _begin(self, seat: Seat, book: NDArray[np.void]) -> None:
        """Before the first iteration; the game at hand is in place 0 of the thought."""

    @abstractmethod
    def _iterate(self, seat: Seat, book: NDArray[np.void], times: int) -> int:
        """So many iterations; returns how many nodes the tree has then."""

    def act(self, seat: Seat) -> int:
        """The action that the search visited most."""
        self._search(seat)
        self._thought.entry.most_visited(self._thought.games, self._tree, self._root, self._found)
        # an answer without a node has nothing to go on with
        self._root = int(self._found[1])
        self._expected = int(seat.records()[0][0]["decisions"]) + 1 if self._root else -1
        return int(self._found[0])

    def weighed(self, seat: Seat) -> tuple[dict[int, float], float]:
        """The share of the search that went to each action on offer, and what it expects of the
        game: 1 to win it, -1 to lose it. What was learnt is not kept: whoever asks may do
        something else."""
        self._expected = -1
        self._search(seat)
        games = self._thought.games
        offered = games[0]["mask"].copy()
        visits, nodes = [], []
        for action in seat.actions:
            games[0]["mask"][:] = 0
            games[0]["mask"][action] = 1
            visits.append(
                self._thought.entry.most_visited(games, self._tree, self._root, self._found)
            )
            nodes.append(int(self._found[1]))
        games[0]["mask"][:] = offered
        won = float(self._value[self._root, VALUE.SUM])
        won /= max(1, int(self._tree[self._root, NODE.VISITS]))
        return dict(zip(seat.actions, _shares(visits, nodes), strict=True)), 2 * won - 1

    def _search(self, seat: Seat) -> None:
        games, book = seat.records()
        if games.dtype != self._thought.games.dtype:
            self._thought = Thought(len(games[0]["team"]))
            self._expected = -1
        thought: Any = self._thought
        decisions = int(games[0]["decisions"])
        # Only the very next decision is a node of this tree, and nobody else has decided since.
        known = self._reuse and decisions == self._expected and self._used < NODES // 2
        if not known:
            self._root, self._used = 0, 1
            self._tree[0] = 0
            self._value[0] = 0.0
            self._tree[0, NODE.PLAYER] = seat.player
        thought.games[:1].view(np.uint8)[:] = games[:1].view(np.uint8)
        end = time.thread_time() + self._ms / 1000.0
        self._begin(seat, book)
        left = self._iterations
        while True:
            times = min(CHUNK, left) if self._iterations else CHUNK
            self._used = self._iterate(seat, book, times)
            left -= times
            if left <= 0 if self._iterations else time.thread_time() >= end:
                break


def _shares(visits: Sequence[int], nodes: Sequence[int]) -> list[float]:
    """The share of each answer in the visits: alike cards are one node, and have equal parts of it.

    >>> _shares([300, 300, 300], [4, 4, 7])
    [0.25, 0.25, 0.5]
    >>> _shares([0], [0])
    [1.0]
    """
    total = sum(dict(zip(nodes, visits, strict=True)).values())
    if not total:
        return [1 / len(visits)] * len(visits)
    alike = Counter(nodes)
    return [number / alike[node] / total for number, node in zip(visits, nodes, strict=True)]
