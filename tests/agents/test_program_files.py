"""The hash of a program is that of its files."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from altered_env.agents import program_files
from altered_env.agents.registry import known_as


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def interpreter(folder, text):
    """A program called `myscript` in a folder, which comes first in PATH."""
    folder.mkdir(exist_ok=True)
    path = folder / "myscript"
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return path


@pytest.mark.skipif(os.name != "posix", reason="Windows has no scripts without a suffix")
def test_an_interpreter_in_path_does_not_count_beside_files(here, monkeypatch):
    """Another machine has another one."""
    Path("bot.mjs").write_text("1")
    found = {}
    for name in ("one", "two"):
        path = interpreter(here / name, name)
        with monkeypatch.context() as patch:
            patch.setenv("PATH", f"{path.parent}{os.pathsep}{os.environ['PATH']}")
            words = ("myscript bot.mjs", "myscript", "myscript -v", f"{here}/one/myscript bot.mjs")
            found[name] = [known_as(f"cmd:{said}") for said in words]
    one, two = found.values()
    assert [a == b for a, b in zip(one, two, strict=True)] == [True, False, False, True]
    interpreter(here / "one", "changed")
    assert known_as(f"cmd:{here}/one/myscript bot.mjs") != one[-1]


def test_a_folder_counts_with_all_its_files(here):
    spec = "cmd:python pybot/"
    (here / "pybot/parts").mkdir(parents=True)
    (here / "pybot/__main__.py").write_text("1")
    seen = [known_as(spec)]
    for change in (
        lambda: Path("pybot/__main__.py").write_text("2"),
        lambda: Path("pybot/parts/a.py").write_text("3"),
        lambda: Path("pybot/parts/a.py").rename("pybot/parts/b.py"),
    ):
        change()
        seen.append(known_as(spec))
    assert len(set(seen)) == 4
    Path("pybot/__pycache__").mkdir()
    Path("pybot/__pycache__/a.pyc").touch()
    Path("pybot/.log").touch()
    assert known_as(spec) == seen[-1]


def test_folders_that_are_no_bots_do_not_count(here, monkeypatch):
    """That of the working folder, to which runs write, and very large ones."""
    (here / "data").mkdir()
    before = known_as("cmd:python data"), known_as("cmd:python ."), known_as(f"cmd:python {here}")
    Path("result.jsonl").touch()
    Path("data/a").touch()
    after = known_as("cmd:python data"), known_as("cmd:python ."), known_as(f"cmd:python {here}")
    assert [a == b for a, b in zip(before, after, strict=True)] == [False, True, True]
    monkeypatch.setattr(program_files, "MOST", 1)
    large = known_as("cmd:python data")
    Path("data/b").touch()
    assert known_as("cmd:python data") != large
    Path("data/c").touch()
    assert known_as("cmd:python data") == known_as("cmd:python .").replace(" . ", " data ")


def test_a_word_that_is_no_name_of_a_file_is_left_out(here):
    assert known_as(f"cmd:python -c {'x' * 5000}").rpartition(" ")[2]
