"""People's games from files: what is read, what is dropped, and the rates."""

from __future__ import annotations

import csv
import json

import pytest

from altered_env import decks
from altered_env.cardstats.imported.anonymous import Played, Seat
from altered_env.cardstats.imported.win_rates import clustered, rates
from altered_env.cli import main

AXIOM, MUNA = (decks.load(name).to_code() for name in ("axiom", "muna"))
PLAYED = "EBAgeUA"
"""A code with one card."""


def game(table, first=True, **more):
    """A game of the feed that the owner of the axiom deck wins."""
    players = [
        {"bgaUserId": 7, "bgaName": "Ada Lovelace", "isWinner": first, "deck": AXIOM,
         "playedCards": PLAYED},
        {"bgaUserId": None, "bgaName": "Alan Turing", "isWinner": not first, "deck": MUNA,
         "playedCards": None},
    ]  # fmt: skip
    found = {
        "tableId": table, "receivedAt": "2026-09-03T10:00:00+02:00", "format": "Frontier",
        "tournamentId": None, "tournamentName": None, "tournamentParentId": None,
        "tournamentGroup": None, "players": players,
    }  # fmt: skip
    return found | more


def page(path, games):
    path.write_text(json.dumps({"games": games, "nextSince": None, "hasMore": False}))
    return str(path)


def test_pages_of_the_feed_are_read_without_names(tmp_path, capsys):
    one = page(tmp_path / "one.json", [game(number) for number in range(40)])
    two = page(tmp_path / "two.json", [game(39), game(40, first=False)])
    out = tmp_path / "people"
    assert main(["games", "import", one, two, "--out", str(out)]) == 0
    said = capsys.readouterr().out
    assert "41 games and records of 2 people, 2026-09-03 to 2026-09-03: Frontier 41." in said
    assert "Sierra & Oddball" in said and "97.6 %" in said  # 40 of 41
    assert "1 repeated game counted once." in said
    assert "Winners play more cards" in said and "Mirror matches do not count" in said
    texts = "".join(file.read_text() for file in out.iterdir())
    assert "Ada" not in texts and "Turing" not in texts and '"7"' not in texts
    assert {"rates.csv", "decks.jsonl", "matches.jsonl", "tournaments.jsonl", "field.tsv"} == {
        file.name for file in out.iterdir()
    }


def test_pseudonyms_can_be_dropped(tmp_path):
    out = tmp_path / "people"
    line = ["games", "import", page(tmp_path / "one.json", [game(1)]), "--out", str(out)]
    assert main([*line, "--names", "drop"]) == 0
    assert not (out / "tournaments.jsonl").exists()


def test_other_commands_go_on_from_an_import(tmp_path, capsys):
    out = tmp_path / "people"
    games = [game(number, first=number % 3 > 0) for number in range(30)]
    assert main(["games", "import", page(tmp_path / "a.json", games), "--out", str(out)]) == 0
    capsys.readouterr()
    few = ["--agent", "random", "--deals", "10", "--jobs", "1"]
    assert main(["meta", str(out / "field.tsv"), *few]) == 0
    assert "Sierra" in capsys.readouterr().out
    assert main(["meta", str(out), *few]) == 0
    assert "50.0 %" in capsys.readouterr().out
    line = ["validate", str(out), "--agents", "random", "--deals", "1", "--jobs", "1"]
    assert main([*line, "--questions", "a", "b"]) == 0
    assert "30 matches; in 30 every text of both lists is known." in capsys.readouterr().out


def test_tournaments_and_tables_are_read(tmp_path, capsys):
    entries = [{"player": "x", "hero": "Rin & Orchid"}, {"player": "y", "hero": "Waru & Mack"}]
    cup = tmp_path / "cups.jsonl"
    cup.write_text(
        json.dumps({"tournament": 3, "date": "2024-10-16", "entries": entries,
                    "matches": [["x", "y", 0], ["x", "z", 0]]}) + "\n"
    )  # fmt: skip
    standing = tmp_path / "standing.json"
    row = {
        "name": "z",
        "wins": 3,
        "losses": 1,
        "faction": "AX",
        "hero": "Sierra",
        "deckCode": AXIOM,
    }
    standing.write_text(json.dumps({"name": "Cup", "players": [row, {"name": "q", "wins": "x"}]}))
    table = tmp_path / "matches.csv"
    table.write_text("Hero A;Hero B;Winner;Date\nRin;Waru;a;2025-01-02\nRin;Gandalf;b;\n")
    assert main(["games", "import", *map(str, (cup, standing, table)), "--least", "1"]) == 0
    said = capsys.readouterr().out
    assert "Rin & Orchid" in said and "Sierra & Oddball" in said and "75.0 %" in said
    for reason in ("a player without an entry", "wins is 'x'", "unknown Hero 'Gandalf'"):
        assert reason in said


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "the file is empty"),
        ("{}", "expected a page of the feed"),
        ("eggs,milk\n6,1\n", "expected a page of the feed"),
        ("[1, 2", "is not JSON"),
        (json.dumps({"games": []}), "no games in these files"),
        (json.dumps({"games": [game(1, players=[])]}), "1 left out: expected two players"),
    ],
)
def test_what_is_wrong_is_said(text, says, tmp_path, capsys):
    file = tmp_path / "games.json"
    file.write_text(text)
    assert main(["games", "import", str(file)]) == 2
    assert says in capsys.readouterr().err


def test_a_file_that_is_none_is_left_out(tmp_path, capsys):
    good = page(tmp_path / "good.json", [game(1), game(2)])
    bad = tmp_path / "bad.json"
    bad.write_text("{")
    out = tmp_path / "people"
    assert main(["games", "import", good, str(bad), "missing.csv", "--out", str(out)]) == 1
    said = " ".join(capsys.readouterr().out.split())
    assert "2 games and records" in said
    assert f"left out: {bad} is not JSON" in said and "left out: missing.csv" in said
    assert (out / "rates.csv").exists()


def test_damaged_rows_are_counted(tmp_path, capsys):
    bad = [game(2, players=[{}, {}]), 7, game(3)]
    bad[2]["players"][0]["deck"] = "EBAg"
    path = page(tmp_path / "one.json", [game(1), *bad])
    assert main(["games", "import", path, "--format", "frontier"]) == 0
    said = capsys.readouterr().out
    assert "isWinner is missing" in said and "expected an object" in said and "cut off" in said
    assert main(["games", "import", path, "--format", "Sealed"]) == 2
    assert "no games of the format Sealed in these files; formats: Frontier" in (
        capsys.readouterr().err
    )


def test_one_person_is_little_evidence():
    many = clustered([[1, 1]] * 60 + [[0, 1]] * 40)
    one = clustered([[60, 100]])
    assert many[0] == one[0] == 0.6
    assert one[2] - one[1] > 3 * (many[2] - many[1])


def test_rows_that_say_nothing_are_left_out(tmp_path, capsys):
    path = tmp_path / "matches.csv"
    path.write_text("hero_a;hero_b;winner;player_a;player_b;x\nRin;Waru;a;p;q;\n;;a;;;\n;;a;p;q;\n")
    records = tmp_path / "records.csv"
    records.write_text("player,hero,wins,losses\np,,3,1\n")
    feed = game(1)
    for player in feed["players"]:
        player |= {"deck": None, "playedCards": None}
    files = (str(path), str(records), page(tmp_path / "feed.json", [feed]))
    assert main(["games", "import", *files, "--least", "1"]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert said.startswith("1 game or record of 2 people: no format 1.")
    assert "4 left out: no Hero and no deck is named" in said and f"{path}, line 3" in said


def test_players_without_an_id_are_no_people(tmp_path, capsys):
    games = [game(number) for number in range(51)]
    for one in games[:50]:
        for player in one["players"]:
            player |= {"bgaUserId": None, "bgaName": None}
    out = tmp_path / "people"
    line = ["games", "import", page(tmp_path / "one.json", games), "--out", str(out)]
    assert main(line) == 0
    said = capsys.readouterr().out
    assert said.startswith("51 games and records of 2 people")
    assert "50 games and records have a player without an id. Each of them is a cluster" in said
    rows = list(csv.DictReader((out / "rates.csv").read_text().splitlines()))
    assert {row["players"] for row in rows if row["kind"] == "hero"} == {"1"}


def test_two_seats_of_a_game_are_no_two_people():
    """A card that both played without an id has won and lost in one cluster."""
    seats = tuple(
        Seat("", hero, (), ((1, "CORE_AX_16_C"),), 1 - k, k) for k, hero in enumerate("ab")
    )
    games = [Played(str(k), "", "", "", seats) for k in range(20)]
    (row,) = (one for one in rates(games) if one.kind == "played")
    assert (row.rate, row.games, row.players) == (0.5, 40, 0)
    one = clustered([[1, 2]] * 20)
    assert (row.low, row.high) == one[1:]


def test_a_single_game_is_counted_as_one(tmp_path, capsys):
    path = tmp_path / "one.csv"
    path.write_text("hero_a,hero_b,winner\nSierra,Basira,a\n")
    assert main(["games", "import", str(path), "--least", "1"]) == 0
    assert capsys.readouterr().out.startswith("1 game or record of 0 people")
