"""The trading card game Altered as a multi-agent reinforcement-learning environment."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._runtime import registration, renamed, signals
from ._runtime.lazy_imports import fetched

if TYPE_CHECKING:
    from . import cards as cards
    from . import decks as decks
    from . import envs as envs
    from . import formats as formats
    from .cards import load_cards as load_cards
    from .envs import datasets as datasets
    from .envs import env as env
    from .envs import raw_env as raw_env
    from .envs.single_agent_vec import make_vec as make_vec
    from .game import Game as Game
    from .testing.scenario import Scenario as Scenario

__all__ = [
    "Game",
    "Scenario",
    "__version__",
    "cards",
    "datasets",
    "decks",
    "env",
    "envs",
    "formats",
    "load_cards",
    "make_vec",
    "raw_env",
]

__version__ = "0.2.0"

_HOMES = {
    "Game": ".game",
    "Scenario": ".testing.scenario",
    "altered_v0": ".altered_v0",
    "cards": ".cards",
    "datasets": ".envs",
    "decks": ".decks",
    "draft_v0": ".draft_v0",
    "env": ".envs",
    "envs": ".envs",
    "formats": ".formats",
    "load_cards": ".cards",
    "make_vec": ".envs.single_agent_vec",
    "raw_env": ".envs",
}
__getattr__, __dir__ = fetched(__name__, _HOMES)


signals.hold_commands()
registration.register()
renamed.find_old_modules()
