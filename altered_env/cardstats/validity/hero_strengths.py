"""Strengths of Heroes in people's tournaments, with the strength of the players taken out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from altered_env.cardstats.validity.people import Tournament
from altered_env.cardstats.validity.scores import Vector

HERO: Final = 0.5
ERA: Final = 0.3
PLAYER: Final = 0.7
"""Assumed standard deviations, in logits, of Heroes, of their changes between sets, and of players:
the strength of each is shrunk accordingly."""
STEPS: Final = 6
ROUNDS: Final = 60


@dataclass(frozen=True, slots=True)
class HeroStrengths:
    """Strengths in logits, of all times and their changes by the sets that were legal."""

    general: Mapping[str, float]
    changes: Mapping[tuple[str, tuple[str, ...]], float]

    def of(self, hero: str, sets: Sequence[str] = ()) -> float:
        """The strength of a Hero while these sets were legal; 0 if it never played."""
        return self.general.get(hero, 0.0) + self.changes.get((hero, tuple(sets)), 0.0)


def fit(tournaments: Sequence[Tournament]) -> HeroStrengths:
    """The strengths of Heroes: a Bradley-Terry model of Heroes and players, both shrunk.

    >>> match = ("p1", "p2", 1.0)
    >>> heroes = {"p1": "Rin & Orchid", "p2": "Waru & Mack"}
    >>> found = fit([Tournament(1, ("CORE",), heroes, (match,) * 9)])
    >>> found.of("Rin & Orchid") > 0 > found.of("Waru & Mack")
    True
    """
    heroes: dict[str, int] = {}
    eras: dict[tuple[str, tuple[str, ...]], int] = {}
    players: dict[str, int] = {}
    rows: list[list[int]] = []
    won: list[float] = []
    for tournament in tournaments:
        for one, two, result in tournament.matches:
            row = []
            for player in (one, two):
                hero = tournament.heroes[player]
                era = hero, tournament.sets
                heroes.setdefault(hero, len(heroes))
                eras.setdefault(era, len(eras))
                players.setdefault(player, len(players))
                row += [heroes[hero], eras[era], players[player]]
            rows.append(row)
            won.append(result)
    count = len(heroes) + len(eras) + len(players)
    if not count:
        return HeroStrengths({}, {})
    first = np.array([0, len(heroes), len(heroes) + len(eras)] * 2)
    at = np.array(rows) + first
    sign = np.array([1.0, 1.0, 1.0, -1.0, -1.0, -1.0])
    sizes = (len(heroes), len(eras), len(players))
    prior = np.repeat([spread**-2 for spread in (HERO, ERA, PLAYER)], sizes)
    strength = np.zeros(count)
    result_of = np.array(won)

    def spread_out(of_matches: Vector) -> Vector:
        """The sum over the matches of each Hero, era and player."""
        weights = (of_matches[:, None] * sign).ravel()
        return np.asarray(np.bincount(at.ravel(), weights, minlength=count), dtype=np.float64)

    for _ in range(STEPS):
        rate = 1 / (1 + np.exp(-(strength[at] @ sign)))
        spread = rate * (1 - rate)

        def curve(change: Vector, spread: Vector = spread) -> Vector:
            return prior * change + spread_out(spread * (change[at] @ sign))

        strength += _solved(curve, spread_out(result_of - rate) - prior * strength)
    return HeroStrengths(
        {name: float(strength[k]) for name, k in heroes.items()},
        {era: float(strength[len(heroes) + k]) for era, k in eras.items()},
    )


def _solved(curve: Callable[[Vector], Vector], pull: Vector) -> Vector:
    """The solution of `curve(x) = pull` by conjugate gradients."""
    found = np.zeros_like(pull)
    rest, way = pull.copy(), pull.copy()
    size = float(rest @ rest)
    for _ in range(ROUNDS):
        if size < 1e-16:
            break
        bent = curve(way)
        step = size / float(way @ bent)
        found += step * way
        rest -= step * bent
        before, size = size, float(rest @ rest)
        way = rest + size / before * way
    return found
