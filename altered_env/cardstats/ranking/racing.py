"""Racing: cards whose place among the best is in doubt are dealt more often.

The weights of a round follow from the games before it and from what was known before any game: the
included worths, and the estimates from elements. These are one more column of the model, whose size
is fitted to the games, so they count for as much as they are right for this player and these rules.

They set the weights only: worths are fitted to the games without them. Dealing a card more often
because it has done well so far does not bias the model: its games are still random, and the model
includes all games that led to the weights.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from altered_env.cards import Card
from altered_env.cards.estimates import Z95, estimates, group_of
from altered_env.cards.worths import worths
from altered_env.cardstats.ranking.element_table import Columns, columns
from altered_env.cardstats.ranking.experiment import Games, dealt_before, load
from altered_env.cardstats.ranking.folder import cards_in, plan_in
from altered_env.cardstats.ranking.hierarchy import Fitted, fit
from altered_env.cardstats.ranking.studied import Studied

BEST = 0.05
"""The share of cards that the race is to identify."""
LEAST, MOST = 0.5, 3.0
DRAWS = 400
UNKNOWN = 2.2
"""The standard deviation of the included worths, for a card of which nothing is known."""


def groups_of(studied: Studied) -> NDArray[np.int64]:
    """Return the group of each card, whose own effects share a spread: Characters, and others."""
    return np.array([int(group_of(card) != "character") for card in studied.cards])


def informed_by(
    games: Games, studied: Studied, known: NDArray[np.float64], sure: NDArray[np.bool_]
) -> Fitted:
    """Return the model of games with what was known of the cards before as one more column, in
    percent. `sure` marks measured cards: how far cards lie from what was known has a spread of its
    own there."""
    return fit(
        games,
        with_column(columns(studied.cards), known),
        studied.factions,
        groups_of(studied) + 2 * sure.astype(np.int64),
    )


def with_column(table: Columns, known: NDArray[np.float64]) -> Columns:
    """Return the table with a column of what was known, in units of its standard deviation."""
    middle, scale = float(known.mean()), max(float(known.std()), 1e-9)
    column = sparse.csr_matrix(((known - middle) / scale)[:, None])
    return replace(
        table,
        names=(*table.names, "known before"),
        kinds=(*table.kinds, "known before"),
        table=sparse.hstack([table.table, column]).tocsr(),
        scale=np.append(table.scale, scale),
        middle=np.append(table.middle, middle),
        least=np.append(table.least, known.min()),
        most=np.append(table.most, known.max()),
        cards=np.append(table.cards, len(known)),
    )


def doubt(draws: NDArray[np.float64], share: float = BEST) -> NDArray[np.float64]:
    """Return the doubt about each card's being among the best, from 0 to 1.

    >>> doubt(np.array([[3.0, 1.0, 2.0], [2.0, 1.0, 3.0]]), 1 / 3).tolist()
    [1.0, 0.0, 1.0]
    """
    most = max(1, round(share * draws.shape[1]))
    best = np.argsort(-draws, axis=1)[:, :most]
    chance = np.bincount(best.ravel(), minlength=draws.shape[1]) / len(draws)
    return np.asarray(4 * chance * (1 - chance))


def known_before(
    cards: Sequence[Card],
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.bool_]]:
    """Return what is known of cards before any game, in percent: the included worth, or else the
    estimate from its elements; its standard error; and whether it is measured. A card without
    either may be worth anything usual."""
    middle, spread = np.zeros(len(cards)), np.full(len(cards), UNKNOWN)
    sure = np.zeros(len(cards), dtype=np.bool_)
    for k, card in enumerate(cards):
        row = worths().of(card)
        known = row or estimates().estimate(card)
        sure[k] = row is not None
        if known is not None:
            middle[k], spread[k] = known.worth, (known.high - known.low) / 2 / Z95
    return middle, spread, sure


def expected(cards: Sequence[Card], draws: int = DRAWS) -> NDArray[np.float64]:
    """Return draws of the worths of cards as known before any game, in percent."""
    middle, spread, _ = known_before(cards)
    chance = np.random.default_rng(0)
    return middle + spread * chance.standard_normal((draws, len(cards)))


def informed(studied: Studied, games: Games) -> Fitted:
    """Return the model of games and of what was known of these cards before."""
    middle, _, sure = known_before(studied.cards)
    return informed_by(games, studied, middle, sure)


def weights(folder: Path, agent: str) -> NDArray[np.float64]:
    """Return the frequency of each card in an agent's next round; fillers have the lowest."""
    studied, (plan, _) = cards_in(folder), plan_in(folder)
    turn = plan.agents.index(agent)
    number = len(list((folder / "rounds").glob("*.json")))
    number += (turn - number) % len(plan.agents)
    if dealt_before(folder, plan, number):
        draws = informed(studied, load(folder, agent)).draws(DRAWS)[:, : studied.ranked]
    else:
        draws = expected(studied.cards[: studied.ranked])
    return weighted(draws, len(studied.cards))


def weighted(draws: NDArray[np.float64], count: int) -> NDArray[np.float64]:
    """Return the frequency of each of so many cards; those without draws have the lowest."""
    found = np.full(count, LEAST)
    found[: draws.shape[1]] += (MOST - LEAST) * doubt(draws)
    return found
