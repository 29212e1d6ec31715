"""`rules` plays by its documented heuristics, in every kind of decision."""

from __future__ import annotations

import pytest

from altered_env import Game, Scenario, decks
from altered_env.agents import make


def table_of(theirs, *, mana=4, hand=(), reserve=()):
    """A's turn, with B's Characters of these statistics in both Expeditions; B has passed."""
    table = Scenario()
    table.card("Theirs", stats=theirs)
    table.card("Two", cost="2/2", stats="2/2/2")
    table.card("Eight", cost="8/8", stats="8/8/8")
    table.player("B").hero_expedition("Theirs").companion_expedition("Theirs").mana(4)
    table.player("A").hand(*hand).reserve(*reserve).mana(mana).deck(*["Two"] * 9)
    table.begin("afternoon", first="B")  # B has nothing to play, so passes
    assert table.game.view("A").players[1].passed
    return table


def play_afternoon(table):
    """A plays on to the end of the Afternoon."""
    agent = make("rules", seed=1)
    game = table.game
    while game.view("A").phase == "afternoon" and game.decider == 0:
        game.act(agent.act(game.seat()))
    return game


def test_cards_that_win_together_are_played_together():
    table = table_of("3/3/3", hand=("Two", "Two"))
    game = play_afternoon(table)
    assert sorted(e.distance for e in game.view("A").players[0].expeditions) == [0, 1]


def test_what_cannot_be_won_or_held_is_not_contested():
    table = table_of("9/9/9", hand=("Two", "Two"))
    game = play_afternoon(table)
    assert game.view("A").players[0].reserve == ()
    assert len(game.view("A").players[0].hand) == 4  # two more are drawn


def test_the_other_is_held_where_that_takes_least():
    table = Scenario()
    table.card("One", cost="1/1", stats="1/1/1")
    table.card("Big", stats="5/5/5")
    table.card("Small", stats="1/1/1")
    table.player("B").hero_expedition("Big").companion_expedition("Small").mana(4)
    table.player("A").hand("One").mana(1)
    table.begin("afternoon", first="B")
    game = play_afternoon(table)
    assert [e.distance for e in game.view("A").players[1].expeditions] == [1, 0]


def test_a_full_reserve_is_played_from_first():
    table = table_of("1/1/1", mana=2, hand=("Two",), reserve=("Two", "Two"))
    game = play_afternoon(table)
    assert len(game.view("A").players[0].reserve) == 1


def test_a_card_that_is_far_too_dear_goes_into_mana():
    table = Scenario()
    table.card("Two", cost="2/2", stats="2/2/2")
    table.card("Eight", cost="8/8", stats="8/8/8")
    table.player("A").hand("Two", "Two", "Eight").mana(3).deck("Two", "Two", "Two")
    table.player("B").mana(3)
    table.begin("morning", first="B")
    game = table.game
    assert (game.decision, game.decider) == ("expand", 0)
    chosen = make("rules", seed=1).act(game.seat())
    assert "Eight" in game.labels()[chosen]


def test_it_beats_greedy():
    won = 0
    names = decks.names()
    for seed in range(60):
        both = names[seed % 6], names[seed // 2 % 6]
        game = Game.start(*both, seed=seed)
        agents = [make("rules", seed=seed), make("greedy", seed=seed)]
        if seed % 2:
            agents.reverse()
        while not game.over:
            seat = game.seat()
            game.act(agents[seat.player].act(seat))
        won += game.winner == seed % 2
    assert won >= 34


@pytest.mark.parametrize("rules", ["2024.09", "5.0"])
@pytest.mark.parametrize("spec", ["rules", "greedy", "ismcts:iterations=8"])
def test_it_decides_whatever_legal_decks_bring(spec, rules):
    for seed in range(4):
        both = decks.random(2 * seed), decks.random(2 * seed + 1)
        game = Game.start(*both, seed=seed, rules=rules)
        agents = [make(spec, seed=1), make("random", seed=2)]
        while not game.over:
            seat = game.seat()
            action = agents[seat.player].act(seat)
            assert action in seat.actions
            game.act(action)
