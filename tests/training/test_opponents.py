"""Who sits opposite the learner: bots at the desks, ratings, and who is drawn by them."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from agents.at_desks import DeskBots
from agents.checkpoints import save_network
from agents.network import Network, Shape
from altered_env import make_vec
from training.arena.rating_table import rating_of
from training.learning.seated_opponents import Opponents

torch.set_num_threads(1)
SHAPE = Shape(8, 0, 1)


def pool(specs=("random", "greedy"), keep=2, n=8, share=1.0, prefer="strong", seed=3):
    vec = make_vec(n, "axiom+bravos", seed=seed, threads=1)
    own = Network(SHAPE, vec.card_features)
    return vec, Opponents(specs, keep, vec, own, share, prefer, seed)


def weights():
    return {name: part.clone() for name, part in Network(SHAPE).state_dict().items()}


def at_random(vec, rng):
    return (rng.random(vec.mask.shape) * vec.mask).argmax(axis=1)


def test_greedy_at_the_desks_beats_random_play_from_either_seat():
    vec = make_vec(32, seed=2, threads=1)
    bots = DeskBots(["greedy"], vec, seed=2)
    rng = np.random.default_rng(2)
    greedy = np.arange(32) % 2
    won, ended = np.zeros(2), np.zeros(2)
    for _ in range(260):
        actions = at_random(vec, rng)
        of = np.flatnonzero(vec.seat == greedy)
        actions[of] = bots.answer(of, np.zeros(len(of), dtype=np.int64))
        vec.step(actions)
        over = vec.terminated
        for seat in (0, 1):
            mine = over & (greedy == seat)
            ended[seat] += mine.sum()
            won[seat] += (vec.reward[mine, seat] > 0).sum()
    assert (ended > 10).all()
    assert (won / ended > 0.8).all()


def test_what_bots_answer_depends_neither_on_threads_nor_on_how_games_are_asked():
    answers = []
    for threads, parts in ((1, 1), (3, 1), (1, 4)):
        vec = make_vec(12, seed=5, threads=1)
        bots = DeskBots(["rules", "random"], vec, seed=5, threads=threads)
        taken = []
        for _ in range(6):
            of = np.array_split(np.arange(12), parts)
            actions = np.concatenate([bots.answer(part, part % 2) for part in of])
            taken.append(actions)
            vec.step(actions)
        answers.append(np.array(taken))
    assert (answers[0] == answers[1]).all()
    assert (answers[0] == answers[2]).all()


@pytest.mark.parametrize("form", ["standard", "two_against_two"])
def test_who_searches_sits_at_a_desk_as_at_a_table(form):
    """The same in the same game, however many there are besides; and bots beside it."""
    taken = []
    for count in (3, 1):
        vec = make_vec(count, format=form, seed=6, threads=1)
        bots = DeskBots(["random", "ismcts:iterations=8", "greedy"], vec, seed=5)
        for _ in range(8):
            who = np.array([1, 2, 0])[:count]
            actions = bots.answer(np.arange(count), who)
            assert (vec.mask[np.arange(count), actions] != 0).all()
            taken.append(int(actions[0]))
            vec.step(actions)
    assert taken[:8] == taken[8:]


def test_ratings_follow_results_and_those_of_rated_bots_stay():
    vec, opponents = pool(keep=1)
    known = [rating_of(name).elo for name in ("random", "greedy")]
    assert opponents.rating == known[0]
    opponents.join(weights())
    assert opponents.ratings.tolist() == [*known, known[0]]
    opponents.theirs[:] = 1
    for _ in range(60):  # the learner beats random play and its earlier self, and loses to greedy
        opponents.against[:] = np.arange(8) % 3
        vec.reward[:] = np.where((np.arange(8) % 3 == 1)[:, None], (-1, 1), (1, -1))
        opponents.remember(np.ones(8, dtype=bool))
    assert opponents.ratings[:2].tolist() == known
    assert known[0] + 100 < opponents.rating
    assert opponents.ratings[2] < known[0]
    assert opponents.lost[0] < 0.1 < 0.9 < opponents.lost[1]


def test_a_game_that_nobody_won_is_half_a_loss():
    vec, opponents = pool()
    opponents.against[:] = 0
    vec.reward[:] = 0
    before = opponents.rating
    opponents.remember(np.ones(8, dtype=bool))
    assert opponents.rating == before
    assert opponents.lost[0] == 0.5


@pytest.mark.parametrize(
    ("prefer", "most"), [("strong", "strong"), ("even", "even"), ("all", None)]
)
def test_who_is_drawn_follows_from_the_ratings(prefer, most):
    _, opponents = pool(prefer=prefer, specs=("random", "greedy", "rules"), n=400)
    opponents.rating = 200.0
    opponents.ratings[:3] = 0, 200, 900
    opponents.seat_anew(np.ones(400, dtype=bool), np.random.default_rng(1))
    drawn = np.bincount(opponents.against, minlength=3)
    if most is None:
        assert drawn.min() > 90
    else:
        assert drawn.argmax() == {"strong": 2, "even": 1}[most]
    assert 150 < opponents.theirs.sum() < 250


def test_earlier_selves_join_and_the_oldest_goes():
    _, opponents = pool(keep=2)
    first, second, third = weights(), weights(), weights()
    for rating, one in ((10.0, first), (20.0, second)):
        opponents.rating = rating
        opponents.join(one)
    assert opponents.ratings[2:].tolist() == [10, 20]
    opponents.against[:] = [-1, 0, 1, 2, 3, 2, 3, -1]
    opponents.rating = 30.0
    opponents.join(third)
    assert opponents.ratings[2:].tolist() == [20, 30]
    assert opponents.against.tolist() == [-1, 0, 1, 2, 2, 2, 2, -1]
    assert torch.equal(opponents.selves[0]["card.weight"], second["card.weight"])
    assert len(opponents) == 4


def test_with_nobody_there_both_seats_are_the_learners():
    _, opponents = pool(specs=(), keep=0)
    opponents.seat_anew(np.ones(8, dtype=bool), np.random.default_rng(1))
    opponents.join(weights())
    assert len(opponents) == 0
    assert opponents.own().all()


def test_all_kinds_answer_and_go_on_as_they_were(tmp_path):
    """Bots, a frozen network and an earlier self; kept, restored, and with one more behind."""
    path = tmp_path / "frozen.safetensors"
    save_network(path, Network(Shape(16, 1, 2)), {})
    specs = ("random", "rules", f"policy:{path}")
    vec, opponents = pool(specs, keep=1)
    opponents.join(weights())
    opponents.against[:] = np.arange(8) % 4
    opponents.theirs[:] = vec.seat
    assert not opponents.own().any()
    kept = {name: part.clone() for name, part in opponents.tensors().items()}
    every = np.arange(8)
    actions = opponents.answer(every, np.random.default_rng(1))
    assert vec.mask[every, actions].all()
    _, other = pool(specs, keep=1)
    other.restore(kept, opponents.about())
    assert (other.answer(every, np.random.default_rng(1)) == actions).all()
    _, more = pool((*specs, "greedy"), keep=1)
    more.restore(kept, opponents.about())
    assert more.against.tolist() == [0, 1, 2, 4, 0, 1, 2, 4]
    assert (more.answer(every, np.random.default_rng(1)) == actions).all()
    _, fewer = pool(("random",), keep=1)
    with pytest.raises(ValueError, match=r"a run against random\+rules\+policy"):
        fewer.restore(kept, opponents.about())
