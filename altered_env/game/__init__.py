"""A game: its state, each player's visible information and actions, saves and replays.

>>> from altered_env.game import Game
>>> game = Game.start("axiom", "bravos", seed=1)
>>> game.decision, game.seat().decision
('first_mana', 'first_mana')
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from altered_env._runtime.lazy_imports import fetched

if TYPE_CHECKING:
    from ..render.views import View as View
    from .game import DAY_LIMIT as DAY_LIMIT
    from .game import Game as Game
    from .headers import MOST_DAYS as MOST_DAYS
    from .options import Option as Option
    from .position import Position as Position
    from .provenance import Provenance as Provenance
    from .replay import Replay as Replay
    from .seat import Seat as Seat

__all__ = [
    "DAY_LIMIT",
    "MOST_DAYS",
    "Game",
    "Option",
    "Position",
    "Provenance",
    "Replay",
    "Seat",
    "View",
]

_HOMES = {
    "DAY_LIMIT": ".game",
    "Game": ".game",
    "MOST_DAYS": ".headers",
    "Option": ".options",
    "Position": ".position",
    "Replay": ".replay",
    "Seat": ".seat",
    "Provenance": ".provenance",
    "View": "altered_env.render.views",
}
__getattr__, __dir__ = fetched(__name__, _HOMES)
