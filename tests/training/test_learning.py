"""Training of compiled networks: correct rollouts, bit-for-bit resuming, and learning."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
import torch

from altered_env.agents.net_module import NetModule, Positions
from altered_env.agents.net_weights import NetWeights
from altered_env.agents.tensor_files import FileOfTensorsError, read, write
from altered_env.agents.widening import widened
from altered_env.engine.compiled import JIT
from altered_env.thinking.encode import new_packed
from altered_env.thinking.rollouts import MOST
from altered_env.train import Config, Learner, main
from altered_env.train.losses import improvement
from altered_env.train.run import KIND

TINY = Config(
    decks="axiom+bravos", games=3, steps=5, minibatch=8, width=4, hidden=8, decisions=45, epochs=1,
    snapshot_every=1, save_every=1, opponent_fraction=0.6, snapshots=1, file_every=15,
    tensorboard=False,
    opponents="random+greedy",
)  # fmt: skip


SMALL = ("--games", "2", "--decks", "axiom")


def parts(learner):
    return learner.module.weights().parts


def equal(one, other):
    return all(np.array_equal(one[name], other[name]) for name in one)


@pytest.mark.parametrize("option", [{}, {"kl_coef": 0.5}, {"critic": True}])
def test_a_run_is_the_same_each_time_and_goes_on_as_if_it_had_not_stopped(tmp_path, option):
    config = replace(TINY, **option)
    whole = Learner(config, tmp_path / "whole")
    whole.train(show=False)
    first = Learner(config, tmp_path / "parts")
    first.train(show=False, until=30)
    assert first.taken < whole.taken == 45
    assert not equal(parts(first), parts(whole))
    second = Learner(config, tmp_path / "parts")
    second.resume()
    second.train(show=False)
    assert equal(parts(whole), parts(second))
    kept = sorted(path.stem for path in (tmp_path / "parts" / "kept").iterdir())
    assert kept == ["000000000", "000000015", "000000030", "000000045"]
    lines = (tmp_path / "parts" / "log.jsonl").read_text().splitlines()
    assert [json.loads(line)["decisions"] for line in lines] == [15, 30, 45]


def test_an_opponent_that_was_not_met_has_no_share_of_lost_games(tmp_path, capsys):
    learner = Learner(TINY, tmp_path)
    learner.train(until=15)
    assert "loses to: random -  greedy -" in capsys.readouterr().out
    line = json.loads((tmp_path / "log.jsonl").read_text())
    assert line["lost to random"] is line["lost to greedy"] is None
    learner.pool.rate(0, 1)
    assert "loses to: random 100 %  greedy -" in learner._words(line, 0)


def test_a_run_goes_on_after_the_engine_has_changed(tmp_path):
    """Its games restart; its weights stay."""
    learner = Learner(TINY, tmp_path)
    learner.train(show=False, until=15)
    arrays, words = read(tmp_path / "run.safetensors", KIND)
    arrays["vec.games"] = arrays["vec.games"][:-8]
    words["config"]["trace"] = words["config"].pop("gae_lambda")  # as it was called then
    words["engine"] = "another"
    write(tmp_path / "run.safetensors", arrays, words)
    again = Learner(TINY, tmp_path)
    again.resume()
    assert equal(parts(again), parts(learner)) and again.taken == 15
    again.play()


def test_what_cannot_go_on_is_refused_before_anything_is_made(tmp_path, capsys, monkeypatch):
    """For 32,768 games that takes gigabytes."""
    monkeypatch.setattr("altered_env.train.learner.Learner", None)
    assert main(["--out", str(tmp_path / "gone"), *SMALL, "--resume"]) == 2
    said = capsys.readouterr().err
    assert f"{tmp_path / 'gone' / 'run.safetensors'}: No such file; expected a network" in said


def test_a_run_of_other_options_does_not_go_on(tmp_path, capsys):
    Learner(TINY, tmp_path).train(show=False, until=15)
    with pytest.raises(FileOfTensorsError, match="the run was started with --width"):
        Learner(replace(TINY, width=5), tmp_path).resume()
    assert main(["--out", str(tmp_path), *SMALL]) == 2
    assert "there is a run already" in capsys.readouterr().err
    assert main(["--out", str(tmp_path / "new"), "--opponents", "ismcts", *SMALL]) == 2
    assert "play in compiled code" in capsys.readouterr().err
    assert main(["--out", str(tmp_path / "new"), "--expert", "random", *SMALL]) == 2
    assert "an expert must be greedy, rules or self" in capsys.readouterr().err


@pytest.mark.parametrize("form", ["standard", "two_against_two"])
def test_a_round_is_what_was_played(tmp_path, form):
    """Each choice was one of two or more, as likely as PyTorch says it is, and worth as much."""
    config = replace(TINY, format=form, games=2, steps=4, expert="greedy", opponent_fraction=0.5)
    learner = Learner(config, tmp_path)
    module = NetModule.of(learner.module.weights(), learner.vec.card_features)
    found = learner.play()
    count = len(found.option)
    assert count == 8
    seen = Positions(found.packed, np.arange(count), learner.players)
    logits, value = module(seen)
    table, mask = seen.spread(logits)
    logs = table.masked_fill(mask == 0, -1e9).log_softmax(1).detach().numpy()
    assert (mask.sum(1) >= 2).all()
    mine = logs[np.arange(count), found.option]
    assert np.abs(mine - found.log_prob).max() < 1e-4
    assert np.abs(value.detach().numpy() - found.value).max() < 1e-4
    options = seen.options(found.packed, np.arange(count))
    assert np.array_equal(options, np.arange(len(options)))
    assert np.abs(found.worth[options]).max() > 0  # the expert has spoken
    assert found.answers >= count


def test_a_round_does_not_depend_on_how_many_threads_play_it(tmp_path):
    one = Learner(TINY, tmp_path)
    two = Learner(replace(TINY, threads=2), tmp_path)
    mine, theirs = one.play(), two.play()
    assert len(two.rollouts._rollout_buffers) > 2
    assert np.array_equal(mine.option, theirs.option)
    assert np.allclose(mine.target, theirs.target)
    last = mine.packed.start[len(mine.option)]
    assert np.array_equal(theirs.packed.start[-1], last)
    assert np.array_equal(mine.packed.feature[: last[0]], theirs.packed.feature)


def test_a_round_takes_the_room_it_needs(tmp_path):
    """If there was too little room, there is more, and the round is the same."""
    config = replace(TINY, games=1, steps=40, opponents="random")
    plenty, little = Learner(config, tmp_path), Learner(config, tmp_path)
    rollout_buffer = little.rollouts._rollout_buffers[0]
    small = new_packed(40, 0.0)
    little.rollouts._rollout_buffers[0] = rollout_buffer._replace(
        packed=small, worth=np.zeros(len(small.code), dtype=np.float32)
    )
    mine, theirs = plenty.play(), little.play()
    assert len(little.rollouts._rollout_buffers[0].packed.code) > len(small.code)
    assert np.array_equal(mine.option, theirs.option)
    last = mine.packed.start[len(mine.option)]
    assert np.array_equal(theirs.packed.start[len(mine.option)], last)
    assert np.array_equal(mine.packed.feature[: last[0]], theirs.packed.feature[: last[0]])


def test_lessons_pull_towards_what_the_teacher_says(tmp_path):
    config = replace(
        TINY, expert="greedy", distill_until=1.0, games=4, steps=6, learning_rate=0.02, minibatch=24
    )
    learner = Learner(config, tmp_path)
    found = learner.play()
    missed = [learner.learn(found)["from the expert"] for _ in range(16)]
    assert missed[-1] < 0.8 * missed[0]


def test_a_pull_keeps_the_policy_near_its_reference(tmp_path):
    apart = []
    for kl_coef in (1e-9, 30.0):
        config = replace(
            TINY, kl_coef=kl_coef, ema_rate=0.0, games=4, steps=6, learning_rate=0.02, minibatch=24
        )
        learner = Learner(config, tmp_path)
        found = learner.play()
        apart.append([learner.learn(found)["from the reference"] for _ in range(12)][-1])
    assert apart[1] < 0.3 * apart[0]


def test_a_start_may_be_narrower_and_no_wider(tmp_path):
    file = tmp_path / "start.safetensors"
    net = NetWeights.new(4, 8, seed=7)
    net.save(file, {})
    begun = parts(Learner(replace(TINY, start=str(file)), tmp_path))
    assert not begun.pop("lists").any() and equal(begun, net.parts)
    plain = replace(TINY, start=str(file), deck_inputs=False)
    assert equal(parts(Learner(plain, tmp_path)), net.parts)
    wide = parts(Learner(replace(plain, width=5), tmp_path))
    assert equal(wide, widened(net, 5, 8, TINY.seed).parts)
    warm = parts(Learner(replace(plain, start_temperature=4.0), tmp_path))
    hot = {name: net.parts[name] / 4 for name in ("score", "asked")}
    assert equal(warm, {**net.parts, **hot})
    with pytest.raises(ValueError, match=r"start\.safetensors: .*, hidden 8 can only be widened"):
        Learner(replace(TINY, start=str(file), hidden=7), tmp_path)
    NetWeights.new(4, 8, 4).save(file, {})
    with pytest.raises(ValueError, match="for 4 players, but the options for 2"):
        Learner(replace(TINY, start=str(file)), tmp_path)


@pytest.mark.skipif(not JIT, reason="thousands of choices take compiled code")
def test_it_learns_to_win(tmp_path):
    """Some ten thousand choices against itself, and it is no longer even with random play."""
    config = Config(
        decks="axiom+bravos", games=32, steps=32, width=16, hidden=32, decisions=45_000,
        opponent_fraction=0.4, opponents="random", snapshot_every=1000, learning_rate=3e-3,
        minibatch=512,
        save_every=1000, tensorboard=False,
    )  # fmt: skip
    learner = Learner(config, tmp_path)
    learner.train(show=False)
    assert learner.pool.lost[0] < 0.4


@pytest.mark.parametrize("way", ["worlds=2,budget=6", "rollouts=12"])
def test_what_it_foresees_teaches_it(tmp_path, way):
    """Expert iteration: the expert is the learner itself with look-ahead. Its target is the prior
    policy plus the values at the ends of its actions, or the advantages at the second Morning."""
    expert = f"self:{way},value_weight=20"
    config = replace(
        TINY, expert=expert, distill_until=1.0, games=4, steps=6, learning_rate=0.02, minibatch=24
    )
    learner = Learner(config, tmp_path)
    module = NetModule.of(learner.module.weights(), learner.vec.card_features)
    found = learner.play()
    every = np.arange(len(found.option))
    seen = Positions(found.packed, every, learner.players)
    table, mask = seen.spread(module(seen)[0])
    logs = table.masked_fill(mask == 0, -1e9).log_softmax(1).detach()
    said, _ = seen.spread(torch.from_numpy(found.worth[seen.options(found.packed, every)]))
    more = (said - logs).masked_fill(mask == 0, 0) / 20
    foreseen = more[mask != 0].numpy()
    assert foreseen.std() > 1e-4
    if "rollouts" in way:
        few = (mask != 0).sum(1) <= MOST  # all of them are played on
        assert (few.sum() > 12) and np.abs(foreseen).max() <= 2 + 1e-4
        assert (logs.exp() * more).sum(1)[few].abs().max() < 1e-4
    else:
        assert np.abs(foreseen).max() <= 1 + 1e-4  # a value, from -1 to 1
    learner.config = replace(learner.config, distill_weight=1.0)
    missed = [learner.learn(found)["from the expert"] for _ in range(16)]
    assert missed[-1] < missed[0] - 0.1 * abs(missed[0])


def test_what_it_foresees_makes_it_no_less_sure_for_being_noise():
    """Two lessons that differ by noise about the same mean move the policy as that mean does."""
    mask = torch.ones(2, 3, dtype=torch.int8)
    mean = torch.tensor([[0.5, 0.0, -1.0]]).log_softmax(1)
    noise = torch.tensor([[2.0, -1.0, -1.0]])
    slopes = []
    for worth in (torch.cat([mean + noise, mean - noise]), mean.repeat(2, 1)):
        logits = torch.tensor([[0.2, 0.1, -0.3]], requires_grad=True)
        log_probs = logits.log_softmax(1).repeat(2, 1)
        improvement(worth, mask, log_probs).backward()
        slopes.append(logits.grad)
    assert torch.allclose(slopes[0], slopes[1], atol=1e-6)
    assert improvement(mean, mask[:1], mean).abs() < 1e-6  # identical distributions


def test_where_it_is_sure_it_asks_itself_too(tmp_path):
    """Its confidence says nothing about the answers that it leaves out."""
    config = replace(TINY, expert="self:worlds=1,budget=6,value_weight=20", games=2, steps=4)
    learner = Learner(config, tmp_path)
    with torch.no_grad():
        learner.module.parts["score"].mul_(2000.0)  # as sure as can be
    module = NetModule.of(learner.module.weights(), learner.vec.card_features)
    found = learner.play()
    every = np.arange(len(found.option))
    seen = Positions(found.packed, every, learner.players)
    table, mask = seen.spread(module(seen)[0])
    likely = table.masked_fill(mask == 0, -1e9).softmax(1).detach()
    said, _ = seen.spread(torch.from_numpy(found.worth[seen.options(found.packed, every)]))
    sure = likely.max(1).values > 0.995
    assert sure.any()
    assert said[sure].max(1).values.abs().max() > 1e-2  # alone, the logarithm would be near zero


@pytest.mark.parametrize("spec", ["self:worlds=0", "self:rollouts=-1", "self:depth=3"])
def test_a_self_that_cannot_teach_is_refused(tmp_path, spec):
    with pytest.raises(ValueError, match="self"):
        Learner(replace(TINY, expert=spec), tmp_path)


def test_it_does_not_teach_itself_among_four(tmp_path):
    with pytest.raises(ValueError, match="supports two players only"):
        Learner(replace(TINY, expert="self", format="free_for_all"), tmp_path)
