"""The other cards at a table at which a card is exercised."""

from __future__ import annotations

import functools
from itertools import product
from pathlib import Path

from altered_env.cards import Card, catalogue
from altered_env.cards.printed_words import FACTIONS, SUBTYPES_OF
from altered_env.cards.reader import read_cards

SET = "CAST"
_STATISTICS = ((1, 1, 1), (0, 2, 2), (3, 0, 0), (2, 2, 0), (1, 3, 2), (4, 4, 4), (0, 0, 1))


@functools.cache
def cast() -> tuple[Card, ...]:
    """The cards of `cast.yaml`, Characters of each sub-type, a maker of each token.

    >>> len(cast()) > 60
    True
    """
    path = Path(__file__).with_name("cast.yaml")
    return (*read_cards(path, path.name, SET), *_characters(), *(maker(t) for t in tokens()))


KIN = ("A", "Another", "A third")
"""How those of one sub-type are called. The first is for all, the others for cards that speak of
the sub-type."""


def _characters() -> list[Card]:
    """Characters without abilities, of every sub-type, their costs and statistics mixed."""
    found = []
    for number, (subtype, which) in enumerate(product(SUBTYPES_OF["character"], KIN)):
        forest, mountain, water = _STATISTICS[number % len(_STATISTICS)]
        found.append(
            Card(
                reference=f"{SET}_NE_{300 + number}_C",
                name=f"{which} {subtype}",
                faction=FACTIONS[number % len(FACTIONS)],
                rarity=("common", "rare", "exalted", "unique")[number % 4],
                type="character",
                subtypes=(subtype,),
                hand_cost=(number + number // 6) % 6,
                reserve_cost=(number * 5 + 1) % 7,
                forest=forest,
                mountain=mountain,
                water=water,
                source="cast",
            )
        )
    return found


@functools.cache
def all_groups() -> dict[str, tuple[Card, ...]]:
    """The same with everybody who is only there if spoken of."""
    more = [card for card in folk() if card.name.startswith(KIN[1:])]
    return {
        group: cards if group == "landmark" else (*cards, *more)
        for group, cards in groups().items()
    }


@functools.cache
def groups() -> dict[str, tuple[Card, ...]]:
    """Possible places of cards: any in a hand, some in an Expedition, some among the Landmarks.

    >>> sorted(groups())
    ['anywhere', 'expedition', 'landmark']
    """
    everyone = [card for card in folk() if not card.name.startswith(KIN[1:])]
    there = ("character", "expedition_permanent")
    expedition = [card for card in (*everyone, *tokens()) if card.type in there]
    landmark = [card for card in (*everyone, *tokens()) if card.type == "landmark_permanent"]
    return {
        "anywhere": tuple(everyone),
        "expedition": tuple(expedition),
        "landmark": tuple(landmark),
    }


@functools.cache
def heroes() -> tuple[Card, ...]:
    """The Heroes among them."""
    return tuple(card for card in cast() if card.type == "hero")


@functools.cache
def folk() -> tuple[Card, ...]:
    """Those that are played."""
    return tuple(card for card in cast() if card.type != "hero")


def maker(token: Card) -> Card:
    """A Spell that creates a token."""
    number = 200 + tokens().index(token)
    where = "you.landmarks" if token.type == "landmark_permanent" else "target(expedition)"
    return Card(
        reference=f"{SET}_NE_{number}_C",
        name=f"Making of {token.name}",
        faction="neutral",
        rarity="common",
        type="spell",
        subtypes=("conjuration",),
        hand_cost=1,
        reserve_cost=1,
        abilities=(f"effect: create({token.reference}, in_={where})",),
        source="cast",
    )


def tokens() -> list[Card]:
    """The tokens that are put in play; those that are created in Reserve go with a Hero."""
    every = catalogue().tokens.values()
    return [card for card in every if card.type != "mana" and not card.reserve_cost]
