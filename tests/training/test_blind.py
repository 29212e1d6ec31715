"""`altered bench1 blind`: an agent that may not play the cards of an archetype."""

from __future__ import annotations

import re
from math import sqrt

import numpy as np
import pytest

from altered_env.arena.paired import Difference, Estimate
from altered_env.cli import main
from altered_env.decks.bench1.bench_pools import archetypes, task_decks
from altered_env.decks.constructing import serves
from altered_env.game.books import pool_book
from altered_env.train.bench import blind
from altered_env.train.bench.blind import Blindness, contrast, drawn


def test_the_lists_of_an_archetype_have_the_most_cards_of_it():
    """Otherwise being blind to it could not cost most there."""
    for name in archetypes():
        shares = {mark: [] for mark in archetypes()}
        for one in task_decks("T3"):
            shares[one.marks[0]].append(sum(serves(card, name) for card in one.deck.cards))
        means = {mark: sum(counts) / len(counts) for mark, counts in shares.items()}
        assert max(means, key=means.get) == name
        others = [count for mark, count in means.items() if mark != name]
        assert means[name] > 1.4 * sum(others) / len(others)


def test_a_deal_gives_the_agent_a_list_of_the_archetype_at_either_seat():
    of = {one.deck.name: one.marks for one in task_decks("T3")}
    for number in range(6):
        match = drawn("greedy", "boosts", number, 1)
        assert match.agents[number % 2] == "greedy"
        assert match.agents[1 - number % 2] == blind.OPPONENT
        assert "boosts" in of[match.decks[number % 2].name]
    assert drawn("greedy", "boosts", 0, 1) != drawn("greedy", "boosts", 0, 2)


def test_only_the_agent_is_blind_and_only_where_it_should_be(monkeypatch):
    calls = []

    def played(some, seats, refused):
        calls.append((seats, [match.agents for match in some], refused))
        return np.zeros(len(some), dtype=int)

    monkeypatch.setattr(blind, "play_masked", played)
    scores = blind._scores("greedy", "spells", range(4), 1)
    assert scores.shape == (4, 1 + len(archetypes()))
    assert scores[::2].min() == 1 and scores[1::2].max() == 0  # player 0 wins all games
    for k, (seats, agents, refused) in enumerate(calls):
        column, seat = k % 7, k // 7
        assert set(seats) == {seat} and {pair[seat] for pair in agents} == {"greedy"}
        name = ("", *archetypes())[column]
        cards = pool_book().cards
        assert [card.reference in refused for card in cards] == [
            bool(name) and serves(card, name) for card in cards
        ]


def test_a_cost_on_its_own_lists_is_compared_with_the_mean_elsewhere():
    def cost(mean, wide):
        return Difference(mean, mean - wide, mean + wide, 0.0, 10)

    names = archetypes()
    found = {
        name: Blindness(Estimate(0.5, 0.4, 0.6, 10), {names[0]: cost(0.3 if k == 0 else 0.1, 0.05)})
        for k, name in enumerate(names)
    }
    its = contrast(found, names[0])
    assert (its.own.mean, its.elsewhere, its.more) == pytest.approx((0.3, 0.1, 0.2))
    assert its.wide == pytest.approx(0.05 * sqrt(1 + 1 / 5))


def test_few_lost_games_do_not_make_a_win_rate_certain():
    found = blind._blindness(np.zeros((2, 1 + len(archetypes()))))
    assert found.usual.mean == 0 == found.usual.low and found.usual.high > 0.6


def test_its_command_prints_both_tables(capsys, monkeypatch):
    monkeypatch.setattr(blind, "archetypes", lambda: archetypes()[:2])
    assert main(["bench1", "blind", "random", "--deals", "2", "--jobs", "1", "--quiet"]) == 0
    said = capsys.readouterr().out
    assert "random against net:v3, lists of T3, 2 deals of each archetype" in said
    assert len(re.findall(r"^(?:spells|landmarks) ", said, re.MULTILINE)) == 4
    assert len(re.findall(r"^(?:spells|landmarks) +[\d.]+ \(\d+ to \d+\)", said, re.MULTILINE)) == 2
    assert main(["bench1", "blind", "ismcts", "--deals", "2"]) == 2
    assert "ismcts" in capsys.readouterr().err
    assert main(["bench1", "blind", "greedy", "--deals", "1"]) == 2
    assert "--deals must be 2 or more, found 1" in capsys.readouterr().err
