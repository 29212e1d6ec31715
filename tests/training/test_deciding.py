"""Masks: illegal actions are never drawn and have no part in log probabilities, entropy or
gradient."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from altered_env.train.masked_policy import device_named, log_probs_of

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


def test_devices_are_named():
    with pytest.raises(ValueError, match="device must be auto, cpu or cuda, found 'tpu'"):
        device_named("tpu")
