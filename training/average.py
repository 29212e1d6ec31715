"""The mean of the weights of networks of one run: `python -m training.average OUT NETWORK ...`.

Late in a run a network wanders about a good place; the mean of where it was is often better than
where it ended.

>>> import tempfile
>>> from agents.network import Network, Shape
>>> folder = Path(tempfile.mkdtemp())
>>> paths = [folder / "one.safetensors", folder / "two.safetensors"]
>>> for path in paths:
...     checkpoints.save_network(path, Network(Shape(16, 1, 2)), {"rules": "5.0"})
>>> average(folder / "mean.safetensors", paths)
>>> checkpoints.load_network(folder / "mean.safetensors")[1]["rules"]
'5.0'
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import torch

from agents import checkpoints

__all__ = ["average", "main"]


def average(out: Path, paths: Sequence[Path]) -> None:
    """Write the mean of these networks; what is said of it is what is said of the last one.

    Raises `CheckpointError` if they differ in shape, or one is no network.
    """
    loaded = [checkpoints.load_network(path) for path in paths]
    network, about = loaded[-1]
    for (other, _), path in zip(loaded, paths, strict=True):
        if other.shape != network.shape:
            raise checkpoints.CheckpointError(
                f"{path}: {other.shape}, but {paths[-1]}: {network.shape}; the mean is of networks "
                "of one shape"
            )
    states = [other.state_dict() for other, _ in loaded]
    network.load_state_dict(
        {name: torch.stack([s[name] for s in states]).mean(0) for name in states[-1]}
    )
    says = {name: value for name, value in about.items() if name not in ("kind", "layout")}
    checkpoints.save_network(out, network, says | {"mean of": len(loaded)})


def main(arguments: Sequence[str] | None = None) -> int:
    """Average; returns the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m training.average",
        description=__doc__.partition("\n\n>>>")[0] if __doc__ else None,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="example: python -m training.average mean.safetensors runs/first/kept/*.safetensors",
    )
    parser.add_argument("out", type=Path, help="the file to write")
    parser.add_argument("networks", type=Path, nargs="+", help="networks that a run kept")
    options = parser.parse_args(arguments)
    try:
        average(options.out, options.networks)
    except (checkpoints.CheckpointError, OSError) as error:
        print(f"training.average: {error}")
        return 2
    print(f"the mean of {len(options.networks)} networks is {options.out}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
