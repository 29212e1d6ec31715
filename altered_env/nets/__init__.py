"""Networks in PyTorch for learners of other libraries, over the compact view (extra `train`).

`AlteredExtractor` is a features extractor of stable-baselines3, and `AlteredPolicy` a policy for
MaskablePPO of sb3-contrib that scores each action by the object that it points at:

    env = AlteredVecEnv(8, view="compact")
    model = MaskablePPO(AlteredPolicy, env)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from altered_env._runtime.lazy_imports import fetched

if TYPE_CHECKING:
    from .extractor import AlteredExtractor as AlteredExtractor
    from .pointer_policy import AlteredPolicy as AlteredPolicy

__all__ = ["AlteredExtractor", "AlteredPolicy"]

_HOMES = {"AlteredExtractor": ".extractor", "AlteredPolicy": ".pointer_policy"}
__getattr__, __dir__ = fetched(__name__, _HOMES)
