"""MaskablePPO on the batch: the command runs, earlier selves join, and trials are counted."""

from __future__ import annotations

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


def _few(begin):
    def __init__(self, every, keep, games, decks):
        begin(self, every, keep, 4, decks)

    return __init__
