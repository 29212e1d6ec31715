"""Conformance checks for bots, before they play on a board.

The checks are normal events of games: every seat, ruleset and format, closed deck lists, message
fields that a later version of the protocol may add, the end of the input. Faults are reported as on
a board.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from altered_env import Game, decks
from altered_env.agents.agent import Agent
from altered_env.agents.conditions import Conditions, Place
from altered_env.agents.forfeits import Forfeit
from altered_env.agents.hosting import Host
from altered_env.agents.registry import make
from altered_env.agents.subprocess_agents import SubprocessAgent
from altered_env.cards import catalogue
from altered_env.language.words import DECISIONS, SEATS

LATER = {"of_a_later_version": {"known": False, "numbers": [1, 2, 3]}}
"""An additional field in a message: bots must ignore unknown fields."""
ENDING = 5.0
"""Seconds in which a bot should end when its input does."""


@dataclass
class Manner:
    """Statistics of the bot over all checks."""

    decisions: Counter[str] = field(default_factory=Counter)
    """The number of its decisions by kind."""
    seconds: list[float] = field(default_factory=list)
    """Seconds for each answer."""
    games: int = 0
    won: int = 0

    @property
    def longest(self) -> float:
        """The maximum seconds for an answer."""
        return max(self.seconds, default=0.0)


@dataclass(frozen=True, slots=True)
class Checked:
    """A check and its result."""

    what: str
    problem: str
    """The fault; empty if there is none."""


class _Later(SubprocessAgent):
    """The same program, with an unknown field in every message."""

    def _tell(self, message: dict[str, Any]) -> None:
        super()._tell({**message, **LATER})


def checks(
    name: str, games: int, seed: int, conditions: Conditions, manner: Manner
) -> Iterator[Checked]:
    """Check the bot of this name, yielding check by check; `games` in each ruleset. `manner` is
    filled meanwhile.

    Raises `LookupError` and `ValueError` for unknown names.

    >>> found = list(checks("random", 1, 0, Conditions(), Manner()))
    >>> [check.problem for check in found]
    ['', '', '', '']
    """
    make(name)
    for rules in decks.RULESETS:
        made = _tables(seed, games, "standard", rules)
        yield _play(f"two-player games ({games}), rules {rules}", name, made, conditions, manner)
    for format in ("two_against_two", "free_for_all"):
        made = _tables(seed, 1, format, decks.RULESETS[-1])
        yield _play(f"a game of {format}", name, made, conditions, manner)
    if not name.startswith("cmd:"):
        return
    closed = replace(conditions, lists="closed")
    made = _tables(seed + 1, 1, "standard", decks.RULESETS[-1])
    yield _play("a game with closed deck lists", name, made, closed, manner)
    made = _tables(seed + 2, 1, "standard", decks.RULESETS[-1])
    said = "a game with message fields of a later version"
    yield _play(said, name, made, conditions, manner, _Later(name))
    yield _ends(name, conditions)


def _tables(seed: int, games: int, format: str, rules: str) -> Iterator[tuple[Game, int]]:
    """Games with decks drawn from the whole pool, and the bot's seat in each, in turn."""
    pool = decks.playable(catalogue().package)
    for number in range(games):
        chance = random.Random(f"{seed}/{number}")
        count = 2 if format == "standard" else 4
        drawn = [decks.random_deck(chance, pool) for _ in range(count)]
        game = Game.start(*drawn, seed=seed + number, rules=rules, format=format)
        yield game, number % count


def _play(
    what: str,
    name: str,
    made: Iterator[tuple[Game, int]],
    conditions: Conditions,
    manner: Manner,
    bot: Agent | None = None,
) -> Checked:
    """Play games against random players; return the first fault."""
    for number, (game, seat) in enumerate(made):
        mine = bot or make(name)
        mine.start(number)
        others = {p: make("random", seed=number) for p in range(game.players) if p != seat}
        asked = "before its first decision"
        with Host(game, {seat: mine, **others}, conditions) as host:
            while not game.over and host.forfeit is None:
                player, kind = game.decider, DECISIONS[int(game.record["decision"])]
                before = host.spent[seat]
                if player == seat:
                    asked = f"day {game.day}, asked for {kind}"
                if not host.step():
                    break
                if player == seat:
                    manner.decisions[kind] += 1
                    manner.seconds.append(host.spent[seat] - before)
        if host.forfeit is not None:
            where = f"game {number} as {SEATS[seat]}, {asked}"
            return Checked(what, f"{host.forfeit.how}: {host.forfeit.problem} ({where})")
        manner.games += 1
        manner.won += seat in host.winners
    return Checked(what, "")


def _ends(name: str, conditions: Conditions) -> Checked:
    """Does it end by itself when its input does?"""
    what = "it ends when its input ends"
    bot = SubprocessAgent(name)
    try:
        bot.sit(Place(SEATS[0], "standard", conditions))
    except Forfeit as forfeit:
        return Checked(what, f"{forfeit.how}: {forfeit.problem}")
    if bot.ends_by_itself(ENDING):
        return Checked(what, "")
    return Checked(what, f"it was still running {ENDING:.0f} s later and was killed")
