"""Agents: one file each, and a registry.

>>> from altered_env.agents import make
>>> from altered_env import Game
>>> game = Game.start("axiom", "bravos", seed=1)
>>> agent = make("greedy", seed=1)
>>> agent.act(game.seat()) in game.legal_actions()
True
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from altered_env._runtime.lazy_imports import fetched

if TYPE_CHECKING:
    from altered_env.agents.agent import Agent as Agent
    from altered_env.agents.named import STRONGEST as STRONGEST
    from altered_env.agents.named import STRONGEST_FAST as STRONGEST_FAST
    from altered_env.agents.named import names as names
    from altered_env.agents.registry import make as make
    from altered_env.agents.registry import refuse_seats as refuse_seats

__all__ = ["STRONGEST", "STRONGEST_FAST", "Agent", "make", "names", "refuse_seats"]

_HOMES = {
    "STRONGEST": ".named",
    "STRONGEST_FAST": ".named",
    "Agent": ".agent",
    "make": ".registry",
    "names": ".named",
    "refuse_seats": ".registry",
}
__getattr__, __dir__ = fetched(__name__, _HOMES)
