"""Win probabilities without a network, for four-player games: repeated playouts to the end in
determinizations for the player to move, in which players use visible information only.

>>> from altered_env import Game
>>> game = Game.start("axiom", "bravos", seed=1)
>>> found = Playouts("random", games=2).chances(game, seed=1)
>>> len(found), sum(found)
(2, 1.0)
"""

from __future__ import annotations

from math import ceil, sqrt
from typing import Any

from altered_env._runtime.intervals import Z95
from altered_env.agents.registry import make
from altered_env.game.position import Position
from altered_env.game.seat import Seat

GAMES = 100
MOMENTS = 24
"""The number of decisions of a game, evenly spread, to run playouts from."""
MOST = 5_000
"""The maximum length of a playout in decisions, after which it has no winner."""


class Playouts:
    """The player of all seats, and the number of playouts."""

    def __init__(self, player: str = "greedy", games: int = GAMES) -> None:
        self.player, self.games = player, games
        self._agent: Any = make(player)

    @property
    def error(self) -> float:
        """The half-width of the 95 % interval of a win probability, given the number of playouts.

        >>> round(Playouts("random", games=100).error, 3)
        0.098
        """
        return Z95 / 2 / sqrt(self.games)

    @staticmethod
    def is_moment(number: int, decisions: int) -> bool:
        """Are there playouts at this decision?

        >>> [n for n in range(100) if Playouts.is_moment(n, 100)][:4]
        [0, 5, 10, 15]
        """
        return number % ceil(decisions / MOMENTS) == 0

    def chances(self, position: Position, seed: int) -> tuple[float, ...]:
        """Each side's share of the won playouts; they sum to one. Empty if the game is over or no
        playout was won."""
        player = position.decider
        if player is None:
            return ()
        seat = Seat(position, player)
        self._agent.start(seed)
        won = [self._winner(seat.world(seed * self.games + n)) for n in range(self.games)]
        ended = sum(side is not None for side in won)
        return tuple(won.count(side) / ended for side in range(len(position.sides)) if ended)

    def _winner(self, world: Position) -> int | None:
        """The side that wins a playout from a determinization; None for none."""
        for _ in range(MOST):
            player = world.decider
            if player is None:
                break
            only, *others = world.legal_actions()
            world.act(self._agent.act(Seat(world, player)) if others else only)
        if world.winner is None:
            return None
        return next(k for k, side in enumerate(world.sides) if world.winner in side)
