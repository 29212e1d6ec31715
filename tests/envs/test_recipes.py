"""The training scripts: each states its versions; CleanRL's credits each seat."""

from __future__ import annotations

import importlib.util
import json
import re
import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from altered_env import datasets

RECIPES = Path(__file__).parents[2] / "training"
WITH_SB3 = ("behaviour_cloning", "best_response", "evaluate", "learning_curve")
"""Scripts that run in the environment of `sb3_ppo`."""


def loaded(name):
    spec = importlib.util.spec_from_file_location(name, RECIPES / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # a dataclass looks itself up there
    try:
        spec.loader.exec_module(module)
    finally:
        del sys.modules[name]
    return module


def test_each_names_its_versions_and_has_a_line_in_the_table():
    names = set(loaded("run").RECIPES)
    assert names == {path.stem for path in RECIPES.glob("*.py")} - {"run", *WITH_SB3}
    assert names == {path.stem for path in RECIPES.glob("*.txt")}
    table = (RECIPES / "README.md").read_text("utf-8")
    for name in names:
        for line in (RECIPES / f"{name}.txt").read_text("utf-8").split():
            assert re.fullmatch(r"[\w\[\]-]+==[\w.]+", line)
            assert line in table


def test_what_works_keeps_since_when():
    run = loaded("run")
    line = "| [a](a.py) | what | {} | {} | x==1 | 9 |"
    assert run.since(line.format("yes", "0.0.7")) == "0.0.7"
    assert run.since(line.format("no: gone", "")) == run.since("") == run.version()
    head = run.HEAD.splitlines()[-2].split("|")
    assert (head[run.WORKS].strip(), head[run.SINCE].strip()) == ("works", "since")
    table = (RECIPES / "README.md").read_text("utf-8")
    assert table.startswith(run.HEAD)


@pytest.fixture
def printed(monkeypatch, capsys):
    """What a script prints that is run in this process."""
    pytest.importorskip("sb3_contrib")
    monkeypatch.syspath_prepend(RECIPES)  # one script imports the other
    before = set(sys.modules)

    def printed(name, *words):
        monkeypatch.setattr(sys, "argv", [f"{name}.py", *map(str, words)])
        loaded(name).main()
        return capsys.readouterr().out

    yield printed
    for name in {path.stem for path in RECIPES.glob("*.py")} - before:
        sys.modules.pop(name, None)


def test_a_best_response_is_trained_saved_and_evaluated(tmp_path, printed):
    model = tmp_path / "response.zip"
    told = printed(
        *("best_response", "random", "--decisions", "256", "--envs", "4", "--games", "8"),
        *("--save", model),
    )
    assert re.search(r"won [\d.]+% \(.*\) of 8 games against random", told)
    assert "random is exploitable by at least" in told
    told = printed("evaluate", model, "random", "greedy", "--games", "8")
    assert [line.split()[0] for line in told.splitlines()] == ["random", "greedy"]


@pytest.mark.parametrize(
    ("view", "words"),
    [
        ({"view": "compact", "rows": 60}, ()),
        ({"view": "flat", "rules": "5.0"}, ("--rules", "5.0")),
        ({"view": "compact", "lists": "closed"}, ("--lists", "closed")),
        ({"view": "compact", "format": "free_for_all"}, ("--format", "free_for_all")),
    ],
    ids=lambda given: "",
)
def test_a_model_is_evaluated_as_it_was_trained(tmp_path, printed, view, words):
    """A model with other rows ended in an error of NumPy."""
    path = untrained(tmp_path, **view)
    told = printed("evaluate", path, "random", "--games", "2", "--decks", "axiom", *words)
    assert told.startswith("random ")


@pytest.mark.parametrize(
    ("view", "says"),
    [
        ({"view": "compact", "format": "free_for_all"}, "of four players; these games have"),
        ({"view": "compact", "bench": "T2-train"}, "name its format and its bench"),
    ],
)
def test_a_model_of_other_games_is_refused_in_a_sentence(tmp_path, printed, capsys, view, says):
    with pytest.raises(SystemExit):
        printed("evaluate", untrained(tmp_path, **view), "random", "--games", "2")
    assert says in capsys.readouterr().err


def untrained(tmp_path, **options):
    """The file of a model of this view."""
    from sb3_contrib import MaskablePPO

    from altered_env.envs.sb3 import AlteredVecEnv
    from altered_env.nets import AlteredPolicy

    env = AlteredVecEnv(1, threads=1, **options)
    policy, kwargs = "MlpPolicy", {"net_arch": [8]}
    if options["view"] == "compact":
        cards = {"cards": env.card_features, "features": 16, "width": 16}
        policy, kwargs = AlteredPolicy, {"features_extractor_kwargs": cards}
    model = MaskablePPO(policy, env, n_steps=2, batch_size=2, policy_kwargs=kwargs)
    model.save(tmp_path / "m.zip")
    return tmp_path / "m.zip"


def test_a_learning_curve_is_kept_and_drawn(tmp_path, printed):
    words = ("--minutes", "0.001", "--points", "1", "--seeds", "1", "--games", "2", "--out")
    told = printed("learning_curve", *words, tmp_path)
    assert "compact  mean of 1 seeds" in told and "flat     mean of 1 seeds" in told
    kept = (tmp_path / "points.jsonl").read_text("utf-8")
    assert [json.loads(line)["view"] for line in kept.splitlines()] == ["compact", "flat"]
    assert printed("learning_curve", *words, tmp_path) == told.split("}\n")[-1]  # not run again
    assert {path.suffix for path in tmp_path.iterdir()} == {".jsonl", ".svg"}


def test_the_one_file_of_ppo_is_short():
    assert len((RECIPES / "cleanrl_ppo.py").read_text("utf-8").splitlines()) <= 350


SEATS = [0, 0, 1, 0, 1]
"""The player to move in a game of one column."""


def gains(ended, reward, value=0.0, last=(0, 0.0), lam=1.0):
    recipe = loaded("cleanrl_ppo")
    steps = len(SEATS)
    rewards = np.zeros((steps, 1, 2), dtype=np.float32)
    ends = np.zeros((steps, 1), dtype=bool)
    if ended is not None:
        rewards[ended, 0], ends[ended, 0] = reward, True
    return recipe.advantages(
        np.array(SEATS)[:, None],
        np.full((steps, 1), value, dtype=np.float32),
        rewards,
        ends,
        np.array([last[0]]),
        np.array([last[1]], dtype=np.float32),
        gamma=1.0,
        lam=lam,
    )[:, 0].tolist()


def test_the_end_is_credited_to_the_decisions_of_each_seat_and_to_none_of_the_next_game():
    assert gains(4, (1.0, -1.0)) == [1, 1, -1, 1, -1]
    assert gains(2, (-1.0, 1.0)) == [-1, -1, 1, 0, 0]


@pytest.mark.parametrize("last", [0, 1])
def test_what_is_left_of_a_game_is_worth_the_opposite_to_the_other_seat(last):
    sign = 1 if last == 0 else -1
    worth = [0.5 * sign * (1 if seat == 0 else -1) for seat in SEATS]
    assert gains(None, None, last=(last, 0.5)) == worth


def test_what_follows_is_the_next_decision_of_the_same_seat():
    """With lambda 0 only the last decision of each seat is surprised by the end."""
    found = gains(4, (1.0, -1.0), value=0.25, lam=0.0)
    assert found == [0, 0, 0, 0.75, -1.25]


def test_a_player_that_is_not_in_the_dataset_is_not_imitated(printed, monkeypatch, capsys):
    """With none to imitate, nothing was learned, and the model was saved."""
    monkeypatch.setattr(datasets, "load", lambda folder: SimpleNamespace(players=("greedy",)))
    with pytest.raises(SystemExit):
        printed("behaviour_cloning", "games", "--players", "gredy")
    assert "games has no player 'gredy'; there are greedy" in capsys.readouterr().err
