"""Constructed lists chosen by games: of several candidates, the one that players win most with.

The candidates of a list (`altered_env/decks/constructing.py`) differ by chance alone. They play the
same deals, each player on both sides, in rounds of sequential halving: the worse half is dropped,
and the rest play as many deals again. Each player counts alike, so that no list wins by the habits
of one: a player that turns Spells into Mana has nothing to say about them, but the others have.
Opponents are the starters and first candidates of other lists by turns. The lists of the bench stay
as they are in the package, so that players of all times are measured on the same ones.

>>> Choice(tries=1).games
0
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from typing import Any

from altered_env import decks
from altered_env.agents.registry import known_as
from altered_env.arena.line_files import add_lines, read_lines, row_of
from altered_env.arena.match import both_ways, play
from altered_env.arena.versions import version
from altered_env.arena.workers import Workers
from altered_env.decks import Deck
from altered_env.decks.constructing import (
    Constructed,
    Listing,
    construct,
    for_bench,
    lists,
    plan,
)
from altered_env.game.books import pool_book

PLAYERS = ("greedy", "rules", "net:v5")


@dataclass(frozen=True, slots=True)
class Choice:
    """How lists are chosen."""

    seed: int = 0
    tries: int = 4
    """Candidates of each list; with one, nothing is played."""
    deals: int = 6
    """Deals of the first round with each player, two games each."""
    players: tuple[str, ...] = PLAYERS

    def __post_init__(self) -> None:
        for name in ("tries", "deals"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name} must be 1 or more, found {getattr(self, name)}")
        if not self.players:
            raise ValueError("no player to choose lists: name one")

    @property
    def games(self) -> int:
        """The games for each list."""
        games, left, deals = 0, self.tries, self.deals
        while left > 1:
            games += 2 * left * deals * len(self.players)
            left, deals = (left + 1) // 2, 2 * deals
        return games

    def key(self) -> str:
        """A short hash of everything that lists follow from, besides their names."""
        parts = (self, [known_as(name) for name in self.players], version())
        return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]

    def candidate(self, listing: Listing, number: int) -> Deck:
        """A candidate of a list."""
        return construct(listing, Random(f"{self.seed}/{listing.name}/{number}"))


@dataclass(frozen=True, slots=True)
class _Chosen:
    """A line of the log."""

    key: str
    name: str
    number: int
    """Of the candidate."""


def _best(choice: Choice, place: int) -> tuple[int, int]:
    """The place of a list in the plan, and the number of its best candidate."""
    every = plan()
    candidates = {k: choice.candidate(every[place], k) for k in range(choice.tries)}
    starters = [decks.starter(name) for name in decks.names()]
    chance = Random(f"{choice.seed}/{every[place].name}/deals")
    score = dict.fromkeys(candidates, 0.0)
    left, deals = list(candidates), choice.deals
    while len(left) > 1:
        drawn = [
            (
                choice.candidate(chance.choice(every), 0)
                if number % 2
                else chance.choice(starters),
                chance.getrandbits(48),
                chance.getrandbits(48),
            )
            for number in range(deals)
        ]
        for agent in choice.players:
            mine = [candidates[k] for k in left]
            matches = [
                match for deal in drawn for match in both_ways(mine, deal[0], agent, *deal[1:])
            ]
            for at, played in enumerate(play(matches, book=pool_book())):
                k, way = at % len(left), at // len(left) % 2
                score[left[k]] += played.score(way)
        left = sorted(left, key=lambda k: (-score[k], k))[: (len(left) + 1) // 2]
        deals *= 2
    return place, left[0]


def to_choose() -> list[Listing]:
    """The lists to choose: those of the plan but for the bench's.

    >>> len(plan()) - len(to_choose())
    24
    """
    bench = for_bench()
    return [listing for listing in plan() if listing not in bench]


def choose(
    choice: Choice,
    workers: Workers,
    log: Path | None = None,
    say: Callable[[int, int], None] = lambda _done, _found: None,
) -> tuple[Constructed, ...]:
    """Every list of the plan, chosen, but for the bench's, which are the package's; those in the
    log are not chosen again. `say` hears of the lists done and found there."""
    every, key = plan(), choice.key()
    known: dict[str, int] = {}
    if log is not None and log.exists():
        rows = [row for _, row in read_lines(log, _chosen)]
        known = {row.name: row.number for row in rows if row.key == key}
    found = len(known)
    due = [(choice, every.index(one)) for one in to_choose() if one.name not in known]
    say(found, found)
    for place, number in workers.each(_best, due):
        known[every[place].name] = number
        if log is not None:
            add_lines(log, [asdict(_Chosen(key, every[place].name, number))])
        say(len(known), found)
    return _made(choice, known)


def _chosen(line: Any) -> _Chosen:
    return row_of(_Chosen, line, {"number": (0, 1_000)})


def _made(choice: Choice, numbers: Mapping[str, int]) -> tuple[Constructed, ...]:
    """The lists in the order of the plan, with the candidates of these numbers."""
    bench = {one.deck.name: one for one in lists() if one.use == "bench"}
    return tuple(
        bench.get(listing.name)
        or Constructed(
            choice.candidate(listing, numbers[listing.name]), listing.archetype, "training"
        )
        for listing in plan()
    )
