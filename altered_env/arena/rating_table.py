"""Ratings of the players behind the figures, bundled with the package.

They are in `altered_env/arena/ratings.tsv`, measured by `altered_env/train/rated.py` in games of
each pair with the starter decks. They are Elo above `greedy`.

>>> rating_of("greedy").elo, rating_of("random").elo < -300
(0.0, True)
>>> rating_of("greedy:worlds=7") is None
True
"""

from __future__ import annotations

import functools
from collections.abc import Iterable
from math import inf
from pathlib import Path
from textwrap import fill

from altered_env._runtime import renamed
from altered_env._runtime.input_files import DOCUMENT, read_text
from altered_env.agents.closed_lists import lists_told
from altered_env.agents.named import spelled_out
from altered_env.arena.ratings import Rating
from altered_env.arena.versions import version

FILE = Path(__file__).with_name("ratings.tsv")
ANCHOR = "greedy"
"""The reference of the ratings."""


@functools.cache
def known() -> dict[str, Rating]:
    """The rated players and their ratings."""
    return read_ratings(FILE)


def read_ratings(file: Path) -> dict[str, Rating]:
    """The ratings in a file."""
    ratings = {}
    for line in read_text(file, DOCUMENT).splitlines():
        if not line.startswith("#"):
            agent, elo, low, high = line.split("\t")
            ratings[renamed.agent(agent, tell=False)] = Rating(float(elo), float(low), float(high))
    return ratings


@functools.cache
def scale() -> str:
    """The conditions of the ratings, in a line."""
    first, *_ = read_text(FILE, DOCUMENT).splitlines()
    return first.removeprefix("# ")


def rating_of(agent: str) -> Rating | None:
    """The rating of a player; None for one that is not rated."""
    return known().get(spelled_out(agent))


def with_rating(agent: str) -> str:
    """A player with its rating and the half-width of its interval.

    >>> with_rating("greedy:worlds=7")
    'greedy:worlds=7 (not rated)'
    """
    rating = rating_of(agent)
    if rating is None:
        return f"{agent} (not rated)"
    if agent == ANCHOR:
        return f"{agent} (Elo 0)"  # the reference of the others
    return f"{agent} (Elo {rating.elo:z.0f} \u00b1 {(rating.high - rating.low) / 2:z.0f})"


def strongest_last(agents: Iterable[str]) -> list[str]:
    """Players in the order of their ratings; unrated ones come last.

    >>> strongest_last(["greedy", "random"])
    ['random', 'greedy']
    """
    ratings = {agent: rating_of(agent) for agent in agents}
    return sorted(ratings, key=lambda agent: inf if (r := ratings[agent]) is None else r.elo)


def who_played(agents: Iterable[str]) -> str:
    """A footnote for tables: the players that figures come from, with their ratings, and whether
    they know deck lists."""
    agents = list(agents)
    named = ", ".join(map(with_rating, strongest_last(agents)))
    same = scale().endswith(f", version {version()}")
    other = "" if same else " (another version of rules, players or Python than this one)"
    told = lists_told(agents)
    return fill(f"Agents {named}. {scale()}{other}. {told}", 90, break_on_hyphens=False)
