"""The work of an actor: it plays some of a run's games for a round, with the network it was sent
last, and returns the results.

Actors are stateless. The games travel with each task and come back in their new state, so any free
core can play on, and a dead actor loses nothing but its time. Only objects that are slow to build
are kept between tasks.
"""

from __future__ import annotations

import functools
import hashlib
import time
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from altered_env import formats
from altered_env.agents.net_weights import NetWeights
from altered_env.arena.alike import names_alike
from altered_env.engine.terms import RULE
from altered_env.envs import make_vec
from altered_env.envs.vec import Vec
from altered_env.train.collection import Rollouts
from altered_env.train.config import AGAINST, Config
from altered_env.train.played import Played, without_room
from altered_env.train.pool import Pool, specs_of


def vec_of(config: Config, games: int, threads: int) -> Vec:
    """A number of games of a run. Pools joined with ` against ` are those of the seats."""
    pools = config.decks.split(AGAINST)
    by_seat = {f"player_{seat}": pool for seat, pool in enumerate(pools)}
    return make_vec(
        games,
        by_seat if len(pools) > 1 else config.decks,
        seed=config.seed,
        rules=config.rules,
        format=config.format,
        legal=config.legal,
        detail="mask",
        threads=threads,
    )


def teams_of(format: str, players: int) -> list[int]:
    """The team of each seat.

    >>> teams_of("two_against_two", 4), teams_of("free_for_all", 4)
    ([0, 1, 0, 1], [0, 1, 2, 3])
    """
    allied = formats.get(format).switches & RULE.TEAMS
    return [seat % 2 if allied else seat for seat in range(players)]


def rollouts_of(config: Config, vec: Vec, pool: Pool) -> Rollouts:
    """These games and their players."""
    teams = teams_of(config.format, vec.kernel.players)
    return Rollouts(
        vec, pool, config.opponent_fraction, config.steps, config.seed, teams, config.expert
    )


@dataclass(frozen=True)
class WeightsUpdate:
    """The message to all actors after each update."""

    update: int
    """The number of updates so far."""
    net: NetWeights
    """The learner."""
    pool: Pool
    """Its opponents."""
    distilled: bool
    """Is the expert asked?"""
    everything: bool = False
    """Is there a privileged critic?"""


@dataclass(frozen=True)
class Standing:
    """Games in their current state, with their players."""

    games: NDArray[np.void]
    slots: NDArray[np.void]
    against: NDArray[np.int64]
    theirs: NDArray[np.int64]
    rngs: NDArray[np.int64]
    gone: int
    """The number of snapshots dropped by then, for the numbers in `against`."""

    def __reduce__(self) -> tuple[Any, ...]:
        """Between processes games are compressed: most of a record is empty."""
        packed = [
            (zlib.compress(records.tobytes(), 1), records.dtype)
            for records in (self.games, self.slots)
        ]
        return _received, (*packed, self.against, self.theirs, self.rngs, self.gone)

    @classmethod
    def of(cls, rollouts: Rollouts, first: int, last: int) -> Standing:
        """A copy of the games from `first` to before `last` of these."""
        games, slots = rollouts.vec.whole[:2]
        return cls(
            games[first:last].copy(),
            slots[first:last].copy(),
            rollouts.against[first:last].copy(),
            rollouts.theirs[first:last].copy(),
            rollouts.rngs[first:last].copy(),
            rollouts.pool.gone,
        )

    def put(self, rollouts: Rollouts, first: int) -> None:
        """Let them stand so there, from the game `first` on."""
        games, slots = rollouts.vec.whole[:2]
        pool, last = rollouts.pool, first + len(self.games)
        games[first:last], slots[first:last] = self.games, self.slots
        rollouts.against[first:last] = pool.renumbered(self.against, self.gone)
        rollouts.theirs[first:last], rollouts.rngs[first:last] = self.theirs, self.rngs


_Packed = tuple[bytes, "np.dtype[np.void]"]


def _received(games: _Packed, slots: _Packed, *rest: Any) -> Standing:
    """The games that another process has compressed."""
    return Standing(_unpacked(*games), _unpacked(*slots), *rest)


def _unpacked(data: bytes, dtype: np.dtype[np.void]) -> NDArray[np.void]:
    """Records that can be written to."""
    return np.frombuffer(bytearray(zlib.decompress(data)), dtype)


@dataclass(frozen=True)
class Part:
    """A part of a round."""

    number: int
    """The index of the part of the games."""
    update: int
    """The number of updates of the network it was played with."""
    played: Played
    standing: Standing
    """Its games afterwards."""
    processor: float
    """Seconds of a processor that it took."""


def play_part(config: Config, told: WeightsUpdate, number: int, standing: Standing) -> Part:
    """Play a part of a round."""
    begun = time.process_time()
    rollouts = _stage(config, len(standing.games))
    rollouts.join(told.pool)
    standing.put(rollouts, 0)
    played = without_room(rollouts.play(told.net, told.distilled, told.everything))
    after = Standing.of(rollouts, 0, len(standing.games))
    return Part(number, told.update, played, after, time.process_time() - begun)


@functools.lru_cache(maxsize=2)
def _stage(config: Config, games: int) -> Rollouts:
    """Buffers for this many games; parts have two sizes that differ by one."""
    pool: Pool = Pool(specs_of(config.opponents), config.snapshots, config.matchmaking)
    return rollouts_of(config, vec_of(config, games, 1), pool)


def first_part(config: Any) -> None:
    """Work done once per machine before its processes start: a minimal round."""
    tiny = replace(
        config, decks="usual", games=1, steps=1, opponents="", expert="", actors=0, ray=""
    )
    rollouts = _stage(tiny, 1)
    net = NetWeights.new(config.width, config.hidden, rollouts.vec.kernel.players)
    rollouts.play(net, distilled=False)
    _stage.cache_clear()


def alike(config: Config) -> Mapping[str, str]:
    """What must be the same on all machines with actors: opponents and decks."""
    lists = vec_of(config, 1, 1).whole[2]
    decks = hashlib.sha256(np.ascontiguousarray(lists).tobytes()).hexdigest()[:16]
    return {**names_alike(specs_of(config.opponents)), f"decks {config.decks}": decks}
