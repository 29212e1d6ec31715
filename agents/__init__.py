"""Players: one file each, and one registry.

>>> from agents import make
>>> from altered_env import Game
>>> game = Game.start("axiom", "bravos", seed=1)
>>> agent = make("greedy", seed=1)
>>> agent.act(game.seat()) in game.legal_actions()
True
"""

from __future__ import annotations

from agents.agent import Agent
from agents.registry import make, names, refuse_seats

__all__ = ["Agent", "make", "names", "refuse_seats"]
