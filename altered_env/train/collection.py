"""Rollouts, in one compiled call per round: all games, all seats, all opponents.

The learner's choices come back packed (`thinking/encode.py`), in the form used for learning: only
rows in use, and only decisions with a choice. Several threads take parts of the games in turn;
results do not depend on their number.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from altered_env.agents.bots import Bots, CompiledAgent, refuse_stepwise
from altered_env.agents.net import LIKELY, every
from altered_env.agents.net_weights import NetWeights
from altered_env.agents.registry import make, options_of
from altered_env.agents.thoughts import Thought, entries_for
from altered_env.engine.chance import seed_words
from altered_env.envs.vec import Vec
from altered_env.game.errors import EngineError
from altered_env.thinking.matches import BOT
from altered_env.thinking.weights import DEFAULT
from altered_env.train.credit import Course
from altered_env.train.played import ENDS, Played, by_step, packed_as_one
from altered_env.train.pool import Pool

SELF = "self"
"""The expert that is the learner itself, looking ahead."""
PARTS = 4
"""Parts of the games for each thread: one that is done early takes another."""
SHARE = 0.025
"""The memory reserved per position, as a share of the maximum; it grows when needed."""


class _Self:
    """A network without a file, which samples its actions: the learner, or one of its snapshots."""

    name = SELF
    bot: tuple[tuple[int, ...], NDArray[np.float64]] = ((BOT.NEURAL, 0, 0, 0, 1), DEFAULT)

    def __init__(self, net: NetWeights) -> None:
        self.net: NetWeights | None = net


class Rollouts:
    """The games of a run and their players."""

    def __init__(
        self,
        vec: Vec,
        pool: Pool,
        share: float,
        steps: int,
        seed: int,
        teams: Sequence[int],
        expert: str = "",
    ) -> None:
        """`share`: the fraction of games with an opponent in one seat. `expert`: greedy, rules or
        self, with options; empty for none."""
        refuse_stepwise(pool.specs)
        self.vec, self.pool, self._share, self._steps = vec, pool, share, steps
        self.teams = list(teams)
        players = vec.kernel.players
        self._entry = entries_for(players, "learning_entry")
        self._collector: Any = entries_for(players, "collector")
        n = vec.n
        rng = np.random.default_rng(seed)
        self.against = np.full(n, -1, dtype=np.int64)
        self.theirs = np.asarray(rng.integers(players, size=n), dtype=np.int64)
        if len(pool):
            odds = pool.weights()
            drawn = rng.choice(len(pool), size=n, p=odds / odds.sum())
            self.against[:] = np.where(rng.random(n) < share, drawn, -1)
        self.rngs = np.array([seed_words((seed << 33) + i) for i in range(n)], dtype=np.int64)
        parts = 1 if vec.threads == 1 else min(n, PARTS * vec.threads)
        self._bounds = np.linspace(0, n, parts + 1).astype(int).tolist()
        self._threads = ThreadPoolExecutor(vec.threads) if vec.threads > 1 else None
        self._rollout_buffers = [
            self._collector.new_harvest(b - a, steps, SHARE)
            for a, b in zip(self._bounds, self._bounds[1:], strict=False)
        ]
        self._bots: Bots | None = None
        self._fixed = [agent for agent in map(make, pool.specs) if isinstance(agent, CompiledAgent)]
        self._expert, self._weight = _expert(expert)
        if teaches_itself(expert) and players != 2:
            raise ValueError(f"expert: {SELF} supports two players only")

    def join(self, pool: Pool) -> None:
        """Play against this pool from now on."""
        if [id(net) for net in pool.selves] != [id(net) for net in self.pool.selves]:
            self.seat_selves()
        self.pool = pool

    def seat_selves(self) -> None:
        """Update the weights of the snapshots after these have changed."""
        self._bots = None

    def play(self, learner: NetWeights, distilled: bool, everything: bool = False) -> Played:
        """Play a round; `distilled`: ask the expert. `everything`: keep what a critic sees."""
        bots = self._laid_out(learner)
        games, slots, lists, choices, rules, day_limit = self.vec.whole
        odds = self.pool.weights().cumsum()
        terms = self._collector.Terms(lists, choices, rules, day_limit, odds, self._share)
        seats = self._collector.Seats(self.against, self.theirs, self.rngs)
        expert = self._expert if distilled else np.zeros_like(self._expert)
        room = self._collector.with_everything
        self._rollout_buffers = [
            room(rollout_buffer, everything) for rollout_buffer in self._rollout_buffers
        ]
        for rollout_buffer in self._rollout_buffers:
            rollout_buffer.done[:] = 0
            rollout_buffer.tally[:] = 0

        def part(k: int) -> None:
            players = self._collector.Players(
                bots.rows, bots.weights, self.net_buffers[k], expert, self._weight
            )
            done = 0
            while done == 0:
                done = self._entry.play_learners(
                    self.vec.kernel.engine(),
                    games,
                    self._bounds[k],
                    self._bounds[k + 1],
                    self.vec.setup.book.record,
                    slots,
                    terms,
                    players,
                    seats,
                    self._scratch[k],
                    self._steps,
                    self._rollout_buffers[k],
                )
                if done == 0:
                    self._rollout_buffers[k] = self._with_more_room(self._rollout_buffers[k])
            if done < 0:
                i = -1 - done
                error, detail = int(games["error"][i]), int(games["error_detail"][i])
                raise EngineError(error, detail, f"in game {i} of the batch")

        if self._threads is None:
            part(0)
        else:
            list(self._threads.map(part, range(len(self._rollout_buffers))))
        return self._joined(distilled)

    def _with_more_room(self, rollout_buffer: Any) -> Any:
        """The same buffers, of which those that are nearly full have twice the size, keeping their
        contents."""
        packed = rollout_buffer.packed
        game = int((rollout_buffer.done <= self._steps).argmax())
        used = packed.start[game * self._steps + int(rollout_buffer.done[game])]
        largest = entries_for(self.vec.kernel.players, "encode").new_packed(1)
        longer = {}
        for name, column in ENDS.items():
            array = getattr(packed, name)
            if used[column] + len(getattr(largest, name)) > len(array):
                longer[name] = _wider(array)
        found = rollout_buffer._replace(packed=packed._replace(**longer))
        if "code" in longer:
            found = found._replace(worth=_wider(rollout_buffer.worth))
        return found if longer else found._replace(results=_wider(rollout_buffer.results))

    def _laid_out(self, learner: NetWeights) -> Bots:
        """The players' rows; the learner is row 0, and its weights lie first."""
        mine = _Self(learner)
        if self._bots is None:
            selves = [_Self(net) for net in self.pool.selves]
            book, players = self.vec.setup.book, self.vec.kernel.players
            self._bots = Bots([mine, *self._fixed, *selves], book, players)
            count = len(self._rollout_buffers)
            self.net_buffers = [self._bots.buffers() for _ in range(count)]
            self._scratch = [self._new_scratch() for _ in range(count)]
        flat, _ = learner.flat(self.vec.card_features)
        self._bots.numbers[: len(flat)] = flat
        return self._bots

    def _new_scratch(self) -> Any:
        thought = Thought(self.vec.kernel.players)
        return self._collector.Scratch(thought.games, thought.cursor, thought.values, thought.rng)

    def _joined(self, distilled: bool) -> Played:
        """The combined results of all threads."""
        every, steps = self._rollout_buffers, self._steps

        def whole(name: str) -> NDArray[Any]:
            return np.concatenate([getattr(rollout_buffer, name) for rollout_buffer in every])

        course = Course(
            by_step(whole("reward"), steps),
            by_step(whole("value"), steps),
            by_step(whole("seat"), steps),
            by_step(whole("ended"), steps) != 0,
            whole("last_value"),
            whole("last_seat"),
        )
        packed, worth = packed_as_one(
            [(rollout_buffer.packed, rollout_buffer.worth) for rollout_buffer in every]
        )
        tallies = np.sum([rollout_buffer.tally for rollout_buffer in every], axis=0)
        return Played(
            packed,
            whole("option"),
            whole("log_prob"),
            worth if distilled else worth[:0],
            whole("everything"),
            course,
            np.concatenate(
                [rollout_buffer.results[: rollout_buffer.tally[0]] for rollout_buffer in every]
            ),
            int(tallies[2:].sum()),
        )


def _expert(spec: str) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """The row of the expert, with zero worlds if there is none."""
    row = np.zeros(BOT.COUNT, dtype=np.int64)
    if not spec:
        return row, DEFAULT
    name, _, options = spec.partition(":")
    if teaches_itself(spec):
        bot = _foresight(**options_of(SELF, _foresight, options))
        row[: len(bot)] = bot
        return row, DEFAULT
    if name not in ("greedy", "rules"):
        raise ValueError(f"an expert must be greedy, rules or self, found {spec!r:.40}")
    agent: Any = make(spec)
    bot, weight = agent.bot
    row[: len(bot)] = bot
    return row, weight


def teaches_itself(expert: str) -> bool:
    """Is this expert the learner itself?

    >>> teaches_itself("self:worlds=2"), teaches_itself("rules")
    (True, False)
    """
    return expert.partition(":")[0] == SELF


def _foresight(
    worlds: int = 1,
    budget: int = 24,
    value_weight: int = 30,
    rollouts: int = 0,
    answers: str = LIKELY,
) -> tuple[int, ...]:
    """The row of the learner itself as it looks ahead, or plays on
    (`altered_env/agents/net.py`)."""
    if worlds < 1 or rollouts < 0:
        raise ValueError(
            f"{SELF}: needs at least one world (worlds=1) and a number of rollouts from 0 on"
        )
    return BOT.NEURAL, worlds, budget, 0, 0, value_weight, 0, rollouts, 0, 0, every(SELF, answers)


def _wider(array: NDArray[Any]) -> NDArray[Any]:
    """An array with twice the room."""
    return np.concatenate([array, np.zeros_like(array)])
