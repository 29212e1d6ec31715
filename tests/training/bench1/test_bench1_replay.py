"""`altered replay` of one of several games in a file or folder."""

from __future__ import annotations

import gzip
import json
import shutil

import pytest

from altered_env.cli import main
from altered_env.game.errors import ReplayError
from altered_env.game.replay import Replay
from tests.training.bench1.bots import changed


@pytest.mark.parametrize("packed", [False, True])
def test_a_game_of_a_result_file_is_shown(packed, here, tmp_path, capsys):
    rows = [json.loads(line) for line in (here / "bot.jsonl").read_text().splitlines()]
    file = here / "bot.jsonl"
    if packed:
        file = tmp_path / "packed.jsonl.gz"
        file.write_bytes(gzip.compress((here / "bot.jsonl").read_bytes()))
    saved = tmp_path / "game.json"
    assert main(["replay", str(file), "--game", "2", "--save", str(saved), "--log"]) == 0
    assert "against" in capsys.readouterr().out
    game = Replay.load(saved).play()
    assert list(game.story.actions) == rows[3]["actions"]
    assert (int(game.winner), game.day) == (rows[3]["winner"], rows[3]["days"])


def test_the_name_of_a_result_file_does_not_matter(here, tmp_path):
    shutil.copy(here / "bot.jsonl", tmp_path / "bot.txt")
    saved = tmp_path / "game.json"
    assert main(["replay", str(tmp_path / "bot.txt"), "--game", "0", "--save", str(saved)]) == 0


@pytest.mark.parametrize(
    ("number", "says"),
    [
        ([], "is a result file of altered bench1 run with 4 games: choose one of them (--game 0"),
        (["--game", "9"], "holds no game 9: it has 4 games, from 0"),
        (["--game", "-1"], "holds no game -1"),
    ],
)
def test_which_games_there_are_is_said(number, says, here, capsys):
    assert main(["replay", "bot.jsonl", *number]) == 2
    assert says in capsys.readouterr().err


def test_a_changed_game_is_named(here, capsys):
    def spoil(rows):
        rows[2]["actions"][0] = 99_999

    file = changed(here, spoil)
    assert main(["replay", str(file), "--game", "1"]) == 2
    said = capsys.readouterr().err
    assert f"{file}, line 3: game" in said and "altered bench1 verify" in said


@pytest.mark.parametrize("name", ["games.jsonl", "games.jsonl.gz", "games.parquet", "sierra.games"])
def test_games_without_moves_are_named(name, tmp_path, capsys):
    row = json.dumps({"one": "greedy", "two": "random", "number": 0, "winner": 1}).encode()
    data = row + b"\n" + row + b"\n"
    (tmp_path / name).write_bytes(gzip.compress(data) if name.endswith(".gz") else data)
    assert main(["replay", str(tmp_path / name), "--game", "0"]) == 2
    said = capsys.readouterr().err
    assert "without the moves of its games, so none can be shown" in said
    assert "altered bench1 run" in said and "Extra data" not in said


def test_a_folder_that_is_no_dataset_is_not_called_one(tmp_path, capsys):
    assert main(["replay", str(tmp_path)]) == 2
    said = capsys.readouterr().err
    assert "is not a dataset" in said and "choose a game" not in said


def test_a_file_of_lines_is_no_replay():
    with pytest.raises(ReplayError, match="this is a file of several lines of JSON"):
        Replay.from_json('{"a": 1}\n{"b": 2}\n')
