"""Checkpoints of a compiled network's run: contents, and named refusals."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import numpy as np
import pytest

from altered_env.agents.tensor_files import FileOfTensorsError, read, write
from altered_env.train import Config, Learner
from altered_env.train.run import KIND

TINY = Config(
    decks="axiom+bravos", games=3, steps=5, minibatch=8, width=4, hidden=8, decisions=45, epochs=1,
    snapshot_every=1, save_every=1, opponent_fraction=0.6, snapshots=1, file_every=0,
    tensorboard=False,
    opponents="random+greedy",
)  # fmt: skip


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """A run in its folder, and the bytes of its checkpoint."""
    out = tmp_path_factory.mktemp("run")
    Learner(TINY, out).train(show=False, until=15)
    return out, (out / "run.safetensors").read_bytes()


def filled(name):
    """All bits of it as they would be in rubbish."""

    def change(arrays, words):
        arrays[name] = np.frombuffer(b"\x7f" * arrays[name].nbytes, arrays[name].dtype)

    return change


def with_number(name, value):
    def change(arrays, words):
        arrays[name].flat[0] = value

    return change


def first_of(name):
    def change(arrays, words):
        arrays[name] = arrays[name][:1]

    return change


def without(start):
    def change(arrays, words):
        for name in [name for name in arrays if name.startswith(start)]:
            del arrays[name]

    return change


def with_rng(**more):
    def change(arrays, words):
        inner = {name: more.pop(name) for name in ("state", "inc") if name in more}
        words["rng"] |= more
        words["rng"]["state"] |= inner

    return change


def with_pool(**more):
    def change(arrays, words):
        words["pool"] |= more

    return change


def with_words(**more):
    def change(arrays, words):
        words |= more

    return change


def with_step(value):
    def change(arrays, words):
        words["steps"]["features"] = value

    return change


RUBBISH = 0x7F7F7F7F7F7F7F7F
BAD = [
    (filled("against"), f"against holds {RUBBISH:g}; expected from -1 to 2"),
    (filled("theirs"), f"theirs holds {RUBBISH:g}; expected from 0 to 1"),
    (with_number("theirs", -1), "theirs holds -1; expected from 0 to 1"),
    (with_number("against", 3), "against holds 3; expected from -1 to 2"),
    (first_of("rngs"), "rngs is int64 of shape (1, "),
    (with_rng(state=-1), f"state of rng must be a whole number from 0 to {2**128 - 1}, found -1"),
    (with_rng(inc=2**200), "inc of rng must be a whole number"),
    (with_rng(state="1"), "state of rng must be a whole number"),
    (
        with_rng(uinteger=-1),
        "uinteger of rng must be a whole number from 0 to 4294967295, found -1",
    ),
    (with_rng(has_uint32=7), "has_uint32 of rng must be a whole number from 0 to 1, found 7"),
    (
        with_rng(bit_generator="MT19937"),
        "rng must be a state of PCG64, found {'bit_generator': 'MT",
    ),
    (with_words(rng=None), "rng must be a state of PCG64, found None"),
    (with_pool(rating="strong"), "rating must be a number, found 'strong'"),
    (with_pool(rating=float("nan")), "rating must be a number, found nan"),
    (with_pool(selves=-1), "selves must be a whole number from 0 to 1, found -1"),
    (with_pool(selves=10**9), "selves must be a whole number from 0 to 1, found 1000000000"),
    (with_pool(opponents=3), "not a whole run"),
    (with_pool(games=[1]), "games must be 3 whole numbers, found [1]"),
    (
        with_pool(games=[1, 2, -1]),
        "games must be a whole number from 0 to 9007199254740992, found -1",
    ),
    (with_number("pool.ratings", np.nan), "pool.ratings has numbers that are not finite"),
    (with_number("pool.lost", 2.0), "pool.lost holds 2; expected from 0 to 1"),
    (first_of("pool.ratings"), "pool.ratings is float64 of shape (1,), expected float64 of shape"),
    (with_words(steps={}), "steps lacks the number of "),
    (with_words(steps=3), "not a whole run"),
    (with_step("many"), "steps of features must be a number, found 'many'"),
    (with_step(-1), "steps of features must be 1 or more, found -1"),
    (with_step(float("nan")), "steps of features must be a number, found nan"),
    (without("exp_avg_sq.features"), "'exp_avg_sq.features' is missing"),
    (first_of("exp_avg.second"), "exp_avg.second is float32 of shape (1, 8), expected float32 of"),
    (with_number("exp_avg_sq.second", -1), "exp_avg_sq.second holds -1; expected 0 or more"),
    (with_number("exp_avg.second", np.inf), "exp_avg.second has numbers that are not finite"),
    (first_of("net.second"), "net.second is float32 of shape (1, 8), expected float32 of shape"),
    (first_of("net.features"), "not a whole run"),
    (without("self.0."), "' is missing"),
    (with_words(answers=-1), "answers must be a whole number from 0 on, found -1"),
    (with_words(decisions=True), "decisions must be a whole number from 0 on, found True"),
]


@pytest.mark.parametrize(("change", "says"), BAD, ids=[says[:40] for _, says in BAD])
def test_what_a_run_cannot_go_on_from_is_named(run, change, says):
    out, whole = run
    path = out / "run.safetensors"
    path.write_bytes(whole)
    arrays, words = read(path, KIND)
    change(arrays, words)
    write(path, arrays, words)
    says = rf"run\.safetensors: not a whole run: .*{re.escape(says)}|{re.escape(says)}"
    with pytest.raises(FileOfTensorsError, match=says) as refused:
        Learner(TINY, out).resume()
    assert str(path) in str(refused.value)


def test_a_run_that_has_learned_knows_how_its_optimiser_stands(run):
    """Neither steps nor moments of a run that has learned are missing."""
    out, whole = run
    path = out / "run.safetensors"
    path.write_bytes(whole)
    arrays, words = read(path, KIND)
    without("exp_avg")(arrays, words)
    write(path, arrays, words | {"steps": {}})
    with pytest.raises(FileOfTensorsError, match=r"exp_avg\.[a-z_]+ is missing"):
        Learner(TINY, out).resume()


@pytest.mark.parametrize("option", [{}, {"critic": True}, {"kl_coef": 0.5}])
def test_answers_are_counted_on(option, tmp_path):
    """So is everything in the log, except durations."""
    config = replace(TINY, **option)
    Learner(config, tmp_path / "whole").train(show=False)
    Learner(config, tmp_path / "parts").train(show=False, until=15)
    second = Learner(config, tmp_path / "parts")
    second.resume()
    second.train(show=False)
    logs = []
    for name in ("whole", "parts"):
        lines = (tmp_path / name / "log.jsonl").read_text().splitlines()
        logs.append([json.loads(line) for line in lines])
        for line in logs[-1]:
            del line["seconds"], line["acting"], line["learning"]
    assert logs[0] == logs[1]
