"""`ismcts`: information-set Monte Carlo tree search over worlds that it cannot tell apart.

It begins with what `rules` would do, judges as `rules` does, and departs from it where playing on
shows something better.

Options: `ms`, the processor time for a decision in milliseconds, or `iterations` instead, which
gives the same game each time; `days`, how many days a rollout lasts before it is evaluated, 0 for
whole games; `policy`, who plays the rollouts: `random`, `eager`, or `plan`, which plays Characters
as the plan of `rules` has it; `look`, how many worlds are looked into beforehand, and `trust`, from
0 to 1, how much that counts; `share`, how many iterations share a world; `explore`, `scale` and
`depth`, as in `thinking/tree.py`; `reuse`, whether what was learnt is kept for the rest of
one's action; and any weight by name (`thinking/weights.py`), where `rules` has its own.
"""

from __future__ import annotations

import time

import numpy as np

from agents.rules import JUDGEMENT
from agents.thoughts import Thought
from altered_env.engine.chance import seed_words
from altered_env.game.seat import Seat
from altered_env.thinking.tree import NODE, SETTING, VALUE
from altered_env.thinking.weights import weights_of

__all__ = ["MORNING", "IsmctsAgent"]

NODES = 1 << 16
CHUNK = 16
MORNING = {
    "plan": 1.0,
    "goal": 0.3,
    "hand": 6.0,
    "reserve": 2.8,
    "cost": 0.15,
    "dear": 0.5,
    "orb": 10.0,
    "permanent": 2.5,
    "stays": 3.8,
    "counter": 1.6,
}
"""What counts at the beginning of a day, where rollouts end. They were fitted, by logistic
regression, to who won games of `rules` against itself with the starter decks; 10 is a region."""
POLICIES = ("random", "eager", "plan")


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
        explore: float = 1.0,
        scale: float = 12.0,
        depth: int = 30,
        look: int = 3,
        trust: float = 0.5,
        share: int = 4,
        reuse: bool = True,
        **weights: float,
    ) -> None:
        if policy not in POLICIES:
            raise ValueError(f"policy is one of {', '.join(POLICIES)}, found {policy!r:.40}")
        if trust > 1:
            raise ValueError(f"trust is from 0 to 1, found {trust}")
        self.name = name
        self._ms, self._iterations, self._reuse = ms, iterations, reuse
        self._settings = np.zeros(SETTING.COUNT)
        self._settings[SETTING.DAYS] = days
        self._settings[SETTING.POLICY] = POLICIES.index(policy)
        self._settings[SETTING.EXPLORE] = explore
        self._settings[SETTING.SCALE] = scale
        self._settings[SETTING.DEPTH] = depth
        self._settings[SETTING.TRUST] = trust
        self._settings[SETTING.SHARE] = share
        self._look = look
        self._weights = weights_of({**MORNING, **weights})
        self._habits = weights_of(JUDGEMENT)
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

    def act(self, seat: Seat) -> int:
        """The action that the search visited most."""
        games, book = seat.records()
        if games.dtype != self._thought.games.dtype:
            self._thought = Thought(len(games[0]["team"]))
            self._expected = -1
        thought = self._thought
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
        if self._look:
            self._used = thought.entry.expect(
                thought.kernel.engine(),
                thought.games,
                book,
                seat.player,
                self._habits,
                self._settings,
                self._tree,
                self._value,
                self._root,
                self._used,
                self._look,
                thought.cursor,
                thought.values,
                self._rng,
            )
        left = self._iterations
        while True:
            times = min(CHUNK, left) if self._iterations else CHUNK
            self._used = thought.entry.search(
                thought.kernel.engine(),
                thought.games,
                book,
                seat.player,
                self._weights,
                self._habits,
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
        thought.entry.most_visited(thought.games, self._tree, self._root, self._found)
        # an answer without a node has nothing to go on with
        self._root = int(self._found[1])
        self._expected = decisions + 1 if self._root else -1
        return int(self._found[0])
