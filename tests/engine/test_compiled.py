"""Compiled and plain runs are identical, and the cache never runs stale code."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import altered_env.engine
from altered_env.engine import compiled

HERE = Path(__file__).parent
ENGINE = Path(altered_env.engine.__file__).parent


def run(*arguments: str, **environment: str) -> str:
    """The output of a fresh Python."""
    done = subprocess.run(
        [sys.executable, *arguments],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=1200,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout.strip()


def test_compiled_and_uncompiled_games_end_in_the_same_bytes() -> None:
    script = str(HERE / "random_games.py")
    fast = run(script, "8", NUMBA_DISABLE_JIT="0")
    plain = run("-W", "error", script, "8", NUMBA_DISABLE_JIT="1")
    assert fast.splitlines()[-1] == plain.splitlines()[-1]


ASKED = """
from altered_env import Game
from altered_env.game import engine_api
from altered_env.engine import handle, layout, table
from altered_env.engine.terms import (STAGE)
if {first!r} == "handle":
    handle.engine()
game = Game.start("axiom", "bravos", seed=1)
engine_api.advance_to(game.games, 0, game.book.record, layout.NO_ANSWER, STAGE.NIGHT, True)
handle.engine()
step = table.step_engine
print(len(step.signatures), sum(step.stats.cache_misses.values()))
"""


def test_the_engine_is_compiled_once_whoever_calls_it() -> None:
    """Not once more for truth values among its numbers, nor for the value that is handed over."""
    assert run("-c", ASKED.format(first="handle")) in ("1 0", "1 1")  # 1 for the first
    assert run("-c", ASKED.format(first="game")) == "1 0"


PART = """
from engine.compiled import compiled
from engine.inner.part import more
@compiled
def answer(n):
    return more(n) + 1
"""
INNER = """
from engine.compiled import compiled
@compiled
def more(n):
    return n
"""
ENTRY = """
from engine.compiled import entry
from engine.part import answer
@entry
def ask(n):
    return answer(n)
"""


def test_an_edit_in_another_file_is_never_answered_by_old_code(tmp_path: Path) -> None:
    """Parts are edited, in a folder below too, the entry's file is not: Numba's own cache would not
    notice."""
    engine = tmp_path / "engine"
    (engine / "inner").mkdir(parents=True)
    for name in ("__init__.py", "compiled.py", "machine_code.py", "cache.py"):
        shutil.copy(ENGINE / name, engine)
    (engine / "whole.py").write_text(ENTRY)
    program = (
        f"import sys; sys.path.insert(0, {str(tmp_path)!r})\n"
        "from engine.compiled import is_kept\n"
        "from engine.whole import ask\n"
        "before = is_kept(ask)\n"
        "print(ask(40), before)"
    )
    cache = str(tmp_path / "cache")
    (engine / "part.py").write_text(PART)
    (engine / "inner" / "part.py").write_text(INNER)
    ask = {"ALTERED_CACHE": cache, "NUMBA_DISABLE_JIT": "0", "ALTERED_CHECKED": "0"}
    assert run("-c", program, **ask) == "41 False"
    assert run("-c", program, **ask) == "41 True"  # from the cache
    (engine / "part.py").write_text(PART.replace("+ 1", "+ 2"))
    assert run("-c", program, **ask) == "42 False"  # compiled again
    (engine / "inner" / "part.py").write_text(INNER.replace("return n", "return n + 1"))
    assert run("-c", program, **ask) == "43 False"
    ask["ALTERED_CHECKED"] = "1"  # bounds are checked in a cache of its own
    assert run("-c", program, **ask) == "43 False"


@pytest.mark.parametrize(
    ("edited", "others"),
    [
        ("engine/day.py", "engine batch thinking"),
        ("engine/inner/day.py", "engine batch thinking"),
        ("batch/rows.py", "batch thinking"),
        ("batch/inner/rows.py", "batch thinking"),
        ("thinking/inner/tree.py", "thinking"),
    ],
)
def test_code_is_kept_under_all_that_it_is_compiled_from(tmp_path, monkeypatch, edited, others):
    """Thought shows positions by functions of the batch, and both play by the engine."""
    monkeypatch.setattr(compiled, "HOUSE", tmp_path)
    file = tmp_path / edited
    file.parent.mkdir(parents=True)
    file.write_text("one")
    was = {floor: compiled.version_of.__wrapped__(floor) for floor in compiled.FLOORS}
    assert was == {floor: compiled.version_of.__wrapped__(floor) for floor in compiled.FLOORS}
    file.write_text("two")
    now = {floor: compiled.version_of.__wrapped__(floor) for floor in compiled.FLOORS}
    assert " ".join(floor for floor in compiled.FLOORS if was[floor] != now[floor]) == others


def test_each_entry_knows_its_floor():
    assert compiled.floor_of("altered_env.engine.table") == "engine"
    assert compiled.floor_of("altered_env.of_four.batch.entries") == "batch"
    assert compiled.floor_of("altered_env.thinking.inner.entry") == "thinking"


def test_a_lock_is_no_machine_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While another process compiles, or after one was killed, nothing is kept, and it is said."""
    from altered_env.engine.machine_code import MachineCode

    def entry() -> None:
        """Nothing."""

    monkeypatch.setenv("ALTERED_CACHE", str(tmp_path))
    code = MachineCode(entry, "sources")
    kept = tmp_path / f"{code._kind}-{code._sources}-key.lock"
    kept.touch()
    assert not code.is_kept()
    kept.with_suffix(".kept").touch()
    assert code.is_kept()
