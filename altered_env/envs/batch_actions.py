"""The actions of a step of a batch, checked before any game changes.

>>> from altered_env.envs import make_vec
>>> vec = make_vec(2, seed=1, threads=1)
>>> vec.step([0.5, 1.5])
Traceback (most recent call last):
    ...
ValueError: actions must be whole numbers, found an array of float64
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from altered_env.batch.slots import WAIT
from altered_env.game.compiling import Entries
from altered_env.game.errors import IllegalActionError


def lay_down(
    actions: Any,
    waiting: NDArray[np.bool_] | None,
    slots: NDArray[np.void],
    mask: NDArray[Any],
    entries: Entries,
    lose: bool,
) -> list[int]:
    """Write the actions to the slots. `WAIT` is legal in all games, or in those of `waiting`. An
    illegal action is an error, and nothing is written; if its player is to `lose`, `WAIT` is
    written, and the numbers of these games are returned."""
    chosen = np.asarray(actions)
    n = len(mask)
    if chosen.shape != (n,):
        raise ValueError(f"actions must be an array of shape ({n},), found {chosen.shape}")
    if not np.issubdtype(chosen.dtype, np.integer):
        raise ValueError(f"actions must be whole numbers, found an array of {chosen.dtype}")
    if chosen.dtype == np.uint64:  # the highest unsigned numbers would become negative
        chosen = np.minimum(chosen, 1 << 62)
    chosen = np.ascontiguousarray(chosen, dtype=np.int64)
    allowed = waiting is None or not (~waiting & (chosen == WAIT)).any()
    if allowed and not entries.take_actions(slots, chosen):
        return []
    inside = (chosen >= 0) & (chosen < mask.shape[1])
    legal = (mask[np.arange(n), np.where(inside, chosen, 0)] != 0) & inside
    legal |= (chosen == WAIT) & (True if waiting is None else waiting)
    if lose:
        slots["action"] = np.where(legal, chosen, WAIT)
        return np.flatnonzero(~legal).tolist()
    i = int(np.argmin(legal))
    offered = np.flatnonzero(mask[i]).tolist()
    raise IllegalActionError(
        f"{int((~legal).sum())} illegal actions; the first: action {int(chosen[i])} in "
        f"game {i}, where {offered[:40]} are legal. No game was changed"
    )
