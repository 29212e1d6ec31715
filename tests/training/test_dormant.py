"""Dormant units are found, and recycled without a change of play; then they learn."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
import torch

from altered_env.agents.net import load
from altered_env.agents.net_module import NetModule, Positions
from altered_env.agents.net_weights import NetWeights
from altered_env.train import Config, Learner
from altered_env.train.dormant import LAYERS, counted, dormant, inputs_of, recycled

SMALL = Config(
    decks="axiom+bravos", games=24, steps=16, width=8, hidden=12, opponents="greedy",
    tensorboard=False, file_every=0, afterstates=4,
)  # fmt: skip


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """The cards and positions of a round, and a network for them."""
    run = Learner(SMALL, tmp_path_factory.mktemp("dormant"))
    found = run.play()
    seen = Positions(found.packed, np.arange(len(found.option)))
    return run.vec.card_features, seen, run.module.weights()


def with_dead(net: NetWeights, layers: dict[str, list[int]]) -> NetWeights:
    """The network, in which these units are never active."""
    parts = {name: part.copy() for name, part in net.parts.items()}
    for name, units in layers.items():
        for part in LAYERS[name].incoming:
            if part in parts:
                parts[part][:, units] = 0.0
        parts[LAYERS[name].bias][..., units] = -1.0
    return replace(net, parts=parts)


def said(net, cards, seen):
    """Logits and values."""
    with torch.no_grad():
        logits, values = NetModule.of(net, cards)(seen)
    return logits.numpy(), values.numpy()


def drawn(net: NetWeights) -> NetWeights:
    """The network without parts that are zero."""
    rng = np.random.default_rng(4)
    parts = {
        name: part + rng.normal(0, 0.1, part.shape).astype(np.float32)
        for name, part in net.parts.items()
    }
    return replace(net, parts=parts)


@pytest.mark.parametrize("deck_inputs", [True, False])
def test_units_that_nothing_else_writes_to_are_recycled_without_a_trace(played, deck_inputs):
    cards, seen, net = played
    if not deck_inputs:
        net = replace(net, parts={k: v for k, v in net.parts.items() if k != "lists"})
    dead = {"card_read": [5], "third": [0, 7]}
    dead |= {"first": [2], "second": [2], "option": [1], "mix": [1]}
    net = recycled(drawn(net), cards, seen, seed=2)[0]
    net = with_dead(recycled(with_dead(net, dead), cards, seen, seed=2)[0], dead)
    again, found = recycled(net, cards, seen, seed=3)
    assert {name: np.flatnonzero(units).tolist() for name, units in found.items()} == dead
    mine, theirs = said(net, cards, seen), said(again, cards, seen)
    assert np.abs(mine[0] - theirs[0]).max() < 1e-3 and np.abs(mine[1] - theirs[1]).max() < 1e-4
    assert counted(dormant(again, cards, seen))[0] == 0


def test_a_unit_that_another_layer_writes_to_begins_small(played):
    cards, seen, net = played
    net = with_dead(drawn(net), {"first": [4]})
    again, _ = recycled(net, cards, seen, seed=3)
    inputs = inputs_of(again, cards, seen)["first"]
    share = (inputs > 0).mean(axis=0)[4]
    assert 0.2 < share < 0.3
    sizes = np.sqrt(np.square(np.maximum(inputs, 0)).mean(axis=0))
    assert 0 < sizes[4] < 0.1 * np.median(sizes)


def test_recycled_units_learn(played):
    cards, seen, net = played
    dead = {"first": [2], "second": [2]}
    net, _ = recycled(with_dead(drawn(net), dead), cards, seen, seed=3)
    module = NetModule.of(net, cards)
    optimiser = torch.optim.SGD(module.parameters(), lr=0.01)
    for _ in range(3):  # readers are zero at first, so that they learn before the unit does
        optimiser.zero_grad()
        logits, values = module(seen)
        (logits.square().mean() + values.square().mean()).backward()
        optimiser.step()
    learned = module.weights().parts
    for name in ("groups", "second"):
        assert (learned[name][:, 2] != net.parts[name][:, 2]).any()


def test_the_released_networks_have_many(played):
    cards, seen, _ = played
    dead, units = counted(dormant(load("v4"), cards, seen))
    assert dead > 0.3 * units
    again, _ = recycled(load("v4"), cards, seen, seed=1)
    assert counted(dormant(again, cards, seen))[0] < 0.03 * units
    mine, theirs = said(load("v4"), cards, seen), said(again, cards, seen)
    assert np.abs(mine[1] - theirs[1]).mean() < 0.05


def test_a_run_recycles_says_so_and_resumes_as_it_would_have_gone_on(tmp_path, capsys):
    config = replace(SMALL, decisions=4 * 24 * 16, recycle_every=2, save_every=1)
    whole = Learner(config, tmp_path / "whole")
    whole.train()
    said = capsys.readouterr().out
    assert said.count("units were dormant and are recycled") == 2
    log = [json.loads(line) for line in (tmp_path / "whole/log.jsonl").read_text().splitlines()]
    assert [line["round"] for line in log if "dormant" in line] == [1, 3]
    begun = Learner(config, tmp_path / "parts")
    begun.train(show=False, until=2 * 24 * 16)
    resumed = Learner(config, tmp_path / "parts")
    resumed.resume()
    resumed.train(show=False)
    for name, part in whole.module.weights().parts.items():
        assert np.array_equal(part, resumed.module.weights().parts[name]), name


def test_the_optimiser_forgets_what_it_knew_of_recycled_weights(tmp_path):
    run = Learner(SMALL, tmp_path)
    found = run.play()
    run.learn(found)
    with torch.no_grad():
        run.module.parts["second_bias"][3] = -1e6
    many, every = run.recycle(found)
    state = run.optimiser.state[run.module.parts["second"]]
    for moment in ("exp_avg", "exp_avg_sq"):
        assert (state[moment][:, 3] == 0).all() and (state[moment] != 0).any()
    assert 1 <= many < every
