"""Opponents in training: bots in slots of a batch, ratings, and matchmaking."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import numpy as np
import pytest

from altered_env import make_vec
from altered_env.arena.rating_table import rating_of
from altered_env.envs.batch_opponents import BatchBots
from altered_env.train.pool import Pool, specs_of

BOTS = Path(__file__).parents[2] / "agents"


@pytest.mark.parametrize("form", ["standard", "two_against_two"])
def test_who_searches_sits_at_a_desk_as_at_a_table(form):
    """The same in the same game, however many others there are."""
    taken = []
    for count in (3, 1):
        vec = make_vec(count, format=form, seed=6, threads=1)
        bots = BatchBots(["random", "ismcts:iterations=8"], vec, seed=5)
        for _ in range(8):
            actions = bots.answer(np.arange(count), np.ones(count, dtype=np.int64))
            assert (vec.mask[np.arange(count), actions] != 0).all()
            taken.append(int(actions[0]))
            vec.step(actions)
    assert taken[:8] == taken[8:]


def test_bots_of_others_sit_at_a_desk(tmp_path):
    (tmp_path / "mine.py").write_text(
        "class Last:\n    def act(self, seat):\n        return seat.actions[-1]\n"
    )
    program = f"cmd:{sys.executable} -S {BOTS / 'any_action.py'}"
    vec = make_vec(4, "axiom+bravos", seed=3, threads=1)
    bots = BatchBots([f"{tmp_path / 'mine.py'}:Last", program], vec, seed=3)
    for _ in range(6):
        actions = bots.answer(np.arange(4), np.array([0, 1, 0, 1]))
        assert (vec.mask[np.arange(4), actions] != 0).all()
        vec.step(actions)


def test_ratings_follow_results_and_those_of_rated_bots_stay():
    pool = Pool(("random", "greedy"), 1, "hard")
    known = [rating_of(name).elo for name in ("random", "greedy")]
    assert pool.rating == known[0]
    pool.take("itself")
    assert pool.ratings.tolist() == [*known, known[0]]
    won = {0: -1, 1: 1, 2: -1}  # the learner beats random play and its earlier self
    for _ in range(160):
        pool.rate_on(np.array([(who, 0, reward) for who, reward in won.items()]))
    assert pool.ratings[:2].tolist() == known
    assert known[0] + 100 < pool.rating
    assert pool.ratings[2] < known[0]
    assert pool.lost[0] < 0.1 < 0.9 < pool.lost[1]


def test_a_game_that_nobody_won_is_half_a_loss():
    pool = Pool(("random",), 1, "hard")
    before = pool.rating
    pool.rate(0, 0)
    assert pool.rating == before
    assert pool.lost[0] == 0.5


def test_the_share_of_lost_games_is_their_mean_from_the_first_on():
    """It began at one half and moved by 2 % of the difference, so 37 lost games were 76 %."""
    pool = Pool(("random", "greedy", "net:v1"), 0, "hard")
    weights = pool.weights()
    assert pool.shares() == {"random": None, "greedy": None, "net:v1": None}
    for k in range(40):
        pool.rate(0, 1)
        pool.rate(1, 1 if k % 4 else -1)
    assert pool.shares() == {"random": 1.0, "greedy": pytest.approx(0.75), "net:v1": None}
    for _ in range(60):
        pool.rate(0, -1)
    assert 0.2 < pool.lost[0] < 0.3, "later games count more than earlier ones"
    assert pool.weights().shape == weights.shape
    again = Pool(("random", "greedy", "net:v1", "rules"), 0, "hard")
    again.rate_again(**{**pool.numbers(), "about": pool.about()})
    assert again.shares() == {**pool.shares(), "rules": None}


def test_a_run_that_counted_no_games_goes_on_with_its_moving_means():
    pool = Pool(("random",), 1, "hard")
    pool.rate(0, 1)
    old = {name: value for name, value in pool.about().items() if name != "games"}
    again = Pool(("random",), 1, "hard")
    again.rate_again(np.zeros(2), np.array([0.5, 0.5]), old)
    again.rate(0, 1)
    assert again.lost[0] == pytest.approx(0.51)


@pytest.mark.parametrize(("matchmaking", "most"), [("hard", 2), ("even", 1), ("uniform", None)])
def test_who_is_drawn_follows_from_the_ratings(matchmaking, most):
    pool = Pool(("random", "greedy", "net:v1"), 0, matchmaking)
    pool.rating = 200.0
    pool.ratings[:3] = 0, 200, 900
    weights = pool.weights()
    if most is None:
        assert weights.tolist() == [1, 1, 1]
    else:
        assert weights.argmax() == most


def test_earlier_selves_join_and_the_oldest_goes():
    pool = Pool(("random", "greedy"), 2, "hard")
    for rating, one in ((10.0, "first"), (20.0, "second")):
        pool.rating = rating
        assert not pool.take(one)
    assert pool.ratings[2:].tolist() == [10, 20]
    pool.rate(3, 1)
    pool.rating = 30.0
    pool.ratings[3] = 20.0
    assert pool.take("third")
    assert pool.ratings[2:].tolist() == [20, 30]
    assert pool.games.tolist() == [0, 0, 1, 0] and pool.lost[2:].tolist() == [1, 0.5]
    assert pool.selves == ["second", "third"]
    assert len(pool) == 4


def test_nobody_joins_a_pool_without_room():
    pool = Pool((), 0, "hard")
    assert not pool.take("itself")
    assert len(pool) == 0


@pytest.mark.parametrize(
    ("named", "says"),
    [
        ("ismcts", "opponents must play in compiled code: random, greedy, rules, net, rules@1"),
        ("cmd:./mybot", "joined by +, found 'cmd:./mybot'; training/cleanrl_ppo.py"),
        ("mine.py:MyBot", "found 'mine.py:MyBot'"),
        ("policy:default", "opponents: policy:* was removed in version 0.2: use net:v"),
        ("greedy+greedy", "opponents: 'greedy' is named twice"),
    ],
)
def test_who_cannot_be_met_is_named(named, says):
    with pytest.raises(ValueError, match=re.escape(says)):
        specs_of(named)
