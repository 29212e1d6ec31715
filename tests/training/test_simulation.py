"""Datasets: a row per game, a row per card copy and game; resuming; card metrics."""

from __future__ import annotations

import csv
import json
import random
from collections import Counter

import numpy as np
import polars as pl
import pytest

from altered_env import decks
from altered_env.arena.match import play
from altered_env.arena.workers import compile_first
from altered_env.cardstats import simulation
from altered_env.cardstats.card_metrics import as_rows, clustered, improvement, mean_of, metrics
from altered_env.cardstats.dataset import plan_of
from altered_env.cardstats.replaying import replay_of
from altered_env.cardstats.simulation import Simulation, frames, run
from altered_env.cli import main
from altered_env.game.replay import Replay

PLAN = Simulation(("axiom", "muna"), ("random", "greedy"), seed=2)


@pytest.fixture
def parts_of_six(monkeypatch):
    monkeypatch.setattr(simulation, "PART", 6)


def test_a_game_has_a_row_and_its_card_copies_have_theirs():
    games, cards = frames(PLAN, range(12))
    assert games["game"].to_list() == list(range(12))
    assert len(cards) == 12 * 78
    per_player = cards.group_by("game", "player").agg(
        pl.len(),
        pl.col("opening").sum(),
        (pl.col("mana") == 1).sum().alias("first"),
        pl.col("won").n_unique(),
    )
    assert set(per_player["len"]) == {39} and set(per_player["opening"]) == {6}
    assert min(per_player["first"]) >= 3 and set(per_player["won"]) == {1}
    assert cards.filter(pl.col("hand") > 0)["played"].min() == 1
    assert cards.filter(pl.col("hand") == 0)["played"].max() == 0
    seen = (pl.col("opening") > 0) | (pl.col("drawn") > 0) | (pl.col("left") > 0)
    assert cards.filter(~seen).select(pl.max("mana", "hand", "reserve")).row(0) == (0, 0, 0)
    won = cards.group_by("game").agg(pl.col("won").sum()).sort("game")["won"].to_list()
    assert won == [39.0] * 12


def test_looking_at_the_cards_changes_no_game():
    games, _ = frames(PLAN, range(12))
    played = play([PLAN.game(number)[1] for number in range(12)])
    assert [p.winner for p in played] == games["winner"].to_list()
    assert [p.decisions for p in played] == games["decisions"].to_list()
    agents = set(games["agent_a"]) | set(games["agent_b"])
    assert agents == {"random", "greedy"} and set(games["deck_a"]) == {"axiom", "muna"}


def test_a_dataset_goes_on_where_it_was_stopped(tmp_path, parts_of_six):
    plan = Simulation(("axiom", "muna"), ("random",))
    whole, again = tmp_path / "whole", tmp_path / "again"
    assert run(plan, 15, whole, jobs=1)[0] == 15
    assert run(plan, 8, again, jobs=1)[0] == 8
    (again / "games" / "000000.parquet").unlink()  # as if it had been stopped in the middle
    told = []
    assert run(plan, 15, again, jobs=1, say=lambda *now: told.append(now))[0] == 15
    assert told[0] == (0, 0) and told[-1] == (15, 0)
    assert run(plan, 15, again, jobs=1)[0] == 0
    for kind in ("games", "cards"):
        tables = [pl.read_parquet(path / kind / "*.parquet") for path in (whole, again)]
        assert tables[0].equals(tables[1])
    assert not list(again.rglob("*.part"))


def test_a_dataset_of_another_plan_is_left_alone(tmp_path, parts_of_six):
    run(Simulation(("axiom",), ("random",)), 2, tmp_path / "it", jobs=1)
    with pytest.raises(ValueError, match="dataset with other seed: found 0, asked for 1"):
        run(Simulation(("axiom",), ("random",), seed=1), 2, tmp_path / "it", jobs=1)
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").write_text("dear")
    with pytest.raises(ValueError, match="and is not a dataset"):
        run(Simulation(("axiom",), ("random",)), 2, tmp_path / "mine", jobs=1)


def dataset(path, cards):
    """A dataset made by hand: each copy is (game, card, won, opening, drawn, left, mana, hand,
    reserve)."""
    names = ("game", "card", "won", "opening", "drawn", "left", "mana", "hand", "reserve")
    for kind in ("games", "cards"):
        (path / kind).mkdir(parents=True)
    plan = {"decks": ["axiom"], "agents": ["random"], "seed": 0, "rules": "2024.09"}
    plan["version"] = "by hand"
    (path / "plan.json").write_text(json.dumps(plan))
    table = pl.DataFrame(cards, schema=list(names), orient="row")
    table.write_parquet(path / "cards" / "000000.parquet")
    table.select("game").unique().write_parquet(path / "games" / "000000.parquet")
    return path


def test_rates_are_weighted_by_copies(tmp_path):
    copies = [
        # game 1 was won: two copies in the opening hand, one drawn on day 3
        (1, "X", 1.0, 1, 0, 0, 1, 0, 0),
        (1, "X", 1.0, 1, 0, 0, 0, 2, 4),
        (1, "X", 1.0, 0, 3, 0, 0, 4, 0),
        # game 2 was lost: one drawn, one sent to Reserve from the Deck and played, one not seen
        (2, "X", 0.0, 0, 2, 0, 0, 0, 0),
        (2, "X", 0.0, 0, 0, 1, 0, 0, 2),
        (2, "X", 0.0, 0, 0, 0, 0, 0, 0),
        # game 3 was won without seeing it
        (3, "X", 1.0, 0, 0, 0, 0, 0, 0),
        (3, "Y", 1.0, 1, 0, 0, 0, 0, 0),
    ]
    found, fewer = metrics(dataset(tmp_path / "it", copies), least=2)
    (row,) = found
    assert fewer == 1 and (row.card, row.copies, row.games) == ("X", 7, 3)
    assert {name: (share.rate, share.count) for name, share in row.rates.items()} == {
        "in_deck": (pytest.approx(4 / 7), 7),
        "opening": (1.0, 2),
        "drawn": (0.5, 2),
        "in_hand": (0.75, 4),
        "never_seen": (0.5, 2),
    }
    assert row.improvement[0] == pytest.approx(0.25)
    assert (row.mana.rate, row.from_hand.rate) == (0.25, 0.5)
    assert row.from_reserve.rate == pytest.approx(2 / 5)
    # played on days 2 and 4, in one game: nothing is known of how games differ
    assert row.day == (3.0, 3.0, 3.0)
    assert as_rows(found)[0]["in_hand_copies"] == 4


def test_intervals_are_clustered_by_game_and_cover():
    """Copies of a game win together: the interval is that of the games, and holds 95 %."""
    chance = np.random.default_rng(1)
    held = apart = 0
    for _ in range(400):
        weights = chance.integers(0, 4, 300).astype(float)
        won = (chance.random(300) < 0.6) * weights
        share = clustered(won, weights)
        held += share.low <= 0.6 <= share.high
        apart += share.high - share.low > 2 * 1.96 * (0.24 / share.count) ** 0.5
    assert 0.92 <= held / 400 <= 0.98
    assert apart == 400  # as if copies were independent, it would be too narrow
    sure = clustered(np.ones(50), np.ones(50))
    assert sure.rate == 1 and 0.9 < sure.low < 1


def test_the_interval_of_the_day_covers():
    chance = np.random.default_rng(5)
    held = 0
    for _ in range(400):
        played = chance.integers(0, 3, 200).astype(float)
        late = chance.integers(0, 3, 200)  # common columns of a game's copies
        days = played * (2 + late) + chance.binomial(played.astype(int), 0.5)
        _, low, high = mean_of(days, played)
        held += low <= 3.5 <= high
    assert 0.92 <= held / 400 <= 0.98
    assert mean_of(np.zeros(3), np.zeros(3)) == (0, 0, 0)


def test_the_interval_of_the_improvement_covers():
    chance = np.random.default_rng(2)
    held = 0
    for _ in range(400):
        hand = chance.integers(0, 3, 300).astype(float)
        unseen = 3 - hand
        won = chance.random(300) < 0.5 + 0.1 * (hand - 1) / 2
        truth = _true_improvement()
        _, low, high = improvement(won * hand, hand, won * unseen, unseen)
        held += low <= truth <= high
    assert 0.92 <= held / 400 <= 0.98


def _true_improvement():
    hands, wins = (0, 1, 2), (0.45, 0.5, 0.55)
    in_hand = sum(h * w for h, w in zip(hands, wins, strict=True)) / sum(hands)
    unseen = sum((3 - h) * w for h, w in zip(hands, wins, strict=True)) / sum(3 - h for h in hands)
    return in_hand - unseen


def test_the_commands(tmp_path, capsys):
    out, figures = tmp_path / "games.parquet", tmp_path / "figures.csv"
    command = ["simulate", "--decks", "axiom,muna", "--agents", "random", "--games", "60"]
    assert main([*command, "--jobs", "1", "--out", str(out)]) == 0
    said = capsys.readouterr().out
    assert "60 games of random, rules 2024.09, seed 0; 60 new" in said and "games/s" in said
    assert main([*command, "--jobs", "1", "--out", str(out)]) == 0
    assert "; 0 new" in capsys.readouterr().out
    assert main(["metrics", str(out), "--least", "30"]) == 0
    said = capsys.readouterr().out
    assert "Rules 2024.09, seed 0, decks axiom, muna; 60 games." in said
    assert "Agents random (Elo -" in said and "use of copies" in said
    assert "omitted (--least)" in said and "observations, not causes" in said
    assert main(["metrics", str(out), "--least", "1", "--csv", str(figures)]) == 0
    with figures.open() as file:
        rows = list(csv.DictReader(file))
    names = Counter(row["card"] for row in rows)
    assert max(names.values()) == 1 and len(names) > 20
    spans = [[float(row[f"in_hand{end}"]) for end in ("_low", "", "_high")] for row in rows]
    assert all(low <= rate <= high for low, rate, high in spans)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["simulate", "--agents", "ismcts"], "not play in compiled code"),
        (["simulate", "--agents", "gredy"], "did you mean 'greedy'"),
        (["simulate", "--decks", "axion"], "did you mean 'axiom'"),
        (["simulate", "--games", "0"], "one or more games, found 0"),
    ],
)
def test_what_is_wrong_is_said(arguments, says, capsys, tmp_path):
    assert main([*arguments, "--out", str(tmp_path / "it")]) == 2
    assert says in capsys.readouterr().err


def test_what_is_no_dataset_is_said(capsys, tmp_path):
    assert main(["metrics", str(tmp_path)]) == 2
    assert "is not a dataset of `altered simulate`" in capsys.readouterr().err


def test_seeds_of_games_are_their_own():
    seeds = {PLAN.game(number)[1].seed for number in range(200)}
    assert len(seeds) == 200
    assert PLAN.game(3) == PLAN.game(3) != Simulation(("axiom", "muna"), seed=3).game(3)
    random.seed(1)
    assert PLAN.game(3) == PLAN.game(3)


def test_a_row_is_played_again_as_a_replay(tmp_path, capsys, parts_of_six):
    folder, file = tmp_path / "it", tmp_path / "game.json"
    run(Simulation(("axiom", "random:3:5#2"), ("random", "greedy"), seed=4), 8, folder, jobs=1)
    for row in pl.read_parquet(folder / "games" / "*.parquet").to_dicts()[:3]:
        command = ["replay", str(folder), "--game", str(row["game"]), "--save", str(file)]
        assert main(command) == 0
        game = Replay.load(file).play()
        assert (game.winner, game.day) == (row["winner"], row["days"])
        assert len(game.story.actions) == row["decisions"]
    capsys.readouterr()
    assert main(["replay", str(file)]) == 0
    shown = capsys.readouterr().out
    assert main(["replay", str(folder), "--game", "2"]) == 0
    assert capsys.readouterr().out == shown


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([], "choose a game of it"),
        (["--game", "9"], "holds no game 9"),
    ],
)
def test_a_row_that_is_not_there_is_said(arguments, says, tmp_path, capsys, parts_of_six):
    run(Simulation(("axiom",), ("random",)), 2, tmp_path / "it", jobs=1)
    assert main(["replay", str(tmp_path / "it"), *arguments]) == 2
    assert says in capsys.readouterr().err


def test_a_replay_goes_nowhere_without_a_folder(tmp_path, capsys, parts_of_six):
    run(Simulation(("axiom",), ("random",)), 2, tmp_path / "it", jobs=1)
    nowhere = tmp_path / "nodir"
    asked = ["replay", str(tmp_path / "it"), "--game", "0", "--save", str(nowhere / "x.json")]
    assert main(asked) == 2
    said = capsys.readouterr()
    assert f"the folder {nowhere} does not exist: create it first" in said.err
    assert ".part" not in said.err and said.out == ""


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--regression", "--agent", "random"], "all players at once: omit --agent"),
        (["--strength", "deals.jsonl"], "--strength needs --regression: add it"),
        (["--csv", "nodir/it.csv"], "the folder nodir does not exist: create it first"),
        (["--csv", "nodir/it.csv", "--regression"], "the folder nodir does not exist"),
        (["--count", "in_hand"], "--count needs --regression: add it"),
    ],
)
def test_what_would_be_ignored_or_go_nowhere_is_refused(arguments, says, capsys, tmp_path):
    assert main(["metrics", str(tmp_path), *arguments]) == 2
    assert says in capsys.readouterr().err


def test_a_dataset_that_would_come_out_otherwise_is_not_replayed(tmp_path, parts_of_six):
    folder = tmp_path / "it"
    run(Simulation(("axiom",), ("random",)), 2, folder, jobs=1)
    plan = json.loads((folder / "plan.json").read_text())
    (folder / "plan.json").write_text(json.dumps(plan | {"seed": 1, "version": "older"}))
    with pytest.raises(ValueError, match=r"ends differently .* it was played with version older"):
        replay_of(folder, 1)


def test_a_dataset_says_how_strong_its_players_are(tmp_path):
    run(Simulation(("axiom",), ("random", "greedy:worlds=5")), 2, tmp_path / "it", jobs=1)
    said = plan_of(tmp_path / "it")
    assert said["ratings"]["random"]["elo"] < -300 and said["ratings"]["greedy:worlds=5"] is None
    assert "Elo above greedy" in said["ratings_scale"]


def test_the_copies_of_one_player_alone(tmp_path, parts_of_six):
    folder = tmp_path / "it"
    run(Simulation(("axiom",), ("random", "greedy")), 12, folder, jobs=1)
    games = pl.read_parquet(folder / "games" / "*.parquet")
    seats = (games["agent_a"] == "random").sum() + (games["agent_b"] == "random").sum()
    copies = Counter(card.reference for card in decks.starter("axiom").cards)
    every, of_random = (metrics(folder, 1, agent)[0] for agent in (None, "random"))
    assert {row.card: row.copies for row in every} == {c: 24 * n for c, n in copies.items()}
    assert {row.card: row.copies for row in of_random} == {c: seats * n for c, n in copies.items()}


def test_processes_play_the_same_games(tmp_path, capfd):
    plan = Simulation(("axiom", "muna"), ("random",), seed=6)
    folders = tmp_path / "one", tmp_path / "two"
    compile_first()
    capfd.readouterr()
    for jobs, folder in enumerate(folders, 1):
        played, seconds = run(plan, simulation.PART + 5, folder, jobs=jobs)
        assert played == simulation.PART + 5 and seconds > 0
    for kind in ("games", "cards"):
        one, two = (pl.read_parquet(folder / kind / "*.parquet") for folder in folders)
        assert one.equals(two)
    assert "Compil" not in capfd.readouterr().err  # processes find it done


def test_games_of_a_season_have_the_texts_of_its_day(tmp_path):
    then = Simulation(("ordis",), ("random",), format="standard:season=1")
    now = Simulation(("ordis",), ("random",))
    heroes = [plan.game(0)[1].decks[0].hero for plan in (then, now)]
    assert heroes[0].reference == heroes[1].reference and heroes[0] != heroes[1]
    run(then, 2, tmp_path, jobs=1)
    assert plan_of(tmp_path)["format"] == "standard:season=1"
    assert replay_of(tmp_path, 1).play().over
