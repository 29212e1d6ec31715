"""Ablations: runs that differ in one option, beside each other, with what is left to chance."""

from __future__ import annotations

import json

import pytest

from altered_env.train import Config, ablation, runs
from altered_env.train.ablation import Ablation, rows_of, variation

SMALL = [
    "--decks", "axiom", "--games", "4", "--steps", "8", "--width", "4", "--hidden", "8",
    "--decisions", "64", "--opponents", "random", "--no-tensorboard", "--seeds", "3", "4",
    "--measure", "2", "--over", "axiom", "--against", "random", "--jobs", "1",
]  # fmt: skip


def test_each_row_differs_in_its_option_alone(tmp_path, capsys):
    out = ["--out", str(tmp_path / "tried")]
    assert ablation.main([*SMALL, "--vary", "critic", "--vary", "pull=0.5,drift=0.1", *out]) == 0
    said = capsys.readouterr().out
    assert "2 runs of 64 choices a row, 2 games each against random, decks axiom" in said
    lines = said.splitlines()
    first = next(k for k, line in enumerate(lines) if line.startswith("options"))
    assert [line.split()[0] for line in lines[first + 1 : -1]] == ["as", "critic=true", "pull=0.5"]
    assert lines[-1].startswith("Deck lists are open")
    folders = sorted(path.name for path in (tmp_path / "tried").iterdir() if path.is_dir())
    assert folders == [
        f"{name}-{seed}" for name in ("as-it-is", "critic-true", "pull-0.5-drift-0.1")
        for seed in (3, 4)
    ]  # fmt: skip
    games = (tmp_path / "tried/games.jsonl").read_text().splitlines()
    assert len(games) == 6 * 2 and all(json.loads(line) for line in games)
    assert ablation.main([*SMALL, "--vary", "critic", "--vary", "pull=0.5,drift=0.1", *out]) == 0
    again = capsys.readouterr().out
    assert again.splitlines()[-5:] == lines[-5:] and "of 6: " not in again  # nothing is done twice
    assert len((tmp_path / "tried/games.jsonl").read_text().splitlines()) == 12


def test_what_was_trained_with_other_options_is_not_taken_for_it(tmp_path, capsys):
    """A table of networks that other options had trained once came out as that of these."""
    out = ["--out", str(tmp_path / "tried"), "--vary", "keep=0"]
    assert ablation.main([*SMALL, *out]) == 0
    kept = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.safetensors")}
    for other in (["--learning-rate", "0.1"], ["--decisions", "32"], ["--rules", "5.0"]):
        assert ablation.main([*SMALL, *out, *other]) == 2
        assert "a run with other options lies there; give another --out" in capsys.readouterr().err
    assert kept == {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.safetensors")}


def test_networks_are_measured_by_the_rules_that_they_learned(tmp_path):
    out = ["--out", str(tmp_path / "tried"), "--vary", "keep=0", "--rules", "5.0"]
    assert ablation.main([*SMALL, *out]) == 0
    games = (tmp_path / "tried/games.jsonl").read_text().splitlines()
    assert {json.loads(line)["rules"] for line in games} == {"5.0"}


def test_what_was_cut_off_goes_on(tmp_path):
    config = Config(
        decks="axiom", games=4, steps=8, width=4, hidden=8, decisions=64, opponents="random",
        tensorboard=False, file_every=64,
    )  # fmt: skip
    plan = Ablation(config, ({"keep": 0},), (1, 2), tmp_path)
    assert plan.train(say=False)
    last = runs.kept(plan.folder({"keep": 0}, 2))[-1]
    assert last[0] == 64
    last[1].unlink()
    others = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.safetensors")}
    assert plan.train(say=False)
    assert last[1].exists()
    first = plan.folder({}, 1) / "network.safetensors"
    assert first.stat().st_mtime_ns == others[first]


def test_what_differs_from_seed_to_seed_is_in_the_interval():
    even = rows_of([[0.5, 0.5], [0.6, 0.6]], ["as it is", "critic"])
    apart = rows_of([[0.4, 0.6], [0.6, 0.6]], ["as it is", "critic"])
    assert even[1].more == pytest.approx(0.1) and even[1].far == 0
    assert apart[1].more == pytest.approx(0.1) and apart[1].far > 0.25
    many = rows_of([[0.4, 0.6] * 8, [0.6] * 16], ["as it is", "critic"])
    assert many[1].far < 0.06


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ([], "give an option to change: --vary critic"),
        (["--vary", "crtic"], "no option 'crtic', did you mean 'critic'?"),
        (["--vary", "critic=maybe"], "critic is true or false, found 'maybe'"),
        (["--vary", "pull=much"], "pull is a number, found 'much'"),
        (["--vary", "pull"], "pull is a number, found ''"),
        (["--vary", "games=4"], "games=4 is what the options say already"),
        (["--vary", "drift=2"], "drift is a share from 0 to 1, found 2"),
        (["--vary", "critic", "--seeds", "1"], "two seeds or more, none of them twice"),
        (["--vary", "critic", "--seeds", "1", "1"], "two seeds or more, none of them twice"),
        (["--vary", "critic", "--measure", "3"], "an even number, 2 or more, found 3"),
        (["--vary", "decisions=128"], "decisions=128: decisions is the same in all rows"),
        (["--vary", "seed=3"], "seed=3: seed is the same in all rows"),
        (["--vary", "rules=5.0"], "rules=5.0: rules is the same in all rows"),
        (["--vary", "critic", "--vary", "critic"], "--vary critic=true: give it once"),
        (["--vary", "critic", "--minutes", "1"], "--minutes is not for them"),
        (["--vary", "critic", "--against", "nobody"], "no agent is called 'nobody'"),
        (["--vary", "critic", "--over", "nothing"], "no pool of decks is called 'nothing'"),
    ],
)
def test_what_cannot_be_tried_is_said_first(options, says, tmp_path, capsys):
    assert ablation.main([*SMALL, *options, "--out", str(tmp_path / "tried")]) == 2
    assert says in capsys.readouterr().err
    assert not (tmp_path / "tried").exists()


def test_a_value_is_read_as_the_option_is():
    assert variation("critic=false,keep-every=3") == {"critic": False, "keep_every": 3}
    assert variation("prefer=even") == {"prefer": "even"}
