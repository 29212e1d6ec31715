"""Blindness: the win rate that an agent loses if it may not play the cards of one archetype.

The lists are those of T3 of Altered-Bench 1, the opponent is the panel's strongest fast member. A
deal is the same game once as usual and once blind to each archetype, so each cost is paired. If the
task measures what it says, an agent loses most on the lists of the archetype it is blind to.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import Final

import numpy as np
from numpy.typing import NDArray

from altered_env.agents.bots import refuse_stepwise
from altered_env.arena.bench1.tasks import HEADLINE
from altered_env.arena.match import Match
from altered_env.arena.paired import Difference, Estimate, difference
from altered_env.arena.ratings import wilson
from altered_env.arena.workers import Workers
from altered_env.decks.bench1.bench_pools import archetypes, task_decks
from altered_env.decks.constructing import serves
from altered_env.game.books import pool_book
from altered_env.train.bench.masking import play_masked

OPPONENT: Final = HEADLINE[0]
TASK: Final = 12
"""Deals of a task."""


@functools.cache
def cards_of(archetype: str) -> frozenset[str]:
    """The references of the cards that an agent blind to an archetype may not play; none without a
    name."""
    cards = pool_book().cards if archetype else ()
    return frozenset(card.reference for card in cards if serves(card, archetype))


@dataclass(frozen=True, slots=True)
class Blindness:
    """What an agent loses on the lists of one archetype."""

    usual: Estimate
    """Its win rate without a mask."""
    costs: dict[str, Difference]
    """The win rate lost by being blind to each archetype."""


@dataclass(frozen=True, slots=True)
class Contrast:
    """What being blind to an archetype costs on its own lists, and on those of the others."""

    own: Difference
    elsewhere: float
    """The mean over the other archetypes."""
    more: float
    """The cost on its own lists less that elsewhere."""
    wide: float
    """The half-width of the 95 % interval of that difference."""


def blindness(
    agent: str,
    deals: int,
    seed: int,
    workers: Workers,
    say: Callable[[int], object] = lambda done: None,
) -> dict[str, Blindness]:
    """The costs for the lists of each archetype, over this many deals of each. `say` is called with
    the number of deals done. Raises `ValueError` for an agent that is not compiled."""
    refuse_stepwise([agent])
    tasks = [
        (agent, archetype, range(first, min(first + TASK, deals)), seed)
        for archetype in archetypes()
        for first in range(0, deals, TASK)
    ]
    found: dict[str, list[NDArray[np.float64]]] = {name: [] for name in archetypes()}
    for (_, archetype, *_), scores in zip(tasks, workers.in_order(_scores, tasks), strict=True):
        found[archetype].append(scores)
        say(sum(len(some) for scored in found.values() for some in scored))
    return {name: _blindness(np.concatenate(some)) for name, some in found.items()}


def _blindness(scores: NDArray[np.float64]) -> Blindness:
    usual, *blind = scores.T
    return Blindness(
        Estimate(float(usual.mean()), *wilson(float(usual.sum()), len(usual)), len(usual)),
        {
            name: difference((usual - scores).tolist())
            for name, scores in zip(archetypes(), blind, strict=True)
        },
    )


def contrast(found: Mapping[str, Blindness], archetype: str) -> Contrast:
    """The cost of being blind to an archetype, on its lists and elsewhere. The deals of different
    lists are independent."""
    own = found[archetype].costs[archetype]
    others = [one.costs[archetype] for name, one in found.items() if name != archetype]
    elsewhere = sum(one.mean for one in others) / len(others)
    wide = sqrt(own.wide**2 + sum(one.wide**2 for one in others) / len(others) ** 2)
    return Contrast(own, elsewhere, own.mean - elsewhere, wide)


def drawn(agent: str, archetype: str, number: int, seed: int) -> Match:
    """A deal: a list of the archetype for the agent, any for the opponent. The agent is player 0,
    and player 1 in every other deal."""
    chance = Random(f"blind {seed}/{archetype}/{number}")
    every = task_decks("T3")
    mine = chance.choice([one.deck for one in every if archetype in one.marks])
    pair, players = (mine, chance.choice(every).deck), (agent, OPPONENT)
    if number % 2:
        pair, players = pair[::-1], players[::-1]
    return Match(pair, players, chance.getrandbits(48), chance.getrandbits(48))


def _scores(agent: str, archetype: str, numbers: Sequence[int], seed: int) -> NDArray[np.float64]:
    """The agent's scores: a row for each deal; as usual, then blind to each archetype."""
    found = np.zeros((len(numbers), 1 + len(archetypes())))
    for seat in range(2):  # the games of one call have the same agents at the same seats
        rows = [k for k, number in enumerate(numbers) if number % 2 == seat]
        some = [drawn(agent, archetype, numbers[k], seed) for k in rows]
        if not some:
            continue
        for column, blind_to in enumerate(("", *archetypes())):
            winners = play_masked(some, [seat] * len(some), cards_of(blind_to))
            found[rows, column] = np.where(winners < 0, 0.5, winners == seat)
    return found
