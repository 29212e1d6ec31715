"""Results do not depend on the workers: the interface, with processes of this machine. The cluster
is tested by `make test-ray` (tests/cluster/)."""

from __future__ import annotations

import argparse
import signal

import pytest

from altered_env._runtime import progress as progress_lines
from altered_env._runtime.progress import Progress
from altered_env._runtime.progress_counter import lost
from altered_env.arena.worker_engines import WorkerError, unlike
from altered_env.arena.workers import Cluster, Workers, add_jobs, reach
from tests.attack.tasks import die, die_once, fail, product


def nothing():
    """The setup."""


def test_the_same_comes_of_one_process_and_of_several():
    found = []
    for jobs in (1, 2):
        with Workers(jobs, first=nothing) as workers:
            tasks = ((k,) for k in range(9))
            assert sorted(workers.each(product, tasks, (3,))) == [3 * k for k in range(9)]
            found.append(list(workers.in_order(product, [(k,) for k in range(9)], (5,))))
            assert list(workers.in_order(product, [(2, 7)])) == [14]  # nothing is common now
    assert found[0] == found[1] == [5 * k for k in range(9)]


def test_a_lost_task_is_done_again(tmp_path):
    before, progress = lost(), Progress(4, "games")
    with Workers(2, first=nothing) as workers:
        tasks = [(str(tmp_path / f"{k}"), k) for k in range(4)]
        assert list(workers.in_order(die_once, tasks)) == [0, 1, 2, 3]
    assert lost() - before == 4
    assert progress._lost == before


def test_a_task_that_kills_its_workers_is_given_up():
    before = lost()
    with Workers(2, first=nothing) as workers:
        with pytest.raises(WorkerError, match="by signal 9 before its task was done"):
            list(workers.each(die, [(signal.SIGKILL,)]))
        assert lost() - before == 3
        with pytest.raises(ValueError, match="so it is"):
            list(workers.each(fail, [("so it is",)]))
        assert lost() - before == 3  # a task that fails by itself fails again
        assert list(workers.each(abs, [(-1,)])) == [1]


def test_the_progress_says_how_many_were_lost(capsys, monkeypatch):
    progress = Progress(4, "games")
    monkeypatch.setattr("altered_env._runtime.progress.APART", 0.0)
    monkeypatch.setattr("altered_env._runtime.progress_counter.lost", lambda: 2 + progress._lost)
    progress.say(4, 0)
    assert capsys.readouterr().err.strip().endswith("; 2 lost and repeated")


@pytest.mark.parametrize("jobs", [1, 2])
def test_no_line_of_progress_is_left_before_what_went_wrong(jobs):
    progress = Progress(4, "games").begin()
    with pytest.raises(ValueError, match="so it is"), Workers(jobs, first=nothing) as workers:
        list(workers.each(fail, [("so it is",)]))
    assert progress not in progress_lines._shown


def parsed(*words):
    parser = argparse.ArgumentParser(exit_on_error=False)
    parser.add_argument("agents", nargs="*")
    add_jobs(parser)
    return parser.parse_args(words)


def test_who_works_is_one_option_of_two():
    assert parsed().jobs == 0 and parsed("--jobs", "3").jobs == 3
    assert parsed("greedy", "--ray").jobs == Cluster("")
    assert parsed("--ray", "ray://head:10001", "greedy").jobs == Cluster("ray://head:10001")
    with pytest.raises(argparse.ArgumentError, match="not allowed with"):
        parsed("--ray", "--jobs", "2")
    with pytest.raises(argparse.ArgumentError, match="'greedy' is not the address of a cluster"):
        parsed("--ray", "greedy")


def test_fewer_processes_than_none_are_refused():
    with pytest.raises(ValueError, match="must be 1 or more, or 0 for one per core, found -1"):
        Workers(-1)


def test_a_cluster_without_its_library_is_refused(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "ray", None)
    for begin in (reach, Workers):
        with pytest.raises(ValueError, match=r"clusters need the extra \[cluster\]"):
            begin(Cluster())


def test_machines_that_are_not_alike_are_told_apart():
    here = {"numpy": "2.4.6", "agent net:x": "net:x 01"}
    assert unlike(here, {**here, "more": "1"}) == ""
    assert unlike(here, {"numpy": "2.4.6"}) == "another agent net:x: none, here it is net:x 01"
