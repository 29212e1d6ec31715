"""How strong the players are that figures come from: ratings that come along, and their writing.

`training/ratings.tsv` holds them, measured by games of each two of them over the starter decks;
`python -m training.rated` measures them again, and with --out writes them. They are Elo above
`greedy`.

>>> rating_of("greedy").elo, rating_of("random").elo < -300
(0.0, True)
>>> rating_of("greedy:worlds=7") is None
True
"""

from __future__ import annotations

import argparse
import functools
from collections.abc import Iterable, Sequence
from itertools import combinations
from math import inf
from pathlib import Path
from random import Random
from textwrap import fill

from agents import make
from agents.bots import is_compiled
from altered_env import decks, stopping
from altered_env.game.saving import write_atomically
from training.matches import Match, play
from training.ratings import Rating, bradley_terry
from training.strength import version
from training.workers import Workers

__all__ = [
    "known",
    "main",
    "measure",
    "rating_of",
    "scale",
    "strongest_last",
    "who_played",
    "with_rating",
]

FILE = Path(__file__).with_name("ratings.tsv")
ANCHOR = "greedy"
AGENTS = ("random", "greedy:region=0.5", "greedy:region=1", "rules")
TASK = 50
"""Deals, two games each, that a process takes at a time."""


@functools.cache
def known() -> dict[str, Rating]:
    """The players that are rated, and their ratings."""
    return _read(FILE)


def _read(file: Path) -> dict[str, Rating]:
    """The ratings of a file."""
    found = {}
    for line in file.read_text("utf-8").splitlines():
        if not line.startswith("#"):
            agent, elo, low, high = line.split("\t")
            found[agent] = Rating(float(elo), float(low), float(high))
    return found


@functools.cache
def scale() -> str:
    """What the ratings are measured by, in a line."""
    first, *_ = FILE.read_text("utf-8").splitlines()
    return first.removeprefix("# ")


def rating_of(agent: str) -> Rating | None:
    """The rating of a player; None for one that is not rated."""
    return known().get(agent)


def with_rating(agent: str) -> str:
    """A player with its rating and how far the interval of that reaches.

    >>> with_rating("greedy:worlds=7")
    'greedy:worlds=7 (not rated)'
    """
    rating = rating_of(agent)
    if rating is None:
        return f"{agent} (not rated)"
    if agent == ANCHOR:
        return f"{agent} (Elo 0)"  # what the others are measured from
    return f"{agent} (Elo {rating.elo:.0f} \u00b1 {(rating.high - rating.low) / 2:.0f})"


def strongest_last(agents: Iterable[str]) -> list[str]:
    """Players in the order of their ratings; those that are not rated come last.

    >>> strongest_last(["greedy", "random"])
    ['random', 'greedy']
    """
    ratings = {agent: rating_of(agent) for agent in agents}
    return sorted(ratings, key=lambda agent: inf if (r := ratings[agent]) is None else r.elo)


def who_played(agents: Iterable[str]) -> str:
    """The players that figures come from, with their ratings: for below a table."""
    named = ", ".join(map(with_rating, strongest_last(agents)))
    same = scale().endswith(f", version {version()}")
    other = "" if same else " (another version of rules, players or Python than this one)"
    return fill(f"Agents {named}. {scale()}{other}.", 90, break_on_hyphens=False)


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


def measure(agents: Sequence[str], games: int, seed: int = 0, jobs: int = 0) -> list[Rating]:
    """The ratings of players above the first, by so many games of each two of them."""
    if len(agents) < 2 or len(set(agents)) < len(agents):
        raise ValueError("ratings take two agents or more, no two alike")
    for agent in agents:
        make(agent)
    if games < 2 or games % 2:
        raise ValueError(
            f"each two agents meet in two games or more, an even number, found {games}"
        )
    tasks = [
        (one, two, range(i, min(i + TASK, games // 2)), seed)
        for one, two in combinations(agents, 2)
        for i in range(0, games // 2, TASK)
    ]
    wins = [[0.0] * len(agents) for _ in agents]
    unkept = stopping.keeping("nothing of it is kept: ratings only hold measured together")
    with unkept, Workers(jobs, len(tasks)) as workers:
        for one, two, won in workers.each(_scores, tasks):
            i, j = agents.index(one), agents.index(two)
            wins[i][j] += won
    for i, j in combinations(range(len(agents)), 2):
        wins[j][i] = games // 2 * 2 - wins[i][j]
    return bradley_terry(wins, anchor=0)


def _refuse_to_lose(file: Path, agents: Sequence[str]) -> None:
    """Raise `ValueError` where ratings cannot be written, or would lose those of other agents:
    ratings of two measurements do not add up to one."""
    if not file.parent.is_dir():
        raise ValueError(
            f"{file}: there is no folder {file.parent}; make it, or give another --out"
        )
    if not file.exists():
        return
    try:
        found = _read(file)
    except (OSError, ValueError):
        found = {}
    if not found:
        raise ValueError(f"{file}: no file of ratings lies there; give another --out")
    lost = [agent for agent in found if agent not in agents]
    if lost:
        raise ValueError(
            f"{file}: has ratings of {', '.join(lost)} too, which only hold if measured together; "
            "name these as well, or give another --out"
        )


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure the ratings, print them, and with --out write them; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m training.rated", description=__doc__)
    parser.add_argument("agents", nargs="*", default=AGENTS, help=f"({' '.join(AGENTS)})")
    parser.add_argument("--games", type=int, default=2000, help="of each two agents, even (2000)")
    parser.add_argument("--seed", type=int, default=0, help="other games (0)")
    parser.add_argument("--jobs", type=int, default=0, help="processes (as many as cores)")
    parser.add_argument("--out", type=Path, help=f"write them to a file (the package's is {FILE})")
    options = parser.parse_args(arguments)
    agents = (ANCHOR, *(agent for agent in options.agents if agent != ANCHOR))
    try:
        if options.out:
            _refuse_to_lose(options.out, agents)
        found = measure(agents, options.games, options.seed, options.jobs)
    except (ValueError, LookupError, OSError) as error:
        print(f"training.rated: {error}")
        return 2
    stepwise = "" if all(map(is_compiled, agents)) else ", some of them step by step"
    lines = [
        f"# Ratings are Elo above {ANCHOR}, by {options.games} games of each two, starter decks, "
        f"rules 2024.09, seed {options.seed}{stepwise}, version {version()}",
        *(
            f"{agent}\t{r.elo:.0f}\t{r.low:.0f}\t{r.high:.0f}"
            for agent, r in zip(agents, found, strict=True)
        ),
    ]
    if options.out:
        write_atomically(options.out, ("\n".join(lines) + "\n").encode())
    print("\n".join(lines))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
