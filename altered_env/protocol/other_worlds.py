"""Determinizations requested by a bot, and the results of trying actions in them. A world never
changes: trying an action gives a new one.

>>> from altered_env import Game
>>> worlds = OtherWorlds(Game.start("axiom", "bravos", seed=1).seat())
>>> first = worlds.answer({"type": "world", "seed": 7})
>>> first["world"], first["decider"], first["over"]
(0, 'A', False)
>>> tried = worlds.answer({"type": "try", "world": 0, "action": first["actions"][0]["id"]})
>>> tried["world"], worlds.answer({"type": "try", "world": 9, "action": 0})
(1, {'type': 'refused', 'problem': 'there is no world 9; this decision has 2'})
"""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

from altered_env.game.errors import EngineError, IllegalActionError
from altered_env.game.position import Position
from altered_env.game.seat import Seat
from altered_env.protocol.messages import refused, world

KEPT = 256 << 20
"""Bytes of worlds to keep; the least recently used ones are dropped."""


class OtherWorlds:
    """The worlds of one decision."""

    def __init__(self, seat: Seat) -> None:
        self._seat = seat
        self._worlds: OrderedDict[int, Position] = OrderedDict()
        self._count = 0

    def answer(self, asked: dict[str, Any]) -> dict[str, Any]:
        """The result of a well-formed `world` or `try` message."""
        if asked["type"] == "world":
            found = self._seat.world(asked["seed"])
        else:
            number = asked["world"]
            if number >= self._count:
                there = self._count
                return refused(f"there is no world {number}; this decision has {there}")
            if number not in self._worlds:
                kept = len(self._worlds)
                return refused(
                    f"world {number} is no longer available: only the last {kept} used are kept"
                )
            self._worlds.move_to_end(number)
            found = self._worlds[number].clone()
            try:
                found.act(asked["action"])
            except (IllegalActionError, EngineError) as error:
                return refused(str(error))
        self._worlds[self._count] = found
        self._count += 1
        if len(self._worlds) * found.games.nbytes > KEPT:
            self._worlds.popitem(last=False)
        return world(found, self._count - 1, asked.get("wants", ()))
