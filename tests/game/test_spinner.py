"""Wait indicators: one line on a terminal, and one in a file if wanted."""

from __future__ import annotations

import io
import sys
import threading
import time
from types import SimpleNamespace

import pytest

from altered_env._runtime import spinner
from altered_env._runtime.spinner import getting_ready, thinking
from altered_env.cli import COMMANDS, main
from tests.patience import until


class Terminal(io.StringIO):
    """A terminal stream."""

    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def impatience(monkeypatch):
    monkeypatch.setattr(spinner, "PATIENCE", 0.01)


def waiters():
    return [thread for thread in threading.enumerate() if thread.name == "waiting"]


def test_who_waits_is_told_what_for_once_it_takes_a_while(monkeypatch):
    shown = Terminal()
    monkeypatch.setattr(sys, "stderr", shown)
    with thinking("B, ismcts, is thinking"):
        assert until(lambda: "B, ismcts, is thinking" in shown.getvalue())
    assert shown.getvalue().endswith("\r") and not waiters()


def test_in_a_file_it_is_one_line_where_it_is_wanted(capsys):
    with thinking("not wanted"):
        assert not waiters()
    with thinking("trying how long a game takes", in_files=True):
        assert until(lambda: not waiters())
    assert capsys.readouterr().err == "  trying how long a game takes\n"


@pytest.mark.parametrize("stream", ["stdout", "stderr"])
def test_it_is_got_ready_until_the_first_is_said(monkeypatch, stream):
    out, err = Terminal(), Terminal()
    monkeypatch.setattr(sys, "stdout", out)
    monkeypatch.setattr(sys, "stderr", err)
    with getting_ready():
        assert until(lambda: "getting ready" in err.getvalue())
        print("a first word", file=getattr(sys, stream))
        assert not waiters()
        told = err.getvalue().removesuffix("a first word\n")
        assert told.endswith("\r") and not told.split("\r")[-2].strip(), "the line is taken away"
    assert (sys.stdout, sys.stderr) == (out, err)
    assert "a first word\n" in (out if stream == "stdout" else err).getvalue()


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_says_so_before_it_reads_what_it_needs(name, monkeypatch, capsys):
    """Its file may import much, and so may `run`: the line waits for neither."""
    heard = []

    def takes_long(*_):
        heard.append(until(lambda: not waiters()))  # it has said what it had to say
        return SimpleNamespace(add=lambda parser: None, run=lambda options: 0)

    monkeypatch.setattr("altered_env.cli.collecting.import_module", takes_long)
    assert main([name]) == 0
    assert heard == [True] and capsys.readouterr().err == "  getting ready\n"


def test_what_a_command_loads_when_it_runs_is_waited_for_aloud(monkeypatch, capsys):
    """`strength` loads compiled players before it has anything to say."""

    def loads(*_):
        assert until(lambda: not waiters())
        raise ValueError("far enough")

    monkeypatch.setattr("altered_env.cli.strength.played", loads)
    assert main(["strength", "Foundry Armorer R1"]) == 2
    assert capsys.readouterr().err.startswith("  getting ready\n")


def test_who_is_quiet_is_not_told(monkeypatch, capsys):
    monkeypatch.setattr("altered_env.cli.simulate.run", lambda options: time.sleep(0.1) or 0)
    assert main(["simulate", "--out", "nowhere", "--quiet"]) == 0
    said = capsys.readouterr()
    assert said.out == said.err == ""
