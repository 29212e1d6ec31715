"""Rollouts: the learner's packed choices with their results.

Several may be put together as one, wherever they were played; credit is given afterwards
(`altered_env/train/credit.py`), so that it can follow what the learner thinks by then.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from altered_env.train.credit import Course, advantages

ENDS = {
    **{"feature": 0, "size": 1, "group": 1, "field": 2, "row": 3, "code": 3, "action": 3},
    **{"told": 3, "outcome": 4},
}
"""By which column of `start` each array of positions ends."""


@dataclass(frozen=True)
class Played:
    """What some games gave: a row for each choice of the learner, game by game."""

    packed: Any
    """The positions."""
    option: NDArray[np.int64]
    """The number of the option that was chosen, of its position's."""
    log_prob: NDArray[np.float32]
    """The logarithm of how likely that was."""
    worth: NDArray[np.float32]
    """The expert's evaluation of each option; none without an expert."""
    everything: NDArray[np.int16]
    """Everything there was at each choice (`everything_parts`), if there is a critic."""
    course: Course
    """Values and returns of the choices, by steps and games."""
    results: NDArray[np.int64]
    """The games that ended against someone else, with the columns `RESULT`."""
    answers: int
    """All that were given in the games, by whomever."""


@dataclass(frozen=True)
class Round(Played):
    """Rollouts with the advantage of each choice."""

    value: NDArray[np.float32]
    advantage: NDArray[np.float32]
    target: NDArray[np.float32]


def by_step(numbers: NDArray[Any], steps: int) -> NDArray[Any]:
    """Numbers that lie game by game, by steps and games.

    >>> by_step(np.arange(6), steps=3).tolist()
    [[0, 3], [1, 4], [2, 5]]
    """
    return numbers.reshape(-1, steps, *numbers.shape[1:]).swapaxes(0, 1)


def credited(
    played: Played,
    gamma: float,
    gae_lambda: float,
    teams: Sequence[int],
    importance: NDArray[np.float32] | None = None,
) -> Round:
    """Each choice credited with what became of it; `importance` as of `advantages`."""
    course = played.course
    advantage, target = advantages(*course, gamma, gae_lambda, teams, importance=importance)
    there = {field.name: getattr(played, field.name) for field in fields(Played)}
    value = course.value.T.ravel()
    return Round(**there, value=value, advantage=advantage.T.ravel(), target=target.T.ravel())


def as_one(every: Sequence[Played]) -> Played:
    """What several gave, one after the other. Where one was not taught, none was."""
    distilled = all(len(played.worth) for played in every)
    nothing = np.zeros(0, dtype=np.float32)
    packed, worth = packed_as_one(
        [(played.packed, played.worth if distilled else nothing) for played in every]
    )
    courses = [played.course for played in every]
    return Played(
        packed,
        np.concatenate([played.option for played in every]),
        np.concatenate([played.log_prob for played in every]),
        worth,
        np.concatenate([played.everything for played in every]),
        Course(
            *(
                np.concatenate(parts, axis=1)
                for parts in zip(*(c[:4] for c in courses), strict=True)
            ),
            *(np.concatenate(parts) for parts in zip(*(c[4:] for c in courses), strict=True)),
        ),
        np.concatenate([played.results for played in every]),
        sum(played.answers for played in every),
    )


def without_room(played: Played) -> Played:
    """The same, without the room behind what is in use."""
    packed, worth = _cut(played.packed, played.worth)
    return replace(played, packed=packed, worth=worth)


def _cut(packed: Any, worth: NDArray[np.float32]) -> tuple[Any, NDArray[np.float32]]:
    end = packed.start[-1]
    parts = {name: getattr(packed, name)[: end[k]] for name, k in ENDS.items()}
    return packed._replace(**parts), worth[: end[3]]


def packed_as_one(
    every: Sequence[tuple[Any, NDArray[np.float32]]],
) -> tuple[Any, NDArray[np.float32]]:
    """Positions concatenated with the data of their options; a single one unchanged."""
    if len(every) == 1:
        return every[0]
    ends = [packed.start[-1] for packed, _ in every]
    cut = [_cut(packed, worth) for packed, worth in every]
    parts = {name: np.concatenate([getattr(packed, name) for packed, _ in cut]) for name in ENDS}
    before = np.cumsum([np.zeros_like(ends[0]), *ends[:-1]], axis=0)
    starts = [packed.start[:-1] + b for (packed, _), b in zip(every, before, strict=True)]
    starts.append((ends[-1] + before[-1])[None])
    packed = cut[0][0]._replace(start=np.concatenate(starts), **parts)
    return packed, np.concatenate([worth for _, worth in cut])
