"""From a network's numbers to decisions: only what is legal is drawn, and counts.

>>> logs, entropy = log_probs_of(torch.zeros(1, 3), torch.tensor([[1, 0, 1]]))
>>> logs[0, [0, 2]].exp().tolist(), round(entropy.item(), 4)
([0.5, 0.5], 0.6931)
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from altered_env.agents.network import LEAST, Network

__all__ = [
    "decide",
    "device_named",
    "log_probs_of",
    "mixes",
    "mixing",
    "quick_products",
    "tensor_on",
]

PRECISIONS = ("auto", "full", "mixed")


def log_probs_of(logits: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
    """The log-probabilities of the legal actions, and how unsure they are, in each row.

    What is illegal has no probability, no part in the entropy and no gradient, whatever its logit.
    """
    legal = mask != 0
    logs = torch.log_softmax(logits.float().masked_fill(~legal, LEAST), dim=1)
    entropy = -(logs.exp() * logs.masked_fill(~legal, 0)).sum(1)
    return logs, entropy


def decide(
    network: Network,
    observation: NDArray[Any],
    mask: NDArray[Any],
    rng: np.random.Generator,
    mixed: bool = False,
    best: bool = False,
    advice: NDArray[Any] | None = None,
) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    """Actions drawn from a network, or its likeliest ones; their log-probabilities; values."""
    device = network.cards.device
    with torch.no_grad(), mixing(device, mixed):
        seen = tensor_on(device, observation), tensor_on(device, mask)
        logits, value = network(*seen, None if advice is None else tensor_on(device, advice))
    chances = torch.softmax(logits.float(), dim=1).cpu().numpy()
    chances *= mask
    sums = chances.cumsum(axis=1)
    if best:
        actions = chances.argmax(axis=1)
    else:
        drawn = rng.random(len(chances))[:, None] * sums[:, -1:]
        actions = np.minimum((sums <= drawn).sum(axis=1), mask.shape[1] - 1)
        bad = mask[np.arange(len(mask)), actions] == 0  # rounding at the very end
        actions[bad] = (chances[bad]).argmax(axis=1)
    chosen = chances[np.arange(len(actions)), actions] / sums[:, -1]
    return actions, np.log(np.maximum(chosen, 1e-12)), value.float().cpu().numpy()


def device_named(name: str) -> torch.device:
    """`cpu`, `cuda`, or with `auto` whichever there is.

    >>> device_named("cpu").type
    'cpu'
    """
    if name == "auto":
        name = "cuda" if torch.cuda.is_available() else "cpu"
    if name not in ("cpu", "cuda"):
        raise ValueError(f"device is auto, cpu or cuda, found {name!r:.40}")
    if name == "cuda" and not torch.cuda.is_available():
        raise ValueError("device is cuda, but PyTorch finds no GPU here: give cpu or auto")
    return torch.device(name)


def mixes(precision: str, device: torch.device) -> bool:
    """Does the network reckon in bfloat16 where that is enough? `auto`: on a GPU.

    >>> mixes("auto", torch.device("cpu")), mixes("mixed", torch.device("cpu"))
    (False, True)
    """
    if precision not in PRECISIONS:
        raise ValueError(f"precision is {', '.join(PRECISIONS)}, found {precision!r:.40}")
    return precision == "mixed" or (precision == "auto" and device.type == "cuda")


def mixing(device: torch.device, on: bool) -> torch.autocast:
    """The context in which a network reckons in mixed precision, if it is on."""
    return torch.autocast(device.type, dtype=torch.bfloat16, enabled=on)


def tensor_on(device: torch.device, array: NDArray[Any]) -> Tensor:
    """An array as a tensor on a device."""
    return torch.from_numpy(np.ascontiguousarray(array)).to(device)


@contextlib.contextmanager
def quick_products() -> Iterator[None]:
    """Within it products of matrices are reckoned by the quickest code that this machine has for
    them: on AVX-512 twice as fast and as exact, on a GPU and on processors with units for it in
    fewer bits.

    >>> with quick_products():
    ...     torch.get_float32_matmul_precision()
    'medium'
    """
    before = torch.get_float32_matmul_precision()
    torch.set_float32_matmul_precision("medium")
    try:
        yield
    finally:
        torch.set_float32_matmul_precision(before)
