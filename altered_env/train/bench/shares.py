"""Shares of drawn cards that an agent plays from hand and turns into Mana, by type of card.

The agent plays the bench's lists against each other, on both sides.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Final, NamedTuple

import numpy as np

from altered_env import decks
from altered_env.arena.match import Match, play_tracked
from altered_env.arena.paired import Estimate
from altered_env.arena.workers import Workers
from altered_env.game.books import pool_book
from altered_env.thinking.tracking import COPY

LISTS: Final = "constructed:bench"
KINDS: Final = ("character", "spell", "permanent")
TASK: Final = 24
"""Games of a task."""


class Shares(NamedTuple):
    """Of the drawn copies of a type of card."""

    played: Estimate
    """Played from hand at least once."""
    mana: Estimate


def matches(agent: str, games: int, seed: int) -> list[Match]:
    """Games of the lists against each other: each list meets another, in turn."""
    lists = decks.pool(LISTS)
    found = []
    for number in range(games):
        chance = Random(f"shares {seed}/{number}")
        one = lists[number % len(lists)]
        other = chance.choice([deck for deck in lists if deck != one])
        found.append(
            Match((one, other), (agent, agent), chance.getrandbits(48), chance.getrandbits(48))
        )
    return found


def shares(agent: str, games: int, seed: int, workers: Workers) -> Mapping[str, Shares]:
    """The shares of each type of card in this many games. Raises `ValueError` for an agent that is
    not compiled."""
    every = matches(agent, games, seed)
    tasks = [(every[k : k + TASK],) for k in range(0, len(every), TASK)]
    counted = [game for games in workers.in_order(_counted, tasks) for game in games]
    return {
        kind: Shares(*(Estimate.of([game[kind][way] for game in counted]) for way in range(2)))
        for kind in KINDS
    }


def _counted(some: list[Match]) -> list[dict[str, tuple[list[float], list[float]]]]:
    """For each game and type, of the drawn copies: was it played, and turned into Mana?"""
    _, copies = play_tracked(some, book=pool_book())
    types = np.array([_kind(card.type) for card in pool_book().cards])
    found = []
    for rows in copies:
        drawn = (rows[:, COPY.OWNER] >= 0) & (
            (rows[:, COPY.OPENING] > 0) | (rows[:, COPY.DRAWN] > 0)
        )
        mine = rows[drawn]
        kinds = types[mine[:, COPY.CARD]]
        found.append(
            {
                kind: (
                    (mine[kinds == kind, COPY.PLAYED] > 0).astype(float).tolist(),
                    (mine[kinds == kind, COPY.MANA] > 0).astype(float).tolist(),
                )
                for kind in KINDS
            }
        )
    return found


def _kind(type_of: str) -> str:
    return "permanent" if type_of.endswith("permanent") else type_of
