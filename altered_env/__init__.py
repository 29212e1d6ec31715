"""The trading card game Altered as a multi-agent reinforcement-learning environment."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import registration, stopping
from .fetching import fetched

if TYPE_CHECKING:
    from . import cards as cards
    from . import decks as decks
    from . import formats as formats
    from .cards import load_cards as load_cards
    from .envs import env as env
    from .envs import raw_env as raw_env
    from .game import Game as Game
    from .learners import make_vec as make_vec
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

__version__ = "0.2.0"

_HOMES = {
    "Game": ".game",
    "Scenario": ".scenario",
    "cards": ".cards",
    "decks": ".decks",
    "env": ".envs",
    "formats": ".formats",
    "load_cards": ".cards",
    "make_vec": ".learners",
    "raw_env": ".envs",
}
__getattr__ = fetched(__name__, _HOMES)


def __dir__() -> list[str]:
    return sorted(__all__)


stopping.hold_commands()
registration.register()
