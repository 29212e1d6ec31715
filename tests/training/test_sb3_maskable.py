"""MaskablePPO on the batch: the command runs, earlier selves join, and trials are counted."""

from __future__ import annotations

import pytest
import torch

from altered_env.envs.sb3 import AlteredVecEnv
from altered_env.train import sb3_maskable


def test_the_command(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(sb3_maskable.Selves, "__init__", _few(sb3_maskable.Selves.__init__))
    out = tmp_path / "model.zip"
    arguments = ["--decisions", "768", "--games", "4", "--every", "256", "--out", str(out)]
    assert sb3_maskable.main(arguments) == 0
    said = capsys.readouterr().out
    assert said.count("against random") == 3
    assert out.exists()
    assert sb3_maskable.main(["--decks", "axion"]) == 2
    assert "axiom" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (["--decisions", "0"], "--decisions must be 1 or more, found 0"),
        (["--games", "0"], "--games must be 1 or more, found 0"),
        (["--every", "0"], "--every must be 1 or more, found 0"),
        (["--seed", "-1"], "--seed must be 0 or more, found -1"),
        (["--out", "folder"], "folder is a folder: name a file in it"),
        (["--out", "notes.txt/sb3.zip"], "notes.txt: the folder cannot be created"),
    ],
)
def test_wrong_options_are_one_line(wrong, says, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "notes.txt").write_text("bread\n")
    (tmp_path / "folder").mkdir()
    monkeypatch.setattr(sb3_maskable, "learner", None)  # nothing is trained
    assert sb3_maskable.main(wrong) == 2
    said = capsys.readouterr().err
    assert says in said and said.count("\n") == 1


def test_it_learns_to_beat_random_play():
    """The trap: with the opponent's observation and the mover's reward, nothing is ever learned."""
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
