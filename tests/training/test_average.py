"""The mean of networks."""

from __future__ import annotations

import torch

from agents.checkpoints import load_network, save_network
from agents.network import Network, Shape
from training.average import main


def test_it_is_the_mean_of_each_weight(tmp_path, capsys):
    networks = [Network(Shape(16, 1, 2)) for _ in range(3)]
    paths = [tmp_path / f"{k}.safetensors" for k in range(3)]
    for network, path in zip(networks, paths, strict=True):
        save_network(path, network, {"rules": "5.0", "decisions": 7})
    out = tmp_path / "mean.safetensors"
    assert main([str(out), *map(str, paths)]) == 0
    mean, about = load_network(out)
    assert (about["rules"], about["decisions"], about["mean of"]) == ("5.0", 7, 3)
    for name, weight in mean.state_dict().items():
        wanted = sum(network.state_dict()[name] for network in networks) / 3
        assert torch.allclose(weight, wanted, atol=1e-6), name
    assert not torch.equal(mean.card.weight, networks[2].card.weight)
    assert "mean of 3" in capsys.readouterr().out


def test_what_cannot_be_averaged_is_named(tmp_path, capsys):
    one, other, broken = (tmp_path / f"{name}.safetensors" for name in ("one", "other", "broken"))
    save_network(one, Network(Shape(16, 1, 2)), {})
    save_network(other, Network(Shape(16, 2, 2)), {})
    broken.write_bytes(b"nothing")
    out = tmp_path / "mean.safetensors"
    for path in (other, broken, tmp_path / "absent.safetensors"):
        assert main([str(out), str(path), str(one)]) == 2
        assert path.name in capsys.readouterr().out
    assert not out.exists()
