"""Regret on the bench's positions: how much worse an agent's answers are than the best ones.

Values are the labels' (`labels.py`): 1 is a certain win, -1 a certain loss, with the labelling
network as both players from the next decision on. The best answer of one half of the worlds is
judged in the other half, so regret is not flattered by the noise of a maximum; that of a single
position can be negative. It does not measure strength: it is blind to what the labelling network
would waste later on.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from altered_env.agents import make
from altered_env.agents.agent import Agent
from altered_env.arena.paired import Estimate
from altered_env.arena.workers import Workers
from altered_env.engine.layout import OBJECTS
from altered_env.engine.terms import C
from altered_env.game import Game
from altered_env.train.bench.labels import WORLDS, Labeller
from altered_env.train.bench.positions import Answer, Label, Positions, read, released

SURE: Final = (0.5, 0.9, 0.98, 0.999)
"""The bounds of the strata by sureness."""
DAYS: Final = 4
"""Days from this one on are one stratum."""
WITH_CARDS: Final = ("first_mana", "expand", "turn")
"""Decisions about cards of hand and Reserve."""


@dataclass(frozen=True, slots=True)
class Found:
    """An agent's answer in a position."""

    regret: float
    best: bool
    """Is it the best answer in all worlds?"""
    labelled: bool
    """Had its value been known?"""
    strata: tuple[tuple[str, str], ...]
    """The name of each division and of the position's stratum in it."""


def regrets(
    agent: str,
    network: str,
    workers: Workers,
    file: str = "",
    say: Callable[[int], None] = lambda _games: None,
) -> list[list[Found]]:
    """The answers of an agent by the labels of a network (`labels_of`), game by game, in the
    positions of a file or of the package. `say` hears of the games done."""
    positions = _positions(file)
    found = []
    tasks = [(file, agent, network, k) for k in range(len(positions.games))]
    for game in workers.in_order(_of_game, tasks):
        found.append(game)
        say(len(found))
    return found


def labels_of(network: str, file: str = "") -> str:
    """The network whose labels to use, of those in a file of positions or in the package's: this
    one, by default the latest.

    Raises `ValueError` where there are no labels of this network.
    """
    labels = _positions(file).labels
    if network in labels:
        return network
    if network or not labels:
        there = ", ".join(labels) or "none"
        raise ValueError(
            f"no labels of {network[:80] or 'any network'}; there are those of {there}"
        )
    return list(labels)[-1]


@functools.lru_cache(maxsize=2)
def _positions(file: str) -> Positions:
    return read(Path(file)) if file else released()


@functools.lru_cache(maxsize=2)
def _first_labels(file: str) -> list[int]:
    """The number of positions before each game."""
    sums = [0]
    for game in _positions(file).games:
        sums.append(sums[-1] + len(game.at))
    return sums


@functools.lru_cache(maxsize=2)
def _labeller(network: str) -> Labeller:
    return Labeller(network)


@functools.lru_cache(maxsize=4)
def _agent(name: str) -> Agent:
    return make(name)


def _of_game(file: str, name: str, network: str, number: int) -> list[Found]:
    positions = _positions(file)
    first, row = _first_labels(file)[number], positions.games[number]
    agent = _agent(name)
    found = []
    for k, game in enumerate(positions.replayed(number)):
        label = positions.labels[network][first + k]
        seat = game.seat()
        agent.start(row.seed + k)
        action = int(agent.act(seat))
        chosen = next((answer for answer in label.answers if action in answer.alike), None)
        known = chosen is not None
        if chosen is None:
            labeller = _labeller(network)
            one, two = (labeller.values(seat, [action], WORLDS)[action] for _ in range(2))
            chosen = Answer((action,), one, two)
        found.append(
            Found(
                regret_of(label, chosen),
                chosen.both >= max(answer.both for answer in label.answers),
                known,
                strata(game, label, row.constructed),
            )
        )
    return found


def regret_of(label: Label, chosen: Answer) -> float:
    """By how much an answer is worse than the best of the label: the best in one half of the
    worlds by the values of the other half.

    >>> label = Label(0.9, (Answer((1,), 0.5, 0.1), Answer((2,), 0.2, 0.3)))
    >>> round(regret_of(label, label.answers[0]), 3), round(regret_of(label, label.answers[1]), 3)
    (-0.15, -0.1)
    """
    first = max(label.answers, key=lambda answer: answer.one)
    second = max(label.answers, key=lambda answer: answer.two)
    return ((first.two - chosen.two) + (second.one - chosen.one)) / 2


def strata(game: Game, label: Label, constructed: bool) -> tuple[tuple[str, str], ...]:
    """The strata of a position: decks, sureness, decision, kind of card, day."""
    decision = str(game.decision)
    low = max((bound for bound in (0.0, *SURE) if bound <= label.sure), default=0.0)
    high = next((bound for bound in SURE if label.sure < bound), 1.0)
    return (
        ("decks", "constructed" if constructed else "starters and random"),
        ("network's sureness", f"{100 * low:g} to {100 * high:g} %"),
        ("decision", decision.replace("_", " ")),
        ("cards to choose from", _cards(game, decision)),
        ("day", f"{game.day}" if game.day < DAYS else f"{DAYS} or later"),
    )


def _cards(game: Game, decision: str) -> str:
    if decision not in WITH_CARDS:
        return "not a choice of a card"
    rows = game.record["obj"][[a for a in game.legal_actions() if a < OBJECTS], C.CARD]
    types = {game.book.cards[row].type for row in rows.tolist()}
    if "spell" in types:
        return "with a Spell"
    return "with a Permanent" if any("permanent" in one for one in types) else "Characters alone"


def by_stratum(found: Iterable[list[Found]]) -> dict[tuple[str, str], Estimate]:
    """The mean regret in each stratum, in the order of divisions and strata."""
    groups: dict[tuple[str, str], list[list[float]]] = {}
    for game in found:
        mine: dict[tuple[str, str], list[float]] = {}
        for one in game:
            for stratum in one.strata:
                mine.setdefault(stratum, []).append(one.regret)
        for stratum, values in mine.items():
            groups.setdefault(stratum, []).append(values)
    order = list(dict.fromkeys(division for division, _ in groups))
    return {
        stratum: Estimate.of(groups[stratum])
        for stratum in sorted(groups, key=lambda one: (order.index(one[0]), one[1]))
    }
