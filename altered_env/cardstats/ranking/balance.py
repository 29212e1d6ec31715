"""Balance of pools of cards in a ranking: factions, and the lead of the best cards, each with an
interval from joint draws of all worths."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from altered_env.cards.printed_words import FACTIONS
from altered_env.cardstats.ranking.placing import BEST, Ranking
from altered_env.cardstats.reporting.sheets import spanned

Numbers = NDArray[np.float64]


def within(ranking: Ranking, references: Iterable[str]) -> NDArray[np.int64]:
    """Return the indices of these cards in a ranking, omitting those that it lacks."""
    wanted = set(references)
    return np.array(
        [k for k, card in enumerate(ranking.cards) if card.reference in wanted], dtype=np.int64
    )


def _span(draws: Numbers, key: str) -> dict[str, Any]:
    """Return the median of draws and their 95 % interval, as shares of games."""
    low, high = np.quantile(draws, (0.025, 0.975))
    return spanned(key, float(draws.mean()), float(low), float(high))


def factions_of(ranking: Ranking, mine: NDArray[np.int64] | None = None) -> list[dict[str, Any]]:
    """Return each faction's mean worth and its share of the best 1 % of cards."""
    some = np.arange(len(ranking.cards)) if mine is None else mine
    of = np.array([FACTIONS.index(ranking.cards[k].faction) for k in some.tolist()])
    drawn = ranking.draws[:, some]
    most = max(1, round(BEST * len(some)))
    best = np.argsort(-drawn, axis=1)[:, :most]
    rows: list[dict[str, Any]] = []
    for number, faction in enumerate(FACTIONS):
        there = of == number
        if there.any():
            share = (of[best] == number).mean(axis=1)
            rows.append(
                {"faction": faction, "cards": int(there.sum())}
                | _span(drawn[:, there].mean(axis=1), "mean")
                | _span(share, "best")
            )
    return rows


def by_cost(ranking: Ranking) -> list[dict[str, Any]]:
    """Return the distribution of worths for each faction and Hand Cost."""
    rows: list[dict[str, Any]] = []
    for faction in FACTIONS:
        costs = sorted({min(card.hand_cost, 8) for card in ranking.cards})
        for cost in costs:
            mine = [
                k
                for k, card in enumerate(ranking.cards)
                if card.faction == faction and min(card.hand_cost, 8) == cost
            ]
            if mine:
                worth = ranking.worth[mine]
                tenth, middle, most = np.quantile(worth, (0.1, 0.5, 0.9))
                rows.append(
                    {
                        "faction": faction,
                        "cost": "8 or more" if cost == 8 else str(cost),
                        "cards": len(mine),
                        "tenth": float(tenth),
                        "median": float(middle),
                        "ninetieth": float(most),
                        "best": float(worth.max()),
                    }
                )
    return rows


def pool_row(ranking: Ranking, name: str, references: Sequence[str]) -> dict[str, Any]:
    """Return a row for a pool: the spread of its factions' means, and the lead of its best 1 %
    over the mean of all.

    Raises `ValueError` if the ranking has none of its cards.
    """
    mine = within(ranking, references)
    if not len(mine):
        raise ValueError(f"{name}: none of its cards is in the ranking")
    of = np.array([FACTIONS.index(ranking.cards[k].faction) for k in mine.tolist()])
    drawn = ranking.draws[:, mine]
    means = np.stack([drawn[:, of == n].mean(axis=1) for n in np.unique(of).tolist()], axis=1)
    most = max(1, round(BEST * len(mine)))
    # the estimates decide which are best: the best of each draw would be selected by chance
    best = np.argsort(-ranking.worth[mine])[:most]
    out = drawn[:, best].mean(axis=1) - drawn.mean(axis=1)
    return (
        {"pool": name, "cards": len(mine), "left_out": len(set(references)) - len(mine)}
        | _span(drawn.mean(axis=1), "mean")
        | _span(means.max(axis=1) - means.min(axis=1), "factions")
        | _span(means.std(axis=1), "uneven")
        | _span(out, "best")
    )
