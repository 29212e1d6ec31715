"""A widened network plays as before, and its new weights learn."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from altered_env.agents.net_module import NetModule, Positions
from altered_env.agents.net_weights import NetWeights
from altered_env.agents.widening import widened
from altered_env.envs import make_vec
from tests.agents.test_net import positions

torch.set_num_threads(1)


def drawn(players: int) -> NetWeights:
    """A network without zero weights."""
    net = NetWeights.new(8, 12, players, seed=1, afterstates=5)
    for name, part in sorted(net.parts.items()):
        part += np.random.default_rng(len(name)).normal(0.0, 0.1, part.shape).astype(np.float32)
    return net


@pytest.mark.parametrize("width, hidden", [(8, 20), (12, 12), (12, 20)])
@pytest.mark.parametrize("options", [{}, {"format": "two_against_two"}])
def test_it_plays_as_it_did_and_learns_with_what_is_new(width, hidden, options):
    vec = make_vec(4, "starters", seed=2, threads=1, **options)
    net = drawn(vec.kernel.players)
    packed, found, logits, values = positions(vec, net, 24)
    wide = widened(net, width, hidden, seed=3)
    assert (wide.width, wide.hidden, wide.afterstates) == (width, hidden, 5)
    order = np.arange(found)
    seen = Positions(packed, order, vec.kernel.players)
    module = NetModule.of(wide, vec.card_features)
    theirs, value = module(seen)
    assert np.abs(value.detach().numpy() - values).max() < 1e-4
    first = seen.option_first.numpy()
    for p in range(found):
        mine = logits[packed.start[p, 3] : packed.start[p + 1, 3]]
        assert np.abs(theirs[first[p] : first[p + 1]].detach().numpy() - mine).max() < 1e-4

    optimiser = torch.optim.SGD(module.parameters(), lr=0.01)
    for _ in range(4):  # first what is new is listened to, then it changes
        optimiser.zero_grad()
        theirs, value = module(seen)
        (theirs.square().sum() + value.square().sum()).backward()
        optimiser.step()
    learned = module.weights().parts
    for name, part in wide.parts.items():
        new = np.ones(part.shape, dtype=bool)
        if name != "groups":
            new[tuple(slice(0, size) for size in net.parts[name].shape)] = False
        if new.any():
            assert (learned[name] != part)[new].any(), name


def test_it_is_made_no_narrower():
    for width, hidden in ((7, 12), (8, 11)):
        with pytest.raises(
            ValueError, match=f"can only be widened; found width {width}, hidden {hidden}"
        ):
            widened(NetWeights.new(8, 12), width, hidden)
