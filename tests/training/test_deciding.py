"""Masks: what is illegal is never drawn, has no part in log-probabilities, entropy, or gradient."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from altered_env import make_vec
from altered_env.agents.network import Network, Shape
from altered_env.train.masked_policy import decide, device_named, log_probs_of, mixes

torch.set_num_threads(1)


def some(seed, rows=40, columns=30):
    rng = np.random.default_rng(seed)
    mask = rng.random((rows, columns)) < 0.3
    mask[np.arange(rows), rng.integers(columns, size=rows)] = True
    return rng.normal(scale=4, size=(rows, columns)), mask


@pytest.mark.parametrize("seed", range(3))
def test_they_are_those_of_the_legal_actions_alone(seed):
    """Against a softmax over just the legal logits, in double precision."""
    logits, mask = some(seed)
    logs, entropy = log_probs_of(torch.tensor(logits), torch.tensor(mask))
    for i in range(len(mask)):
        legal = logits[i, mask[i]]
        chances = np.exp(legal - legal.max())
        chances /= chances.sum()
        assert logs[i, mask[i]].numpy() == pytest.approx(np.log(chances), abs=1e-4)
        assert float(logs[i].exp()[~mask[i]].sum()) == 0
        assert float(entropy[i]) == pytest.approx(-(chances * np.log(chances)).sum(), abs=1e-4)


def test_illegal_logits_change_nothing_and_learn_nothing():
    logits, mask = some(5)
    wild = np.where(mask, logits, 1e6)
    one, other = torch.tensor(logits, requires_grad=True), torch.tensor(wild)
    legal = torch.tensor(mask)
    logs, entropy = log_probs_of(one, legal)
    again, entropy_again = log_probs_of(other, legal)
    assert torch.equal(logs[legal], again[legal])
    assert torch.equal(entropy, entropy_again)
    first = legal.int().argmax(1)
    (logs[torch.arange(len(first)), first].sum() + entropy.sum()).backward()
    assert float(one.grad[~legal].abs().max()) == 0
    assert float(one.grad[legal].abs().max()) > 0


def test_one_legal_action_is_certain():
    logs, entropy = log_probs_of(torch.randn(1, 4), torch.tensor([[0, 0, 1, 0]]))
    assert float(logs[0, 2]) == 0
    assert float(entropy[0]) == 0


def batch():
    vec = make_vec(64, seed=4, threads=1)
    rng = np.random.default_rng(4)
    for _ in range(20):
        vec.step((rng.random(vec.mask.shape) * vec.mask).argmax(axis=1))
    torch.manual_seed(4)
    return vec, Network(Shape(16, 0, 1), vec.card_features), rng


def test_what_is_drawn_is_legal_and_as_likely_as_it_is_learned_from():
    """The log-probability at play is that of the loss, so that the first ratio is 1."""
    vec, network, rng = batch()
    observation, mask = vec.observation[:16].repeat(60, 0), vec.mask[:16].repeat(60, 0)
    with torch.no_grad():
        logits, _ = network(torch.from_numpy(observation), torch.from_numpy(mask))
    logs, _ = log_probs_of(logits, torch.from_numpy(mask))
    actions, chances, _ = decide(network, observation, mask, rng)
    every = np.arange(len(mask))
    assert mask[every, actions].all()
    assert chances == pytest.approx(logs[every, actions].numpy(), abs=1e-4)
    drawn = np.zeros(mask.shape)
    drawn[every, actions] = 1
    shares = drawn.reshape(16, 60, -1).mean(1)
    assert np.abs(shares - logs.exp().numpy()[::60]).max() < 0.25
    best, _, _ = decide(network, observation, mask, rng, best=True)
    assert (best == logs.numpy().argmax(1)).all()


def test_mixed_precision_says_nearly_the_same():
    vec, network, rng = batch()
    seen = vec.observation.copy(), vec.mask.copy()
    best = decide(network, *seen, rng, best=True)
    mixed = decide(network, *seen, rng, mixed=True, best=True)
    assert mixed[1].dtype == mixed[2].dtype == np.float32
    assert vec.mask[np.arange(64), mixed[0]].all()
    assert np.abs(best[2] - mixed[2]).max() < 0.05
    assert np.abs(best[1] - mixed[1]).max() < 0.2


def test_devices_and_precisions_are_named():
    assert not mixes("full", torch.device("cuda"))
    assert mixes("auto", torch.device("cuda"))
    with pytest.raises(ValueError, match="precision is auto, full, mixed, found 'half'"):
        mixes("half", torch.device("cpu"))
    with pytest.raises(ValueError, match="device is auto, cpu or cuda, found 'tpu'"):
        device_named("tpu")
