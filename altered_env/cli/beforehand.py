"""Messages before and after many games: the expected duration, for which a few are played, or as
much of one as there is time for; and a warning about too few games."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from math import ceil

from altered_env import decks, formats
from altered_env._runtime.plurals import counted
from altered_env._runtime.progress import hint, is_quiet, span
from altered_env._runtime.spinner import thinking
from altered_env.agents import make
from altered_env.agents.bots import is_compiled
from altered_env.agents.hosting import Host
from altered_env.agents.named import is_program
from altered_env.agents.plugin_agents import is_plugin
from altered_env.arena.match import Match, play
from altered_env.arena.workers import Jobs
from altered_env.engine.compiled import IS_COMPILED
from altered_env.game import Game

MANY = 200
"""The number of games from which on the duration is estimated."""
FEW = 16
"""Games to time, if they are short."""
PATIENCE = 1.5
"""Seconds of timing for a player that decides step by step. A step that takes longer is taken for
compilation, unless all do."""
COMPILED = 3
"""The number of steps to time, and their time limit."""


def announce(
    games: int,
    agents: Sequence[str],
    jobs: Jobs = 0,
    stepwise: bool = False,
    format: str = "standard",
    at_most: bool = False,
) -> None:
    """Print the expected duration of this many games of these players, or of `at_most` as many,
    unless it is short. Compiles for them, with a message."""
    if is_quiet() or not IS_COMPILED or games < MANY:
        return
    with thinking("trying how long a game takes", in_files=True):
        each = seconds_a_game(agents, stepwise, format)
    most = "At most " if at_most else ""
    what = f"{most}{counted(games, 'game')} of {', '.join(dict.fromkeys(agents))}"
    if each is None:
        hint(f"{what}; the time of external bots is unknown.")
    elif isinstance(jobs, int):
        processes = jobs or os.cpu_count() or 1
        on = "one process" if processes == 1 else f"{processes} processes"
        hint(f"{what}: about {span(left_of(games, each, jobs))} on {on}.")
    else:
        hint(f"{what}: about {span(games * each)} of processor time, shared by the cluster.")


def more_games(wide: float, wanted: float, games: int) -> int:
    """The number of games for a desired interval width, given the width after a number of games:
    four times as many for half the width, rounded.

    >>> more_games(0.10, 0.05, 200)
    800
    >>> more_games(0.04, 0.05, 200)
    200
    """
    if wide <= wanted:
        return games
    due = games * (wide / wanted) ** 2
    step: int = 10 ** max(0, len(str(int(due))) - 2)
    return step * ceil(due / step)


def left_of(games: int, seconds: float, jobs: int = 0) -> float:
    """The estimated seconds for this many games on this many processes; 0: one per core.

    >>> round(left_of(10_000, 0.02, 2))
    100
    """
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
