"""Predictors of the worth of a card in lists, from the included ranking.

A card that was ranked has a worth by each player of the ranking. Another one has the estimate from
its elements, which stands for the first player's worth, and those of the others follow from it.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from altered_env.cards import Card
from altered_env.cards.estimates import Z95, Estimate, estimates
from altered_env.cards.measured_texts import is_as_measured
from altered_env.cards.worths import of_others, worths

Floats = NDArray[np.float64]
BESIDE = ("one", "Spell", "Permanent", "Hand Cost")
"""Predictors other than the worths of the ranking."""


@dataclass(frozen=True)
class Predictors:
    """Predictors of a card's worth: `BESIDE`, then the worth by each player of the ranking."""

    values: Floats
    variance: Floats
    """The covariance of the estimates; zero for measured worths."""
    measured: bool


@functools.cache
def ranked_players() -> tuple[str, ...]:
    """The players of the included ranking, the first one first."""
    return tuple(table.head["agent"] for table in (worths(), *of_others()))


@functools.cache
def _measured() -> dict[str, Floats]:
    tables = [table.cards for table in (worths(), *of_others())]
    return {
        name: np.array([table[name].worth for table in tables])
        for name in tables[0]
        if all(name in table for table in tables)
    }


@functools.cache
def _from_first() -> tuple[Floats, Floats]:
    """The worths by all players from the first one's: intercepts and slopes, and the covariance of
    the residuals."""
    every = np.array(list(_measured().values()))
    first = np.stack([np.ones(len(every)), every[:, 0]], axis=1)
    slopes = np.linalg.lstsq(first, every, rcond=None)[0]
    return slopes, np.cov((every - first @ slopes).T)


def predictors(card: Card, estimate: Estimate | None = None) -> Predictors | None:
    """The predictors of a card; None if decks cannot hold it or nothing is known. `estimate` is
    that from its elements, if it is known already."""
    if card.token or card.type in ("hero", "mana"):
        return None
    beside = [
        1.0,
        float(card.type == "spell"),
        float(card.type.endswith("permanent")),
        (card.hand_cost - 3) / 2,
    ]
    known = _measured().get(card.reference) if is_as_measured(card) else None
    size = len(BESIDE) + len(ranked_players())
    variance = np.zeros((size, size))
    if known is not None:
        return Predictors(np.array([*beside, *known]), variance, True)
    found = estimate or estimates().estimate(card)
    if found is None:
        return None
    slopes, rest = _from_first()
    spread = max(found.high - found.worth, found.worth - found.low) / Z95
    variance[len(BESIDE) :, len(BESIDE) :] = rest + spread**2 * np.outer(slopes[1], slopes[1])
    return Predictors(np.array([*beside, *(slopes[0] + slopes[1] * found.worth)]), variance, False)


def predictor_table(cards: Sequence[Card]) -> tuple[Floats, NDArray[np.bool_]]:
    """The predictors of cards, and which of them are measured. Raises `ValueError` for a card
    without any."""
    rows = []
    for card in cards:
        found = predictors(card)
        if found is None:
            raise ValueError(f"{card} has no worth, neither measured nor estimated")
        rows.append(found)
    return np.array([row.values for row in rows]), np.array([row.measured for row in rows])
