"""Built-in agents with four players: they finish and win games, and see only what they may."""

from __future__ import annotations

import importlib

import numpy as np
import pytest

from altered_env import Game
from altered_env.agents import make, refuse_seats
from altered_env.arena.pairings import Arena, Outcome, play_one, run
from altered_env.cli import main

NAMES = ("axiom", "bravos", "lyra", "muna")
FOUR = pytest.mark.parametrize("form", ["two_against_two", "free_for_all"])


@FOUR
@pytest.mark.parametrize("name", ["greedy", "rules", "ismcts:iterations=24"])
def test_they_play_on_what_they_may_know(form, name):
    """The same decision in worlds that differ in hidden cards, including a teammate's hand."""
    game = Game.start(*NAMES, seed=3, format=form)
    agent, other = make(name, seed=1), make("random", seed=2)
    compared = 0
    for _ in range(120):
        if game.over:
            break
        seat = game.seat()
        if seat.player == 0 and len(seat.actions) > 1:
            world = game.resample(0, seed=compared)
            agent.start(compared)
            action = agent.act(seat)
            agent.start(compared)
            assert agent.act(world.seat()) == action
            compared += 1
        else:
            action = other.act(seat)
        assert action in game.legal_actions()
        game.act(action)
    assert compared > 10


@FOUR
def test_greedy_beats_random_among_four(form):
    plan = Arena(("greedy", "random"), NAMES, games=6, seed=4, format=form)
    rows = run(plan, jobs=1)
    won = sum(row.score("greedy") for row in rows)
    assert won >= 5


def test_an_arena_of_four_says_what_it_holds_for(capsys, tmp_path):
    path = tmp_path / "games.jsonl"
    command = ["arena", "random", "rules:plan=0", "--games", "2", "--decks", "axiom,lyra"]
    command += ["--seed", "7", "--rules", "5.0", "--jobs", "1", "--format", "free_for_all"]
    assert main([*command, "--out", str(path)]) == 0
    told = capsys.readouterr().out
    assert "free_for_all" in told and "two seats of four, A and C or B and D" in told
    assert "A and C win" in told
    games = path.read_text("utf-8").splitlines()
    assert len(games) == 2 and " & " in games[0]


@FOUR
def test_the_network_that_comes_along_holds_its_own(form):
    """Two seats of four are its own, the others those of `greedy`, which loses at most one game in
    ten to random play. A rating takes a thousand games."""
    plan = Arena(("net:four", "greedy"), NAMES, games=40, seed=11, format=form)
    assert sum(row.score("net:four") for row in run(plan, 1)) >= 14


@FOUR
def test_the_network_that_comes_along_plays_on_what_it_may_know(form):
    """Its features are the same in worlds that differ in hidden cards, including the sampled
    world."""
    game = Game.start(*NAMES, seed=5, format=form)
    asked = 0
    while asked < 8:
        if len(game.legal_actions()) > 1:
            other = game.resample(game.decider, seed=asked)
            one, two = (make("net:four", seed=1).weighed(g.seat()) for g in (game, other))
            assert one == two
            asked += 1
        game.act(make("rules", seed=asked).act(game.seat()))


def test_the_two_games_of_a_pair_differ_in_who_sits_where():
    plan = Arena(("random", "greedy:worlds=1"), NAMES, games=2, seed=9, format="two_against_two")
    one, other = (play_one(plan, *plan.agents, number) for number in (0, 1))
    assert isinstance(one, Outcome)
    assert (one.agent_a, one.agent_b) == (other.agent_b, other.agent_a)
    assert (one.deck_a, one.deck_b, one.seed, one.first) == (
        other.deck_a,
        other.deck_b,
        other.seed,
        other.first,
    )
    assert one.winner in (0, 1) and one.decisions == one.decisions_a + one.decisions_b


def test_who_plays_where_is_said_all_at_once():
    refuse_seats(["random", "greedy", "rules:plan=10", "ismcts:ms=5", "somebody"], 4)
    refuse_seats(["ismcts", "net:v1"], 2)
    with pytest.raises(ValueError, match=r"^net:v1, net:pick=draw: trained for two"):
        refuse_seats(["net:v1", "greedy", "net:pick=draw", "net:v1"], 4)
    with pytest.raises(ValueError, match="net:v1: trained for two players"):
        Arena(("net:v1", "random"), NAMES, format="free_for_all")
    with pytest.raises(ValueError, match=r"its network is for 2 players; this game has 4"):
        make("net:v1").act(Game.start(*NAMES, seed=1, format="free_for_all").seat())


def test_thought_between_two_is_loaded_as_it_is():
    two = importlib.import_module("altered_env.thinking.lookahead")
    four = importlib.import_module("altered_env.of_four.thinking.lookahead")
    assert (two.OBJECTS, four.OBJECTS) == (192, 384)
    assert two.evaluate is not four.evaluate
    assert np.array_equal(
        importlib.import_module("altered_env.of_four.thinking.weights").DEFAULT,
        importlib.import_module("altered_env.thinking.weights").DEFAULT,
    )
