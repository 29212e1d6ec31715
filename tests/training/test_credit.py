"""Advantages: against hand-computed sums, and against each seat's own trajectory."""

from __future__ import annotations

import numpy as np
import pytest

from altered_env.train.credit import advantages


def credit(reward, value, seat, ended, last_value=(0,), last_seat=(0,), discount=1.0, trace=1.0):
    found = advantages(
        np.array(reward, dtype=np.float32),
        np.array(value, dtype=np.float32),
        np.array(seat),
        np.array(ended),
        np.array(last_value, dtype=np.float32),
        np.array(last_seat),
        discount,
        trace,
    )
    return [part[:, 0].tolist() for part in found]


NO = [[0, 0]]


def test_a_game_of_two_lines():
    """Player 0 moves, player 1 moves and wins: 1 is credited with it, 0 with the loss."""
    advantage, target = credit([NO, [[-1, 1]]], [[0.5], [0.25]], [[0], [1]], [[False], [True]])
    assert target == [-1, 1]
    assert advantage == [-1.5, 0.75]


def test_the_other_may_end_the_game_twice_moved():
    """One player decides twice in a row; the reward still reaches the decision before."""
    _, target = credit(
        [NO, NO, [[1, -1]]], [[0], [0], [0]], [[1], [0], [0]], [[False], [False], [True]]
    )
    assert target == [-1, 1, 1]


def test_nothing_flows_from_one_game_to_the_next():
    _, target = credit(
        [[[1, -1]], NO, [[-1, 1]]], [[0], [0], [0]], [[0], [0], [1]], [[True], [False], [True]]
    )
    assert target == [1, -1, 1]


def test_a_round_that_ends_within_a_game_leans_on_the_value():
    """Values are zero-sum."""
    _, target = credit([NO, NO], [[0], [0]], [[0], [1]], [[False]] * 2, [0.5], [0])
    assert target == [0.5, -0.5]


def test_lambda_0_is_one_decision_ahead_of_the_same_seat():
    advantage, _ = credit(
        [NO, NO, NO], [[0.1], [0.2], [0.4]], [[0], [1], [0]], [[False]] * 3, [0.8], [1], 1.0, 0.0
    )
    assert advantage == pytest.approx([0.3, 0.6, -1.2], abs=1e-6)


def story(reward, value, seat, ended, last, last_seat, discount, trace, who):
    """The same for one seat, from its own decisions, one by one and forwards."""
    steps = len(seat)
    mine = [t for t in range(steps) if seat[t] == who]
    found = {}
    for k, t in enumerate(mine):
        total, weight, at = 0.0, 1.0, t
        for j in range(k, len(mine)):
            at = mine[j]
            after = mine[j + 1] if j + 1 < len(mine) else steps
            got, over = 0.0, False
            for s in range(at, after):
                got += reward[s][who]
                if ended[s]:
                    over = True
                    break
            if over:
                ahead = 0.0
            elif after < steps:
                ahead = value[after]
            else:
                ahead = last if last_seat == who else -last
            total += weight * (got + discount * ahead - value[at])
            weight *= discount * trace
            if over:
                break
        found[t] = total
    return found


@pytest.mark.parametrize("seed", range(20))
def test_it_is_what_each_seat_would_reckon_by_itself(seed):
    rng = np.random.default_rng(seed)
    steps, many = 40, 3
    seat = rng.integers(2, size=(steps, many))
    ended = rng.random((steps, many)) < 0.1
    winner = rng.integers(2, size=(steps, many))
    reward = np.zeros((steps, many, 2), dtype=np.float32)
    reward[ended, winner[ended]] = 1
    reward[ended, 1 - winner[ended]] = -1
    value = rng.normal(size=(steps, many)).astype(np.float32)
    last = rng.normal(size=many).astype(np.float32)
    last_seat = rng.integers(2, size=many)
    found, _ = advantages(reward, value, seat, ended, last, last_seat, 0.97, 0.9)
    for i in range(many):
        for who in (0, 1):
            wanted = story(
                reward[:, i].tolist(),
                value[:, i].tolist(),
                seat[:, i].tolist(),
                ended[:, i].tolist(),
                float(last[i]),
                int(last_seat[i]),
                0.97,
                0.9,
                who,
            )
            for t, number in wanted.items():
                assert found[t, i] == pytest.approx(number, abs=1e-4)
