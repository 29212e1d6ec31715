"""Cross-play: an agent against a reference, with the same decks on both sides and with unlike ones.

`lists`: both have the bench's lists. `starters`: both have starter decks. `lists against starters`
and `starters against lists`: the agent has the first, the reference the second. `alone`: the agent
itself plays both sides, lists against starters.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from altered_env import decks
from altered_env.arena.match import Match, play
from altered_env.arena.paired import Estimate, difference
from altered_env.arena.workers import Workers
from altered_env.decks import Deck
from altered_env.game.books import pool_book

SETS: Final = {
    "lists": ("constructed:bench", "constructed:bench"),
    "starters": ("starters", "starters"),
    "lists against starters": ("constructed:bench", "starters"),
    "starters against lists": ("starters", "constructed:bench"),
}
"""The decks of the agent and those of the reference."""
ALONE: Final = "alone, lists against starters"
TASK: Final = 12
"""Deals of a task."""


def cross_play(
    agent: str, reference: str, games: int, seed: int, workers: Workers
) -> dict[str, Estimate]:
    """The agent's win rate with each set of decks in this many games; alone, that of the lists."""
    found = {}
    for name in (*SETS, ALONE):
        mine, theirs = SETS[name if name in SETS else "lists against starters"]
        other = agent if name == ALONE else reference
        every = [
            _deal(agent, other, decks.pool(mine), decks.pool(theirs), f"{seed}/{number}")
            for number in range(games // 2)
        ]
        tasks = [(every[k : k + TASK],) for k in range(0, len(every), TASK)]
        scores = [one for some in workers.in_order(_scores, tasks) for one in some]
        over = difference([score - 0.5 for score in scores])
        found[name] = Estimate(
            over.mean + 0.5, max(0.0, over.low + 0.5), min(1.0, over.high + 0.5), 2 * over.deals
        )
    return found


def _deal(
    agent: str, other: str, mine: Sequence[Deck], theirs: Sequence[Deck], seed: str
) -> tuple[Match, Match]:
    """Two games with the same decks and seeds, from both seats."""
    chance = Random(f"cross-play {seed}")
    pair = chance.choice(mine), chance.choice(theirs)
    numbers = chance.getrandbits(48), chance.getrandbits(48)
    return (
        Match(pair, (agent, other), *numbers),
        Match(pair[::-1], (other, agent), *numbers),
    )


def _scores(some: Sequence[tuple[Match, Match]]) -> list[float]:
    """The mean score of the agent in each deal, as player 0 and as player 1."""
    played = play([match for deal in some for match in deal], book=pool_book())
    return [(played[k].score(0) + played[k + 1].score(1)) / 2 for k in range(0, len(played), 2)]
