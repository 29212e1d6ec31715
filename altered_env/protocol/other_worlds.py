"""Worlds that a bot asks for: other worlds that its player cannot tell from the game at hand, and
what comes of trying actions in them. A world stays as it is: to try an action gives another.

>>> from altered_env import Game
>>> worlds = OtherWorlds(Game.start("axiom", "bravos", seed=1).seat())
>>> first = worlds.answer({"type": "world", "seed": 7})
>>> first["world"], first["decider"], first["over"]
(0, 'A', False)
>>> tried = worlds.answer({"type": "try", "world": 0, "action": first["actions"][0]["id"]})
>>> tried["world"], worlds.answer({"type": "try", "world": 9, "action": 0})
(1, {'type': 'refused', 'problem': 'there is no world 9, there are 2 of this decision'})
"""

from __future__ import annotations

from typing import Any

from altered_env.game.errors import EngineError, IllegalActionError
from altered_env.game.position import Position
from altered_env.game.seat import Seat
from altered_env.protocol.told import refused, world

__all__ = ["MOST", "OtherWorlds"]

MOST = 10_000
"""So many worlds of one decision at most."""


class OtherWorlds:
    """The worlds of one decision."""

    def __init__(self, seat: Seat) -> None:
        self._seat = seat
        self._worlds: list[Position] = []

    def answer(self, asked: dict[str, Any]) -> dict[str, Any]:
        """What comes of a `world` or `try` message, which is well-formed."""
        if len(self._worlds) >= MOST:
            return refused(f"{MOST} worlds are all that a decision has")
        if asked["type"] == "world":
            found = self._seat.world(asked["seed"])
        else:
            number = asked["world"]
            if number >= len(self._worlds):
                there = len(self._worlds)
                return refused(f"there is no world {number}, there are {there} of this decision")
            found = self._worlds[number].clone()
            try:
                found.act(asked["action"])
            except (IllegalActionError, EngineError) as error:
                return refused(str(error))
        self._worlds.append(found)
        return world(found, len(self._worlds) - 1, asked.get("wants", ()))
