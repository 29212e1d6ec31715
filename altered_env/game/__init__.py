"""A game: what is going on in it, what a player may know and do, how it is kept and played again.

>>> from altered_env.game import Game
>>> game = Game.start("axiom", "bravos", seed=1)
>>> game.decision, game.seat().decision
('first_mana', 'first_mana')
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from altered_env.fetching import fetched

if TYPE_CHECKING:
    from .game import DAY_LIMIT as DAY_LIMIT
    from .game import Game as Game
    from .game import Story as Story
    from .game import lay_out as lay_out
    from .headers import MOST_DAYS as MOST_DAYS
    from .options import Option as Option
    from .replay import Replay as Replay
    from .seat import Seat as Seat
    from .views import View as View

__all__ = [
    "DAY_LIMIT",
    "MOST_DAYS",
    "Game",
    "Option",
    "Replay",
    "Seat",
    "Story",
    "View",
]

_HOMES = {
    "DAY_LIMIT": ".game",
    "Game": ".game",
    "MOST_DAYS": ".headers",
    "Option": ".options",
    "Replay": ".replay",
    "Seat": ".seat",
    "Story": ".game",
    "View": ".views",
    "lay_out": ".game",
}
__getattr__ = fetched(__name__, _HOMES)


def __dir__() -> list[str]:
    return sorted(__all__)
