"""`goldfish`: passes and plays nothing, to test a deck without interference."""

from __future__ import annotations

from altered_env.game.seat import Seat

_DECLINES = ("pass", "done", "no")
"""The kinds of options that leave everything as it is, the first that is offered before others."""


class GoldfishAgent:
    """Pass every turn, keep every card, decline everything optional.

    >>> from altered_env import Game
    >>> game, fish = Game.start("axiom", "bravos", seed=1), GoldfishAgent()
    >>> while not game.over:
    ...     game.act(fish.act(game.seat()))
    >>> game.view().players[0].landmarks, game.view().players[0].reserve
    ((), ())
    """

    def __init__(self, name: str = "goldfish") -> None:
        self.name = name

    def start(self, seed: int) -> None:
        """Nothing: it is not random."""

    def act(self, seat: Seat) -> int:
        """Pass or decline where that is possible; otherwise the first legal action."""
        offered = {option.kind: option.action for option in reversed(seat.choices())}
        return next((offered[kind] for kind in _DECLINES if kind in offered), seat.actions[0])
