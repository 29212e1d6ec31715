"""The terms of the model: features of a card, each with Hero, archetype and curve.

`FEATURES` of a card, as differences from the plain Character, meet each Hero, each archetype and
the curve of the deck. Two more terms are the words that a card shares with the Hero, and whether it
serves the archetype.

>>> from altered_env import cards
>>> dict(zip(FEATURES, features(cards.find("Kelon Burst C")), strict=True))["Spell"]
1.0
"""

from __future__ import annotations

import functools
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from altered_env.cards import Card
from altered_env.cards.elements import elements
from altered_env.cardstats.ranking.studied import PLAIN
from altered_env.decks.archetypes import roles_of
from altered_env.decks.constructing import ARCHETYPES, heroes, serves, shared_words

Floats = NDArray[np.float64]

_TRIGGERS = ("when it joins", "from hand", "from Reserve", "exhaust")
_ROLES = ("ramp", "disrupt", "card advantage")
FEATURES = (
    "Hand Cost", "Reserve Cost", "forest", "mountain", "water", "Spell", "Permanent", "abilities",
    "Support", *_TRIGGERS, *_ROLES, *(f"serves {name}" for name in ARCHETYPES),
)  # fmt: skip
"""The features of a card."""
TYPICAL_COST = 3.0
"""The mean Hand Cost of a deck at which the terms of the curve are zero."""
KINDS = ("hero", "archetype", "curve", "shared", "serves")
"""The kinds of terms. Each is shrunk towards zero according to its own spread."""


@functools.lru_cache(maxsize=65536)
def features(card: Card) -> tuple[float, ...]:
    """The features of a card, less those of the plain Character."""
    body = card.type == "character"
    statistics = (card.forest, card.mountain, card.water) if body else (0, 0, 0)
    triggers = {name for kind, name in elements(card) if kind == "trigger"}
    roles = roles_of(card)
    return (
        float(card.hand_cost - PLAIN),
        float(card.reserve_cost - PLAIN),
        *(float(number - PLAIN) for number in statistics),
        float(card.type == "spell"),
        float(card.type.endswith("permanent")),
        float(len(card.abilities)),
        float(bool(card.support)),
        *(float(name in triggers) for name in _TRIGGERS),
        *(float(name in roles) for name in _ROLES),
        *(float(serves(card, name)) for name in ARCHETYPES),
    )


def columns() -> list[tuple[str, str, str]]:
    """The terms: kind, name of the Hero or archetype, and feature; a column of the design each."""
    found = [("hero", hero.reference, name) for hero in heroes() for name in FEATURES]
    found += [("archetype", kind, name) for kind in ARCHETYPES for name in FEATURES]
    found += [("curve", "", name) for name in FEATURES]
    return [*found, ("shared", "", ""), ("serves", "", "")]


def amounts(
    card: Card, hero: Card | None, archetype: str | None, cost: float | None
) -> dict[tuple[str, str, str], float]:
    """How much of each term a card has with a Hero, in an archetype, in a deck of this mean Hand
    Cost; no terms for those that are None."""
    mine = dict(zip(FEATURES, features(card), strict=True))
    found: dict[tuple[str, str, str], float] = {}
    if hero is not None:
        found |= {("hero", hero.reference, name): much for name, much in mine.items()}
        found["shared", "", ""] = float(shared_words(card, hero))
    if archetype is not None:
        found |= {("archetype", archetype, name): much for name, much in mine.items()}
        found["serves", "", ""] = float(serves(card, archetype))
    if cost is not None:
        found |= {("curve", "", name): much * (cost - TYPICAL_COST) for name, much in mine.items()}
    return found


def mean_cost(cards: Sequence[Card]) -> float:
    """The mean Hand Cost of a deck."""
    return sum(card.hand_cost for card in cards) / max(1, len(cards))
