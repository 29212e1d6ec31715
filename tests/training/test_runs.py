"""What is written of a run: its log, TensorBoard, and files that are not what they should be."""

from __future__ import annotations

import json
import sys
from dataclasses import replace

import pytest
import torch

from altered_env.agents.checkpoints import CheckpointError, load_network, read, save, save_network
from altered_env.agents.network import Network, Shape
from altered_env.arena.rating_table import rating_of
from altered_env.train import ppo, runs
from altered_env.train.ppo import Config, Trainer

TINY = Config(
    decks="axiom", games=4, steps=8, minibatch=64, width=8, layers=0, heads=1, decisions=90,
    file_every=0, save_every=1, tensorboard=False, opponents="random", others=0.5,
)  # fmt: skip


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """A run in its folder, and the bytes of what it takes to go on."""
    out = tmp_path_factory.mktemp("run")
    Trainer(TINY, out).train(show=False)
    return out, (out / "run.safetensors").read_bytes()


def test_scalars_are_written_for_tensorboard(tmp_path):
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

    Trainer(replace(TINY, tensorboard=True), tmp_path).train(show=False)
    board = EventAccumulator(str(tmp_path / "tensorboard"))
    board.Reload()
    lines = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text().splitlines()]
    found = board.Scalars("entropy")
    assert [event.step for event in found] == [line["decisions"] for line in lines]
    assert found[-1].value == pytest.approx(lines[-1]["entropy"], abs=1e-4)
    assert {"rating", "lost_to_random", "explained", "learning"} <= set(board.Tags()["scalars"])


def test_without_tensorboard_it_trains_and_says_so(tmp_path, capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "torch.utils.tensorboard", None)
    Trainer(replace(TINY, tensorboard=True), tmp_path).train(show=False)
    assert "TensorBoard is not installed: pip install" in capsys.readouterr().out
    assert len((tmp_path / "log.jsonl").read_text().splitlines()) >= 3


def test_a_run_says_its_rating_and_the_split_of_its_time(run):
    out, _ = run
    _, about = load_network(out / "network.safetensors")
    assert about["rules"] == "2024.09"
    assert about["ratings"] == {"random": round(rating_of("random").elo, 1)}
    assert isinstance(about["rating"], float)
    line = json.loads((out / "log.jsonl").read_text().splitlines()[-1])
    assert line["environment"] + line["inference"] + line["learning"] == pytest.approx(1, abs=0.02)


def test_the_log_goes_on_where_the_run_does(tmp_path):
    """Lines after the checkpoint, and one that was cut off, are written again."""
    Trainer(TINY, tmp_path).train(show=False, until=60)
    log = tmp_path / "log.jsonl"
    log.write_text(log.read_text() + '{"round": 9, "decisions": 999}\n{"round": 10, "dec')
    trainer = Trainer(TINY, tmp_path)
    runs.resume(trainer)
    trainer.train(show=False)
    rounds = [json.loads(line)["round"] for line in log.read_text().splitlines()]
    assert rounds == list(range(1, len(rounds) + 1))


@pytest.mark.parametrize(
    "name", ["run.safetensors", "log.jsonl", "kept/000000100.safetensors", "notes.txt"]
)
def test_what_is_left_of_a_run_is_not_trained_over(tmp_path, name, capsys):
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(b"much work")
    assert runs.is_begun(tmp_path) == (name != "notes.txt")
    if name != "notes.txt":
        assert ppo.main(["--out", str(tmp_path)]) == 2
        whole = name == "run.safetensors"
        says = "go on with --resume" if whole else "what is left of a run lies there"
        assert says in capsys.readouterr().err
    assert path.read_bytes() == b"much work"


def test_a_run_that_was_ended_before_its_first_round_is_not_in_the_way(tmp_path):
    runs.keep(Trainer(TINY, tmp_path))  # as it is before anything is learned
    (tmp_path / "log.jsonl").touch()
    assert runs.kept(tmp_path) and not runs.is_begun(tmp_path)
    runs.refuse_begun(tmp_path)


def test_whose_run_it_is(tmp_path):
    assert not runs.is_of(TINY, tmp_path)
    config = replace(TINY, file_every=40)
    Trainer(config, tmp_path).train(show=False)
    assert runs.is_of(config, tmp_path)
    assert not runs.is_of(replace(config, decisions=91), tmp_path)
    (tmp_path / "run.safetensors").unlink()  # cut off before it was saved
    assert runs.is_of(config, tmp_path)
    assert not runs.is_of(TINY, tmp_path)
    runs.kept(tmp_path)[0][1].write_bytes(b"another's")
    assert not runs.is_of(config, tmp_path)


def test_a_run_begins_from_a_network_of_the_same_shape(run, tmp_path):
    out, _ = run
    start = str(out / "network.safetensors")
    trainer = Trainer(replace(TINY, start=start), tmp_path)
    known = load_network(start)[0].state_dict()
    assert all(torch.equal(known[k], part) for k, part in trainer.network.state_dict().items())
    with pytest.raises(CheckpointError, match="width 8, layers 0, heads 1, but the options say w"):
        Trainer(replace(TINY, start=start, width=16), tmp_path)


@pytest.mark.parametrize("share", [0.0, 0.01, 0.3, 0.7, 0.999])
def test_a_run_that_was_cut_off_is_refused(run, share):
    out, whole = run
    (out / "run.safetensors").write_bytes(whole[: int(len(whole) * share)])
    with pytest.raises(CheckpointError, match=r"run\.safetensors: no checkpoint of this program"):
        runs.resume(Trainer(TINY, out))


def test_a_run_of_the_time_when_options_had_other_names_goes_on(tmp_path):
    config = replace(TINY, learning_rate=0.002, gae_lambda=0.9, gamma=0.99)
    whole = Trainer(config, tmp_path / "whole")
    whole.train(show=False)
    out = tmp_path / "old"
    Trainer(config, out).train(show=False, until=60)
    tensors, about = read(out / "run.safetensors")
    told = about["config"]
    for new, old in (("learning_rate", "rate"), ("gae_lambda", "trace"), ("gamma", "discount")):
        told[old] = told.pop(new)
    save(out / "run.safetensors", tensors, about)
    assert runs.is_of(config, out)
    with pytest.raises(CheckpointError, match="a run with another gamma; give the same"):
        runs.resume(Trainer(replace(config, gamma=1.0), out))
    trainer = Trainer(config, out)
    runs.resume(trainer)
    trainer.train(show=False)
    known = whole.network.state_dict()
    assert all(torch.equal(known[k], part) for k, part in trainer.network.state_dict().items())


def without(name):
    def change(tensors, about):
        del tensors[name]

    return change


def with_tensor(name, change_one):
    def change(tensors, about):
        tensors[name] = change_one(tensors[name])

    return change


def with_words(**more):
    def change(tensors, about):
        about |= more

    return change


@pytest.mark.parametrize(
    "change",
    [
        without("network.card.weight"),
        without("vec.games"),
        without("pool.ratings"),
        without("pool.chances"),
        without("torch"),
        with_tensor("network.card.weight", lambda t: t[:, :3]),
        with_tensor("network.card.weight", lambda t: t * float("nan")),
        with_tensor("vec.desks", lambda t: t[:40]),
        with_tensor("pool.lost", lambda t: t[:2]),
        with_tensor("pool.chances", lambda t: t[:2]),
        with_tensor("torch", lambda t: t[:5]),
        without("adam.0.step"),
        without("adam.1.exp_avg"),
        with_tensor("adam.0.exp_avg", lambda t: t[:1]),
        with_tensor("adam.0.exp_avg", lambda t: t * float("nan")),
        with_tensor("adam.0.exp_avg_sq", lambda t: t - 1),
        with_tensor("pool.ratings", lambda t: t * float("nan")),
        with_words(pool={"opponents": ["random"], "selves": 0, "rating": "strong"}),
        with_words(pool={"opponents": ["random"], "selves": -1, "rating": 0.0}),
        with_words(rng={"state": "none"}),
        with_words(rng=None),
        with_words(pool={}),
        with_words(pool=[]),
        with_words(config=[]),
        with_words(round="many"),
        with_words(round=-1),
    ],
)
def test_a_run_that_is_not_whole_is_refused(run, change):
    out, whole = run
    path = out / "run.safetensors"
    path.write_bytes(whole)
    runs.resume(Trainer(TINY, out))
    tensors, about = read(path)
    change(tensors, about)
    save(path, tensors, about)
    with pytest.raises(CheckpointError, match=r"run\.safetensors: (not a whole|a) run"):
        runs.resume(Trainer(TINY, out))


def broken(path, kind):
    save_network(path, Network(Shape(16, 1, 2)), {})
    data = path.read_bytes()
    tensors, about = read(path)
    if kind == "not finite":
        tensors["card.weight"][0, 0] = float("inf")
        save(path, tensors, about)
    elif kind == "another shape":
        tensors["card.weight"] = tensors["card.weight"][:, :5].contiguous()
        save(path, tensors, about)
    elif kind == "a head that lies":
        path.write_bytes(b"\xff" * 8 + data[8:])
    elif kind == "a head of noise":
        path.write_bytes(data[:8] + b"\x00" * 200 + data[208:])
    elif kind.startswith("shape"):
        save(path, tensors, {**about, "shape": SHAPES[kind]})
    elif kind == "a folder":
        path.unlink()
        path.mkdir()


SHAPES = {
    "shape none": None,
    "shape of words": {"width": "wide"},
    "shape unknown": {"width": 16, "depth": 3},
    "shape too wide": {"width": 32, "layers": 1, "heads": 2},
    "shape negative": {"width": -16, "layers": 1, "heads": 2},
}


@pytest.mark.parametrize(
    "kind",
    ["not finite", "another shape", "a head that lies", "a head of noise", "a folder", *SHAPES],
)
def test_a_network_that_is_not_one_is_refused(tmp_path, kind):
    path = tmp_path / "network.safetensors"
    broken(path, kind)
    with pytest.raises(CheckpointError, match=r"network\.safetensors: ."):
        load_network(path)
