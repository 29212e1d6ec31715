"""Every long command refuses a folder, or a file, that another process is writing to."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from altered_env import cli
from altered_env import train as learning
from altered_env.arena.pairings import Outcome, kept_in, load, write_parquet
from altered_env.train import Config, Learner, evaluate
from tests.attack.interrupts import ROOT
from tests.attack.long_commands import COMMANDS
from tests.patience import LIMIT, until

fcntl = pytest.importorskip("fcntl")
TINY = Config(decks="axiom", games=2, steps=4, minibatch=8, width=4, hidden=8, tensorboard=False)
WRITING = [command for command in COMMANDS if command.alone]
NOT = {
    "matchups": "it keeps nothing",
    "metrics": "it writes one file, at its end",
    "metrics --regression": "it writes one file, at its end",
    "report": "it writes its files at its end",
    "fuzz": "it writes what failed, each in a file of its own, and goes on with nothing",
    "cards cover": "it writes nothing",
    "bench": "it writes nothing",
    "bench-play": "it writes one file, at its end",
    "demo": "it writes one file, at its end",
    "watch": "it writes one file, at its end",
    "play": "it writes one file, at its end",
    "altered_env.train.rated": "it writes one file, at its end",
    "altered_env.train.average": "it writes one file, at its end",
    "compiling": "it writes nothing",
}
"""Long commands that have nothing for themselves alone, and why."""
MORE = {
    "rank": ("altered_env rank --pool-cards --games 2 --out ranking", "ranking"),
    "rank --prove": ("altered_env rank --out ranking --prove", "ranking"),
    "merge": ("altered_env merge one two --out data", "data"),
    "board new": ("altered_env board new mine --agents random rules@1", "mine"),
    "board run": ("altered_env board run mine", "mine"),
    "board publish": ("altered_env board publish mine", "mine"),
    "arena --strength": ("altered_env arena --strength --out games.parquet", "games.jsonl"),
    "altered_env.train.compare": (
        "altered_env.train.compare run --baselines random --out met.jsonl",
        "met.jsonl",
    ),
}
"""Other commands, with their exclusive files."""
EVERY = {
    **{command.name: (command.words, command.alone) for command in WRITING},
    **{
        f"{command.name} {command.resume}": (f"{command.words} {command.resume}", command.alone)
        for command in WRITING
        if command.resume
    },
    **MORE,
}


@contextlib.contextmanager
def written_by_another(path: Path) -> Iterator[None]:
    """Simulate another process writing there."""
    if path.suffix:
        path.touch()
    else:
        path.mkdir(exist_ok=True)
    handle = os.open(path, os.O_RDONLY)
    fcntl.flock(handle, fcntl.LOCK_EX)
    try:
        yield
    finally:
        os.close(handle)


def all_in(folder: Path) -> dict[str, tuple[int, bytes]]:
    """Return the contents of a folder with their times of writing."""
    return {
        str(path.relative_to(folder)): (
            path.stat().st_mtime_ns,
            path.read_bytes() if path.is_file() else b"",
        )
        for path in folder.rglob("*")
    }


def test_each_long_command_has_something_for_itself_or_says_why_not():
    assert {command.name for command in COMMANDS if not command.alone} == set(NOT)


@pytest.mark.parametrize("name", EVERY)
def test_what_another_process_is_writing_to_is_refused(name, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    words, alone = EVERY[name]
    if " run " in words and name.startswith("altered_env.train"):  # its networks meet others
        Learner(TINY, tmp_path / "run").keep()
    module, *given = words.split()
    with written_by_another(tmp_path / alone):
        before = all_in(tmp_path)
        assert (
            import_module("altered_env.cli" if module == "altered_env" else module).main(given) == 2
        )
        assert all_in(tmp_path) == before
    said = capsys.readouterr().err.splitlines()[-1]
    assert f": {alone}: another process is writing to it: wait for it or stop it" in said


def test_a_run_within_a_league_is_left_to_it(tmp_path, capsys, monkeypatch):
    """While the league is at something else, too."""
    monkeypatch.chdir(tmp_path)
    Path("league/main").mkdir(parents=True)
    with written_by_another(tmp_path / "league"):
        for more in ((), ("--resume",)):
            assert import_module("altered_env.train").main(["--out", "league/main", *more]) == 2
            assert "league: another process is writing to it" in capsys.readouterr().err
    assert not list(Path("league/main").iterdir())


LONG = (
    "-m altered_env.train --decks axiom --games 2 --steps 8 --minibatch 64 --width 4 --hidden 8"
    " --opponents random --decisions 100000000 --save-every 1 --no-tensorboard --out run"
)


def test_a_run_that_is_gone_on_with_while_it_goes_on_is_not_disturbed(tmp_path, monkeypatch):
    first = subprocess.Popen(
        [sys.executable, *LONG.split()],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        saved = tmp_path / "run" / "run.safetensors"
        assert until(lambda: saved.exists() or first.poll() is not None)
        assert first.poll() is None
        first.send_signal(signal.SIGSTOP)
        assert os.WIFSTOPPED(os.waitpid(first.pid, os.WUNTRACED)[1])
        before = all_in(tmp_path)
        second = subprocess.run(
            [sys.executable, *LONG.split(), "--resume"],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            timeout=LIMIT,
        )
        assert (second.returncode, second.stdout) == (2, "")
        assert second.stderr == (
            "altered_env.train: run: another process is writing to it: wait for it or stop it, or"
            " give another --out\n"
        )
        assert all_in(tmp_path) == before
    finally:
        first.kill()
        first.wait()
    monkeypatch.chdir(tmp_path)  # a killed process holds no lock
    assert learning.main([*LONG.split()[2:], "--resume", "--decisions", "1"]) == 0


RATED = "run --baselines random --games 2 --decks axiom --jobs 1"


def test_what_only_looks_at_a_folder_is_not_refused(tmp_path, capsys, monkeypatch):
    """A run can be rated, and a ranking shown, while it is in progress."""
    monkeypatch.chdir(tmp_path)
    Learner(TINY, tmp_path / "run").keep()
    with written_by_another(tmp_path / "run"):
        assert evaluate.main([*RATED.split()]) == 0
    with written_by_another(tmp_path / "ranking"):
        assert cli.main(["rank", "--out", "ranking", "--games", "0"]) == 2
        assert "ranking is not a ranking" in capsys.readouterr().err


def test_games_of_a_table_alone_are_found_where_their_lines_are_empty(tmp_path):
    """The state left by a process killed before its first game."""
    row = Outcome(
        *("greedy", "random", 0, "greedy", "random", "axiom", "muna", 7, "2024.09", 0, 1, 6, 50),
        *(30, 20, 0.5, 0.25),
    )
    write_parquet(tmp_path / "games.parquet", [row])
    (tmp_path / "games.jsonl").touch()
    lines, _ = kept_in(str(tmp_path / "games.parquet"))
    assert lines is not None and load(lines) == [row]
