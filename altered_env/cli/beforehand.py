"""The expected duration of many games, and the number of games needed for an interval."""

from __future__ import annotations

import os
from collections.abc import Sequence
from math import ceil

from altered_env._runtime.progress import hint, is_quiet, span
from altered_env._runtime.spinner import thinking
from altered_env.arena.estimating import left_of, seconds_a_game
from altered_env.arena.workers import Jobs
from altered_env.engine.compiled import JIT

MANY = 200
"""The number of games from which on the duration is estimated."""


def announce(
    games: int,
    agents: Sequence[str],
    jobs: Jobs = 0,
    stepwise: bool = False,
    format: str = "standard",
) -> None:
    """Print the expected duration of this many games of these players, unless it is short. Compiles
    for them, with a message."""
    if is_quiet() or not JIT or games < MANY:
        return
    with thinking("trying how long a game takes", in_files=True):
        each = seconds_a_game(agents, stepwise, format)
    what = f"{games:,} games of {', '.join(dict.fromkeys(agents))}"
    if each is None:
        hint(f"{what}; the time of external bots is unknown.")
    elif isinstance(jobs, int):
        processes = jobs or os.cpu_count() or 1
        on = "one process" if processes == 1 else f"{processes} processes"
        hint(f"{what}: about {span(left_of(games, each, jobs))} on {on}.")
    else:
        hint(f"{what}: about {span(games * each)} of processor time, shared by the cluster.")


def more_games(wide: float, wanted: float, games: int) -> int:
    """The number of games for a desired interval width, given the width after a number of games:
    four times as many for half the width, rounded.

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
