"""Estimates the duration of games from a few games, or from part of one.

>>> round(left_of(10_000, 0.02, 2))
100
"""

from __future__ import annotations

import os
import time
from collections.abc import Sequence

from altered_env import decks, formats
from altered_env.agents import make
from altered_env.agents.bots import is_compiled
from altered_env.agents.hosting import Host
from altered_env.agents.named import is_program
from altered_env.agents.plugin_agents import is_plugin
from altered_env.arena.match import Match, play
from altered_env.game import Game

FEW = 16
"""Games to time, if they are short."""
PATIENCE = 1.5
"""Seconds of timing for a player that decides step by step. A step that takes longer is taken for
compilation, unless all do."""
COMPILED = 3
"""The number of steps to time, and their time limit."""


def left_of(games: int, seconds: float, jobs: int = 0) -> float:
    """The estimated seconds for this many games on this many processes; 0: one per core."""
    return games * seconds / min(max(1, games), jobs or os.cpu_count() or 1)


def seconds_a_game(
    agents: Sequence[str], stepwise: bool = False, format: str = "standard"
) -> float | None:
    """The mean processor time of a game of these players, each against itself; `stepwise` if they
    are asked decision by decision, as with four players. None if external bots are among them,
    which are not started for an estimate."""
    if any(is_plugin(agent) or is_program(agent) for agent in agents):
        return None
    if formats.get(format).players != 2:
        there = list(dict.fromkeys(agents))
        each = [_seconds_a_decision(agent, format) for agent in there]
        return _decisions_by_chance(format) * sum(each) / len(there)
    pair = (decks.starter("axiom"), decks.starter("bravos"))
    usual = play([Match(pair, ("greedy", "greedy"), k, k) for k in range(FEW)])
    decisions = sum(played.decisions for played in usual) / FEW
    each = []
    for agent in dict.fromkeys(agents):
        if is_compiled(agent) and not stepwise:
            matches = [Match(pair, (agent, agent), k, k) for k in range(FEW)]
            play(matches[:1])  # loading and compiling do not count
            begun = time.perf_counter()
            play(matches)
            each.append((time.perf_counter() - begun) / FEW)
        else:
            each.append(decisions * _seconds_a_decision(agent))
    return sum(each) / len(each)


def _game(format: str) -> Game:
    players = formats.get(format).players
    return Game.start(*decks.names()[:players], seed=1, format=format)


def _decisions_by_chance(format: str) -> int:
    """The number of decisions in a random game."""
    game = _game(format)
    with Host(game, [make("random", seed=k) for k in range(game.players)]) as host:
        while host.step():
            pass
        return sum(host.decisions)


def _seconds_a_decision(agent: str, format: str = "standard") -> float:
    game = _game(format)
    with Host(game, [make(agent, seed=k) for k in range(game.players)]) as host:
        host.step()  # loading and compiling do not count
        short: list[float] = []
        long: list[float] = []
        while sum(short) < PATIENCE and len(long) < COMPILED:
            begun = time.perf_counter()
            if not host.step():
                break
            took = time.perf_counter() - begun
            (short if took < PATIENCE else long).append(took)
        if not short:
            return min(long, default=0.0)
        return sum(short) / len(short)
