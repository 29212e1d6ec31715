"""When a decision can be taken back: nobody may have learned anything from it.

Agents see the game at their own decisions only, so what they could have seen does not count.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import numpy as np

from altered_env.game import Game
from altered_env.game.options import offered
from altered_env.game.visibility import hidden_from

_KEPT = ("day", "stage", "turn", "passed", "rng", "face_up", "rigged_count")
"""Fields of the record that may not have changed."""


def reveals(before: Game, after: Game, people: Collection[int]) -> bool:
    """Has a decision revealed anything hidden to one of these players, or passed the game on?

    It has if the game is over or another player decides now, a turn or a stage of the day has ended
    (another player may have passed, and whether by choice depends on hidden cards), random numbers
    were used, a region was turned up, a player knows a card that it did not, or cards are offered
    whose faces the player does not know.
    """
    old, new = before.record, after.record
    if after.over or after.decider != before.decider:
        return True
    if any(np.any(old[part] != new[part]) for part in _KEPT):
        return True
    if any(not _hidden(old, player) <= _hidden(new, player) for player in people):
        return True
    return not _hidden(new, int(new["decider"])).isdisjoint(offered(new))


def _hidden(record: Any, player: int) -> set[int]:
    return set(hidden_from(record, player))
