"""A game with a known answer: value targets and advantages as in training, checked against sums.

A heap of stones; the player to move takes one or two; the last stone wins. With the double rule,
taking two from an even heap gives another turn, so that turns do not simply alternate. Finished
games restart in the same step, and a training round may end anywhere within them.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from altered_env.train.credit import advantages

HEAP = 8


class Heaps:
    """Many games at once, stepped as the native batch is."""

    def __init__(self, n, double):
        self.n, self.double = n, double
        self.heap = np.full(n, HEAP)
        self.seat = np.arange(n) % 2

    def step(self, taken):
        reward = np.zeros((self.n, 2), dtype=np.float32)
        again = self.double & (taken == 2) & (self.heap % 2 == 0)
        self.heap = self.heap - taken
        ended = self.heap == 0
        over = np.flatnonzero(ended)
        reward[over, self.seat[over]] = 1
        reward[over, 1 - self.seat[over]] = -1
        self.seat = np.where(again, self.seat, 1 - self.seat)
        self.heap = np.where(ended, HEAP, self.heap)
        return reward, ended


def play(games, steps, chances, rng):
    """A round: heaps, seats, who took two, rewards and ends, each (steps, n)."""
    rows = []
    for _ in range(steps):
        heap, seat = games.heap.copy(), games.seat.copy()
        two = (rng.random(games.n) < chances[heap]) & (heap >= 2)
        rows.append((heap, seat, two, *games.step(1 + two)))
    return [np.array(column) for column in zip(*rows, strict=True)]


@cache
def worth(heap, double):
    """The value of a heap to the player to move under uniform play."""
    if heap == 0:
        return -1.0
    one = -worth(heap - 1, double)
    if heap < 2:
        return one
    again = double and heap % 2 == 0
    two = worth(heap - 2, double) if again and heap > 2 else -worth(heap - 2, double)
    return (one + two) / 2


@pytest.mark.parametrize("double", [False, True])
@pytest.mark.parametrize("trace", [0.0, 0.9, 1.0])
def test_values_become_what_the_game_is_worth(double, trace):
    rng = np.random.default_rng(1)
    games = Heaps(64, double)
    value = np.zeros(HEAP + 1, dtype=np.float32)
    chances = np.full(HEAP + 1, 0.5)
    for k in range(400):
        heap, seat, _, reward, ended = play(games, 7, chances, rng)
        _, target = advantages(
            reward, value[heap], seat, ended, value[games.heap], games.seat, 1.0, trace
        )
        for h in np.unique(heap):
            value[h] += 20 / (40 + k) * (target[heap == h].mean() - value[h])
    known = [worth(h, double) for h in range(1, HEAP + 1)]
    assert value[1:] == pytest.approx(known, abs=0.08)


def test_both_seats_learn_to_leave_a_multiple_of_three():
    """The known best play, by the gradient that PPO follows: credit goes to who earned it."""
    rng = np.random.default_rng(2)
    games = Heaps(64, double=False)
    value = np.zeros(HEAP + 1, dtype=np.float32)
    logit = np.zeros(HEAP + 1)
    for _ in range(500):
        chances = 1 / (1 + np.exp(-logit))
        heap, seat, two, reward, ended = play(games, 7, chances, rng)
        advantage, target = advantages(
            reward, value[heap], seat, ended, value[games.heap], games.seat, 1.0, 0.95
        )
        for h in range(1, HEAP + 1):
            if (here := heap == h).any():
                value[h] += 0.2 * (target[here].mean() - value[h])
                logit[h] += 2 * (advantage[here] * (two[here] - chances[h])).mean()
    best = {h: h % 3 == 2 for h in range(2, HEAP + 1) if h % 3}
    assert {h: bool(logit[h] > 1) for h in best} == best
    assert all(abs(logit[h]) > 1 for h in best)
    assert value[3] < -0.8
    assert value[[1, 2]].min() > 0.8


@pytest.mark.parametrize("likely", [0.2, 0.5])
def test_values_become_those_of_another_policy_than_that_which_plays(likely):
    """V-trace: both take two in half of the cases. The learned value is that of a policy that takes
    two with probability `likely`, truncated at the behaviour policy: 1 in 3.5 for 0.2."""

    @cache
    def known(heap, mine):
        """To the learner, as the player to move or as the opponent."""
        if heap == 0:
            return -1.0 if mine else 1.0
        two = min(1.0, likely / 0.5) / (min(1.0, likely / 0.5) + 1) if mine else 0.5
        if heap == 1:
            return known(0, not mine)
        return (1 - two) * known(heap - 1, not mine) + two * known(heap - 2, not mine)

    rng = np.random.default_rng(1)
    games = Heaps(64, double=False)
    value = np.zeros(HEAP + 1, dtype=np.float32)
    for k in range(300):
        heap, seat, two, reward, ended = play(games, 24, np.full(HEAP + 1, 0.5), rng)
        weight = np.where(heap < 2, 1, np.where(two, likely, 1 - likely) / 0.5).astype(np.float32)
        last = value[games.heap]
        _, target = advantages(
            reward, value[heap], seat, ended, last, games.seat, 1.0, 0.9, importance=weight
        )
        # after that a value follows from the opponent's, who plays differently
        whole = slice(0, 16)
        for h in np.unique(heap[whole]):
            seen = heap[whole] == h
            value[h] += 20 / (40 + k) * (target[whole][seen].mean() - value[h])
    assert value[1:] == pytest.approx([known(h, True) for h in range(1, HEAP + 1)], abs=0.06)
    if likely == 0.2:
        alike = [worth(h, False) for h in range(1, HEAP + 1)]
        assert np.abs(value[1:] - alike).max() > 0.1  # which it would be without the weights
