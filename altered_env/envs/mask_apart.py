"""A wrapper for libraries that take an observation alone and ask for the mask by a method.

>>> import gymnasium
>>> env = MaskApart(gymnasium.make("Altered-v0", view="compact"))
>>> seen, info = env.reset(seed=1)
>>> env.observation_space.contains(seen), env.action_masks().shape
(True, (392,))
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
from gymnasium.utils import RecordConstructorArgs
from numpy.typing import NDArray


class MaskApart(gymnasium.ObservationWrapper[Any, Any, Any], RecordConstructorArgs):
    """`Altered-v0` with observations of the view alone, without the mask beside them.
    Stable-baselines3 takes no arrays by name within others, which the views `compact` and `cards`
    are in Gymnasium's env; MaskablePPO asks for `action_masks`."""

    def __init__(self, env: gymnasium.Env[Any, Any]) -> None:
        RecordConstructorArgs.__init__(self)
        super().__init__(env)
        space = env.observation_space
        if not isinstance(space, gymnasium.spaces.Dict) or "observation" not in space.spaces:
            raise ValueError(
                "MaskApart needs an env whose observations have a mask beside them, such as "
                f"Altered-v0 without detail='mask'; found {space!s:.120}"
            )
        self.observation_space = space["observation"]

    def observation(self, observation: Mapping[str, Any]) -> Any:
        """The observation without its mask."""
        return observation["observation"]

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions."""
        found: NDArray[np.bool_] = self.env.get_wrapper_attr("action_masks")()
        return found
