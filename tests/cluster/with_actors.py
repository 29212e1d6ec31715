"""Training with actors on a Ray cluster, including full clusters and disks: part of
`make test-ray`."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import ray
from ray.cluster_utils import Cluster as Nodes

from altered_env.arena.workers import Cluster, Workers
from altered_env.cli import main as altered
from altered_env.train import Config, Learner, main, runs
from tests.attack.interrupts import _processes
from tests.attack.tasks import product

pytestmark = pytest.mark.filterwarnings(
    "ignore::ResourceWarning",  # of files that Ray leaves open where it begins its processes
    "ignore::pytest.PytestUnraisableExceptionWarning",
)
ROOT = Path(__file__).parents[2]
OPTIONS = (
    "--decks axiom+bravos --games 2 --steps 5 --minibatch 8 --width 4 --hidden 8 --epochs 1"
    " --opponents random --no-tensorboard"
)
WORDS = OPTIONS.split()
TINY = Config(
    decks="axiom+bravos", games=2, steps=5, minibatch=8, width=4, hidden=8, epochs=1,
    opponents="random", tensorboard=False, decisions=60, opponent_fraction=0.6, snapshots=1,
    snapshot_every=1,
)  # fmt: skip
COMMAND = (sys.executable, "-m", "altered_env.train")
STORE = 80 << 20


@pytest.fixture(scope="module")
def nodes():
    """Two nodes whose store of objects is small, and that take their disks for full, so that it
    goes on to none."""
    made = Nodes(
        initialize_head=True,
        head_node_args={
            "num_cpus": 1,
            "include_dashboard": False,
            "object_store_memory": STORE,
            "_system_config": {"local_fs_capacity_threshold": 0.001},
        },
    )
    made.add_node(num_cpus=1, object_store_memory=STORE)
    made.wait_for_nodes()
    yield made
    ray.shutdown()
    made.shutdown()


def nothing():
    """The setup."""


def whoever_plays():
    """The processes of the cluster that do tasks, or have done so."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal() and (entry / "cmdline").exists():
            if (entry / "cmdline").read_bytes().startswith((b"ray::_do", b"ray::IDLE")):
                found.append(int(entry.name))
    return found


def test_actors_of_a_cluster_play_what_one_process_does_and_are_replaced(nodes, tmp_path):
    alone = Learner(TINY, tmp_path)
    learner = Learner(replace(TINY, actors=1, ray=nodes.address), tmp_path)
    try:
        for dies in (True, False):
            mine, theirs = alone.play(), learner.play()
            for name in ("option", "log_prob", "value", "advantage", "target"):
                assert np.array_equal(getattr(mine, name), getattr(theirs, name)), name
            for pid in whoever_plays() if dies else ():
                os.kill(pid, signal.SIGKILL)
        assert learner.actors.replaced >= 1
    finally:
        learner.actors.close()


def test_a_run_on_two_nodes_comes_to_its_end_and_goes_on(nodes, tmp_path, capsys):
    out = str(tmp_path / "it")
    words = [*WORDS, "--actors", "2", "--ray", nodes.address, "--out", out]
    assert main([*words, "--decisions", "40"]) == 0
    assert main([*words, "--decisions", "80", "--resume"]) == 0
    lines = [json.loads(line) for line in (tmp_path / "it/log.jsonl").read_text().splitlines()]
    assert [line["decisions"] for line in lines] == [10 * k for k in range(1, 9)]
    assert all(line["oldest"] <= 4 and line["replaced"] == 0 for line in lines)
    assert "Network: " in capsys.readouterr().out


def test_ctrl_c_leaves_a_run_that_goes_on_and_nobody_of_a_cluster_of_its_own(tmp_path):
    process = subprocess.Popen(
        [*COMMAND, *WORDS, "--actors", "1", "--out", "it", "--ray", "local"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stdout is not None
    assert "choices" in process.stdout.readline()
    process.send_signal(signal.SIGINT)
    said, errors = process.communicate(timeout=120)
    assert process.returncode == 130, errors
    assert "stopped; resume with the same options, --resume --out it" in said
    end = time.monotonic() + 60
    while _processes(process.pid):
        assert time.monotonic() < end, _processes(process.pid)
        time.sleep(0.2)
    again = Learner(
        replace(TINY, decisions=20_000_000, opponent_fraction=0.25, snapshots=8, snapshot_every=20),
        tmp_path / "it",
    )
    again.resume()
    assert again.round > 0


def test_a_full_object_store_is_said(nodes, tmp_path, capsys):
    """The common data exceeds a node's memory, without a disk to spill to."""
    with Workers(Cluster(nodes.address), first=nothing) as workers:
        much = np.zeros(2 * STORE, dtype=np.uint8)
        with pytest.raises(OSError, match="the object store of the cluster"):
            list(workers.each(product, [(2,)], (much,)))
    out = tmp_path / "it"
    wide = ["--width", "1024", "--hidden", "1024", "--actors", "1", "--ray", nodes.address]
    assert main([*WORDS, *wide, "--out", str(out)]) == 2
    assert "the object store of the cluster" in capsys.readouterr().err
    assert not (out / "run.safetensors").exists() and not runs.is_begun(out)


def test_a_place_that_cannot_be_written_is_said_before_a_game_is_played(nodes, tmp_path, capsys):
    (tmp_path / "file").touch()
    out = str(tmp_path / "file" / "it")
    assert main([*WORDS, "--actors", "1", "--ray", nodes.address, "--out", out]) == 2
    assert "file is a file, not a folder: " in capsys.readouterr().err
    for command in (
        ["simulate", "--games", "2", "--out", out],
        ["arena", "random", "greedy", "--games", "2", "--out", f"{out}/games.jsonl"],
        ["strength", "Kappa", "--agents", "random", "--deals", "2", "--out", f"{out}/deals.jsonl"],
    ):
        assert altered([*command, "--ray", nodes.address]) == 2, command
        said = capsys.readouterr()
        assert re.search("[Nn]ot a directory|is a file, not a folder", said.err), said
        assert said.err.count("\n") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
