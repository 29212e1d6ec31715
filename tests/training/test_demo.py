"""The demonstration runs from end to end."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from altered_env.agents import STRONGEST_FAST
from altered_env.cli import demo_training
from altered_env.train import runs
from altered_env.train.learner import Config, Learner
from altered_env.train.settings import config_of

ROOT = Path(__file__).parents[2]


def test_it_trains_rates_and_measures(tmp_path, capsys):
    arguments = ["--out", str(tmp_path), "--decisions", "4000", "--games", "2", "--deals", "2"]
    assert demo_training.main([*arguments, "--jobs", "1"]) == 0
    said = capsys.readouterr().out
    for part in ("100.0 %", "beats greedy", "Ratings", "*", "in place of", "net:"):
        assert part in said
    (verdict,) = re.findall(rf"^{STRONGEST_FAST} .*2 games.*$", said, re.M)
    assert "too few to tell" in verdict  # two games bear nothing out
    files = ("network.safetensors", "rating.svg", "evaluation.json", "log.jsonl", "kept")
    for name in (*files, "cards.svg", "results.html"):
        assert f"{tmp_path / name}" in said
        assert (tmp_path / name).exists()
    page = (tmp_path / "results.html").read_text("utf-8")
    assert verdict in page and page.count("<svg") == 2 and "Foundry Armorer R1" in page
    links = re.findall(r'href="([^"#]+)"', page)
    assert links and all((tmp_path / link).is_file() for link in links)
    picture = (tmp_path / "cards.svg").read_text("utf-8")
    assert "3 Foundry Armorer R1 (CORE_AX_16_R1) in place of" in picture
    ElementTree.fromstring(picture)
    assert runs.is_of(replace(demo_training.SMALL, decisions=4000), tmp_path)
    assert demo_training.main([*arguments, "--jobs", "1"]) == 0  # its own it writes over


@pytest.mark.parametrize(
    ("won", "games", "says"),
    [
        (40, 60, f"{STRONGEST_FAST} beats greedy: it won 66.7 %"),
        (32, 60, "too few to tell which is stronger"),
        (10, 60, f"{STRONGEST_FAST} loses to greedy: it won 16.7 %"),
    ],
)
def test_an_agent_is_said_to_win_only_if_the_games_bear_it_out(won, games, says):
    assert says in demo_training.judged(won, games)


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (["--decisions", "0"], "decisions must be 1 or more, found 0"),
        (["--games", "3"], "--games: games come in pairs: give an even number, 2 or more, found 3"),
        (["--games", "0"], "2 or more, found 0"),
        (["--deals", "0"], "--deals must be 1 or more, found 0"),
        (["--out", "notes.txt"], "notes.txt is a file, not a folder: name another"),
    ],
)
def test_wrong_options_are_one_line(wrong, says, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "notes.txt").write_text("bread\n")
    monkeypatch.setattr(demo_training, "Learner", None)  # nothing is trained
    assert demo_training.main(wrong) == 2
    said = capsys.readouterr().err
    assert says in said and said.count("\n") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]


def test_another_run_is_not_written_over(tmp_path, capsys):
    other = Config(
        decks="axiom", games=4, steps=8, width=8, hidden=8, decisions=40, tensorboard=False
    )
    Learner(other, tmp_path).train(show=False)
    files = {path: path.read_bytes() for path in tmp_path.rglob("*.*")}
    assert demo_training.main(["--out", str(tmp_path), "--decisions", "40"]) == 2
    assert "a run with other options; give another --out" in capsys.readouterr().err
    assert {path: path.read_bytes() for path in tmp_path.rglob("*.*")} == files


def test_its_config_is_the_one_in_the_file():
    assert config_of(Config, str(ROOT / "configs/demo.yaml"), {}) == demo_training.SMALL
