"""What follows an answer, so that a page can ask for both at once: a card and its Expedition.

It is tried in one of the player's determinizations, and nothing is told where a hidden card was
drawn or looked at on the way, or can be chosen: in another determinization it might differ. Nor
where another card asks, as a Reaction to what was played: its Expedition is no part of this answer.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from altered_env.engine.layout import F, M
from altered_env.engine.terms import CODE, FRAME
from altered_env.game.errors import EngineError
from altered_env.game.options import Option, asking
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
        after, askers = world.clone(), _askers(world, option)
        try:
            after.act(option.action)
            by = _go_on(after, player, askers)
        except EngineError:
            continue
        same = hidden == set(hidden_from(after.record, player))
        same = same and not np.any(world.record["rng"] != after.record["rng"])
        if same and after.decider == player and hidden.isdisjoint(after.legal_actions()):
            if _is_asked(after, askers) and (told := _choice(after)):
                if "expeditions" not in told or not _is_landmark(option):
                    found[option.action] = {**told, "by": by}
    return found


def _askers(position: Position, option: Option) -> set[int]:
    """The cards whose next question belongs to an answer: the one played or used, the one whose
    Reaction it is, or the one that asks already and what is chosen for it."""
    match option.kind:
        case "turn":
            return {option.action}
        case "reaction":
            return {int(position.record["emblem"][option.value, M.ME])}
        case "object":
            return {asking(position), option.action}
    return {asking(position)}


def _is_asked(position: Position, askers: set[int]) -> bool:
    """Does one of these cards ask, perhaps as the object that it has become by being played?"""
    asker, record = asking(position), position.record
    return asker in askers or any(
        frame[F.KIND] == FRAME.PLAY and frame[F.SLOT] == asker and int(frame[F.BEFORE]) in askers
        for frame in record["frame"][: int(record["depth"])]
    )


def _is_landmark(option: Option) -> bool:
    """Is a card played that itself goes to no Expedition, whatever it puts there?"""
    card = option.object if option.kind == "turn" and option.value & 1 else None
    return card is not None and card.type == "landmark_permanent"


def _go_on(position: Position, player: int, askers: set[int]) -> list[int]:
    """Give the implied answers; the actions."""
    given: list[int] = []
    while len(given) < len(_BETWEEN) and position.decider == player and _is_asked(position, askers):
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
