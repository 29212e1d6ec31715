"""Checkpoints: numbers in safetensors, words in JSON inside it; loading one runs no code.

>>> import tempfile, torch
>>> from altered_env.agents.network import Network, Shape
>>> path = Path(tempfile.mkdtemp()) / "small.safetensors"
>>> save_network(path, Network(Shape(16, 1, 4)), {"rules": "5.0"})
>>> network, about = load_network(path)
>>> network.shape.width, about["rules"]
(16, '5.0')
"""

from __future__ import annotations

import json
import struct
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError
from safetensors.torch import load as load_tensors
from safetensors.torch import save as save_tensors
from torch import Tensor

from altered_env.agents.network import Network, Shape, layout_hash
from altered_env.agents.tensor_files import GREATEST, UNREADABLE
from altered_env.input_files import NETWORK, InputFileError, read_bytes
from altered_env.whole_files import write_atomically

__all__ = ["CheckpointError", "as_numbers", "load_network", "read", "save", "save_network"]

KIND = "altered network"
FLOATS = (torch.float32, torch.float16, torch.bfloat16, torch.float64)
"""What the numbers of a network may be written in."""


class CheckpointError(ValueError):
    """The file is no checkpoint that can be used here; the message says why."""


def save(path: str | Path, tensors: dict[str, Tensor], about: dict[str, Any]) -> None:
    """Write tensors, and what they are, to a file: whole or not at all."""
    layout = layout_hash(_players(about))
    words = {"about": json.dumps({"kind": KIND, "layout": layout, **about})}
    plain = {name: tensor.detach().cpu().contiguous() for name, tensor in tensors.items()}
    write_atomically(path, save_tensors(plain, metadata=words))


def read(path: str | Path) -> tuple[dict[str, Tensor], dict[str, Any]]:
    """The tensors of a file and what they are. Raises `CheckpointError`."""
    try:
        data = read_bytes(path, NETWORK)
    except InputFileError as error:
        raise CheckpointError(str(error)) from None
    try:
        tensors = load_tensors(data)
        (size,) = struct.unpack_from("<Q", data)
        head = json.loads(data[8 : 8 + size])
        about = json.loads(head["__metadata__"]["about"])
    except (SafetensorError, *UNREADABLE) as error:
        raise CheckpointError(
            f"{path}: no checkpoint of this program ({str(error)[:80]}); expected a .safetensors "
            "file that training wrote"
        ) from None
    if not isinstance(about, dict) or about.get("kind") != KIND:
        raise CheckpointError(f"{path}: a file of tensors, but no checkpoint of this program")
    found, here = about.get("layout"), layout_hash(_players(about))
    if found != here:
        raise CheckpointError(
            f"{path}: made for another layout of observations ({found}, here {here}); "
            "train again, or use the version that made it"
        )
    return tensors, about


def _players(about: dict[str, Any]) -> int:
    """For games of how many a checkpoint is."""
    shape = about.get("shape")
    return 4 if isinstance(shape, dict) and shape.get("players") == 4 else 2


def save_network(path: str | Path, network: Network, about: dict[str, Any]) -> None:
    """Write a network to a file."""
    save(path, network.state_dict(), {**about, "shape": network.describe()})


def load_network(path: str | Path) -> tuple[Network, dict[str, Any]]:
    """The network of a file, and what is said of it. Raises `CheckpointError`."""
    tensors, about = read(path)
    try:
        network = Network(Shape(**about["shape"]))
        wanted = network.state_dict()
        parts = {name: as_numbers(name, tensors[name]) for name in wanted}
        network.load_state_dict(parts)
    except (RuntimeError, *UNREADABLE) as error:
        raise CheckpointError(f"{path}: not a whole network: {str(error)[:200]}") from None
    return network.eval(), about


def as_numbers(name: str, found: Tensor) -> Tensor:
    """A tensor of a network as the float32 that it is run in, from any of `FLOATS`.

    Raises `ValueError` for other kinds, and for numbers that no network has.
    """
    if found.dtype not in FLOATS:
        kinds = ", ".join(str(kind).removeprefix("torch.") for kind in FLOATS)
        kind = str(found.dtype).removeprefix("torch.")
        raise ValueError(f"{name} is of {kind}; what is read is {kinds}")
    numbers = found.to(torch.float32)
    if not bool(torch.isfinite(numbers).all()):
        raise ValueError(f"{name} holds numbers that are not finite")
    if numbers.numel() and (most := float(numbers.abs().max())) > GREATEST:
        raise ValueError(f"{name} holds a number of size {most:.3g}, {GREATEST:,.0f} is the most")
    return numbers
