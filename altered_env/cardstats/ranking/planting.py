"""Cards of known worth: made for the purpose, or with a planted worth that decides games.

With *planted* worths, the outcome of a game is drawn from the worths of the cards dealt in it, so
the truth is known exactly. A *made* card is in the pool under many names, plain or with one change:
all its names have the same, unknown worth.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from altered_env.cards import Card
from altered_env.cards.printed_words import FACTION_CODES, FACTIONS
from altered_env.cardstats.ranking.assignment import DECK, EARLY, REFERENCE, chance_of, deal_round
from altered_env.cardstats.ranking.element_table import columns
from altered_env.cardstats.ranking.experiment import Games
from altered_env.cardstats.ranking.studied import Studied, reference_card

Numbers = NDArray[np.float64]

CHANGES: dict[str, dict[str, object]] = {
    "plain 2/2": {"hand_cost": 2, "reserve_cost": 2, "forest": 2, "mountain": 2, "water": 2},
    "plain 3/3, one more in each": {"forest": 4, "mountain": 4, "water": 4},
    "plain 3/3, one less in each": {"forest": 2, "mountain": 2, "water": 2},
    "plain 3/3, costs one less": {"hand_cost": 2, "reserve_cost": 2},
    "plain 3/3, costs one more": {"hand_cost": 4, "reserve_cost": 4},
    "plain 5/5": {"hand_cost": 5, "reserve_cost": 5, "forest": 5, "mountain": 5, "water": 5},
    "plain 3/3, draws": {"abilities": ("J: draw(1)",)},
    "plain 3/3, resupplies": {"abilities": ("H: resupply()",)},
    "plain 3/3, Defender": {"abilities": ("defender",)},
    "blank, no statistics": {"forest": 0, "mountain": 0, "water": 0},
}
"""Changes to the plain Character 3/3, 3/3/3, by name."""


def made_cards(names: int, faction: str = "axiom") -> list[Card]:
    """Return each of `CHANGES` under this many names, as cards of a faction."""
    code = {name: code for code, name in FACTION_CODES.items()}[faction]
    plain = reference_card(faction)
    found = []
    for k, change in enumerate(CHANGES.values()):
        for n in range(names):
            reference = f"MADE_{code}_{k:02}_U_{n + 1}"
            card = replace(plain, reference=reference, name=f"Made {k} {n}", rarity="unique")
            found.append(replace(card, **change))  # type: ignore[arg-type]
    return found


@dataclass(frozen=True)
class Truth:
    """The worths by which games are decided."""

    worth: Numbers
    """The worth of each card, above the reference card."""
    late: float = 0.15
    hero: float = 0.10
    """The spread of Heroes."""
    first: float = -0.03


def truth_of(studied: Studied, seed: int, spread: float = 0.01) -> Truth:
    """Return random worths: of elements, and of each card's own effect."""
    chance = chance_of("truth", seed)
    table = columns(studied.cards)
    size = {"body": 0.005, "trigger": 0.006, "effect": 0.006, "verb": 0.006}
    weights = np.array([size.get(kind, 0.002) for kind in table.kinds])
    shared = np.asarray(table.table @ (weights * chance.standard_normal(len(weights))))
    shared = np.clip(shared - shared.mean(), -0.06, 0.06)
    return Truth(shared + spread * chance.standard_normal(len(studied.cards)) - 0.005)


def decided(
    studied: Studied, truth: Truth, copies: int, seed: int, weights: Sequence[float] | None = None
) -> Games:
    """Return games of one round of the experiment, decided by known worths."""
    often = [1.0] * len(studied.cards) if weights is None else weights
    blocks = deal_round(studied, seed, 0, copies, often, "limited")
    chance = chance_of("decided", seed)
    tables = [
        np.concatenate([getattr(block, name) for block in blocks])
        for name in ("faction", "hero", "cards")
    ]
    faction, hero, cards = tables
    worth = np.append(truth.worth, 0.0)  # the reference card, last
    of = np.where(cards == REFERENCE, len(worth) - 1, cards)
    each = worth[of]
    each[:, :, EARLY:DECK] *= truth.late
    heroes = truth.hero * chance.standard_normal((len(FACTIONS), 100))
    side = each.sum(axis=2) + heroes[faction, hero]
    first = chance.integers(2, size=len(cards))
    rate = 0.5 + side[:, 0] - side[:, 1] + truth.first * (0.5 - first)
    won = (chance.random(len(cards)) < np.clip(rate, 0.0, 1.0)).astype(np.float64)
    return Games(faction, hero, cards, first.astype(np.int8), won)
