"""Racing: cards whose place among the best is in doubt are dealt more often.

The weights of the first rounds follow from the included worths and estimates, those of a later
round from the games before it. Dealing a card more often because it
has done well so far does not bias the model: its games are still random, and the model includes all
games that led to the weights.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from altered_env.cards import Card
from altered_env.cards.estimates import Z95, estimates, group_of
from altered_env.cards.worths import worths
from altered_env.cardstats.ranking.element_table import columns
from altered_env.cardstats.ranking.experiment import EVEN, dealt_before, load
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


def fitted(folder: Path, agent: str) -> Fitted:
    """Return the model of an agent's games in a folder."""
    studied = cards_in(folder)
    table = columns(studied.cards)
    return fit(load(folder, agent), table, studied.factions, groups_of(studied))


def doubt(draws: NDArray[np.float64], share: float = BEST) -> NDArray[np.float64]:
    """Return the doubt about each card's being among the best, from 0 to 1.

    >>> doubt(np.array([[3.0, 1.0, 2.0], [2.0, 1.0, 3.0]]), 1 / 3).tolist()
    [1.0, 0.0, 1.0]
    """
    most = max(1, round(share * draws.shape[1]))
    best = np.argsort(-draws, axis=1)[:, :most]
    chance = np.bincount(best.ravel(), minlength=draws.shape[1]) / len(draws)
    return np.asarray(4 * chance * (1 - chance))


def expected(cards: Sequence[Card], draws: int = DRAWS) -> NDArray[np.float64]:
    """Return draws of the worths of cards as known before any game, in percent: the included worth,
    or else the estimate from its elements; a card without either may be worth anything usual."""
    middle, spread = np.zeros(len(cards)), np.full(len(cards), UNKNOWN)
    for k, card in enumerate(cards):
        known = worths().cards.get(card.reference) or estimates().estimate(card)
        if known is not None:
            middle[k], spread[k] = known.worth, (known.high - known.low) / 2 / Z95
    chance = np.random.default_rng(0)
    return middle + spread * chance.standard_normal((draws, len(cards)))


def weights(folder: Path, agent: str) -> NDArray[np.float64]:
    """Return the frequency of each card in an agent's next round; fillers have the lowest."""
    studied, (plan, _) = cards_in(folder), plan_in(folder)
    turn = plan.agents.index(agent)
    number = len(list((folder / "rounds").glob("*.json")))
    number += (turn - number) % len(plan.agents)
    if dealt_before(folder, plan, number) < EVEN:
        draws = expected(studied.cards[: studied.ranked])
    else:
        draws = fitted(folder, agent).draws(DRAWS)[:, : studied.ranked]
    found = np.full(len(studied.cards), LEAST)
    found[: studied.ranked] += (MOST - LEAST) * doubt(draws)
    return found
