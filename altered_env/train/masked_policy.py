"""From a network's numbers to decisions: only what is legal is drawn, and counts.

>>> logs, entropy = log_probs_of(torch.zeros(1, 3), torch.tensor([[1, 0, 1]]))
>>> logs[0, [0, 2]].exp().tolist(), round(entropy.item(), 4)
([0.5, 0.5], 0.6931)
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

import torch
from torch import Tensor

LEAST = -1e9
"""The logit of an illegal action."""


def log_probs_of(logits: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
    """The log-probabilities of the legal actions, and how unsure they are, in each row.

    What is illegal has no probability, no part in the entropy and no gradient, whatever its logit.
    """
    legal = mask != 0
    logs = torch.log_softmax(logits.float().masked_fill(~legal, LEAST), dim=1)
    entropy = -(logs.exp() * logs.masked_fill(~legal, 0)).sum(1)
    return logs, entropy


def device_named(name: str) -> torch.device:
    """`cpu`, `cuda`, or with `auto` whichever there is.

    >>> device_named("cpu").type
    'cpu'
    """
    if name == "auto":
        name = "cuda" if torch.cuda.is_available() else "cpu"
    if name not in ("cpu", "cuda"):
        raise ValueError(f"device must be auto, cpu or cuda, found {name!r:.40}")
    if name == "cuda" and not torch.cuda.is_available():
        raise ValueError("device is cuda, but PyTorch finds no GPU here: give cpu or auto")
    return torch.device(name)


@contextlib.contextmanager
def quick_products(device: torch.device) -> Iterator[None]:
    """Within it, matrix products on a GPU use its fastest kernels, in lower precision. Nothing
    changes on a processor, where such kernels are compiled for each number of positions.

    >>> with quick_products(torch.device("cpu")):
    ...     torch.get_float32_matmul_precision()
    'highest'
    """
    before = torch.get_float32_matmul_precision()
    if device.type != "cpu":
        torch.set_float32_matmul_precision("medium")
    try:
        yield
    finally:
        torch.set_float32_matmul_precision(before)
