"""The mean of networks."""

from __future__ import annotations

import numpy as np
import pytest

from altered_env.agents.net import SHIPPED
from altered_env.agents.net_weights import NetWeights
from altered_env.agents.tensor_files import said_of, write
from altered_env.train.average import main

CONFIG = {
    "start": "/home/me/first.safetensors",
    "seed": 7,
    "decks": "starters+/home/me/lists+random:5:1:curve",
    "opponents": "greedy+net:~/runs/b.safetensors",
}


@pytest.mark.parametrize("name", SHIPPED)
def test_no_folder_is_named_in_a_network_of_the_package(name):
    config = said_of(SHIPPED[name])["config"]
    assert config["decks"]
    assert not [value for value in config.values() if "/" in str(value)]


def test_the_mean_of_networks_and_half_of_one(tmp_path, capsys):
    paths = [tmp_path / f"{k}.safetensors" for k in range(2)]
    nets = [NetWeights.new(16, 32, players=4, seed=k, afterstates=5) for k in range(2)]
    for net, path in zip(nets, paths, strict=True):
        net.save(path, {"config": CONFIG})
    mean, half = tmp_path / "mean.safetensors", tmp_path / "half.safetensors"
    assert main([str(mean), *map(str, paths)]) == 0
    assert main([str(half), str(paths[1]), "--half"]) == 0
    assert "mean of 2" in capsys.readouterr().out
    found, less = NetWeights.load(mean), NetWeights.load(half)
    assert (less.width, less.hidden, less.players, less.afterstates) == (16, 32, 4, 5)
    for name, part in found.parts.items():
        assert np.allclose(part, (nets[0].parts[name] + nets[1].parts[name]) / 2, atol=1e-6), name
        assert less.parts[name].dtype == np.float32
        assert np.allclose(less.parts[name], nets[1].parts[name], rtol=1e-3, atol=1e-6), name
    assert said_of(half)["config"] == {
        "start": "first.safetensors",
        "seed": 7,
        "decks": "starters+.../lists+random:5:1:curve",
        "opponents": "greedy+net:.../b.safetensors",
    }
    assert half.stat().st_size < 0.6 * mean.stat().st_size


def test_what_cannot_be_averaged_is_named(tmp_path, capsys):
    names = ("net", "wider", "policy", "broken", "absent")
    net, wider, policy, broken, absent = (tmp_path / f"{name}.safetensors" for name in names)
    NetWeights.new(16, 16).save(net, {})
    NetWeights.new(16, 32).save(wider, {})
    write(policy, {}, {"kind": "altered network"})
    broken.write_bytes(b"nothing")
    out = tmp_path / "mean.safetensors"
    for first in (wider, policy, broken, absent):
        assert main([str(out), str(first), str(net)]) == 2
        assert str(first) in capsys.readouterr().err
    assert not out.exists()


def test_nothing_is_written_over(tmp_path, capsys):
    """Who forgets the file to write names a network first."""
    paths = [tmp_path / f"{k}.safetensors" for k in range(3)]
    for k, path in enumerate(paths):
        NetWeights.new(16, 16, seed=k).save(path, {})
    before = [path.read_bytes() for path in paths]
    assert main([*map(str, paths)]) == 2
    said = f"{paths[0]} exists already and is not overwritten: name a new file first"
    assert said in capsys.readouterr().err
    assert main([str(tmp_path), str(paths[0])]) == 2
    assert "exists already" in capsys.readouterr().err
    assert [path.read_bytes() for path in paths] == before


def test_numbers_that_half_does_not_hold_are_refused_by_name(tmp_path, capsys):
    path, out = tmp_path / "one.safetensors", tmp_path / "half.safetensors"
    net = NetWeights.new(16, 16)
    net.parts["second"][0, 0] = -70_000.0
    net.save(path, {})
    assert main([str(out), str(path), "--half"]) == 2
    said = capsys.readouterr().err
    assert f"{path}: second reaches 70000, but 16 bits hold at most 65504: omit --half" in said
    assert not out.exists()
    assert main([str(out), str(path)]) == 0


@pytest.mark.parametrize("config", [3, [1], None, "a", {"start": 3}, {"start": ["x"]}])
def test_whatever_a_file_says_of_its_options_its_mean_is_found(config, tmp_path):
    path, out = tmp_path / "one.safetensors", tmp_path / "mean.safetensors"
    NetWeights.new(16, 16).save(path, {"config": config})
    assert main([str(out), str(path)]) == 0
    assert said_of(out)["config"] == {}
