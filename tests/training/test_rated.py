"""Shipped ratings: players, display, and validity."""

from __future__ import annotations

import itertools

import pytest

from altered_env.agents import STRONGEST_FAST
from altered_env.arena import rating_table
from altered_env.arena.rating_table import (
    known,
    rating_of,
    strongest_last,
    who_played,
    with_rating,
)
from altered_env.train import rated
from altered_env.train.rated import main, measure


def test_the_ratings_that_come_along_are_in_order():
    order = [
        "random",
        "greedy:region=0.5",
        "greedy:region=1",
        "greedy",
        "rules",
        "net:v1",
        "net:v3",
        "net:v4",
        STRONGEST_FAST,
    ]
    assert strongest_last(reversed(order)) == order and set(known()) == set(order)
    for weaker, stronger in itertools.pairwise(order):
        assert rating_of(weaker).high < rating_of(stronger).low + 1
    said = " ".join(who_played(["greedy", "greedy:budget=9", "random"]).split())
    assert said.startswith("Agents random (Elo -")
    assert "greedy (Elo 0), greedy:budget=9 (not rated). Ratings are Elo above greedy, by" in said
    assert with_rating("rules").endswith(")") and "\u00b1" in with_rating("rules")


def test_ratings_of_another_version_are_said_to_be_so(monkeypatch):
    here = rating_table.scale().rpartition(" ")[2]
    monkeypatch.setattr(rating_table, "version", lambda: here)
    assert "another version" not in " ".join(who_played(["greedy"]).split())
    monkeypatch.setattr(rating_table, "version", lambda: "0123")
    said = " ".join(who_played(["greedy"]).split())
    assert "(another version of rules, players or Python than this one)." in said


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


def test_nothing_is_written_unless_it_is_asked_for(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(rated, "FILE", tmp_path / "ratings.tsv")
    assert main(["random", "--games", "4", "--jobs", "1"]) == 0
    assert "random\t-" in capsys.readouterr().out
    assert list(tmp_path.iterdir()) == []


def test_ratings_of_others_are_not_written_over(tmp_path, capsys):
    file = tmp_path / "ratings.tsv"
    whole = "# a scale\ngreedy\t0\t0\t0\nrandom\t-9\t-10\t-8\nrules\t9\t8\t10\n"
    file.write_text(whole)
    wanted = ["random", "--games", "4", "--jobs", "1", "--out", str(file)]
    assert main(wanted) == 2
    assert "also has ratings of rules," in capsys.readouterr().err
    assert file.read_text() == whole
    assert main(["rules", *wanted]) == 0
    assert [line.split("\t")[0] for line in file.read_text().splitlines()[1:]] == [
        "greedy",
        "rules",
        "random",
    ]


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (["gredy"], "did you mean 'greedy'"),
        (["random", "--games", "3"], "an even number, 2 or more, found 3"),
        (["random", "random"], "two or more different agents"),
        (["random", "--out", "no/such/ratings.tsv"], "there is no folder no/such"),
        (["random", "--out", "notes.txt"], "notes.txt: it is not a file of ratings"),
        (["random", "--out", "empty.txt"], "empty.txt: it is not a file of ratings"),
    ],
)
def test_wrong_options_are_one_line(wrong, says, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "notes.txt").write_text("bread\n")
    (tmp_path / "empty.txt").write_text("# bread\n")
    monkeypatch.setattr(rated, "Workers", None)  # nothing is played
    assert main(wrong) == 2
    said = capsys.readouterr().err
    assert says in said and said.count("\n") == 1
    assert (tmp_path / "notes.txt").read_text() == "bread\n"


@pytest.mark.parametrize(
    ("agents", "games", "says"),
    [
        (["greedy"], 4, "two or more different agents"),
        (["greedy", "random"], 1, "an even number, 2 or more"),
    ],
)
def test_what_is_wrong_is_said(agents, games, says):
    with pytest.raises(ValueError, match=says):
        measure(agents, games)
