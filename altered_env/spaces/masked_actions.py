"""Spaces of actions that are sampled with masks of booleans, too; Gymnasium's take `int8` alone.

>>> space = MaskedDiscrete(3)
>>> int(space.sample(np.array([False, True, False]))), space == gymnasium.spaces.Discrete(3)
(1, True)
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np


class MaskedDiscrete(gymnasium.spaces.Discrete):
    """The actions of one agent."""

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        """Sample an action: of the mask, by the probabilities, or any."""
        return np.int64(super().sample(mask=_integers(mask), probability=probability))


class MaskedMultiDiscrete(gymnasium.spaces.MultiDiscrete):
    """The actions of several games."""

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        """Sample an action for each game: of a tuple of masks or probabilities, or any."""
        if isinstance(mask, tuple):
            mask = tuple(map(_integers, mask))
        return super().sample(mask=mask, probability=probability)


def discrete(actions: int, masks: str = "int8") -> gymnasium.spaces.Discrete:
    """The space of these actions for masks of this dtype."""
    return (MaskedDiscrete if masks == "bool" else gymnasium.spaces.Discrete)(actions)


def multi_discrete(actions: int, n: int, masks: str = "int8") -> gymnasium.spaces.MultiDiscrete:
    """The space of these actions in each of `n` games, for masks of this dtype."""
    kind = MaskedMultiDiscrete if masks == "bool" else gymnasium.spaces.MultiDiscrete
    return kind(np.full(n, actions, dtype=np.int64))


def _integers(mask: Any) -> Any:
    """The mask, as Gymnasium reads it."""
    if isinstance(mask, np.ndarray) and mask.dtype == np.bool_:
        return mask.view(np.int8)
    return mask
