"""Occupants of the seats of a batch: the caller, built-in opponents, and external opponents, whose
actions the caller supplies.

>>> built_in((None, "random"), 2)
[0, 1]
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from altered_env.batch.layout import BUILT_IN, ODDS

RANDOM = "random"
"""The name of the built-in opponent."""
OPPONENTS = {None: BUILT_IN.LEARNER, RANDOM: BUILT_IN.RANDOM}
"""The occupant of a seat: None for the caller, or a built-in opponent."""


def built_in(seats: Any, players: int) -> list[int]:
    """The occupant of each seat, as numbers for compiled code."""
    if seats is None:
        seats = (None,) * players
    if isinstance(seats, str) or not isinstance(seats, Sequence) or len(seats) != players:
        raise ValueError(
            f"seats: expected who plays each of {players}, None for the caller, as in "
            f"{(None,) * (players - 1) + (RANDOM,)}; found {seats!r:.60}"
        )
    strange = [who for who in seats if not isinstance(who, str | None) or who not in OPPONENTS]
    if strange:
        known = " or ".join(map(repr, OPPONENTS))
        raise ValueError(
            f"seats: expected {known} for each, found {strange[0]!r:.40}; other opponents need "
            "make_vec(learner=True, opponent=...)"
        )
    if None not in seats:
        raise ValueError("seats: none is left to step; None is the caller's")
    return [OPPONENTS[who] for who in seats]


def shares(odds: Sequence[float], count: int) -> NDArray[np.float64]:
    """The share of each of `count` opponents, from their odds.

    >>> shares((3, 1), 2).tolist()
    [0.75, 0.25]
    """
    try:
        found = np.asarray(odds, dtype=np.float64)
    except (TypeError, ValueError):
        raise TypeError(f"odds must be a list of numbers, found {odds!r:.60}") from None
    if found.shape != (count,):
        raise ValueError(f"odds: expected one for each of {count} opponents, found {odds!r:.60}")
    if not np.isfinite(found).all() or found.min() < 0 or found.sum() <= 0:
        raise ValueError(f"odds must be numbers from 0 on, and not all 0, found {odds!r:.60}")
    shared: NDArray[np.float64] = found / found.sum()
    return shared


def draw_seats(
    slots: NDArray[np.void], kinds: Sequence[int], odds: Sequence[float], seat: int | None
) -> None:
    """Let each game draw the learner's seat, unless one is given, and one opponent for all other
    seats, with these odds."""
    share = shares(odds, len(kinds))
    slots["kind"] = 0
    slots["kind"][:, : len(kinds)] = kinds
    slots["weight"] = 0
    weights = np.where(share > 0, np.maximum(1, np.round(share * ODDS)), 0)  # the least has a share
    slots["weight"][:, : len(kinds)] = weights
    slots["place"] = -1 if seat is None else seat
