"""Environments for reinforcement-learning libraries: PettingZoo, Gymnasium, stable-baselines3, and
a native batch of many games (docs/environments.md).

>>> from altered_env.envs import make_vec
>>> vec = make_vec(4, seed=1)
>>> vec.mask.shape
(4, 392)
"""

from .._runtime.lazy_imports import fetched
from ..spaces.card_features import CardFeatures, card_features
from ..spaces.gym_spaces import flat, structured
from ..spaces.layouts import Layout, LayoutError, layout_of
from . import datasets
from .aec import AlteredEnv, env, raw_env
from .mask_apart import MaskApart
from .opponents import Seeing
from .setup import AGENTS
from .single_agent_vec import make_vec
from .vec import Vec

__all__ = [
    "AGENTS",
    "AlteredEnv",
    "CardFeatures",
    "Layout",
    "LayoutError",
    "MaskApart",
    "Seeing",
    "Vec",
    "card_features",
    "datasets",
    "env",
    "flat",
    "layout_of",
    "make_vec",
    "raw_env",
    "structured",
]

_LIBRARIES = ("openspiel", "rllib", "sb3")
__getattr__ = fetched(__name__, {name: f".{name}" for name in _LIBRARIES})[0]
