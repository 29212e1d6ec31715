"""MaskablePPO on the batch: the command runs, earlier selves join, and trials are counted."""

from __future__ import annotations

import torch

from altered_env.envs.sb3 import AlteredVecEnv
from training import sb3_maskable


def test_the_command(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(sb3_maskable.Selves, "__init__", _few(sb3_maskable.Selves.__init__))
    out = tmp_path / "model.zip"
    arguments = ["--decisions", "768", "--games", "4", "--every", "256", "--out", str(out)]
    assert sb3_maskable.main(arguments) == 0
    said = capsys.readouterr().out
    assert said.count("against random") == 3
    assert out.exists()
    assert sb3_maskable.main(["--decks", "axion"]) == 2
    assert "axiom" in capsys.readouterr().out


def test_it_learns_to_beat_random_play():
    """The trap: with the other's observation beside the mover's reward, nothing is ever learned."""
    torch.set_num_threads(1)
    env = AlteredVecEnv(32, ("random",), "axiom", seed=0, threads=1)
    model = sb3_maskable.learner(env, seed=0)
    before, games = sb3_maskable.against_random(model, 60, "axiom", 7)
    assert before / games < 0.5
    model.learn(6144)
    after, games = sb3_maskable.against_random(model, 60, "axiom", 7)
    assert after / games > 0.75
    env.close()


def _few(begin):
    def __init__(self, every, keep, games, decks):
        begin(self, every, keep, 4, decks)

    return __init__
