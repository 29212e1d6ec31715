"""`rollout:PATH`: rollouts of answers to the second Morning, with a compiled network as both
players; `rollout:v1` to `rollout:v4` use the bundled networks. `rollout:v4,answers=all` is the
strongest player here.

It uses only visible information: answers are compared in the same sampled determinizations
(`altered_env/thinking/rollouts.py`). The opponent's deck list is known to it.

Options: `ms`, the mean processor time per decision in milliseconds: time saved at decisions with
one answer goes to later ones, up to three times `ms` each; or `rollouts` instead, the total number
of rollouts, which makes games reproducible; `value_weight`, the weight of an answer's result
against its log prior; `answers`: `likely` for up to eight that the network finds most likely, `all`
for up to sixteen, also those that it finds all but impossible, with identical copies as one. In
compiled games `net:PATH,rollouts=N` does the same.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from altered_env.agents.net import LIKELY, every, of_two
from altered_env.agents.thoughts import Player
from altered_env.engine.chance import seed_words
from altered_env.game.seat import Seat
from altered_env.thinking.matches import BOT
from altered_env.thinking.rollouts import ARM, MORNINGS, MOST, VALUE_WEIGHT

APART = 0.01
"""The minimum gap in reported preference between an answer and better ones."""
MOST_TIMES = 3.0
"""The maximum time of a decision as a multiple of the usual time."""
ROLLED_OUT = 2
"""The place of the buffers in which a rollout ends (`play_rollouts`)."""
SPENT = 1 / 3
"""The share of saved time that one decision may use."""


class RolloutAgent(Player):
    """Rollouts of answers to the second Morning, with a time limit or a number of rollouts.

    >>> from altered_env import Game
    >>> game = Game.start("axiom", "bravos", seed=1)
    >>> RolloutAgent(rollouts=20).act(game.seat()) in game.legal_actions()
    True
    """

    def __init__(
        self,
        name: str = "rollout",
        path: str = "v3",
        ms: int = 50,
        rollouts: int = 0,
        value_weight: int = VALUE_WEIGHT,
        answers: str = LIKELY,
    ) -> None:
        for option, number in (("ms", ms), ("value_weight", value_weight)):
            if number < 1:
                raise ValueError(f"rollout: {option} must be 1 or more, found {number}")
        super().__init__(name, (BOT.NEURAL,), net=of_two(name, path))
        self._usual, self._rollouts, self._value_weight = ms / 1000.0, rollouts, value_weight
        self._every = every(answers)
        self._saved = 0.0
        """Seconds saved by earlier decisions."""
        self._arms = np.zeros((MOST, ARM.COUNT))

    def start(self, seed: int) -> None:
        """Reseed."""
        super().start(seed)
        self._saved = 0.0

    def act(self, seat: Seat) -> int:
        """The answer with the best result, weighted with the network's prior."""
        if len(seat.actions) == 1:
            return seat.actions[0]
        start = time.thread_time()
        most = min(self._usual + SPENT * self._saved, MOST_TIMES * self._usual)
        self._think(seat, start + most, two=True)
        left = self._usual - (time.thread_time() - start)
        self._saved = max(0.0, self._saved + left)  # compile time does not count
        return int(self._arms[0, ARM.ACTION])

    def weighed(self, seat: Seat) -> tuple[dict[int, float], float]:
        """The search's probability of each legal action, and the expected result of the best: 1 for
        a win, -1 for a loss."""
        until = time.thread_time() + self._usual
        arms = self._arms[: self._think(seat, until, two=False)]
        means = arms[:, ARM.WORTH]
        score = arms[:, ARM.LOG_PRIOR] + self._value_weight * means
        # eliminated answers did worse than the kept ones in the determinizations they shared
        apart = APART * np.arange(len(score))
        score = np.minimum.accumulate(score + apart) - apart
        shares = np.exp(score - score[0])
        chances = dict.fromkeys(seat.actions, 0.0)
        for action, share in zip(arms[:, ARM.ACTION].astype(int), shares, strict=True):
            chances[int(action)] = float(share / shares.sum())
        return chances, float(means[0])

    def play_on(
        self, seat: Seat, arms: NDArray[np.float64], worlds: int, mornings: int = MORNINGS
    ) -> None:
        """Roll out the answers of these arms (`ARM`) to this many Mornings in this many
        determinizations, the same for all, and sort them."""
        book, thought = self.laid_out(seat), self._thought
        thought.entry.play_out_arms(
            thought.kernel.engine(), thought.games, book, self.buffers, seat.player, arms,
            len(arms),
            worlds, mornings, self._value_weight, self._words[0],
        )  # fmt: skip

    def likely(self, seat: Seat) -> list[tuple[int, float]]:
        """The answers to roll out, each with the network's log probability, the likeliest first."""
        found, _ = self._list_arms(seat)
        arms = self._arms[:found]
        return list(
            zip(arms[:, ARM.ACTION].astype(int).tolist(), arms[:, ARM.LOG_PRIOR].tolist(),
                strict=True)
        )  # fmt: skip

    def in_world(
        self, seat: Seat, actions: Sequence[int], seed: int
    ) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        """Roll out each of these answers in the determinization of a seed, with the same dice: its
        values at the next Morning and the one after, and where each Expedition is by then."""
        book, thought = self.laid_out(seat), self._thought
        words = np.array(seed_words(seed), dtype=np.int64)
        values = np.zeros((len(actions), 2))
        progress = np.zeros((len(actions), len(thought.games[0]["progress"])), dtype=np.int64)
        for k, action in enumerate(actions):
            arm = self._arms[:1]
            arm[0] = 0.0
            arm[0, ARM.ACTION] = action
            self._words[0] = words
            thought.entry.play_out_arms(
                thought.kernel.engine(), thought.games, book, self.buffers, seat.player, arm, 1, 1,
                MORNINGS, self._value_weight, self._words[0],
            )  # fmt: skip
            values[k] = arm[0, ARM.SUM], arm[0, ARM.LATER]
            progress[k] = thought.games[ROLLED_OUT]["progress"]
        return values, progress

    def _list_arms(self, seat: Seat) -> tuple[int, NDArray[np.void]]:
        """Write the answers to roll out, the likeliest first; return their number and the
        book."""
        book, thought = self.laid_out(seat), self._thought
        found = thought.entry.list_arms(
            thought.kernel.engine(), thought.games, book, self.buffers, seat.player, self._arms,
            self._every, self._words[0],
        )  # fmt: skip
        return int(found), book

    def _halve(self, seat: Seat, book: NDArray[np.void], left: int, worlds: int) -> int:
        """Roll out the first answers in this many determinizations; return the number left."""
        thought = self._thought
        following = thought.entry.play_out_arms(
            thought.kernel.engine(), thought.games, book, self.buffers, seat.player, self._arms,
            left,
            worlds, MORNINGS, self._value_weight, self._words[0],
        )  # fmt: skip
        return int(following)

    def _think(self, seat: Seat, until: float, *, two: bool) -> int:
        """Roll out answers until this time with sequential halving; return how many there were. A
        single answer is rolled out too, unless at least two are required."""
        start = time.thread_time()
        found, book = self._list_arms(seat)
        left = found
        rounds = (left - 1).bit_length() if two else max(1, (left - 1).bit_length())
        for number in range(1, rounds + 1):
            worlds = max(1, self._rollouts // (rounds * left)) if self._rollouts else 1
            end = start + (until - start) * number / rounds
            following = self._halve(seat, book, left, worlds)
            while not self._rollouts and time.thread_time() < end:
                following = self._halve(seat, book, left, worlds)
            left = following
        return found
