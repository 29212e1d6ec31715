"""Losses: the clipped objective of PPO, and distillation from an expert.

>>> same = torch.tensor([-1.0, -2.0])
>>> gain, clipped = clipped_objective(same, same, torch.tensor([1.0, 3.0]), clip=0.2)
>>> gain.item(), clipped.item()
(2.0, 0.0)
"""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from altered_env.train.masked_policy import log_probs_of


def clipped_objective(
    log_prob: Tensor, old_log_prob: Tensor, advantage: Tensor, clip: float
) -> tuple[Tensor, Tensor]:
    """The clipped surrogate objective, and the fraction of clipped actions."""
    ratio = (log_prob - old_log_prob).exp()
    gain = torch.minimum(ratio * advantage, ratio.clamp(1 - clip, 1 + clip) * advantage).mean()
    return gain, ((ratio - 1).abs() > clip).float().mean()


def imitation(worth: Tensor, mask: Tensor, log_probs: Tensor) -> Tensor:
    """How far a policy is from choosing as these values of actions say: the divergence."""
    aim, entropy = log_probs_of(worth, mask)
    return (-(aim.exp() * log_probs).sum(1) - entropy).mean()


def improvement(worth: Tensor, mask: Tensor, log_probs: Tensor) -> Tensor:
    """How far a policy is from one that these values say, as that policy would be measured by its
    own choices: the divergence the other way round.

    It is linear in the values, so that their noise averages out over many positions, while
    `imitation` becomes less certain with it.
    """
    aim, _ = log_probs_of(worth, mask)
    apart = (log_probs - aim).masked_fill(mask == 0, 0)
    return (log_probs.exp() * apart).sum(1).mean()


def normalised(advantage: NDArray[Any]) -> NDArray[Any]:
    """Advantages with mean zero and standard deviation one."""
    return np.asarray((advantage - advantage.mean()) / (advantage.std() + 1e-6))


def explained_variance(target: NDArray[Any], value: NDArray[Any]) -> float:
    """The share of what became of decisions that was expected."""
    return 1 - float(np.var(target - value)) / max(float(np.var(target)), 1e-6)
