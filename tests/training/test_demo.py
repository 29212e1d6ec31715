"""The demonstration runs from end to end."""

from __future__ import annotations

import doctest

from training import arena, credit, demo


def test_it_trains_rates_and_measures(tmp_path, capsys):
    arguments = ["--out", str(tmp_path), "--decisions", "4000", "--games", "2", "--deals", "2"]
    assert demo.main([*arguments, "--jobs", "1"]) == 0
    said = capsys.readouterr().out
    for part in ("100.0 %", "beats greedy", "Ratings", "*", "in place of", "policy:"):
        assert part in said
    assert (tmp_path / "network.safetensors").exists()


def test_the_examples_in_docstrings():
    for module in (arena, credit, demo):
        result = doctest.testmod(module)
        assert result.attempted > 0
        assert result.failed == 0
