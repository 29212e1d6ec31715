"""Ratings that come along: of which players, how they are shown, and that they hold."""

from __future__ import annotations

import itertools

import pytest

from training.rated import known, main, measure, rating_of, strongest_last, who_played, with_rating


def test_the_ratings_that_come_along_are_in_order():
    order = ["random", "greedy:region=0.5", "greedy:region=1", "greedy", "rules"]
    assert strongest_last(reversed(order)) == order and set(known()) == set(order)
    for weaker, stronger in itertools.pairwise(order):
        assert rating_of(weaker).high < rating_of(stronger).low + 1
    said = " ".join(who_played(["greedy", "greedy:budget=9", "random"]).split())
    assert said.startswith("Agents random (Elo -")
    assert "greedy (Elo 0), greedy:budget=9 (not rated). Ratings are Elo above greedy, by" in said
    assert with_rating("rules").endswith(")") and "\u00b1" in with_rating("rules")


def test_few_games_agree_with_the_ratings():
    greedy, random = measure(["greedy", "random"], games=20, seed=5, jobs=1)
    assert greedy.elo == greedy.low == greedy.high == 0
    assert random.high < 0 and random.low <= rating_of("random").elo


def test_ratings_are_written(tmp_path, capsys):
    file = tmp_path / "ratings.tsv"
    assert main(["random", "--games", "4", "--jobs", "1", "--out", str(file)]) == 0
    first, *rows = file.read_text().splitlines()
    assert "4 games of each two, starter decks, rules 2024.09" in first
    assert [row.split("\t")[0] for row in rows] == ["greedy", "random"]
    assert capsys.readouterr().out == file.read_text()


@pytest.mark.parametrize(
    ("agents", "games", "says"),
    [(["greedy"], 4, "two agents or more"), (["greedy", "random"], 1, "two games or more")],
)
def test_what_is_wrong_is_said(agents, games, says):
    with pytest.raises(ValueError, match=says):
        measure(agents, games)
