"""`make_vec(learner=True)`: one seat of each game belongs to the learner and alone is credited."""

from __future__ import annotations

import numpy as np
import pytest

from altered_env import make_vec
from altered_env.spaces.gym_spaces import field


def choose(vec, rng):
    return (rng.random(vec.mask.shape) * vec.mask).argmax(axis=1)


def test_every_decision_is_the_learners_and_the_end_is_credited_to_its_seat():
    vec = make_vec(3, learner=True, seed=1, threads=1, day_limit=3)
    rng = np.random.default_rng(0)
    ended = 0
    for _ in range(60):
        assert np.array_equal(vec.vec.seat, vec.seat)
        vec.step(choose(vec, rng))
        last = vec.vec.last["winner"]
        for i in np.flatnonzero(vec.ended):
            won = 0 if last[i] < 0 else 1 if last[i] == vec.last_seat[i] else -1
            assert vec.reward[i] == won
            assert vec.truncated[i] == (won == 0)
        assert not vec.reward[~vec.ended].any()
        of = np.flatnonzero(vec.ended)
        for i, seen in zip(of, vec.finals(of), strict=True):
            assert np.array_equal(seen, vec.vec.final(int(i), int(vec.last_seat[i]))["observation"])
            assert field(seen, "result") == vec.reward[i]
        ended += len(of)
    assert ended


def test_opponents_are_drawn_by_odds_and_the_seat_can_be_told():
    def first(observation, mask):
        return mask.argmax(axis=1)

    vec = make_vec(
        6, learner=True, opponent=("random", "greedy", first), odds=(0, 0, 1), seat="player_1"
    )
    assert vec.against.tolist() == [2] * 6 and vec.seat.tolist() == [1] * 6
    vec.step(vec.mask.argmax(axis=1))
    assert vec.opponents == ("random", "greedy", first)
    vec.set_opponents("random")
    assert vec.opponents == ("random",) and vec.opponent_names == ("random", "first")
    assert vec.against.tolist() == [1] * 6
    vec.step(vec.mask.argmax(axis=1))
    assert vec.vec.seat.tolist() == [1] * 6


def test_the_same_seed_gives_the_same_games_whatever_the_threads():
    seen = []
    for threads in (1, 2):
        vec = make_vec(3, learner=True, opponent=["greedy", "random"], seed=5, threads=threads)
        for _ in range(3):
            vec.step(vec.mask.argmax(axis=1))
        seen.append(vec.observation.copy())
    assert np.array_equal(*seen)


@pytest.mark.parametrize(
    ("options", "error", "says"),
    [
        ({"learner": True, "seats": (None, "random")}, TypeError, "batch without a learner"),
        ({"learner": True, "seat": "A"}, ValueError, "player_0"),
        ({"odds": (1,)}, TypeError, "odds needs a learner"),
        ({"seat": 0}, TypeError, "learner=True"),
        ({"lerner": True}, TypeError, "did you mean 'learner'"),
    ],
)
def test_what_is_wrong_is_named(options, error, says):
    with pytest.raises(error, match=says):
        make_vec(2, threads=1, **options)


def test_a_game_that_ended_is_terminated_or_truncated():
    vec = make_vec(8, learner=True, day_limit=5, seed=1, threads=1)
    told = np.zeros(2, dtype=int)
    for _ in range(200):
        vec.step(vec.mask.argmax(axis=1))
        assert np.array_equal(vec.terminated | vec.truncated, vec.ended)
        assert not (vec.terminated & vec.truncated).any()
        assert vec.reward[vec.terminated].all() and not vec.reward[vec.truncated].any()
        told += vec.terminated.sum(), vec.truncated.sum()
    assert told.any()


class Recorder:
    """Takes the first legal action, and records the seeds that it is started with."""

    def __init__(self):
        self.seeds = []

    def start(self, seed):
        self.seeds.append(seed)

    def act(self, seat):
        return seat.actions[0]


def test_an_agent_is_started_with_another_seed_at_each_decision_of_each_game():
    given = []
    for n, threads in ((2, 1), (2, 2), (1, 1)):
        agent = Recorder()
        vec = make_vec(
            n,
            learner=True,
            opponent=agent,
            seed=7,
            threads=threads,
            day_limit=1,
            decks=["axiom"],
        )
        for _ in range(60):
            vec.step(vec.mask.argmax(axis=1))
        assert vec.vec.last["games"].min() > 3
        assert len(set(agent.seeds)) == len(agent.seeds)
        assert min(agent.seeds) >= 0
        given.append(agent.seeds)
    assert given[0] == given[1]
    assert set(given[2]) < set(given[0])


@pytest.mark.parametrize("opponent", ["greedy", "rules"])
def test_a_seed_for_each_game_gives_the_first_games_of_batches_of_these_seeds(opponent):
    def played(vec):
        seen = []
        for _ in range(12):
            vec.step(vec.mask.argmax(axis=1))
            seen.append(vec.observation[-1].copy())
        return np.stack(seen)

    def batch(n):
        return make_vec(n, learner=True, opponent=opponent, seed=1, threads=1)

    one, other = batch(1), batch(2)
    one.reset(8)
    expected = played(one)
    other.reset([7, 8])
    assert np.array_equal(played(other), expected)
    other.reset(np.array([7, 8]))
    assert np.array_equal(played(other), expected)
    other.restart({1: 8})
    assert np.array_equal(played(other), expected)
    with pytest.raises(ValueError, match="one seed for each of 2 games, found 3"):
        other.reset(np.array([7, 8, 9]))
    with pytest.raises(ValueError, match=r"seed: expected a whole number from 0 on, found 1\.5"):
        other.reset(1.5)


@pytest.mark.parametrize("opponent", ["greedy", "rules", "random"])
def test_a_restored_batch_plays_on_alike_with_its_opponents(opponent):
    def played(vec):
        seen = []
        for _ in range(40):
            vec.step(vec.mask.argmax(axis=1))
            seen.append((vec.observation.tobytes(), vec.reward.tolist(), vec.ended.tolist()))
        return seen

    one = make_vec(2, learner=True, opponent=opponent, seed=3, threads=1)
    for _ in range(7):
        one.step(one.mask.argmax(axis=1))
    state = one.state()
    expected = played(one)
    one.restore(state)
    assert played(one) == expected
    other = make_vec(2, learner=True, opponent=opponent, seed=9, threads=1)
    other.restore(state)
    assert played(other) == expected


def test_what_is_no_state_of_a_batch_with_a_learner_changes_nothing():
    vec = make_vec(2, learner=True, opponent=["greedy", "random"], seed=3, threads=1)
    before = vec.state()
    mine = vec.state()
    with pytest.raises(ValueError, match="it has no rngs"):
        vec.restore(vec.vec.state())
    with pytest.raises(ValueError, match=r"rngs: int64 of shape \(1, 4\)"):
        vec.restore({**mine, "rngs": mine["rngs"][:1]})
    for other in ("greedy", ["random", "greedy"]):
        with pytest.raises(ValueError, match=r"this batch has \['greedy', 'random'\]"):
            vec.restore(make_vec(2, learner=True, opponent=other, seed=9, threads=1).state())

    def greedy(observations, masks):
        return masks.argmax(axis=1)

    named = make_vec(2, learner=True, opponent=[greedy, "random"], seed=9, threads=1)
    with pytest.raises(ValueError, match="opponents of other kinds"):
        vec.restore(named.state())
    assert all(np.array_equal(before[name], part) for name, part in vec.state().items())


@pytest.mark.parametrize(
    ("seed", "decks"), [(1, ["axim", "lyra"]), (-1, None), (1, ["axiom"])], ids=str
)
def test_a_reset_that_fails_leaves_the_seat_as_it_was(seed, decks):
    vec = make_vec(2, learner=True, seat=0, seed=3, threads=1)
    before = vec.state()
    with pytest.raises((ValueError, LookupError)):
        vec.reset(seed, decks, seat=1)
    assert vec.place == 0
    assert all(np.array_equal(before[name], part) for name, part in vec.state().items())
    vec.reset(3, ["axiom", "lyra"], seat="player_1")
    assert vec.place == 1 and vec.seat.tolist() == [1, 1]
    vec.reset(4)
    assert vec.seat.tolist() == [1, 1]


@pytest.mark.parametrize(
    ("odds", "opponent"), [([1, 2], ["greedy"]), ([0], ["greedy"]), (None, ["greedy"] * 100)]
)
def test_opponents_that_are_refused_change_nothing(odds, opponent):
    vec = make_vec(2, learner=True, opponent=["random", "rules"], seed=3, threads=1)
    before = vec.state()
    with pytest.raises(ValueError, match=r"odds|opponents"):
        vec.set_opponents(opponent, odds=odds)
    assert vec.opponents == ("random", "rules")
    assert all(np.array_equal(before[name], part) for name, part in vec.state().items())
