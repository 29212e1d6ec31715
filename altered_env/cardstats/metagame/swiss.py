"""The expected result of a deck over a Swiss day in a field."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from altered_env.arena.ratings import Z95
from altered_env.cardstats.metagame.standing import Payoffs

WORLDS: Final = 40
DAYS: Final = 250
"""Simulated days in each world."""
TOP: Final = 8


@dataclass(frozen=True, slots=True)
class Day:
    """A Swiss day: its players, its rounds, and the games that win a match."""

    players: int = 32
    rounds: int = 5
    best_of: int = 1

    def __post_init__(self) -> None:
        if not 4 <= self.players <= 1024:
            raise ValueError(f"players must be 4 to 1,024, found {self.players}")
        if not 1 <= self.rounds <= 20:
            raise ValueError(f"rounds must be 1 to 20, found {self.rounds}")
        if self.best_of not in (1, 3, 5):
            raise ValueError(f"best-of must be 1, 3 or 5, found {self.best_of}")


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a deck: matches won, with the interval that the games leave open."""

    wins: float
    low: float
    high: float
    chances: tuple[float, ...]
    """The probability of each number of wins, from none to all."""
    top: float
    """The probability of a place among the first `TOP`."""
    first: float


def match_rate(game: NDArray[np.float64], best_of: int) -> NDArray[np.float64]:
    """The probability of winning a match, from that of a game.

    >>> float(match_rate(np.array(0.6), 3).round(3))
    0.648
    """
    if best_of == 1:
        return game
    lost = 1 - game
    won = game**2 * (1 + 2 * lost)
    if best_of == 5:
        won = game**3 * (1 + 3 * lost + 6 * lost**2)
    return np.asarray(won, dtype=np.float64)


def swiss_day(
    deck: int, shares: Sequence[float], payoffs: Payoffs, day: Day, seed: int = 0
) -> Result:
    """The result of the deck with this number. Its opponents bring decks by their shares. Each
    round pairs players with equal or nearly equal wins at random; an odd player has a bye. Equal
    places are drawn."""
    chance = np.random.default_rng(seed)
    weights = np.array(shares) / sum(shares)
    chosen = chance.choice(len(payoffs.worlds), WORLDS)
    all_wins, places = np.zeros((WORLDS, DAYS), dtype=int), np.zeros((WORLDS, DAYS), dtype=int)
    rows = np.arange(DAYS)[:, None]
    for k, world in enumerate(chosen):
        rate = match_rate(0.5 + payoffs.worlds[world] / 2, day.best_of)
        decks = chance.choice(len(weights), (DAYS, day.players), p=weights)
        decks[:, 0] = deck
        wins = np.zeros((DAYS, day.players), dtype=int)
        for _ in range(day.rounds):
            order = np.argsort(-wins + chance.random(wins.shape) * 0.9, axis=1)
            one, two = order[:, 0 : day.players // 2 * 2 : 2], order[:, 1 : day.players : 2]
            won = chance.random(one.shape) < rate[decks[rows, one], decks[rows, two]]
            wins[rows, one] += won
            wins[rows, two] += ~won
            if day.players % 2:
                wins[rows[:, 0], order[:, -1]] += 1
        order = np.argsort(-wins + chance.random(wins.shape) * 0.9, axis=1)
        all_wins[k], places[k] = wins[:, 0], np.argmax(order == 0, axis=1)
    means = all_wins.mean(axis=1)
    by_luck = all_wins.var(axis=1).mean() / DAYS
    wide = Z95 * float(np.sqrt(max(0.0, means.var() - by_luck)))
    mean = float(means.mean())
    chances = np.bincount(all_wins.ravel(), minlength=day.rounds + 1) / all_wins.size
    return Result(
        mean,
        max(0.0, mean - wide),
        min(float(day.rounds), mean + wide),
        tuple(map(float, chances)),
        float((places < TOP).mean()),
        float((places == 0).mean()),
    )
