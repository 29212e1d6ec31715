"""Training: it learns, goes on bit for bit, and refuses what it cannot use."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
import torch
from safetensors.torch import save_file

from altered_env import Game, make_vec
from altered_env.agents.checkpoints import CheckpointError, load_network, read, save_network
from altered_env.agents.network import LEAST, Network, Shape
from altered_env.agents.registry import make
from altered_env.train import runs
from altered_env.train.ppo import Config, Trainer, main

TINY = Config(
    decks="starters", games=8, steps=16, minibatch=64, width=16, layers=1, decisions=600,
    keep_every=2, save_every=2, others=0.5, keep=2, file_every=200, tensorboard=False,
)  # fmt: skip


def weights(trainer):
    return {name: part.clone() for name, part in trainer.network.state_dict().items()}


def equal(one, other):
    return all(torch.equal(one[name], other[name]) for name in one)


def test_a_run_is_the_same_each_time_and_goes_on_as_if_it_had_not_stopped(tmp_path):
    whole = goes_on(TINY, tmp_path, until=300)
    again = Trainer(TINY, tmp_path / "again")
    again.train(show=False)
    assert equal(weights(whole), weights(again))
    assert not equal(weights(whole), weights(Trainer(TINY, tmp_path / "new")))


def goes_on(config, folder, until):
    """See that a run that stops goes on as if it had not; the run as it ended."""
    whole = Trainer(config, folder / "whole")
    whole.train(show=False)
    first = Trainer(config, folder / "parts")
    first.train(show=False, until=until)
    assert first.taken < whole.taken
    second = Trainer(config, folder / "parts")
    runs.resume(second)
    second.train(show=False)
    assert equal(weights(whole), weights(second))
    return whole


def test_a_run_against_search_goes_on_as_if_it_had_not_stopped(tmp_path):
    config = replace(TINY, opponents="ismcts:iterations=4", decisions=200, games=4)
    goes_on(config, tmp_path, until=100)


def test_only_legal_actions_are_taken_and_learned():
    vec = make_vec(32, seed=1)
    network = Network(Shape(16, 1, 2))
    rng = np.random.default_rng(0)
    for _ in range(60):
        observation = torch.from_numpy(vec.observation.copy())
        mask = torch.from_numpy(vec.mask.copy())
        with torch.no_grad():
            logits, value = network(observation, mask)
        assert torch.equal(logits > LEAST / 2, mask != 0)
        assert value.abs().max() <= 1
        chances = torch.softmax(logits, dim=1)
        assert float(chances[mask == 0].sum()) == 0
        vec.step((rng.random(vec.mask.shape) * vec.mask).argmax(axis=1))


def test_a_network_reads_a_row_the_same_beside_longer_ones():
    """Rows that are not in use, and other games of the batch, change nothing."""
    vec = make_vec(16, seed=2)
    rng = np.random.default_rng(2)
    for _ in range(90):
        vec.step((rng.random(vec.mask.shape) * vec.mask).argmax(axis=1))
    network = Network(Shape(16, 2, 2)).eval()
    observation, mask = torch.from_numpy(vec.observation.copy()), torch.from_numpy(vec.mask.copy())
    with torch.no_grad():
        together, values = network(observation, mask)
        for i in range(16):
            alone, value = network(observation[i : i + 1], mask[i : i + 1])
            legal = mask[i] != 0
            assert torch.allclose(alone[0, legal], together[i, legal], atol=1e-4)
            assert torch.allclose(value[0], values[i], atol=1e-4)


def test_it_learns_to_win(tmp_path):
    """A few thousand decisions against itself, and it is no longer even with random play."""
    config = Config(
        decks="axiom+bravos", games=32, steps=48, width=24, layers=0, heads=1, decisions=36_000,
        others=0.4, opponents="random", keep_every=1000, learning_rate=2e-3, minibatch=512,
        save_every=1000, tensorboard=False,
    )  # fmt: skip
    trainer = Trainer(config, tmp_path)
    trainer.train(show=False)
    assert trainer.opponents.lost[0] < 0.4
    lines = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text().splitlines()]
    assert lines[-1]["decisions"] >= 36_000
    assert lines[-1]["entropy"] < lines[0]["entropy"]


def test_an_agent_plays_from_a_checkpoint(tmp_path):
    path = tmp_path / "network.safetensors"
    save_network(path, Network(Shape(16, 1, 2)), {})
    for spec in (f"policy:{path}", f"policy:path={path},pick=draw"):
        agent = make(spec, seed=3)
        game = Game.start("axiom", "bravos", seed=1)
        for _ in range(40):
            if game.over:  # it has learned nothing, and what it plays may end soon
                break
            seat = game.seat()
            chances = agent.chances(seat)
            assert sorted(chances) == sorted(seat.actions)
            assert sum(chances.values()) == pytest.approx(1, abs=1e-4)
            assert -1 <= agent.value(seat) <= 1
            game.act(agent.act(seat))


def broken(path, kind):
    save_network(path, Network(Shape(16, 1, 2)), {})
    data = path.read_bytes()
    if kind == "cut":
        path.write_bytes(data[: len(data) // 2])
    elif kind == "empty":
        path.write_bytes(b"")
    elif kind == "text":
        path.write_text("weights: none")
    elif kind == "layout":
        path.write_bytes(data.replace(b'layout\\": \\"', b'layout\\": \\"0', 1))
    elif kind == "other tensors":
        save_file({"a": torch.zeros(2)}, path)
    elif kind == "part":
        tensors, about = read(path)
        del tensors["card.weight"]
        from altered_env.agents.checkpoints import save

        save(path, tensors, about)
    elif kind == "not finite":
        network = Network(Shape(16, 1, 2))
        network.card.weight.data[0, 0] = float("nan")
        save_network(path, network, {})
    elif kind == "missing":
        path.unlink()


@pytest.mark.parametrize(
    "kind",
    ["cut", "empty", "text", "layout", "other tensors", "part", "not finite", "missing"],
)
def test_a_file_that_is_no_checkpoint_is_refused_with_its_name(tmp_path, kind):
    path = tmp_path / "network.safetensors"
    broken(path, kind)
    with pytest.raises(CheckpointError, match=r"network\.safetensors: ."):
        load_network(path)


def test_a_run_is_not_resumed_under_another_config(tmp_path):
    trainer = Trainer(TINY, tmp_path)
    runs.save(trainer)
    with pytest.raises(CheckpointError, match="another learning_rate"):
        runs.resume(Trainer(replace(TINY, learning_rate=0.5), tmp_path))
    runs.resume(Trainer(replace(TINY, decisions=9), tmp_path))


def test_the_command(tmp_path, capsys):
    arguments = ["--out", str(tmp_path), "--decisions", "200", "--games", "4", "--steps", "16"]
    small = ["--no-tensorboard", "--width", "8", "--heads", "1", "--decks", "axiom"]
    assert main([*arguments, *small]) == 0
    said = capsys.readouterr().out
    assert "100.0 %" in said
    assert "policy:" in said
    assert main([*arguments, *small, "--resume"]) == 0
    assert main([*arguments, *small]) == 2
    assert "--resume" in capsys.readouterr().err
    assert main([*arguments, "--out", str(tmp_path / "other"), "--decks", "axion"]) == 2
    assert "axiom" in capsys.readouterr().err
