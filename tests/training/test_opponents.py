"""Who sits opposite the learner of PPO: bots at the desks, ratings, and who is drawn by them."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest
import torch

from altered_env import make_vec
from altered_env.agents.at_desks import DeskBots
from altered_env.agents.checkpoints import save_network
from altered_env.agents.net_weights import NetWeights
from altered_env.agents.network import Network, Shape
from altered_env.arena.rating_table import rating_of
from altered_env.batch.layout import BUILT_IN
from altered_env.train.pool import specs_of
from altered_env.train.ppo import Config
from altered_env.train.seated_opponents import Opponents

torch.set_num_threads(1)
SHAPE = Shape(8, 0, 1)
BOTS = Path(__file__).parents[2] / "agents"


def pool(specs=("random", "greedy"), keep=2, n=8, share=1.0, prefer="strong", seed=3, **options):
    """A batch and its pool, games begun with who was drawn from that."""
    vec = make_vec(n, seed=seed, threads=1, **{"decks": "axiom+bravos", **options})
    own = Network(Shape(8, 0, 1, players=vec.kernel.players), vec.card_features)
    opponents = Opponents(specs, keep, vec, own, share, prefer, seed)
    vec.reset(seed)
    return vec, opponents


def weights():
    return {name: part.clone() for name, part in Network(SHAPE).state_dict().items()}


@pytest.mark.parametrize("form", ["standard", "two_against_two"])
def test_who_searches_sits_at_a_desk_as_at_a_table(form):
    """The same in the same game, however many there are besides."""
    taken = []
    for count in (3, 1):
        vec = make_vec(count, format=form, seed=6, threads=1)
        bots = DeskBots(["random", "ismcts:iterations=8"], vec, seed=5)
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
    specs = specs_of(f"{tmp_path / 'mine.py'}:Last+{program}")
    vec, opponents = pool(specs, keep=0, n=4)
    met = set()
    for _ in range(6):
        learns = opponents.own()
        met |= set(opponents.against[~learns].tolist())
        actions = vec.mask.argmax(axis=1)
        asked = np.flatnonzero(~learns)
        actions[asked] = opponents.answer(asked, np.random.default_rng(1))
        assert (vec.mask[np.arange(4), actions] != 0).all()
        vec.step(actions)
    assert met == {0, 1}


def test_ratings_follow_results_and_those_of_rated_bots_stay():
    vec, opponents = pool(keep=1)
    known = [rating_of(name).elo for name in ("random", "greedy")]
    assert opponents.rating == known[0]
    opponents.join(weights())
    assert opponents.ratings.tolist() == [*known, known[0]]
    for _ in range(60):  # the learner beats random play and its earlier self, and loses to greedy
        vec.desks["last_against"][:] = 1 + np.arange(8) % 3
        vec.desks["last_learner"][:] = 1
        vec.reward[:] = np.where((np.arange(8) % 3 == 1)[:, None], (-1, 1), (1, -1))
        opponents.remember(np.ones(8, dtype=bool))
    assert opponents.ratings[:2].tolist() == known
    assert known[0] + 100 < opponents.rating
    assert opponents.ratings[2] < known[0]
    assert opponents.lost[0] < 0.1 < 0.9 < opponents.lost[1]


def test_a_game_that_nobody_won_is_half_a_loss():
    vec, opponents = pool()
    vec.desks["last_against"][:] = 1
    vec.reward[:] = 0
    before = opponents.rating
    opponents.remember(np.ones(8, dtype=bool))
    assert opponents.rating == before
    assert opponents.lost[0] == 0.5


@pytest.mark.parametrize(
    ("prefer", "most"), [("strong", "strong"), ("even", "even"), ("all", None)]
)
def test_who_is_drawn_follows_from_the_ratings(prefer, most):
    vec, opponents = pool(prefer=prefer, specs=("random", "greedy", "policy"), n=60)
    opponents.rating = 200.0
    opponents.ratings[:3] = 0, 200, 900
    opponents.seat()
    vec.reset(1)
    drawn = np.bincount(opponents.against, minlength=3)
    if most is None:
        assert drawn.min() > 8
    else:
        assert drawn.argmax() == {"strong": 2, "even": 1}[most]
    assert 15 < vec.desks["learner"].sum() < 45


def test_earlier_selves_join_and_the_oldest_goes():
    vec, opponents = pool(keep=2)
    first, second, third = weights(), weights(), weights()
    for rating, one in ((10.0, first), (20.0, second)):
        opponents.rating = rating
        opponents.join(one)
    assert opponents.ratings[2:].tolist() == [10, 20]
    vec.desks["against"][:] = [0, 1, 2, 3, 4, 3, 4, 0]
    opponents.rating = 30.0
    opponents.join(third)
    assert opponents.ratings[2:].tolist() == [20, 30]
    assert opponents.against.tolist() == [-1, 0, 1, 2, 2, 2, 2, -1]
    assert torch.equal(opponents.selves[0]["card.weight"], second["card.weight"])
    assert len(opponents) == 4


def test_with_nobody_there_both_seats_are_the_learners():
    vec, opponents = pool(specs=(), keep=0)
    opponents.join(weights())
    assert len(opponents) == 0
    assert opponents.own().all()
    assert (vec.desks["player"] == BUILT_IN.LEARNER).all()


def at_random(vec, rng):
    return (rng.random(vec.mask.shape) * vec.mask).argmax(axis=1)


def test_compiled_players_answer_as_the_batch_is_stepped(tmp_path):
    """Nothing comes back that they would have to decide, and no seat is made for them."""
    path = tmp_path / "net.safetensors"
    NetWeights.new(4, 4).save(path, {})
    specs = ("random", "greedy", "rules", f"net:{path}")
    vec, opponents = pool(specs, keep=0, share=0.8, prefer="all", n=12)
    rng = np.random.default_rng(1)
    assert set(opponents.against.tolist()) == {-1, 0, 1, 2, 3}
    both = opponents.against == -1
    theirs = vec.desks["learner"].copy()
    seen = [set() for _ in range(12)]
    for _ in range(20):
        assert opponents.own().all()
        for i in range(12):
            seen[i].add(int(vec.seat[i]))
        vec.step(at_random(vec, rng))
    first = vec.desks["games"] == 0
    assert all(found == {0, 1} for found, mine in zip(seen, both & first, strict=True) if mine)
    assert all(
        found == {1 - int(seat)}
        for found, mine, seat in zip(seen, ~both & first, theirs, strict=True)
        if mine
    )
    assert int(vec.decisions[~both & first].min()) > 20


def test_games_of_the_pool_do_not_depend_on_threads():
    seen = []
    for count in (1, 3):
        vec = make_vec(6, "axiom+bravos", seed=3, threads=count)
        own = Network(SHAPE, vec.card_features)
        Opponents(("greedy", "random"), 0, vec, own, 0.7, "all", 3)
        vec.reset(3)
        rng = np.random.default_rng(1)
        for _ in range(15):
            vec.step(at_random(vec, rng))
        seen.append(vec.observation.copy())
    assert (seen[0] == seen[1]).all()


def test_of_four_one_seat_is_the_opponents_and_three_learn():
    vec, opponents = pool(("greedy", "random"), keep=0, n=4, decks="usual", format="free_for_all")
    rng = np.random.default_rng(1)
    seen = [set() for _ in range(4)]
    for _ in range(40):
        assert opponents.own().all()
        for i in range(4):
            seen[i].add(int(vec.seat[i]))
        vec.step(at_random(vec, rng))
    assert (vec.desks["games"] == 0).all()
    assert seen == [{0, 1, 2, 3} - {seat} for seat in vec.desks["learner"].tolist()]


def test_who_has_won_is_rated_by_the_seat_it_had():
    vec, opponents = pool(("greedy",), keep=0, n=8)
    rng = np.random.default_rng(1)
    lost = []
    opponents.rate = lambda who, reward: lost.append((who, reward))
    for _ in range(150):
        vec.step(at_random(vec, rng))
        opponents.remember(vec.terminated | vec.truncated)
    assert len(lost) == vec.desks["games"].sum() > 8
    assert all(who == 0 for who, _ in lost)
    assert sum(reward > 0 for _, reward in lost) > 0.8 * len(lost)


def test_all_kinds_answer_and_go_on_as_they_were(tmp_path):
    """Who searches, a frozen network and an earlier self; kept, restored, and with one more
    behind."""
    path = tmp_path / "frozen.safetensors"
    save_network(path, Network(Shape(16, 1, 2)), {})
    specs = ("ismcts:iterations=4", f"policy:{path}")
    vec, opponents = pool(specs, keep=1)
    opponents.join(weights())
    against = vec.desks["against"]
    against[:] = 1 + np.arange(8) % 3
    vec.desks["player"][np.arange(8), vec.seat] = BUILT_IN.GUEST
    assert not opponents.own().any()
    kept = {name: part.clone() for name, part in opponents.tensors().items()}
    games = vec.state()
    every = np.arange(8)
    actions = opponents.answer(every, np.random.default_rng(1))
    assert vec.mask[every, actions].all()
    for more, shift in (((), 0), (("greedy",), 1)):
        batch, other = pool((*specs, *more), keep=1)
        batch.restore(games)
        other.restore(kept, opponents.about())
        assert other.against.tolist() == [0, 1, 2 + shift, 0, 1, 2 + shift, 0, 1]
        assert (other.answer(every, np.random.default_rng(1)) == actions).all()
    _, fewer = pool(("random",), keep=1)
    with pytest.raises(ValueError, match=r"a run against ismcts:iterations=4\+policy"):
        fewer.restore(kept, opponents.about())


def test_more_opponents_than_a_batch_draws_from_are_refused():
    assert Config(keep=28).keep == 28
    with pytest.raises(ValueError, match="at most 31 sit opposite in all, found 32"):
        Config(keep=29)
