"""Statistics of a deck: its curve, types, rarities, and statistics by terrain.

>>> from altered_env import decks
>>> found = decks.stats(decks.starter("axiom"))
>>> found.curve[1], found.types["character"], found.early
(6, 25, 30)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from altered_env.cards import Card
from altered_env.cards.printed_words import RARITIES

from .archetypes import Hint, archetypes, roles
from .deck import Deck

TERRAINS: Final = ("forest", "mountain", "water")
EARLY: Final = range(1, 4)
"""Hand Costs that the beginner rules call early, of which a deck needs enough (DB-07)."""


@dataclass(frozen=True, slots=True)
class TerrainStats:
    """The statistics of a deck's Characters in one terrain."""

    total: int
    per_character: float
    per_mana: float
    """The sum per mana of the Characters' Hand Costs."""
    best: int
    """The number of Characters with no statistic higher than this one, which is not 0."""


@dataclass(frozen=True, slots=True)
class DeckStats:
    """Numbers about a deck, without its Hero."""

    cards: int
    curve: Mapping[int, int]
    """The number of cards by Hand Cost, from 0 to the highest."""
    reserve_curve: Mapping[int, int]
    """The number of cards by Reserve Cost."""
    mean_hand_cost: float
    mean_reserve_cost: float
    early: int
    """The number of cards with a Hand Cost of 1 to 3."""
    types: Mapping[str, int]
    subtypes: Mapping[str, int]
    rarities: Mapping[str, int]
    factions: Mapping[str, int]
    sets: Mapping[str, int]
    terrains: Mapping[str, TerrainStats]
    roles: Mapping[str, int]
    """The number of cards by strategic role: `ramp`, `disrupt`, `card advantage`, `vanilla`."""
    hints: tuple[Hint, ...] = field(default=())
    """The archetypes of the deck, strongest first."""


def stats(deck: Deck) -> DeckStats:
    """Return the statistics of `deck`."""
    played = [card for card in deck.cards if card.type not in ("hero", "mana")]
    characters = [card for card in played if card.type == "character"]
    return DeckStats(
        cards=len(deck.cards),
        curve=_curve(card.hand_cost for card in played),
        reserve_curve=_curve(card.reserve_cost for card in played),
        mean_hand_cost=_mean([card.hand_cost for card in played]),
        mean_reserve_cost=_mean([card.reserve_cost for card in played]),
        early=sum(card.hand_cost in EARLY for card in played),
        types=_most(card.type for card in deck.cards),
        subtypes=_most(subtype for card in deck.cards for subtype in card.subtypes),
        rarities={
            rarity: count
            for rarity in RARITIES
            if (count := sum(card.rarity == rarity for card in deck.cards))
        },
        factions=_most(card.faction for card in deck.cards),
        sets=_most(card.set for card in deck.cards),
        terrains={terrain: _terrain(terrain, characters) for terrain in TERRAINS},
        roles=roles(deck),
        hints=archetypes(deck),
    )


def _curve(costs: Iterable[int]) -> dict[int, int]:
    counted = Counter(costs)
    return {cost: counted[cost] for cost in range(max(counted, default=0) + 1)}


def _most(words: Iterable[str]) -> dict[str, int]:
    return dict(Counter(words).most_common())


def _mean(numbers: list[int]) -> float:
    return sum(numbers) / len(numbers) if numbers else 0.0


def _terrain(terrain: str, characters: list[Card]) -> TerrainStats:
    values = [getattr(card, terrain) for card in characters]
    mana = sum(card.hand_cost for card in characters)
    best = sum(
        0 < value == max(card.forest, card.mountain, card.water)
        for value, card in zip(values, characters, strict=True)
    )
    return TerrainStats(sum(values), _mean(values), sum(values) / mana if mana else 0.0, best)
