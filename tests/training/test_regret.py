"""Regret of a network: rollouts of its answers show which choices are better."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from altered_env import Game
from altered_env.agents.net_weights import NetWeights
from altered_env.agents.rollout import RolloutAgent
from altered_env.train.regret import Estimate, Plan, main, missed, table

DECKS = "starters"


@pytest.fixture
def net(tmp_path):
    file = tmp_path / "small.safetensors"
    NetWeights.new(8, 12, seed=3).save(file, {})
    return str(file)


def test_who_chooses_the_same_is_no_better_and_who_chooses_by_nights_is(net, tmp_path):
    """A network is not better than itself; one that likes what it disliked chooses otherwise. What
    playing on finds is judged in other worlds than those it was found in, and is there."""
    other = tmp_path / "other.safetensors"
    weights = NetWeights.load(net)
    turned = {"score": -weights.parts["score"], "asked": -weights.parts["asked"]}
    replace(weights, parts=weights.parts | turned).save(other, {})
    plan = Plan((net, net, str(other)), DECKS, worlds=6)
    found = missed(plan, 3)
    assert found.games == 3 and found.positions > 20
    assert found.better[0] == Estimate(0, 0, 0) and found.same[0] == 1
    assert found.same[1] < 0.5 and found.better[1].low < found.better[1].high
    assert found.found.low > 0
    assert missed(plan, 3, jobs=2) == found
    said = table(plan, found)
    assert f"{other}  chooses better by" in said and f"{found.positions:,} positions of 3" in said


def test_answers_are_played_on_in_so_many_worlds(net):
    game, chance = Game.start("axiom", "bravos", seed=1), Random(2)
    while game.day < 2 or len(game.legal_actions()) < 4:
        game.act(chance.choice(game.legal_actions()))
    rollouts = RolloutAgent(path=net)
    rollouts.start(5)
    seat = game.seat()
    came = rollouts.played_on(seat, 4)
    assert set(came) <= set(seat.actions) and len(came) > 1
    assert all(-1 <= worth <= 1 for worth in came.values())
    assert rollouts.played_on(seat, 4) != came
    rollouts.start(5)
    assert rollouts.played_on(seat, 4) == came


def test_wrong_options_are_one_line(net, tmp_path, capsys):
    four = tmp_path / "net-four.safetensors"
    NetWeights.new(4, 4, 4).save(four, {})
    for wrong, says in (
        ([net, "--games", "1"], "games must be 2 or more, found 1"),
        ([net, "--worlds", "0"], "worlds must be 1 or more, found 0"),
        ([net, str(four)], "is for four players"),
        ([net, "--decks", "bread"], "bread"),
        (["net:nobody"], "nobody"),
        ([net, "--jobs", "-1"], "jobs"),
    ):
        assert main(wrong) == 2
        said = capsys.readouterr()
        assert says in said.err and said.err.count("\n") == 1 and not said.out
    assert main([net, "--games", "2", "--worlds", "1", "--decks", DECKS, "--quiet"]) == 0
    said = capsys.readouterr()
    assert "Best answer found by rollouts: " in said.out and not said.err


def test_where_it_is_sure_after_all_nothing_is_looked_at(net, monkeypatch):
    """Afterstates are sampled, so one of two answers may be unlikely in one world only."""
    came = iter([{1: 0.5}, {1: 0.5, 2: 0.1}] * 1000)
    monkeypatch.setattr(RolloutAgent, "played_on", lambda *_: next(came))
    with pytest.raises(ValueError, match=r"no position in which .* is unsure"):
        missed(Plan((net,), DECKS), 2)
