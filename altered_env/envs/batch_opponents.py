"""Agents in a batch, with the same visible information as elsewhere. Compiled agents
(`altered_env/agents/bots.py`) answer while the batch is stepped; any other agent is external and is
given a seat, one game at a time.

>>> from altered_env import make_vec
>>> vec = make_vec(2, seed=1)
>>> bots = BatchBots(["greedy", "random", "ismcts:iterations=2"], vec, seed=1)
>>> bots.kinds == [BUILT_IN.BOT, BUILT_IN.RANDOM, BUILT_IN.GUEST]
True
>>> actions = bots.answer(np.arange(2), np.array([2, 2]))
>>> bool((vec.mask[np.arange(2), actions] != 0).all())
True
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from altered_env.agents.agent import Agent
from altered_env.agents.bots import Bots, CompiledAgent, refuse_stepwise
from altered_env.agents.registry import make
from altered_env.agents.thoughts import Thought, entries_for
from altered_env.batch.layout import BUILT_IN
from altered_env.engine.chance import seed_words
from altered_env.envs.one_game import OneGame
from altered_env.envs.opponents import answer_of, name_of, start_agent
from altered_env.envs.setup import Setup
from altered_env.envs.slot_seats import RANDOM
from altered_env.envs.vec import Vec
from altered_env.game import Position
from altered_env.game.errors import IllegalActionError
from altered_env.game.seat import Seat

NUMBERS = NDArray[np.int64]
ANSWERS = 512
"""Maximum number of actions returned by one call."""
_SEED = (1 << 63) - 1
"""The highest seed that an agent is given."""


class BatchBots:
    """Agents, by name or as objects, that act in any game of a batch.

    Each game has its own random state, so actions do not depend on `threads`.
    """

    def __init__(
        self, names: Sequence[str | Agent], vec: Vec, seed: int = 0, threads: int = 1
    ) -> None:
        fast: list[CompiledAgent] = []
        self._compiled = np.zeros(len(names), dtype=bool)
        self._numbers = np.zeros(len(names), dtype=np.int64)
        self._others: dict[int, Agent] = {}
        for k, name in enumerate(names):
            agent = make(name) if isinstance(name, str) else name
            if not (isinstance(name, str) and isinstance(agent, CompiledAgent)):
                self._others[k] = agent
                continue
            self._compiled[k], self._numbers[k] = True, len(fast)
            fast.append(agent)
        self._names = list(names)
        self._serving = entries_for(vec.kernel.players, "slots_entry")
        self._vec = vec
        self._bots = Bots(fast, vec.setup.book, vec.kernel.players)
        self._minds = [self._bots.buffers() for _ in range(threads)]
        self.rngs = np.array([seed_words((seed << 32) + i) for i in range(vec.n)], dtype=np.int64)
        """The random state of each game's agents: four words."""
        self._thoughts = [Thought(vec.kernel.players) for _ in range(threads)]

    @property
    def kinds(self) -> list[int]:
        """Their kinds in a slot (`BUILT_IN`)."""
        return [
            BUILT_IN.RANDOM if fast and name == RANDOM else BUILT_IN.BOT if fast else BUILT_IN.GUEST
            for name, fast in zip(self._names, self._compiled.tolist(), strict=True)
        ]

    def serve(self, k: int, *given: Any) -> int:
        """Step the batch in thread k with the arguments of `serve_desks`; compiled agents act on
        the way."""
        thought = self._thoughts[k]
        return self._serving.serve_learners(  # type: ignore[no-any-return]  # compiled
            *given,
            self._bots.rows,
            self._bots.weights,
            self._minds[k],
            self._numbers,
            thought.games,
            thought.cursor,
            thought.values,
            self.rngs,
            thought.rng,
        )

    def answer(self, of: NUMBERS, who: NUMBERS) -> NUMBERS:
        """The actions of the external agents `who` in the games `of`; -1 for an illegal one that
        loses."""
        found = np.full(len(of), -1, dtype=np.int64)
        for n in range(len(of)):
            action = self._answer_seated(int(of[n]), self._others[int(who[n])])
            if action is not None:
                found[n] = action
        legal = found >= 0
        found[legal] = self._vec.as_seen(of[legal], found[legal])
        return found

    def _answer_seated(self, i: int, agent: Agent) -> int | None:
        """The action of an agent that is given a seat. The agent is restarted at every decision,
        since its previous one may have been in another game."""
        records = self._vec.records[i : i + 1]
        start_agent(agent, self._seed(i))
        position = Position(records, self._vec.setup.book)
        seat = Seat(position, int(self._vec.seat[i]))
        action, setup = answer_of(agent, seat), self._vec.setup
        if action in seat.actions:
            return action
        if setup.illegal == "lose":
            return None
        raise IllegalActionError(
            f"{name_of(agent)}, playing {setup.agents[seat.player]} in game {i}, answers "
            f"{action!s:.40}; legal are {seat.actions[:40]}"
        )

    def _seed(self, i: int) -> int:
        """A seed for this decision of this game of slot i, which depends on nothing else."""
        found = 0
        for part in (*self.rngs[i], self._vec.slots["games"][i], self._vec.records["decisions"][i]):
            found = (found << 32) + (int(part) & 0xFFFFFFFF)
        first, second, *_ = seed_words(found)
        return ((first << 32) + second) & _SEED


class TableBots:
    """Compiled agents in one game in which another seat is played from Python."""

    def __init__(self, names: Sequence[str], setup: Setup) -> None:
        """Raises `ValueError` for an agent that is not compiled."""
        refuse_stepwise(names)
        self._names, self._setup = tuple(names), setup
        players = len(setup.agents)
        agents = [agent for agent in map(make, names) if isinstance(agent, CompiledAgent)]
        self._bots = Bots(agents, setup.book, players)
        self._buffers = self._bots.buffers()
        self._thought = Thought(players)
        self._serving = entries_for(players, "slots_entry")
        self._taken = np.zeros(ANSWERS, dtype=np.int64)
        self._one = 0

    def start(self, k: int, seed: int) -> None:
        """Begin a game with agent k, seeded with this seed."""
        self._one = k
        self._thought.rng[:] = seed_words(seed)

    def play(self, one: OneGame, learner: int, action: int = -1) -> list[int]:
        """Take the learner's legal action, if one is given, and play the other seats until the
        learner is to move or the game is over; return the engine actions."""
        bots, thought, taken = self._bots, self._thought, self._taken
        told: list[int] = []
        while True:
            count = self._serving.play_seat(
                action,
                learner,
                *one.whole,
                bots.rows,
                bots.weights,
                self._buffers,
                self._one,
                thought.games,
                thought.cursor,
                thought.values,
                thought.rng,
                taken,
            )
            told += taken[:count].tolist()
            if count < ANSWERS:
                return told
            action = -1

    def __reduce__(self) -> tuple[Any, ...]:
        return _table_again, (self._names, self._setup, self._one, self._thought.rng.copy())


def _table_again(names: tuple[str, ...], setup: Setup, k: int, rng: NUMBERS) -> TableBots:
    """A copy of these agents with their state."""
    found = TableBots(names, setup)
    found._one = k
    found._thought.rng[:] = rng
    return found
