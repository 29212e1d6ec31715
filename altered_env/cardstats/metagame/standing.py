"""What the games of a field say: win rates, best responses and the equilibrium, with intervals.

Uncertainty comes from bootstrap worlds: the deals of each pair are drawn again from those played,
with one turned to a win and one to a loss among them, so that few equal deals are not certain;
their mean stays that of the games.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from altered_env.arena.paired import TURNED, Difference, difference
from altered_env.cardstats.deck_matchups import equilibria
from altered_env.cardstats.metagame.meetings import Scores

WORLDS: Final = 200
MARKS: Final = np.array([-1.0, -0.5, 0.0, 0.5, 1.0])
"""The possible scores of a deal."""

Matrix = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Payoffs:
    """The row's advantage over the column, from -1 to 1: as measured, and in bootstrap worlds."""

    mean: Matrix
    worlds: Matrix

    @classmethod
    def of(cls, scores: Scores, count: int, seed: int = 0, worlds: int = WORLDS) -> Payoffs:
        """Return the payoffs of this many decks."""
        mean, drawn = np.zeros((count, count)), np.zeros((worlds, count, count))
        chance = np.random.default_rng(seed)
        for (one, two), deals in sorted(scores.items()):
            seen = np.array([np.count_nonzero(deals == mark) for mark in MARKS], dtype=float)
            seen[np.isin(MARKS, (-TURNED, TURNED))] += 1
            many = len(deals)
            drawn_from = seen / seen.sum()
            again = chance.multinomial(many, drawn_from, size=worlds) @ MARKS / many
            again = np.clip(again + deals.mean() - drawn_from @ MARKS, -1.0, 1.0)
            mean[one, two], drawn[:, one, two] = deals.mean(), again
            mean[two, one], drawn[:, two, one] = -deals.mean(), -again
        return cls(mean, drawn)


@dataclass(frozen=True, slots=True)
class Standing:
    """A deck in its field; shares and win rates from 0 to 1."""

    deck: str
    hero: str
    share: float
    rate: float
    """The win rate against the field."""
    low: float
    high: float
    best: float
    """The share of worlds in which no deck does better against the field."""
    meta: float
    """The share in the equilibrium."""
    meta_low: float
    meta_high: float
    against_meta: float
    """The win rate against the equilibrium."""
    beaten_by: str
    """The deck that does best against this one."""
    beaten: float
    """Its win rate."""


def _rate(advantage: float) -> float:
    """A win rate from wins less losses."""
    return float(0.5 + advantage / 2)


def standings(
    names: Sequence[str], heroes: Sequence[str], shares: Sequence[float], payoffs: Payoffs
) -> list[Standing]:
    """The decks in their order; a deck may have no share."""
    weights = np.array(shares)
    won = payoffs.mean @ weights
    there = payoffs.worlds @ weights
    low, high = np.quantile(there, (0.025, 0.975), axis=0)
    best = np.bincount(there.argmax(axis=1), minlength=len(names)) / len(there)
    mix, mixes = equilibria(payoffs.mean[None])[0], equilibria(payoffs.worlds)
    mix_low, mix_high = np.quantile(mixes, (0.025, 0.975), axis=0)
    against = payoffs.mean @ mix
    found = []
    for k, name in enumerate(names):
        worst = int(payoffs.mean[k].argmin())
        found.append(
            Standing(
                name,
                heroes[k],
                float(weights[k]),
                _rate(won[k]),
                _rate(low[k]),
                _rate(high[k]),
                float(best[k]),
                float(mix[k]),
                float(mix_low[k]),
                float(mix_high[k]),
                _rate(against[k]),
                names[worst],
                float(0.5 - payoffs.mean[k, worst] / 2),
            )
        )
    return found


def rates(scores: Scores) -> dict[tuple[int, int], Difference]:
    """Wins less losses of the first deck of each pair, with intervals."""
    return {pair: difference(deals.tolist()) for pair, deals in scores.items()}


@dataclass(frozen=True, slots=True)
class HeroStanding:
    """The decks of a Hero in the field together."""

    hero: str
    decks: int
    share: float
    rate: float
    low: float
    high: float
    meta: float
    meta_low: float
    meta_high: float


def by_hero(heroes: Sequence[str], shares: Sequence[float], payoffs: Payoffs) -> list[HeroStanding]:
    """The Heroes of decks with a share, the most played first."""
    weights = np.array(shares)
    there = payoffs.worlds @ weights
    mean = payoffs.mean @ weights
    mix, mixes = equilibria(payoffs.mean[None])[0], equilibria(payoffs.worlds)
    found = []
    for hero in dict.fromkeys(heroes):
        mine = np.array([name == hero for name in heroes]) & (weights > 0)
        if not mine.any():
            continue
        part = weights[mine] / weights[mine].sum()
        low, high = np.quantile(there[:, mine] @ part, (0.025, 0.975))
        ends = np.quantile(mixes[:, mine].sum(axis=1), (0.025, 0.975))
        found.append(
            HeroStanding(
                hero,
                int(mine.sum()),
                float(weights[mine].sum()),
                _rate(mean[mine] @ part),
                _rate(low),
                _rate(high),
                float(mix[mine].sum()),
                float(ends[0]),
                float(ends[1]),
            )
        )
    return sorted(found, key=lambda one: (-one.share, one.hero))


NOTHING = Difference(0.0, 0.0, 0.0, 1.0, 0)
"""No difference at all."""


@dataclass(frozen=True, slots=True)
class Shift:
    """A deck before and after a change of cards."""

    deck: str
    before: float
    after: float
    change: float
    low: float
    high: float
    meta_before: float
    meta_after: float


def shifts(
    names: Sequence[str],
    before: tuple[Scores, Sequence[float]],
    after: tuple[Scores, Sequence[float]],
    changed: Container[int] = (),
    gone: Container[int] = (),
) -> list[Shift]:
    """How the win rate of each deck against its field changes. Deals are the same before and after,
    so most of their luck cancels out. A deck without a share afterwards is gone, as those of
    `gone` are. The decks whose cards are `changed` may win as many of these deals as before, and
    other ones less or more."""
    count = len(names)
    (old, old_shares), (new, new_shares) = before, after
    payoffs = [Payoffs.of(scores, count, worlds=1).mean for scores in (old, new)]
    there = [k for k in range(count) if new_shares[k] > 0 or old_shares[k] == 0]
    alive = [k for k in there if k not in gone]
    mixes = [equilibria(payoffs[0][None])[0], np.zeros(count)]
    mixes[1][alive] = equilibria(payoffs[1][np.ix_(alive, alive)][None])[0]
    found = []
    for k in alive:
        first = 0.5 + float(payoffs[0][k] @ np.array(old_shares)) / 2
        last = 0.5 + float(payoffs[1][k] @ np.array(new_shares)) / 2
        below = above = 0.0
        for j in range(count):
            if j == k:
                continue
            apart, weight = _apart(k, j, before, after, changed)
            below += (weight * (apart.mean - apart.low)) ** 2
            above += (weight * (apart.high - apart.mean)) ** 2
        change = last - first
        found.append(
            Shift(
                names[k], first, last, change, change - below**0.5, change + above**0.5,
                float(mixes[0][k]), float(mixes[1][k]),
            )
        )  # fmt: skip
    return found


def _apart(
    k: int,
    j: int,
    before: tuple[Scores, Sequence[float]],
    after: tuple[Scores, Sequence[float]],
    changed: Container[int],
) -> tuple[Difference, float]:
    """The change of what a deck wins against another one, and the weight of this figure."""
    (old, old_shares), (new, new_shares) = before, after
    pair, weight = (min(j, k), max(j, k)), max(old_shares[j], new_shares[j])
    now = new.get(pair, old[pair])  # of a deck that is gone, whose share is none
    same = np.array_equal(old[pair], now) and k not in changed and j not in changed
    if weight == 0 or (same and old_shares[j] == new_shares[j]):
        return NOTHING, 0.0
    moved = (new_shares[j] * now - old_shares[j] * old[pair]) / (2 * weight)
    return difference((moved if k < j else -moved).tolist()), weight
