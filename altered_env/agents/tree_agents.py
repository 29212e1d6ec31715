"""Tree-search agents, with a time limit or a number of iterations."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from altered_env.agents.net_weights import NetWeights
from altered_env.agents.thoughts import Player
from altered_env.game.seat import Seat
from altered_env.thinking.matches import BOT
from altered_env.thinking.tree import NODE, SETTING, VALUE
from altered_env.thinking.weights import DEFAULT, JUDGEMENT, weights_of

NODES = 1 << 16
CHUNK = 16


class TreeAgent(Player):
    """Searches one tree over determinizations and takes the most visited answer. It is guided by a
    network, or without one by evaluation weights and a look-ahead."""

    def __init__(
        self,
        name: str,
        settings: Mapping[int, float],
        ms: int,
        iterations: int,
        reuse: bool,
        look: int = 0,
        weights: NDArray[np.float64] = DEFAULT,
        net: NetWeights | None = None,
    ) -> None:
        depth = int(settings[SETTING.DEPTH])
        if not 1 <= depth <= NODES:
            raise ValueError(f"{name[:40]}: depth must be from 1 to {NODES:,}, found {depth:,}")
        super().__init__(name, (BOT.NEURAL if net else BOT.GREEDY,), weights, net)
        self._ms, self._iterations, self._reuse, self._look = ms, iterations, reuse, look
        self._settings = np.array([settings.get(k, 0.0) for k in range(SETTING.COUNT)])
        self._habits = weights_of(JUDGEMENT)
        self._tree = np.zeros((NODES, NODE.COUNT), dtype=np.int64)
        self._value = np.zeros((NODES, VALUE.COUNT))
        self._path = np.zeros(depth + 2, dtype=np.int64)
        self._root, self._used, self._expected = 0, 1, -1

    def start(self, seed: int) -> None:
        """Discard the tree, and reseed."""
        super().start(seed)
        self._expected = -1

    def act(self, seat: Seat) -> int:
        """The action that the search visited most."""
        found = self._search(seat)
        action = int(found[:, 0].argmax())
        # an answer without a node has no subtree to keep
        self._root = int(found[action, 1])
        self._expected = int(seat.records()[0][0]["decisions"]) + 1 if self._root else -1
        return action

    def weighed(self, seat: Seat) -> tuple[dict[int, float], float]:
        """The share of visits of each legal action, and the expected result: 1 for a win, -1 for a
        loss. The tree is not kept, since the caller may act differently."""
        self._expected = -1
        visits, nodes = self._search(seat)[seat.actions].T.tolist()
        won = float(self._value[self._root, VALUE.SUM])
        won /= max(1, int(self._tree[self._root, NODE.VISITS]))
        return dict(zip(seat.actions, _shares(visits, nodes), strict=True)), 2 * won - 1

    def _search(self, seat: Seat) -> NDArray[np.int64]:
        """How often each action was visited, and its node."""
        book = self.laid_out(seat)
        thought = self._thought
        decisions = int(thought.games[0]["decisions"])
        # Only the next decision, without another player's in between, is a node of this tree.
        known = self._reuse and decisions == self._expected and self._used < NODES // 2
        if not known:
            self._root, self._used = 0, 1
            self._tree[0] = 0
            self._value[0] = 0.0
            self._tree[0, NODE.PLAYER] = seat.player
        end = time.thread_time() + self._ms / 1000.0
        engine, net = thought.kernel.engine(), 0 if self.net else -1
        left, look = self._iterations, self._look
        while True:
            times = min(CHUNK, left) if self._iterations else CHUNK
            self._used = thought.entry.search(
                engine, thought.games, book, self.buffers, net, seat.player, self._weights,
                self._habits, self._settings, self._tree, self._value, self._path, self._root,
                self._used, times, look, thought.cursor, thought.values, self._words[0],
            )  # fmt: skip
            left, look = left - times, 0
            if left <= 0 if self._iterations else time.thread_time() >= end:
                break
        found = np.zeros((len(thought.values), 2), dtype=np.int64)
        thought.entry.visits_of(thought.games, self._tree, self._root, found)
        return found


def _shares(visits: Sequence[int], nodes: Sequence[int]) -> list[float]:
    """The share of visits of each answer: identical cards are one node and share its visits
    equally.

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
