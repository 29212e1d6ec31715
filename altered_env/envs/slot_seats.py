"""Occupants of the seats of a batch: the caller, built-in opponents, and external opponents, whose
actions the caller supplies.

>>> built_in((None, "random"), 2)
[0, 1]
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from altered_env.batch.layout import BUILT_IN, ODDS
from altered_env.batch.layout import OPPONENTS as MOST

RANDOM = "random"
"""The name of the built-in opponent."""
OPPONENTS = {None: BUILT_IN.LEARNER, RANDOM: BUILT_IN.RANDOM}
"""The occupant of a seat: None for the caller, or a built-in opponent."""


def built_in(opponents: Sequence[str | None] | None, players: int) -> list[int]:
    """The occupant of each seat, as numbers for compiled code."""
    if opponents is None:
        opponents = (None,) * players
    if isinstance(opponents, str) or len(opponents) != players:
        raise ValueError(
            f"expected one opponent for each of {players} seats, found {opponents!r:.60}"
        )
    strange = [who for who in opponents if who not in OPPONENTS]
    if strange:
        known = ", ".join(map(repr, OPPONENTS))
        raise ValueError(f"built-in agents are {known}, found {strange[0]!r:.40}")
    if None not in opponents:
        raise ValueError("every seat has a built-in opponent, so none is left to step")
    return [OPPONENTS[who] for who in opponents]


def draw_seats(
    slots: NDArray[np.void], kinds: Sequence[int], odds: Sequence[float], seat: int | None
) -> None:
    """Let each game draw the learner's seat, unless one is given, and one opponent for all other
    seats, with these odds."""
    if not 0 < len(kinds) == len(odds) <= MOST:
        raise ValueError(
            f"expected 1 to {MOST} opponents, found {len(kinds)} with {len(odds)} odds"
        )
    if not np.isfinite(odds).all() or min(odds) < 0 or sum(odds) <= 0:
        raise ValueError(f"odds must be numbers from 0 on, and not all 0, found {odds!r:.60}")
    share = np.array(odds, dtype=np.float64) / sum(odds)
    slots["kind"][:, : len(kinds)] = kinds
    slots["weight"] = 0
    weights = np.where(share > 0, np.maximum(1, np.round(share * ODDS)), 0)  # the least has a share
    slots["weight"][:, : len(kinds)] = weights
    slots["place"] = -1 if seat is None else seat
