"""The cache of compiled code: checked before use, rebuilt when damaged, compiled once."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import IO

import pytest

from altered_env.engine import compiled
from tests.patience import LIMIT

ENGINE = Path(compiled.__file__).parent
ENTRY = """
from engine.compiled import entry
@entry
def ask(n):
    return n + 2
"""
SLOW = (
    ENTRY
    + """
import time
from pathlib import Path
from engine.machine_code import MachineCode
save = MachineCode.save_overload
def slowly(self, *given):
    print("compiled")  # and is done when two others have said that they wait
    while sum("Another" in path.read_text() for path in Path(HERE).glob("errors-*")) < 2:
        time.sleep(0.01)
    save(self, *given)
MachineCode.save_overload = slowly
"""
)


def build_house(folder: Path) -> Path:
    engine = folder / "engine"
    engine.mkdir()
    for name in ("__init__.py", "compiled.py", "machine_code.py", "cache.py"):
        shutil.copy(ENGINE / name, engine)
    (engine / "whole.py").write_text(ENTRY)
    (folder / "kept").mkdir(mode=0o700)
    return folder


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """An engine of one entry, which takes a second to compile."""
    return build_house(tmp_path)


def started(house: Path, errors: int | IO[str] = subprocess.PIPE) -> subprocess.Popen[str]:
    code = f"import sys; sys.path.insert(0, {str(house)!r}); from engine.whole import ask"
    return subprocess.Popen(
        [sys.executable, "-c", code + "; print(ask(40), len(ask.stats.cache_hits))"],
        env={
            **os.environ,
            "ALTERED_CACHE": str(house / "kept"),
            "NUMBA_DISABLE_JIT": "0",
        },
        stdout=subprocess.PIPE,
        stderr=errors,
        text=True,
    )


def asked(house: Path) -> tuple[str, str]:
    process = started(house)
    said, errors = process.communicate(timeout=LIMIT)
    assert process.returncode == 0, errors
    return said.strip(), errors


@pytest.fixture(scope="module")
def compiled_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Another one, with its compiled code."""
    made = build_house(tmp_path_factory.mktemp("house"))
    assert asked(made) == ("42 0", "")
    return made


def copy_of(house: Path, there: Path) -> Path:
    for name in ("engine", "kept"):
        shutil.copytree(house / name, there / name)
    return there


@pytest.mark.parametrize("damage", ["cut", "bit", "empty"])
def test_what_is_damaged_is_made_anew_and_said_in_one_line(
    compiled_once: Path, tmp_path: Path, damage: str
) -> None:
    house = copy_of(compiled_once, tmp_path)
    (path,) = (house / "kept").glob("code-ask-*.kept")
    data = path.read_bytes()
    middle = len(data) // 2
    path.write_bytes(
        {
            "cut": data[:middle],
            "bit": data[:middle] + bytes([data[middle] ^ 4]) + data[middle + 1 :],
            "empty": b"",
        }[damage]
    )
    said, errors = asked(house)
    assert said == "42 0"
    assert errors.splitlines() == [f"{path} is damaged: it is created again."]
    assert asked(house) == ("42 1", "")


def test_a_copy_elsewhere_finds_what_was_compiled_here(compiled_once: Path, tmp_path: Path) -> None:
    assert asked(compiled_once) == ("42 1", "")
    assert asked(copy_of(compiled_once, tmp_path)) == ("42 1", "")


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="there are no such permissions here")
def test_a_folder_that_others_can_write_is_refused(house: Path) -> None:
    (house / "kept").chmod(0o777)
    process = started(house)
    _, errors = process.communicate(timeout=LIMIT)
    assert process.returncode == 1
    assert "where others can write" in errors and str(house / "kept") in errors
    assert list((house / "kept").iterdir()) == []


@pytest.mark.skipif(sys.platform == "win32", reason="each process compiles by itself there")
def test_processes_that_start_together_share_one_compile(house: Path) -> None:
    (house / "engine" / "whole.py").write_text(SLOW.replace("HERE", repr(str(house))))
    with contextlib.ExitStack() as stack:
        notes = [stack.enter_context((house / f"errors-{k}").open("w+")) for k in range(3)]
        processes = [started(house, note) for note in notes]
        said = [process.communicate(timeout=LIMIT)[0] for process in processes]
    assert sorted(words.split()[-1] for words in said) == ["0", "1", "1"]
    assert sum("compiled" in words for words in said) == 1
    errors = [(house / f"errors-{k}").read_text() for k in range(3)]
    assert sum("Another process is compiling the same" in text for text in errors) == 2


@pytest.mark.skipif(sys.platform == "win32", reason="each process compiles by itself there")
def test_nobody_waits_for_what_could_not_be_compiled(house: Path) -> None:
    (house / "engine" / "whole.py").write_text(ENTRY.replace("n + 2", "n + 'two'"))
    process = started(house)
    _, errors = process.communicate(timeout=LIMIT)
    assert process.returncode and "TypingError" in errors
    assert not list((house / "kept").glob("*.lock"))
