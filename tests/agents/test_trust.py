"""Programs and files named by an untrusted file are neither run nor read: saved games, boards,
plans."""

from __future__ import annotations

import json
import shutil

import pytest

from altered_env import Game
from altered_env.agents import make
from altered_env.agents.trust import foreign, refuse_foreign
from altered_env.arena.board import board_config
from altered_env.arena.board.verify import problems
from altered_env.cli import main
from altered_env.game import Replay
from altered_env.protocol import pipes
from altered_env.protocol.sandboxes import Sandbox

TRAP = """
import pathlib
pathlib.Path(__file__).with_name("sprung").touch()

class Bot:
    def act(self, seat):
        return seat.actions[-1]
"""
NAMES = ("trap.py:Bot", "pack.trap:Bot", "./pack/trap.py:Bot", "cmd:touch sprung")


@pytest.fixture
def sprung(tmp_path, monkeypatch):
    """Python files that tell when they are imported; was one, or was the program run?"""
    (tmp_path / "trap.py").write_text(TRAP)
    (tmp_path / "pack").mkdir()
    (tmp_path / "pack" / "trap.py").write_text(TRAP)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(pipes, "chosen", lambda *_: Sandbox("none"))  # it could not tell
    return lambda: any(tmp_path.rglob("sprung"))


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A board between `rules@1` and a bot of somebody's."""
    folder = tmp_path_factory.mktemp("elsewhere")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        (folder / "mine.py").write_text(TRAP.replace("sprung", "mine-ran"))
        names = ["--agents", "rules@1", "mine.py:Bot", "--decks", "axiom", "--most", "2"]
        assert main(["board", "new", "board", *names]) == 0
        assert main(["board", "run", "board", "--jobs", "1", "--bots", "mine.py:Bot"]) == 0
        assert main(["board", "publish", "board"]) == 0
    return folder / "board"


@pytest.fixture
def board(played, tmp_path, sprung):
    """A copy of it, in a folder where its bot is not."""
    return shutil.copytree(played, tmp_path / "board")


def renamed(board, name):
    """The board as if that bot had played: an untrusted file can claim it."""
    for file in board.glob("*.*"):
        file.write_text(file.read_text().replace("mine.py:Bot", name))


@pytest.mark.parametrize("name", NAMES)
def test_the_traps_are_such(sprung, name):
    """The programs refused below would run if the user named them."""
    agent = make(name)
    if name.startswith("cmd:"):
        with pytest.raises(Exception, match="ended"):
            agent.act(Game.start("axiom", "bravos", seed=1).seat())
    assert sprung()


@pytest.mark.parametrize("line", ["{}", "person | {}"])
@pytest.mark.parametrize(
    "name", [*NAMES, "net:/dev/zero", "rollout:/dev/stdin", "greedy:worlds=+900"]
)
def test_a_saved_game_makes_nothing_run(sprung, capsys, monkeypatch, name, line):
    Game.start("axiom", "bravos", seed=3).save("a.game", line.format(name))
    assert main(["play", "--resume", "a.game"]) == 2
    assert not sprung()
    said = " ".join(capsys.readouterr().err.split())
    assert "the game in a.game names " in said and "name it yourself: --opponent" in said
    assert name in said
    monkeypatch.setattr("builtins.input", lambda _="": "q")
    assert main(["play", "--resume", "a.game", "--opponent", "random"]) == 0


def test_one_names_the_bot_oneself_and_is_told_how(sprung, capsys, monkeypatch):
    answers = iter(["save b.game", "q"])
    monkeypatch.setattr("builtins.input", lambda _="": next(answers))
    Game.start("axiom", "bravos", seed=3).save("a.game", "trap.py:Bot")
    assert main(["play", "--resume", "a.game", "--opponent", "trap.py:Bot"]) == 0
    assert sprung()
    said = " ".join(capsys.readouterr().out.split())
    assert "resume it with altered play --resume b.game --opponent trap.py:Bot" in said


@pytest.mark.parametrize("name", NAMES)
def test_a_board_is_verified_and_nothing_of_it_runs(board, sprung, capsys, name):
    """Without the bots as well: they need not be here."""
    renamed(board, name)
    rows = [json.loads(line) for line in (board / "games.jsonl").read_text().splitlines()]
    assert any(name in (row["one"], row["two"]) for row in rows)
    capsys.readouterr()
    main(["board", "verify", str(board), "--again", "9"])
    assert "Agents that only the file names were not played again" in capsys.readouterr().out
    assert main(["board", "run", str(board), "--jobs", "1"]) == 2
    assert "--bots" in capsys.readouterr().err
    assert not sprung()


def test_a_board_holds_together_where_its_bots_are_not(board):
    assert problems(board, again=9) == []
    path = board / board_config.FILE
    path.write_text(path.read_text().replace("mine.py:Bot", "cmd:./not-there"))
    assert board_config.load(board).agents[1] == "cmd:./not-there"


def test_a_game_of_a_pair_that_the_board_has_not_is_not_played_again(board, sprung):
    path = board / "games.jsonl"
    first, *rest = path.read_text().splitlines()
    odd = first.replace('"rules@1"', '"trap.py:Bot"').replace('"standard"', '"limited"')
    path.write_text("\n".join([odd, *rest]) + "\n")
    assert any("no such pair or format" in line for line in problems(board, 9))
    assert not sprung()


def test_a_replay_with_another_deck_than_its_game_claims_is_found(board):
    for file in board.glob("replays/*.json"):
        said = json.loads(file.read_text())
        Replay.of(Game.start("lyra", "muna", seed=said["seed"])).save(file)
    assert any("has a deck other than axiom" in line for line in problems(board))


def test_a_plan_of_a_ranking_makes_nothing_run(sprung, tmp_path, capsys):
    plan = {"agents": ["trap.py:Bot"], "seed": 0, "rules": "2024.09", "mode": "limited"}
    (tmp_path / "plan.json").write_text(json.dumps(plan | {"version": "1"}))
    (tmp_path / "cards.jsonl").write_text("{}\n")
    assert main(["rank", "--games", "0", "--out", str(tmp_path)]) == 2
    assert "trap.py:Bot does not play in compiled code" in capsys.readouterr().err
    assert not sprung()


@pytest.mark.parametrize("name", ["rollout:/dev/zero", "net:/dev/zero", "search:/dev/zero"])
def test_what_has_no_end_is_not_read(name):
    with pytest.raises(ValueError, match="this is a device; expected a network"):
        make(name)


@pytest.mark.parametrize("value", ["100000", "+100000", "1_000_00", " 100000", "1e9", "inf"])
def test_options_that_would_keep_people_waiting_are_refused_however_written(value):
    with pytest.raises(ValueError, match="must be at most 20,000 here"):
        refuse_foreign([f"ismcts:iterations={value}"])
    assert foreign(["ismcts:iterations=160", f"ismcts:ms={value}"]) == [f"ismcts:ms={value}"]
