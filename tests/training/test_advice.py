"""Advice: what a player would do, which a network comes to agree with, or reads as it plays."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import torch

from altered_env import Game, make_vec
from altered_env.agents.advice import Adviser
from altered_env.agents.checkpoints import CheckpointError, load_network, save, save_network
from altered_env.agents.network import LEAST, Network, Shape
from altered_env.agents.registry import make
from altered_env.train.ppo import Config, Trainer, main
from tests.training.test_ppo import TINY, equal, goes_on, weights

LESSONS = replace(TINY, teacher="greedy", taught=0.5)


def test_what_is_worth_most_is_what_the_player_takes():
    """Where nothing that matters is hidden or drawn, which is so in nearly all decisions."""
    vec = make_vec(64, seed=1, threads=1)
    teacher, again = Adviser("greedy:worlds=4", 1), Adviser("greedy:worlds=4", 2)
    same = many = 0
    for _ in range(30):
        worth = teacher.of_vec(vec)
        assert (worth[vec.mask == 0] == 0).all()
        worth = np.where(vec.mask != 0, worth, -np.inf)
        other = np.where(vec.mask != 0, again.of_vec(vec), -np.inf)
        chosen = worth.argmax(axis=1)
        clear = worth.max(axis=1) - np.partition(worth, -2, axis=1)[:, -2] > 3
        same += int((chosen == other.argmax(axis=1))[clear].sum())
        many += int(clear.sum())
        vec.step(chosen)
    assert many > 100
    assert same > 0.95 * many


def test_a_network_comes_to_agree_with_its_teacher(tmp_path):
    config = replace(
        LESSONS, games=32, steps=32, minibatch=128, learning_rate=3e-3, decisions=10**6
    )
    trainer = Trainer(config, tmp_path)
    vec = make_vec(256, "public", seed=5, threads=1)
    for _ in range(40):
        vec.step((np.random.default_rng(0).random(vec.mask.shape) * vec.mask).argmax(axis=1))
    seen = torch.from_numpy(vec.observation), torch.from_numpy(vec.mask)
    worth = torch.from_numpy(Adviser("greedy", 1).of_vec(vec))
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
    goes_on(LESSONS, tmp_path, until=200)


@pytest.mark.parametrize("who", ["random", "ismcts", "policy", "nobody"])
def test_who_cannot_teach_is_named(who, tmp_path, capsys):
    assert main(["--teacher", who, "--decisions", "10", "--out", str(tmp_path / "run")]) == 2
    assert who in capsys.readouterr().err


@pytest.mark.parametrize("option", ["teacher", "adviser"])
def test_four_are_taught_and_advised(option, tmp_path):
    given = replace(TINY, format="free_for_all", decks="usual", opponents="", keep=0, games=4)
    trainer = Trainer(replace(given, **{option: "greedy"}), tmp_path)
    trainer.learn(found := trainer.play())
    said = found["worth" if option == "teacher" else "advice"]
    assert said.shape == found["mask"].shape
    assert (said != 0).any()
    assert not said[found["mask"] == 0].any()


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


ADVISED = replace(TINY, adviser="rules")


def seen_of(vec):
    return torch.from_numpy(vec.observation), torch.from_numpy(vec.mask)


def test_the_same_moment_gives_the_same_advice():
    vec = make_vec(16, "public", seed=3, threads=1)
    adviser = Adviser("rules")
    for _ in range(12):
        worth = adviser.of_vec(vec)
        assert np.array_equal(worth, Adviser("rules").of_vec(vec))
        some = np.array([11, 2, 5])
        assert np.array_equal(worth[some], adviser.of_vec(vec, some))
        vec.step(np.where(vec.mask != 0, worth, -np.inf).argmax(axis=1))


def test_a_new_network_begins_with_what_its_adviser_would_do():
    """It likes nothing better itself, so that the adviser's clear favourite is its own."""
    vec = make_vec(64, seed=1, threads=1)
    network = Network(Shape(16, 1, 2, adviser="rules"))
    same = many = 0
    for _ in range(20):
        worth = Adviser("rules").of_vec(vec)
        with torch.no_grad():
            logits, _ = network(*seen_of(vec), torch.from_numpy(worth))
        assert ((logits.numpy() > LEAST / 2) == (vec.mask != 0)).all()
        worth = np.where(vec.mask != 0, worth, -np.inf)
        best = worth.argmax(axis=1)
        clear = worth.max(axis=1) - np.partition(worth, -2, axis=1)[:, -2] > 1
        same += int((logits.argmax(1).numpy() == best)[clear].sum())
        many += int(clear.sum())
        vec.step(best)
    assert many > 100
    assert same > 0.99 * many


def test_only_who_has_an_adviser_reads_advice():
    vec = make_vec(2, seed=1, threads=1)
    advice = torch.zeros(2, vec.mask.shape[1])
    with pytest.raises(ValueError, match="reads the advice of greedy"):
        Network(Shape(16, 0, 2, adviser="greedy"))(*seen_of(vec))
    with pytest.raises(ValueError, match="reads no advice"):
        Network(Shape(16, 0, 2))(*seen_of(vec), advice)


def test_an_advised_run_goes_on_as_if_it_had_not_stopped(tmp_path):
    fresh = weights(Trainer(ADVISED, tmp_path / "fresh"))
    learned = weights(goes_on(ADVISED, tmp_path, until=300))
    for name in ("trust.weight", "advised.weight"):
        assert not torch.equal(fresh[name], learned[name])


def test_a_network_begins_to_read_advice(tmp_path):
    path = tmp_path / "plain.safetensors"
    plain = Network(Shape(16, 1, 2))
    save_network(path, plain, {})
    trainer = Trainer(replace(ADVISED, start=str(path)), tmp_path)
    mine = weights(trainer)
    assert all(torch.equal(part, mine[name]) for name, part in plain.state_dict().items())
    advised = tmp_path / "advised.safetensors"
    save_network(advised, trainer.network, {})
    assert equal(weights(Trainer(replace(ADVISED, start=str(advised)), tmp_path)), mine)
    with pytest.raises(CheckpointError, match="adviser rules, but the options say width 16"):
        Trainer(replace(TINY, start=str(advised)), tmp_path)


def test_an_advised_network_plays_and_sits_opposite(tmp_path):
    path = tmp_path / "advised.safetensors"
    save_network(path, Network(Shape(16, 1, 2, adviser="greedy")), {})
    game = Game.start("axiom", "bravos", seed=1)
    agent = make(f"policy:{path}")
    for _ in range(20):
        seat = game.seat()
        chances = agent.chances(seat)
        assert set(chances) == set(seat.actions)
        assert agent.act(seat) in seat.actions
        game.act(agent.act(seat))
    # the learner reads no advice, who sits opposite does
    config = replace(TINY, opponents=f"policy:{path}", others=1.0, keep=0)
    trainer = Trainer(config, tmp_path / "run")
    found = trainer.play()
    assert "advice" not in found
    assert not found["learned"].all()


@pytest.mark.parametrize("who", ["policy:default", "ismcts", "nobody", "greedy:hands=2", 7, None])
def test_a_file_with_a_wrong_adviser_is_refused(who, tmp_path):
    path = tmp_path / "network.safetensors"
    network = Network(Shape(16, 0, 1, adviser="greedy"))
    save(path, network.state_dict(), {"shape": {**network.describe(), "adviser": who}})
    with pytest.raises(CheckpointError, match=r"network\.safetensors: not a whole network"):
        load_network(path)
