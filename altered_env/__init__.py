"""The trading card game Altered as a multi-agent reinforcement-learning environment."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from . import registration, stopping

if TYPE_CHECKING:
    from . import cards as cards
    from . import decks as decks
    from . import formats as formats
    from .cards import load_cards as load_cards
    from .envs import env as env
    from .envs import make_vec as make_vec
    from .envs import raw_env as raw_env
    from .game import Game as Game
    from .scenario import Scenario as Scenario

__all__ = [
    "Game",
    "Scenario",
    "__version__",
    "cards",
    "decks",
    "env",
    "formats",
    "load_cards",
    "make_vec",
    "raw_env",
]

__version__ = "0.1.0"

_HOMES = {
    "Game": ".game",
    "Scenario": ".scenario",
    "env": ".envs",
    "load_cards": ".cards",
    "make_vec": ".envs",
    "raw_env": ".envs",
}
_MODULES = ("cards", "decks", "formats")


def __getattr__(name: str) -> Any:
    """Fetch the public names when they are first used, so that importing stays quick."""
    if name in _HOMES:
        return getattr(importlib.import_module(_HOMES[name], __name__), name)
    if name in _MODULES:
        return importlib.import_module(f".{name}", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)


stopping.hold_commands()
registration.register()
