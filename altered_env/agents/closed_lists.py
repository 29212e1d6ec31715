"""Agents that do not know the other deck lists: `search:v1,decks=closed`.

An agent that uses determinizations knows the other deck lists by default: they hold the true cards,
in another order. With `decks=closed` the cards are sampled in every determinization, conditioned on
the cards seen of each deck (`altered_env/engine/beliefs.py`). The agent is otherwise the same.

>>> from altered_env import Game
>>> from altered_env.agents import make
>>> agent = make("rules:worlds=2,decks=closed")
>>> agent.name, agent.act(Game.start("axiom", "bravos", seed=1).seat()) >= 0
('rules:worlds=2,decks=closed', True)
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from altered_env.agents.agent import Agent
from altered_env.agents.named import is_program
from altered_env.game.seat import Seat

DECKS = ("open", "closed")
"""The values of an agent's option `decks`: does it know the other deck lists?"""


def is_closed(spec: str) -> bool:
    """Is this an agent of the package that does not know the other deck lists?

    >>> is_closed("rules:worlds=2,decks=closed"), is_closed("rules:worlds=2")
    (True, False)
    """
    return not is_program(spec) and "decks=closed" in spec.partition(":")[2].split(",")


def lists_told(agents: Iterable[str], lists: str = "open") -> str:
    """A sentence about which agents know the other deck lists, for a table's footnote.

    >>> lists_told(["greedy", "rules"])
    'Deck lists are open: agents that search worlds know the other decks.'
    >>> lists_told(["rules", "ismcts:decks=closed"])
    'Deck lists are open, but not to ismcts:decks=closed.'
    """
    named = list(dict.fromkeys(agents))
    without = [spec for spec in named if is_closed(spec)]
    if lists == "closed" or len(without) == len(named):
        return "Deck lists are closed: agents do not know the other decks."
    if without:
        return f"Deck lists are open, but not to {', '.join(without)}."
    return "Deck lists are open: agents that search worlds know the other decks."


def without_lists(agent: Agent) -> Agent:
    """The agent without knowledge of the other deck lists.

    >>> from altered_env.agents import make
    >>> type(without_lists(make("ismcts"))).__name__, type(without_lists(make("rules"))).__name__
    ('ClosedAgent', 'ClosedCompiledAgent')
    """
    return ClosedCompiledAgent(agent) if hasattr(agent, "bot") else ClosedAgent(agent)


class ClosedAgent:
    """An agent that is given closed seats."""

    def __init__(self, agent: Any) -> None:
        self._agent = agent
        self.name: str = agent.name
        self.digest: str = getattr(agent, "digest", "")
        """The hash of a network's file."""
        self.kernel = getattr(agent, "kernel", None)

    def start(self, seed: int) -> None:
        """Reset for a new game."""
        self._agent.start(seed)

    def act(self, seat: Seat) -> int:
        """Its action without knowledge of the other deck lists."""
        return int(self._agent.act(seat.closed()))


class ClosedCompiledAgent(ClosedAgent):
    """A compiled agent without knowledge of the other deck lists, as its row says."""

    @property
    def bot(self) -> tuple[tuple[int, ...], NDArray[np.float64]]:
        """Its row and weights in compiled code."""
        from altered_env.thinking.matches import BOT

        row, weights = self._agent.bot
        whole = np.zeros(BOT.COUNT, dtype=np.int64)
        whole[: len(row)] = row
        whole[BOT.CLOSED] = 1
        return tuple(whole.tolist()), weights

    @property
    def net(self) -> Any:
        """Its network, if it is one."""
        return self._agent.net
