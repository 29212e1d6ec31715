"""Matchups of decks, the advantage of going first, and the meta at equilibrium.

Each pair of decks meets in deals: one seed, played from both seats. The meta is the equilibrium of
the game in which two people choose a deck each: no deck wins more than half its games against it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from random import Random

import numpy as np
from numpy.typing import NDArray

from altered_env.agents import make
from altered_env.arena.alike import names_alike
from altered_env.arena.match import Match, both_ways, play
from altered_env.arena.paired import Difference, difference
from altered_env.arena.workers import Jobs, Workers
from altered_env.decks import Deck
from altered_env.language.words import rule_bits

TASK = 50
"""The number of deals in a process's task."""
STEPS = 4000
"""The number of iterations towards the equilibrium."""
WORLDS = 200
"""The number of tables sampled from the intervals, for the uncertainty of the meta."""

Matrix = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Table:
    """The pairings, their number of games, and the players."""

    decks: tuple[Deck, ...]
    agent: str = "greedy"
    deals: int = 100
    """The number of deals for each pair of decks, two games each."""
    seed: int = 0
    rules: str = "2024.09"

    def __post_init__(self) -> None:
        if len(self.decks) < 2:
            raise ValueError(f"matchups need two or more decks, found {len(self.decks)}")
        names = [deck.name for deck in self.decks]
        twice = [name for name in names if names.count(name) > 1]
        if twice:
            raise ValueError(f"two decks are called {twice[0]}")
        if self.deals < 2:
            raise ValueError(f"deals per pair must be 2 or more, found {self.deals}")
        rule_bits(self.rules)
        make(self.agent)

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """Return each pair of decks, by index."""
        return list(combinations(range(len(self.decks)), 2))

    def matches(self, one: int, two: int, number: int) -> list[Match]:
        """Return the games of a deal: the first deck as A, then as B."""
        chance = Random(f"{self.seed}/{self.decks[one].name}/{self.decks[two].name}/{number}")
        seed, players = chance.getrandbits(48), chance.getrandbits(48)
        return both_ways(self.decks[one : one + 1], self.decks[two], self.agent, seed, players)


@dataclass(frozen=True, slots=True)
class Meeting:
    """The result of a deal."""

    one: int
    two: int
    score: float
    """The first deck's score, from -1 for two losses to 1 for two wins."""
    first: float
    """The same for the first player of day one."""


def _play(table: Table, one: int, two: int, numbers: Sequence[int]) -> list[Meeting]:
    matches = [match for n in numbers for match in table.matches(one, two, n)]
    played = play(matches, table.rules)
    return [
        Meeting(one, two, a.score(0) + b.score(1) - 1, a.score(a.first) + b.score(b.first) - 1)
        for a, b in zip(played[::2], played[1::2], strict=True)
    ]


def run(table: Table, jobs: Jobs = 0, say: Callable[[int], None] = lambda _: None) -> list[Meeting]:
    """Play all deals. `say` is called with the number of games played."""
    tasks = [
        (one, two, range(i, min(i + TASK, table.deals)))
        for one, two in table.pairs
        for i in range(0, table.deals, TASK)
    ]
    found: list[Meeting] = []
    with Workers(jobs, len(tasks), alike=partial(names_alike, (table.agent,))) as workers:
        for part in workers.in_order(_play, tasks, (table,)):
            found += part
            say(2 * len(found))
    return found


def rates(table: Table, meetings: Sequence[Meeting]) -> dict[tuple[int, int], Difference]:
    """Return each pair's share of wins less losses for the first deck: 0 is even, 1 always wins."""
    return {
        pair: difference([m.score for m in meetings if (m.one, m.two) == pair])
        for pair in table.pairs
    }


def first_player(meetings: Sequence[Meeting]) -> Difference:
    """Return the share of wins less losses for the first player of day one."""
    return difference([meeting.first for meeting in meetings])


def equilibrium(payoff: Matrix) -> Matrix:
    """Return the shares of an equilibrium of a symmetric zero-sum game, by regret matching.

    `payoff` is the row's advantage over the column, and antisymmetric.

    >>> rock_paper_scissors = np.array([[0.0, -1, 1], [1, 0, -1], [-1, 1, 0]])
    >>> equilibrium(rock_paper_scissors).round(2).tolist()
    [0.33, 0.33, 0.33]
    >>> equilibrium(np.array([[0.0, 0.2], [-0.2, 0.0]])).round(2).tolist()
    [1.0, 0.0]
    """
    found: Matrix = equilibria(payoff[None])[0]
    return found


def equilibria(payoffs: Matrix) -> Matrix:
    """Return the equilibrium of each of these games.

    Later iterations weigh more and negative regret is clipped, so convergence is fast.
    """
    count, decks, _ = payoffs.shape
    regret = np.zeros((count, decks))
    shares = np.full((count, decks), 1.0 / decks)
    mean = np.zeros((count, decks))
    for step in range(1, STEPS + 1):
        won = np.einsum("kij,kj->ki", payoffs, shares)
        regret = np.maximum(0.0, regret + won - (shares * won).sum(axis=1, keepdims=True))
        total = regret.sum(axis=1, keepdims=True)
        shares = np.where(total > 0, regret / np.where(total > 0, total, 1.0), 1.0 / decks)
        mean += step * shares
    total = mean.sum(axis=1, keepdims=True)
    return np.asarray(mean / total, dtype=np.float64)


@dataclass(frozen=True, slots=True)
class Meta:
    """A deck in the meta: its share and its win rate against the meta, each with an interval."""

    deck: str
    share: float
    share_low: float
    share_high: float
    rate: float
    low: float
    high: float


def meta(table: Table, found: dict[tuple[int, int], Difference]) -> list[Meta]:
    """Return the meta of a table, in the order of its decks."""
    return meta_of([deck.name for deck in table.decks], found, table.seed)


def meta_of(
    names: Sequence[str], found: dict[tuple[int, int], Difference], seed: int = 0
) -> list[Meta]:
    """Return the meta of decks of which each pair has met, in their order.

    Its intervals come from tables sampled from the intervals of the matchups. With few games, small
    differences between decks are chance, and the shares are as uncertain as their intervals say.
    """
    count = len(names)
    payoff, error = np.zeros((count, count)), np.zeros((count, count))
    for (one, two), row in found.items():
        payoff[one, two], payoff[two, one] = row.mean, -row.mean
        error[one, two] = row.wide / 1.96
    chance = np.random.default_rng(seed)
    drawn = np.triu(chance.standard_normal((WORLDS, count, count)) * error, 1)
    worlds = np.clip(payoff + drawn - drawn.transpose(0, 2, 1), -1.0, 1.0)
    shares = equilibrium(payoff)
    others = equilibria(worlds)
    won = payoff @ shares
    won_there = np.einsum("kij,j->ki", worlds, shares)
    low, high = np.quantile(others, (0.025, 0.975), axis=0)
    won_low, won_high = np.quantile(won_there, (0.025, 0.975), axis=0)
    return [
        Meta(
            name,
            float(shares[k]),
            float(low[k]),
            float(high[k]),
            float(0.5 + won[k] / 2),
            float(0.5 + won_low[k] / 2),
            float(0.5 + won_high[k] / 2),
        )
        for k, name in enumerate(names)
    ]
