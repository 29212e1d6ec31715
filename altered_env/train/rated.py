"""Ratings of players, measured by games: `python -m altered_env.train.rated AGENT ...`.

Each pair plays over the starter decks, and all are rated relative to `greedy`. With --out the
ratings are written, as the shipped ones were (`altered_env/arena/rating_table.py`).
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from functools import partial
from itertools import combinations
from pathlib import Path
from random import Random

from altered_env import decks
from altered_env._runtime import signals
from altered_env._runtime.atomic_files import refuse_unwritable, write_atomically
from altered_env._runtime.help_pages import option
from altered_env._runtime.progress import Progress
from altered_env.agents import STRONGEST_FAST, make
from altered_env.agents.bots import is_compiled
from altered_env.arena.alike import names_alike
from altered_env.arena.match import Match, play
from altered_env.arena.rating_table import ANCHOR, FILE, read_ratings
from altered_env.arena.ratings import Rating, bradley_terry
from altered_env.arena.versions import version
from altered_env.arena.workers import Jobs, Workers, add_jobs, reach
from altered_env.train.refusing import refusing

AGENTS = ("random", "greedy:region=0.5", "greedy:region=1", "rules", "net:v1", STRONGEST_FAST)
TASK = 50
"""Deals, two games each, that a process takes at a time."""


def _scores(one: str, two: str, numbers: Sequence[int], seed: int) -> tuple[str, str, float]:
    """The names of two players, and how many of these deals' games the first has won."""
    starters = [decks.starter(name) for name in decks.names()]
    won = 0.0
    for number in numbers:
        chance = Random(f"{seed}/{number}")
        pair = (chance.choice(starters), chance.choice(starters))
        words = (chance.getrandbits(48), chance.getrandbits(48))
        first, second = play([Match(pair, (one, two), *words), Match(pair, (two, one), *words)])
        won += first.score(0) + second.score(1)
    return one, two, won


def games_of(one: str, two: str, games: int, stepwise: int) -> int:
    """How many games two players meet in: fewer where one is asked decision by decision.

    >>> games_of("greedy", "rules", 2000, 400), games_of("greedy", "ismcts", 2000, 400)
    (2000, 400)
    """
    return games if is_compiled(one) and is_compiled(two) else min(games, stepwise)


def measure(
    agents: Sequence[str], games: int, seed: int = 0, jobs: Jobs = 0, stepwise: int | None = None
) -> list[Rating]:
    """The ratings of players relative to the first, from this many games of each pair; `stepwise`
    games for pairs with a player that is not compiled."""
    few = games if stepwise is None else stepwise
    if len(agents) < 2 or len(set(agents)) < len(agents):
        raise ValueError("ratings need two or more different agents")
    for agent in agents:
        make(agent)
    for number in (games, few):
        if number < 2 or number % 2:
            raise ValueError(f"games per pair must be an even number, 2 or more, found {number}")
    played = {pair: games_of(*pair, games, few) for pair in combinations(agents, 2)}
    tasks = [
        (one, two, range(i, min(i + TASK, number // 2)), seed)
        for (one, two), number in played.items()
        for i in range(0, number // 2, TASK)
    ]
    wins = [[0.0] * len(agents) for _ in agents]
    unkept = signals.keeping("nothing is saved: ratings are only valid if measured together")
    progress = Progress(sum(played.values()), "games", games=True)
    with unkept, Workers(jobs, len(tasks), alike=partial(names_alike, agents)) as workers:
        for one, two, won in workers.each(_scores, tasks):
            i, j = agents.index(one), agents.index(two)
            wins[i][j] += won
    progress.clear()
    for i, j in combinations(range(len(agents)), 2):
        wins[j][i] = played[agents[i], agents[j]] - wins[i][j]
    return bradley_terry(wins, anchor=0)


def _refuse_to_lose(file: Path, agents: Sequence[str]) -> None:
    """Raise `ValueError` where ratings cannot be written, or would lose those of other agents:
    ratings of two measurements do not add up to one."""
    if not file.parent.is_dir():
        raise ValueError(
            f"{file}: there is no folder {file.parent}; create it, or give another --out"
        )
    refuse_unwritable(file)
    if not file.exists():
        return
    try:
        there = read_ratings(file)
    except (OSError, ValueError):
        there = {}
    if not there:
        raise ValueError(f"{file}: it is not a file of ratings; give another --out")
    lost = [agent for agent in there if agent not in agents]
    if lost:
        raise ValueError(
            f"{file}: it also has ratings of {', '.join(lost)}, which are only valid if "
            f"measured together; "
            "name these too, or give another --out"
        )


@refusing("altered_env.train.rated")
def main(arguments: Sequence[str] | None = None) -> int:
    """Measure the ratings, print them, and with --out write them; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m altered_env.train.rated", description=__doc__)
    parser.add_argument("agents", nargs="*", default=AGENTS, help=f"({' '.join(AGENTS)})")
    option(parser, "--games", 2000, "games per pair, even")
    option(
        parser, "--stepwise-games", 400, "games per pair with an agent that is not compiled, even"
    )
    option(parser, "--seed", 0, "other games")
    add_jobs(parser)
    parser.add_argument("--out", type=Path, help=f"write them to a file (the package's is {FILE})")
    options = parser.parse_args(arguments)
    agents = (ANCHOR, *(agent for agent in options.agents if agent != ANCHOR))
    reach(options.jobs)
    if options.out:
        _refuse_to_lose(options.out, agents)
    few = min(options.games, options.stepwise_games)
    ratings = measure(agents, options.games, options.seed, options.jobs, few)
    slow = [agent for agent in agents if not is_compiled(agent)]
    stepwise = f", {few} where {' or '.join(slow)} plays" if slow else ""
    lines = [
        f"# Ratings are Elo above {ANCHOR}, by {options.games} games of each two{stepwise}, "
        f"starter decks, rules 2024.09, seed {options.seed}, version {version()}",
        *(
            f"{agent}\t{r.elo:z.0f}\t{r.low:z.0f}\t{r.high:z.0f}"
            for agent, r in zip(agents, ratings, strict=True)
        ),
    ]
    if options.out:
        write_atomically(options.out, ("\n".join(lines) + "\n").encode())
    print("\n".join(lines))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
