"""A teacher: what it says is what the player would do, and a network comes to agree with it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from agents.network import LEAST, Network, Shape
from altered_env import make_vec
from tests.training.test_ppo import TINY, equal, weights
from training import runs
from training.ppo import Config, Trainer, main
from training.teacher import Teacher

LESSONS = replace(TINY, teacher="greedy", taught=0.5)


def test_what_is_worth_most_is_what_the_player_takes():
    """Where nothing that matters is hidden or drawn, which is so in nearly all decisions."""
    vec = make_vec(64, seed=1, threads=1)
    teacher, again = Teacher("greedy:worlds=4", 1), Teacher("greedy:worlds=4", 2)
    same = many = 0
    for _ in range(30):
        worth = teacher.worth(vec)
        assert (worth[vec.mask == 0] == 0).all()
        worth = np.where(vec.mask != 0, worth, -np.inf)
        other = np.where(vec.mask != 0, again.worth(vec), -np.inf)
        chosen = worth.argmax(axis=1)
        clear = worth.max(axis=1) - np.partition(worth, -2, axis=1)[:, -2] > 3
        same += int((chosen == other.argmax(axis=1))[clear].sum())
        many += int(clear.sum())
        vec.step(chosen)
    assert many > 100
    assert same > 0.95 * many


def test_a_network_comes_to_agree_with_its_teacher(tmp_path):
    config = replace(LESSONS, games=32, steps=32, minibatch=128, rate=3e-3, decisions=10**6)
    trainer = Trainer(config, tmp_path)
    vec = make_vec(256, "public", seed=5, threads=1)
    for _ in range(40):
        vec.step((np.random.default_rng(0).random(vec.mask.shape) * vec.mask).argmax(axis=1))
    seen = torch.from_numpy(vec.observation), torch.from_numpy(vec.mask)
    worth = torch.from_numpy(Teacher("greedy", 1).worth(vec))
    aim = torch.softmax(worth.masked_fill(seen[1] == 0, LEAST) / config.spread, dim=1)

    def agreement():
        with torch.no_grad():
            return float((torch.softmax(trainer.network(*seen)[0], dim=1) * aim).sum(1).mean())

    before = agreement()
    for _ in range(20):
        trainer.learn(trainer.play())
    assert agreement() > before + 0.06


def test_lessons_end(tmp_path):
    trainer = Trainer(LESSONS, tmp_path)
    assert trainer.lessons == 1
    assert "worth" in trainer.play()
    trainer.taken = 150
    assert trainer.lessons == 0.5
    trainer.taken = 300
    assert trainer.lessons == 0
    assert "worth" not in trainer.play()


def test_a_taught_run_goes_on_as_if_it_had_not_stopped(tmp_path):
    whole = Trainer(LESSONS, tmp_path / "whole")
    whole.train(show=False)
    Trainer(LESSONS, tmp_path / "parts").train(show=False, until=200)
    second = Trainer(LESSONS, tmp_path / "parts")
    runs.resume(second)
    second.train(show=False)
    assert equal(weights(whole), weights(second))


@pytest.mark.parametrize("who", ["random", "ismcts", "policy", "nobody"])
def test_who_cannot_teach_is_named(who, tmp_path, capsys):
    assert main(["--teacher", who, "--decisions", "10", "--out", str(tmp_path / "run")]) == 2
    assert who in capsys.readouterr().out


def test_nobody_teaches_four():
    with pytest.raises(ValueError, match="games of two"):
        Trainer(replace(LESSONS, format="free_for_all", decks="usual", opponents=""), Path("none"))


@pytest.mark.parametrize("field", ["taught", "spread"])
def test_options_of_lessons_are_more_than_nothing(field):
    with pytest.raises(ValueError, match=field):
        Config(**{field: 0.0, "teacher": "greedy"})


def test_cards_are_read_anew_once_something_was_learned():
    """What a network keeps of the cards is never that of other weights."""
    vec = make_vec(4, seed=1, threads=1)
    network = Network(Shape(16, 1, 2))
    seen = torch.from_numpy(vec.observation), torch.from_numpy(vec.mask)
    with torch.no_grad():
        before = network(*seen)[0].clone()
        assert torch.equal(before, network(*seen)[0])
    optimiser = torch.optim.SGD([network.card.weight], lr=10.0)
    network(*seen)[1].sum().backward()
    optimiser.step()
    with torch.no_grad():
        after = network(*seen)[0]
        assert not torch.equal(before, after)
        fresh = Network(Shape(16, 1, 2))
        fresh.load_state_dict(network.state_dict())
        assert torch.equal(after, fresh(*seen)[0])
