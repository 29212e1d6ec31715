"""Training: rollouts, losses, opponents, and the folder of a run.

`altered train` trains a compiled network. What measures players stands here as well: their ratings,
how exploitable they are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from altered_env._runtime.lazy_imports import fetched

if TYPE_CHECKING:
    from altered_env.train.command import main as main
    from altered_env.train.config import Config as Config
    from altered_env.train.learner import Learner as Learner

__all__ = ["Config", "Learner", "main"]

_HOMES = {"Config": ".config", "Learner": ".learner", "main": ".command"}
__getattr__, __dir__ = fetched(__name__, _HOMES)
