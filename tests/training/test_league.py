"""Evaluation, exploiters and leagues: small ones, their files, and resuming."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import pairwise
from xml.etree import ElementTree

import numpy as np
import pytest

from altered_env.agents.net import SHIPPED
from altered_env.agents.net_weights import NetWeights
from altered_env.render.plots import curves
from altered_env.train import Config, Learner, command, compare, evaluate, exploit, league, runs
from altered_env.train.evaluate import Ladder, decks_of

TINY = Config(
    decks="axiom", games=8, steps=16, minibatch=128, width=8, hidden=8, decisions=256,
    file_every=128, tensorboard=False, opponents="random",
)  # fmt: skip
SMALL = [
    "--decks", "axiom", "--games", "8", "--steps", "16", "--width", "8", "--hidden", "8",
    "--decisions", "256", "--file-every", "128", "--no-tensorboard",
    "--jobs", "1", "--measure", "2",
]  # fmt: skip


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    out = tmp_path_factory.mktemp("run")
    Learner(TINY, out).train(show=False)
    return out


def test_a_run_keeps_networks_of_earlier_times(run):
    decisions = [n for n, _ in runs.kept(run)]
    assert decisions[0] == 0
    assert len(decisions) == 3
    assert all(b - a >= 80 for a, b in pairwise(decisions))
    Learner(TINY, run.parent / "again").train(show=False)
    runs.begin(run.parent / "again")
    assert runs.kept(run.parent / "again") == []


def test_an_evaluation_says_writes_and_plays_no_game_twice(run, capsys):
    arguments = [str(run), "--baselines", "random+greedy", "--games", "4", "--most", "2"]
    arguments += ["--decks", "axiom", "--jobs", "1"]
    assert evaluate.main(arguments) == 0
    first = capsys.readouterr().out
    assert "beats random" in first
    lines = (run / "evaluation.jsonl").read_text().splitlines()
    assert len(lines) == 4 * 5  # two networks and greedy against random; the networks and greedy
    (run / "evaluation.jsonl").write_text("\n".join(lines[:-3]) + '\n{"one": ')
    assert evaluate.main(arguments) == 0
    assert capsys.readouterr().out == first
    numbers = json.loads((run / "evaluation.json").read_text())
    assert numbers["points"][0]["decisions"] == 0
    assert numbers["baselines"]["greedy"]["elo"] > numbers["baselines"]["random"]["elo"]
    assert (run / "rating.svg").read_text().count("<circle") == 2


def test_what_cannot_be_evaluated_is_said(run, tmp_path, capsys):
    assert evaluate.main([str(tmp_path)]) == 2
    assert "no networks in" in capsys.readouterr().err
    assert evaluate.main([str(run), "--baselines", "gredy"]) == 2
    assert "did you mean 'greedy'" in capsys.readouterr().err
    assert evaluate.main([str(run), "--most", "0"]) == 2
    assert "--most must be 1 or more, found 0" in capsys.readouterr().err
    path = tmp_path / "kept" / runs.kept_name(5)
    path.parent.mkdir()
    path.write_bytes(b"nothing")
    assert evaluate.main([str(tmp_path)]) == 2
    assert f"{path}: not a checkpoint" in capsys.readouterr().err


def test_runs_beside_each_other_say_in_what_they_differ(run, tmp_path, capsys):
    other = tmp_path / "other"
    Learner(replace(TINY, learning_rate=0.002), other).train(show=False)
    arguments = [str(run), str(other), "--baselines", "random", "--games", "4"]
    arguments += ["--decks", "axiom", "--jobs", "1", "--out", str(tmp_path / "games.jsonl")]
    assert compare.main(arguments) == 0
    said = capsys.readouterr().out
    assert f"{run}, " in said and "decisions: learning_rate 0.001" in said
    assert "decisions: learning_rate 0.002" in said
    assert said.count("against random") == 2
    assert len((tmp_path / "games.jsonl").read_text().splitlines()) == 8  # they meet no one else
    assert compare.main([*arguments, "--at", "1"]) == 0
    assert f"{run}, 0 decisions" in capsys.readouterr().out
    assert compare.main([str(run), str(tmp_path)]) == 2
    assert "no networks in" in capsys.readouterr().err
    assert compare.main([*arguments, "--games", "3"]) == 2
    assert "an even number" in capsys.readouterr().err


def test_networks_meet_baselines_and_not_each_other():
    plan = Ladder(("random", "greedy", "rules"), ("axiom",), 2, baselines=("rules",))
    assert plan.pairs == [("random", "rules"), ("greedy", "rules")]
    assert decks_of("starters+axiom")[:2] == ("axiom", "bravos")


def test_an_exploiter_meets_nobody_but_its_target(run, tmp_path):
    target = f"net:{runs.kept(run)[-1][1]}"
    config = exploit.against(replace(TINY, width=64, hidden=64), target, fresh=False)
    assert (config.width, config.hidden) == (8, 8)
    learner = Learner(config, tmp_path)
    frozen = NetWeights.load(target.removeprefix("net:")).parts
    mine = learner.module.weights().parts
    assert all(np.array_equal(frozen[name], part) for name, part in mine.items())
    learner.play()
    assert (learner.rollouts.against == 0).all()
    assert exploit.against(TINY, target, fresh=True).start == ""


def test_the_command_says_how_far_an_exploiter_got(run, tmp_path, capsys):
    agent = f"net:{runs.kept(run)[0][1]}"
    out = ["--out", str(tmp_path / "x")]
    assert exploit.main([agent, *SMALL, *out]) == 0
    said = capsys.readouterr().out
    assert "The exploiter: after " in said
    found = json.loads((tmp_path / "x/exploit.json").read_text())
    assert found["target"] == agent
    assert found["low"] <= found["rate"] <= found["high"]
    assert exploit.main([agent, *SMALL, *out]) == 2
    assert "--resume" in capsys.readouterr().err
    assert exploit.main([agent, *SMALL, *out, "--resume"]) == 0
    assert exploit.main(["somebody", *SMALL, "--out", str(tmp_path / "y")]) == 2
    said = capsys.readouterr().err
    assert (
        "the agent to exploit must play in compiled code: random, greedy, rules, net, rules@1"
        in said
    )
    assert "found 'somebody'" in said


def test_an_exploiter_of_a_compiled_player_is_trained_in_compiled_games(tmp_path, capsys):
    """It begins as the network that the target plays by, and as it plays nothing else meets."""
    arguments = ["--decks", "axiom", "--games", "4", "--steps", "8", "--decisions", "64"]
    arguments += ["--no-tensorboard", "--jobs", "1", "--measure", "2", "--most", "1"]
    out = tmp_path / "x"
    assert exploit.main(["net:v2", *arguments, "--out", str(out)]) == 0
    assert "games against net:v2: " in capsys.readouterr().out
    assert exploit.main(["net:v2", *arguments, "--out", str(out), "--resume"]) == 0
    assert "games against net:v2: " in capsys.readouterr().out  # there was nothing left to do
    kept = runs.kept(out)
    begun, looking = NetWeights.load(kept[0][1]), NetWeights.load(SHIPPED["v2"])
    assert begun.afterstates == looking.afterstates == 24
    assert not begun.parts.pop("lists").any()  # it may learn to read deck lists
    assert all(np.array_equal(part, looking.parts[name]) for name, part in begun.parts.items())
    assert kept[-1][0] == 64
    lines = [json.loads(line) for line in (out / "log.jsonl").read_text().splitlines()]
    assert [name for name in lines[-1] if name.startswith("lost to")] == ["lost to net:v2"]
    other = exploit.against(Config(), f"net:{kept[-1][1]},pick=draw", fresh=False)
    assert other.start == f"net:{kept[-1][1]}"
    assert exploit.against(Config(), "rules", fresh=False).start == ""


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (["--measure", "3"], "games come in pairs: give an even number, 2 or more, found 3"),
        (["--measure", "0"], "2 or more, found 0"),
        (["--most", "0"], "--most must be 1 or more, found 0"),
        (["--file-every", "0"], "file_every must be 1 or more"),
    ],
)
def test_what_an_exploiter_is_measured_by_is_checked_first(wrong, says, tmp_path, capsys):
    assert exploit.main(["random", *SMALL, "--out", str(tmp_path / "x"), *wrong]) == 2
    assert says in capsys.readouterr().err
    assert not (tmp_path / "x").exists()


def test_a_league_checks_first_what_it_measures_by(tmp_path, capsys):
    assert league.main([*SMALL, "--out", str(tmp_path / "l"), "--measure", "3"]) == 2
    assert "games come in pairs: give an even number, 2 or more, found 3" in capsys.readouterr().err
    assert not (tmp_path / "l").exists()


def test_who_goes_on_with_nothing_is_told_so(tmp_path, capsys):
    """All in the same words: of the file that is not there."""
    small = [*SMALL[:-4], "--resume", "--out", str(tmp_path / "x")]
    for program, name, first, file in (
        (command, "altered_env.train", [], tmp_path / "x/run.safetensors"),
        (exploit, exploit.__name__, ["random"], tmp_path / "x/run.safetensors"),
        (league, league.__name__, [], tmp_path / "x/main/run.safetensors"),
    ):
        assert program.main([*first, *small]) == 2
        assert capsys.readouterr().err == f"{name}: {file}: No such file; expected a network\n"
        assert not (tmp_path / "x").exists()


def test_a_league_adds_its_exploiters_and_goes_on(tmp_path, capsys):
    arguments = [*SMALL, "--opponents", "random", "--exploiter-decisions", "100", "--out"]
    first = [*arguments, str(tmp_path / "l"), "--phases", "1"]
    assert league.main(first) == 0
    assert league.main(first) == 2
    assert "there is a league already" in capsys.readouterr().err
    more = [*arguments, str(tmp_path / "l"), "--phases", "2", "--decisions", "500"]
    assert league.main([*more, "--resume"]) == 0
    said = capsys.readouterr().out
    assert "phase 1 of 2" not in said  # it was done
    assert "phase 2 of 2: exploiter 2" in said
    assert "phase  exploiter wins" in said
    lines = [json.loads(line) for line in (tmp_path / "l/main/log.jsonl").read_text().splitlines()]
    joined = f"lost to net:{tmp_path / 'l/exploiter-1/network.safetensors'}"
    assert joined not in lines[0]
    assert joined in lines[-1]
    assert league.main([*arguments, str(tmp_path / "m"), "--file-every", "0"]) == 2
    assert "file_every must be 1 or more" in capsys.readouterr().err


def test_a_plot_of_one_point_and_of_none():
    drawing = ElementTree.fromstring(curves({"a<b": [(1, 1)]}, "x", "y").as_file())
    (spot,) = (part for part in drawing.iter() if part.tag.endswith("circle"))
    assert spot[0].text == "a<b: 1 at 1"
    with pytest.raises(ValueError, match="one or more points"):
        curves({}, "x", "y")
