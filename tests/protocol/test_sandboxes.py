"""Sandboxes: where programs run, their visible files, and the messages."""

from __future__ import annotations

import json
import os
import shlex
import sys
from pathlib import Path

import pytest

from altered_env import Game
from altered_env._runtime.printable import printable
from altered_env.agents import make
from altered_env.agents.conditions import Conditions
from altered_env.cli import main
from altered_env.protocol import sandboxes
from altered_env.protocol.other_worlds import OtherWorlds
from altered_env.protocol.pipes import Child, EndedError
from tests.attack.hostile import works

BOT = Path(__file__).parents[2] / "agents" / "any_action.py"
LOOK = """
import json, os, sys
there = {path: os.path.exists(path) for path in sys.argv[1].split(":")}
beside = sorted(os.listdir(os.path.dirname(__file__)))
print(json.dumps({"there": there, "beside": beside, "environment": dict(os.environ),
    "processes": sum(map(str.isdigit, os.listdir("/proc"))), "here": os.getcwd()}))
"""
READ = """
try:
    print(open(__file__.replace("look.py", "seeds.secret")).read() or "nothing")
except OSError:
    print("refused")
"""
NEEDS_BUBBLEWRAP = pytest.mark.skipif(bool(works("bwrap")), reason=works("bwrap"))
POSIX = pytest.mark.skipif(sys.platform == "win32", reason="programs are not supported on Windows")


def seen(folder, *paths, **options):
    """The report of a program in this folder on its visible files."""
    folder.mkdir(exist_ok=True)
    (folder / "look.py").write_text(LOOK)
    # no word that names a file, which would be shown
    words = [sys.executable, "-S", str(folder / "look.py"), ":".join(map(str, [*paths, ""]))]
    child = Child(words, sandbox="bwrap", **options)
    try:
        return json.loads(child.hear(60, 100_000))
    finally:
        child.end()


@NEEDS_BUBBLEWRAP
def test_a_program_in_bubblewrap_sees_its_own_folder_and_nothing_of_the_host(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("API_KEY", "secret")
    monkeypatch.setenv("BOT_LEVEL", "3")
    (tmp_path / "games.jsonl").touch()
    own = tmp_path / "bot"
    own.mkdir()
    (own / "weights").touch()
    home = Path.home() / next(iter(os.listdir(Path.home())))
    found = seen(own, tmp_path / "games.jsonl", home / ".", "/etc/passwd", "/run", "/var")
    assert not any(found["there"].values())
    assert found["beside"] == ["look.py", "weights"] and found["here"] == str(tmp_path)
    assert found["processes"] <= 3
    assert "API_KEY" not in found["environment"] and found["environment"]["BOT_LEVEL"] == "3"


@NEEDS_BUBBLEWRAP
def test_of_the_working_folder_it_sees_its_file_alone_unless_it_may_read_more(
    tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "games.jsonl").touch()
    (tmp_path / "data").mkdir()
    assert seen(tmp_path)["beside"] == ["look.py"]
    assert seen(tmp_path, readable=["data"])["beside"] == ["data", "look.py"]


@NEEDS_BUBBLEWRAP
def test_what_is_hidden_is_not_seen_in_its_own_folder(tmp_path, monkeypatch):
    monkeypatch.setenv(sandboxes.HIDDEN, "")
    own = tmp_path / "bot"
    own.mkdir()
    (own / "seeds.secret").write_text("7")
    (own / "log").mkdir()
    (own / "log" / "hands").write_text("B: a dragon")
    for name in ("seeds.secret", "log"):
        sandboxes.hide(own / name)
    (own / "look.py").write_text(READ)
    child = Child([sys.executable, "-S", str(own / "look.py")], sandbox="bwrap")
    assert child.hear(600, 100) in (b"nothing", b"refused")
    child.end()
    assert not seen(own, own / "log" / "hands")["there"][str(own / "log" / "hands")]


@POSIX
def test_a_command_shows_its_programs_and_files(tmp_path, monkeypatch):
    """With virtual environments, symbolic links, and interpreters."""
    monkeypatch.chdir(tmp_path)
    for folder in ("python/bin", "venv/bin", "tools/shims", "mine"):
        (tmp_path / folder).mkdir(parents=True)
    python, link = tmp_path / "python/bin/python9", tmp_path / "venv/bin/python9"
    python.touch(0o755)
    link.symlink_to(python)
    (tmp_path / "venv/pyvenv.cfg").write_text(f"home = {python.parent}\n")
    script = tmp_path / "mine/bot"
    script.write_text("#!/usr/bin/env python9\n")
    script.chmod(0o755)
    alone = tmp_path / "alone.py"
    alone.touch()
    monkeypatch.setenv("PATH", f"{link.parent}{os.pathsep}{os.environ['PATH']}")
    shown = {str(tmp_path / name) for name in ("python", "venv")}
    assert set(sandboxes._shown(["python9", "alone.py"])) == shown | {str(alone)}
    assert shown | {str(script.parent)} <= set(sandboxes._shown([str(script)]))
    (tmp_path / "player").mkdir()
    assert set(sandboxes._shown(["python9", "-m", "player.main"])) == shown | {
        str(tmp_path / "player")
    }


@POSIX
def test_the_best_sandbox_is_chosen_and_said(monkeypatch, capsys):
    arguments = ["arena", f"cmd:{shlex.join([sys.executable, '-S', str(BOT)])}", "random"]
    arguments += ["--games", "2", "--jobs", "1", "--decks", "axiom"]
    assert main([*arguments, "--sandbox", "none"]) == 0
    assert "Programs run without a sandbox: they can read your files" in capsys.readouterr().err
    monkeypatch.setattr(sandboxes, "_bubblewrap", lambda *_: "bubblewrap is not installed")
    monkeypatch.setattr(sandboxes, "_other_user", lambda *_: "only root can")
    sandboxes._tried.cache_clear()
    try:
        assert sandboxes.chosen("auto", [sys.executable]).kind == "none"
        assert main(arguments) == 0
        said = capsys.readouterr().err
        assert "Programs run without a sandbox" in said and "(bubblewrap is not installed;" in said
        assert main([*arguments, "--sandbox", "bwrap"]) == 2
        said = capsys.readouterr().err
        assert "--sandbox bwrap does not work here: bubblewrap is not installed" in said
        assert main(["arena", "random:2", *arguments[1:]]) == 2
        said = capsys.readouterr().err
        assert "random has no option '2'" in said and "Programs run" not in said
        monkeypatch.setattr(sandboxes, "_other_user", lambda *_: None)
        sandboxes._tried.cache_clear()
        assert sandboxes.chosen("auto", [sys.executable]).kind == "user"
    finally:
        sandboxes._tried.cache_clear()


@POSIX
def test_a_bubblewrap_that_may_not_do_anything_is_noticed(tmp_path, monkeypatch):
    """Simulate a container that grants no namespaces."""
    fake = tmp_path / "bwrap"
    fake.write_text("#!/bin/sh\necho 'bwrap: No permissions to create a new namespace' >&2; exit 1")
    fake.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    with pytest.raises(ValueError, match=r"bwrap does not work here: .*No permissions to create"):
        sandboxes.chosen("bwrap", [sys.executable])


@POSIX
def test_what_may_be_read_has_to_be_there(capsys):
    assert main(["arena", "cmd:true", "random", "--readable", "nothing/here"]) == 2
    assert "nothing/here: there is no such file or folder" in capsys.readouterr().err


def test_a_sandbox_is_no_part_of_what_games_are_kept_under():
    assert repr(Conditions(sandbox="none", readable=("here",))) == repr(Conditions())
    with pytest.raises(ValueError, match="a sandbox must be one of auto, bwrap, user, none"):
        Conditions(sandbox="jail")


@POSIX
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory is read in /proc")
def test_the_memory_of_all_its_processes_counts():
    grow = "x = b'x' * (150 << 20); import time; time.sleep(600)"
    words = [sys.executable, "-S", "-c", f"import os; os.fork(); os.fork(); {grow}"]
    child = Child(words, memory=400, sandbox="none")
    with pytest.raises(EndedError):
        child.hear(600, 100)
    assert child.how_it_ended() == "had more than 400 MiB of memory in total"
    child.end()


def test_worlds_that_were_used_longest_ago_are_forgotten(monkeypatch):
    seat = Game.start("axiom", "bravos", seed=1).seat()
    size = seat.world(0).games.nbytes
    monkeypatch.setattr("altered_env.protocol.other_worlds.KEPT", 3 * size)
    worlds = OtherWorlds(seat)
    first = worlds.answer({"type": "world", "seed": 0})
    asked = {"type": "try", "world": 0, "action": first["actions"][0]["id"]}
    for number in range(1, 10):
        assert worlds.answer(asked)["world"] == number
    assert "forgotten" not in str(worlds.answer({**asked, "world": 8}))
    said = worlds.answer({**asked, "world": 3})
    assert said == {
        "type": "refused",
        "problem": "world 3 is no longer available: only the last 3 used are kept",
    }
    assert len(worlds._worlds) == 3


def test_nothing_that_is_printed_commands_a_terminal():
    for text in ("\x1b[2J", "\x9b2J", "\x07", "\u202e", "\ud800", "a\nb", "\u2028"):
        assert printable(text).isprintable() and printable(text) != text
    assert printable("Élan (3) #1") == "Élan (3) #1"
    assert make("cmd:true").title == ""
