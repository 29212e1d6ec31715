"""Commands with all their processes end cleanly on a signal, at any moment."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from altered_env.arena.worker_engines import WorkerError
from altered_env.arena.workers import Workers
from tests.attack.interrupts import (
    ROOT,
    Found,
    Try,
    _processes,
    attempt,
    damaged,
    prepared,
)
from tests.attack.long_commands import COMMANDS
from tests.attack.tasks import die, fail, fail_oddly
from tests.patience import LIMIT, still, until

pytestmark = pytest.mark.skipif(
    not Path("/proc").is_dir(), reason="what a process does with signals is read in /proc"
)

HELD = """
import os, sys, threading, time
from pathlib import Path
from altered_env._runtime import signals
signals.take_hold()
here = Path(sys.argv[1])
def ready(text="ready"):
    print(text, flush=True)
"""
"""The beginning of a program that is a command."""


@pytest.fixture
def begun(tmp_path):
    """Start such a program, and wait until it is ready."""
    processes = []

    def begin(code: str) -> subprocess.Popen[str]:
        (tmp_path / "program.py").write_text(HELD + code)
        process = subprocess.Popen(
            [sys.executable, str(tmp_path / "program.py"), str(tmp_path)],
            env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": ""},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        processes.append(process)
        assert process.stdout is not None
        assert process.stdout.readline().strip() == "ready", process.communicate()[1]
        assert still(process.pid)  # it is no longer in the midst of saying so
        return process

    yield begin
    for process in processes:
        for pid in _processes(process.pid):
            os.kill(pid, signal.SIGKILL)
        process.communicate()


def ended(process: subprocess.Popen[str]) -> tuple[int, str, str]:
    status = process.wait(LIMIT)
    assert process.stdout is not None and process.stderr is not None
    return status, process.stdout.read(), process.stderr.read()


SLEEPING = """
ready()
while True:
    time.sleep(1)
"""
REGARDLESS = """
import ctypes  # as LLVM is called: no bytecode is run in there, for as long as it takes
ready()
ctypes.CDLL(None).sleep(600)
"""
IN_A_FILE = """
with signals.keeping("all"), signals.whole():
    (here / "half").write_text("begun")
    ready()
    sys.stdin.readline()
    (here / "half").write_text("whole")
(here / "half").write_text("never")
"""


@pytest.mark.parametrize("code", [SLEEPING, REGARDLESS], ids=["sleeping", "in a library"])
@pytest.mark.parametrize(
    ("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)], ids=["INT", "TERM"]
)
def test_a_signal_ends_it_wherever_it_is(begun, code, number, status):
    process = begun(code)
    process.send_signal(number)
    assert ended(process) == (status, "", "stopped; nothing is saved\n")


@pytest.mark.parametrize("times", [1, 2, 3])
def test_a_file_is_written_to_its_end(begun, tmp_path, times):
    process = begun(IN_A_FILE)
    for _ in range(times):
        process.send_signal(signal.SIGINT)
        assert still(process.pid)
    assert process.stdin is not None
    process.stdin.write("\n")
    process.stdin.flush()
    assert ended(process) == (130, "", "stopped; all\n")
    assert (tmp_path / "half").read_text() == "whole"


def test_what_was_said_is_not_lost(begun):
    process = begun("ready()\nprint('so far')\ntime.sleep(600)")
    process.send_signal(signal.SIGTERM)
    assert ended(process) == (143, "so far\n", "stopped; nothing is saved\n")


def test_nobody_waits_for_a_reader_who_does_not_read(begun):
    process = begun("ready()\nprint('much' * 100_000)\ntime.sleep(600)")
    process.send_signal(signal.SIGINT)
    assert process.wait(LIMIT) == 130


SOFT = """
told = threading.Event()
with signals.keeping("some"), signals.softly(told.set, "soon", lambda: SURE):
    ready()
    told.wait()
    time.sleep(AFTER)
print("in order")
sys.exit(signals.status())
"""


def test_what_can_stop_at_a_better_moment_does(begun):
    process = begun(SOFT.replace("SURE", "True").replace("AFTER", "0.2"))
    process.send_signal(signal.SIGTERM)
    assert ended(process) == (143, "in order\n", "soon\n")


def test_told_twice_it_ends_at_once(begun):
    process = begun(SOFT.replace("SURE", "True").replace("AFTER", "600"))
    process.send_signal(signal.SIGINT)
    assert process.stderr is not None and process.stderr.readline() == "soon\n"
    process.send_signal(signal.SIGINT)
    assert ended(process) == (130, "", "stopped; some\n")


def test_what_has_nothing_to_save_yet_ends_at_once(begun):
    process = begun(SOFT.replace("SURE", "False").replace("AFTER", "600"))
    process.send_signal(signal.SIGINT)
    assert ended(process) == (130, "", "stopped; some\n")


def test_a_question_is_left(begun):
    code = "with signals.softly(lambda: None, 'leaving'):\n    ready()\n    try:\n"
    code += "        signals.answer('? ')\n    except EOFError:\n        print('saved')\n"
    process = begun(code + "sys.exit(signals.status())")
    process.send_signal(signal.SIGINT)
    status, said, errors = ended(process)
    assert (status, said.removeprefix("? "), errors) == (130, "saved\n", "leaving\n")


def test_a_signal_at_the_very_end_does_no_harm(begun):
    code = "import atexit\natexit.register(time.sleep, 600)\natexit.register(ready)\n"
    code += "signals.over()"
    process = begun(code)
    process.send_signal(signal.SIGINT)
    assert ended(process) == (-signal.SIGINT, "", "")


def test_a_temporary_folder_is_taken_away(begun, tmp_path):
    code = "with signals.temporary_folder() as folder:\n"
    code += "    (here / 'name').write_text(folder)\n    ready()\n    time.sleep(600)"
    process = begun(code)
    process.send_signal(signal.SIGINT)
    assert ended(process)[0] == 130
    assert not Path((tmp_path / "name").read_text()).exists()


WORKING = """
from altered_env.arena.workers import Workers
def first():
    pass
if __name__ == "__main__":
    with Workers(2, first=first) as workers:
        for _ in workers.each(time.sleep, [(0,), (0,), (600,), (600,)]):
            ready()
"""


@pytest.mark.parametrize("how", ["INT to all", "TERM", "TERM to all", "KILL"])
def test_processes_end_with_the_one_they_work_for(begun, how):
    process = begun(WORKING.replace("signals.take_hold()\n", ""))
    assert process.stdout is not None and process.stdout.readline() == "ready\n"
    assert len(_processes(process.pid)) >= 3
    number = getattr(signal, f"SIG{how.partition(' ')[0]}")
    if "all" in how:
        os.killpg(process.pid, number)
    else:
        process.send_signal(number)
    expected = {"INT": (130,), "TERM": (143,), "KILL": (-signal.SIGKILL,)}[how[:4].strip()]
    status, _, errors = ended(process)
    assert status in expected
    assert errors == ("" if how == "KILL" else "stopped; nothing is saved\n")
    assert until(lambda: not _processes(process.pid))


def test_nobody_waits_for_a_process_that_was_killed():
    with Workers(2, first=lambda: None) as workers:
        assert sorted(workers.each(abs, [(1,), (-2,), (-3,)])) == [1, 2, 3]
        with pytest.raises(WorkerError, match="by signal 9 before its task was done"):
            list(workers.each(die, [(signal.SIGKILL,), (0,)]))
        assert list(workers.in_order(abs, [(-k,) for k in range(9)])) == list(range(9))
        with pytest.raises(ValueError, match="so it is") as raised:
            list(workers.each(fail, [("so it is",)]))
        assert "fail" in "".join(raised.value.__notes__)
        with pytest.raises(RuntimeError, match="Odd: 1, 2"):
            list(workers.each(fail_oddly, [()]))
        for found in workers.each(time.sleep, [(0,), (600,)]):
            assert found is None
            break  # the other is not waited for
        assert list(workers.each(abs, [(-1,)])) == [1]


def test_a_program_that_imports_the_package_keeps_its_own_way_with_signals():
    code = "import signal, altered_env, training; print(signal.getsignal(signal.SIGTERM).name)"
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout == "SIG_DFL\n"


def test_a_command_holds_before_it_imports_what_is_large(tmp_path):
    """SIGTERM is answered before NumPy is loaded, so that nothing is interrupted half way."""
    watch = (
        "import signal, sys\nfrom importlib.abc import MetaPathFinder\n"
        "class Watch(MetaPathFinder):\n"
        "    def find_spec(self, name, path, target=None):\n"
        "        if name in ('numpy', 'numba', 'torch', 'yaml'):\n"
        "            print(name, callable(signal.getsignal(signal.SIGTERM)))\n"
        "sys.meta_path.insert(0, Watch())\n"
    )
    (tmp_path / "sitecustomize.py").write_text(watch)
    path = f"{tmp_path}{os.pathsep}{ROOT}"
    for module in ("altered_env.cli", "altered_env.train.rated"):
        done = subprocess.run(
            [sys.executable, "-m", module, "--help"],
            env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True, check=True,
        )  # fmt: skip
        lines = [line for line in done.stdout.splitlines() if line.endswith(("True", "False"))]
        assert all(line.endswith("True") for line in lines)
        assert lines or module == "altered_env.cli"


def test_files_that_are_cut_are_found(tmp_path):
    (tmp_path / "a.jsonl").write_text('{"whole": 1}\n{"cu')
    (tmp_path / "b.json").write_text("{")
    assert [path.name for path, _ in damaged(tmp_path, killed=False)] == ["a.jsonl", "b.json"]
    assert [path.name for path, _ in damaged(tmp_path, killed=True)] == ["b.json"]


@pytest.mark.parametrize(("kind", "moment"), [("once", 0.1), ("twice", 0.6), ("term all", 1.2)])
def test_a_command_is_interrupted(tmp_path, kind, moment, monkeypatch):
    """A few of the tries of `make attack`."""
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    (command,) = (c for c in COMMANDS if c.name == "demo")
    prepared(command, tmp_path, tmp_path / "try")
    found = Found()
    attempt(command, Try(kind, moment, 0.1), tmp_path / "try", found)
    assert found.tries == 1 and found.wrong == 0, found.notes
