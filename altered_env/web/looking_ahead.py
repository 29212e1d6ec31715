"""What follows an answer, so that a page can ask for both at once: a card and its Expedition.

It is tried in one of the player's determinizations, and nothing is told where a hidden card was
drawn or looked at on the way, or can be chosen: in another determinization it might differ.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from altered_env.engine.terms import CODE
from altered_env.game.errors import EngineError
from altered_env.game.options import Option
from altered_env.game.position import Position
from altered_env.game.seat import Seat
from altered_env.game.visibility import hidden_from

_TRIED = ("turn", "use", "yes", "reaction", "object")
"""The kinds of answers that are tried."""
_BETWEEN = {"use": CODE.MODE, "yes_no": CODE.YES}
"""Answers on the way, which the choice implies: to play the card, and yes."""


def following(seat: Seat, options: Iterable[Option]) -> dict[int, dict[str, Any]]:
    """For each answer that is followed by the choice of an Expedition or of an object by the same
    player, what can be chosen then: `{"expeditions": [0, 1]}` or `{"slots": [..]}`. The answers on
    the way are in `by`."""
    found: dict[int, dict[str, Any]] = {}
    tried = [option for option in options if option.kind in _TRIED]
    if not tried:
        return found
    world, player = seat.world(1), seat.player
    hidden = set(hidden_from(world.record, player))
    for option in tried:
        after = world.clone()
        try:
            after.act(option.action)
            by = _go_on(after, player)
        except EngineError:
            continue
        same = hidden == set(hidden_from(after.record, player))
        same = same and not np.any(world.record["rng"] != after.record["rng"])
        if same and after.decider == player and hidden.isdisjoint(after.legal_actions()):
            if told := _choice(after):
                found[option.action] = {**told, "by": by}
    return found


def _go_on(position: Position, player: int) -> list[int]:
    """Give the implied answers; the actions."""
    given: list[int] = []
    while len(given) < len(_BETWEEN) and position.decider == player:
        code = _BETWEEN.get(position.decision or "")
        if code is None or position.code(code) not in position.legal_actions():
            break
        given.append(position.code(code))
        position.act(given[-1])
    return given


def _choice(position: Position) -> dict[str, Any] | None:
    first, legal = position.code(CODE.EXPEDITION), position.legal_actions()
    if position.decision == "expedition":
        return {"expeditions": [a - first for a in legal]}
    if position.decision in ("objects", "target"):
        return {"slots": [a for a in legal if a < position.code(0)]}
    return None
