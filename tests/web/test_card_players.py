"""A card's page: figures by player, from studies and datasets of the folder."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from altered_env.arena.rating_table import rating_of
from altered_env.cardstats.card_metrics import metrics
from altered_env.cardstats.dataset import plan_of
from altered_env.cardstats.deals import Deal, Question, add
from altered_env.web import card_players
from altered_env.web.card_players import by_player
from altered_env.web.data_folder import DataFolder

CARD = "CORE_AX_16_R1"
DATASET = Path(__file__).parents[1] / "saved/0.1.0/games.parquet"


def study(path, agent, won, key, card=CARD, against="AX_PLAIN"):
    names = ("Foundry Armorer R1", against, "plain", 3)
    made = ("axiom",), ("bravos",), 1, "2024.09", "v"
    add(path, [Question(key, card, *names, agent, *made)])
    add(path, [Deal(key, n, won, (0.0, 1.0), 6.0) for n in range(40)])


@pytest.fixture
def folder(tmp_path):
    study(tmp_path / "deals.jsonl", "greedy", (1.0, 1.0), "one")
    study(tmp_path / "deals.jsonl", "random", (0.0, 1.0), "two")
    study(tmp_path / "deals.jsonl", "greedy", (0.0, 0.0), "three", card="CORE_AX_16_C")
    (tmp_path / "arena.jsonl").write_text('{"one": 1}\n')
    return tmp_path


def test_the_studies_of_a_card_are_told_the_weakest_player_first(folder):
    found = by_player(DataFolder(folder), CARD)
    assert found["wrong"] == []
    assert [row["player"] for row in found["rows"]] == ["random", "greedy"]
    weak, strong = found["rows"]
    assert (weak["mean"], strong["mean"]) == (0.0, 0.5) and weak["low"] < 0 < weak["high"]
    assert strong["elo"] == rating_of("greedy").elo and strong["games"] == 160
    assert strong["file"] == "deals.jsonl" and strong["against"] == "a plain Character"


def test_a_study_that_was_edited_is_named_and_the_others_are_told(folder):
    study(folder / "other.jsonl", "rules", (1.0, 1.0), "four")
    lines = (folder / "other.jsonl").read_text().splitlines()
    (folder / "other.jsonl").write_text("\n".join([lines[0], "not a line", *lines[1:]]) + "\n")
    found = by_player(DataFolder(folder), CARD)
    assert len(found["rows"]) == 2
    assert len(found["wrong"]) == 1 and "other.jsonl" in found["wrong"][0]


def test_a_dataset_says_what_was_observed_by_each_player(tmp_path, monkeypatch):
    monkeypatch.setattr(card_players, "LEAST", 1)
    shutil.copytree(DATASET, tmp_path / "games.parquet")
    asked = metrics(DATASET, 1)[0][0].card
    found = by_player(DataFolder(tmp_path), asked)["rows"]
    for agent in plan_of(DATASET)["agents"]:
        told = [row for row in found if row["player"] == agent]
        known = [row for row in metrics(DATASET, 1, agent)[0] if row.card == asked]
        assert [(r["mean"], r["low"], r["high"]) for r in told] == [r.improvement for r in known]
    assert found and all(row["kind"] == "observed" for row in found)


def test_a_page_asks_for_it(client):
    answer = client.get(f"/api/cards/{CARD}/players")
    assert answer.status_code == 200 and json.loads(answer.text) == {"rows": [], "wrong": []}
    assert client.get("/api/cards/Nobody/players").status_code == 400
