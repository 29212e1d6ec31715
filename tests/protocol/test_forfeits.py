"""Any fault of a bot loses its own game, is reported, and harms nothing else."""

from __future__ import annotations

import re
import secrets
import shlex
import subprocess
import sys
import time
from pathlib import Path

import pytest

from altered_env import Game
from altered_env.agents import make
from altered_env.agents.conditions import Conditions
from altered_env.agents.forfeits import HOW
from altered_env.agents.hosting import Host
from altered_env.arena.pairings import Arena, run
from altered_env.cli import main
from altered_env.protocol import pipes
from altered_env.protocol.other_worlds import OtherWorlds
from tests.attack.hostile import survivors
from tests.patience import LIMIT, until

BOT = Path(__file__).with_name("misbehaving.py")
BRIEF = Conditions(limit=0.5)
LONG = Conditions(limit=600)


def bot(*way):
    return "cmd:" + shlex.join([sys.executable, "-S", str(BOT), *way])


def played(way, conditions=LONG, *more):
    game = Game.start("axiom", "bravos", seed=1)
    seated = {game.decider: make(bot(way, *more)), 1 - game.decider: make("random", seed=1)}
    before = game.state()
    with Host(game, seated, conditions) as host:
        host.step()
        if way in ("complain", "have children", "ask 40 times"):
            return host
    assert host.forfeit is not None
    assert host.loser == game.decider and host.winners == (1 - game.decider,)
    assert game.state() == before
    return host


@pytest.mark.parametrize(
    ("way", "how", "says"),
    [
        ("not greet", "crashed", "it ended with status 1: no licence"),
        ("be of another version", "malformed", "protocol is 2; expected 1"),
        ("crash", "crashed", "status 1: ZeroDivisionError: as told"),
        ("leave", "crashed", "it ended with status 0"),
        ("flood", "malformed", "a line of more than 65,536 bytes"),
        ("invent", "illegal", "it answered 999999, which is not on offer to .; on offer: "),
        ("answer another", "illegal", "it answered decision 77; open is 1"),
        ("add a field", "malformed", "the message has an unknown name 'sure'"),
        ("say a word", "malformed", "action is 'pass'; expected a whole number"),
        ("chat", "malformed", "this is not JSON: .*; the line is 'I think I shall pass.'"),
        ("say nothing", "malformed", "this is not JSON"),
        ("say a list", "malformed", "expected an object with a type, one of act, world, try, note"),
        ("greet again", "malformed", "expected an object with a type, one of act, world, try"),
        ("nest", "malformed", "this is not JSON: nested too deeply"),
    ],
)
def test_what_a_bot_does_wrong_loses_and_is_said(way, how, says):
    forfeit = played(way).forfeit
    assert forfeit.how == how in HOW
    assert re.search(says, str(forfeit)), str(forfeit)


@pytest.mark.parametrize("way", ["be silent", "burn"])
def test_who_does_not_answer_is_late(way):
    forfeit = played(way, BRIEF).forfeit
    assert (forfeit.how, forfeit.problem) == ("late", "no answer after 0.5 s")


def test_who_does_not_read_is_heard_no_further(monkeypatch):
    """The backlog of its requests is bounded: it waits, on its own clock."""
    monkeypatch.setattr(pipes, "UNREAD", 200_000)
    answered = []
    answer = OtherWorlds.answer
    monkeypatch.setattr(
        OtherWorlds, "answer", lambda self, asked: answered.append(asked) or answer(self, asked)
    )
    assert played("ask and not read", BRIEF).forfeit.how == "late"
    assert 0 < len(answered) < 100


def test_who_closes_its_output_has_ended():
    plain = Conditions(limit=600, sandbox="none")
    assert played("close", plain).forfeit.problem == "it closed its output"


@pytest.mark.parametrize("way", ["ask for ever", "ask 12,000 times at once"])
def test_what_is_done_at_its_request_counts_on_its_clock(way):
    host = played(way, Conditions(clock="1+0", limit=600))
    assert (host.forfeit.how, host.forfeit.problem) == ("late", "no answer after 1 s")
    assert 1.0 <= host.spent[host.loser] < 600


def test_it_is_charged_for_the_worlds_that_it_asked_for(monkeypatch):
    took = []
    answer = OtherWorlds.answer

    def slow(self, asked):
        begun = time.monotonic()
        time.sleep(0.01)
        said = answer(self, asked)
        took.append(time.monotonic() - begun)
        return said

    monkeypatch.setattr(OtherWorlds, "answer", slow)
    host = played("ask 40 times")
    assert host.forfeit is None and len(took) >= 40
    assert sum(host.spent) > sum(took[-40:]) > 0.4


def test_a_game_has_a_clock():
    forfeit = played("be silent", Conditions(clock="0.4+1", limit=60)).forfeit
    assert (forfeit.how, forfeit.problem) == ("late", "no answer after 0.4 s")


@pytest.mark.skipif(sys.platform == "darwin", reason="there ulimit does not limit memory")
@pytest.mark.parametrize(
    ("way", "conditions", "says"),
    [
        ("fill memory", Conditions(memory=400), "MemoryError"),
        ("burn", Conditions(processor=1), "it ended by signal"),
    ],
)
def test_limits(way, conditions, says):
    forfeit = played(way, conditions).forfeit
    assert forfeit.how == "crashed" and says in forfeit.problem


def test_what_it_writes_to_its_standard_error_is_read_and_cut():
    host = played("complain")
    assert host.forfeit is None and sum(host.decisions) == 1


HAS_PROC = pytest.mark.skipif(
    not Path("/proc/self/stat").exists(), reason="processes are found by /proc"
)


@HAS_PROC
@pytest.mark.parametrize("sandbox", ["auto", "none"])
def test_it_is_ended_with_its_children(sandbox):
    token = secrets.token_hex(8)
    host = played("have children", Conditions(limit=600, sandbox=sandbox), token)
    assert host.forfeit is None and sum(host.decisions) == 1
    assert survivors(token) == []


HOST = """
import sys, time
from altered_env.protocol.pipes import Child
child = Child(["sh", "-c", "setsid sleep 600.SECONDS & setsid sleep 600.SECONDS"], sandbox="none")
print("begun", flush=True)
time.sleep(600)
"""


@HAS_PROC
def test_it_is_ended_where_its_host_is_killed():
    digits = str(secrets.randbits(40))
    words = [sys.executable, "-c", HOST.replace("SECONDS", digits)]
    with subprocess.Popen(words, stdout=subprocess.PIPE) as host:
        said = host.stdout.readline()
        begun = until(lambda: len(survivors(f"sleep\x00600.{digits}")) == 2)
        host.kill()
    assert said == b"begun\n" and begun
    assert until(lambda: not survivors(digits))


ONE_STEP = """
import os, sys
from altered_env import Game
from altered_env.agents import make
from altered_env.agents.hosting import Host
game = Game.start("axiom", "bravos", seed=1)
seated = {game.decider: make(sys.argv[1]), 1 - game.decider: make("random")}
before = set(os.listdir("/dev/fd"))
with Host(game, seated) as host:
    host.step()
assert host.forfeit is not None
assert set(os.listdir("/dev/fd")) == before
try:
    os.waitpid(-1, os.WNOHANG)
except ChildProcessError:
    print("no process, no open file")
"""


def test_nothing_is_left_of_a_bot():
    """In a process of its own: others may have children and open files."""
    words = [sys.executable, "-c", ONE_STEP, bot("invent")]
    done = subprocess.run(words, capture_output=True, text=True, timeout=LIMIT)
    assert done.stdout == "no process, no open file\n", done.stderr


def test_an_arena_counts_and_shows_them(capsys, tmp_path):
    log = tmp_path / "bots.log"
    bad = bot("crash")
    plan = Arena((bad, "random"), ("axiom",), games=4, conditions=Conditions(log=str(log)))
    rows = run(plan, jobs=1)
    assert [row.forfeit for row in rows] == ["crashed"] * 4
    assert all(row.score("random") == 1 for row in rows)
    arguments = ["--games", "2", "--jobs", "1", "--decks", "axiom", "--log", str(log)]
    assert main(["arena", bad, "random", *arguments]) == 0
    said = capsys.readouterr().out
    assert f"{bad} forfeited 2 games: crashed 2." in said
    assert "crashed, first: it ended with status 1: ZeroDivisionError: as told" in said
    logged = log.read_text()
    assert logged.count(' > {"type":"hello"') == 6 == logged.count("! crashed: it ended with")
    assert logged.count(" 2 Traceback") == 6


CLASSES = """
import time

class Broken:
    def act(self, seat):
        raise KeyError("me")

class Slow:
    def act(self, seat):
        time.sleep(0.2)
        return seat.actions[0]

class Odd:
    def act(self, seat):
        return [1, 2]

class Endless:
    def act(self, seat):
        while True:
            try:
                time.sleep(0.01)
            except Exception:
                pass

class Leaving:
    def act(self, seat):
        raise SystemExit("enough")

class Cancelled:
    def act(self, seat):
        raise GeneratorExit

class Unready:
    def start(self, seed):
        raise OSError("no model")

    def act(self, seat):
        return seat.actions[0]
"""


@pytest.mark.parametrize(
    ("kind", "how", "says"),
    [
        ("Broken", "crashed", r"KeyError: 'me' \(mine.py, line 6\)"),
        ("Slow", "late", r"it answered after 0.\d+ s; it had 0.1 s"),
        ("Odd", "illegal", r"it answered \[1, 2\], which is not on offer"),
        ("Endless", "late", r"no answer after 0.1 s"),
        ("Leaving", "crashed", r"SystemExit: enough \(mine.py, line 27\)"),
        ("Cancelled", "crashed", r"GeneratorExit:  \(mine.py, line 31\)"),
        ("Unready", "crashed", r"OSError: no model \(mine.py, line 35\)"),
    ],
)
def test_a_class_of_a_file_forfeits_as_a_program_does(kind, how, says, tmp_path):
    (tmp_path / "mine.py").write_text(CLASSES)
    game = Game.start("axiom", "bravos", seed=1)
    mine = make(f"{tmp_path / 'mine.py'}:{kind}")
    limit = Conditions(limit=0.1 if kind in ("Slow", "Endless") else 60)
    with Host(game, {game.decider: mine, 1 - game.decider: make("random")}, limit) as host:
        assert not host.step()
    assert host.forfeit.how == how and re.search(says, str(host.forfeit))


def test_an_arena_goes_on_whatever_a_class_raises(tmp_path):
    (tmp_path / "mine.py").write_text(CLASSES)
    bad = [f"{tmp_path / 'mine.py'}:{kind}" for kind in ("Leaving", "Unready")]
    rows = run(Arena((*bad, "random"), ("axiom",), games=2), jobs=1)
    assert [row.forfeit for row in rows] == ["crashed"] * 6
    assert all(row.score("random") for row in rows if "random" in (row.one, row.two))


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["arena", "cmd:", "random"], "name a program"),
        (
            ["arena", "cmd:no-such-program x", "random"],
            "no program in PATH is called 'no-such-program'",
        ),
        (["arena", "cmd:'half", "random"], "close each quote"),
        (
            ["arena", f"cmd:{BOT}", "random"],
            "name its interpreter, as in cmd:python /.*.py, or run chmod",
        ),
        (["arena", "random", "greedy", "--clock", "a while"], "a clock must be SECONDS.INCREMENT"),
        (["arena", "random", "greedy", "--limit", "0"], "above 0 seconds, found 0"),
        (["arena", "random", "greedy", "--memory", "-1"], "a limit of memory must not be negative"),
        (["play", "--opponent", "cmd:no-such-program"], "no program in PATH is called"),
    ],
)
def test_what_is_wrong_is_said(arguments, says, capsys):
    assert main(arguments) == 2
    assert re.search(says, capsys.readouterr().err)
