"""Diverging runs: they end with a message, and earlier checkpoints stay."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
import torch

from altered_env import train as learning
from altered_env.train import runs

SMALL = ["--decks", "axiom", "--games", "4", "--steps", "8", "--minibatch", "16", "--width", "8"]
SMALL += ["--no-tensorboard", "--opponents", "random", "--save-every", "1", "--decisions", "32"]
SMALL += ["--hidden", "8"]
TINY = learning.Config(
    decks="axiom", games=4, steps=8, minibatch=16, width=8, hidden=8, decisions=96, save_every=1,
    file_every=32, tensorboard=False, opponents="random", opponent_fraction=0.0,
)  # fmt: skip


def test_a_run_that_diverges_ends_in_words(tmp_path, capsys):
    out = tmp_path / "x"
    worse = ["--value-weight", "1e300", "--out", str(out)]
    assert learning.main([*SMALL, *worse]) == 2
    said = capsys.readouterr().err
    assert f"{out}: the run diverged, " in said
    assert "no longer finite in round 1: use a --learning-rate below 0.001" in said
    assert "nothing was saved" in said
    assert not (out / "run.safetensors").exists()
    assert [decisions for decisions, _ in runs.kept(out)] in ([], [0])


@pytest.mark.parametrize(("part", "name"), [("score", "entropy"), ("last", "value error")])
def test_what_was_saved_before_a_run_diverged_stays(part, name, tmp_path):
    learner = learning.Learner(TINY, tmp_path)
    learner.train(show=False, until=32)
    before = {path: path.read_bytes() for path in tmp_path.rglob("*.safetensors")}
    assert len(before) == 4
    learn = learner.learn

    def spoiled(played):
        with torch.no_grad():
            learner.module.parts[part][0] = float("nan")
        return learn(played)

    learner.learn = spoiled
    says = f"the {name} is no longer finite in round 2: .* earlier checkpoints are kept"
    with pytest.raises(ValueError, match=says):
        learner.train(show=False)
    assert {path: path.read_bytes() for path in tmp_path.rglob("*.safetensors")} == before


def test_a_round_is_in_the_log_before_it_is_saved(tmp_path, monkeypatch):
    """A kill in between loses no line: one that is too many is forgotten by who goes on."""
    learner = learning.Learner(TINY, tmp_path)
    found = []

    def save(run):
        lines = (tmp_path / "log.jsonl").read_text().splitlines()
        found.append(([json.loads(line)["round"] for line in lines], run.round))

    monkeypatch.setattr(learning.Learner, "save", save)
    learner.train(show=False, until=64)
    assert found == [([1], 1), ([1, 2], 2), ([1, 2], 2)]


def test_how_far_off_a_critic_is_does_not_shorten_the_step_of_the_network(tmp_path):
    """Each is bounded separately."""
    learner = learning.Learner(replace(TINY, critic=True), tmp_path)
    played = learner.play()
    learner._improve(replace(played, target=played.target + 1000), played.advantage, np.arange(32))
    for parts in (learner.module.parts.values(), learner.critic.parameters()):
        norm = sum(float(part.grad.square().sum()) for part in parts if part.grad is not None)
        assert norm**0.5 == pytest.approx(0.5, abs=1e-3)
