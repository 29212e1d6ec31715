"""Obstacles of a long command are reported before its first game: a missing cluster, an invalid
number of processes, an unwritable path."""

from __future__ import annotations

import errno
import sys

import pytest

from altered_env import cli
from altered_env._runtime import atomic_files
from altered_env.cli import beforehand
from altered_env.cli import demo_training as demo
from altered_env.train import compare, evaluate, exploit, league, rated

COMMANDS = {
    "arena": ["random", "greedy", "--games", "2", "--out", "OUT/it.jsonl"],
    "board": ["run", "OUT/board"],
    "cards": ["cover", "Kappa"],
    "decks": ["improve", "axiom", "--agent", "random", "--games", "5000", "--out", "OUT/it.txt"],
    "matchups": ["--decks", "axiom,bravos", "--deals", "1"],
    "rank": ["--pool-cards", "--games", "2", "--out", "OUT/it"],
    "simulate": ["--agents", "random", "--games", "2", "--out", "OUT/it"],
    "fuzz": ["--games", "2", "--keep", "OUT/it"],
    "strength": ["Kappa", "--agents", "random", "--deals", "1", "--out", "OUT/it.jsonl"],
}
PROGRAMS = {
    compare: ["OUT/run"],
    demo: ["--out", "OUT/it", "--pictures", "OUT/pictures"],
    evaluate: ["OUT/run"],
    exploit: ["random", "--out", "OUT/it"],
    league: ["--out", "OUT/it"],
    rated: ["random", "greedy", "--games", "2", "--out", "OUT/it.tsv"],
}
EVERY = [(cli, [name, *words]) for name, words in COMMANDS.items()] + list(PROGRAMS.items())
named = pytest.mark.parametrize(
    ("program", "words"), EVERY, ids=[*COMMANDS, *(program.__name__ for program in PROGRAMS)]
)


def said_by(program, words, out, capsys):
    """Return the only message of a command that has no other effect."""
    assert program.main([word.replace("OUT", str(out)) for word in words]) == 2
    said = capsys.readouterr()
    assert list(out.iterdir()) == []
    (line,) = (said.out + said.err).splitlines()
    return line


@named
def test_a_cluster_that_cannot_be_is_said_first(program, words, tmp_path, capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    line = said_by(program, [*words, "--ray"], tmp_path, capsys)
    assert line.endswith(": clusters need the extra [cluster]: pip install 'altered-env[cluster]'")


@named
def test_fewer_processes_than_none_are_said_first(program, words, tmp_path, capsys):
    line = said_by(program, [*words, "--jobs", "-2"], tmp_path, capsys)
    assert line.endswith(": --jobs must be 1 or more, or 0 for one per core, found -2")


WRITING = [name for name, words in COMMANDS.items() if name != "board" and "OUT" in words[-1]]


@pytest.mark.parametrize("name", [*WRITING, "rated", "pictures"])
def test_a_place_that_cannot_be_written_is_said_first(name, tmp_path, capsys, monkeypatch):
    def read_only(**_):
        raise OSError(errno.EROFS, "Read-only file system")

    monkeypatch.setattr(atomic_files.tempfile, "TemporaryFile", read_only)
    others = {"rated": (rated, PROGRAMS[rated]), "pictures": (demo, PROGRAMS[demo])}
    program, words = others.get(name) or (cli, [name, *COMMANDS[name]])
    assert program.main([word.replace("OUT", str(tmp_path)) for word in words]) == 2
    said = capsys.readouterr()
    (line,) = (said.out + said.err).splitlines()
    assert line.endswith(" cannot be written (read-only file system): name a file elsewhere"), line
    assert str(tmp_path) in line
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]


def test_a_folder_that_cannot_be_is_said_before_a_league_begins(tmp_path, capsys):
    (tmp_path / "file").touch()
    assert league.main(["--out", str(tmp_path / "file" / "it")]) == 2
    assert "file is a file, not a folder: " in capsys.readouterr().err


@pytest.mark.parametrize(
    ("games", "jobs", "each", "says"),
    [
        (400, 1, 0.5, "400 games of greedy, rules: about 3 min on one process."),
        (400, 4, 0.5, "about 50 s on 4 processes."),
        (400, 1, None, "the time of external bots is unknown"),
        (20, 1, 0.5, ""),
    ],
)
def test_how_long_it_will_take_is_said_beforehand(games, jobs, each, says, capsys, monkeypatch):
    monkeypatch.setattr(beforehand, "IS_COMPILED", True)
    monkeypatch.setattr(beforehand, "seconds_a_game", lambda *_: each)
    beforehand.announce(games, ("greedy", "rules", "greedy"), jobs)
    said = capsys.readouterr().err
    assert says in said and bool(says) == bool(said)
    beforehand.announce(games, ("greedy",), jobs, at_most=True)
    assert (f"At most {games:,} games of greedy" in capsys.readouterr().err) is bool(says)


@pytest.mark.parametrize("form", ["two_against_two", "free_for_all"])
def test_how_long_a_game_of_four_takes_is_found_among_four(form, monkeypatch):
    """A network for four plays no game of two, not even to be tried."""
    monkeypatch.setattr(beforehand, "PATIENCE", 0.01)
    sizes = []
    start = beforehand.Game.start

    def started(*dealt, **given):
        sizes.append(len(dealt))
        return start(*dealt, **given)

    monkeypatch.setattr(beforehand.Game, "start", staticmethod(started))
    each = beforehand.seconds_a_game(("random", "greedy"), True, form)
    assert each is not None and each > 0 and set(sizes) == {4}


@pytest.mark.parametrize(
    ("takes", "each"),
    [
        ([5.0, 0.1, 90.0, 0.1, 0.1], 0.1),  # two things are compiled, one of them on the way
        ([5.0, 4.0, 3.0, 4.0, 0.1], 3.0),  # a slow player
        ([5.0], 0.0),
    ],
)
def test_what_is_compiled_on_the_way_is_no_part_of_how_long_a_decision_takes(
    takes, each, monkeypatch
):
    clock = [0.0]

    class Watched:
        def __init__(self, game, agents):
            self.left = iter(takes)

        def __enter__(self):
            return self

        def __exit__(self, *_):
            pass

        def step(self):
            took = next(self.left, None)
            clock[0] += took or 0.0
            return took is not None

    monkeypatch.setattr(beforehand, "Host", Watched)
    monkeypatch.setattr(beforehand.time, "perf_counter", lambda: clock[0])
    assert beforehand._seconds_a_decision("random") == pytest.approx(each)
