"""Many actors and one learner: scheduling, the queue of rollouts, and their lag.

The games of a run are cut into as many parts as there are actors. Each part is played by a worker,
processes of this machine or a cluster (`altered_env/arena/worker_engines.py`), one round at a time,
with the latest network it was sent. Results wait in a queue. Queued and running parts make up no
more than one round, since more would only increase the lag. A round is the first parts to arrive,
as many as there are actors. A part played with a network too many updates old is dropped and
counted. A part whose actor dies is played again by the next one.

The learner serves them between its minibatches (`Actors.tend`), without a separate thread.
"""

from __future__ import annotations

import functools
from collections import deque
from collections.abc import Hashable

import numpy as np
from numpy.typing import NDArray

from altered_env.arena.worker_engines import Common, Engine, WorkerError
from altered_env.arena.workers import TRIES, engine_of, reach
from altered_env.train.actor_parts import (
    Part,
    Standing,
    WeightsUpdate,
    alike,
    first_part,
    play_part,
)
from altered_env.train.collection import Rollouts
from altered_env.train.config import Config, jobs_of
from altered_env.train.played import Played, as_one


class Actors:
    """The actors that play the games of a run."""

    def __init__(self, config: Config, rollouts: Rollouts) -> None:
        """Raises `ValueError` if a cluster is requested and missing. No games start yet."""
        self._config, self._rollouts = config, rollouts
        self._jobs = jobs_of(config.actors, config.ray)
        reach(self._jobs)
        self._bounds = np.linspace(0, rollouts.vec.n, config.actors + 1).astype(int).tolist()
        self._engine: Engine | None = None
        self._told = Common()
        self._standing: list[Standing] = []
        self._due: deque[tuple[int, int]] = deque()
        """The idle parts, each with the number of actors it has lost."""
        self._busy: dict[Hashable, tuple[int, int]] = {}
        self.waiting: deque[Part] = deque()
        """Rollouts not used for learning yet."""
        self.ages: NDArray[np.int64] = np.zeros(0, dtype=np.int64)
        """The lag, in updates, of the network of each part of the last round."""
        self.dropped = 0
        """The number of parts that were too old to use."""
        self.replaced = 0
        """Actors that died."""
        self.processor = 0.0
        """Seconds of processors that were spent on all that has come."""

    def round(self, told: WeightsUpdate) -> Played:
        """The next round; from then on actors play with these weights."""
        self.tell(told)
        parts: list[Part] = []
        while len(parts) < self._config.actors:
            self.tend(wait=not self.waiting)
            if not self.waiting:
                continue
            part = self.waiting.popleft()
            part.standing.put(self._rollouts, self._bounds[part.number])
            self.processor += part.processor
            if told.update - part.update > self._config.max_age:
                self.dropped += 1
            else:
                parts.append(part)
        if self._engine is not None:
            self._give_out(self._engine)  # the next is played from here on
        parts.sort(key=lambda part: part.number)
        self.ages = np.array([told.update - part.update for part in parts])
        for part in parts:
            pool = self._rollouts.pool
            pool.rate_on(pool.still_there(part.played.results, part.standing.gone))
        return as_one([part.played for part in parts])

    def tell(self, told: WeightsUpdate) -> None:
        """Send this update to the actors; the first one starts them."""
        self._told = Common((self._config, told))
        if self._engine is None:
            self._begin()

    def _begin(self) -> None:
        first = functools.partial(first_part, self._config)
        self._engine = engine_of(self._jobs, first, functools.partial(alike, self._config))
        edges = zip(self._bounds, self._bounds[1:], strict=False)
        self._standing = [Standing.of(self._rollouts, a, b) for a, b in edges]
        self._due.extend((number, 0) for number in range(self._config.actors))

    def tend(self, wait: bool = False) -> None:
        """Collect finished parts while there is room, and start idle ones; `wait` until there is a
        result."""
        if self._engine is None:
            return
        self._give_out(self._engine)
        while self._busy:
            tickets = self._engine.ended(list(self._busy), None if wait else 0.0)
            if not tickets:
                return
            for ticket in tickets:
                self._take(self._engine, ticket)
                wait = False
            self._give_out(self._engine)

    def _take(self, engine: Engine, ticket: Hashable) -> None:
        number, lost = self._busy.pop(ticket)
        try:
            part: Part = engine.take(ticket)
        except WorkerError as error:
            self._again(number, lost, error)
            return
        self._standing[number] = part.standing
        self.waiting.append(part)
        self._due.append((number, 0))

    def _give_out(self, engine: Engine) -> None:
        room = min(engine.room(), self._config.actors - len(self.waiting))
        while self._due and len(self._busy) < room:
            number, lost = self._due.popleft()
            task = (number, self._standing[number])
            try:
                self._busy[engine.begin(play_part, task, self._told)] = number, lost
            except WorkerError as error:
                self._again(number, lost, error)

    def _again(self, number: int, lost: int, error: WorkerError) -> None:
        """Handle the death of a part's actor: another plays it, unless too many have died."""
        if lost + 1 >= TRIES:
            raise error
        self.replaced += 1
        self._due.append((number, lost + 1))

    def line(self) -> dict[str, float]:
        """Their log entries after a round."""
        return {
            "age": round(float(self.ages.mean()), 2),
            "oldest": int(self.ages.max()),
            "dropped": self.dropped,
            "replaced": self.replaced,
            "processor of actors": round(self.processor, 1),
        }

    def close(self) -> None:
        """Stop all actors at once; the games keep the state of the last learned rollouts and can be
        resumed."""
        if self._engine is not None:
            self._engine.drop(list(self._busy))
            self._engine.close()
        self._engine = None
        for queue in (self._busy, self._due, self.waiting):
            queue.clear()
