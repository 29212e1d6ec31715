"""What is said before and after many games are played: how long they will take, and that there
were too few of them."""

from __future__ import annotations

import os
from collections.abc import Sequence
from math import ceil

from altered_env.arena.estimating import left_of, seconds_a_game
from altered_env.arena.workers import Jobs
from altered_env.engine.compiled import JIT
from altered_env.progress import hint, is_quiet, span
from altered_env.waiting import thinking

__all__ = ["announce", "more_games"]

MANY = 200
"""Games from which on it is said how long they will take."""


def announce(
    games: int,
    agents: Sequence[str],
    jobs: Jobs = 0,
    stepwise: bool = False,
    format: str = "standard",
) -> None:
    """Say how long so many games of these players will take here, where that is not a moment. What
    is to be compiled for them is compiled here, once, and that is said too."""
    if is_quiet() or not JIT or games < MANY:
        return
    with thinking("trying how long a game takes", in_files=True):
        each = seconds_a_game(agents, stepwise, format)
    what = f"{games:,} games of {', '.join(dict.fromkeys(agents))}"
    if each is None:
        hint(f"{what}; how long bots of others take is not known.")
    elif isinstance(jobs, int):
        processes = jobs or os.cpu_count() or 1
        on = "one process" if processes == 1 else f"{processes} processes"
        hint(f"{what}: about {span(left_of(games, each, jobs))} on {on}.")
    else:
        hint(
            f"{what}: about {span(games * each)} of one processor, shared by those of the cluster."
        )


def more_games(wide: float, wanted: float, games: int) -> int:
    """How many games it takes until intervals that reach so wide to either side with so many reach
    as far as wanted: four times as many for half as wide, in round numbers.

    >>> more_games(0.10, 0.05, 200)
    800
    >>> more_games(0.04, 0.05, 200)
    200
    """
    if wide <= wanted:
        return games
    due = games * (wide / wanted) ** 2
    step: int = 10 ** max(0, len(str(int(due))) - 2)
    return step * ceil(due / step)
