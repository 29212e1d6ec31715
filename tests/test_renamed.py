"""Old names of agents, options, commands and modules: read, and reported once with the new name."""

from __future__ import annotations

import argparse
import importlib
import re
import subprocess
import sys
from pathlib import Path

import pytest

from altered_env._runtime import renamed
from altered_env._runtime.renamed import RenamedWarning
from altered_env.agents import make
from altered_env.agents.trust import refuse_foreign
from altered_env.arena.rating_table import rating_of
from altered_env.cards.worths import of_others, worths
from altered_env.cli import COMMANDS
from altered_env.cli.cards import COMMANDS as OF_CARDS

LITTLE = {"net": "", "search": ",iterations=2", "rollout": ",rollouts=2", "nights": ",nights=2"}
SPECS = [
    f"{name}:{network}{LITTLE[name]}"
    for name in ("net", "search", "nights")
    for network in renamed.NETWORKS
] + ["net:v3,nights=2", "net:v3,nights=2,sharp=30", "nights:v3,nights=2"]


@pytest.fixture(autouse=True)
def nothing_told(monkeypatch):
    """Each test is a process that has not been warned yet."""
    monkeypatch.setattr(renamed, "_told", set())


def test_the_tables_name_what_is_there():
    assert set(renamed.COMMANDS.values()) <= {*COMMANDS, *(f"cards {name}" for name in OF_CARDS)}
    assert not set(renamed.COMMANDS) & set(COMMANDS)
    fields = pytest.importorskip("altered_env.train.learner").Config.__dataclass_fields__
    assert set(renamed.TRAINING_OPTIONS.values()) <= set(fields)
    assert not set(renamed.TRAINING_OPTIONS) & set(fields)
    for name in renamed.NETWORKS.values():
        assert make(f"net:{name}").digest


@pytest.mark.parametrize("spec", SPECS)
def test_an_agent_is_made_under_its_old_name(spec):
    new = renamed.agent(spec, tell=False)
    with pytest.warns(RenamedWarning) as warned:
        agent = make(spec)
    assert agent.name == new != spec
    assert [str(one.message) for one in warned] == [f"the agent {spec!r} is now called {new!r}"]
    refuse_foreign([new])
    make(spec)  # it is said once; warnings are errors here


def test_names_of_today_and_of_others_stay_as_they_are():
    for spec in ("net", "net:v3", "rollout:v3,ms=5", "greedy:worlds=4", "policy:default"):
        assert renamed.agent(spec) == spec
    for spec in ("mine.py:MyBot:nights=3", "cmd:python mybot.py", "net:runs/default.safetensors"):
        assert renamed.agent(spec) == spec


@pytest.mark.parametrize(("old", "new"), renamed.TRAINING_OPTIONS.items())
def test_an_option_of_training_is_read_under_its_old_name(old, new, tmp_path):
    learner = pytest.importorskip("altered_env.train.learner")
    from altered_env.train import settings

    usual = learner.Config.__dataclass_fields__[new].default
    value = {"matchmaking": "all", "expert": "rules"}.get(new, usual)
    path = tmp_path / "mine.yaml"
    path.write_text(f"{old}: {value}\n")
    with pytest.warns(RenamedWarning, match=f"the option {old} is now called {new}"):
        found = settings.config_of(learner.Config, str(path), {})
    assert getattr(found, new) == {"all": "uniform"}.get(value, value)
    assert settings.with_names_of_today({old: value}) == {new: getattr(found, new)}
    renamed._told.clear()
    parser = argparse.ArgumentParser()
    settings.add_options(parser, learner.Config)
    with pytest.warns(RenamedWarning, match=f"the option {old} is now called {new}"):
        given = parser.parse_args([f"--{old.replace('_', '-')}", str(value)])
    assert getattr(given, new) == getattr(found, new)


def test_an_option_under_both_names_is_refused(tmp_path):
    learner = pytest.importorskip("altered_env.train.learner")
    from altered_env.train import settings

    path = tmp_path / "mine.yaml"
    path.write_text("others: 0.5\nopponent_fraction: 0.2\n")
    with pytest.raises(ValueError, match="others is now called opponent_fraction: give it once"):
        settings.config_of(learner.Config, str(path), {})


@pytest.mark.parametrize(("old", "new"), renamed.COMMANDS.items())
def test_a_command_is_run_under_its_old_name(old, new):
    with pytest.warns(RenamedWarning, match=f"'altered {old}' is now called 'altered {new}'"):
        assert renamed.arguments([old, "--help"]) == [*new.split(), "--help"]


def test_agents_among_the_arguments_are_renamed():
    with pytest.warns(RenamedWarning):
        found = renamed.arguments(["arena", "net:sparring", "--opponents=greedy+nights:looking"])
    assert found == ["arena", "net:v3", "--opponents=greedy+rollout:v2"]


@pytest.mark.parametrize(("old", "new"), renamed.MODULES.items())
def test_a_module_is_imported_under_its_old_name(old, new, monkeypatch):
    monkeypatch.delitem(sys.modules, old, raising=False)
    try:
        wanted = importlib.import_module(new)
    except ModuleNotFoundError as error:
        pytest.skip(f"{new} needs {error.name}")
    with pytest.warns(RenamedWarning, match=f"the module {old} is now called {new}"):
        assert importlib.import_module(old) is wanted
    assert wanted.__spec__.name == new


def test_a_warning_reaches_the_terminal_in_one_sentence():
    code = (
        "from altered_env._runtime.renamed import agent; agent('net:looking'); agent('net:looking')"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stderr.count("the agent 'net:looking' is now called 'net:v2'") == 1


def test_figures_that_name_old_agents_are_read():
    for found in (worths(), *of_others()):
        agent = found.head["agent"]
        assert renamed.agent(agent) == agent
    for name in renamed.NETWORKS:
        with pytest.warns(RenamedWarning):
            rating_of(f"net:{name}")


def test_a_command_says_it_in_a_line():
    run = subprocess.run(
        [sys.executable, "-m", "altered_env", "warm", "--help"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    said = [line for line in run.stderr.splitlines() if "now called" in line]
    assert said == ["the command 'altered warm' is now called 'altered compile'"]
    assert "renamed.py" not in run.stderr


ROOT = Path(__file__).parents[1]
PAGES = [
    *(path for path in ROOT.glob("docs/**/*.md") if path.parent.name not in ("reports", "making")),
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "training/README.md")),
    *ROOT.glob("agents/*.md"),
    *ROOT.glob("notebooks/*.ipynb"),
]
"""Pages for users; reports are dated, and the migration page is about old names."""


def old_words():
    """The old names as they are typed, with those of today."""
    for old, new in renamed.TRAINING_OPTIONS.items():
        yield f"--{old.replace('_', '-')}", f"--{new.replace('_', '-')}"
    for old, new in renamed.COMMANDS.items():
        yield f"altered {old}", f"altered {new}"
    for old, new in renamed.NETWORKS.items():
        yield from ((f"{agent}:{old}", f"{agent}:{new}") for agent in renamed._WITH_NETWORKS)
    yield from renamed.MODULES.items()


@pytest.mark.parametrize("old, new", list(old_words()))
def test_pages_use_names_of_today(old, new):
    found = re.compile(rf"(?<![\w-]){re.escape(old)}(?![\w-])")
    told = [str(p.relative_to(ROOT)) for p in PAGES if p.name != "migrating.md"
            and found.search(p.read_text("utf-8"))]  # fmt: skip
    assert not told, f"{old} is now {new}"
