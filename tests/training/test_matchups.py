"""Matchups, the first player's advantage, and the meta: known answers, and the command."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest

from altered_env import decks
from altered_env.arena.deck_sets import legal_ones
from altered_env.cardstats.deck_matchups import (
    Meeting,
    Table,
    equilibrium,
    first_player,
    meta,
    rates,
    run,
)
from altered_env.cli import main
from altered_env.cli.beforehand import more_games
from altered_env.cli.matchups import report

ENDS = re.compile(r"(-?[\d.]*\d)\.\.(-?\d[\d.]*)")
"""The ends of an interval."""
DECKS = tuple(decks.load(name) for name in ("axiom", "bravos", "lyra"))
TABLE = Table(DECKS, "random", deals=20)


def meetings(table, scores):
    """Deals with these mean scores, `table.deals` for each pair of decks."""
    chance = np.random.default_rng(1)
    found = []
    for one, two in table.pairs:
        better = scores[one, two] / 2
        won = chance.choice((-1.0, 1.0), table.deals, p=(0.5 - better, 0.5 + better))
        first = chance.choice((-1.0, 0.0, 1.0), table.deals, p=(0.1, 0.6, 0.3))
        found += [Meeting(one, two, *map(float, row)) for row in zip(won, first, strict=True)]
    return found


def test_the_equilibrium_of_known_games():
    assert equilibrium(np.zeros((3, 3))) == pytest.approx(np.full(3, 1 / 3))
    # rock, paper, scissors, where rock beats scissors twice as surely: paper is half of it
    game = np.array([[0, -1, 2], [1, 0, -1], [-2, 1, 0]], dtype=float)
    assert equilibrium(game) == pytest.approx([0.25, 0.5, 0.25], abs=0.01)
    # the third deck loses to both: its share is zero
    lost = np.array([[0, 0.1, 0.4], [-0.1, 0, 0.4], [-0.4, -0.4, 0]])
    assert equilibrium(lost) == pytest.approx([1, 0, 0], abs=0.01)


def test_no_deck_beats_the_meta():
    chance = np.random.default_rng(3)
    for size in (2, 5, 12):
        payoff = np.triu(chance.uniform(-0.5, 0.5, (size, size)), 1)
        payoff -= payoff.T
        shares = equilibrium(payoff)
        assert shares.min() >= 0 and shares.sum() == pytest.approx(1)
        assert (payoff @ shares).max() < 0.005


def test_the_meta_is_as_unsure_as_the_matchups():
    scores = {(0, 1): 0.5, (0, 2): -0.5, (1, 2): 0.5}  # each beats one, and loses to one
    few, many = (Table(DECKS, "random", deals=n) for n in (40, 4000))
    loose, tight = (meta(t, rates(t, meetings(t, scores))) for t in (few, many))
    for deck, sure in zip(loose, tight, strict=True):
        assert deck.share_low <= deck.share <= deck.share_high
        assert sure.share == pytest.approx(1 / 3, abs=0.05)
        assert sure.share_high - sure.share_low < (deck.share_high - deck.share_low) / 3
        assert sure.rate == pytest.approx(0.5, abs=0.01) and sure.low < sure.rate < sure.high


def test_going_first_is_counted_from_both_seats():
    found = first_player(meetings(Table(DECKS, deals=400), dict.fromkeys(TABLE.pairs, 0.0)))
    assert found.low <= 0.2 <= found.high and found.low > 0


def test_deals_are_played_from_both_seats():
    one, two = TABLE.matches(0, 2, 5)
    assert one.decks == two.decks[::-1] == (DECKS[0], DECKS[2])
    assert (one.seed, one.chance) == (two.seed, two.chance)
    found = run(TABLE, jobs=1)
    assert len(found) == 60 and found == run(TABLE, jobs=1)
    assert {m.score for m in found} <= {-1.0, 0.0, 1.0}
    assert {(m.one, m.two) for m in found} == set(TABLE.pairs)


def test_the_report_says_what_it_holds_for():
    said = report(TABLE, run(TABLE, jobs=1))
    games = "120 games, 40 per pair of decks; random against itself,"
    assert f"{games} rules 2024.09, standard, seed 0." in said
    assert "rules 2024.09, singleton, seed 0." in report(TABLE, run(TABLE, jobs=1), "singleton")
    rows = {
        line.split()[0]: line
        for line in said.splitlines()
        if re.match(r"(axiom|bravos|lyra) .*\d\.\.\d.*\d\.\.\d", line)
    }
    assert set(rows) == {"axiom", "bravos", "lyra"}
    both = [float(rows["axiom"].split()[2]), float(rows["bravos"].split()[1])]
    assert sum(both) == pytest.approx(100, abs=0.11)
    assert "The first player of day one wins" in said


def test_the_command(capsys):
    command = ["matchups", "--decks", "axiom,muna", "--agent", "random", "--deals", "4"]
    assert main([*command, "--jobs", "1"]) == 0
    assert "8 games, 8 per pair of decks" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--decks", "axiom"], "two or more decks, found 1"),
        (["--decks", "axiom,axiom"], "two decks are called axiom"),
        (["--decks", "axiom,mna"], "did you mean 'muna'"),
        (["--deals", "1"], "must be 2 or more, found 1"),
        (["--agent", "gredy"], "did you mean 'greedy'"),
        (["--format", "free_for_all"], "--format free_for_all has other rules of play"),
        (["--decks", "axiom,demo-sdu-sol", "--format", "standard:season=1"], "the sets are CORE"),
    ],
)
def test_what_is_wrong_is_said(arguments, says, capsys):
    assert main(["matchups", "--jobs", "1", *arguments]) == 2
    assert says in capsys.readouterr().err


def test_an_illegal_deck_is_named_and_left_out(tmp_path, capsys):
    short = tmp_path / "a-short-list.txt"
    short.write_text("1 Sierra & Oddball C\n3 Foundry Armorer C\n")
    command = ["matchups", "--decks", f"axiom,{short},muna", "--agent", "random", "--deals", "4"]
    assert main([*command, "--jobs", "1"]) == 0
    said = capsys.readouterr().out
    assert "8 games, 8 per pair of decks" in said
    assert "Left out: a-short-list: 3 cards besides the Hero; at least 39 are required" in said


def test_decks_of_one_name_are_told_apart(tmp_path, capsys):
    files = []
    for folder, name in (("one", "axiom"), ("two", "muna")):
        (tmp_path / folder).mkdir()
        files.append(tmp_path / folder / "mine.txt")
        files[-1].write_text(decks.load(name).to_text("official"))
    found, _ = legal_ones(f"{files[0]},{files[1]},lyra")
    stems = [str(file.with_suffix("")) for file in files]
    assert [deck.name for deck in found] == [*stems, "lyra"]
    command = ["matchups", "--decks", f"{files[0]},{files[1]}", "--agent", "random"]
    assert main([*command, "--deals", "2", "--jobs", "1"]) == 0
    said = capsys.readouterr().out
    assert f"1 {stems[0]}" in said and f"2 {stems[1]}" in said
    for file in files:
        file.write_text("1 Sierra & Oddball C\n3 Foundry Armorer C\n")
    assert len(legal_ones(f"{files[0]},{files[1]},lyra")[1]) == 2


def test_names_are_whole_and_each_deck_has_a_mean():
    names = ("a name of over fourteen letters", "bravos", "lyra")
    table = replace(
        TABLE, decks=tuple(replace(d, name=n) for d, n in zip(DECKS, names, strict=True))
    )
    scores = {(0, 1): 1.0, (0, 2): 1.0, (1, 2): -1.0}
    head, *rows = report(table, meetings(table, scores)).splitlines()[2:6]
    assert head.split() == ["1", "2", "3", "mean"]
    assert [row[:34].strip() for row in rows] == [f"{k} {n}" for k, n in enumerate(names, 1)]
    means = [float(row.split()[-2]) for row in rows]
    assert means == [100.0, 0.0, 50.0]
    ends = [float(end) for row in rows for pair in ENDS.findall(row) for end in pair]
    assert len(ends) == 18 and min(ends) >= 0 and max(ends) <= 100
    short = report(TABLE, meetings(TABLE, scores)).splitlines()[2]
    assert short.split() == ["axiom", "bravos", "lyra", "mean"]


def test_too_few_games_are_said_to_be_instead_of_a_meta():
    table = replace(TABLE, deals=4)
    all_won = [Meeting(one, two, 1.0, 0.0) for one, two in table.pairs for _ in range(4)]
    said = " ".join(report(table, all_won).split())
    assert "Too few games to determine the metagame" in said and "of the meta" not in said
    assert "--deals 30 may suffice" in said
    alike = replace(TABLE, deals=60)
    said = " ".join(report(alike, meetings(alike, dict.fromkeys(alike.pairs, 0.0))).split())
    assert "Too few games" in said and "the decks are equally strong" in said
    many = replace(TABLE, deals=400)
    scores = {(0, 1): 0.5, (0, 2): -0.5, (1, 2): 0.5}
    said = report(many, meetings(many, scores))
    assert "Too few games" not in said and "of the meta" in said


def test_games_that_are_due_grow_as_intervals_shrink():
    assert more_games(0.2, 0.1, 100) == 400
    assert more_games(0.05, 0.1, 100) == 100
    assert more_games(0.3, 0.1, 37) == 340
