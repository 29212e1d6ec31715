"""Games on a local Ray cluster of two nodes: `make test-ray`, in a separate environment
(`tests/cluster/requirements.txt`).

Not part of `make test`: it takes Ray, and minutes. Tests without Ray are in
`tests/training/test_workers.py` and `tests/training/test_sharding.py`.
"""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
import ray
from ray.cluster_utils import Cluster as Nodes

from altered_env._runtime.progress_counter import lost
from altered_env.arena import on_ray
from altered_env.arena.worker_engines import WorkerError
from altered_env.arena.workers import Cluster, Workers
from altered_env.cli import main
from altered_env.engine.compiled import ENGINE
from altered_env.train.rated import measure
from tests.attack.tasks import die, die_once, fail, product

pytestmark = pytest.mark.filterwarnings(
    "ignore::ResourceWarning",  # of files that Ray leaves open where it begins its processes
    "ignore::pytest.PytestUnraisableExceptionWarning",
)
ROOT = Path(__file__).parents[2]
SIMULATE = [
    "simulate",
    "--decks",
    "axiom",
    "--agents",
    "random",
    "--games",
    "2600",
    "--seed",
    "4",
    "--out",
]


@pytest.fixture(scope="module")
def door():
    """A free port, for commands from outside the cluster."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


@pytest.fixture(scope="module")
def nodes(door):
    os.environ["RAY_CLIENT_SERVER_CHECK_CHANNEL_TIMEOUT_S"] = "200"  # on a busy machine
    head = {"num_cpus": 1, "include_dashboard": False, "ray_client_server_port": door}
    made = Nodes(initialize_head=True, head_node_args=head)
    made.add_node(num_cpus=1)
    made.wait_for_nodes()
    yield made
    ray.shutdown()
    made.shutdown()


@pytest.fixture
def cluster(nodes):
    return Cluster(nodes.address)


@pytest.fixture(scope="module")
def by_one(tmp_path_factory):
    """The dataset as one process plays it."""
    folder = tmp_path_factory.mktemp("one") / "it"
    assert main([*SIMULATE, str(folder), "--jobs", "1"]) == 0
    return contents(folder)


def contents(folder):
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def nothing():
    """The setup."""


def driver(out, cluster):
    """The command, as a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "altered_env", *SIMULATE, str(out), "--ray", cluster.address],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def until(there, seconds=240):
    end = time.monotonic() + seconds
    while not there():
        assert time.monotonic() < end, "it has not come to that"
        time.sleep(0.05)


def test_the_same_comes_of_tasks_as_here(cluster):
    with Workers(cluster, first=nothing) as workers:
        assert workers.where == "2 nodes, 2 cores"
        tasks = [(k,) for k in range(9)]
        assert list(workers.in_order(product, tasks, (3,))) == [3 * k for k in range(9)]
        assert sorted(workers.each(product, tasks, (2,))) == [2 * k for k in range(9)]
        assert list(workers.in_order(product, [(2, 7)])) == [14]


def test_a_lost_worker_is_made_good(cluster, tmp_path):
    before = lost()
    with Workers(cluster, first=nothing) as workers:
        tasks = [(str(tmp_path / f"{k}"), k) for k in range(3)]
        assert list(workers.in_order(die_once, tasks)) == [0, 1, 2]
        assert lost() - before == 3
        with pytest.raises(WorkerError, match="a worker of the cluster was lost"):
            list(workers.each(die, [(signal.SIGKILL,)]))
        with pytest.raises(ValueError, match="so it is") as raised:
            list(workers.each(fail, [("so it is",)]))
        assert "fail" in "".join(raised.value.__notes__)


def engine_there(_):
    """The engine of a worker."""
    return ENGINE


def test_workers_run_the_engine_that_runs_here(cluster):
    """The built one, if there is one; the tests below compare what they play."""
    with Workers(cluster, first=nothing) as workers:
        assert set(workers.each(engine_there, [(k,) for k in range(4)])) == {ENGINE}


def test_a_dataset_is_the_same_to_the_byte(cluster, by_one, tmp_path, capsys):
    assert main([*SIMULATE, str(tmp_path / "it"), "--ray", cluster.address]) == 0
    assert "2,600 new" in capsys.readouterr().out
    assert contents(tmp_path / "it") == by_one


def test_a_command_from_without_gets_the_same(nodes, door, by_one, tmp_path):
    command = driver(tmp_path / "it", Cluster(f"ray://127.0.0.1:{door}"))
    _, errors = command.communicate(timeout=240)
    assert command.returncode == 0, errors
    assert contents(tmp_path / "it") == by_one


def test_a_driver_that_was_killed_is_begun_again(cluster, by_one, tmp_path):
    out = tmp_path / "it"
    first = driver(out, cluster)
    until(lambda: list((out / "games").glob("*.parquet")) or first.poll() is not None)
    first.kill()
    first.communicate()
    there = len(list((out / "games").glob("*.parquet")))
    assert first.returncode == -signal.SIGKILL and 0 < there < 6
    again = driver(out, cluster)
    said, errors = again.communicate(timeout=240)
    assert again.returncode == 0, errors
    assert " new" in said and "2,600 new" not in said
    assert contents(out) == by_one


def test_ctrl_c_leaves_what_can_be_gone_on_with(cluster, by_one, tmp_path):
    out = tmp_path / "it"
    first = driver(out, cluster)
    until(lambda: list((out / "games").glob("*.parquet")) or first.poll() is not None)
    first.send_signal(signal.SIGINT)
    _, errors = first.communicate(timeout=60)
    assert first.returncode == 130 and "the same command resumes from there" in errors
    assert main([*SIMULATE, str(out), "--jobs", "2"]) == 0
    assert contents(out) == by_one


def test_ratings_are_the_same(cluster):
    assert measure(("greedy", "random"), 40, jobs=cluster) == measure(
        ("greedy", "random"), 40, jobs=1
    )


def test_other_versions_are_refused_by_name(cluster, monkeypatch):
    here = on_ray.versions_here()
    monkeypatch.setattr(on_ray, "versions_here", lambda: {**here, "numpy": "1.0"})
    with pytest.raises(ValueError, match=rf"node \S+ has another numpy: {here['numpy']}, here it"):
        Workers(cluster, first=nothing)


def test_a_command_of_other_versions_says_so_in_a_sentence(cluster, tmp_path):
    """Both nodes refuse it; what Ray would say of the second one is not said."""
    program = (
        "import sys; from altered_env.cli import main; from altered_env.arena import on_ray;"
        "here = on_ray.versions_here(); on_ray.versions_here = lambda: {**here, 'numpy': '1.0'};"
        "sys.exit(main(sys.argv[1:]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, *SIMULATE, str(tmp_path / "it"), "--ray", cluster.address],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=240,
    )
    last = done.stderr.splitlines()[-1]
    assert done.returncode == 2 and re.match(r"altered simulate: node \S+ has another numpy", last)
    assert "Unhandled" not in done.stderr and "Traceback" not in done.stderr


def test_other_files_are_refused_by_name(cluster):
    wrong = {"agent net:mine": "net:mine 0123"}
    with pytest.raises(ValueError, match="another agent net:mine: none, here it is net:mine 0123"):
        on_ray.OnRay(cluster.address, nothing, Differing(wrong))


class Differing:
    """A value that differs between nodes."""

    def __init__(self, here):
        self.here = here

    def __call__(self):
        return self.here

    def __reduce__(self):
        return Differing, ({},)


def test_a_full_object_store_is_said():
    full = ray.exceptions.ObjectStoreFullError()
    assert "the object store of the cluster and the disk" in str(on_ray.of_the_cluster(full))
    assert isinstance(on_ray.of_the_cluster(ray.exceptions.WorkerCrashedError()), WorkerError)


def test_nobody_at_the_address_is_said(tmp_path):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    out = tmp_path / "it"
    done = driver(out, Cluster(f"127.0.0.1:{port}"))
    said, errors = done.communicate(timeout=120)
    assert done.returncode == 2 and said == ""
    assert f"no cluster answers at 127.0.0.1:{port}" in errors and not out.exists()


@pytest.mark.parametrize("begin", ["", "ray://"])
def test_somebody_else_at_the_address_is_said(begin, tmp_path):
    """A listener that is not a cluster: Ray would wait for it for minutes."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        address = f"{begin}127.0.0.1:{other.getsockname()[1]}"
        done = driver(tmp_path / "it", Cluster(address))
        answer, errors = done.communicate(timeout=120)
    assert done.returncode == 2 and answer == "" and not (tmp_path / "it").exists()
    waiting, said = errors.splitlines()
    assert waiting == "  getting ready"
    assert said.startswith(f"altered simulate: the server at {address} is not a cluster: start")


def test_a_node_is_lost_in_the_middle(nodes, cluster, by_one, tmp_path):
    """The last test: one node is left after it."""
    lost_one = nodes.add_node(num_cpus=2)
    nodes.wait_for_nodes()
    out = tmp_path / "it"
    command = driver(out, cluster)
    until(lambda: list((out / "games").glob("*.parquet")) or command.poll() is not None)
    nodes.remove_node(lost_one, allow_graceful=False)
    said, errors = command.communicate(timeout=240)
    assert command.returncode == 0, errors
    assert "raylet" not in said
    assert contents(out) == by_one
