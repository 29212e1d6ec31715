"""Training in every format: two players, and four."""

from __future__ import annotations

import numpy as np
import pytest

from altered_env import Game, formats
from altered_env.agents.net_weights import NetWeights
from altered_env.agents.registry import make
from altered_env.agents.tensor_files import said_of
from altered_env.train import Config, Learner
from altered_env.train.credit import advantages

NAMES = ("axiom", "bravos", "lyra", "muna")
TWO = [name for name in formats.names() if formats.get(name).players == 2]


def config(form, **more):
    return Config(
        decks="usual" if form not in ("booster_draft", "booster_war") else "CORE:4:1",
        format=form,
        games=4,
        steps=8,
        minibatch=64,
        width=4,
        hidden=8,
        decisions=40,
        opponent_fraction=0.5,
        file_every=0,
        tensorboard=False,
        **more,
    )


@pytest.mark.parametrize("form", TWO)
def test_it_trains_in_every_format_of_two(form, tmp_path):
    learner = Learner(config(form, opponents="random"), tmp_path)
    learner.train(show=False)
    assert learner.taken >= 40
    assert learner.vec.setup.format == form
    assert said_of(tmp_path / "network.safetensors")["format"] == form


@pytest.mark.parametrize("form", ["two_against_two", "free_for_all"])
def test_four_seats_learn(form, tmp_path):
    learner = Learner(config(form, opponents="random+greedy", snapshot_every=1), tmp_path)
    learner.train(show=False)
    assert learner.taken >= 40
    path = tmp_path / "network.safetensors"
    assert (said_of(path)["format"], NetWeights.load(path).players) == (form, 4)
    agent = make(f"net:{path}")
    game = Game.start(*NAMES, seed=1, format=form)
    for _ in range(12):
        game.act(agent.act(game.seat()))
    with pytest.raises(ValueError, match="trained for four players, but this game has two"):
        Learner(config("standard", opponents=f"net:{path}"), tmp_path)


def test_an_opponent_that_does_not_play_among_four_is_refused(tmp_path):
    with pytest.raises(ValueError, match="net:v1: trained for two players"):
        Learner(config("free_for_all", opponents="random+net:v1"), tmp_path)


@pytest.mark.parametrize(
    ("teams", "values"),
    [
        ((0, 1), [0.5, -0.5]),
        ((0, 1, 0, 1), [0.5, -0.5, 0.5, -0.5]),
        ((0, 1, 2, 3), [0.5] + [-2.5 / 3] * 3),  # one wins 1 and three lose 1: together -2
    ],
)
def test_what_the_open_decision_says_of_the_other_seats(teams, values):
    """Each seat has decided once with value 0; the decision that is open, seat 0's, has 0.5."""
    seats = np.arange(len(teams))[:, None]
    zero = np.zeros((len(teams), 1), dtype=np.float32)
    reward = np.zeros((len(teams), 1, len(teams)), dtype=np.float32)
    last = np.array([0.5], dtype=np.float32)
    found, _ = advantages(reward, zero, seats, zero > 0, last, np.array([0]), 1.0, 1.0, teams=teams)
    assert found[:, 0] == pytest.approx(values)
