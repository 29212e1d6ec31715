"""Answers race in shared worlds until one is ahead."""

from __future__ import annotations

import numpy as np
import pytest

from altered_env.agents.answer_race import QUICK, THOROUGH, WORLDS, Race


def raced(values, most=10_000, logs=None, care=QUICK):
    """A race over these values, a plane for each world and a row for each answer."""
    logs = np.zeros(values.shape[1]) if logs is None else logs
    race = Race(np.array(logs, dtype=float), weight=300, doubt=10, care=care)
    for world in values[:most]:
        if len(race.left) == 1:
            break
        race.add(world[race.left])
    return race


def drawn(rng, means, worlds, shared=0.0, alone=0.36):
    """Values of answers with these means, with noise that all share and noise of their own."""
    means = np.array(means)
    late = rng.normal(means, alone, (worlds, len(means))) + rng.normal(0, shared, (worlds, 1))
    return np.stack([late, late], axis=2)


def test_a_clear_leader_ends_it_but_not_after_one_world():
    values = np.zeros((50, 2, 2))
    values[:, 0] = 1.0
    race = raced(values)
    assert race.worlds == WORLDS and race.left == [0] and race.order() == [0, 1]


def test_equal_answers_end_it_too():
    """Nothing is to be won by deciding between answers that are the same in each world."""
    assert WORLDS < raced(np.zeros((500, 3, 2))).worlds < 20
    assert len(raced(np.zeros((500, 3, 2)), care=THOROUGH).left) == 3, (
        "unless there is time to spare"
    )


@pytest.mark.parametrize("seed", range(5))
def test_little_is_lost_where_values_are_noisy(seed):
    """A single world would lose 0.12 on average."""
    rng, means = np.random.default_rng(seed), np.array([0.0, 0.25, 0.1, -0.3])
    races = [raced(drawn(rng, means, 400)) for _ in range(200)]
    lost = [means.max() - means[race.order()[0]] for race in races]
    assert np.mean(lost) < 0.04 and np.mean([race.worlds for race in races]) < 60


def test_noise_that_answers_share_costs_nothing():
    rng = np.random.default_rng(1)
    together = raced(drawn(rng, [0.1, 0.0], 400, shared=0.5, alone=0.02)).worlds
    apart = np.median(
        [raced(drawn(rng, [0.1, 0.0], 400, shared=0.0, alone=0.5)).worlds for _ in range(30)]
    )
    assert together < 12 < apart


def test_those_that_were_dropped_come_last_the_first_of_them_at_the_end():
    rng = np.random.default_rng(2)
    race = raced(drawn(rng, [0.0, -1.5, 0.02, -0.25], 400, alone=0.2), most=40)
    order = race.order()
    assert order[-1] == 1 and set(order) == {0, 1, 2, 3}
    worths = race.worths()
    assert sorted(race.left, key=lambda k: -worths[k]) == order[: len(race.left)]


def test_the_prior_counts_as_the_search_weighs_it():
    """300 times a gain of 0.1 are 30 logs."""
    values = np.zeros((40, 2, 2))
    values[:, 1] = 0.1
    assert raced(values, logs=[0.0, -29.0]).order()[0] == 1
    assert raced(values, logs=[0.0, -31.0]).order()[0] == 0
