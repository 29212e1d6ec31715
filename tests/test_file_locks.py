"""Only one process at a time writes to a folder or resumes a file."""

from __future__ import annotations

import contextlib
import errno
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from altered_env._runtime import file_locks
from altered_env._runtime.atomic_files import write_atomically
from altered_env._runtime.file_locks import writing_in, writing_to

pytest.importorskip("fcntl")
ROOT = Path(__file__).parents[1]
Begin = Callable[..., "subprocess.Popen[str]"]

ASKING = """
import sys
from altered_env._runtime import file_locks
try:
    with getattr(file_locks, sys.argv[1])(sys.argv[2]):
        print("has it", flush=True)
        BEGINS
        sys.stdin.read()
except BlockingIOError as error:
    print(error, flush=True)
"""
WITHOUT = "import sys; sys.modules['fcntl'] = None" + ASKING.replace("BEGINS", "")
"""The same on a system without such locks."""
FORKS = """
import os, time
if os.fork() == 0:
    print("begun", flush=True)  # the child says so, which by then has let go of what it inherited
    os.close(1)
    time.sleep(600)
"""
LEAVES_A_FILE_OPEN = """
import subprocess
subprocess.Popen(["sleep", "600"], stdin=-3, stdout=-3, stderr=-3, close_fds=False)
print("begun", flush=True)
"""


@pytest.fixture
def begin() -> Iterator[Begin]:
    """A factory of processes that write somewhere until stopped, or are refused."""
    processes: list[subprocess.Popen[str]] = []

    def begun(how: str, where: Path, begins: str = "") -> subprocess.Popen[str]:
        lines = ("\n" + " " * 8).join(begins.strip().splitlines())
        process = subprocess.Popen(
            [sys.executable, "-c", ASKING.replace("BEGINS", lines), how, str(where)],
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        processes.append(process)
        return process

    yield begun
    for process in processes:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)  # with those that it began
        process.communicate()


def said(process: subprocess.Popen[str]) -> str:
    """The next line that it says."""
    assert process.stdout is not None
    return process.stdout.readline().strip()


WHERE = pytest.mark.parametrize(
    ("how", "where"), [("writing_in", "runs/it"), ("writing_to", "games.jsonl")]
)


@WHERE
def test_the_second_process_is_refused_until_the_first_has_ended(begin, tmp_path, how, where):
    first = begin(how, tmp_path / where)
    assert said(first) == "has it"
    refused = f"{tmp_path / where}: another process is writing to it: wait for it or stop it, or"
    assert said(begin(how, tmp_path / where)).startswith(refused)
    writing = getattr(file_locks, how)
    with pytest.raises(BlockingIOError, match=r"give another --out$"), writing(tmp_path / where):
        pass
    with pytest.raises(BlockingIOError, match=r"stop it$"), writing(tmp_path / where, ""):
        pass
    assert first.communicate("")[0] == "" and first.returncode == 0
    assert said(begin(how, tmp_path / where)) == "has it"


@WHERE
def test_of_those_that_begin_at_the_same_moment_one_has_it(begin, tmp_path, how, where):
    several = [begin(how, tmp_path / where) for _ in range(5)]
    heard = [said(process) for process in several]
    assert heard.count("has it") == 1
    assert sum("another process is writing to it" in line for line in heard) == 4


@WHERE
@pytest.mark.parametrize("begins", ["", FORKS, LEAVES_A_FILE_OPEN], ids=["alone", "fork", "child"])
def test_nothing_is_left_of_one_that_was_killed(begin, tmp_path, how, where, begins):
    """Not by processes that it began, either, which are still there."""
    first = begin(how, tmp_path / where, begins)
    assert said(first) == "has it"
    if begins:
        assert said(first) == "begun"
    first.kill()
    first.wait()
    if begins:
        os.killpg(first.pid, 0)  # its child is there
    with getattr(file_locks, how)(tmp_path / where):
        pass


RACING = """
import os, sys, time
from pathlib import Path
from altered_env._runtime.file_locks import writing_in
folder, mark = Path(sys.argv[1]), Path(sys.argv[2])
end = time.monotonic() + 1
while time.monotonic() < end:
    try:
        with writing_in(folder):
            os.close(os.open(mark, os.O_CREAT | os.O_EXCL))  # fails where two have it
            assert folder.is_dir()
            os.unlink(mark)
    except BlockingIOError:
        pass
"""


def test_two_never_have_it_while_it_is_made_and_taken_away(tmp_path):
    racing = [
        subprocess.Popen(
            [sys.executable, "-c", RACING, str(tmp_path / "runs/it"), str(tmp_path / "mark")],
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )
        for _ in range(3)
    ]
    assert [process.wait() for process in racing] == [0, 0, 0]
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]


def test_what_nothing_was_written_to_is_gone_and_what_was_there_stays(tmp_path):
    for name in ("runs/it", "there"):
        with writing_in(tmp_path / name), writing_in(tmp_path / name):
            assert list((tmp_path / name).iterdir()) == []
        assert list(tmp_path.iterdir()) == []
    with pytest.raises(ValueError), writing_in(tmp_path / "there"):
        (tmp_path / "there/it").touch()
        raise ValueError
    with writing_in(tmp_path / "there"), writing_to(tmp_path / "there/games.jsonl"):
        pass
    assert [path.name for path in (tmp_path / "there").iterdir()] == ["it"]
    with writing_to(tmp_path / "there/it"), writing_to(None):
        pass
    assert (tmp_path / "there/it").exists()
    with writing_to(tmp_path / "games.jsonl"):
        (tmp_path / "games.jsonl").write_text("{}\n")
    assert (tmp_path / "games.jsonl").read_text() == "{}\n"


def test_a_folder_within_one_that_somebody_has_is_refused_and_one_beside_it_is_not(begin, tmp_path):
    league = begin("writing_in", tmp_path / "league")
    assert said(league) == "has it"
    assert said(begin("writing_in", tmp_path / "another/main")) == "has it"
    within = said(begin("writing_in", tmp_path / "league/main"))
    assert within.startswith(f"{tmp_path / 'league'}: another process is writing to it")
    assert list((tmp_path / "league").iterdir()) == []
    assert said(begin("writing_to", tmp_path / "league/evaluation.jsonl")) == "has it"


def test_a_file_that_another_was_put_in_place_of_is_whose_who_asks_next(begin, tmp_path):
    path = tmp_path / "games.jsonl"
    with writing_to(path):
        write_atomically(path, b"{}\n")
        assert said(begin("writing_to", path)) == "has it"


def test_what_cannot_be_a_folder_is_refused_before_anything_is_done(tmp_path):
    (tmp_path / "file").write_text("dear")
    for folder in (tmp_path / "file", tmp_path / "file/it"):
        with pytest.raises(NotADirectoryError, match="file is a file"), writing_in(folder):
            raise AssertionError


def test_what_a_killed_writer_left_is_removed_once_nobody_writes(tmp_path):
    for left in (".a.json.x1y2_z34.part", "games/.b.parquet.8q427pqv.part"):
        (tmp_path / left).parent.mkdir(exist_ok=True)
        (tmp_path / left).write_text("half")
    (tmp_path / "games/.film.part").write_text("of another program")
    with writing_in(tmp_path):
        assert [path.name for path in tmp_path.rglob("*") if path.is_file()] == [".film.part"]
        being_written = tmp_path / "games/.c.parquet.w2qa8gzv.part"
        being_written.write_text("half")
        with writing_in(tmp_path):
            assert being_written.exists()
    with writing_in(tmp_path / "games"):
        being_written.write_text("half")
        with writing_in(tmp_path):
            assert being_written.exists()


def test_what_cannot_be_a_file_is_said_by_whoever_writes_there(tmp_path):
    (tmp_path / "file").write_text("dear")
    with writing_to(tmp_path / "nowhere/games.jsonl"), writing_to(tmp_path):
        pass
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_without_locks_nobody_is_refused(begin, tmp_path, monkeypatch):
    """A system that has none, and a file system."""
    first = begin("writing_in", tmp_path / "it")
    assert said(first) == "has it"

    def none(*_):
        raise OSError(errno.ENOLCK, "No locks available")

    with monkeypatch.context() as patched:
        patched.setattr(file_locks.fcntl, "flock", none)
        with writing_in(tmp_path / "it"), writing_in(tmp_path / "it/within"):
            pass
    unlocked = subprocess.run(
        [sys.executable, "-c", WITHOUT, "writing_in", str(tmp_path / "it/within")],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )
    assert (unlocked.stdout, unlocked.stderr) == ("has it\n", "")
