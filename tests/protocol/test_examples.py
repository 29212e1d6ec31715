"""The example bots in agents play without this package."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from altered_env import Game
from altered_env.agents import make
from altered_env.agents.conditions import Conditions
from altered_env.agents.hosting import Host
from altered_env.cli import main, play

BOTS = Path(__file__).parents[2] / "agents"
PLAIN = f"cmd:{sys.executable} -S {BOTS / 'any_action.py'}"
EXAMPLES = [
    pytest.param(PLAIN, "any action", id="python"),
    pytest.param(
        f"cmd:node {BOTS / 'one_ahead.mjs'}",
        "one ahead",
        id="node",
        marks=pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed"),
    ),
]


@pytest.mark.parametrize(("spec", "title"), EXAMPLES)
def test_an_example_plays_two_days(spec, title):
    bot = make(spec)
    game = Game.start("axiom", "bravos", seed=2, day_limit=2)
    with Host(game, [bot, make("random", seed=1)], Conditions(limit=60)) as host:
        while host.step():
            pass
    assert host.forfeit is None and game.over and bot.title == title
    assert host.decisions[0] > 5 and host.spent[0] > 0


def test_it_is_in_fifteen_lines_and_needs_python_alone():
    text = (BOTS / "any_action.py").read_text()
    assert len(text.splitlines()) <= 15
    assert "altered" not in text


def test_it_plays_in_the_arena_and_goes_on(capsys, tmp_path):
    out = tmp_path / "games.jsonl"
    arguments = ["--decks", "axiom", "--jobs", "1", "--out", str(out), "--clock", "60+1"]
    assert main(["arena", PLAIN, "random", "--games", "2", *arguments]) == 0
    kept = out.read_text()
    assert main(["arena", PLAIN, "random", "--games", "2", *arguments]) == 0
    assert out.read_text() == kept
    assert "forfeited" not in capsys.readouterr().out


def test_a_person_plays_against_it(monkeypatch, capsys):
    typed = iter(["q"])
    monkeypatch.setattr("builtins.input", lambda prompt: next(typed))
    assert main(["play", "--opponent", PLAIN, "--plain"]) == 0
    assert "any_action.py. Commitment to the seeds: SHA-256" in capsys.readouterr().out


def test_a_person_wins_by_a_forfeit(monkeypatch, capsys):
    monkeypatch.setattr(play, "_ask", lambda game, *_: game.legal_actions()[0])
    assert main(["play", "--opponent", "cmd:true", "--seed", "1", "--public-seed", "--plain"]) == 0
    assert "B forfeits, you win: cmd:true: it ended with status 0" in capsys.readouterr().out


def test_it_is_an_opponent_of_an_environment():
    import gymnasium

    env = gymnasium.make("Altered-v0", opponent=PLAIN, decks="starters")
    seen, _ = env.reset(seed=3)
    for _ in range(6):
        seen, _, over, cut, _ = env.step(int(seen["action_mask"].nonzero()[0][0]))
        assert not (over or cut)
    env.close()
