"""Many actors and one learner: their games equal those of a learner alone."""

from __future__ import annotations

import json
import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
from collections import deque
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from altered_env.agents.net_weights import NetWeights
from altered_env.arena.worker_engines import WorkerError
from altered_env.train import Config, Learner, actors, main
from altered_env.train.actor_parts import Standing, WeightsUpdate, rollouts_of, vec_of
from altered_env.train.config import jobs_of
from altered_env.train.played import as_one, by_step, credited
from altered_env.train.pool import Pool
from tests.attack.interrupts import ROOT, _processes
from tests.patience import LIMIT, until

TINY = Config(
    decks="axiom+bravos", games=3, steps=5, minibatch=8, width=4, hidden=8, decisions=45, epochs=1,
    snapshot_every=1, save_every=1, opponent_fraction=0.6, snapshots=1, file_every=0,
    tensorboard=False,
    opponents="random+greedy", actors=2,
)  # fmt: skip


class Here:
    """Actors that are this process: a part is played when it is taken, and one may die of it."""

    def __init__(self, *_):
        self.begun = deque()
        self.dying = 0
        self.closed = False

    def room(self):
        return 9

    def begin(self, function, task, common):
        self.begun.append((function, (*common.things, *task)))
        return self.begun[-1][1][2]

    def ended(self, tickets, seconds=None):
        return [task[2] for _, task in self.begun]

    def take(self, ticket):
        k = next(k for k, (_, task) in enumerate(self.begun) if task[2] == ticket)
        function, task = self.begun[k]
        del self.begun[k]
        if self.dying:
            self.dying -= 1
            raise WorkerError("it died")
        return pickle.loads(pickle.dumps(function(*task)))

    def drop(self, tickets):
        pass

    def close(self):
        self.closed = True


@pytest.fixture
def here(monkeypatch):
    """The actors are in this process."""
    made = []
    monkeypatch.setattr(actors, "engine_of", lambda *_: made.append(Here()) or made[-1])
    return made


def told(learner):
    return WeightsUpdate(learner.round, learner.module.weights(), learner.pool.as_it_is(), False)


def same(one, other):
    last = one.packed.start[len(one.option)]
    alike = [np.array_equal(one.packed.feature[: last[0]], other.packed.feature[: last[0]])]
    alike += [
        np.array_equal(getattr(one, name), getattr(other, name))
        for name in ("option", "log_prob", "value", "advantage", "target", "results")
    ]
    return all(alike) and np.array_equal(other.packed.start[len(one.option)], last)


def test_processes_play_what_it_would_and_who_is_killed_is_replaced(tmp_path):
    """Round by round, of the same weights, to the bit."""
    alone = Learner(replace(TINY, actors=0, games=2), tmp_path)
    config = replace(TINY, actors=1, games=2)
    before = {*multiprocessing.active_children()}  # of other tests
    learner = Learner(config, tmp_path)
    try:
        assert same(alone.play(), learner.play())
        (process,) = {*multiprocessing.active_children()} - before
        process.kill()
        for _ in range(4):  # it may have played ahead
            assert same(alone.play(), learner.play())  # its games had not gone with it
            if learner.actors.line()["replaced"]:
                break
        assert learner.actors.line()["replaced"] == 1 and learner.actors.line()["age"] == 0
    finally:
        learner.actors.close()
    assert {*multiprocessing.active_children()} <= before and not learner.actors.waiting


@pytest.mark.parametrize(("expert", "critic"), [("", False), ("greedy", False), ("", True)])
def test_parts_make_a_round(tmp_path, here, expert, critic):
    steps = 1 if expert else 5
    config = replace(TINY, actors=0, expert=expert, distill_until=1.0, steps=steps, critic=critic)
    alone, learner = Learner(config, tmp_path), Learner(replace(config, actors=2), tmp_path)
    for _ in range(1 if expert else 3):
        mine, theirs = alone.play(), learner.play()
        assert same(mine, theirs)
        assert np.array_equal(mine.worth[: mine.packed.start[-1, 3]], theirs.worth)
        assert np.array_equal(mine.everything, theirs.everything)
        assert bool(expert) == bool(len(theirs.worth))
        alone.join_selves()
        learner.join_selves()
    assert alone.pool.rating == learner.pool.rating and learner.pool.gone == (0 if expert else 2)
    mine, theirs = alone.state()[0], learner.state()[0]
    assert mine.keys() == theirs.keys()
    assert all(np.array_equal(mine[name], theirs[name]) for name in mine)


def test_what_waits_is_no_more_than_a_round(tmp_path, here):
    learner = Learner(TINY, tmp_path)
    learner.actors.tell(told(learner))
    for _ in range(5):
        learner.actors.tend()
    assert len(learner.actors.waiting) == 2 and not here[0].begun  # its next would be older
    learner.play()
    assert len(learner.actors.waiting) + len(here[0].begun) <= 2
    learner.actors.close()
    assert here[0].closed and not learner.actors.waiting


def test_what_is_too_old_is_dropped_and_counted(tmp_path, here):
    for most, dropped, oldest in ((1, 2, 0), (2, 0, 2)):
        learner = Learner(replace(TINY, max_age=most), tmp_path)
        learner.actors.tell(told(learner))
        learner.actors.tend()  # a round waits
        learner.round = 2
        found = learner.play()
        line = learner.actors.line()
        assert (line["dropped"], line["oldest"]) == (dropped, oldest)
        assert len(found.option) == 15


def test_what_is_older_counts_as_the_network_of_now_would_have_it(tmp_path, here):
    learner = Learner(replace(TINY, learning_rate=0.05, epochs=4), tmp_path)
    learner.actors.tell(told(learner))
    learner.actors.tend()  # rollouts of the first network
    fresh = Learner(replace(TINY, actors=0), tmp_path).play()
    learner.learn(fresh)
    learner.round = 1
    found = learner.play()
    assert learner.actors.line()["age"] == 1
    assert np.array_equal(found.option, fresh.option)  # the same choices
    now = Learner(replace(TINY, actors=0), tmp_path)
    now.module.load_state_dict(learner.module.state_dict())
    log_probs, values = now._as_seen_now(fresh)
    assert np.abs(values - fresh.value).max() > 1e-3
    assert np.allclose(found.value, values, atol=1e-5)
    assert np.allclose(found.log_prob, log_probs, atol=1e-5)  # it is kept near what it is now
    assert np.allclose(found.target, found.value + found.advantage, atol=1e-5)
    trusted = np.minimum(1, np.exp(log_probs - fresh.log_prob))
    course = fresh.course._replace(value=by_step(values, TINY.steps))
    teams = learner.rollouts.teams
    whole = credited(replace(as_one([fresh]), course=course), TINY.gamma, TINY.gae_lambda, teams)
    last = np.arange(TINY.steps - 1, len(values), TINY.steps)  # nothing comes after these
    assert trusted[last].min() < 0.99
    assert np.allclose(found.advantage[last], (trusted * whole.advantage)[last], atol=1e-5)


def test_actors_that_die_of_it_are_not_replaced_for_ever(tmp_path, here):
    learner = Learner(TINY, tmp_path)
    learner.actors.tell(told(learner))
    here[0].dying = 3
    learner.play()
    assert learner.actors.replaced == 3
    here[0].dying = 99
    with pytest.raises(WorkerError, match="it died"):
        learner.play()
        learner.play()


def test_a_run_goes_on_with_another_number_of_actors(tmp_path, here):
    learner = Learner(TINY, tmp_path)
    learner.train(show=False, until=15)
    assert here[0].closed
    lines = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text().splitlines()]
    assert lines[0]["dropped"] == lines[0]["replaced"] == 0 and "waiting" in lines[0]
    for config in (replace(TINY, actors=0), replace(TINY, actors=3, max_age=1)):
        again = Learner(config, tmp_path)
        again.resume()
        assert again.taken == 15
        assert np.array_equal(again.rollouts.rngs, learner.rollouts.rngs)
        again.play()


def test_numbers_of_earlier_selves_follow_them():
    pool = Pool(("random", "greedy"), 2, "hard")
    for name in "abcd":
        pool.take(name)
    assert pool.selves == ["c", "d"] and pool.gone == 2
    met = np.array([[0, 0, 1], [1, 1, -1], [2, 0, 1], [3, 1, 1]])  # b and c, when a had gone
    assert pool.still_there(met, 1).tolist() == [[0, 0, 1], [1, 1, -1], [2, 1, 1]]
    assert pool.still_there(met, 2).tolist() == met.tolist()
    assert pool.renumbered(np.array([-1, 0, 1, 2, 3]), 1).tolist() == [-1, 0, 1, 2, 2]


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"actors": -1}, "actors must be 0 or more, found -1"),
        ({"actors": 4}, "actors must be at most the number of games, 3, found 4"),
        ({"max_age": -1}, "max_age must be 0 or more, found -1"),
        ({"actors": 0, "ray": "any"}, "needs a number of actors"),
        ({"ray": "greedy"}, "ray: 'greedy' is not the address of a cluster: ray://HOST:PORT"),
    ],
)
def test_numbers_of_actors_that_cannot_be_are_refused(wrong, says):
    with pytest.raises(ValueError, match=says):
        replace(TINY, **wrong)


def test_where_they_cannot_be_is_said_before_anything_is_written(tmp_path, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "ray", None)
    out = tmp_path / "it"
    small = ["--games", "2", "--decks", "axiom", "--actors", "1"]
    assert main(["--out", str(out), *small, "--ray"]) == 2
    assert "clusters need the extra [cluster]" in capsys.readouterr().err and not out.exists()
    (tmp_path / "file").touch()
    assert main(["--out", str(tmp_path / "file" / "it"), *small]) == 2
    assert "file is a file, not a folder: " in capsys.readouterr().err
    assert jobs_of(2, "") == 2


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="processes are seen in /proc")
def test_ctrl_c_leaves_a_run_that_goes_on_and_no_process(tmp_path):
    options = "--decks axiom+bravos --games 2 --steps 5 --minibatch 8 --width 4 --hidden 8"
    options += " --epochs 1 --opponents random --no-tensorboard --actors 1"
    command = [sys.executable, "-m", "altered_env.train", *options.split(), "--out", "it"]
    process = subprocess.Popen(
        command,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stdout is not None
    assert "choices" in process.stdout.readline()
    assert until(lambda: len(_processes(process.pid)) >= 2)
    process.send_signal(signal.SIGINT)
    said, errors = process.communicate(timeout=LIMIT)
    assert process.returncode == 130, errors
    assert "stopped; resume with the same options, --resume --out it" in said
    assert "Traceback" not in errors
    assert until(lambda: not _processes(process.pid))  # they see that it has ended, and end
    lines = (tmp_path / "it" / "log.jsonl").read_text().splitlines()
    config = Config(
        decks="axiom+bravos", games=2, steps=5, minibatch=8, width=4, hidden=8, epochs=1,
        opponents="random", tensorboard=False,
    )  # fmt: skip
    again = Learner(config, tmp_path / "it")
    again.resume()
    assert again.round == len(lines) and again.taken == json.loads(lines[-1])["decisions"]


def test_a_game_travels_in_four_kilobytes_and_arrives_as_it_was():
    config = replace(TINY, decks="starters", games=16, steps=150)
    pool = Pool(("random",), 0, "even")
    rollouts = rollouts_of(config, vec_of(config, config.games, 1), pool)
    rollouts.play(NetWeights.new(4, 8, 2), distilled=False)
    sent = Standing.of(rollouts, 0, config.games)
    data = pickle.dumps(sent)
    assert len(data) <= 4_096 * config.games < sent.games.nbytes / 10
    received = pickle.loads(data)
    assert received.games.tobytes() == sent.games.tobytes()
    received.put(rollouts, 0)  # it can be written to
    received.games[0] = sent.games[1]
