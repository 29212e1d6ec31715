"""Per-seat GAE for interleaved turns.

Each seat of each game is its own trajectory: from one of its decisions to its next, with all
rewards in between, also if the other player ended the game. A finished game restarts in the same
step, and no credit crosses the boundary.

>>> import numpy as np
>>> one = np.array([[[0, 0]], [[1, -1]]], dtype=np.float32)  # the second decision ends the game
>>> zero = np.zeros((2, 1), dtype=np.float32)
>>> seats = np.array([[1], [0]])
>>> ends = np.array([[False], [True]])
>>> advantage, target = advantages(one, zero, seats, ends, zero[0], seats[0], 1.0, 1.0)
>>> target.ravel().tolist()  # seat 1 lost by what seat 0 did
[-1.0, 1.0]

Steps of an earlier policy are corrected by V-trace, with importance weights truncated at 1.

>>> half = np.full((2, 1), 0.5, dtype=np.float32)
>>> advantages(one, zero, seats, ends, zero[0], seats[0], 1.0, 1.0, importance=half)[1].ravel()
array([-0.5,  0.5], dtype=float32)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]


class Course(NamedTuple):
    """What became of steps (T, n): what `advantages` begins with, in its order."""

    reward: Floats
    value: Floats
    seat: NDArray[Any]
    ended: NDArray[np.bool_]
    last_value: Floats
    last_seat: NDArray[Any]


def advantages(
    reward: Floats,
    value: Floats,
    seat: NDArray[Any],
    ended: NDArray[np.bool_],
    last_value: Floats,
    last_seat: NDArray[Any],
    gamma: float,
    gae_lambda: float,
    teams: Sequence[int] = (0, 1),
    importance: Floats | None = None,
) -> tuple[Floats, Floats]:
    """Generalised advantages and value targets of steps (T, n).

    `reward` (T, n, seats) is each seat's, `value` and `seat` those of the acting player, `ended`
    marks the last step of a game. `last_value` and `last_seat` belong to the open decision after
    the last step; for the other seats, whose next decision is unknown, the value follows from that.
    `teams` is the team of each seat: a teammate's value is the same, and a team's win is shared as
    a loss among the other teams.

    `importance` (T, n), for steps of an earlier policy: the ratio of the current to the earlier
    probability of each. Truncated at 1, it weighs the step in the target of its position, in credit
    passed to earlier steps, and in its own advantage. Steps of other seats are not corrected.
    """
    steps, many = seat.shape
    trusted = None if importance is None else np.minimum(importance, np.float32(1))
    advantage = np.zeros((steps, many), dtype=np.float32)
    every = np.arange(many)
    of_seat = np.asarray(teams)
    count = len(set(teams))
    theirs = -(last_value + (count - 2)) / (count - 1)  # one team wins 1, all others lose 1
    allied = of_seat[last_seat][:, None] == of_seat
    next_value = np.where(allied, last_value[:, None], theirs[:, None]).astype(np.float32)
    next_advantage = np.zeros((many, len(of_seat)), dtype=np.float32)
    since = np.zeros((many, len(of_seat)), dtype=np.float32)
    for t in range(steps - 1, -1, -1):
        over = ended[t]
        next_value[over] = 0
        next_advantage[over] = 0
        since[over] = 0
        since += reward[t]
        mine = seat[t]
        delta = since[every, mine] + gamma * next_value[every, mine] - value[t]
        gained = delta + gamma * gae_lambda * next_advantage[every, mine]
        if trusted is not None:
            gained = trusted[t] * gained
        advantage[t] = gained
        next_value[every, mine] = value[t]
        next_advantage[every, mine] = gained
        since[every, mine] = 0
    return advantage, advantage + value
