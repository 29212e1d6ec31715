"""The mean of the weights of networks of one run: `python -m altered_env.train.average OUT NETWORK
...`.

Late in a run a network wanders about a good place; the mean of where it was is often better than
where it ended. `--half` keeps the numbers in 16 bits, a file half as large.

>>> import tempfile
>>> folder = Path(tempfile.mkdtemp())
>>> paths = [folder / "one.safetensors", folder / "two.safetensors"]
>>> for path, seed in zip(paths, (1, 2)):
...     NetWeights.new(16, 16, seed=seed).save(path, {"rules": "5.0"})
>>> average(folder / "mean.safetensors", paths)
>>> tensor_files.said_of(folder / "mean.safetensors")["rules"]
'5.0'
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from altered_env.agents import tensor_files
from altered_env.agents.net_weights import NetWeights
from altered_env.train.refusing import refusing


def average(out: Path, paths: Sequence[Path], half: bool = False) -> None:
    """Write the mean of these networks, with the metadata of the last one.

    Raises `FileOfTensorsError` if they differ in shape, or one is no network, and `ValueError` for
    half precision if a number does not fit, or if the file exists.
    """
    if out.exists() or out.is_symlink():
        raise ValueError(
            f"{out} exists already and is not overwritten: name a new file first, then the networks"
        )
    nets = [NetWeights.load(path) for path in paths]
    shapes = [
        (net.width, net.hidden, net.players, net.afterstates, net.deck_inputs) for net in nets
    ]
    for shape, path in zip(shapes, paths, strict=True):
        if shape != shapes[-1]:
            raise tensor_files.FileOfTensorsError(
                f"{path}: width, hidden, players, looks, deck inputs are {shape}, but in "
                f"{paths[-1]} {shapes[-1]}; only networks of the same shape can be averaged"
            )
    parts: dict[str, Any] = {
        name: np.mean([net.parts[name] for net in nets], axis=0, dtype=np.float64)
        for name in nets[-1].parts
    }
    if half:
        _refuse_beyond_half(paths[-1], parts)
    parts = {name: part.astype(np.float16 if half else np.float32) for name, part in parts.items()}
    replace(nets[-1], parts=parts).save(out, _said(tensor_files.said_of(paths[-1]), len(paths)))


def _refuse_beyond_half(path: Path, parts: dict[str, Any]) -> None:
    """Raise `ValueError` for numbers that 16 bits do not hold."""
    most = float(np.finfo(np.float16).max)
    for name, part in parts.items():
        if (largest := float(np.abs(part).max())) > most:
            raise ValueError(
                f"{path}: {name} reaches {largest:g}, but 16 bits hold at most {most:g}: omit"
                " --half"
            )


_FOLDER = re.compile(r"[^+:\s]*/")
"""A folder before the name of a file, in a list of decks or agents."""


def _said(about: dict[str, Any], count: int) -> dict[str, Any]:
    """The metadata of the mean, without folders of this machine."""
    said = about.get("config")
    config = dict(said) if isinstance(said, dict) else {}
    start = config.pop("start", None)
    if isinstance(start, str):
        config["start"] = Path(start).name
    for name in ("decks", "opponents"):
        if isinstance(config.get(name), str):
            config[name] = _FOLDER.sub(".../", config[name])
    return about | {"config": config} | ({"mean of": count} if count > 1 else {})


@refusing("altered_env.train.average")
def main(arguments: Sequence[str] | None = None) -> int:
    """Average; returns the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m altered_env.train.average",
        description=__doc__.partition("\n\n>>>")[0] if __doc__ else None,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="example: python -m altered_env.train.average mean.safetensors "
        "runs/first/kept/*.safetensors",
    )
    parser.add_argument("out", type=Path, help="the file to write")
    parser.add_argument("networks", type=Path, nargs="+", help="networks of a run")
    parser.add_argument("--half", action="store_true", help="store 16-bit numbers")
    options = parser.parse_args(arguments)
    average(options.out, options.networks, options.half)
    print(f"the mean of {len(options.networks)} networks is in {options.out}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
