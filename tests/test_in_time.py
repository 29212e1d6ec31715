"""`make check` ends in time, and counts and names the tests it leaves out."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
TESTS = """
import time

import pytest

@pytest.fixture(scope="module")
def slow_to_make():
    time.sleep(3600)

def test_endless():
    try:
        while True:
            time.sleep(0.001)  # not `pass`: other tests need the processor
    except Exception:  # code that takes any error for its own does not keep it going
        pass

def test_made(slow_to_make):
    pass
"""


def run(path: Path, seconds: float, *words: str) -> subprocess.CompletedProcess[str]:
    """The tests of a file, with a time limit in seconds."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "tests.conftest", *words]
    command += [f"--rootdir={path.parent}"]  # else that of a neighbouring clone
    command += ["-p", "no:cacheprovider", f"--until={time.time() + seconds:.0f}", str(path)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600)


def test_what_is_under_way_when_the_time_is_up_ends_and_is_named(tmp_path):
    path = tmp_path / "test_some.py"
    path.write_text(TESTS)
    done = run(path, 6, "-n", "2")  # else one would last an hour, and one for ever
    assert done.returncode == 0 and "2 skipped" in done.stdout.splitlines()[-1], done.stdout
    assert "Time was up, left to `make test`: 2 of the tests of test_some.py" in done.stdout


def test_what_has_not_begun_when_the_time_is_up_is_left(tmp_path):
    path = tmp_path / "test_some.py"
    path.write_text("def test_wrong():\n    assert False\n")
    done = run(path, -1)
    assert done.returncode == 0 and "1 skipped" in done.stdout.splitlines()[-1], done.stdout
    assert "Time was up, left to `make test`: 1 of the tests of test_some.py" in done.stdout


def test_with_time_enough_nothing_is_said(tmp_path):
    path = tmp_path / "test_some.py"
    path.write_text("def test_quick():\n    pass\n")
    done = run(path, 900)
    assert done.returncode == 0 and "1 passed" in done.stdout
    assert "Time was up" not in done.stdout
