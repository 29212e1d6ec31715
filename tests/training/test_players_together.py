"""Figures of several players together, and the ranking of Heroes."""

from __future__ import annotations

import random
from math import inf

import pytest

from altered_env import decks
from altered_env.arena.paired import difference
from altered_env.cardstats.hero_ranking import lists_by_hero
from altered_env.cardstats.players_together import disagreement, together
from altered_env.cli import main


def rows(chance, true, deals=400):
    return difference([chance.choice((-0.5, 0.0, 0.5)) + true for _ in range(deals)])


def test_the_interval_holds_another_players_figure():
    chance, inside = random.Random(2), 0
    for _ in range(300):
        figures = [rows(chance, chance.gauss(0.02, 0.05), 200) for _ in range(4)]
        found, another = together(figures), chance.gauss(0.02, 0.05)
        inside += found.low <= another <= found.high
    assert inside >= 0.85 * 300


def test_one_player_says_nothing_of_others():
    found = together([rows(random.Random(1), 0.1)])
    assert found.low == -inf and found.high == inf
    with pytest.raises(ValueError, match="no player"):
        together([])


def test_an_interval_beyond_all_rates_tells_nothing():
    one, same, other = (difference([0.1, last] * 50) for last in (0.2, 0.21, -0.9))
    alike, apart = [one, same], [one, other]
    assert together(alike).tells and not together(apart).tells
    assert not together(alike[:1]).tells


def test_players_disagree_for_sure_or_by_chance():
    chance = random.Random(3)
    up, down = rows(chance, 0.2), rows(chance, -0.2)
    near = difference([0.5, -0.5] * 20 + [-0.5])
    assert together([up, up, down]).disagree == (2,)
    assert "a above zero, b below" in disagreement({"a": up, "b": down})
    assert disagreement({"a": up, "b": near}).endswith("may be chance.")
    assert not disagreement({"a": up, "b": up})


def test_heroes_have_lists():
    found = lists_by_hero(decks.pool("constructed"))
    assert len(found) == 30 and min(map(len, found.values())) >= 8


def test_the_command(tmp_path, capsys):
    table, log = tmp_path / "heroes.csv", tmp_path / "log.jsonl"
    line = ["cards", "heroes", "--lists", "axiom,muna", "--field", "lyra", "--deals", "4"]
    more = ["--agents", "random", "greedy", "--jobs", "1", "--csv", str(table), "--log", str(log)]
    assert main([*line, *more]) == 0
    said = capsys.readouterr().out
    assert said.index("greedy") < said.index("random")  # the strongest player first
    assert "Sierra & Oddball" in said and "32 games" in said
    assert len(table.read_text().splitlines()) == 1 + 2 * 3
    assert len(log.read_text().splitlines()) == 16


def test_what_is_wrong_is_said(capsys):
    assert main(["cards", "heroes", "--lists", "axiom", "--jobs", "1"]) == 2
    assert "lists of two or more Heroes" in capsys.readouterr().err
