"""Heroes ranked by the win rates of their lists against a field, by several players.

`heroes.csv` has a ranking of the package's constructed lists, written by `altered cards heroes`.

>>> rows = shipped()
>>> len(rows), rows[0].rate > rows[-1].rate
(30, True)
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import hypot
from pathlib import Path
from statistics import fmean
from typing import Final

from altered_env._runtime.input_files import DOCUMENT, Table, read_text
from altered_env.arena.ledger import Ledger
from altered_env.arena.paired import Difference, difference
from altered_env.cardstats.players_together import Together, together
from altered_env.decks import Deck

FILE: Final = Path(__file__).with_name("heroes.csv")
CONDITIONS: Final = (
    "23,040 games by greedy, rules, net:v1, net:v4, each against itself, rules 2024.09: the"
    " package's constructed lists, as chosen with net:v3, against those of its bench"
)
"""How the games of the file were played."""
ALL: Final = "all"
"""The name of all players together."""


@dataclass(frozen=True, slots=True)
class Rate:
    """A win rate, 0 to 1, with its 95 % interval."""

    rate: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Shipped:
    """A Hero of the file."""

    hero: str
    faction: str
    lists: int
    by: Mapping[str, Rate]
    """By each player."""
    all: Rate
    """By all players together; the interval is for another player of such kinds."""
    tier: str
    """`strong`, `middle` or `weak` (`tier_of`)."""

    @property
    def rate(self) -> float:
        """The win rate by all players together."""
        return self.all.rate

    @property
    def of_these(self) -> Rate:
        """The win rate by all players together; the interval is for these players."""
        half = _half(list(self.by.values()))
        return Rate(self.rate, max(0.0, self.rate - half), min(1.0, self.rate + half))


@functools.cache
def shipped() -> tuple[Shipped, ...]:
    """The Heroes of the package's file, the best by all players together first."""
    found: dict[str, dict[str, Rate]] = {}
    about: dict[str, tuple[str, int]] = {}
    for row in Table(FILE, read_text(FILE, DOCUMENT)):
        rates = Rate(*(float(row[name]) for name in ("rate", "low", "high")))
        found.setdefault(row["hero"], {})[row["player"]] = rates
        about[row["hero"]] = (row["faction"], int(row["lists"]))
    players = [name for name in next(iter(found.values())) if name != ALL]
    means = {name: fmean(by[name].rate for by in found.values()) for name in players}
    rows = [
        Shipped(
            hero,
            *about[hero],
            {name: by[name] for name in players},
            by[ALL],
            tier_of([by[name] for name in players], [means[name] for name in players]),
        )
        for hero, by in found.items()
    ]
    return tuple(sorted(rows, key=lambda row: (-row.rate, row.hero)))


def tier_of(rates: Sequence[Rate], means: Sequence[float]) -> str:
    """The tier of a Hero: `strong` or `weak` if each of these players has it on that side of the
    mean of the Heroes, and all together by more than their 95 % interval; otherwise `middle`.

    >>> tier_of([Rate(0.6, 0.5, 0.7), Rate(0.7, 0.6, 0.8)], [0.5, 0.5])
    'strong'
    >>> tier_of([Rate(0.6, 0.5, 0.7), Rate(0.4, 0.3, 0.5)], [0.5, 0.5])
    'middle'
    """
    each = [one.rate - mean for one, mean in zip(rates, means, strict=True)]
    apart = fmean(each)
    if abs(apart) <= _half(rates) or any(one * apart <= 0 for one in each):
        return "middle"
    return "strong" if apart > 0 else "weak"


def _half(rates: Sequence[Rate]) -> float:
    """Half of the 95 % interval of these players' mean."""
    return hypot(*((one.high - one.low) / 2 for one in rates)) / len(rates)


def places(rows: Sequence[Shipped]) -> list[tuple[int, int]]:
    """The first and the last place that each Hero may have: after those that these players tell
    to be better, at 95 %, and before those that they tell to be worse.

    >>> found = places(shipped())
    >>> found[0], found[-1]
    ((1, 2), (30, 30))
    """
    halves = [_half(list(row.by.values())) for row in rows]
    found = []
    for mine, half in zip(rows, halves, strict=True):
        apart = [
            (mine.rate - other.rate) / max(1e-9, hypot(half, wide))
            for other, wide in zip(rows, halves, strict=True)
        ]
        better, worse = sum(one < -1 for one in apart), sum(one > 1 for one in apart)
        found.append((1 + better, len(rows) - worse))
    return found


@dataclass(frozen=True, slots=True)
class HeroRow:
    """A Hero: wins less losses of its lists, by each player and together."""

    hero: str
    faction: str
    lists: int
    by: Mapping[str, Difference]
    all: Together


def lists_by_hero(lists: Iterable[Deck]) -> dict[str, list[Deck]]:
    """The lists of each Hero, by its name."""
    found: dict[str, list[Deck]] = {}
    for deck in lists:
        if deck.hero is not None:
            found.setdefault(deck.hero.name, []).append(deck)
    return found


def rate_heroes(
    lists: Mapping[str, Sequence[Deck]], ledger: Ledger, deals: int
) -> dict[str, Difference]:
    """Wins less losses of each Hero in so many deals, spread over its lists.

    All Heroes play the same deals: the same opponents and seeds.
    """
    found = {}
    for hero, mine in lists.items():
        scores: list[float] = []
        for number, deck in enumerate(mine):
            names = [f"hero/0/{k}" for k in range(deals) if k % len(mine) == number]
            if names:
                scores += [2 * score - 1 for score in ledger.scores([deck], names)[0]]
        found[hero] = difference(scores)
    return found


def ranked(
    lists: Mapping[str, Sequence[Deck]], by_player: Mapping[str, Mapping[str, Difference]]
) -> list[HeroRow]:
    """The Heroes, the best by all players together first."""
    rows = []
    for hero, mine in lists.items():
        by = {agent: rates[hero] for agent, rates in by_player.items()}
        first = mine[0].hero
        faction = "" if first is None else str(first.faction)
        rows.append(HeroRow(hero, faction, len(mine), by, together(list(by.values()))))
    return sorted(rows, key=lambda row: (-row.all.mean, row.hero))
