"""The weights of the evaluation, by name.

Each player has its own row of them; `docs/agents.md` explains them.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from ..engine.terms import namespace


@namespace
class W:
    """The columns of the weights."""

    REGION = 0
    GOAL = 1
    HAND = 2
    RESERVE = 3
    SPARE = 4
    COST = 5
    DEAR = 6
    ORB = 7
    PERMANENT = 8
    STAYS = 9
    COUNTER = 10
    THREAT = 11
    DOUBT = 12
    DOUBT_MANA = 13
    PLAN = 14
    TEXT = 15
    ANSWER = 16
    COUNT = 17


WEIGHTS = {
    "region": (10.0, "each region that an Expedition has moved"),
    "goal": (1.0, "extra for regions after the fourth, squared: the game is about to end"),
    "hand": (3.0, "a card in hand"),
    "reserve": (2.5, "a card in Reserve, or a Character that will go there at Rest"),
    "spare": (0.3, "the fraction of that for a card beyond the Reserve limit"),
    "cost": (0.2, "extra for a card per mana of its Hand Cost: expensive cards are strong"),
    "dear": (0.6, "deduction for a card per mana of its cost beyond the player's mana"),
    "orb": (3.0, "a Mana Orb"),
    "permanent": (1.5, "a Permanent, per mana of its Hand Cost plus one"),
    "stays": (2.0, "a Character that stays at Rest, per point of its mean statistic"),
    "counter": (0.5, "a counter on a Hero or a Permanent"),
    "threat": (0.45, "the statistic that an unspent mana may add to an Expedition"),
    "doubt": (0.3, "uncertainty of a move, given its gap in statistics"),
    "doubt_mana": (0.2, "extra uncertainty per unspent mana of both players"),
    "plan": (
        0.0,
        "number of plans to try for the mana left; with 0, `threat` is used",
    ),
    "text": (0.0, "in a plan, a card's text, per point that its statistics lack for its cost"),
    "answer": (0.45, "in a plan, the statistic that a mana of the opponent may add"),
}
"""The weights by name, each with its default and its meaning."""

JUDGEMENT = {
    "plan": 300.0,
    "hand": 1.5,  # a card is there to be played: half of greedy's value
    "reserve": 1.0,
    "orb": 4.0,
    "text": 0.3,
}
"""The weights of `rules`, where they differ because of its plan."""
DEFAULT: NDArray[np.float64] = np.array([value for value, _ in WEIGHTS.values()])
assert len(DEFAULT) == W.COUNT


def weights_of(chosen: Mapping[str, float]) -> NDArray[np.float64]:
    """The default weights, with those given by name replaced.

    >>> weights_of({"hand": 7.0})[W.HAND]
    np.float64(7.0)
    """
    weights = DEFAULT.copy()
    for name, value in chosen.items():
        if name not in WEIGHTS:
            raise ValueError(f"no weight is called {name!r}, there are {', '.join(WEIGHTS)}")
        weights[list(WEIGHTS).index(name)] = value
    return weights
