"""Datasets with a damaged, missing or changed file: messages and repair."""

from __future__ import annotations

import json

import polars as pl
import pytest

from altered_env import decks
from altered_env.cardstats import simulation
from altered_env.cardstats.replaying import replay_of
from altered_env.cardstats.simulation import Simulation, run
from altered_env.cli import main

PLAN = Simulation(("axiom",), ("random",))
READERS = {
    "metrics": ["metrics", "IT", "--least", "1"],
    "metrics of an agent": ["metrics", "IT", "--least", "1", "--agent", "random"],
    "regression": ["metrics", "IT", "--least", "1", "--regression"],
    "report": ["report", "IT", "--least", "1", "--out", "PAGE"],
    "replay": ["replay", "IT", "--game", "4"],
}
GOES_ON = ["simulate", "--decks", "axiom", "--agents", "random", "--games", "6", "--jobs", "1"]


@pytest.fixture
def it(tmp_path, monkeypatch):
    """A dataset of two parts, of four games and of two."""
    monkeypatch.setattr(simulation, "PART", 4)
    run(PLAN, 6, tmp_path / "it", jobs=1)
    return tmp_path / "it"


def said_by(name, it, capsys):
    places = {"IT": str(it), "PAGE": str(it.parent / "page.html")}
    assert main([places.get(word, word) for word in READERS[name]]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    return said


def tables(it):
    return [pl.read_parquet(it / kind / "*.parquet") for kind in ("games", "cards")]


def cut(path):
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def empty(path):
    path.write_bytes(b"")


def remove(path):
    path.unlink()


@pytest.mark.parametrize(
    ("name", "kind", "harm", "why"),
    [
        *((name, "games", cut, "is damaged") for name in READERS),
        *((name, "games", empty, "is damaged") for name in READERS),
        *((name, "cards", cut, "is damaged") for name in READERS if name != "replay"),
        *((name, "cards", remove, "is missing") for name in READERS if name != "replay"),
    ],
)
def test_the_part_that_is_damaged_is_named(name, kind, harm, why, it, capsys):
    path = it / kind / "000001.parquet"
    harm(path)
    said = said_by(name, it, capsys)
    assert f"{path} {why}: the same `altered simulate` with --out {it} plays" in said
    assert f"remove {it / 'games' / path.name} and {it / 'cards' / path.name}" in said


@pytest.mark.parametrize("harm", [cut, remove])
def test_a_game_is_played_once_more_without_its_cards(harm, it):
    harm(it / "cards" / "000001.parquet")
    assert replay_of(it, 4).play().over


@pytest.mark.parametrize("kind", ["games", "cards"])
@pytest.mark.parametrize("harm", [cut, empty, remove])
def test_a_damaged_part_is_played_again(kind, harm, it, capsys):
    before = tables(it)
    harm(it / kind / "000001.parquet")
    assert main([*GOES_ON, "--out", str(it)]) == 0
    assert "; 2 new" in capsys.readouterr().out
    assert all(one.equals(two) for one, two in zip(before, tables(it), strict=True))
    assert main([*GOES_ON, "--out", str(it)]) == 0
    assert "; 0 new" in capsys.readouterr().out


def test_copies_of_other_games_are_played_again(it):
    before = tables(it)
    (it / "cards" / "000000.parquet").write_bytes((it / "cards" / "000001.parquet").read_bytes())
    assert run(PLAN, 6, it, jobs=1)[0] == 4
    assert all(one.equals(two) for one, two in zip(before, tables(it), strict=True))


def test_tables_of_something_else_are_said(it, capsys):
    for path in (it / "games").glob("*.parquet"):
        pl.DataFrame({"letter": ["dear"]}).write_parquet(path)
    assert f"the parts of {it} are not those of a dataset" in said_by("regression", it, capsys)


BAD_PLANS = [
    ("[1,2]", "it is not a JSON object but [1, 2]"),
    ("{}", "'decks', a list of names, is missing"),
    ("{", "it is not JSON, "),
    (b"\xff", "it is not JSON, "),
    ({"decks": 5}, "its 'decks' is 5; expected a list of names"),
    ({"agents": [1]}, "its 'agents' is [1]; expected a list of names"),
    ({"seed": "0"}, "its 'seed' is \"0\"; expected a whole number"),
    ({"rules": None}, "its 'rules' is null; expected a text"),
    ({"ratings": {"random": 3}}, "its 'ratings' is {\"random\": 3}; expected elo, low and"),
    ({"contents": ["x"]}, "its 'contents' is [\"x\"]; expected a text for each deck"),
]


@pytest.mark.parametrize(("plan", "why"), BAD_PLANS, ids=[str(plan) for plan, _ in BAD_PLANS])
def test_a_plan_that_is_damaged_is_named(plan, why, it, capsys):
    note = it / "plan.json"
    if isinstance(plan, dict):
        plan = json.dumps(json.loads(note.read_text()) | plan)
    note.write_bytes(plan if isinstance(plan, bytes) else plan.encode())
    for name in READERS:
        assert f"{note} is damaged: {why}" in said_by(name, it, capsys)
    assert main([*GOES_ON, "--out", str(it)]) == 2
    assert f"{note} is damaged: {why}" in capsys.readouterr().err


def test_a_dataset_does_not_go_on_with_other_cards(tmp_path, monkeypatch):
    monkeypatch.setattr(simulation, "PART", 4)
    mine, folder = tmp_path / "mine.txt", tmp_path / "it"
    mine.write_text(decks.starter("axiom").to_text())
    plan = Simulation((str(mine), "muna"), ("random",))
    run(plan, 4, folder, jobs=1)
    mine.write_text(decks.starter("bravos").to_text())
    with pytest.raises(ValueError, match=rf"played with other cards in {mine}: restore") as said:
        run(plan, 6, folder, jobs=1)
    assert "muna" not in str(said.value)
    with pytest.raises(ValueError, match=rf"cards have changed in {mine}"):
        [replay_of(folder, number) for number in range(4)]
    mine.write_text(decks.starter("axiom").to_text())
    assert run(plan, 6, folder, jobs=1)[0] == 2


def test_a_dataset_of_before_cards_were_written_down_goes_on(it):
    note = it / "plan.json"
    plan = json.loads(note.read_text())
    assert plan.pop("contents").keys() == {"axiom"}
    note.write_text(json.dumps(plan))
    assert run(PLAN, 6, it, jobs=1)[0] == 0


def test_a_dataset_cannot_be_in_a_file(tmp_path, capsys):
    (tmp_path / "letter").write_text("dear")
    assert main([*GOES_ON, "--out", str(tmp_path / "letter" / "sub")]) == 2
    said = capsys.readouterr().err
    assert f"{tmp_path / 'letter'} is a file, not a folder" in said and "Errno" not in said
