"""The outputs of a run: its log, TensorBoard, and invalid files."""

from __future__ import annotations

import json
import sys
from dataclasses import replace

import numpy as np
import pytest

from altered_env.agents.tensor_files import FileOfTensorsError, read, said_of, write
from altered_env.arena.rating_table import rating_of
from altered_env.train import Config, Learner, command, runs
from altered_env.train.run import KIND

TINY = Config(
    decks="axiom", games=4, steps=8, minibatch=64, width=4, hidden=8, decisions=90,
    file_every=0, save_every=1, tensorboard=False, opponents="random", opponent_fraction=0.5,
)  # fmt: skip


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """A run in its folder, and the bytes of its checkpoint."""
    out = tmp_path_factory.mktemp("run")
    Learner(TINY, out).train(show=False)
    return out, (out / "run.safetensors").read_bytes()


def test_scalars_are_written_for_tensorboard(tmp_path):
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

    always = replace(TINY, tensorboard=True, opponent_fraction=1.0, snapshots=0, decisions=600)
    Learner(always, tmp_path).train(show=False)
    board = EventAccumulator(str(tmp_path / "tensorboard"))
    board.Reload()
    lines = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text().splitlines()]
    found = board.Scalars("entropy")
    assert [event.step for event in found] == [line["decisions"] for line in lines]
    assert found[-1].value == pytest.approx(lines[-1]["entropy"], abs=1e-4)
    tags = set(board.Tags()["scalars"])
    assert {"rating", "explained", "learning", "lost_to_random"} <= tags
    lost = [line["lost to random"] for line in lines if line["lost to random"] is not None]
    assert [event.value for event in board.Scalars("lost_to_random")] == pytest.approx(lost)


def test_without_tensorboard_it_trains_and_says_so(tmp_path, capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "torch.utils.tensorboard", None)
    Learner(replace(TINY, tensorboard=True), tmp_path).train(show=False)
    assert "TensorBoard is not installed: pip install" in capsys.readouterr().out
    assert len((tmp_path / "log.jsonl").read_text().splitlines()) >= 3


def test_a_run_says_its_rating_and_the_split_of_its_time(run):
    out, _ = run
    about = said_of(out / "network.safetensors")
    assert about["rules"] == "2024.09"
    assert about["ratings"] == {"random": round(rating_of("random").elo, 1)}
    assert isinstance(about["rating"], float)
    line = json.loads((out / "log.jsonl").read_text().splitlines()[-1])
    assert line["acting"] + line["learning"] == pytest.approx(1, abs=0.02)


def test_the_log_goes_on_where_the_run_does(tmp_path):
    """Lines after the checkpoint, and one that was cut off, are written again."""
    Learner(TINY, tmp_path).train(show=False, until=60)
    log = tmp_path / "log.jsonl"
    log.write_text(log.read_text() + '{"round": 9, "decisions": 999}\n{"round": 10, "dec')
    run_again = Learner(TINY, tmp_path)
    run_again.resume()
    run_again.train(show=False)
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
        assert command.main(["--out", str(tmp_path)]) == 2
        whole = name == "run.safetensors"
        says = "add --resume" if whole else "the remains of a run are there"
        assert says in capsys.readouterr().err
    assert path.read_bytes() == b"much work"


def test_a_run_that_was_ended_before_its_first_round_is_not_in_the_way(tmp_path):
    Learner(TINY, tmp_path).keep()  # as it is before anything is learned
    (tmp_path / "log.jsonl").touch()
    assert runs.kept(tmp_path) and not runs.is_begun(tmp_path)
    runs.refuse_begun(tmp_path)


def test_whose_run_it_is(tmp_path):
    assert not runs.is_of(TINY, tmp_path)
    config = replace(TINY, file_every=40)
    Learner(config, tmp_path).train(show=False)
    assert runs.is_of(config, tmp_path)
    assert not runs.is_of(replace(config, decisions=91), tmp_path)
    (tmp_path / "run.safetensors").unlink()  # cut off before it was saved
    assert runs.is_of(config, tmp_path)
    assert not runs.is_of(TINY, tmp_path)
    runs.kept(tmp_path)[0][1].write_bytes(b"another's")
    assert not runs.is_of(config, tmp_path)


@pytest.mark.parametrize("share", [0.0, 0.01, 0.3, 0.7, 0.999])
def test_a_run_that_was_cut_off_is_refused(run, share):
    out, whole = run
    (out / "run.safetensors").write_bytes(whole[: int(len(whole) * share)])
    with pytest.raises(FileOfTensorsError, match=r"run\.safetensors: not a checkpoint of this"):
        Learner(TINY, out).resume()


def test_a_run_of_the_time_when_options_had_other_names_goes_on(tmp_path):
    config = replace(TINY, learning_rate=0.002, gae_lambda=0.9, gamma=0.99)
    whole = Learner(config, tmp_path / "whole")
    whole.train(show=False)
    out = tmp_path / "old"
    Learner(config, out).train(show=False, until=60)
    tensors, about = read(out / "run.safetensors", KIND)
    told = about["config"]
    for new, old in (("learning_rate", "rate"), ("gae_lambda", "trace"), ("gamma", "discount")):
        told[old] = told.pop(new)
    write(out / "run.safetensors", tensors, about)
    assert runs.is_of(config, out)
    with pytest.raises(FileOfTensorsError, match=r"started with --gamma [\d.]+; give the same"):
        Learner(replace(config, gamma=1.0), out).resume()
    run_again = Learner(config, out)
    run_again.resume()
    run_again.train(show=False)
    known = whole.module.weights().parts
    mine = run_again.module.weights().parts
    assert all(np.array_equal(known[name], part) for name, part in mine.items())


def test_a_run_of_the_trainer_that_went_is_refused(tmp_path):
    write(tmp_path / "run.safetensors", {}, {"kind": "altered network"})
    says = r"run\.safetensors: policy:\* was removed in version 0\.2: use net:v"
    with pytest.raises(FileOfTensorsError, match=says):
        Learner(TINY, tmp_path).resume()
