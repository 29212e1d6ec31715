"""Compile notices: the purpose and the duration of a wait, once and only if there is one."""

from __future__ import annotations

import shutil
import threading
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import numba
import pytest

from altered_env import Game, make_vec
from altered_env.agents import make
from altered_env.agents.named import KINDS
from altered_env.cli import compile as warm
from altered_env.cli import main
from altered_env.engine import compiled
from altered_env.engine.machine_code import MachineCode
from altered_env.game import compiling
from altered_env.native.entry_table import TABLE


class Entry:
    """An entry that is compiled when it is first called."""

    stats, signatures = None, ()
    kept = False

    def __init__(self):
        self._cache = SimpleNamespace(is_kept=lambda: self.kept)

    def __call__(self, number):
        return number + 1


class AtOnce:
    """A timer that does not wait."""

    daemon = False

    def __init__(self, _seconds, tell):
        self.start = tell

    def cancel(self):
        pass

    join = cancel


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A cache in which nothing is kept."""
    monkeypatch.setenv("ALTERED_CACHE", str(tmp_path))


@pytest.fixture
def uncompiled(folder, monkeypatch):
    """Pretend that code must be compiled, and has not been."""
    monkeypatch.setattr(compiling, "JIT", True)
    monkeypatch.setattr(compiled, "JIT", True)
    monkeypatch.setattr(compiling.threading, "Timer", AtOnce)


def test_the_first_call_of_an_entry_says_that_it_is_compiled(uncompiled, capsys):
    look, search = Entry(), Entry()
    entries = compiling.Entries(SimpleNamespace(PLACES=3, think=look, search=search), 4)
    assert (entries.PLACES, capsys.readouterr().err) == (3, "")
    assert entries.think(1) == 2
    assert "Compiling networks of many games of four players" in capsys.readouterr().err
    search.kept = True
    assert (entries.think(2), entries.search(3), capsys.readouterr().err) == (3, 4, "")


def test_what_takes_no_time_is_not_announced(folder, monkeypatch, capsys):
    monkeypatch.setattr(compiling, "JIT", True)
    monkeypatch.setattr(compiled, "JIT", True)
    assert compiling.Entries(SimpleNamespace(look=Entry())).look(1) == 2
    assert capsys.readouterr().err == ""


def test_threads_that_need_the_same_entry_announce_it_once(uncompiled, capsys):
    begun = threading.Barrier(2, timeout=60)
    entries = compiling.Entries(SimpleNamespace(look=Entry()))
    first = entries.look

    def call(number):
        begun.wait()
        return first(number)

    with ThreadPoolExecutor(2) as threads:
        assert list(threads.map(call, (1, 2))) == [2, 3]
    assert capsys.readouterr().err.count("Compiling") == 1


def test_each_entry_has_a_purpose_of_its_own():
    unnamed = {"clone", "clone_often", "flatten"}  # compiled within a second
    assert set(compiling.PURPOSES) == {row.name for row in TABLE} - unnamed
    assert len({*compiling.PURPOSES.values()}) == len(compiling.PURPOSES)


def test_the_time_of_compiling_is_counted_once(uncompiled, monkeypatch):
    before, clock = compiling.spent(), iter([100.0, 110.0, 115.0, 120.0])
    monkeypatch.setattr(compiling.time, "monotonic", lambda: next(clock))
    with compiling._said("search", 2), compiling._said("step_engine", 2):
        pass
    assert compiling.spent() - before == 20


def test_who_holds_an_entry_is_told_once_that_it_is_compiled(uncompiled, capsys):
    look = compiling.Entries(SimpleNamespace(look=Entry())).look
    assert look(1) == 2 and "Compiling" in capsys.readouterr().err
    assert look(2) == 3 and capsys.readouterr().err == ""


def test_the_wait_is_what_it_took_the_last_time(uncompiled, capsys, monkeypatch):
    clock = iter([100.0, 274.0, 300.0, 301.0])
    monkeypatch.setattr(compiling.time, "monotonic", lambda: next(clock))
    said = []
    for _ in range(2):
        compiling.Entries(SimpleNamespace(look=Entry())).look(1)
        said.append(capsys.readouterr().err)
    assert f"takes {compiling.UNKNOWN}" in said[0] and "Compiled in 174 s." in said[0]
    assert "takes about 174 s, like last time" in said[1]


def test_a_copy_of_the_sources_has_the_same_key(tmp_path, monkeypatch):
    """The cache key depends neither on the location of the sources nor on comments."""
    here, version = compiled.HOUSE, compiled.version_of.__wrapped__("batch")
    for floor in compiled.FLOORS:
        shutil.copytree(here / floor, tmp_path / floor)
    monkeypatch.setattr(compiled, "HOUSE", tmp_path)
    assert compiled.version_of.__wrapped__("batch") == version
    vec = make_vec(1, seed=1, threads=1)
    given = (vec._games, 0, vec.setup.book.record, vec._slots, 0, 0, 1)
    kinds = tuple(numba.typeof(one) for one in given)
    assert str(here) not in str(kinds)
    assert "0x" not in str(kinds)
    target = SimpleNamespace(magic_tuple=lambda: ("x86_64", "cpu"))
    keys = {
        MachineCode(function, version)._key(kinds, target)
        for function in (_named("show_desk", "here.py"), _named("show_desk", "elsewhere/there.py"))
    }
    assert len(keys) == 1
    rows = tmp_path / "batch/rows.py"
    said = rows.read_text().replace('"""', '"""Edited. ', 1) + "# edited\n"
    assert said.count("ited") > rows.read_text().count("ited")
    rows.write_text(said)
    assert compiled.version_of.__wrapped__("batch") == version
    rows.write_text(said + "EDITED = 1\n")
    assert compiled.version_of.__wrapped__("batch") != version


def _named(name, file):
    """A function of the package whose source lies there."""
    scope = {"__name__": "altered_env.batch.entries"}
    exec(compile(f"def {name}(): pass", file, "exec"), scope)
    return scope[name]


def test_warm_takes_the_ways_that_are_asked_for(folder, capsys, monkeypatch):
    taken = []
    ways = {name: warm.Way(name, lambda name=name: taken.append(name)) for name in warm.PATHS}
    monkeypatch.setattr(warm, "PATHS", ways)
    monkeypatch.setattr(warm, "JIT", True)
    assert main(["compile", "envs", "game"]) == 0
    assert taken == ["envs", "game"]
    said = capsys.readouterr().out
    assert "[1/2] envs" in said and "already compiled" in said
    assert main(["compile"]) == 0
    assert taken[2:] == list(warm.PATHS)
    assert main(["compile", "env"]) == 2
    assert "did you mean 'envs'" in capsys.readouterr().err


def test_the_players_that_are_compiled_ahead_are_all_that_are_compiled(monkeypatch):
    asked = []
    monkeypatch.setattr(warm, "_game", lambda players: Game.start("axiom", "bravos", seed=1))
    monkeypatch.setattr(warm, "make", lambda name: asked.append(name) or make("random"))
    monkeypatch.setattr(warm, "play", lambda matches: None)
    monkeypatch.setattr(
        warm, "AlteredGymEnv", lambda *a, **k: SimpleNamespace(reset=lambda seed: None)
    )
    warm.PATHS["players"].take()
    heard = {name.partition(":")[0] for name in asked}
    assert heard == set(KINDS) - {"random", "goldfish"}, "they think nothing"


@pytest.mark.parametrize("name", ["game", "envs"])
def test_the_ways_can_be_taken(name):
    warm.PATHS[name].take()
