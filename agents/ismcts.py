"""`ismcts`: information-set Monte Carlo tree search over worlds that it cannot tell apart.

Options: `ms`, the processor time for a decision in milliseconds, or `iterations` instead, which
gives the same game each time; `days`, how many days a rollout lasts before it is evaluated, 0 for
whole games; `policy`, `random` or `eager`, who plays the rollouts; `explore` and `scale`, as in
`agents/thinking/tree.py`; `reuse`, whether what was learnt is kept for the rest of one's action.
"""

from __future__ import annotations

import time

import numpy as np

from agents.thinking.entry import PLACES, most_visited, search
from agents.thinking.tree import NODE, SETTING
from agents.thinking.weights import weights_of
from altered_env.engine.chance import seed_words
from altered_env.engine.handle import engine
from altered_env.engine.layout import new_games
from altered_env.seat import Seat

__all__ = ["IsmctsAgent"]

NODES = 1 << 16
CHUNK = 16
POLICIES = ("random", "eager")


class IsmctsAgent:
    """Tree search that sees no more than a player does.

    >>> from altered_env import Game
    >>> game = Game.start("axiom", "bravos", seed=1)
    >>> IsmctsAgent(iterations=50).act(game.seat()) in game.legal_actions()
    True
    """

    def __init__(
        self,
        name: str = "ismcts",
        ms: int = 50,
        iterations: int = 0,
        days: int = 1,
        policy: str = "eager",
        explore: float = 0.5,
        scale: float = 12.0,
        depth: int = 30,
        reuse: bool = True,
        **weights: float,
    ) -> None:
        if policy not in POLICIES:
            raise ValueError(f"policy is one of {', '.join(POLICIES)}, found {policy!r:.40}")
        self.name = name
        self._ms, self._iterations, self._reuse = ms, iterations, reuse
        self._settings = np.zeros(SETTING.COUNT)
        self._settings[SETTING.DAYS] = days
        self._settings[SETTING.POLICY] = POLICIES.index(policy)
        self._settings[SETTING.EXPLORE] = explore
        self._settings[SETTING.SCALE] = scale
        self._settings[SETTING.DEPTH] = depth
        self._weights = weights_of(weights)
        self._games = new_games(PLACES)
        self._tree = np.zeros((NODES, NODE.COUNT), dtype=np.int64)
        self._value = np.zeros(NODES)
        self._path = np.zeros(max(64, depth + 1), dtype=np.int64)
        self._rng = np.array(seed_words(0), dtype=np.int64)
        self._found = np.zeros(2, dtype=np.int64)
        self._root, self._used, self._expected = 0, 1, -1

    def start(self, seed: int) -> None:
        """Forget the tree, and draw from this seed from here on."""
        self._rng[:] = seed_words(seed)
        self._expected = -1

    def act(self, seat: Seat) -> int:
        """The action that the search visited most."""
        games, book = seat.records()
        decisions = int(games[0]["decisions"])
        # Only the very next decision is a node of this tree, and nobody else has decided since.
        known = self._reuse and decisions == self._expected and self._used < NODES // 2
        if not known:
            self._root, self._used = 0, 1
            self._tree[0] = 0
            self._value[0] = 0.0
        self._games[:1].view(np.uint8)[:] = games[:1].view(np.uint8)
        end = time.thread_time() + self._ms / 1000.0
        left = self._iterations
        while True:
            times = min(CHUNK, left) if self._iterations else CHUNK
            self._used = search(
                engine(),
                self._games,
                book,
                seat.player,
                self._weights,
                self._settings,
                self._tree,
                self._value,
                self._path,
                self._root,
                self._used,
                times,
                self._rng,
            )
            left -= times
            if left <= 0 if self._iterations else time.thread_time() >= end:
                break
        most_visited(self._games, self._tree, self._root, self._found)
        # an answer without a node has nothing to go on with
        self._root = int(self._found[1])
        self._expected = decisions + 1 if self._root else -1
        return int(self._found[0])
