"""`rollout:PATH`: rollouts of answers to the second Morning, with a compiled network as both
players; `rollout:v1` to `rollout:v5` use the bundled networks. `rollout:v5,answers=all` is the
strongest player here.

It uses only visible information: answers are compared in the same sampled determinizations
(`altered_env/thinking/rollouts.py`). The opponent's deck list is known to it.

Options: `ms`, the mean processor time per decision in milliseconds: answers are rolled out until
one is ahead (`answer_race.py`), and the time saved goes to later decisions, up to three times `ms`
each; or `rollouts` instead, the total number of rollouts with sequential halving, which makes games
reproducible, as `net:PATH,rollouts=N` does in compiled games; `value_weight`, the weight of an
answer's result against its log prior; `answers`: `likely` for up to eight that the network finds
most likely, `all` for up to sixteen, also those that it finds all but impossible, with identical
copies as one.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from altered_env.agents.answer_race import QUICK, THOROUGH, Race
from altered_env.agents.net import LIKELY, every, of_two
from altered_env.agents.thoughts import Player
from altered_env.engine.chance import seed_words
from altered_env.game.seat import Seat
from altered_env.thinking.matches import BOT
from altered_env.thinking.rollouts import ARM, DOUBT, MORNINGS, MOST, VALUE_WEIGHT

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
        self._every = every("rollout", answers)
        self._saved = 0.0
        """Seconds saved by earlier decisions."""
        self._arms = np.zeros((MOST, ARM.COUNT))
        self._world = np.zeros((MOST, ARM.COUNT))

    def start(self, seed: int) -> None:
        """Reseed."""
        super().start(seed)
        self._saved = 0.0

    def act(self, seat: Seat) -> int:
        """The answer with the best result, weighted with the network's prior."""
        if len(seat.actions) == 1:
            return seat.actions[0]
        start = time.thread_time()
        most = min(self._time(), MOST_TIMES * self._usual)
        self._think(seat, start + most, two=True)
        left = self._usual - (time.thread_time() - start)
        self._saved = max(0.0, self._saved + left)  # compile time does not count
        return int(self._arms[0, ARM.ACTION])

    def _time(self) -> float:
        """The time for this decision, in seconds, if there were no maximum."""
        return self._usual + SPENT * self._saved

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
        self._play_out(seat, self.laid_out(seat), arms, len(arms), worlds, mornings)

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
        book = self.laid_out(seat)
        words = np.array(seed_words(seed), dtype=np.int64)
        values = np.zeros((len(actions), 2))
        progress = np.zeros((len(actions), len(self._thought.games[0]["progress"])), dtype=np.int64)
        for k, action in enumerate(actions):
            arm = self._arms[:1]
            arm[0] = 0.0
            arm[0, ARM.ACTION] = action
            self._words[0] = words
            self._play_out(seat, book, arm, 1, 1)
            values[k] = arm[0, ARM.SUM], arm[0, ARM.LATER]
            progress[k] = self._thought.games[ROLLED_OUT]["progress"]
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

    def _think(self, seat: Seat, until: float, *, two: bool) -> int:
        """Roll out answers; return how many there were. A single one is rolled out too, unless at
        least two are required."""
        return self._halve(seat, two=two) if self._rollouts else self._race(seat, until, two=two)

    def _halve(self, seat: Seat, *, two: bool) -> int:
        """Roll out answers with sequential halving."""
        found, book = self._list_arms(seat)
        left = found
        rounds = (left - 1).bit_length() if two else max(1, (left - 1).bit_length())
        for _ in range(rounds):
            worlds = max(1, self._rollouts // (rounds * left))
            left = self._play_out(seat, book, self._arms, left, worlds)
        return found

    def _race(self, seat: Seat, until: float, *, two: bool) -> int:
        """Roll out answers in one world after another until this time, or until one is ahead if at
        least two are required."""
        found, book = self._list_arms(seat)
        arms, world = self._arms[:found].copy(), self._world
        care = THOROUGH if self._time() >= MOST_TIMES * self._usual else QUICK
        race = Race(arms[:, ARM.LOG_PRIOR], self._value_weight, DOUBT, care)
        while len(race.left) > int(two) and (race.worlds == 0 or time.thread_time() < until):
            count = len(race.left)
            world[:count] = 0.0
            world[:count, ARM.ACTION] = arms[race.left, ARM.ACTION]
            world[:count, ARM.OPTION] = range(count)
            self._play_out(seat, book, world, count, 1)
            values = np.zeros((count, 2))
            values[world[:count, ARM.OPTION].astype(int)] = world[:count, [ARM.SUM, ARM.LATER]]
            race.add(values)
        order = race.order()
        self._arms[:found] = arms[order]
        self._arms[:found, ARM.WORTH] = race.worths()[order]
        return found

    def _play_out(
        self,
        seat: Seat,
        book: NDArray[np.void],
        arms: NDArray[np.float64],
        left: int,
        worlds: int,
        mornings: int = MORNINGS,
    ) -> int:
        """Roll out the first of these answers in this many determinizations, and sort them; return
        how many enter the next round."""
        thought = self._thought
        following = thought.entry.play_out_arms(
            thought.kernel.engine(), thought.games, book, self.buffers, seat.player, arms, left,
            worlds, mornings, self._value_weight, self._words[0],
        )  # fmt: skip
        return int(following)
