"""Training as commands: `altered train`, `altered evaluate`, `altered exploit`."""

from __future__ import annotations

import json

import pytest

from altered_env import cli
from altered_env.train import command

TINY = "--decks axiom --games 2 --steps 8 --minibatch 64 --width 4 --hidden 8 --seed 3"
TINY += " --decisions 64 --file-every 32 --no-tensorboard --threads 1"


def network_of(folder):
    return (folder / "network.safetensors").read_bytes()


def test_they_train_evaluate_and_exploit(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert cli.main(f"train {TINY} --opponents random --out first".split()) == 0
    assert "altered evaluate first" in capsys.readouterr().out
    few = "--games 2 --most 1 --jobs 1 --decks axiom"
    assert cli.main(f"evaluate first --baselines random {few}".split()) == 0
    assert (
        "random" in json.loads((tmp_path / "first/evaluation.json").read_text("utf-8"))["baselines"]
    )
    met = "--measure 2 --most 1 --jobs 1"
    assert cli.main(f"exploit random {TINY} {met} --out second".split()) == 0
    assert json.loads((tmp_path / "second/exploit.json").read_text("utf-8"))["target"] == "random"


def test_an_exploiter_is_measured_with_the_decks_of_each_seat(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    met = ["--measure", "4", "--most", "1", "--jobs", "1", "--decks", "axiom against lyra"]
    assert cli.main(["exploit", "random", *TINY.split(), *met, "--out", "pair"]) == 0
    rows = (tmp_path / "pair/evaluation.jsonl").read_text("utf-8").splitlines()
    games = [json.loads(row) for row in rows if '"deck_a"' in row]
    assert [(game["deck_a"], game["deck_b"]) for game in games] == [("axiom", "lyra")] * 4
    assert len({game["agent_a"] for game in games}) == 2
    capsys.readouterr()
    assert cli.main(["evaluate", "pair", "--decks", "axiom against lyra against muna"]) == 2
    assert "2 players have 3 pools of decks: give one for all" in capsys.readouterr().err


def test_a_command_and_its_module_train_the_same_network(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert cli.main(f"train {TINY} --opponents random --out one".split()) == 0
    assert command.main(f"{TINY} --opponents random --out other".split()) == 0
    assert network_of(tmp_path / "one") == network_of(tmp_path / "other")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("train --games 0", "games"),
        ("evaluate gone", "gone"),
        ("exploit gready", "found 'gready'"),
    ],
)
def test_what_they_refuse_is_said_by_the_command(words, says, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert cli.main(words.split()) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"altered {words.split()[0]}: ") and says in said
