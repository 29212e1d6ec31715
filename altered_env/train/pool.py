"""A pool of opponents and their ratings: baseline bots, networks, and snapshots of the learner.

Each has a rating, Elo above `greedy`, and so has the learner; every game between them moves both.
Bots that are rated (`altered_env/arena/rating_table.py`) stay fixed as the reference of the others.
The learner starts at the rating of random play, a new snapshot at the learner's. Opponents are
drawn by rating: with `matchmaking` at `hard` by their chance to beat the learner, at `even` by how
even the match is, at `uniform` uniformly.

>>> round(expected(0, 100), 2), round(expected(100, 0), 2)
(0.36, 0.64)
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import Any

import numpy as np
from numpy.typing import NDArray

from altered_env._runtime.suggestions import did_you_mean
from altered_env.agents.named import LEVELS, gone, spelled_out
from altered_env.agents.net_weights import NetWeights
from altered_env.agents.registry import compiled_names
from altered_env.arena.rating_table import rating_of
from altered_env.train.saved_words import like, number, whole_number

MATCHMAKING = ("hard", "even", "uniform")
STEP = 24.0
"""The maximum change of a rating by one game."""
MOST = 2**53
"""The maximum number of games of a saved run."""
REMEMBERED = 50
"""Games of a mean before it becomes a moving one, whose latest game has this share."""


def expected(one: float, two: float) -> float:
    """The expected score of the first of two ratings."""
    return float(1 / (1 + 10 ** ((two - one) / 400)))


class OtherOpponentsError(ValueError):
    """A run had other opponents than it has now."""


def specs_of(text: str, what: str = "opponents") -> tuple[str, ...]:
    """The agents of an option, which are played in compiled code; `what` they are, for messages.
    Raises `ValueError`.

    >>> specs_of("random+greedy+net:v2")
    ('random', 'greedy', 'net:v2')
    """
    specs = tuple(filter(None, text.split("+")))
    twice = sorted({name for name in specs if specs.count(name) > 1})
    if twice:
        raise ValueError(f"{what}: {twice[0]!r:.80} is named twice")
    there = compiled_names()
    for name in specs:
        if why := gone(name):
            raise ValueError(f"{what}: {why}")
        if spelled_out(name).partition(":")[0] not in there:
            joined = ", joined by +" if what == "opponents" else ""
            hint = did_you_mean(name.partition(":")[0], (*there, *LEVELS)) or (
                "; training/cleanrl_ppo.py shows training against any agent"
            )
            raise ValueError(
                f"{what} must play in compiled code: {', '.join(there)}{joined}, found"
                f" {name!r:.80}{hint}"
            )
    return specs


class Pool:
    """The opponents, their ratings, and their sampling weights."""

    def __init__(self, specs: Sequence[str], snapshots: int, matchmaking: str) -> None:
        """`specs`: the permanent opponents. `snapshots`: the number of snapshots in addition."""
        if matchmaking not in MATCHMAKING:
            raise ValueError(f"matchmaking is {', '.join(MATCHMAKING)}, found {matchmaking!r:.40}")
        self._snapshots, self._matchmaking = snapshots, matchmaking
        self.specs = list(specs)
        self.selves: list[NetWeights] = []
        """The snapshots, the oldest first. Their numbers follow those of `specs`."""
        rated = [rating_of(name) for name in self.specs]
        start = rating_of("random")
        self.rating = start.elo if start else 0.0
        """The learner's rating."""
        self.ratings = np.full(len(specs) + snapshots, self.rating)
        self._stays = np.zeros(len(specs) + snapshots, dtype=bool)
        for k, rating in enumerate(rated):
            if rating is not None:
                self.ratings[k], self._stays[k] = rating.elo, True
        self.gone = 0
        """The number of dropped snapshots; each time, the numbers of the others fell by one."""
        self.lost = np.full(len(specs) + snapshots, 0.5)
        """The share of games that the learner has lately lost to each; one half before the first
        game."""
        self.games = np.zeros(len(specs) + snapshots, dtype=np.int64)
        """The games of these shares."""

    def __len__(self) -> int:
        return len(self.specs) + len(self.selves)

    def weights(self) -> NDArray[np.float64]:
        """The sampling weights."""
        if self._matchmaking == "uniform":
            return np.ones(len(self))
        wins = np.array([expected(theirs, self.rating) for theirs in self.ratings[: len(self)]])
        return wins + 0.05 if self._matchmaking == "hard" else wins * (1 - wins) + 0.02

    def rate(self, who: int, reward: float) -> None:
        """Update ratings with a game against one of them, from its reward: 1, 0 or -1."""
        lost = (1 + reward) / 2  # one half for a game without a winner
        step = STEP * (lost - expected(self.ratings[who], self.rating))
        self.rating -= step
        if not self._stays[who]:
            self.ratings[who] += step
        self.games[who] += 1
        self.lost[who] += (lost - self.lost[who]) / min(self.games[who], REMEMBERED)

    def shares(self) -> dict[str, float | None]:
        """The share of games that the learner has lately lost to each permanent opponent, by name;
        None before the first game."""
        known = zip(self.specs, self.lost.tolist(), self.games.tolist(), strict=False)
        return {name: share if games else None for name, share, games in known}

    def rate_on(self, results: NDArray[np.int64]) -> None:
        """Update ratings with finished games: opponents, seats and rewards."""
        for who, _, won in results.tolist():
            self.rate(who, won)

    def take(self, weights: NetWeights) -> bool:
        """Add a snapshot of the learner; return whether the oldest was dropped."""
        if not self._snapshots:
            return False
        first = len(self.specs)
        self.selves.append(weights)
        gone = len(self.selves) > self._snapshots
        if gone:
            self.selves.pop(0)
            self.gone += 1
            kept: tuple[NDArray[Any], ...] = (self.ratings, self.lost, self.games)
            for numbers in kept:
                numbers[first:-1] = numbers[first + 1 :]
        new = len(self) - 1
        self.ratings[new], self.lost[new], self.games[new] = self.rating, 0.5, 0
        return gone

    def renumbered(self, who: NDArray[np.int64], gone: int) -> NDArray[np.int64]:
        """Translate numbers of a time when this many had been dropped to current ones; a dropped
        snapshot becomes the oldest."""
        first = len(self.specs)
        return np.where(who > first, np.maximum(who - (self.gone - gone), first), who)

    def still_there(self, results: NDArray[np.int64], gone: int) -> NDArray[np.int64]:
        """Translate results of a time when this many had been dropped to current numbers, without
        those against snapshots dropped since."""
        first, moved = len(self.specs), self.gone - gone
        who = results[:, 0]
        found = results[(who < first) | (who >= first + moved)].copy()
        found[:, 0] -= np.where(found[:, 0] >= first, moved, 0)
        return found

    def as_it_is(self) -> Pool:
        """The same as of now, whatever becomes of this one."""
        found = copy(self)
        found.selves = list(self.selves)
        found.ratings, found.lost = self.ratings.copy(), self.lost.copy()
        found.games = self.games.copy()
        return found

    # keeping

    def numbers(self) -> dict[str, NDArray[np.float64]]:
        """The ratings, for a checkpoint, besides `about` and the snapshots."""
        return {"ratings": self.ratings, "lost": self.lost}

    def about(self) -> dict[str, Any]:
        """The remaining fields."""
        return {
            "opponents": self.specs,
            "selves": len(self.selves),
            "rating": self.rating,
            "games": self.games.tolist(),
        }

    def rate_again(
        self, ratings: NDArray[Any], lost: NDArray[Any], about: dict[str, Any]
    ) -> tuple[int, int]:
        """Go on from these. Opponents may have been added behind those there were: how many those
        were, and how many were added. Raises `ValueError`.

        A run of an earlier version counted no games: its shares are moving means."""
        there = about["opponents"]
        if self.specs[: len(there)] != there:
            raise OtherOpponentsError(f"the run has opponents {'+'.join(there)}")
        self.rating = number("rating", about["rating"])
        due = np.empty(len(self.ratings) - len(self.specs) + len(there))
        like("pool.ratings", ratings, due)
        like("pool.lost", lost, due, 0, 1)
        met = about.get("games", [REMEMBERED] * len(due))
        if not isinstance(met, list) or len(met) != len(due):
            raise ValueError(f"games must be {len(due)} whole numbers, found {met!r:.40}")
        games = np.array([whole_number("games", one, MOST) for one in met], dtype=np.int64)
        for mine, kept in ((self.ratings, ratings), (self.lost, lost), (self.games, games)):
            mine[: len(there)] = kept[: len(there)]
            mine[len(self.specs) :] = kept[len(there) :]
        new = slice(len(there), len(self.specs))
        self.ratings[new] = np.where(self._stays[new], self.ratings[new], self.rating)
        return len(there), len(self.specs) - len(there)
