"""`search:PATH`: tree search that goes by a compiled network; `search:default` and `search:looking`
by those that come with the package.

It sees no more than a player does: worlds are drawn that it cannot tell apart. The network says
which answers are worth a try, its own and the other player's, and how it expects the game to go.

Options: `ms`, the processor time for a decision in milliseconds, or `iterations` instead, which
gives the same game each time; `sharp`, how much what is found counts beside what the network likes
beforehand; `depth`, how many answers deep the tree grows; `share`, how many iterations share a
world; `reuse`, whether what was learnt is kept for the rest of one's action. In compiled games
`net:PATH,iterations=N,sharp=20` does the same from an empty tree at each decision, as `reuse=0`
does here; `sharp` is 10 there unless told otherwise.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from altered_env.agents.bots import Bots
from altered_env.agents.net import NetAgent
from altered_env.agents.tree_agents import TreeAgent
from altered_env.game.seat import Seat
from altered_env.thinking.searching import DEPTH, EXPLORE, LOOK, SHARE

__all__ = ["SearchAgent"]


class SearchAgent(TreeAgent):
    """Tree search with a network's priors and expectations.

    >>> from altered_env import Game
    >>> game = Game.start("axiom", "bravos", seed=1)
    >>> SearchAgent(iterations=20).act(game.seat()) in game.legal_actions()
    True
    """

    def __init__(
        self,
        name: str = "search",
        path: str = "default",
        ms: int = 50,
        iterations: int = 0,
        sharp: float = 20.0,
        depth: int = DEPTH,
        share: int = SHARE,
        reuse: bool = True,
    ) -> None:
        if sharp <= 0:
            raise ValueError(f"search: sharp is more than 0, found {sharp}")
        super().__init__(name, ms, iterations, depth, reuse)
        self._net = NetAgent(name, path)
        if self._net.net.players != 2:
            raise ValueError("search: it is for games of two, this network is for four")
        self.digest = self._net.digest
        """Of the file: another network may come to lie under the same name."""
        self.kernel = self._net.kernel
        self._told = np.zeros(LOOK.COUNT)
        self._told[LOOK.EXPLORE] = EXPLORE / sharp
        self._told[LOOK.DEPTH] = depth
        self._told[LOOK.SHARE] = share
        self._book: object = None

    def _begin(self, seat: Seat, book: NDArray[np.void]) -> None:
        if self._thought.kernel is not self.kernel:
            raise ValueError(f"{self.name[:80]}: it is for games of two")
        if seat.book is not self._book:
            self._mind = Bots([self._net], seat.book).mind()
            self._book = seat.book

    def _iterate(self, seat: Seat, book: NDArray[np.void], times: int) -> int:
        thought = self._thought
        return int(
            thought.entry.search_with(
                thought.kernel.engine(),
                thought.games,
                book,
                self._mind,
                seat.player,
                self._told,
                self._tree,
                self._value,
                self._path,
                self._root,
                self._used,
                times,
                self._rng,
            )
        )
