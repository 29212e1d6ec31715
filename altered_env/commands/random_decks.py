"""Random legal decks from a pool of cards, for games that look for errors."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence

from altered_env import decks
from altered_env.cards import Card
from altered_env.cards.vocabulary import FACTIONS
from altered_env.decks import Deck

__all__ = ["playable_pool", "random_deck"]

LEAST = 39
MOST = 59
_LIMITS = {"rare": 15, "exalted": 3, "unique": 3}


def playable_pool(cards: Iterable[Card], unsupported: Iterable[str]) -> dict[str, list[Card]]:
    """The cards of each faction that may be in a deck and are understood."""
    out = set(unsupported)
    pool: dict[str, list[Card]] = {faction: [] for faction in FACTIONS}
    for card in cards:
        if card.reference in out or card.token or card.suspended or card.type == "mana":
            continue
        if card.faction in pool:
            pool[card.faction].append(card)
    return pool


def random_deck(chance: random.Random, pool: dict[str, list[Card]]) -> Deck:
    """A deck that is legal under both rulesets; one in eight is a starter deck.

    >>> from altered_env import cards
    >>> deck = random_deck(random.Random(5), playable_pool(cards.catalogue(), ()))
    >>> decks.constructed(deck)
    []
    """
    if chance.random() < 1 / 8:
        return decks.starter(chance.choice(decks.names()))
    faction = chance.choice(sorted(pool))
    heroes = [card for card in pool[faction] if card.type == "hero"]
    others = [card for card in pool[faction] if card.type != "hero"]
    size = chance.randint(LEAST, MOST if chance.random() < 0.3 else LEAST + 3)
    found = _draw(chance, others, size)
    return Deck(f"random {faction}", chance.choice(heroes), tuple(found))


def _draw(chance: random.Random, cards: Sequence[Card], size: int) -> list[Card]:
    """Up to `size` cards that keep the limits of names and rarities, at least the legal number."""
    copies = list(cards) * 3
    found: list[Card] = []
    for most in (4 * size, len(copies)):  # a few are enough but where the pool is small
        names: Counter[str] = Counter()
        rarities: Counter[str | None] = Counter()
        found = []
        for card in chance.sample(copies, min(most, len(copies))):
            if len(found) == size:
                return found
            if names[card.name] == 3 or rarities[card.rarity] == _LIMITS.get(card.rarity or "", 99):
                continue
            names[card.name] += 1
            rarities[card.rarity] += 1
            found.append(card)
    if len(found) < LEAST:
        raise ValueError(f"only {len(found)} cards of this pool fit into one deck")
    return found
