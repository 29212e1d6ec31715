"""The demonstration runs from end to end."""

from __future__ import annotations

import doctest
from pathlib import Path

from training import arena, credit, demo
from training.ppo import config_of

ROOT = Path(__file__).parents[2]


def test_it_trains_rates_and_measures(tmp_path, capsys):
    arguments = ["--out", str(tmp_path), "--decisions", "4000", "--games", "2", "--deals", "2"]
    assert demo.main([*arguments, "--jobs", "1"]) == 0
    said = capsys.readouterr().out
    for part in ("100.0 %", "beats greedy", "Ratings", "*", "in place of", "policy:"):
        assert part in said
    for name in ("network.safetensors", "rating.svg", "evaluation.json", "log.jsonl", "kept"):
        assert f"{tmp_path / name}" in said
        assert (tmp_path / name).exists()


def test_its_config_is_the_one_in_the_file():
    assert config_of(str(ROOT / "configs/small.yaml"), {}) == demo.SMALL


def test_the_examples_in_docstrings():
    for module in (arena, credit, demo):
        result = doctest.testmod(module)
        assert result.attempted > 0
        assert result.failed == 0
