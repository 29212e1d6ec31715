"""The other cards at a table at which a card is exercised."""

from __future__ import annotations

import functools
from pathlib import Path

from altered_env.cards import Card, catalogue
from altered_env.cards.reader import read_cards
from altered_env.cards.vocabulary import FACTIONS, SUBTYPES_OF

__all__ = ["SET", "cast", "folk", "groups", "heroes", "maker", "tokens"]

SET = "CAST"
_STATISTICS = ((1, 1, 1), (0, 2, 2), (3, 0, 0), (2, 2, 0), (1, 3, 2), (4, 4, 4), (0, 0, 1))


@functools.cache
def cast() -> tuple[Card, ...]:
    """The cards of `cast.yaml`, a Character of each sub-type, a maker of each token.

    >>> len(cast()) > 60
    True
    """
    path = Path(__file__).with_name("cast.yaml")
    return (*read_cards(path, path.name, SET), *_characters(), *(maker(t) for t in tokens()))


def _characters() -> list[Card]:
    """Characters without abilities, of every sub-type, their costs and statistics mixed."""
    found = []
    for number, subtype in enumerate(SUBTYPES_OF["character"]):
        forest, mountain, water = _STATISTICS[number % len(_STATISTICS)]
        found.append(
            Card(
                reference=f"{SET}_NE_{100 + number}_C",
                name=f"A {subtype}",
                faction=FACTIONS[number % len(FACTIONS)],
                rarity=("common", "rare", "exalted", "unique")[number % 4],
                type="character",
                subtypes=(subtype,),
                hand_cost=number % 6,
                reserve_cost=(number * 5) % 7,
                forest=forest,
                mountain=mountain,
                water=water,
                source="cast",
            )
        )
    return found


@functools.cache
def groups() -> dict[str, tuple[Card, ...]]:
    """Who may be where: anybody in a hand, some in an Expedition, some among the Landmarks.

    >>> sorted(groups())
    ['anywhere', 'expedition', 'landmark']
    """
    everyone = folk()
    there = ("character", "expedition_permanent")
    expedition = [card for card in (*everyone, *tokens()) if card.type in there]
    landmark = [card for card in everyone if card.type == "landmark_permanent"]
    return {
        "anywhere": tuple(everyone),
        "expedition": tuple(expedition),
        "landmark": tuple(landmark),
    }


def heroes() -> list[Card]:
    """The Heroes among them."""
    return [card for card in cast() if card.type == "hero"]


def folk() -> list[Card]:
    """Those that are played."""
    return [card for card in cast() if card.type != "hero"]


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
    """The tokens that are put in play."""
    return [card for card in catalogue().tokens.values() if card.type != "mana"]
