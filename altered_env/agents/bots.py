"""Compiled players, which play whole games within compiled code, and their parameter rows.

>>> is_compiled("greedy:worlds=2"), is_compiled("ismcts:iterations=8"), is_compiled("mine.py:Bot")
(True, False, False)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from altered_env.agents.agent import Agent
from altered_env.agents.named import is_program
from altered_env.agents.net_weights import NetWeights, neural_for
from altered_env.agents.plugin_agents import is_plugin
from altered_env.agents.registry import compiled_names, make
from altered_env.game.books import tells_decks
from altered_env.language.book import Book
from altered_env.spaces.card_features import card_features
from altered_env.thinking.matches import BOT
from altered_env.thinking.tree import new_tree

Row = tuple[tuple[int, ...], NDArray[np.float64]]


@runtime_checkable
class CompiledAgent(Protocol):
    """A compiled player."""

    @property
    def bot(self) -> Row:
        """Its row (the nonzero columns of `BOT`) and its weights."""

    @property
    def net(self) -> NetWeights | None:
        """Its network, if it is one."""


class Entrant(NamedTuple):
    """The row of an agent that cannot always play whole games in compiled code."""

    name: str
    bot: Row
    net: NetWeights | None


def is_compiled(agent: str | Agent) -> bool:
    """Can this agent play whole games in compiled code? An external bot cannot, and is not loaded
    to find out."""
    if isinstance(agent, str) and (is_program(agent) or is_plugin(agent)):
        return False
    return isinstance(make(agent) if isinstance(agent, str) else agent, CompiledAgent)


def refuse_stepwise(agents: Sequence[str]) -> None:
    """Raise `ValueError` for the first of these that is not compiled."""
    for agent in agents:
        if not is_compiled(agent):
            *most, last = compiled_names()
            raise ValueError(
                f"{agent} does not play in compiled code; {', '.join(most)} and {last} do"
            )


class Bots:
    """The rows of compiled players, in order, for games with the cards of a book."""

    def __init__(self, agents: Sequence[CompiledAgent], book: Book, players: int = 2) -> None:
        self.rows = np.zeros((len(agents), BOT.COUNT), dtype=np.int64)
        weights: list[NDArray[np.float64]] = []
        flats: list[NDArray[np.float32]] = []
        headers: list[list[int]] = []
        self._players = players
        neural, at = neural_for(players), 0
        for k, agent in enumerate(agents):
            row, weight = agent.bot
            self.rows[k, : len(row)] = row
            weights.append(weight)
            if self.rows[k, BOT.CLOSED] and tells_decks(book):
                raise ValueError(
                    f"{agent.name}: deck lists are closed, but the book has only"  # type: ignore[attr-defined]  # every agent has a name
                    f" {len(book.cards)} cards, which reveals them; use pool_book(cards)"
                )
            if agent.net is None:
                continue
            if agent.net.players != players:
                raise ValueError(
                    f"{agent.name}: its network is for {agent.net.players} players; this game has "  # type: ignore[attr-defined]  # every agent has a name
                    f"{players}"
                )
            flat, _ = agent.net.flat(card_features(book))
            self.rows[k, BOT.NET] = len(headers)
            cards = 1 + len(book.cards)
            net = agent.net
            headers.append(
                neural.header_of(net.width, net.hidden, cards, net.afterstates, at, net.deck_inputs)
            )
            flats.append(flat)
            at += len(flat)
        self.weights = np.stack(weights) if weights else np.zeros((0, 0))
        self.numbers = np.concatenate(flats) if flats else np.zeros(1, dtype=np.float32)
        self.nets = np.array(headers, dtype=np.int64).reshape(-1, neural.HEADER)

    def buffers(self) -> Any:
        """The work buffers of one thread."""
        iterations = int(self.rows[:, BOT.ITERATIONS].max(initial=0))
        made = neural_for(self._players).new_net_buffers
        return made(self.nets, self.numbers, *new_tree(iterations))
